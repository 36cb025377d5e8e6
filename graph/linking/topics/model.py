"""The scored model of topics: its numbers, read from the file that ships with the package."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from hallway.graph.linking.topics.pairs import MEANING, WORDS

__all__ = ["TopicModel", "shipped_models"]

_USUAL = 15
_PRIOR = 0.8
"""An event with more topics than usual has more that are wrong: log-odds to take off for each
power of e."""


@dataclass(frozen=True, slots=True)
class TopicModel:
    """Says how likely a talk is about a topic of its event: logistic, so a sum of its features.

    Attributes
    ----------
    method
        Name and version, as links state it.
    weights
        Log-odds for each feature of a pair.
    derived, suggested
        From which probability on a link is asserted, and proposed.
    """

    method: str
    intercept: float
    weights: dict[str, float]
    derived: float
    suggested: float

    def probability(self, features: Mapping[str, float], topics: int) -> float:
        """Return how likely a pair is right, given how many topics its event has."""
        odds = self.intercept - _PRIOR * math.log(max(1.0, topics / _USUAL))
        odds += sum(weight * features[name] for name, weight in self.weights.items())
        return 1.0 / (1.0 + math.exp(-odds))


@cache
def shipped_models() -> dict[str, TopicModel]:
    """Return the models: ``words``, and ``meaning`` for pairs that also have vectors.

    Raises
    ------
    ValueError
        The file is for other features than this code computes.
    """
    text = (files("hallway.graph.linking.topics") / "model.json").read_text("utf-8")
    return {name: _model(name, numbers) for name, numbers in json.loads(text)["models"].items()}


def _model(name: str, numbers: Mapping[str, Any]) -> TopicModel:
    features = WORDS + (MEANING if name == "meaning" else ())
    if tuple(numbers["weights"]) != features:
        raise ValueError(
            "linking/topics/model.json: the features are not those of pairs.py; "
            "train again with tools/train_topics.py"
        )
    return TopicModel(**numbers)
