"""What pages of several kinds of things show alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from hallway.graph.answers.things import Ref, Thing
from hallway.graph.answers.why import Why, leading_to, of_things
from hallway.graph.curation.curating import spellings
from hallway.graph.engine import Engine
from hallway.graph.keys import concept_key
from hallway.graph.linking.decision import SAME_AS, SPELLED
from hallway.graph.vocabulary import DCTERMS
from hallway.web.panels import current_site

__all__ = [
    "OtherName", "above", "because", "first", "frequent", "number", "perhaps", "records", "spelled",
]  # fmt: skip

SOURCE = DCTERMS.source.value


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name of a thing, as printed.

    Attributes
    ----------
    uses
        How many talks or appearances have it; 0 when that is not known.
    why
        Why it is one; None when no rule says so, so that a curator did.
    """

    text: str
    uses: int
    why: Why | None


def number(text: str | None) -> int:
    """Read a number of an answer; 0 for none."""
    return int(float(text)) if text else 0


def first(refs: Sequence[Ref]) -> Ref | None:
    """Return the first of some things, if there is one."""
    return refs[0] if refs else None


def records(engine: Engine, thing: Thing, whys: Sequence[Why]) -> dict[str, list[Why]]:
    """Return why records of several sources are this thing, and what may be the same as it."""
    return {
        "joins": [one for one in whys if one.predicate == SOURCE and one.holds],
        "same": perhaps(engine, thing, whys),
    }


def perhaps(engine: Engine, thing: Thing, whys: Sequence[Why]) -> list[Why]:
    """Return what may be the same as a thing, which is the subject then, the surest first."""
    found = [one for one in whys if one.predicate == SAME_AS]
    for one in leading_to(engine, thing.iri):
        if one.predicate == SAME_AS:
            found.append(replace(one, subject=one.object, object=one.subject))
    some = [one for one in found if one.status == "suggested"]
    return sorted(some, key=lambda one: (-one.confidence, one.object.label, one.iri))


def because(engine: Engine, thing: Thing, subjects: Iterable[str]) -> dict[str, list[Why]]:
    """Return why things lead to this one: their addresses -> the links that hold."""
    found: dict[str, list[Why]] = {}
    for one in leading_to(engine, thing.iri, subjects):
        if one.holds:
            found.setdefault(one.subject.iri, []).append(one)
    return found


def above(engine: Engine, thing: Thing, predicate: str) -> dict[str, list[Why]]:
    """Return why a thing is a part or a kind of others: their addresses -> the links that hold."""
    found: dict[str, list[Why]] = {}
    for one in of_things(engine, [thing.iri]):
        if one.predicate == predicate and one.holds:
            found.setdefault(one.object.iri, []).append(one)
    return found


def spelled(engine: Engine, thing: Thing) -> list[OtherName]:
    """Return the other names of a topic, an organization or a series, each with why it is one."""
    whys = {
        concept_key(one.object.label): one
        for one in of_things(engine, [thing.iri])
        if one.predicate in SPELLED
    }
    return [
        OtherName(one.text, one.uses, whys.get(concept_key(one.text)))
        for one in spellings(current_site(), thing.iri)
        if concept_key(one.text) != concept_key(thing.label)
    ]


def frequent(topics: Mapping[str, Sequence[Ref]], most: int = 8) -> list[Ref]:
    """Count the topics of some talks; `Ref.note` is how many of them are about it."""
    counts: dict[str, list[Ref]] = {}
    for refs in topics.values():
        for ref in refs:
            if ref.status != "suggested":
                counts.setdefault(ref.iri, []).append(ref)
    ordered = sorted(counts.values(), key=lambda refs: (-len(refs), refs[0].label))
    return [Ref(refs[0].iri, refs[0].label, "stated", str(len(refs))) for refs in ordered[:most]]
