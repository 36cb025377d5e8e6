"""How frequent words of names and of talks are in general, whatever one site has."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping

from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = ["Background", "talk_words"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_LONGEST = 1500
"""Letters of a text that are looked at."""


def talk_words(text: str) -> Iterable[str]:
    """Yield the words of a title or description that may tell something, in small letters."""
    return (word for word in _WORD.findall(text[:_LONGEST].casefold()) if word not in STOPWORDS)


class Background:
    """Weighs words by how rare they are in a fixed corpus, so that no source changes a weight.

    Parameters
    ----------
    names, words, employers
        Word -> in how many names, talks, or stated affiliations, of the corpus it stands; words
        that are not there are rare.
    name_total, word_total, employer_total
        How many names, talks and affiliations the corpus has.
    """

    def __init__(
        self,
        names: Mapping[str, int],
        name_total: int,
        words: Mapping[str, int],
        word_total: int,
        employers: Mapping[str, int],
        employer_total: int,
    ) -> None:
        self._names, self._rare_name = _weights(names, name_total)
        self._words, self._rare_word = _weights(words, word_total)
        self._employers, self._rare_employer = _weights(employers, employer_total)
        self._ordered = sorted(names)
        initials: dict[str, int] = defaultdict(int)
        for word, count in names.items():
            initials[word[0]] += count
        self._initials = {
            letter: max(0.5, math.log10(name_total / count)) for letter, count in initials.items()
        }

    def name_weight(self, word: str) -> float:
        """Return how telling a word of a name is, as a power of ten."""
        return self._names.get(word, self._rare_name)

    def group_weight(self, words: Iterable[str]) -> float:
        """Return how telling it is that a name has one of these words, as a power of ten."""
        share = sum(10.0 ** -self._names[word] for word in sorted(words) if word in self._names)
        return min(self._rare_name, -math.log10(share)) if share else self._rare_name

    def prefix_weight(self, start: str) -> float:
        """Return how telling it is that a name has a word that begins so, as a power of ten."""
        first = bisect_left(self._ordered, start)
        last = bisect_left(self._ordered, start + "\U0010ffff")
        return self.group_weight(self._ordered[first:last])

    def initial_weight(self, letter: str) -> float:
        """Return how telling it is that a name has a word with this initial, as a power of ten."""
        return self._initials.get(letter, 2.0)

    def knows_name(self, word: str) -> bool:
        """Tell whether a word stands in names of the corpus often enough to be counted."""
        return word in self._names

    def knows_word(self, word: str) -> bool:
        """Tell whether a word stands in talks of the corpus often enough to be counted."""
        return word in self._words

    def word_weight(self, word: str) -> float:
        """Return how telling a word of a talk is, as a power of ten."""
        return self._words.get(word, self._rare_word)

    def employer_weight(self, word: str) -> float:
        """Return how telling a word of an affiliation is, as a power of ten."""
        return self._employers.get(word, self._rare_employer)


def _weights(counts: Mapping[str, int], total: int) -> tuple[dict[str, float], float]:
    """Return the weight of each word, and that of a word which is not there."""
    rare = math.log10(total / max(1.0, min(counts.values()) / 3))
    return {word: math.log10(total / count) for word, count in counts.items()}, rare
