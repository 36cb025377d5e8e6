"""What may be known of a thing besides its name, and what the graph has of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from hallway.graph.answers.things import bound
from hallway.graph.engine.protocol import Engine

__all__ = ["PROPERTIES", "Property", "Told", "other_names", "told"]

_SELECT = """SELECT DISTINCT ?thing ?value ?label WHERE {
  VALUES ?thing { UNDEF }
  PATTERN
  OPTIONAL { ?value rdfs:label ?label }
}
ORDER BY ?thing ?label ?value
LIMIT 20000"""
_NAMES = "{ ?thing schema:alternateName|skos:altLabel ?value }"
_PRINTED = """{ ?thing schema:alternateName ?value } UNION {
    ?role schema:performer ?thing ; a hw:Appearance ; hw:printedName ?value .
  }"""
_OF_TALK = "?talk schema:performer|schema:about|hw:presentedBy|schema:superEvent ?thing ; a hw:Talk"


@dataclass(frozen=True, slots=True)
class Property:
    """A property that a table may have a column of.

    Attributes
    ----------
    label
        To show.
    kinds
        Kinds of thing that have it.
    kind
        Kind of what it leads to; empty for text.
    pattern
        What ties ``?value`` to ``?thing``.
    """

    name: str
    label: str
    kinds: tuple[str, ...]
    kind: str
    pattern: str


PROPERTIES = {
    one.name: one
    for one in (
        Property("talk", "Talk", ("person", "topic", "organization", "event"), "talk",
                 "?value schema:performer|schema:about|hw:presentedBy|schema:superEvent ?thing ; "
                 "a hw:Talk ."),
        Property("event", "Event", ("person", "topic", "organization", "talk"), "event",
                 "{ " + _OF_TALK + " ; schema:superEvent ?value . } UNION "
                 "{ ?thing a hw:Talk ; schema:superEvent ?value . }"),
        Property("series", "Series", ("person", "topic", "organization", "event"), "series",
                 "{ " + _OF_TALK + " ; schema:superEvent/hw:inSeries ?value . } UNION "
                 "{ ?thing a hw:Event ; hw:inSeries ?value . }"),
        Property("speaker", "Speaker", ("talk", "topic", "organization", "event"), "person",
                 "{ " + _OF_TALK + " ; schema:performer ?value . } UNION "
                 "{ ?thing a hw:Talk ; schema:performer ?value . }"),
        Property("topic", "Topic", ("person", "organization", "talk", "event"), "topic",
                 "{ " + _OF_TALK + " ; schema:about ?value . } UNION "
                 "{ ?thing schema:about ?value . }"),
        Property("affiliation", "Affiliation", ("person",), "organization",
                 "?role schema:performer ?thing ; a hw:Appearance ; schema:affiliation ?value ."),
        Property("profile", "Profile on the web", ("person",), "", "?thing schema:sameAs ?value ."),
        Property("year", "Year", ("talk", "event", "person"), "",
                 "{ " + _OF_TALK + " ; hw:year ?value . } UNION { ?thing hw:year ?value . }"),
        Property("start", "Start", ("talk", "event"), "", "?thing schema:startDate ?value ."),
        Property("part-of", "Part of", ("organization",), "organization",
                 "?thing schema:parentOrganization ?value ."),
        Property("broader", "Broader topic", ("topic",), "topic", "?thing skos:broader ?value ."),
    )
}  # fmt: skip
"""Name -> property, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Told:
    """A value of a property.

    Attributes
    ----------
    iri
        Of the thing that it is; empty for text.
    text
        Its label, or the text.
    datatype
        IRI of the datatype of a text; empty for a thing.
    """

    iri: str
    text: str
    datatype: str = ""


def told(engine: Engine, name: str, iris: Sequence[str]) -> dict[str, list[Told]]:
    """Return the values of a property of some things, by the IRI of the thing."""
    return _told(engine, PROPERTIES[name].pattern, iris)


def other_names(engine: Engine, iris: Iterable[str]) -> Mapping[str, list[str]]:
    """Return under which names things are known besides their labels."""
    people = [iri for iri in iris if "/id/person/" in iri]
    others = [iri for iri in iris if "/id/person/" not in iri]
    found: dict[str, list[str]] = {}
    for pattern, some in ((_PRINTED, people), (_NAMES, others)):
        for iri, values in _told(engine, pattern, some).items():
            found[iri] = [value.text for value in values]
    return found


def _told(engine: Engine, pattern: str, iris: Sequence[str]) -> dict[str, list[Told]]:
    found: dict[str, list[Told]] = defaultdict(list)
    if not iris:
        return found
    query = bound(_SELECT.replace("PATTERN", pattern), thing=[NamedNode(iri) for iri in iris])
    for thing, value, label in engine.select(query).rows:
        if thing is None or value is None:
            continue
        if isinstance(value, Literal):
            found[thing.value].append(Told("", value.value, value.datatype.value))
        else:
            text = label.value if label is not None else value.value
            found[thing.value].append(Told(value.value, text))
    return found
