"""A schedule written by hand as lists under headings of days, in a page with a header.

Nothing in such a page says what is a title and what is a name; the order of text and links is all
there is: a time range, the linked title, a dash and who speaks, then slides and video. So this is
best effort, and every programme read by it says so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TypeGuard

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import is_break, series_of, status_and_title
from hallway.graph.formats.repositories.markdown_items import Anchor, Item, count
from hallway.graph.formats.repositories.markdown_items import items as list_items
from hallway.graph.formats.repositories.pages import first
from hallway.graph.formats.repositories.parts import decoded, fallback_name
from hallway.graph.formats.syntax.fences import Page, has_header, split
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.keys import year_in
from hallway.graph.programme import (
    Appearance,
    Event,
    Link,
    Moment,
    Programme,
    Recording,
    Series,
    Talk,
)
from hallway.graph.reading import links, names, times
from hallway.graph.reading.name_words import looks_like_a_name

__all__ = ["FORMAT", "read", "recognises"]

NAME = "markdown-schedule"

_FEWEST = 3
_VIDEO = re.compile(r"\b(?:video|stream|recording|youtube|watch)\b", re.IGNORECASE)
_SLIDES = re.compile(r"\b(?:slides?|slide ?deck|presentation)\b", re.IGNORECASE)
_SLIDES_FILE = re.compile(r"\.(?:pptx?|key|odp|pdf)$", re.IGNORECASE)
_OTHER = re.compile(r"\b(?:transcript|notes|paper|handout|code|abstract)\b", re.IGNORECASE)
_LEADS_TO_NAME = re.compile(r"\b(?:with|by|from|and|mit|von|avec|par)$", re.IGNORECASE)
_POST = re.compile(
    r",.*\b(?:chair|director|manager|librarian|professor|head|lead|engineer|developer|officer|"
    r"architect|coordinator|president|founder|ceo|cto)\b",
    re.IGNORECASE,
)
_EMPLOYER = re.compile(r".*\b(?:at|@)\s+([^,]+)$")
_NO_NAME = re.compile(
    r"\d|@|\b(?:sessions?|talks?|breaks?|lunch|dinner|tour|wrap|workshops?|keynotes?|panel|hall|"
    r"rooms?|auditorium|foyer|lobby|stage|discussion|introduction|intro|q&a|registration)\b",
    re.IGNORECASE,
)
_LONGEST_CAST = 1000  # characters; what is longer is an abstract, not who speaks
_DASHES = " \t\n-\u2013\u2014:|,"
_LAST_DASH = re.compile(r"^(.*\S)\s+[-\u2013\u2014]\s+(\S[^-\u2013\u2014]*)$")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a header and list items that begin with a time range; see `Format.recognises`."""
    if not has_header(head) or head.startswith(b"PK"):
        return ""
    found = count(data[: 1024 * 1024])
    return f"page with a header, {found} list items with a time range" if found >= _FEWEST else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read the page.

    Raises
    ------
    SourceError
        There is no header, or no list item that begins with a time range.
    """
    report = Report(options)
    page = split(decoded(data, options.file, report), options.file, options)
    items = list(list_items(page, report)) if page else []
    if page is None or not items:
        raise SourceError(
            "there is no header with list items that begin with a time range behind it",
            where=options.file,
            remedy="a list item should read: 10:20-10:40 - Title - Who speaks",
        )
    report.count(len(items))
    talks = [talk for one in items if (talk := _talk(one, report, options))]
    report.tell(
        f"{len(talks)} entries were read from a page that is written by hand",
        remedy="review titles and people before you publish them",
    )
    name = _name(page, report, options)
    days = sorted({day for one in items if (day := one.day)})
    series = options.series or series_of(name)
    event = Event(
        name=name,
        start=days[0] if days else None,
        end=days[-1] if days else None,
        series=Series(series) if series else None,
        talks=tuple(talks),
    )
    found = f"page with a header ({page.kind}), {len(items)} list items with a time range"
    return Programme(NAME, (event,), tuple(report.notices), found)


def _name(page: Page, report: Report, options: ReadOptions) -> str:
    """Name the event: the caller, a category that is an edition ("code4lib 2014"), the title."""
    if options.event:
        return options.event
    title = report.title(first(page.fields, "title"), "title")
    for key in ("categories", "tags"):
        listed = page.fields.get(key)
        for one in listed if isinstance(listed, list) else [listed]:
            label = report.line(string(one), key)
            if year_in(label) and series_of(label):
                report.tell(
                    f"the event was named after the category {label!r}, not the title {title!r}",
                    level="note",
                )
                return label
    return title or fallback_name(options)


def _talk(item: Item, report: Report, options: ReadOptions) -> Talk | None:
    """Read an item: its first link that is no medium is the title, or the person behind it."""
    title, said, profile = _title(item)
    people = _people(said, profile, item, report)
    status, title = status_and_title(report.title(title, item.where))
    if not title:
        report.tell("an entry without a title was left out", item.where, level="error")
        return None
    start, end, minutes = _time(item, options)
    recordings, slides, related = _media(item, profile, report)
    return Talk(
        title=title,
        is_break=not people or is_break(title),
        start=start,
        end=end,
        minutes=minutes,
        appearances=people,
        recordings=recordings,
        slides=slides,
        links=related,
        status=status,
        where=item.where,
    )


def _title(item: Item) -> tuple[str, str, Anchor | None]:
    """Tell title and people of an item apart.

    Returns
    -------
    tuple
        The title; the text that names people, "" for none; and the link that leads to the person,
        when that is what the link is.
    """
    at = next((n for n, one in enumerate(item.anchors) if not _is_medium(one)), None)
    before = " ".join(item.texts[: len(item.texts) if at is None else at + 1]).strip(_DASHES)
    if at is None:
        found = _LAST_DASH.match(before) if len(before) <= _LONGEST_CAST else None
        if found and not is_break(found[1]) and _is_name(found[2]):
            return found[1], found[2], None
        return before, "", None
    main, after = item.anchors[at], item.texts[at + 1]
    if after.startswith(tuple(_DASHES.strip())) and after.strip(_DASHES):
        return f"{before} {main.label}".strip(), after.strip(_DASHES), None
    if before and len(main.label) <= _LONGEST_CAST and _is_name(main.label):
        leads = _LEADS_TO_NAME.search(before)
        return f"{before} {main.label}" if leads else before, main.label, main
    return " ".join(filter(None, (before, main.label, after.strip(_DASHES)))), "", None


def _is_name(text: str) -> bool:
    return looks_like_a_name(text) and not _NO_NAME.search(text)


def _is_medium(anchor: Anchor) -> bool:
    bare = anchor.label.strip(" ()[]")
    short = len(bare.split()) <= 4
    return short and bool(_VIDEO.search(bare) or _SLIDES.search(bare) or _OTHER.search(bare))


def _people(
    said: str, profile: Anchor | None, item: Item, report: Report
) -> tuple[Appearance, ...]:
    """Read who speaks; where a post follows the first comma, only the name before it."""
    if not said or len(said) > _LONGEST_CAST:
        return ()
    employer = None
    if _POST.search(said):
        found_at = _EMPLOYER.fullmatch(said)
        employer = report.line(found_at[1], item.where) if found_at else None
        said = said.partition(",")[0]
    found, nobody = names.people(report.line(said, item.where))
    for one in nobody:
        report.tell(f"{one!r} is not a person", item.where, level="note")
    found = [one for one in found if looks_like_a_name(one.person.name)]
    if len(found) == 1:
        page = report.link(profile.target, "", item.where) if _is_absolute(profile) else None
        person = replace(found[0].person, links=(page,)) if page else found[0].person
        found = [replace(found[0], person=person, affiliation=employer or found[0].affiliation)]
    return tuple(found)


def _is_absolute(anchor: Anchor | None) -> TypeGuard[Anchor]:
    return anchor is not None and "://" in anchor.target


def _time(item: Item, options: ReadOptions) -> tuple[Moment | None, Moment | None, int | None]:
    span = times.clock_range(item.range)
    if span is None:
        return item.day, None, None
    day = item.day or date(2000, 1, 2)
    start = datetime.combine(day, span[0])
    end = datetime.combine(day, span[1]) if span[1] else start
    if end < start:
        end += timedelta(days=1)
    minutes = round((end - start).total_seconds() / 60) or None
    if item.day is None:
        return None, None, minutes
    return times.in_zone(start, options.zone), times.in_zone(end, options.zone), minutes


def _media(
    item: Item, profile: Anchor | None, report: Report
) -> tuple[tuple[Recording, ...], tuple[Link, ...], tuple[Link, ...]]:
    """Sort the links of an item; one that is relative leads nowhere without the site's address."""
    recordings: dict[str, Recording] = {}
    slides: dict[str, Link] = {}
    related: dict[str, Link] = {}
    for anchor in item.anchors:
        if anchor is profile:
            continue
        if "://" not in anchor.target:
            report.once(
                "relative links were left out, since the page does not say where it stands",
                level="note",
            )
            continue
        label = anchor.label.strip(" ()")
        link = report.link(anchor.target, label, item.where)
        if link is None:
            continue
        if links.is_recording(link.url):
            recordings[link.url] = Recording(link.url)
        elif _SLIDES.search(label) or _SLIDES_FILE.search(link.url):
            slides[link.url] = link
        else:
            related[link.url] = link
    return tuple(recordings.values()), tuple(slides.values()), tuple(related.values())


FORMAT = Format(NAME, "Schedule as lists in a Markdown page", recognises, read, order=55)
