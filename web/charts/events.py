"""Charts of events: a skyline of all, the editions of a series, counts by year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from hallway.web.charts.marks import (
    Drawing,
    Mark,
    box_mark,
    floor_mark,
    knob_mark,
    path_mark,
    tenth,
    text_mark,
)

__all__ = ["DoorOfEvent", "attended", "editions", "skyline", "years_as_bars"]

POINTED = 3.0
"""Least width, in pixels, of a door that a pointer can hit."""


@dataclass(frozen=True, slots=True)
class DoorOfEvent:
    """What a skyline or a series' chart knows of an event; `when` is its first day, in years."""

    name: str
    short: str
    year: str
    talks: int
    href: str = ""
    when: float = 0.0


def skyline(
    events: Sequence[DoorOfEvent], width: float = 1184.0, today: float | None = None
) -> Drawing:
    """Draw every event at its date; the taller the door, the more talks.

    Doors too thin to point at lead nowhere: those of one kind are then a single mark. Events known
    by name only are short pale doors.

    Parameters
    ----------
    today
        Marked when there are events before and after it; in years.
    """
    floor = 140.0
    most = max((event.talks for event in events), default=1) or 1
    filled = sum(event.talks > 0 for event in events)
    door = max(1.2, min(14.0, width / max(1, filled) * 0.76))
    scale = 104 / most
    first, last = _span(events)
    years = (width - door) / max(last - first, 1e-9)
    free, marks, tops = 0.0, list[Mark](), list[tuple[float, float]]()
    thin: dict[str, list[str]] = {}
    for event in events:
        at = min(max(0.0, (event.when - first) * years), width - door)
        # Events of one week stand side by side as long as that moves none by more than its width.
        x = min(max(at, free), at + door, width - door)
        tallness = max(2.0, event.talks * scale) if event.talks else 7.0
        css = "f-event" if event.talks else "stub"
        if event.talks and door >= POINTED:
            free = x + door + 0.5
            marks.append(_event_door(event, x, floor, door, tallness))
        else:
            wide = door if event.talks else 2.0
            path = f"M{tenth(x)} {floor:g}v-{tenth(tallness)}h{tenth(wide)}v{tenth(tallness)}z"
            thin.setdefault(css, []).append(path)
        tops.append((x, floor - tallness))
    ground = [path_mark(css, "".join(paths)) for css, paths in sorted(thin.items(), reverse=True)]
    marks = [*ground, *marks, *_year_ticks(first, last, years, width, floor)]
    if today is not None and first < today < max((event.when for event in events), default=0):
        x = (today - first) * years
        marks.append(path_mark("gridline now", f"M{tenth(x)} 12V{floor:g}"))
        side = (x - 5, "end") if x > width / 2 else (x + 5, "")
        marks.append(text_mark("faint", side[0], 20, "today", side[1]))
    marks += _skyline_names(events, tops, door, width)
    marks.append(floor_mark(width, floor + 0.5))
    span = [event.year for event in events if event.year]
    return Drawing(
        width,
        170,
        f"Every event at its date, {min(span, default='')} to {max(span, default='')};"
        " the height of a door is its number of talks. The table below has the counts by year.",
        tuple(marks),
    )


def _span(events: Sequence[DoorOfEvent]) -> tuple[float, float]:
    """Return the whole years that hold all events."""
    whens = [event.when for event in events] or [0.0]
    return float(int(min(whens))), float(int(max(whens)) + 1)


def _event_door(event: DoorOfEvent, x: float, floor: float, door: float, tallness: float) -> Mark:
    box = box_mark("f-event", x, floor - tallness, door, tallness)
    knob = knob_mark(x + door - 3, floor - tallness * 0.44, 1.4)
    words = f"{event.name}, {event.talks} {'talk' if event.talks == 1 else 'talks'}"
    inside = (box, knob) if door > 9 and tallness > 12 else (box,)
    return Mark("g", href=event.href, title=words, inside=inside)


def _year_ticks(
    first: float, last: float, years: float, width: float, floor: float
) -> Iterator[Mark]:
    """Write the years under the floor, where each begins, as many as there is room for."""
    every = max(1, ceil(44 / years))
    for at in range(int(last - first)):
        x = at * years
        yield path_mark("gridline", f"M{tenth(x)} {floor:g}v6")
        if at % every == 0:
            late = x + 30 > width
            yield text_mark(
                "faint", width if late else x, 158, str(int(first) + at), "end" if late else ""
            )


def _skyline_names(
    events: Sequence[DoorOfEvent], tops: Sequence[tuple[float, float]], door: float, width: float
) -> list[Mark]:
    """Name the largest events where there is room: no name over another or over a taller door."""
    marks: list[Mark] = []
    taken: list[tuple[float, float, float]] = []
    for at in sorted(range(len(events)), key=lambda i: (-events[i].talks, i))[:12]:
        x, y = tops[at]
        length = 6.6 * (len(events[at].name) + len(str(events[at].talks)) + 2)
        start, anchor = (x, "") if x + length < width else (x + door, "end")
        left, right = (start, start + length) if not anchor else (start - length, start)
        base = y - 6
        high = [t for p, t in tops if p + door > left and p < right]
        if len(marks) >= 5 or base < 10 or (high and min(high) < base + 2):
            continue
        if any(a < right + 12 and left - 12 < b and abs(base - c) < 16 for a, b, c in taken):
            continue
        taken.append((left, right, base))
        marks.append(text_mark("", start, base, events[at].name, anchor, str(events[at].talks)))
    return marks


def years_as_bars(counts: Sequence[tuple[str, int]], what: str) -> Drawing:
    """Draw counts by year for narrow screens."""
    width, floor = 343.0, 92.0
    most = max((n for _, n in counts), default=1) or 1
    pitch = width / max(1, len(counts))
    marks: list[Mark] = []
    every = max(1, ceil(38 / pitch))
    for at, (year, n) in enumerate(counts):
        tallness = n * 76 / most
        thick = min(pitch * 0.78, 40.0)
        x = at * pitch + (pitch - thick) / 2
        marks.append(box_mark("f-event", x, floor - tallness, thick, tallness))
        if n == most and not any(mark.css == "strong" for mark in marks):
            marks.append(text_mark("strong", x + thick / 2, floor - tallness - 5, str(n), "middle"))
        if (len(counts) - 1 - at) % every == 0:
            marks.append(text_mark("faint", x + thick / 2, 109, year, "middle"))
    marks.append(floor_mark(width, floor + 0.5))
    return Drawing(width, 120, what, tuple(marks))


def editions(events: Sequence[DoorOfEvent], series: str, *, slim: bool = False) -> Drawing:
    """Draw a series' editions in order; dashed doors are known by name only."""
    width, floor = (343.0, 150.0) if slim else (816.0, 150.0)
    most = max((event.talks for event in events), default=1) or 1
    pitch = width / max(1, len(events))
    door = max(3.0, min(26.0, pitch * 0.56))
    marks: list[Mark] = []
    longest = max((len(event.short) for event in events), default=4) * 6.6 + 8
    every = max(1, ceil(longest / pitch))
    for at, event in enumerate(events):
        middle = (at + 0.5) * pitch
        tallness = max(6.0, event.talks * 124 / most) if event.talks else 40.0
        y = floor - tallness
        box = box_mark(
            "f-event" if event.talks else "unknown", middle - door / 2, y, door, tallness
        )
        inside: tuple[Mark, ...] = (box,)
        if event.talks and door > 10 and tallness > 14:
            inside = (box, knob_mark(middle + door / 2 - 5, floor - tallness * 0.45, 1.7))
        known = f"{event.talks} talks" if event.talks != 1 else "1 talk"
        words = f"{event.name}: {known if event.talks else 'known by name only'}"
        marks.append(Mark("g", href=event.href, title=words, inside=inside))
        if event.talks and (not slim or event.talks == most or len(events) <= 8):
            marks.append(text_mark("strong", middle, y - 6, str(event.talks), "middle"))
        if (len(events) - 1 - at) % every == 0:
            anchor = "middle"
            if at == len(events) - 1 and longest > pitch:
                anchor, middle = "end", min(width, middle + door)
            marks.append(text_mark("faint", middle, floor + 19, event.short, anchor))
    marks.append(floor_mark(width, floor + 0.5))
    with_talks = sum(1 for event in events if event.talks)
    return Drawing(
        width,
        floor + 28,
        f"{len(events)} editions of {series}, {with_talks} of them with talks; the height of a door"
        " is its number of talks.",
        tuple(marks),
    )


def attended(there: Sequence[bool]) -> Drawing:
    """Draw a series' editions for one person: a door where they spoke, else a sill."""
    pitch = max(2.0, min(9.0, 160 / max(1, len(there))))
    door, floor = pitch * 0.72, 16.0
    marks = [
        box_mark("f-talk", at * pitch, floor - 14, door, 14)
        if was
        else box_mark("stub", at * pitch, floor - 3, door, 3)
        for at, was in enumerate(there)
    ]
    width = max(pitch, len(there) * pitch)
    words = f"Spoke at {sum(there)} of {len(there)} editions with talks"
    return Drawing(tenth(width), floor + 1, words, (*marks, floor_mark(width, floor + 0.5)))
