"""Parts of long lists, and the way from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import abort, request

from hallway.web.frame import link_to

__all__ = ["Page", "paged"]


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a long list, and the way to the parts beside it."""

    number: int
    size: int
    total: int
    previous: str
    next: str

    @property
    def last(self) -> int:
        """The number of the last page, 1 for a list that fits one or is empty."""
        return max(1, -(-self.total // self.size))

    @property
    def first_row(self) -> int:
        """The place of the first row shown, from 1."""
        return (self.number - 1) * self.size + 1 if self.total else 0

    @property
    def last_row(self) -> int:
        """The place of the last row shown."""
        return min(self.number * self.size, self.total)


def paged(total: int, size: int, path: str, **query: str) -> Page:
    """Read which page is asked for; one that is not there is answered with 404."""
    text = request.args.get("page", "1")
    number = int(text) if text.isdecimal() and len(text) < 7 else 0
    if number < 1 or (number > 1 and (number - 1) * size >= total):
        abort(404)

    def at(wanted: int) -> str:
        more = {**query, "page": str(wanted)} if wanted > 1 else query
        return link_to(path) + ("?" + urlencode(more) if more else "")

    following = at(number + 1) if number * size < total else ""
    return Page(number, size, total, at(number - 1) if number > 1 else "", following)
