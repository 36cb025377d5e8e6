"""What a page asks of the graph: one thing with what is said of it, and lists of things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pyoxigraph import Literal, NamedNode

from hallway.graph.engine.protocol import Engine, Term
from hallway.graph.iris import iri_of, is_withheld, shorten, split_iri
from hallway.graph.programme import WITHHELD
from hallway.graph.vocabulary import KINDS, PREFIXES

__all__ = [
    "KIND_WORDS",
    "Ref",
    "Thing",
    "Value",
    "bound",
    "describe",
    "exists",
    "gather",
    "graph_query",
    "list_things",
    "resolve",
    "survivor",
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


_SLOT = re.compile(r"VALUES \?(\w+) \{ UNDEF \}")


def bound(query: str, **terms: NamedNode | Literal | Sequence[NamedNode]) -> str:
    """Fill the slots of a query and put our prefixes before it.

    Parameters
    ----------
    query
        Holds ``VALUES ?name { UNDEF }`` for each of the terms.
    **terms
        What goes there: a term has checked itself and serialises itself, so neither an address nor
        a text changes the structure of the query.
    """
    for name in terms:
        if "VALUES ?" + name + " { UNDEF }" not in query:
            raise ValueError("the query has no slot for " + name)

    def filled(slot: re.Match[str]) -> str:
        given = terms.get(slot[1])
        if given is None:
            return slot[0]
        nodes = [given] if isinstance(given, NamedNode | Literal) else given
        return "VALUES ?" + slot[1] + " { " + " ".join(map(str, nodes)) + " }"

    # In one go: what a text says is no slot.
    return _PREFIX + _SLOT.sub(filled, query)


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
    if not label and is_withheld(term.value):
        label = WITHHELD
    return Value(term.value, label or shorten(term.value), True)


_EXISTS = """ASK {
  VALUES ?thing { UNDEF }
  ?thing ?p ?o
  FILTER(?p != dcterms:isReplacedBy)
}"""


def exists(engine: Engine, iri: str) -> bool:
    """Say whether the graph says anything of a thing but where it went."""
    return engine.ask(bound(_EXISTS, thing=NamedNode(iri)))


_SURVIVOR = """SELECT ?survivor WHERE {
  VALUES ?thing { UNDEF }
  ?thing dcterms:isReplacedBy ?survivor .
}
ORDER BY ?survivor
LIMIT 1"""


def survivor(engine: Engine, iri: str) -> str | None:
    """Return the thing that a curator joined this one to; None when it was joined to none."""
    rows = engine.select(bound(_SURVIVOR, thing=NamedNode(iri))).dicts()
    return next((row["survivor"] for row in rows), None)


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
    node = NamedNode(iri)
    rows = engine.select(bound(_DESCRIBE, thing=node)).rows
    return next(gather(base, ((node, *row) for row in rows)), None)


def gather(base: str, rows: Iterable[Sequence[Term | None]]) -> Iterator[Thing]:
    """Make things of rows of thing, property, value and the value's label.

    Yields
    ------
    Thing
        In the order in which their addresses first occur; what is not ours is left out.
    """
    said: dict[str, dict[str, list[Value]]] = {}
    for thing, predicate, term, label in rows:
        if thing is None or predicate is None or term is None:
            continue
        text = label.value if label is not None else ""
        found = said.setdefault(thing.value, {})
        found.setdefault(shorten(predicate.value), []).append(_value(term, text))
    for iri, found in said.items():
        parts = split_iri(base, iri)
        if parts is None:
            continue
        values = {
            name: tuple(sorted(set(some), key=lambda v: (v.label.casefold(), v.text)))
            for name, some in found.items()
        }
        names = values.get("rdfs:label") or values.get("schema:name")
        yield Thing(iri, *parts, names[0].text if names else parts[1], values)


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
    query = bound(_LIST, **{"class": classes})
    return [Ref(row["thing"], row["label"]) for row in engine.select(query).dicts()]


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
        found = describe(engine, base, candidate) if candidate else None
        if found:
            return found.text("dcterms:isReplacedBy") or found.iri
    if kind not in KINDS:
        return None
    query = bound(_RESOLVE.replace("?wanted", str(Literal(text))), **{"class": KINDS[kind]})
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
    return bound(_GRAPH, thing=NamedNode(iri))
