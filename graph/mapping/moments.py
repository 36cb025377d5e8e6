"""Days and times in the format that a mapping states, as the ISO texts that tables are read by."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from hallway.graph.reading import times

__all__ = ["as_iso", "fault_of_format", "needs_year"]

_DATES, _CLOCKS = "YymdbBj", "HIMSpf"
_IGNORED = "aA%z"
_DIRECTIVE = re.compile(r"%(.?)", re.DOTALL)
_WORDS = ("day-first", "month-first")
_EPOCHS = {"epoch-seconds": 1, "epoch-milliseconds": 1000}
_LONGEST = 100  # characters of a format, and of a text that is read by one


def fault_of_format(text: str) -> str:
    """Say why a format cannot be used; "" for one that can.

    >>> fault_of_format("%d.%m.%Y"), fault_of_format("%d.%q.%Y")
    ('', 'has the directive %q, which is not known')
    """
    if text in _WORDS or text in _EPOCHS:
        return ""
    found = _DIRECTIVE.findall(text)
    if not found or len(text) > _LONGEST:
        return "is none"
    for letter in found:
        if not letter or letter not in _DATES + _CLOCKS + _IGNORED:
            return f"has the directive %{letter}, which is not known"
        if letter != "%" and found.count(letter) > 1:
            return f"has %{letter} twice"
    if _has_day(text) and not any(one in found for one in "dj"):
        return "names no day"
    if "d" in found and not any(one in found for one in "mbB"):
        return "names no month"
    return "" if _has_day(text) or _has_clock(text) else "names neither a day nor a time"


def needs_year(text: str) -> bool:
    """Tell whether a format has a day without its year."""
    return _has_day(text) and not any(one in _DIRECTIVE.findall(text) for one in "Yy")


def as_iso(text: str, form: str, *, first_day: date | None, zone: str | None) -> str | None:
    """Write a text of the stated format as ISO 8601; None when it does not have the format.

    Parameters
    ----------
    form
        A format without a `fault_of_format`.
    first_day
        First day of the event, for a format without year: days before it are of the year after.
    zone
        Zone of the place, for seconds since an epoch.
    """
    text = " ".join(text[: _LONGEST + 1].split())
    if form in _WORDS:
        found = times.moment(text, zone=None, day_first=form == "day-first")
        return found.isoformat() if found else text if times.clock_range(text) else None
    if form in _EPOCHS:
        return _of_epoch(text, _EPOCHS[form], zone)
    try:
        if needs_year(form):
            return _without_year(text, form, first_day)
        read = datetime.strptime(text, form)
    except (ValueError, OverflowError, re.error):
        return None
    return _written(read, form)


def _of_epoch(text: str, unit: int, zone: str | None) -> str | None:
    number = re.fullmatch(r"-?\d{1,15}(?:\.\d{1,9})?", text)
    if not number:
        return None
    try:
        instant = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=float(text) / unit)
        place = times.zone(zone) if zone else None
        local = instant.astimezone(place) if place else instant
    except (OverflowError, ValueError):
        return None
    return local.replace(microsecond=0).isoformat()


def _without_year(text: str, form: str, first_day: date | None) -> str | None:
    if first_day is None:
        return None
    # The year after as well: a programme over New Year's Eve goes on in January.
    for year in (first_day.year, first_day.year + 1):
        try:
            read = datetime.strptime(f"{year} {text}", f"%Y {form}")
        except (ValueError, OverflowError, re.error):
            continue  # 29 February is in every fourth year only
        if read.date() >= first_day - timedelta(days=60):
            return _written(read, form)
    return None


def _written(read: datetime, form: str) -> str:
    if not _has_clock(form):
        return read.date().isoformat()
    if _has_day(form):
        return read.replace(microsecond=0).isoformat()
    return read.time().isoformat(timespec="minutes")


def _has_day(form: str) -> bool:
    return any(one in _DATES for one in _DIRECTIVE.findall(form))


def _has_clock(form: str) -> bool:
    return any(one in "HI" for one in _DIRECTIVE.findall(form))
