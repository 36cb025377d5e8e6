"""Calendars in iCalendar (RFC 5545): one event a slot, and hardly anything is sure to be there.

icalendar reads each event; zones, speakers, breaks and cancellations are judged here. Addresses
of organizers and attendees are never taken over.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import icalendar
from icalendar.error import GloballyUniqueTZIDGuessed
from icalendar.timezone import tzp

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.calendars.lines import Block, Calendar, calendar
from hallway.graph.formats.calendars.people import Speakers
from hallway.graph.formats.calendars.repeats import (
    Moments,
    Repeats,
    day_of,
    heir_of,
    is_onwards,
    recurrence,
)
from hallway.graph.formats.calendars.times import Clock, first
from hallway.graph.formats.common.days import event_days, talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import gathered, in_slots, slot_of, starts
from hallway.graph.formats.common.wording import is_break, series_of, status_and_title
from hallway.graph.programme import Event, Link, Moment, Programme, Series, Slot, Talk
from hallway.graph.reading import languages

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
    tzp.use_default()  # forgets the zones that another calendar defined
    report = Report(options)
    parts = calendar(data, report)
    report.count(len(parts.events))
    slots = [slot for block in parts.events if (slot := _parsed(block, report)) is not None]
    header = _header(parts)
    clock = Clock(parts, header, options, report)
    speakers = Speakers([slot.event for slot in slots], header.get("PRODID", ""))
    read_ = [(slot, _talk(slot, clock, speakers, report)) for slot in slots]
    found = [(slot, talk) for slot, talk in read_ if talk is not None]
    talks = _distinct(gathered(_repeated(found, clock, report, options)))
    if header.get("METHOD", "").upper() == "CANCEL":
        talks = [replace(talk, status="cancelled") for talk in talks]
    if not talks:
        report.tell("there are no talks in it", "", "check that the right calendar was exported")
    event = _event(header, _page(talks), clock, report, options)
    if talks and all(talk.status == "cancelled" for talk in talks):
        event = replace(event, status="cancelled")
    return Programme(NAME, (event,), tuple(report.notices), "first line BEGIN:VCALENDAR")


def _parsed(block: Block, report: Report) -> _Slot | None:
    """Parse one event; None, with an error notice, when icalendar cannot."""
    where = f"line {block.line}"
    try:
        with warnings.catch_warnings():
            # A zone with a vendor in front, "/x.example/Europe/Berlin", is no cause for doubt.
            warnings.simplefilter("ignore", GloballyUniqueTZIDGuessed)
            event = icalendar.Event.from_ical(block.content + "\r\n")
    except (ValueError, IndexError, KeyError, AttributeError, TypeError) as error:
        report.tell(f"an event could not be read: {error}", where, "check its lines", "error")
        return None
    uid = report.line(_text(event, "UID"), where)
    where = f"{where}, UID {uid}" if uid else where
    for name, problem in getattr(event, "errors", []):
        report.tell(f"a line could not be read ({name}): {str(problem)[:200]}", where, level="note")
    return _Slot(event, uid, where)


def _text(event: Any, name: str) -> str:
    value = first(event, name)
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


def _talk(slot: _Slot, clock: Clock, speakers: Speakers, report: Report) -> Talk | None:
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
    abstract, cut = report.prose((description,), where, ellipsis_cuts=False)
    room, kind, place = _location(report.line(_text(event, "LOCATION"), where), where, report)
    page = report.link(_text(event, "URL"), "", where)
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


def _repeated(
    found: Sequence[tuple[_Slot, Talk]], clock: Clock, report: Report, options: ReadOptions
) -> list[Talk]:
    """Give entries that repeat their further dates, and those that belong to another its UID."""
    days, _ = talk_days([day_of(one) for _, talk in found for one in (talk.start, talk.end) if one])
    repeats = Repeats(clock, max(days, default=None), options, report)
    titles = {slot.uid: talk.title for slot, talk in found if slot.uid}
    turns = {
        number: one
        for number, (slot, _) in enumerate(found)
        if (one := recurrence(slot.event, clock, slot.where)) is not None
    }
    dates = _dates(found, turns, repeats)
    changed = {found[number][0].uid for number in turns}
    talks = []
    for number, (slot, talk) in enumerate(found):
        parent = _text(slot.event, "RELATED-TO")
        if parent and titles.get(parent) == talk.title:
            talk = replace(talk, key=parent)
        if number in turns and talk.start is not None:
            later = repeats.onwards(slot.event, turns[number], dates.get(number, ()), slot.where)
            slots = [slot_of(talk), *(_moved(talk, one) for one in later)]
            talks.append(in_slots(talk, slots) if len(slots) > 1 else talk)
        elif number not in dates:
            talks.append(talk)
        elif dates[number]:
            talks.append(in_slots(talk, [_moved(talk, one) for one in dates[number]]))
        elif slot.uid not in changed:
            report.tell("all of its dates are taken out (EXDATE); it was left out", slot.where)
    return talks


def _dates(
    found: Sequence[tuple[_Slot, Talk]], turns: Mapping[int, Moment], repeats: Repeats
) -> dict[int, list[Moment]]:
    """Return the dates of each entry that has a start, without those that others stand in for.

    An entry that stands in for a date and all that follow (``RANGE=THISANDFUTURE``) has those.
    """
    instead: dict[str, list[Moment]] = defaultdict(list)
    onwards: dict[str, list[tuple[Moment, int]]] = defaultdict(list)
    for number, one in turns.items():
        event, uid = found[number][0].event, found[number][0].uid
        instead[uid].append(one)
        if is_onwards(event):
            onwards[uid].append((one, number))
    replaced = {uid: Moments(moments) for uid, moments in instead.items()}
    nothing = Moments(())
    dates: dict[int, list[Moment]] = {}
    for number, (slot, talk) in enumerate(found):
        if talk.start is None or slot.event.get("RECURRENCE-ID") is not None:
            continue
        dates[number] = []
        for one in repeats.starts(slot.event, talk.start, slot.where):
            if one not in replaced.get(slot.uid, nothing):
                heir = heir_of(one, onwards.get(slot.uid, ()))
                dates.setdefault(number if heir is None else heir, []).append(one)
    return dates


def _moved(talk: Talk, start: Moment) -> Slot:
    """Return the slot of a talk at another start, as long as at its first."""
    end = talk.end
    if talk.start is not None and end is not None:
        with suppress(TypeError, OverflowError):
            end = start + (end - talk.start)
    return replace(slot_of(talk), start=start, end=end)


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
    stated = getattr(first(event, "SUMMARY"), "params", {}).get("LANGUAGE")
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
    clock: Clock,
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
    days, far = talk_days([day_of(one) for one in starts(talks)])
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
