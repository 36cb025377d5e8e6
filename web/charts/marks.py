"""What a chart is made of: marks with coordinates, and the few shapes that all charts share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "Drawing",
    "Mark",
    "box_mark",
    "floor_mark",
    "knob_mark",
    "path_mark",
    "tenth",
    "text_mark",
]


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


def tenth(number: float) -> float | int:
    """Round for the page: one decimal, none when it is whole."""
    short = round(number, 1)
    return int(short) if short == int(short) else short


def box_mark(css: str, x: float, y: float, width: float, height: float) -> Mark:
    """Return a rectangle by its upper left corner and its size."""
    at = {"x": tenth(x), "y": tenth(y), "width": tenth(width), "height": tenth(height)}
    return Mark("rect", css, at)


def text_mark(css: str, x: float, y: float, text: str, anchor: str = "", quiet: str = "") -> Mark:
    """Return words at a point: `anchor` as SVG's ``text-anchor``, `quiet` a paler number behind."""
    at: dict[str, str | float] = {"x": tenth(x), "y": tenth(y)}
    if anchor:
        at["text-anchor"] = anchor
    return Mark("text", css, at, text, quiet)


def path_mark(css: str, d: str) -> Mark:
    """Return a path."""
    return Mark("path", css, {"d": d})


def knob_mark(x: float, y: float, radius: float) -> Mark:
    """Return the knob of a door."""
    return Mark("circle", "knob", {"cx": tenth(x), "cy": tenth(y), "r": radius})


def floor_mark(width: float, y: float) -> Mark:
    """Return the line of ink that doors stand on."""
    return path_mark("floor", f"M0 {tenth(y)}H{tenth(width)}")
