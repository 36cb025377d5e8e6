"""What lists of events without talks share: days, places, and names that repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import stated_status
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.programme import Event, Series
from hallway.graph.reading import times
from hallway.graph.reading.text import normalised

__all__ = ["day_range", "distinct", "in_order", "status_of", "whereabouts"]

_RANGE = re.compile(
    r"(?P<month>[^\W\d_]+)\.?,?\s+(?P<first>\d{1,2})"
    r"(?:\s*(?:[-\u2013\u2014]|to)\s*(?:(?P<until>[^\W\d_]+)\.?,?\s+)?(?P<last>\d{1,2}))?"
    r",?\s+(?P<year>\d{4})"
)
_ONLINE = re.compile(r"(?:fully\s+)?(?:online|virtual|remote|worldwide|internet)\b", re.IGNORECASE)
_FLAGS = {
    "cancelled": "cancelled", "canceled": "cancelled", "cancel": "cancelled",
    "postponed": "postponed",
}  # fmt: skip
_ALSO_ONLINE = re.compile(r"\b(?:online|virtual|hybrid|remote)\b", re.IGNORECASE)


def day_range(said: str) -> tuple[date, date] | None:
    """Read days such as "November 12-16, 2024" or "October 21 - October 25, 2024".

    Returns
    -------
    tuple or None
        First and last day, the same for a single one; None when it is no such text.

    >>> day_range("December 30 - January 2, 2024")
    (datetime.date(2023, 12, 30), datetime.date(2024, 1, 2))
    """
    found = _RANGE.fullmatch(" ".join(said.split()))
    if found is None:
        return None
    year = int(found["year"])
    last = times.day(
        f"{found['until'] or found['month']} {found['last'] or found['first']}, {year}"
    )
    first = times.day(f"{found['month']} {found['first']}, {year}")
    if first and last and first > last and found["until"] and year > 1:
        first = times.day(f"{found['month']} {found['first']}, {year - 1}")
    return (first, last) if first and last and first <= last else None


def in_order(
    start: date | None, end: date | None, where: str, report: Report
) -> tuple[date | None, date | None]:
    """Leave out a last day that is before the first, with a notice."""
    if start and end and end < start:
        report.tell(f"the last day {end} is before the first, {start}; it was left out", where)
        end = None
    return start, end if start else None


def whereabouts(place: str, *, also_online: bool = False) -> tuple[str | None, bool | None]:
    """Tell a place from "online".

    Parameters
    ----------
    place
        As stated; "" when nothing is.
    also_online
        The source says that the event can be attended from elsewhere.

    Returns
    -------
    tuple
        Place and whether the event is online, as in `Event`; an event that is held in both ways
        says neither.
    """
    if not place:
        return None, True if also_online else None
    if _ONLINE.match(place):
        return (None if _ONLINE.fullmatch(place) else place), True
    return place, None if also_online or _ALSO_ONLINE.search(place) else False


def status_of(fields: Mapping[str, Any]) -> str:
    """Return whether a record says that its event is off: a status, or a flag such as `cancelled`.

    >>> status_of({"cancelled": True}), status_of({"status": "postponed"}), status_of({})
    ('cancelled', 'postponed', 'confirmed')
    """
    for name in ("status", "eventStatus"):
        if found := stated_status(string(fields.get(name))):
            return found
    for name, status in _FLAGS.items():
        value = fields.get(name)
        if value is True or string(value).strip().casefold() in ("true", "yes"):
            return status
    return "confirmed"


def distinct(events: Iterable[Event], report: Report) -> tuple[Event, ...]:
    """Tell apart the events of one name in one year, and join those that are the same.

    An event is known by its name and its year. Where a list has several of a name in a year, one
    for each city, each gets its city in its name; a name that occurs again is that of a series.
    Two of the same name, days and place are one, with the topics of both.
    """
    found: dict[tuple[str, date | None, str | None], Event] = {}
    for event in events:
        known = found.setdefault((normalised(event.name), event.start, event.place), event)
        if known is not event:
            topics = tuple(dict.fromkeys((*known.topics, *event.topics)))
            found[normalised(event.name), event.start, event.place] = replace(known, topics=topics)
            report.tell(f"{event.name!r} is there twice", event.where, level="note")
    once = list(found.values())
    named = Counter(normalised(one.name) for one in once)
    in_year = Counter((normalised(one.name), one.year) for one in once)
    renamed = [_told_apart(one, named, in_year) for one in once]
    again = Counter((normalised(one.name), one.year) for one in renamed)
    told = tuple(
        replace(one, name=f"{one.name} {one.start}")
        if again[normalised(one.name), one.year] > 1 and one.start
        else one
        for one in renamed
    )
    if several := _changed(once, told):
        report.tell(
            f"events that share name and year with another: {several}; their places were added",
            remedy="give each a name of its own if the place is not part of it",
            level="note",
        )
    return told


def _told_apart(
    event: Event, named: Counter[str], in_year: Counter[tuple[str, int | None]]
) -> Event:
    key = normalised(event.name)
    if named[key] > 1 and event.series is None:
        event = replace(event, series=Series(event.name))
    if in_year[key, event.year] > 1:
        where = "online" if event.place is None and event.online else event.place
        event = replace(event, name=f"{event.name} ({where})") if where else event
    return event


def _changed(before: Sequence[Event], after: Sequence[Event]) -> int:
    return sum(one.name != other.name for one, other in zip(before, after, strict=True))
