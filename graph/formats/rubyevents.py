"""RubyEvents: a folder of YAML for each edition, one for the series, and lists of people.

``event.yml`` is the edition, ``videos.yml`` its talks in the order in which they were given,
``schedule.yml`` the grid whose free slots the talks fill. Any of ``event.yml`` and ``videos.yml``
can be read alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import series_of
from hallway.graph.formats.repositories.event_lists import status_of
from hallway.graph.formats.repositories.parts import fallback_name, folder_of, heads, yaml_parts
from hallway.graph.formats.repositories.rubyevents_people import Directory, involved
from hallway.graph.formats.repositories.rubyevents_talks import Clock, talks_of
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields, truth
from hallway.graph.programme import Edition, Event, Programme, Series
from hallway.graph.reading import times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "rubyevents"

_VIDEOS = re.compile(rb"^  ?video_provider:|^- video_provider:", re.M)
_LIST = re.compile(rb"^- \w+:", re.M)
_EVENT = tuple(
    re.compile(rb"^" + key + rb":", re.M) for key in (b"title", b"start_date", b"kind", b"location")
)
_ONLINE = frozenset("online virtual remote earth".split())


def recognises(head: bytes, data: bytes) -> str:
    """Tell by talks with ``video_provider`` or the keys of an edition; see `Format.recognises`."""
    if found := _single(head):
        return found
    for name, part in heads(data, ending=("event.yml", "videos.yml")):
        if found := _single(part):
            return f"{name}: {found}"
    return ""


def _single(head: bytes) -> str:
    if _VIDEOS.search(head) and _LIST.search(head):
        return "YAML list of talks with video_provider"
    if all(key.search(head) for key in _EVENT):
        return "YAML of an edition with start_date, kind and location"
    return ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read one edition, a series, or all of them.

    Raises
    ------
    SourceError
        Nothing in it is an edition or a list of talks.
    """
    report = Report(options)
    parts = yaml_parts(data, options, report)
    editions = _editions(parts)
    if not editions:
        raise SourceError(
            "there is no event.yml and no videos.yml in it",
            where=options.file,
            remedy="give the folder of an edition or of a series",
        )
    people = Directory(parts, report)
    events = [_event(folder, found, parts, people, report, options) for folder, found in editions]
    report.count(sum(len(one.talks) for one in events))
    recognised = f"YAML of {len(events)} edition{'s' if len(events) != 1 else ''}"
    return Programme(NAME, _in_series(events), tuple(report.notices), recognised)


def _is_talks(value: Any) -> bool:
    return isinstance(value, list) and any(
        isinstance(one, Fields) and "video_provider" in one for one in value
    )


def _editions(parts: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Gather the parts of each edition by folder; of a single file, that file."""
    if len(parts) == 1:
        [(name, value)] = parts.items()
        if _is_talks(value):
            return [("", {"videos.yml": (name, value)})]
        if isinstance(value, Fields) and "start_date" in value:
            return [("", {"event.yml": (name, value)})]
    gathered: dict[str, dict[str, Any]] = {}
    for name, value in parts.items():
        base = name[len(folder_of(name)) :].lower()
        gathered.setdefault(folder_of(name), {})[base] = (name, value)
    return [
        (folder, found)
        for folder, found in gathered.items()
        if isinstance(found.get("event.yml", ("", None))[1], Fields)
        or _is_talks(found.get("videos.yml", ("", None))[1])
    ]


def _event(
    folder: str,
    found: Mapping[str, tuple[str, Any]],
    parts: Mapping[str, Any],
    people: Directory,
    report: Report,
    options: ReadOptions,
) -> Event:
    """Read one edition from the parts of its folder."""
    where, head = found.get("event.yml", (folder, None))
    head = head if isinstance(head, Fields) else Fields()
    videos, listed = found.get("videos.yml", ("", []))
    name = report.title(string(head.get("title")), where) or _named_by_talks(listed)
    if not name:
        name = fallback_name(options)
        report.tell("the edition has no title", where, f"it is called {name!r} here")
    zone = _zone(string(head.get("timezone")), where, report, options)
    clock = Clock(*found.get("schedule.yml", ("", None)), zone, report)
    status = status_of(head)
    if status != "confirmed":
        report.tell(f"{name!r} was {status}", where, level="note")
    talks = talks_of(videos, listed, clock, people, report)
    start, end = (times.day(string(head.get(key))) for key in ("start_date", "end_date"))
    if start and end and end < start:
        report.tell(f"the edition ends on {end}, before {start}; the end was left out", where)
        end = None
    place, online = _place(head, found, report)
    website = report.link(string(head.get("website")), "", where)
    return Event(
        name=name,
        key=string(head.get("id")),
        start=start,
        end=end,
        zone=zone,
        place=place,
        online=online,
        series=_series(folder, name, parts, report, options),
        talks=tuple(replace(one, status=status) for one in talks)
        if status != "confirmed"
        else tuple(talks),
        appearances=involved(*found.get("involvements.yml", ("", None)), people, report),
        url=website.url if website else None,
        where=where,
        sponsors=_sponsors(*found.get("sponsors.yml", ("", None)), report),
        status=status,
    )


def _sponsors(where: str, tiers: Any, report: Report) -> tuple[str, ...]:
    """Read the names of the sponsors, the highest tier first as the file has them."""
    names: list[str] = []
    for part in tiers if isinstance(tiers, list) else [tiers]:
        listed = part.get("tiers") if isinstance(part, Fields) else None
        for tier in listed if isinstance(listed, list) else []:
            found = tier.get("sponsors") if isinstance(tier, Fields) else None
            for one in found if isinstance(found, list) else []:
                name = (
                    report.title(string(one.get("name")), where) if isinstance(one, Fields) else ""
                )
                names += [name] if name else []
    return tuple(dict.fromkeys(names))


def _named_by_talks(listed: Any) -> str:
    """Return the name of the event that the talks agree on; "" when they do not."""
    found = {
        string(one.get("event_name"))
        for one in (listed if isinstance(listed, list) else [])
        if isinstance(one, Fields) and one.get("event_name")
    }
    return found.pop() if len(found) == 1 else ""


def _zone(name: str, where: str, report: Report, options: ReadOptions) -> str | None:
    for one in (name, options.zone or ""):
        zone = times.zone(one) if one else None
        if zone is not None:
            return zone.key
        if one:
            report.tell(f"time zone {one!r} is not known", where, "name it as IANA does")
    return None


def _place(
    head: Fields, found: Mapping[str, tuple[str, Any]], report: Report
) -> tuple[str | None, bool | None]:
    """Join the venue and the city; an edition that is held in both ways says neither."""
    where, venue = found.get("venue.yml", ("", None))
    location = report.line(string(head.get("location")), where)
    if location.casefold() in _ONLINE:
        return None, True
    hall = report.line(string(venue if isinstance(venue, Fields) else head.get("venue")), where)
    place = ", ".join(dict.fromkeys(filter(None, (hall, location))))
    on_the_spot = bool(place) and not truth(head.get("hybrid"))
    return place or None, False if on_the_spot else None


def _series(
    folder: str, name: str, parts: Mapping[str, Any], report: Report, options: ReadOptions
) -> Series | None:
    """Find ``series.yml`` beside or above the edition; without one the name must tell."""
    above = folder_of(folder.rstrip("/"))
    for where in (f"{above}series.yml", f"{folder}series.yml"):
        fields = parts.get(where)
        if isinstance(fields, Fields) and (said := report.title(string(fields.get("name")), where)):
            page = report.link(string(fields.get("website")), "", where)
            listed = fields.get("aliases")
            aliases = listed if isinstance(listed, list) else []
            others = [report.title(string(one), where) for one in aliases]
            return Series(
                options.series or said,
                url=page.url if page else None,
                alternate_names=tuple(dict.fromkeys(one for one in others if one and one != said)),
            )
    known = options.series or series_of(name)
    return Series(known) if known else None


def _in_series(events: list[Event]) -> tuple[Event, ...]:
    """Give each event its series with the editions in the order of their first days."""
    editions: dict[str, list[Event]] = {}
    for event in events:
        if event.series:
            editions.setdefault(event.series.name, []).append(event)
    for several in editions.values():
        several.sort(key=lambda one: (one.start or date.max, one.name))
    return tuple(
        replace(
            event,
            series=replace(
                event.series,
                editions=tuple(Edition(one.name, one.year) for one in editions[event.series.name]),
            ),
        )
        if event.series
        else event
        for event in events
    )


FORMAT = Format(NAME, "RubyEvents YAML", recognises, read, order=30)
