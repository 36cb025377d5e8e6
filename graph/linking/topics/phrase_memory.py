"""Which topics talks say word for word, looked for only where topics or texts have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hallway.graph.building.cache import Memo, text_digest
from hallway.graph.linking.normal import beginning, words
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = ["Phrase", "PhraseMemory", "Said"]

Phrase = tuple[str, ...]
Said = dict[Phrase, list[tuple[bool, str, str]]]
"""Phrase -> the places where it stands: whether that is the title, the words around it, and how it
is printed there: empty where that is not looked for, or where its words stand apart."""

_TOPICS = "topics"
_OF_STOPWORDS = frozenset(map(beginning, STOPWORDS))


class PhraseMemory:
    """What earlier builds found in talks.

    A talk is looked at again when a phrase came, went or changed whose words may all stand in it,
    or when words that may be stop words are now stemmed that were not before, or the other way
    round: what is left out between two words brings them together.

    Parameters
    ----------
    memo
        Remembers it.
    labels
        Language -> phrase -> label of the topic that it stands for, all of today.
    """

    def __init__(self, memo: Memo, labels: Mapping[str, Mapping[Phrase, str]]) -> None:
        self._memo = memo
        before = {
            language: {tuple(phrase): label for phrase, label in rows}
            for language, rows in (memo.get(_TOPICS) or {}).items()
        }
        self._changed: dict[str, dict[str, list[frozenset[str]]]] = {}
        self._restemmed: dict[str, frozenset[str]] = {}
        for language in {*labels, *before}:
            old, new = before.get(language, {}), labels.get(language, {})
            self._changed[language] = _by_one_word(
                _beginnings(phrase) for phrase in {*old, *new} if old.get(phrase) != new.get(phrase)
            )
            had = {one for phrase in old for one in _beginnings(phrase)}
            has = {one for phrase in new for one in _beginnings(phrase)}
            self._restemmed[language] = _OF_STOPWORDS & (had ^ has)
        rows = {
            language: [[list(phrase), label] for phrase, label in sorted(own.items())]
            for language, own in sorted(labels.items())
        }
        if memo.get(_TOPICS) != rows:
            memo.put(_TOPICS, rows)

    def said(
        self,
        talk: TalkText,
        wanted: bool,
        look: Callable[[TalkText, bool], tuple[Said, Iterable[str]]],
    ) -> Said:
        """Return the phrases of a talk.

        Parameters
        ----------
        wanted
            Whether it is asked how they are printed.
        look
            Finds them, and the stems of the whole text.
        """
        key = text_digest(talk.language, talk.title, talk.text, "printed" if wanted else "")
        known = self._memo.get(key)
        if known is not None and not self._is_touched(talk.language, known[0]):
            return _said(known)
        found, stems = look(talk, wanted)
        begin = {beginning(word) for word in (*stems, *words(f"{talk.title} {talk.text}"))}
        self._memo.put(key, _row(found, begin))
        return found

    def _is_touched(self, language: str, text: str) -> bool:
        changed, restemmed = self._changed[language], self._restemmed[language]
        if not changed and not restemmed:
            return False
        begin = text.split("\t")
        if not restemmed.isdisjoint(begin):
            return True
        mine = {one for word in begin if word in changed for one in changed[word]}
        return bool(mine) and any(phrase.issubset(begin) for phrase in mine)


def _by_one_word(phrases: Iterable[frozenset[str]]) -> dict[str, list[frozenset[str]]]:
    """Sort phrases under one of their beginnings each: the longest, which is the rarest."""
    found: dict[str, list[frozenset[str]]] = {}
    for phrase in phrases:
        found.setdefault(max(phrase, key=lambda one: (len(one), one)), []).append(phrase)
    return found


def _beginnings(phrase: Phrase) -> frozenset[str]:
    return frozenset(map(beginning, phrase))


def _row(found: Said, begin: Iterable[str]) -> list[Any]:
    """Return a JSON value: beginnings of words, the places, and the phrases with their places."""
    places = list(dict.fromkeys(place[:2] for some in found.values() for place in some))
    number = {place: at for at, place in enumerate(places)}
    return [
        "\t".join(sorted(begin)),
        [[int(in_title), quote] for in_title, quote in places],
        [
            [list(phrase), [[number[place[:2]], place[2]] for place in some]]
            for phrase, some in found.items()
        ],
    ]


def _said(row: list[Any]) -> Said:
    _, places, phrases = row
    where = [(bool(in_title), quote) for in_title, quote in places]
    return {
        tuple(phrase): [(*where[at], printed) for at, printed in some] for phrase, some in phrases
    }
