"""Pick a representation by the Accept header (RFC 9110, 12.5.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["ALIASES", "best", "ranked"]

ALIASES: dict[str, str] = {
    "application/json": "application/ld+json",
    "application/xml": "application/rdf+xml",
    "text/xml": "application/rdf+xml",
    "application/x-turtle": "text/turtle",
    "application/turtle": "text/turtle",
}
"""What clients ask for -> what they mean, of documents about things."""

_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_RANGE = re.compile(rf"\s*({_WORD})/({_WORD})\s*")
_ELEMENT = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*"?)+')
_QUALITY = re.compile(r"(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$")
_MOST_RANGES = 100


def best(
    accept: str | None, offers: Sequence[str], *, aliases: dict[str, str] | None = None
) -> str | None:
    """Return the offer that the client likes best; None when it accepts none of them.

    Parameters
    ----------
    accept
        The header as it came; None and an empty one accept everything.
    offers
        Media types in the order of the server, which decides between equals.
    aliases
        Media type -> the offer that is meant by it. An offer's own name counts more.
    """
    order = ranked(accept, offers, aliases=aliases)
    return order[0] if order else None


def ranked(
    accept: str | None, offers: Sequence[str], *, aliases: dict[str, str] | None = None
) -> list[str]:
    """Return the offers that the client accepts, the one it likes best first.

    The most specific range that matches an offer decides its quality, quality 0 excludes it,
    parameters other than ``q`` are not looked at, and a malformed range is passed over.
    """
    ranges = _ranges(accept or "")
    if not ranges:
        return list(offers)
    meant: dict[str, list[str]] = {}
    for alias, offer in (aliases or {}).items():
        meant.setdefault(offer, []).append(alias)
    rated = []
    for place, offer in enumerate(offers):
        quality = _quality(ranges, offer, meant.get(offer, []))
        if quality > 0:
            rated.append((-quality, place, offer))
    return [offer for _, _, offer in sorted(rated)]


def _quality(ranges: dict[str, float], offer: str, aliases: Sequence[str]) -> float:
    """Return the quality of an offer: by its name, then by an alias, then by wildcards."""
    named = [name for name in (offer, *aliases) if name in ranges]
    if named:
        return ranges[named[0]]
    wildcards = (f"{offer.partition('/')[0]}/*", "*/*")
    return next((ranges[name] for name in wildcards if name in ranges), 0.0)


def _ranges(accept: str) -> dict[str, float]:
    """Read the header as range -> quality, without what is malformed."""
    ranges: dict[str, float] = {}
    for element in _ELEMENT.findall(accept)[:_MOST_RANGES]:
        name, *parameters = _parameters(element)
        match = _RANGE.fullmatch(name)
        if match is None or (match[1] == "*" and match[2] != "*"):
            continue
        quality = _weight(parameters)
        if quality is not None:
            media_range = f"{match[1]}/{match[2]}".lower()
            # "text/html;level=1;q=1, text/html;q=0.5": we send no parameters, so the plain one
            # counts where both are there; here the better of the two stands for both.
            ranges[media_range] = max(quality, ranges.get(media_range, 0.0))
    return ranges


def _parameters(element: str) -> list[str]:
    """Split an element at semicolons that are not in quotes."""
    return re.findall(r'(?:[^;"]|"(?:[^"\\]|\\.)*"?)+', element) or [""]


def _weight(parameters: Sequence[str]) -> float | None:
    """Return the quality among the parameters; None when it is malformed."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            return float(value) if _QUALITY.match(value := value.strip()) else None
    return 1.0
