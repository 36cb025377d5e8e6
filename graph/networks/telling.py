"""Paths as values, and the sentences that tell them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyoxigraph import NamedNode

from hallway.graph.networks.incidence import Incidence
from hallway.graph.vocabulary import HW, SCHEMA

__all__ = ["Hop", "Path"]

NAMES = 4  # people named in one sentence; more are counted


@dataclass(frozen=True, slots=True)
class Hop:
    """One step: two things that one talk has.

    Attributes
    ----------
    before, after
        Numbers of the things; None at an end that is the talk itself.
    talk
        Number of the talk.
    """

    table: Incidence
    before: int | None
    talk: int
    after: int | None

    @property
    def ends(self) -> list[int]:
        """The things of the hop."""
        return [end for end in (self.before, self.after) if end is not None]

    def _entries(self) -> list[int]:
        found = (self.table.entry(self.talk, end) for end in self.ends)
        return [at for at in found if at is not None]

    @property
    def confidence(self) -> float:
        """The lesser of the confidences of its links; 1.0 when sources state them."""
        return min((float(self.table.confidence[at]) for at in self._entries()), default=1.0)

    @property
    def derived(self) -> bool:
        """Whether one of its links was derived."""
        return any(bool(self.table.derived[at]) for at in self._entries())

    def query(self) -> str:
        """Return an ASK that is true: the talk has what the hop says."""
        talk = str(NamedNode(self.table.talks[self.talk]))
        parts = [_pattern(self.table, talk, end) for end in self.ends]
        return "ASK { " + " ".join([f"{talk} a {HW.Talk} .", *parts]) + " }"


def _pattern(table: Incidence, talk: str, thing: int) -> str:
    node, kind = str(NamedNode(table.iri(thing))), table.kind(thing)
    if kind == "organization":
        return (
            f"{{ {talk} {HW.presentedBy} {node} . }} UNION "
            f"{{ {talk} {HW.appearance}/{SCHEMA.affiliation} {node} . }}"
        )
    path = {
        "person": str(SCHEMA.performer),
        "topic": str(SCHEMA.about),
        "event": str(SCHEMA.superEvent),
        "series": f"{SCHEMA.superEvent}/{HW.inSeries}",
    }[kind]
    return f"{talk} {path} {node} ."


@dataclass(frozen=True, slots=True)
class Path:
    """A way from one thing to another.

    Attributes
    ----------
    hops
        In order; the end of one is the beginning of the next.
    cost
        What it was ranked by; see `hallway.graph.networks.paths.connections`.
    """

    hops: tuple[Hop, ...]
    cost: float

    @property
    def iris(self) -> list[str]:
        """IRIs of the things and talks it goes through, in order."""
        return [self.hops[0].table.iri(node) for node in self.nodes]

    @property
    def nodes(self) -> list[int]:
        """Numbers of the things and talks it goes through, in order; see `Incidence`."""
        things = len(self.hops[0].table.iris)
        found: list[int] = []
        for hop in self.hops:
            if hop.before is not None:
                found.append(hop.before)
            found.append(things + hop.talk)
        last = self.hops[-1].after
        return found if last is None else [*found, last]

    def words(self) -> list[str]:
        """Tell the path, one entry a hop."""
        before: tuple[Hop | None, ...] = (None, *self.hops)
        return [_sentence(hop, last) for hop, last in zip(self.hops, before, strict=False)]

    def as_json(self, base: str = "") -> dict[str, Any]:
        """Return the path as plain values.

        Parameters
        ----------
        base
            The site's base IRI, to write things as ``kind/slug``; without it that is read off
            the IRIs.

        Returns
        -------
        dict
            ``steps`` (things and talks in order), ``hops`` (from, talk, to, words, confidence,
            derived, query), ``words`` and ``cost``.
        """
        table = self.hops[0].table

        def name(node: int) -> str:
            iri = table.iri(node)
            return iri.removeprefix(f"{base}id/") if base else iri.partition("/id/")[2] or iri

        words, things = self.words(), len(table.iris)
        return {
            "steps": [
                {"id": name(node), "kind": table.kind(node), "label": table.label(node)}
                for node in self.nodes
            ],
            "hops": [
                {
                    "from": None if hop.before is None else name(hop.before),
                    "talk": {"id": name(things + hop.talk), "title": table.titles[hop.talk]},
                    "to": None if hop.after is None else name(hop.after),
                    "words": told,
                    "confidence": round(hop.confidence, 4),
                    "derived": hop.derived,
                    "query": hop.query(),
                }
                for hop, told in zip(self.hops, words, strict=True)
            ],
            "words": words,
            "cost": self.cost,
        }


# Sentences -------------------------------------------------------------------------------------


def _listed(names: Sequence[str]) -> str:
    if len(names) > NAMES:
        names = [*names[: NAMES - 1], f"{len(names) - NAMES + 1} others"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _sentence(hop: Hop, last: Hop | None) -> str:
    """Introduce the talk by the thing before, then say how it has the thing after."""
    table = hop.table
    also = "also " if last is not None else ""
    title = f"«{table.titles[hop.talk]}»"
    kinds = {end: table.kind(end) for end in hop.ends}
    at = _at(hop, last)
    by = _givers(hop)
    given = f", given{at}{by}," if at or by else ""
    kind = kinds[hop.before] if hop.before is not None else ""
    if kind == "person":
        told = f"{_speakers(hop)} {also}gave {title}{at}."
    elif kind == "topic":
        topics = [end for end in hop.ends if kinds[end] == "topic"]
        about = " and ".join(f"{table.label(one)}{_sure(hop, one)}" for one in topics)
        told = f"{title}{given} is {also}about {about}."
    elif kind == "organization":
        told = f"{_name(hop, hop.before)} {also}stands behind {title}{given.rstrip(',')}."
    elif kind == "series":
        told = f"{title} was {also}given in the series {_name(hop, hop.before)},{at}{by}."
    else:
        told = f"{title} was {also}given{at}{by}." if at or by else f"{title} is a talk."
    return told + _after(hop, kind, kinds.get(hop.after, "") if hop.after is not None else "")


def _after(hop: Hop, before: str, after: str) -> str:
    if after == "topic" and before != "topic":
        return f" It is about {_name(hop, hop.after)}."
    if after == "organization":
        return f" {_name(hop, hop.after)} stands behind it."
    if after == "series":
        return _belongs(hop, hop.after)
    return ""


def _name(hop: Hop, thing: int | None) -> str:
    return "" if thing is None else f"{hop.table.label(thing)}{_sure(hop, thing)}"


def _sure(hop: Hop, thing: int) -> str:
    at = hop.table.entry(hop.talk, thing)
    if at is None or not hop.table.derived[at]:
        return ""
    return f" (derived {hop.table.confidence[at]:.2f})"


def _belongs(hop: Hop, series: int | None) -> str:
    events = hop.table.members(hop.talk, "event")
    return f" {hop.table.label(events[0])} belongs to {_name(hop, series)}." if events else ""


def _at(hop: Hop, last: Hop | None) -> str:
    """Return `` at EVENT``; the same event as before is not named again unless it is the point."""
    table = hop.table
    events = table.members(hop.talk, "event")
    if not events:
        return ""
    pointed = any(table.kind(end) in ("event", "series") for end in hop.ends)
    if last is not None and not pointed and table.members(last.talk, "event") == events:
        return " at the same event"
    return f" at {table.label(events[0])}"


def _others(hop: Hop) -> list[str]:
    people = hop.table.members(hop.talk, "person")
    return [hop.table.label(one) for one in people if one not in hop.ends]


def _givers(hop: Hop) -> str:
    """Return `` by`` who gave the talk, whoever comes next on the path first."""
    named = [hop.table.label(end) for end in hop.ends if hop.table.kind(end) == "person"]
    names = [*named, *_others(hop)]
    return f" by {_listed(names)}" if names else ""


def _speakers(hop: Hop) -> str:
    """Return the people of the path, and who was with them."""
    named = [hop.table.label(end) for end in hop.ends if hop.table.kind(end) == "person"]
    others = _others(hop)
    return _listed(named) + (f", with {_listed(others)}," if others else "")
