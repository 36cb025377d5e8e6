"""iosched (the app of Google I/O and its descendants): sessions, speakers, rooms and tag codes.

Each collection is a key of one file, or of several in a folder or zip. Tags are codes such as
``TOPIC_ANDROID`` or ``LANG_EN``; their prefix says what they are, a file of tags how they read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.platforms.records import Attachment, Head, Session, Speaker, Times
from hallway.graph.formats.platforms.sessions import event
from hallway.graph.formats.syntax.json_opening import json_files, objects, openings, together_of
from hallway.graph.formats.syntax.json_values import items, mapping, string
from hallway.graph.programme import Programme
from hallway.graph.reading import languages

__all__ = ["FORMAT", "read", "recognises"]

NAME = "iosched"

_COLLECTIONS = ("sessions", "speakers", "rooms", "tags")
_SPEAKER = {"plusoneUrl", "twitterUrl", "thumbnailUrl"}
_SPEAKER_LINKS = ("plusoneUrl", "plusone_url", "twitterUrl", "twitter", "website", "url")
_LEVELS = frozenset({"beginner", "intermediate", "advanced", "expert"})


def recognises(head: bytes, data: bytes) -> str:
    """Tell by ``startTimestamp`` in sessions, or by the profiles of speakers."""
    found: set[str] = set()
    for value in openings(head, data).values():
        if "startTimestamp" in together_of(mapping(value), "sessions"):
            found.add("sessions with startTimestamp")
        speaker = together_of(mapping(value), "speakers")
        if "name" in speaker and len(_SPEAKER & set(speaker)) >= 2:
            found.add("speakers with plusoneUrl or twitterUrl")
    return f"iosched: {', '.join(sorted(found))}" if found else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the collections together.

    Raises
    ------
    SourceError
        It is not JSON, or has neither sessions nor speakers.
    """
    report = Report(options)
    reader = _Reader(json_files(data, options, report), report)
    sessions = reader.sessions()
    people = () if sessions else reader.people()
    if not sessions and not people:
        raise SourceError(
            "there are no sessions and no speakers in it",
            where=options.file,
            remedy="read the files of sessions, speakers and rooms in one folder",
        )
    if people:
        report.tell(
            f"a list of speakers: {len(people)} people and no talks",
            remedy="read the sessions too, in one folder with the speakers",
            level="note",
        )
    found = event(Head(people=people), sessions, report, options)
    reason = "iosched: " + ("sessions with startTimestamp" if sessions else "speakers")
    return Programme(NAME, (found,), tuple(report.notices), reason)


class _Reader:
    """Joins the collections by their ids."""

    def __init__(self, files: Mapping[str, Any], report: Report) -> None:
        self._report = report
        self._found: dict[str, list[tuple[str, Mapping[str, Any]]]] = {
            name: [
                pair
                for file, value in files.items()
                for pair in objects(mapping(value).get(name), f"{file}: {name}" if file else name)
            ]
            for name in _COLLECTIONS
        }
        self._people = {
            key: _speaker(one, key)
            for _, one in self._found["speakers"]
            if (key := string(one.get("id")))
        }
        self._rooms = {string(one.get("id")): string(one) for _, one in self._found["rooms"]}
        self._tags = {string(one.get("tag")): string(one) for _, one in self._found["tags"]}

    def sessions(self) -> list[Session]:
        """Return the sessions in their order."""
        return [self._session(session, where) for where, session in self._found["sessions"]]

    def people(self) -> tuple[Speaker, ...]:
        """Return everyone in the list of speakers."""
        return tuple(one for one in self._people.values() if one.name)

    def _session(self, session: Mapping[str, Any], where: str) -> Session:
        def get(name: str) -> str:
            return string(session.get(name)).strip()

        kinds = self._kinds(session)
        start = get("startTimestamp")
        return Session(
            where=where,
            title=get("title"),
            key=get("id"),
            kind=", ".join(kinds.get("kind", [])),
            when=Times(where, date=start, end=get("endTimestamp")),
            room=self._rooms.get(get("room"), get("room")),
            language=", ".join(kinds.get("language", [])),
            texts=(get("description"),),
            topics=tuple(kinds.get("topic", [])),
            levels=tuple(kinds.get("level", [])),
            speakers=tuple(self._speakers(session, where)),
            addresses=(Attachment(get("youtubeUrl"), use="recording"),)
            if get("youtubeUrl")
            else (),
            url=get("url"),
        )

    def _kinds(self, session: Mapping[str, Any]) -> dict[str, list[str]]:
        """Sort the tags of a session by what their prefixes say, in words."""
        kinds: dict[str, list[str]] = {}
        codes = dict.fromkeys(string(tag) for _, tag in items(session.get("tags")))
        if (main := string(session.get("mainTag"))) and main not in codes:
            codes[main] = None
        for code in codes:
            prefix, _, rest = code.partition("_")
            words = self._tags.get(code) or rest.replace("_", " ").strip().capitalize()
            if rest and words:
                kinds.setdefault(_kind(prefix, rest), []).append(_spoken(prefix, rest, words))
        return kinds

    def _speakers(self, session: Mapping[str, Any], where: str) -> Iterator[Speaker]:
        for _, one in items(session.get("speakers")):
            key = string(one)
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
                    "read the file of speakers too, in one folder with the sessions",
                )


def _kind(prefix: str, rest: str) -> str:
    if prefix in ("LANG", "LANGUAGE"):
        return "language"
    if prefix in ("TYPE", "FLAG"):
        return "kind"
    if prefix in ("LEVEL", "COMPLEXITY") or rest.casefold() in _LEVELS:
        return "level"
    return "topic"


def _spoken(prefix: str, rest: str, words: str) -> str:
    """Return the words of a tag; of a language its code, if there is such a language."""
    if _kind(prefix, rest) == "language" and languages.tag(rest):
        return rest.lower()
    return words


def _speaker(person: Mapping[str, Any], key: str) -> Speaker:
    links = ((string(person.get(one)).strip(), one) for one in _SPEAKER_LINKS)
    return Speaker(
        string(person.get("name")),
        key,
        affiliation=string(person.get("company")),
        links=tuple((url, "") for url, _ in links if url),
    )


FORMAT = Format(NAME, "iosched (Google I/O app)", recognises, read, order=25)
"""The reader, as the entry point names it."""
