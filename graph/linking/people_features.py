"""What speaks for and against two groups of mentions being one person, as numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hallway.graph.linking.evidence import affiliation_words
from hallway.graph.linking.names import NameMatch, fold, readings
from hallway.graph.linking.people_background import Background, talk_words
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = [
    "FEATURES",
    "RISING",
    "Common",
    "Profile",
    "in_common",
    "name_features",
    "profile",
]

_KINDS = ("accents", "script", "spacing", "order", "initials", "nickname", "shortened", "added",
          "spelling")  # fmt: skip
_OF_NAMES = (
    "equal", "score", *_KINDS, "shared name words", "rarest name word", "words of the shorter",
)  # fmt: skip
_OF_TALKS = (
    "co-speakers", "affiliation", "topics", "subjects", "subject likeness", "words", "likeness",
    "title", "evidence", "series", "event", "years apart", "language", "least words",
    "least co-speakers",
)  # fmt: skip

FEATURES = (*_OF_NAMES, *_OF_TALKS)
"""The columns of the model, in order."""

RISING = {
    "equal": 1, "score": 1, "shared name words": 1, "rarest name word": 1, "co-speakers": 1,
    "affiliation": 1, "topics": 1, "subjects": 1, "subject likeness": 1, "words": 1, "likeness": 1,
    "title": 1, "evidence": 1, "series": 1, "years apart": -1, "language": 1,
}  # fmt: skip
"""Columns of which more never speaks against (1), or never for (-1), one person."""

_MENTIONS = 60
"""Mentions of one group that are looked at."""

_WORDS = 60
"""The most telling words of a group's talks that are kept."""

_UNKNOWN_YEARS = 3.0
_ENDINGS = ("ings", "ing", "ies", "es", "ed", "s")


@dataclass(frozen=True, slots=True)
class Profile:
    """What a group of mentions says about its person.

    Attributes
    ----------
    subjects
        Words of titles and topics, without endings.
    words
        The most telling words of titles, topics and descriptions.
    years
        The first and the last.
    """

    co_speakers: frozenset[str]
    affiliation: frozenset[str]
    topics: frozenset[str]
    titles: frozenset[str]
    subjects: frozenset[str]
    words: frozenset[str]
    series: frozenset[str]
    events: frozenset[str]
    years: tuple[int, int] | None
    languages: frozenset[str]


@dataclass(frozen=True, slots=True)
class Common:
    """What two profiles share: the columns of the model, and the things themselves."""

    values: tuple[float, ...]
    co_speakers: tuple[str, ...]
    affiliation: tuple[str, ...]
    topics: tuple[str, ...]
    titles: tuple[str, ...]
    words: tuple[str, ...]
    came_back: bool
    """One series and no event of it in common."""

    @property
    def speaks(self) -> bool:
        """Whether anything but the names speaks for one person.

        A programme that has two names means two people as a rule, who may well have an employer
        and a subject in common: inside one event only co-speakers and a title count.
        """
        found = dict(zip(_OF_TALKS, self.values, strict=True))
        if found["co-speakers"] > 0 or found["title"] > 0:
            return True
        return not found["event"] and bool(
            self.came_back
            or found["affiliation"] > 0
            or found["topics"] > 1
            or found["words"] > 1
            or found["subjects"] > 0.8
        )


def profile(mentions: Sequence[Mention], background: Background) -> Profile:
    """Gather what a group of mentions says."""
    group = mentions[:_MENTIONS]
    own = {word for mention in group for word in fold(mention.name)}
    subjects: set[str] = set()
    words: set[str] = set()
    for mention in group:
        stated = set(talk_words(f"{mention.title} {' '.join(mention.topics)}"))
        subjects.update(map(_stem, stated))
        words.update(stated, talk_words(mention.text))
    # A description that tells who speaks says the name again, which is no evidence.
    own |= {word for word in words if "".join(fold(word)) in own}
    telling = sorted(words - own, key=lambda word: (-background.word_weight(word), word))
    years = [mention.year for mention in group if mention.year is not None]
    return Profile(
        co_speakers=frozenset(" ".join(fold(n)) for m in group for n in m.co_speakers) - {""},
        affiliation=frozenset(w for m in group for w in affiliation_words(m.affiliation)),
        topics=frozenset(name_key(topic) for m in group for topic in m.topics) - {""},
        titles=frozenset(" ".join(talk_words(m.title)) for m in group) - {""},
        subjects=frozenset(subjects),
        words=frozenset(telling[:_WORDS]),
        series=frozenset(m.series for m in group if m.series),
        events=frozenset(m.event for m in group),
        years=(min(years), max(years)) if years else None,
        languages=frozenset(m.language[:2].lower() for m in group if m.language),
    )


def _stem(word: str) -> str:
    """Cut what plurals and verb forms add: "agents" is "agent", "learning" is "learn"."""
    for end in _ENDINGS:
        if word.endswith(end) and len(word) - len(end) >= 4:
            return word[: -len(end)]
    return word


def name_features(
    a: str, b: str, match: NameMatch | None, background: Background
) -> tuple[float, ...]:
    """Return the columns that depend on two names alone; `match` is None for equal names."""
    left, right = ({word for way in readings(name) for word in way} for name in (a, b))
    weights = [background.name_weight(word) for word in sorted(left & right) if len(word) > 1]
    kind = match.kind if match else ""
    return (
        float(match is None),
        match.score if match else 1.0,
        *(float(kind == one) for one in _KINDS),
        round(sum(weights), 3),
        round(max(weights, default=0.0), 3),
        float(min(len(fold(a)), len(fold(b)))),
    )


def in_common(a: Profile, b: Profile, background: Background) -> Common:
    """Compare two profiles."""
    weigh = background.word_weight
    co_speakers, topics, titles, words, subjects, series = (
        sorted(one & other)
        for one, other in (
            (a.co_speakers, b.co_speakers), (a.topics, b.topics), (a.titles, b.titles),
            (a.words, b.words), (a.subjects, b.subjects), (a.series, b.series),
        )
    )  # fmt: skip
    with_whom = min(3.0, sum(_telling(name, background) for name in co_speakers))
    affiliation = _overlap(a.affiliation, b.affiliation, background)
    on = min(8.0, sum(_topic_weight(topic, background) for topic in topics))
    subject = min(8.0, sum(max(0.0, weigh(word) - 0.7) for word in subjects))
    word = min(15.0, sum(max(0.0, weigh(word) - 1.0) for word in words))
    total = with_whom + (1.1 if affiliation > 0 else 0.6) * affiliation + 0.3 * on
    total += 0.1 * subject + 0.03 * word + bool(titles)
    values = (
        with_whom,
        affiliation,
        on,
        subject,
        _likeness(a.subjects, b.subjects, subjects, background),
        word,
        _likeness(a.words, b.words, words, background),
        bool(titles),
        min(4.0, total),
        bool(series),
        not a.events.isdisjoint(b.events),
        _years_apart(a.years, b.years),
        _language(a.languages, b.languages),
        min(len(a.words), len(b.words)),
        min(3, len(a.co_speakers), len(b.co_speakers)),
    )
    return Common(
        tuple(round(float(value), 3) for value in values),
        tuple(co_speakers),
        tuple(sorted(a.affiliation & b.affiliation)),
        tuple(topics),
        tuple(titles),
        tuple(sorted((w for w in words if weigh(w) > 1), key=lambda w: (-weigh(w), w))),
        bool(series) and a.events.isdisjoint(b.events),
    )


def _telling(name: str, background: Background) -> float:
    weight = sum(background.name_weight(word) for word in name.split() if len(word) > 1)
    return min(1.5, weight / 5)


def _topic_weight(topic: str, background: Background) -> float:
    return max((background.word_weight(word) for word in talk_words(topic)), default=0.5)


def _overlap(a: frozenset[str], b: frozenset[str], background: Background) -> float:
    """Return the share of the shorter affiliation that the other has; -1 for none of it."""
    if not a or not b:
        return 0.0
    shared = _sum(a & b, background)
    return shared / min(_sum(a, background), _sum(b, background)) if shared else -1.0


def _sum(words: Iterable[str], background: Background) -> float:
    return sum(background.word_weight(word) for word in sorted(words))


def _likeness(
    a: frozenset[str], b: frozenset[str], shared: Sequence[str], background: Background
) -> float:
    """Return the cosine of two sets of words, each weighed by its rarity."""
    if not shared:
        return 0.0
    dot, left, right = (
        sum(background.word_weight(word) ** 2 for word in sorted(words)) for words in (shared, a, b)
    )
    return dot / math.sqrt(left * right)


def _years_apart(a: tuple[int, int] | None, b: tuple[int, int] | None) -> float:
    if a is None or b is None:
        return _UNKNOWN_YEARS
    return float(max(0, a[0] - b[1], b[0] - a[1]))


def _language(a: frozenset[str], b: frozenset[str]) -> float:
    """Return .5 for a language in common, -.5 for none, 0 when one side states none."""
    if not a or not b:
        return 0.0
    return -0.5 if a.isdisjoint(b) else 0.5
