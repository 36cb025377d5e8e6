"""Names that differ and may still be one person's: found by blocks, never all pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from hallway.graph.linking.names import anchors

__all__ = ["variant_pairs"]

_BLOCK = 60
"""Names of one block that are all compared; in a larger block each meets its neighbours only."""

_NEAR = 8
"""Neighbours, in the order of the alphabet."""


def variant_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each pair of names that share a block key, once, in ascending order."""
    blocks: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        for key in anchors(name):
            blocks[key].append(name)
    seen: set[tuple[str, str]] = set()
    for key in sorted(blocks):
        if key.startswith("!"):
            continue
        block = blocks[key]
        full = blocks.get("!" + key[1:], []) if key.startswith("?") else []
        for pair in _block_pairs(block, full):
            if pair not in seen:
                seen.add(pair)
                yield pair


def _block_pairs(block: Sequence[str], full: Sequence[str]) -> Iterator[tuple[str, str]]:
    reach = len(block) if len(block) <= _BLOCK else _NEAR
    for place, a in enumerate(block):
        for b in block[place + 1 : place + 1 + reach]:
            yield a, b
    for a in block[:_BLOCK]:
        for b in full[:_BLOCK]:
            if a != b:
                yield (a, b) if a < b else (b, a)
