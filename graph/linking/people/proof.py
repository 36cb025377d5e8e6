"""Whether anything but chance speaks for two names that differ: a likely pair is not enough."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import IntEnum

from hallway.graph.linking.people.features import FEATURES, KNOWN, ONE_NAME
from hallway.graph.linking.people.names import NameMatch

__all__ = ["Proof", "Rivals", "proof_of"]

_RARE = 6.5
"""Coincidence from which names speak for themselves: one in three million fits by chance."""

_TOGETHER = 5.5
"""What names that differ and the talks must tell together, as a power of ten."""

_UNCOMMON = 2.8
"""Weight from which affiliations and subjects count: J. Lee and Jin Lee may be colleagues."""

_EQUAL = FEATURES.index("equal")
_CO_SPEAKERS = FEATURES.index("co-speakers")
_AFFILIATION = FEATURES.index("affiliation")
_TITLE = FEATURES.index("title")
_LEAST_WORDS = FEATURES.index("least words")
_COINCIDENCE = FEATURES.index("coincidence")
_OF_ONE_NAME = tuple(map(FEATURES.index, ONE_NAME))
_EVENT = FEATURES.index("event")
_WEIGHT = FEATURES.index("shared name words")


class Proof(IntEnum):
    """What stands behind the probability of a pair."""

    NONE = 0
    """Nothing that would join the two."""
    PROBABILITY = 1
    """The probability itself, as long as no third name fits as well."""
    EVIDENCE = 2
    """The talks, or names that are rare enough."""


def proof_of(
    row: Sequence[float], evidence: float, probability: float, *, alone: bool, sure: float
) -> Proof:
    """Weigh what stands behind the probability of a pair.

    Parameters
    ----------
    row
        The columns of `FEATURES`.
    evidence
        What the talks say, as log odds.
    alone
        Whether nothing but the names speaks for one person.
    sure
        Probability that joins by itself, in two programmes, if there was something to compare and
        the words that the names share are not those of thousands.
    """
    if row[_EQUAL]:
        return Proof.NONE if alone else Proof.EVIDENCE
    if _fits(row, evidence, alone=alone):
        return Proof.EVIDENCE
    by_itself = (
        probability >= sure and row[_WEIGHT] >= _UNCOMMON and row[_LEAST_WORDS] and not row[_EVENT]
    )
    return Proof.PROBABILITY if by_itself else Proof.NONE


def _fits(row: Sequence[float], evidence: float, *, alone: bool) -> bool:
    """Tell whether names that differ may be joined for their own sake.

    They may if a co-speaker or a title speaks for it; if an employer does, and the words they
    share are not those of thousands; or if names and talks together fit by chance as rarely as
    very rare names do. Where nothing speaks but the names, these must be rarer still, and there
    must have been something to compare; and one programme would hardly spell a person in two ways.
    """
    if row[_CO_SPEAKERS] >= KNOWN or row[_TITLE]:
        return True
    if row[_AFFILIATION] > 0 and not row[_EVENT] and row[_WEIGHT] >= _UNCOMMON:
        return True
    one_name = any(row[column] for column in _OF_ONE_NAME)
    if one_name and not alone:
        return True
    if row[_EVENT] and alone:
        return False
    if alone and (row[_COINCIDENCE] < _RARE or not row[_LEAST_WORDS]):
        return False
    return row[_COINCIDENCE] + evidence / math.log(10) >= _TOGETHER


class Rivals:
    """Tells where a name fits several that do not fit one another: "A. Munawar", Adnan and Asim.

    Parameters
    ----------
    matches
        Name -> its variants, each pair of names once.
    """

    def __init__(self, matches: Mapping[str, Iterable[tuple[str, NameMatch]]]) -> None:
        self._near: dict[str, set[str]] = defaultdict(set)
        for name, others in matches.items():
            for other, _ in others:
                self._near[name].add(other)
                self._near[other].add(name)

    def between(self, a: str, b: str) -> bool:
        """Tell whether the shorter of two names also fits one that the other does not."""
        short, long = sorted((a, b), key=lambda name: (len(name), name))
        return not self._near[short] <= self._near[long] | {long}

    def contradict(self, left: Set[str], right: Set[str]) -> bool:
        """Tell whether two people have names that one shorter name fits, and each not the other.

        "A. Munawar" may be Adnan or Asim, and is not both.
        """
        for one in left:
            for other in right - {one} - self._near[one]:
                between = self._near[one] & self._near[other] & (left | right)
                if any(len(name) < min(len(one), len(other)) for name in between):
                    return True
        return False
