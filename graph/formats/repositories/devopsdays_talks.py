"""Talks and slots of a devopsdays edition: rows of the programme joined with pages by slug."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import status_and_title
from hallway.graph.formats.repositories.pages import Located, People, first, is_person, media, stem
from hallway.graph.formats.repositories.parts import shown, words_of_slug
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Moment, Talk
from hallway.graph.reading import times

__all__ = ["talks_of"]

_JOINED = frozenset({"talk", "workshop", "ignite", "keynote", "panel"})


def talks_of(
    programme: Fields,
    where: str,
    pages: Sequence[Located],
    people: People,
    report: Report,
    options: ReadOptions,
) -> list[Talk]:
    """Read the rows of a programme in order, then the pages of talks that no row names.

    Parameters
    ----------
    programme, where
        Has the lists ``program`` and ``ignites``; and the name of its part.
    pages
        All pages of the edition.
    people
        Knows the pages of speakers.
    """
    by_slug = {stem(one.name).casefold(): one for one in pages if _is_talk_page(one)}
    talks: list[Talk] = []
    missing: list[str] = []
    named: set[str] = set()
    for key in ("program", "ignites"):
        listed = programme.get(key)
        for row in listed if isinstance(listed, list) else []:
            if not isinstance(row, Fields):
                continue
            slug = first(row, "title").casefold()
            page = by_slug.get(slug) if first(row, "type") in _JOINED or slug in by_slug else None
            if page:
                named.add(slug)
            elif _names_a_talk(row):
                missing.append(slug)
            if talk := _row(row, page, where, people, report, options):
                talks.append(talk)
    if missing:
        report.tell(
            f"talks without a page: {shown(missing)}; their titles were "
            "made from the slugs, and who gives them is not known",
            where,
            "give the pages of content/events too",
        )
    rest = [one for slug, one in by_slug.items() if slug not in named]
    alone = [_page_talk(one, Fields(), "", people, report, options) for one in rest]
    if programme and rest:
        report.tell(f"pages of talks that the programme does not name: {len(rest)}", level="note")
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
