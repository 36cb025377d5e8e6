"""What waits for a curator's decision, and what was decided but is not built yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.linking.decision import APPEARS, SAME_AS, SPELLED, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.networks.picture import incidence_of
from hallway.graph.site import Site
from hallway.graph.vocabulary import DCTERMS, HW

__all__ = ["KINDS_OF_CASE", "Case", "Suggestion", "Wanted", "details", "waiting"]

KINDS_OF_CASE = ("person", "record", "spelling", "topic", "organization", "hierarchy")
"""What is asked: one person, one talk or event, one topic, organization or series, what a talk is
about, who presents it, and what is a part or a kind of what."""

_SAME = {"person": "person", "topic": "spelling", "organization": "spelling"}

_ABOUT = {
    APPEARS: "person",
    DCTERMS.source.value: "record",
    **dict.fromkeys(SPELLED, "spelling"),
    "https://schema.org/about": "topic",
    "https://w3id.org/hallway#presentedBy": "organization",
    "http://www.w3.org/2004/02/skos/core#broader": "hierarchy",
    "https://schema.org/parentOrganization": "hierarchy",
}

_PARTS = SPELLED | {APPEARS}
"""Relations of a thing and a part of it, a name or an appearance."""

LINKS_AT_ONCE = 1000
"""Most links named in one query, whose text has a limit."""

_OF_STATUS = """SELECT ?link WHERE {
  VALUES ?status { UNDEF }
  ?link hw:status ?status .
}
LIMIT 1000000"""
# The words that show a link are asked for later, for the one that is looked at.
_LINKED = """SELECT ?link ?subject ?subjectLabel ?predicate ?object ?objectLabel ?confidence
  ?evidence WHERE {
  VALUES ?link { UNDEF }
  ?link rdf:subject ?subject ; rdf:predicate ?predicate ; rdf:object ?object ;
    hw:confidence ?confidence .
  ?subject rdfs:label ?subjectLabel .
  OPTIONAL { ?object rdfs:label ?objectLabel }
  OPTIONAL { ?link hw:evidence ?evidence }
}
LIMIT 100000"""
_DETAILS = """SELECT ?link ?method ?quote WHERE {
  VALUES ?link { UNDEF }
  ?link hw:method ?method .
  OPTIONAL { ?link hw:quote ?quote }
}
ORDER BY ?link ?quote
LIMIT 10"""
_PROGRAMME = """SELECT DISTINCT ?talk ?thing WHERE {
  { VALUES ?where { UNDEF } ?talk schema:superEvent ?where }
  UNION { VALUES ?where { UNDEF } ?event hw:inSeries ?where . ?talk schema:superEvent ?event }
  OPTIONAL { ?talk schema:performer|schema:about|hw:presentedBy ?thing }
}
LIMIT 1000000"""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A link that linking suggests, or has derived."""

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
        One of `KINDS_OF_CASE`.
    suggestions
        The surest first; there is at least one.
    talks
        How many talks a decision on all of them concerns.
    moved
        How many talks would be told otherwise than now: of two that may be one, those of the
        smaller; of names and appearances one each.
    """

    kind: str
    suggestions: tuple[Suggestion, ...]
    talks: int
    moved: int

    @property
    def first(self) -> Suggestion:
        """The suggestion that is looked at."""
        return self.suggestions[0]

    @property
    def uncertainty(self) -> float:
        """From 0 (sure) to 1 (even odds): four times the variance of yes and no."""
        confidence = self.first.confidence
        return 4 * confidence * (1 - confidence)

    @property
    def weight(self) -> float:
        """How much an answer is worth: `moved` times `uncertainty`."""
        return self.moved * self.uncertainty


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which cases are asked for; what is empty narrows nothing.

    Attributes
    ----------
    kind
        One of `KINDS_OF_CASE`.
    where
        Address of an event or a series: cases about its talks, their speakers and topics.
    text
        Words that the names of a case have, in any order and case.
    derived
        Ask about what linking asserts instead of what it only suggests.
    """

    kind: str = ""
    where: str = ""
    text: str = ""
    derived: bool = False


def waiting(site: Site, wanted: Wanted | None = None) -> list[Case]:
    """Return what nobody has decided yet, what is worth most to know first.

    That is the product of how many talks an answer moves and how uncertain it is.
    """
    wanted = wanted or Wanted()
    decided = _decided(Decisions.load(site.decisions).effective)
    status = "derived" if wanted.derived else "suggested"
    suggestions = site.cached(f"review.{status}", lambda: _linked(site, status))
    inside = _programme(site, wanted.where) if wanted.where else None
    words = wanted.text.casefold().split()
    alike: dict[tuple[str, ...], list[Suggestion]] = defaultdict(list)
    for one in suggestions:
        if wanted.kind not in ("", _kind(one)) or _triple(one) in decided:
            continue
        if inside is not None and not inside & {one.subject.iri, one.object.iri}:
            continue
        names = f"{one.subject.label} {one.object.label}".casefold()
        if all(word in names for word in words):
            alike[_likeness(one)].append(one)
    counts = site.cached(f"review.{status}.talks", lambda: _talks(site, suggestions))
    cases = [
        Case(_kind(some[0]), tuple(some), *_concerned(some, counts)) for some in alike.values()
    ]
    cases.sort(key=lambda case: (-case.weight, -case.talks, case.first.iri))
    return cases


def _kind(one: Suggestion) -> str:
    """Return which of `KINDS_OF_CASE` a link is; empty for others."""
    if one.predicate == SAME_AS:
        return _SAME.get(one.subject.iri.rsplit("/", 2)[1], "record")
    return _ABOUT.get(one.predicate, "")


def _programme(site: Site, where: str) -> set[str]:
    """Return the talks of an event or a series, with their speakers and topics."""
    try:
        query = bound(_PROGRAMME, where=NamedNode(where))
    except ValueError:
        return set()
    return site.cached(
        ("review.programme", where),
        lambda: {iri for row in site.sparql(query).dicts() for iri in row.values()},
    )


def details(site: Site, suggestion: Suggestion) -> tuple[str, str]:
    """Return the method that found a suggestion and the words that show it; empty when unknown."""
    query = bound(_DETAILS, link=NamedNode(suggestion.iri))
    row = next(site.sparql(query).dicts(), {})
    return row.get("method", ""), row.get("quote", "")


def _linked(site: Site, status: str) -> list[Suggestion]:
    found: dict[str, Suggestion] = {}
    links = [row["link"] for row in site.sparql(bound(_OF_STATUS, status=HW[status])).dicts()]
    # A large site has a hundred thousand: in one query they take longer than any query may.
    for start in range(0, len(links), LINKS_AT_ONCE):
        found |= _read(site, links[start : start + LINKS_AT_ONCE])
    return sorted(found.values(), key=lambda one: (-one.confidence, one.iri))


def _read(site: Site, links: Sequence[str]) -> dict[str, Suggestion]:
    found: dict[str, Suggestion] = {}
    for row in site.sparql(bound(_LINKED, link=[NamedNode(iri) for iri in links])).dicts():
        if row["predicate"] == SAME_AS or row["predicate"] in _ABOUT:
            found[row["link"]] = Suggestion(
                row["link"],
                Ref(row["subject"], row["subjectLabel"]),
                row["predicate"],
                Ref(row["object"], row.get("objectLabel", row["object"])),
                float(row["confidence"]),
                row.get("evidence", ""),
            )
    return found


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
    """Count the talks of whatever may be another or a part of another."""
    table = incidence_of(site)
    counts = np.bincount(table.thing, minlength=len(table.iris))
    things = {
        end.iri
        for one in suggestions
        for end in (one.subject, one.object)
        if _kind(one) in ("person", "spelling", "hierarchy")
    }
    nodes = {iri: table.node(iri) for iri in things}
    return {iri: int(counts[node]) for iri, node in nodes.items() if node is not None}


def _concerned(some: Sequence[Suggestion], counts: dict[str, int]) -> tuple[int, int]:
    """Count the talks that a case concerns, and those that an answer moves."""
    kind = _kind(some[0])
    if kind in ("topic", "organization"):
        talks = len({one.subject.iri for one in some})
        return talks, talks
    ends = {end.iri for one in some for end in (one.subject, one.object)}
    if some[0].predicate in _PARTS:
        moved = len(some)  # of how many talks a name is, nobody counts here
    elif kind == "hierarchy":
        moved = sum(counts.get(iri, 0) for iri in {one.subject.iri for one in some})
    elif kind == "record":
        moved = len(some)
        return moved, moved
    else:
        moved = sum(
            min(counts.get(one.subject.iri, 0), counts.get(one.object.iri, 0)) for one in some
        )
    return sum(counts.get(iri, 0) for iri in ends), moved
