"""Rows of tables and workbooks for a mapping: the header is found by the columns it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.spreadsheet import sheets
from hallway.graph.formats.tables.records import Record, records, told_delimiter
from hallway.graph.mapping.language import Mapping, Named
from hallway.graph.mapping.records import Document, Names, listed
from hallway.graph.reading.text import clean, decode

__all__ = ["HEADER_WITHIN", "TableRecord", "open_table", "open_workbook"]

HEADER_WITHIN = 20  # records above which a header may stand


def open_table(
    data: bytes, mapping: Mapping, named: Names, options: ReadOptions, report: Report
) -> Document:
    """Open a text table; errors as of `hallway.graph.mapping.documents.open_document`."""
    text, guess = decode(data)
    if guess:
        report.notices.append(guess)
    wanted = {clean(one.text) for one in named.all}
    delimiter = mapping.delimiter or told_delimiter(text, lambda cell: clean(cell) in wanted)
    table = _table(list(records(text, delimiter)), mapping, named, "line ", options.file)
    told = f"a table with the columns {listed(table.names)}"
    return Document("csv", told, table.body, table.unused)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A row of a table."""

    columns: dict[str, tuple[int, ...]]
    cells: tuple[str, ...]
    where: str

    def texts(self, named: Named) -> list[str]:
        """Return the cells under a header that are not blank."""
        places = self.columns.get(named.text, ())
        found = (self.cells[at].strip() for at in places if at < len(self.cells))
        return [cell for cell in found if cell]

    def is_list(self, named: Named) -> bool:
        """Return False: a cell holds one text."""
        return False


@dataclass(slots=True)
class _Table:
    names: list[str]
    body: list[TableRecord] = field(default_factory=list)
    unused: tuple[str, ...] = ()
    missing: list[Named] = field(default_factory=list)


def _table(rows: Sequence[Record], mapping: Mapping, named: Names, place: str, file: str) -> _Table:
    table = _found_table(rows, mapping, named, place)
    if table.missing:
        raise _missing(table, mapping, file)
    return table


def _missing(table: _Table, mapping: Mapping, file: str) -> SourceError:
    first, *others = table.missing
    also = (f"also {mapping.at(one.line)}: there is no column {one.text!r}" for one in others[:20])
    remedy = (
        f"the columns are {listed(table.names)}; write optional: true for a column that the file "
        "may lack"
    )
    return SourceError(
        f"there is no column {first.text!r} in {file}",
        where=mapping.at(first.line),
        remedy="\n  ".join((remedy, *also)),
    )


def _found_table(rows: Sequence[Record], mapping: Mapping, named: Names, place: str) -> _Table:
    """Find the header: the line stated, or the first of those that have most columns named."""
    if mapping.header == 0:
        width = max((len(one.cells) for one in rows), default=0)
        header, below = Record(0, tuple(str(n + 1) for n in range(width))), rows
    else:
        candidates = [
            one
            for one in islice(rows, None if mapping.header else HEADER_WITHIN)
            if mapping.header in (None, one.line)
        ]
        header = max(candidates, key=lambda one: _fit(one, named), default=Record(0, ()))
        below = [one for one in rows if one.line > header.line]
    names = [clean(cell) or f"column {n}" for n, cell in enumerate(header.cells, 1)]
    columns: dict[str, tuple[int, ...]] = {}
    for one in named.all:
        columns[one.text] = _places(names, one.text)
    used = {at for places in columns.values() for at in places}
    body = [
        TableRecord(columns, one.cells, f"{place}{one.line}")
        for one in below
        if any(cell.strip() for cell in one.cells) and one.cells != header.cells
    ]
    unused = [name for at, name in enumerate(names) if at not in used and clean(header.cells[at])]
    return _Table(
        names, body, tuple(unused), [one for one in named.needed if not columns[one.text]]
    )


def _places(names: Sequence[str], wanted: str) -> tuple[int, ...]:
    """Find the columns of a name: as it is written, else without regard to letter case."""
    wanted = clean(wanted)
    exact = tuple(at for at, name in enumerate(names) if name == wanted)
    folded = wanted.casefold()
    return exact or tuple(at for at, name in enumerate(names) if name.casefold() == folded)


def _fit(row: Record, named: Names) -> int:
    names = [clean(cell) for cell in row.cells]
    return sum(bool(_places(names, one.text)) for one in named.all)


def open_workbook(
    data: bytes, mapping: Mapping, named: Names, options: ReadOptions, report: Report
) -> Document:
    """Open a workbook; errors as of `hallway.graph.mapping.documents.open_document`."""
    found: dict[str, _Table] = {}
    best: _Table | None = None
    names: list[str] = []
    wanted = {clean(one.text): one for one in mapping.sheets}
    for name, rows in sheets(data, options, report):
        names.append(name)
        if wanted and clean(name) not in wanted:
            continue
        table = _found_table(rows, mapping, named, f"{name}, row ")
        if not table.missing or clean(name) in wanted:
            found[name] = table
        if best is None or len(table.missing) < len(best.missing):
            best = table
    for stated, one in wanted.items():
        if stated not in map(clean, names):
            raise SourceError(
                f"there is no sheet {one.text!r} in {options.file}",
                where=mapping.at(one.line),
                remedy=f"the sheets are {listed(names)}",
            )
    bad = next((one for one in found.values() if one.missing), None if found else best)
    if bad is None and not found:
        raise SourceError("no sheet holds a table", where=options.file)
    if bad is not None:
        raise _missing(bad, mapping, options.file)
    told = "a workbook, with a table in " + ", ".join(map(repr, found))
    unused = tuple(dict.fromkeys(one for table in found.values() for one in table.unused))
    body = [one for table in found.values() for one in table.body]
    return Document("spreadsheet", told, body, unused)
