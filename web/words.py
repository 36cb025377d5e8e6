"""How values are worded on pages: numbers, dates, lengths, lists; used as template filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

__all__ = ["FILTERS", "day", "day_short", "host", "joined", "minutes", "outside", "plural", "thin"]

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LANGUAGES = {
    "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
    "es": "Spanish", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hu": "Hungarian",
    "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian",
    "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "sk": "Slovak", "sv": "Swedish",
    "tr": "Turkish", "uk": "Ukrainian", "zh": "Chinese",
}  # fmt: skip


def thin(number: int | str) -> str:
    """Group the digits of a whole number; other text stays as it is.

    >>> thin(21742), thin("about 3")
    ('21,742', 'about 3')
    """
    text = str(number)
    return f"{int(text):,}" if text.lstrip("-").isdecimal() else text


def plural(number: int | str, one: str, many: str = "") -> str:
    """Write a number with its noun.

    >>> plural(1, "talk"), plural(1204, "person", "people")
    ('1 talk', '1,204 people')
    """
    return f"{thin(number)} {one if str(number) == '1' else many or one + 's'}"


def moment(text: str | None) -> date | datetime | None:
    """Read the lexical form of xsd:date or xsd:dateTime; None when it is neither."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text[:10])
    except ValueError:
        return None


def day(text: str | None) -> str:
    """Write the date of a lexical date or time.

    >>> day("2024-06-12"), day("2024-06-12T10:00:00+02:00"), day("spring")
    ('12 June 2024', '12 June 2024', 'spring')
    """
    found = moment(text)
    return f"{found.day} {MONTHS[found.month - 1]} {found.year}" if found else (text or "")


def day_short(text: str | None) -> str:
    """Write a date for a table.

    >>> day_short("2024-06-12")
    '12 Jun 2024'
    """
    found = moment(text)
    return f"{found.day} {MONTHS[found.month - 1][:3]} {found.year}" if found else (text or "")


def weekday(found: date) -> str:
    """Write a date with its weekday.

    >>> weekday(date(2024, 11, 2))
    'Saturday, 2 November'
    """
    return f"{WEEKDAYS[found.weekday()]}, {found.day} {MONTHS[found.month - 1]}"


def clock(text: str | None) -> str:
    """Write the time of day of a lexical dateTime, empty when there is none.

    >>> clock("2026-06-10T09:05:00+02:00"), clock("2026-06-10")
    ('09:05', '')
    """
    found = moment(text)
    return found.strftime("%H:%M") if isinstance(found, datetime) else ""


def span(first: str | None, last: str | None) -> str:
    """Write two dates as one span.

    >>> span("2024-11-02", "2024-11-03"), span("2024-06-30", "2024-07-02")
    ('2–3 November 2024', '30 June – 2 July 2024')
    >>> span("2024-06-12", None), span("2024", "2025")
    ('12 June 2024', '2024–2025')
    """
    a, b = moment(first), moment(last)
    if not a or not b:
        return day(first) if not last or last == first else f"{day(first)}–{day(last)}"
    if (a.year, a.month, a.day) == (b.year, b.month, b.day):
        return day(first)
    if (a.year, a.month) == (b.year, b.month):
        return f"{a.day}–{day(last)}"
    if a.year == b.year:
        return f"{a.day} {MONTHS[a.month - 1]} – {day(last)}"
    return f"{day(first)} – {day(last)}"


def minutes(number: str | int | None) -> str:
    """Write a length, empty when it is not known.

    >>> minutes("19"), minutes(None)
    ('19 min', '')
    """
    return f"{thin(number)} min" if number not in (None, "") else ""


def joined(words: Sequence[str], last: str = " and ") -> str:
    """Join words as a sentence does.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    return last.join([", ".join(words[:-1]), words[-1]] if len(words) > 2 else words)


def language(tag: str) -> str:
    """Name a language in English; an unknown tag stays as it is.

    >>> language("fr"), language("pt-BR")
    ('French', 'Portuguese')
    """
    return LANGUAGES.get(tag.split("-")[0].lower(), tag)


def ordinal(number: int) -> str:
    """Write 1st, 2nd, 3rd, 4th.

    >>> ordinal(1), ordinal(12), ordinal(23)
    ('1st', '12th', '23rd')
    """
    ending = (
        "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def outside(address: str) -> str | None:
    """Return an address that may stand in a link: http, https or mailto; None for any other.

    >>> outside("javascript:alert(1)") is None, outside("https://example.org/a")
    (True, 'https://example.org/a')
    """
    try:
        scheme = urlsplit(address).scheme.lower()
    except ValueError:
        return None
    return address if scheme in ("http", "https", "mailto") else None


def host(address: str) -> str:
    """Return whom an address belongs to, for a link that shows no IRI.

    >>> host("https://www.example.org/talks?x=1")
    'example.org'
    """
    try:
        name = urlsplit(address).hostname or ""
    except ValueError:
        name = ""
    return name.removeprefix("www.") or "elsewhere"


def parts(text: str, ranges: Sequence[tuple[int, int]]) -> list[tuple[str, bool]]:
    """Cut a text where words were found: each part, and whether it was.

    >>> parts("crane by night", [(0, 5)])
    [('crane', True), (' by night', False)]
    """
    found: list[tuple[str, bool]] = []
    at = 0
    for start, end in ranges:
        found += [(text[at:start], False), (text[start:end], True)]
        at = end
    return [(part, marked) for part, marked in [*found, (text[at:], False)] if part]


def percent(part: int, whole: int, digits: int = 0) -> str:
    """Write a share in per cent.

    >>> percent(13, 524, 1)
    '2.5'
    """
    return f"{100 * part / whole:.{digits}f}" if whole else "–"


def split_first(text: str) -> tuple[str, str]:
    """Split the first word off, so that a sign never parts from it.

    >>> split_first("large language models")
    ('large', ' language models')
    """
    first, space, rest = text.partition(" ")
    return first, space + rest


def size(count: int) -> str:
    """Write a number of bytes.

    >>> size(812), size(18_200_000)
    ('812 B', '18.2 MB')
    """
    for unit, width in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= width:
            return f"{count / width:.1f} {unit}"
    return f"{count} B"


FILTERS: dict[str, Callable[..., Any]] = {
    "clock": clock,
    "day": day,
    "day_short": day_short,
    "host": host,
    "joined": joined,
    "language": language,
    "minutes": minutes,
    "ordinal": ordinal,
    "outside": outside,
    "parts": parts,
    "percent": percent,
    "plural": plural,
    "size": size,
    "span": span,
    "split_first": split_first,
    "thin": thin,
    "weekday": weekday,
}
"""Name in templates -> function."""
