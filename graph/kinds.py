"""What a reader left out, repaired or doubts, counted by kind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hallway.graph.programme import Notice

__all__ = ["Kind", "kinds"]

LEVELS = ("error", "warning", "note")

# Values stand in quotes as repr writes them; a quote between letters is an apostrophe.
_QUOTED = re.compile(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")(?!\w)")
_NUMBER = re.compile(r"\b\d[\d.,:/-]*\d\b|\b\d\b")


@dataclass(frozen=True, slots=True)
class Kind:
    """Notices that say the same of different values.

    Attributes
    ----------
    what
        The words; values that differ are written ``…``.
    level
        As in `Notice.level`: ``error`` for records that were left out.
    count
        How often it was met.
    first
        Where it was met first; empty when it concerns the whole file.
    remedy
        As in `Notice.remedy`.
    """

    what: str
    level: str
    count: int
    first: str
    remedy: str


def kinds(notices: Iterable[Notice]) -> list[Kind]:
    """Group notices by what they say, errors first, then warnings, then notes.

    >>> late = [Notice("the end '1:00' is late", "row 2"), Notice("the end '2:00' is late")]
    >>> [(kind.what, kind.count, kind.first) for kind in kinds(late)]
    [('the end … is late', 2, 'row 2')]
    """
    groups: dict[tuple[str, str], list[Notice]] = {}
    for notice in notices:
        groups.setdefault((notice.level, _template(notice.what)), []).append(notice)
    found = [_kind(template, group) for (_, template), group in groups.items()]
    return sorted(found, key=lambda kind: (LEVELS.index(kind.level), -kind.count, kind.what))


def _kind(template: str, group: list[Notice]) -> Kind:
    first = group[0]
    same = all(one.what == first.what for one in group)
    count = sum(one.count for one in group)
    return Kind(first.what if same else template, first.level, count, first.where, first.remedy)


def _template(what: str) -> str:
    return _NUMBER.sub("…", _QUOTED.sub("…", what))
