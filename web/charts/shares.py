"""Charts of numbers: shares of talks by year, bars in rows, shades in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from hallway.web.charts.marks import Drawing, Mark, box_mark, path_mark, tenth, text_mark

__all__ = ["THIN_YEAR", "YearShare", "bar", "heat_step", "shares"]

THIN_YEAR = 20
"""Fewest talks of a year that may set the scale of a chart of shares."""


def bar(value: float, most: float, css: str, width: int = 110) -> Drawing:
    """Draw one bar of a table's row."""
    length = width * value / most if most else 0
    return Drawing(width, 10, "", (box_mark(css, 0, 0, max(length, 1.0 if value else 0.0), 10),))


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
        marks.append(path_mark("gridline", f"M{tenth(left)} {tenth(y)}H{tenth(width)}"))
        marks.append(text_mark("faint", left - 8, y + 4, f"{line:g}", "end"))
    marks.append(text_mark("faint", 0, 12, "per cent of talks"))
    pitch = (width - left) / max(1, len(years))
    every = max(1, ceil((44 if slim else 40) / pitch))
    for at, one in enumerate(years):
        middle = left + pitch * (at + 0.5)
        marks += _share_bar(one, middle, min(pitch * 0.72, 64.0), floor, top, scale)
        if (len(years) - 1 - at) % every == 0:
            marks.append(text_mark("faint", middle, floor + 18, str(one.year), "middle"))
            if not slim:
                marks.append(text_mark("faint", middle, floor + 38, f"{one.whole:,}", "middle"))
    if not slim and years:
        marks.append(text_mark("faint", 0, floor + 38, "of"))
    marks.append(path_mark("floor", f"M{tenth(left)} {tenth(floor + 0.5)}H{tenth(width)}"))
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
    label = text_mark("strong", middle, y - 6, str(one.part), "middle")
    if one.share > top:
        tooth = width / 4
        saw = f"l{tenth(tooth)} -5 {tenth(tooth)} 5 {tenth(tooth)} -5 {tenth(tooth)} 5"
        return [
            path_mark("thin", f"M{tenth(x)} {floor}V{tenth(y)}{saw}V{floor}"),
            text_mark("strong", middle, y - 9, str(one.part), "middle"),
        ]
    css = "f-topic" if one.whole >= THIN_YEAR else "thin"
    return [box_mark(css, x, y, width, floor - y), label] if one.part else [label]


def heat_step(share: float) -> int:
    """Return the step of shade for a share in per cent: 0, under 1, 2.5, 5, 8, 8 and over."""
    if share <= 0:
        return 0
    return 1 + sum(share >= edge for edge in (1, 2.5, 5, 8))
