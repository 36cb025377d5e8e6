"""Several records of one talk: it is given again, goes on after a break, or fills several rooms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import TypeVar

from hallway.graph.programme import Moment, Slot, Talk
from hallway.graph.reading.names import name_key
from hallway.graph.reading.text import normalised

__all__ = ["gathered", "in_slots", "joined_rows", "slot_of", "starts"]

_T = TypeVar("_T")


def starts(talks: Iterable[Talk]) -> list[Moment]:
    """Return every start of talks, those of further slots among them."""
    every = (slot.start for talk in talks for slot in talk.every_slot)
    return [start for start in every if start is not None]


def slot_of(talk: Talk) -> Slot:
    """Return when and where a talk is for the first time."""
    return talk.every_slot[0]


def in_slots(talk: Talk, slots: Iterable[Slot]) -> Talk:
    """Return a talk that takes place in these slots, equal ones once, the first one first.

    A slot that is cancelled stands behind those that take place; a talk is cancelled when all are.
    """
    distinct = {_place(slot): slot for slot in reversed(list(slots))}
    if any(slot.start is not None for slot in distinct.values()):
        distinct = {at: slot for at, slot in distinct.items() if slot.start is not None}
    if not distinct:
        return talk
    first, *others = sorted(distinct.values(), key=_order)
    return replace(
        talk,
        start=first.start,
        end=first.end,
        minutes=first.minutes,
        room=first.room,
        status=first.status,
        slots=tuple(others),
    )


def gathered(talks: Sequence[Talk]) -> list[Talk]:
    """Make one talk of the records that share an id, a title and all their people.

    It stands where the first of them stood. Breaks, and records without an id, stay as they are:
    a title alone may be that of several talks.
    """
    groups: dict[object, list[Talk]] = {}
    for number, talk in enumerate(talks):
        groups.setdefault(_identity(talk) or number, []).append(talk)
    return [one[0] if len(one) == 1 else _one(one) for one in groups.values()]


def joined_rows(talks: Sequence[Talk]) -> list[Talk]:
    """Make one talk of the rows that name one of its people each, then gather its slots.

    Rows are one talk when title, start and room agree, and the id where there is one; without an
    id each must name somebody else.
    """
    rows: dict[object, list[Talk]] = {}
    for number, talk in enumerate(talks):
        told = talk.key or (talk.start and talk.room)
        same = talk.key, normalised(talk.title), talk.is_break, talk.start, talk.room
        rows.setdefault(same if told and talk.appearances else number, []).append(talk)
    joined: list[Talk] = []
    for some in rows.values():
        first = {name_key(one.appearances[0].person.name) for one in some if one.appearances}
        if len(some) > 1 and (some[0].key or len(first) == len(some)):
            joined.append(_with_all_people(some))
        else:
            joined += some
    return gathered(joined)


def _with_all_people(talks: Sequence[Talk]) -> Talk:
    people = {
        name_key(one.person.name): one for talk in reversed(talks) for one in talk.appearances
    }
    order = dict.fromkeys(name_key(one.person.name) for talk in talks for one in talk.appearances)
    return replace(_one(talks), appearances=tuple(people[key] for key in order))


def _identity(talk: Talk) -> object:
    if not talk.key or talk.is_break:
        return None
    people = frozenset(name_key(one.person.name) for one in talk.appearances)
    return talk.key, normalised(talk.title), people


def _one(talks: Sequence[Talk]) -> Talk:
    """Join records of one talk: each says something that the others may lack."""
    first = talks[0]
    slots = [slot for talk in talks for slot in talk.every_slot]
    told = next((talk for talk in talks if talk.abstract), first)
    joined = replace(
        first,
        abstract=told.abstract,
        truncated=told.truncated,
        topics=_all(talk.topics for talk in talks),
        recordings=_all(talk.recordings for talk in talks),
        slides=_all(talk.slides for talk in talks),
        links=_all(talk.links for talk in talks),
    )
    return in_slots(joined, slots)


def _all(parts: Iterable[tuple[_T, ...]]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(one for part in parts for one in part))


def _place(slot: Slot) -> tuple[object, ...]:
    kind = type(slot.start)  # a day is not its midnight
    return kind, slot.start and _clock(slot.start), normalised(slot.room or "")


def _order(slot: Slot) -> tuple[object, ...]:
    return slot.status == "cancelled", _clock(slot.start), normalised(slot.room or "")


def _clock(moment: Moment | None) -> datetime:
    """Return what moments of all kinds are ordered by: the clock at the place, or in UTC."""
    if moment is None:
        return datetime.max
    if isinstance(moment, datetime):
        with suppress(OverflowError):  # on the first or the last day of the calendar
            moment = moment.astimezone(UTC) if moment.tzinfo else moment
        return moment.replace(tzinfo=None)
    return datetime.combine(moment, time.min)
