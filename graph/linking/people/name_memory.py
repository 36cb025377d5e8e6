"""Which names match, worked out only for the names that the last build did not have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from hallway.graph.building.cache import Cache, Memo
from hallway.graph.linking.people.names import NameMatch, anchors, compare
from hallway.graph.linking.people.variants import Blocks

__all__ = ["matching_names"]

Pair = tuple[str, str]


def matching_names(
    names: Collection[str], cache: Cache | None = None
) -> Iterator[tuple[str, str, NameMatch]]:
    """Yield the pairs of names that may be variants, with how they relate.

    Parameters
    ----------
    names
        As printed: "KR" is two initials, "kr" is not.
    cache
        Remembers the answer; what is yielded does not depend on it.
    """
    cache = cache or Cache(None, "")
    keys = cache.memo("anchors")
    blocks = Blocks(names, lambda name: _anchors(name, keys))
    known = cache.get("names", "matches")
    if known is None:
        found = {pair: match for pair in blocks.pairs() if (match := compare(*pair))}
    else:
        found = _brought_up(known, blocks, keys)
    pairs = sorted(found.items(), key=lambda one: one[0])
    rows = [[*pair, match.kind, match.score] for pair, match in pairs]
    if known is None or known != [blocks.names, rows]:
        cache.put("names", "matches", [blocks.names, rows])
    for pair, match in pairs:
        yield *pair, match


def _anchors(name: str, keys: Memo) -> Sequence[str]:
    found: list[str] | None = keys.get(name)
    if found is None:
        found = anchors(name)
        keys.put(name, found)
    return found


def _brought_up(known: list[Any], blocks: Blocks, keys: Memo) -> dict[Pair, NameMatch]:
    """Keep the matches of pairs that still meet, and compare the pairs that may be new.

    Those are the pairs of new names, and of names in a block that lost one: they may have come
    nearer to each other.
    """
    before, rows = known
    had, have = set(before), set(blocks.names)
    moved = {key.lstrip("?!") for name in had - have for key in _anchors(name, keys)}
    found = {
        (a, b): NameMatch(kind, score) for a, b, kind, score in rows if blocks.meet(a, b)
    }  # fmt: skip
    for name in blocks.names:
        new = name not in had
        if new or not moved.isdisjoint(key.lstrip("?!") for key in _anchors(name, keys)):
            for other in blocks.meeting(name):
                pair = (name, other) if name < other else (other, name)
                if pair not in found and (match := compare(*pair)):
                    found[pair] = match
    return found
