"""Read the YAML of a mapping file into nodes that know their lines; nothing is ever constructed."""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from hallway.graph.errors import SourceError

__all__ = ["MAX_BYTES", "Node", "decoded", "read_nodes"]

MAX_BYTES = 256 * 1024
"""Largest mapping file, in bytes."""
MAX_DEPTH = 12
MAX_NODES = 20_000

_EMPTY = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(slots=True)
class Node:
    """A text (None when empty), a list or a mapping; `keys` holds the line of each key."""

    line: int
    value: str | list[Node] | dict[str, Node] | None = None
    keys: dict[str, int] = field(default_factory=dict)

    @property
    def what(self) -> str:
        """What it is, in words."""
        if self.value is None:
            return "nothing"
        names = {str: "a text", list: "a list", dict: "a mapping"}
        return names[type(self.value)]


def decoded(data: bytes, file: str) -> str:
    """Return the text of a mapping file.

    Raises
    ------
    SourceError
        It is too large, or not UTF-8.
    """
    try:
        if len(data) <= MAX_BYTES:
            return data.decode("utf-8-sig")
        what = f"the mapping has more than {MAX_BYTES:,} bytes"
    except UnicodeDecodeError as error:
        what = f"the mapping is not UTF-8: {error.reason} at byte {error.start}"
    raise SourceError(what, where=file, remedy="check that it is a mapping file")


def read_nodes(text: str, file: str) -> Node:
    """Read a mapping file.

    Raises
    ------
    SourceError
        It is too large, not YAML, nested too deep, or has what no mapping needs: anchors, aliases,
        tags, a key twice, more than one document.
    """
    if len(text) > MAX_BYTES:
        raise SourceError(
            f"the mapping has {len(text):,} characters, more than {MAX_BYTES:,}",
            where=file,
            remedy="check that it is a mapping file and not the programme itself",
        )
    builder = _Builder(file)
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            builder.take(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).split("\n")[0]
        raise SourceError(
            f"not YAML: {problem}",
            where=f"{file}, line {mark.line + 1}" if mark else file,
            remedy="check the indentation, and put texts with a colon or # in quotes",
        ) from error
    except UnicodeEncodeError as error:
        raise SourceError(f"not YAML: {error.reason}", where=file) from error
    return builder.document or Node(1)


class _Builder:
    def __init__(self, file: str) -> None:
        self._file = file
        self._open: list[tuple[Node, str | None]] = []
        self._count = 0
        self.document: Node | None = None

    def take(self, event: Event) -> None:
        """Take the next event."""
        line = (event.start_mark.line if event.start_mark else 0) + 1
        if isinstance(event, AliasEvent):
            raise self._refused("an alias", line)
        if isinstance(event, DocumentStartEvent) and self.document is not None:
            raise self._refused("a second document", line)
        if isinstance(event, NodeEvent):
            self._node(event, line)
        elif isinstance(event, CollectionEndEvent):
            self._put(self._open.pop()[0])
        elif isinstance(event, DocumentEndEvent) and self.document is None:
            self.document = Node(line)

    def _node(self, event: NodeEvent, line: int) -> None:
        self._count += 1
        if event.anchor or (getattr(event, "tag", None) or "!") != "!":
            raise self._refused("an anchor or a tag", line)
        if len(self._open) >= MAX_DEPTH or self._count > MAX_NODES:
            raise self._refused("more levels or values than a mapping can have", line)
        if isinstance(event, ScalarEvent):
            plain = not event.style
            empty = plain and event.value in _EMPTY
            self._put(Node(line, None if empty else event.value))
        elif isinstance(event, MappingStartEvent):
            self._open.append((Node(line, {}), None))
        elif isinstance(event, SequenceStartEvent):
            self._open.append((Node(line, []), None))

    def _put(self, node: Node) -> None:
        if not self._open:
            self.document = node
            return
        owner, key = self._open[-1]
        if isinstance(owner.value, list):
            owner.value.append(node)
        elif isinstance(owner.value, dict):
            self._put_in(owner, owner.value, key, node)

    def _put_in(self, owner: Node, values: dict[str, Node], key: str | None, node: Node) -> None:
        if key is not None:
            values[key] = node
            self._open[-1] = (owner, None)
            return
        if not isinstance(node.value, str | None):
            raise self._refused(f"{node.what} as a key", node.line)
        name = node.value or ""
        if name in values:
            raise SourceError(
                f"the key {name!r} stands twice",
                where=f"{self._file}, line {node.line}",
                remedy=f"it is on line {owner.keys[name]} as well; join the two",
            )
        owner.keys[name] = node.line
        self._open[-1] = (owner, name)

    def _refused(self, what: str, line: int) -> SourceError:
        return SourceError(
            f"{what} was found, which no mapping needs",
            where=f"{self._file}, line {line}",
            remedy="write out what is meant",
        )
