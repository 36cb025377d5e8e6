"""Average linkage over a few known scores, with pairs that must not meet."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Set

__all__ = ["average_linkage"]


def average_linkage(
    scores: Mapping[tuple[int, int], float],
    sizes: Mapping[int, int],
    threshold: float,
    join: Callable[[int, int], bool],
    unproven: Set[tuple[int, int]] = frozenset(),
) -> dict[tuple[int, int], float]:
    """Join the pair with the highest average score again and again, down to a threshold.

    Parameters
    ----------
    scores
        For pairs of groups; a pair that is not there has the score 0.
    sizes
        How many mentions a group has: the average is over pairs of mentions.
    threshold
        Clusters with a lower average stay apart.
    join
        Joins two groups, or refuses to; what it refuses is asked again once either has grown.

    Returns
    -------
    dict
        The average of each pair of final clusters that has one, by a group of each (the smallest).
    """
    weight = dict(sizes)
    proven = {pair for pair in scores if pair not in unproven}
    total: dict[int, dict[int, float]] = {}
    for (a, b), score in scores.items():
        weighed = score * weight[a] * weight[b]
        total.setdefault(a, {})[b] = weighed
        total.setdefault(b, {})[a] = weighed

    def average(a: int, b: int) -> float:
        return round(total[a][b] / (weight[a] * weight[b]), 6)

    heap = [(-average(a, b), a, b) for a, b in scores if average(a, b) >= threshold]
    heapq.heapify(heap)
    gone: set[int] = set()
    while heap:
        known, a, b = heapq.heappop(heap)
        if a in gone or b in gone or -known != average(a, b):
            continue
        if (a, b) not in proven or not join(a, b):
            continue
        gone.add(b)
        for other, weighed in total.pop(b).items():
            del total[other][b]
            if other != a:
                if _pair(b, other) in proven:
                    proven.add(_pair(a, other))
                total[a][other] = total[other][a] = total[a].get(other, 0.0) + weighed
        weight[a] += weight[b]
        for other in total[a]:
            pair = _pair(a, other)
            if average(*pair) >= threshold:
                heapq.heappush(heap, (-average(*pair), *pair))
    return {(a, b): average(a, b) for a, row in total.items() for b in row if a < b}


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
