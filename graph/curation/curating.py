"""What a curator can take apart: appearances of a person, spellings of a topic, joined records."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.keys import concept_key
from hallway.graph.site import Site

__all__ = ["CURATED", "Appearance", "Spelling", "appearances", "spellings"]

CURATED = ("person", "topic", "organization", "series", "event", "talk", "session")
"""Kinds of thing that a curator can join and take apart."""

_APPEARANCES = """SELECT ?appearance ?printed ?owner ?title ?event ?eventLabel ?year ?org WHERE {
  VALUES ?person { UNDEF }
  ?appearance schema:performer ?person ; hw:printedName ?printed .
  ?owner hw:appearance ?appearance ; rdfs:label ?title .
  OPTIONAL { ?owner schema:superEvent ?event . ?event rdfs:label ?eventLabel }
  OPTIONAL { ?owner hw:year ?year }
  OPTIONAL { ?appearance schema:affiliation/rdfs:label ?org }
}
ORDER BY DESC(?year) ?title ?appearance ?printed ?org
LIMIT 5000"""

# The thing is named in each branch: named once before them, each is read for the whole site.
_SPELLINGS = """SELECT ?spelling (COUNT(DISTINCT ?use) AS ?uses) WHERE {
  { VALUES ?thing { UNDEF } ?thing rdfs:label ?spelling . OPTIONAL { ?use schema:about ?thing } }
  UNION { VALUES ?thing { UNDEF } ?thing skos:altLabel ?spelling }
  UNION {
    VALUES ?thing { UNDEF }
    ?link rdf:subject ?thing ; rdf:predicate schema:alternateName ; rdf:object ?spelling .
  }
  UNION {
    VALUES ?thing { UNDEF }
    ?use schema:affiliation ?thing ; hw:printedAffiliation ?spelling .
  }
}
GROUP BY ?spelling
ORDER BY DESC(?uses) ?spelling
LIMIT 1000"""


@dataclass(frozen=True, slots=True)
class Appearance:
    """One talk or event in which a person is named.

    Attributes
    ----------
    iri
        Address of the appearance.
    printed
        The name as printed there; several where sources differ.
    owner, event
        The talk, or the event itself; `event` is None for the latter.
    """

    iri: str
    printed: tuple[str, ...]
    owner: Ref
    event: Ref | None
    year: str
    organizations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name as sources print it, and how many talks or appearances have it (0: not counted)."""

    text: str
    uses: int


def appearances(site: Site, person: str) -> list[Appearance]:
    """Return where a person is named, the latest first."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in site.sparql(bound(_APPEARANCES, person=NamedNode(person))).dicts():
        found.setdefault(row["appearance"], []).append(row)
    return [
        Appearance(
            iri,
            tuple(dict.fromkeys(row["printed"] for row in rows)),
            Ref(rows[0]["owner"], rows[0]["title"]),
            Ref(rows[0]["event"], rows[0]["eventLabel"]) if "eventLabel" in rows[0] else None,
            rows[0].get("year", ""),
            tuple(dict.fromkeys(row["org"] for row in rows if "org" in row)),
        )
        for iri, rows in found.items()
    ]


def spellings(site: Site, thing: str) -> list[Spelling]:
    """Return how a topic, organization or series is printed, one where only case differs."""
    found: dict[str, Spelling] = {}
    for row in site.sparql(bound(_SPELLINGS, thing=NamedNode(thing))).dicts():
        found.setdefault(concept_key(row["spelling"]), Spelling(row["spelling"], int(row["uses"])))
    return list(found.values())
