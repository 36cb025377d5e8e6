"""One record of a tree of events: its times, its people, and the talk that it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import in_slots, slot_of
from hallway.graph.formats.common.wording import is_break, stated_status, status_and_title
from hallway.graph.formats.happenings.people import Somebody, address, appearances
from hallway.graph.programme import Link, Moment, Recording, Slot, Talk
from hallway.graph.reading import languages, times
from hallway.graph.reading.links import is_recording
from hallway.graph.reading.text import clean, normalised

__all__ = ["Context", "Happening", "When", "day_of", "talk_of", "when"]

_ISO = re.compile(r"\d{4}-?\d{2}-?\d{2}(?:[T ]|Z?$|[+-]\d\d:?\d\d$)")
_SLIDES = re.compile(r"(?:www\.)?(?:slideshare\.net|speakerdeck\.com|slides\.com)/", re.IGNORECASE)
_SLOT = re.compile(r"Break|Meal|Lunch|Dinner|Reception|Registration|SocialEvent|FoodEvent")
_GROUP = re.compile(r"^(?:Session|Track)Event$")
_DAY_MIN = 24 * 60


@dataclass(slots=True, eq=False)
class Happening:
    """An event, session or talk as the source gives it, as text; "" where it says nothing.

    Attributes
    ----------
    id
        IRI of the record, or an id inside the source.
    types
        Local names of its classes ("ConferenceEvent").
    names, series_names
        What else it, or its series, is called.
    editions
        Names of the editions of its series, oldest first.
    sponsors, organizers
        Names of the organizations that sponsor it and that hold it.
    parts
        What it consists of, in the order of the source.
    slots
        The times at which it takes place, where it has several.
    """

    where: str = ""
    id: str = ""
    name: str = ""
    types: frozenset[str] = frozenset()
    kind: str = ""
    start: str = ""
    end: str = ""
    duration: str = ""
    zone: str | None = None
    place: str = ""
    online: bool | None = None
    people: tuple[Somebody, ...] = ()
    texts: tuple[str, ...] = ()
    url: str = ""
    links: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()
    slides: tuple[str, ...] = ()
    status: str = ""
    languages: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    audiences: tuple[str, ...] = ()
    track: str = ""
    series: str = ""
    names: tuple[str, ...] = ()
    series_names: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    sponsors: tuple[str, ...] = ()
    organizers: tuple[str, ...] = ()
    licence: str = ""
    slot: bool = False
    parts: list[Happening] = field(default_factory=list)
    slots: list[Happening] = field(default_factory=list)

    def fold(self) -> None:
        """Take parts that repeat its name, each at a time of its own, for its slots."""
        own = normalised(self.name)
        if self.parts and all(
            one.start and not one.parts and normalised(one.name) in ("", own) for one in self.parts
        ):
            self.slots, self.parts = [*self.slots, *self.parts], []

    def complete(self, other: Happening) -> None:
        """Take from another statement of the same what this one does not say."""
        for one in fields(self):
            if not getattr(self, one.name):
                setattr(self, one.name, getattr(other, one.name))

    def tags(self) -> tuple[str, ...]:
        """Return the languages as BCP 47 tags."""
        found = (tag for text in self.languages for tag in languages.tag(text))
        return tuple(dict.fromkeys(found))

    def labels(self, given: Iterable[str], report: Report) -> tuple[str, ...]:
        """Clean labels; equal ones are there once."""
        found: dict[str, str] = {}
        for one in given:
            label = report.title(one, self.where)
            found.setdefault(normalised(label), label)
        return tuple(label for key, label in found.items() if key)


@dataclass(frozen=True, slots=True)
class Context:
    """What stands above a talk: zone and place of the event, track, room and day of a session."""

    zone: str | None = None
    place: str = ""
    url: str = ""
    track: str = ""
    in_track: bool = False
    room: str = ""
    day: date | None = None

    def under(self, one: Happening) -> Context:
        """Return the context of the parts of a session; a track wins over its sessions."""
        times_ = when(one, self, None)
        first, last = day_of(times_.start), day_of(times_.end)
        return replace(
            self,
            zone=one.zone or self.zone,
            track=self.track if self.in_track else one.name or self.track,
            in_track=self.in_track or "TrackEvent" in one.types,
            room=one.place or self.room,
            day=first if first and last in (None, first) else self.day,
        )


@dataclass(frozen=True, slots=True)
class When:
    """Start, end and minutes, None when not known."""

    start: Moment | None = None
    end: Moment | None = None
    minutes: int | None = None


def day_of(moment: Moment | None) -> date | None:
    """Return the calendar day of a moment."""
    return moment.date() if isinstance(moment, datetime) else moment


def when(one: Happening, context: Context, report: Report | None) -> When:
    """Read the times of a record; without a report nothing is told."""
    zone = one.zone or context.zone
    start = _moment(one.start, "start", zone, one, report)
    end = _moment(one.end, "end", zone, one, report)
    if end is not None and not _after(start, end):
        if start is not None and report:
            report.tell(f"the end {one.end[:60]!r} is not after the start", one.where)
        end = None if start is not None else end
    minutes = _minutes(one, report)
    if isinstance(start, datetime):
        if minutes is None and isinstance(end, datetime):
            minutes = round((end - start).total_seconds() / 60) or None
        elif end is None and minutes is not None:
            end = _later(start, minutes)
    return When(start, end, minutes)


def _after(start: Moment | None, end: Moment) -> bool:
    if start is None:
        return False
    if isinstance(start, datetime) and isinstance(end, datetime):
        return (start.tzinfo is None) == (end.tzinfo is None) and end >= start
    first, last = day_of(start), day_of(end)
    return first is not None and last is not None and last >= first


def _moment(
    text: str, what: str, zone: str | None, one: Happening, report: Report | None
) -> Moment | None:
    """Read an ISO date or time: these vocabularies know no other, and prose has two meanings."""
    text = text.strip()
    if not text:
        return None
    found = times.moment(text, zone=zone) if _ISO.match(text) else None
    if found is None and report:
        report.tell(
            f"the {what} {clean(text)[:60]!r} is not an ISO date or time; it stays unknown",
            one.where,
            "write it as 2026-06-10T09:00+02:00",
        )
    return found


def _minutes(one: Happening, report: Report | None) -> int | None:
    if not one.duration:
        return None
    found = times.minutes(one.duration, parts="h:m:s")
    if found is None and report:
        report.tell(f"the duration {one.duration[:60]!r} is no length", one.where, "write PT45M")
    return found or None


def _later(start: datetime, minutes: int) -> datetime | None:
    try:
        return start + timedelta(minutes=minutes)
    except OverflowError:
        return None


def talk_of(one: Happening, context: Context, report: Report) -> Talk | None:
    """Read one record without parts; None, with a notice, when it has no name."""
    people = appearances(one.people, one.where, report)
    group = any(_GROUP.search(kind) for kind in one.types) and not people
    if group and not one.start:
        return None
    status, title = status_and_title(report.title(one.name, one.where))
    if not title:
        report.tell("an entry without a name was left out", one.where, "give it a name", "error")
        return None
    read = when(one, context, report)
    abstract, cut = report.prose(one.texts, one.where)
    room = report.line(one.place, one.where) or report.line(context.room, one.where)
    recordings, slides = _media(one, report)
    kind = report.line(one.kind, one.where) or None
    slot = one.slot or group or is_break(title, kind) or is_break(title, one.track or None)
    talk = Talk(
        title=title,
        key=one.id,
        kind=kind,
        is_break=not people and (slot or any(_SLOT.search(type_) for type_ in one.types)),
        start=read.start or context.day,
        end=read.end,
        minutes=read.minutes if (read.minutes or 0) <= _DAY_MIN else None,
        room=room if room and normalised(room) != context.place else None,
        track=report.line(one.track or context.track, one.where) or None,
        languages=tuple(
            dict.fromkeys(tag for text in one.languages for tag in languages.tag(text))
        ),
        abstract=abstract,
        truncated=cut,
        topics=one.labels(one.topics, report),
        audiences=one.labels(one.audiences, report),
        appearances=people,
        recordings=recordings,
        slides=slides,
        links=tuple(Link(url) for text in one.links if (url := address(text, one.where, report))),
        url=_page(one, context, report),
        status=stated_status(one.status) or status,
        where=one.where,
        licence="" if recordings else report.line(one.licence, one.where),
    )
    if not one.slots:
        return talk
    slots = [_slot(part, talk, context, report) for part in one.slots]
    told = any(_one_clock(slot.start, talk.start) for slot in slots)
    return in_slots(talk, slots if told or talk.start is None else [slot_of(talk), *slots])


def _one_clock(a: Moment | None, b: Moment | None) -> bool:
    """Tell whether two moments are one, by the clock where one of them has no offset."""
    if isinstance(a, datetime) and isinstance(b, datetime):
        if (a.tzinfo is None) != (b.tzinfo is None):
            return a.replace(tzinfo=None) == b.replace(tzinfo=None)
        return a == b
    return day_of(a) == day_of(b)


def _slot(one: Happening, talk: Talk, context: Context, report: Report) -> Slot:
    read = when(one, context, report)
    room = report.line(one.place, one.where)
    return Slot(
        read.start,
        read.end,
        read.minutes,
        room if room and normalised(room) != context.place else talk.room,
        stated_status(one.status) or talk.status,
    )


def _page(one: Happening, context: Context, report: Report) -> str | None:
    """Return the page of a talk: its own, else the IRI of its record; never that of the event."""
    text = one.url or (one.id if "://" in one.id else "")
    return address(text, one.where, report) if text != context.url else None


def _media(one: Happening, report: Report) -> tuple[tuple[Recording, ...], tuple[Link, ...]]:
    """Tell slides from recordings: some sites give the deck as what the talk is recorded in."""
    recordings: dict[str, Recording] = {}
    decks = list(one.slides)
    for recording in one.recordings:
        url = address(recording.url, one.where, report)
        if url and _SLIDES.search(url) and not is_recording(url):
            decks.append(url)
        elif url:
            recordings[url] = replace(recording, url=url)
    slides = [url for text in decks if (url := address(text, one.where, report))]
    return tuple(recordings.values()), tuple(Link(url) for url in dict.fromkeys(slides))
