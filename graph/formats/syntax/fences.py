"""Split a Markdown page into the header between its fences and the text behind it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats.syntax.yaml_values import USUAL, Fields, parse
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["Page", "has_header", "split"]

_OPENING = re.compile(r"(---|\+\+\+)[ \t]*\n")
_CLOSING = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.M),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.M),
}
_PLAIN_LINE = re.compile(r"[A-Za-z][\w -]{0,40}:(?:[ \t]|$)")
_LONGEST_BARE = 8000


@dataclass(frozen=True, slots=True)
class Page:
    """A page: header and body.

    Attributes
    ----------
    fields
        The header; keys in small letters, with an underscore where a hyphen was.
    body
        What follows the header, as it is.
    kind
        ``yaml`` (between ``---``), ``toml`` (between ``+++``) or ``bare`` (``key: value`` lines
        closed by ``---``, without a fence before them).
    body_line
        Line in which the body begins.
    """

    fields: Fields
    body: str
    kind: str
    body_line: int


def has_header(head: bytes) -> bool:
    """Tell whether a text begins like a page with a header, in any of the three ways."""
    source = head.decode("utf-8", "replace").replace("\r\n", "\n").lstrip("\ufeff \t\n")
    if fence := _OPENING.match(source):
        return _CLOSING[fence[1]].search(source, fence.end()) is not None
    return _bare_end(source) is not None


def split(source: str, where: str, limits: ReadingLimits = USUAL) -> Page | None:
    """Split a page.

    Returns
    -------
    Page or None
        None when the page has no header that is closed.

    Raises
    ------
    SourceError
        The header is not YAML or TOML.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    text = source.lstrip("\ufeff \t\n")
    skipped = source[: len(source) - len(text)].count("\n")
    if fence := _OPENING.match(text):
        end = _CLOSING[fence[1]].search(text, fence.end())
        if end is None:
            return None
        header, first = text[fence.end() : end.start()], skipped + 2
        kind = "toml" if fence[1] == "+++" else "yaml"
    else:
        end = _bare_end(text)
        if end is None:
            return None
        header, first, kind = text[: end.start()], skipped + 1, "bare"
    values = (
        _toml(header, where, first)
        if kind == "toml"
        else parse(header, where, first_line=first, limits=limits)
    )
    if not isinstance(values, Fields):
        return None
    body = text[end.end() :].lstrip("\n")
    body_line = skipped + text.count("\n", 0, len(text) - len(body)) + 1
    return Page(_lowered(values), body.rstrip("\n"), kind, body_line)


def _bare_end(text: str) -> re.Match[str] | None:
    """Find the ``---`` that closes a header whose every line is ``key: value`` or blank."""
    if not _PLAIN_LINE.match(text):
        return None
    end = _CLOSING["---"].search(text, 0, _LONGEST_BARE)
    if end is None:
        return None
    lines = text[: end.start()].split("\n")
    return end if all(not one.strip() or _PLAIN_LINE.match(one) for one in lines) else None


def _lowered(values: Fields) -> Fields:
    """Fold the case of the keys; where two become one, the one that says something stays."""
    folded = Fields(values.line)
    for key, value in values.items():
        name = key.strip().lower().replace("-", "_")
        if folded.get(name) in (None, "", []):
            folded[name] = value
    return folded


def _toml(header: str, where: str, first: int) -> Any:
    try:
        return _as_text(tomllib.loads(header), first)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SourceError(
            f"not TOML: {error}",
            where=f"{where}, the header that begins in line {first}",
            remedy="check the quotes and brackets between the two +++",
        ) from error


def _as_text(value: Any, line: int) -> Any:
    """Write what TOML parsed as text again, as the YAML reader leaves it."""
    if isinstance(value, Mapping):
        fields = Fields(line)
        fields.update({key: _as_text(one, line) for key, one in value.items()})
        return fields
    if isinstance(value, list):
        return [_as_text(one, line) for one in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date | datetime | time) else str(value)
