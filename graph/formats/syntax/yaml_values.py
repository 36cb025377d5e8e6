"""Read YAML that may be anything, with the text of every scalar as it is written.

What a loader makes of a plain scalar is seldom what was meant: ``13:45`` would become 825, ``no``
a boolean and ``2020-10-11 8:00:00 -0500`` sometimes a time and sometimes not. So every scalar
stays text, except the empty ones, which are None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from hallway.graph.errors import SourceError
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["Fields", "parse", "truth"]

MAX_ALIASES = 10_000
USUAL = ReadingLimits()

_EMPTY = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset("true yes on y 1".split())
_FALSE = frozenset("false no off n 0".split())
# YAML 1.2, 5.1: what a stream may hold; all else would lose the whole file.
_NO_YAML = re.compile(
    r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


class Fields(dict[str, Any]):
    """A mapping, and the line (from 1) of its first key; values are text, None, lists, `Fields`."""

    __slots__ = ("line",)

    def __init__(self, line: int = 1) -> None:
        super().__init__()
        self.line = line


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come yet."""

    value: Fields | list[Any]
    anchor: str | None
    before: int
    key: str | None = None


class _Builder:
    """Makes values of parser events, one document, without recursion."""

    def __init__(self, where: str, first_line: int, limits: ReadingLimits) -> None:
        self._limits = limits
        self._where = where
        self._first_line = first_line
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._nodes = 0
        self._aliases = 0
        self.document: Any = None

    def take(self, event: Event) -> None:
        """Take the next event."""
        if isinstance(event, ScalarEvent):
            plain = event.style is None or event.style == ""
            text = None if plain and event.value in _EMPTY else event.value
            self._count(1, event)
            if event.anchor:
                self._anchors[event.anchor] = (text, 1)
            self._put(text)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            self._start(event)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self._end()
        elif isinstance(event, AliasEvent):
            self._alias(event)

    def _start(self, event: MappingStartEvent | SequenceStartEvent) -> None:
        if len(self._open) >= self._limits.max_depth:
            raise self._refused(
                f"YAML nested deeper than max_depth = {self._limits.max_depth} levels", event
            )
        self._count(1, event)
        value: Fields | list[Any] = (
            Fields(self._line(event)) if isinstance(event, MappingStartEvent) else []
        )
        self._open.append(_Open(value, event.anchor, self._nodes))

    def _end(self) -> None:
        closed = self._open.pop()
        if closed.anchor:
            self._anchors[closed.anchor] = (closed.value, self._nodes - closed.before + 1)
        self._put(closed.value)

    def _alias(self, event: AliasEvent) -> None:
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise self._refused(f"there are more than {MAX_ALIASES:,} aliases", event)
        if event.anchor not in self._anchors:
            raise self._refused(f"the alias *{event.anchor} stands for nothing", event)
        value, size = self._anchors[event.anchor]
        self._count(size, event)
        self._put(value)

    def _put(self, value: Any) -> None:
        """Put a value where it belongs: the key or the value of a mapping, an item, the whole."""
        if not self._open:
            self.document = value
            return
        owner = self._open[-1]
        if isinstance(owner.value, list):
            owner.value.append(value)
        elif owner.key is None:
            owner.key = value if isinstance(value, str) else ""
        else:
            _set(owner.value, owner.key, value)
            owner.key = None

    def _count(self, nodes: int, event: Event) -> None:
        self._nodes += nodes
        if self._nodes > self._limits.max_values:
            raise self._refused(
                f"there are more than max_values = {self._limits.max_values:,} values, aliases "
                "unfolded",
                event,
            )

    def _line(self, event: Event) -> int:
        return self._first_line + (event.start_mark.line if event.start_mark else 0)

    def _refused(self, what: str, event: Event) -> SourceError:
        return SourceError(
            what,
            where=f"{self._where}, line {self._line(event)}",
            remedy="no programme is written so; check where the file comes from, or raise the "
            "limit in hallway.toml",
        )


def parse(source: str, where: str, *, first_line: int = 1, limits: ReadingLimits = USUAL) -> Any:
    """Parse the first document of a YAML text.

    Parameters
    ----------
    source
        The text; characters that YAML cannot carry are left out.
    where
        Name of the file, for errors.
    first_line
        Line of the file in which the text begins.
    limits
        How deep it may nest, and how many values it may have.

    Returns
    -------
    Any
        `Fields`, list, text or None, nested; nothing else.

    Raises
    ------
    SourceError
        It is not YAML, nested too deep, or too large when its aliases are unfolded.
    """
    builder = _Builder(where, first_line, limits)
    try:
        for event in yaml.parse(_NO_YAML.sub("", source), Loader=yaml.CSafeLoader):
            if isinstance(event, DocumentEndEvent):
                break
            builder.take(event)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {first_line + mark.line}" if mark else ""
        problem = getattr(error, "problem", None) or str(error).split("\n")[0]
        raise SourceError(
            f"not YAML: {problem}",
            where=f"{where}{line}",
            remedy="check the indentation and the quotes around texts with a colon",
        ) from error
    return builder.document


def truth(value: Any) -> bool | None:
    """Read a text as yes or no; None when it is neither."""
    word = value.strip().casefold() if isinstance(value, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _set(owner: Fields, key: str, value: Any) -> None:
    """Set a key; ``<<`` adds the keys of other mappings that the owner has not (YAML merge)."""
    if key != "<<":
        owner[key] = value
        return
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, Fields):
            for name, inherited in one.items():
                owner.setdefault(name, inherited)
