"""What speaks for and against two groups of mentions being one person, as numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from sys import intern

from hallway.graph.linking.organizations.evidence import affiliation_words
from hallway.graph.linking.people.background import Background, talk_words
from hallway.graph.linking.people.initials import is_abbreviated, short_form
from hallway.graph.linking.people.names import (
    NameMatch,
    alignment,
    fold,
    is_crowded,
    is_romanised,
    readings,
)
from hallway.graph.linking.people.nicknames import nickname_groups, nickname_words
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = [
    "FEATURES",
    "KNOWN",
    "OF_TALKS",
    "ONE_NAME",
    "RISING",
    "Common",
    "Profile",
    "coincidence",
    "in_common",
    "name_features",
    "profile",
]

_KINDS = ("accents", "script", "spacing", "order", "initials", "nickname", "shortened", "added",
          "spelling")  # fmt: skip
_OF_NAMES = (
    "equal", "score", *_KINDS, "coincidence", "shared name words", "rarest name word",
    "words of the shorter", "cut short", "frequent",
)  # fmt: skip
OF_TALKS = (
    "co-speakers", "affiliation", "topics", "subjects", "subject likeness", "words", "likeness",
    "title", "evidence", "series", "event", "years apart", "language", "least words",
    "least co-speakers",
)  # fmt: skip

FEATURES = (*_OF_NAMES, *OF_TALKS)
"""The columns of the model, in order; what two groups of talks share stands last."""

RISING = {
    "equal": 1, "score": 1, "coincidence": 1, "shared name words": 1, "rarest name word": 1,
    "co-speakers": 1,
    "affiliation": 1, "topics": 1, "subjects": 1, "subject likeness": 1, "words": 1, "likeness": 1,
    "title": 1, "evidence": 1, "series": 1, "years apart": -1, "language": 1,
}  # fmt: skip
"""Columns of which more never speaks against (1), or never for (-1), one person."""

_CO_SPEAKERS, _TOPICS, _SUBJECTS, _WORDS_SHARED, _EVENT = map(
    OF_TALKS.index, ("co-speakers", "topics", "subjects", "words", "event")
)

ONE_NAME = ("accents", "script", "spacing", "order")
"""Kinds of variants that may stand in one talk and be one person all the same."""

KNOWN = 0.45
"""Weight of a co-speaker by a full name, or of two by initials, that may be anybody's."""

_SHORT = 6
_NEAR = 0.75
"""What a misspelt word tells less than the word: others are near it as well, more if short."""

_MENTIONS = 60
"""Mentions of one group that are looked at."""

_WORDS = 60
"""The most telling words of a group's talks that are kept."""

_OF_ONE = 0.45
"""Share of an affiliation, by weight, that another of the same organization has at least."""

_UNKNOWN_YEARS = 3.0
_ENDINGS = ("ings", "ing", "ies", "es", "ed", "s")


@dataclass(frozen=True, slots=True)
class Profile:
    """What a group of mentions says about its person.

    Attributes
    ----------
    shortened, short
        The initial and last name of the co-speakers who are printed so, and of all others.
    subjects
        Words of titles and topics, without endings.
    words
        The most telling words of titles, topics and descriptions.
    affiliation_weight, subjects_length, words_length
        The sum of the weights of these words, and the sums of their squares.
    years
        The first and the last.
    """

    co_speakers: frozenset[str]
    shortened: frozenset[str]
    short: frozenset[str]
    affiliation: frozenset[str]
    topics: frozenset[str]
    titles: frozenset[str]
    subjects: frozenset[str]
    words: frozenset[str]
    affiliation_weight: float
    subjects_length: float
    words_length: float
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
    def speaks_loudly(self) -> bool:
        """Whether a co-speaker or a title speaks for one person."""
        return self.values[_CO_SPEAKERS] >= KNOWN or bool(self.titles)

    @property
    def speaks(self) -> bool:
        """Whether anything but the names speaks for one person.

        A programme that has two names means two people as a rule, who may well have an employer
        and a subject in common: inside one event only co-speakers and a title count.
        """
        return self.speaks_loudly or (
            not self.values[_EVENT]
            and (
                self.came_back
                or bool(self.affiliation)
                or self.values[_TOPICS] > 1
                or self.values[_WORDS_SHARED] > 1
                or self.values[_SUBJECTS] > 0.8
            )
        )


def profile(mentions: Sequence[Mention], background: Background) -> Profile:
    """Gather what a group of mentions says; thousands are held at once and share their words."""
    group = mentions[:_MENTIONS]
    weigh = background.word_weight
    spoke_with = frozenset(" ".join(fold(n)) for m in group for n in m.co_speakers) - {""}
    shortened = frozenset(short_form(n) for n in spoke_with if is_abbreviated(n))
    own = {word for mention in group for word in fold(mention.name)}
    subjects: set[str] = set()
    words: set[str] = set()
    for mention in group:
        stated = set(talk_words(f"{mention.title} {' '.join(mention.topics)}"))
        subjects.update(map(_stem, stated))
        words.update(stated, talk_words(mention.text))
    # A description that tells who speaks says the name again, which is no evidence.
    own |= {word for word in words if not word.isascii() and "".join(fold(word)) in own}
    telling = sorted(sorted(words - own), key=weigh, reverse=True)
    affiliation = frozenset(w for m in group for w in affiliation_words(m.affiliation))
    years = [mention.year for mention in group if mention.year is not None]
    return Profile(
        co_speakers=spoke_with,
        shortened=shortened,
        short=frozenset(short_form(name) for name in spoke_with) - shortened - {""},
        affiliation=affiliation,
        topics=frozenset(name_key(topic) for m in group for topic in m.topics) - {""},
        titles=frozenset(" ".join(talk_words(m.title)) for m in group) - {""},
        subjects=frozenset(map(intern, subjects)),
        words=frozenset(map(intern, telling[:_WORDS])),
        affiliation_weight=sum(map(background.employer_weight, sorted(affiliation))),
        subjects_length=sum(weigh(word) ** 2 for word in sorted(subjects)),
        words_length=sum(weigh(word) ** 2 for word in telling[:_WORDS]),
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
        round(coincidence(a, b, match, background), 3),
        round(sum(weights), 3),
        round(max(weights, default=0.0), 3),
        float(min(len(fold(a)), len(fold(b)))),
        float(is_abbreviated(a) + is_abbreviated(b)),
        float(is_romanised(a) + is_crowded(a)),
    )


def coincidence(a: str, b: str, match: NameMatch | None, background: Background) -> float:
    """Return how unlikely it is that somebody else's name fits by chance, as a power of ten.

    A word that both have weighs what it weighs; a short form as much as all its long forms
    together; an initial as much as all words that begin so.
    """
    pairs = alignment(a, b) if match and match.kind not in ONE_NAME else []
    if not pairs:
        # Of "Ki-Hwan" and "Kihwan" the one in fewer words: the parts are not chosen freely.
        words = min(fold(a), fold(b), key=len) if match and match.kind == "spacing" else fold(a)
        pairs = [("equal", word, word) for word in words]
    return sum(_pair_weight(*pair, background) for pair in pairs)


def _pair_weight(kind: str, one: str, other: str, background: Background) -> float:
    if kind == "initials" or len(one) == 1:
        return background.initial_weight(one[0])
    if kind == "nickname":
        groups = nickname_groups(one) & nickname_groups(other)
        return background.group_weight(nickname_words(groups))
    if kind == "shortened":
        return background.prefix_weight(min(one, other, key=len))
    weight = min(background.name_weight(one), background.name_weight(other))
    if kind == "spelling":
        return max(0.5, weight - (_NEAR if min(len(one), len(other)) > _SHORT else 2 * _NEAR))
    return weight


def in_common(a: Profile, b: Profile, background: Background) -> Common:
    """Compare two profiles."""
    weigh = background.word_weight
    co_speakers = sorted(a.co_speakers & b.co_speakers)
    if a.shortened or b.shortened:
        by_initials = (a.shortened & (b.short | b.shortened)) | (a.short & b.shortened)
        counted = {short_form(name) for name in co_speakers}
        co_speakers = sorted([*co_speakers, *(by_initials - counted)])
    topics = sorted(a.topics & b.topics)
    titles = tuple(sorted(a.titles & b.titles))
    # Sorted, since the order of a sum of fractions shows in its last digits.
    words = sorted(a.words & b.words)
    weights = [weigh(word) for word in words]
    of_subjects = [weigh(word) for word in sorted(a.subjects & b.subjects)]
    in_series = not a.series.isdisjoint(b.series)
    in_event = not a.events.isdisjoint(b.events)
    with_whom = min(3.0, sum(_telling(name, background) for name in co_speakers))
    affiliation = _overlap(a, b, background)
    on = min(8.0, sum(_topic_weight(topic, background) for topic in topics))
    subject = min(8.0, sum(weight - 0.7 for weight in of_subjects if weight > 0.7))
    word = min(15.0, sum(weight - 1.0 for weight in weights if weight > 1.0))
    total = with_whom + (1.1 if affiliation > 0 else 0.6) * affiliation + 0.3 * on
    total += 0.1 * subject + 0.03 * word + bool(titles)
    values = (
        round(with_whom, 3),
        round(affiliation, 3),
        round(on, 3),
        round(subject, 3),
        _cosine(of_subjects, a.subjects_length, b.subjects_length),
        round(word, 3),
        _cosine(weights, a.words_length, b.words_length),
        float(bool(titles)),
        round(min(4.0, total), 3),
        float(in_series),
        float(in_event),
        _years_apart(a.years, b.years),
        _language(a.languages, b.languages),
        float(min(len(a.words), len(b.words))),
        float(min(3, len(a.co_speakers), len(b.co_speakers))),
    )
    telling = sorted(
        (-weight, word) for weight, word in zip(weights, words, strict=True) if weight > 1
    )
    return Common(
        values,
        tuple(co_speakers),
        tuple(sorted(a.affiliation & b.affiliation)) if affiliation > 0 else (),
        tuple(topics),
        titles,
        tuple(word for _, word in telling),
        in_series and not in_event,
    )


def _telling(name: str, background: Background) -> float:
    """Return how telling a co-speaker is; of a full name initials tell nothing more."""
    words = name.split()
    weight = sum(background.name_weight(word) for word in words if len(word) > 1)
    if is_abbreviated(name):
        weight += background.initial_weight(words[0][0])
    return min(1.5, weight / 5)


def _topic_weight(topic: str, background: Background) -> float:
    return max((background.word_weight(word) for word in talk_words(topic)), default=0.5)


def _overlap(a: Profile, b: Profile, background: Background) -> float:
    """Return the share of the shorter affiliation that the other has; -1 for too little of it."""
    if not a.affiliation or not b.affiliation:
        return 0.0
    shared = sum(map(background.employer_weight, sorted(a.affiliation & b.affiliation)))
    share = shared / min(a.affiliation_weight, b.affiliation_weight)
    return share if share >= _OF_ONE else -1.0


def _cosine(shared: Sequence[float], left: float, right: float) -> float:
    """Return how alike two sets of words are: weights of the shared ones, lengths of both."""
    if not shared:
        return 0.0
    return round(sum(weight * weight for weight in shared) / math.sqrt(left * right), 3)


def _years_apart(a: tuple[int, int] | None, b: tuple[int, int] | None) -> float:
    if a is None or b is None:
        return _UNKNOWN_YEARS
    return float(max(0, a[0] - b[1], b[0] - a[1]))


def _language(a: frozenset[str], b: frozenset[str]) -> float:
    """Return .5 for a language in common, -.5 for none, 0 when one side states none."""
    if not a or not b:
        return 0.0
    return -0.5 if a.isdisjoint(b) else 0.5
