"""Look at how a JSON file begins, and into a bundle of them, to tell what it holds.

Recognising must cost little: the first bytes of a file are closed where they stop and parsed, so
that the shape of its first records shows without reading the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import HEAD_BYTES, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.syntax.json_values import items, mapping, parse, step
from hallway.graph.reading import bundle

__all__ = [
    "join",
    "json_files",
    "objects",
    "opening",
    "openings",
    "stem",
    "together",
    "together_of",
]

SAMPLE = 20  # records that show which keys records have
DEEPEST = 100  # levels; to tell a format, not more than `max_depth` is needed
MOST_PARTS = 100
"""Exports of conference platforms have a handful of files; a larger bundle is something else."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}\[\],]', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


@lru_cache(maxsize=MOST_PARTS)
def opening(head: bytes) -> Any:
    """Parse the beginning of a JSON file; what was cut off is missing.

    Returns
    -------
    Any
        The value so far, None when it is no array or object, or is no JSON. It is kept, since
        every format looks at the same beginning: do not change it.
    """
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head.startswith((b"{", b"[")):
        return None
    source = head.decode("utf-8", "replace")
    stack: list[str] = []
    cut, closers = 0, ""
    for token in _TOKEN.finditer(source):
        mark = token[0]
        if mark in "{[":
            stack.append(_CLOSING[mark])
            cut = token.end()
        elif mark in "}]":
            if not stack or stack.pop() != mark:
                return None
            cut = token.end()
        elif mark == ",":
            cut = token.start()
        else:
            continue
        closers = "".join(reversed(stack))
        if not stack:
            break
        if len(stack) > DEEPEST:
            return None
    try:
        return json.loads(source[:cut] + closers, strict=False, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None


def openings(head: bytes, data: bytes) -> dict[str, Any]:
    """Return how a file begins, or each file of a bundle.

    Returns
    -------
    dict
        Name -> value as of `opening`, files that are no JSON left out; the name of a single file
        is "".
    """
    if not data.startswith(bundle.SIGNATURE):
        found = opening(head)
        return {} if found is None else {"": found}
    if not 0 < len(bundle.names(data)) <= MOST_PARTS:
        return {}
    values = ((name, opening(head)) for name, head in bundle.heads(data, size=HEAD_BYTES))
    return {name: value for name, value in values if value is not None}


def json_files(data: bytes, options: ReadOptions, report: Report) -> dict[str, Any]:
    """Parse a JSON file, or every JSON file of a bundle.

    Returns
    -------
    dict
        Name -> value; the name of a single file is "". A file of a bundle that is broken is told
        and left out.

    Raises
    ------
    SourceError
        A single file is not JSON, or a bundle cannot be unpacked.
    """
    if not data.startswith(bundle.SIGNATURE):
        return {"": parse(data, options)}
    found: dict[str, Any] = {}
    for name, content in bundle.files(data, options.file, options).items():
        if opening(content[:HEAD_BYTES]) is None:
            continue
        try:
            found[name] = parse(content, options)
        except SourceError as error:
            report.tell(f"the file could not be read: {error.what}", name, error.remedy, "error")
    return found


def stem(name: str) -> str:
    """Return the name of a file without folders and ending, in small letters."""
    return PurePosixPath(name).stem.casefold()


def together(value: Any) -> dict[str, Any]:
    """Join the first objects of an array or of an object keyed by id, to see which keys they have.

    One record may lack any of them, also the first one; of two values the earlier holds.
    """
    parts = value.values() if isinstance(value, Mapping) else value
    found: dict[str, Any] = {}
    for part in islice(parts, SAMPLE) if isinstance(value, Mapping | list) else ():
        if isinstance(part, Mapping):
            found = {**part, **found}
    return found


def together_of(value: Any, key: str) -> Mapping[str, Any]:
    """Join the first objects under a key of an object, or of an array that stands alone."""
    return together(mapping(value).get(key) if isinstance(value, Mapping) else value)


def join(path: str, at: str) -> str:
    """Add a step to a JSON path, which may be empty or end in the name of a file."""
    return path + (at.removeprefix(".") if not path or path.endswith(": ") else at)


def objects(value: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the objects of an array, or of an object keyed by id, each with its path."""
    parts = (
        ((step(key), part) for key, part in value.items())
        if isinstance(value, Mapping)
        else items(value)
    )
    for at, part in parts:
        if isinstance(part, Mapping):
            yield join(path, at), part
