"""The scored model of people: its numbers, read from the file that ships with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hallway.graph.linking.people_background import Background
from hallway.graph.linking.people_features import FEATURES
from hallway.graph.linking.people_trees import Trees

__all__ = ["PeopleModel", "shipped_model"]


@dataclass(frozen=True, slots=True)
class PeopleModel:
    """Says how likely two groups of mentions are one person.

    Attributes
    ----------
    method
        Name and version, as links state it.
    background
        How frequent words are in general.
    trained_on
        Digest of the gold records that the trees were fitted to.
    """

    method: str
    background: Background
    trees: Trees
    trained_on: str = ""

    def probabilities(self, rows: list[tuple[float, ...]]) -> NDArray[np.float64]:
        """Return the probability of each row of features, to 4 decimals."""
        if not rows:
            return np.zeros(0)
        return self.trees.probabilities(np.array(rows, dtype=np.float64))

    @classmethod
    def from_json(cls, numbers: Mapping[str, Any]) -> PeopleModel:
        """Build a model from the numbers that training wrote.

        Raises
        ------
        ValueError
            The numbers are for other features than this code computes.
        """
        if tuple(numbers["features"]) != FEATURES:
            raise ValueError(
                "people_model.json: the features are not those of people_features.py; "
                "train again with tools/train_people.py"
            )
        background = Background(
            numbers["names"], numbers["name_total"], numbers["words"], numbers["word_total"]
        )
        trees = Trees(numbers["base"], numbers["trees"])
        return cls(numbers["method"], background, trees, numbers["trained_on"])


@cache
def shipped_model() -> PeopleModel:
    """Return the model in people_model.json."""
    text = files("hallway.graph.linking").joinpath("people_model.json").read_text("utf-8")
    return PeopleModel.from_json(json.loads(text))
