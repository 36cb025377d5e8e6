"""Spreadsheets in XLSX and ODS: cells become the records that the table reader reads.

What a spreadsheet has beyond a text table is settled here: title rows above the header, headings
that stretch over several columns, typed dates and times, several sheets.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.table import header_among, read_records
from hallway.graph.formats.tables.columns import familiar, find_columns
from hallway.graph.formats.tables.day_rows import day_in
from hallway.graph.formats.tables.grids import Cell, Line, grid
from hallway.graph.formats.tables.records import Record
from hallway.graph.formats.tables.sheet_limits import check_workbook, workbook_kind
from hallway.graph.programme import Event, Programme
from hallway.graph.reading.name_words import is_organization
from hallway.graph.reading.names import name_key
from hallway.graph.reading.text import clean

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

__all__ = ["FORMAT", "joined", "sheets"]

NAME = "spreadsheet"

_MOST_COVERED = 200_000  # cells that merged ones cover
_HEADER_WITHIN = 20  # rows above which a header may stand
_PLACEHOLDER = re.compile(r"\s*[<\[{].*[>\]}]\s*")
_NUMBER = re.compile(r"\d{1,2}")
_POST = re.compile(r" ?, (?=\S)")


def _recognises(head: bytes, data: bytes) -> str:
    kind = workbook_kind(data)
    return f"a workbook in {kind}" if kind else ""


def _read(data: bytes, options: ReadOptions) -> Programme:
    kind = workbook_kind(data)
    if not kind:
        raise SourceError(
            "it is no workbook in XLSX or ODS",
            where=options.file,
            remedy="save it as XLSX, ODS or CSV",
        )
    workbook = _opened(data, kind, options)
    report = Report(options)
    events: list[Event] = []
    found: list[str] = []
    for sheet in workbook.sheets_metadata:
        name = sheet.name
        if not str(sheet.visible).endswith(".Visible"):
            report.tell(f"the hidden sheet {name!r} was left out", level="note")
            continue
        try:
            table = _Table(workbook, name)
        except (ValueError, OSError, RuntimeError) as error:
            report.tell(f"the sheet {name!r} cannot be read: {error}", level="error")
            continue
        if not table.columns.lists:
            what = "has no table of talks" if table.rows else "is empty"
            report.tell(f"the sheet {name!r} {what} and was left out", level="note")
            continue
        found.append(name)
        events += table.events(report, options)
    if not found:
        raise SourceError(
            "no sheet has a header that names a title and a speaker, a date or an event",
            where=options.file,
            remedy="name the columns in one row, such as title, speakers, start, room",
        )
    recognised = f"a workbook in {kind}, with a table in " + ", ".join(map(repr, found))
    return Programme(NAME, joined(events), tuple(report.notices), recognised)


def _opened(data: bytes, kind: str, options: ReadOptions) -> CalamineWorkbook:
    """Open the workbook, after its extent has been checked.

    Raises
    ------
    SourceError
        The reader of spreadsheets is not installed, or cannot read the workbook.
    """
    try:
        from python_calamine import CalamineError, load_workbook
    except ImportError as error:
        raise SourceError(
            "spreadsheets need a package that is not installed",
            where=options.file,
            remedy='pip install "hallway[spreadsheet]", or save the sheet as CSV',
        ) from error
    check_workbook(data, kind, options.file, options)
    try:
        return load_workbook(io.BytesIO(data))
    except (CalamineError, ValueError, OSError) as error:
        raise SourceError(
            f"the workbook cannot be read: {error}",
            where=options.file,
            remedy="open it in a spreadsheet program and save it again",
        ) from error


def sheets(data: bytes, options: ReadOptions, report: Report) -> Iterator[tuple[str, list[Record]]]:
    """Yield the name and the rows of each sheet that is not hidden, cells written as texts.

    Raises
    ------
    SourceError
        It is no workbook, or goes past a limit.
    """
    kind = workbook_kind(data)
    workbook = _opened(data, kind, options)
    for sheet in workbook.sheets_metadata:
        if not str(sheet.visible).endswith(".Visible"):
            report.tell(f"the hidden sheet {sheet.name!r} was left out", level="note")
            continue
        try:
            table = _Table(workbook, sheet.name)
        except (ValueError, OSError, RuntimeError) as error:
            report.tell(f"the sheet {sheet.name!r} cannot be read: {error}", level="error")
            continue
        yield sheet.name, table.rows


class _Table:
    """One sheet as a table: its header, and what stands above it."""

    def __init__(self, workbook: CalamineWorkbook, name: str) -> None:
        from python_calamine import CalamineError

        try:
            sheet = workbook.get_sheet_by_name(name)
        except CalamineError as error:
            raise ValueError(str(error)) from error
        self.name = name
        top = sheet.start[0] if sheet.start else 0
        values: list[list[Any]] = sheet.to_python(skip_empty_area=True)
        self.rows = [
            Record(top + number, tuple(map(_text, row))) for number, row in enumerate(values, 1)
        ]
        left = sheet.start[1] if sheet.start else 0
        merged = [
            (first[0] - top, first[1] - left, last[0] - top, last[1] - left)
            for first, last in sheet.merged_cell_ranges or ()
        ]
        self._merged = merged
        candidates = [
            Record(one.line, self._headings(number))
            for number, one in enumerate(self.rows[:_HEADER_WITHIN])
        ]
        self.columns, self.line = header_among(candidates)
        self._drawn = None if self.columns.lists else grid(self._lines(), day_in(name))
        if self._drawn:
            self.columns, self.line = self._drawn[0], 0
        self._numbered = self._several()

    def _lines(self) -> list[Line]:
        """Return the rows as cells, merged ones as wide and as high as they are."""
        sizes: dict[tuple[int, int], tuple[int, int]] = {}
        covered: set[tuple[int, int]] = set()
        budget = _MOST_COVERED
        for top, left, low, right in self._merged:
            sizes[top, left] = (right - left + 1, low - top + 1)
            for down in range(top, min(low + 1, len(self.rows))):
                cells = range(left, min(right + 1, len(self.rows[down].cells)))
                covered.update((down, at) for at in cells if (down, at) != (top, left))
                budget -= len(cells) + 1
                if budget < 0:  # merged cells that lie over one another
                    break
            if budget < 0:
                break
        return [
            Line(
                one.line,
                tuple(
                    Cell(text, *sizes.get((down, at), (1, 1)))
                    for at, text in enumerate(one.cells)
                    if (down, at) not in covered
                ),
            )
            for down, one in enumerate(self.rows)
        ]

    def _headings(self, number: int) -> tuple[str, ...]:
        """Return a row as headers: a number or nothing below a wide heading takes its words."""
        cells = list(self.rows[number].cells)
        if number == 0:
            return tuple(cells)
        above = self.rows[number - 1].cells
        for place, cell in enumerate(cells):
            wide = self._above(above, number - 1, place, bool(_NUMBER.fullmatch(cell)))
            if wide and not familiar(cell) and familiar(wide):
                cells[place] = wide
        return tuple(cells)

    def _above(self, above: Sequence[str], row: int, place: int, numbered: bool) -> str:
        """Return the heading that stretches over a column, if one does."""
        if place < len(above) and above[place]:
            return above[place]
        for at, first, _, last in self._merged:
            if at == row and first <= place <= last and first < len(above):
                return above[first]
        # ODS does not tell which cells are merged; columns 1, 2, 3 speak for themselves.
        left = [one for one in above[:place] if one] if numbered else []
        return left[-1] if left else ""

    def _several(self) -> frozenset[int]:
        """Return the columns that hold one speaker each, side by side."""
        places = self.columns.places.get("speakers", ())
        return frozenset(places) if len(places) > 1 else frozenset()

    def events(self, report: Report, options: ReadOptions) -> tuple[Event, ...]:
        """Read the rows below the header."""
        titled = self._title(report)
        if titled and not options.event:
            options = replace(options, event=titled)
        if self._drawn:
            columns, body = self._drawn
            return read_records(body, columns, self.name, report, options, f"{self.name}, row ")
        columns = find_columns(
            [
                cell if familiar(cell) or not _NUMBER.fullmatch(cell) else ""
                for cell in self.columns.header
            ]
        )
        body = [
            Record(
                one.line,
                tuple(
                    self._cell(cell, place, one.line, report)
                    for place, cell in enumerate(one.cells)
                ),
            )
            for one in self.rows
            if one.line > self.line and any(cell.strip() for cell in one.cells)
        ]
        where = f"{self.name}, row "
        day = self._day()
        return read_records(body, columns, f"{where}{self.line}", report, options, where, day)

    def _day(self) -> date | None:
        """Return the day above the header, or in the name of the sheet."""
        above = [cell for row in self.rows if row.line < self.line for cell in row.cells]
        found = (day_in(text) for text in (*reversed(above), self.name))
        return next((one for one in found if one is not None), None)

    def _told_apart(self, row: Record, report: Report) -> Record:
        cells = (self._cell(cell, at, row.line, report) for at, cell in enumerate(row.cells))
        return Record(row.line, tuple(cells))

    def _cell(self, cell: str, place: int, line: int, report: Report) -> str:
        """Put what stands behind the name of a single speaker into brackets, or drop a post."""
        if place not in self._numbered or not cell:
            return cell
        name, *behind = _POST.split(clean(cell), maxsplit=1)
        if not behind or not name.strip() or " " not in name.strip():
            return cell
        if is_organization(behind[0]):
            return f"{name} ({behind[0]})"
        report.tell(
            f"{behind[0][:60]!r} behind a name may be a post or an employer, and was left out",
            f"{self.name}, row {line}",
            level="note",
        )
        return name

    def _title(self, report: Report) -> str:
        """Return the title above the header, which names the event."""
        for row in self.rows:
            if row.line >= self.line:
                break
            for cell in row.cells:
                text = clean(cell)
                if not text or familiar(text) or day_in(text) is not None:
                    continue
                if _PLACEHOLDER.fullmatch(text):
                    report.tell(
                        f"{text[:60]!r} is where a name should stand, and was left out",
                        f"{self.name}, row {row.line}",
                        level="note",
                    )
                    return ""
                return text
        return ""


def _text(value: Any) -> str:
    """Write a cell as a text table would have it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        midnight = value.time() == time(0)
        return (
            value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="minutes")
        )
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    if isinstance(value, timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60}:{minutes % 60:02d}"
    if isinstance(value, date):
        return value.isoformat()
    return "" if value is None else str(value)


def joined(events: Sequence[Event]) -> tuple[Event, ...]:
    """Join what is said of one event in several places: a sheet a day is common."""
    found: dict[tuple[str, str], Event] = {}
    several: dict[tuple[str, str], list[Event]] = {}
    for event in sorted(events, key=lambda one: not (one.talks or one.start)):
        key = (event.key or name_key(event.name), "" if event.key else str(event.year or ""))
        if not event.start:  # a list of its speakers, say
            key = next((one for one in found if one[0] == key[0]), key)
        known = found.get(key)
        if known is None:
            found[key] = event
            continue
        several.setdefault(key, [known]).append(event)
    return tuple(_one(several[key]) if key in several else one for key, one in found.items())


def _one(events: Sequence[Event]) -> Event:
    days = [day for one in events for day in (one.start, one.end) if day]
    return replace(
        events[0],
        talks=tuple(talk for one in events for talk in one.talks),
        appearances=tuple(said for one in events for said in one.appearances),
        start=min(days, default=None),
        end=max(days, default=None),
    )


FORMAT = Format(NAME, "spreadsheet (XLSX, ODS)", _recognises, _read, order=10)
"""The reader, as the entry point names it."""
