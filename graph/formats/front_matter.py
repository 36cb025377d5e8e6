"""Sites that keep each talk in a Markdown page with a header, and each person in another.

Jekyll, Hugo, Wok and their like: DjangoCon US writes slugs of presenters into the header, PyCon UK
the name as the first heading of the text. The site seldom says what the event is called.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.days import talk_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import is_break, series_of, status_and_title
from hallway.graph.formats.repositories.pages import (
    Located,
    People,
    first,
    is_person,
    located,
    media,
)
from hallway.graph.formats.repositories.parts import decoded, fallback_name, files, folder_of, heads
from hallway.graph.formats.syntax.fences import has_header, split
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields, parse, truth
from hallway.graph.programme import Appearance, Event, Moment, Programme, Series, Talk
from hallway.graph.reading import bundle, languages, lengths, names, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "front-matter"

_WHO = ("presenters", "presenter_slugs", "speakers", "speaker", "presenter", "authors")
_START = ("start_datetime", "start_date", "start", "date")
_END = ("end_datetime", "end_date", "end")
_SESSION_TYPES = frozenset("session talk workshop tutorial keynote lightning panel".split())
_FOLDERS = {f"{one}s": one for one in _SESSION_TYPES - {"session", "lightning"}}
_NO_TEXT = frozenset("tbd tba todo".split())
_NOT_PUBLIC = frozenset("rejected withdrawn pending draft submitted waitlisted declined".split())
_HEADING = re.compile(r"\s*#{2,4}[ \t]+([^\n]+)")
_LONGEST_HEADING = 1000
_LINK = re.compile(r"\[([^\]\n]*)\]\((\S*?)\)")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a page whose header has a title and who speaks; see `Format.recognises`."""
    if found := _single(head):
        return found
    for name, part in heads(data, ending=(".md", ".markdown")):
        if found := _single(part):
            return f"{name}: {found}"
    return ""


def _single(head: bytes) -> str:
    if not has_header(head):
        return ""
    try:
        page = split(head.decode("utf-8", "replace"), "")
    except SourceError:
        return ""
    if page is None or not _is_session(Located("", page)):
        return ""
    return "page with a header that has a title and who speaks"


def _is_session(one: Located) -> bool:
    """Tell whether a page is a talk for certain: it says who gives it, or its type."""
    fields = one.fields
    if not first(fields, "title") or is_person(one):
        return False
    return any(key in fields for key in _WHO) or _type(fields) in _SESSION_TYPES


def _type(fields: Fields) -> str:
    return first(fields, "type").casefold()


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a folder of pages, or one page.

    Raises
    ------
    SourceError
        No page in it is a talk.
    """
    report = Report(options)
    pages = located(data, options, report)
    people = People([one for one in pages if is_person(one)], report)
    # Where one page of a folder is a talk, the others with a title and a time are its slots.
    folders = {folder_of(one.name) for one in pages if _is_session(one)}
    sessions = [one for one in pages if _is_session(one) or _is_slot(one, folders)]
    if not sessions:
        raise SourceError(
            "no page in it has a header with a title and who speaks",
            where=options.file,
            remedy="give the folder that holds the pages of talks and of speakers",
        )
    report.count(len(sessions))
    public = [one for one in sessions if _is_public(one.fields)]
    if left := len(sessions) - len(public):
        report.tell(f"talks not accepted or not published, left out: {left}")
    other = len(pages) - len(sessions) - sum(map(is_person, pages))
    if other > 0:
        report.tell(f"pages that are neither talks nor people: {other}", level="note")
    talks = [talk for one in public if (talk := _talk(one, people, report, options))]
    people.tell_guessed()
    event = _event(_settled(talks), _site_title(data, options, report), report, options)
    found = f"{len(sessions)} pages with a header, {_kinds(pages)}"
    return Programme(NAME, (event,), tuple(report.notices), found)


def _is_slot(one: Located, folders: set[str]) -> bool:
    fields = one.fields
    return (
        folder_of(one.name) in folders
        and bool(first(fields, "title"))
        and bool(first(fields, *_START))
        and not is_person(one)
    )


def _is_public(fields: Fields) -> bool:
    if truth(fields.get("accepted")) is False or truth(fields.get("published")) is False:
        return False
    if truth(fields.get("hidden")) or truth(fields.get("draft")):
        return False
    return first(fields, "status", "state").casefold() not in _NOT_PUBLIC


def _kinds(pages: Sequence[Located]) -> str:
    count = Counter(one.page.kind for one in pages)
    return ", ".join(f"{kind} {number}" for kind, number in sorted(count.items()))


def _talk(one: Located, people: People, report: Report, options: ReadOptions) -> Talk | None:
    fields, where = one.fields, f"{one.name}, line {one.fields.line}"
    status, title = status_and_title(report.title(first(fields, "title"), where))
    if not title:
        report.tell("a page without a title was left out", where, "give it one", "error")
        return None
    body = one.page.body
    stated = next((fields[key] for key in _WHO if fields.get(key)), None)
    speakers = people.of(stated, where) if stated else ()
    if not stated and not any(key in fields for key in _WHO):
        speakers, body = _heading(body, one, report)
    room = report.line(first(fields, "room", "location", "venue"), where)
    texts = [first(fields, "abstract", "description", "summary"), body]
    kept = tuple(text for text in texts if text.strip() not in (room, *_NO_TEXT, "TBD", "TBA"))
    abstract, cut = report.prose(kept, where, ellipsis_cuts=False)
    start, end, minutes = _time(fields, where, report, options)
    found = media(fields, where, report)
    page = first(fields, "url", "link", "permalink")
    link = report.link(page, "", where) if "://" in page else None
    return Talk(
        title=title,
        key=first(fields, "slug") or one.name.rpartition(".")[0] or one.name,
        subtitle=report.title(first(fields, "subtitle"), where),
        kind=_kind(fields, one.name, where, report),
        start=start,
        end=end,
        minutes=minutes,
        room=room or None,
        track=report.line(first(fields, "track"), where) or None,
        languages=languages.tag(first(fields, "language", "lang")),
        abstract=abstract,
        truncated=cut,
        topics=_labels(fields.get("tags") or fields.get("keywords"), where, report),
        appearances=speakers,
        recordings=found.recordings,
        slides=found.slides,
        url=link.url if link else None,
        status=status,
        where=where,
    )


def _heading(body: str, one: Located, report: Report) -> tuple[tuple[Appearance, ...], str]:
    """Take the speaker from the heading that a text begins with, links as profiles."""
    found = _HEADING.match(body)
    if found is None or len(found[1]) > _LONGEST_HEADING:
        return (), body
    where = f"{one.name}, line {one.page.body_line}"
    said = _LINK.sub(r"\1", found[1]).rstrip(" \t#")
    several, nobody = names.people(report.line(said, where))
    for name in nobody:
        report.tell(f"{name!r} is not a person", where, level="note")
    targets = [report.link(link[2], "", where) for link in _LINK.finditer(found[1])]
    links = tuple(link for link in targets if link and not link.url.startswith("mailto:"))
    if len(several) == 1 and links:
        person = several[0].person
        several = [replace(several[0], person=replace(person, links=links))]
    return tuple(several), body[found.end() :]


def _kind(fields: Fields, name: str, where: str, report: Report) -> str | None:
    """Find the kind: stated, or the folder that holds nothing else (``workshops/``)."""
    stated = report.line(first(fields, "category", "format", "talk_type", "session_type"), where)
    if stated:
        return stated
    own = _type(fields)
    if own in _SESSION_TYPES - {"session"}:
        return own
    folders = [one.lower() for one in folder_of(name).split("/") if one.lower() in _FOLDERS]
    return _FOLDERS[folders[-1]] if folders else None


def _time(
    fields: Fields, where: str, report: Report, options: ReadOptions
) -> tuple[Moment | None, Moment | None, int | None]:
    moments: list[Moment | None] = []
    for keys in (_START, _END):
        said = first(fields, *keys)
        moment = times.moment(said, zone=options.zone) if said else None
        if said and moment is None:
            report.tell(f"{said!r} is no time", where, "write it as 2020-10-12 09:30:00 -0500")
        moments.append(moment)
    start, end = moments
    length = first(fields, "duration", "length")
    minutes = lengths.minutes(length, parts="h:m:s") if length else None
    if isinstance(start, datetime) and isinstance(end, datetime):
        if (start.tzinfo is None) != (end.tzinfo is None) or end < start:
            report.tell(f"the end {end} is before the start {start}; it was left out", where)
            end = None
        else:
            minutes = round((end - start).total_seconds() / 60)
    return start, end if start else None, minutes


def _labels(value: Any, where: str, report: Report) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else re.split(r"\s*[,;]\s*", string(value))
    labels = (report.line(string(one), where) for one in listed)
    return tuple(dict.fromkeys(filter(None, labels)))


def _settled(talks: list[Talk]) -> tuple[Talk, ...]:
    """Tell breaks from talks, bring kinds to one number, and sort by start.

    A site whose talks name their presenters has slots that name none: those nobody gives.
    """
    named = any(talk.appearances for talk in talks)
    kinds = {talk.kind for talk in talks}
    settled = [
        replace(
            talk,
            is_break=not talk.appearances and (named or is_break(talk.title, talk.kind)),
            kind=talk.kind[:-1]
            if talk.kind and talk.kind.endswith("s") and talk.kind[:-1] in kinds
            else talk.kind,
        )
        for talk in talks
    ]
    return tuple(sorted(settled, key=lambda talk: _order(talk.start)))


def _order(start: Moment | None) -> str:
    return start.isoformat() if start else "9"


def _site_title(data: bytes, options: ReadOptions, report: Report) -> str:
    """Return what the configuration of a Jekyll site calls it; "" when there is none."""
    for name in bundle.names(data):
        if name.rpartition("/")[2] != "_config.yml":
            continue
        try:
            value = parse(decoded(files(data, options)[name], name, report), name, limits=options)
        except SourceError:
            return ""
        return report.title(string(value.get("title")), name) if isinstance(value, Fields) else ""
    return ""


def _event(talks: tuple[Talk, ...], title: str, report: Report, options: ReadOptions) -> Event:
    known = options.event or title
    name = known or fallback_name(options)
    if not known:
        report.tell(
            f"the pages do not name the event; it is called {name!r} here",
            remedy="name it for this source",
        )
    days, far = talk_days([talk.start for talk in talks])
    if far:
        report.tell(f"talks far from the others: {', '.join(map(str, far[:5]))}")
    series = options.series or (series_of(name) if known else None)
    return Event(
        name=name,
        start=days[0] if days else None,
        end=days[-1] if days else None,
        series=Series(series) if series else None,
        talks=talks,
    )


FORMAT = Format(NAME, "Markdown pages with front matter", recognises, read, order=50)
