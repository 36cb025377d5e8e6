"""Write the Docs: a YAML list of sessions, and a YAML schedule that names them by slug.

The schedule has no dates, only blocks such as ``talks_day1``; so a talk gets its length and its
place in the order, and a clock time only when a day is known, which it never is here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import status_and_title
from hallway.graph.formats.repositories.parts import (
    fallback_name,
    heads,
    one_person,
    profiles,
    video,
    words_of_slug,
    yaml_parts,
)
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Appearance, Event, Person, Programme, Recording, Series, Talk
from hallway.graph.reading import lengths

__all__ = ["FORMAT", "read", "recognises"]

NAME = "writethedocs"

_SESSION = tuple(
    re.compile(rb"^[- ] " + key + rb":", re.M) for key in (b"series_slug", b"speakers", b"slug")
)
_BLOCK = re.compile(
    rb"^\w+:[ \t]*\r?\n(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*- (?:time|duration|slug|title):", re.M
)
_ROW_SLUG = re.compile(rb"^[ \t]+(?:- )?slug:[ \t]*\S", re.M)
_ROW_TIME = re.compile(rb"^[ \t]+(?:- )?(?:time|duration):[ \t]*['\"]?\d", re.M)


@dataclass(slots=True)
class _Row:
    """A row of the schedule; `slug` names a session, else `title` is what the slot is called."""

    where: str
    slug: str = ""
    title: str = ""
    minutes: int | None = None


@dataclass(slots=True)
class _Plan:
    """A schedule file."""

    rows: list[_Row] = field(default_factory=list)
    clocks: int = 0
    where: str = ""


def recognises(head: bytes, data: bytes) -> str:
    """Tell by sessions with ``series_slug`` or a schedule of slugs; see `Format.recognises`."""
    if found := _single(head):
        return found
    for name, part in heads(data, ending=(".yml", ".yaml")):
        if found := _single(part):
            return f"{name}: {found}"
    return ""


def _single(head: bytes) -> str:
    if head.startswith((b"- ", b"#", b"---")) and all(key.search(head) for key in _SESSION):
        return "YAML list of sessions with series_slug and speakers"
    if _BLOCK.search(head) and _ROW_SLUG.search(head) and _ROW_TIME.search(head):
        return "YAML schedule in blocks whose rows name sessions by slug"
    return ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read sessions, a schedule, or both together.

    Raises
    ------
    SourceError
        There are neither sessions nor rows of a schedule in it.
    """
    report = Report(options)
    sessions: list[tuple[str, Fields]] = []
    plans: list[_Plan] = []
    for name, value in yaml_parts(data, options, report).items():
        if isinstance(value, list):
            sessions += [(name, one) for one in value if _is_session(one)]
        elif isinstance(value, Fields):
            plans += [plan] if (plan := _plan(value, name, report)).rows else []
    if not sessions and not plans:
        raise SourceError(
            "there are no sessions and no schedule in it",
            where=options.file,
            remedy="give the sessions and the schedule of an event, together in a folder",
        )
    report.count(len(sessions) + sum(len(plan.rows) for plan in plans))
    events = list(_events(sessions, plans, report, options))
    recognised = f"YAML of {len(sessions)} sessions and {len(plans)} schedules"
    return Programme(NAME, tuple(events), tuple(report.notices), recognised)


def _is_session(value: Any) -> bool:
    return (
        isinstance(value, Fields) and "title" in value and ("slug" in value or "speakers" in value)
    )


def _plan(value: Fields, name: str, report: Report) -> _Plan:
    """Read a schedule: blocks of rows, in their order."""
    plan = _Plan(where=name)
    for block in value.values():
        for row in block if isinstance(block, list) else []:
            if not isinstance(row, Fields):
                continue
            where = f"{name}, line {row.line}"
            said = string(row.get("duration"))
            minutes = lengths.minutes(said, parts="h:m:s") if said else None
            if said and minutes is None:
                report.tell(f"the duration {said!r} is none", where)
            plan.clocks += bool(string(row.get("time")))
            slug, title = string(row.get("slug")), report.title(string(row.get("title")), where)
            if slug or title:
                plan.rows.append(_Row(where, slug, title, minutes))
    return plan


def _events(
    sessions: list[tuple[str, Fields]], plans: list[_Plan], report: Report, options: ReadOptions
) -> Iterator[Event]:
    """Yield an event for each series and year, then one for each schedule that fits none."""
    groups: dict[tuple[str, str], dict[str, Talk]] = {}
    for part, one in sessions:
        where = f"{part}, line {one.line}"
        named = report.title(string(one.get("series")), where), string(one.get("year")).strip()
        talk = _talk(one, where, report)
        if talk:
            group = groups.setdefault(named, {})
            if talk.key in group:
                report.tell(f"the slug {talk.key!r} occurs again", where, level="note")
            free = talk.key and talk.key not in group
            group[talk.key if free else f"line {one.line}"] = talk
    left = list(plans)
    for (series, year), talks in groups.items():
        name = " ".join(filter(None, (series, year))) or fallback_name(options)
        mine = [plan for plan in left if any(row.slug in talks for row in plan.rows)]
        left = [plan for plan in left if plan not in mine]
        known = options.series or series
        yield Event(
            name,
            series=Series(known) if known else None,
            talks=tuple(_planned(talks, mine, report)),
        )
    for plan in left:
        name = fallback_name(options)
        report.tell(
            f"no sessions belong to the schedule; the event is called {name!r} here",
            plan.where,
            "give the file of the sessions too",
        )
        yield Event(
            name,
            series=Series(options.series) if options.series else None,
            talks=tuple(_planned({}, [plan], report)),
            where=plan.where,
        )


def _planned(talks: Mapping[str, Talk], plans: list[_Plan], report: Report) -> Iterator[Talk]:
    """Yield the talks in the order of the schedule, with its breaks; then those not in it."""
    waiting = dict(talks)
    for plan in plans:
        unknown = 0
        for row in plan.rows:
            if not row.slug:
                yield Talk(row.title, is_break=True, minutes=row.minutes, where=row.where)
            elif row.slug in waiting:
                yield replace(waiting.pop(row.slug), minutes=row.minutes)
            elif row.slug not in talks:
                unknown += 1
                title = row.title or words_of_slug(row.slug)
                yield Talk(title, key=row.slug, minutes=row.minutes, where=row.where)
        if plan.clocks:
            report.tell(
                f"rows with a time of day, but no date: {plan.clocks}; the times were left out",
                plan.where,
                level="note",
            )
        if unknown:
            report.tell(
                f"rows that name a session that is not here: {unknown}; their slugs became titles",
                plan.where,
                "give the file of the sessions too",
            )
    if plans and waiting:
        report.tell(
            f"sessions that are not in the schedule: {len(waiting)}", plans[0].where, level="note"
        )
    yield from waiting.values()


def _talk(one: Fields, where: str, report: Report) -> Talk | None:
    status, title = status_and_title(report.title(string(one.get("title")), where))
    if not title:
        report.tell("a session without a title was left out", where, "give it a title", "error")
        return None
    abstract, cut = report.prose((string(one.get("abstract")),), where, ellipsis_cuts=False)
    address = video("youtube", string(one.get("youtubeId"))) or string(one.get("path"))
    recording = report.link(address, "", where) if "://" in address else None
    speakers = one.get("speakers")
    return Talk(
        title=title,
        key=report.line(string(one.get("slug")), where),
        abstract=abstract,
        truncated=cut,
        appearances=tuple(_speakers(speakers if isinstance(speakers, list) else [], where, report)),
        recordings=(Recording(recording.url),) if recording else (),
        status=status,
        where=where,
    )


def _speakers(listed: list[Any], where: str, report: Report) -> Iterator[Appearance]:
    """Read the speakers of a session; a text alone is a name."""
    seen: set[str] = set()
    for one in listed:
        fields = one if isinstance(one, Fields) else Fields()
        slug = string(fields.get("slug")) or None
        profile = Person("", slug, (), profiles(fields, where, report))
        found = one_person(string(one), where, report, profile=profile)
        if found and found.person.name not in seen:
            seen.add(found.person.name)
            yield found


FORMAT = Format(NAME, "Write the Docs YAML", recognises, read, order=30)
