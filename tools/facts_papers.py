"""Which counted facts of lists of papers and recordings are compared, and what they are.

`pairs` takes an entry of ``facts.json`` and the programme that was read from its file or folder.
Differences on purpose are explained in ``facts_papers.tsv``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hallway.graph.programme import Appearance, Event, Programme, Talk
from hallway.graph.reading import languages

__all__ = ["EXPLANATIONS", "READERS", "pairs"]

READERS = {
    "acl-anthology-xml": "acl-anthology",
    "crossref-xml": "crossref",
    "bibtex": "bibtex",
    "ceur-json": "ceur",
    "papercopilot-json": "papercopilot",
    "pyvideo-json": "pyvideo",
    "miniconf": "miniconf",
}
"""Format in facts.json -> the reader of its files; a table of papers alone is read as ``csv``."""

EXPLANATIONS = Path(__file__).with_suffix(".tsv")

Measure = Callable[[Programme], Any]


def _talks(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def _papers(programme: Programme) -> list[Talk]:
    """Return the talks that are papers, without keynotes."""
    return [talk for talk in _talks(programme) if talk.kind == "paper"]


def _authors(programme: Programme) -> list[Appearance]:
    return [one for talk in _talks(programme) for one in talk.appearances if one.role != "speaker"]


def _names(people: Iterable[Appearance]) -> int:
    return len({one.person.name for one in people})


def _editors(programme: Programme) -> list[Appearance]:
    return [one for event in programme.events for one in event.appearances if one.role == "editor"]


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if value})


def _days(programme: Programme) -> list[date]:
    starts = [talk.start for talk in _talks(programme) if talk.start]
    return sorted(one.date() if isinstance(one, datetime) else one for one in starts)


def _languages(programme: Programme) -> Counter[str]:
    return Counter(", ".join(talk.languages) for talk in _talks(programme))


def _event(programme: Programme) -> Event:
    return programme.events[0]


def _linked(label: str) -> Measure:
    return lambda p: sum(any(one.label == label for one in t.links) for t in _papers(p))


def _records(programme: Programme) -> int:
    """Count papers, else events: a list of volumes has no papers."""
    return len(_talks(programme)) or len(programme.events)


_ACL: dict[str, Measure] = {
    "volumes": lambda p: _distinct(talk.track for talk in _papers(p)) or 1,
    "papers": lambda p: len(_papers(p)),
    "paper-author links": lambda p: len(_authors(p)),
    "distinct author names|distinct author strings": lambda p: _names(_authors(p)),
    "distinct editor names": lambda p: _names(_editors(p)),
    "papers without author": lambda p: sum(not talk.appearances for talk in _papers(p)),
    "authors with id attribute": lambda p: sum(one.person.id is not None for one in _authors(p)),
    "author elements with affiliation": lambda p: sum(
        one.affiliation is not None for one in _authors(p)
    ),
    "papers with abstract": lambda p: sum(bool(talk.abstract) for talk in _papers(p)),
    "papers with doi": _linked("DOI"),
    "papers with video": lambda p: sum(bool(talk.recordings) for talk in _papers(p)),
    "authors with name variant": lambda p: sum(
        bool(one.person.alternate_names) for one in _authors(p)
    ),
}
_PROCEEDINGS: dict[str, Measure] = {
    "conference_name": lambda p: _event(p).name,
    "acronym": lambda p: _event(p).acronym,
    "location|address": lambda p: _event(p).place,
    "conference_paper|inproceedings": lambda p: len(_papers(p)),
    "DOIs": _linked("DOI"),
    "organizations": lambda p: _distinct(one.affiliation for one in _authors(p)),
    "start": lambda p: _event(p).start,
    "end": lambda p: _event(p).end,
    "entries with section field": lambda p: sum(bool(talk.track) for talk in _papers(p)),
}
_LISTS: dict[str, Measure] = {
    "records": _records,
    "status": lambda p: Counter(talk.kind or "" for talk in _talks(p)),
    "track": lambda p: Counter(talk.track or "main" for talk in _talks(p)),
    "distinct affiliations": lambda p: _distinct(a for o in _authors(p) for a in o.affiliations),
    "category title": lambda p: _event(p).name,
    "videos": lambda p: len(_talks(p)),
    "distinct speakers": lambda p: _names(o for talk in _talks(p) for o in talk.appearances),
    "without speakers": lambda p: sum(not talk.appearances for talk in _talks(p)),
    "distinct tags": lambda p: _distinct(topic for talk in _talks(p) for topic in talk.topics),
    "first recorded": lambda p: _days(p)[0],
    "last recorded": lambda p: _days(p)[-1],
    "languages": _languages,
    "with duration": lambda p: sum(
        any(one.duration_s for one in talk.recordings) for talk in _talks(p)
    ),
    r"data rows .*": lambda p: len(_talks(p)),
    "distinct title": lambda p: _distinct(talk.title for talk in _talks(p)),
    r"distinct authors split on .*": lambda p: _names(_authors(p)),
    "distinct track": lambda p: _distinct(talk.track for talk in _talks(p)),
    "distinct paper_type": lambda p: _distinct(talk.kind for talk in _talks(p)),
}
MEASURES = [
    (re.compile(name), measure)
    for group in (_ACL, _PROCEEDINGS, _LISTS)
    for name, measure in group.items()
]
"""Which facts are compared, and what they are of a programme; other facts are left alone."""


def pairs(entry: Mapping[str, Any], programme: Programme) -> Iterator[tuple[str, str, str]]:
    """Yield (fact, expected, found) of one entry, both in the same notation."""
    for fact, expected in entry["facts"].items():
        measure = next((one for name, one in MEASURES if name.fullmatch(fact)), None)
        if measure is not None:
            yield fact, *_shown(fact, expected, measure(programme))


def _shown(fact: str, expected: Any, found: Any) -> tuple[str, str]:
    """Bring both to the same notation: tallies by their entries, lists by their length."""
    text = str(expected)
    if isinstance(found, Counter):
        entries = re.findall(r"(.+?)=(\d+)(?:, |$)", text)
        key = _tag if fact == "languages" else str
        return text, ", ".join(f"{name}={found[key(name)]}" for name, _ in entries)
    if fact == "volumes":
        return str(len(text.split(", "))), str(found)
    return text, str(found)


def _tag(name: str) -> str:
    return next(iter(languages.tag(name)), name)
