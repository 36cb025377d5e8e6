"""Tables of talks, of events or of speakers, as spreadsheets and conference tools write them.

What a column holds is told from its header (`table_columns`), how cells stand apart from the
bytes (`table_records`), and what one row says about a talk in `table_talks`. One file may hold
many events: those that its column ``event`` names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from itertools import islice, zip_longest
from pathlib import PurePath

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.tables.columns import Columns, familiar, find_columns
from hallway.graph.formats.tables.day_rows import with_days
from hallway.graph.formats.tables.events import Editions, event_of_row
from hallway.graph.formats.tables.grids import grid, lines_of
from hallway.graph.formats.tables.people import PeopleReader, appearance_of_row
from hallway.graph.formats.tables.records import Record, records, told_delimiter
from hallway.graph.formats.tables.rows import Row
from hallway.graph.formats.tables.talks import TalkReader
from hallway.graph.formats.tables.times import Clockwork
from hallway.graph.programme import Appearance, Event, Programme, Talk
from hallway.graph.reading import bundle
from hallway.graph.reading.names import best_spellings, name_key
from hallway.graph.reading.text import clean, decode

__all__ = ["FORMAT", "events_of", "header_among", "read_records"]

_NONE = find_columns(())
_HEADER_WITHIN = 10  # records above which a header may stand
_GRID_WITHIN = 60  # records that show a grid
_GRID = "a grid with a column for each room or day and a row for each time"
_NO_TABLE = re.compile(rb"\s*(?:<|[{\[]\s*[\"{\[\]}]|BEGIN:|@|---\s)", re.IGNORECASE)
_MARKS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


def _recognises(head: bytes, data: bytes) -> str:
    if _NO_TABLE.match(head) or head.startswith(bundle.SIGNATURE):
        return ""
    text, _ = decode(head)
    delimiter = told_delimiter(text, familiar)
    columns, _ = header_among(islice(records(text, delimiter), _HEADER_WITHIN))
    if columns.lists:
        return _reason(columns, delimiter)
    first = list(islice(records(text, delimiter), _GRID_WITHIN))
    return _GRID if len(first) > 1 and grid(lines_of(first)) else ""


def _read(data: bytes, options: ReadOptions) -> Programme:
    report = Report(options)
    text, guess = decode(data)
    if guess:
        report.notices.append(guess)
    delimiter = told_delimiter(text, familiar)
    columns, line = header_among(islice(records(text, delimiter), _HEADER_WITHIN))
    body: Iterable[Record] = (one for one in records(text, delimiter) if one.line > line)
    reason = _reason(columns, delimiter)
    if not columns.lists and (found := grid(lines_of(list(records(text, delimiter))))):
        (columns, body), reason = found, _GRID
    events = read_records(body, columns, f"line {line}", report, options)
    return Programme("csv", events, tuple(report.notices), reason)


def read_records(
    body: Iterable[Record],
    columns: Columns,
    where: str,
    report: Report,
    options: ReadOptions,
    place: str = "line ",
    day: date | None = None,
) -> tuple[Event, ...]:
    """Read the records of any table, however it was written.

    Parameters
    ----------
    body
        The records below the header.
    columns
        As told from the header, which stands at `where`.
    place
        What stands before the number of a record in notices ("line ", "row ").
    day
        The day that stands above the table, of its rows that name none.

    Raises
    ------
    SourceError
        The header names no title and nothing else that a programme has.
    """
    if not columns.lists and "title" not in columns:
        raise _no_header(columns, options)
    if columns.unused:
        unused = ", ".join(repr(clean(one)) for one in columns.unused[:20])
        report.tell(f"no use was found for the columns {unused}", where, level="note")
    rows = with_days(_rows(body, columns, report, place), columns, day, report)
    return events_of(rows, columns, report, options)


def header_among(first: Iterable[Record]) -> tuple[Columns, int]:
    """Find the header among the first records: most have it on top, some put a heading above."""
    candidates = [(find_columns(one.cells), one.line) for one in first]
    for (columns, line), (below, next_line) in zip_longest(
        candidates, candidates[1:], fillvalue=(_NONE, 0)
    ):
        if columns.lists:
            # A heading over several columns may itself be made of words for columns.
            wider = below.lists and len(below.places) > len(columns.places)
            return (below, next_line) if wider else (columns, line)
    named = [(columns, line) for columns, line in candidates if "title" in columns]
    return (named or candidates or [(find_columns(()), 1)])[0]


def _reason(columns: Columns, delimiter: str) -> str:
    named = [clean(one) for one in columns.header if familiar(one)]
    what = {"talks": "talks", "events": "events", "people": "speakers"}.get(columns.lists, "titles")
    by = _MARKS.get(delimiter, repr(delimiter))
    return f"a table of {what}, separated by {by}, with the columns {', '.join(named)}"


def _no_header(columns: Columns, options: ReadOptions) -> SourceError:
    found = ", ".join(repr(clean(one)) for one in columns.header[:12]) or "nothing"
    return SourceError(
        f"no header names a title and a speaker, a date or an event; the first record has {found}",
        where=options.file,
        remedy="name the columns in the first line, such as title,speakers,start,room",
    )


def _rows(found: Iterable[Record], columns: Columns, report: Report, place: str) -> list[Row]:
    """Check the shape of each record; a header that is repeated is left out."""
    rows = []
    header = tuple(cell.strip() for cell in columns.header)
    for record in found:
        where = f"{place}{record.line}"
        cells = tuple(cell.strip() for cell in record.cells)
        if cells == header:
            report.tell("the header is repeated and was left out", where, level="note")
            continue
        if not "".join(cells).strip("-: "):  # the rule under the header of a Markdown table
            continue
        if record.broken:
            report.tell(
                f"the quotes of the record that begins with {clean(cells[0])[:60]!r} do not close "
                "where they should",
                where,
                'close each quote, and write "" for a quote inside a cell',
            )
        if any(cells[len(header) :]):
            report.tell(
                f"{len(cells)} cells under {len(header)} headers; the last were left out",
                where,
                "put cells that hold the delimiter in quotes",
            )
        rows.append(Row(columns, cells, where))
    report.count(len(rows))
    return rows


def events_of(
    rows: list[Row], columns: Columns, report: Report, options: ReadOptions
) -> tuple[Event, ...]:
    """Read rows as talks, events or people, as `Columns.lists` says."""
    clockwork = Clockwork(rows, report, options)
    if columns.lists == "events":
        listed = [event_of_row(row, report, clockwork, options) for row in rows]
        return _apart([event for event in listed if event])
    editions = Editions(report, clockwork, _fallback_name(columns, report, options), options)
    if columns.lists == "people":
        readers = PeopleReader(report, rows)
        people = [found for row in rows if (found := appearance_of_row(row, readers, report))]
        report.tell(
            f"a list of speakers: {len(people)} people and no talks",
            remedy="read the table of talks as well",
            level="note",
        )
        return (replace(editions.event(""), appearances=_unified(people)),)
    talks = TalkReader(report, clockwork, rows)
    for row in rows:
        if talk := talks.read(row):
            editions.add(row, talk)
    return _spelled_alike(editions.events())


def _fallback_name(columns: Columns, report: Report, options: ReadOptions) -> str:
    """Name the event of a file that names none."""
    if options.event:
        return clean(options.event)
    stem = "" if options.file.startswith("<") else PurePath(options.file).stem
    words = re.sub(r"[\s_-]+", " ", stem).strip()
    name = words[:1].upper() + words[1:] or "Untitled programme"
    if "event" not in columns:
        report.tell(
            f"the table names no event; it was called {name!r}",
            remedy="name it with --event, or add a column event",
        )
    return name


def _apart(events: list[Event]) -> tuple[Event, ...]:
    """Give events of one name and year a key each: the same conference in several towns."""
    seen: dict[tuple[str, int | None], int] = {}
    for event in events:
        seen[name_key(event.name), event.year] = seen.get((name_key(event.name), event.year), 0) + 1
    return tuple(
        replace(event, key=f"{event.name} {event.start} {event.place or ''}".strip())
        if not event.key and seen[name_key(event.name), event.year] > 1
        else event
        for event in events
    )


def _spelled_alike(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Spell each name of the file in one way; how a row printed it stays with the appearance."""
    names = [
        one.person.name for event in events for talk in event.talks for one in talk.appearances
    ]
    best = best_spellings(names)

    def respelled(talk: Talk) -> Talk:
        spelled = tuple(_spelled(one, best) for one in talk.appearances)
        return talk if spelled == talk.appearances else replace(talk, appearances=spelled)

    return tuple(replace(event, talks=tuple(map(respelled, event.talks))) for event in events)


def _unified(people: list[Appearance]) -> tuple[Appearance, ...]:
    best = best_spellings([one.person.name for one in people])
    return tuple(_spelled(one, best) for one in people)


def _spelled(appearance: Appearance, best: dict[str, str]) -> Appearance:
    name = best[name_key(appearance.person.name)]
    if name == appearance.person.name:
        return appearance
    return replace(
        appearance,
        person=replace(appearance.person, name=name),
        printed=appearance.printed or appearance.person.name,
    )


FORMAT = Format(
    name="csv",
    title="table (CSV, TSV)",
    recognises=_recognises,
    read=_read,
    order=90,
)
