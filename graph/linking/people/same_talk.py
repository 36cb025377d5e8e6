"""One talk in two sources: whose name is spelled in two ways there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from rapidfuzz.distance import OSA

from hallway.graph.linking.people.names import compare, fold
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = ["spelled_otherwise"]

_VARIANTS = 0.45
"""Names that are variants of this score are one speaker, in one talk."""

_LETTERS = 0.85
"""Share of the letters of two names that makes them one speaker, in one talk."""


def spelled_otherwise(mentions: Sequence[Mention]) -> Iterator[tuple[int, int, bool]]:
    """Yield the places of two mentions of one talk that two sources name differently.

    Speakers whom both sources name alike are paired off first. Of the others each must have one
    that it resembles, and be the only one that does; then the two are one speaker. If both sources
    leave one speaker each, in one and the same position and unlike, the two may be one.

    Yields
    ------
    tuple
        The places, the smaller first, and whether the names are alike.
    """
    talks: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    first: dict[str, str] = {}
    several = {
        mention.talk
        for mention in mentions
        if first.setdefault(mention.talk, mention.source) != mention.source
    }
    for place, mention in enumerate(mentions):
        if mention.talk and mention.talk in several:
            own = talks[mention.talk].setdefault(mention.source, {})
            own.setdefault(name_key(mention.name), place)
    for _, sources in sorted(talks.items()):
        lists = {source: _all_names(own, mentions) for source, own in sources.items()}
        for one, other in combinations(sorted(sources), 2):
            yield from _between(
                {n: p for n, p in sources[one].items() if n not in lists[other]},
                {n: p for n, p in sources[other].items() if n not in lists[one]},
                mentions,
            )


def _all_names(own: Mapping[str, int], mentions: Sequence[Mention]) -> set[str]:
    """Return all names of one source of a talk, also those that stand in another source."""
    names = set(own)
    for place in own.values():
        names.update(map(name_key, mentions[place].co_speakers))
    return names


def _between(
    left: Mapping[str, int], right: Mapping[str, int], mentions: Sequence[Mention]
) -> Iterator[tuple[int, int, bool]]:
    alike = [
        (one, other)
        for one in left.values()
        for other in right.values()
        if _alike(mentions[one].name, mentions[other].name)
    ]
    for one, other in alike:
        if sum(one in pair or other in pair for pair in alike) == 1:
            yield min(one, other), max(one, other), True
    if not alike and len(left) == len(right) == 1:
        (one,), (other,) = left.values(), right.values()
        if len(mentions[one].co_speakers) == len(mentions[other].co_speakers):
            yield min(one, other), max(one, other), False


def _alike(one: str, other: str) -> bool:
    match = compare(one, other)
    if match:
        return match.score >= _VARIANTS
    left, right = ("".join(fold(name)) for name in (one, other))
    return OSA.normalized_similarity(left, right) >= _LETTERS
