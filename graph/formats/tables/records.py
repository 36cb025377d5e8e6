"""Split a table into records: delimiter, quotes and line ends of every dialect."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

__all__ = ["Record", "records", "told_delimiter"]

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 40  # records that tell the delimiter
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_MARK = re.compile(r"\s*\"?sep=(.)\"?[\r\n]")  # how a spreadsheet is told the delimiter
_MOST_REPAIRS = 100


@dataclass(frozen=True, slots=True)
class Record:
    """One record.

    Attributes
    ----------
    line
        Where it begins, counted from 1 as an editor does.
    broken
        It opens a quote that is never closed, or is closed in the middle of a later record.
    """

    line: int
    cells: tuple[str, ...]
    broken: bool = False


def told_delimiter(text: str, familiar: Callable[[str], bool]) -> str:
    """Tell the delimiter from the first records.

    Parameters
    ----------
    text
        The beginning of the table, or all of it.
    familiar
        Tells whether a cell could be a header.

    Returns
    -------
    str
        The one under which most cells of one of the first records could be headers, then the one
        that gives most records as many cells as the first; a comma when nothing tells.
    """
    marked = _MARK.match(text)
    return marked[1] if marked else max(_DELIMITERS, key=lambda mark: _fit(text, mark, familiar))


def records(text: str, delimiter: str) -> Iterator[Record]:
    """Yield the records that are not blank.

    A quote that is never closed costs the record it stands in, not the file: where the lines it
    swallowed look like records, its line is read without regard to quotes, and reading goes on
    with the next one.
    """
    # The limit is one for the process and is only ever raised; `max_field` cuts long texts.
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    lines: list[str] = []
    rest = (found[0] for found in _LINE.finditer(text))
    start, width, repairs = 1 if _MARK.match(text) else 0, 0, 0
    while True:
        for cells, first, end in _run(_from(start, lines, rest), start, delimiter):
            width = width or len(cells)
            broken = end - first > 1 and _malformed(lines[first:end], delimiter, len(cells), width)
            if (
                broken
                and repairs < _MOST_REPAIRS
                and _swallowed(lines[first + 1 : end], delimiter, width)
            ):
                bare = lines[first].rstrip("\r\n").split(delimiter)
                yield Record(first + 1, tuple(bare), broken=True)
                start, repairs = first + 1, repairs + 1
                break
            if any(cell.strip() for cell in cells):
                yield Record(first + 1, tuple(cells), broken)
        else:
            return


def _from(start: int, lines: list[str], rest: Iterator[str]) -> Iterator[str]:
    """Yield the lines from one on; what is taken from the rest is added to `lines`."""
    at = start
    while True:
        while len(lines) <= at:
            following = next(rest, None)
            if following is None:
                return
            lines.append(following)
        yield lines[at]
        at += 1


def _run(lines: Iterator[str], start: int, delimiter: str) -> Iterator[tuple[list[str], int, int]]:
    """Yield each record of the lines, with its first line and the one behind its last."""
    reader = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
    first = start
    for cells in reader:
        end = start + reader.line_num
        yield cells, first, end
        first = end


def _malformed(lines: list[str], delimiter: str, cells: int, width: int) -> bool:
    if cells != width:
        return True
    try:
        list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True))
    except csv.Error:
        return True
    return False


def _swallowed(lines: list[str], delimiter: str, width: int) -> bool:
    """Tell whether lines inside one record look like records of their own."""
    if width < 2:
        return False
    widths = [len(next(csv.reader([line], delimiter=delimiter), [])) for line in lines[:200]]
    filled = [one for line, one in zip(lines, widths, strict=False) if line.strip()]
    return sum(one == width for one in filled) * 2 >= len(filled) > 0


def _fit(text: str, delimiter: str, familiar: Callable[[str], bool]) -> tuple[int, float, int]:
    sample = [one.cells for one in islice(records(text, delimiter), _SAMPLE)]
    headers = max((sum(map(familiar, cells)) for cells in sample[:10]), default=0)
    widths = Counter(len(cells) for cells in sample if len(cells) > 1)
    common, count = widths.most_common(1)[0] if widths else (0, 0)
    return headers, count / max(len(sample), 1), common
