"""Sessionize: the views All, GridSmart, Sessions and Speakers of its API, and its HTML embed.

The views say the same in different shapes, and none names the event. Several files in one bundle
(sessions and speakers, say) are read together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.platforms.people import employer
from hallway.graph.formats.platforms.records import Attachment, Head, Session, Speaker, Times
from hallway.graph.formats.platforms.sessionize_categories import Labels, labels
from hallway.graph.formats.platforms.sessionize_page import is_page, page_sessions
from hallway.graph.formats.platforms.sessions import event
from hallway.graph.formats.syntax.json_opening import (
    json_files,
    objects,
    openings,
    together,
    together_of,
)
from hallway.graph.formats.syntax.json_values import items, mapping, string
from hallway.graph.programme import Programme
from hallway.graph.reading import links

__all__ = ["FORMAT", "read", "recognises"]

NAME = "sessionize"

_WEB = re.compile(r"https?://\S+", re.IGNORECASE)


def recognises(head: bytes, data: bytes) -> str:
    """Tell by keys that only Sessionize writes; see `Format.recognises`."""
    if is_page(head, data):
        return "HTML with elements of class sz-session"
    found = [reason for value in openings(head, data).values() if (reason := _view(value))]
    return "Sessionize " + ", ".join(sorted(set(found))) if found else ""


def _view(value: Any) -> str:
    """Name the view of the API that a value is, or "" for none."""
    session, speaker = together_of(value, "sessions"), together_of(value, "speakers")
    if isinstance(value, Mapping):
        if "isServiceSession" in session or _sorted(session):
            return "view Sessions" if _expanded(session) else "view All"
        return "view Speakers" if _is_speaker(speaker) else ""
    entry = together(value)
    if "rooms" in entry and "timeSlots" in entry:
        return "view GridSmart"
    for session in (together(entry.get("sessions")), entry):
        if "isServiceSession" in session or _sorted(session):
            return "view Sessions"
    return "view Speakers" if _is_speaker(entry) else ""


def _sorted(session: Mapping[str, Any]) -> bool:
    return "title" in session and "categoryItems" in together(session.get("categories"))


def _expanded(session: Mapping[str, Any]) -> bool:
    return "categories" in session or "room" in session


def _is_speaker(entry: Mapping[str, Any]) -> bool:
    return "fullName" in entry and ("isTopSpeaker" in entry or "tagLine" in entry)


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read one view, or several in a bundle.

    Raises
    ------
    SourceError
        It is neither JSON nor a page of Sessionize, or holds no session and no speaker.
    """
    report = Report(options)
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if is_page(head, data):
        sessions, reason = page_sessions(data, options), "HTML with elements of class sz-session"
        people: list[Speaker] = []
    else:
        files = json_files(data, options, report)
        sessions, people = _Views(files, report).read()
        views = sorted({view for value in files.values() if (view := _view(value))})
        reason = "Sessionize " + ", ".join(views or ["sessions"])
    if not sessions and not people:
        raise SourceError(
            "there is no session and no speaker of Sessionize in it",
            where=options.file,
            remedy="save the answer of the API (view All) or the page of the schedule again",
        )
    found = event(Head(people=tuple(people)), sessions, report, options)
    return Programme(NAME, (found,), tuple(report.notices), reason)


class _Views:
    """Reads the views of one source together; what one leaves out another may say."""

    def __init__(self, files: Mapping[str, Any], report: Report) -> None:
        self._report = report
        self._places = [(f"{name}: " if name else "", value) for name, value in files.items()]
        self._rooms: dict[str, str] = {}
        self._categories: dict[str, tuple[str, str]] = {}
        self._questions: dict[str, str] = {}
        self._people: dict[str, Speaker] = {}
        for _, value in self._places:
            self._learn(value)

    def _learn(self, value: Any) -> None:
        """Keep rooms, categories and speakers by their ids."""
        whole = mapping(value)
        for _, room in objects(whole.get("rooms"), ""):
            self._rooms[string(room.get("id"))] = string(room)
        for _, category in objects(whole.get("categories"), ""):
            for _, item in objects(category.get("items"), ""):
                self._categories[string(item.get("id"))] = (string(category), string(item))
        for _, question in objects(whole.get("questions"), ""):
            self._questions[string(question.get("id"))] = string(question.get("question"))
        for _, speaker in self._speakers(value, ""):
            self._people[string(speaker.get("id"))] = _speaker(speaker)

    def read(self) -> tuple[list[Session], list[Speaker]]:
        """Return the sessions, and the speakers of a list that ties nobody to a session."""
        sessions = [
            self._session(session, where)
            for path, value in self._places
            for where, session in self._sessions(value, path)
        ]
        if sessions or not self._people:
            return sessions, []
        titled = list(self._titles())
        named = {speaker.id for session in titled for speaker in session.speakers}
        rest = [one for key, one in self._people.items() if key not in named]
        return titled, rest

    def _sessions(self, value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the sessions of a view with their paths; a grid tells each of them twice."""
        if isinstance(value, Mapping):
            yield from objects(value.get("sessions"), f"{path}sessions")
            return
        for where, entry in objects(value, path):
            if isinstance(entry.get("rooms"), list):
                for place, room in objects(entry["rooms"], f"{where}.rooms"):
                    yield from objects(room.get("sessions"), f"{place}.sessions")
            elif "sessions" in entry and "fullName" not in entry:
                yield from objects(entry.get("sessions"), f"{where}.sessions")
            elif "title" in entry:
                yield where, entry

    def _speakers(self, value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        whole = isinstance(value, Mapping)
        found = value.get("speakers") if whole else value
        for where, one in objects(found, f"{path}speakers" if whole else path):
            if "fullName" in one or "lastName" in one or "firstName" in one:
                yield where, one

    def _session(self, session: Mapping[str, Any], where: str) -> Session:
        def get(name: str) -> str:
            return string(session.get(name)).strip()

        found = self._labels(session)
        return Session(
            where=where,
            title=get("title"),
            key=get("id"),
            kind=found.kind,
            service=session.get("isServiceSession") is True,
            when=Times(where, date=get("startsAt"), end=get("endsAt")),
            room=get("room") or self._rooms.get(get("roomId"), ""),
            track=found.track,
            language=found.language,
            texts=(get("description"),),
            topics=found.topics,
            levels=found.levels,
            speakers=tuple(self._named(session, where)),
            addresses=tuple(self._recordings(session)),
            state=get("status"),
        )

    def _labels(self, session: Mapping[str, Any]) -> Labels:
        """Gather the categories of a session, given as ids or spelled out."""
        pairs = [
            pair
            for _, number in items(session.get("categoryItems"))
            if (pair := self._categories.get(string(number)))
        ]
        for _, category in objects(session.get("categories"), ""):
            pairs += [
                (string(category), string(item))
                for _, item in objects(category.get("categoryItems"), "")
            ]
        return labels(pairs)

    def _named(self, session: Mapping[str, Any], where: str) -> Iterator[Speaker]:
        for _, one in items(session.get("speakers")):
            key = string(one.get("id")) if isinstance(one, Mapping) else string(one)
            if key in self._people:
                yield self._people[key]
            elif isinstance(one, Mapping) and string(one):
                yield Speaker(string(one), key)
            else:
                self._report.tell(
                    f"speaker {key!r} is not in the list of speakers",
                    where,
                    "add the view Speakers, or save the view All",
                )

    def _recordings(self, session: Mapping[str, Any]) -> Iterator[Attachment]:
        """Yield recordings; other addresses in answers may be meetings of invited people."""
        for name in ("recordingUrl", "liveUrl"):
            url = string(session.get(name)).strip()
            if url and (name == "recordingUrl" or links.is_recording(url)):
                yield Attachment(url, use="recording")
        for _, answer in objects(session.get("questionAnswers"), ""):
            said = string(answer.get("answerValue") or answer.get("answer")).strip()
            if _WEB.fullmatch(said) and links.is_recording(said):
                yield Attachment(said, use="recording")

    def _titles(self) -> Iterator[Session]:
        """Turn a list of speakers around: each title it names, with its speakers."""
        gathered: dict[str, tuple[str, str, list[Speaker]]] = {}
        for path, value in self._places:
            for where, profile in self._speakers(value, path):
                for at, session in objects(profile.get("sessions"), f"{where}.sessions"):
                    key = string(session.get("id")) or string(session)
                    place = gathered.setdefault(key, (string(session), at, []))
                    place[2].append(_speaker(profile))
        for key, (title, where, speakers) in gathered.items():
            if title:
                yield Session(where, title, key, speakers=tuple(speakers))


def _speaker(profile: Mapping[str, Any]) -> Speaker:
    def get(name: str) -> str:
        return string(profile.get(name)).strip()

    addresses = (
        (string(link.get("url")), string(link)) for _, link in objects(profile.get("links"), "")
    )
    return Speaker(
        get("fullName") or f"{get('firstName')} {get('lastName')}".strip(),
        get("id"),
        affiliation=employer(get("tagLine")[:500]),
        links=tuple((url, label) for url, label in addresses if url),
    )


FORMAT = Format(NAME, "Sessionize (API views and embed)", recognises, read, order=25)
"""The reader, as the entry point names it."""
