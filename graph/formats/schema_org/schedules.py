"""The dates of a schema.org Schedule: when an event takes place again and again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from itertools import islice
from typing import Literal

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, rrule, weekday

from hallway.graph.reading import times

__all__ = ["dates"]

_EVERY = re.compile(r"P(\d{1,3})([DWM])")
_FREQUENCIES: dict[str, Literal[1, 2, 3]] = {"D": DAILY, "W": WEEKLY, "M": MONTHLY}
_WORDS = {"daily": "P1D", "weekly": "P1W", "monthly": "P1M"}
_DAYS = ("mo", "tu", "we", "th", "fr", "sa", "su")
_HORIZON = timedelta(days=5 * 366)


def dates(
    first: str, last: str, every: str, days: Iterable[str], count: str, off: Iterable[str]
) -> Iterator[str]:
    """Yield the days of a schedule in ISO 8601, the first one first.

    Parameters
    ----------
    first, last
        Its startDate and endDate; without an end or a count only the first day is sure.
    every
        Its repeatFrequency: ``P1D``, ``P2W``, or ``Weekly``; "" for once.
    days
        Its byDay: ``Monday``, ``https://schema.org/Monday`` or ``MO``.
    count
        Its repeatCount.
    off
        Its exceptDate.

    >>> list(dates("2026-06-10", "2026-06-12", "P1D", [], "", ["2026-06-11"]))
    ['2026-06-10', '2026-06-12']
    """
    start, end = times.day(first), times.day(last)
    if start is None:
        return
    told = _EVERY.fullmatch(_WORDS.get(every.strip().casefold(), every.strip()))
    number = int(count) if count.isdecimal() and len(count) < 6 else None
    if told is None or int(told[1]) == 0 or (end is None and number is None):
        yield start.isoformat()
        return
    begin = datetime.combine(start, time.min)
    until = min(datetime.combine(end, time.min) if end else datetime.max, begin + _HORIZON)
    named = [one.rpartition("/")[2][:2].casefold() for one in days]
    if told[2] == "D" and int(told[1]) > 1:
        named = []  # every seventh day is a Monday for ever, or never
    rule = rrule(
        _FREQUENCIES[told[2]],
        dtstart=begin,
        interval=int(told[1]),
        until=until,
        byweekday=[weekday(_DAYS.index(one)) for one in named if one in _DAYS] or None,
    )
    left = {times.day(one) for one in off}
    for found in islice(rule, number):
        if found.date() not in left:
            yield found.date().isoformat()
