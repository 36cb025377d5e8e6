"""The schedule JSON of frab, pretalx and the c3voc hub, in its first and second generation.

Schema 1 keeps the events in ``schedule.conference.days[].rooms``, an object from room to list;
schema 2 in ``schedule.events``, with rooms, tracks and people as objects. Either may be invalid:
what can be read is read, and everything else is told with its JSON path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.frab.people import Cell
from hallway.graph.formats.frab.schedule import Attachment, Conference, Entry, programme
from hallway.graph.formats.frab.times import Day, Times
from hallway.graph.formats.syntax.json_values import items, mapping, parse, step, string
from hallway.graph.programme import Programme
from hallway.graph.reading import times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "frab-json"

_KEY = re.compile(rb'"schedule"\s*:\s*\{')
_INSIDE = re.compile(rb'"conference"\s*:\s*\{')
_USES = {"feedback": "feedback", "slides": "slides", "recording": "recording", "video": "recording"}


def recognises(head: bytes, data: bytes) -> str:
    """Tell by an object ``schedule`` with an object ``conference``; see `Format.recognises`."""
    if not head.startswith(b"{"):
        return ""
    schedule = _KEY.search(head)
    if schedule is None:
        return ""
    inside = _INSIDE.search(head, schedule.end()) or _INSIDE.search(data, schedule.end())
    return "JSON object schedule with conference" if inside else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a schedule.

    Raises
    ------
    SourceError
        It is not JSON, or has no object ``schedule`` with a ``conference``.
    """
    schedule = mapping(mapping(parse(data, options)).get("schedule"))
    conference = mapping(schedule.get("conference"))
    if not conference and not isinstance(schedule.get("events"), list):
        raise SourceError(
            "there is no object schedule.conference in it",
            where=options.file,
            remedy="export the schedule again as JSON (frab, pretalx and others offer it)",
        )
    report = Report(options)
    entries = list(_entries(schedule, conference, report))
    found = "JSON object schedule with conference, " + (
        "events at the top (schema 2)" if _is_second(schedule) else "days with rooms (schema 1)"
    )
    return programme(NAME, found, _head(schedule, conference), entries, report, options)


def _is_second(schedule: Mapping[str, Any]) -> bool:
    return isinstance(schedule.get("events"), list)


def _head(schedule: Mapping[str, Any], conference: Mapping[str, Any]) -> Conference:
    def get(name: str) -> str:
        return string(conference.get(name)).strip()

    days = conference.get("days")
    return Conference(
        title=get("title"),
        acronym=get("acronym"),
        venue=get("venue"),
        city=get("city"),
        start=get("start"),
        end=get("end"),
        days=get("daysCount") or (str(len(days)) if isinstance(days, list) else ""),
        day_change=get("day_change"),
        zone=get("time_zone_name"),
        url=get("url"),
        base_url=string(schedule.get("base_url")).strip() or get("base_url"),
        licence=string(schedule.get("license")) or get("license"),
        where="schedule.conference",
    )


def _entries(
    schedule: Mapping[str, Any], conference: Mapping[str, Any], report: Report
) -> Iterator[Entry]:
    """Yield the events of either generation, in the order of the file."""
    owner = "schedule.conference" if "days" in conference else "schedule"
    for at, day in items(conference.get("days", schedule.get("days"))):
        where = f"{owner}.days{at}"
        if not isinstance(day, Mapping):
            report.tell(f"a day is an object, not {_shown(day)}", where, level="error")
            continue
        heading = Day(
            times.day(string(day.get("date"))), string(day.get("day_start") or day.get("start"))
        )
        for room, event, place in _rooms(day, where, report):
            yield _entry(event, room, heading, place, {})
    if not _is_second(schedule):
        return
    tracks = {
        string(track.get("slug")): string(track)
        for _, track in items(conference.get("tracks"))
        if isinstance(track, Mapping)
    }
    profiles = {
        string(person.get("guid")): person
        for _, person in items(schedule.get("persons"))
        if isinstance(person, Mapping)
    }
    for at, event in items(schedule["events"]):
        where = f"schedule.events{at}"
        if isinstance(event, Mapping):
            yield _entry(event, "", None, where, tracks, profiles)
        else:
            report.tell(f"an event is an object, not {_shown(event)}", where, level="error")


def _rooms(
    day: Mapping[str, Any], where: str, report: Report
) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Yield (room, event, path) of one day; rooms may be an object or a list of objects."""
    rooms = day.get("rooms")
    if isinstance(rooms, Mapping):
        named = [(step(name), name, events) for name, events in rooms.items()]
    else:
        named = [(at, string(room), mapping(room).get("events")) for at, room in items(rooms)]
        if rooms is not None and not isinstance(rooms, list):
            report.tell(
                f"rooms are an object, not {_shown(rooms)}", f"{where}.rooms", level="error"
            )
    for at, name, events in named:
        if not isinstance(events, list):
            report.tell(f"a room has a list of events, not {_shown(events)}", f"{where}.rooms{at}")
        for number, event in items(events):
            place = f"{where}.rooms{at}{number}"
            if isinstance(event, Mapping):
                yield name, event, place
            else:
                report.tell(f"an event is an object, not {_shown(event)}", place, level="error")


def _entry(
    event: Mapping[str, Any],
    room: str,
    day: Day | None,
    where: str,
    tracks: Mapping[str, str],
    profiles: Mapping[str, Mapping[str, Any]] | None = None,
) -> Entry:
    def get(name: str) -> str:
        return string(event.get(name)).strip()

    track = event.get("track")
    named = tracks.get(string(track.get("slug"))) if isinstance(track, Mapping) else None
    return Entry(
        times=Times(
            where=where,
            day=day,
            date=get("date"),
            start=get("start"),
            end=get("end"),
            duration=get("duration"),
        ),
        key=get("guid") or get("id") or get("code"),
        title=get("title"),
        subtitle=get("subtitle"),
        room=get("room") or room,
        track=named or string(track) or string(mapping(track).get("slug")),
        kind=get("type"),
        language=get("language"),
        texts=(get("abstract"), get("description")),
        url=get("url"),
        people=tuple(_people(event, profiles or {})),
        attachments=tuple(_attachments(event)),
        licence=get("recording_license"),
        opt_out=event.get("do_not_record") is True,
        status=get("status") or get("state"),
    )


def _people(event: Mapping[str, Any], profiles: Mapping[str, Mapping[str, Any]]) -> Iterator[Cell]:
    for _, person in items(event.get("persons") or event.get("participants")):
        if isinstance(person, str):
            yield Cell(person)
        elif isinstance(person, Mapping):
            id_ = next(filter(None, (string(person.get(k)) for k in ("guid", "id", "code"))), "")
            name = next(
                filter(None, (string(person.get(k)) for k in ("public_name", "full_public_name"))),
                string(person),
            )
            profile = mapping(profiles.get(id_))
            links = [
                (_address(link), string(mapping(link).get("title")))
                for _, link in items(person.get("links") or profile.get("links"))
            ]
            page = string(person.get("url") or profile.get("url"))
            yield Cell(
                name,
                id_,
                string(person.get("role")).strip().casefold() or "speaker",
                tuple([(page, "")] if page else []) + tuple(links),
            )


def _attachments(event: Mapping[str, Any]) -> Iterator[Attachment]:
    for name, use in (("links", "link"), ("attachments", "slides")):
        for _, link in items(event.get(name)):
            said = string(mapping(link).get("type")).strip().casefold()
            yield Attachment(
                _address(link), string(mapping(link).get("title")), _USES.get(said, use)
            )
    for name, use in (("video_download_url", "recording"), ("origin_url", "link")):
        if address := string(event.get(name)).strip():
            yield Attachment(address, "", use)


def _address(link: Any) -> str:
    if isinstance(link, Mapping):
        return string(link.get("url") or link.get("href"))
    return string(link)


def _shown(value: Any) -> str:
    return repr(value)[:60]


FORMAT = Format(NAME, "Conference schedule JSON (frab, pretalx, c3voc)", recognises, read, order=20)
"""The reader, as the entry point names it."""
