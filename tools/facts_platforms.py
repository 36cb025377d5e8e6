"""Which counted facts of conference platforms are compared, and what they are of a programme.

`pairs` takes an entry of ``facts.json`` and the programme that was read from its file or folder.
Differences on purpose are explained in ``facts_platforms.tsv``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from hallway.graph.programme import Appearance, Programme, Talk
from hallway.graph.reading import languages

__all__ = ["EXPLANATIONS", "READERS", "pairs"]

READERS = {
    "pretalx-json": "pretalx",
    "sessionize-json": "sessionize",
    "json-flat": "json-list",
    "open-event-json": "open-event",
    "hoverboard-json": "hoverboard",
    "iosched-json": "iosched",
    "indico-json": "indico",
}
"""Format in facts.json -> the reader that must recognise its files."""

EXPLANATIONS = Path(__file__).with_suffix(".tsv")


def _talks(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def _spoken(programme: Programme) -> list[Appearance]:
    """Return the appearances in talks, or of a list of speakers those in the event."""
    of_talks = [one for talk in _talks(programme) for one in talk.appearances]
    return of_talks or [one for event in programme.events for one in event.appearances]


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if value})


def _tally(values: Iterable[str | None]) -> Counter[str]:
    return Counter(value or "(empty)" for value in values)


def _dates(programme: Programme, *, utc: bool = False) -> list[date]:
    """Return the dates of all starts, as printed or in UTC."""
    found = []
    for talk in _talks(programme):
        start = talk.start
        if isinstance(start, datetime):
            aware = utc and start.tzinfo is not None
            start = (start.astimezone(UTC) if aware else start).date()
        if start is not None:
            found.append(start)
    return found


def _names(programme: Programme) -> int:
    return _distinct(one.person.name for one in _spoken(programme))


def _ids(programme: Programme) -> int:
    return _distinct(one.person.id for one in _spoken(programme))


def _languages(programme: Programme) -> Counter[str]:
    return _tally(", ".join(talk.languages) for talk in _talks(programme))


def _labels(programme: Programme) -> int:
    """Count the labels of a talk of whatever sort: kind, topic or level."""
    return _distinct(
        label for talk in _talks(programme) for label in (talk.kind, *talk.topics, *talk.audiences)
    )


def _sprints(programme: Programme) -> int:
    return sum(talk.kind == "Sprint" for talk in _talks(programme))


def _days(programme: Programme) -> str:
    return ", ".join(map(str, sorted(set(_dates(programme)))))


def _long_days(programme: Programme) -> str:
    days = sorted(set(_dates(programme)))
    return ", ".join(f"{day:%A}, {day:%B} {day.day}, {day.year}" for day in days)


Measure = Callable[[Programme], Any]

_EVENT: dict[str, Measure] = {
    "event|title": lambda p: p.events[0].name,
    "start": lambda p: p.events[0].start,
    "end": lambda p: p.events[0].end,
    "timezone": lambda p: p.events[0].zone,
    "chairs": lambda p: sum(one.role == "chair" for one in p.events[0].appearances),
    "first (?:session )?day": lambda p: min(_dates(p), default=None),
    "last (?:session )?day": lambda p: max(_dates(p), default=None),
    r"first (?:contribution day|day \(UTC\))": lambda p: min(_dates(p, utc=True), default=None),
    r"last (?:contribution day|day \(UTC\))": lambda p: max(_dates(p, utc=True), default=None),
}
_TALKS: dict[str, Measure] = {
    "sessions|entries|session blocks|contributions|session entries under .*": lambda p: len(
        _talks(p)
    ),
    r"distinct submissions \(by code\)": lambda p: _distinct(
        talk.key for talk in _talks(p) if talk.kind
    ),
    "distinct session ids": lambda p: _distinct(talk.key for talk in _talks(p)),
    "distinct titles|titles": lambda p: _distinct(talk.title for talk in _talks(p)),
    "service sessions|everyone=y .*": lambda p: sum(talk.is_break for talk in _talks(p)),
    "non-service sessions": lambda p: p.talks(),
    "submissions in the day grid": lambda p: p.talks() - _sprints(p),
    "submissions listed as sprints": _sprints,
    "scheduled distinct sessions": lambda p: sum(t.start is not None for t in _talks(p)),
    "(?:sessions|contributions) without start|submissions without slot start": lambda p: sum(
        talk.start is None for talk in _talks(p)
    ),
    "types": lambda p: _tally(talk.kind for talk in _talks(p)),
    "content_locale|languages": _languages,
    "tracks|distinct tracks": lambda p: _distinct(talk.track for talk in _talks(p)),
    "session types": lambda p: _distinct(talk.kind for talk in _talks(p)),
    "distinct rooms|rooms used|distinct venues|rooms|microlocations": lambda p: _distinct(
        talk.room for talk in _talks(p)
    ),
    "distinct tags": _labels,
    "with (?:video|youtubeUrl)": lambda p: sum(bool(t.recordings) for t in _talks(p)),
}
_PEOPLE: dict[str, Measure] = {
    r"distinct speakers \(by (?:code|id)\)|distinct speaker ids": _ids,
    r"speakers|speakers file entries|speakers referenced(?: by sessions)?": _ids,
    r"distinct (?:speaker )?names|distinct speaker names \(speakers file\)": _names,
    "distinct (?:speaker strings|primary authors|facilitators split on comma)": _names,
    "(?:submission-speaker|session-speaker|speaker-session) links|speaker links in sessions": (
        lambda p: len(_spoken(p))
    ),
    "(?:submissions |sessions )?without speaker": lambda p: sum(
        not talk.appearances and not (talk.is_break and talk.kind is None) for talk in _talks(p)
    ),
    "facilitator cells|sessions with speakers": lambda p: sum(
        bool(talk.appearances) for talk in _talks(p)
    ),
    "companies|organisations .*|affiliations .*": lambda p: _distinct(
        one.affiliation for one in _spoken(p)
    ),
}
_OF_FORMAT: dict[str, dict[str, Measure]] = {
    "indico-json": {
        "sessions": lambda p: _distinct(talk.track for talk in _talks(p)),
        "tracks": lambda p: _distinct(talk.kind for talk in _talks(p)),
        r"distinct speakers \(fullName\)|contribution-speaker links": lambda p: sum(
            one.role == "speaker" for one in _spoken(p)
        ),
    },
    "hoverboard-json": {
        "days": _days,
        "distinct tags": lambda p: _distinct(t for talk in _talks(p) for t in talk.topics),
    },
    "sessionize-json": {"days": _days},
}
_OF_PAGES: dict[str, Measure] = {"days": _long_days}
_LISTED = re.compile(r"(.+?)=(\d+)(?:, |$)")


def pairs(entry: Mapping[str, Any], programme: Programme) -> Iterator[tuple[str, str, str]]:
    """Compare the facts of an entry with a programme.

    Parameters
    ----------
    entry
        An element of ``files`` in ``facts.json``; a ``file`` that ends in a slash is a folder,
        which is read as one source.

    Yields
    ------
    tuple
        The fact, what was counted and what is read, both as text. Facts about the notation (the
        form of keys, empty fields) are left out.
    """
    own = _OF_FORMAT.get(entry["format"], {})
    own = _OF_PAGES if entry["file"].endswith(".html") else own
    for fact, expected in entry["facts"].items():
        measure = next(
            (m for group in (own, _EVENT, _TALKS, _PEOPLE) for name, m in group.items()
             if re.fullmatch(name, fact)),
            None,
        )  # fmt: skip
        if measure is not None:
            yield fact, *_shown(expected, measure(programme))


def _shown(expected: Any, found: Any) -> tuple[str, str]:
    """Bring both to the same notation; a tally is compared in the entries that the fact lists."""
    text = str(expected)
    if isinstance(found, Counter):
        listed = [
            (next(iter(languages.tag(name)), name), count) for name, count in _LISTED.findall(text)
        ]
        shown = ", ".join(f"{name}={count}" for name, count in listed)
        return shown, ", ".join(f"{name}={found[name]}" for name, _ in listed)
    if isinstance(found, date):
        day = re.search(r"\d{4}-\d\d-\d\d", text)
        return day[0] if day else text, str(found)
    return text, str(found)
