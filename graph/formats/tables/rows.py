"""One row of a table, and the small things that cells hold: labels and addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.tables.columns import Columns
from hallway.graph.programme import Appearance, Link
from hallway.graph.reading.text import normalised, plain_title

__all__ = ["Given", "Row", "addresses", "labels", "without_markdown"]

_STRONG = re.compile(r"[;|\n]")
_BARE = re.compile(r"(?:[a-z][a-z0-9+.-]*:|www\.|(?:[\w-]+\.)+[a-z]{2,}/)\S", re.IGNORECASE)
_MARKDOWN_LINK = re.compile(r"\[([^\]]*)\]\(\s*([^)\s]+)\s*\)")
_EMPHASIS = re.compile(r"(\*\*|__|\*|_)(?=\S)([^*_\n]+)(?<=\S)\1")
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s|;<>\"]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Given:
    """What a mapping has read already and no cell is asked for.

    Attributes
    ----------
    people
        The people of the row.
    lists
        Values of fields that the mapping takes apart.
    public
        Whether the state of the row is public; None when the mapping does not say.
    """

    people: tuple[Appearance, ...]
    lists: dict[str, tuple[str, ...]]
    public: bool | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its columns; `where` is the line where it begins, `given` what a mapping read."""

    columns: Columns
    cells: tuple[str, ...]
    where: str
    given: Given | None = None

    def first(self, field: str) -> str:
        """Return the first cell of a field that is not blank, or an empty string."""
        return self.columns.first(field, self.cells) if field in self.columns.places else ""

    def all(self, field: str) -> list[str]:
        """Return the cells of a field that are not blank."""
        return self.columns.all(field, self.cells) if field in self.columns.places else []

    def labels(self, field: str) -> tuple[str, ...]:
        """Return the labels of a field, the first spelling of equal ones."""
        if self.given is None or field not in self.given.lists:
            return tuple(dict.fromkeys(one for cell in self.all(field) for one in labels(cell)))
        found: dict[str, str] = {}
        for one in self.given.lists[field]:
            label = plain_title(one)
            found.setdefault(normalised(label), label)
        return tuple(label for key, label in found.items() if key)


def labels(cell: str) -> tuple[str, ...]:
    """Split a list of topics or audiences: at semicolons, bars and line breaks, else at commas.

    Returns
    -------
    tuple
        The labels in their order, the first spelling of equal ones. "C#; C++" are two.
    """
    cell = cell.strip()
    if cell.startswith("[") and cell.endswith("]"):
        cell = cell[1:-1]
    found: dict[str, str] = {}
    for part in _STRONG.split(cell) if _STRONG.search(cell) else cell.split(","):
        label = plain_title(part).strip("'\"") if part.strip() else ""
        found.setdefault(normalised(label), label)
    return tuple(label for key, label in found.items() if key.strip("-?. "))


def without_markdown(cell: str) -> tuple[str, str]:
    """Undo what a table in Markdown puts around a whole cell: a link, and emphasis.

    Returns
    -------
    tuple
        The words of the cell, and the address of the link, "" without one.

    >>> without_markdown("**[Cranes](https://quay.example)**"), without_markdown("C* algebras")
    (('Cranes', 'https://quay.example'), ('C* algebras', ''))
    """
    url = ""
    for _ in range(3):
        if found := _MARKDOWN_LINK.fullmatch(cell):
            cell, url = found[1].strip(), found[2]
        elif found := _EMPHASIS.fullmatch(cell):
            cell = found[2]
    return cell, url


def addresses(row: Row, field: str, report: Report, label: str = "") -> list[Link]:
    """Read the addresses of a field, bare, several in a cell, or as Markdown links.

    That a cell holds a word such as ``[audio]`` instead is told once for the column.
    """
    found: list[Link] = []
    for cell in row.all(field):
        written = _written(cell)
        if not written:
            report.once(
                f"cells for {field} without an address were left out", row.where, level="note"
            )
        for name, address in written:
            link = report.link(address, name or label, row.where)
            if link and not link.url.startswith("mailto:"):
                found.append(link)
    return list({link.url: link for link in reversed(found)}.values())[::-1]


def _written(cell: str) -> list[tuple[str, str]]:
    """Find addresses in a cell: (label, address) pairs."""
    if marked := _MARKDOWN_LINK.findall(cell):
        return marked
    several = _ADDRESS.findall(cell)
    if len(several) > 1:
        return [("", one.rstrip(",.")) for one in several]
    if _BARE.match(cell):
        return [("", cell)]
    return [("", one) for one in several]
