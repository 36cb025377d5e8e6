"""Paths into a JSON document: a few steps of JSONPath, with ``^`` for up and ``~`` for the key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hallway.graph.formats.syntax.json_values import step

__all__ = ["Path", "Place", "parse_path"]

_STEP = re.compile(
    r"\.?(?:\[(?P<index>\d{1,9}|\*)\]|\[\"(?P<quoted>(?:[^\"\\]|\\.)*)\"\]"
    r"|(?P<all>\*)|(?P<key>~)|(?P<name>[^.\[\]*~^$\"][^.\[\]]*))"
)
_MOST_STEPS = 30


@dataclass(frozen=True, slots=True)
class Path:
    """A path.

    Attributes
    ----------
    top
        It begins at the top of the document (``$``), not at the record.
    up
        How many enclosing objects it begins above the record (``^``).
    steps
        Names, numbers of items, None for every part.
    key
        It ends in ``~``: the name under which the place stands, not what stands there.
    """

    top: bool = False
    up: int = 0
    steps: tuple[str | int | None, ...] = ()
    key: bool = False

    def find(self, place: Place) -> Iterator[Place]:
        """Yield the places that the path leads to; a step into a list goes into each item."""
        start: Place | None = place
        if self.top:
            while start is not None and start.above is not None:
                start = start.above
        for _ in range(self.up):
            start = start.above if start is not None else None
        if start is None:
            return
        found: Iterator[Place] = iter((start,))
        for one in self.steps:
            found = _stepped(found, one)
        if self.key:
            found = (Place(one.key, one.path, one.key, one.above) for one in found)
        yield from found


@dataclass(frozen=True, slots=True)
class Place:
    """A value with where it stands.

    Attributes
    ----------
    path
        As in `Notice.where`; "" at the top.
    key
        The name under which it stands in an object, or under which its list does.
    above
        The object that it stands in; None at the top.
    """

    value: Any
    path: str = ""
    key: str = ""
    above: Place | None = None

    def part(self, value: Any, at: str | int) -> Place:
        """Return a part of this place."""
        path = self.path + step(at)
        path = path if self.path else path.removeprefix(".")
        if isinstance(at, int):
            return Place(value, path, self.key, self.above if self.above or self.key else self)
        return Place(value, path, at, self)

    def parts(self) -> Iterator[Place]:
        """Yield the items of a list, or the values of an object."""
        if isinstance(self.value, list):
            for number, one in enumerate(self.value):
                yield self.part(one, number)
        elif isinstance(self.value, Mapping):
            for name, one in self.value.items():
                yield self.part(one, str(name))


def parse_path(text: str) -> Path | None:
    """Read a path such as ``days.talks``, ``$.venue["full name"]``, ``^date`` or ``rooms.*.~``.

    Returns
    -------
    Path | None
        None when it is none.
    """
    rest = text.strip()
    top = rest.startswith("$")
    rest = rest.removeprefix("$") if top else rest
    bare = rest.lstrip("^")
    up = len(rest) - len(bare)
    bare = bare.strip()
    steps: list[str | int | None] = []
    position, key = 0, False
    while position < len(bare):
        found = _STEP.match(bare, position)
        if found is None or found.end() == position or key or len(steps) >= _MOST_STEPS:
            return None
        position = found.end()
        if found["key"]:
            key = True
        elif found["all"] or found["index"] == "*":
            steps.append(None)
        elif found["index"]:
            steps.append(int(found["index"]))
        else:
            quoted = found["quoted"]
            steps.append(
                found["name"].strip() if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
            )
    if (top and up) or not (top or up or steps or key) or bare.endswith("."):
        return None
    return Path(top, up, tuple(steps), key)


def _stepped(places: Iterator[Place], one: str | int | None) -> Iterator[Place]:
    for place in places:
        if one is None:
            yield from place.parts()
        elif isinstance(one, int):
            if isinstance(place.value, list) and one < len(place.value):
                yield place.part(place.value[one], one)
        else:
            yield from _named(place, one)


def _named(place: Place, name: str) -> Iterator[Place]:
    """Go into an object by name; into each item of a list first, however lists nest."""
    stack = [place]
    while stack:
        here = stack.pop()
        if isinstance(here.value, Mapping):
            if name in here.value:
                yield here.part(here.value[name], name)
        elif isinstance(here.value, list):
            stack.extend(reversed(list(here.parts())))
