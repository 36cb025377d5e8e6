"""Days that a table says once for several rows: in a heading, a merged cell, or the row above."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.tables.columns import Columns
from hallway.graph.formats.tables.rows import Row
from hallway.graph.reading import times
from hallway.graph.reading.text import clean

__all__ = ["day_in", "with_days"]

_PART = re.compile(r"\s[–—-]\s|[:|()]|,\s(?=\d)")
_LONGEST = 80  # characters of a heading


def day_in(text: str) -> date | None:
    """Return the day that a heading names: "Day 1 – 10 June 2026".

    >>> day_in("Mittwoch, 10.06.2026"), day_in("Day 2")
    (datetime.date(2026, 6, 10), None)
    """
    text = clean(text)
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return None
    found = (times.day(part.strip()) for part in (text, *_PART.split(text)) if part.strip())
    return next((one for one in found if one is not None), None)


def with_days(rows: Sequence[Row], columns: Columns, day: date | None, report: Report) -> list[Row]:
    """Give rows that have a time and no day the day above them.

    Parameters
    ----------
    day
        The day that the heading of the table names; None when it names none.

    Returns
    -------
    list[Row]
        Without the rows that are headings and name a day and nothing else.
    """
    if columns.lists != "talks" or not columns.times:
        return list(rows)
    place = columns.places.get("date", (len(columns.header),))[0]
    filled = replace(
        columns,
        header=(*columns.header, "") if place == len(columns.header) else columns.header,
        places={**columns.places, "date": columns.places.get("date", (place,))},
    )
    found: list[Row] = []
    above: Row | None = None  # the last row with a time
    for row in rows:
        alone = [cell for cell in row.cells if cell]
        if len(alone) == 1 and (heading := day_in(alone[0])) is not None and not row.given:
            day = heading
            report.once("rows that name a day are headings", row.where, level="note")
            continue
        clock = row.first("start") or row.first("time")
        own = row.first("date")
        if own:
            day = times.day(own) or day
        elif not clock and _beside(row, above):
            clock = above.first("start") or above.first("time") if above else ""
            report.once(
                "rows in another room have the time of the row above", row.where, level="note"
            )
            cells = [*row.cells, *[""] * (len(columns.header) - len(row.cells))]
            for field in ("start", "time", "end", "date"):
                for at in columns.places.get(field, ()):
                    cells[at] = cells[at] or _cell(above, at)
            row = replace(row, cells=tuple(cells))
        if not own and clock and day is not None and not _has_day(clock):
            report.once("times without a day have that of the row above", row.where, level="note")
            cells = [*row.cells, *[""] * (place + 1 - len(row.cells))]
            cells[place] = day.isoformat()
            row = replace(row, columns=filled, cells=tuple(cells))
        found.append(row)
        above = row if row.first("start") or row.first("time") else above
    return found


def _beside(row: Row, above: Row | None) -> bool:
    """Tell whether a row is the talk in the next room at the time of the row above."""
    room, there = row.first("room"), above.first("room") if above else ""
    return bool(room and there and room != there and row.first("title")) and not row.first("date")


def _cell(row: Row | None, at: int) -> str:
    return row.cells[at] if row is not None and at < len(row.cells) else ""


def _has_day(text: str) -> bool:
    return isinstance(times.moment(text, zone=None), date | datetime)
