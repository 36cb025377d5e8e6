"""The scored model of people: its numbers, read from the file that ships with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hallway.graph.linking.people.background import Background
from hallway.graph.linking.people.features import FEATURES, OF_TALKS
from hallway.graph.linking.people.trees import Trees

__all__ = ["COUNTS", "METHOD", "PeopleModel", "shipped_model"]

METHOD = "people-6"
"""Name and version of the rules and the model, as links state it."""

_CUT = FEATURES.index("cut short")

COUNTS = ("names", "name_total", "words", "word_total", "employers", "employer_total")
"""What the background is made of, in the order of its parameters."""


@dataclass(frozen=True, slots=True)
class PeopleModel:
    """Says how likely two groups of mentions are one person.

    Attributes
    ----------
    method
        Name and version, as links state it.
    background
        How frequent words are in general.
    evidence
        Weighs what two groups of talks share, whatever the names; fitted to a corpus.
    trees
        Weigh the names, on top of the evidence; fitted to gold records.
    of_initials
        Correct both where a name is cut to initials; fitted to a corpus and gold records.
    trained_on
        Digest of the gold records that the trees were fitted to.
    join
        Clusters whose pairs are one person with this probability on average are joined.
    sure
        Probability that joins by itself two names that differ, see `people.proof`.
    """

    method: str
    background: Background
    evidence: Trees
    trees: Trees
    of_initials: Trees
    trained_on: str = ""
    join: float = 0.8
    sure: float = 0.98

    def weighed(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the talks say, as log odds: above 0 they speak for one person."""
        return self.evidence.margins(rows[:, -len(OF_TALKS) :])

    def scored(
        self, rows: Sequence[tuple[float, ...]]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what the talks of each row say (see `weighed`), and its probability.

        Probabilities are rounded to 4 decimals.
        """
        if not rows:
            return np.zeros(0), np.zeros(0)
        told = np.array(rows, dtype=np.float64)
        weighed = self.weighed(told)
        margins = self.trees.margins(told) + weighed
        cut = told[:, _CUT] > 0
        margins[cut] += self.of_initials.margins(told[cut])
        return weighed, np.round(1.0 / (1.0 + np.exp(-margins)), 4)

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
                "linking/people/model.json: the features are not those of features.py; "
                "train again with tools/train_people.py"
            )
        background = Background(*(numbers[key] for key in COUNTS))
        evidence = Trees(numbers["evidence_base"], numbers["evidence"])
        trees = Trees(numbers["base"], numbers["trees"])
        of_initials = Trees(numbers["initials_base"], numbers["initials"])
        trained_on = numbers["trained_on"]
        return cls(numbers["method"], background, evidence, trees, of_initials, trained_on)


@cache
def shipped_model() -> PeopleModel:
    """Return the model in model.json."""
    text = files("hallway.graph.linking.people").joinpath("model.json").read_text("utf-8")
    return PeopleModel.from_json(json.loads(text))
