"""What a ``robots.txt`` says to us (RFC 9309), and how long it asks to wait between requests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

__all__ = ["MOST_BYTES", "Robots", "product_of", "read_robots"]

MOST_BYTES = 512 * 1024  # RFC 9309, 2.5: at least 500 kibibytes
UNRESERVED = re.compile(r"%(2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])", re.IGNORECASE)
PRODUCT = re.compile(r"[A-Za-z_-]+")


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules that hold for us.

    Attributes
    ----------
    rules
        Pattern of a path, and whether it may be asked for.
    delay_s
        Seconds between requests (``Crawl-delay``, which the standard does not know); 0 when not
        said.
    """

    rules: tuple[tuple[str, bool], ...] = ()
    delay_s: float = 0.0

    def allows(self, target: str) -> bool:
        r"""Tell whether a path with its query may be asked for: the longest pattern decides.

        >>> read_robots("User-agent: *\nDisallow: /a\nAllow: /a/b", "Hallway").allows("/a/b.xml")
        True
        """
        path = _plain(target)
        found = [(len(pattern), yes) for pattern, yes in self.rules if _matches(pattern, path)]
        return max(found, default=(0, True))[1]  # of two as long the one that allows


def read_robots(text: str, product: str) -> Robots:
    """Read the groups that name a product, else those for everybody.

    Parameters
    ----------
    text
        The file; what cannot be read in it is passed over.
    product
        See `product_of`.
    """
    groups = list(_groups(_lines(text)))
    mine = [rules for names, rules in groups if product.lower() in names]
    mine = mine or [rules for names, rules in groups if "*" in names]
    rules, delays = [], [0.0]
    for name, value in (one for group in mine for one in group):
        if name == "crawl-delay":
            delays += [float(value)] if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value) else []
        elif value:  # an empty Disallow forbids nothing
            rules.append((_plain(value), name == "allow"))
    return Robots(tuple(rules), max(delays))


def product_of(user_agent: str) -> str:
    """Return the name that a user agent goes by in ``robots.txt``.

    >>> product_of("Hallway (+https://w3id.org/hallway)")
    'Hallway'
    """
    found = PRODUCT.match(user_agent)
    return found[0] if found else "Hallway"


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")):
        name, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield name.strip().lower(), value.strip()


def _groups(
    lines: Iterable[tuple[str, str]],
) -> Iterator[tuple[set[str], list[tuple[str, str]]]]:
    """Yield names and rules of each group; names that follow one another share their rules."""
    names: set[str] = set()
    rules: list[tuple[str, str]] = []
    for name, value in lines:
        if name == "user-agent":
            if rules:
                yield names, rules
                names, rules = set(), []
            found = PRODUCT.match(value)
            names.add("*" if value.startswith("*") else found[0].lower() if found else "")
        elif name in ("allow", "disallow", "crawl-delay") and names:
            rules.append((name, value))
    yield names, rules


def _plain(target: str) -> str:
    """Return a path in the spelling that all spellings of it have in common."""
    encoded = quote(target, safe="/%:@!$&'()*+,;=~?")
    plain = UNRESERVED.sub(lambda found: chr(int(found[1], 16)), encoded)
    return re.sub(r"%[0-9a-f]{2}", lambda found: found[0].upper(), plain, flags=re.IGNORECASE)


def _matches(pattern: str, path: str) -> bool:
    """Tell whether a pattern fits the beginning of a path, in a time that grows with both."""
    whole = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    at = len(first)
    if not rest:
        return not whole or at == len(path)
    for piece in rest[:-1]:
        at = path.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    if whole:
        return path.endswith(rest[-1]) and len(path) - len(rest[-1]) >= at
    return path.find(rest[-1], at) >= 0
