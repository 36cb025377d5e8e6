"""A programme as JSON and back: records are arrays of their fields, in order.

Only for programmes that this version wrote: a format to keep is RDF.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from sys import intern
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from hallway.graph.programme import Programme

__all__ = ["from_json", "to_json"]


def to_json(programme: Programme) -> list[Any]:
    """Return a programme as a JSON value."""
    value: list[Any] = _plain(programme)
    return value


def from_json(value: list[Any]) -> Programme:
    """Return the programme that `to_json` made a value of.

    The value is used up. Times keep their offset; the name of their zone is that of the event.
    """
    programme: Programme = _record(Programme)(value)
    return programme


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    if not is_dataclass(value):
        return value
    row = [_plain(getattr(value, one.name)) for one in fields(value)]
    defaults = [None if one.default is MISSING else one.default for one in fields(value)]
    while row and defaults[len(row) - 1] is not None and _same(row[-1], defaults[len(row) - 1]):
        row.pop()
    return row


def _same(value: Any, default: Any) -> bool:
    return type(value) is type(_plain(default)) and value == _plain(default)


@cache
def _record(kind: type) -> Callable[[list[Any]], Any]:
    """Return what makes a record of a class; texts that recur are shared."""
    hints = get_type_hints(kind)
    readers = [(at, _reader(hints[one.name])) for at, one in enumerate(fields(kind))]
    needed = [(at, read) for at, read in readers if read is not None]

    def make(row: list[Any]) -> Any:
        for at, read in needed:
            if at >= len(row):
                break
            if row[at] is not None:
                row[at] = read(row[at])
        return kind(*row)

    return make


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    """Return what makes a value of JSON, which is not null, one of a type; None for no change."""
    if get_origin(hint) is tuple:
        read = _reader(get_args(hint)[0])
        if read is None:
            return tuple
        return lambda values: tuple(map(read, values)) if values else ()
    kinds = [one for one in (get_args(hint) or (hint,)) if one is not type(None)]
    if get_origin(hint) not in (Union, types.UnionType, None):
        raise TypeError(f"no way to read a {hint}")
    if any(issubclass(one, date) for one in kinds):
        return _moment
    if len(kinds) == 1 and is_dataclass(kinds[0]):
        return _record(cast(type, kinds[0]))
    return _shared if kinds == [str] else None


def _moment(text: str) -> date:
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


def _shared(text: str) -> str:
    return intern(text) if len(text) < 80 else text
