"""What the exports of conference platforms share: from sessions to an event.

The readers of single platforms take their notation apart into `Session` records of plain text;
what needs judgement (states, times, zones, days, names of events) happens here, and for single
sessions in `session_talks`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import PurePath

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.days import event_days, talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import starts
from hallway.graph.formats.common.wording import series_of
from hallway.graph.formats.frab.times import Slot, Timetable
from hallway.graph.formats.platforms.people import Platform
from hallway.graph.formats.platforms.records import Head, Session
from hallway.graph.formats.platforms.talks import CANCELLED, distinct, labels_of, talk_of
from hallway.graph.programme import Event, Series, Talk
from hallway.graph.reading import times
from hallway.graph.reading.text import clean

__all__ = ["event", "named_after"]

_PUBLIC = frozenset(
    "accepted confirmed approved published scheduled public active normal none null".split()
)
_LONGEST_EVENT = 14  # days


def event(head: Head, sessions: Sequence[Session], report: Report, options: ReadOptions) -> Event:
    """Read the records of one event.

    Parameters
    ----------
    sessions
        In the order of the source; several of one key are several slots of one talk.
    report
        Takes the notices.

    Raises
    ------
    SourceError
        There are more sessions than `ReadOptions.max_records`.
    """
    report.count(len(sessions))
    public = _public(sessions, report)
    zone = _zone(head, options, report)
    timed = [one for one in public if one.when is not None]
    slots = dict(
        zip(
            (one.where for one in timed),
            Timetable("", zone, report).slots([one.when for one in timed if one.when]),
            strict=True,
        )
    )
    _tell_local(slots, zone, head, report)
    people = Platform([*(one.speakers for one in public), head.people], report)
    read = (talk_of(one, slots.get(one.where, Slot()), people, head.url, report) for one in public)
    talks = distinct([talk for talk in read if talk is not None], report)
    if not talks and not head.people:
        report.tell(
            "there are no talks in it", head.where, "read it again when the programme is published"
        )
    return _event(head, talks, zone, people, report, options)


def _public(sessions: Sequence[Session], report: Report) -> list[Session]:
    """Leave out what is not accepted, and tell how many there were in one notice."""
    kept: list[Session] = []
    hidden: Counter[str] = Counter()
    for one in sessions:
        state = re.sub(r"[\W_]+", " ", one.state).strip().casefold()
        dropped_out = state in CANCELLED and one.when is not None
        if not state or state in _PUBLIC or dropped_out:
            kept.append(one)
        else:
            hidden[clean(state)[:40]] += 1
    if hidden:
        told = ", ".join(f"{count} {state}" for state, count in sorted(hidden.items()))
        report.tell(f"sessions that are not accepted were left out: {told}", level="note")
    return kept


def _zone(head: Head, options: ReadOptions, report: Report) -> str | None:
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


def _tell_local(slots: dict[str, Slot], zone: str | None, head: Head, report: Report) -> None:
    local = any(
        isinstance(slot.start, datetime) and slot.start.tzinfo is None for slot in slots.values()
    )
    if zone is None and local:
        report.tell(
            "the times have no zone; they were kept as local ones",
            head.where,
            "name the time zone of the place for this source, such as Europe/Brussels",
            "note",
        )


def _event(
    head: Head,
    talks: list[Talk],
    zone: str | None,
    people: Platform,
    report: Report,
    options: ReadOptions,
) -> Event:
    stated = report.title(head.title, head.where) or clean(options.event or "")
    name = stated or named_after(report, options)
    first, last = times.day(head.start), times.day(head.end)
    days, far = _days(talks, first)
    if far:
        report.tell(f"talks far from the others: {', '.join(map(str, far))}", head.where)
    span = (last - first).days + 1 if first and last else None
    # An organiser enters the days of the event, those without talks too, unless far too many.
    count = span if span and span <= _LONGEST_EVENT else None
    start, end, doubt = event_days(first, last, count, days)
    if doubt:
        report.tell(doubt, head.where, level="note" if "head was kept" in doubt else "warning")
    url = report.link(head.url, "", head.where)
    series = options.series or (series_of(stated, head.acronym) if stated else None)
    return Event(
        name=name,
        key=report.line(head.key, head.where),
        acronym=report.line(head.acronym, head.where),
        start=start,
        end=end,
        zone=zone,
        place=report.line(head.place, head.where) or None,
        topics=labels_of(head.topics, head.where, report),
        series=Series(series) if series else None,
        talks=tuple(talks),
        appearances=people.of(head.people, head.where),
        url=url.url if url else None,
        licence=report.line(head.licence, head.where),
        where=head.where,
        sponsors=labels_of(head.sponsors, head.where, report),
        organizers=labels_of(head.organizers, head.where, report),
    )


def _days(talks: Sequence[Talk], first: date | None) -> tuple[list[date], list[date]]:
    """Return the days with talks and those far off; a night before the first day is its own."""
    every = starts(talks)
    days, far = talk_days(every)
    if first and days and days[0] < first:
        return talk_days([one.date() if isinstance(one, datetime) else one for one in every])
    return days, far


def named_after(report: Report, options: ReadOptions) -> str:
    """Name the event of a file that names none after the file, and tell so."""
    stem = "" if options.file.startswith("<") else PurePath(options.file).stem
    words = re.sub(r"[\s_-]+", " ", clean(stem)).strip()
    name = words[:1].upper() + words[1:] or "Untitled programme"
    report.tell(
        f"the file does not name its event; it is called {name!r} here",
        remedy="name the event of this source with --event",
    )
    return name
