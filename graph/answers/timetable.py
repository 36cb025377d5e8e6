"""The programme of an event as days, rooms and slots, made of the rows of ``event-programme``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from hallway.graph.answers.things import Ref
from hallway.graph.programme import WITHHELD

__all__ = ["Cell", "Day", "GridRow", "Slot", "Timetable", "timetable"]

NIGHT_ENDS = timedelta(hours=4)
"""A slot that starts before this time of day belongs to the evening before."""
UNKNOWN_MINUTES = 30
"""What a slot without an end takes in the grid."""
GRID_ROOMS = 12


@dataclass(frozen=True, slots=True)
class Slot:
    """A talk or a break; a talk that has several slots is there as often.

    Attributes
    ----------
    iri
        Of the talk or break.
    number, of
        Which of how many slots of the talk it is, from 1 in order of time.
    start, end
        With the offset of the source, or a clock time of unknown zone; None when not known.
    people
        In the order of the source.
    """

    iri: str
    title: str
    start: datetime | None
    end: datetime | None
    day: date | None
    minutes: int | None
    room: str
    track: str
    kind: str
    people: tuple[Ref, ...]
    recorded: bool
    is_break: bool
    number: int = 1
    of: int = 1

    @property
    def clock(self) -> str:
        """The time of day it starts at, empty when not known."""
        return self.start.strftime("%H:%M") if self.start else ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the grid: slots of one room that share `rows` lines; none in an empty cell."""

    slots: tuple[Slot, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line of the grid; `cells` leaves out rooms that a cell above still fills."""

    clock: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """One day: its slots in order, and the grid when it has rooms and times."""

    day: date | None
    slots: tuple[Slot, ...]
    rooms: tuple[str, ...] = ()
    grid: tuple[GridRow, ...] = ()

    @property
    def talks(self) -> int:
        """How many talks there are."""
        return len({slot.iri for slot in self.slots if not slot.is_break})


@dataclass(frozen=True, slots=True)
class Timetable:
    """All days of an event; slots without a date stand in a last day without one."""

    days: tuple[Day, ...]

    @property
    def talks(self) -> tuple[Slot, ...]:
        """The talks of all days, in order, each at its first slot."""
        slots = (slot for day in self.days for slot in day.slots)
        return tuple(slot for slot in slots if not slot.is_break and slot.number == 1)

    @property
    def has_times(self) -> bool:
        """Whether a slot has a time of day."""
        return any(slot.start for day in self.days for slot in day.slots)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Names of all rooms, as they first occur."""
        slots = (slot for day in self.days for slot in day.slots)
        return tuple(dict.fromkeys(slot.room for slot in slots if slot.room))


def timetable(
    rows: Iterable[Mapping[str, str | None]], places: Mapping[str, str] | None = None
) -> Timetable:
    """Gather the rows of ``event-programme``: the slots of talks and breaks, in order of time.

    Parameters
    ----------
    places
        Talk -> its place in the source; orders what has no time of day, as it was printed.
    """
    gathered: dict[str, dict[str, list[Mapping[str, str | None]]]] = {}
    for row in rows:
        of_talk = gathered.setdefault(row["talk"] or "", {})
        of_talk.setdefault(row.get("slot") or row["talk"] or "", []).append(row)
    slots = [slot for iri, some in gathered.items() for slot in _slots(iri, some)]
    slots.sort(key=lambda slot: _natural((places or {}).get(slot.iri, "")))
    days: dict[date | None, list[Slot]] = {}
    for slot in slots:
        days.setdefault(slot.day, []).append(slot)
    ordered = sorted(days, key=lambda found: (found is None, found or date.min))
    return Timetable(tuple(_day(found, days[found]) for found in ordered))


def _natural(text: str) -> list[tuple[int, str]]:
    """Return a key that sorts ``line 9`` before ``line 10``."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]


def _slots(iri: str, rows: Mapping[str, Sequence[Mapping[str, str | None]]]) -> list[Slot]:
    """Return the slots of a talk in order of time; one that two sources state is there once."""
    found: dict[tuple[datetime, str], Slot] = {}
    for slot in (_slot(iri, some) for _, some in sorted(rows.items())):
        found.setdefault((_instant(slot.start), slot.room), slot)
    ordered = sorted(found.values(), key=lambda slot: (_instant(slot.start), slot.room))
    return [replace(slot, number=n, of=len(ordered)) for n, slot in enumerate(ordered, 1)]


def _instant(moment: datetime | None) -> datetime:
    if moment is None:
        return datetime.min
    return (moment.astimezone(UTC) if moment.tzinfo else moment).replace(tzinfo=None)


def _slot(iri: str, rows: Sequence[Mapping[str, str | None]]) -> Slot:
    row = rows[0]
    start, found = _when(row["start"])
    end, _ = _when(row["end"])
    minutes = int(row["minutes"] or 0) or None
    if end is None and start is not None and minutes:
        end = start + timedelta(minutes=minutes)
    people: dict[str, Ref] = {}
    for one in sorted(rows, key=lambda r: int(r["position"] or 999)):
        if one["person"]:
            people.setdefault(one["person"], Ref(one["person"], one["personLabel"] or WITHHELD))
    return Slot(
        iri,
        row["title"] or "",
        start,
        end,
        found,
        minutes,
        row["roomLabel"] or "",
        row["trackLabel"] or "",
        row["kindLabel"] or "",
        tuple(people.values()),
        bool(row["recording"]),
        row["isBreak"] == "true",
    )


def _when(text: str | None) -> tuple[datetime | None, date | None]:
    """Read a date or a time, and the day of the programme that it belongs to."""
    if not text:
        return None, None
    try:
        if "T" not in text:
            return None, date.fromisoformat(text[:10])
        found = datetime.fromisoformat(text)
    except ValueError:
        return None, None
    return found, (found - NIGHT_ENDS).date()


def _day(found: date | None, slots: list[Slot]) -> Day:
    slots.sort(key=lambda s: (s.start is not None, _clock_of(s.start), s.room))
    rooms = tuple(dict.fromkeys(slot.room for slot in slots if slot.room))
    timed = [slot for slot in slots if slot.start and slot.room]
    regular = len(timed) >= 2 and 2 <= len(rooms) <= GRID_ROOMS
    return Day(found, tuple(slots), rooms, _grid(timed, rooms) if regular else ())


def _clock_of(moment: datetime | None) -> datetime:
    return moment.replace(tzinfo=None) if moment else datetime.min


def _grid(slots: Sequence[Slot], rooms: Sequence[str]) -> tuple[GridRow, ...]:
    """Lay slots out by room: a line for each time at which something starts or ends somewhere.

    Hours in which nothing changes take no room; what overlaps in one room shares a cell.
    """
    spans = {(slot.iri, slot.number): _span(slot) for slot in slots}
    edges = sorted({edge for span in spans.values() for edge in span})
    line = {edge: number for number, edge in enumerate(edges)}
    columns: list[dict[int, Cell]] = []
    for room in rooms:
        cells: dict[int, Cell] = {}
        at = -1
        for slot in (one for one in slots if one.room == room):
            first, stop = (line[edge] for edge in spans[slot.iri, slot.number])
            if at >= 0 and first < at + cells[at].rows:
                cells[at] = Cell((*cells[at].slots, slot), max(cells[at].rows, stop - at))
            else:
                at = first
                cells[at] = Cell((slot,), stop - first)
        columns.append(cells)
    return _grid_rows(columns, edges)


def _span(slot: Slot) -> tuple[datetime, datetime]:
    """Return when a slot starts and ends on the clock; one without an end takes half an hour."""
    start = _clock_of(slot.start)
    end = _clock_of(slot.end) if slot.end else start
    return start, end if end > start else start + timedelta(minutes=UNKNOWN_MINUTES)


def _grid_rows(
    columns: Sequence[Mapping[int, Cell]], edges: Sequence[datetime]
) -> tuple[GridRow, ...]:
    rows: list[GridRow] = []
    filled = [0] * len(columns)
    for index, edge in enumerate(edges[:-1]):
        cells: list[Cell] = []
        for number, column in enumerate(columns):
            if index < filled[number]:
                continue
            cell = column.get(index, Cell((), 1))
            filled[number] = index + cell.rows
            cells.append(cell)
        rows.append(GridRow(edge.strftime("%H:%M"), tuple(cells)))
    return tuple(rows)
