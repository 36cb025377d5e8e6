"""Charts as plain marks with coordinates; the template macro `draw` writes them as SVG.

Every chart stands next to a table or a list with the same facts. Doors stand on a floor; height is
minutes for talks and number of talks for events, and there is never more than one scale on a floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

__all__ = [
    "Drawing",
    "Lane",
    "Mark",
    "bar",
    "editions",
    "heat_step",
    "lanes",
    "shares",
    "skyline",
    "strip",
    "years_as_bars",
]

LINKED_DOORS = 80
"""Most doors of a strip that are links; the list beside it has them all."""
THIN_YEAR = 20
"""Fewest talks of a year that may set the scale of a chart of shares."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One SVG element, or one link around several."""

    tag: str
    css: str = ""
    at: Mapping[str, str | float] = field(default_factory=dict)
    text: str = ""
    quiet: str = ""
    href: str = ""
    title: str = ""
    inside: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart: its size in pixels, what it says in words, and its marks in the order of drawing."""

    width: float
    height: float
    label: str
    marks: tuple[Mark, ...]

    @property
    def has_links(self) -> bool:
        """Whether something in it leads somewhere."""
        return any(mark.href for mark in self.marks)


def _n(number: float) -> float | int:
    """Round for the page: one decimal, none when it is whole."""
    short = round(number, 1)
    return int(short) if short == int(short) else short


def _box(css: str, x: float, y: float, width: float, height: float) -> Mark:
    at = {"x": _n(x), "y": _n(y), "width": _n(width), "height": _n(height)}
    return Mark("rect", css, at)


def _text(css: str, x: float, y: float, text: str, anchor: str = "", quiet: str = "") -> Mark:
    at: dict[str, str | float] = {"x": _n(x), "y": _n(y)}
    if anchor:
        at["text-anchor"] = anchor
    return Mark("text", css, at, text, quiet)


def _path(css: str, d: str) -> Mark:
    return Mark("path", css, {"d": d})


def _knob(x: float, y: float, radius: float) -> Mark:
    return Mark("circle", "knob", {"cx": _n(x), "cy": _n(y), "r": radius})


def _floor(width: float, y: float) -> Mark:
    return _path("floor", f"M0 {_n(y)}H{_n(width)}")


@dataclass(frozen=True, slots=True)
class DoorOfTalk:
    """What a strip knows of a talk."""

    minutes: int | None
    recorded: bool
    href: str = ""
    title: str = ""


def strip(talks: Sequence[DoorOfTalk], *, tall: bool = False, most: int = 60) -> Drawing:
    """Draw an event's talks in order, one door each; height is minutes.

    Parameters
    ----------
    most
        Doors drawn at most in the small form.
    """
    shown = talks if tall else talks[:most]
    pitch = min(27.2, max(6.0, 1180 / max(1, len(shown)))) if tall else 5.5
    width, height = (min(20.0, pitch * 0.72), 48.0) if tall else (4.0, 22.0)
    longest = max((talk.minutes or 0 for talk in shown), default=0) or 1
    marks: list[Mark] = []
    for at, talk in enumerate(shown):
        share = 0.5 if talk.minutes is None else max(0.12, min(1.0, talk.minutes / longest))
        tallness = (height - 2) * share
        css = "unknown" if talk.minutes is None else "f-talk" if talk.recorded else "closed"
        inset = 0.0 if css == "f-talk" else 0.6
        x, y = at * pitch, height - 1 - tallness
        door = _box(css, x + inset, y + inset, width - 2 * inset, tallness - inset)
        if tall and len(shown) <= LINKED_DOORS:
            inside = [door]
            if css == "f-talk" and width > 8:
                inside.append(_knob(x + width - 3, y + tallness * 0.56, 1.4))
            door = Mark("g", href=talk.href, title=talk.title, inside=tuple(inside))
        marks.append(door)
    whole = max(1.0, len(shown) * pitch - (pitch - width))
    marks.append(_floor(whole, height - 0.5))
    known = [talk.minutes for talk in talks if talk.minutes is not None]
    recorded = sum(talk.recorded for talk in talks)
    words = f"{len(talks)} talks in order"
    if known:
        words += (
            f", {min(known)} to {max(known)} minutes"
            if min(known) != max(known)
            else (f", {known[0]} minutes each")
        )
    words += f", {recorded} recorded" if recorded else ", no recording known"
    return Drawing(_n(whole), height, words, tuple(marks))


def bar(value: float, most: float, css: str, width: int = 110) -> Drawing:
    """Draw one bar of a table's row."""
    length = width * value / most if most else 0
    return Drawing(width, 10, "", (_box(css, 0, 0, max(length, 1.0 if value else 0.0), 10),))


@dataclass(frozen=True, slots=True)
class YearShare:
    """Talks of one year: `part` of `whole`."""

    year: int
    part: int
    whole: int

    @property
    def share(self) -> float:
        """The share in per cent."""
        return 100 * self.part / self.whole if self.whole else 0.0


def _nice(most: float) -> tuple[float, list[float]]:
    """Choose the top of a scale and at most four grid lines."""
    for step in (0.5, 1, 2, 2.5, 5, 10, 20, 25, 50):
        count = ceil(most / step)
        if count <= 4:
            return step * max(count, 1), [step * i for i in range(1, max(count, 1) + 1)]
    return 100.0, [25, 50, 75, 100]


def shares(years: Sequence[YearShare], name: str, *, slim: bool = False) -> Drawing:
    """Draw a topic's share of all talks by year, the number above and n below each bar.

    Years with few talks are pale and do not set the scale; a bar beyond it is cut with a saw edge.
    """
    width, height, floor = (343.0, 200.0, 160.0) if slim else (816.0, 256.0, 208.0)
    left = 22.0 if slim else 34.0
    solid = [one.share for one in years if one.whole >= THIN_YEAR]
    top, lines = _nice(max(solid or [one.share for one in years], default=1) or 1)
    scale = (floor - 24) / top
    marks: list[Mark] = []
    for line in lines:
        y = floor - line * scale
        marks.append(_path("gridline", f"M{_n(left)} {_n(y)}H{_n(width)}"))
        marks.append(_text("faint", left - 8, y + 4, f"{line:g}", "end"))
    marks.append(_text("faint", 0, 12, "per cent of talks"))
    pitch = (width - left) / max(1, len(years))
    every = max(1, ceil((44 if slim else 40) / pitch))
    for at, one in enumerate(years):
        middle = left + pitch * (at + 0.5)
        marks += _share_bar(one, middle, min(pitch * 0.72, 64.0), floor, top, scale)
        if (len(years) - 1 - at) % every == 0:
            marks.append(_text("faint", middle, floor + 18, str(one.year), "middle"))
            if not slim:
                marks.append(_text("faint", middle, floor + 38, f"{one.whole:,}", "middle"))
    if not slim and years:
        marks.append(_text("faint", 0, floor + 38, "of"))
    marks.append(_path("floor", f"M{_n(left)} {_n(floor + 0.5)}H{_n(width)}"))
    first, last = (years[0].year, years[-1].year) if years else ("", "")
    return Drawing(
        width,
        height,
        f"Share of all talks that are about {name}, by year, {first} to {last}."
        " The table below has the numbers.",
        tuple(marks),
    )


def _share_bar(
    one: YearShare, middle: float, width: float, floor: float, top: float, scale: float
) -> list[Mark]:
    x, y = middle - width / 2, floor - min(one.share, top) * scale
    label = _text("strong", middle, y - 6, str(one.part), "middle")
    if one.share > top:
        tooth = width / 4
        saw = f"l{_n(tooth)} -5 {_n(tooth)} 5 {_n(tooth)} -5 {_n(tooth)} 5"
        return [
            _path("thin", f"M{_n(x)} {floor}V{_n(y)}{saw}V{floor}"),
            _text("strong", middle, y - 9, str(one.part), "middle"),
        ]
    css = "f-topic" if one.whole >= THIN_YEAR else "thin"
    return [_box(css, x, y, width, floor - y), label] if one.part else [label]


@dataclass(frozen=True, slots=True)
class DoorOfEvent:
    """What a skyline or a series' chart knows of an event."""

    name: str
    short: str
    year: str
    talks: int
    href: str = ""


POINTED = 3.0
"""Least width, in pixels, of a door that a pointer can hit."""


def skyline(events: Sequence[DoorOfEvent], width: float = 1184.0) -> Drawing:
    """Draw every event in order of date; the taller the door, the more talks.

    Doors too thin to point at lead nowhere: those of one kind are then a single mark.
    """
    floor = 140.0
    most = max((event.talks for event in events), default=1) or 1
    pitch = width / max(1, len(events))
    door = max(1.2, min(22.0, pitch * 0.76))
    scale = 104 / most
    marks: list[Mark] = []
    thin: dict[str, list[str]] = {}
    year, last_label = "", -99.0
    tops: list[tuple[float, float]] = []
    for at, event in enumerate(events):
        x = at * pitch
        tallness = max(2.0, event.talks * scale)
        css = "f-event" if event.talks else "unknown"
        box = _box(css, x, floor - tallness, door, tallness)
        inside = (
            (box, _knob(x + door - 3, floor - tallness * 0.44, 1.4))
            if (door > 9 and tallness > 12 and event.talks)
            else (box,)
        )
        words = f"{event.name}, {event.talks} {'talk' if event.talks == 1 else 'talks'}"
        if pitch < POINTED:
            path = f"M{_n(x)} {floor:g}v-{_n(tallness)}h{_n(door)}v{_n(tallness)}z"
            thin.setdefault(css, []).append(path)
        else:
            marks.append(Mark("g", href=event.href, title=words, inside=inside))
        tops.append((x, floor - tallness))
        if event.year and event.year != year:
            year = event.year
            if x - last_label > 40:
                late = x + 30 > width
                marks.append(_text("faint", width if late else x, 158, year, "end" if late else ""))
                marks.append(_path("gridline", f"M{_n(x)} {floor}v6"))
                last_label = x
    marks += [_path(css, "".join(paths)) for css, paths in thin.items()]
    marks += _skyline_names(events, tops, door, width)
    marks.append(_floor(width, floor + 0.5))
    span = [event.year for event in events if event.year]
    return Drawing(
        width,
        170,
        f"Every event in order of date, {min(span, default='')} to {max(span, default='')};"
        " the height of a door is its number of talks. The table below has the counts by year.",
        tuple(marks),
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
        marks.append(_text("", start, base, events[at].name, anchor, str(events[at].talks)))
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
        marks.append(_box("f-event", x, floor - tallness, thick, tallness))
        if n == most and not any(mark.css == "strong" for mark in marks):
            marks.append(_text("strong", x + thick / 2, floor - tallness - 5, str(n), "middle"))
        if (len(counts) - 1 - at) % every == 0:
            marks.append(_text("faint", x + thick / 2, 109, year, "middle"))
    marks.append(_floor(width, floor + 0.5))
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
        box = _box("f-event" if event.talks else "unknown", middle - door / 2, y, door, tallness)
        inside: tuple[Mark, ...] = (box,)
        if event.talks and door > 10 and tallness > 14:
            inside = (box, _knob(middle + door / 2 - 5, floor - tallness * 0.45, 1.7))
        known = f"{event.talks} talks" if event.talks != 1 else "1 talk"
        words = f"{event.name}: {known if event.talks else 'known by name only'}"
        marks.append(Mark("g", href=event.href, title=words, inside=inside))
        if event.talks and (not slim or event.talks == most or len(events) <= 8):
            marks.append(_text("strong", middle, y - 6, str(event.talks), "middle"))
        if (len(events) - 1 - at) % every == 0:
            anchor = "middle"
            if at == len(events) - 1 and longest > pitch:
                anchor, middle = "end", min(width, middle + door)
            marks.append(_text("faint", middle, floor + 19, event.short, anchor))
    marks.append(_floor(width, floor + 0.5))
    with_talks = sum(1 for event in events if event.talks)
    return Drawing(
        width,
        floor + 28,
        f"{len(events)} editions of {series}, {with_talks} of them with talks; the height of a door"
        " is its number of talks.",
        tuple(marks),
    )


@dataclass(frozen=True, slots=True)
class Lane:
    """One floor of a person's chart: a topic and the (time in years, title, path) of its talks."""

    label: str
    href: str
    talks: tuple[tuple[float, str, str, bool], ...]


def lanes(
    found: Sequence[Lane], name: str, first: int, last: int, *, slim: bool = False
) -> Drawing:
    """Draw a person's talks by topic and date, one floor a topic."""
    width = 343.0 if slim else 816.0
    left, step = (2.0, 58.0) if slim else (190.0, 46.0)
    head = 70.0 if slim else 64.0
    span = max(1, last - first + 1)
    pitch = (width - left) / span
    bottom = head + step * (len(found) - 1) + 6
    marks: list[Mark] = []
    every = max(1, ceil(44 / pitch))
    for at in range(span):
        x = left + at * pitch
        marks.append(_path("gridline", f"M{_n(x)} 18V{_n(bottom)}"))
        if at % every == 0 and x + 30 < width:
            marks.append(_text("faint", x + (0 if slim else 3), 14, str(first + at)))
    door, tallness = (8.0, 20.0) if slim else (10.0, 24.0)
    for at, lane in enumerate(found):
        floor = head + at * step
        marks.append(_floor(width, floor + 0.5))
        label = lane.label if len(lane.label) <= 27 or slim else lane.label[:26].rstrip() + "…"
        marks.append(
            Mark(
                "g",
                href=lane.href,
                title=lane.label if label != lane.label else "",
                inside=(
                    _text(
                        "strong", 0, floor - (27 if slim else 8), label, "", str(len(lane.talks))
                    ),
                ),
            )
        )
        free = left
        for when, title, href, recorded in sorted(lane.talks):
            x = min(max(left + (when - first) * pitch, free), width - door)
            free = x + door + (1 if slim else 2)
            css, inset = ("f-talk", 0.0) if recorded else ("closed", 0.6)
            box = _box(css, x + inset, floor - tallness + inset, door - 2 * inset, tallness - inset)
            inside = (box, _knob(x + door - 2.4, floor - 11, 1.2)) if recorded else (box,)
            marks.append(Mark("g", href=href, title=title, inside=inside))
    return Drawing(
        width,
        bottom + 6,
        f"Talks by {name} by topic and date, {len(found)} floors;"
        " the list of talks below has the same facts.",
        tuple(marks),
    )


def heat_step(share: float) -> int:
    """Return the step of shade for a share in per cent: 0, under 1, 2.5, 5, 8, 8 and over."""
    if share <= 0:
        return 0
    return 1 + sum(share >= edge for edge in (1, 2.5, 5, 8))
