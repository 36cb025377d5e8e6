"""Topics that a text says word for word, and how far their words can be trusted."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from hallway.graph.building.cache import Memo
from hallway.graph.linking.normal import Token, beginning, sentences, stems, tokens, words
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.phrase_memory import Phrase, PhraseMemory, Said, Standing
from hallway.graph.linking.topics.phrase_topics import NamedTopic, Phrases, named_topics
from hallway.graph.linking.topics.series_habits import SeriesHabits
from hallway.graph.linking.topics.stopwords import STOPWORDS

__all__ = ["FoundPhrase", "find_phrases"]

_ONCE = 0.35
"""Most that a word gets which one talk alone has for a topic: proposed, never derived."""

_LONGEST = 2000
"""Letters of a text that are read: what a talk is about stands at its beginning."""

_JOINING = re.compile(r"[\s/&+_’'‐-]{0,3}")
"""What may stand between two words of one phrase."""

_HOUSE_STYLE = 0.4
"""A phrase that stands in this share of an event's titles is its name or its habit, no topic."""


@dataclass(frozen=True, slots=True)
class FoundPhrase:
    """A topic that stands in a talk's title or text.

    Attributes
    ----------
    talk
        Place of the talk in the input.
    spelling
        The label or name of the topic that is said.
    times
        How often, title included.
    quote
        The title or the first sentence that has it, verbatim.
    printed
        The words in it that say the topic, verbatim.
    in_series
        Talks of the talk's series that state the topic.
    """

    talk: int
    iri: str
    label: str
    spelling: str
    confidence: float
    in_title: bool
    times: int
    quote: str
    printed: str
    in_series: int


def find_phrases(
    talks: Sequence[TalkText],
    wanted: Sequence[bool],
    memo: Memo | None = None,
    *,
    spellings: Mapping[str, Sequence[str]] | None = None,
    people: Collection[str] = (),
) -> Iterator[FoundPhrase]:
    """Yield the topics of the whole site that talks say word for word, talk by talk.

    A phrase is trusted as far as the site's own sources trust it: of the talks that say it and
    have stated topics, the share that state this one. "Kubernetes" in a title is nearly always a
    topic, "building" hardly ever. Labels with the same words count as one, and the one that is
    stated most often is taken. All labels of a topic are looked for, and the names of it in the
    shipped table.

    Parameters
    ----------
    talks
        All of the site: also those with topics of their own, which show what a phrase is worth.
    wanted
        For each talk whether its topics are looked for.
    memo
        Remembers which phrases talks say; what is yielded does not depend on it.
    spellings, people
        See `named_topics`.
    """
    topics = named_topics(talks, spellings or {}, people)
    reader = _Reader(topics)
    labels = {
        language: {phrase: topic.spelling for phrase, topic in phrases.items()}
        for language, phrases in topics.items()
    }
    sought = {
        language: {phrase for phrase, topic in phrases.items() if topic.iri}
        for language, phrases in topics.items()
    }
    memory = PhraseMemory(memo or Memo(None, ""), labels, sought)
    found = [memory.said(talk, asked, reader) for talk, asked in zip(talks, wanted, strict=True)]
    stated = [_stated(talk, topics[talk.language]) for talk in talks]
    worth = _worth(talks, found, stated, topics)
    series = SeriesHabits(talks, stated)
    habits = _habits(talks, found)
    for place, talk in enumerate(talks):
        if wanted[place]:
            for phrase, stands in sorted(found[place].items()):
                if not stands.times or (talk.event, phrase) in habits:
                    continue
                topic = topics[talk.language][phrase]
                trust = worth.get(topic.iri, 0.5)
                confidence = _confidence(topic.is_name, stands.in_title, stands.times, trust)
                confidence = series.weighed(confidence, talk.series, topic.iri)
                if len(phrase) == 1 and topic.talks == 1:
                    confidence = min(confidence, _ONCE)
                yield FoundPhrase(
                    place,
                    topic.iri,
                    topic.label,
                    topic.spelling,
                    confidence,
                    stands.in_title,
                    stands.times,
                    stands.quote,
                    stands.printed,
                    series.times(talk.series, topic.iri),
                )


class _Reader:
    """Reads talks for the phrases of a site, which are by language."""

    def __init__(self, topics: dict[str, Phrases]) -> None:
        self._topics = topics
        self._starting = {language: _starting(phrases) for language, phrases in topics.items()}
        self._beginnings = {
            language: frozenset(beginning(stem) for phrase in phrases for stem in phrase)
            for language, phrases in topics.items()
        }

    def look(self, talk: TalkText, wanted: bool) -> tuple[Said, list[str]]:
        """Return the phrases of a talk, printed or not, and all stems of what of it is read."""
        topics, starting = self._topics[talk.language], self._starting[talk.language]
        found: dict[Phrase, list[tuple[bool, str]]] = defaultdict(list)
        everything: list[str] = []
        for part, in_title in _parts(talk):
            where = (in_title, part.strip())
            printed = set(words(part.casefold()))
            said = tuple(stems(part, talk.language, self._beginnings[talk.language]))
            everything.extend(said)
            place = 0
            while place < len(said):
                for phrase in starting.get(said[place], ()):
                    if said[place : place + len(phrase)] == phrase and _stands(
                        topics[phrase], len(phrase), printed, where[1]
                    ):
                        found[phrase].append(where)
                        place += len(phrase) - 1
                        break
                place += 1
        if wanted:
            return _with_printed(found, topics, talk.language), everything
        return {phrase: Standing(places[0][0]) for phrase, places in found.items()}, everything

    def stems(self, talk: TalkText) -> Iterator[str]:
        """Yield the stems of what is read of a talk."""
        for part, _ in _parts(talk):
            yield from stems(part, talk.language, self._beginnings[talk.language])


def _parts(talk: TalkText) -> Iterator[tuple[str, bool]]:
    """Yield the title and the sentences that are read, and whether each is the title."""
    text = talk.text[:_LONGEST]
    yield talk.title[:_LONGEST], True
    for start, end in sentences(text):
        yield text[start:end], False


def _starting(phrases: Phrases) -> dict[str, list[Phrase]]:
    starting: dict[str, list[Phrase]] = defaultdict(list)
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        starting[phrase[0]].append(phrase)
    return starting


def _stands(topic: NamedTopic, length: int, printed: set[str], part: str) -> bool:
    """Tell whether a phrase whose stems are there is there as it must be printed."""
    if length == 1 and printed.isdisjoint(_forms(topic.spelling)):
        return False
    return not topic.literal or topic.literal in part.casefold()


@lru_cache(maxsize=1 << 14)
def _forms(label: str) -> frozenset[str]:
    """Return how a label of one word may stand in a text: as it is, or in the plural.

    The stem is not enough: "adapting" is no talk on adapters, "pythonic" none on Python.
    """
    word = next((word for word in words(label.casefold()) if stems(word)), label.casefold())
    single = word[:-1] if word.endswith("s") and len(word) > 3 else word
    return frozenset((word, single, single + "s", single + "es", single + "'s", single + "’s"))


def _with_printed(
    said: Mapping[Phrase, Sequence[tuple[bool, str]]], topics: Phrases, language: str
) -> Said:
    """Return the phrases of a talk with how each is printed where it stands."""
    quotes = {quote for places in said.values() for _, quote in places}
    read = {quote: tokens(quote, language) for quote in quotes}
    found = {}
    for phrase, places in said.items():
        printed = [
            (in_title, quote, run)
            for in_title, quote in places
            if (run := _printed(quote, read[quote], phrase, topics[phrase], language))
        ]
        first = printed[0] if printed else (False, "", "")
        found[phrase] = Standing(places[0][0], len(printed), *first)
    return found


def _printed(
    part: str, found: Sequence[Token], phrase: Phrase, topic: NamedTopic, language: str
) -> str:
    """Return the words of a part that say a topic, one after the other; empty for none.

    "Graph for Document Clustering" has the stems of "graph documents", but does not say it.
    """
    if topic.literal:
        literal = re.search(re.escape(topic.literal), part, re.IGNORECASE)
        return literal[0] if literal else ""
    length = _count(topic.spelling, language)
    for first in range(len(found) - length + 1):
        run = found[first : first + length]
        if tuple(one.stem for one in run if one.stem not in STOPWORDS) != phrase:
            continue
        gaps = (part[one.end : other.start] for one, other in pairwise(run))
        if all(_JOINING.fullmatch(gap) for gap in gaps):
            return part[run[0].start : run[-1].end]
    return ""


@lru_cache(maxsize=1 << 14)
def _count(label: str, language: str) -> int:
    """Return how many words a label has."""
    return len(tokens(label, language))


def _stated(talk: TalkText, known: Phrases) -> set[str]:
    """Return the topics that sources state for a talk, as its language knows them."""
    keys = (_key(label, talk.language) for _, label in talk.stated_topics)
    return {known[key].iri for key in keys if key in known}


def _worth(
    talks: Sequence[TalkText],
    found: Sequence[Said],
    own: Sequence[set[str]],
    topics: dict[str, Phrases],
) -> dict[str, float]:
    """Return topic -> the share of talks with stated topics that state it when they say it."""
    said: Counter[str] = Counter()
    stated: Counter[str] = Counter()
    for talk, phrases, known in zip(talks, found, own, strict=True):
        if talk.stated_topics:
            for iri in {topics[talk.language][phrase].iri for phrase in phrases}:
                said[iri] += 1
                stated[iri] += iri in known
    return {iri: (stated[iri] + 0.5) / (said[iri] + 1.0) for iri in said}


def _habits(talks: Sequence[TalkText], found: Sequence[Said]) -> set[tuple[str, Phrase]]:
    """Return the phrases that stand in too many titles of an event of ten talks or more."""
    size = Counter(talk.event for talk in talks)
    titles = Counter(
        (talk.event, phrase)
        for talk, phrases in zip(talks, found, strict=True)
        for phrase, stands in phrases.items()
        if stands.in_titles
    )
    return {
        (event, phrase)
        for (event, phrase), times in titles.items()
        if size[event] >= 10 and times >= _HOUSE_STYLE * size[event]
    }


@lru_cache(maxsize=1 << 17)
def _key(label: str, language: str) -> Phrase:
    return tuple(stems(label, language))


def _confidence(is_name: bool, in_title: bool, times: int, trust: float) -> float:
    """Weigh where a phrase stands by how far it can be trusted."""
    place = (0.8 if is_name else 0.9) if in_title else (0.35 if is_name else 0.5)
    place = min(0.9, place + 0.05 * min(times - 1, 4))
    return place * min(1.0, (0.15 if is_name else 0.3) + 2 * trust)
