"""JSON as it stands in web pages: parse it, and undo the plain faults that people make in it."""

from __future__ import annotations

import html
import re
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.syntax.json_values import parse

__all__ = ["parse_loosely"]

_BEFORE = re.compile(r"\s*+(?:(?://|/\*)\s*+)?(?:<!\[CDATA\[|<!--)\s*+(?:\*/)?")
_AFTER = re.compile(r"(?:(?://|/\*)\s*+)?(?:\]\]>|-->)\s*+(?:\*/)?\s*+$")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|/\*.*?\*/|(?<![:\w])//[^\n]*|,(?=\s*[}\]])', re.DOTALL)
_ESCAPED = re.compile(r"\s*[{\[]\s*&(?:quot|#34|#x22);", re.IGNORECASE)


def parse_loosely(source: str, options: ReadOptions) -> tuple[Any, bool]:
    """Parse JSON out of a page.

    Undone are: comment and CDATA lines around it, a semicolon behind it, quotes escaped for HTML,
    line breaks inside texts, comments, and a comma before a closing bracket. What is cut or has
    quotes missing is not guessed at.

    Returns
    -------
    tuple
        The value, and whether anything had to be undone.

    Raises
    ------
    SourceError
        It is not JSON; `where` has line and column inside the source.
    """
    bare = _unwrapped(source)
    if bare.strip() != source.strip():
        try:
            return _parsed(bare, options), True
        except SourceError:
            pass
    try:
        return _parsed(source, options), False
    except SourceError:
        tidy = _TOKEN.sub(_kept, bare)
        if tidy == bare:
            raise
        return _parsed(tidy, options), True


def _parsed(source: str, options: ReadOptions) -> Any:
    return parse(source.encode("utf-8", "replace"), options)


def _unwrapped(source: str) -> str:
    bare = source
    if (found := _BEFORE.match(bare)) is not None:
        bare = _blanked(found[0]) + bare[found.end() :]
    bare = _AFTER.sub("", bare.rstrip()).rstrip()
    bare = bare.rstrip("; \t\r\n")
    if _ESCAPED.match(bare):
        bare = html.unescape(bare)
    return bare


def _kept(found: re.Match[str]) -> str:
    """Keep texts, drop the rest; line breaks stay so that lines keep their numbers."""
    return found[0] if found[0].startswith('"') else _blanked(found[0])


def _blanked(text: str) -> str:
    return "".join(mark for mark in text if mark == "\n")
