"""Read days, clock times and zones as people and programs spell them (`lengths`: durations).

A spelling is read when it has one meaning; dateutil's parser is not used since it guesses
("10" is a day of this month to it). What has two meanings is None, and the reader says so.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from hallway.graph.programme import Moment
from hallway.graph.reading.day_words import spelled_clock, spelled_day, without_weekday
from hallway.graph.reading.lengths import iso_duration, minutes

__all__ = [
    "at_place",
    "clock",
    "clock_range",
    "day",
    "day_and_clocks",
    "in_zone",
    "iso_duration",
    "minutes",
    "moment",
    "zone",
]

_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:Z|[+-]\d\d:?\d\d)?")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})")

_STAMP = re.compile(
    r"(\d{4}-\d{1,2}-\d{1,2}|\d{8})(?:[T_]|\s+)(\d{1,2}:?\d{2})(?::?(\d{2})(?:[.,]\d+)?)?"
    r"\s*(Z|UTC|GMT|[+\-−]\d{2}(?::?\d{2})?)?",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?:(?:um|at|à|as|às|kl\.?|klo|ore|alle|om|ab|a las)\s+)?"
    r"(?:(?P<h>\d{1,2})(?:(?:[:.]|\s?h\s?)(?P<m>\d{2})(?:[:.](?P<s>\d{2}))?)?|(?P<packed>\d{3,4}))"
    r"(?:\s*(?P<half>[ap])\.?\s?m\.?|\s*(?P<word>uhr|hrs|hs\.?|h|ish|uur|hod\.?))?",
    re.IGNORECASE,
)
_ZONE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}")
_BETWEEN = re.compile(
    r"\s*(?:[-\u2010-\u2015\u2212~\u2192]|\b(?:to|bis|until|till?|tot|à|al?|do|às|até)\b)\s*",
    re.IGNORECASE,
)
_FROM = re.compile(r"(?:from|von|de|das?|dalle|od|van|fra|från)\s+(?=\d)", re.IGNORECASE)
_LONGEST = 100  # characters of a day with clock times
_OFFSETS = {"CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "JST": 9, "EDT": -4, "PDT": -7}
"""Hours of abbreviations of zones that have one meaning."""
_MAIL_STYLE = re.compile(
    r"[A-Z][a-z]{2},? (?:(?P<d>\d{1,2}) (?P<m>[A-Z][a-z]{2})|(?P<m2>[A-Z][a-z]{2}) (?P<d2>\d{1,2}))"
    r" (?P<y>\d{4}) (?P<t>\d{2}:\d{2}(?::\d{2})?) (?P<o>(?:GMT|UTC)?[+-]\d{4}|GMT|UTC)(?: \(.*\))?"
)
_NAMED_ZONE = re.compile(r"(.*\d)\s?(?:\[([A-Za-z_]+/[A-Za-z_/+-]+)\]|\s([A-Z]{3,4}))$")


@lru_cache(maxsize=1 << 12)
def day(text: str, *, day_first: bool | None = None) -> date | None:
    """Read a calendar day.

    Parameters
    ----------
    text
        ISO 8601, ``12.06.2024``, ``05/29/16``, ``12 June 2024``, ``June 12, 2024``, also in other
        languages of western Europe and after a weekday; a date-time gives its day.
    day_first
        How to read ``05/06/2024``, which alone has two meanings: True for 5 June, False for 6 May,
        None to refuse it. With dots the day is always first.

    Returns
    -------
    date | None
        None when the text is no day, or could be two.
    """
    text = _folded(text)
    if stamp := _STAMP.fullmatch(text):
        text = stamp[1]
    for pattern in (_YEAR_FIRST, _COMPACT):
        if found := pattern.fullmatch(text):
            numbers = [int(part) for part in found.groups() if part and part.isdecimal()]
            return _date(*numbers)
    if found := _YEAR_LAST.fullmatch(text):
        return _year_last(int(found[1]), int(found[3]), found[4], found[2], day_first)
    return _worded_day(text)


@lru_cache(maxsize=1 << 12)
def clock(text: str) -> time | None:
    """Read a time of day: ``9:15``, ``0930``, ``9am``, ``8:30 p.m.``, ``14h30``, ``9.30 Uhr``.

    Returns
    -------
    time | None
        Without a zone; None when it is none, such as ``25:10`` or a bare ``9``.
    """
    found = _CLOCK.fullmatch(_folded(text))
    if not found:
        return spelled_clock(_folded(text))
    if not (found["m"] or found["packed"] or found["half"] or found["word"]):
        return None
    packed = (found["packed"] or "").rjust(4, "0")
    hour, minute = (
        (int(packed[:2]), int(packed[2:]))
        if found["packed"]
        else (int(found["h"]), int(found["m"] or 0))
    )
    half = (found["half"] or "").casefold()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    second = int(found["s"] or 0)
    return time(hour, minute, second) if hour < 24 and minute < 60 and second < 60 else None


def clock_range(text: str) -> tuple[time, time | None] | None:
    """Read a range of clock times: ``9:15 – 10:15``, ``8:30am-9:30am``, ``1-2:30pm``, ``9:15``.

    Returns
    -------
    tuple | None
        Start, and end when there is one (not necessarily later: a session may pass midnight); None
        when the start is no time of day.
    """
    first, *rest = _BETWEEN.split(_FROM.sub("", _folded(text), count=1), maxsplit=1)
    end = clock(rest[0]) if rest else None
    start = clock(first)
    unit = re.search(r"(?:[ap]\.?\s?m\.?|uhr|h|uur)$", rest[0], re.IGNORECASE) if rest else None
    if start is None and end and unit:
        start = clock(f"{first} {unit[0]}")
    if start is None or (rest and end is None):
        return None
    return start, end


def moment(
    text: str, *, zone: str | None, day: date | None = None, day_first: bool | None = None
) -> Moment | None:
    """Read a date, a date with a time, or a time on a known day.

    Parameters
    ----------
    text
        A day as in `day`, a clock time as in `clock`, or both, with or without an offset.
    zone
        Name of the zone that holds where the text gives no offset; None or an unknown name leaves
        the time local.
    day
        The day of a text that has a clock time alone.
    day_first
        As in `day`.

    Returns
    -------
    Moment | None
        A date without time; a naive datetime when the zone is not known; an aware one with a fixed
        offset otherwise. None when unreadable, and for seconds since an epoch, which have no zone.
    """
    text = _folded(text)
    if stamp := _STAMP.fullmatch(text):
        return _stamped(stamp, zone)
    if written := _MAIL_STYLE.fullmatch(text):
        return _as_in_mail(written)
    if (named := _NAMED_ZONE.fullmatch(text)) and (named[2] or named[3] in _OFFSETS):
        return _in_named_zone(named, day, day_first)
    if day is not None and (at := clock(text)) is not None:
        return in_zone(datetime.combine(day, at), zone)
    if (found := _day(text, day_first=day_first)) is not None:
        return found
    for before, after in _cuts(text):
        on, at = _day(before, day_first=day_first), clock(after)
        if on is not None and at is not None:
            return in_zone(datetime.combine(on, at), zone)
    return None


def _as_in_mail(written: re.Match[str]) -> Moment | None:
    """Read "Wed, 10 Jun 2026 09:00:00 +0200", or "Wed Jun 10 2026 09:00:00 GMT+0200 (CEST)"."""
    on = spelled_day(
        f"{written['d'] or written['d2']} {written['m'] or written['m2']} {written['y']}"
    )
    if on is None:
        return None
    offset = re.sub(r"^(?:GMT|UTC)(?=[+-])", "", written["o"])
    return moment(f"{on}T{written['t']}{offset}", zone=None)


def _in_named_zone(named: re.Match[str], day: date | None, day_first: bool | None) -> Moment | None:
    """Read a time whose zone stands behind it: "… [Europe/Berlin]", "… CEST"."""
    found = moment(named[1], zone=named[2], day=day, day_first=day_first)
    if not named[3] or not isinstance(found, datetime) or found.tzinfo is not None:
        return found
    return found.replace(tzinfo=_fixed(timedelta(hours=_OFFSETS[named[3]])))


def in_zone(local: datetime, name: str | None) -> datetime:
    """Give a local time the offset that its zone has at that time.

    Parameters
    ----------
    local
        Naive; an aware one is returned as it is.
    name
        As in `zone`; None or an unknown name leaves the time local.
    """
    place = zone(name) if name and local.tzinfo is None else None
    if place is None:
        return local
    try:
        offset = place.utcoffset(local)
    except OverflowError:  # year 1 or 9999
        return local
    # Before zones were agreed, places kept sun time; XSD has no offsets with seconds.
    if offset is None or offset.total_seconds() % 60:
        return local
    return local.replace(tzinfo=_fixed(offset))


def at_place(instant: Moment | None, name: str | None) -> Moment | None:
    """Show an instant that is given in UTC by the clock of the place; anything else stays."""
    place = zone(name) if name and isinstance(instant, datetime) else None
    if place is None or not isinstance(instant, datetime) or instant.tzinfo is not UTC:
        return instant
    try:
        return in_zone(instant.astimezone(place).replace(tzinfo=None), name)
    except OverflowError:
        return instant


def day_and_clocks(
    text: str, *, day_first: bool | None = None
) -> tuple[date, time, time | None] | None:
    """Read a day with a range of clock times beside it: ``10 June 2026, 9:00 - 9:45``.

    Returns
    -------
    tuple | None
        The day, the start and the end, None without one; None when it is anything else.
    """
    words = _folded(text[:_LONGEST]).split(" ")
    for at in range(1, len(words)):
        parts = " ".join(words[:at]).strip(" ,:|"), " ".join(words[at:]).strip(" ,:|")
        for said, clocks in (parts, parts[::-1]):
            if (on := _day(said, day_first=day_first)) and (found := clock_range(clocks)):
                return on, *found
    return None


@lru_cache(maxsize=256)
def _fixed(offset: timedelta) -> timezone:
    return timezone(offset)


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo | None:
    """Find a time zone by its IANA name or its Windows name.

    Parameters
    ----------
    name
        ``Europe/Berlin``, ``W. Europe Standard Time``, or an IANA name behind the prefix that some
        calendar programs write (``/mozilla.org/20050126_1/Europe/Berlin``).

    Returns
    -------
    ZoneInfo | None
        None for any other name.
    """
    name = name.strip().strip('"')
    parts = name.strip("/").split("/")
    tails = ["/".join(parts[-n:]) for n in (3, 2)] if name.startswith("/") else []
    for candidate in (name, WINDOWS_TO_OLSON.get(name, ""), *tails):
        if _ZONE_NAME.fullmatch(candidate):
            try:
                return ZoneInfo(candidate)
            except (ZoneInfoNotFoundError, ValueError, OSError):
                continue
    return None


_day = day  # `moment` has a parameter of this name, which its callers want


def _folded(text: str) -> str:
    return " ".join((text if text.isascii() else unicodedata.normalize("NFKC", text)).split())


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _year_last(
    first: int, second: int, year: str, mark: str, day_first: bool | None
) -> date | None:
    full = int(year) if len(year) == 4 else 2000 + int(year) - (100 if int(year) > 69 else 0)
    if mark == "." or first > 12:
        return _date(full, second, first)
    if second > 12:
        return _date(full, first, second)
    if first == second:
        return _date(full, first, second)
    if day_first is None:
        return None
    return _date(full, second, first) if day_first else _date(full, first, second)


def _worded_day(text: str) -> date | None:
    """Read a day whose month is a word, or one of numbers behind a weekday."""
    if (found := spelled_day(text)) is not None:
        return found
    bare = without_weekday(text)
    if found_last := _YEAR_LAST.fullmatch(bare):
        first, mark, second, year = found_last.groups()
        return _year_last(int(first), int(second), year, mark, None)
    if found_first := _YEAR_FIRST.fullmatch(bare):
        return _date(int(found_first[1]), int(found_first[3]), int(found_first[4]))
    return None


def _stamped(stamp: re.Match[str], zone_name: str | None) -> Moment | None:
    """Build the datetime of an ISO stamp; 24:00 is midnight of the next day."""
    on = _stamped_day(stamp[1])
    digits = stamp[2].replace(":", "").rjust(4, "0")
    hour, minute, second = int(digits[:2]), int(digits[2:]), int(stamp[3] or 0)
    if on is None or hour > 24 or minute > 59 or second > 59 or (hour == 24 and minute + second):
        return None
    try:
        local = datetime.combine(on, time(hour % 24, minute, second)) + timedelta(days=hour // 24)
    except OverflowError:
        return None
    return in_zone(local, zone_name) if not stamp[4] else _with_offset(local, stamp[4])


@lru_cache(maxsize=1 << 12)
def _stamped_day(text: str) -> date | None:
    year, month, number = text.split("-") if "-" in text else (text[:4], text[4:6], text[6:])
    return _date(int(year), int(month), int(number))


def _with_offset(local: datetime, offset: str) -> datetime | None:
    if offset.upper() in ("Z", "UTC", "GMT"):
        return local.replace(tzinfo=UTC)
    digits = offset[1:].replace(":", "").ljust(4, "0")
    span = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    if span > timedelta(hours=14) or int(digits[2:]) > 59:
        return None
    return local.replace(tzinfo=_fixed(span if offset[0] == "+" else -span))


def _cuts(text: str) -> list[tuple[str, str]]:
    """Cut a text at each of its last four blanks: what may be a day, what may be a clock time."""
    words = text.split(" ")
    return [
        (" ".join(words[:-n]).rstrip(","), " ".join(words[-n:]))
        for n in range(1, min(5, len(words)))
    ]
