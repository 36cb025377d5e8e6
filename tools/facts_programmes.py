"""What the facts of schedules, calendars, tables and page text are of a programme."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hallway.graph.formats.common.days import programme_day
from hallway.graph.programme import Appearance, Programme, Talk

READERS = {
    "frab-xml": "frab-xml",
    "frab-json": "frab-json",
    "ics": "ical",
    "csv": "csv",
    "pagetext": "pagetext",
}
"""Format in facts.json -> the reader that must recognise its files."""

EXPLANATIONS = Path(__file__).with_suffix(".tsv")


def _slots(programme: Programme) -> int:
    """Count the records of talks: one that takes place three times has three."""
    return sum(len(talk.every_slot) for talk in _talks(programme))


def _talks(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def _appearances(programme: Programme) -> list[Appearance]:
    of_talks = [one for talk in _talks(programme) for one in talk.appearances]
    return of_talks + [one for event in programme.events for one in event.appearances]


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if value})


def _tally(values: Iterable[str | None]) -> Counter[str]:
    return Counter(value or "(empty)" for value in values)


def _dates(programme: Programme) -> list[date]:
    starts = [talk.start for talk in _talks(programme) if talk.start]
    return [one.date() if isinstance(one, datetime) else one for one in starts]


def _rows(programme: Programme) -> int:
    """Count records: talks and breaks, else people of the event, else events."""
    people = sum(len(event.appearances) for event in programme.events)
    return _slots(programme) or people or len(programme.events)


def _kinds(programme: Programme) -> Counter[str]:
    return _tally(talk.kind for talk in _talks(programme))


def _languages(programme: Programme) -> Counter[str]:
    return _tally(", ".join(talk.languages) for talk in _talks(programme))


def _days(programme: Programme) -> str:
    days = {programme_day(talk.start) for talk in _talks(programme) if talk.start}
    return ", ".join(map(str, sorted(days)))


Measure = Callable[[Programme], Any]

_EVENT: dict[str, Measure] = {
    "conference|title line|X-WR-CALNAME": lambda p: p.events[0].name,
    "acronym": lambda p: p.events[0].acronym,
    "conf start|date line": lambda p: p.events[0].start,
    "conf end": lambda p: p.events[0].end,
    "days": _days,
    "series editions in nav list": lambda p: sum(
        len(event.series.editions) for event in p.events if event.series
    ),
    "audience entries": lambda p: len(p.events[0].audiences),
    "topics": lambda p: len(p.events[0].topics),
    "first DTSTART day .*": lambda p: min(_dates(p)),
    "last DTSTART day .*": lambda p: max(_dates(p)),
}
_TALKS: dict[str, Measure] = {
    "events|VEVENT|talk rows": _slots,
    "data rows .*": _rows,
    "distinct (?:titles|SUMMARY|title|Title|Proposal title)": lambda p: _distinct(
        talk.title for talk in _talks(p)
    ),
    "rows without (?:title|Title|Proposal title)": lambda p: sum(not t.title for t in _talks(p)),
    "distinct (?:event guids|event ids|UID)": lambda p: _distinct(t.key for t in _talks(p)),
    "distinct (?:tracks .*|track)": lambda p: _distinct(talk.track for talk in _talks(p)),
    "distinct (?:rooms.*|Room|location|non-empty LOCATION)": lambda p: _distinct(
        talk.room for talk in _talks(p)
    ),
    "distinct (?:type|paper_type)": lambda p: _distinct(talk.kind for talk in _talks(p)),
    "distinct Language": lambda p: _distinct(talk.languages for talk in _talks(p)),
    "distinct Date": lambda p: len(set(_dates(p))),
    "distinct Level": lambda p: _distinct(talk.audiences for talk in _talks(p)),
    "types": _kinds,
    "languages": _languages,
    "recording optout true": lambda p: sum(talk.no_recording for talk in _talks(p)),
    "links that look like recordings": lambda p: sum(len(t.recordings) for t in _talks(p)),
    "with URL": lambda p: sum(talk.url is not None for talk in _talks(p)),
    "descriptions ending in ellipsis": lambda p: sum(talk.truncated for talk in _talks(p)),
}
_PEOPLE: dict[str, Measure] = {
    "event-person links": lambda p: len(_appearances(p)),
    r"distinct (?:person names.*|Name|(?:speakers|authors|Speakers|Speaker names) split on .*|"
    r"(?:last name|speaker) \(whole cell\))|talk speakers \(distinct\)": lambda p: _distinct(
        one.person.name for one in _appearances(p)
    ),
    "distinct person id/guid/code": lambda p: _distinct(one.person.id for one in _appearances(p)),
    "(?:events without person|rows without (?:speakers|Speakers|authors|Speaker names|speaker))": (
        lambda p: sum(not talk.appearances for talk in _talks(p))
    ),
    "distinct (?:Your company|affiliation|institution)": lambda p: _distinct(
        one.affiliation for one in _appearances(p)
    ),
}
_EVENTS: dict[str, Measure] = {
    "distinct Subject": lambda p: _distinct(event.name for event in p.events),
}
MEASURES = [
    (re.compile(name), measure)
    for group in (_EVENT, _TALKS, _PEOPLE, _EVENTS)
    for name, measure in group.items()
]
"""Which facts are compared, and what they are of a programme; other facts are left alone."""


def pairs(entry: Mapping[str, Any], programme: Programme) -> Iterator[tuple[str, str, str]]:
    """Yield each fact of an entry that is compared: its name, what was counted, what is read."""
    for fact, expected in entry["facts"].items():
        measure = next((m for name, m in MEASURES if name.fullmatch(fact)), None)
        if measure is not None:
            yield fact, *_shown(expected, measure(programme))


def _shown(expected: Any, found: Any) -> tuple[str, str]:
    """Bring both to the same notation; a tally is compared in the entries that the fact lists."""
    text = str(expected)
    if isinstance(found, Counter):
        pairs = re.findall(r"(.+?)=(\d+)(?:, |$)", text)
        return text, ", ".join(f"{name}={found[name]}" for name, _ in pairs)
    if isinstance(found, date):
        return text[:10], str(found)
    return text, str(found)
