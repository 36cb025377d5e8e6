"""Open Event (eventyay): one JSON file for each of event, sessions, speakers, tracks, rooms.

The files carry no ending and come in two styles of keys, ``starts-at`` and ``start_time``. Usually
all are read together, from a folder or a zip; sessions, speakers or event alone are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import is_break
from hallway.graph.formats.platforms.records import Attachment, Head, Session, Speaker, Times
from hallway.graph.formats.platforms.sessions import event
from hallway.graph.formats.syntax.json_opening import json_files, objects, openings, together
from hallway.graph.formats.syntax.json_values import mapping, string
from hallway.graph.programme import Programme
from hallway.graph.reading.text import normalised

__all__ = ["FORMAT", "read", "recognises"]

NAME = "open-event"

_EVENT = {"organizer_name", "schedule_published_on", "location_name", "has_session_speakers"}
_SESSION = {"short_abstract", "long_abstract", "signup_url", "microlocation", "session_type"}
_SPEAKER = {"short_biography", "long_biography", "organisation", "speaking_experience"}
_SPONSOR = {"logo", "logo_url", "sponsor_type", "type"}
_SPEAKER_LINKS = ("website", "twitter", "github", "linkedin", "facebook", "mastodon")
_COMMA = re.compile(r"\\([,;])")  # some exports escape titles as a calendar does


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the keys of sessions, speakers or the event; see `Format.recognises`."""
    found = sorted({part for value in openings(head, data).values() if (part := _part(value))})
    return f"Open Event: {', '.join(found)}" if found else ""


def _part(value: Any) -> str:
    """Name the collection that a value is, or "" for none."""
    if isinstance(value, Mapping):
        event_keys = {_plain(key) for key in value}
        return "event" if len(_EVENT & event_keys) >= 2 and "name" in value else ""
    keys = {_plain(key) for key in together(value)}
    if "name" in keys and "level" in keys and keys & _SPONSOR:
        return "sponsors"
    if keys & {"title", "name"} and len(_SESSION & keys) >= 3:
        return "sessions"
    return "speakers" if "name" in keys and len(_SPEAKER & keys) >= 3 else ""


def _plain(key: str) -> str:
    return key.replace("-", "_")


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the collections that are there.

    Raises
    ------
    SourceError
        It is not JSON, or none of the collections.
    """
    report = Report(options)
    parts: dict[str, tuple[str, Any]] = {}
    for name, value in json_files(data, options, report).items():
        if part := _part(value):
            parts.setdefault(part, (f"{name}: " if name else "", value))
    if not parts:
        raise SourceError(
            "there is no event, no list of sessions and none of speakers in it",
            where=options.file,
            remedy="read the folder or zip of the export, with its file sessions",
        )
    people = {
        string(one.get("id")): _speaker(_Keys(one), None)
        for _, one in objects(parts.get("speakers", ("", []))[1], "")
    }
    path, listed = parts.get("sessions", ("", []))
    sessions = [_session(_Keys(one), where, people) for where, one in objects(listed, path)]
    head = _head(*parts.get("event", ("", {})))
    if "sessions" in parts:
        _tell_unused(people, sessions, report)
    else:
        head = replace(head, people=tuple(one for one in people.values() if one.name))
    listed = objects(parts.get("sponsors", ("", []))[1], "")
    head = replace(head, sponsors=tuple(_Keys(one).text("name") for _, one in listed))
    found = event(head, sessions, report, options)
    reason = f"Open Event: {', '.join(sorted(parts))}"
    return Programme(NAME, (found,), tuple(report.notices), reason, licence=found.licence)


class _Keys:
    """An object whose keys are asked for in one style, whatever style it has."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self._values = {_plain(str(key)): part for key, part in value.items()}

    def part(self, *names: str) -> Any:
        """Return the first value that is there."""
        return next((self._values[one] for one in names if self._values.get(one)), None)

    def text(self, *names: str) -> str:
        """Return the first value as text, "" when there is none."""
        return string(self.part(*names)).strip()


def _head(path: str, value: Mapping[str, Any]) -> Head:
    stated = _Keys(value)
    details = _Keys(mapping(stated.part("licence_details")))
    copyright_ = _Keys(mapping(stated.part("event_copyright", "copyright")))
    topics = (stated.text("topic"), stated.text("sub_topic"))
    return Head(
        title=stated.text("name"),
        key=stated.text("identifier", "id"),
        start=stated.text("starts_at", "start_time"),
        end=stated.text("ends_at", "end_time"),
        zone=stated.text("timezone"),
        place=stated.text("location_name", "searchable_location_name"),
        url=stated.text("event_url", "external_event_url"),
        licence=details.text("long_name", "name") or copyright_.text("licence"),
        topics=tuple(one for one in topics if one.casefold() not in ("", "other")),
        organizers=(stated.text("organizer_name", "owner_name"),),
        where=path.removesuffix(": "),
    )


def _session(session: _Keys, where: str, people: Mapping[str, Speaker]) -> Session:
    kind = session.text("session_type")
    return Session(
        where=where,
        title=_COMMA.sub(r"\1", session.text("title", "name")),
        key=session.text("id"),
        subtitle=session.text("subtitle"),
        kind=kind,
        service=bool(kind) and is_break(kind),
        when=Times(
            where,
            date=session.text("starts_at", "start_time"),
            end=session.text("ends_at", "end_time"),
        ),
        room=session.text("microlocation"),
        track=session.text("track"),
        language=session.text("language"),
        texts=(session.text("short_abstract"), session.text("long_abstract")),
        levels=(session.text("level"),),
        speakers=tuple(_speakers(session, people)),
        addresses=tuple(_addresses(session)),
        state=session.text("state"),
    )


def _speakers(session: _Keys, people: Mapping[str, Speaker]) -> Iterator[Speaker]:
    for _, one in objects(session.part("speakers"), ""):
        if string(one.get("name")).strip():
            yield _speaker(_Keys(one), people.get(string(one.get("id"))))


def _speaker(person: _Keys, known: Speaker | None) -> Speaker:
    """Read a speaker; the list of speakers knows more, if its name for the id is the same."""
    links = ((person.text(one), one) for one in _SPEAKER_LINKS)
    speaker = Speaker(
        person.text("name"),
        person.text("id"),
        affiliation=person.text("organisation"),
        links=tuple((url, label) for url, label in links if url),
    )
    if known is None or normalised(known.name) != normalised(speaker.name):
        return speaker
    return replace(
        speaker,
        affiliation=speaker.affiliation or known.affiliation,
        links=speaker.links or known.links,
    )


def _addresses(session: _Keys) -> Iterator[Attachment]:
    for names, use in (
        (("video_url", "video"), "recording"),
        (("audio_url", "audio"), "recording"),
        (("slides_url", "slides"), "slides"),
    ):
        if address := session.text(*names):
            yield Attachment(address, use=use)


def _tell_unused(people: Mapping[str, Speaker], sessions: list[Session], report: Report) -> None:
    """Tell how many speakers have no session: their proposals may not be public."""
    used = {one.id for session in sessions for one in session.speakers}
    unused = len([key for key in people if key not in used])
    if unused:
        report.tell(
            f"{unused} of {len(people)} speakers have no session and were left out", level="note"
        )


FORMAT = Format(NAME, "Open Event (eventyay)", recognises, read, order=25)
"""The reader, as the entry point names it."""
