"""Days and times of a table: what two columns say together, and what only the column can tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.tables.columns import Columns, field_of
from hallway.graph.formats.tables.rows import Row
from hallway.graph.programme import Moment
from hallway.graph.reading.text import clean, normalised
from hallway.graph.reading.times import (
    at_place,
    clock_range,
    day,
    day_and_clocks,
    in_zone,
    minutes,
    moment,
    zone,
)

__all__ = ["Clockwork", "When"]

_SLASHED = re.compile(r"\s*(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})\b")
_HOUR = re.compile(r"(?<![\d:.])(\d{1,2})[:.]\d{2}(?![\d:.])")
_ENGLISH = re.compile(
    r"\b(?:title|talk|speakers?|presenters?|authors?|date|day|time|start|starts|begin|end|ends|"
    r"duration|length|room|location|venue|track|abstract|description|language|level|company|"
    r"organi[sz]ation|affiliation|topics?|tags?|keywords?|type|event|conference|when|where|who)"
)
_HALF = re.compile(r"\d\s*[ap]\.?m\b", re.IGNORECASE)
_A_DAY = 24 * 60
_NIGHT = timedelta(hours=12)  # a talk that ends earlier than it starts may pass midnight, not noon


@dataclass(frozen=True, slots=True)
class When:
    """Start, end and length of a row; each None when not known."""

    start: Moment | None = None
    end: Moment | None = None
    minutes: int | None = None


class Clockwork:
    """Reads the times of rows by the habits of their columns.

    Two things only the whole column can tell: whether ``05/06/2024`` begins with the day or with
    the month, and whether ``1:30`` is in the afternoon because hours run to twelve.

    Parameters
    ----------
    rows
        All rows of the table.
    """

    def __init__(self, rows: Sequence[Row], report: Report, options: ReadOptions) -> None:
        self._report = report
        self._zone = options.zone
        if options.zone and zone(options.zone) is None:
            report.tell(
                f"the zone {options.zone!r} is not known; times stay local",
                remedy="give an IANA name such as Europe/Berlin",
            )
        self.day_first = self._told_day_first(rows)
        self._afternoon = self._told_afternoon(rows)

    def zone_of(self, row: Row) -> str | None:
        """Return the name of the zone that holds for a row, if it is known."""
        for name in (row.first("zone"), self._zone or ""):
            if name and zone(name):
                return name
        return None

    def day(self, text: str, row: Row, what: str = "date") -> date | None:
        """Read a day; what cannot be read is told."""
        if not text:
            return None
        found = day(text, day_first=self.day_first)
        if found is None:
            self._report.tell(
                f"the {what} {clean(text)[:60]!r} is not a day that can be told",
                row.where,
                "write it as 2024-06-12",
            )
        return found

    def when(self, row: Row) -> When:
        """Read start, end and length of a row."""
        length = self._length(row)
        start, end = self._start(row)
        if end is None:
            end = self._end(row, start)
        if isinstance(start, datetime) and isinstance(end, datetime):
            end = self._behind(start, end, row)
        if isinstance(start, datetime):
            if length is None and isinstance(end, datetime):
                length = int((end - start).total_seconds() // 60)
            if length is not None and end is None:
                end = _later(start, length)
        return When(start, end, length)

    def _length(self, row: Row) -> int | None:
        text = row.first("length")
        if not text:
            return None
        found = minutes(text, parts="h:m:s")
        if found is None:
            self._report.tell(
                f"the length {clean(text)[:60]!r} is not understood",
                row.where,
                "write minutes, as in 45",
            )
        elif found > _A_DAY:
            self._report.tell(f"the duration {clean(text)[:60]!r} is longer than a day", row.where)
        return found or None

    def _start(self, row: Row) -> tuple[Moment | None, Moment | None]:
        """Read the start, and the end where one cell gives both."""
        text = row.first("start") or row.first("time")
        stated = row.first("date")
        if not text or text == stated:
            return self._of_one_cell(stated, row) if stated else (None, None)
        whole = moment(stated, zone=None, day_first=self.day_first) if stated else None
        on = whole.date() if isinstance(whole, datetime) else whole
        times = self._clocks(text)
        if stated and on is None:
            self.day(stated, row)
        if times and on:
            first, last = times
            return self._at(on, first, row), self._at(on, last, row) if last else None
        if times:
            self._report.once(
                "a time without a day was left out", row.where, "add a column date", "warning"
            )
            return None, None
        if not stated:
            return self._of_one_cell(text, row)
        found = self._moment(text, row, on)
        return found if found is not None else on, None

    def _of_one_cell(self, text: str, row: Row) -> tuple[Moment | None, Moment | None]:
        """Read a moment, or a day with a range of clock times."""
        found = day_and_clocks(text, day_first=self.day_first)
        on, first, last = found or (None, None, None)
        if on is None or first is None or last is None:
            return self._moment(text, row, None), None
        return self._at(on, first, row), self._at(on, last, row)

    def _end(self, row: Row, start: Moment | None) -> Moment | None:
        text, stated = row.first("end"), row.first("end_date")
        if start is None:
            return None
        if not text and self._clocks(stated):
            text, stated = stated, ""  # "Fin" is the last day to one and the last minute to another
        if not text:
            whole = moment(stated, zone=self.zone_of(row), day_first=self.day_first)
            return whole if isinstance(whole, datetime) else None
        on = day(stated, day_first=self.day_first) if stated else None
        on = on or (start.date() if isinstance(start, datetime) else start)
        if times := self._clocks(text):
            return self._at(on, times[0], row)
        return self._moment(text, row, on)

    def _behind(self, start: datetime, end: datetime, row: Row) -> datetime | None:
        """Move an end before its start to the next day when that makes a night of it."""
        if (start.tzinfo is None) != (end.tzinfo is None):
            self._report.tell("of start and end only one has an offset", row.where)
            return None
        if end > start:
            return end
        next_day = _later(end, _A_DAY)
        if end < start and next_day and next_day - start <= _NIGHT and start.hour >= 12:
            return next_day
        self._report.tell(
            f"the end {end:%H:%M} is not after the start {start:%H:%M} and was left out", row.where
        )
        return None

    def _moment(self, text: str, row: Row, on: date | None) -> Moment | None:
        here = self.zone_of(row)
        found = at_place(moment(text, zone=here, day=on, day_first=self.day_first), here)
        if found is None:
            self._report.tell(
                f"the start or end {clean(text)[:60]!r} is not understood",
                row.where,
                "write 2024-06-12T10:00, or the date and the time in two columns",
            )
        return found

    def _at(self, on: date, at: time, row: Row) -> datetime:
        return in_zone(datetime.combine(on, at), self.zone_of(row))

    def _clocks(self, text: str) -> tuple[time, time | None] | None:
        """Read one or two clock times, in the afternoon where the column says so."""
        found = clock_range(text)
        if not found or not self._afternoon:
            return found
        start, end = found
        return _after_noon(start), _after_noon(end) if end else None

    def _told_day_first(self, rows: Sequence[Row]) -> bool | None:
        fields = ("date", "start", "time", "end", "end_date", "event_date", "event_end")
        found = [
            match
            for row in rows
            for field in fields
            for cell in row.all(field)
            if (match := _SLASHED.match(cell))
        ]
        first = any(int(match[1]) > 12 for match in found)
        second = any(int(match[2]) > 12 for match in found)
        if found and not first and not second and not _in_english(rows[0].columns):
            return True  # only English is written in a country that puts the month first
        if found and first == second:
            self._report.tell(
                f"nothing tells whether {found[0][0]!r} begins with the day or with the month",
                remedy="write dates as 2024-06-12",
            )
            return None
        return first if found else None

    def _told_afternoon(self, rows: Sequence[Row]) -> bool:
        """Tell whether hours run from one to twelve twice a day, without am and pm."""
        cells = [
            cell for row in rows for field in ("start", "time", "end") for cell in row.all(field)
        ]
        if any(_HALF.search(cell) for cell in cells):
            return False
        hours = [hour for cell in cells for hour in _HOUR.findall(cell)]
        early = [hour for hour in hours if 1 <= int(hour) <= 6]
        runs = any(7 <= int(hour) <= 12 for hour in hours) and all(
            0 < int(hour) <= 12 for hour in hours
        )
        if not (early and runs and all(len(hour) == 1 for hour in early)):
            return False
        self._report.tell(
            f"no hour is above 12, so hours such as {early[0]} were read as afternoon",
            remedy="write hours up to 24 if that is wrong",
            level="note",
        )
        return True


def _in_english(columns: Columns) -> bool:
    """Tell whether most headers that are known are English words."""
    known = [cell for cell in columns.header if field_of(cell)]
    english = sum(bool(_ENGLISH.search(normalised(cell))) for cell in known)
    return 2 * english >= len(known)


def _after_noon(at: time) -> time:
    return at.replace(hour=at.hour + 12) if 1 <= at.hour <= 6 else at


def _later(start: datetime, length: int) -> datetime | None:
    try:
        return start + timedelta(minutes=length)
    except OverflowError:
        return None
