"""Names that differ and may still be one person's: found by blocks, never all pairs."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from zlib import crc32

from hallway.graph.linking.names import anchors

__all__ = ["variant_pairs"]

_BLOCK = 60
"""Names of one block that are all compared; in a larger block each meets its neighbours only."""

_NEAR = 8
"""Neighbours, in the order of the alphabet."""


def variant_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of names that share a block key, once, in ascending order."""
    ordered = sorted(set(names))
    met = _Met()
    for name in ordered:
        for key in anchors(name):
            met.add(key)
    numbers: dict[str, int] = {}
    blocks: list[list[int]] = []
    keys_of: list[array[int]] = []
    for place, name in enumerate(ordered):
        keys = array("L")
        for key in filter(met.twice, anchors(name)):
            number = numbers.setdefault(key, len(blocks))
            if number == len(blocks):
                blocks.append([])
            blocks[number].append(place)
            keys.append(number)
        keys_of.append(keys)
    # A bare initial also meets the words that begin with it, which do not meet one another.
    written_out = {
        number: numbers.get("!" + key[1:]) for key, number in numbers.items() if key.startswith("?")
    }
    initials = {full: number for number, full in written_out.items() if full is not None}
    full_only = {number for key, number in numbers.items() if key.startswith("!")}
    del numbers
    for place, keys in enumerate(keys_of):
        others: set[int] = set()
        for number in keys:
            block = blocks[number]
            at = bisect_left(block, place)
            if number not in full_only:
                reach = len(block) if len(block) <= _BLOCK else _NEAR
                others.update(block[at + 1 : at + 1 + reach])
            across = written_out.get(number, initials.get(number))
            if across is not None and at < _BLOCK:
                others.update(other for other in blocks[across][:_BLOCK] if other > place)
        for other in sorted(others):
            yield ordered[place], ordered[other]


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
