"""Flat lists in JSON: one object for each talk, with whatever names its maker gave the fields.

A list of such objects is a table whose header stands in every row, so it is read as one
(`tables.columns` tells the fields, `tables.talks` the talks); here only the notation is undone:
nested objects, lists in cells, seconds since 1970, weekdays without a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.platforms.sessions import named_after
from hallway.graph.formats.syntax.json_nests import lines, named_elsewhere, talks_within
from hallway.graph.formats.syntax.json_opening import opening
from hallway.graph.formats.syntax.json_values import items, parse, string
from hallway.graph.formats.tables.columns import Columns, field_of, find_columns
from hallway.graph.formats.tables.events import Editions
from hallway.graph.formats.tables.rows import Row
from hallway.graph.formats.tables.talks import TalkReader
from hallway.graph.formats.tables.times import Clockwork
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.reading.text import clean, decode

__all__ = ["FORMAT", "read", "recognises"]

NAME = "json-list"

_WEEKDAYS = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi
    vendredi samedi dimanche
    """.split()
)
_EVERYONE = ("everyone", "plenary", "all attendees")
_YES = frozenset({"y", "yes", "true", "1", "x"})
_IN_UTC = re.compile(r"\d{4}-\d\d-\d\dT(\d\d:\d\d)(?::\d\d)?(?:\.\d+)?Z", re.IGNORECASE)
_TIMES = ("date", "start", "time", "end", "end_date")
_EPOCH = re.compile(r"1[0-9]{9}(?:[0-9]{3})?")  # from 2001 to 2033
_BRACKETS = re.compile(r"[()\[\]]")
_SAMPLE = 50  # objects that show whether the list is flat
_ODD = 4  # one in so many of them may be something else: a field that somebody filled oddly
_WIDE = 200  # fields; a list with more of them is no list of talks


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a list of flat objects with a title and a time; see `Format.recognises`."""
    found = _list(lines(_whole_lines(head, data)) or opening(head))
    return _reason(found) if found else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a list.

    Raises
    ------
    SourceError
        It is not JSON, or no list of objects that have a title.
    """
    source, _ = decode(data)
    value = lines(source) or parse(data, options)
    found = _list(value)
    if found is None:
        raise SourceError(
            "it is no list of objects with a title and a time",
            where=options.file,
            remedy="name the fields of each talk, such as title, speakers, start, room",
        )
    report = Report(options)
    path, columns, objects = found
    beside = named_elsewhere(value)
    meant = ((at, _meant(one, columns, beside)) for at, one in objects)
    rows = [row for at, one in meant if (row := _row(columns, one, path + at, report))]
    report.count(len(rows))
    _tell_unused(columns, report)
    rows = _without_weekdays(rows, columns, report)
    _tell_doubtful_zone(rows, report)
    clockwork = Clockwork(rows, report, options)
    editions = Editions(report, clockwork, _name(columns, report, options), options)
    reader = TalkReader(report, clockwork, rows)
    for row in rows:
        if talk := reader.read(row):
            editions.add(row, _for_everyone(talk, row))
    events = editions.events()
    _tell_local(events, report)
    return Programme(NAME, events, tuple(report.notices), _reason(found))


_Found = tuple[str, Columns, list[tuple[str, Any]]]


def _list(value: Any) -> _Found | None:
    """Find the talks wherever they stand, with their columns."""
    path, objects = talks_within(value)
    header = dict.fromkeys(key for _, one in objects for key in _keys(one))
    odd = sum(not _flat(one) for _, one in objects[:_SAMPLE])
    grouped = any(at.count("[") + at.count(".") > 1 for at, _ in objects[:_SAMPLE])
    if len(header) > _WIDE or (_SAMPLE if grouped else _ODD) * odd > len(objects[:_SAMPLE]):
        return None
    columns = find_columns(tuple(header))
    return (path, columns, objects) if columns.lists == "talks" and columns.times else None


def _whole_lines(head: bytes, data: bytes) -> str:
    """Return the lines of the beginning of a file, without the one that is cut off."""
    source, _ = decode(head)
    return source if len(head) >= len(data.strip()) else source.rpartition("\n")[0]


def _flat(one: Any) -> bool:
    """Tell whether an object holds plain values, lists of them and objects of them, not more.

    An object with an id of its own, or one in a list without a name, is a record of a database;
    such exports have their readers.
    """
    parts = list(one.values()) if isinstance(one, Mapping) else []
    inner = [value for part in parts if isinstance(part, list) for value in part]
    objects = [part for part in (*parts, *inner) if isinstance(part, Mapping)]
    nameless = any(isinstance(value, Mapping) and not _name_of(value) for value in inner)
    deep = [value for part in objects for value in part.values()]
    keyed = any(key in part for part in objects for key in ("id", "code"))
    return not nameless and not keyed and not any(isinstance(one, list | Mapping) for one in deep)


def _keys(one: Any) -> Iterator[str]:
    """Yield the fields of an object that say something."""
    if isinstance(one, Mapping):
        yield from (str(key) for key, value in one.items() if value not in (None, "", [], {}))


def _reason(found: _Found) -> str:
    _, columns, _ = found
    known = [name for name in columns.header if name not in columns.unused]
    return f"a JSON list of objects with {', '.join(map(clean, known[:12]))}"


def _row(columns: Columns, one: Any, where: str, report: Report) -> Row | None:
    """Write an object as a row of the table; None when it is no object."""
    if not isinstance(one, Mapping):
        report.tell(f"a talk is an object, not {repr(one)[:60]}", where, level="error")
        return None
    timed = {at for field in _TIMES for at in columns.places.get(field, ())}
    cells = (_cell(one.get(name)) for name in columns.header)
    told = tuple(_of_epoch(cell) if at in timed else cell for at, cell in enumerate(cells))
    return Row(columns, told, where)


def _meant(one: Any, columns: Columns, beside: Mapping[str, Mapping[str, Any]]) -> Any:
    """Put the people, rooms and tracks of a record in the place of their ids."""
    if not beside or not isinstance(one, Mapping):
        return one
    changed = dict(one)
    for field, known in beside.items():
        for at in columns.places.get(field, ()):
            name = columns.header[at]
            value = changed.get(name)
            if isinstance(value, list):
                changed[name] = [known.get(str(part), part) for part in value]
            elif isinstance(value, str | int):
                changed[name] = known.get(str(value), value)
    return changed


def _of_epoch(cell: str) -> str:
    """Write seconds or milliseconds since 1970 as a moment; anything else stays."""
    if not _EPOCH.fullmatch(cell):
        return cell
    instant = datetime.fromtimestamp(int(cell[:10]), UTC)
    return instant.isoformat().replace("+00:00", "Z")


def _name_of(one: Mapping[str, Any]) -> str:
    """Return the name of an object: its own, or that of a person in two parts."""
    halves = {field_of(key): string(value) for key, value in one.items()}
    split = clean(f"{halves.get('first_name', '')} {halves.get('last_name', '')}")
    return string(one).strip() or split or halves.get("speakers", "")


def _person(one: Mapping[str, Any]) -> str:
    """Write an object with a name, and what it is with in brackets."""
    name = _name_of(one)
    for key, value in one.items() if name else ():
        if field_of(key) == "affiliation" and (where := clean(string(value))):
            return name if _BRACKETS.search(where) else f"{name} ({where})"
    return name


def _cell(value: Any) -> str:
    """Write a value as people would into a cell; parts of a list on lines of their own."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        return "\n".join(filter(None, (_cell(part) for _, part in items(value))))
    if isinstance(value, Mapping):
        return _person(value) or "\n".join(filter(None, map(string, value.values())))
    return string(value).strip()


def _tell_unused(columns: Columns, report: Report) -> None:
    left = [one for one in columns.unused if not _is_everyone(one)]
    if left:
        unused = ", ".join(repr(clean(one)) for one in left[:20])
        report.tell(f"no use was found for the fields {unused}", level="note")


def _without_weekdays(rows: list[Row], columns: Columns, report: Report) -> list[Row]:
    """Blank the dates where they are weekdays only: which week that was, the list does not say."""
    places = columns.places.get("date", ())
    said = {row.cells[place].casefold() for row in rows for place in places if row.cells[place]}
    if not said or not all(_weekday(one) for one in said):
        return rows
    report.tell(
        f"days are only weekdays ({', '.join(sorted(said))[:60]}), so dates stay unknown",
        remedy="write dates as 2024-06-12",
    )
    return [
        replace(row, cells=tuple("" if n in places else c for n, c in enumerate(row.cells)))
        for row in rows
    ]


def _tell_doubtful_zone(rows: list[Row], report: Report) -> None:
    """Tell where a date ends in Z and a field beside it gives the same clock time.

    Who writes the clock time of the place into both does not mean UTC: it is kept as local.
    """
    for row in rows:
        stamp = _IN_UTC.fullmatch(row.first("date"))
        if stamp and stamp[1] == row.first("start")[:5].rjust(5, "0"):
            report.tell(
                f"{row.first('date')!r} has the clock time of the place, so its Z was not believed",
                row.where,
                "check the times if the place keeps UTC",
                "note",
            )
            return


def _weekday(text: str) -> bool:
    return text.strip(" .,") in _WEEKDAYS


def _is_everyone(name: str) -> bool:
    return name.casefold().replace("_", " ") in _EVERYONE


def _for_everyone(talk: Talk, row: Row) -> Talk:
    """Take for a break what is marked for everyone and given by nobody."""
    if talk.appearances or talk.is_break:
        return talk
    for name, cell in zip(row.columns.header, row.cells, strict=True):
        if _is_everyone(name) and cell.casefold() in _YES:
            return replace(talk, is_break=True)
    return talk


def _name(columns: Columns, report: Report, options: ReadOptions) -> str:
    """Name the events of rows that name none."""
    if options.event:
        return clean(options.event)
    return "Untitled programme" if "event" in columns else named_after(report, options)


def _tell_local(events: tuple[Event, ...], report: Report) -> None:
    starts = [talk.start for event in events for talk in event.talks]
    if any(isinstance(one, datetime) and one.tzinfo is None for one in starts):
        report.tell(
            "the times have no zone; they were kept as local ones",
            remedy="name the time zone of the place for this source, such as Europe/Brussels",
            level="note",
        )


FORMAT = Format(NAME, "flat list in JSON", recognises, read, order=80)
"""The reader, as the entry point names it."""
