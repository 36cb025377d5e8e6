"""What things have to do with each other, asked for many at once: a page asks once for a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.engine.protocol import Engine
from hallway.graph.iris import shorten
from hallway.graph.programme import WITHHELD
from hallway.graph.vocabulary import PREFIXES

__all__ = [
    "ThingLink",
    "abstracts",
    "affiliations",
    "appearances",
    "incoming",
    "incoming_any",
    "links_to_topics",
    "performers",
    "places_in_source",
    "presenters",
    "recorded",
    "sources_of",
    "talk_counts",
    "talks_by_year",
    "talks_of_events",
]

_APPEARANCES = """SELECT DISTINCT ?person ?label ?role ?printed ?org ?orgLabel ?position WHERE {
  VALUES ?thing { UNDEF }
  ?thing hw:appearance ?a .
  ?a schema:performer ?person .
  OPTIONAL { ?person rdfs:label ?label }
  OPTIONAL { ?a hw:role/rdfs:label ?role }
  OPTIONAL { ?a hw:printedName ?printed }
  OPTIONAL { ?a schema:affiliation ?org . ?org rdfs:label ?orgLabel }
  OPTIONAL { ?a schema:position ?position }
}
ORDER BY ?position ?label ?orgLabel
LIMIT 500"""


def appearances(engine: Engine, iri: str) -> list[dict[str, str]]:
    """Return who appears in a talk or an event, in the order of the source.

    Returns
    -------
    list[dict[str, str]]
        Keys ``person label role printed org orgLabel position``; unknown ones are left out. Of
        several affiliations `org` is the first by name and `orgLabel` names all. Who asked to be
        forgotten has a label that says so.
    """
    once: dict[tuple[str | None, ...], dict[str, str]] = {}
    for row in engine.select(bound(_APPEARANCES, thing=NamedNode(iri))).dicts():
        person = tuple(row.get(key) for key in ("person", "role", "printed", "position"))
        known = once.setdefault(person, {"label": WITHHELD} | row)
        if known.get("orgLabel") and row["orgLabel"] not in known["orgLabel"].split(" · "):
            known["orgLabel"] += " · " + row["orgLabel"]
    return list(once.values())


_PERFORMERS = """SELECT ?talk ?person ?label ?position WHERE {
  VALUES ?talk { UNDEF }
  ?talk schema:performer ?person .
  OPTIONAL { ?person rdfs:label ?label }
  OPTIONAL { ?talk hw:appearance ?a . ?a schema:performer ?person ; schema:position ?position }
}
LIMIT 20000"""


def performers(engine: Engine, talks: Iterable[str]) -> dict[str, list[Ref]]:
    """Return who gave each of some talks, in the order of the source: talk -> people."""
    nodes = [NamedNode(iri) for iri in dict.fromkeys(talks) if iri]
    found: dict[str, dict[str, Ref]] = {}
    if nodes:
        rows = sorted(
            (
                {"label": WITHHELD} | row
                for row in engine.select(bound(_PERFORMERS, talk=nodes)).dicts()
            ),
            key=lambda row: (int(row.get("position", 999)), row["label"], row["person"]),
        )
        for row in rows:
            people = found.setdefault(row["talk"], {})
            people.setdefault(row["person"], Ref(row["person"], row["label"]))
    return {talk: list(people.values()) for talk, people in found.items()}


# Sorted here and not by the engine, which takes three times as long for it.
_STATED = """SELECT ?talk ?object ?label WHERE {
  VALUES ?talk { UNDEF }
  ?talk PROPERTY ?object .
  OPTIONAL { ?object rdfs:label ?label }
}
LIMIT 20000"""

# Asked apart from the statements: an OPTIONAL over both takes fifty times as long. The property is
# filtered and not joined, since the planner would start from every link that has it.
_LINKED = """SELECT ?talk ?object ?label ?status WHERE {
  VALUES ?talk { UNDEF }
  ?link rdf:subject ?talk ; rdf:predicate ?property ; rdf:object ?object ; hw:status ?status .
  FILTER(?property = PROPERTY)
  OPTIONAL { ?object rdfs:label ?label }
}
LIMIT 20000"""


def _linked(engine: Engine, talks: Iterable[str], prefix: str, name: str) -> dict[str, list[Ref]]:
    """Return what talks lead to by a property, suggestions too, each with how sure it is."""
    nodes = [NamedNode(iri) for iri in dict.fromkeys(talks)]
    if not nodes:
        return {}
    property_ = str(NamedNode(PREFIXES[prefix] + name))
    stated, linked = (
        bound(query.replace("PROPERTY", property_), talk=nodes) for query in (_STATED, _LINKED)
    )
    found: dict[str, dict[str, Ref]] = {}
    for row in engine.select(stated).dicts():
        label = row.get("label", shorten(row["object"]))
        found.setdefault(row["talk"], {})[row["object"]] = Ref(row["object"], label)
    for row in engine.select(linked).dicts():
        status = row["status"].rpartition("#")[2]
        refs = found.setdefault(row["talk"], {})
        # A link that was rejected says nothing; a suggested one is no fact.
        if status == "suggested" or (status != "rejected" and row["object"] in refs):
            label = row.get("label", shorten(row["object"]))
            refs[row["object"]] = Ref(row["object"], label, status)
    return {
        talk: sorted(refs.values(), key=lambda ref: (ref.label.casefold(), ref.iri))
        for talk, refs in found.items()
    }


def links_to_topics(engine: Engine, talks: Iterable[str]) -> dict[str, list[Ref]]:
    """Return what each of some talks is about, with how sure that is: talk -> topics."""
    return _linked(engine, talks, "schema", "about")


def presenters(engine: Engine, talks: Iterable[str]) -> dict[str, list[Ref]]:
    """Return which organizations present each of some talks: talk -> organizations."""
    return {
        talk: kept
        for talk, refs in _linked(engine, talks, "hw", "presentedBy").items()
        if (kept := [ref for ref in refs if ref.status != "suggested"])
    }


_INCOMING_ANY = """SELECT DISTINCT ?thing ?property ?label WHERE {
  VALUES ?object { UNDEF }
  ?thing ?property ?object ; rdfs:label ?label .
}
ORDER BY ?property LCASE(STR(?label)) ?thing
LIMIT 200"""


def incoming_any(engine: Engine, iri: str) -> list[Ref]:
    """Return up to 200 things that lead to this one; `Ref.note` is the property as a CURIE."""
    rows = engine.select(bound(_INCOMING_ANY, object=NamedNode(iri))).dicts()
    return [Ref(row["thing"], row["label"], note=shorten(row["property"])) for row in rows]


_RECORDED = """SELECT DISTINCT ?talk WHERE {
  VALUES ?talk { UNDEF }
  ?talk schema:recordedIn ?recording .
}
LIMIT 20000"""


def recorded(engine: Engine, talks: Iterable[str]) -> frozenset[str]:
    """Return those of some talks that have a recording."""
    nodes = [NamedNode(iri) for iri in dict.fromkeys(talks) if iri]
    rows = engine.select(bound(_RECORDED, talk=nodes)).dicts() if nodes else ()
    return frozenset(row["talk"] for row in rows)


_TALKS = """SELECT ?event ?talk ?title ?minutes (SAMPLE(?r) AS ?recording) WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ; a hw:Talk ; schema:name ?title .
  OPTIONAL { ?talk hw:minutes ?minutes }
  OPTIONAL { ?talk schema:startDate ?start }
  OPTIONAL { ?talk schema:recordedIn ?r }
}
GROUP BY ?event ?talk ?title ?minutes ?start
ORDER BY ?event ?start ?talk
LIMIT 5000"""


def talks_of_events(engine: Engine, events: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """Return the talks of some events in order of time: event -> its talks.

    Returns
    -------
    dict
        Each talk with the keys ``talk title``, and ``minutes recording`` when known.
    """
    nodes = [NamedNode(iri) for iri in dict.fromkeys(events)]
    result: dict[str, list[dict[str, str]]] = {}
    if nodes:
        for row in engine.select(bound(_TALKS, event=nodes)).dicts():
            result.setdefault(row["event"], []).append(row)
    return result


_INCOMING = """SELECT DISTINCT ?thing ?label ?year WHERE {
  VALUES ?object { UNDEF }
  VALUES ?property { UNDEF }
  ?thing ?property ?object ; rdfs:label ?label .
  OPTIONAL { ?thing hw:year ?year }
}
ORDER BY DESC(?year) LCASE(STR(?label)) ?thing
LIMIT 500"""


def incoming(engine: Engine, name: str, iri: str) -> list[Ref]:
    """Return the things that a property leads from to this one, the latest year first.

    Parameters
    ----------
    name
        CURIE of the property, such as ``schema:audience``.

    Returns
    -------
    list[Ref]
        `Ref.note` is the year; at most 500.
    """
    prefix, _, local = name.partition(":")
    query = bound(_INCOMING, object=NamedNode(iri), property=NamedNode(PREFIXES[prefix] + local))
    rows = engine.select(query).dicts()
    return [Ref(row["thing"], row["label"], note=row.get("year", "")) for row in rows]


_AFFILIATIONS = """SELECT DISTINCT ?organization ?label ?year WHERE {
  VALUES ?person { UNDEF }
  ?a schema:performer ?person ; schema:affiliation ?organization .
  ?organization rdfs:label ?label .
  ?talk hw:appearance ?a .
  OPTIONAL { ?talk hw:year ?year }
}
ORDER BY DESC(?year) ?label
LIMIT 200"""


def affiliations(engine: Engine, person: str) -> list[Ref]:
    """Return the organizations a person spoke for, the latest first; `Ref.note` is the years."""
    years: dict[str, list[str]] = {}
    labels: dict[str, str] = {}
    for row in engine.select(bound(_AFFILIATIONS, person=NamedNode(person))).dicts():
        labels.setdefault(row["organization"], row["label"])
        years.setdefault(row["organization"], [])
        if "year" in row:
            years[row["organization"]].append(row["year"])
    return [Ref(iri, label, note=_span(years[iri])) for iri, label in labels.items()]


def _span(years: Sequence[str]) -> str:
    if not years:
        return ""
    first, last = min(years), max(years)
    return first if first == last else first + "–" + last


_TALKS_BY_YEAR = """SELECT ?year (COUNT(?talk) AS ?talks) WHERE {
  ?talk a hw:Talk ; hw:year ?year .
}
GROUP BY ?year
ORDER BY ?year
LIMIT 1000"""
_YEARS_OF_TOPIC = """SELECT ?year (COUNT(DISTINCT ?talk) AS ?talks) WHERE {
  VALUES ?topic { UNDEF }
  ?talk schema:about ?topic .
  ?talk a hw:Talk ; hw:year ?year .
}
GROUP BY ?year
ORDER BY ?year
LIMIT 1000"""


def talks_by_year(engine: Engine, topic: str | None = None) -> dict[int, int]:
    """Count talks by year: all of them, or those on a topic; years without one are left out."""
    query = bound(_YEARS_OF_TOPIC, topic=NamedNode(topic)) if topic else bound(_TALKS_BY_YEAR)
    return {int(row["year"]): int(row["talks"]) for row in engine.select(query).dicts()}


_TALK_COUNTS = """SELECT ?person (COUNT(DISTINCT ?talk) AS ?talks) WHERE {
  VALUES ?person { UNDEF }
  ?talk schema:performer ?person ; a hw:Talk .
}
GROUP BY ?person
ORDER BY ?person
LIMIT 1000"""


def talk_counts(engine: Engine, people: Iterable[str]) -> dict[str, int]:
    """Count the talks of each of some people."""
    nodes = [NamedNode(iri) for iri in people]
    rows = engine.select(bound(_TALK_COUNTS, person=nodes)).dicts() if nodes else ()
    return {row["person"]: int(row["talks"]) for row in rows}


_PLACES = """SELECT ?talk ?place WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ; hw:locator ?place .
}
ORDER BY ?talk ?place
LIMIT 10000"""


def places_in_source(engine: Engine, event: str) -> dict[str, str]:
    """Return where in its source each talk and break of an event stands."""
    rows = engine.select(bound(_PLACES, event=NamedNode(event))).dicts()
    return {row["talk"]: row["place"] for row in rows}


_ABSTRACTS = """SELECT ?talk ?text (BOUND(?mark) AS ?cut) WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ; a hw:Talk ; schema:abstract ?text .
  OPTIONAL { ?talk hw:textTruncated ?mark }
}
ORDER BY ?talk
LIMIT 5000"""


def abstracts(engine: Engine, event: str) -> dict[str, tuple[str, bool]]:
    """Return the text of each talk of an event, and whether its source cut it."""
    rows = engine.select(bound(_ABSTRACTS, event=NamedNode(event))).dicts()
    return {row["talk"]: (row["text"], row["cut"] == "true") for row in rows}


@dataclass(frozen=True, slots=True)
class ThingLink:
    """A source that speaks of a thing, with how many statements."""

    iri: str
    label: str
    statements: int


_SOURCES = """SELECT ?graph (COUNT(*) AS ?n) WHERE {
  VALUES ?thing { UNDEF }
  GRAPH ?graph { ?thing ?p ?o }
}
GROUP BY ?graph
ORDER BY ?graph
LIMIT 100"""


def sources_of(engine: Engine, base: str, iri: str) -> list[ThingLink]:
    """Return the graphs that say something of a thing, by how much they say."""
    rows = engine.select(bound(_SOURCES, thing=NamedNode(iri))).dicts()
    start = base + "graph/"
    found = [
        ThingLink(row["graph"], row["graph"].removeprefix(start), int(row["n"])) for row in rows
    ]
    return sorted(found, key=lambda link: (-link.statements, link.label))
