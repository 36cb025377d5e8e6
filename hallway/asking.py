"""The commands that ask a site: query, connect and review."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import click

from hallway.console import say
from hallway.graph.deciding import decide, decide_link
from hallway.graph.errors import QueryError, SiteError
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.graph.vocabulary import KINDS, PREFIXES
from hallway.tables import printable, write_solutions, write_table

__all__ = [
    "connect_things",
    "find_thing",
    "list_decisions",
    "list_suggestions",
    "query_text",
    "record_decision",
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
    from hallway.graph.paths import connections
    from hallway.graph.picture import incidence_of

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


SUGGESTIONS = """
PREFIX hw: <https://w3id.org/hallway#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?link ?confidence ?subject ?object ?evidence WHERE {
  ?link hw:status hw:suggested ; hw:confidence ?confidence ; hw:evidence ?evidence ;
        rdf:subject ?s ; rdf:object ?o .
  ?s rdfs:label ?subject .
  ?o rdfs:label ?object .
}
ORDER BY DESC(?confidence) ?link
LIMIT 100000
"""


def list_suggestions(site: Site, limit: int) -> None:
    """Print the surest suggestions."""
    found = list(site.sparql(SUGGESTIONS).dicts())
    rows = [
        (
            one["link"].rsplit("/", 1)[1],
            f"{float(one['confidence']):.2f}",
            one["subject"],
            one["object"],
            one["evidence"],
        )
        for one in found[:limit]
    ]
    write_table(sys.stdout, ("link", "score", "subject", "object", "evidence"), rows)
    say(f"{len(rows)} of {len(found)} suggestions")


def list_decisions(site: Site) -> None:
    """Print the decisions, and those that contradict one another."""
    decisions = Decisions.load(site.decisions)
    rows = [
        (one.id.rsplit("/", 1)[1], one.action, one.subject, one.object, one.who, one.when, one.why)
        for one in decisions.all
    ]
    header = ("decision", "action", "subject", "object", "who", "when", "why")
    write_table(sys.stdout, header, rows)
    for conflict in decisions.conflicts:
        say(f"Contradiction, not applied: {conflict.what}")
    for problem in decisions.problems:
        say(problem)


def record_decision(site: Site, action: str, things: Sequence[str], who: str, why: str) -> None:
    """Record a decision; it holds from the next build on."""
    when = datetime.now(UTC)
    if action in ("accept", "reject"):
        decision = decide_link(site, action, things[0], who=who, when=when, why=why)
    else:
        subject, object_ = (*things, "")[:2]
        decision = decide(site, action, subject, object_, who=who, when=when, why=why)
    say(f"Recorded as {decision.id.rsplit('/', 1)[1]}; it holds from the next build on:")
    say(f"  hallway build --site {site.folder}")
