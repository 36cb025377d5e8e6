"""Objects of documents for a mapping: JSON, one object of JSON a line, or YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.syntax import yaml_values
from hallway.graph.formats.syntax.json_records import records as json_records
from hallway.graph.formats.syntax.json_values import parse, step, string
from hallway.graph.mapping.language import Mapping, Named
from hallway.graph.mapping.paths import Path, Place, parse_path
from hallway.graph.mapping.records import Document, listed
from hallway.graph.reading import gzipped
from hallway.graph.reading.text import decode

__all__ = [
    "JsonRecord",
    "bad_path",
    "is_yaml",
    "lists_in",
    "open_tree",
    "path_of",
    "paths_in",
    "top_of",
]


_YAML = re.compile(
    rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
    rb"(?:---[ \t]*\r?\n|-[ \t]+[\w\"'][^\n,;\t|]{0,80}?:(?:[ \t]|\r?\n)"
    rb"|[\w\"'][^\n,;\t|:]{0,80}:[ \t]*(?:#[^\n]*)?\r?\n[ \t]*[-\w\"'#])"
)


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


def open_tree(data: bytes, mapping: Mapping, options: ReadOptions, report: Report) -> Document:
    """Open a JSON document; errors as of `hallway.graph.mapping.documents.open_document`."""
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
                remedy=f"the lists are {listed(lists_in(top))}",
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
    """Read a document of JSON or YAML, or one object a line as a list of them."""
    packed = gzipped.is_gzip(data)
    head = gzipped.head(data).removeprefix(b"\xef\xbb\xbf").lstrip()
    if _has_lines(head):
        top = Place([])
        found = [
            Place(value, where, "", top) for where, value in json_records(data, report, options)
        ]
        return _Lines([one.value for one in found], "", "", None, tuple(found))
    if not packed and is_yaml(head):
        return Place(yaml_values.parse(decode(data)[0], options.file, limits=options))
    if packed:
        data = b"".join(line for _, line in gzipped.lines(data, options.file, options))
    return Place(parse(data, options))


def is_yaml(head: bytes) -> bool:
    """Tell YAML from a table by its first lines: a mark, an item that is a mapping, or a key."""
    return bool(_YAML.match(head))


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
            remedy=f"add records: with one of {listed(lists_in(top)) or 'its lists'}",
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
    return listed(found)
