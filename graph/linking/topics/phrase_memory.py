"""Which topics talks say word for word, looked for only where topics or texts have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from hallway.graph.building.cache import Memo, text_digest
from hallway.graph.linking.normal import beginning, stemmed, words
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = ["Phrase", "PhraseMemory", "Reader", "Said", "Standing"]

Phrase = tuple[str, ...]


class Standing(NamedTuple):
    """Where a phrase stands in a talk, as far as that is asked later.

    Attributes
    ----------
    in_titles
        Whether the title has its words.
    times
        In how many places it is printed; 0 where that is not looked for.
    in_title, quote, printed
        Of the first of these places: whether it is the title, the words around it, its own words.
    """

    in_titles: bool
    times: int = 0
    in_title: bool = False
    quote: str = ""
    printed: str = ""


Said = dict[Phrase, Standing]

_TOPICS = "topics"
_IN_TITLE, _IN_TEXT = Standing(in_titles=True), Standing(in_titles=False)
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
    sought
        Language -> those of the phrases that stand for a topic of the site.
    """

    def __init__(
        self,
        memo: Memo,
        labels: Mapping[str, Mapping[Phrase, str]],
        sought: Mapping[str, Iterable[Phrase]],
    ) -> None:
        self._memo = memo
        self._sought = {
            language: {" ".join(phrase): phrase for phrase in phrases}
            for language, phrases in sought.items()
        }
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
        """Return the phrases of a talk that are topics of the site.

        `wanted` tells whether it is asked how they are printed.
        """
        key = text_digest(talk.language, talk.title, talk.text, "printed" if wanted else "")
        row = self._memo.get(key)
        if row is None or self._is_touched(talk, row, reader):
            found, stems = reader.look(talk, wanted)
            begin = {beginning(word) for word in (*stems, *words(f"{talk.title} {talk.text}"))}
            rows = {
                " ".join(phrase): tuple(stands) if stands.times else int(stands.in_titles)
                for phrase, stands in found.items()
            }
            row = ["\t".join(sorted(begin)), rows]
            self._memo.put(key, row)
        sought, quotes = self._sought[talk.language], {talk.title: talk.title}
        return {
            sought[one]: _standing(stands, quotes)
            for one, stands in row[1].items()
            if one in sought
        }

    def _is_touched(self, talk: TalkText, row: list[Any], reader: Reader) -> bool:
        changed, turned = self._changed[talk.language], self._turned[talk.language]
        if not changed:
            return False
        begin = set(row[0].split("\t"))
        restemmed = turned & begin
        if restemmed and not _OF_STOPWORDS.isdisjoint(restemmed):
            return True
        if restemmed and any(
            beginning(stemmed(word.casefold(), talk.language)) not in restemmed
            for word in words(f"{talk.title} {talk.text}")
            if beginning(word) in restemmed
        ):
            return True
        near = {
            phrase
            for word in changed.keys() & begin
            for phrase in changed[word]
            if _beginnings(phrase) <= begin
        }
        if not near:
            return False
        if any(" ".join(phrase) in row[1] for phrase in near):
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


def _standing(row: Any, quotes: dict[str, str]) -> Standing:
    """Read what `PhraseMemory.said` writes: 1 or 0 for one of which no more than that is asked.

    `quotes` has those of the talk so far: phrases of one sentence share it.
    """
    if isinstance(row, int):
        return _IN_TITLE if row else _IN_TEXT
    in_titles, times, in_title, quote, printed = row
    return Standing(in_titles, times, in_title, quotes.setdefault(quote, quote), printed)
