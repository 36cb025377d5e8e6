"""What two groups of mentions have in common, beyond the name."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hallway.graph.linking.names import fold, is_telling
from hallway.graph.linking.records import Mention
from hallway.graph.linking.stopwords import STOPWORDS
from hallway.graph.reading.names import name_key

__all__ = ["Shared", "Traits", "affiliation_words", "shared_by"]

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 1000
"""Letters of a title that are looked at."""

_NO_AFFILIATION = frozenset(
    "freelance freelancer independent student self employed none n/a na unknown tba tbd "
    "consultant retired researcher".split()
)
_GENERIC = frozenset(
    "university universitat universite universidad universita institute institut of the for and in "
    "technology technologies science sciences research school college department laboratory lab "
    "national international center centre inc ltd gmbh llc corp group company de la".split()
)
_FREQUENT = 24
"""A word or topic that more names than this have is no evidence."""

_WORDS = 0.5
"""What words of titles add at most: two people of one name may well work in one field."""

_WIDEST = 40
"""Groups of one name that are compared pairwise over one trait; more are chained."""


@dataclass(frozen=True, slots=True)
class Shared:
    """The evidence that two groups are one person: its weight, and what it is, heaviest first."""

    weight: float
    traits: tuple[str, ...]


class Traits:
    """The telling traits of mentions, weighed by how many names have them.

    Parameters
    ----------
    mentions
        All of the site: they say how frequent a trait is.
    """

    def __init__(self, mentions: Sequence[Mention]) -> None:
        titles = {mention.title for mention in mentions}
        self._titles = {title: _title_traits(title) for title in titles}
        bearers: dict[str, set[str]] = defaultdict(set)
        for mention in mentions:
            name = name_key(mention.name)
            for trait in self._counted(mention):
                names = bearers[trait]
                if len(names) <= _FREQUENT:
                    names.add(name)
        self._bearers = {trait: len(names) for trait, names in bearers.items()}

    def _counted(self, mention: Mention) -> Iterable[str]:
        yield from self._titles[mention.title]
        for topic in mention.topics:
            yield "topic " + name_key(topic)

    def of(self, mentions: Iterable[Mention]) -> dict[str, float]:
        """Return trait -> weight for a group of mentions; traits that tell nothing are left out."""
        found: dict[str, float] = {}
        for mention in mentions:
            for other in mention.co_speakers:
                found["co-speaker " + name_key(other)] = 1.2 if is_telling(other) else 0.8
            for affiliation in _affiliations(mention.affiliation):
                found["affiliation " + affiliation] = 1.1
            for trait in self._counted(mention):
                weight = self._weight(trait)
                if weight:
                    found[trait] = weight
        return found

    def _weight(self, trait: str) -> float:
        bearers = self._bearers[trait]
        if bearers > _FREQUENT:
            return 0.0
        rarity = 1.0 / (1.0 + math.log2(bearers))
        kind = trait.split(" ", 1)[0]
        return {"title": 1.2, "topic": 0.9, "word": 0.7}[kind] * rarity


def _title_traits(title: str) -> tuple[str, ...]:
    # Not stemmed: a title that is given again has the same words, and stems take their time.
    found = [word for word in _WORD.findall(title[:_LONGEST].casefold()) if word not in STOPWORDS]
    words = tuple(f"word {word}" for word in sorted(set(found)) if len(word) >= 4)
    return (*words, "title " + " ".join(found)) if len(found) >= 3 else words


def _affiliations(text: str | None) -> set[str]:
    """Return the parts of an affiliation that name an organization, as keys."""
    if not text:
        return set()
    parts = [" ".join(fold(part)) for part in re.split(r"[,;/|]", text)]
    kept = {part for part in parts if len(part) >= 2 and part not in _NO_AFFILIATION}
    return {part for part in kept if not _is_vague(part)}


def affiliation_words(text: str | None) -> frozenset[str]:
    """Return the words of an affiliation that tell one organization from another."""
    return frozenset(word for part in _affiliations(text) for word in part.split()) - _GENERIC


def _is_vague(part: str) -> bool:
    """Tell whether a part is a place, a department or a number rather than an organization."""
    if part.startswith(("department", "dept", "school of", "faculty", "college of", "div ")):
        return True
    return part in _PLACES or part.isdigit()


_PLACES = frozenset(
    "usa us uk china japan germany france india canada korea south korea republic of korea "
    "united states united kingdom italy spain switzerland singapore australia netherlands "
    "hong kong taiwan israel sweden austria brazil beijing shanghai ca ma ny".split()
) | {
    "south korea", "republic of korea", "united states", "united kingdom", "hong kong",
    "p r china", "new york",
}  # fmt: skip


def shared_by(groups: Mapping[int, Mapping[str, float]]) -> dict[tuple[int, int], Shared]:
    """Return the evidence for each pair of groups that share a trait; never all pairs.

    Groups that share a trait with many others meet their neighbours only, in ascending order.
    """
    having: dict[str, list[int]] = defaultdict(list)
    for group in sorted(groups):
        for trait in groups[group]:
            having[trait].append(group)
    shared: dict[tuple[int, int], list[tuple[float, str]]] = defaultdict(list)
    for trait in sorted(having):
        for a, b in _pairs(having[trait]):
            shared[a, b].append((-min(groups[a][trait], groups[b][trait]), trait))
    return {
        pair: Shared(_total(traits), tuple(trait for _, trait in sorted(traits)))
        for pair, traits in shared.items()
    }


def _total(traits: Iterable[tuple[float, str]]) -> float:
    """Add up the weights; words of titles alone never suffice."""
    words = -sum(weight for weight, trait in traits if trait.startswith("word "))
    others = -sum(weight for weight, trait in traits if not trait.startswith("word "))
    return round(others + min(words, _WORDS), 4)


def _pairs(bearers: Sequence[int]) -> Iterable[tuple[int, int]]:
    if len(bearers) > _WIDEST:
        return pairwise(bearers)
    return ((a, b) for place, a in enumerate(bearers) for b in bearers[place + 1 :])
