"""The data of a Mini-Conf site: papers as CSV, and YAML that says when they are shown.

The pieces belong together: a folder or zip is read as one programme. A paper may be shown in
several sessions; it is one talk with as many slots. YAML of talks that carry their own titles
(plenary sessions) can be read alone; YAML of paper numbers gives the days of the event only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import PurePath
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions, table
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import in_slots, slot_of
from hallway.graph.formats.common.wording import status_and_title
from hallway.graph.formats.papers.volumes import series_of_event
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields, parse
from hallway.graph.programme import Appearance, Event, Moment, Notice, Programme, Series, Talk
from hallway.graph.reading import bundle, names, text, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "miniconf"
MOST_FILES = 500  # of a folder that is looked into: a site has a file for each kind of thing

_NOTES = r"(?:\s*#[^\n]*\n|\s*\n|---\s*\n)*"
_SESSIONS = re.compile(
    _NOTES + r"[\"']?[\w .:-]{1,60}[\"']?:[ \t]*\r?\n"
    r"(?:[ \t]+(?:date|start_time|end_time):[^\n]*\n)+[ \t]+papers:[ \t]*\r?\n[ \t]*-"
)
_PLENARY = re.compile(_NOTES + r"-[ \t]+UID:[ \t]*\S")
_TIMED = re.compile(r"^[ \t]+(?:presenter|sessions|start_time|presentation_id):", re.MULTILINE)
_TABLE = re.compile(rb"\s*\"?UID\"?\s*[,;\t]", re.IGNORECASE)
_ROLE = re.compile(r"(host|moderator|chair|panelist|presenter|speaker)s?\s*:\s*", re.IGNORECASE)
_YAML = (".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class _Showing:
    """When something is shown: a start, perhaps an end."""

    start: Moment
    end: Moment | None = None


@dataclass(slots=True)
class _Parts:
    """What the files of a site say."""

    talks: list[Talk] = field(default_factory=list)
    slots: dict[str, list[_Showing]] = field(default_factory=dict)
    references: int = 0
    config: Mapping[str, Any] = field(default_factory=dict)


def recognises(head: bytes, data: bytes) -> str:
    """Tell by YAML of sessions with papers, or of plenary talks; see `Format.recognises`."""
    if head.startswith(bundle.SIGNATURE):
        names_ = bundle.names(data)
        if len(names_) > MOST_FILES or not any(name.endswith(_YAML) for name in names_):
            return ""
        kinds = {_kind(part) for _, part in bundle.heads(data, _YAML)} - {""}
        return f"a folder with YAML of {' and '.join(sorted(kinds))}" if kinds else ""
    kind = _kind(head)
    return f"YAML of {kind}" if kind else ""


def _kind(data: bytes) -> str:
    start, _ = text.decode(data[:65536])
    if _SESSIONS.match(start):
        return "sessions with papers"
    return "plenary sessions" if _PLENARY.match(start) and _TIMED.search(start) else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the files of a site, or one YAML file of it.

    Raises
    ------
    SourceError
        There is neither a talk nor a session in it.
    """
    report = Report(options)
    parts = _Parts()
    reader = _Reader(parts, report, options)
    if data.startswith(bundle.SIGNATURE):
        for name, part in bundle.files(data, options.file, options).items():
            reader.add(name, part)
    else:
        reader.add_yaml("", data)
    if not parts.talks and not parts.slots:
        raise SourceError(
            "there is neither a talk nor a session in it",
            where=options.file,
            remedy="put the CSV of the papers and the YAML of the sessions into one folder",
        )
    report.count(len(parts.talks))
    event = reader.event()
    reason = recognises(data[:65536].lstrip(), data) or "files of a Mini-Conf site"
    return Programme(NAME, (event,), tuple(report.notices), reason)


class _Reader:
    def __init__(self, parts: _Parts, report: Report, options: ReadOptions) -> None:
        self._parts = parts
        self._report = report
        self._options = options

    def add(self, name: str, part: bytes) -> None:
        """Take one file of a folder; what is neither a table nor YAML is no part of it."""
        if _TABLE.match(part.removeprefix(b"\xef\xbb\xbf")):
            self._add_table(name, part)
        elif name.endswith(_YAML):
            self.add_yaml(f"{name}, ", part)

    def _add_table(self, name: str, part: bytes) -> None:
        # The table's own reader; a name for its event is not wanted and not missed.
        options = replace(self._options, event=self._options.event or "Mini-Conf", file=name)
        try:
            read_ = table.FORMAT.read(part, options)
        except SourceError as error:
            self._report.tell(error.what, name, error.remedy, "error")
            return
        self._report.notices += [_in_file(notice, name) for notice in read_.notices]
        self._parts.talks += [
            replace(talk, where=f"{name}, {talk.where}")
            for event in read_.events
            for talk in event.talks
        ]

    def add_yaml(self, prefix: str, part: bytes) -> None:
        """Take a YAML file; one that is broken or none of ours costs no other file."""
        source, guess = text.decode(part)
        if guess:
            self._report.notices.append(_in_file(guess, prefix.rstrip(", ")))
        try:
            found = parse(source, prefix.rstrip(", ") or self._options.file, limits=self._options)
        except SourceError as error:
            if not prefix:
                raise
            self._report.tell(error.what, error.where, error.remedy, "error")
            return
        if isinstance(found, Fields):
            sessions = [one for one in found.items() if _has_papers(one[1])]
            for name, session in sessions:
                self._add_session(name, session, prefix)
            if not sessions and ("name" in found or "site_title" in found):
                self._parts.config = found
        for one in found if isinstance(found, list) else ():
            if isinstance(one, Fields) and "title" in one:
                self._parts.talks += self._plenary(one, f"{prefix}line {one.line}")

    def _add_session(self, name: str, session: Fields, prefix: str) -> None:
        where = f"{prefix}line {session.line}"
        slot = self._slot(session, where)
        if slot is None:
            self._report.tell(f"the session {name[:40]!r} has no time that can be read", where)
        papers = session["papers"]
        for paper in papers if isinstance(papers, list) else ():
            id_ = string(_number(paper)).strip()
            if id_:
                self._parts.references += 1
                of_paper = self._parts.slots.setdefault(id_, [])
                of_paper += [slot] if slot else []

    def _slot(self, session: Mapping[str, Any], where: str) -> _Showing | None:
        stated = string(session.get("start_time")) or string(session.get("date"))
        start = times.moment(stated, zone=self._options.zone) if stated else None
        if start is None:
            return None
        end = times.moment(string(session.get("end_time")), zone=self._options.zone)
        if end is not None and not _later(start, end):
            self._report.tell(f"the end {end} is not after the start {start}", where)
            end = None
        return _Showing(start, end)

    def _plenary(self, one: Fields, where: str) -> Iterator[Talk]:
        """Read a talk that carries its own title, presenter and sessions."""
        report = self._report
        status, title = status_and_title(report.title(string(one.get("title")), where))
        if not title:
            report.tell("a talk without a title was left out", where, level="error")
            return
        abstract, cut = report.prose((string(one.get("abstract")),), where, ellipsis_cuts=False)
        sessions = one.get("sessions")
        found = [
            slot
            for session in (sessions if isinstance(sessions, list) else [])
            if isinstance(session, Fields) and (slot := self._slot(session, where))
        ]
        key = report.line(string(one.get("UID")), where)
        if key:
            self._parts.slots.setdefault(key, []).extend(_joined(found))
        yield Talk(
            title,
            key=key,
            abstract=abstract,
            truncated=cut,
            appearances=tuple(self._people(one, where)),
            status=status,
            where=where,
        )

    def _people(self, one: Fields, where: str) -> Iterator[Appearance]:
        cell = string(one.get("presenter") or one.get("speaker"))
        said = _ROLE.match(cell)
        role = said[1].casefold() if said else "speaker"
        role = "speaker" if role == "presenter" else role
        found, nobody = names.people(cell[said.end() :] if said else cell, role=role)
        for name in nobody:
            self._report.once(f"{name[:60]!r} is nobody's name and was left out", where, "", "note")
        institution = self._report.line(string(one.get("institution")), where)
        alone = len(found) == 1 and found[0].affiliation is None and institution
        yield from [replace(found[0], affiliation=institution)] if alone else found

    def event(self) -> Event:
        """Put all together: each talk at its slots."""
        talks = tuple(self._timed(talk) for talk in _once(self._parts.talks))
        self._tell_of_slots(talks)
        every = [slot.start for slots in self._parts.slots.values() for slot in slots]
        # Sites of events around the clock write UTC: a start at five is no night of the day before.
        days = sorted(one.date() if isinstance(one, datetime) else one for one in every)
        config, report = self._parts.config, self._report
        name = self._options.event or report.line(string(config.get("name")), "config")
        if not name:
            stem = re.sub(r"[\s_-]+", " ", PurePath(self._options.file).name.split(".")[0])
            name = stem.strip(" <>") or "Untitled conference"
            report.tell(
                f"no file names the event; it was called {name!r}", remedy="name it with --event"
            )
        series = self._options.series or series_of_event(name)
        if any(isinstance(one, datetime) and one.tzinfo is None for one in every):
            report.tell(
                "the times have no zone; they were kept as local ones",
                remedy="name the time zone for this source, such as UTC",
                level="note",
            )
        place = report.line(string(config.get("location")), "config")
        return Event(
            name,
            start=days[0] if days else None,
            end=days[-1] if days else None,
            zone=self._options.zone,
            place=place or None,
            series=Series(series) if series else None,
            talks=talks,
        )

    def _timed(self, talk: Talk) -> Talk:
        slots = self._parts.slots.get(talk.key, [])
        if not slots or talk.start is not None:
            return talk
        return in_slots(talk, [replace(slot_of(talk), start=s.start, end=s.end) for s in slots])

    def _tell_of_slots(self, talks: tuple[Talk, ...]) -> None:
        parts, report = self._parts, self._report
        again = sum(bool(talk.slots) for talk in talks)
        if again:
            report.tell(f"talks that are shown more than once ({again})", level="note")
        known = {talk.key for talk in talks}
        missing = [key for key in parts.slots if key not in known]
        if missing:
            report.tell(
                f"the sessions name papers of which nothing is known, such as {missing[0][:40]!r} "
                f"({len(missing)})",
                remedy="put the CSV of the papers into the same folder",
            )


def _number(paper: Any) -> Any:
    """Return the number of a paper, which some sites write as an object with ``id``."""
    return paper.get("id") or paper.get("UID") if isinstance(paper, Fields) else paper


def _has_papers(session: Any) -> bool:
    return isinstance(session, Fields) and isinstance(session.get("papers"), list)


def _later(start: Moment, end: Moment) -> bool:
    try:
        return type(start) is type(end) and start < end
    except TypeError:  # one has a zone, the other none
        return False


def _joined(slots: list[_Showing]) -> list[_Showing]:
    """Join slots that follow each other without a gap: a talk and the questions behind it."""
    joined: list[_Showing] = []
    for slot in slots:
        if joined and joined[-1].end is not None and joined[-1].end == slot.start:
            joined[-1] = replace(joined[-1], end=slot.end or joined[-1].end)
        else:
            joined.append(slot)
    return joined


def _once(talks: list[Talk]) -> list[Talk]:
    """Keep the first of the talks that share an id: a speaker's table repeats the plenary."""
    found: dict[str, Talk] = {}
    for number, talk in enumerate(talks):
        found.setdefault(talk.key or f"\0{number}", talk)
    return list(found.values())


def _in_file(notice: Notice, name: str) -> Notice:
    return replace(notice, where=f"{name}, {notice.where}".strip(", "))


FORMAT = Format(NAME, "Mini-Conf site data (CSV and YAML)", recognises, read, order=30)
"""The reader, as the entry point names it."""
