"""Facts of a programme, and what writes them down in each of many formats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape as html_escape
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zoneinfo import ZoneInfo

from tests.graph.formats.odd_values import bundle

__all__ = ["EVENT", "FIRST", "WRITERS", "ZONE", "Fact", "Writer"]

EVENT, ZONE = "Harbour Conf 2026", "Europe/Amsterdam"
FIRST = datetime(2026, 6, 10, 8, 0)


@dataclass(frozen=True)
class Fact:
    title: str
    start: datetime  # local to the zone
    minutes: int
    room: str
    people: tuple[str, ...]
    text: str = ""

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)

    @property
    def instant(self) -> datetime:
        return self.start.replace(tzinfo=ZoneInfo(ZONE))

    @property
    def length(self) -> str:
        return f"{self.minutes // 60:02}:{self.minutes % 60:02}"


def frab_xml(found: Sequence[Fact]) -> bytes:
    days = []
    for index, day in enumerate(sorted({one.start.date() for one in found}), 1):
        rooms = []
        for room in sorted({one.room for one in found if one.start.date() == day}):
            events = [
                f'<event id="{at}" guid="00000000-0000-4000-8000-{at:012}">'
                f"<date>{one.instant.isoformat()}</date><start>{one.start:%H:%M}</start>"
                f"<duration>{one.length}</duration><room>{one.room}</room>"
                f"<title>{escape(one.title)}</title><abstract>{escape(one.text)}</abstract><persons>"
                + "".join(
                    f'<person id="{sum(map(ord, p))}{len(p)}">{p}</person>' for p in one.people
                )
                + "</persons></event>\n"
                for at, one in enumerate(found, 1)
                if (one.start.date(), one.room) == (day, room)
            ]
            rooms.append(f"<room name={quoteattr(room)}>{''.join(events)}</room>")
        days.append(f'<day index="{index}" date="{day}">{"".join(rooms)}</day>')
    return (
        f"<schedule><conference><title>{EVENT}</title><time_zone_name>{ZONE}</time_zone_name>"
        f"</conference>{''.join(days)}</schedule>"
    ).encode()


def frab_json(found: Sequence[Fact]) -> bytes:
    days = []
    for index, day in enumerate(sorted({one.start.date() for one in found}), 1):
        rooms: dict[str, list[object]] = {}
        for at, one in enumerate(found, 1):
            if one.start.date() == day:
                rooms.setdefault(one.room, []).append(
                    {
                        "id": at,
                        "guid": f"00000000-0000-4000-8000-{at:012}",
                        "date": one.instant.isoformat(),
                        "start": f"{one.start:%H:%M}",
                        "duration": one.length,
                        "room": one.room,
                        "title": one.title,
                        "abstract": one.text,
                        "persons": [{"public_name": name} for name in one.people],
                    }
                )
        days.append({"index": index, "date": str(day), "rooms": rooms})
    conference = {"title": EVENT, "time_zone_name": ZONE, "days": days}
    return json.dumps({"schedule": {"version": "1", "conference": conference}}).encode()


def table(found: Sequence[Fact]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["title", "speakers", "date", "start", "duration", "room", "abstract"])
    for one in found:
        writer.writerow(
            [one.title, "; ".join(one.people), one.start.date(), f"{one.start:%H:%M}",
             one.length, one.room, one.text]
        )  # fmt: skip
    return out.getvalue().encode()


def flat_list(found: Sequence[Fact]) -> bytes:
    return json.dumps(
        [
            {
                "title": one.title,
                "speakers": list(one.people),
                "start": f"{one.start:%Y-%m-%d %H:%M}",
                "end": f"{one.end:%Y-%m-%d %H:%M}",
                "venue": one.room,
                "description": one.text,
            }
            for one in found
        ]
    ).encode()


def calendar(found: Sequence[Fact]) -> bytes:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Quay//EN", f"X-WR-CALNAME:{EVENT}"]
    for at, one in enumerate(found, 1):
        title = one.title.replace(",", "\\,")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{at}@quay.example",
            "DTSTAMP:20260101T000000Z",
            f"DTSTART;TZID={ZONE}:{one.start:%Y%m%dT%H%M%S}",
            f"DURATION:PT{one.minutes}M",
            f"SUMMARY:{title}",
            f"LOCATION:{one.room}",
            "DESCRIPTION:" + one.text.replace(",", "\\,"),
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def sessionize(found: Sequence[Fact]) -> bytes:
    people = sorted({name for one in found for name in one.people})
    rooms = sorted({one.room for one in found})
    sessions = [
        {
            "id": str(at),
            "title": one.title,
            "description": one.text,
            "startsAt": one.start.isoformat(),
            "endsAt": one.end.isoformat(),
            "isServiceSession": False,
            "isPlenumSession": False,
            "speakers": [f"p{people.index(name)}" for name in one.people],
            "categoryItems": [],
            "roomId": rooms.index(one.room),
        }
        for at, one in enumerate(found, 1)
    ]
    return json.dumps(
        {
            "sessions": sessions,
            "speakers": [{"id": f"p{at}", "fullName": name} for at, name in enumerate(people)],
            "questions": [],
            "categories": [],
            "rooms": [{"id": at, "name": room} for at, room in enumerate(rooms)],
        }
    ).encode()


def _turtle(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # the escapes of JSON are escapes of Turtle too


def hallway_turtle(found: Sequence[Fact]) -> bytes:
    """Write our own terms, as `hallway export` does."""
    lines = [
        "@prefix hw: <https://w3id.org/hallway#> . @prefix schema: <https://schema.org/> .",
        "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix : <https://quay.example/> .",
        f":e a hw:Event, schema:Event ; schema:name {_turtle(EVENT)} .",
    ]
    for at, one in enumerate(found, 1):
        end = one.end.replace(tzinfo=ZoneInfo(ZONE))
        lines.append(
            f":t{at} a hw:Talk, schema:Event ; schema:name {_turtle(one.title)} ;"
            f' schema:superEvent :e ; schema:startDate "{one.instant.isoformat()}"^^xsd:dateTime ;'
            f' schema:endDate "{end.isoformat()}"^^xsd:dateTime ;'
            f" schema:abstract {_turtle(one.text)} ; hw:minutes {one.minutes} ;"
            f" schema:location :r{one.room.replace(' ', '')} ."
            f" :r{one.room.replace(' ', '')} a schema:Place ; schema:name {_turtle(one.room)} ."
        )
        for number, name in enumerate(one.people, 1):
            person = ":p" + name.casefold().replace(" ", "-")
            lines.append(
                f":t{at} schema:performer {person} ; hw:appearance :a{at}-{number} ."
                f" :a{at}-{number} a hw:Appearance ; schema:performer {person} ;"
                f" schema:position {number} . {person} a schema:Person ;"
                f" schema:name {_turtle(name)} ."
            )
    return "\n".join(lines).encode()


def dog_food(found: Sequence[Fact]) -> bytes:
    """Write the terms of the Semantic Web Dog Food, whose talks have presenters."""
    lines = [
        "@prefix swc: <http://data.semanticweb.org/ns/swc/ontology#> .",
        "@prefix foaf: <http://xmlns.com/foaf/0.1/> . @prefix : <https://quay.example/> .",
        "@prefix ical: <http://www.w3.org/2002/12/cal/ical#> .",
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
        "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .",
        f":e a swc:ConferenceEvent ; rdfs:label {_turtle(EVENT)} .",
    ]
    for at, one in enumerate(found, 1):
        end = one.end.replace(tzinfo=ZoneInfo(ZONE))
        lines.append(
            f":t{at} a swc:TalkEvent ; rdfs:label {_turtle(one.title)} ; swc:isSubEventOf :e ;"
            f' ical:dtstart "{one.instant.isoformat()}"^^xsd:dateTime ;'
            f' ical:dtend "{end.isoformat()}"^^xsd:dateTime ; swc:hasLocation'
            f" :r{one.room.replace(' ', '')} . :r{one.room.replace(' ', '')} rdfs:label"
            f" {_turtle(one.room)} ."
        )
        for name in one.people:
            person = ":p" + name.casefold().replace(" ", "-")
            lines.append(
                f":t{at} swc:hasPresenter {person} ."
                f" {person} a foaf:Person ; foaf:name {_turtle(name)} ."
            )
    return "\n".join(lines).encode()


def _schema_org(found: Sequence[Fact]) -> dict[str, Any]:
    parts = [
        {
            "@type": "Event",
            "name": one.title,
            "description": one.text,
            "startDate": one.instant.isoformat(),
            "endDate": one.end.replace(tzinfo=ZoneInfo(ZONE)).isoformat(),
            "location": {"@type": "Place", "name": one.room},
            "performer": [{"@type": "Person", "name": name} for name in one.people],
        }
        for one in found
    ]
    return {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": EVENT,
        "startDate": "2026-06-10",
        "endDate": "2026-06-12",
        "subEvent": parts,
    }


def jsonld_file(found: Sequence[Fact]) -> bytes:
    return json.dumps(_schema_org(found)).encode()


def jsonld_page(found: Sequence[Fact]) -> bytes:
    data = json.dumps(_schema_org(found)).replace("<", "\\u003c")
    return (
        f'<!doctype html><title>{EVENT}</title><script type="application/ld+json">{data}</script>'
    ).encode()


def microdata(found: Sequence[Fact]) -> bytes:
    parts = [
        '<div itemprop="subEvent" itemscope itemtype="https://schema.org/Event">'
        f'<h2 itemprop="name">{html_escape(one.title)}</h2>'
        f'<p itemprop="description">{html_escape(one.text)}</p>'
        f'<time itemprop="startDate" datetime="{one.instant.isoformat()}"></time>'
        f'<time itemprop="endDate" datetime="'
        f'{one.end.replace(tzinfo=ZoneInfo(ZONE)).isoformat()}"></time>'
        '<span itemprop="location" itemscope itemtype="https://schema.org/Place">'
        f'<b itemprop="name">{one.room}</b></span>'
        + "".join(
            '<span itemprop="performer" itemscope itemtype="https://schema.org/Person">'
            f'<i itemprop="name">{html_escape(name)}</i></span>'
            for name in one.people
        )
        + "</div>"
        for one in found
    ]
    return (
        f"<!doctype html><title>{EVENT}</title>"
        '<div itemscope itemtype="https://schema.org/Event">'
        f'<h1 itemprop="name">{EVENT}</h1>'
        '<time itemprop="startDate" datetime="2026-06-10"></time>'
        f'<time itemprop="endDate" datetime="2026-06-12"></time>{"".join(parts)}</div>'
    ).encode()


def pretalx(found: Sequence[Fact]) -> bytes:
    talks = [
        {
            "code": f"T{at:05}",
            "title": one.title,
            "speakers": [{"code": name.replace(" ", ""), "name": name} for name in one.people],
            "submission_type": {"en": "Talk"},
            "state": "confirmed",
            "abstract": one.text,
            "duration": one.minutes,
            "slot": {
                "room": {"en": one.room},
                "start": one.instant.isoformat(),
                "end": one.end.replace(tzinfo=ZoneInfo(ZONE)).isoformat(),
            },
        }
        for at, one in enumerate(found, 1)
    ]
    return json.dumps({"count": len(talks), "next": None, "results": talks}).encode()


def grid(found: Sequence[Fact]) -> bytes:
    """Write the view GridSmart of Sessionize."""
    days = []
    for day in sorted({one.start.date() for one in found}):
        rooms = []
        for number, room in enumerate(sorted({one.room for one in found})):
            sessions = [
                {
                    "id": str(at),
                    "title": one.title,
                    "description": one.text,
                    "startsAt": one.start.isoformat(),
                    "endsAt": one.end.isoformat(),
                    "isServiceSession": False,
                    "isPlenumSession": False,
                    "speakers": [{"id": f"p{name}", "name": name} for name in one.people],
                    "categories": [],
                    "roomId": number,
                    "room": room,
                }
                for at, one in enumerate(found, 1)
                if (one.start.date(), one.room) == (day, room)
            ]
            rooms.append({"id": number, "name": room, "sessions": sessions})
        days.append({"date": f"{day}T00:00:00", "rooms": rooms, "timeSlots": []})
    return json.dumps(days).encode()


def open_event(found: Sequence[Fact]) -> bytes:
    event = {
        "name": EVENT,
        "organizer-name": "Quay",
        "schedule-published-on": "",
        "location-name": "",
        "timezone": ZONE,
    }
    sessions = [
        {
            "id": at,
            "title": one.title,
            "short-abstract": one.text,
            "long-abstract": "",
            "signup-url": None,
            "session-type": None,
            "state": "accepted",
            "starts-at": one.instant.isoformat(),
            "ends-at": one.end.replace(tzinfo=ZoneInfo(ZONE)).isoformat(),
            "microlocation": {"id": 1, "name": one.room},
            "speakers": [{"id": f"{at} {name}", "name": name} for name in one.people],
        }
        for at, one in enumerate(found, 1)
    ]
    return bundle({"event": event, "sessions": sessions})


def hoverboard(found: Sequence[Fact]) -> bytes:
    people = sorted({name for one in found for name in one.people})
    sessions = {
        str(at): {
            "id": at,
            "title": one.title,
            "description": one.text,
            "language": "en",
            "tags": [],
            "complexity": "",
            "presentation": "",
            "speakers": [people.index(name) for name in one.people],
        }
        for at, one in enumerate(found, 1)
    }
    speakers = {
        str(at): {"name": name, "photoUrl": "", "badges": [], "socials": [], "bio": ""}
        for at, name in enumerate(people)
    }
    rooms = sorted({one.room for one in found})
    days = [
        {
            "date": str(day),
            "tracks": [{"title": room} for room in rooms],
            "timeslots": [
                {
                    "startTime": f"{one.start:%H:%M}",
                    "endTime": f"{one.end:%H:%M}",
                    "sessions": [[at] if room == one.room else [] for room in rooms],
                }
                for at, one in enumerate(found, 1)
                if one.start.date() == day
            ],
        }
        for day in sorted({one.start.date() for one in found})
    ]
    files = {"sessions.json": sessions, "speakers.json": speakers, "schedule.json": days}
    return bundle(files)


def iosched(found: Sequence[Fact]) -> bytes:
    people = sorted({name for one in found for name in one.people})
    sessions = [
        {
            "id": f"s{at}",
            "title": one.title,
            "description": one.text,
            "startTimestamp": one.instant.isoformat(),
            "endTimestamp": one.end.replace(tzinfo=ZoneInfo(ZONE)).isoformat(),
            "room": one.room,
            "speakers": [f"p{people.index(name)}" for name in one.people],
            "tags": [],
        }
        for at, one in enumerate(found, 1)
    ]
    speakers = [
        {"id": f"p{at}", "name": name, "plusoneUrl": "", "twitterUrl": ""}
        for at, name in enumerate(people)
    ]
    rooms = [{"id": room, "name": room} for room in sorted({one.room for one in found})]
    return json.dumps({"sessions": sessions, "speakers": speakers, "rooms": rooms}).encode()


def indico(found: Sequence[Fact]) -> bytes:
    def stamp(at: datetime) -> dict[str, str]:
        return {"date": str(at.date()), "time": f"{at:%H:%M:%S}", "tz": ZONE}

    contributions = [
        {
            "id": str(at),
            "title": one.title,
            "description": one.text,
            "startDate": stamp(one.start),
            "endDate": stamp(one.end),
            "duration": one.minutes,
            "room": one.room,
            "speakers": [{"fullName": name, "person_id": name} for name in one.people],
        }
        for at, one in enumerate(found, 1)
    ]
    result = {
        "_type": "Conference",
        "_fossil": "conferenceMetadataWithContribs",
        "id": "1",
        "title": EVENT,
        "timezone": ZONE,
        "contributions": contributions,
    }
    return json.dumps({"_type": "HTTPAPIResult", "count": 1, "results": [result]}).encode()


def europython(found: Sequence[Fact]) -> bytes:
    days = []
    for day in sorted({one.start.date() for one in found}):
        entries = [
            f'<entry id="{at}"><category>Talk</category><start>{one.start:%H%M}</start>'
            f"<duration>{one.minutes}</duration><room>{one.room}</room>"
            f"<title>{escape(one.title)}</title><abstract>{escape(one.text)}</abstract><speakers>"
            + "".join(f"<speaker><name>{name}</name></speaker>" for name in one.people)
            + "</speakers></entry>\n"
            for at, one in enumerate(found, 1)
            if one.start.date() == day
        ]
        days.append(f'<day date="{day}">{"".join(entries)}</day>')
    return f'<schedule created="x">{"".join(days)}</schedule>'.encode()


@dataclass(frozen=True)
class Writer:
    """A format, how facts are written in it, and what it cannot say.

    Attributes
    ----------
    without
        Fields of a fact that the format has no place for, or only one that people fill otherwise.
    """

    format: str
    write: Callable[[Sequence[Fact]], bytes]
    without: frozenset[str] = frozenset()


WRITERS: Mapping[str, Writer] = {
    "frab-xml": Writer("frab-xml", frab_xml),
    "frab-json": Writer("frab-json", frab_json),
    "csv": Writer("csv", table),
    "json-list": Writer("json-list", flat_list),
    "ical": Writer("ical", calendar, frozenset({"people"})),
    "sessionize": Writer("sessionize", sessionize),
    "sessionize-grid": Writer("sessionize", grid),
    "html": Writer("html", jsonld_page),
    "microdata": Writer("html", microdata),
    "jsonld": Writer("jsonld", jsonld_file),
    "hallway-turtle": Writer("rdf", hallway_turtle),
    "dog-food": Writer("rdf", dog_food, frozenset({"text"})),
    "pretalx": Writer("pretalx", pretalx),
    "open-event": Writer("open-event", open_event),
    "hoverboard": Writer("hoverboard", hoverboard),
    "iosched": Writer("iosched", iosched),
    "indico": Writer("indico", indico),
    "europython-xml": Writer("europython-xml", europython),
}
"""Name of a way to write -> the writer."""
