"""When things happen in a conference schedule: after midnight, without a date, or not at all.

The day of the programme is not the date of the talk: a day ends when people go to bed. A talk's
own date wins; without one, a time before the day begins belongs to the next date.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from hallway.graph.formats.common.days import NIGHT
from hallway.graph.formats.common.report import Report
from hallway.graph.programme import Moment
from hallway.graph.reading import times

__all__ = ["Day", "Slot", "Times", "Timetable"]

LONG_MIN = 24 * 60
ABSURD_MIN = 7 * 24 * 60


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the programme: its heading date, and when it begins, as text."""

    date: date | None
    start: str = ""


@dataclass(frozen=True, slots=True)
class Times:
    """What an entry says about its time, as text; "" where it says nothing."""

    where: str
    day: Day | None = None
    date: str = ""
    start: str = ""
    end: str = ""
    duration: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """When an entry takes place, as far as it is known."""

    start: Moment | None = None
    end: Moment | None = None
    minutes: int | None = None


class Timetable:
    """Reads the times of one schedule.

    Parameters
    ----------
    day_change
        Time of day at which the programme's days change, as text; "" when not stated.
    zone
        IANA name of the zone of times without an offset; None leaves them local.
    report
        Takes the notices.
    """

    def __init__(self, day_change: str, zone: str | None, report: Report) -> None:
        self._zone = zone
        self._report = report
        self._day_change = times.clock(day_change) if day_change else None
        self._parts: Literal["d:h:m", "h:m:s"] = "d:h:m"

    def slots(self, entries: Sequence[Times]) -> list[Slot]:
        """Return the slot of each entry, in order."""
        self._parts = _three_parts([entry.duration for entry in entries])
        own = [self._own(entry) for entry in entries]
        days: dict[Day, list[int]] = defaultdict(list)
        for number, entry in enumerate(entries):
            if entry.day is not None:
                days[entry.day].append(number)
        begins = {
            day: self._begin(day, [own[n] for n in numbers], [entries[n] for n in numbers])
            for day, numbers in days.items()
        }
        slots = []
        for entry, moment in zip(entries, own, strict=True):
            begin = begins[entry.day] if entry.day is not None else None
            slots.append(self._slot(entry, self._start(entry, moment, begin)))
        return slots

    def _own(self, entry: Times) -> Moment | None:
        """Read the entry's own date, in its `date` or in its `start`."""
        for text in (entry.date, entry.start):
            if not text or (text is entry.start and times.clock(text) is not None):
                continue
            found = times.moment(text, zone=self._zone)
            if isinstance(found, datetime):
                return self._local(found, times.clock(entry.start) if entry.start else None)
            if found is not None:
                return found
        return None

    def _local(self, moment: datetime, at: time | None) -> datetime:
        """Give an instant the offset of the place, where the entry's clock time confirms it."""
        if moment.tzinfo is None or self._zone is None:
            return moment
        if at is not None and moment.time() == at:
            return moment
        try:
            local = moment.astimezone(times.zone(self._zone)).replace(tzinfo=None)
        except OverflowError:
            return moment
        there = times.in_zone(local, self._zone)
        # Where a clock time is given and neither offset shows it, the source's own one stays.
        return there if there == moment and at in (None, local.time()) else moment

    def _begin(self, day: Day, own: Sequence[Moment | None], entries: Sequence[Times]) -> time:
        """Tell when a day of the programme begins: earlier clock times belong to the next date."""
        dated = [
            moment.time()
            for moment in own
            if isinstance(moment, datetime) and moment.date() == day.date
        ]
        if dated:
            return min(dated)
        if self._day_change is not None:
            return self._day_change
        heading = times.moment(day.start, zone=self._zone) if day.start else None
        if isinstance(heading, datetime) and heading.date() == day.date:
            return heading.time()
        first = next((at for entry in entries if (at := times.clock(entry.start))), NIGHT)
        return min(first, NIGHT)

    def _start(self, entry: Times, own: Moment | None, begin: time | None) -> Moment | None:
        """Settle the start, and tell what is missing or broken."""
        if isinstance(own, datetime):
            return own
        at = times.clock(entry.start) if entry.start else None
        if entry.date and own is None:
            self._report.tell(
                f"date {entry.date[:60]!r} is not a date",
                entry.where,
                "write it as 2026-06-10T10:00:00+02:00",
            )
        if entry.start and at is None:
            self._report.tell(
                f"start {entry.start[:60]!r} is not a time of day; the start stays unknown",
                entry.where,
                "write hours 00 to 23, and the date of the next day after midnight",
            )
            return own
        if at is None:
            self._report.tell(
                "there is no start" + ("" if own is None else ", only a date"),
                entry.where,
                level="warning" if own is None else "note",
            )
            return own
        on = own
        if on is None and entry.day is not None and entry.day.date is not None:
            on = entry.day.date
            if begin is not None and at < begin:
                on = _next(on)
        if on is None:
            self._report.tell(
                f"start {entry.start!r} has no date; the start stays unknown", entry.where
            )
            return None
        return times.in_zone(datetime.combine(on, at), self._zone)

    def _slot(self, entry: Times, start: Moment | None) -> Slot:
        minutes = self._minutes(entry)
        end = self._end(entry, start)
        if end is not None and minutes is None and isinstance(start, datetime):
            minutes = round((end - start).total_seconds() / 60) or None
        if end is None and minutes is not None and isinstance(start, datetime):
            end = _later(start, minutes)
        return Slot(start, end, minutes)

    def _minutes(self, entry: Times) -> int | None:
        if not entry.duration:
            return None
        length = times.minutes(entry.duration, parts=self._parts)
        if length is None:
            self._report.tell(
                f"duration {entry.duration[:60]!r} is not a length",
                entry.where,
                "write hours and minutes, as 00:45",
            )
        elif length > ABSURD_MIN:
            self._report.tell(
                f"duration {entry.duration!r} is {length:,} minutes, more than a week; it was kept",
                entry.where,
                "check the entry: three parts are days, hours and minutes",
            )
        elif length > LONG_MIN:
            self._report.tell(
                f"duration {entry.duration!r} was read as {length:,} minutes",
                entry.where,
                level="note",
            )
        return length or None

    def _end(self, entry: Times, start: Moment | None) -> datetime | None:
        """Read a stated end: a date-time, or a clock time on the day of the start or the next."""
        if not entry.end or not isinstance(start, datetime):
            return None
        at = times.clock(entry.end)
        if at is not None:
            end = start.replace(hour=at.hour, minute=at.minute, second=at.second)
            return end if end >= start else _later(end, 1440)
        found = times.moment(entry.end, zone=self._zone)
        if isinstance(found, datetime) and (found.tzinfo is None) == (start.tzinfo is None):
            end = self._local(found, None)
            if end >= start:
                return end
        self._report.tell(f"end {entry.end[:60]!r} is not a time after the start", entry.where)
        return None


def _three_parts(durations: Sequence[str]) -> Literal["d:h:m", "h:m:s"]:
    """Tell what three parts of a duration mean in this file.

    Days, hours and minutes, as the format says; unless one that can be no such thing (``00:45:00``
    has 45 hours) shows a writer of hours, minutes and seconds.
    """
    parts = [
        [int(part) for part in one.split(":")]
        for one in durations
        if re.fullmatch(r"\d{1,6}:\d{1,2}:\d{1,2}", one)
    ]
    seconds = any(middle >= 24 for _, middle, _ in parts) and all(f < 24 for f, _, _ in parts)
    return "h:m:s" if seconds else "d:h:m"


def _next(day: date) -> date:
    return day + timedelta(days=1) if day < date.max else day


def _later(start: datetime, minutes: int) -> datetime | None:
    """Add minutes; None beyond the calendar."""
    try:
        return start + timedelta(minutes=minutes)
    except OverflowError:
        return None
