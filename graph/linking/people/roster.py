"""The mentions, by name, and their clusters while they are worked out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hallway.graph.linking.clusters import Clusters
from hallway.graph.linking.people.shared_profiles import identities
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = ["Roster", "Said"]


@dataclass(frozen=True, slots=True)
class Said:
    """What a source, or two that have one talk, tell of two mentions: their places, a sentence."""

    one: int
    other: int
    says: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Roster:
    """All mentions of a site.

    Attributes
    ----------
    mentions
        In order; the place of a mention is its number in `clusters`.
    names
        Of each mention, as `name_key` gives it.
    blocks
        Name -> places of its mentions.
    """

    mentions: Sequence[Mention]
    names: Sequence[str]
    blocks: Mapping[str, Sequence[int]]
    clusters: Clusters

    @classmethod
    def of(cls, mentions: Sequence[Mention]) -> Roster:
        """Return a roster on which nobody is joined."""
        names = [name_key(mention.name) for mention in mentions]
        blocks: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(names):
            if name:
                blocks[name].append(place)
        return cls(mentions, names, blocks, Clusters([identities(one) for one in mentions]))

    def groups(self) -> dict[int, list[int]]:
        """Return the clusters as they stand, each named by its first mention's place."""
        groups: dict[int, list[int]] = defaultdict(list)
        first: dict[int, int] = {}
        for place in range(len(self.mentions)):
            groups[first.setdefault(self.clusters.find(place), place)].append(place)
        return groups

    def join_row(self, places: Sequence[int], *, by_force: bool = False) -> None:
        """Join all of some places."""
        for a, b in pairwise(places):
            self.clusters.join(a, b, by_force=by_force)

    def contested(self, places: Iterable[int]) -> bool:
        """Tell whether a source gives one name to two of its people."""
        ids: dict[str, str] = {}
        for place in places:
            mention = self.mentions[place]
            if mention.person_id is not None:
                if ids.setdefault(mention.source, mention.person_id) != mention.person_id:
                    return True
        return False

    def named(self, one: int, other: int) -> tuple[str, str]:
        """Return the names of two mentions, sorted."""
        a, b = self.names[one], self.names[other]
        return (a, b) if a <= b else (b, a)
