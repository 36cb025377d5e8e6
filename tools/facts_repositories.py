"""Which counted facts of programmes kept in repositories are compared, and what they are of one.

`pairs` takes an entry of ``facts.json`` and the programme that was read from its file or folder.
Differences on purpose are explained in ``facts_repositories.tsv``; entries in `LEFT_OUT` are lists
that hold no event and are read only beside one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from hallway.graph.keys import year_in
from hallway.graph.programme import Appearance, Event, Programme, Talk
from hallway.graph.reading import languages

__all__ = ["EXPLANATIONS", "LEFT_OUT", "READERS", "pairs"]

READERS = {
    "yaml-rubyevents": "rubyevents",
    "yaml-writethedocs": "writethedocs",
    "markdown-frontmatter": "front-matter",
    "devopsdays": "devopsdays",
    "markdown-html-schedule": "markdown-schedule",
    "ai-deadlines-yaml": "ai-deadlines",
    "confs-tech-json": "confs-tech",
}
"""Format in facts.json -> the reader that must recognise its files."""

LEFT_OUT = frozenset({"yaml-rubyevents/speakers.yml", "yaml-rubyevents/topics.yml"})
"""Entries that are no programme of themselves."""

EXPLANATIONS = Path(__file__).with_suffix(".tsv")

Measure = Callable[[Programme], Any]


def _all(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def _given(programme: Programme) -> list[Talk]:
    return [talk for talk in _all(programme) if not talk.is_break]


def _spoken(programme: Programme) -> list[Appearance]:
    return [one for talk in _all(programme) for one in talk.appearances]


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if value})


def _tally(values: Iterable[Any], empty: str = "(empty)") -> Counter[str]:
    return Counter(str(value) if value else empty for value in values)


def _dates(talks: Iterable[Talk]) -> list[date]:
    starts = [talk.start for talk in talks if talk.start]
    return [one.date() if isinstance(one, datetime) else one for one in starts]


def _starts(programme: Programme) -> list[date]:
    return [event.start for event in programme.events if event.start]


def _names(programme: Programme) -> int:
    return _distinct(one.person.name for one in _spoken(programme))


def _of_kind(*kinds: str) -> Measure:
    return lambda p: sum(talk.kind in kinds for talk in _all(p))


def _fences(programme: Programme) -> str:
    found = re.findall(r"(bare|toml|yaml) (\d+)", programme.recognised)
    return ", ".join(f"{'bare-yaml' if kind == 'bare' else kind}={count}" for kind, count in found)


def _guessed(programme: Programme) -> int:
    found = (re.match(r"people without a page: (\d+)", one.what) for one in programme.notices)
    return sum(int(one[1]) for one in found if one)


def _city(programme: Programme) -> str:
    event = programme.events[0]
    return event.name.removeprefix("devopsdays ").removesuffix(f" {event.year}")


def _country(event: Event) -> str:
    return (event.place or "").rpartition(", ")[2]


_OF_FORMAT: dict[str, dict[str, Measure]] = {
    "yaml-rubyevents": {
        "event.yml files": lambda p: len(p.events),
        "leaf talks": lambda p: p.talks(),
        "distinct speakers over leaf talks": _names,
        "leaf talks without speakers": lambda p: sum(not t.appearances for t in _given(p)),
        "kinds": lambda p: _tally((t.kind or "").replace(" ", "_") for t in _given(p)),
        "languages": lambda p: _tally(", ".join(t.languages) for t in _given(p)),
        "tracks": lambda p: _distinct(talk.track for talk in _given(p)),
        "first talk date": lambda p: min(_dates(_given(p))),
        "last talk date": lambda p: max(_dates(_given(p))),
    },
    "yaml-writethedocs": {
        "sessions": lambda p: p.talks(),
        "distinct speaker names": _names,
        "session-speaker links": lambda p: len(_spoken(p)),
        "series": lambda p: Counter(
            {event.series.name: len(event.talks) for event in p.events if event.series}
        ),
        "years": lambda p: Counter({str(year_in(e.name)): len(e.talks) for e in p.events}),
        "with youtubeId": lambda p: sum(bool(talk.recordings) for talk in _all(p)),
        "rows": lambda p: len(_all(p)),
        "rows with slug": lambda p: p.talks(),
    },
    "confs-tech-json": {
        "conferences": lambda p: len(p.events),
        "distinct names": lambda p: _distinct(event.name for event in p.events),
        "countries": lambda p: _distinct(map(_country, p.events)),
        "online": lambda p: sum(event.online is not False for event in p.events),
        "first start": lambda p: min(_starts(p)),
        "last start": lambda p: max(_starts(p)),
    },
    "ai-deadlines-yaml": {
        "records": lambda p: len(p.events),
        "years": lambda p: _tally(year_in(event.name) for event in p.events),
        "subject areas": lambda p: _tally(t for event in p.events for t in event.topics),
        "distinct titles": lambda p: _distinct(event.acronym for event in p.events),
    },
    "markdown-frontmatter": {
        "schedule files|files": lambda p: len(_all(p)),
        "front matter kinds": _fences,
        "categories": lambda p: _tally(talk.kind for talk in _all(p)),
        "distinct presenter slugs referenced": _names,
        "referenced slugs with no presenter file": _guessed,
        "talk files with a presenter|files whose body starts with a ### .*": lambda p: sum(
            bool(talk.appearances) for talk in _all(p)
        ),
        "distinct ### headings at body start": _names,
        "rooms": lambda p: _distinct(talk.room for talk in _all(p)),
        "tracks": lambda p: _tally((talk.track for talk in _all(p)), "None"),
        "distinct tags": lambda p: _distinct(t for talk in _all(p) for t in talk.topics),
        "with video_url": lambda p: sum(bool(talk.recordings) for talk in _all(p)),
        "first day": lambda p: min(_dates(_all(p))),
        "last day": lambda p: max(_dates(_all(p))),
    },
    "devopsdays": {
        "event": lambda p: p.events[0].key,
        "city": _city,
        "startdate": lambda p: p.events[0].start,
        "team members": lambda p: len(p.events[0].appearances),
        "program rows": lambda p: len(_all(p)) - _of_kind("ignite")(p),
        "ignites list": _of_kind("ignite"),
        "first day": lambda p: min(_dates(_all(p))),
        "last day": lambda p: max(_dates(_all(p))),
        r"rows naming a talk slug .*": _of_kind("talk", "workshop"),
        "talk files included": lambda p: sum(bool(talk.appearances) for talk in _all(p)),
    },
    "markdown-html-schedule": {"title": lambda p: p.events[0].name},
}


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
        keys of records, how many parts a file has) are left out.
    """
    measures = _OF_FORMAT[entry["format"]]
    for fact, expected in entry["facts"].items():
        bare = re.sub(r" \(nested.*\)$", "", fact)
        measure = next((m for name, m in measures.items() if re.fullmatch(name, bare)), None)
        if measure is not None:
            yield fact, *_shown(expected, measure(programme))


def _shown(expected: Any, found: Any) -> tuple[str, str]:
    """Bring both to the same notation; a tally is compared in the entries that the fact lists."""
    text = str(expected)
    if isinstance(found, Counter):
        listed = re.findall(r"'?(.+?)'?=(\d+)(?:, |$)", text)
        wanted = [(next(iter(_tag(name)), name), count) for name, count in listed]
        shown = ", ".join(f"{name}={count}" for name, count in wanted)
        return shown, ", ".join(f"{name}={found[name]}" for name, _ in wanted)
    return text[:10] if isinstance(found, date) else text, str(found)


def _tag(name: str) -> tuple[str, ...]:
    return languages.tag(name) if name in ("English", "Japanese") else ()
