"""What a title says besides the title: people, the event and the kind of talk, at either end.

A list of videos writes "Cranes at night (Ana Lindqvist)", a calendar "Harbour Conf: Cranes at
night". All of it is taken off before titles of several sources are compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from hallway.graph.reading.names import name_key
from hallway.graph.reading.text import normalised

__all__ = ["bare", "common_head", "names_by_style", "words"]

WORDS = re.compile(r"[^\w+#]+")
TAILS = (
    re.compile(r"\s*\(([^()]+)\)\s*$"),
    re.compile(r"\s*\[([^\[\]]+)\]\s*$"),
    re.compile(r"(?<=\S)(?:[:,]|\s[-|/])\s+((?:(?!\s[-|/]\s|[:,]\s).)+)$"),
    re.compile(r"\s+by\s+((?:(?!\sby\s).)+)$"),
)
HEAD = re.compile(r"^([^:|]{2,120}?)\s*(?::|\||\s-)\s+")
BRACKET = re.compile(r"^\s*[\[(]([^\[\]()]{2,60})[\])]\s*[-:]?\s*")
LISTED = re.compile(r"\s*(?:,|;|&|/|\band\b|\bund\b|\bet\b|\bwith\b)\s*", re.IGNORECASE)
MOST_NAMED = 12
LONGEST = 1000  # characters of a title that is taken apart
FEWEST = 3  # titles that show how a source writes them
NAME = re.compile(r"[A-Z\u00c0-\u024f][^\W\d_]*\.?(?:[\s'’-]+[^\W\d_]+\.?){1,4}")
KINDS = frozenset(
    ["keynote", "opening keynote", "closing keynote", "lightning talk", "panel", "poster", "talk",
     "tutorial", "workshop"]
)  # fmt: skip


def words(text: str) -> str:
    """Return the words of a text and the blanks between them; ``C++`` and ``C#`` stay."""
    return WORDS.sub(" ", normalised(text)).strip()


def bare(title: str, names: Collection[str], around: Collection[str]) -> tuple[str, dict[str, str]]:
    """Take people and the event off both ends of a title.

    Parameters
    ----------
    title
        As printed.
    names
        Name keys of the people whom the event knows; nobody else is taken for one.
    around
        The `words` of the event's names.

    Returns
    -------
    tuple
        What is left, normalised, and name key -> name of those taken off.
    """
    title = normalised(title)
    if len(title) > LONGEST:
        return title, {}
    named: dict[str, str] = {}
    for _ in range(MOST_NAMED):  # "Harbour Conf - Keynote: Cranes at night (Ana Lindqvist) [2026]"
        before = title
        for part, rest, kinds in (*_starts(title), *_ends(title)):
            if not WORDS.sub("", rest) or words(rest) in around:
                continue
            if words(part) in around or words(part) in kinds:
                title = rest
                break
            people = _named(part, names)
            if people:
                named |= people
                title = rest
                break
        if title == before:
            break
    return title, named


def common_head(titles: Sequence[str]) -> str:
    """Return what most titles of a source begin with, before a colon or dash: its event's name."""
    heads = Counter(found[1] for title in titles if (found := HEAD.match(title[:LONGEST])))
    head, count = max(heads.items(), key=lambda one: (one[1], one[0]), default=("", 0))
    return head if count >= FEWEST and 2 * count > len(titles) else ""


def names_by_style(titles: Sequence[str]) -> set[str]:
    """Return name keys, where most titles of a source have what looks like people at one end."""
    found: set[str] = set()
    for pattern in (*TAILS, HEAD):
        parts = [one[1] for title in titles if (one := pattern.search(title[:LONGEST]))]
        people = [one for part in parts for one in [_looks_like_people(part)] if one]
        if len(people) >= FEWEST and 2 * len(people) > len(titles):
            found.update(key for some in people for key in some)
    return found


def _looks_like_people(part: str) -> list[str]:
    names = [one for one in LISTED.split(part) if one]
    return [name_key(one) for one in names] if all(map(NAME.fullmatch, names)) else []


def _starts(title: str) -> Iterator[tuple[str, str, Collection[str]]]:
    """Yield what may be taken off the start, what is left, and the kinds that may stand there."""
    for pattern in (BRACKET, HEAD):
        found = pattern.match(title)
        if found:
            yield found[1], title[found.end() :], KINDS


def _ends(title: str) -> Iterator[tuple[str, str, Collection[str]]]:
    for pattern in TAILS:
        found = pattern.search(title)
        if found:
            yield found[1], title[: found.start()], ()


def _named(part: str, names: Collection[str]) -> dict[str, str]:
    """Return the people whom a part of a title lists; empty unless all of it are names."""
    parts = [one for one in LISTED.split(part) if one]
    if not 0 < len(parts) <= MOST_NAMED:
        return {}
    keys = {name_key(one): one for one in parts}
    return keys if all(key and key in names for key in keys) else {}
