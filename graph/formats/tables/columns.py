"""Tell what the columns of a table hold from their headers, in the words that people use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hallway.graph.formats.tables.header_words import HEADERS
from hallway.graph.reading.text import normalised

__all__ = ["Columns", "familiar", "field_of", "find_columns"]

_ONLY_TALKS = ("start", "time", "length", "abstract", "track", "recordings")
_ONLY_PEOPLE = ("biography", "affiliation", "proposals")
_BESIDE = ("event", "series", "room", "topics", "track", "recordings")
_OF_QUESTIONS = frozenset(
    "what which is are was the a an your you of for in talk talk's session presentation proposal "
    "submission please enter give provide tell us short brief full optional required".split()
)
_LONGEST = 80  # characters of a header that is looked into
_ENDING = re.compile(r"(?<=\w)(?:[/*:_·][-]?\w{1,5})+(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(r" ?#?\b\d{1,2}\b|(?<=[^\W\d_])\d{1,2}\b")
_NUMBERED = ("speakers", "affiliation", "first_name", "last_name", "topics")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field stands.

    Attributes
    ----------
    header
        The headers as printed.
    places
        For each field the numbers of its columns, from 0, best first.
    unused
        Headers that no field was found for.
    stated
        What a row stands for, where a mapping says so; "" to tell it from the fields.
    """

    header: tuple[str, ...]
    places: dict[str, tuple[int, ...]]
    unused: tuple[str, ...]
    stated: str = ""

    def __contains__(self, field: str) -> bool:
        """Tell whether the table has a column for a field."""
        return field in self.places

    def first(self, field: str, cells: Sequence[str]) -> str:
        """Return the first cell of a field that is not blank, or an empty string."""
        if field not in self.places:
            return ""
        for place in self.places[field]:
            if place < len(cells) and cells[place]:
                return cells[place]
        return ""

    def all(self, field: str, cells: Sequence[str]) -> list[str]:
        """Return the cells of a field that are not blank, best column first."""
        if field not in self.places:
            return []
        found = (cells[place] for place in self.places[field] if place < len(cells))
        return [cell for cell in found if cell]

    @property
    def people(self) -> bool:
        """A column for those who speak."""
        return any(field in self for field in ("speakers", "last_name", "moderators"))

    @property
    def times(self) -> bool:
        """A column for a day or a time."""
        return any(field in self for field in ("date", "start", "time", "end", "length"))

    @property
    def lists(self) -> str:
        """What a row stands for: ``talks``, ``events``, ``people``, or "" when nothing tells."""
        if self.stated:
            return self.stated
        title, person = "title" in self, self.people or "name" in self
        of_talks = self.people or any(field in self for field in _ONLY_TALKS)
        span = "date" in self and "end_date" in self
        if (
            not title
            and "event" in self
            and (self.times or "event_date" in self or "place" in self)
        ):
            return "events"
        if (title or "name" in self) and span and not of_talks:
            return "events"
        if title and (person or self.times or any(field in self for field in _BESIDE)):
            return "talks"
        return "people" if person and any(field in self for field in _ONLY_PEOPLE) else ""


def familiar(cell: str) -> bool:
    """Tell whether a cell could be a header."""
    return field_of(cell) != ""


def find_columns(header: Sequence[str]) -> Columns:
    """Tell the columns by their headers."""
    ranked: dict[str, list[tuple[int, int]]] = {}
    for place, cell in enumerate(header):
        if field := field_of(cell):
            ranked.setdefault(field, []).append((_rank(cell), place))
    places = {field: tuple(place for _, place in sorted(found)) for field, found in ranked.items()}
    if "title" not in places and {"name", "speakers"} <= places.keys():
        # Beside those who speak, a name is that of what they give, whatever calls it an event.
        places["title"] = places.pop("name")
        for field, meant in (("event_date", "start"), ("event_end", "end"), ("event_id", "id")):
            if field in places and meant not in places and "event" not in places:
                places[meant] = places.pop(field)
    unused = tuple(cell.strip() for cell in header if cell.strip() and not field_of(cell))
    return Columns(tuple(header), places, unused)


def _key(cell: str) -> str:
    """Fold a header: letter case, underscores and marks at its ends do not count."""
    return " ".join(normalised(cell.replace("_", " ")).strip(" :*?.!\"'#").split())


_FIELDS = {
    header.strip(): (field, rank)
    for field, headers in HEADERS.items()
    for rank, header in enumerate(headers.split(","))
}


def field_of(cell: str) -> str:
    """Return the field that a header names, or an empty string."""
    return _known(cell)[0]


def _rank(cell: str) -> int:
    return _known(cell)[1]


@lru_cache(maxsize=1 << 12)
def _known(cell: str) -> tuple[str, int]:
    """Find a header as it is, else in the ways in which a header says more than one word."""
    for key in _readings(cell):
        if found := _FIELDS.get(key):
            return found
    bare, numbers = _NUMBER.subn("", cell[:_LONGEST].replace("_", " "), count=1)
    for key in _readings(bare) if numbers else ():
        # "Speaker 2", "Speaker 2 company": columns side by side, which stay in their order.
        if (found := _FIELDS.get(key)) and found[0] in _NUMBERED:
            return found[0], 1000
    return "", 1000


def _readings(cell: str) -> Iterator[str]:
    """Yield what a header may mean, the plainest first.

    The words of camel case apart (``startsAt``), either form of a word for everybody
    (``Referent/in``, ``Intervenant(e)s``, ``Vortragende*r``), and either of two languages
    (``Titel / Title``, ``Raum (Room)``).
    """
    yield _key(cell)
    yield _key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell))
    if len(cell) > _LONGEST:
        return
    yield _key(_ENDING.sub("", cell))
    yield _key(re.sub(r"\((\w{1,4})\)", r"\1", cell))
    yield _key(re.sub(r"\(\w{1,4}\)", "", cell))
    yield " ".join(word for word in _key(cell).split() if word not in _OF_QUESTIONS)
    parts = [part for part in re.split(r"\s*[/|]\s+|\s+[/|]\s*|\s*[()]\s*|\n", cell) if part]
    if len(parts) > 1:
        yield from map(_key, parts)
