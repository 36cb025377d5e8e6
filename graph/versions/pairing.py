"""Which event and which talk of a newer programme is which of an older one.

A key pairs first (`hallway.graph.keys`). What is left is compared by title, people and time, so
that a talk whose id or title changed is still one talk. Nothing depends on the order of the talks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Generic, TypeVar

from hallway.graph.keys import GLOBAL_ID, concept_key, event_key, talk_keys
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.reading.text import normalised
from hallway.graph.reconciling.likeness import (
    LIKE_TITLE,
    SAME_TITLE,
    TELLING_WORDS,
    candidates,
    marks,
    people_of,
    same_moment,
    strangers,
    title_likeness,
)

__all__ = ["Pairs", "pair_events", "pair_talks"]

T = TypeVar("T")

HALF = 0.5


@dataclass(frozen=True, slots=True)
class Pairs(Generic[T]):
    """What is in both, as (old, new), in the old only, and in the new only."""

    both: tuple[tuple[T, T], ...]
    gone: tuple[T, ...]
    come: tuple[T, ...]


def pair_events(old: Programme, new: Programme, source: str) -> Pairs[Event]:
    """Pair the events of two versions of one source.

    The key pairs first, then the source's own id, then at least half of the talks of the smaller
    one; where each version has one event only, that is the event.
    """
    rules: Sequence[Callable[[Event], Hashable]] = (
        lambda event: (event_key(event), event.start),
        event_key,
        lambda event: event.key or None,
    )
    both, gone, come = _by_rules(old.events, new.events, rules)
    if len(old.events) == len(new.events) == 1 and gone:
        return Pairs(((gone[0], come[0]),), (), ())
    theirs = [(one, set(_keyed(one, source))) for one in come]
    for one in list(gone):
        mine = set(_keyed(one, source))
        shares = [(_share(mine, keys), -at) for at, (_, keys) in enumerate(theirs)]
        best, at = max(shares, default=(0.0, 0))
        if best >= HALF:
            gone = _without(gone, [one])
            both.append((one, theirs.pop(-at)[0]))
    return Pairs(tuple(both), tuple(gone), tuple(one for one, _ in theirs))


def pair_talks(old: Event, new: Event, source: str) -> Pairs[Talk]:
    """Pair the talks of two versions of one event.

    Parameters
    ----------
    old, new
        The event in the older and in the newer version.
    source
        Slug of the source, as in `hallway.graph.keys.talk_keys`.

    Returns
    -------
    Pairs
        A key that several talks of one version share pairs those of one title, nearest in time
        first. An id that holds inside its source only (it may be the number of a row) does not
        pair talks of unlike titles that have nobody in common.
    """
    mine, theirs = _keyed(old, source), _keyed(new, source)
    both: list[tuple[Talk, Talk]] = []
    gone: list[Talk] = []
    come: list[Talk] = []
    for key in [*mine, *(key for key in theirs if key not in mine)]:
        first, second = mine.get(key, []), theirs.get(key, [])
        if len(first) == len(second) == 1 and _trusted(first[0], second[0]):
            both.append((first[0], second[0]))
            continue
        alike, left, right = _by_rules(first, second, SAME_KEY)
        both += alike
        gone += left
        come += right
    alike, gone, come = _by_likeness(gone, come)
    return Pairs((*both, *alike), tuple(gone), tuple(come))


# By key ------------------------------------------------------------------------------------------


def _keyed(event: Event, source: str) -> dict[str, list[Talk]]:
    """Group the talks by key; the number that tells repeated keys apart depends on the order."""
    owner = event_key(event) + "|"
    found: dict[str, list[Talk]] = defaultdict(list)
    for talk in event.talks:
        (key,) = talk_keys(replace(event, talks=(talk,)), source)
        found[key.removeprefix(owner)].append(talk)
    return found


def _share(mine: set[str], theirs: set[str]) -> float:
    return len(mine & theirs) / max(1, min(len(mine), len(theirs)))


def _trusted(old: Talk, new: Talk) -> bool:
    if not old.key or GLOBAL_ID.match(old.key):
        return True
    return not strangers(old, new) or title_likeness(old.title, new.title) >= LIKE_TITLE


def _content(talk: Talk) -> str:
    return repr(replace(talk, where=""))


def _day(talk: Talk) -> date | None:
    return talk.start.date() if isinstance(talk.start, datetime) else talk.start


def _room(talk: Talk) -> str:
    return concept_key(talk.room or "")


SAME_KEY: Sequence[Callable[[Talk], Hashable]] = (
    _content,
    lambda talk: (normalised(talk.title), str(talk.start), _room(talk)),
    lambda talk: (normalised(talk.title), _day(talk), _room(talk)),
    lambda talk: (normalised(talk.title), _day(talk)),
    lambda talk: normalised(talk.title),
)
"""What makes talks of one key one talk, surest first."""


def _by_rules(
    old: Sequence[T], new: Sequence[T], rules: Sequence[Callable[[T], Hashable]]
) -> tuple[list[tuple[T, T]], list[T], list[T]]:
    """Pair by one rule after the other; what a rule gives None for, it does not pair."""
    both: list[tuple[T, T]] = []
    gone, come = list(old), list(new)
    for rule in rules:
        if not gone or not come:
            break
        waiting: dict[Hashable, list[T]] = defaultdict(list)
        for one in sorted(come, key=_order):
            waiting[rule(one)].append(one)
        found: list[tuple[T, T]] = []
        for one in sorted(gone, key=_order):
            key = rule(one)
            if key is not None and waiting.get(key):
                found.append((one, waiting[key].pop(0)))
        both += found
        gone = _without(gone, [one for one, _ in found])
        come = _without(come, [one for _, one in found])
    return both, gone, come


def _order(one: object) -> tuple[str, str]:
    """Order events and talks by what they say, not by where they stand."""
    if isinstance(one, Event):
        return str(one.start), f"{one.name}|{one.key}|{one.place}"
    return (str(one.start), _content(one)) if isinstance(one, Talk) else ("", repr(one))


def _without(some: list[T], taken: list[T]) -> list[T]:
    gone = {id(one) for one in taken}
    return [one for one in some if id(one) not in gone]


# By likeness -------------------------------------------------------------------------------------


def _by_likeness(
    old: Sequence[Talk], new: Sequence[Talk]
) -> tuple[list[tuple[Talk, Talk]], list[Talk], list[Talk]]:
    """Pair what is alike, the likest first; each talk once."""
    mine, theirs = sorted(old, key=_order), sorted(new, key=_order)
    scores = []
    for a, b in candidates([_marks(one) for one in mine], [_marks(one) for one in theirs]):
        score = _likeness(mine[a], theirs[b])
        if score > 0:
            scores.append((-score, a, b))
    left, right = dict(enumerate(mine)), dict(enumerate(theirs))
    both = []
    for _, a, b in sorted(scores):
        if a in left and b in right:
            both.append((left.pop(a), right.pop(b)))
    return both, list(left.values()), list(right.values())


def _marks(talk: Talk) -> Set[Hashable]:
    return marks(normalised(talk.title), people_of(talk), talk.start)


def _likeness(old: Talk, new: Talk) -> float:
    """Return how sure it is that two talks are one, above 0; 0 when they are two."""
    title = title_likeness(old.title, new.title)
    mine, theirs = people_of(old).keys(), people_of(new).keys()
    common = len(mine & theirs) / max(1, len(mine | theirs))
    start = old.start is not None and same_moment(old.start, new.start)
    slot = start and _room(old) == _room(new)
    apart = strangers(old, new)
    if title >= SAME_TITLE:
        alike = not apart or start or len(old.title.split()) >= TELLING_WORDS
    elif title >= LIKE_TITLE:
        alike = common > 0 or (slot and not apart)
    else:
        alike = slot and common == 1  # the same people in the same slot: a title that was to come
    return 3 * title + 2 * common + start + HALF * slot if alike else 0.0
