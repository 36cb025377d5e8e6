"""What a curator compares to tell whether a part is a thing's: a name, an appearance, a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from hallway.graph.answers import relations
from hallway.graph.answers.things import Ref, bound
from hallway.graph.curation.curating import Appearance, appearances, spellings
from hallway.graph.linking.decision import APPEARS, NAMES_OF, SPELLED
from hallway.graph.site import Site
from hallway.graph.vocabulary import DCTERMS

__all__ = ["Compared", "part_and_whole"]

SHOWN = 6
"""Most talks of a cell."""

_PRINTED_IN = """SELECT DISTINCT ?source ?file WHERE {
  VALUES ?thing { UNDEF }
  VALUES ?name { UNDEF }
  GRAPH ?graph { ?thing RELATION ?name }
  GRAPH ?graph { ?source a hw:Source ; rdfs:label ?file }
}
ORDER BY ?file ?source
LIMIT 100"""
_PRINTED_BY = """SELECT DISTINCT ?owner ?title ?person ?label WHERE {
  VALUES ?thing { UNDEF }
  VALUES ?name { UNDEF }
  ?appearance hw:printedAffiliation ?name ; schema:affiliation ?thing ; schema:performer ?person .
  ?owner hw:appearance ?appearance ; rdfs:label ?title .
  ?person rdfs:label ?label .
}
ORDER BY ?title ?owner ?label ?person
LIMIT 100"""
_SAID = """SELECT ?graph ?property ?value ?label WHERE {
  VALUES ?thing { UNDEF }
  VALUES ?property {
    schema:name hw:printedName schema:startDate schema:endDate schema:location schema:performer
    hw:minutes
  }
  GRAPH ?graph { ?thing ?property ?value }
  OPTIONAL { ?value rdfs:label ?label }
}
ORDER BY ?graph ?property ?label ?value
LIMIT 2000"""
_TOPIC, _ORGANIZATION = NAMES_OF["topic"], NAMES_OF["organization"]
_TALKS = {
    _TOPIC: "schema:about",
    _ORGANIZATION: "hw:presentedBy|(hw:appearance/schema:affiliation)",
}
_PEOPLE_OF = """SELECT DISTINCT ?person ?label WHERE {
  VALUES ?thing { UNDEF }
  ?appearance schema:affiliation ?thing ; schema:performer ?person .
  ?person rdfs:label ?label .
}
ORDER BY ?label ?person
LIMIT 12"""
_TALKS_OF = """SELECT DISTINCT ?talk ?title WHERE {
  VALUES ?thing { UNDEF }
  ?talk RELATION ?thing .
  ?talk rdfs:label ?title .
}
ORDER BY ?title ?talk
LIMIT 6"""


@dataclass(frozen=True, slots=True)
class Compared:
    """One line of a comparison: what is compared, of the whole and of the part.

    The address of a `Ref` is empty where it is a text.
    """

    what: str
    whole: tuple[Ref, ...]
    part: tuple[Ref, ...]


def part_and_whole(site: Site, subject: Ref, predicate: str, object_: Ref) -> list[Compared]:
    """Return what to compare of a thing and of what is held for a part of it.

    Parameters
    ----------
    subject, predicate, object_
        A link to a name, of an appearance to its person, or of a thing to a source that has it.
    """
    if predicate in SPELLED:
        return _name(site, subject, predicate, object_)
    if predicate == APPEARS:
        return _appearance(site, subject, object_)
    return _record(site, subject, object_) if predicate == DCTERMS.source.value else []


def _name(site: Site, thing: Ref, predicate: str, name: Ref) -> list[Compared]:
    node, printed = NamedNode(thing.iri), Literal(name.label)
    found = [
        Compared(
            "Names",
            tuple(
                Ref("", one.text) for one in spellings(site, thing.iri) if one.text != name.label
            )[:SHOWN],
            (Ref("", name.label),),
        )
    ]
    if predicate == _ORGANIZATION:
        rows = list(site.sparql(bound(_PRINTED_BY, thing=node, name=printed)).dicts())
        talks, people = _distinct(rows, "owner", "title"), _distinct(rows, "person", "label")
        own = site.sparql(bound(_PEOPLE_OF, thing=node)).dicts()
        found.append(Compared("People", _distinct(own, "person", "label"), people[: 2 * SHOWN]))
    else:
        talks = ()
        query = _PRINTED_IN.replace("RELATION", f"<{predicate}>")
        asked = bound(query, thing=node, name=printed)
        files = _distinct(site.sparql(asked).dicts(), "source", "file")
        found.append(Compared("Sources", (), files))
    if predicate in _TALKS:
        asked = _TALKS_OF.replace("RELATION", _TALKS[predicate])
        rows = list(site.sparql(bound(asked, thing=node)).dicts())
        found.append(Compared("Talks", _distinct(rows, "talk", "title"), talks[:SHOWN]))
    return found


def _appearance(site: Site, appearance: Ref, person: Ref) -> list[Compared]:
    named = appearances(site, person.iri)
    own = [one for one in named if one.iri == appearance.iri]
    rest = [one for one in named if one.iri != appearance.iri]
    near = relations.performers(site.engine(), [one.owner.iri for one in own + rest[:60]])

    def others(some: Iterable[Appearance]) -> tuple[Ref, ...]:
        met = {ref.iri: ref for one in some for ref in near.get(one.owner.iri, ())}
        met.pop(person.iri, None)
        return tuple(met.values())

    def texts(values: Iterable[str]) -> tuple[Ref, ...]:
        return tuple(Ref("", one) for one in dict.fromkeys(values) if one)

    both = (rest, own)
    return [
        Compared("Names", *(texts(name for one in some for name in one.printed) for some in both)),
        Compared("Talks", *(tuple(one.owner for one in some[:SHOWN]) for some in both)),
        Compared(
            "Events",
            *(tuple({o.event.iri: o.event for o in some if o.event}.values()) for some in both),
        ),
        Compared("Years", *(texts(sorted(one.year for one in some)) for some in both)),
        Compared("Spoke with", *(others(some) for some in both)),
        Compared(
            "Organization",
            *(texts(name for one in some for name in one.organizations) for some in both),
        ),
    ]


_PROPERTIES = {
    "Title": ("printedName", "name"),
    "When": ("startDate", "endDate"),
    "Minutes": ("minutes",),
    "Where": ("location",),
    "People": ("performer",),
}


def _record(site: Site, thing: Ref, source: Ref) -> list[Compared]:
    graph = f"{site.config.base}graph/source/{source.iri.rpartition('/')[2]}"
    said: dict[tuple[bool, str], dict[str, Ref]] = {}
    for row in site.sparql(bound(_SAID, thing=NamedNode(thing.iri))).dicts():
        word = row["property"].rpartition("/")[2].rpartition("#")[2]
        iri = row["value"] if "label" in row else ""
        ref = Ref(iri, row.get("label", row["value"]))
        said.setdefault((row["graph"] == graph, word), {})[row["value"]] = ref

    def cell(own: bool, words: tuple[str, ...]) -> tuple[Ref, ...]:
        # A source that prints another title than the shown one has both.
        some = [said.get((own, word), {}) for word in words]
        return tuple((some[0] or (some[1] if some[1:] else {})).values())

    return [
        Compared(what, cell(False, words), cell(True, words))
        for what, words in _PROPERTIES.items()
        if any(said.get((own, word)) for own in (False, True) for word in words)
    ]


def _distinct(rows: Iterable[Mapping[str, str]], iri: str, label: str) -> tuple[Ref, ...]:
    return tuple({row[iri]: Ref(row[iri], row[label]) for row in rows}.values())
