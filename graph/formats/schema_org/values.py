"""The values of schema.org objects, whatever shape they are written in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.formats.syntax.json_values import step

__all__ = [
    "Node",
    "Values",
    "id_of",
    "is_event_type",
    "local",
    "local_keys",
    "objects_in",
    "opened",
    "stable_id",
    "types_of",
]  # fmt: skip

Node = Mapping[str, Any]

_EVENT = re.compile(
    r"(?:^|[a-z])Event$|^(?:Conference|Festival|Hackathon|EventSeries|CourseInstance)$"
)
_NO_EVENT = frozenset({"PublicationEvent", "BroadcastEvent", "OnDemandEvent", "SaleEvent"})
_VOCABULARY = re.compile(r"^(?:https?://(?:www\.)?schema\.org/|schema:|sdo:)", re.IGNORECASE)


def local(term: str) -> str:
    """Return a term of schema.org without its vocabulary: ``https://schema.org/Event``."""
    return _VOCABULARY.sub("", term).strip()


def is_event_type(term: str) -> bool:
    """Tell whether a type names an event, invented ones such as EducationalEvent included."""
    name = local(term)
    return name not in _NO_EVENT and _EVENT.search(name) is not None and "/" not in name


class Values:
    """The values of one object by the names of properties.

    Parameters
    ----------
    node
        The object.
    known
        Every object of the document that has an id.
    """

    def __init__(self, node: Node, known: Mapping[str, Node]) -> None:
        self.node = node
        self.known = known
        self._keys = local_keys(node)

    def values(self, *names: str) -> Iterator[Any]:
        """Yield every value of the properties, lists opened."""
        for name in names:
            if name in self._keys:
                yield from opened(self._keys[name])

    def objects(self, *names: str) -> Iterator[Node]:
        """Yield the values that are objects, references resolved; a text is a reference."""
        for value in self.values(*names):
            node = self.resolved(value)
            if isinstance(node, Mapping):
                yield node

    def resolved(self, value: Any) -> Any:
        """Return what a reference stands for, where the document says so."""
        if isinstance(value, Mapping) and len(value) <= 2 and (id_ := id_of(value)):
            return self.known.get(id_, value)
        return self.known.get(value, value) if isinstance(value, str) else value

    def texts(self, *names: str) -> list[str]:
        """Return the values as texts: of an object its value, its name or its address."""
        found = (self._text(self.resolved(value)) for value in self.values(*names))
        return [text for text in found if text]

    def text(self, *names: str) -> str:
        """Return the first text there is, else ""; properties in the order given.

        Of texts in several languages the English one is first.
        """
        for name in names:
            if name in self._keys:
                for value in sorted(self.values(name), key=_language_rank):
                    if text := self._text(self.resolved(value)):
                        return text
        return ""

    def _text(self, value: Any) -> str:
        if isinstance(value, str):
            return value.strip()
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, Mapping):
            return ""
        inner = Values(value, self.known)
        for name in ("@value", "name", "audienceType", "url", "@id"):
            for one in inner.values(name):
                if isinstance(one, str | int | float | Mapping) and one is not value:
                    text = one if isinstance(one, str) else _plain(one)
                    if text:
                        return text.strip()
        return ""


def _language_rank(value: Any) -> bool:
    """Order a text of another language behind an English one."""
    language = value.get("@language") if isinstance(value, Mapping) else None
    return isinstance(language, str) and not language.casefold().startswith("en")


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("@value", "")
    return str(value) if isinstance(value, str | int | float) else ""


def objects_in(value: Any, path: str) -> Iterator[tuple[Node, str]]:
    """Yield every object of a block with its path, outer before inner."""
    stack: list[tuple[Any, str]] = [(value, path)]
    while stack:
        one, at = stack.pop()
        if isinstance(one, Mapping):
            yield one, at
            inner = [(part, f"{at}{step(key)}".lstrip(".")) for key, part in one.items()]
        elif isinstance(one, list):
            inner = [(part, f"{at}{step(number)}") for number, part in enumerate(one)]
        else:
            continue
        stack.extend(reversed(inner))


def local_keys(node: Node) -> dict[str, Any]:
    """Return an object with its keys without their vocabulary."""
    found: dict[str, Any] = {}
    for key, value in node.items():
        found.setdefault(local(key), value)
    return found


def types_of(node: Node) -> list[str]:
    """Return the types of an object as written."""
    given = node.get("@type", node.get("type"))
    return [one for one in opened(given) if isinstance(one, str)]


def id_of(node: Node) -> str:
    """Return the id of an object, else ""."""
    given = node.get("@id", node.get("id"))
    return given.strip() if isinstance(given, str) else ""


def stable_id(id_: str) -> str:
    """Return an id, but "" for that of a blank node: it is new each time."""
    return "" if id_.startswith("_:") else id_


def opened(value: Any) -> Iterator[Any]:
    """Yield the parts of a value, however many lists are around them."""
    if isinstance(value, list):
        for part in value:
            yield from opened(part)
    elif isinstance(value, Mapping) and ("@list" in value or "@set" in value):
        yield from opened(value.get("@list", value.get("@set")))
    elif value is not None:
        yield value
