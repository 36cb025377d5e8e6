"""Calendars in iCalendar (RFC 5545): one event a slot, and hardly anything is sure to be there.

icalendar reads each event; zones, speakers, breaks and cancellations are judged here. Addresses
of organizers and attendees are never taken over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any

import icalendar

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.frab_times import event_days, talk_days
from hallway.graph.formats.ical_lines import Block, Calendar, calendar
from hallway.graph.formats.ical_people import Speakers
from hallway.graph.formats.report import Report
from hallway.graph.formats.wording import is_break, series_of, status_and_title
from hallway.graph.programme import Event, Link, Moment, Programme, Series, Talk
from hallway.graph.reading import languages, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "ical"

_BEGIN = re.compile(rb"BEGIN\s*:\s*VCALENDAR\s*[\r\n]", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_PATH = re.compile(r"[\w./-]+\.(?:html?|php|aspx)(?:\?\S*)?")
# "In-person; Training": a form and a kind where a place should stand.
_FORM = re.compile(
    r"(?:in[ -]person|online|virtual|hybrid|remote|zoom|webinar)(?:\s*[;,/|]\s*([^;,/|]+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Slot:
    """A parsed event with the place of its record."""

    event: Any
    uid: str
    where: str


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the first line ``BEGIN:VCALENDAR``; see `Format.recognises`."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\0", b"")[2:].lstrip()
    return "first line BEGIN:VCALENDAR" if _BEGIN.match(head) else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a calendar.

    Raises
    ------
    SourceError
        It does not begin as a calendar, or has too many events.
    """
    if not recognises(data.removeprefix(b"\xef\xbb\xbf").lstrip(), data):
        raise SourceError(
            f"a calendar begins with BEGIN:VCALENDAR, found {data.lstrip()[:30]!r}",
            where=options.file,
            remedy="export the calendar again as .ics",
        )
    report = Report(options)
    parts = calendar(data, report)
    report.count(len(parts.events))
    slots = [slot for block in parts.events if (slot := _parsed(block, report)) is not None]
    header = _header(parts)
    clock = _Clock(parts, header, options, report)
    speakers = Speakers([slot.event for slot in slots], header.get("PRODID", ""))
    talks = []
    for slot in slots:
        talk = _talk(slot, clock, speakers, report)
        if talk is not None:
            talks.append(talk)
    if header.get("METHOD", "").upper() == "CANCEL":
        talks = [replace(talk, status="cancelled") for talk in talks]
    talks = _distinct(talks)
    if not talks:
        report.tell("there are no talks in it", "", "check that the right calendar was exported")
    event = _event(header, _page(talks), clock, report, options)
    return Programme(NAME, (event,), tuple(report.notices), "first line BEGIN:VCALENDAR")


def _parsed(block: Block, report: Report) -> _Slot | None:
    """Parse one event; None, with an error notice, when icalendar cannot."""
    where = f"line {block.line}"
    try:
        event = icalendar.Event.from_ical(block.content + "\r\n")
    except (ValueError, IndexError, KeyError, AttributeError, TypeError) as error:
        report.tell(f"an event could not be read: {error}", where, "check its lines", "error")
        return None
    uid = report.line(_text(event, "UID"), where)
    where = f"{where}, UID {uid}" if uid else where
    for name, problem in getattr(event, "errors", []):
        report.tell(f"a line could not be read ({name}): {str(problem)[:200]}", where, level="note")
    return _Slot(event, uid, where)


def _first(event: Any, name: str) -> Any:
    """Return a property, the first one where it is repeated against the rules."""
    value = event.get(name)
    return value[0] if isinstance(value, list) and value else value


def _text(event: Any, name: str) -> str:
    value = _first(event, name)
    return str(value) if isinstance(value, str) else ""


def _header(parts: Calendar) -> dict[str, str]:
    """Read the properties of the calendar itself; lines that are none are left out."""
    header: dict[str, str] = {}
    for line in parts.properties:
        found = re.match(r'([A-Za-z0-9-]+)(?:;(?:[^":]|"[^"]*")*)?:(.*)$', line)
        if found:
            value = str(icalendar.vText.from_ical(found[2])).strip()
            header.setdefault(found[1].upper(), value)
    return header


class _Clock:
    """Reads times with the zones of one calendar."""

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
        """Read DTSTART or DTEND; None when absent, or broken, which is told."""
        value = _first(event, name)
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
        return self._placed(found, str(value.params.get("TZID") or ""), where)

    def _placed(self, found: datetime, zone: str, where: str) -> datetime:
        """Give a clock time the offset of its zone; a zone nobody knows leaves it local."""
        local = found.replace(tzinfo=None)
        if zone and (known := times.zone(zone)) is not None:
            self.zones[known.key] += 1
            return times.in_zone(local, known.key)
        if zone and zone in self._defined:
            offset = self._defined[zone].utcoffset(local)
            return local.replace(tzinfo=timezone(offset)) if offset is not None else local
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
        """Return start, end and minutes of an event."""
        start = self.moment(event, "DTSTART", where)
        if start is None:
            self._report.tell("there is no DTSTART; the start stays unknown", where)
            return None, None, self._length(event, where)
        end = self.moment(event, "DTEND", where)
        if not isinstance(start, datetime):
            # The end of a whole-day event is the day after its last one (RFC 5545, 3.6.1).
            last = end - timedelta(days=1) if end and not isinstance(end, datetime) else None
            return start, last if last and last > start else None, None
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
        value = _first(event, "DURATION")
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


def _talk(slot: _Slot, clock: _Clock, speakers: Speakers, report: Report) -> Talk | None:
    """Read one event; None, with a notice, when it has no summary."""
    event, where = slot.event, slot.where
    in_title, title = status_and_title(report.title(_text(event, "SUMMARY"), where))
    if not title:
        report.tell("an event without a SUMMARY is not a talk; it was left out", where)
        return None
    start, end, minutes = clock.slot(event, where)
    description = _text(event, "DESCRIPTION")
    title, appearances, nobodies = speakers.of(event, title, description)
    for nobody in nobodies:
        report.tell(f"{nobody!r} is not a person", where, level="note")
    abstract, cut = report.prose((description,), where)
    room, kind, place = _location(report.line(_text(event, "LOCATION"), where), where, report)
    page = report.link(_text(event, "URL"), "", where)
    if event.get("RRULE") is not None:
        report.tell("it repeats (RRULE); only its first date was read", where, level="note")
    cancelled = _text(event, "STATUS").strip().upper() == "CANCELLED"
    return Talk(
        title=title,
        key=slot.uid,
        kind=kind,
        is_break=not appearances and is_break(title),
        start=start,
        end=end,
        minutes=minutes,
        room=room,
        languages=_languages(event),
        abstract=abstract,
        truncated=cut,
        topics=_categories(event, where, report),
        appearances=appearances,
        links=(place,) if place else (),
        url=page.url if page else None,
        status="cancelled" if cancelled else in_title,
        where=where,
    )


def _distinct(talks: list[Talk]) -> list[Talk]:
    """Add the start to a UID that the calendar repeats, and the title where that repeats too."""
    for attribute in ("start", "title"):
        uses = Counter(talk.key for talk in talks if talk.key)
        talks = [
            replace(talk, key=f"{talk.key}@{getattr(talk, attribute) or ''}")
            if uses[talk.key] > 1
            else talk
            for talk in talks
        ]
    return talks


def _location(place: str, where: str, report: Report) -> tuple[str | None, str | None, Link | None]:
    """Tell a room from a kind of event and from an address online."""
    if not place:
        return None, None, None
    if _URL.fullmatch(place) or _PATH.fullmatch(place):
        return None, None, report.link(place, "online", where)
    if form := _FORM.fullmatch(place):
        return None, form[1].strip() if form[1] else None, None
    return place, None, None


def _languages(event: Any) -> tuple[str, ...]:
    stated = getattr(_first(event, "SUMMARY"), "params", {}).get("LANGUAGE")
    return languages.tag(stated) if isinstance(stated, str) else ()


def _categories(event: Any, where: str, report: Report) -> tuple[str, ...]:
    values = event.get("CATEGORIES")
    found: dict[str, None] = {}
    for value in values if isinstance(values, list) else [values]:
        for category in getattr(value, "cats", []):
            if label := report.line(str(category), where):
                found[label] = None
    return tuple(found)


def _page(talks: Sequence[Talk]) -> tuple[list[Talk], str | None]:
    """Take an address that several talks share for the page of the event, not of the talks."""
    uses = Counter(talk.url for talk in talks if talk.url)
    shared = [url for url, count in uses.most_common() if count > 1]
    kept = [replace(talk, url=None) if talk.url in shared else talk for talk in talks]
    return kept, shared[0] if shared else None


def _event(
    header: Mapping[str, str],
    read_: tuple[list[Talk], str | None],
    clock: _Clock,
    report: Report,
    options: ReadOptions,
) -> Event:
    talks, page = read_
    stated = (header.get(name, "") for name in ("X-WR-CALNAME", "NAME", "X-WR-CALDESC", "SUMMARY"))
    name = next((found for one in stated if (found := report.title(one, ""))), options.event or "")
    if not name:
        name = options.file.rpartition("/")[2].rpartition(".")[0] or "Untitled"
        report.tell(
            "the calendar has no name",
            "",
            f"it is called {name!r} here; name the event to change it",
        )
    # Plain dates: a calendar in UTC says nothing about the nights of the place.
    starts = [talk.start for talk in talks]
    days, far = talk_days([one.date() if isinstance(one, datetime) else one for one in starts])
    if far:
        report.tell(
            f"entries far from the others ({', '.join(map(str, far))}) do not count for the dates"
        )
    start, end, _ = event_days(None, None, None, days)
    series = options.series or series_of(name)
    url = report.link(header.get("URL", ""), "", "")
    return Event(
        name=name,
        start=start,
        end=end,
        zone=clock.zones.most_common(1)[0][0] if clock.zones else None,
        series=Series(series) if series else None,
        talks=tuple(talks),
        url=url.url if url else page,
    )


FORMAT = Format(NAME, "iCalendar", recognises, read, order=10)
"""The reader, as the entry point names it."""
