"""Which names match, worked out only for the names that the last build did not have."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hallway.graph.building.cache import Cache
from hallway.graph.linking.people.names import NameMatch, anchors, compare
from hallway.graph.linking.people.variants import Blocks

__all__ = ["matching_names"]

Pair = tuple[str, str]
Matches = dict[Pair, NameMatch]


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
    known = cache.get("names", "matches")
    if known is None:
        keys = {name: "\n".join(anchors(name)) for name in sorted(set(names))}
        blocks = Blocks(keys, lambda name: _split(keys[name]))
        found = {pair: match for pair in blocks.pairs() if (match := compare(*pair))}
        index = _Index.of({name: _split(own) for name, own in keys.items()})
    else:
        before, index = _read(known)
        found, index = _brought_up(before, index, set(names))
    pairs = sorted(found.items(), key=lambda one: one[0])
    rows = [[*pair, match.kind, match.score] for pair, match in pairs]
    if known is None or set(known[0]) != set(index.names) or known[3] != rows:
        cache.put("names", "matches", [*index.written(), rows])
    for pair, match in pairs:
        yield *pair, match


@dataclass(frozen=True, slots=True)
class _Index:
    """Names in any order, and the digests of their block keys, one name's after the other's.

    Names that have a key in common are found by comparing numbers; two keys with one digest only
    bring in names that need not be there.
    """

    names: list[str]
    counts: NDArray[np.uint32]
    digests: NDArray[np.uint32]

    @classmethod
    def of(cls, keys: dict[str, Sequence[str]]) -> _Index:
        rows = [_digests(own) for own in keys.values()]
        return cls(
            list(keys),
            np.array([len(row) for row in rows], dtype=np.uint32),
            np.array([one for row in rows for one in row], dtype=np.uint32),
        )

    def _owners(self) -> NDArray[np.intp]:
        return np.repeat(np.arange(len(self.names)), self.counts)

    def digests_of(self, names: Collection[str]) -> set[int]:
        """Return the digests of the keys of some names."""
        wanted = np.array([name in names for name in self.names], dtype=bool)
        return set(self.digests[wanted[self._owners()]].tolist()) if names else set()

    def having(self, digests: set[int]) -> list[str]:
        """Return the names that have a key with one of some digests."""
        some = np.array(sorted(digests), dtype=np.uint32)
        places = np.unique(self._owners()[np.isin(self.digests, some)])
        return [self.names[place] for place in places.tolist()]

    def changed(self, gone: Collection[str], new: _Index) -> _Index:
        """Return the index without some names and with others."""
        kept = np.array([name not in gone for name in self.names], dtype=bool)
        return _Index(
            [name for name in self.names if name not in gone] + new.names,
            np.concatenate([self.counts[kept], new.counts]),
            np.concatenate([self.digests[kept[self._owners()]], new.digests]),
        )

    def written(self) -> list[Any]:
        """Return a JSON value."""
        return [self.names, _text(self.counts), _text(self.digests)]


def _read(known: list[Any]) -> tuple[Matches, _Index]:
    names, counts, digests, rows = known
    before = {(a, b): NameMatch(kind, score) for a, b, kind, score in rows}
    return before, _Index(names, _numbers(counts), _numbers(digests))


def _text(numbers: NDArray[np.uint32]) -> str:
    return b64encode(numbers.astype("<u4").tobytes()).decode("ascii")


def _numbers(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(b64decode(text), dtype="<u4").astype(np.uint32)


def _split(keys: str) -> list[str]:
    return keys.split("\n") if keys else []


def _digests(keys: Iterable[str]) -> list[int]:
    return [_digest(key) for key in keys]


def _digest(key: str) -> int:
    return crc32(key.lstrip("?!").encode())


def _brought_up(before: Matches, index: _Index, names: set[str]) -> tuple[Matches, _Index]:
    """Keep the matches of pairs that still meet, and compare the pairs that may be new.

    Only blocks that got or lost a name have changed, so only names with a key of such a block may
    meet others now, or meet no more. New are the pairs of new names, and of names in a block that
    lost one: they may have come nearer to each other.
    """
    had = set(index.names)
    gone, new = had - names, names - had
    if not gone and not new:
        return before, index
    fresh = _Index.of({name: anchors(name) for name in sorted(new)})
    lost = index.digests_of(gone)
    index = index.changed(gone, fresh)
    turned = lost | set(fresh.digests.tolist())
    near = set(index.having(turned))
    blocks = _blocks(near, turned)
    found: Matches = {}
    doubtful: list[Pair] = []
    for pair, match in before.items():
        a, b = pair
        if a in gone or b in gone:
            continue
        if a in near and b in near and not blocks.meet(a, b):
            doubtful.append(pair)
        else:
            found[pair] = match
    found.update((pair, before[pair]) for pair in _meeting_elsewhere(doubtful, turned, index))
    for name in sorted(new | (set(index.having(lost)) if lost else set())):
        for other in blocks.meeting(name):
            pair = (name, other) if name < other else (other, name)
            if pair not in found and (match_now := compare(*pair)):
                found[pair] = match_now
    return found, index


def _meeting_elsewhere(pairs: Collection[Pair], turned: set[int], index: _Index) -> Iterator[Pair]:
    """Yield the pairs that meet in a block that has not changed."""
    common: set[int] = set()
    for a, b in pairs:
        common.update(set(_digests(anchors(a))) & set(_digests(anchors(b))))
    common -= turned
    if common:
        blocks = _blocks(index.having(common), common)
        yield from (pair for pair in pairs if blocks.meet(*pair))


def _blocks(names: Iterable[str], digests: set[int]) -> Blocks:
    """Return some blocks alone; `names` are all that stand in them."""
    keys = {name: [key for key in anchors(name) if _digest(key) in digests] for name in names}
    return Blocks(keys, keys.__getitem__)
