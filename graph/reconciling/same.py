"""What was found to be one thing, and what it says as links, addresses and disagreements."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyoxigraph import Literal

from hallway.graph.addresses import Addresses
from hallway.graph.linking.records import LinkRecord
from hallway.graph.reconciling.settling import Disagreement
from hallway.graph.sources import Source
from hallway.graph.statements.names import Names
from hallway.graph.vocabulary import DCTERMS, OWL, SCHEMA

__all__ = [
    "Difference",
    "Join",
    "Proposal",
    "Same",
    "Thing",
    "different",
    "same_addresses",
    "same_links",
]

Thing = tuple[str, str]
"""Kind and key."""


@dataclass(frozen=True, slots=True)
class Join:
    """A record that is one thing with others, and why.

    Attributes
    ----------
    thing
        What it is a record of.
    source
        Slug of the source that has the record.
    confidence, method, evidence
        As in `hallway.graph.linking.records.LinkRecord`.
    """

    thing: Thing
    source: str
    confidence: float
    method: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What the records of a talk say differently of its title, or of who gives it.

    Attributes
    ----------
    what
        ``title`` or ``people``.
    kept, left
        (text, slug of the source), of the record whose word is shown, and of the others.
    decided
        Whether it is shown because a curator wants it so.
    """

    thing: Thing
    what: str
    kept: tuple[str, str]
    left: tuple[tuple[str, str], ...]
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two things that may be one."""

    a: Thing
    b: Thing
    confidence: float
    method: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Same:
    """What is one.

    Attributes
    ----------
    sources
        The sources as given, each with its identity.
    labels
        Thing -> its title in the most believed source, for things of several sources.
    joins, proposals
        Why, and what might be.
    differences
        What records say differently that no property of the graph holds.
    replaced
        Things whose address leads to another one now.
    conflicts
        Decisions that cannot be applied, as sentences.
    """

    sources: list[Source]
    labels: dict[Thing, str] = field(default_factory=dict)
    joins: list[Join] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    replaced: dict[Thing, Thing] = field(default_factory=dict)
    conflicts: list[str] = field(default_factory=list)


def different(same: Same, names: Names, addresses: Addresses) -> list[Disagreement]:
    """Return the differences as the disagreements of a generation."""
    predicates = {"title": SCHEMA.name, "people": SCHEMA.performer}

    def said(one: tuple[str, str]) -> tuple[str, str]:
        return str(Literal(one[0])), addresses.graph(f"source/{one[1]}").value

    return [
        Disagreement(
            addresses.thing(*one.thing, names.label(*one.thing, one.thing[1])).value,
            predicates[one.what].value,
            said(one.kept),
            tuple(map(said, one.left)),
            one.decided,
        )
        for one in same.differences
    ]


def same_addresses(same: Same, names: Names, addresses: Addresses) -> dict[str, str]:
    """Return where the address of each event and talk that was joined to another leads now."""
    return {
        addresses.thing(kind, key, key).value: addresses.thing(
            to, stays, names.label(to, stays, stays)
        ).value
        for (kind, key), (to, stays) in sorted(same.replaced.items())
        if addresses.ledger.has(kind, key)
    }


def same_links(same: Same, names: Names, addresses: Addresses) -> list[LinkRecord]:
    """Say why records are one thing, and propose what may be.

    A record that was joined is a source of its thing (``dcterms:source``); two things that may be
    one are proposed as the same (``owl:sameAs``).
    """

    def iri(thing: Thing) -> str:
        kind, key = thing
        return addresses.thing(kind, key, names.label(kind, key, key)).value

    links = [
        LinkRecord(
            iri(one.thing),
            DCTERMS.source.value,
            f"{addresses.base}id/source/{one.source}",
            one.confidence,
            one.method,
            one.evidence,
        )
        for one in same.joins
    ]
    for one in same.proposals:
        a, b = sorted((iri(one.a), iri(one.b)))
        links.append(
            LinkRecord(
                a,
                OWL.sameAs.value,
                b,
                one.confidence,
                one.method,
                one.evidence,
                status="suggested",
            )
        )
    return links
