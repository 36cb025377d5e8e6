"""confs.tech: JSON lists of conferences, one file a topic in a folder a year; no talks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import series_of
from hallway.graph.formats.repositories.event_lists import (
    distinct,
    in_order,
    status_of,
    whereabouts,
)
from hallway.graph.formats.repositories.parts import files, folder_of, heads
from hallway.graph.formats.syntax.json_values import items, parse, string
from hallway.graph.formats.syntax.yaml_values import truth
from hallway.graph.programme import Event, Programme, Series
from hallway.graph.reading import bundle, languages, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "confs-tech"

_START = re.compile(rb'"startDate"\s*:\s*"\d{4}-\d\d-\d\d"')
_NEEDED = tuple(re.compile(rb'"' + key + rb'"\s*:') for key in (b"name", b"url"))
_NO = re.compile(rb'"(?:title|@type|@context|_type|sessions|id)"\s*:')
_YEAR_FOLDER = re.compile(r"(?:^|/)(?:19|20)\d\d/$")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a list of objects with name, url and startDate; see `Format.recognises`."""
    if _single(head):
        return "JSON list of conferences with name, url and startDate"
    for name, part in heads(data, ending=(".json",)):
        if _single(part):
            return f"{name}: JSON list of conferences with name, url and startDate"
    return ""


def _single(head: bytes) -> bool:
    return (
        re.match(rb"\[\s*\{", head) is not None
        and _START.search(head) is not None
        and all(key.search(head) for key in _NEEDED)
        and not _NO.search(head)
    )


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read one list, or a folder of them whose files are named after their topics.

    Raises
    ------
    SourceError
        It is not JSON, or no list of objects is in it.
    """
    report = Report(options)
    several = bool(bundle.names(data))
    events: list[Event] = []
    lists = 0
    failure: SourceError | None = None
    for name, part in files(data, options).items():
        if several and not name.lower().endswith(".json"):
            continue
        try:
            listed = parse(part, replace(options, file=name))
        except SourceError as error:
            failure = failure or error
            report.tell(error.what, error.where, error.remedy, "error")
            continue
        if isinstance(listed, list):
            lists += 1
            report.count(len(events) + len(listed))
            events += _events(listed, name if several else "", report, options)
    if not lists:
        raise failure or SourceError(
            "there is no list of conferences in it",
            where=options.file,
            remedy="a list of objects with name, url and startDate is wanted",
        )
    found = f"JSON list of conferences with name, url and startDate; lists: {lists}"
    return Programme(NAME, distinct(events, report), tuple(report.notices), found)


def _events(listed: list[Any], part: str, report: Report, options: ReadOptions) -> Iterator[Event]:
    """Yield the events of one list; `part` is its name in a folder, "" for a file alone."""
    topic = ""
    if part and _YEAR_FOLDER.search(folder_of(part)):
        topic = part[len(folder_of(part)) :].rpartition(".")[0].replace("-", " ")
    # The list "general" holds what has no topic.
    topics = (topic,) if topic and topic != "general" else ()
    for at, one in items(listed):
        where = f"{part}{at}" if part else at
        if not isinstance(one, Mapping):
            report.tell("a conference is an object", where, "give name, url, startDate", "error")
        elif event := _event(one, topics, where, report, options):
            yield event


def _event(
    one: Mapping[str, Any],
    topics: tuple[str, ...],
    where: str,
    report: Report,
    options: ReadOptions,
) -> Event | None:
    name = report.title(string(one.get("name")), where)
    if not name:
        report.tell("a conference without a name was left out", where, level="error")
        return None
    said = string(one.get("startDate")), string(one.get("endDate"))
    days = [times.day(text) for text in said]
    for text, day in zip(said, days, strict=True):
        if text and day is None:
            report.tell(f"{text!r} is no day", where)
    start, end = in_order(days[0], days[1], where, report)
    city, country = (report.line(string(one.get(key)), where) for key in ("city", "country"))
    place = city if country in city else ", ".join(filter(None, (city, country)))
    where_is, online = whereabouts(place, also_online=_is_online(one.get("online")))
    page = report.link(string(one.get("url")), "", where)
    series = options.series or series_of(name)
    return Event(
        name=name,
        start=start,
        end=end,
        place=where_is,
        online=online,
        languages=languages.tag(string(one.get("locales"))),
        topics=topics,
        series=Series(series) if series else None,
        url=page.url if page else None,
        where=where,
        status=status_of(one),
    )


def _is_online(value: Any) -> bool:
    return value is True or truth(value) is True


FORMAT = Format(NAME, "confs.tech JSON", recognises, read, order=45)
