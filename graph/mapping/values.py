"""Read the values of a mapping file one by one, and gather what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rapidfuzz import process

from hallway.graph.errors import SourceError
from hallway.graph.formats.tables.columns import field_of
from hallway.graph.mapping.language import FORMAT_FIELDS, LISTED, Named
from hallway.graph.mapping.moments import fault_of_format
from hallway.graph.mapping.nodes import Node
from hallway.graph.reading import times
from hallway.graph.reading.languages import tag

__all__ = ["ValueReader"]

_TRUE, _FALSE = frozenset({"true", "yes"}), frozenset({"false", "no"})


@dataclass(slots=True)
class ValueReader:
    """Reads nodes as texts, lists, choices and the like; what does not fit is a fault.

    Attributes
    ----------
    file
        Name of the mapping file.
    faults
        In the order in which they were met.
    """

    file: str
    faults: list[SourceError] = field(default_factory=list)

    def fault(self, what: str, line: int, remedy: str = "") -> None:
        """Add a fault."""
        self.faults.append(SourceError(what, where=f"{self.file}, line {line}", remedy=remedy))

    def keys(
        self, node: Node, known: tuple[str, ...], what: str, words: dict[str, str] | None = None
    ) -> dict[str, Node]:
        """Return the values of a mapping whose keys are known; others are faults."""
        if not isinstance(node.value, dict):
            self.fault(
                f"{what} is a mapping of {', '.join(known[:6])}, not {node.what}",
                node.line,
                "write a key, a colon and a value on each line",
            )
            return {}
        for key in node.value:
            if key not in known:
                meant = (words or {}).get(field_of(key), "") or _nearest(key, known)
                self.fault(
                    f"there is no {key!r} in {what}",
                    node.keys[key],
                    (f"did you mean {meant}? " if meant else "")
                    + f"the keys are {', '.join(known)}",
                )
        return {key: value for key, value in node.value.items() if key in known}

    def named(self, node: Node | None, what: str) -> Named | None:
        """Read the name of a column or a path."""
        if node is None:
            return None
        text = self.text(node, what, required=True)
        return Named(text, node.line) if text else None

    def several(self, node: Node | None, what: str, *, required: bool = False) -> tuple[Named, ...]:
        """Read one text or a list of them."""
        if node is None:
            return ()
        nodes = node.value if isinstance(node.value, list) else [node]
        if required and not nodes:
            self.fault(f"{what} names no column", node.line)
        found = (self.named(one, what) for one in nodes)
        return tuple(one for one in found if one is not None)

    def text(self, node: Node | None, what: str, *, required: bool = False) -> str:
        """Read a text; an empty one is a fault where one is required."""
        if node is None:
            return ""
        if isinstance(node.value, str) and (node.value.strip() or not required):
            return node.value
        if node.value is not None or required:
            self.fault(f"{what} is a text, not {node.what}", node.line)
        return ""

    def constant(self, node: Node, name: str) -> tuple[str, ...]:
        """Read what holds for every record."""
        found = tuple(one.text for one in self.several(node, name, required=True))
        if len(found) > 1 and name not in LISTED:
            self.fault(f"{name} is one text, not several", node.line)
        for text in found[:1]:
            if name == "zone" and times.zone(text) is None:
                self.fault(
                    f"the zone {text!r} is not known",
                    node.line,
                    "give an IANA name such as Europe/Berlin",
                )
            if name in FORMAT_FIELDS and times.moment(text, zone=None) is None:
                self.fault(
                    f"{name} is a day, not {text[:60]!r}", node.line, "write it as 2026-06-10"
                )
            if name == "language" and not tag(text):
                self.fault(f"the language {text[:60]!r} is not known", node.line)
        return found

    def values(self, node: Node | None) -> dict[str, str]:
        """Read what texts stand for."""
        if node is None:
            return {}
        if not isinstance(node.value, dict):
            self.fault(f"values is a mapping of texts, not {node.what}", node.line)
            return {}
        return {key: self.text(one, "a value") for key, one in node.value.items()}

    def formats(self, node: Node | None) -> tuple[str, ...]:
        """Read the formats of days and times."""
        found = []
        for one in self.several(node, "format"):
            if fault := fault_of_format(one.text):
                self.fault(
                    f"the format {one.text[:60]!r} {fault}",
                    one.line,
                    "write it as %d.%m.%Y %H:%M, day-first, month-first, epoch-seconds or "
                    "epoch-milliseconds",
                )
            else:
                found.append(one.text)
        return tuple(found)

    def choice(self, node: Node | None, choices: tuple[str, ...], what: str) -> str:
        """Read one of a few words."""
        text = self.text(node, what)
        if node is not None and text not in choices:
            self.fault(f"{what} is {' or '.join(choices)}, not {text[:40]!r}", node.line)
            return ""
        return text

    def truth(self, node: Node | None, what: str) -> bool:
        """Read true or false; false when it is not there."""
        word = self.text(node, what).casefold()
        if node is not None and word not in _TRUE | _FALSE:
            self.fault(f"{what} is true or false, not {word[:40] or node.what!r}", node.line)
        return word in _TRUE

    def header(self, node: Node | None) -> int | None:
        """Read the number of a line, 0 for none, None when it is not there."""
        word = self.text(node, "header")
        if node is None or word == "none":
            return None if node is None else 0
        if not (word.isascii() and word.isdecimal() and 0 < int(word[:7]) <= 1000):
            self.fault(
                f"header is the number of a line or none, not {word[:40]!r}",
                node.line,
                "lines are counted from 1",
            )
            return None
        return int(word)

    def delimiter(self, node: Node | None) -> str:
        """Read one character."""
        text = self.text(node, "delimiter")
        text = {"tab": "\t", "\\t": "\t"}.get(text, text)
        if node is not None and (len(text) != 1 or text in '"\r\n'):
            self.fault(
                f"the delimiter is one character or tab, not {text[:20]!r}",
                node.line,
                'put it in quotes, as in delimiter: ";"',
            )
            return ""
        return text


def _nearest(key: str, known: Iterable[str]) -> str:
    found = process.extractOne(key[:60], list(known), score_cutoff=70)
    return str(found[0]) if found else ""
