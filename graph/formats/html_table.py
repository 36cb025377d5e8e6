"""Programmes in the tables of a web page: a talk a row, or a grid of rooms and times.

Only what the cells say is read; which of a page's tables are programmes, their headers tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urljoin

from lxml import html

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.spreadsheet import joined
from hallway.graph.formats.syntax.html_tree import PAGE, base_of, parsed_page, title_of
from hallway.graph.formats.table import header_among, read_records
from hallway.graph.formats.tables.columns import Columns, find_columns
from hallway.graph.formats.tables.day_rows import day_in
from hallway.graph.formats.tables.grids import Cell, Line, grid
from hallway.graph.formats.tables.records import Record
from hallway.graph.programme import Event, Programme

__all__ = ["FORMAT"]

NAME = "html-table"

_HEADER_WITHIN = 10  # rows above which a header may stand
_LARGEST = 20_000_000  # bytes of a page that is looked into to tell what it is
_WIDEST = 200  # columns
_LONGEST = 20_000  # characters of a cell
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"})
_BREAKS = frozenset("br p div li dt dd tr h1 h2 h3 h4 h5 h6 ul ol blockquote section".split())
_SILENT = frozenset({"script", "style", "template", "noscript", "svg"})
_WHAT = "tables of a page"


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the page.

    Attributes
    ----------
    day
        The day that the last heading above it names.
    """

    lines: tuple[Line, ...]
    day: date | None
    line: int


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a page with a table of talks; see `Format.recognises`."""
    if not PAGE.match(head) or len(data) > _LARGEST or b"<table" not in data.lower():
        return ""
    options = ReadOptions()
    try:
        root = parsed_page(data, options, Report(options))
    except SourceError:
        return ""
    found = sum(_programme(one) is not None for one in _tables(root, ""))
    return f"a page, {found} of whose tables list talks" if found else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the tables.

    Raises
    ------
    SourceError
        It is no page, or none of its tables lists talks.
    """
    report = Report(options)
    root = parsed_page(data, options, report)
    title = title_of(root)
    if title and not options.event:
        options = replace(options, event=title)
    events: list[Event] = []
    for table in _tables(root, base_of(root)):
        if (found := _programme(table)) is None:
            report.tell(
                "a table that lists no talks was left out", f"line {table.line}", level="note"
            )
            continue
        columns, records = found
        where = f"line {table.line}"
        events += read_records(
            records, columns, where, report, options, f"{where}, row ", table.day
        )
    if not events:
        raise SourceError(
            "no table of the page has a header that names a title and a speaker or a time",
            where=options.file,
            remedy="save the programme as CSV with one talk a line",
        )
    return Programme(NAME, joined(events), tuple(report.notices), _WHAT)


def _programme(table: _Table) -> tuple[Columns, list[Record]] | None:
    """Return the columns and records of a table of talks; None for any other table."""
    records = [
        Record(one.number, tuple(cell.text for cell in one.cells)) for one in _spread(table.lines)
    ]
    columns, line = header_among(records[:_HEADER_WITHIN])
    if not columns.lists:
        return grid(table.lines, table.day)
    links = {line.number: _link(line, columns) for line in table.lines}
    body = [
        Record(one.line, (*_filled(one.cells, len(columns.header)), links[one.line]))
        for one in records
        if one.line > line
    ]
    return find_columns((*columns.header, "permalink")), body


def _filled(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))[: max(width, 0)]


def _link(line: Line, columns: Columns) -> str:
    """Return the address that the title of a row leads to."""
    places = columns.places.get("title", ())
    return next((line.cells[at].url for at in places if at < len(line.cells)), "")


def _spread(lines: tuple[Line, ...]) -> Iterator[Line]:
    """Yield the lines of a table of rows: what covers several rows holds for each of them."""
    below: dict[int, tuple[int, Cell]] = {}
    for line in lines:
        row: list[Cell] = []
        for cell in (*line.cells, None):
            while len(row) in below and len(row) < _WIDEST:
                left, above = below.pop(len(row))
                if left > 1:
                    below[len(row)] = (left - 1, above)
                row.append(above)
            if cell is not None and len(row) < _WIDEST:
                if 1 < cell.high <= len(lines):
                    below[len(row)] = (cell.high - 1, cell)
                row.append(cell)
        yield Line(line.number, tuple(row))


def _tables(root: html.HtmlElement, base: str) -> Iterator[_Table]:
    """Yield the tables that hold no other one, in the order of the page."""
    day: date | None = None
    days: dict[html.HtmlElement, date | None] = {}
    rows: dict[html.HtmlElement, list[Line]] = {}
    outer: set[html.HtmlElement] = set()
    for element in root.iter():
        tag = element.tag
        if tag in _HEADINGS:
            day = day_in(_words(element)[:200]) or day
            if tag == "caption" and (table := _table_of(element)) is not None:
                days[table] = day
        elif tag == "table":
            days[element] = day
            if (around := _table_of(element)) is not None:
                outer.add(around)
        elif tag == "tr" and (table := _table_of(element)) is not None:
            found = rows.setdefault(table, [])
            found.append(Line(len(found) + 1, tuple(_cells(element, base))))
    for table, lines in rows.items():
        if table not in outer:
            yield _Table(tuple(lines), days.get(table), table.sourceline or 0)


def _table_of(element: html.HtmlElement) -> html.HtmlElement | None:
    return next(element.iterancestors("table"), None)


def _cells(row: html.HtmlElement, base: str) -> Iterator[Cell]:
    for cell in row:
        if cell.tag in ("td", "th"):
            address = next((one.get("href") or "" for one in cell.iter("a")), "")
            url = urljoin(base, address) if address else ""
            yield Cell(
                _words(cell),
                _number(cell.get("colspan")),
                _number(cell.get("rowspan")),
                url if url.startswith(("http://", "https://")) else "",
            )


def _number(text: str | None) -> int:
    return int(text) if text and text.strip().isdecimal() and len(text) < 5 else 1


def _words(element: html.HtmlElement) -> str:
    """Return the words of an element, a line for each line that a browser shows."""
    parts: list[str] = [" ".join((element.text or "").split())]
    size = 0
    for node in element.iterdescendants():
        silent = not isinstance(node.tag, str) or node.tag in _SILENT
        parts.append("\n" if node.tag in _BREAKS else " ")
        parts.append("" if silent else " ".join((node.text or "").split()))
        parts.append("\n" if node.tag in _BREAKS else " ")
        parts.append(" ".join((node.tail or "").split()))
        size += len(parts[-1]) + len(parts[-3])
        if size > _LONGEST:
            break
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


FORMAT = Format(NAME, "tables of a web page", recognises, read, order=85)
"""The reader, as the entry point names it."""
