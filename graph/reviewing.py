"""What waits for a curator's decision, and what was decided but is not built yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from pyoxigraph import NamedNode

from hallway.graph.linking.decisions import SAME_AS, Decision, Decisions
from hallway.graph.picture import incidence_of
from hallway.graph.site import Site
from hallway.graph.things import Ref, bound

__all__ = ["KINDS_OF_CASE", "Case", "Suggestion", "Taken", "details", "unbuilt", "waiting"]

KINDS_OF_CASE = {
    SAME_AS: "person",
    "https://schema.org/about": "topic",
    "https://w3id.org/hallway#presentedBy": "organization",
}
"""What a suggestion proposes by its predicate: one person, a topic, an organization."""

AT_ONCE = 300
"""Most things named in one query, whose text has a limit."""

# The words that show a link are asked for later, for the one that is looked at.
_SUGGESTED = """SELECT ?link ?subject ?subjectLabel ?predicate ?object ?objectLabel ?confidence
  ?evidence WHERE {
  ?link hw:status hw:suggested ; rdf:subject ?subject ; rdf:predicate ?predicate ;
    rdf:object ?object ; hw:confidence ?confidence .
  ?subject rdfs:label ?subjectLabel .
  ?object rdfs:label ?objectLabel .
  OPTIONAL { ?link hw:evidence ?evidence }
}
LIMIT 200000"""
_DETAILS = """SELECT ?link ?method ?quote WHERE {
  VALUES ?link { UNDEF }
  ?link hw:method ?method .
  OPTIONAL { ?link hw:quote ?quote }
}
ORDER BY ?link ?quote
LIMIT 10"""
_BUILT = "SELECT ?decision WHERE { ?decision a hw:Decision } ORDER BY ?decision LIMIT 1000000"
_LABELS = """SELECT ?thing ?label WHERE {
  VALUES ?thing { UNDEF }
  ?thing rdfs:label ?label .
}
ORDER BY ?thing ?label
LIMIT 10000"""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A link that linking only suggests."""

    iri: str
    subject: Ref
    predicate: str
    object: Ref
    confidence: float
    evidence: str

    @property
    def id(self) -> str:
        """The last part of its address."""
        return self.iri.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Case:
    """Suggestions that are alike: the same words, for the same reason.

    Attributes
    ----------
    kind
        ``person``, ``topic`` or ``organization``.
    suggestions
        The surest first; there is at least one.
    talks
        How many talks a decision on all of them concerns.
    """

    kind: str
    suggestions: tuple[Suggestion, ...]
    talks: int

    @property
    def first(self) -> Suggestion:
        """The suggestion that is looked at."""
        return self.suggestions[0]


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision that no generation holds yet.

    Attributes
    ----------
    about
        The decision itself, or the one that it takes back.
    subject, object
        What that is about, with names where there are any.
    """

    decision: Decision
    about: Decision
    subject: Ref
    object: Ref

    @property
    def takes_back(self) -> bool:
        """Whether it takes another decision back."""
        return self.about is not self.decision


def waiting(site: Site, kind: str = "") -> list[Case]:
    """Return what nobody has decided yet, the most consequential first.

    Parameters
    ----------
    kind
        One of the values of `KINDS_OF_CASE`; empty for all.
    """
    decided = _decided(Decisions.load(site.decisions).effective)
    suggestions = site.cached("review.suggestions", lambda: _suggested(site))
    alike: dict[tuple[str, ...], list[Suggestion]] = defaultdict(list)
    for one in suggestions:
        if kind in ("", KINDS_OF_CASE[one.predicate]) and _triple(one) not in decided:
            alike[_likeness(one)].append(one)
    counts = site.cached("review.talks", lambda: _talks(site, suggestions))
    cases = [
        Case(KINDS_OF_CASE[some[0].predicate], tuple(some), _concerned(some, counts))
        for some in alike.values()
    ]
    cases.sort(key=lambda case: (-case.talks, -case.first.confidence, case.first.iri))
    return cases


def details(site: Site, suggestion: Suggestion) -> tuple[str, str]:
    """Return the method that found a suggestion and the words that show it; empty when unknown."""
    query = bound(_DETAILS, link=NamedNode(suggestion.iri))
    row = next(site.sparql(query).dicts(), {})
    return row.get("method", ""), row.get("quote", "")


def unbuilt(site: Site) -> list[Taken]:
    """Return the decisions that hold from the next build on, the latest first.

    A decision that was taken back before any build held it is left out, and so is what took it
    back.
    """
    known = Decisions.load(site.decisions).all
    by_id = {one.id: one for one in known}
    built = site.cached(
        "review.built", lambda: {row["decision"] for row in site.sparql(bound(_BUILT)).dicts()}
    )
    undone: set[str] = set()
    found: list[Decision] = []
    for one in reversed(known):
        if one.id in undone:
            continue
        if one.action == "undo":
            undone.add(one.subject)
            if one.subject not in built:
                continue
        if one.id not in built:
            found.append(one)
    about = [by_id.get(one.subject, one) if one.action == "undo" else one for one in found]
    names = _names(site, (iri for one in about for iri in (one.subject, one.object)))
    return [
        Taken(
            one,
            what,
            Ref(what.subject, names.get(what.subject, what.subject)),
            Ref(what.object, names.get(what.object, what.object)),
        )
        for one, what in zip(found, about, strict=True)
    ]


def _suggested(site: Site) -> list[Suggestion]:
    found: dict[str, Suggestion] = {}
    for row in site.sparql(bound(_SUGGESTED)).dicts():
        if row["predicate"] in KINDS_OF_CASE:
            found[row["link"]] = Suggestion(
                row["link"],
                Ref(row["subject"], row["subjectLabel"]),
                row["predicate"],
                Ref(row["object"], row["objectLabel"]),
                float(row["confidence"]),
                row.get("evidence", ""),
            )
    return sorted(found.values(), key=lambda one: (-one.confidence, one.iri))


def _decided(decisions: Iterable[Decision]) -> set[tuple[str, str, str]]:
    """Return what is settled; for people in the order of their addresses."""
    found = set()
    for one in decisions:
        predicate = SAME_AS if one.action in ("merge", "split") else one.predicate
        ends = (one.subject, one.object)
        if predicate == SAME_AS:
            ends = (min(ends), max(ends))
        found.add((ends[0], predicate, ends[1]))
    return found


def _triple(one: Suggestion) -> tuple[str, str, str]:
    return one.subject.iri, one.predicate, one.object.iri


def _likeness(one: Suggestion) -> tuple[str, ...]:
    """Say what makes cases equal: the same two names, or the same thing by the same words."""
    if one.predicate == SAME_AS:
        return (SAME_AS, *sorted((one.subject.label, one.object.label)), one.evidence)
    return one.predicate, one.object.iri, one.evidence


def _talks(site: Site, suggestions: Sequence[Suggestion]) -> dict[str, int]:
    """Count the talks of everybody who may be somebody else."""
    table = incidence_of(site)
    counts = np.bincount(table.thing, minlength=len(table.iris))
    people = {
        end.iri for one in suggestions for end in (one.subject, one.object)
        if one.predicate == SAME_AS
    }  # fmt: skip
    nodes = {iri: table.node(iri) for iri in people}
    return {iri: int(counts[node]) for iri, node in nodes.items() if node is not None}


def _concerned(some: Sequence[Suggestion], counts: dict[str, int]) -> int:
    if some[0].predicate != SAME_AS:
        return len({one.subject.iri for one in some})
    return sum(counts.get(iri, 0) for iri in {e.iri for o in some for e in (o.subject, o.object)})


def _names(site: Site, iris: Iterable[str]) -> dict[str, str]:
    nodes = [NamedNode(iri) for iri in sorted(set(iris)) if iri.startswith(site.config.base)]
    found: dict[str, str] = {}
    for start in range(0, len(nodes), AT_ONCE):
        query = bound(_LABELS, thing=nodes[start : start + AT_ONCE])
        found |= {row["thing"]: row["label"] for row in site.sparql(query).dicts()}
    return found
