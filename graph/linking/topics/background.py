"""How common words are in talks on computing in general, whatever one event has."""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files

__all__ = ["is_common", "rarity"]

_TOTAL = 100_000
_RAREST = 20
"""Talks of so many that have a stem which the table does not have."""


@cache
def _counts() -> dict[str, int]:
    text = (files("hallway.graph.linking.topics") / "background.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and line[0] != "#")
    return {stem: int(count) for stem, count in rows}


def is_common(stem: str) -> bool:
    """Tell whether a stem is a usual word of talks."""
    return stem in _counts()


def rarity(stem: str) -> float:
    """Return how rare a stem is, from 0 (in every talk) to 1 (in one of 5,000 or fewer).

    >>> rarity("python") < 0.2 < 0.9 < rarity("infiniband")
    True
    """
    count = max(_RAREST, _counts().get(stem, _RAREST))
    return math.log(_TOTAL / count) / math.log(_TOTAL / _RAREST)
