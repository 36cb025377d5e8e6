"""Names that differ and may still be one person's: found by blocks, never all pairs."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from zlib import crc32

from hallway.graph.linking.people.names import anchors

__all__ = ["Blocks", "variant_pairs"]

_BLOCK = 60
"""Names of one block that are all compared; in a larger block each meets its neighbours only."""

_NEAR = 8
"""Neighbours, in the order of the alphabet."""


def variant_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of names that share a block key, once, in ascending order."""
    yield from Blocks(names).pairs()


class Blocks:
    """Names by their block keys, and which of them meet.

    Names may come and go: where only names were added, two that meet now have met before, since a
    block that grows takes nobody nearer to another.

    Parameters
    ----------
    names
        In any order.
    anchors_of
        Gives the block keys of a name; see `hallway.graph.linking.people.names.anchors`.
    """

    def __init__(
        self, names: Iterable[str], anchors_of: Callable[[str], Sequence[str]] = anchors
    ) -> None:
        self.names = sorted(set(names))
        self._place = {name: place for place, name in enumerate(self.names)}
        met = _Met()
        for name in self.names:
            for key in anchors_of(name):
                met.add(key)
        numbers: dict[str, int] = {}
        self._blocks: list[list[int]] = []
        self._keys: list[array[int]] = []
        for place, name in enumerate(self.names):
            keys = array("L")
            for key in filter(met.twice, anchors_of(name)):
                number = numbers.setdefault(key, len(self._blocks))
                if number == len(self._blocks):
                    self._blocks.append([])
                self._blocks[number].append(place)
                keys.append(number)
            self._keys.append(keys)
        # A bare initial also meets the words that begin with it, which do not meet one another.
        self._across: dict[int, int] = {}
        for key, number in numbers.items():
            full = numbers.get("!" + key[1:]) if key.startswith("?") else None
            if full is not None:
                self._across[number], self._across[full] = full, number
        self._full_only = {number for key, number in numbers.items() if key.startswith("!")}

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield each pair of names that meet, once, in ascending order."""
        for place, name in enumerate(self.names):
            for other in sorted(other for other in self._around(place) if other > place):
                yield name, self.names[other]

    def meeting(self, name: str) -> list[str]:
        """Return the names that a name meets, ascending."""
        return [self.names[other] for other in sorted(self._around(self._place[name]))]

    def meet(self, a: str, b: str) -> bool:
        """Tell whether two names meet; not if one of them is not there."""
        one, other = self._place.get(a), self._place.get(b)
        if one is None or other is None:
            return False
        theirs = set(self._keys[other])
        for number in self._keys[one]:
            if number in theirs and number not in self._full_only:
                block = self._blocks[number]
                if abs(bisect_left(block, one) - bisect_left(block, other)) <= _reach(block):
                    return True
            across = self._across.get(number)
            if across in theirs and self._early(number, one) and self._early(across, other):
                return True
        return False

    def _around(self, place: int) -> set[int]:
        others: set[int] = set()
        for number in self._keys[place]:
            block = self._blocks[number]
            if number not in self._full_only:
                at, reach = bisect_left(block, place), _reach(block)
                others.update(block[max(0, at - reach) : at + 1 + reach])
            across = self._across.get(number)
            if across is not None and self._early(number, place):
                others.update(self._blocks[across][:_BLOCK])
        others.discard(place)
        return others

    def _early(self, number: int | None, place: int) -> bool:
        """Tell whether a name is among the first of a block, who meet those of another."""
        return number is not None and bisect_left(self._blocks[number], place) < _BLOCK


def _reach(block: Sequence[int]) -> int:
    return len(block) if len(block) <= _BLOCK else _NEAR


class _Met:
    """Remembers, but for rare mistakes in favour of a key, which keys it met twice.

    Most keys are of one name alone, and there are millions of them: this takes 16 MB for all.
    """

    def __init__(self) -> None:
        self._counts = bytearray(1 << 24)

    def _slot(self, key: str) -> int:
        return crc32(key.lstrip("?!").encode()) & 0xFFFFFF

    def add(self, key: str) -> None:
        slot = self._slot(key)
        self._counts[slot] = min(2, self._counts[slot] + 1)

    def twice(self, key: str) -> bool:
        return self._counts[self._slot(key)] > 1
