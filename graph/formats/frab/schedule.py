"""What the XML and the JSON of a conference schedule share: the records, and how they are read.

Both formats say the same things (conference, days, rooms, events, persons) in two notations. The
modules `frab_xml` and `frab_json` take the notation apart into a `Conference` and `Entry` records
of plain text; everything that needs judgement happens here and in `frab_times`, `frab_people`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.days import event_days, talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import gathered, starts
from hallway.graph.formats.common.wording import is_break, series_of, status_and_title
from hallway.graph.formats.frab.people import Cell, People
from hallway.graph.formats.frab.times import Slot, Times, Timetable
from hallway.graph.programme import Event, Link, Programme, Recording, Series, Talk
from hallway.graph.reading import languages, links, times

__all__ = ["Attachment", "Conference", "Entry", "programme"]

_FEEDBACK_PAGE = re.compile(r"/feedback(?:[/.?#]|$)", re.IGNORECASE)
_FEEDBACK = re.compile(r"\s*(?:(?:submit|give|leave|send)\s+(?:us\s+)?)?feedback\s*", re.IGNORECASE)
_SLIDES = re.compile(r"\b(?:slides?|slide ?deck|folien|präsentation|diapositives)\b", re.IGNORECASE)
_RECORDED = re.compile(r"\b(?:video|recording|aufzeichnung|audio)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Attachment:
    """An address of a talk as the source gives it.

    Attributes
    ----------
    use
        ``link``, ``slides`` (an attachment), ``recording`` or ``feedback``.
    """

    url: str
    label: str = ""
    use: str = "link"


@dataclass(frozen=True, slots=True)
class Conference:
    """The head of a schedule, as text.

    Attributes
    ----------
    days
        How many days the head claims; "" when it does not say.
    """

    title: str = ""
    acronym: str = ""
    venue: str = ""
    city: str = ""
    start: str = ""
    end: str = ""
    days: str = ""
    day_change: str = ""
    zone: str = ""
    url: str = ""
    base_url: str = ""
    licence: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event element or object, as text; "" where the source says nothing.

    Attributes
    ----------
    foreign
        Its speakers are only numbers of another database.
    """

    times: Times
    key: str = ""
    title: str = ""
    subtitle: str = ""
    room: str = ""
    track: str = ""
    kind: str = ""
    language: str = ""
    texts: tuple[str, ...] = ()
    url: str = ""
    people: tuple[Cell, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    licence: str = ""
    opt_out: bool = False
    status: str = ""
    topics: tuple[str, ...] = ()
    foreign: bool = False

    @property
    def where(self) -> str:
        """Place of the record in the source."""
        return self.times.where


def programme(
    name: str,
    recognised: str,
    head: Conference,
    entries: Sequence[Entry],
    report: Report,
    options: ReadOptions,
) -> Programme:
    """Read the records of one schedule.

    Parameters
    ----------
    name, recognised
        As in `Programme`.
    entries
        In the order of the source.
    report
        Has the notices so far.

    Raises
    ------
    SourceError
        There are more entries than `ReadOptions.max_records`.
    """
    report.count(len(entries))
    zone = _zone(head, options, report)
    slots = Timetable(head.day_change, zone, report).slots([entry.times for entry in entries])
    if zone is None and any(
        isinstance(slot.start, datetime) and slot.start.tzinfo is None for slot in slots
    ):
        report.tell(
            "the times have no zone; they were kept as local ones",
            head.where,
            "name the time zone of the place for this source, such as Europe/Brussels",
            "note",
        )
    people = People([one.people for one in entries], report)
    base = head.base_url or head.url
    talks = []
    for entry, slot in zip(entries, slots, strict=True):
        talk = _talk(entry, slot, people, base, report)
        if talk is not None:
            talks.append(talk)
    if not talks:
        report.tell(
            "there are no talks in it, only the head of the programme",
            head.where,
            "read it again when the programme is published",
        )
    days = sorted({one.times.day.date for one in entries if one.times.day and one.times.day.date})
    event = _event(head, _distinct(talks, report), days, zone, report, options)
    return Programme(name, (event,), tuple(report.notices), recognised, licence=event.licence)


def _zone(head: Conference, options: ReadOptions, report: Report) -> str | None:
    """Name the zone of the place; the file's word before the caller's."""
    for name in (head.zone, options.zone):
        if name and (zone := times.zone(name)) is not None:
            return zone.key
        if name:
            report.tell(
                f"time zone {name!r} is not known",
                head.where,
                "name it as IANA does, such as Europe/Brussels",
            )
    return None


def _talk(entry: Entry, slot: Slot, people: People, base: str, report: Report) -> Talk | None:
    """Read one entry; None, with a notice, when it has no title."""
    status, title = status_and_title(report.title(entry.title, entry.where))
    if not title:
        report.tell(
            "an entry without a title was left out", entry.where, "give it a title", "error"
        )
        return None
    appearances = people.of(entry.people, entry.where)
    kind = report.line(entry.kind, entry.where) or None
    abstract, cut = report.prose(entry.texts, entry.where, ellipsis_cuts=False)
    url = report.link(entry.url, "", entry.where, base)
    recordings, slides, related = _addresses(entry, base or (url.url if url else ""), report)
    return Talk(
        title=title,
        key=report.line(entry.key, entry.where),
        subtitle=report.title(entry.subtitle, entry.where),
        kind=kind,
        is_break=not appearances and is_break(title, kind),
        start=slot.start,
        end=slot.end,
        minutes=slot.minutes,
        room=report.line(entry.room, entry.where) or None,
        track=report.line(entry.track, entry.where) or None,
        languages=languages.tag(entry.language) if entry.language else (),
        abstract=abstract,
        truncated=cut,
        topics=tuple(
            dict.fromkeys(filter(None, (report.line(t, entry.where) for t in entry.topics)))
        ),
        appearances=appearances,
        recordings=recordings,
        slides=slides,
        links=related,
        url=url.url if url else None,
        status=_status(entry.status, status),
        no_recording=entry.opt_out,
        where=entry.where,
        licence="" if recordings or entry.opt_out else report.line(entry.licence, entry.where),
    )


def _status(stated: str, in_title: str) -> str:
    """Prefer what the title says over a field that nobody keeps up."""
    word = stated.strip().casefold()
    if in_title == "confirmed" and word in ("cancelled", "canceled"):
        return "cancelled"
    return in_title


def _addresses(
    entry: Entry, base: str, report: Report
) -> tuple[tuple[Recording, ...], tuple[Link, ...], tuple[Link, ...]]:
    """Sort the addresses of an entry into recordings, slides and everything else."""
    recordings: dict[str, Recording] = {}
    slides: dict[str, Link] = {}
    related: dict[str, Link] = {}
    for one in entry.attachments:
        feedback = _FEEDBACK_PAGE.search(one.url) or _FEEDBACK.fullmatch(one.label)
        if one.use == "feedback" or feedback:
            continue
        link = report.link(one.url, one.label, entry.where, base)
        if link is None:
            continue
        if one.use == "recording" or (one.use == "link" and links.is_recording(link.url)):
            recordings[link.url] = Recording(
                link.url, licence=report.line(entry.licence, entry.where)
            )
        elif one.use == "slides" or _SLIDES.search(one.label):
            slides[link.url] = link
        else:
            related[link.url] = link
    return tuple(recordings.values()), tuple(slides.values()), tuple(related.values())


def _distinct(talks: list[Talk], report: Report) -> list[Talk]:
    """Join the slots of one talk; give another talk of the same id one of its own: id and start."""
    seen: Counter[str] = Counter()
    result = []
    for talk in gathered(talks):
        if not talk.key:
            result.append(talk)
            continue
        seen[talk.key] += 1
        if seen[talk.key] > 1:
            report.tell(
                f"id {talk.key!r} occurs again, for {talk.title!r}", talk.where, level="note"
            )
            start = talk.start.isoformat() if talk.start else str(seen[talk.key])
            talk = replace(talk, key=f"{talk.key}@{start}")
        result.append(talk)
    return result


def _event(
    head: Conference,
    talks: list[Talk],
    days: Sequence[date],
    zone: str | None,
    report: Report,
    options: ReadOptions,
) -> Event:
    """Read the head; its first and last day are those of the talks where the two disagree."""
    name = report.title(head.title, head.where) or report.line(head.acronym, head.where)
    if not name:
        name = options.event or options.file.rpartition("/")[2].rpartition(".")[0] or "Untitled"
        report.tell("the conference has no title", head.where, f"it is called {name!r} here")
    acronym = report.line(head.acronym, head.where)
    busy, far = talk_days(starts(talks))
    if far:
        report.tell(f"talks far from the others: {', '.join(map(str, far))}", head.where)
    count = int(head.days) if re.fullmatch(r"\d{1,3}", head.days.strip()) else None
    if count is not None and 0 < len(days) < count:
        report.tell(
            f"the head says {count} days, {len(days)} {'is' if len(days) == 1 else 'are'} there",
            head.where,
            "check that the file is complete",
        )
    stated = times.day(head.start), times.day(head.end)
    start, end, doubt = event_days(*stated, count, busy or days)
    if doubt:
        report.tell(doubt, head.where, level="note" if "head was kept" in doubt else "warning")
    url = report.link(head.url or head.base_url, "", head.where)
    series = options.series or series_of(name, acronym)
    place = [report.line(part, head.where) for part in (head.venue, head.city)]
    return Event(
        name=name,
        key=acronym,
        acronym=acronym,
        start=start,
        end=end,
        zone=zone,
        place=", ".join(filter(None, place)) or None,
        series=Series(series) if series else None,
        talks=tuple(talks),
        url=url.url if url else None,
        licence=report.line(head.licence, head.where),
        where=head.where,
    )
