"""What a mapping sees of a file: records that give texts by column or by path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hallway.graph.mapping.language import Named

__all__ = ["Document", "MappedRecord", "Names", "listed"]

_MOST_NAMED = 30  # columns or paths that an error lists


@dataclass(frozen=True, slots=True)
class Names:
    """The columns or paths of a mapping, and those of them that the file must have."""

    all: tuple[Named, ...]
    needed: tuple[Named, ...]


class MappedRecord(Protocol):
    """One record of a file."""

    @property
    def where(self) -> str:
        """Place of the record, as in `Notice.where`."""

    def texts(self, named: Named) -> list[str]:
        """Return what stands in a column or at a path, blanks left out."""

    def is_list(self, named: Named) -> bool:
        """Tell whether a list stands there, so that its texts are apart already."""


@dataclass(slots=True)
class Document:
    """A file as a mapping sees it.

    Attributes
    ----------
    format
        Name of the format whose notation it is in: ``csv``, ``spreadsheet`` or ``json-list``.
    told
        What it is, in words.
    records
        Each with its place.
    unused
        Columns that the mapping does not name.
    """

    format: str
    told: str
    records: Sequence[MappedRecord]
    unused: tuple[str, ...] = ()


def listed(names: Sequence[str]) -> str:
    """List names for an error."""
    shown = ", ".join(repr(one[:60]) for one in names[:_MOST_NAMED])
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown
