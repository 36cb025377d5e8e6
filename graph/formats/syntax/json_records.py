"""Read a list of JSON objects one at a time: an array, or one object a line, packed or not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.reading import gzipped, text

__all__ = ["FIRST", "first_record", "records"]

_BLANK = re.compile(r"[ \t\r\n]*")
FIRST = 512 * 1024  # bytes in which the first record must end to be looked at


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) < 19 else digits


_DECODER = json.JSONDecoder(parse_constant=str, parse_int=_whole, strict=False)


def records(
    data: bytes, report: Report, options: ReadOptions
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each object with its place, ``[12]`` in an array or ``line 12`` of lines.

    What is no object is left out with a notice. A line that is no JSON is left out alone; after a
    fault in an array nothing more can be read, which is told.

    Raises
    ------
    SourceError
        Not even one object can be read, or it unpacks to more than may be.
    """
    start = gzipped.head(data, 4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    kind = _array if start.startswith(b"[") else _lines
    none = True
    for where, value in kind(data, report, options):
        if isinstance(value, Mapping):
            none = False
            yield where, value
        else:
            report.tell(f"a record is an object, not {value!r:.60}", where, level="error")
    if none:
        told = report.notices[-1] if report.notices else None
        raise SourceError(
            told.what if told else "there is no record in it",
            where=f"{options.file}, {told.where}" if told and told.where else options.file,
            remedy="check that the file is complete; an editor that knows JSON shows the place",
        )


def first_record(data: bytes) -> Mapping[str, Any]:
    """Return the first object of a list, for telling formats apart; empty for anything else."""
    start, _ = text.decode(gzipped.head(data, FIRST))
    at = _BLANK.match(start, start.startswith("\ufeff"))
    position = at.end() if at else 0
    if start[position : position + 1] == "[":
        position = _skipped(start, position + 1)
    if start[position : position + 1] != "{":
        return {}
    try:
        value, _ = _DECODER.raw_decode(start, position)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, Mapping) else {}


def _lines(data: bytes, report: Report, options: ReadOptions) -> Iterator[tuple[str, Any]]:
    for number, line in gzipped.lines(data, options.file, options):
        source, guess = text.decode(line)
        if guess:
            report.once("the file is not all UTF-8; check names with accents", f"line {number}")
        try:
            yield f"line {number}", _DECODER.decode(source)
        except (ValueError, RecursionError) as error:
            report.tell(f"not JSON: {_reason(error)}", f"line {number}", level="error")


def _array(data: bytes, report: Report, options: ReadOptions) -> Iterator[tuple[str, Any]]:
    """Decode an array element by element, so that a cut file gives what it has."""
    if gzipped.is_gzip(data):
        data = b"".join(line for _, line in gzipped.lines(data, options.file, options))
    source, guess = text.decode(data)
    if guess:
        report.notices.append(guess)
    position, number = _skipped(source, source.index("[") + 1), 0
    while source[position : position + 1] != "]":
        try:
            value, position = _DECODER.raw_decode(source, position)
        except (ValueError, RecursionError) as error:
            report.tell(
                f"not JSON: {_reason(error)}; nothing behind it was read",
                f"[{number}], line {source.count(chr(10), 0, position) + 1}",
                "check that the file is complete",
                "error",
            )
            return
        yield f"[{number}]", value
        number += 1
        position = _skipped(source, position)
        if source[position : position + 1] == ",":
            position = _skipped(source, position + 1)


def _skipped(source: str, position: int) -> int:
    blank = _BLANK.match(source, position)
    return blank.end() if blank else position


def _reason(error: Exception) -> str:
    return error.msg if isinstance(error, json.JSONDecodeError) else "nested too deep"
