"""Take a calendar file apart into its events before anything is interpreted.

Lines are folded after a number of octets, which may fall inside one character: octets are
unfolded first and decoded second (RFC 5545, 3.1). Every event is then parsed by itself, so that a
broken one never loses the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hallway.graph.formats.common.report import Report
from hallway.graph.reading import text

__all__ = ["Block", "Calendar", "calendar"]


@dataclass(frozen=True, slots=True)
class Block:
    """A component of the calendar: its content lines, and the line of the file it begins on."""

    line: int
    content: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """A calendar taken apart.

    Attributes
    ----------
    properties
        Content lines of the calendar itself.
    zones, events
        VTIMEZONE and VEVENT components, in the order of the file.
    """

    properties: tuple[str, ...]
    zones: tuple[Block, ...]
    events: tuple[Block, ...]


def calendar(data: bytes, report: Report) -> Calendar:
    """Take the bytes of a calendar apart; what is cut short or left open is told."""
    numbers, lines = _lines(data, report)
    properties: list[str] = []
    found: dict[str, list[Block]] = {"VEVENT": [], "VTIMEZONE": []}
    open_: list[str] = []  # names of the components that are open inside the calendar
    begin = 0

    def close(end: int) -> None:
        block = Block(numbers[begin], "\r\n".join(lines[begin:end]))
        if open_[0] in found:
            found[open_[0]].append(block)
        open_.clear()

    for number, line in enumerate(lines):
        mark, _, name = line.partition(":")
        mark, name = mark.strip().upper(), name.strip().upper()
        if mark == "BEGIN" and name != "VCALENDAR":
            if open_ and name == "VEVENT":
                report.tell(f"{open_[0]} has no end", f"line {numbers[begin]}", level="note")
                close(number)
            if not open_:
                begin = number
            open_.append(name)
        elif mark == "END" and name != "VCALENDAR":
            if name in open_:
                del open_[open_.index(name) + 1 :]
                if len(open_) == 1:
                    close(number + 1)
                else:
                    open_.pop()
        elif not open_ and line.strip() and mark not in ("BEGIN", "END"):
            properties.append(line)
    if open_:
        report.tell(f"{open_[0]} has no end: the file is cut off", f"line {numbers[begin]}")
        close(len(lines))
    return Calendar(tuple(properties), tuple(found["VTIMEZONE"]), tuple(found["VEVENT"]))


def _lines(data: bytes, report: Report) -> tuple[list[int], list[str]]:
    """Unfold and decode; return the number of each content line and the line."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode("utf-8")
    numbers: list[int] = []
    unfolded: list[list[bytes]] = []
    for number, line in _physical(data.removeprefix(b"\xef\xbb\xbf")):
        if line[:1] in (b" ", b"\t") and unfolded:
            unfolded[-1].append(line[1:])
        elif line.strip():
            numbers.append(number)
            unfolded.append([line])
    decoded, doubt = text.decode(b"\n".join(b"".join(parts) for parts in unfolded))
    if doubt is not None:
        at = int(doubt.where.removeprefix("line ") or 1)
        report.notices.append(replace(doubt, where=f"line {numbers[at - 1]}"))
    return numbers, decoded.split("\n")


def _physical(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield lines with their numbers; some writers put two CR before LF, some nothing but CR."""
    separator = b"\n" if b"\n" in data else b"\r"
    for number, line in enumerate(data.split(separator), 1):
        yield number, line.rstrip(b"\r").replace(b"\r", b"")
