"""The commands that ask a site: query and connect."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import BinaryIO

import click

from hallway.graph.errors import QueryError, SiteError
from hallway.graph.site import Site
from hallway.graph.vocabulary import KINDS, PREFIXES
from hallway.tables import printable, write_solutions

__all__ = [
    "connect_things",
    "find_thing",
    "query_text",
    "write_answer",
]

MEDIA_TYPES = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "ttl": "text/turtle",
    "nt": "application/n-triples",
    "rdf": "application/rdf+xml",
    "jsonld": "application/ld+json",
}


def query_text(argument: str) -> str:
    """Return the query that an argument names: a file, ``-`` for stdin, or itself."""
    if argument == "-":
        return sys.stdin.read()
    if not any(char in argument for char in "{\n") and Path(argument).is_file():
        return Path(argument).read_text("utf-8")
    return argument


def with_prefixes(query: str) -> str:
    """Declare those of our prefixes that a query uses and does not declare."""
    lower = query.lower()
    missing = [
        f"PREFIX {name}: <{iri}>"
        for name, iri in PREFIXES.items()
        if f"{name}:" in query and f"prefix {name}:" not in lower
    ]
    return " ".join([*missing, query])


def write_answer(site: Site, query: str, name: str | None, out: BinaryIO) -> None:
    """Run a query and write its answer."""
    text = with_prefixes(query)
    if name in (None, "table"):
        try:
            solutions = site.engine().select(text)
        except QueryError as error:
            if error.kind not in ("form", "media-type") or name == "table":
                raise
        else:
            write_solutions(sys.stdout, solutions, name)
            return
    wanted = [MEDIA_TYPES[name]] if name else ["text/turtle", "application/sparql-results+json"]
    for chunk in site.engine().serialize(text, wanted).chunks:
        out.write(chunk)
    out.flush()


def find_thing(site: Site, text: str) -> str:
    """Return the IRI of a thing given by address, as kind/slug or by name."""
    if text.startswith(site.config.base):
        return text
    kind, slash, slug = text.partition("/")
    if slash and kind in KINDS:
        return f"{site.config.base}id/{kind}/{slug}"
    hits = site.search_index().search(text, limit=5)
    if not hits.items:
        raise SiteError(f"nothing is called {text!r}", remedy="give kind/slug or an address")
    return hits.items[0].iri


def connect_things(site: Site, a: str, b: str, k: int, as_json: bool) -> None:
    """Print how two things are connected."""
    from hallway.graph.networks.paths import connections
    from hallway.graph.networks.picture import incidence_of

    paths = connections(incidence_of(site), find_thing(site, a), find_thing(site, b), k=k)
    if as_json:
        click.echo(json.dumps([path.as_json() for path in paths], ensure_ascii=False, indent=1))
        return
    if not paths:
        click.echo("No connection of up to 8 steps is known.")
    for number, path in enumerate(paths, 1):
        click.echo(f"{number}.")
        for sentence in path.words():
            click.echo(printable(f"   {sentence}"))
