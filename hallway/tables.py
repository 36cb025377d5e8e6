"""Tables for a terminal, CSV for a pipe; no control character of the data reaches the terminal."""

from __future__ import annotations

import csv
import json
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from hallway.graph.engine import Solutions

__all__ = ["printable", "write_solutions", "write_table"]

WIDEST = 60


def printable(text: str, *, keep_lines: bool = False) -> str:
    r"""Escape control characters, so that data cannot steer the terminal.

    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(
        char
        if (char == "\n" and keep_lines) or unicodedata.category(char) not in ("Cc", "Cf")
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def write_table(out: TextIO, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write columns that line up: numbers to the right, long cells cut with an ellipsis."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(header, *cells, strict=True)]
    right = [
        bool(rows) and all(isinstance(value, int | float) for value in column)
        for column in zip(*rows, strict=True)
    ] or [False] * len(header)
    for row in [list(header), *cells]:
        padded = [
            " " * (width - _width(cell)) + cell if to_right else cell + " " * (width - _width(cell))
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        out.write("  ".join(padded).rstrip() + "\n")


def write_solutions(out: TextIO, solutions: Solutions, name: str | None = None) -> None:
    """Write solutions as ``table``, ``csv`` or ``json``; by default as fits the stream."""
    name = name or ("table" if out.isatty() else "csv")
    if name == "json":
        json.dump(list(solutions.dicts()), out, ensure_ascii=False, indent=1)
        out.write("\n")
        return
    rows = [["" if term is None else term.value for term in row] for row in solutions.rows]
    if name == "table":
        write_table(out, solutions.variables, rows)
        return
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(solutions.variables)
    writer.writerows(rows)


def _cell(value: object) -> str:
    text = printable("" if value is None else str(value))
    return text if _width(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _width(text: str) -> int:
    """Count terminal columns: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
