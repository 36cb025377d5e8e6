"""Fit boosted trees of one depth that never contradict a known direction, with numpy alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

DEPTH = 3
TREES = 100
RATE = 0.1
RIDGE = 4.0
LEAST_WEIGHT = 4.0
BINS = 24
NEVER = 1e9
"""A threshold that nothing exceeds: a node that is not divided."""


def fit(
    rows: Array,
    truth: Array,
    weight: Array,
    rising: Array,
    start: Array | float = 0.0,
    number: int = TREES,
) -> tuple[float, list[Any]]:
    """Fit trees to the log odds.

    Parameters
    ----------
    rows, truth, weight
        Features, 0 or 1, and weight of each case.
    rising
        For each feature 1 (more never speaks against), -1 (never for) or 0.

    Returns
    -------
    tuple
        What every sum starts with, and the trees as `hallway.graph.linking.people.trees` reads
        them.
    """
    edges = [_edges(column) for column in rows.T]
    binned = np.column_stack(
        [
            np.searchsorted(cut, column, side="left")
            for cut, column in zip(edges, rows.T, strict=True)
        ]
    )
    base = 0.0
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(start + np.full(len(rows), base))))
        base += float((weight * (truth - chance)).sum() / (weight * chance * (1 - chance)).sum())
    base = round(base, 5)
    margin = start + np.full(len(rows), base)
    trees = []
    for _ in range(number):
        chance = 1 / (1 + np.exp(-margin))
        tree = _Tree(
            binned, edges, weight * (truth - chance), weight * chance * (1 - chance), rising
        )
        margin += tree.grow()
        trees.append({"feature": tree.feature, "above": tree.above, "leaf": tree.leaf})
    return base, trees


def _edges(column: Array) -> Array:
    values = np.unique(column)
    if len(values) <= BINS:
        return np.asarray((values[1:] + values[:-1]) / 2)
    return np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1]))


class _Tree:
    """One tree while it grows: a complete binary tree, level by level."""

    def __init__(self, binned, edges, slope, curve, rising) -> None:  # type: ignore[no-untyped-def]
        self.binned, self.edges = binned, edges
        self.slope, self.curve, self.rising = slope, curve, rising
        inner = 2**DEPTH - 1
        self.feature = [0] * inner
        self.above = [NEVER] * inner
        self.leaf = [0.0] * (inner + 1)
        self.most = max(map(len, edges)) + 1

    def grow(self) -> Array:
        """Divide node after node; return what the tree adds to each case."""
        inner = len(self.feature)
        cases = {0: np.arange(len(self.slope))}
        bounds = {0: (-np.inf, np.inf)}
        for node in range(inner):
            low, high = 2 * node + 1, 2 * node + 2
            here, bound = cases[node], bounds[node]
            split = self._best(here, bound) if len(here) else None
            bounds[low] = bounds[high] = bound
            if split is None:
                cases[low], cases[high] = here, here[:0]
                continue
            column, cut, below, beyond = split
            self.feature[node] = column
            self.above[node] = round(float(self.edges[column][cut]), 6)
            left = self.binned[here, column] <= cut
            cases[low], cases[high] = here[left], here[~left]
            # Below a division by a feature with a direction, no leaf may cross the middle.
            middle = (below + beyond) / 2
            if self.rising[column]:
                under, over = (bound[0], middle), (middle, bound[1])
                bounds[low], bounds[high] = (
                    (under, over) if self.rising[column] > 0 else (over, under)
                )
        added = np.zeros(len(self.slope))
        for place in range(inner + 1):
            here = cases[inner + place]
            if len(here):
                value = self.slope[here].sum() / (self.curve[here].sum() + RIDGE)
                self.leaf[place] = round(RATE * float(np.clip(value, *bounds[inner + place])), 5)
                added[here] = self.leaf[place]
        return added

    def _best(self, here, bound):  # type: ignore[no-untyped-def]
        """Return the division that gains most: column, cut, and the values on both sides."""
        columns = self.binned.shape[1]
        bins = (self.binned[here] + np.arange(columns) * self.most).ravel()
        slope, curve = (
            np.bincount(bins, np.repeat(one[here], columns), columns * self.most)
            .reshape(columns, self.most)
            .cumsum(1)
            for one in (self.slope, self.curve)
        )
        parts = (slope, curve), (slope[:, -1:] - slope, curve[:, -1:] - curve)
        (below, gained), (beyond, more) = (self._value(*part, bound) for part in parts)
        _, unsplit = self._value(slope[:, -1:], curve[:, -1:], bound)
        gain = gained + more - unsplit
        direction = self.rising[:, None]
        allowed = (parts[0][1] >= LEAST_WEIGHT) & (parts[1][1] >= LEAST_WEIGHT)
        allowed &= (direction == 0) | ((beyond - below) * direction >= 0)
        for column, cuts in enumerate(self.edges):
            allowed[column, len(cuts) :] = False
        gain = np.where(allowed, gain, -1.0)
        column, cut = divmod(int(gain.argmax()), self.most)
        if gain[column, cut] <= 1e-3:
            return None
        return column, cut, below[column, cut], beyond[column, cut]

    def _value(self, slope, curve, bound):  # type: ignore[no-untyped-def]
        value = np.clip(slope / (curve + RIDGE), *bound)
        return value, slope * value - 0.5 * (curve + RIDGE) * value * value
