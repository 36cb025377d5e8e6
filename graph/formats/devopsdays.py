"""devopsdays: ``main.yml`` and ``program.yml`` of an edition, a page for each talk and speaker.

The programme names talks by slug; the page of the slug has title and speakers. Older editions keep
head and programme in one file. Several editions can lie in one folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.days import event_days, talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.repositories.devopsdays_talks import talks_of
from hallway.graph.formats.repositories.event_lists import in_order, status_of
from hallway.graph.formats.repositories.pages import (
    Located,
    People,
    first,
    is_person,
    located,
    stem,
)
from hallway.graph.formats.repositories.parts import (
    fallback_name,
    folder_of,
    heads,
    name_of_slug,
    one_person,
    profiles,
    yaml_parts,
)
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Appearance, Event, Person, Programme, Series
from hallway.graph.reading import bundle, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "devopsdays"

_HEAD = tuple(re.compile(rb"^" + key + rb":", re.M) for key in (b"name", b"city", b"startdate"))
_PROGRAM = re.compile(rb"^program:", re.M)
_ROW = re.compile(
    rb"^[ \t]*(?:- )?type:[ \t]*[\"']?(?:talk|custom|open-space|ignite|workshop)\b", re.M
)
_EDITION = re.compile(r"((?:19|20)\d\d)-(.+)")


@dataclass(frozen=True, slots=True)
class _Edition:
    """The parts of one edition; `head` and `programme` may be the same mapping."""

    where: str
    head: Fields
    programme: Fields
    programme_where: str


def recognises(head: bytes, data: bytes) -> str:
    """Tell by an edition with city and startdate, or rows of a type; see `Format.recognises`."""
    if found := _single(head):
        return found
    for name, part in heads(data, ending=(".yml", ".yaml")):
        if found := _single(part):
            return f"{name}: {found}"
    return ""


def _single(head: bytes) -> str:
    if all(key.search(head) for key in _HEAD):
        return "YAML of an edition with name, city and startdate"
    if _PROGRAM.search(head) and _ROW.search(head):
        return "YAML programme with rows of a type"
    return ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read one edition or several.

    Raises
    ------
    SourceError
        Neither the head nor the programme of an edition is in it.
    """
    report = Report(options)
    parts = yaml_parts(data, options, report)
    editions = _editions(parts)
    if not editions:
        raise SourceError(
            "there is no main.yml and no program.yml of an edition in it",
            where=options.file,
            remedy="give data/events and content/events of the edition in one folder",
        )
    pages = located(data, options, report) if bundle.names(data) else []
    events = []
    for edition in editions:
        mine = _pages_of(edition, pages, len(editions))
        event = _event(edition, mine, report, options)
        events.append(replace(event, sponsors=_sponsors(edition, parts, report)))
    report.count(sum(len(event.talks) for event in events))
    found = f"YAML of {len(events)} edition{'s' if len(events) != 1 else ''}, {len(pages)} pages"
    return Programme(NAME, tuple(events), tuple(report.notices), found)


def _is_head(value: Any) -> bool:
    return (
        isinstance(value, Fields) and "startdate" in value and ("city" in value or "name" in value)
    )


def _is_programme(value: Any) -> bool:
    return isinstance(value, Fields) and isinstance(value.get("program"), list)


def _editions(parts: Mapping[str, Any]) -> list[_Edition]:
    """Join each head with the programme in its folder; one that has no head stands alone."""
    editions: list[_Edition] = []
    taken: set[str] = set()
    for name, value in parts.items():
        if not _is_head(value):
            continue
        beside = [
            other
            for other, programme in parts.items()
            if _is_programme(programme) and folder_of(other) == folder_of(name)
        ]
        own = name if _is_programme(value) else beside[0] if len(beside) == 1 else ""
        taken.add(own)
        editions.append(_Edition(name, value, parts[own] if own else Fields(), own or name))
    for name, value in parts.items():
        if _is_programme(value) and name not in taken:
            editions.append(_Edition(name, Fields(), value, name))
    return editions


def _pages_of(edition: _Edition, pages: Sequence[Located], editions: int) -> list[Located]:
    """Return the pages in a folder of the edition's name; all, when there is one edition."""
    if editions == 1:
        return list(pages)
    folder = f"/{first(edition.head, 'name')}/"
    return [one for one in pages if folder in f"/{one.name}"]


def _event(
    edition: _Edition, pages: Sequence[Located], report: Report, options: ReadOptions
) -> Event:
    head, where = edition.head, edition.where
    people = People([one for one in pages if is_person(one)], report)
    talks = talks_of(edition.programme, edition.programme_where, pages, people, report, options)
    people.tell_guessed()
    stated = in_order(*_stated_days(head), where, report)
    busy, far = talk_days([talk.start for talk in talks])
    if far:
        report.tell(f"talks far from the others: {', '.join(map(str, far[:5]))}", where)
    start, end, doubt = event_days(*stated, None, busy)
    if doubt:
        report.tell(doubt, where)
    name, series = _names(head, where, report, options)
    place = [report.line(first(head, key), where) for key in ("location_address", "location")]
    return Event(
        name=name,
        key=first(head, "name"),
        start=start,
        end=end,
        place=", ".join(dict.fromkeys(filter(None, place))) or None,
        series=Series(series) if series else None,
        talks=tuple(talks),
        appearances=tuple(_team(head, where, report)),
        where=where,
        status=status_of(head),
    )


def _stated_days(head: Fields) -> tuple[date | None, date | None]:
    start, end = (times.day(string(head.get(key))) for key in ("startdate", "enddate"))
    return start, end


def _names(
    head: Fields, where: str, report: Report, options: ReadOptions
) -> tuple[str, str | None]:
    """Name the edition and its series: the city as shown, and the slug without the year."""
    city, year = report.title(first(head, "city"), where), first(head, "year")
    parts = _EDITION.fullmatch(first(head, "name"))
    if not city:
        return fallback_name(options), options.series
    year = year or (parts[1] if parts else "")
    series = " ".join(word.capitalize() for word in parts[2].split("-")) if parts else city
    return f"devopsdays {city} {year}".strip(), options.series or f"devopsdays {series}"


def _sponsors(edition: _Edition, parts: Mapping[str, Any], report: Report) -> tuple[str, ...]:
    """Name the sponsors: by the file that is called as the id, else by the words of the id."""
    named = {
        stem(path): string(part.get("name"))
        for path, part in parts.items()
        if isinstance(part, Fields) and f"/{path}".rfind("/sponsors/") >= 0
    }
    listed, found = edition.head.get("sponsors"), []
    for one in listed if isinstance(listed, list) else []:
        id_ = string(one.get("id") if isinstance(one, Fields) else one)
        name = report.title(named.get(id_) or name_of_slug(id_), edition.where)
        found += [name] if name else []
    return tuple(dict.fromkeys(found))


def _team(head: Fields, where: str, report: Report) -> list[Appearance]:
    """Read the organizers; their addresses for mail are not read."""
    listed = head.get("team_members")
    team: dict[str, Appearance] = {}
    for one in listed if isinstance(listed, list) else []:
        at = f"{where}, line {one.line}" if isinstance(one, Fields) else where
        links = profiles(one, at, report) if isinstance(one, Fields) else ()
        found = one_person(
            string(one), at, report, role="organizer", profile=Person("", None, (), links)
        )
        if found:
            team.setdefault(found.person.name, found)
    return list(team.values())


FORMAT = Format(NAME, "devopsdays YAML and Markdown", recognises, read, order=30)
