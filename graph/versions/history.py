"""What the earlier versions of a source tell of its talks: that they moved, or are off.

A talk that a newer version has at another time is rescheduled. One that a newer version of a
conference's own schedule lacks is cancelled, if that version is whole: an export of one day, one
room or one track, or of what was confirmed so far, cancels nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from hallway.graph.keys import concept_key
from hallway.graph.programme import Event, Moment, Programme, Talk
from hallway.graph.reconciling.likeness import same_moment, shares_slot
from hallway.graph.reconciling.settling import kind_of_source
from hallway.graph.versions.pairing import Pairs, pair_events, pair_talks

__all__ = ["with_history"]

FEWEST_KEPT = 3
KEPT = 0.75
"""Share of the talks of the version before that a whole newer version has."""

SHIFTED = 0.8
"""Share of the talks that moved by one and the same part of a day: a zone was put right."""


def with_history(versions: Sequence[Programme], source: str) -> Programme:
    """Return the newest version with what the earlier ones tell of its talks.

    Parameters
    ----------
    versions
        Oldest first, at least one.
    source
        Slug of the source: ids of talks hold inside it only.

    Returns
    -------
    Programme
        The newest version; `Talk.previous_start` and the status of talks that moved are set, and
        talks that are off by their absence stand at the end of their event, marked `Talk.gone`.
        It depends on nothing but the versions.
    """
    told = versions[0]
    for newer in versions[1:]:
        told = _newer(told, newer, source)
    return told


def _newer(old: Programme, new: Programme, source: str) -> Programme:
    before = {id(after): one for one, after in pair_events(old, new, source).both}
    events = [
        _event(before[id(event)], event, new.format, source) if id(event) in before else event
        for event in new.events
    ]
    return replace(new, events=tuple(events))


def _event(old: Event, new: Event, name: str, source: str) -> Event:
    pairs = pair_talks(old, new, source)
    before = {id(after): one for one, after in pairs.both}
    put_right = _zone_put_right(pairs.both)
    talks = [
        _talk(before[id(talk)], talk, put_right=put_right) if id(talk) in before else talk
        for talk in new.talks
    ]
    talks += [talk for talk in pairs.gone if talk.gone]
    if kind_of_source(name) == "schedule" and _is_whole(pairs):
        there = _where_talks_are(new.talks)
        earlier = _where_talks_are(old.talks)
        talks += [
            replace(talk, status="cancelled", gone=True, where="")
            for talk in pairs.gone
            if not talk.gone and not talk.is_break and _is_covered(talk, there, earlier)
        ]
    return replace(new, talks=tuple(talks))


def _talk(old: Talk, new: Talk, *, put_right: bool) -> Talk:
    moved = _is_moved(old.start, new.start) and not put_right and not shares_slot(old, new)
    previous = old.start if moved else old.previous_start
    if previous is None or not _is_moved(previous, new.start):
        return new
    status = "rescheduled" if new.status == "confirmed" else new.status
    return replace(new, previous_start=previous, status=status)


def _is_moved(old: Moment | None, new: Moment | None) -> bool:
    """Tell whether a start moved; a day that is told its hour did not, if it is still that day."""
    if old is None or new is None:
        return False
    if isinstance(old, datetime) and isinstance(new, datetime):
        return not same_moment(old, new)
    return _day(old) != _day(new)


def _day(moment: Moment) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _zone_put_right(both: Iterable[tuple[Talk, Talk]]) -> bool:
    """Tell whether nearly all talks moved by the same part of a day: then none of them did."""
    shifts = [
        new.start.replace(tzinfo=None) - old.start.replace(tzinfo=None)
        for old, new in both
        if isinstance(old.start, datetime) and isinstance(new.start, datetime)
    ]
    if len(shifts) < FEWEST_KEPT:
        return False
    shift, count = Counter(shifts).most_common(1)[0]
    return timedelta(0) < abs(shift) < timedelta(days=1) and count >= SHIFTED * len(shifts)


def _is_whole(pairs: Pairs[Talk]) -> bool:
    kept = sum(not old.is_break and not old.gone for old, _ in pairs.both)
    lost = sum(not talk.is_break and not talk.gone for talk in pairs.gone)
    return kept >= FEWEST_KEPT and kept >= KEPT * (kept + lost)


Marks = Counter[tuple[str, Hashable]]


def _marks(talk: Talk) -> list[tuple[str, Hashable]]:
    found: list[tuple[str, Hashable]] = []
    if talk.start is not None:
        found.append(("day", _day(talk.start)))
    if talk.room:
        found.append(("room", concept_key(talk.room)))
    if talk.track:
        found.append(("track", concept_key(talk.track)))
    return found


def _where_talks_are(talks: Iterable[Talk]) -> Marks:
    return Counter(mark for talk in talks if not talk.is_break for mark in _marks(talk))


def _is_covered(talk: Talk, there: Marks, earlier: Marks) -> bool:
    """Tell whether the newer version has its day, room and track, where they had more talks."""
    return all(mark in there or earlier[mark] == 1 for mark in _marks(talk))
