"""Find the talks in JSON that groups them: by day, by room, by track, or one object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.formats.syntax.json_opening import join
from hallway.graph.formats.syntax.json_values import step, string
from hallway.graph.formats.tables.columns import field_of
from hallway.graph.formats.tables.day_rows import day_in

__all__ = ["lines", "talks_within"]

_DEEPEST = 6
_SAMPLE = 50  # parts of a list that show what it holds
_DAY = re.compile(r"(?:day|tag|jour|d[ií]a|giorno)[ _-]?\d{1,2}", re.IGNORECASE)
_HANDED_DOWN = ("date", "room", "track", "start", "time", "zone")
_GROUPS = {"rooms": "room", "stages": "room", "tracks": "track", "streams": "track"}


def talks_within(value: Any) -> tuple[str, list[tuple[str, Any]]]:
    """Find the objects that stand for talks.

    Parameters
    ----------
    value
        A parsed document. Its talks stand in one list, or in the lists of its groups: objects or
        an object keyed by day. What a group says of its day, room or track holds for its talks,
        unless they say it themselves.

    Returns
    -------
    tuple
        The path of the list, "" for groups; and the objects with their paths from there.
    """
    if _of_objects(value) and not _groups(value):
        return "", [(step(at), one) for at, one in enumerate(value)]
    if isinstance(value, Mapping):
        lists = [(key, part) for key, part in value.items() if _of_objects(part)]
        if len(lists) == 1 and not _groups(lists[0][1]):
            key, part = lists[0]
            return key, [(step(at), one) for at, one in enumerate(part)]
    if isinstance(value, Mapping):
        for path, inner in (
            ("", value),
            *((k, v) for k, v in value.items() if isinstance(v, Mapping)),
        ):
            if _by_id(inner):
                return path, [(step(key), one) for key, one in inner.items()]
    return "", list(_unfolded(value, "", {}, "", 0))


def named_elsewhere(value: Any) -> dict[str, dict[str, Any]]:
    """Return the objects that a document lists beside its talks, by field and by id.

    >>> named_elsewhere({"talks": [], "speakers": [{"id": 7, "name": "Ana Lindqvist"}]})
    {'speakers': {'7': {'id': 7, 'name': 'Ana Lindqvist'}}}
    """
    found: dict[str, dict[str, Any]] = {}
    for key, part in value.items() if isinstance(value, Mapping) else ():
        field = field_of(key) or field_of(key.removesuffix("s"))
        if field not in ("speakers", "room", "track"):
            continue
        pairs = (
            part.items()
            if isinstance(part, Mapping)
            else ((one.get("id"), one) for one in part if isinstance(one, Mapping))
            if isinstance(part, list)
            else ()
        )
        for id_, one in pairs:
            if isinstance(one, Mapping) and isinstance(id_, str | int):
                found.setdefault(field, {})[str(id_)] = one
    return found


def lines(source: str) -> list[Any] | None:
    """Read objects that stand one on a line; None when the text is anything else."""
    rows = [row for row in source.splitlines() if row.strip()]
    if len(rows) < 2 or not all(row.lstrip().startswith("{") for row in rows[:_SAMPLE]):
        return None
    found = []
    for row in rows:
        try:
            found.append(json.loads(row, parse_int=str, parse_float=str, strict=False))
        except (ValueError, RecursionError):
            if not found:
                return None
            found.append(row)  # not an object: the reader tells where it stands
    return found


def _unfolded(
    value: Any, path: str, given: dict[str, Any], key: str, depth: int
) -> Iterator[tuple[str, Any]]:
    """Yield the objects of the innermost lists, each with what its groups say."""
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        inner = _inner(value)
        if not inner:
            if depth:
                yield path, {**given, **value}
            return
        if len(inner) > 1 and not all(_names_a_day(name) for name, _ in inner):
            return  # several lists side by side are the tables of a database
        given = {**given, **_said(value, key)}
        for name, part in inner:
            said = {"date": name} if day_in(name) else {}
            yield from _unfolded(part, join(path, step(name)), {**given, **said}, name, depth + 1)
    elif isinstance(value, list):
        for at, part in enumerate(value):
            if isinstance(part, Mapping):
                yield from _unfolded(part, join(path, step(at)), given, key, depth + 1)


def _inner(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the parts that hold talks or groups of them; what is in a talk is neither."""
    fields = set(map(field_of, value))
    if "title" in fields and fields & {"start", "speakers", "abstract"}:
        return []
    return [
        (name, part)
        for name, part in value.items()
        if field_of(name) not in ("speakers", "moderators", "name", "topics")
        and (_of_objects(part) or (isinstance(part, Mapping) and _keyed(part)))
    ]


def _said(value: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return what a group says of all its talks."""
    said = {name: part for name, part in value.items() if field_of(name) in _HANDED_DOWN}
    kind = _GROUPS.get(key.casefold())
    if kind and kind not in map(field_of, said) and (name := string(value)):
        said[kind] = name
    return said


def _groups(value: Any) -> bool:
    """Tell whether a list holds groups, not talks."""
    some = [one for one in value[:_SAMPLE] if isinstance(one, Mapping)]
    return bool(some) and all(_inner(one) for one in some)


def _names_a_day(key: str) -> bool:
    """Tell whether a key is a date, or a number of a day such as "day2"."""
    return day_in(key) is not None or _DAY.fullmatch(key) is not None


def _by_id(value: Mapping[str, Any]) -> bool:
    """Tell whether an object holds talks by their ids."""
    some = list(value.values())[:_SAMPLE]
    return bool(some) and all(
        isinstance(one, Mapping) and "title" in map(field_of, one) for one in some
    )


def _keyed(value: Mapping[str, Any]) -> bool:
    """Tell whether an object is keyed by day, room or the like: its values are lists of objects."""
    return bool(value) and all(_of_objects(one) for one in value.values())


def _of_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, Mapping) for one in value)
