"""Which topics talks say word for word, looked for only where topics or texts have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Protocol

from hallway.graph.building.cache import Memo, text_digest
from hallway.graph.linking.normal import beginning, stemmed, words
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = ["Phrase", "PhraseMemory", "Reader", "Said"]

Phrase = tuple[str, ...]
Said = dict[Phrase, list[tuple[bool, str, str]]]
"""Phrase -> the places where it stands: whether that is the title, the words around it, and how it
is printed there: empty where that is not looked for, or where its words stand apart."""

_TOPICS = "topics"
_OF_STOPWORDS = frozenset(map(beginning, STOPWORDS))


class Reader(Protocol):
    """Reads a talk as the topics of today want it."""

    def look(self, talk: TalkText, wanted: bool) -> tuple[Said, Iterable[str]]:
        """Return its phrases, printed or not, and the stems of what of it is read."""

    def stems(self, talk: TalkText) -> Iterable[str]:
        """Return the stems alone."""


class PhraseMemory:
    """What earlier builds found in talks.

    A talk is looked at again when a phrase came, went or changed that it says or whose words all
    stand in it; and when words of it are now stemmed that were not before, or the other way round,
    and that may be stop words (what is left out between two words brings them together) or have a
    stem that begins otherwise. The beginnings of its words are remembered, so that only talks in
    which all of this may be so are asked.

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
        self._changed: dict[str, dict[str, list[Phrase]]] = {}
        self._turned: dict[str, frozenset[str]] = {}
        for language in {*labels, *before}:
            old, new = before.get(language, {}), labels.get(language, {})
            self._changed[language] = _by_one_word(
                phrase for phrase in {*old, *new} if old.get(phrase) != new.get(phrase)
            )
            had = {one for phrase in old for one in _beginnings(phrase)}
            has = {one for phrase in new for one in _beginnings(phrase)}
            self._turned[language] = frozenset(had ^ has)
        rows = {
            language: [[list(phrase), label] for phrase, label in sorted(own.items())]
            for language, own in sorted(labels.items())
        }
        if memo.get(_TOPICS) != rows:
            memo.put(_TOPICS, rows)

    def said(self, talk: TalkText, wanted: bool, reader: Reader) -> Said:
        """Return the phrases of a talk; `wanted` tells whether it is asked how they are printed."""
        key = text_digest(talk.language, talk.title, talk.text, "printed" if wanted else "")
        known = self._memo.get(key)
        if known is not None and not self._is_touched(talk, known, reader):
            return _said(known)
        found, stems = reader.look(talk, wanted)
        begin = {beginning(word) for word in (*stems, *words(f"{talk.title} {talk.text}"))}
        self._memo.put(key, _row(found, begin))
        return found

    def _is_touched(self, talk: TalkText, row: list[Any], reader: Reader) -> bool:
        changed, turned = self._changed[talk.language], self._turned[talk.language]
        if not changed:
            return False
        begin = row[0].split("\t")
        restemmed = turned.intersection(begin)
        if restemmed and not _OF_STOPWORDS.isdisjoint(restemmed):
            return True
        if restemmed and any(
            beginning(stemmed(word.casefold(), talk.language)) not in restemmed
            for word in words(f"{talk.title} {talk.text}")
            if beginning(word) in restemmed
        ):
            return True
        near = {one for word in begin if word in changed for one in changed[word]}
        near = {phrase for phrase in near if _beginnings(phrase).issubset(begin)}
        if not near:
            return False
        if not near.isdisjoint(tuple(phrase) for phrase, _ in row[2]):
            return True
        said = set(reader.stems(talk))
        return any(said.issuperset(phrase) for phrase in near)


def _by_one_word(phrases: Iterable[Phrase]) -> dict[str, list[Phrase]]:
    """Sort phrases under one of their beginnings each: the longest, which is the rarest."""
    found: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        rarest = max(_beginnings(phrase), key=lambda one: (len(one), one))
        found.setdefault(rarest, []).append(phrase)
    return found


@lru_cache(maxsize=1 << 16)
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
