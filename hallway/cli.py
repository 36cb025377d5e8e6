"""The command line. Data goes to stdout, everything else to stderr.

Exit codes: 0 done, 1 could not, 2 used wrongly, 3 the data does not conform.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from hallway import __version__
from hallway.graph.errors import HallwayError
from hallway.tables import printable, write_solutions, write_table

__all__ = ["main"]

NOT_CONFORMING = 3
FILE = click.Path(exists=True, path_type=Path)  # a folder is one source of several files


class _Group(click.Group):
    """Turns every HallwayError into a message and exit code 1; a traceback is a fault of ours."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HallwayError as error:
            raise click.ClickException(printable(str(error), keep_lines=True)) from error
        except BrokenPipeError:
            sys.stderr.close()
            raise SystemExit(1) from None


def site_option(function: Any) -> Any:
    """Add ``--site``, the site's folder."""
    return click.option(
        "--site",
        "folder",
        type=click.Path(file_okay=False, path_type=Path),
        default=lambda: os.environ.get("HALLWAY_SITE", "hallway-site"),
        show_default="$HALLWAY_SITE or ./hallway-site",
        help="The site's folder.",
    )(function)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hallway")
def main() -> None:
    """Conference programmes in, one knowledge graph out.

    \b
    Examples:
      hallway demo
      hallway build schedule.xml talks.csv && hallway serve
    """


@main.command()
@click.option("--port", default=8000, show_default=True, help="Port on 127.0.0.1.")
@click.option("--no-serve", is_flag=True, help="Build the site and stop.")
@site_option
def demo(port: int, no_serve: bool, folder: Path) -> None:
    """Build the bundled programmes and serve them.

    \b
    Examples:
      hallway demo
      hallway demo --port 8080 --site /tmp/demo
    """
    from hallway.importing import build_site, sample_requests
    from hallway.serving import serve_site

    build_site(folder, sample_requests(), base=f"http://127.0.0.1:{port}/", title="Hallway demo")
    if not no_serve:
        serve_site(folder, "127.0.0.1", port)


@main.command()
@click.argument("files", nargs=-1, required=True, type=FILE)
@click.option("--format", "name", help="Name of a format; told from the bytes by default.")
@click.option("--event", help="Name of the event, for a file that does not name it.")
@click.option("--series", help="Name of the series, for a file that does not name it.")
@click.option("--zone", help="IANA name of the zone of times without one, such as Europe/Berlin.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
def read(
    files: tuple[Path, ...],
    name: str | None,
    event: str | None,
    series: str | None,
    zone: str | None,
    as_json: bool,
) -> None:
    """Say what a file holds, with every notice; write nothing.

    \b
    Examples:
      hallway read schedule.xml
      hallway read --json talks.csv --event "Harbour Conf 2026"
    """
    from hallway.importing import read_file

    failed = 0
    for path in files:
        failed += not read_file(path, name, event, series, zone, as_json)
    if failed:
        raise SystemExit(1)


@main.command()
@click.argument("files", nargs=-1, type=FILE)
@click.option("--format", "name", help="Name of a format; told from the bytes by default.")
@click.option("--event", help="Name of the event, for a file that does not name it.")
@click.option("--series", help="Name of the series, for a file that does not name it.")
@click.option("--zone", help="IANA name of the zone of times without one, such as Europe/Berlin.")
@click.option("--base", help="Base of all addresses, for a new site; ends in a slash.")
@click.option("--title", help="Title, for a new site.")
@click.option("--licence", default="", help="Licence of the published data, for a new site.")
@click.option("--remove", multiple=True, metavar="SOURCE", help="Leave out a source from now on.")
@click.option("--rebuild", is_flag=True, help="Publish a generation even when nothing is new.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON on stdout.")
@site_option
def build(folder: Path, files: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """Import programmes and publish a new generation.

    Building the same files again adds nothing. A newer version of a file takes its place.

    \b
    Examples:
      hallway build schedule.xml calendar.ics
      hallway build talks.csv --event "Harbour Conf 2026" --zone Europe/Berlin
    """
    from hallway.importing import build_site, file_requests

    requests = file_requests(
        files, options["name"], options["event"], options["series"], options["zone"]
    )
    report = build_site(
        folder,
        requests,
        base=options["base"],
        title=options["title"],
        licence=options["licence"],
        remove=options["remove"],
        rebuild=options["rebuild"],
        as_json=as_json,
    )
    if any(one.what == "failed" for one in report.imports):
        raise SystemExit(1)


@main.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("--format", "name", help="Name of a format; told from the bytes by default.")
@click.option("--event", help="Name of the event, for a file that does not name it.")
@click.option("--series", help="Name of the series, for a file that does not name it.")
@click.option("--zone", help="IANA name of the zone of times without one, such as Europe/Berlin.")
@site_option
def fetch(folder: Path, urls: tuple[str, ...], name: str | None, **options: str | None) -> None:
    """Fetch programmes from public http or https addresses, and build.

    The addresses are remembered; see refresh.

    \b
    Examples:
      hallway fetch https://talks.example.org/schedule.xml
      hallway fetch https://talks.example.org/talks.csv --event "Harbour Conf 2026"
    """
    from hallway.fetching import fetch_sources

    given = {"format": name, **options}
    if not fetch_sources(folder, urls, {key: one for key, one in given.items() if one}):
        raise SystemExit(1)


@main.command()
@site_option
def refresh(folder: Path) -> None:
    """Fetch again whatever was fetched before, and build once.

    \b
    Examples:
      hallway refresh
      hallway refresh --site /srv/talks
    """
    from hallway.fetching import refresh_sources

    if not refresh_sources(folder):
        raise SystemExit(1)


@main.command()
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


@main.command()
@click.argument("query", default="-")
@click.option(
    "--format",
    "name",
    type=click.Choice(["table", "csv", "tsv", "json", "xml", "ttl", "nt", "rdf", "jsonld"]),
    help="Default: a table on a terminal, CSV when piped; Turtle for a graph.",
)
@site_option
def query(folder: Path, query: str, name: str | None) -> None:
    """Run a SPARQL query: a file, - for stdin, or the text itself.

    \b
    Examples:
      hallway query "SELECT ?name { ?talk a hw:Talk ; rdfs:label ?name } LIMIT 5"
      hallway query speakers.rq --format json
    """
    from hallway.asking import query_text, write_answer
    from hallway.console import open_site

    with open_site(folder) as site:
        write_answer(site, query_text(query), name, sys.stdout.buffer)


@main.command()
@click.argument("question", required=False)
@click.argument("parameters", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--list", "listing", is_flag=True, help="List the questions.")
@click.option("--format", "name", type=click.Choice(["table", "csv", "json"]), help="As in query.")
@site_option
def ask(
    folder: Path,
    question: str | None,
    parameters: tuple[str, ...],
    listing: bool,
    name: str | None,
) -> None:
    """Ask a stored question; things are given as kind/slug or by address.

    \b
    Examples:
      hallway ask --list
      hallway ask speakers-of-topic topic=topic/liquid-cooling-via-cdus
    """
    from hallway.console import open_site
    from hallway.graph.questions import questions

    if listing or question is None:
        rows = [
            (one.name, " ".join(p.name for p in one.parameters), one.title)
            for one in questions().values()
        ]
        write_table(sys.stdout, ("question", "parameters", "title"), rows)
        return
    values: dict[str, str] = {}
    for parameter in parameters:
        key, equals, value = parameter.partition("=")
        if not equals:
            raise click.UsageError(f"{parameter!r} is not NAME=VALUE")
        values[key] = value
    with open_site(folder) as site:
        write_solutions(sys.stdout, site.ask(question, **values), name)


@main.command()
@click.argument("a")
@click.argument("b")
@click.option("-k", default=3, show_default=True, help="How many ways to tell.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@site_option
def connect(folder: Path, a: str, b: str, k: int, as_json: bool) -> None:
    """Tell how two things are connected; each hop names the talk that makes it.

    A thing is given by name, as kind/slug, or by address.

    \b
    Examples:
      hallway connect "Julie Bernauer" "Jiaxin Cao"
      hallway connect person/robin-battey topic/checkpointing
    """
    from hallway.asking import connect_things
    from hallway.console import open_site

    with open_site(folder) as site:
        connect_things(site, a, b, k, as_json)


@main.command()
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


@main.command()
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


@main.group()
def review() -> None:
    """List what linking suggests, and decide.

    \b
    Examples:
      hallway review list
      hallway review accept LINK --why "same home page"
    """


@review.command("list")
@click.option("--limit", default=20, show_default=True, help="Most suggestions to list.")
@site_option
def review_list(folder: Path, limit: int) -> None:
    """List suggestions, surest first.

    \b
    Examples:
      hallway review list
      hallway review list --limit 100
    """
    from hallway.asking import list_suggestions
    from hallway.console import open_site

    with open_site(folder) as site:
        list_suggestions(site, limit)


@review.command("decisions")
@site_option
def review_decisions(folder: Path) -> None:
    """List what has been decided, oldest first, and what contradicts.

    \b
    Examples:
      hallway review decisions
      hallway review decisions --site /srv/talks
    """
    from hallway.asking import list_decisions
    from hallway.console import open_site

    with open_site(folder) as site:
        list_decisions(site)


def _deciding(action: str, arguments: Sequence[str], does: str, example: str) -> None:
    """Add the command of one action; its arguments are the decision's subject and object."""

    @review.command(
        action,
        help=f"""{does}

    \b
    Examples:
      hallway review {action} {example}
      hallway review {action} {example} --who ana --why "same home page"
    """,
    )
    @click.option(
        "--who",
        default=lambda: os.environ.get("USER", ""),
        show_default="$USER",
        help="Who decides.",
    )
    @click.option("--why", default="", help="The reason, kept with the decision.")
    @site_option
    def decide(folder: Path, who: str, why: str, **values: str) -> None:
        from hallway.asking import record_decision
        from hallway.console import open_site

        with open_site(folder) as site:
            record_decision(site, action, [values[name] for name in arguments], who, why)

    for name in arguments:
        decide.params.append(click.Argument([name]))


_deciding("accept", ("link",), "Accept a suggested or derived link.", "0a1b2c3d4e5f6071")
_deciding("reject", ("link",), "Reject a suggested or derived link.", "0a1b2c3d4e5f6071")
_deciding("merge", ("a", "b"), "Say that two people are one.", "person/ana-l person/ana-lee")
_deciding("split", ("a", "b"), "Say that two people are two.", "person/jie-yang person/jie-yang-2")
_deciding("rename", ("thing", "name"), "Give a thing its name.", 'person/ana-l "Ana Lindqvist"')
_deciding("undo", ("decision",), "Take a decision back.", "1f2e3d4c5b6a7988")


@main.command()
@click.argument("versions", nargs=-1, required=True, metavar="SOURCE | OLD_FILE NEW_FILE")
@click.option("--from", "earlier", type=click.IntRange(max=0), help="Default: -1, the one before.")
@click.option("--to", "later", type=click.IntRange(max=0), help="Default: 0, the current version.")
@click.option("--format", "name", help="Name of the format of both files; told from the bytes.")
@click.option("--event", help="Name of the event, for files that do not name it.")
@click.option("--series", help="Name of the series, for files that do not name it.")
@click.option("--zone", help="IANA name of the zone of times without one, such as Europe/Berlin.")
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object; `changed` is true or false."
)
@site_option
def diff(
    folder: Path,
    versions: tuple[str, ...],
    earlier: int | None,
    later: int | None,
    as_json: bool,
    **options: str | None,
) -> None:
    """Say what changed between two versions of a programme.

    SOURCE is a source as `hallway status` names it. Two files are compared without a site.
    Exit code 0 whether or not something changed: then stdout is empty, or `changed` false.

    \b
    Examples:
      hallway diff schedule-xml --from -2
      hallway diff monday.xml tuesday.xml --json
    """
    from hallway.differing import compare_files, compare_versions, print_changes

    if len(versions) == 1:
        if any(options.values()):
            raise click.UsageError("--format, --event, --series and --zone are for two files")
        ends = -1 if earlier is None else earlier, later or 0
        changes = compare_versions(folder, versions[0], *ends)
    else:
        if len(versions) > 2 or earlier is not None or later is not None:
            raise click.UsageError("give one source, with --from and --to, or two files without")
        paths = [FILE.convert(one, None, click.get_current_context()) for one in versions]
        changes = compare_files(paths, **options)
    print_changes(changes, as_json)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@site_option
def status(folder: Path, as_json: bool) -> None:
    """Show the published generation, its sources and counts.

    \b
    Examples:
      hallway status
      hallway status --json --site /srv/talks
    """
    from hallway.console import open_site

    with open_site(folder) as site:
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
