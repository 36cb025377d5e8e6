"""A site as it stands: serve, mcp, export, check and status."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from hallway.commands.options import site_option
from hallway.tables import write_table

NOT_CONFORMING = 3

__all__ = ["check", "export", "mcp", "serve", "status"]


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on.")
@site_option
def serve(folder: Path, host: str, port: int) -> None:
    """Serve the site.

    \b
    Examples:
      hallway serve
      hallway serve --site /srv/talks --port 8080
    """
    from hallway.serving import serve_site

    serve_site(folder, host, port)


@click.command()
@site_option
def mcp(folder: Path) -> None:
    """Offer the site to an agent, over stdin and stdout (Model Context Protocol).

    \b
    Examples:
      hallway mcp
      hallway mcp --site /srv/talks
    """
    from hallway.console import open_site

    try:
        from hallway.agents import agent_server
    except ImportError as error:
        raise click.ClickException("this needs the extra: pip install 'hallway[mcp]'") from error
    with open_site(folder) as site:
        agent_server(site).run()


@click.command()
@click.option(
    "--format",
    "name",
    default="nq",
    show_default=True,
    type=click.Choice(
        ["nq", "ttl", "trig", "jsonld", "rdf", "nt", "graphml", "gexf", "csv", "schema.org"]
    ),
    help="A dump, or the network as a file.",
)
@click.option(
    "--network", "kind", default="speaker-topic", show_default=True, help="Which network."
)
@click.option("--event", help="The event of a schema.org export, as kind/slug or address.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file; stdout by default.")
@site_option
def export(folder: Path, name: str, kind: str, event: str | None, output: Path | None) -> None:
    """Write the whole graph, a network, or an event as schema.org markup.

    \b
    Examples:
      hallway export --format ttl -o talks.ttl
      hallway export --format graphml --network co-speakers -o speakers.graphml
    """
    from hallway.console import open_site
    from hallway.exporting import export_site

    with open_site(folder) as site:
        export_site(site, name, kind, event, output, sys.stdout.buffer)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="The report as JSON on stdout.")
@site_option
def check(folder: Path, as_json: bool) -> None:
    """Check the data against the shapes and for integrity; exit 3 when it does not conform.

    \b
    Examples:
      hallway check
      hallway check --json --site /srv/talks
    """
    from hallway.console import open_site
    from hallway.exporting import check_site

    with open_site(folder) as site:
        if not check_site(site, as_json):
            raise SystemExit(NOT_CONFORMING)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--conflicts", "disagreeing", is_flag=True, help="What sources disagree about.")
@site_option
def status(folder: Path, as_json: bool, disagreeing: bool) -> None:
    """Show the published generation, its sources and counts.

    \b
    Examples:
      hallway status
      hallway status --conflicts
      hallway status --json --site /srv/talks
    """
    from hallway.console import open_site
    from hallway.disagreeing import list_conflicts

    with open_site(folder) as site:
        if disagreeing:
            list_conflicts(site, as_json)
            return
        current = site.current
        if as_json:
            click.echo(json.dumps(current.manifest, indent=1, ensure_ascii=False))
            return
        click.echo(f"{site.config.title}, generation {current.number}, {site.config.base}\n")
        write_table(sys.stdout, ("kind", "count"), list(current.counts.items()))
        click.echo()
        rows: Sequence[Sequence[object]] = [
            (one.slug, one.format, one.counts["events"], one.counts["talks"], one.digest[:12])
            for one in current.sources
        ]
        write_table(sys.stdout, ("source", "format", "events", "talks", "digest"), rows)
