"""Questions of a site: query, ask and connect."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hallway.commands.options import site_option
from hallway.tables import write_solutions, write_table

__all__ = ["ask", "connect", "query"]


@click.command()
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


@click.command()
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


@click.command()
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
