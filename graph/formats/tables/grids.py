"""Timetables drawn as grids: a column for each room (or day), a row for each time.

A grid is turned into a table with a talk a row, which is read like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from hallway.graph.formats.common.wording import is_break
from hallway.graph.formats.tables.columns import Columns, field_of, find_columns
from hallway.graph.formats.tables.day_rows import day_in
from hallway.graph.formats.tables.records import Record
from hallway.graph.reading.name_words import is_nobody, looks_like_a_name
from hallway.graph.reading.text import clean, clean_lines
from hallway.graph.reading.times import clock, clock_range

__all__ = ["HEADER", "Cell", "Line", "grid", "lines_of"]

HEADER = ("date", "start", "end", "room", "title", "speakers", "abstract", "url", "id")
"""The columns of the table that a grid becomes."""

_HEADER_WITHIN = 20  # lines above which the rooms may stand
_FEWEST = 2  # times
_WIDEST = 200  # columns
_MOST_ROOMS = 40
_LONGEST_ROOM = 60  # characters
_LONGEST_NAMES = 300
_MOST_CELLS = 200_000
_BEHIND = re.compile(r"^(.*\S)(?:\s+[–—-]\s+|\s+by\s+(?=[A-ZÀ-Ý]))(\S.*)$")
_BRACKET = re.compile(r"^(.*\S)\s*\(([^()]{3,})\)$")
_BY = re.compile(r"^(?:by|with|von|mit|par|avec|por|con|speakers?|presenters?)\s*:?\s+", re.I)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with the columns and lines that it covers, and the address it leads to."""

    text: str
    wide: int = 1
    high: int = 1
    url: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table, as `Record.line` counts them; its cells from the left."""

    number: int
    cells: tuple[Cell, ...]


def lines_of(records: Sequence[Record]) -> list[Line]:
    """Take records of plain texts for lines of cells."""
    return [Line(one.line, tuple(map(Cell, one.cells))) for one in records]


def grid(lines: Sequence[Line], day: date | None = None) -> tuple[Columns, list[Record]] | None:
    """Turn a grid into a table.

    Parameters
    ----------
    lines
        All lines, with what stands above the grid.
    day
        The day that stands above the table, where it is known.

    Returns
    -------
    tuple | None
        The columns `HEADER` and a record for each talk, whose line is that of its time; None when
        it is no grid: no line of rooms over cells that begin with clock times.
    """
    if sum(len(line.cells) for line in lines) > _MOST_CELLS:
        return None
    placed = _placed(lines)
    for turned in (placed, _turned(placed)):
        top = next((at for at in range(min(len(turned), _HEADER_WITHIN)) if _heads(turned, at)), -1)
        if top >= 0:
            records = list(_records(turned, top, day))
            return (find_columns(HEADER), _with_people(records)) if records else None
    return None


@dataclass(frozen=True, slots=True)
class _Placed:
    """A cell in its column; `first` is False for a place that a wider or higher cell covers."""

    cell: Cell
    wide: int = 1
    high: int = 1
    first: bool = True


_Rows = list[tuple[int, list[_Placed]]]
_EMPTY = _Placed(Cell(""))


def _placed(lines: Sequence[Line]) -> _Rows:
    """Put each cell into every column and line that it covers."""
    rows: _Rows = []
    covered: dict[tuple[int, int], _Placed] = {}
    for down, line in enumerate(lines):
        row: list[_Placed] = []
        for cell in line.cells:
            while (down, len(row)) in covered:
                row.append(covered.pop((down, len(row))))
            if len(row) > _WIDEST:
                break
            wide, high = min(max(cell.wide, 1), _MOST_ROOMS), min(max(cell.high, 1), 100)
            left = len(row)
            row += [_Placed(cell, wide, high, at == 0) for at in range(wide)]
            for below in range(1, high):
                for at in range(wide):
                    covered[down + below, left + at] = _Placed(cell, wide, high, False)
        while (down, len(row)) in covered:
            row.append(covered.pop((down, len(row))))
        rows.append((line.number, row))
    return rows


def _turned(rows: _Rows) -> _Rows:
    """Exchange lines and columns, for grids with the rooms at the side."""
    width = max((len(row) for _, row in rows), default=0)
    if width > 200:
        return []
    return [
        (
            at + 1,
            [
                replace(row[at], wide=row[at].high, high=row[at].wide) if at < len(row) else _EMPTY
                for _, row in rows
            ],
        )
        for at in range(width)
    ]


def _heads(rows: _Rows, at: int) -> bool:
    """Tell whether a line names rooms or days over a column of clock times."""
    corner, *heads = rows[at][1] or [_EMPTY]
    texts = [one.cell.text.strip() for one in heads]
    named = [text for text in texts if text]
    if not 1 <= len(named) <= _MOST_ROOMS or clock_range(clean(corner.cell.text)):
        return False
    if any(len(text) > _LONGEST_ROOM or clock_range(clean(text)) for text in named):
        return False
    if {"title", "speakers", "abstract"} & {field_of(text) for text in named}:
        return False
    if len(named) == 1 and not (day_in(named[0]) or day_in(corner.cell.text)):
        return False
    below = [row[0].cell.text.strip() for _, row in rows[at + 1 :] if row]
    times = [bool(_clocks(text)) for text in below if text and day_in(text) is None]
    return sum(times) >= _FEWEST and 2 * sum(times) >= len(times)


def _clocks(text: str) -> tuple[str, str] | None:
    """Return start and end of a line as texts, "" for an end that is not given."""
    plain = " ".join(clean_lines(text).split())
    found = clock_range(plain) or (clock_range(plain.replace(" ", " - ", 1)) if plain else None)
    if not found:
        return None
    start, end = found
    # As they are written: whether 1:30 is in the afternoon, the whole column tells.
    parts = re.split(r"\s*(?:[-–—~→]|\bto\b|\bbis\b|\buntil\b)\s*|\s+(?=\d)", plain, maxsplit=1)
    if end is None or len(parts) < 2 or clock(parts[0]) is None:
        return f"{start:%H:%M}", f"{end:%H:%M}" if end else ""
    return parts[0], parts[1]


def _records(rows: _Rows, top: int, day: date | None) -> Iterator[Record]:
    """Yield a record for each talk below the line of rooms."""
    heads, days = _columns(rows, top, day)
    day = days.get(0, day)
    above: list[tuple[int, Record]] = []  # the talks of the last time, by column
    start = end = ""
    for down in range(top + 1, len(rows)):
        number, row = rows[down]
        first = row[0].cell.text if row else ""
        said = {one.cell.text for one in row if one.cell.text.strip()}
        if (found := day_in(first) if first else None) and not _clocks(first):
            day = found
            others = [one.cell.text.strip() for one in row[1:] if one.cell.text != first]
            if any(others) and not any(len(one) > _LONGEST_ROOM for one in others):
                heads, days = _columns(rows, down, day)
            continue
        if len(said) == 1 and (found := day_in(next(iter(said)))):
            day = found
            continue
        clocks = _clocks(first) if first.strip() else None
        if clocks:
            yield from (record for _, record in above)
            above, (start, end) = [], clocks
        elif first.strip():
            continue  # a heading between the times
        for at, one in enumerate(row[1:], 1):
            text = clean_lines(one.cell.text).strip()
            if not one.first or not text or is_nobody(text):
                continue
            if (
                not clocks
                and (known := next((n for n, (c, _) in enumerate(above) if c == at), -1)) >= 0
            ):
                column, record = above[known]
                above[known] = column, replace(record, cells=_continued(record.cells, text))
                continue
            if not start:
                continue
            last = _last(rows, down, one.high) if one.high > 1 else ""
            on = days.get(at, day)
            cells = (
                on.isoformat() if on else "", start, last or end,
                _room(heads, at, one, row), *_said(text), one.cell.url, "",
            )  # fmt: skip
            above.append((at, Record(number, cells)))
    yield from (record for _, record in above)


def _columns(rows: _Rows, top: int, day: date | None) -> tuple[list[str], dict[int, date]]:
    """Return the room of each column, "" for none, and the day of each, as far as told."""
    heads = [clean(one.cell.text) for one in rows[top][1]]
    days = {at: on for at, head in enumerate(heads) if (on := day_in(head))}
    rooms = ["" if at in days or at == 0 else head for at, head in enumerate(heads)]
    over = rows[top - 1][1] if top else []
    last: date | None = None
    for at, one in enumerate(over[: len(heads)]):
        # A day may stand over the first of its rooms only.
        last = day_in(one.cell.text) or (last if not one.cell.text.strip() else None)
        if at and last and at not in days:
            days[at] = last
    if day is None and not days:
        alone = (day_in(one.cell.text) for _, row in reversed(rows[:top]) for one in row)
        found = next((one for one in alone if one), None)
        return rooms, {0: found} if found else {}
    return rooms, days


def _room(heads: list[str], at: int, one: _Placed, row: Sequence[_Placed]) -> str:
    """Return the room of a cell; what spans all rooms, or is a break in one cell, is in none."""
    here = [head for head in heads[at : at + one.wide] if head]
    rooms = [head for head in heads[1:] if head]
    if len(rooms) > 1 and len(here) == len(rooms):
        return ""
    alone = sum(bool(other.cell.text.strip()) for other in row[1:]) == 1
    if alone and len(rooms) > 1 and is_break(clean(one.cell.text)):
        return ""
    return ", ".join(dict.fromkeys(here))


def _last(rows: _Rows, down: int, high: int) -> str:
    """Return the end of the last line that a cell covers."""
    for _, row in reversed(rows[down : down + high]):
        if row and (clocks := _clocks(row[0].cell.text)):
            return clocks[1]
    return ""


def _said(text: str) -> tuple[str, str, str]:
    """Take a cell apart: title, people and what else is said, by its lines."""
    title, *rest = [line.strip(" •·*") for line in text.split("\n") if line.strip(" •·*")] or [""]
    people: list[str] = []
    while rest and _names(_BY.sub("", rest[0])):
        people.append(_BY.sub("", rest.pop(0)))
    return title, "; ".join(people), "\n".join(rest)


def _names(line: str) -> bool:
    """Tell whether a line is nothing but names, perhaps with what they are with in brackets."""
    bare = re.sub(r"\([^()]*\)", "", line).strip()
    parts = [one.strip() for one in re.split(r"[,;&]|\s(?:and|und|et|y|e)\s", bare) if one.strip()]
    return bool(parts) and len(line) <= _LONGEST_NAMES and all(map(_name, parts))


def _name(part: str) -> bool:
    words = part.split()
    if not 2 <= len(words) <= 5 or any(map(str.isdigit, part)):
        # Letters without case write a name without blanks.
        return (
            len(words) == 1 and part.isalpha() and part.lower() == part.upper() and len(part) <= 8
        )
    return looks_like_a_name(part) and not part.isupper() and part[-1] not in ":.?!"


def _continued(cells: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Add what stands in a line below, without a time of its own."""
    *before, title, people, abstract, url, key = cells
    if _names(_BY.sub("", text)):
        people = "; ".join(filter(None, (people, _BY.sub("", text))))
    else:
        abstract = "\n".join(filter(None, (abstract, text)))
    return (*before, title, people, abstract, url, key)


def _with_people(records: list[Record]) -> list[Record]:
    """Find people on the line of the title, where most titles of the grid have them there."""
    talks = [one for one in records if not is_break(one.cells[4])]
    if any(one.cells[5] for one in talks):
        return records
    for split in (_behind_dash, _in_brackets):
        found = {one: parts for one in talks if (parts := split(one.cells[4]))}
        if len(found) >= 2 and 5 * len(found) >= 3 * len(talks):
            return [_split(one, *found[one]) if one in found else one for one in records]
    return records


def _split(record: Record, title: str, people: str) -> Record:
    cells = (*record.cells[:4], title, people, *record.cells[6:])
    return replace(record, cells=cells)


def _behind_dash(title: str) -> tuple[str, str] | None:
    found = _BEHIND.match(title)
    return (found[1], found[2]) if found and _names(found[2]) else None


def _in_brackets(title: str) -> tuple[str, str] | None:
    found = _BRACKET.match(title)
    return (found[1], found[2]) if found and _names(found[2]) else None
