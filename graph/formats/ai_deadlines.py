"""AI deadlines: a YAML list of conferences with their days, places and subject areas; no talks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.repositories.event_lists import (
    day_range,
    distinct,
    in_order,
    status_of,
    whereabouts,
)
from hallway.graph.formats.repositories.parts import heads, yaml_parts
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Event, Programme, Series
from hallway.graph.reading import times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "ai-deadlines"

_KEYS = tuple(
    re.compile(rb"^[- ] " + key + rb":", re.M) for key in (b"title", b"year", b"deadline", b"sub")
)
_NO_WORDS = re.compile(r"(?:tba|tbd|n/?a|unknown|-)?", re.IGNORECASE)


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a YAML list with title, year, deadline and sub; see `Format.recognises`."""
    if _single(head):
        return "YAML list of conferences with deadline and sub"
    for name, part in heads(data, ending=(".yml", ".yaml")):
        if _single(part):
            return f"{name}: YAML list of conferences with deadline and sub"
    return ""


def _single(head: bytes) -> bool:
    return all(key.search(head) for key in _KEYS)


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the list, alone or in a folder with the names of its subject areas.

    Raises
    ------
    SourceError
        It is not YAML, or holds no list of conferences.
    """
    report = Report(options)
    parts = yaml_parts(data, options, report)
    areas = _areas(parts)
    events: list[Event] = []
    lists = 0
    for part, value in parts.items():
        listed = [one for one in (value if isinstance(value, list) else []) if _is_record(one)]
        lists += bool(listed)
        report.count(len(events) + len(listed))
        for one in listed:
            where = f"{part}, line {one.line}" if len(parts) > 1 else f"line {one.line}"
            if event := _event(one, areas, where, report, options):
                events.append(event)
    if not lists:
        raise SourceError(
            "there is no list of conferences with title, year and deadline in it",
            where=options.file,
            remedy="give conferences.yml as it is",
        )
    found = "YAML list of conferences with deadline and sub"
    return Programme(NAME, distinct(events, report), tuple(report.notices), found)


def _is_record(one: Any) -> bool:
    return isinstance(one, Fields) and "title" in one and ("deadline" in one or "year" in one)


def _areas(parts: Mapping[str, Any]) -> dict[str, str]:
    """Return what each subject area is called, when the folder has the list of them."""
    return {
        string(one.get("sub")).strip(): string(one.get("name")).strip()
        for value in parts.values()
        for one in (value if isinstance(value, list) else [])
        if isinstance(one, Fields) and "name" in one and "title" not in one and one.get("sub")
    }


def _event(
    one: Fields, areas: Mapping[str, str], where: str, report: Report, options: ReadOptions
) -> Event | None:
    title = report.title(string(one.get("title")), where)
    if not title:
        report.tell("a conference without a title was left out", where, level="error")
        return None
    year = string(one.get("year")).strip()
    start, end = _days(one, where, report)
    if start and year.isdecimal() and f"{start.year}" != year:
        report.tell(
            f"{title!r} is the edition of {year}, but starts on {start}",
            where,
            "check the year and the days; both were kept",
            level="note",
        )
    said = report.line(string(one.get("place")), where)
    place, online = whereabouts("" if _NO_WORDS.fullmatch(said) else said)
    page = report.link(string(one.get("link")), "", where)
    whole = report.title(string(one.get("full_name")), where)
    return Event(
        name=title if not year or year in title else f"{title} {year}",
        key=string(one.get("id")),
        acronym=title,
        start=start,
        end=end,
        place=place,
        online=online,
        topics=tuple(areas.get(sub, sub) for sub in _subs(one, where, report)),
        series=Series(
            options.series or title, alternate_names=(whole,) if whole not in ("", title) else ()
        ),
        url=page.url if page else None,
        where=where,
        status=status_of(one),
    )


def _days(one: Fields, where: str, report: Report) -> tuple[date | None, date | None]:
    """Settle the days: the two fields, or the text where they are missing or contradict."""
    start, end = (times.day(string(one.get(key))) for key in ("start", "end"))
    # One record of the real list has "data" for "date".
    said = string(one.get("date")) or string(one.get("data"))
    if start and end and start <= end:
        return start, end
    if read := day_range(said):
        if start or end:
            report.tell(
                f"start {start} and end {end} contradict each other; {said!r} was read", where
            )
        return read
    if not start and not _NO_WORDS.fullmatch(said.strip()):
        report.tell(f"the days {said!r} cannot be read", where, "write them as start and end")
    return in_order(start, end, where, report)


def _subs(one: Fields, where: str, report: Report) -> list[str]:
    value = one.get("sub")
    listed = value if isinstance(value, list) else re.split(r"\s*[,;]\s*", string(value))
    found = (report.line(string(sub), where) for sub in listed)
    return list(dict.fromkeys(filter(None, found)))


FORMAT = Format(NAME, "AI deadlines YAML", recognises, read, order=30)
