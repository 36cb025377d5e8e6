"""What speaks for two records of one event, from two sources, being one talk."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Literal

from rapidfuzz import fuzz

from hallway.graph.keys import concept_key
from hallway.graph.linking.people.names import compare
from hallway.graph.programme import Moment, Person, Talk
from hallway.graph.reading.names import name_key
from hallway.graph.reconciling.likeness import (
    LIKE_TITLE,
    SAME_TITLE,
    TELLING_WORDS,
    marks,
    same_moment,
    shares_slot,
)
from hallway.graph.reconciling.talk_titles import bare, common_head, names_by_style, words

__all__ = ["Profile", "Verdict", "contradict", "differences", "judge", "profiles"]

SURE, ASK = 0.9, 0.5
"""Verdicts of this confidence join, or are shown to a curator."""

LONG_WORDS = 5
VARIANT = 0.45  # of `linking.people.names.compare`: names that one source may give one id
NUMBER = re.compile(r"\d+|(?<!\w)[ivx]+(?!\w)")
CUT = re.compile(r"\s*(?:\.\.\.|…)$")

Title = Literal["same", "near", "begun", "like", "other"]
People = Literal["same", "some", "unknown", "strangers"]
Time = Literal["same", "day", "unknown", "moved"]


@dataclass(frozen=True, slots=True)
class Profile:
    """What of a talk is compared.

    Attributes
    ----------
    title
        Bare: without people, without the event; words and blanks only.
    titles
        Bare, as printed, and with the subtitle: two talks that share one of them have one title.
    people
        Name key -> name, of those that the record lists, else of those that its title names.
    """

    talk: Talk
    title: str
    titles: frozenset[str]
    people: dict[str, str]

    def marks(self) -> Set[Hashable]:
        """Return what it may share with another record of the talk."""
        start = self.talk.start
        clock = start.replace(tzinfo=None) if isinstance(start, datetime) else start
        return marks(self.title, self.people, clock)

    @property
    def telling(self) -> bool:
        """Whether few talks of an event have such a title."""
        return len(self.title.split()) >= TELLING_WORDS


@dataclass(frozen=True, slots=True)
class Verdict:
    """How sure it is that two records are one talk, and why.

    Attributes
    ----------
    confidence
        From 0 to 1, see `SURE` and `ASK`.
    unique
        The verdict holds only if neither title stands a second time in its source.
    evidence
        Parts of a sentence.
    closeness
        Tells equally sure ones apart: larger is closer.
    """

    confidence: float
    unique: bool
    evidence: str
    closeness: tuple[int, int]


def profiles(talks: Sequence[Talk], names: Collection[str], events: Iterable[str]) -> list[Profile]:
    """Make the profiles of one source's talks of an event.

    Parameters
    ----------
    talks
        In any order.
    names
        Name keys of everybody whom any source of the event lists.
    events
        Names and acronyms of the event.
    """
    titles = [talk.title for talk in talks]
    around = {words(one) for one in (*events, common_head(titles))} - {""}
    names = {*names, *names_by_style(titles)}
    return [_profile(talk, names, around) for talk in talks]


def judge(a: Profile, b: Profile) -> Verdict | None:
    """Compare two records; None when nothing suggests that they are one talk."""
    title, people, time = _titles(a, b), _people(a, b), _when(a.talk, b.talk)
    confidence, unique = _confidence(title, people, time, a, b)
    if confidence < ASK:
        return None
    room = _same_room(a.talk, b.talk)
    return Verdict(
        confidence,
        unique,
        _evidence(a, b, title, people, time, room),
        (int(room), -abs((a.talk.minutes or 0) - (b.talk.minutes or 0))),
    )


def contradict(a: Profile, b: Profile) -> bool:
    """Tell whether two records with one id are two talks all the same: nothing else agrees."""
    return (
        _titles(a, b) == "other"
        and _people(a, b) in ("strangers", "unknown")
        and _when(a.talk, b.talk) != "same"
    )


def differences(a: Profile, b: Profile) -> list[str]:
    """Return what two records of one talk say differently of it: ``title``, ``people``."""
    titles = ["title"] if _titles(a, b) not in ("same", "begun") and not _one_is_cut(a, b) else []
    listed = bool(a.talk.appearances) and bool(b.talk.appearances)
    return titles + ["people"] * (listed and _people(a, b) in ("some", "strangers"))


# Titles ------------------------------------------------------------------------------------------


def _profile(talk: Talk, names: Collection[str], around: Collection[str]) -> Profile:
    listed = {_who(one.person): one.person.name for one in talk.appearances}
    title, named = bare(talk.title, {*names, *listed}, around)
    whole = words(talk.title)
    titles = {words(title), whole}
    if talk.subtitle:
        titles.add(words(f"{title} {talk.subtitle}"))
    people = {key: name for key, name in listed.items() if key} or named
    return Profile(talk, words(title) or whole, frozenset(titles - {""}), people)


def _who(person: Person) -> str:
    """Return the key of a name; of who asked to be forgotten what tells them from others."""
    return person.id or "" if person.withheld else name_key(person.name)


def _titles(a: Profile, b: Profile) -> Title:
    if a.titles & b.titles:
        return "same"
    likeness = max(_likeness(one, other) for one in a.titles for other in b.titles)
    if likeness >= SAME_TITLE or _one_is_cut(a, b):
        return "near"
    if _begins(a.title, b.title) or _begins(b.title, a.title):
        return "begun"
    if likeness >= LIKE_TITLE:
        return "like"
    return "other"


@lru_cache(maxsize=1 << 14)
def _numbers(title: str) -> tuple[str, ...]:
    return tuple(sorted(NUMBER.findall(title)))


def _likeness(a: str, b: str) -> float:
    """Return how alike two titles are, 0 to 1; another number makes them unlike ("part 2")."""
    if _numbers(a) != _numbers(b):
        return 0.0
    return max(fuzz.ratio(a, b), fuzz.token_sort_ratio(a, b)) / 100


def _one_is_cut(a: Profile, b: Profile) -> bool:
    return _is_cut(a, b) or _is_cut(b, a)


def _is_cut(a: Profile, b: Profile) -> bool:
    """Tell whether a title ends in an ellipsis that stands for the rest of the other."""
    return bool(CUT.search(a.talk.title)) and a.telling and b.title.startswith(a.title)


def _begins(short: str, long: str) -> bool:
    """Tell whether a title goes on, with a subtitle as a rule."""
    words = len(short.split())
    return words >= TELLING_WORDS and long.startswith(f"{short} ")


# People, time and place --------------------------------------------------------------------------


def _people(a: Profile, b: Profile) -> People:
    if not a.people or not b.people:
        return "unknown"
    common = len(a.people.keys() & b.people.keys())
    mine = [name for key, name in a.people.items() if key not in b.people]
    theirs = [name for key, name in b.people.items() if key not in a.people]
    for name in mine:
        other = next((one for one in theirs if _variant(name, one)), None)
        if other is not None:
            theirs.remove(other)
            common += 1
    if not common:
        return "strangers"
    return "same" if common == len(a.people) == len(b.people) else "some"


@lru_cache(maxsize=1 << 16)
def _variant(a: str, b: str) -> bool:
    """Tell whether two names may be one person's, who gives the talk in both sources."""
    mine, theirs = set(words(a).split()), set(words(b).split())
    if mine and (mine <= theirs or theirs <= mine):
        return True  # "Stefan" and "Stefan Scherfke"
    match = compare(a, b)
    return match is not None and match.score >= VARIANT


def _when(a: Talk, b: Talk) -> Time:
    """Compare when two talks are; one that has several slots is at each of them."""
    return "same" if shares_slot(a, b) else _times(a.start, b.start)


def _times(a: Moment | None, b: Moment | None) -> Time:
    if a is None or b is None:
        return "unknown"
    if isinstance(a, datetime) and isinstance(b, datetime):
        return "same" if same_moment(a, b) else "moved"
    return (
        "day" if _day(a) == _day(b) else "unknown"
    )  # the day of a video may be that of its upload


def _day(moment: Moment) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _same_day(a: Moment | None, b: Moment | None) -> bool:
    return a is not None and b is not None and _day(a) == _day(b)


def _same_room(a: Talk, b: Talk) -> bool:
    return bool(a.room and b.room) and concept_key(a.room or "") == concept_key(b.room or "")


# Weighing ----------------------------------------------------------------------------------------

COMMON = ("same", "some")


def _confidence(
    title: Title, people: People, time: Time, a: Profile, b: Profile
) -> tuple[float, bool]:
    """Return how sure it is, and whether only for titles that stand there once."""
    if title == "same":
        return _one_title(people, time, a, b)
    if title == "near":
        return _near_title(people, time, a, b)
    slot = time == "same" and _same_room(a.talk, b.talk)
    if title in ("begun", "like"):
        if people in COMMON and time == "same":
            return 0.94, False
        if title == "begun" and people == "same" and time != "moved":
            return 0.92, False
        if people == "same":
            return (0.5 if time == "moved" else 0.7), False
        if people == "unknown" and time == "same" and a.telling and b.telling:
            return (0.92 if title == "begun" else 0.6 if slot else 0.0), False
        return 0.0, False
    return (0.6 if people == "same" and slot else 0.0), False


def _one_title(people: People, time: Time, a: Profile, b: Profile) -> tuple[float, bool]:
    if people in COMMON:
        return {"same": 0.99, "day": 0.98}.get(time, 0.96), False
    if people == "unknown":
        if time == "same":
            return 0.98, False
        if time == "day":
            return (0.95 if a.telling else 0.94), False
        if time == "unknown":
            return (0.93 if a.telling else 0.9), True
        near = a.telling and _same_day(a.talk.start, b.talk.start)
        return (0.91 if near else 0.7 if a.telling else 0.0), True
    if time in ("same", "day") and a.telling:
        return 0.9, True  # the sources disagree about who gives it
    return (0.6 if a.telling else 0.0), True


def _near_title(people: People, time: Time, a: Profile, b: Profile) -> tuple[float, bool]:
    if people in COMMON:
        return {"same": 0.98, "day": 0.96}.get(time, 0.93), False
    telling = a.telling and b.telling
    if people == "unknown":
        if time == "same":
            return (0.95 if telling else 0.7), False
        if time != "moved" and min(len(one.title.split()) for one in (a, b)) >= LONG_WORDS:
            return 0.91, True
        return (0.6 if telling else 0.0), True
    return (0.6 if time == "same" and telling else 0.0), False


def _evidence(a: Profile, b: Profile, title: Title, people: People, time: Time, room: bool) -> str:
    said = {
        "same": "the same title",
        "near": "nearly the same title",
        "begun": "a title that goes on in one of them",
        "like": "like titles",
        "other": "other titles",
    }[title]
    parts = [said]
    if people in COMMON:
        names = sorted(name for key, name in a.people.items() if key in b.people)
        parts.append(f"{', '.join(names)} in both" if names else "people whose names fit in both")
    elif people == "strangers":
        parts.append("other people")
    parts += {
        "same": ["the same start"],
        "day": ["the same day"],
        "moved": ["another start"],
        "unknown": [],
    }[time]
    parts += ["the same room"] * room
    if a.talk.minutes and a.talk.minutes == b.talk.minutes:
        parts.append("the same length")
    return ", ".join(parts)
