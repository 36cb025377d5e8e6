"""Checks what no shape can say: labels, what is pointed to, and what each graph states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from pyoxigraph import Literal, NamedNode

from hallway.graph.checking.decisions_held import violated
from hallway.graph.checking.screening import Fact, Index, Term
from hallway.graph.reconciling.settling import SINGLE
from hallway.graph.vocabulary import DCTERMS, HW, RDF, RDFS, SCHEMA, SKOS

__all__ = ["RULES", "Raw", "broken"]

RULES = 'see docs/model.md, "Graphs"'

Raw = tuple[str, Term, str, str, str]
"""Rule, thing, what is wrong, what to do, the value."""


def broken(
    index: Index, named: dict[Fact, Term], blank: Iterable[Term], base: str
) -> Iterator[Raw]:
    """Yield what breaks a rule that no shape can say.

    Parameters
    ----------
    index
        The default graph.
    named
        What the named graphs state -> one graph that does.
    blank
        The blank nodes of the dataset.
    base
        Base IRI of the site.
    """
    for node in blank:
        yield "no-blank-node", node, "is a blank node", "give every thing an address", ""
    yield from _described(index, base + "id/")
    yield from _merged(index, named)
    yield from _suggested(index, named)
    yield from _broader(index)
    yield from _ordered(index)
    yield from violated(index)


def _described(index: Index, inside: str) -> Iterator[Raw]:
    """Check that every thing has a label, and that every object inside the site is described."""
    for subject, said in index.said.items():
        if isinstance(subject, Literal) or index.is_a(subject, HW.Decision):
            continue  # a decision may name what it made disappear
        moved = said.keys() == {DCTERMS.isReplacedBy}
        nameless = moved or HW.WithheldPerson in said.get(RDF.type, ())
        if subject.value.startswith(inside) and RDFS.label not in said and not nameless:
            yield "labelled", subject, "has no label", "give exactly one plain rdfs:label", ""
        for values in said.values():
            for value in values:
                if not isinstance(value, NamedNode) or not value.value.startswith(inside):
                    continue
                if value not in index.said:
                    remedy = "describe it, or drop what points to it"
                    yield "described", subject, "points to a thing unknown", remedy, value.value


def _merged(index: Index, named: dict[Fact, Term]) -> Iterator[Raw]:
    """Check that the default graph holds what the named graphs state, and nothing else.

    Of what a thing can have once it holds the value that was settled on (`settling`).
    """
    if not named:
        return
    for (subject, predicate, value), graph in named.items():
        held = index.said.get(subject, {}).get(predicate, ())
        if value not in held and not (held and predicate in SINGLE):
            what = "has a fact in a named graph that the default graph lacks"
            where = f"{predicate.value} in {graph.value}"
            yield "written-out", subject, what, RULES, where
    for subject, said in index.said.items():
        for predicate, values in said.items():
            for value in values:
                if (subject, predicate, value) not in named:
                    what = "has a fact in the default graph that no named graph states"
                    yield "written-out", subject, what, RULES, predicate.value


def _suggested(index: Index, named: dict[Fact, Term]) -> Iterator[Raw]:
    """Check that no named graph states what is only suggested; a shape checks the default one."""
    for link in index.members.get(HW.Link, ()):
        if HW.suggested not in index.values(link, HW.status):
            continue
        for fact in index.said_by(link):
            if fact in named:
                what = "is only suggested, and yet stated in a named graph"
                remedy = "drop the plain triple, or accept it"
                yield "suggested", link, what, remedy, named[fact].value


def _broader(index: Index) -> Iterator[Raw]:
    """Check that no concept is broader than itself, over any number of steps."""
    state: dict[Term, int] = {}  # 1: on the way, 2: done
    for start in sorted(index.members.get(SKOS.Concept, ()), key=str):
        way: list[tuple[Term, Iterator[Term]]] = []
        if state.get(start) is None:
            state[start] = 1
            way.append((start, iter(index.values(start, SKOS.broader))))
        while way:
            concept, rest = way[-1]
            step = next(rest, None)
            if step is None:
                state[concept] = 2
                way.pop()
            elif state.get(step) == 1:
                remedy = "break the circle of skos:broader"
                yield "broader-circle", concept, "is broader than itself", remedy, step.value
            elif state.get(step) is None:
                state[step] = 1
                way.append((step, iter(index.values(step, SKOS.broader))))


def _ordered(index: Index) -> Iterator[Raw]:
    """Check that nothing ends before it starts, where the two can be compared.

    Not a shape: pySHACL's ``sh:lessThanOrEquals`` ends in an error when one is malformed.
    """
    for kind in (HW.Event, HW.Session, HW.Slot, HW.Talk):
        for thing in index.members.get(kind, ()):
            starts = index.values(thing, SCHEMA.startDate)
            ends = index.values(thing, SCHEMA.endDate)
            if len(starts) == len(ends) == 1 and _later(starts[0].value, ends[0].value):
                remedy = "put its start or its end right"
                yield "ends-after-start", thing, "ends before it starts", remedy, ends[0].value


def _later(one: str, other: str) -> bool:
    """Tell whether a date or time is later than another of the same form."""
    if len(one) != len(other):
        return False
    try:
        return datetime.fromisoformat(one) > datetime.fromisoformat(other)
    except (TypeError, ValueError):
        return False
