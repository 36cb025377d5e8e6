"""pretalx: the objects of its API, in lists, pages of lists, or any other arrangement.

Sites keep them as they came or put them into grids of their own (by day, minute and room), so a
talk is told by its keys wherever it stands: ``code``, ``title``, ``speakers``,
``submission_type``. Language maps, nested objects and bare numbers are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
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
from hallway.graph.formats.syntax.json_opening import join, json_files, objects, openings
from hallway.graph.formats.syntax.json_values import items, mapping, step, string
from hallway.graph.programme import Programme
from hallway.graph.reading import times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "pretalx"

_NUMBER = re.compile(r"\d{1,9}")
_PEOPLE_KEYS = ("submissions", "biography", "avatar", "avatar_url")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by objects with the keys of a submission or a speaker; see `Format.recognises`."""
    found: set[str] = set()
    for value in openings(head, data).values():
        for _, one in _walk(value, ""):
            found.add("submissions" if _is_talk(one) else "speakers")
            break
    named = " and ".join(sorted(found, reverse=True))
    return f"pretalx objects: {named} with code" if found else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read talks, and the speakers that a list of their own describes.

    Raises
    ------
    SourceError
        It is not JSON, or holds no object of pretalx.
    """
    report = Report(options)
    files = json_files(data, options, report)
    found = _gathered(files)
    if not found.talks and not found.people:
        raise SourceError(
            "there is no talk and no speaker of pretalx in it",
            where=options.file,
            remedy="save the answer of the API for talks (or submissions) again",
        )
    sessions = [
        one for where, talk in found.talks for one in _Reader(found, report).read(talk, where)
    ]
    if found.talks:
        sessions += [*_extra(files, sessions), *_slots_without_talk(files, found)]
        people: tuple[Speaker, ...] = ()
    else:
        people = tuple(_speaker(one) for one in found.people.values())
        report.tell(
            f"a list of speakers: {len(people)} people, whose talks have codes and no titles",
            remedy="read the talks as well, in one folder with the speakers",
            level="note",
        )
    read_ = event(replace(found.head, people=people), sessions, report, options)
    reason = "pretalx objects: " + ("submissions" if found.talks else "speakers") + " with code"
    return Programme(NAME, (read_,), tuple(report.notices), reason)


@dataclass(frozen=True, slots=True)
class _Gathered:
    """The objects of all files: talks with their paths; names by id or code; the event."""

    talks: tuple[tuple[str, Mapping[str, Any]], ...]
    people: Mapping[str, Mapping[str, Any]]
    rooms: Mapping[str, str]
    tracks: Mapping[str, str]
    head: Head


def _gathered(files: Mapping[str, Any]) -> _Gathered:
    talks: dict[tuple[str, str], tuple[str, Mapping[str, Any]]] = {}
    people: dict[str, Mapping[str, Any]] = {}
    rooms: dict[str, str] = {}
    tracks: dict[str, str] = {}
    head = Head()
    for name, value in files.items():
        for where, one in _walk(value, f"{name}: " if name else ""):
            if _is_talk(one):
                # A grid repeats a talk in each cell it covers; its slots are in the object.
                slot = repr(one.get("slot") or one.get("slots"))
                talks.setdefault((string(one["code"]), slot), (where, one))
            else:
                people.setdefault(string(one.get("code")), one)
        whole = mapping(value)
        for named, listed in (("rooms", rooms), ("tracks", tracks)):
            for _, one in objects(whole.get(named), ""):
                listed[string(one.get("id"))] = string(one)
        if "event_start" in whole:  # what its page of the schedule is made of
            days = string(whole.get("event_start")), string(whole.get("event_end"))
            head = Head(start=days[0], end=days[1], zone=string(whole.get("timezone")))
    return _Gathered(tuple(talks.values()), people, rooms, tracks, head)


def _walk(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every talk, and every speaker outside of talks, with its path."""
    if isinstance(value, Mapping):
        if _is_talk(value) or _is_speaker(value):
            yield path, value
            return
        parts: Iterator[tuple[str, Any]] = ((step(key), part) for key, part in value.items())
    else:
        parts = items(value)
    for at, part in parts:
        if isinstance(part, Mapping | list):
            yield from _walk(part, join(path, at))


def _is_talk(value: Mapping[str, Any]) -> bool:
    kinds = ("submission_type", "submission_type_id", "session_type")
    return "code" in value and "title" in value and any(key in value for key in kinds)


def _is_speaker(value: Mapping[str, Any]) -> bool:
    return "code" in value and "name" in value and any(key in value for key in _PEOPLE_KEYS)


class _Reader:
    """Reads submissions against what other objects say."""

    def __init__(self, found: _Gathered, report: Report) -> None:
        self._found = found
        self._report = report

    def read(self, talk: Mapping[str, Any], where: str) -> Iterator[Session]:
        """Yield a session for each slot of a talk; one without time when it has none."""

        def get(name: str) -> str:
            return string(talk.get(name)).strip()

        slots = list(self._slots(talk, where))
        for number, (at, slot) in enumerate(slots or [(where, {})]):
            yield Session(
                where=at,
                title=get("title"),
                key=get("code"),
                kind=self._kind(talk, where),
                when=Times(
                    at,
                    date=string(slot.get("start")),
                    end=string(slot.get("end")),
                    duration=get("duration") if get("duration") != "0" else "",
                ),
                room=self._room(slot),
                track=self._named(talk, "track", where),
                language=get("content_locale"),
                texts=(get("abstract"), get("description")) if number == 0 else (),
                topics=tuple(self._tags(talk, where)),
                speakers=tuple(self._speakers(talk, where)),
                addresses=tuple(_resources(talk)),
                url=string(mapping(talk.get("urls")).get("public")),
                state=get("state"),
                opt_out=talk.get("do_not_record") is True,
            )

    def _slots(
        self, talk: Mapping[str, Any], where: str
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        slots = [
            (f"{where}.slots{at}", slot)
            for at, slot in items(talk.get("slots"))
            if isinstance(slot, Mapping) and string(slot.get("start"))
        ]
        if not slots and isinstance(talk.get("slot"), Mapping):
            slots = [(where, talk["slot"])]
        if not slots and string(talk.get("start")):  # in the schedule's own page
            slots = [(where, talk)]
        if len(slots) == 1:
            slots = [(where, slots[0][1])]
        if len(slots) > MOST_SLOTS:
            self._report.tell(
                f"it has {len(slots)} slots; {MOST_SLOTS} were read", where, "check the talk"
            )
        yield from slots[:MOST_SLOTS]

    def _room(self, slot: Mapping[str, Any]) -> str:
        room = slot.get("room")
        said = string(room)
        if not said or _NUMBER.fullmatch(said):
            key = said or string(slot.get("room_id"))
            return self._found.rooms.get(key, "")
        return said

    def _kind(self, talk: Mapping[str, Any], where: str) -> str:
        return string(talk.get("session_type")) or self._named(talk, "submission_type", where)

    def _named(self, talk: Mapping[str, Any], field: str, where: str) -> str:
        """Return the name of a type or track; a bare number is that of another list."""
        value = talk.get(field)
        if isinstance(value, int) and not isinstance(value, bool):
            if field == "track" and str(value) in self._found.tracks:
                return self._found.tracks[str(value)]
            self._report.once(
                f"{field} is only a number, so it stays unknown",
                where,
                f"ask the API with expand={field}",
                "note",
            )
            return ""
        return string(value)

    def _tags(self, talk: Mapping[str, Any], where: str) -> Iterator[str]:
        for _, tag in items(talk.get("tags")):
            if isinstance(tag, int):
                self._report.once(
                    "tags are only numbers, so they stay unknown",
                    where,
                    "ask the API with expand=tags",
                    "note",
                )
            else:
                yield string(mapping(tag).get("tag")) or string(tag)

    def _speakers(self, talk: Mapping[str, Any], where: str) -> Iterator[Speaker]:
        for _, one in items(talk.get("speakers")):
            if isinstance(one, Mapping):
                profile = self._found.people.get(string(one.get("code")), one)
                yield _speaker({**profile, **one})
            elif string(one) in self._found.people:
                yield _speaker(self._found.people[string(one)])
            else:
                self._report.once(
                    "speakers are only codes, so they stay unknown",
                    where,
                    "ask the API with expand=speakers, or put the list of speakers beside it",
                )


def _slots_without_talk(files: Mapping[str, Any], found: _Gathered) -> Iterator[Session]:
    """Yield the breaks of the schedule's own page: talks without a code."""
    for name, value in files.items():
        whole = mapping(value)
        if "event_start" not in whole:
            continue
        path = f"{name}: talks" if name else "talks"
        for where, one in objects(whole.get("talks"), path):
            if "code" not in one and string(one.get("title")):
                yield Session(
                    where,
                    string(one.get("title")),
                    string(one.get("id")),
                    service=True,
                    when=Times(where, date=string(one.get("start")), end=string(one.get("end"))),
                    room=found.rooms.get(string(one.get("room")), ""),
                )


def _speaker(person: Mapping[str, Any]) -> Speaker:
    return Speaker(string(person.get("name")), string(person.get("code")))


def _resources(talk: Mapping[str, Any]) -> Iterator[Attachment]:
    for _, one in objects(talk.get("resources"), ""):
        address = string(one.get("resource")) or string(one.get("link"))
        if address:
            yield Attachment(address, string(one.get("description")))


def _extra(files: Mapping[str, Any], sessions: list[Session]) -> Iterator[Session]:
    """Yield the breaks that a grid keeps apart: ``extra[day][minute of the day]``.

    Their clock times have the offset that the talks of the same day agree upon.
    """
    offsets: dict[str, set[str]] = {}
    for session in sessions:
        start = times.moment(session.when.date, zone=None) if session.when else None
        if isinstance(start, datetime):
            offset = start.isoformat()[19:]
            offsets.setdefault(start.date().isoformat(), set()).add(offset)
    for name, value in files.items():
        path = f"{name}: extra" if name else "extra"
        for day, slots in mapping(mapping(value).get("extra")).items():
            for minute, slot in mapping(slots).items():
                title = string(mapping(slot).get("title"))
                if not title or not _NUMBER.fullmatch(minute) or int(minute[:6]) >= 1440:
                    continue
                hours, minutes = divmod(int(minute), 60)
                told = offsets.get(day, set())
                offset = next(iter(told)) if len(told) == 1 else ""
                where = f"{path}{step(day)}{step(minute)}"
                yield Session(
                    where,
                    title,
                    string(mapping(slot).get("id")),
                    service=True,
                    when=Times(where, date=f"{day}T{hours:02}:{minutes:02}:00{offset}"),
                )


FORMAT = Format(NAME, "pretalx API objects", recognises, read, order=25)
"""The reader, as the entry point names it."""
