"""What the talks of a series are about, as evidence for its talks without topics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from hallway.graph.linking.records import TalkText

__all__ = ["SeriesHabits"]

_OFTEN = 3
"""Talks of a series that state a topic from which on it is one of its usual topics."""

_ENOUGH = 20
"""Talks of a series with topics from which on it tells that none states a topic."""

_USUAL, _KNOWN, _UNKNOWN = 2.0, 1.3, 0.5
"""What the odds are multiplied with: a usual topic, one that was stated, one that never was.

Measured on a quarter of the events of pyvideo, whose own topics were hidden: of the topics that
their talks say word for word, those with one confidence were right about so much more and less
often.
"""

_MOST = 0.95


class SeriesHabits:
    """How many talks of each series state each topic.

    Parameters
    ----------
    talks, stated
        The talks, and for each the IRIs of the topics that its sources state.
    """

    def __init__(self, talks: Iterable[TalkText], stated: Iterable[Collection[str]]) -> None:
        self._stated: dict[str, Counter[str]] = defaultdict(Counter)
        self._talks: Counter[str] = Counter()
        for talk, own in zip(talks, stated, strict=True):
            if talk.series and own:
                self._talks[talk.series] += 1
                self._stated[talk.series].update(own)

    def times(self, series: str, topic: str) -> int:
        """Return how many talks of a series state a topic."""
        return self._stated[series][topic] if series in self._stated else 0

    def weighed(self, confidence: float, series: str, topic: str) -> float:
        """Return a confidence that a talk of a series is about a topic, given its other talks."""
        times = self.times(series, topic)
        if times == 0 and self._talks[series] < _ENOUGH:
            return confidence
        factor = _USUAL if times >= _OFTEN else _KNOWN if times else _UNKNOWN
        odds = factor * confidence / (1.0 - confidence)
        return min(_MOST, odds / (1.0 + odds))
