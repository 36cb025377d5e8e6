"""Files of one folder that a mapping looks into: documents, and tables as lists of objects."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.spreadsheet import sheets
from hallway.graph.formats.tables.columns import familiar
from hallway.graph.formats.tables.records import records, told_delimiter
from hallway.graph.mapping.documents import notation
from hallway.graph.mapping.language import Mapping, Named
from hallway.graph.mapping.paths import Place
from hallway.graph.mapping.records import listed
from hallway.graph.mapping.trees import top_of
from hallway.graph.reading.text import clean, decode

__all__ = ["Beside", "Folder"]


@dataclass(frozen=True, slots=True)
class Folder:
    """The files of a folder or zip by name, and which of them a mapping looked into."""

    files: Lookup[str, bytes]
    opened: set[str] = field(default_factory=set)


class Beside:
    """Opens the files beside one that is read, each once.

    Parameters
    ----------
    folder
        The files; those that are opened are noted there.
    mapping
        For errors.
    options
        Its `file` is the name of the file that is read.
    """

    def __init__(
        self, folder: Folder, mapping: Mapping, options: ReadOptions, report: Report
    ) -> None:
        self._folder = folder
        self._files = folder.files
        self._mapping = mapping
        self._options = options
        self._report = report
        self._opened: dict[str, Place] = {}

    def open(self, named: Named) -> Place:
        """Return the top of a file: its document, or a list with an object for each row.

        Raises
        ------
        SourceError
            There is no such file, or it cannot be read.
        """
        here = posixpath.dirname(self._options.file)
        name = posixpath.normpath(posixpath.join(here, named.text))
        name = name if name in self._files else named.text
        if name not in self._files:
            raise SourceError(
                f"there is no file {named.text[:80]!r} beside {self._options.file}",
                where=self._mapping.at(named.line),
                remedy=f"the files are {listed(sorted(self._files))}",
            )
        self._folder.opened.add(name)
        if name not in self._opened:
            self._opened[name] = self._read(self._files[name])
        return self._opened[name]

    def _read(self, data: bytes) -> Place:
        kind = notation(data)
        if kind == "json-list":
            return top_of(data, self._options, self._report)
        if kind == "spreadsheet":
            rows = [
                _objects([one.cells for one in found])
                for _, found in sheets(data, self._options, self._report)
            ]
            return Place([one for sheet in rows for one in sheet])
        text, _ = decode(data)
        return Place(_objects([one.cells for one in records(text, told_delimiter(text, familiar))]))


def _objects(rows: list[tuple[str, ...]]) -> list[dict[str, str]]:
    """Write the rows below the first one as objects with its cells for names."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    if not filled:
        return []
    header = [clean(cell) for cell in filled[0]]
    return [
        {name: cell.strip() for name, cell in zip(header, row, strict=False) if name}
        for row in filled[1:]
    ]
