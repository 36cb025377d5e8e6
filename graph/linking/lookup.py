"""What the terms of decisions on people stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hallway.graph.linking.decisions import PeopleRules
from hallway.graph.linking.records import Mention

__all__ = ["Lookup"]


class Lookup:
    """Finds the mentions that a decision's term stands for.

    Parameters
    ----------
    mentions
        In the order that numbers them.
    found
        Each mention's person key without decisions.
    keys
        Address -> person key.
    """

    def __init__(
        self, mentions: Sequence[Mention], found: Sequence[str], keys: Mapping[str, str]
    ) -> None:
        self._keys = keys
        self._mentions = mentions
        self._found = found
        self._mention = {mention.id: place for place, mention in enumerate(mentions)}
        self._members: dict[str, list[int]] = {}
        self.learn(found)

    def learn(self, found: Sequence[str]) -> None:
        """Take in person keys; one that is known already keeps its meaning."""
        members: dict[str, list[int]] = defaultdict(list)
        for place, key in enumerate(found):
            members[key].append(place)
        self._members = {**members, **self._members}

    def known(self, rules: PeopleRules) -> int:
        """Count the terms of decisions that stand for somebody."""
        return sum(
            bool(self.members(term)) for pair in (*rules.must, *rules.cannot) for term in pair
        )

    def members(self, term: str) -> list[int]:
        """Return the mentions that a term stands for; none when it is unknown."""
        if term in self._mention:
            return [self._mention[term]]
        return self._members.get(self._keys.get(term, term), [])

    def pair(self, a: str, b: str) -> tuple[list[int], list[int]]:
        """Return the members of two terms; an event or series stands for its part of the other."""
        left, right = self.members(a), self.members(b)
        if left and not right:
            right = [place for place in left if b in self._places_of(place)]
        elif right and not left:
            left = [place for place in right if a in self._places_of(place)]
        return left, right

    def _places_of(self, place: int) -> tuple[str, str]:
        return self._mentions[place].event, self._mentions[place].series

    def same_before(self, places: Iterable[int]) -> list[list[int]]:
        """Group places by the person they had without decisions."""
        groups: dict[str, list[int]] = defaultdict(list)
        for place in places:
            groups[self._found[place]].append(place)
        return list(groups.values())
