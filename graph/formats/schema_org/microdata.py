"""The microdata and the RDFa of an HTML tree, as objects like those of JSON-LD."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import html

__all__ = ["microdata_items", "rdfa_items"]

_ADDRESSES = {
    "a": "href", "area": "href", "link": "href", "audio": "src", "embed": "src", "iframe": "src",
    "img": "src", "source": "src", "track": "src", "video": "src", "object": "data",
}  # fmt: skip
_VALUES = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}


@dataclass(frozen=True, slots=True)
class _Notation:
    """The attributes that begin an item, name its type, its id, and a property."""

    scope: str
    type: str
    id: tuple[str, ...]
    property: str


_MICRODATA = _Notation("itemscope", "itemtype", ("itemid",), "itemprop")
_RDFA = _Notation("typeof", "typeof", ("about", "resource"), "property")
_MOST_TEXT = 10_000
_DEEPEST = 50


def microdata_items(root: html.HtmlElement) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the items of microdata that are no property of another one.

    An element without ``itemscope`` is no item, whatever its ``itemtype`` says (HTML, 5.2.2).

    Yields
    ------
    tuple
        Line of the element, and the item: ``@type``, ``@id``, and a list of values (texts and
        items) for each property.
    """
    yield from _items(root, _MICRODATA)


def rdfa_items(root: html.HtmlElement) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the items of RDFa Lite as `microdata_items` does."""
    yield from _items(root, _RDFA)


def _items(root: html.HtmlElement, notation: _Notation) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the items in one walk over the tree, whatever its size."""
    tops: list[tuple[int, dict[str, Any]]] = []
    # For each open element its nearest item and how deep that is nested; walked by events, since
    # pages of strangers are nested deeper than any stack.
    scopes: list[tuple[dict[str, Any] | None, int]] = [(None, 0)]
    for element in _in_order(root):
        depth, node = element
        del scopes[depth + 1 :]
        owner, level = scopes[depth]
        item = None
        if node.get(notation.scope) is not None:
            item = {"@type": (node.get(notation.type) or "").split()}
            if id_ := next((one for name in notation.id if (one := node.get(name))), ""):
                item["@id"] = id_.strip()
        names = (node.get(notation.property) or "").split()
        if names and owner is not None:
            value: Any = item if item is not None else _value(node, notation)
            for name in names:
                # A property must not take the place of what names the item itself.
                owner.setdefault(name.lstrip("@") or "name", []).append(value)
        elif item is not None:
            tops.append((node.sourceline or 0, item))
        if item is None or level >= _DEEPEST:
            scopes.append((owner, level))
        else:
            scopes.append((item, level + 1))
    yield from tops


def _in_order(root: html.HtmlElement) -> Iterator[tuple[int, html.HtmlElement]]:
    """Yield (depth, element) in the order of the document, without recursion."""
    stack = [(0, root)]
    while stack:
        depth, node = stack.pop()
        yield depth, node
        stack.extend((depth + 1, child) for child in reversed(node) if isinstance(child.tag, str))


def _value(node: html.HtmlElement, notation: _Notation) -> str:
    tag = str(node.tag)
    if notation is _RDFA and (found := node.get("content") or node.get("resource")):
        return str(found).strip()
    for names in (_VALUES, _ADDRESSES):
        if tag in names and node.get(names[tag]) is not None:
            return (node.get(names[tag]) or "").strip()
    if node.get("content") is not None:
        return (node.get("content") or "").strip()
    parts: list[str] = []
    size = 0
    for text in node.itertext():
        parts.append(text)
        size += len(text)
        if size > _MOST_TEXT:
            break
    return " ".join("".join(parts).split())
