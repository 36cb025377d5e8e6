"""What follows from all decisions together, and which of them contradict one another."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hallway.graph.linking.decision import APPEARS, NAMES_OF, SAME_AS, SPELLED, Decision

__all__ = [
    "Conflict", "PairRules", "not_undone", "pair_rules", "preferred_sources", "verdicts_on_links",
]  # fmt: skip

_ADDRESS = re.compile(r"https?://.*?/id/([a-z]+)/")
_PARTS = {"appearance": "person"}
"""What a part of a thing has its address as -> kind of the thing."""

_SHOWN = SPELLED | {APPEARS}
"""Relations whose accepted links are shown as such, though they are a matter of pairs."""

_PAIRED = _SHOWN | {SAME_AS}
"""Relations that say of two that they are one."""

_PLACES = ("talk", "session", "event", "series")
"""Kinds that may stand for a part of a person."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Decisions that contradict one another; none of them is applied."""

    decisions: tuple[str, ...]
    what: str


@dataclass(frozen=True, slots=True)
class PairRules:
    """Pairs of one kind that must, and that must not, be one thing. Sorted, free of conflicts."""

    must: tuple[tuple[str, str], ...] = ()
    cannot: tuple[tuple[str, str], ...] = ()


def not_undone(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Leave out what was undone; read backwards, so that an undone undo undoes nothing."""
    undone: set[str] = set()
    kept: list[Decision] = []
    for decision in reversed(decisions):
        if decision.id in undone:
            continue
        if decision.action == "undo":
            undone.add(decision.subject)
        else:
            kept.append(decision)
    return tuple(reversed(kept))


def _joins(decision: Decision) -> bool | None:
    """Tell whether a decision makes two one (True) or keeps them two (False); None for others."""
    if decision.action in ("merge", "split"):
        return decision.action == "merge"
    if decision.action in ("accept", "reject") and decision.predicate in _PAIRED:
        return decision.action == "accept"
    return None


def _kinds(term: str) -> str:
    found = _ADDRESS.match(term)
    return _PARTS.get(found[1], found[1]) if found else ""


def _kind(decision: Decision) -> str:
    """Return the kind of the two things that a decision joins or parts; empty when they differ."""
    kinds = {_kinds(decision.subject), _kinds(decision.object)} - {""}
    if not kinds:  # two names, of what their relation says
        kinds = {kind for kind, relation in NAMES_OF.items() if relation == decision.predicate}
    if len(kinds) > 1:
        kinds -= set(_PLACES)
    return (kinds or {"person"}).pop() if len(kinds) < 2 else ""


def verdicts_on_links(
    decisions: Sequence[Decision],
) -> tuple[dict[tuple[str, str, str], Decision], list[Conflict]]:
    """Return what was decided for each link, and the links decided both ways."""
    about: dict[tuple[str, str, str], list[Decision]] = defaultdict(list)
    for decision in decisions:
        of_link = decision.action in ("accept", "reject") and _joins(decision) is None
        # Whose an appearance or a name is, is a matter of pairs; an accepted link of one is shown.
        if of_link or (decision.action == "accept" and decision.predicate in _SHOWN):
            about[decision.subject, decision.predicate, decision.object].append(decision)
    verdicts: dict[tuple[str, str, str], Decision] = {}
    conflicts: list[Conflict] = []
    for triple, judged in sorted(about.items()):
        if len({decision.action for decision in judged}) == 1:
            verdicts[triple] = judged[0]
        else:
            ids = tuple(decision.id for decision in judged)
            conflicts.append(Conflict(ids, f"accepted and rejected: {' '.join(triple)}"))
    return verdicts, conflicts


def preferred_sources(
    decisions: Sequence[Decision],
) -> tuple[dict[tuple[str, str], str], list[Conflict]]:
    """Return which source is believed about what, and where two are."""
    about: dict[tuple[str, str], list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.action == "prefer":
            about[decision.subject, decision.predicate].append(decision)
    found: dict[tuple[str, str], str] = {}
    conflicts = []
    for what, judged in sorted(about.items()):
        if len({decision.object for decision in judged}) == 1:
            found[what] = judged[0].object
        else:
            ids = tuple(decision.id for decision in judged)
            conflicts.append(Conflict(ids, f"two sources are believed about {' '.join(what)}"))
    return found, conflicts


_Pairs = dict[tuple[str, str], list[str]]


def pair_rules(decisions: Sequence[Decision]) -> tuple[dict[str, PairRules], list[Conflict]]:
    """Return by kind what to join and to keep apart, and what contradicts itself."""
    must: dict[str, _Pairs] = defaultdict(lambda: defaultdict(list))
    cannot: dict[str, _Pairs] = defaultdict(lambda: defaultdict(list))
    conflicts: list[Conflict] = []
    for decision in decisions:
        joins = _joins(decision)
        if joins is None or decision.subject == decision.object:
            continue
        kind = _kind(decision)
        if not kind:
            what = f"of two kinds: {decision.subject} and {decision.object}"
            conflicts.append(Conflict((decision.id,), what))
            continue
        low, high = sorted((decision.subject, decision.object))
        (must if joins else cannot)[kind][low, high].append(decision.id)
    rules: dict[str, PairRules] = {}
    for kind in sorted(must.keys() | cannot.keys()):
        rules[kind], found = _free_of_conflicts(must[kind], cannot[kind])
        conflicts += found
    return rules, conflicts


def _free_of_conflicts(must: _Pairs, cannot: _Pairs) -> tuple[PairRules, list[Conflict]]:
    """Return the pairs to join and to keep apart, and each contradiction with its whole chain."""
    conflicts: list[Conflict] = []
    dropped: set[tuple[str, str]] = set()
    apart: set[tuple[str, str]] = set()
    for pair in sorted(cannot):
        # Each round takes one chain out; another may still join the two.
        while chain := _chain(must.keys() - dropped, *pair):
            dropped.update(chain)
            apart.add(pair)
            ids = [*cannot[pair], *(one for link in chain for one in must[link])]
            conflicts.append(Conflict(tuple(ids), f"kept apart and joined: {' and '.join(pair)}"))
    return PairRules(
        tuple(sorted(must.keys() - dropped)), tuple(sorted(cannot.keys() - apart))
    ), conflicts


def _chain(links: Iterable[tuple[str, str]], start: str, end: str) -> list[tuple[str, str]]:
    """Return the shortest chain of links between two people; empty when there is none."""
    beside: dict[str, list[str]] = defaultdict(list)
    for a, b in sorted(links):
        beside[a].append(b)
        beside[b].append(a)
    before: dict[str, str] = {start: start}
    waiting = deque([start])
    while waiting and end not in before:
        here = waiting.popleft()
        for there in beside[here]:
            if there not in before:
                before[there] = here
                waiting.append(there)
    if end not in before:
        return []
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return [(min(a, b), max(a, b)) for a, b in pairwise(path)]
