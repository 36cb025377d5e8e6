"""The files of pyvideo: a folder an event, with ``category.json`` and one JSON file a talk.

A zip may hold one such folder or many. A list of all talks, one object a line with the folder's
name in ``event_slug``, is read as well, and so is the list of the folders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.days import talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import series_of, status_and_title
from hallway.graph.formats.papers.volumes import Authors
from hallway.graph.formats.syntax.json_records import first_record, records
from hallway.graph.formats.syntax.json_values import items, mapping, parse, string
from hallway.graph.programme import Event, Link, Programme, Recording, Series, Talk
from hallway.graph.reading import bundle, gzipped, languages, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "pyvideo"

_CATEGORY = "category.json"
_VIDEO = re.compile(r"(?:(?P<folder>.+)/)?videos/(?P<slug>[^/]+)\.json")
_LINK = re.compile(r"`([^`<>\n]{1,300}?)\s*<[^<>`\n]{1,1000}>`__?")
_ROLE = re.compile(r":[\w.-]{1,30}:`~?([^`\n]{1,300})`")
_RULE = re.compile(r"^[ \t]*([=\-~^*#+_.\"'`:])\1{2,}[ \t]*$\n?", re.MULTILINE)
_ADDRESS = re.compile(r"https?://[^\s<>\"]+")


@dataclass(slots=True)
class _Gathered:
    """A folder with what is said of it and its talks."""

    slug: str
    name: str = ""
    start: date | None = None
    url: str = ""
    where: str = ""
    talks: list[Talk] = field(default_factory=list)


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the names in a zip, or by the keys of the first line; see `Format.recognises`."""
    if head.startswith(bundle.SIGNATURE):
        names = bundle.names(data)
        folders = {name.removesuffix(_CATEGORY) for name in names if _is_category(name)}
        talks = any(
            (found := _VIDEO.fullmatch(name)) and _prefix(found["folder"]) in folders
            for name in names
        )
        return "a folder with category.json and videos" if talks else ""
    if not head.startswith((b"{", gzipped.SIGNATURE)):
        return ""
    record = first_record(data)
    if "videos" in record and "recorded" in record and "title" in record:
        return "a JSON object with title, videos and recorded"
    if "event_slug" not in record or "title" not in record:
        return ""
    if "speakers" in record and "recorded" in record:
        return "JSON lines of talks with event_slug"
    return "JSON lines of events with event_slug" if "start_date" in record else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the folders of a zip, one talk, or a list of talks or events.

    Raises
    ------
    SourceError
        There is no talk and no event in it, or it is more than may be.
    """
    report = Report(options)
    reader = _Reader(report, options)
    if data.startswith(bundle.SIGNATURE):
        reason = "a folder with category.json and videos"
        reader.add_files(bundle.files(data, options.file, options))
    elif "videos" in first_record(data):
        reason = "a JSON object with title, videos and recorded"
        reader.add_files({f"videos/{PurePath(options.file).stem}.json": data})
    else:
        reason = recognises(data[:1], data) or "JSON lines with event_slug"
        for where, record in records(data, report, options):
            reader.add_line(record, where)
    events = reader.events()
    if not events:
        raise SourceError(
            "no talk and no event of pyvideo is in it",
            where=options.file,
            remedy="take a folder with category.json and the folder videos",
        )
    return Programme(NAME, events, tuple(report.notices), reason)


class _Reader:
    def __init__(self, report: Report, options: ReadOptions) -> None:
        self._report = report
        self._options = options
        self._authors = Authors(report)
        self._found: dict[str, _Gathered] = {}
        self._count = 0

    def add_files(self, files: Mapping[str, bytes]) -> None:
        """Take the files of a zip: the categories first, then the talks of each."""
        for name in filter(_is_category, files):
            category = self._object(name, files[name])
            slug = name.removesuffix(_CATEGORY).strip("/")
            self._head(slug, category, name)
        for name in files:
            found = _VIDEO.fullmatch(name)
            if found is None:
                continue
            folder = found["folder"] or ""
            event = self._found.get(folder) or self._head(folder, {}, name)
            if talk := self._talk(self._object(name, files[name]), name, found["slug"]):
                event.talks.append(talk)

    def add_line(self, record: Mapping[str, Any], where: str) -> None:
        """Take one line: a talk with its event, or an event."""
        slug = string(record.get("event_slug")).strip()
        if slug.startswith("."):
            return  # a folder that is hidden on purpose holds no talks
        if "speakers" not in record and "start_date" in record:
            self._head(slug, record, where)
            return
        event = self._found.get(slug)
        if event is None:
            event = self._head(slug, {"title": record.get("event")}, where)
        slug_of_talk = string(record.get("id")).rpartition("/")[2]
        if talk := self._talk(record, where, slug_of_talk):
            event.talks.append(talk)

    def events(self) -> tuple[Event, ...]:
        """Return the events in the order of the source."""
        return tuple(self._event(one) for one in self._found.values())

    def _head(self, slug: str, category: Mapping[str, Any], where: str) -> _Gathered:
        name = self._report.title(string(category.get("title")), where)
        if not name:
            name = self._options.event or re.sub(r"[\s_-]+", " ", slug).strip()
            name = name or "Untitled event"
            self._report.tell(f"the event has no title; it was called {name!r}", where)
        event = _Gathered(slug, name, times.day(string(category.get("start_date"))), "", where)
        event.url = string(category.get("url"))
        self._found[slug] = event
        return event

    def _event(self, one: _Gathered) -> Event:
        days, far = talk_days([talk.start for talk in one.talks])
        if far or (days and (days[-1] - days[0]).days > 60):
            every = sorted([*days, *far])
            self._report.tell(
                f"{one.name[:60]!r} has talks from {every[0]} to {every[-1]}: recorded may be the "
                "day of an upload, or it is a series of meetings",
                one.where,
                level="note",
            )
        start = one.start or (days[0] if days else None)
        end = days[-1] if days and (start is None or days[-1] >= start) else None
        series = self._options.series or series_of(one.name)
        page = self._report.link(one.url, "", one.where) if one.url else None
        return Event(
            one.name,
            key=one.slug,
            start=start,
            end=end,
            series=Series(series) if series else None,
            talks=tuple(one.talks),
            url=page.url if page else None,
            where=one.where,
        )

    def _object(self, name: str, part: bytes) -> Mapping[str, Any]:
        """Parse one file; one that is broken is told and is empty."""
        try:
            value = parse(part, self._options)
        except SourceError as error:
            self._report.tell(error.what, name, error.remedy, "error")
            return {}
        if not isinstance(value, Mapping):
            self._report.tell(f"a talk is an object, not {value!r:.60}", name, level="error")
        return mapping(value)

    def _talk(self, record: Mapping[str, Any], where: str, slug: str) -> Talk | None:
        report = self._report
        if not record:
            return None
        self._count += 1
        report.count(self._count)
        status, title = status_and_title(report.title(string(record.get("title")), where))
        if not title:
            report.tell("a talk without a title was left out", where, level="error")
            return None
        texts = (_readable(string(record.get(name))) for name in ("summary", "description"))
        abstract, cut = report.prose(tuple(texts), where, ellipsis_cuts=False)
        spoken = languages.tag(string(record.get("language")))
        recordings = tuple(self._recordings(record, spoken, where))
        return Talk(
            title,
            key=recordings[0].url if recordings else slug,
            start=_day(string(record.get("recorded"))),
            languages=spoken,
            abstract=abstract,
            truncated=cut or record.get("description_truncated") is True,
            topics=tuple(self._topics(record, where)),
            appearances=self._authors.all(
                [string(one) for _, one in items(record.get("speakers"))], where, role="speaker"
            ),
            recordings=recordings,
            slides=tuple(self._links(record, ("slides_url", "slides"), "slides", where)),
            links=tuple(self._related(record, where)),
            status=status,
            where=where,
        )

    def _recordings(
        self, record: Mapping[str, Any], spoken: tuple[str, ...], where: str
    ) -> Iterator[Recording]:
        """Yield each video once; the length is that of the first."""
        given = [string(mapping(one).get("url")) for _, one in items(record.get("videos"))]
        given.append(string(record.get("url")))
        licence = self._report.line(string(record.get("copyright_text")), where)
        licence = licence or self._report.line(string(record.get("copyright")), where)
        found = (self._report.link(one, "", where) for one in given if one)
        for number, url in enumerate(dict.fromkeys(link.url for link in found if link)):
            yield Recording(
                url,
                _seconds(record.get("duration")) if number == 0 else None,
                spoken[0] if len(spoken) == 1 else None,
                licence,
            )

    def _topics(self, record: Mapping[str, Any], where: str) -> Iterator[str]:
        seen: set[str] = set()
        for _, tag in items(record.get("tags")):
            label = self._report.line(string(tag), where).strip(" ,;")
            if label and label.casefold() not in seen:
                seen.add(label.casefold())
                yield label

    def _related(self, record: Mapping[str, Any], where: str) -> Iterator[Link]:
        for _, one in items(record.get("related_urls")):
            address, label = string(mapping(one).get("url")), string(mapping(one).get("label"))
            if isinstance(one, str):
                found = _ADDRESS.search(one)
                address, label = (
                    (found[0], one[: found.start()].strip(" :-")) if found else ("", "")
                )
            if address and (link := self._report.link(address, label, where)):
                yield link

    def _links(
        self, record: Mapping[str, Any], names: tuple[str, ...], label: str, where: str
    ) -> Iterator[Link]:
        for name in names:
            address = string(record.get(name))
            if address and (link := self._report.link(address, label, where)):
                yield link


def _is_category(name: str) -> bool:
    return name == _CATEGORY or name.endswith(f"/{_CATEGORY}")


def _prefix(folder: str | None) -> str:
    return f"{folder}/" if folder else ""


def _day(recorded: str) -> date | None:
    """Return the day: a time in ``recorded`` is that of an upload as often as that of a talk."""
    if not recorded:
        return None
    found = times.moment(recorded, zone=None)
    return found.date() if isinstance(found, datetime) else found


def _seconds(value: Any) -> int | None:
    try:
        found = float(string(value))
    except ValueError:
        return None
    return round(found) if 0 < found < 1_000_000 else None


def _readable(text: str) -> str:
    """Drop the marks of reStructuredText that would be read aloud: targets, roles, rules."""
    if "`" in text:
        text = _ROLE.sub(r"\1", _LINK.sub(r"\1", text)).replace("``", "`")
    return _RULE.sub("", text)


FORMAT = Format(NAME, "pyvideo folder or list (JSON)", recognises, read, order=30)
"""The reader, as the entry point names it."""
