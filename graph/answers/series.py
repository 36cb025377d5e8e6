"""What ties a series together: who came to which editions, and which source names it."""

from __future__ import annotations

from collections.abc import Iterable

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.engine.protocol import Engine

__all__ = ["editions_of_people", "said_by"]

_ATTENDED = """SELECT DISTINCT ?person ?event WHERE {
  VALUES ?person { UNDEF }
  VALUES ?series { UNDEF }
  ?talk schema:performer ?person .
  ?talk a hw:Talk .
  ?talk schema:superEvent ?event .
  ?event hw:inSeries ?series .
}
LIMIT 20000"""

_SAID = """SELECT DISTINCT ?graph ?event ?label WHERE {
  VALUES ?series { UNDEF }
  GRAPH ?graph { ?event hw:inSeries ?series }
  OPTIONAL { ?event rdfs:label ?label }
}
ORDER BY ?graph ?label ?event
LIMIT 5000"""


def editions_of_people(engine: Engine, series: str, people: Iterable[str]) -> dict[str, set[str]]:
    """Return at which editions of a series each of some people gave a talk: person -> events."""
    nodes = [NamedNode(iri) for iri in dict.fromkeys(people) if iri]
    found: dict[str, set[str]] = {}
    if nodes:
        query = bound(_ATTENDED, person=nodes, series=NamedNode(series))
        for row in engine.select(query).dicts():
            found.setdefault(row["person"], set()).add(row["event"])
    return found


def said_by(engine: Engine, base: str, series: str) -> dict[str, list[Ref]]:
    """Return who says which events are editions of a series: slug of the source -> events.

    The key is ``decisions`` for what a curator decided.
    """
    start = f"{base}graph/"
    found: dict[str, list[Ref]] = {}
    for row in engine.select(bound(_SAID, series=NamedNode(series))).dicts():
        name = row["graph"].removeprefix(start).removeprefix("source/")
        ref = Ref(row["event"], row.get("label", row["event"]))
        found.setdefault(name, []).append(ref)
    return found
