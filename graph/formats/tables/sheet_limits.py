"""Look at a workbook before it is opened: few kilobytes may say that they fill a billion cells."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.reading.bundle import DAMAGED, check
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["check_workbook", "workbook_kind"]

MOST_CHARACTERS = 200_000_000
"""Longest text of all cells together, in characters; one text may be shared by many cells."""

_CELL = re.compile(r"([A-Z]{1,4})(\d{1,9})")
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"


def workbook_kind(data: bytes) -> str:
    """Return ``XLSX`` or ``ODS``; "" for anything else."""
    if not data.startswith(b"PK\x03\x04"):
        return ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "xl/workbook.xml" in names:
                return "XLSX"
            if "content.xml" in names and "mimetype" in names:
                with archive.open("mimetype") as stream:
                    return "ODS" if stream.read(100).strip().startswith(_ODS) else ""
    except DAMAGED:
        return ""
    return ""


def check_workbook(data: bytes, kind: str, file: str, limits: ReadingLimits) -> None:
    """Check size, entities and extent before the workbook is opened.

    Raises
    ------
    SourceError
        It is damaged, has a document type, or unpacks to or spans more than the limits.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            check(data, file, limits)
            parts = {one.filename: _read(archive, one, file) for one in archive.infolist()}
    except DAMAGED as error:
        raise SourceError(f"the workbook cannot be unpacked: {error}", where=file) from error
    for name, part in parts.items():
        if name.endswith((".xml", ".rels")) and re.search(rb"<!(?:DOCTYPE|ENTITY)", part):
            raise SourceError(
                "it has a document type (DTD), which no spreadsheet needs",
                where=f"{file}, {name}",
                remedy="save the workbook again",
            )
    try:
        extents = _of_xlsx(parts) if kind == "XLSX" else _of_ods(parts)
        for extent in extents:
            cells = max(extent.area, extent.cells)
            if cells > limits.max_cells:
                raise SourceError(
                    f"a sheet spans {cells:,} cells, more than max_cells = {limits.max_cells:,}",
                    where=file,
                    remedy="delete what stands far below or to the right of the programme, or "
                    "raise max_cells in hallway.toml",
                )
            if extent.characters > MOST_CHARACTERS:
                raise SourceError(
                    f"the texts of a sheet have more than {MOST_CHARACTERS:,} characters",
                    where=file,
                    remedy="split the workbook",
                )
    except etree.XMLSyntaxError as error:
        raise SourceError(f"the workbook is damaged: {error}", where=file) from error


@dataclass(slots=True)
class _Extent:
    """The filled cells of a sheet."""

    top: int = 0
    bottom: int = 0
    left: int = 0
    right: int = 0
    cells: int = 0
    characters: int = 0

    def add(self, row: int, column: int, length: int, rows: int = 1, columns: int = 1) -> None:
        if not self.cells:
            self.top, self.left = row, column
        self.top, self.left = min(self.top, row), min(self.left, column)
        self.bottom = max(self.bottom, row + rows - 1)
        self.right = max(self.right, column + columns - 1)
        self.cells += rows * columns
        self.characters += rows * columns * length

    @property
    def area(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1) if self.cells else 0


def _of_xlsx(parts: dict[str, bytes]) -> Iterator[_Extent]:
    lengths: list[int] = []
    for name, part in parts.items():
        if name.casefold().endswith("sharedstrings.xml"):
            lengths = [len("".join(map(str, one.itertext()))) for one in _elements(part, "si")]
    for name, part in parts.items():
        if re.match(r"xl/worksheets/[^/]+\.xml$", name):
            yield _xlsx_sheet(part, lengths)


def _xlsx_sheet(part: bytes, lengths: list[int]) -> _Extent:
    extent = _Extent()
    row, column = 0, 0
    for cell in _elements(part, "c"):
        found = _CELL.fullmatch(cell.get("r") or "")
        if found:
            row, column = int(found[2]), _number(found[1])
        else:
            column += 1
        text = "".join(map(str, cell.itertext()))
        if not text:
            continue
        length = len(text)
        number = text.strip()[:9]
        if cell.get("t") == "s" and number.isdecimal() and int(number) < len(lengths):
            length = lengths[int(number)]
        extent.add(row, column, length)
    return extent


def _of_ods(parts: dict[str, bytes]) -> Iterator[_Extent]:
    extent = _Extent()
    row = 1
    for element in _elements(parts.get("content.xml", b""), "table-row"):
        rows = _count(element, "number-rows-repeated")
        column = 1
        for cell in element:
            columns = _count(cell, "number-columns-repeated")
            text = "".join(map(str, cell.itertext()))
            if text or any(str(name).endswith("}value-type") for name in cell.attrib):
                extent.add(row, column, len(text), rows, columns)
            column += columns
        row += rows
    yield extent  # all sheets as one: the sum of them is what is held in memory


def _count(element: etree._Element, name: str) -> int:
    for key, value in element.attrib.items():
        if str(key).endswith("}" + name) and str(value).isdecimal():
            return min(int(str(value)[:9]), 10_000_000)
    return 1


def _elements(part: bytes, name: str) -> Iterator[etree._Element]:
    """Yield the elements of a local name, each freed when the next is asked for."""
    stream = etree.iterparse(
        io.BytesIO(part), tag=f"{{*}}{name}", resolve_entities=False, no_network=True,
        load_dtd=False, huge_tree=False,
    )  # fmt: skip
    for _, element in stream:
        yield element
        element.clear()
        while element.getprevious() is not None and (parent := element.getparent()) is not None:
            del parent[0]


def _number(letters: str) -> int:
    """Return the number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: str) -> bytes:
    with archive.open(entry) as stream:
        found = stream.read(entry.file_size + 1)
    if len(found) > entry.file_size:
        raise SourceError(
            "an entry unpacks to more than it says", where=f"{file}, {entry.filename}"
        )
    return found
