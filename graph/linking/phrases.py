"""Topics that a text says word for word, found in one pass over the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hallway.graph.linking.normal import Token, sentences, tokens
from hallway.graph.linking.stopwords import STOPWORDS

__all__ = ["FoundPhrase", "PhraseIndex"]

# Kinds of session and words of every programme; a source that has them for topics means nothing.
_NO_TOPICS = frozenset(
    "talk keynote tutorial workshop panel session lightn poster sprint demo confer present "
    "abstract beginn intermedi advanc introduct intro general other misc video record onlin remot "
    "english welcom open close python3".split()
)


@dataclass(frozen=True, slots=True)
class FoundPhrase:
    """A topic that stands in a text.

    Attributes
    ----------
    times
        How often, title included.
    quote
        The title or the first sentence that has it, verbatim.
    """

    iri: str
    label: str
    confidence: float
    in_title: bool
    times: int
    quote: str


class PhraseIndex:
    """Labels by their first stem, so that a text is read once however many labels there are.

    Parameters
    ----------
    topics
        (IRI, label) pairs.
    """

    def __init__(self, topics: Iterable[tuple[str, str]]) -> None:
        self._topics = sorted(topics)
        self._of_language = lru_cache(maxsize=64)(self._build)

    def _build(self, language: str) -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
        starting: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
        for iri, label in self._topics:
            stems = tuple(token.stem for token in _content(label, language))
            if stems and not set(stems) <= _NO_TOPICS and max(map(len, stems)) > 1:
                starting[stems[0]].append((stems, iri, label))
        for labels in starting.values():
            labels.sort(key=lambda each: (-len(each[0]), each))
        return starting

    def find(self, title: str, text: str, language: str = "") -> Iterator[FoundPhrase]:
        """Yield the topics of a text, by IRI; where two labels start at one word, the longer.

        Confidence: several words in the title .9, one .75; several in the text .65, more for each
        time; one word in the text alone is proposed when it comes again, else left out.
        """
        starting = self._of_language(language)
        if not starting:
            return
        places: dict[tuple[str, str, int], list[tuple[bool, str]]] = defaultdict(list)
        parts = [(title, True), *((text[a:b], False) for a, b in sentences(text))]
        for part, in_title in parts:
            for stems, iri, label in _matches(_content(part, language), starting):
                places[iri, label, len(stems)].append((in_title, part.strip()))
        for (iri, label, words), found in sorted(places.items()):
            in_title, quote = found[0]
            confidence = _confidence(words, in_title, len(found))
            yield FoundPhrase(iri, label, confidence, in_title, len(found), quote)


def _content(text: str, language: str) -> list[Token]:
    return [token for token in tokens(text, language) if token.stem not in STOPWORDS]


def _matches(
    found: Sequence[Token], starting: dict[str, list[tuple[tuple[str, ...], str, str]]]
) -> Iterator[tuple[tuple[str, ...], str, str]]:
    stems = tuple(token.stem for token in found)
    place = 0
    while place < len(stems):
        length = 0
        for each in starting.get(stems[place], ()):
            if length and len(each[0]) < length:
                break  # the rest is shorter
            if stems[place : place + len(each[0])] == each[0]:
                length = len(each[0])
                yield each
        place += length or 1


def _confidence(words: int, in_title: bool, times: int) -> float:
    if in_title:
        return 0.9 if words > 1 else 0.75
    if words > 1:
        return min(0.85, 0.65 + 0.1 * (times - 1))
    return 0.3 if times > 1 else 0.0
