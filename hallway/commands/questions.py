"""Questions of a site: query, ask and connect."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

import click

from hallway.commands.options import site_option
from hallway.tables import write_solutions, write_table

__all__ = ["ask", "connect", "match", "query"]


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
    from hallway.graph.answers.questions import questions

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


@click.command()
@click.argument("table", type=click.File("r", encoding="utf-8-sig"))
@click.option("--column", required=True, help="The column of names.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(["person", "organization", "topic", "talk", "event", "series"]),
    help="What the names are of; all six by default.",
)
@click.option(
    "--known",
    multiple=True,
    metavar="PROPERTY=COLUMN",
    help="Another column that tells which thing is meant, such as event=Conference.",
)
@site_option
def match(
    folder: Path, table: TextIO, column: str, kinds: tuple[str, ...], known: tuple[str, ...]
) -> None:
    """Match the names in a CSV table to things of the site; write the table with four more columns.

    \b
    Examples:
      hallway match people.csv --column Name --kind person > matched.csv
      hallway match people.csv --column Name --kind person --known affiliation=Company
    """
    from hallway.console import open_site
    from hallway.graph.matching.properties import PROPERTIES
    from hallway.matching import match_table

    told = {}
    for one in known:
        name, equals, own = one.partition("=")
        if not equals or name not in PROPERTIES:
            raise click.UsageError(
                f"--known {one}: give PROPERTY=COLUMN; properties are {', '.join(PROPERTIES)}"
            )
        told[name] = own
    with open_site(folder) as site:
        total, sure = match_table(
            site, table, sys.stdout, column=column, kinds=kinds, known=told, where=table.name
        )
    click.echo(f"{sure:,} of {total:,} rows matched", err=True)
