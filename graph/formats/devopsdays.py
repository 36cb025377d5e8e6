"""devopsdays: ``main.yml`` and ``program.yml`` of an edition, a page for each talk and speaker.

The programme names talks by slug; the page of the slug has title and speakers. Older editions keep
head and programme in one file. Several editions can lie in one folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.days import event_days, talk_days
from hallway.graph.formats.event_lists import in_order
from hallway.graph.formats.json_values import string
from hallway.graph.formats.pages import Located, People, first, is_person, located, media, stem
from hallway.graph.formats.report import Report
from hallway.graph.formats.repository import (
    fallback_name,
    folder_of,
    heads,
    one_person,
    profiles,
    words_of_slug,
    yaml_parts,
)
from hallway.graph.formats.wording import status_and_title
from hallway.graph.formats.yaml_values import Fields
from hallway.graph.programme import Appearance, Event, Moment, Person, Programme, Series, Talk
from hallway.graph.reading import bundle, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "devopsdays"

_HEAD = tuple(re.compile(rb"^" + key + rb":", re.M) for key in (b"name", b"city", b"startdate"))
_PROGRAM = re.compile(rb"^program:", re.M)
_ROW = re.compile(
    rb"^[ \t]*(?:- )?type:[ \t]*[\"']?(?:talk|custom|open-space|ignite|workshop)\b", re.M
)
_EDITION = re.compile(r"((?:19|20)\d\d)-(.+)")
_JOINED = frozenset({"talk", "workshop", "ignite", "keynote", "panel"})


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
    editions = _editions(yaml_parts(data, options, report))
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
        events.append(_event(edition, mine, report, options))
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
    talks = _talks(edition, pages, people, report, options)
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


def _talks(
    edition: _Edition,
    pages: Sequence[Located],
    people: People,
    report: Report,
    options: ReadOptions,
) -> list[Talk]:
    """Read the rows of the programme in order, then the pages of talks that no row names."""
    by_slug = {stem(one.name).casefold(): one for one in pages if _is_talk_page(one)}
    talks: list[Talk] = []
    missing: list[str] = []
    named: set[str] = set()
    for key in ("program", "ignites"):
        listed = edition.programme.get(key)
        for row in listed if isinstance(listed, list) else []:
            if not isinstance(row, Fields):
                continue
            slug = first(row, "title").casefold()
            page = by_slug.get(slug) if first(row, "type") in _JOINED or slug in by_slug else None
            if page:
                named.add(slug)
            elif _names_a_talk(row):
                missing.append(slug)
            if talk := _row(row, page, edition.programme_where, people, report, options):
                talks.append(talk)
    if missing:
        report.tell(
            f"{len(missing)} talks have no page ({', '.join(missing[:3])}, …); their titles were "
            "made from the slugs, and who gives them is not known",
            edition.programme_where,
            "give the pages of content/events too",
        )
    rest = [one for slug, one in by_slug.items() if slug not in named]
    alone = [_page_talk(one, Fields(), "", people, report, options) for one in rest]
    if edition.programme and rest:
        report.tell(f"{len(rest)} pages of talks are not in the programme", level="note")
    return talks + [talk for talk in alone if talk]


def _is_talk_page(one: Located) -> bool:
    return not is_person(one) and (
        "speakers" in one.fields or first(one.fields, "type").casefold() in _JOINED
    )


def _names_a_talk(row: Fields) -> bool:
    """Tell whether the title of a row is the slug of a talk, not the heading of a slot."""
    title = first(row, "title")
    return (
        first(row, "type") in _JOINED and not re.search(r"[\s:]", title) and title == title.lower()
    )


def _row(
    row: Fields,
    page: Located | None,
    part: str,
    people: People,
    report: Report,
    options: ReadOptions,
) -> Talk | None:
    """Read a row; one that names no talk is a slot of the programme."""
    where = f"{part}, line {row.line}"
    if page:
        return _page_talk(page, row, where, people, report, options)
    raw = first(row, "title")
    title = words_of_slug(raw) if _names_a_talk(row) else report.title(raw, where)
    if not title:
        report.tell("a row without a title was left out", where, level="error")
        return None
    start, end, minutes = _time(row, Fields(), where, report, options)
    return Talk(
        title=title,
        key=raw if _names_a_talk(row) else "",
        kind=first(row, "type") if _names_a_talk(row) else None,
        is_break=not _names_a_talk(row),
        start=start,
        end=end,
        minutes=minutes,
        where=where,
    )


def _page_talk(
    page: Located, row: Fields, at: str, people: People, report: Report, options: ReadOptions
) -> Talk | None:
    """Read the page of a talk; the row of the programme wins where the two give a time."""
    fields = page.fields
    where = f"{page.name}, line {fields.line}"
    status, title = status_and_title(report.title(first(fields, "title"), where))
    if not title:
        report.tell("a talk without a title was left out", where, "give it a title", "error")
        return None
    start, end, minutes = _time(row, fields, at or where, report, options)
    abstract, cut = report.prose(
        (first(fields, "description"), page.page.body), where, ellipsis_cuts=False
    )
    found = media(fields, where, report)
    return Talk(
        title=title,
        key=stem(page.name),
        kind=first(row, "type") or first(fields, "type") or None,
        start=start,
        end=end,
        minutes=minutes,
        abstract=abstract,
        truncated=cut,
        appearances=people.of(fields.get("speakers"), where),
        recordings=found.recordings,
        slides=found.slides,
        status=status,
        where=where,
    )


def _time(
    row: Fields, fields: Fields, where: str, report: Report, options: ReadOptions
) -> tuple[Moment | None, Moment | None, int | None]:
    """Settle the time: that of the row, else that of the page (which is often left empty)."""
    said = [
        first(row, key) or first(fields, f"talk_{key}")
        for key in ("date", "start_time", "end_time")
    ]
    on = times.day(said[0])
    if said[0] and on is None:
        report.tell(f"the date {said[0]!r} is no day", where)
    if on is None:
        return None, None, None
    clocks = [times.clock(text) for text in said[1:]]
    for text, clock in zip(said[1:], clocks, strict=True):
        if text and clock is None:
            report.tell(f"{text!r} is no time of day", where, "write it as 09:30")
    if clocks[0] is None:
        return on, None, None
    start = datetime.combine(on, clocks[0])
    if clocks[1] is None:
        return times.in_zone(start, options.zone), None, None
    end = datetime.combine(on, clocks[1])
    if end < start and on < date.max:
        end += timedelta(days=1)
    minutes = round((end - start).total_seconds() / 60)
    return times.in_zone(start, options.zone), times.in_zone(end, options.zone), minutes


FORMAT = Format(NAME, "devopsdays YAML and Markdown", recognises, read, order=30)
