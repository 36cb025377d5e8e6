"""What the terms of decisions on people stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hallway.graph.linking.records import Mention
from hallway.graph.linking.verdicts import PairRules

__all__ = ["Lookup", "part_of"]

_PART = "\x1f"


def part_of(person: str, owner: str) -> str:
    """Return the term for what a person key has in one talk or event, given by its key."""
    return f"{person}{_PART}{owner}"


class Lookup:
    """Finds the mentions that a decision's term stands for.

    Parameters
    ----------
    mentions
        In the order that numbers them.
    found
        Each mention's person key without decisions.
    keys
        Address -> person key, or what `part_of` gives for an appearance; of talks, events and
        series the address -> key.
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

    def known(self, rules: PairRules) -> int:
        """Count the terms of decisions that stand for somebody."""
        return sum(
            bool(self.members(term)) for pair in (*rules.must, *rules.cannot) for term in pair
        )

    def members(self, term: str) -> list[int]:
        """Return the mentions that a term stands for; none when it is unknown."""
        term = self._keys.get(term, term)
        if term in self._mention:
            return [self._mention[term]]
        person, part, owner = term.partition(_PART)
        found = self._members.get(person, [])
        return [place for place in found if self._owner(place) == owner] if part else found

    def is_part(self, term: str) -> bool:
        """Tell whether a term stands for a part of a person and not for somebody."""
        term = self._keys.get(term, term)
        return term in self._mention or _PART in term

    def pair(self, a: str, b: str) -> tuple[list[int], list[int]]:
        """Return the members of two terms.

        A talk, an event or a series stands for its part of the other.
        """
        left, right = self.members(a), self.members(b)
        a, b = self._keys.get(a, a), self._keys.get(b, b)
        if left and not right:
            right = [place for place in left if b in self._places_of(place)]
        elif right and not left:
            left = [place for place in right if a in self._places_of(place)]
        return left, right

    def _places_of(self, place: int) -> tuple[str, str, str]:
        mention = self._mentions[place]
        return mention.event, mention.series, self._owner(place)

    def _owner(self, place: int) -> str:
        """Return the key of the talk or event, from an id as `mention_id` makes it."""
        return self._mentions[place].id.partition("|")[2].rpartition("|")[0]

    def same_before(self, places: Iterable[int]) -> list[list[int]]:
        """Group places by the person they had without decisions."""
        groups: dict[str, list[int]] = defaultdict(list)
        for place in places:
            groups[self._found[place]].append(place)
        return list(groups.values())
