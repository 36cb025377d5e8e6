"""Talks and topics of one event, pair by pair: what there is to say of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.overlap import (
    Label,
    Overlap,
    Weights,
    Wording,
    is_number,
    kin_key,
    label,
    overlap,
    wording,
)
from hallway.graph.linking.topics.vectors import Vectors

__all__ = ["MEANING", "WORDS", "Pair", "Topic", "event_pairs"]

WORDS = (
    "in_title",
    "in_best",
    "kin",
    "broader",
    "times",
    "lead",
    "rarest",
    "number",
    "name_said",
    "name_missed",
    "common",
)
"""Features of words: see `Pair.features`."""

MEANING = ("close", "closest_talk", "closest_topic")
"""Features of meaning, when there are vectors."""

_MOST_TIMES = 6
_MOST_COMMON = 0.2
_UNSEEN = 3
"""Talks that an event is taken to have besides its own, none of them with the topic's words."""

_NEAR = 0.3
"""From this similarity on a text and a topic may have to do with each other."""

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of an event and its spellings, the one to show first."""

    iri: str
    spellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A talk and a topic.

    Attributes
    ----------
    talk, topic
        Their places in what was given.
    overlap
        What their words have in common.
    features
        Name -> number. Those of `WORDS` are of the overlap, and: ``lead``, how much more of this
        topic's label the talk says than of any other's; ``common``, how much other talks of the
        event say of it. Those of `MEANING` are the similarity of the nearest passage, and by how
        much it is nearer than other talks to this topic and other topics to this talk.
    quote
        The passage that shows it, verbatim.
    """

    talk: int
    topic: int
    overlap: Overlap
    features: dict[str, float]
    quote: str


def event_pairs(
    talks: Sequence[TalkText],
    topics: Sequence[Topic],
    vectors: Vectors | None = None,
    *,
    every: bool = False,
) -> Iterator[Pair]:
    """Compare the talks of an event with its topics.

    Parameters
    ----------
    talks
        All talks of the event: how much a word tells depends on the others.
    vectors
        To compare meanings as well; None to compare words alone.
    every
        Also give pairs that have nothing in common, as training needs them.
    """
    event = _Event(talks, topics)
    meaning = _Meaning(event.wordings, topics, vectors) if vectors is not None else None
    found: list[dict[int, Overlap]] = []
    told: dict[int, float] = defaultdict(float)
    for talk in range(len(talks)):
        near = set() if meaning is None else set(np.flatnonzero(meaning.close[talk] >= _NEAR))
        places = range(len(topics)) if every else sorted(event.candidates(talk) | near)
        found.append({int(topic): event.overlap(talk, int(topic)) for topic in places})
        for topic, one in found[-1].items():
            told[topic] += one.said
    for talk, overlaps in enumerate(found):
        first, second, *_ = (
            sorted((one.said for one in overlaps.values()), reverse=True) + [0.0] * 2
        )
        for topic, one in overlaps.items():
            others = (told[topic] - one.said) / (len(talks) - 1 + _UNSEEN)
            features = {
                "in_title": one.in_title,
                "in_best": one.in_best,
                "kin": one.kin,
                "broader": one.broader,
                "times": min(one.times, _MOST_TIMES) / _MOST_TIMES,
                "lead": one.said - (second if one.said == first else first),
                "rarest": one.rarest,
                "number": float(one.number),
                "name_said": one.name_said,
                "name_missed": one.name_missed,
                "common": min(others, _MOST_COMMON),
            }
            quote = one.best.text
            if meaning is not None:
                features |= meaning.features(talk, topic)
                if not one.words:
                    quote = meaning.quote(talk, topic)
            yield Pair(talk, topic, one, features, quote.strip())


def _most_of_others(table: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    """Return for each entry of a column the largest of the other entries, `least` or more."""
    if len(table) < 2:
        return np.full_like(table, least)
    ordered = np.sort(table, axis=0)
    first, second = ordered[-1], ordered[-2]
    others: NDArray[np.float64] = np.maximum(np.where(table == first, second, first), least)
    return others


class _Event:
    """Labels and talks, read once; which labels a talk may have to do with is looked up."""

    def __init__(self, talks: Sequence[TalkText], topics: Sequence[Topic]) -> None:
        self.wordings = [wording(talk.title, talk.text, talk.language) for talk in talks]
        self._weights = Weights(self.wordings)
        self._languages = [talk.language for talk in talks]
        self._topics = topics
        self._labels: dict[str, list[list[Label]]] = {}
        self._having: dict[str, dict[str, set[int]]] = {}

    def labels(self, language: str) -> list[list[Label]]:
        """Return each topic's labels, stemmed in a language and in English."""
        if language not in self._labels:
            self._labels[language] = [
                list(
                    dict.fromkeys(
                        label(topic.iri, spelling, one)
                        for spelling in topic.spellings
                        for one in dict.fromkeys((language, ""))
                    )
                )
                for topic in self._topics
            ]
        return self._labels[language]

    def overlap(self, talk: int, topic: int) -> Overlap:
        """Return what a talk says of a topic, under the label that it says most of."""
        found = (
            overlap(one, self.wordings[talk], self._weights)
            for one in self.labels(self._languages[talk])[topic]
        )
        return max(found, key=lambda one: (one.said, one.kin + one.broader))

    def candidates(self, talk: int) -> set[int]:
        """Return the topics that any word of a talk leads to."""
        having = self._index(self._languages[talk])
        spoken = self.wordings[talk]
        words = [*spoken.places, *spoken.same, *spoken.broader]
        if any(map(is_number, spoken.places)):
            words.append("+")
        keys = (*words, *(f"{key}…" for key in spoken.kin))
        return set().union(*(having[key] for key in keys if key in having))

    def _index(self, language: str) -> dict[str, set[int]]:
        """Return stem -> topics with it; also beginning of a word, and "+" for numbers."""
        if language not in self._having:
            having: dict[str, set[int]] = defaultdict(set)
            for topic, labels in enumerate(self.labels(language)):
                for one in labels:
                    for stem in one.stems:
                        having[stem].add(topic)
                        having[f"{kin_key(stem)}…"].add(topic)
                    if one.at_least:
                        having["+"].add(topic)
            having.pop("…", None)
            self._having[language] = dict(having)
        return self._having[language]


class _Meaning:
    """How near the passages of talks are to topics.

    Attributes
    ----------
    close
        Similarity of each talk's nearest passage to each topic, talks by topics.
    """

    def __init__(
        self, wordings: Sequence[Wording], topics: Sequence[Topic], vectors: Vectors
    ) -> None:
        labels = vectors.of([topic.spellings[0] for topic in topics])
        self._wordings = wordings
        self._near: list[Array] = []
        for spoken in wordings:
            texts = [passage.text.strip() for passage in spoken.passages]
            self._near.append(vectors.of(texts) @ labels.T)
        self.close: Array = np.stack([near.max(axis=0) for near in self._near])

    @cached_property
    def _leads(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        close = self.close.astype(np.float64)
        return close - _most_of_others(close, _NEAR), close - _most_of_others(close.T, _NEAR).T

    def features(self, talk: int, topic: int) -> dict[str, float]:
        """Return the features of meaning of a pair."""
        by_talk, by_topic = self._leads
        numbers = (self.close[talk, topic], by_talk[talk, topic], by_topic[talk, topic])
        return {name: float(number) for name, number in zip(MEANING, numbers, strict=True)}

    def quote(self, talk: int, topic: int) -> str:
        """Return the passage that is nearest to a topic."""
        nearest = int(self._near[talk][:, topic].argmax())
        return self._wordings[talk].passages[nearest].text
