"""A small model of boosted trees: numbers in, one probability out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Trees"]


class Trees:
    """Sums the leaves of shallow trees and returns a probability.

    Parameters
    ----------
    base
        What every sum starts with.
    trees
        Each a complete binary tree of equal depth: ``feature`` and ``above`` for its inner nodes
        and ``leaf`` for its leaves, level by level. Values above go right.
    """

    def __init__(self, base: float, trees: Sequence[Mapping[str, Any]]) -> None:
        self._base = base
        self._feature = np.array([tree["feature"] for tree in trees], dtype=np.int64)
        self._above = np.array([tree["above"] for tree in trees], dtype=np.float64)
        self._leaf = np.array([tree["leaf"] for tree in trees], dtype=np.float64)

    def margins(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log odds of each row."""
        total = np.full(len(rows), self._base)
        inner = self._feature.shape[1] if len(self._feature) else 0
        every = np.arange(len(rows))
        for feature, above, leaf in zip(self._feature, self._above, self._leaf, strict=True):
            node = np.zeros(len(rows), dtype=np.int64)
            for _ in range(inner.bit_length()):
                node = 2 * node + 1 + (rows[every, feature[node]] > above[node])
            total += leaf[node - inner]
        return total

    def probabilities(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of each row, to 4 decimals."""
        return np.round(1.0 / (1.0 + np.exp(-self.margins(rows))), 4)
