"""Look into a file nobody has seen: its columns or paths, each with examples of what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.spreadsheet import sheets
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.tables.columns import familiar, field_of
from hallway.graph.formats.tables.records import Record, records, told_delimiter
from hallway.graph.mapping.documents import notation
from hallway.graph.mapping.tables import HEADER_WITHIN
from hallway.graph.mapping.trees import top_of
from hallway.graph.reading import bundle
from hallway.graph.reading.text import clean, decode

__all__ = ["Column", "Sample", "sample"]

MOST_RECORDS = 300  # records that are looked at
MOST_COLUMNS = 200
_MOST_VALUES = 100
_DEEPEST_LIST = 12  # objects around a list
_DEEPEST = 4  # objects inside one another
_NOTHING: tuple[object, ...] = (None, "", [], {})
_DATA_KEY = re.compile(r"\d[\d.:T/-]*|[0-9a-f-]{8,}")


@dataclass(slots=True)
class Column:
    """A column, or a path inside a record.

    Attributes
    ----------
    name
        As a mapping writes it.
    words
        The header, or the last name of the path.
    within
        Path of the objects in a list that it stands in; "" for the record itself.
    values
        Examples that are not blank, with repeats.
    """

    name: str
    words: str
    within: str = ""
    values: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Sample:
    """What a file holds.

    Attributes
    ----------
    top
        Lines of the mapping that say where the records are.
    columns
        In the order of the file.
    count
        Records looked at.
    others
        Lists of objects elsewhere in a document, by path: the plain fields of each.
    above
        Paths that lead up from the record, to keys and fields of what encloses it.
    """

    top: list[tuple[str, str]]
    columns: list[Column]
    count: int
    others: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    above: list[Column] = field(default_factory=list)

    @property
    def word(self) -> str:
        """What a mapping calls the place of a field: ``column`` or ``path``."""
        return "column" if self.top and self.top[-1][0] == "header" else "path"


def sample(data: bytes, options: ReadOptions) -> Sample:
    """Look at the first records of a file.

    Raises
    ------
    SourceError
        It has no table, or no list of objects.
    """
    report = Report(options)
    if bundle.is_bundle(data):
        raise SourceError(
            "it holds several files, and a mapping is for one",
            where=options.file,
            remedy="name a file in it; its mapping goes beside it, as talks.csv.mapping.yaml",
        )
    kind = notation(data)
    if kind == "json-list":
        return _of_json(top_of(data, options, report).value, options)
    if kind == "spreadsheet":
        found = {name: rows for name, rows in sheets(data, options, report) if rows}
        if not found:
            raise _nothing(options)
        name = max(found, key=lambda one: (_familiar(found[one]), len(found[one])))
        return _of_table(found[name], [("sheet", name)], options)
    text, _ = decode(data)
    delimiter = told_delimiter(text, familiar)
    rows = [one for _, one in zip(range(MOST_RECORDS), records(text, delimiter), strict=False)]
    return _of_table(rows, [("delimiter", delimiter)], options)


def _nothing(options: ReadOptions) -> SourceError:
    return SourceError(
        "there are no records in it that a mapping could describe",
        where=options.file,
        remedy="a mapping reads tables with columns and JSON with a list of objects",
    )


# Tables ------------------------------------------------------------------------------------------


def _familiar(rows: Sequence[Record]) -> int:
    return max(sum(map(familiar, one.cells)) for one in rows[:HEADER_WITHIN])


def _of_table(rows: Sequence[Record], top: list[tuple[str, str]], options: ReadOptions) -> Sample:
    filled = [one for one in rows if any(cell.strip() for cell in one.cells)]
    if not filled:
        raise _nothing(options)
    header = _header(filled)
    body = [one for one in filled if one.line > header.line][:MOST_RECORDS]
    columns: dict[str, Column] = {}
    for at, cell in enumerate(header.cells[:MOST_COLUMNS]):
        name = clean(cell) or f"column {at + 1}"
        column = columns.setdefault(name, Column(name, clean(cell)))
        for one in body:
            value = one.cells[at].strip() if at < len(one.cells) else ""
            if value and len(column.values) < _MOST_VALUES:
                column.values.append(value)
    top = [*top, ("header", str(header.line))]
    return Sample(top, list(columns.values()), len(body))


def _header(rows: Sequence[Record]) -> Record:
    """Take the first record with most usual headers; else the first that is as wide as most."""
    first = rows[:HEADER_WITHIN]
    best = max(first, key=lambda one: sum(map(familiar, one.cells)))
    if sum(map(familiar, best.cells)):
        return best
    widths = [sum(bool(cell.strip()) for cell in one.cells) for one in rows]
    return next(one for one, width in zip(first, widths, strict=False) if 2 * width >= max(widths))


# JSON --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Step:
    """An object that encloses a record, and the key that leads on; whether keys are data."""

    owner: dict[str, Any]
    key: str
    keyed: bool


_Found = dict[str, list[tuple[dict[str, Any], tuple[_Step, ...]]]]


def _of_json(value: Any, options: ReadOptions) -> Sample:
    lists: _Found = {}
    _collect(value, "", lists, ())
    if not lists:
        raise _nothing(options)
    objects = {path: [one for one, _ in found] for path, found in lists.items()}
    path = max(objects, key=lambda one: _score(objects[one]))
    columns: dict[tuple[str, str], Column] = {}
    above: dict[str, Column] = {}
    for one, steps in lists[path][:MOST_RECORDS]:
        _columns(one, "", "", columns, 0)
        _above(steps, above)
    return Sample(
        [("records", path)] if path else [],
        list(columns.values())[:MOST_COLUMNS],
        len(lists[path][:MOST_RECORDS]),
        {other: _examples(found) for other, found in objects.items() if other != path},
        list(above.values())[:MOST_COLUMNS],
    )


def _collect(value: Any, path: str, lists: _Found, steps: tuple[_Step, ...]) -> None:
    """Find every list of objects; what data keys lead to is one list, its path with ``*``."""
    if len(steps) > _DEEPEST_LIST or len(lists) > MOST_COLUMNS:
        return
    if isinstance(value, list):
        for one in value[:MOST_RECORDS]:
            if isinstance(one, dict):
                lists.setdefault(path, []).append((one, steps))
        for one in value[:50]:
            if not isinstance(one, list):  # lists in lists are no records of anything known
                _collect(one, path, lists, steps)
        return
    if not isinstance(value, dict):
        return
    keyed = _is_keyed(value)
    for key, one in list(value.items())[:MOST_RECORDS]:
        inner = (*steps, _Step(value, str(key), keyed))
        here = _joined(path, "*" if keyed else _step(key))
        if keyed and isinstance(one, dict):
            lists.setdefault(here, []).append((one, inner))
        _collect(one, here, lists, inner)


def _above(steps: tuple[_Step, ...], columns: dict[str, Column]) -> None:
    """Add what stands above a record: keys that are data, and plain fields."""
    for up, one in enumerate(reversed(steps)):
        if one.keyed:
            _add(columns, "^" * up + "~", "", one.key)
        is_top = up == len(steps) - 1
        for key, value in list(one.owner.items())[:MOST_COLUMNS]:
            begin = "$." if is_top else "^" * (up + 1)
            if text := string(value).strip():
                _add(columns, begin + _step(key), str(key), text)
            if is_top and isinstance(value, dict) and not one.keyed:
                for inner, part in list(value.items())[:MOST_COLUMNS]:
                    if text := string(part).strip():
                        _add(columns, f"$.{_step(key)}.{_step(inner)}", str(inner), text)


def _add(columns: dict[str, Column], name: str, words: str, text: str) -> None:
    column = columns.setdefault(name, Column(name, words))
    if len(column.values) < _MOST_VALUES:
        column.values.append(text)


def _is_keyed(value: dict[str, Any]) -> bool:
    """Tell whether the keys of an object are data: dates, ids, names of rooms."""
    if not value or not all(isinstance(one, dict | list) for one in value.values()):
        return False
    if all(_DATA_KEY.fullmatch(str(key)) for key in value):
        return True
    shapes = [_shape(one) for one in list(value.values())[:50]]
    filled = [one for one in shapes if one]
    if len(filled) < 2:
        return False
    return all(2 * len(filled[0] & one) >= len(filled[0] | one) for one in filled)


def _shape(value: Any) -> frozenset[str]:
    if isinstance(value, list):
        value = next((one for one in value if isinstance(one, dict)), {})
    return frozenset(value) if isinstance(value, dict) else frozenset()


def _score(objects: Sequence[dict[str, Any]]) -> tuple[bool, int, int, int]:
    """Rate a list of objects: usual names of talks first, then texts, then how many there are."""
    names = {
        str(key) for one in objects[:50] for key, value in one.items() if value not in _NOTHING
    }
    fields = {field_of(name) for name in names} - {"", "id", "url"}
    titled = "title" in fields
    several = titled and len(objects) > 1  # a single object may be the event around them
    return several, 2 * titled + len(fields - {"name"}), len(objects), -len(names)


def _columns(
    value: dict[str, Any],
    path: str,
    within: str,
    columns: dict[tuple[str, str], Column],
    depth: int,
) -> None:
    """Add the paths of a record, those inside lists of objects apart."""
    for key, one in value.items():
        here = _joined(path, _step(key))
        objects = isinstance(one, list) and any(isinstance(part, dict) for part in one)
        if isinstance(one, list) and objects:
            if within or depth >= _DEEPEST:
                continue
            for part in [part for part in one if isinstance(part, dict)][:20]:
                _columns(part, "", here, columns, depth + 1)
        elif isinstance(one, dict) and not string(one):
            if depth < _DEEPEST:
                _columns(one, here, within, columns, depth + 1)
        else:
            column = columns.setdefault((within, here), Column(here, str(key), within))
            for text in _texts(one):
                if len(column.values) < _MOST_VALUES:
                    column.values.append(text)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    text = ("yes" if value else "no") if isinstance(value, bool) else string(value).strip()
    return [text] if text else []


def _examples(objects: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """Return what the plain fields of a list hold, to find where ids lead."""
    return [
        {_step(key): text for key, value in one.items() if (text := string(value).strip())}
        for one in objects[:1000]
    ]


def _step(key: object) -> str:
    """Write a key as a step of a path."""
    name = str(key)
    if re.fullmatch(r"\w(?:[\w -]*\w)?", name):
        return name
    return '["' + name.replace("\\", "\\\\").replace('"', '\\"') + '"]'


def _joined(path: str, at: str) -> str:
    return at if not path else path + (at if at.startswith("[") else f".{at}")
