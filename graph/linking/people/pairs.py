"""Which groups of mentions are compared: those of one name and of names that may be variants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product

from hallway.graph.linking.people.features import Profile
from hallway.graph.linking.people.names import NameMatch

__all__ = ["components", "group_pairs", "tied"]

_ALL = 40
"""Groups of one name that all meet; of more, only those that share something."""

_CROSS = 400
"""Pairs of groups of two names that all meet."""

_WIDEST = 20
"""Groups that meet over one shared thing; of more, each meets its neighbour."""


def components(items: Iterable[str], links: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the items that links tie together, each list and the lists in ascending order."""
    parent = {item: item for item in items}

    def find(item: str) -> str:
        while parent[item] != item:
            parent[item] = parent[parent[item]]
            item = parent[item]
        return item

    for a, b in links:
        low, high = sorted((find(a), find(b)))
        parent[high] = low
    found: dict[str, list[str]] = defaultdict(list)
    for item in sorted(parent):
        found[find(item)].append(item)
    return list(found.values())


def tied(
    matches: Mapping[str, Sequence[tuple[str, NameMatch]]], bearers: Mapping[str, Sequence[int]]
) -> tuple[list[list[str]], set[int]]:
    """Return the names that hang together by being variants or by a group that has both.

    Groups that are joined later have names that hang together already: only variants are compared.

    Parameters
    ----------
    matches
        Name -> its variants.
    bearers
        Name -> its groups.

    Returns
    -------
    tuple
        The names, as `components` gives them; and the groups with several names.
    """
    ties = [(a, b) for a, others in matches.items() for b, _ in others]
    shared: dict[int, list[str]] = defaultdict(list)
    for name, groups in bearers.items():
        for group in groups:
            shared[group].append(name)
    ties += [(names[0], name) for names in shared.values() for name in names[1:]]
    return components(bearers, ties), {one for one, names in shared.items() if len(names) > 1}


def group_pairs(
    left: Sequence[int], right: Sequence[int] | None, profile: Callable[[int], Profile]
) -> list[tuple[int, int]]:
    """Return the pairs of groups to compare in ascending order, the smaller number first.

    Parameters
    ----------
    left, right
        Groups of two names, ascending; `right` is None for the groups of one name.
    profile
        Gives the profile of a group.
    """
    if right is None:
        if len(left) <= _ALL:
            return list(combinations(left, 2))
        return sorted(set(_sharing(left, profile)))
    if len(left) * len(right) <= _CROSS:
        return sorted({_ordered(a, b) for a, b in product(left, right) if a != b})
    first = set(left)
    found = {
        (a, b)
        for a, b in _sharing(sorted({*left, *right}), profile)
        if (a in first) != (b in first)
    }
    if left[0] != right[0]:
        found.add(_ordered(left[0], right[0]))
    return sorted(found)


def _ordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _sharing(groups: Iterable[int], profile: Callable[[int], Profile]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of groups that have a co-speaker, an affiliation or the like in common."""
    having: dict[str, list[int]] = defaultdict(list)
    for group in sorted(groups):
        found = profile(group)
        for kind, things in (
            ("co-speaker", found.co_speakers), ("affiliation", found.affiliation),
            ("topic", found.topics), ("title", found.titles), ("event", found.events),
            ("series", found.series),
        ):  # fmt: skip
            for thing in things:
                having[f"{kind} {thing}"].append(group)
    for bearers in having.values():
        yield from combinations(bearers, 2) if len(bearers) <= _WIDEST else pairwise(bearers)
