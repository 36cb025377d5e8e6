"""Indico: the answer of its export, ``/export/event/ID.json?detail=contributions``.

Times are given in any zone beside the zone of the event; people are speakers, or authors where no
speakers are entered. Hashes of addresses and everything about the creator are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.platforms.indico_timetable import as_event
from hallway.graph.formats.platforms.records import Attachment, Head, Session, Speaker, Times
from hallway.graph.formats.platforms.sessions import event
from hallway.graph.formats.syntax.json_opening import json_files, objects, openings, together
from hallway.graph.formats.syntax.json_values import items, mapping, string
from hallway.graph.programme import Programme
from hallway.graph.reading import names, times
from hallway.graph.reading.text import clean

__all__ = ["FORMAT", "read", "recognises"]

NAME = "indico"

_TITLE = re.compile(r"^(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\.?\s+)+", re.IGNORECASE)
_STATE = re.compile(r"\s*\((?:CLOSED|OPEN)\)\s*$", re.IGNORECASE)
_KIND = re.compile(
    r"\b(?:talks?|lightning|workshops?|demos?|posters?|keynotes?|panels?|tutorials?|bof|"
    r"half slot|full slot|discussion)\b",
    re.IGNORECASE,
)
_ROLES = (("speakers", "speaker"), ("primaryauthors", "author"), ("coauthors", "author"))


def recognises(head: bytes, data: bytes) -> str:
    """Tell by ``_type: HTTPAPIResult`` or results with ``_fossil``; see `Format.recognises`."""
    for value in openings(head, data).values():
        found = mapping(value)
        if found.get("_type") == "HTTPAPIResult":
            return "Indico export, _type HTTPAPIResult"
        result = together(found.get("results"))
        if "_fossil" in result or ("contributions" in result and "startDate" in result):
            return "Indico export, results with contributions"
    return ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read each event of the answer.

    Raises
    ------
    SourceError
        It is not JSON, or has no event among its results.
    """
    report = Report(options)
    files = json_files(data, options, report)
    results = [
        (where, as_event(result))
        for name, value in files.items()
        for where, result in objects(
            mapping(value).get("results"), f"{name}: results" if name else "results"
        )
    ]
    if not results:
        raise SourceError(
            "there is no event among the results",
            where=options.file,
            remedy="export again with ?detail=contributions",
        )
    events = tuple(
        event(_head(result, where), list(_sessions(result, where, report)), report, options)
        for where, result in results
    )
    reason = "Indico export, results with contributions"
    return Programme(NAME, events, tuple(report.notices), reason)


def _head(result: Mapping[str, Any], where: str) -> Head:
    def get(name: str) -> str:
        return string(result.get(name)).strip()

    zone = get("timezone")
    place = [get("location"), get("address").replace("\n", ", ")]
    return Head(
        title=get("title"),
        key=get("url") or get("id"),
        start=_stamp(result.get("startDate"), zone),
        end=_stamp(result.get("endDate"), zone),
        zone=zone,
        place=", ".join(filter(None, place)),
        url=get("url"),
        topics=tuple(_keywords(result)),
        people=tuple(_person(one, "chair") for _, one in objects(result.get("chairs"), "")),
        where=where,
    )


def _keywords(value: Mapping[str, Any]) -> Iterator[str]:
    for _, word in items(value.get("keywords")):
        yield string(word)


def _sessions(result: Mapping[str, Any], where: str, report: Report) -> Iterator[Session]:
    """Yield the contributions, those inside of sessions too."""
    zone = string(result.get("timezone"))
    found = list(objects(result.get("contributions"), f"{where}.contributions"))
    for at, session in objects(result.get("sessions"), f"{where}.sessions"):
        for place, one in objects(session.get("contributions"), f"{at}.contributions"):
            found.append((place, {"session": session.get("title"), **one}))
    if not found and "contributions" not in result:
        report.tell(
            "the export has no contributions",
            where,
            "export again with ?detail=contributions",
        )
    for place, one in found:
        own = string(one.get("_where"))
        yield _session(one, f"{where}{own}" if own else place, zone)


def _session(one: Mapping[str, Any], where: str, zone: str) -> Session:
    def get(name: str) -> str:
        return string(one.get(name)).strip()

    track, block = _STATE.sub("", get("track")), get("session")
    kind = get("type")
    if not kind and _KIND.search(track):
        kind, track = track, ""  # forms are entered as tracks, to have calls of their own
    return Session(
        where=where,
        title=get("title"),
        key=get("id"),
        kind=kind,
        when=Times(
            where,
            date=_stamp(one.get("startDate"), zone),
            end=_stamp(one.get("endDate"), zone),
            duration=get("duration") if get("duration") != "0" else "",
        ),
        room=get("roomFullname") or get("room"),
        track=track or block,
        language=get("language"),
        texts=(get("description"),),
        topics=tuple(_keywords(one)),
        speakers=tuple(_people(one)),
        addresses=tuple(_material(one)),
        url=get("url"),
        service=one.get("_break") is True,
    )


def _stamp(value: Any, zone: str) -> str:
    """Write a moment as ISO 8601, with the offset that the zone it is given in has then."""
    stated = mapping(value)
    on, at = string(stated.get("date")), string(stated.get("time"))
    if not on or not at:
        return on
    moment = times.moment(f"{on}T{at}", zone=string(stated.get("tz")) or zone or None)
    return moment.isoformat() if moment is not None else f"{on}T{at}"


def _people(one: Mapping[str, Any]) -> Iterator[Speaker]:
    """Yield speakers, then those authors who do not speak."""
    told: set[str] = set()
    for field, role in _ROLES:
        for _, person in objects(one.get(field), ""):
            speaker = _person(person, role)
            if speaker.name and speaker.name not in told:
                told.add(speaker.name)
                yield speaker


def _person(person: Mapping[str, Any], role: str) -> Speaker:
    given, family = (_trimmed(person.get(key)) for key in ("first_name", "last_name"))
    if given and family:
        doubled = family.casefold().startswith(f"{given.casefold()} ")
        name = family if doubled else f"{given} {family}"
    else:
        whole = _trimmed(person.get("fullName") or person.get("name")) or given or family
        found, _ = names.people(whole, family_first=True)
        name = found[0].person.name if len(found) == 1 else whole
    return Speaker(
        name,
        string(person.get("person_id")),
        role,
        string(person.get("affiliation")),
    )


def _trimmed(value: Any) -> str:
    return _TITLE.sub("", clean(string(value)).strip(" ,;"))


def _material(one: Mapping[str, Any]) -> Iterator[Attachment]:
    """Yield the files and links of a contribution, in the old and the new layout."""
    for field, inner in (("material", "resources"), ("folders", "attachments")):
        for _, group in objects(one.get(field), ""):
            for _, resource in objects(group.get(inner), ""):
                url = string(
                    resource.get("url") or resource.get("download_url") or resource.get("link_url")
                )
                if url:
                    label = string(resource.get("title")) or string(resource) or string(group)
                    yield Attachment(url, label)


FORMAT = Format(NAME, "Indico export", recognises, read, order=25)
"""The reader, as the entry point names it."""
