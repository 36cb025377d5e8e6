"""Guess what a column holds that its header does not tell, from the values in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime

from hallway.graph.mapping.moments import as_iso
from hallway.graph.reading import lengths, times
from hallway.graph.reading.languages import tag
from hallway.graph.reading.links import is_recording
from hallway.graph.reading.name_words import looks_like_a_name
from hallway.graph.reading.names import people

__all__ = ["formats_of", "guess", "is_family_first", "title_likeness", "unit_of"]

_FORMATS = (
    "epoch-seconds", "epoch-milliseconds", "%H:%M", "%Y-%m-%d", "%Y-%m-%d %H:%M", "%Hu%M",
    "%Hh%M", "%H.%M", "%H%M", "%d.%m.", "%d/%m", "%d-%m", "%d %B", "%B %d", "%d %b",
    "%Y.%m.%d %H.%M",
    "%d/%m/%Y %H.%M", "%d.%m.%Y %H.%M", "%d-%m-%Y %Hh%M", "%Y/%m/%d", "%A %d %B %Y",
)  # fmt: skip
_WEB = re.compile(r"https?://\S+")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif)(?:\?.*)?$", re.IGNORECASE)
_SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})\b")
_SECONDS, _MILLISECONDS = re.compile(r"1\d{9}"), re.compile(r"1\d{12}")
_EPOCHS: dict[str, Callable[[str], bool]] = {
    "epoch-seconds": lambda value: bool(_SECONDS.fullmatch(value)),
    "epoch-milliseconds": lambda value: bool(_MILLISECONDS.fullmatch(value)),
}
_FAMILY_FIRST = re.compile(
    r"[^\W\d_][\w'’-]*, [^\W\d_][\w'’. -]{0,40}|[^,;&|]{2,40}, [^\W\d_][\w'’-]*"
)
_A_DAY = date(2024, 1, 1)  # of a leap year
_MOST = 0.8  # share of the values that must look alike


def guess(values: Sequence[str]) -> str:
    """Return the field of a mapping that values look like, or an empty string.

    >>> guess(["09:30", "10:15"]), guess(["https://a.example/1"]), guess(["x"])
    ('start', 'url', '')
    """
    return next((field for field, test in _TESTS.items() if _mostly(test, values)), "")


def formats_of(values: Sequence[str]) -> list[str]:
    """Return the formats of days or times that are not read without one; none when none is needed.

    A format without a year is only good where the event says one.
    """
    if _mostly(_is_plain_time, values, share=1.0):
        return []
    slashed = [match for one in values if (match := _SLASHED.match(one))]
    if slashed and len(slashed) == len(values):
        return ["day-first" if all(int(one[2]) <= 12 for one in slashed) else "month-first"]
    left = list(dict.fromkeys(values))[:50]
    found: list[str] = []
    for form in _FORMATS:
        if form.startswith("epoch") and not _mostly(_EPOCHS[form], left):
            continue
        unread = [one for one in left if as_iso(one, form, first_day=_A_DAY, zone=None) is None]
        if len(unread) < len(left):
            found.append(form)
            left = unread
    return found if not left else []


def unit_of(values: Sequence[str]) -> str:
    """Return ``seconds`` for bare numbers that are too long for minutes."""
    numbers = [int(one) for one in values if re.fullmatch(r"\d{1,7}", one)]
    long = bool(numbers) and max(numbers) > 600 and len(numbers) == len(values)
    return "seconds" if long and all(one % 60 == 0 for one in numbers) else ""


def title_likeness(values: Sequence[str]) -> float:
    """Rate texts from 0 to 1 by how much they look like titles: different, of a few words."""
    worded = [one for one in values if re.search(r"[^\W\d_]{2}", one) and not _WEB.match(one)]
    if not worded:
        return 0.0
    different = len(set(worded)) / len(values)
    lengths_ = [len(one.split()) for one in worded]
    fit = sum(2 <= count <= 16 for count in lengths_) / len(values)
    return different * (0.2 + 0.8 * fit) * (0.7 if _mostly(_is_people, values) else 1.0)


def _mostly(test: Callable[[str], bool], values: Sequence[str], share: float = _MOST) -> bool:
    looked = values[:50]
    return bool(looked) and sum(map(test, looked)) >= share * len(looked)


def _is_plain_time(value: str) -> bool:
    return times.moment(value, zone=None) is not None or times.clock_range(value) is not None


def _is_epoch(value: str) -> bool:
    return bool(_SECONDS.fullmatch(value) or _MILLISECONDS.fullmatch(value))


def _is_stamp(value: str) -> bool:
    found = times.moment(value, zone=None, day_first=True)
    return isinstance(found, datetime) or _is_epoch(value)


def _is_day(value: str) -> bool:
    found = times.moment(value, zone=None, day_first=True)
    return found is not None and not isinstance(found, datetime)


def _is_clock(value: str) -> bool:
    if re.fullmatch(r"\d{1,2}[uUhH]\d{2}", value):
        return True
    return not value.isdecimal() and times.clock_range(value) is not None


def _is_zone(value: str) -> bool:
    return "/" in value and times.zone(value) is not None


def _is_language(value: str) -> bool:
    # "no" is Norwegian as well, but far more often an answer.
    return 2 <= len(value) <= 12 and value.casefold() not in ("yes", "no") and bool(tag(value))


def _is_length(value: str) -> bool:
    if value.isdecimal():
        value = value[:6]
        return int(value) in range(5, 601, 5) or (
            600 < int(value) <= 86400 and int(value) % 300 == 0
        )
    return bool(re.search(r"\d", value)) and lengths.minutes(value, parts="h:m:s") is not None


def is_family_first(values: Sequence[str]) -> bool:
    """Tell whether names are written ``Family, Given``."""
    return _mostly(lambda value: bool(_FAMILY_FIRST.fullmatch(value)), values)


def _is_people(value: str) -> bool:
    if len(value) > 300 or not re.search(r"[^\W\d_]", value) or re.search(r"\d", value):
        return False
    if _FAMILY_FIRST.fullmatch(value):
        return all(part[:1].isupper() for part in value.split(", "))
    found, _ = people(value)
    names = [one.person.name for one in found]
    return bool(names) and all(
        2 <= len(name.split()) <= 4 and looks_like_a_name(name) and not name.isupper()
        for name in names
    )


def _is_prose(value: str) -> bool:
    return len(value) > 150


_TESTS: dict[str, Callable[[str], bool]] = {
    "recording": lambda value: bool(_WEB.match(value)) and is_recording(value),
    "url": lambda value: bool(_WEB.match(value)) and not _PICTURE.search(value),
    "zone": _is_zone,
    "start": lambda value: _is_clock(value) or _is_stamp(value),
    "date": _is_day,
    "duration": _is_length,
    "language": _is_language,
    "abstract": _is_prose,
    "people": _is_people,
}
