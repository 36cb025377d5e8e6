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

    Times keep their offset; the name of their zone is that of the event.
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


def _moment(text: str | None) -> date | None:
    if text is None:
        return None
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


@cache
def _record(kind: type) -> Callable[[list[Any]], Any]:
    """Return what makes a record of a class; texts that recur are shared."""
    hints = get_type_hints(kind)
    readers = [_reader(hints[one.name]) for one in fields(kind)]

    def make(row: list[Any]) -> Any:
        return kind(*[read(value) for read, value in zip(readers, row, strict=False)])

    return make


def _reader(hint: Any) -> Callable[[Any], Any]:
    if get_origin(hint) is tuple:
        read = _reader(get_args(hint)[0])
        return lambda values: tuple([read(one) for one in values]) if values else ()
    kinds = [one for one in (get_args(hint) or (hint,)) if one is not type(None)]
    if get_origin(hint) not in (Union, types.UnionType, None):
        raise TypeError(f"no way to read a {hint}")
    if any(issubclass(one, date) for one in kinds):
        return _moment
    if len(kinds) == 1 and is_dataclass(kinds[0]):
        read_record = _record(cast(type, kinds[0]))
        return lambda row: None if row is None else read_record(row)
    if kinds == [str]:
        return lambda text: intern(text) if text is not None and len(text) < 80 else text
    return lambda value: value
