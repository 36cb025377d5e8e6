"""Read how long something takes, in whatever way an exporter spells it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal

__all__ = ["iso_duration", "minutes"]

_UNITS = {
    1440: "d day days tag tage tagen jour jours día días dia dias",
    60: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren",
    1: "m min mins minute minutes minuten minuto minutos minuti minuut ' ’ ′",
    0: "s sec secs second seconds sekunde sekunden seconde secondes segundos secondi",
}
_UNIT = {word: factor for factor, words in _UNITS.items() for word in words.split()}
_NUMBER = r"\d{1,9}(?:[.,]\d{1,6})?"
_QUANTITY = re.compile(rf"({_NUMBER})\s*([^\W\d_]+|['’′])\.?")
_COLONS = re.compile(r"(\d{1,7}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?(?:\s*(?:h|hrs|std|uhr))?")
_ISO_LENGTH = re.compile(
    rf"P(?:({_NUMBER})W)?(?:({_NUMBER})D)?"
    rf"(?:T(?=\d)(?:({_NUMBER})H)?(?:({_NUMBER})M)?(?:({_NUMBER})S)?)?",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 12)
def minutes(text: str, *, parts: Literal["h:m:s", "d:h:m"]) -> int | None:
    """Read a length.

    Parameters
    ----------
    text
        ``00:45``, ``1:30``, ``45``, ``PT45M``, ``45m``, ``45 min``, ``1h 30m``, ``1 Stunde``.
    parts
        What three parts mean: hours, minutes and seconds in a table, days, hours and minutes in
        schedule XML. Two parts are always hours and minutes.

    Returns
    -------
    int | None
        Minutes, half a minute rounded up; None when the text is no length.
    """
    text = unicodedata.normalize("NFKC", text).strip().casefold()
    if re.fullmatch(_NUMBER, text):
        return _rounded(_number(text))
    if ":" in text:
        return _colons(text, parts)
    if text.startswith("p"):
        return _iso_minutes(text)
    return _quantities(text)


def iso_duration(minutes: int = 0, *, seconds: int = 0) -> str:
    """Write a length as an ISO 8601 duration in its shortest form: ``PT19M``, ``P1DT2H30M``.

    This is the canonical form of xsd:duration without months (XML Schema 1.1 Part 2, E.3.3).

    Raises
    ------
    ValueError
        The length is negative.
    """
    total = 60 * minutes + seconds
    if total < 0:
        raise ValueError(f"a length of {total} seconds is negative")
    days, rest = divmod(total, 86_400)
    hours, rest = divmod(rest, 3600)
    clock = [(hours, "H"), (rest // 60, "M"), (rest % 60, "S")]
    clock_part = "".join(f"{number}{unit}" for number, unit in clock if number)
    date_part = f"{days}D" if days else ""
    return f"P{date_part}T{clock_part}" if clock_part else f"P{date_part}" if days else "PT0S"


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _rounded(value: float) -> int:
    return int(value + 0.5)


def _colons(text: str, parts: str) -> int | None:
    found = _COLONS.fullmatch(text)
    if not found:
        return None
    first, second, third = int(found[1]), int(found[2]), found[3]
    if third is None:
        return first * 60 + second if second < 60 or first == 0 else None
    if parts == "d:h:m":
        return first * 1440 + second * 60 + int(third) if second < 24 and int(third) < 60 else None
    if second > 59 or int(third) > 59:
        return None
    return _rounded(first * 60 + second + int(third) / 60)


def _iso_minutes(text: str) -> int | None:
    found = _ISO_LENGTH.fullmatch(text)
    if not found or not any(found.groups()):
        return None
    factors = (10080, 1440, 60, 1, 1 / 60)
    return _rounded(
        sum(
            _number(part) * factor
            for part, factor in zip(found.groups(), factors, strict=True)
            if part
        )
    )


def _quantities(text: str) -> int | None:
    """Sum ``1h 30m``; a number behind hours without a unit is minutes (``1h30``)."""
    text = re.sub(r"(h\.?\s*)(\d{1,2})$", r"\1\2m", text)
    rest = _QUANTITY.sub("", text)
    found = _QUANTITY.findall(text)
    if not found or rest.strip(" ,&+") not in ("", "and", "und"):
        return None
    if any(unit not in _UNIT for _, unit in found):
        return None
    return _rounded(sum(_number(n) * (_UNIT[unit] or 1 / 60) for n, unit in found))
