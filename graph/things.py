"""What a page asks of the graph: one thing with what is said of it, and lists of things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from pyoxigraph import Literal, NamedNode

from hallway.graph.engine.protocol import Engine, Term
from hallway.graph.vocabulary import KINDS, PREFIXES

__all__ = [
    "KIND_WORDS",
    "Ref",
    "Thing",
    "ThingLink",
    "Value",
    "abstracts",
    "affiliations",
    "appearances",
    "counts",
    "describe",
    "document_path",
    "exists",
    "graph_query",
    "incoming",
    "incoming_any",
    "iri_of",
    "links_to_topics",
    "list_things",
    "performers",
    "places_in_source",
    "presenters",
    "recorded",
    "resolve",
    "shorten",
    "sources_of",
    "split_iri",
    "talk_counts",
    "talks_by_year",
    "talks_of_events",
]

KIND_WORDS = {
    "event": ("event", "events"),
    "series": ("series", "series"),
    "talk": ("talk", "talks"),
    "person": ("person", "people"),
    "organization": ("organization", "organizations"),
    "topic": ("topic", "topics"),
    "audience": ("audience", "audiences"),
    "place": ("place", "places"),
}
"""The eight kinds with pages of their own: kind -> singular, plural (also the index's path)."""

INCOMING_LIMIT = 1000
"""Most statements about other things in one document."""

_PREFIX = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in sorted(PREFIXES.items()))


def _bound(query: str, **terms: NamedNode | Sequence[NamedNode]) -> str:
    """Replace ``VALUES ?name { UNDEF }`` by terms, which `NamedNode` has checked and serialises."""
    for name, given in terms.items():
        nodes = [given] if isinstance(given, NamedNode) else given
        slot = "VALUES ?" + name + " { UNDEF }"
        if slot not in query:
            raise ValueError("the query has no slot for " + name)
        query = query.replace(slot, "VALUES ?" + name + " { " + " ".join(map(str, nodes)) + " }")
    return _PREFIX + query


def shorten(iri: str) -> str:
    """Write an IRI with a known prefix; others stay whole.

    >>> shorten("https://schema.org/name")
    'schema:name'
    """
    for name, prefix in PREFIXES.items():
        if iri.startswith(prefix):
            return f"{name}:{iri[len(prefix) :]}"
    return iri


def iri_of(base: str, kind: str, slug: str) -> str | None:
    """Return the IRI of a thing from the parts of its path; None when they cannot be one.

    Parameters
    ----------
    slug
        As the server decoded it; brought to NFC, as minted.
    """
    text = base + "id/" + kind + "/" + unicodedata.normalize("NFC", slug)
    try:
        return NamedNode(text).value
    except ValueError:
        return None


def split_iri(base: str, iri: str) -> tuple[str, str] | None:
    """Return kind and slug of one of our IRIs; None for any other.

    >>> split_iri("http://example.org/", "http://example.org/id/topic/cranes")
    ('topic', 'cranes')
    """
    start = base + "id/"
    kind, slash, slug = iri[len(start) :].partition("/") if iri.startswith(start) else ("", "", "")
    return (kind, slug) if kind and slash and slug else None


def document_path(base: str, iri: str) -> str | None:
    """Return the path of a thing's document below the base, percent-encoded; None for others."""
    parts = split_iri(base, iri)
    if parts is None:
        return None
    kind, slug = parts
    return f"{kind}/{quote(unquote(slug) if '%' in slug else slug, safe='')}"


@dataclass(frozen=True, slots=True)
class Ref:
    """A thing by name.

    Attributes
    ----------
    status
        ``stated`` by a source, ``derived`` by linking or ``suggested`` only.
    """

    iri: str
    label: str
    status: str = "stated"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """One object of a statement: an IRI with its label, or a literal."""

    text: str
    label: str
    is_iri: bool
    datatype: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing and what the graph says of it.

    Attributes
    ----------
    values
        CURIE of the property -> values, sorted by label.
    """

    iri: str
    kind: str
    slug: str
    label: str
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)

    def all(self, name: str) -> tuple[Value, ...]:
        """Return all values of a property, none when it is not known."""
        return self.values.get(name, ())

    def first(self, name: str) -> Value | None:
        """Return the first value of a property; None when it is not known."""
        values = self.values.get(name)
        return values[0] if values else None

    def text(self, name: str) -> str:
        """Return the first value as text, empty when it is not known."""
        value = self.first(name)
        return value.text if value else ""

    def number(self, name: str) -> int | None:
        """Return the first value as an integer; None when it is none."""
        text = self.text(name)
        return int(text) if re.fullmatch(r"[+-]?\d{1,12}", text) else None

    def refs(self, name: str) -> tuple[Ref, ...]:
        """Return the things a property leads to."""
        return tuple(Ref(v.text, v.label) for v in self.all(name) if v.is_iri)

    def is_a(self, name: str) -> bool:
        """Say whether the thing has this type, given as a CURIE."""
        return any(shorten(value.text) == name for value in self.all("rdf:type"))


def _value(term: Term, label: str) -> Value:
    if isinstance(term, Literal):
        language = term.language or ""
        return Value(term.value, term.value, False, shorten(term.datatype.value), language)
    return Value(term.value, label or shorten(term.value), True)


_EXISTS = """ASK {
  VALUES ?thing { UNDEF }
  ?thing ?p ?o
}"""


def exists(engine: Engine, iri: str) -> bool:
    """Say whether the graph says anything of a thing."""
    return engine.ask(_bound(_EXISTS, thing=NamedNode(iri)))


_DESCRIBE = """SELECT DISTINCT ?p ?o ?label WHERE {
  VALUES ?thing { UNDEF }
  ?thing ?p ?o .
  OPTIONAL { ?o rdfs:label ?label }
}
ORDER BY ?p ?o
LIMIT 5000"""


def describe(engine: Engine, base: str, iri: str) -> Thing | None:
    """Read one thing.

    Returns
    -------
    Thing or None
        None when the graph says nothing of it.
    """
    parts = split_iri(base, iri)
    if parts is None:
        return None
    rows = engine.select(_bound(_DESCRIBE, thing=NamedNode(iri))).rows
    if not rows:
        return None
    found: dict[str, list[Value]] = {}
    for predicate, term, label in rows:
        if predicate is None or term is None:
            continue
        text = label.value if label is not None else ""
        found.setdefault(shorten(predicate.value), []).append(_value(term, text))
    values = {
        name: tuple(sorted(set(some), key=lambda v: (v.label.casefold(), v.text)))
        for name, some in found.items()
    }
    names = values.get("rdfs:label") or values.get("schema:name")
    return Thing(iri, parts[0], parts[1], names[0].text if names else parts[1], values)


_LIST = """SELECT ?thing ?label WHERE {
  VALUES ?class { UNDEF }
  ?thing a ?class ; rdfs:label ?label .
  FILTER NOT EXISTS { ?thing a hw:Room }
}
ORDER BY LCASE(STR(?label)) ?thing
LIMIT 100000"""


def list_things(engine: Engine, kind: str) -> list[Ref]:
    """Return every thing of one of the eight kinds, by name."""
    classes = [KINDS[kind]]
    if kind == "place":
        classes.append(NamedNode(PREFIXES["schema"] + "VirtualLocation"))
    query = _bound(_LIST, **{"class": classes})
    return [Ref(row["thing"], row["label"]) for row in engine.select(query).dicts()]


_COUNT = """SELECT ?class (COUNT(DISTINCT ?thing) AS ?n) WHERE {
  VALUES ?class { UNDEF }
  ?thing a ?class .
}
GROUP BY ?class
ORDER BY ?class
LIMIT 20"""


def counts(engine: Engine) -> dict[str, int]:
    """Count the things of each of the eight kinds."""
    query = _bound(_COUNT, **{"class": list(KINDS.values())})
    found = {row["class"]: int(row["n"]) for row in engine.select(query).dicts()}
    result = {kind: found.get(iri.value, 0) for kind, iri in KINDS.items()}
    result["place"] = len(list_things(engine, "place"))
    return result


_APPEARANCES = """SELECT DISTINCT ?person ?label ?role ?printed ?org ?orgLabel ?position WHERE {
  VALUES ?thing { UNDEF }
  ?thing hw:appearance ?a .
  ?a schema:performer ?person .
  ?person rdfs:label ?label .
  OPTIONAL { ?a hw:role/rdfs:label ?role }
  OPTIONAL { ?a hw:printedName ?printed }
  OPTIONAL { ?a schema:affiliation ?org . ?org rdfs:label ?orgLabel }
  OPTIONAL { ?a schema:position ?position }
}
ORDER BY ?position ?label
LIMIT 500"""


def appearances(engine: Engine, iri: str) -> list[dict[str, str]]:
    """Return who appears in a talk or an event, in the order of the source.

    Returns
    -------
    list[dict[str, str]]
        Keys ``person label role printed org orgLabel position``; unknown ones are left out.
    """
    return list(engine.select(_bound(_APPEARANCES, thing=NamedNode(iri))).dicts())


_PERFORMERS = """SELECT ?talk ?person ?label ?position WHERE {
  VALUES ?talk { UNDEF }
  ?talk schema:performer ?person .
  ?person rdfs:label ?label .
  OPTIONAL { ?talk hw:appearance ?a . ?a schema:performer ?person ; schema:position ?position }
}
LIMIT 20000"""


def performers(engine: Engine, talks: Iterable[str]) -> dict[str, list[Ref]]:
    """Return who gave each of some talks, in the order of the source: talk -> people."""
    nodes = [NamedNode(iri) for iri in dict.fromkeys(talks) if iri]
    found: dict[str, dict[str, Ref]] = {}
    if nodes:
        rows = sorted(
            engine.select(_bound(_PERFORMERS, talk=nodes)).dicts(),
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
        _bound(query.replace("PROPERTY", property_), talk=nodes) for query in (_STATED, _LINKED)
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
    rows = engine.select(_bound(_INCOMING_ANY, object=NamedNode(iri))).dicts()
    return [Ref(row["thing"], row["label"], note=shorten(row["property"])) for row in rows]


_RECORDED = """SELECT DISTINCT ?talk WHERE {
  VALUES ?talk { UNDEF }
  ?talk schema:recordedIn ?recording .
}
LIMIT 20000"""


def recorded(engine: Engine, talks: Iterable[str]) -> frozenset[str]:
    """Return those of some talks that have a recording."""
    nodes = [NamedNode(iri) for iri in dict.fromkeys(talks) if iri]
    rows = engine.select(_bound(_RECORDED, talk=nodes)).dicts() if nodes else ()
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
        for row in engine.select(_bound(_TALKS, event=nodes)).dicts():
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
    query = _bound(_INCOMING, object=NamedNode(iri), property=NamedNode(PREFIXES[prefix] + local))
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
    for row in engine.select(_bound(_AFFILIATIONS, person=NamedNode(person))).dicts():
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
    query = _bound(_YEARS_OF_TOPIC, topic=NamedNode(topic)) if topic else _bound(_TALKS_BY_YEAR)
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
    rows = engine.select(_bound(_TALK_COUNTS, person=nodes)).dicts() if nodes else ()
    return {row["person"]: int(row["talks"]) for row in rows}


_PLACES = """SELECT ?talk ?place WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ; hw:locator ?place .
}
ORDER BY ?talk ?place
LIMIT 10000"""


def places_in_source(engine: Engine, event: str) -> dict[str, str]:
    """Return where in its source each talk and break of an event stands."""
    rows = engine.select(_bound(_PLACES, event=NamedNode(event))).dicts()
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
    rows = engine.select(_bound(_ABSTRACTS, event=NamedNode(event))).dicts()
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
    rows = engine.select(_bound(_SOURCES, thing=NamedNode(iri))).dicts()
    start = base + "graph/"
    found = [
        ThingLink(row["graph"], row["graph"].removeprefix(start), int(row["n"])) for row in rows
    ]
    return sorted(found, key=lambda link: (-link.statements, link.label))


_RESOLVE = """SELECT ?thing WHERE {
  VALUES ?class { UNDEF }
  ?thing rdfs:label ?label ; a ?class .
  FILTER(LCASE(STR(?label)) = LCASE(?wanted))
}
ORDER BY ?thing
LIMIT 1"""


def resolve(engine: Engine, base: str, kind: str, text: str) -> str | None:
    """Find the thing that a reader means: its IRI, ``kind/slug``, its slug or its name.

    Returns
    -------
    str or None
        An IRI under the base; None when nothing is meant by the text.
    """
    text = text.strip()
    if text.startswith(base):
        return text if split_iri(base, text) else None
    given_kind, slash, slug = text.partition("/")
    for candidate in (
        iri_of(base, given_kind, slug) if slash else None,
        iri_of(base, kind, text),
    ):
        if candidate and describe(engine, base, candidate):
            return candidate
    if kind not in KINDS:
        return None
    query = _bound(_RESOLVE.replace("?wanted", str(Literal(text))), **{"class": KINDS[kind]})
    return next((row["thing"] for row in engine.select(query).dicts()), None)


_GRAPH = """CONSTRUCT {
  ?thing ?p ?o . ?o rdfs:label ?label .
  ?s ?q ?thing . ?s rdfs:label ?other .
} WHERE {
  {
    VALUES ?thing { UNDEF }
    ?thing ?p ?o .
    OPTIONAL { ?o rdfs:label ?label }
  } UNION {
    { SELECT ?thing ?s ?q WHERE {
        VALUES ?thing { UNDEF }
        ?s ?q ?thing .
      } ORDER BY ?s ?q LIMIT 1000 }
    OPTIONAL { ?s rdfs:label ?other }
  }
}"""


def graph_query(iri: str) -> str:
    """Return the CONSTRUCT of a thing's document.

    It holds what is said of the thing, up to `INCOMING_LIMIT` statements that lead to it (in the
    order of their subjects, so that every syntax gets the same ones), and the names of all
    neighbours.
    """
    return _bound(_GRAPH, thing=NamedNode(iri))
