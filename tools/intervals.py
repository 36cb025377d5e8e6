"""How sure figures are: bootstrap intervals, and how far stated chances are from the truth."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["ROUNDS", "Unit", "calibration_error", "interval", "perfect_error", "reliability"]

Unit = TypeVar("Unit")
ROUNDS = 400
BINS = 10


def interval(
    units: Sequence[Unit], figure: Callable[[Sequence[Unit]], float]
) -> tuple[float, float, float]:
    """Return a figure with the ends of its 95 % interval, by drawing units with replacement.

    Parameters
    ----------
    units
        What is independent of one another: blocks, talks, pairs.
    figure
        Works out the figure of some units.
    """
    chance = random.Random(1)  # noqa: S311 # no secret
    drawn = sorted(figure(chance.choices(units, k=len(units))) for _ in range(ROUNDS))
    return figure(units), drawn[int(ROUNDS * 0.025)], drawn[int(ROUNDS * 0.975)]


def reliability(said: Sequence[tuple[float, bool]]) -> list[tuple[int, float, float]]:
    """Return for each tenth of the chances that has any: how many, their mean, the share true."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for probability, truth in said:
        bins[min(int(probability * BINS), BINS - 1)].append((probability, truth))
    return [
        (len(one), sum(p for p, _ in one) / len(one), sum(t for _, t in one) / len(one))
        for one in bins
        if one
    ]


def calibration_error(said: Sequence[tuple[float, bool]]) -> float:
    """Return the expected calibration error over ten bins of equal width (Naeini et al. 2015)."""
    return sum(n * abs(mean - true) for n, mean, true in reliability(said)) / max(len(said), 1)


def perfect_error(said: Sequence[tuple[float, bool]]) -> tuple[float, float]:
    """Return the calibration error that chances which are exactly right show on so few cases.

    The mean, and what 19 of 20 draws stay below: every case is drawn with the chance it is given.
    """
    chance = random.Random(1)  # noqa: S311 # no secret
    found = sorted(
        calibration_error([(p, chance.random() < p) for p, _ in said]) for _ in range(ROUNDS)
    )
    return sum(found) / ROUNDS, found[int(ROUNDS * 0.95)]
