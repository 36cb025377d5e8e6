"""Hoverboard (sites of Google developer groups): sessions, speakers and a schedule that joins them.

Three files in a folder or zip, or one object with three keys. Sessions and speakers are keyed by
id; the schedule has days, their tracks (which are rooms) and slots with a column for each track.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.platforms.records import (
    MOST_SLOTS,
    Attachment,
    Head,
    Session,
    Speaker,
    Times,
)
from hallway.graph.formats.platforms.sessions import event
from hallway.graph.formats.syntax.json_opening import json_files, objects, openings, together
from hallway.graph.formats.syntax.json_values import items, mapping, string
from hallway.graph.programme import Programme
from hallway.graph.reading.text import normalised

__all__ = ["FORMAT", "read", "recognises"]

NAME = "hoverboard"

_SESSION = {"complexity", "videoId", "speakers", "tags", "presentation", "track", "language"}
_SPEAKER = {"companyLogo", "photoUrl", "badges", "socials", "shortBio", "company"}
_FRIENDS = re.compile(r"communit|media|info|friend|organi[sz]", re.IGNORECASE)
_VIDEO = "https://www.youtube.com/watch?v="


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a schedule with time slots, or by sessions keyed by id; see `Format.recognises`."""
    found = sorted({part for value in openings(head, data).values() for part in _parts(value)})
    return f"Hoverboard: {', '.join(found)}" if "schedule" in found or found == ["sessions"] else ""


def _parts(value: Any) -> dict[str, Any]:
    """Take the collections out of a file: it is one of them, or an object that holds them."""
    if name := _part(value):
        return {name: value}
    return {name: inner for inner in mapping(value).values() if (name := _part(inner))}


def _part(value: Any) -> str:
    one = together(value)
    slot = together(one.get("timeslots"))
    if "startTime" in slot and "sessions" in slot:
        return "schedule"
    if "title" in one and isinstance(one.get("logos"), list):
        return "partners"
    if "title" in one and isinstance(value, Mapping):
        all_keys = {key for part in value.values() if isinstance(part, Mapping) for key in part}
        return "sessions" if len(_SESSION & all_keys) >= 4 else ""
    return "speakers" if "name" in one and len(_SPEAKER & set(one)) >= 3 else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read sessions, their speakers and their places in the schedule.

    Raises
    ------
    SourceError
        It is not JSON, or there are no sessions in it.
    """
    report = Report(options)
    found: dict[str, tuple[str, Any]] = {}
    for name, value in json_files(data, options, report).items():
        for part, content in _parts(value).items():
            found.setdefault(part, (f"{name}: " if name else "", content))
    if "sessions" not in found:
        raise SourceError(
            "there are no sessions in it, keyed by their ids",
            where=options.file,
            remedy="read sessions.json, speakers.json and schedule.json in one folder",
        )
    reader = _Reader(found, report)
    head = Head(sponsors=tuple(_sponsors(found.get("partners", ("", []))[1])))
    read_ = event(head, reader.sessions(), report, options)
    reason = f"Hoverboard: {', '.join(sorted(found))}"
    return Programme(NAME, (read_,), tuple(report.notices), reason)


def _sponsors(partners: Any) -> Iterator[str]:
    """Yield the names of partners, but for those who lend only their name or a page."""
    for _, group in objects(partners, ""):
        if not _FRIENDS.search(string(group.get("title"))):
            for _, one in objects(group["logos"] if "logos" in group else [], ""):
                yield string(one.get("name"))


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place in the schedule: time, the room of its column, and all rooms of the day."""

    when: Times
    room: str
    rooms: tuple[str, ...]


class _Reader:
    """Joins the three collections by their ids."""

    def __init__(self, found: Mapping[str, tuple[str, Any]], report: Report) -> None:
        self._report = report
        self._path, self._listed = found["sessions"]
        _, people = found.get("speakers", ("", {}))
        self._people = {key: _speaker(one, key) for key, one in _keyed(people).items()}
        self._slots: dict[str, list[_Slot]] = {}
        if "schedule" in found:
            for key, slot in _slots(*found["schedule"]):
                self._slots.setdefault(key, []).append(slot)

    def sessions(self) -> list[Session]:
        """Return the sessions of the list, each once for each of its slots."""
        listed = list(self._keyed_sessions())
        known = {key for key, _, _ in listed}
        for key in self._slots:
            if key not in known:
                self._report.tell(
                    f"session {key!r} of the schedule is not in the list of sessions",
                    self._slots[key][0].when.where,
                    "read the sessions and the schedule of the same day",
                )
        return [
            self._session(session, key, place, slot)
            for key, place, session in listed
            for place, slot in self._places(key, place)
        ]

    def _keyed_sessions(self) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        keys = self._listed if isinstance(self._listed, Mapping) else {}
        names = [key for key, one in keys.items() if isinstance(one, Mapping)]
        for number, (where, one) in enumerate(objects(self._listed, self._path)):
            yield names[number] if names else string(one.get("id")), where, one

    def _places(self, key: str, where: str) -> list[tuple[str, _Slot | None]]:
        slots = self._slots.get(key, [])
        if len(slots) > MOST_SLOTS:
            self._report.tell(
                f"it has {len(slots)} slots; {MOST_SLOTS} were read", where, "check the schedule"
            )
            slots = slots[:MOST_SLOTS]
        if not slots:
            return [(where, None)]
        return [(where if n == 0 else f"{where}, slot {n + 1}", s) for n, s in enumerate(slots)]

    def _session(
        self, session: Mapping[str, Any], key: str, where: str, slot: _Slot | None
    ) -> Session:
        def get(name: str) -> str:
            return string(session.get(name)).strip()

        when = Times(where)
        if slot:
            when = Times(where, date=slot.when.date, end=slot.when.end)
        video = get("videoId")
        slides = get("presentation")
        return Session(
            where=where,
            title=get("title"),
            key=key,
            kind=get("type"),
            service=get("type").casefold() == "break",
            when=when,
            room=_room(get("track"), slot),
            track=get("category"),
            language=get("language"),
            texts=(get("description"),),
            topics=tuple(string(tag) for _, tag in items(session.get("tags"))),
            levels=(get("complexity"),),
            speakers=tuple(self._speakers(session, where)),
            addresses=tuple(
                Attachment(address, use=use)
                for address, use in ((_video(video), "recording"), (slides, "slides"))
                if address
            ),
        )

    def _speakers(self, session: Mapping[str, Any], where: str) -> Iterator[Speaker]:
        for key in _flat(session.get("speakers")):
            if key in self._people:
                yield self._people[key]
            elif self._people:
                self._report.tell(
                    f"speaker {key!r} is not in the list of speakers", where, "add the speaker"
                )
            else:
                self._report.once(
                    "speakers are only ids, so they stay unknown",
                    where,
                    "read speakers.json too, in one folder with the sessions",
                )


def _keyed(people: Any) -> dict[str, Mapping[str, Any]]:
    """Return the speakers by id: their key, or their ``id`` in a list."""
    if isinstance(people, Mapping):
        return {str(key): one for key, one in people.items() if isinstance(one, Mapping)}
    return {string(one.get("id")): one for _, one in objects(people, "")}


def _slots(path: str, schedule: Any) -> Iterator[tuple[str, _Slot]]:
    """Yield the id of a session with its place, in the order of the schedule."""
    for where, day in objects(schedule, path):
        rooms = tuple(string(track) for _, track in items(day.get("tracks")))
        date = string(day.get("date"))
        for at, slot in objects(day.get("timeslots"), f"{where}.timeslots"):
            start, end = string(slot.get("startTime")), string(slot.get("endTime"))
            when = Times(at, date=f"{date} {start}".strip(), end=end)
            columns = [one for _, one in items(slot.get("sessions"))]
            for number, column in enumerate(columns):
                # A single column spans several rooms, unless the session names its own.
                alone = len(columns) == 1 < len(rooms) or number >= len(rooms)
                room = "" if alone else rooms[number]
                inner = column.get("items") if isinstance(column, Mapping) else column
                for key in _flat(inner):
                    yield key, _Slot(when, room, rooms)


def _room(named: str, slot: _Slot | None) -> str:
    """Settle the room: a track of the day that the session names, else that of its column."""
    word = normalised(named)
    for room in slot.rooms if slot and word else ():
        if word in normalised(room):
            return room
    return (slot.room if slot else "") or named


def _flat(value: Any) -> Iterator[str]:
    """Yield the ids of a list, also of a list of lists or of a single one."""
    if isinstance(value, list):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, Mapping):
        if key := string(value.get("id")):
            yield key
    elif key := string(value):
        yield key


def _video(code: str) -> str:
    return code if not code or "/" in code else _VIDEO + code


def _speaker(person: Mapping[str, Any], key: str) -> Speaker:
    socials = (
        (string(one.get("link")), string(one)) for _, one in objects(person.get("socials"), "")
    )
    return Speaker(
        string(person.get("name")),
        key,
        affiliation=string(person.get("company")),
        links=tuple((url, label) for url, label in socials if url),
    )


FORMAT = Format(NAME, "Hoverboard (developer group sites)", recognises, read, order=25)
"""The reader, as the entry point names it."""
