"""Which counted facts of pages, RDF, spreadsheets and EuroPython's XML are compared.

`pairs` takes an entry of ``facts.json`` and the programme that was read from its file.
Differences on purpose are explained in ``facts_web.tsv``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from hallway.graph.formats.common.days import programme_day
from hallway.graph.programme import Appearance, Moment, Programme, Talk

__all__ = ["EXPLANATIONS", "READERS", "pairs"]

READERS = {
    "jsonld-html": "html",
    "microdata-html": "html",
    "rdf": "rdf",
    "spreadsheet": "spreadsheet",
    "frab-xml-dialects": "europython-xml",
}
"""Format in facts.json -> the reader that must recognise its files."""

EXPLANATIONS = Path(__file__).with_suffix(".tsv")

# What of the classes that were counted takes place, so that it is a talk or a slot here. A paper
# is one when no talk stands for it: as many as there are more papers than talks.
_SLOTS = (
    "TalkEvent", "InvitedTalkEvent", "KeynoteTalk", "PanelEvent", "WorkshopEvent", "TutorialEvent",
    "SpecialEvent", "BreakEvent", "Event",
)  # fmt: skip

Measure = Callable[[Programme], Any]


def _talks(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def _appearances(programme: Programme) -> list[Appearance]:
    of_talks = [one for talk in _talks(programme) for one in talk.appearances]
    return of_talks + [one for event in programme.events for one in event.appearances]


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if value})


def _tally(values: Iterable[str | None]) -> Counter[str]:
    return Counter(value or "(empty)" for value in values)


def _names(programme: Programme) -> str:
    """Return what is called an event on a page: the talk of a page about one, else the event."""
    talks = _talks(programme)
    return ", ".join([one.title for one in talks] or [one.name for one in programme.events])


def _moment(programme: Programme, which: str) -> str:
    things: list[Any] = [*_talks(programme)] or [*programme.events]
    found: Moment | None = next((one for thing in things if (one := getattr(thing, which))), None)
    return str(found.date() if isinstance(found, datetime) else found)


def _of_classes(counted: str) -> int:
    classes = {name: int(number) for name, number in re.findall(r"([\w-]+)=(\d+)", counted)}
    papers = classes.get("InProceedings", 0) - classes.get("TalkEvent", 0)
    return sum(classes.get(name, 0) for name in _SLOTS) + max(0, papers)


_MEASURES: dict[str, dict[str, Measure]] = {
    "jsonld-html|microdata-html": {
        "event names": _names,
        "performers": lambda p: len(_appearances(p)),
        "distinct performer names": lambda p: _distinct(o.person.name for o in _appearances(p)),
        r"distinct organizations.*": lambda p: _distinct(o.affiliation for o in _appearances(p)),
        "startDate": lambda p: _moment(p, "start"),
        "endDate": lambda p: _moment(p, "end"),
        "subEvents": lambda p: len(_talks(p)),
        "elements with itemscope": lambda p: len(p.events) if "microdata" in p.recognised else 0,
    },
    "rdf": {
        "rdf:type counts": lambda p: len(_talks(p)),
        r"persons \(foaf:Person or schema:Person\)": lambda p: _distinct(
            one.person.name for one in _appearances(p)
        ),
    },
    "spreadsheet": {"non-empty rows": lambda p: len(_talks(p))},
    "frab-xml-dialects": {
        "entries": lambda p: len(_talks(p)),
        "distinct entry ids": lambda p: _distinct(talk.key for talk in _talks(p)),
        "days": lambda p: ", ".join(
            map(str, sorted({programme_day(t.start) for t in _talks(p) if t.start}))
        ),
        r"distinct speakers \(id\)": lambda p: _distinct(o.person.id for o in _appearances(p)),
        "distinct speaker names": lambda p: _distinct(o.person.name for o in _appearances(p)),
        "entries without speaker": lambda p: sum(not talk.appearances for talk in _talks(p)),
        r"rooms \(exact text\)": lambda p: _distinct(talk.room for talk in _talks(p)),
        "entries whose room lists several rooms": lambda p: sum(
            "," in (talk.room or "") for talk in _talks(p)
        ),
        "categories": lambda p: _tally(talk.kind for talk in _talks(p)),
        "distinct topics": lambda p: _distinct(one for t in _talks(p) for one in t.topics),
        "audience": lambda p: _tally(next(iter(talk.audiences), None) for talk in _talks(p)),
    },
}


def pairs(entry: Mapping[str, Any], programme: Programme) -> Iterator[tuple[str, str, str]]:
    """Yield (fact, expected, found) for each fact of an entry that can be compared.

    Parameters
    ----------
    entry
        Of ``facts.json``: ``format``, ``file`` and ``facts``.
    programme
        As read from the file.
    """
    measures = next(
        (group for name, group in _MEASURES.items() if re.fullmatch(name, entry["format"])), {}
    )
    for fact, expected in (entry["facts"] or {}).items():
        measure = next((m for name, m in measures.items() if re.fullmatch(name, fact)), None)
        if measure is None:
            continue
        found, text = measure(programme), str(expected or (0 if expected == 0 else None))
        if fact == "rdf:type counts":
            text = str(_of_classes(text))
        if isinstance(found, Counter):
            listed = re.findall(r"(.+?)=(\d+)(?:, |$)", text)
            found = ", ".join(f"{name}={found[name]}" for name, _ in listed)
        if fact in ("startDate", "endDate"):
            text = text[:10]
        yield fact, text, str(found)
