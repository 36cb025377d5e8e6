"""Running orders: a line for each slot, as stage managers write them.

Running order: Harbour Conf 2026 (Europe/Berlin)

2026-06-10
09:30-10:15  Cranes at night / Ana Lindqvist; Bo Chen (Quay Labs) [Main hall]
10:15-10:45  Coffee break
"""

from __future__ import annotations

import re
from datetime import date, datetime

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import is_break, series_of
from hallway.graph.programme import Event, Programme, Series, Talk
from hallway.graph.reading import names, times
from hallway.graph.reading.text import decode

FIRST = re.compile(r"\s*running order:\s*(.*?)\s*(?:\((\S+)\))?\s*\n", re.IGNORECASE)
SLOT = re.compile(r"(\S+)\s{2,}(.+?)(?:\s+/\s+(.+?))?(?:\s+\[(.+)\])?\s*")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the first line; see `hallway.graph.formats.Format.recognises`."""
    found = FIRST.match(head[:500].decode("utf-8", "replace"))
    return "its first line says that it is a running order" if found else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a running order; what cannot be read is told by line and left out."""
    report = Report(options)
    text, guess = decode(data)
    report.notices.extend([guess] if guess else [])
    first = FIRST.match(text)
    if first is None:
        raise SourceError(
            "the first line does not say: Running order",
            where=f"{options.file}, line 1",
            remedy="write it as: Running order: Harbour Conf 2026 (Europe/Berlin)",
        )
    name = report.title(first[1], "line 1") or options.event or "Untitled"
    zone = options.zone or first[2]
    talks: list[Talk] = []
    day: date | None = None
    for number, line in enumerate(text.splitlines()[1:], 2):
        where = f"line {number}"
        if not line.strip():
            continue
        if found := times.day(line.strip()):
            day = found
        elif slot := SLOT.fullmatch(line.strip()):
            talks.append(talk_of(slot, day, zone, report, where))
        else:
            report.tell(f"{line.strip()[:60]!r} is no slot", where, level="error")
    report.count(len(talks))
    series = options.series or series_of(name)
    event = Event(
        name=name,
        zone=zone if zone and times.zone(zone) else None,
        start=min((one.start.date() for one in talks if one.start), default=None),
        series=Series(series) if series else None,
        talks=tuple(talks),
    )
    return Programme("running-order", (event,), tuple(report.notices), recognises(data, data))


def talk_of(
    slot: re.Match[str], day: date | None, zone: str | None, report: Report, where: str
) -> Talk:
    """Read one slot."""
    clock, title, cell, room = slot.groups()
    clocks = times.clock_range(clock)
    start = end = None
    if clocks and day:
        start, end = (
            times.in_zone(datetime.combine(day, at), zone) if at else None for at in clocks
        )
    else:
        report.tell(f"{clock!r} is no time of a known day", where)
    people, nobodies = names.people(cell or "")
    for nobody in nobodies:
        report.tell(f"{nobody!r} is not a person", where, level="note")
    title = report.title(title, where)
    return Talk(
        title=title,
        is_break=not people and is_break(title),
        start=start,
        end=end,
        minutes=int((end - start).total_seconds() // 60) if start and end else None,
        room=report.line(room or "", where) or None,
        appearances=tuple(people),
        where=where,
    )


FORMAT = Format("running-order", "running order", recognises, read)
