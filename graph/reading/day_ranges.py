"""Read the days from first to last as people write them: "May 22–27, 2022"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, timedelta

from hallway.graph.reading import times

__all__ = ["day_range"]

LONGEST = 200  # characters; what is longer is no range of days
MOST_DAYS = 366

_ISO = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})\s*(?:[-–—/]|to|until)\s*(\d{4}-\d{1,2}-\d{1,2})", re.I)
_BETWEEN = re.compile(r"\s*[-‐-―−]\s*|\s+(?:to|until|and|bis|au)\s+|\s*&\s*", re.IGNORECASE)
_PART = re.compile(
    r"(?P<year>(?:19|20)\d\d)|(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?|(?P<word>[^\W\d_]+)"
)
_ASIDE = frozenset(
    """
    of the de di del mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday
    sat saturday sun sunday st nd rd th
    """.split()
)


@dataclass(slots=True)
class _Side:
    day: str = ""
    month: str = ""
    year: str = ""


def day_range(text: str) -> tuple[date, date] | None:
    """Read a first and a last day.

    Parameters
    ----------
    text
        ``May 22–27, 2022``, ``October 21 - October 25, 2024``, ``7–11 November 2021``,
        ``August 7th to 10th, 2022``, ``2019-10-30 to 2019-11-01``, or one day as `times.day`
        reads it.

    Returns
    -------
    tuple or None
        Both days (equal for one day), the first not after the last and at most a year before it;
        None when the text is something else.

    >>> day_range("June 30 – July 2, 2021")
    (datetime.date(2021, 6, 30), datetime.date(2021, 7, 2))
    """
    text = " ".join(unicodedata.normalize("NFKC", text[: LONGEST + 1]).split())
    if not text or len(text) > LONGEST:
        return None
    if (one := times.day(text)) is not None:
        return one, one
    if found := _ISO.fullmatch(text):
        return _ordered(times.day(found[1]), times.day(found[2]))
    sides = [_side(part) for part in _BETWEEN.split(text)]
    if len(sides) != 2 or sides[0] is None or sides[1] is None:
        return None
    first, last = sides[0], sides[1]
    if not first.month and last.month and not last.day:
        return None
    over_new_year = bool(first.month and last.month and not first.year)
    last.month = last.month or first.month
    first.month = first.month or last.month
    last.year = last.year or first.year
    end = _day(last)
    begin = _day(_Side(first.day, first.month, first.year or last.year))
    if begin and end and begin > end and over_new_year:
        begin = _day(_Side(first.day, first.month, str(end.year - 1)))
    return _ordered(begin, end)


def _side(text: str) -> _Side | None:
    """Take one end of a range apart; None when it holds something that no day has."""
    side = _Side()
    if _PART.sub("", text).strip(" ,."):
        return None
    for found in _PART.finditer(text):
        kind, word = found.lastgroup, found[0]
        if kind == "word" and word.casefold() in _ASIDE:
            continue
        if kind == "word":
            kind = "month"
        if getattr(side, str(kind)):
            return None
        setattr(side, str(kind), found["day"] or word)
    return side


def _day(side: _Side) -> date | None:
    return times.day(f"{side.day} {side.month} {side.year}")


def _ordered(first: date | None, last: date | None) -> tuple[date, date] | None:
    if first is None or last is None:
        return None
    return (first, last) if timedelta() <= last - first <= timedelta(MOST_DAYS) else None
