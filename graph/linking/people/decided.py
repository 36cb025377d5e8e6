"""The curator's decisions on people: who is forced together and who is kept apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from hallway.graph.linking.lookup import Lookup
from hallway.graph.linking.people.roster import Roster
from hallway.graph.linking.verdicts import PairRules

__all__ = ["Decided", "apply_decisions"]


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of the decisions.

    Attributes
    ----------
    conflicts
        What could not be applied, as sentences.
    apart
        Places of two who are kept apart, one of each side.
    away
        Places that were taken out of the person they were of.
    """

    conflicts: tuple[str, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    away: frozenset[int] = frozenset()

    def kept_apart(self, keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of people that decisions keep apart, sorted."""
        pairs = {(keys[a], keys[b]) for a, b in self.apart}
        return tuple(sorted((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]))


def apply_decisions(roster: Roster, lookup: Lookup, rules: PairRules) -> Decided:
    """Forbid and force what was decided; say what became of it.

    What no decision takes apart stays as it was without decisions. Who is taken out of a
    person is not joined by a merge of that person.
    """
    apart, away = _parts(roster, lookup, rules)
    for a, b in rules.must:
        left, right = lookup.members(a), lookup.members(b)
        if left and right:
            members = [place for place in (*left, *right) if place not in away]
            roster.join_row(members if len(members) > 1 else [*left, *right], by_force=True)
    conflicts: list[str] = []
    kept: list[tuple[int, int]] = []
    for names, left, right in apart:
        a_roots = {roster.clusters.find(place) for place in left}
        b_roots = {roster.clusters.find(place) for place in right}
        if a_roots & b_roots:
            conflicts.append(f"{names}: kept apart by one decision, joined by others")
            continue
        for one, other in product(sorted(a_roots), sorted(b_roots)):
            roster.clusters.forbid(one, other)
        if left and right:
            kept.append((left[0], right[0]))
    return Decided(tuple(conflicts), tuple(kept), frozenset(away))


def _parts(
    roster: Roster, lookup: Lookup, rules: PairRules
) -> tuple[list[tuple[str, list[int], list[int]]], set[int]]:
    """Look up whom to keep apart, and join each part as it was without decisions."""
    pairs = [(a, b, sorted(lookup.pair(a, b), key=len)) for a, b in rules.cannot]
    taken: dict[tuple[int, ...], set[int]] = defaultdict(set)
    away: set[int] = set()
    for a, b, (left, right) in pairs:
        if set(left) & set(right):
            taken[tuple(right)].update(left)
            away.update(left)
        for term in (a, b):
            away.update(lookup.members(term) if lookup.is_part(term) else ())
    apart: list[tuple[str, list[int], list[int]]] = []
    sides: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, (a, b, (left, right)) in enumerate(pairs):
        # What is taken out of a person is not that person; who else it is, others say.
        right = [place for place in right if place not in taken.get(tuple(right), ())]
        apart.append((f"{a} and {b}", left, right))
        for side, places in enumerate((left, right)):
            for place in places:
                sides[place].append((number, side))
    parts: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for place, numbers in sorted(sides.items()):
        parts[tuple(numbers)].append(place)
    for places in parts.values():
        for part in lookup.same_before(places):
            roster.join_row(part, by_force=True)
    return apart, away
