"""When the events of a calendar take place: zones by many names, ends, lengths, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any

import icalendar

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.calendars.lines import Block, Calendar
from hallway.graph.formats.common.report import Report
from hallway.graph.programme import Moment
from hallway.graph.reading import times

__all__ = ["Clock", "first"]


def first(event: Any, name: str) -> Any:
    """Return a property of a parsed event, the first one where it is repeated; None without it."""
    value = event.get(name)
    return value[0] if isinstance(value, list) and value else value


class Clock:
    """Reads times with the zones of one calendar.

    Parameters
    ----------
    parts
        Its VTIMEZONE components, for names that nobody else knows.
    header
        Its own properties; X-WR-TIMEZONE is the zone of times without one, not of times in UTC.
    options
        The zone that the caller names wins over that of the header.
    report
        Takes the notices.

    Attributes
    ----------
    zones
        IANA names of the zones of the times read so far, counted.
    """

    def __init__(
        self, parts: Calendar, header: Mapping[str, str], options: ReadOptions, report: Report
    ) -> None:
        self._report = report
        self._caller = options.zone
        self._own = next(
            (
                name
                for key in ("X-WR-TIMEZONE", "TIMEZONE-ID", "VTIMEZONE")
                if (name := header.get(key, "")) and times.zone(name)
            ),
            None,
        )
        self._defined: dict[str, tzinfo] = {}
        for block in parts.zones:
            self._define(block)
        self.zones: Counter[str] = Counter()

    def _define(self, block: Block) -> None:
        """Keep a zone that the calendar defines, for names that nobody else knows."""
        try:
            zone = icalendar.Timezone.from_ical(block.content + "\r\n")
            if isinstance(zone, icalendar.Timezone):
                self._defined[str(zone["TZID"])] = zone.to_tz()
        except (ValueError, LookupError, AttributeError, TypeError, OverflowError) as error:
            self._report.tell(
                f"a time zone could not be read: {error}", f"line {block.line}", level="note"
            )

    def moment(self, event: Any, name: str, where: str) -> Moment | None:
        """Read DTSTART or DTEND of a parsed event; None when absent, or broken, which is told."""
        value = first(event, name)
        if value is None:
            return None
        try:
            found = value.dt
        except (ValueError, AttributeError):
            found = None
        if not isinstance(found, date):
            self._report.tell(f"{name} {str(value)[:60]!r} is not a time", where)
            return None
        if not isinstance(found, datetime):
            return found
        return self.placed(found, str(value.params.get("TZID") or ""), where)

    def at(self, event: Any, local: datetime, where: str) -> Moment:
        """Return a further start of an event: a clock time, or a day, as its DTSTART is one."""
        value = first(event, "DTSTART")
        if not isinstance(value.dt, datetime):
            return local.date()
        zone = str(value.params.get("TZID") or "")
        return self.placed(local.replace(tzinfo=value.dt.tzinfo), zone, where)

    def placed(self, found: datetime, zone: str, where: str) -> datetime:
        """Give a clock time the offset of its zone; a zone nobody knows leaves it local."""
        local = found.replace(tzinfo=None)
        if zone and (known := times.zone(zone)) is not None:
            self.zones[known.key] += 1
            return times.in_zone(local, known.key)
        if zone and zone in self._defined:
            return _at_offset(local, self._defined[zone])
        if zone and found.tzinfo is None:
            self._report.once(
                f"time zone {zone!r} is not known; its times stay local, without an offset",
                where,
                "name it as IANA does, such as Europe/Berlin",
            )
            return local
        if found.tzinfo is not None:
            return self._universal(found)
        if floating := self._caller or self._own:
            known = times.zone(floating)
            self.zones[known.key if known else floating] += 1
            return times.in_zone(local, floating)
        self._report.once("times have no zone; they stay local", where, level="note")
        return local

    def _universal(self, found: datetime) -> datetime:
        """Keep a time in UTC, or show it in the zone that the caller names."""
        instant = found.astimezone(UTC)
        zone = times.zone(self._caller) if self._caller else None
        if zone is None:
            if self._own:
                self._report.once(
                    f"times are in UTC and stay so; the calendar's zone {self._own} may be that "
                    "of its owner",
                    level="note",
                )
            return instant
        try:
            local = instant.astimezone(zone).replace(tzinfo=None)
        except OverflowError:
            return instant
        self.zones[zone.key] += 1
        return times.in_zone(local, zone.key)

    def slot(self, event: Any, where: str) -> tuple[Moment | None, Moment | None, int | None]:
        """Return start, end and minutes of a parsed event, each None where it is not known.

        An end that is not after the start is told and left out.
        """
        start = self.moment(event, "DTSTART", where)
        if start is None:
            self._report.tell("there is no DTSTART; the start stays unknown", where)
            return None, None, self._length(event, where)
        end = self.moment(event, "DTEND", where)
        if not isinstance(start, datetime):
            # The end of a whole-day event is the day after its last one (RFC 5545, 3.6.1).
            whole = end is not None and not isinstance(end, datetime) and end > start
            last = end - timedelta(days=1) if end is not None and whole else start
            return start, last if last > start else None, None
        if not isinstance(end, datetime) or (end.tzinfo is None) != (start.tzinfo is None):
            minutes = self._length(event, where)
            try:
                return start, start + timedelta(minutes=minutes) if minutes else None, minutes
            except OverflowError:
                return start, None, minutes
        if end <= start:
            self._report.tell(
                "it ends before it starts" if end < start else "it ends when it starts",
                where,
                level="warning" if end < start else "note",
            )
            return start, None, None
        return start, end, round((end - start).total_seconds() / 60) or None

    def _length(self, event: Any, where: str) -> int | None:
        value = first(event, "DURATION")
        if value is None:
            return None
        try:
            length = value.dt
        except (ValueError, AttributeError):
            length = None
        if not isinstance(length, timedelta) or length < timedelta(0):
            self._report.tell(f"DURATION {str(value)[:60]!r} is not a length", where)
            return None
        return round(length.total_seconds() / 60) or None


def _at_offset(local: datetime, zone: tzinfo) -> datetime:
    """Give a local time the offset of a zone that the calendar defines."""
    try:
        offset = zone.utcoffset(local)
    except (ValueError, OverflowError):
        return local
    return local if offset is None else local.replace(tzinfo=timezone(offset))
