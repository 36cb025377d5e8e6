"""Scores of people that earlier rounds and builds worked out, by what they were worked out of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallway.graph.building.cache import Cache, text_digest
from hallway.graph.linking.people.names import NameMatch
from hallway.graph.linking.people.proof import Proof
from hallway.graph.linking.records import Mention

__all__ = ["GroupDigests", "PeopleMemory", "Unit", "recalled", "unit_groups"]

Pair = tuple[int, int]
NamePair = tuple[str, str, NameMatch | None]
Found = tuple[int, Pair, float | None, Proof]
"""Which of a unit's comparisons, the pair of groups, its probability (None for one that is too
low), and what stands behind it."""


@dataclass(slots=True)
class Unit:
    """A name compared with itself and with each of its variants that follow it.

    Attributes
    ----------
    compared
        The comparisons; the first is that of equal names.
    key
        Digest of all that the scores depend on.
    known
        What is remembered of it; None for nothing.
    found
        Its pairs, in the order of the comparisons and pairs once it is settled.
    settled
        Whether they are all found and in order.
    """

    compared: list[NamePair]
    key: str = ""
    known: list[Any] | None = None
    found: list[Found] = field(default_factory=list)
    settled: bool = False


class PeopleMemory:
    """What was found out about the same mentions before.

    Parameters
    ----------
    cache
        Remembers it from build to build.

    Attributes
    ----------
    matches
        Name -> its variants that follow it, of an earlier round over the same mentions.
    """

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self.matches: dict[str, list[tuple[str, NameMatch]]] | None = None
        self._units = cache.memo("people")
        self._sentences = cache.memo("people-sentences")

    def known(self, key: str) -> list[Any] | None:
        """Return what is known of a unit."""
        found: list[Any] | None = self._units.get(key)
        return found

    def learn(self, key: str, found: Sequence[Found], groups: Sequence[int]) -> None:
        """Remember the pairs of a unit, by the places of their groups in the unit."""
        place = {group: at for at, group in enumerate(groups)}
        rows = [
            [way, place[a], place[b], probability, int(proof)]
            for way, (a, b), probability, proof in found
        ]
        self._units.put(key, rows)

    def sentence(self, key: str, make: Callable[[], str]) -> str:
        """Return the sentence with a key, made once."""
        known: str | None = self._sentences.get(key)
        if known is None:
            known = make()
            self._sentences.put(key, known)
        return known


def recalled(rows: Sequence[Any], groups: Sequence[int]) -> list[Found]:
    """Return the pairs that `PeopleMemory.learn` was given, with the numbers of today's groups."""
    return [
        (way, (groups[a], groups[b]), probability, Proof(proof))
        for way, a, b, probability, proof in rows
    ]


def unit_groups(unit: Unit, bearers: Mapping[str, Sequence[int]]) -> list[int]:
    """Return the groups of a unit's names, ascending."""
    return sorted({group for _, name, _ in unit.compared for group in bearers[name]})


class GroupDigests(dict[int, str]):
    """Group -> digest of its mentions, worked out when it is asked for.

    The id of the first mention is part of it, so that the order of groups is as well.
    """

    def __init__(self, mentions: Sequence[Mention], groups: Mapping[int, Sequence[int]]) -> None:
        super().__init__()
        self._mentions = mentions
        self._groups = groups
        self._talks: dict[tuple[object, ...], str] = {}

    def regrouped(self, groups: Mapping[int, Sequence[int]]) -> None:
        """Go on with clusters that have grown: what has its size is as it was."""
        before, self._groups = self._groups, groups
        grown = [one for one in self if len(groups.get(one, ())) != len(before[one])]
        for group in grown:
            del self[group]

    def __missing__(self, group: int) -> str:
        """Digest a group."""
        own = [self._mentions[place] for place in self._groups[group]]
        found = self[group] = text_digest(own[0].id, *map(self._content, own))
        return found

    def _content(self, mention: Mention) -> str:
        """Return all of a mention that scores are worked out of; texts of talks as a digest."""
        talk = (
            mention.event, mention.series, mention.year, mention.title, mention.text,
            mention.language, mention.topics,
        )  # fmt: skip
        said = self._talks.get(talk)
        if said is None:
            texts = (*map(str, talk[:-1]), *mention.topics)
            said = self._talks[talk] = text_digest(*texts)
        return "\x1f".join(
            (
                said, mention.name, mention.affiliation or "",
                "\x1e".join(mention.co_speakers), "\x1e".join(mention.aliases),
            )
        )  # fmt: skip
