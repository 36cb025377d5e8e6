"""A text as it reads when its escapes are resolved, with the place of each character."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

__all__ = ["Plain", "plain"]

# JSON and YAML, XML and HTML, addresses, and lines that go on (RFC 5545, 3.1).
_ESCAPE = re.compile(
    r"(?P<json>(?:\\u[0-9a-fA-F]{4})+)|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{2,10});)"
    r"|(?P<percent>(?:%[0-9a-fA-F]{2})+)|(?P<fold>\r?\n[ \t])"
)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without escapes.

    Attributes
    ----------
    text
        As it reads.
    starts, ends
        Where each of its characters begins and ends in the text as it is written.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part stands in the text as it is written."""
        return self.starts[start], self.ends[end - 1]


def plain(written: str, *, folded: bool = False) -> Plain:
    """Resolve the escapes of a text, once.

    Parameters
    ----------
    folded
        Whether a line that begins with a blank goes on the one before, as in calendars.
    """
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def put(text: str, where: Iterable[tuple[int, int]]) -> None:
        for char, (start, end) in zip(text, where, strict=False):
            chars.append(char)
            starts.append(start)
            ends.append(end)

    at = 0
    for found in _ESCAPE.finditer(written):
        if found["fold"] and not folded:
            continue
        put(written[at : found.start()], ((n, n + 1) for n in range(at, found.start())))
        at = found.end()
        text = _resolved(found)
        put(text, [found.span()] * len(text))
    put(written[at:], ((n, n + 1) for n in range(at, len(written))))
    return Plain("".join(chars), tuple(starts), tuple(ends))


def _resolved(found: re.Match[str]) -> str:
    """Return what an escape stands for; itself where that is nothing."""
    text = found[0]
    if found["fold"]:
        return ""
    if found["json"]:
        units = b"".join(int(one, 16).to_bytes(2, "big") for one in text.split("\\u")[1:])
        return units.decode("utf-16-be", "replace")
    if found["percent"]:
        return unquote(text)
    return html.unescape(text)
