"""Open a file for a mapping: the records of a table, a workbook or a JSON document.

A record gives texts by column or by path; where it stands goes into every notice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.json_opening import opening
from hallway.graph.formats.json_records import records as json_records
from hallway.graph.formats.json_values import parse, step, string
from hallway.graph.formats.report import Report
from hallway.graph.formats.sheet_limits import workbook_kind
from hallway.graph.formats.spreadsheet import sheets
from hallway.graph.formats.table_records import Record, records, told_delimiter
from hallway.graph.mapping.language import Mapping, Named
from hallway.graph.mapping.paths import Path, Place, parse_path
from hallway.graph.reading import gzipped
from hallway.graph.reading.text import clean, decode

__all__ = [
    "Document",
    "JsonRecord",
    "MappedRecord",
    "Names",
    "TableRecord",
    "bad_path",
    "lists_in",
    "notation",
    "open_document",
    "path_of",
    "paths_in",
    "top_of",
]

HEADER_WITHIN = 20  # records above which a header may stand
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


def notation(data: bytes) -> str:
    """Tell in which notation a file is: ``csv``, ``spreadsheet`` or ``json-list``."""
    if workbook_kind(data):
        return "spreadsheet"
    head = gzipped.head(data).removeprefix(b"\xef\xbb\xbf").lstrip()
    return "json-list" if gzipped.is_gzip(data) or opening(head) else "csv"


def open_document(
    data: bytes, mapping: Mapping, named: Names, options: ReadOptions, report: Report
) -> Document:
    """Open a file.

    Parameters
    ----------
    named
        Every column or path of the mapping.

    Raises
    ------
    SourceError
        It cannot be opened, or the mapping names what it has not.
    """
    kind = notation(data)
    if mapping.sheets and kind != "spreadsheet":
        raise SourceError(
            f"sheet is for workbooks, and {options.file} is none",
            where=mapping.at(mapping.sheets[0].line),
            remedy="remove it",
        )
    if kind == "json-list" and not mapping.delimiter and mapping.header is None:
        return _json(data, mapping, options, report)
    if mapping.records is not None:
        raise SourceError(
            f"records is for JSON, and {options.file} is a table",
            where=mapping.at(mapping.records.line),
            remedy="remove it",
        )
    if kind == "spreadsheet":
        return _workbook(data, mapping, named, options, report)
    text, guess = decode(data)
    if guess:
        report.notices.append(guess)
    wanted = {clean(one.text) for one in named.all}
    delimiter = mapping.delimiter or told_delimiter(text, lambda cell: clean(cell) in wanted)
    rows = list(records(text, delimiter))
    table = _table(rows, mapping, named, "line ", options.file)
    return Document(
        "csv", f"a table with the columns {_listed(table.names)}", table.body, table.unused
    )


# Tables ------------------------------------------------------------------------------------------


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
        f"the columns are {_listed(table.names)}; write optional: true for a column that the file "
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


def _workbook(
    data: bytes, mapping: Mapping, named: Names, options: ReadOptions, report: Report
) -> Document:
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
                remedy=f"the sheets are {_listed(names)}",
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


# JSON --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """A value of a JSON document."""

    place: Place

    @property
    def where(self) -> str:
        """Its path."""
        return self.place.path

    def texts(self, named: Named) -> list[str]:
        """Return the texts at a path, each value of a list apart."""
        path = path_of(named.text)
        return [text for one in path.find(self.place) for text in _texts(one)] if path else []

    def is_list(self, named: Named) -> bool:
        """Tell whether the path leads to a list, or to parts of one."""
        path = path_of(named.text)
        found = list(islice(path.find(self.place), 2)) if path else []
        return any(isinstance(one.value, list) or "[" in one.path[self._length :] for one in found)

    @property
    def _length(self) -> int:
        return len(self.place.path)


@lru_cache(maxsize=2000)
def path_of(text: str) -> Path | None:
    """Read a path once."""
    return parse_path(text)


def _texts(place: Place) -> Iterator[str]:
    if isinstance(place.value, list):
        for part in place.parts():
            yield from _texts(part)
        return
    text = string(place.value).strip()
    if isinstance(place.value, bool):
        text = "yes" if place.value else "no"
    if text:
        yield text


def _json(data: bytes, mapping: Mapping, options: ReadOptions, report: Report) -> Document:
    top = top_of(data, options, report)
    if mapping.records is None:
        places = _only_list(top, options)
    else:
        path = path_of(mapping.records.text)
        if path is None:
            raise bad_path(mapping.records, mapping)
        places = [part for one in path.find(top) for part in _items(one)]
        if not places:
            raise SourceError(
                f"the path {mapping.records.text!r} leads to no record in {options.file}",
                where=mapping.at(mapping.records.line),
                remedy=f"the lists are {_listed(lists_in(top))}",
            )
    found = [JsonRecord(one) for one in places if isinstance(one.value, dict)]
    for one in places:
        if not isinstance(one.value, dict):
            report.tell(f"a record is an object, not {one.value!r:.60}", one.path, level="error")
    return Document("json-list", f"{len(found):,} objects of a JSON document", found)


def bad_path(named: Named, mapping: Mapping) -> SourceError:
    """Make the error for a path that is none."""
    return SourceError(
        f"{named.text[:80]!r} is no path",
        where=mapping.at(named.line),
        remedy='write names apart by dots, as in talk.title, and odd names as ["full name"]; '
        "* is every part, [0] the first item, ^ one object up, ~ the name of the key, $ the top",
    )


def top_of(data: bytes, options: ReadOptions, report: Report) -> Place:
    """Read a JSON document, or one object a line as a list of them."""
    packed = gzipped.is_gzip(data)
    head = gzipped.head(data).removeprefix(b"\xef\xbb\xbf").lstrip()
    if _has_lines(head):
        top = Place([])
        found = [
            Place(value, where, "", top) for where, value in json_records(data, report, options)
        ]
        return _Lines([one.value for one in found], "", "", None, tuple(found))
    if packed:
        data = b"".join(line for _, line in gzipped.lines(data, options.file, options))
    return Place(parse(data, options))


@dataclass(frozen=True, slots=True)
class _Lines(Place):
    """The objects of a file that has one a line; they stand in lines."""

    items: tuple[Place, ...] = ()

    def parts(self) -> Iterator[Place]:
        """Yield the objects."""
        return iter(self.items)


def _has_lines(head: bytes) -> bool:
    """Tell whether the first line is a whole object and another one follows."""
    first, _, rest = head.partition(b"\n")
    if not first.startswith(b"{") or not first.rstrip().endswith(b"}"):
        return False
    return rest.lstrip().startswith(b"{")


def _items(place: Place) -> list[Place]:
    """Return the items of a list, lists inside it laid out; of anything else itself."""
    if not isinstance(place.value, list):
        return [place]
    return [part for one in place.parts() for part in _items(one)]


def _only_list(top: Place, options: ReadOptions) -> list[Place]:
    if isinstance(top.value, list):
        return _items(top)
    lists = [part for part in top.parts() if _of_objects(part.value)]
    if len(lists) != 1:
        raise SourceError(
            "the mapping does not say where the list of records is",
            where=options.file,
            remedy=f"add records: with one of {_listed(lists_in(top)) or 'its lists'}",
        )
    return _items(lists[0])


def _of_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def lists_in(top: Place, most: int = 10_000) -> list[str]:
    """Name the paths of a document's lists of objects, those with most objects first."""
    counts: dict[str, int] = {}
    stack: list[tuple[str, Any]] = [("", top.value)]
    seen = 0
    while stack and seen < most:
        path, value = stack.pop()
        seen += 1
        if isinstance(value, list):
            objects = [one for one in value if isinstance(one, dict)]
            if objects:
                counts[path] = counts.get(path, 0) + len(objects)
            stack.extend((path, one) for one in reversed(value[:200]))
        elif isinstance(value, dict):
            stack.extend((f"{path}.{key}", one) for key, one in reversed(list(value.items())[:200]))
    ranked = sorted(counts, key=lambda path: (-counts[path], path))
    return [path.removeprefix(".") or "$" for path in ranked]


def paths_in(place: Place, most: int = 200) -> str:
    """List the paths inside a record, for errors."""
    found: list[str] = []
    stack: list[tuple[str, Any]] = [("", place.value)]
    while stack and len(found) < most:
        path, value = stack.pop()
        if isinstance(value, dict) and value:
            stack.extend((path + step(str(key)), one) for key, one in reversed(value.items()))
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            stack.append((path, next(one for one in value if isinstance(one, dict))))
        else:
            found.append(path.removeprefix("."))
    return _listed(found)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(repr(one[:60]) for one in names[:_MOST_NAMED])
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown
