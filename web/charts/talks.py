"""Charts of talks: an event's doors in order, and a person's doors on floors by topic."""

from __future__ import annotations

from collections.abc import Sequence
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

__all__ = ["DoorOfTalk", "Lane", "lanes", "strip"]

LEAST_PITCH = 1.5
"""Least room for a door of a tall strip, in pixels: all of 786 talks fit into the width."""
OUTLINED = 3.0
"""Least width of a door that can be an outline; narrower ones are pale when not recorded."""
LINKED_DOORS = 80
"""Most doors of a strip that are links; the list beside it has them all."""


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
    pitch = min(27.2, max(LEAST_PITCH, 1180 / max(1, len(shown)))) if tall else 5.5
    width, height = (min(20.0, pitch * 0.72), 48.0) if tall else (4.0, 22.0)
    longest = max((talk.minutes or 0 for talk in shown), default=0) or 1
    marks: list[Mark] = []
    for at, talk in enumerate(shown):
        share = 0.5 if talk.minutes is None else max(0.12, min(1.0, talk.minutes / longest))
        tallness = (height - 2) * share
        css = "unknown" if talk.minutes is None else "f-talk" if talk.recorded else "closed"
        if width < OUTLINED and css != "f-talk":
            css = "stub"  # an outline has no room
        inset = 0.0 if css in ("f-talk", "stub") else 0.6
        x, y = at * pitch, height - 1 - tallness
        door = box_mark(css, x + inset, y + inset, width - 2 * inset, tallness - inset)
        if tall and len(shown) <= LINKED_DOORS:
            inside = [door]
            if css == "f-talk" and width > 8:
                inside.append(knob_mark(x + width - 3, y + tallness * 0.56, 1.4))
            door = Mark("g", href=talk.href, title=talk.title, inside=tuple(inside))
        marks.append(door)
    whole = max(1.0, len(shown) * pitch - (pitch - width))
    marks.append(floor_mark(whole, height - 0.5))
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
    return Drawing(tenth(whole), height, words, tuple(marks))


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
        marks.append(path_mark("gridline", f"M{tenth(x)} 18V{tenth(bottom)}"))
        if at % every == 0 and x + 30 < width:
            marks.append(text_mark("faint", x + (0 if slim else 3), 14, str(first + at)))
    door, tallness = (8.0, 20.0) if slim else (10.0, 24.0)
    for at, lane in enumerate(found):
        floor = head + at * step
        marks.append(floor_mark(width, floor + 0.5))
        label = lane.label if len(lane.label) <= 27 or slim else lane.label[:26].rstrip() + "…"
        marks.append(
            Mark(
                "g",
                href=lane.href,
                title=lane.label if label != lane.label else "",
                inside=(
                    text_mark(
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
            box = box_mark(
                css, x + inset, floor - tallness + inset, door - 2 * inset, tallness - inset
            )
            inside = (box, knob_mark(x + door - 2.4, floor - 11, 1.2)) if recorded else (box,)
            marks.append(Mark("g", href=href, title=title, inside=inside))
    return Drawing(
        width,
        bottom + 6,
        f"Talks by {name} by topic and date, {len(found)} floors;"
        " the list of talks below has the same facts.",
        tuple(marks),
    )
