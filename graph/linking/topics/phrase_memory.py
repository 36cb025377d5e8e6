"""Which topics talks say word for word, looked for only where topics or texts have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hallway.graph.building.cache import Memo, text_digest
from hallway.graph.linking.normal import beginning, words
from hallway.graph.linking.records import TalkText

__all__ = ["Phrase", "PhraseMemory", "Said"]

Phrase = tuple[str, ...]
Said = dict[Phrase, list[tuple[bool, str]]]
"""Phrase -> the places where it stands: whether that is the title, and the words around it."""

_TOPICS = "topics"


class PhraseMemory:
    """What earlier builds found in talks.

    A talk is looked at again when a phrase came, went or changed whose words may all stand in it,
    or when its words are now stemmed that were not before, or the other way round.

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
        self._changed: dict[str, list[frozenset[str]]] = {}
        self._restemmed: dict[str, frozenset[str]] = {}
        for language in {*labels, *before}:
            old, new = before.get(language, {}), labels.get(language, {})
            self._changed[language] = [
                _beginnings(phrase) for phrase in {*old, *new} if old.get(phrase) != new.get(phrase)
            ]
            had = {one for phrase in old for one in _beginnings(phrase)}
            has = {one for phrase in new for one in _beginnings(phrase)}
            self._restemmed[language] = frozenset(filter(_may_be_word, had ^ has))
        rows = {
            language: [[list(phrase), label] for phrase, label in sorted(own.items())]
            for language, own in sorted(labels.items())
        }
        if memo.get(_TOPICS) != rows:
            memo.put(_TOPICS, rows)

    def said(self, talk: TalkText, look: Callable[[TalkText], tuple[Said, Iterable[str]]]) -> Said:
        """Return the phrases of a talk; `look` finds them, and the stems of the whole text."""
        key = text_digest(talk.language, talk.title, talk.text)
        known = self._memo.get(key)
        if known is not None and not self._is_touched(talk.language, known[0]):
            return _said(known)
        found, stems = look(talk)
        begin = {beginning(word) for word in (*stems, *words(f"{talk.title} {talk.text}"))}
        self._memo.put(key, _row(found, begin))
        return found

    def _is_touched(self, language: str, text: str) -> bool:
        changed, restemmed = self._changed[language], self._restemmed[language]
        if not changed and not restemmed:
            return False
        begin = set(text.split("\t"))
        return not restemmed.isdisjoint(begin) or any(phrase <= begin for phrase in changed)


def _may_be_word(begin: str) -> bool:
    """Tell whether words may begin so: what is a number is written out whatever is looked for."""
    return not (begin.isdecimal() and len(begin) < 3)


def _beginnings(phrase: Phrase) -> frozenset[str]:
    return frozenset(map(beginning, phrase))


def _row(found: Said, begin: Iterable[str]) -> list[Any]:
    """Return a JSON value: beginnings of words, the places, and the phrases with their places."""
    places = list(dict.fromkeys(place for some in found.values() for place in some))
    number = {place: at for at, place in enumerate(places)}
    return [
        "\t".join(sorted(begin)),
        [[int(in_title), quote] for in_title, quote in places],
        [[list(phrase), [number[place] for place in some]] for phrase, some in found.items()],
    ]


def _said(row: list[Any]) -> Said:
    _, places, phrases = row
    where = [(bool(in_title), quote) for in_title, quote in places]
    return {tuple(phrase): [where[at] for at in some] for phrase, some in phrases}
