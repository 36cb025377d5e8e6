"""Decisions on topics and organizations: which of their spellings are one thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hallway.graph.keys import concept_key
from hallway.graph.linking.clusters import Clusters
from hallway.graph.linking.verdicts import PairRules

__all__ = ["Regrouped", "regroup"]


@dataclass(frozen=True, slots=True)
class Regrouped:
    """Which keys are one thing once decisions are heard.

    Attributes
    ----------
    groups
        Sorted keys of each thing, in the order of their first keys.
    apart
        Pairs of keys of things that decisions keep apart.
    conflicts
        Decisions that contradict one another once their terms are looked up, as sentences; they
        are not applied.
    """

    groups: tuple[tuple[str, ...], ...]
    apart: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[str, ...] = ()


def regroup(
    groups: Iterable[Sequence[str]], rules: PairRules, keys: Mapping[str, str]
) -> Regrouped:
    """Join and part groups of spellings as a curator decided.

    Parameters
    ----------
    groups
        Keys that are one thing without decisions; each key in one group.
    rules
        Their terms are addresses, which stand for the whole group of their key, or names as
        printed, which stand for that spelling alone.
    keys
        Address -> key.

    Returns
    -------
    Regrouped
        What is taken out of a group is a thing of its own; the others stay together.

    >>> rules = PairRules(cannot=(("http://example.org/id/topic/ml", "Markup"),))
    >>> regroup([["markup", "ml"]], rules, {"http://example.org/id/topic/ml": "ml"}).groups
    (('markup',), ('ml',))
    """
    found = {key: list(group) for group in groups for key in group}
    if not rules.must and not rules.cannot:
        return Regrouped(tuple(sorted({tuple(sorted(group)) for group in found.values()})))
    for term in sorted({term for pair in (*rules.must, *rules.cannot) for term in pair}):
        # An address that nothing has now may still lead to what it was joined with.
        if (key := keys.get(term)) is not None and key not in found:
            found[key] = [key]

    def members(term: str) -> list[str]:
        key = keys.get(term)
        if key is not None:
            return found[key]
        own = concept_key(term)
        return [own] if own in found else []

    parted, taken = _parted(rules, members, keys)
    places = {key: place for place, key in enumerate(sorted(found))}
    clusters = Clusters([()] * len(places))

    def join(some: Sequence[str]) -> None:
        for key in some[1:]:
            clusters.join(places[some[0]], places[key])

    for group in found.values():
        join([key for key in group if key not in taken])
    for a, b in rules.must:
        left, right = members(a), members(b)
        if left and right:
            rest = [key for key in (*left, *right) if key not in taken]
            join(rest if len(rest) > 1 else [*left, *right])
    apart, conflicts = [], []
    for names, left, right in parted:
        if {clusters.find(places[k]) for k in left} & {clusters.find(places[k]) for k in right}:
            conflicts.append(f"{names}: kept apart by one decision, joined by others")
        elif left and right:
            apart.append((left[0], right[0]))
    made: dict[int, list[str]] = defaultdict(list)
    for key, place in places.items():
        made[clusters.find(place)].append(key)
    ordered = tuple(sorted(tuple(group) for group in made.values()))
    return Regrouped(ordered, tuple(sorted(apart)), tuple(conflicts))


def _parted(
    rules: PairRules, members: Callable[[str], list[str]], keys: Mapping[str, str]
) -> tuple[list[tuple[str, list[str], list[str]]], set[str]]:
    """Look up what to keep apart; return that, and the keys that are taken out of a group."""
    pairs = []
    taken: set[str] = set()
    for a, b in rules.cannot:
        left, right = sorted((members(a), members(b)), key=len)
        if set(left) & set(right):
            if left == right:  # two addresses of one group: each for its own spelling
                left = [keys.get(b, concept_key(b))]
            taken.update(left)
        pairs.append((f"{a} and {b}", left, right))
    parted = []
    for names, left, right in pairs:
        inside = set(left) <= set(right)
        parted.append((names, left, [k for k in right if k not in taken] if inside else right))
    return parted, taken
