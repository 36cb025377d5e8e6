"""Take values out of JSON that may be anything: guarded parsing, and texts by key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.reading import text

__all__ = ["items", "mapping", "parse", "step", "string"]

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^\[\]{}]+")
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl")


def parse(data: bytes, options: ReadOptions) -> Any:
    """Parse JSON; numbers that are none and numbers without end become texts.

    Raises
    ------
    SourceError
        It is not JSON, or nested deeper than `ReadOptions.max_depth`.
    """
    source, _ = text.decode(data)
    if _too_deep(source, options.max_depth):
        raise SourceError(
            f"JSON nested deeper than max_depth = {options.max_depth} levels",
            where=options.file,
            remedy="no programme is; check where the file comes from, or raise max_depth in "
            "hallway.toml",
        )
    try:
        return json.loads(
            source, parse_constant=str, parse_int=_whole, parse_float=str, strict=False
        )
    except json.JSONDecodeError as error:
        raise SourceError(
            f"not JSON: {error.msg}, found {source[error.pos : error.pos + 20]!r}",
            where=f"{options.file}, line {error.lineno}, column {error.colno}",
            remedy="check that the file is complete; an editor that knows JSON shows the place",
        ) from error
    except (ValueError, RecursionError) as error:
        raise SourceError(f"not JSON that can be read: {error}", where=options.file) from error


def _too_deep(source: str, levels: int) -> bool:
    """Tell whether brackets nest deeper, strings left aside."""
    brackets = _NO_BRACKETS.sub("", _STRING.sub("", source))
    rest = brackets
    for _ in range(levels // 2):  # each round takes off one level or two
        rest = rest.replace("[]", "").replace("{}", "")
        if not rest:
            return False
    depth = 0
    for mark in brackets:
        depth += 1 if mark in "[{" else -1
        if depth > levels:
            return True
    return False


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) < 19 else digits


def string(value: Any) -> str:
    """Return a value as text.

    Returns
    -------
    str
        Texts and numbers as they are; of an object its ``name`` or ``title``, or of a map of
        languages one of them (English first); "" for everything else.
    """
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        for key in ("name", "title", *_LANGUAGES):
            if isinstance(inner := value.get(key), str | Mapping):
                return string(inner) if isinstance(inner, str) else _first_text(inner)
        return _first_text(value) if all(len(str(key)) in (2, 5) for key in value) else ""
    return ""


def _first_text(value: Mapping[str, Any]) -> str:
    for key in _LANGUAGES:
        if isinstance(value.get(key), str):
            return str(value[key])
    return next((one for one in value.values() if isinstance(one, str)), "")


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a value when it is an object, else an empty one."""
    return value if isinstance(value, dict | Mapping) else {}


def step(key: str | int) -> str:
    """Write one step of a JSON path: ``[0]``, ``.name`` or ``["odd name"]``."""
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if re.fullmatch(r"[\w -]+", key) else f"[{json.dumps(key)}]"


def items(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of an array, each with its step in the path; nothing for anything else."""
    for number, part in enumerate(value if isinstance(value, list) else []):
        yield step(number), part
