"""Files of very many talks, made up, in the formats that large programmes come in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from xml.sax.saxutils import escape

__all__ = ["MANY", "many"]

TALKS = 120_000
A_DAY = 400
ROOMS = 20
FIRST = datetime(2026, 1, 5, 9, 0)
TEXT = (
    "What we learnt from moving {n} boats to another harbour, and what we would do otherwise. "
    "The talk shows the ropes, the tides that we met and the code that plans the moves."
)


@dataclass(frozen=True, slots=True)
class _Made:
    id: int
    title: str
    start: datetime
    room: str
    speakers: tuple[str, str]
    track: str
    abstract: str


def _talks() -> Iterator[_Made]:
    for n in range(TALKS):
        day, at = divmod(n, A_DAY)
        yield _Made(
            id=n + 1,
            title=f"Moving boat {n} to harbour {n % 977}",
            start=FIRST + timedelta(days=day, minutes=30 * (at // ROOMS)),
            room=f"Quay {at % ROOMS + 1}",
            speakers=(f"Ada Brook{n % 20_011}", f"Omar Pier{n % 15_013}"),
            track=f"Track {n % 12}",
            abstract=TEXT.format(n=n),
        )


def _csv() -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "event", "title", "date", "time", "room", "speakers", "abstract"])
    for talk in _talks():
        start = talk.start
        day, clock = start.date().isoformat(), start.strftime("%H:%M")
        people = "; ".join(talk.speakers)
        event = "Harbour Conf 2026"
        writer.writerow([talk.id, event, talk.title, day, clock, talk.room, people, talk.abstract])
    return out.getvalue().encode()


def _ics() -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//bench//EN",
        "X-WR-CALNAME:Harbour Conf 2026",
    ]
    for talk in _talks():
        start = talk.start
        lines += [
            "BEGIN:VEVENT",
            f"UID:{talk.id}@harbour.example",
            f"DTSTART:{start:%Y%m%dT%H%M%S}Z",
            "DURATION:PT25M",
            f"SUMMARY:{talk.title}",
            f"LOCATION:{talk.room}",
            f"DESCRIPTION:{talk.abstract}".replace(",", "\\,"),
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def _frab_json() -> bytes:
    days: dict[str, dict[str, list[object]]] = {}
    for talk in _talks():
        start = talk.start
        rooms = days.setdefault(start.date().isoformat(), {})
        rooms.setdefault(talk.room, []).append(
            {
                "id": talk.id,
                "title": talk.title,
                "date": start.isoformat() + "+01:00",
                "start": start.strftime("%H:%M"),
                "duration": "00:25",
                "room": talk.room,
                "track": talk.track,
                "abstract": talk.abstract,
                "persons": [{"public_name": one} for one in talk.speakers],
            }
        )
    conference = {
        "title": "Harbour Conf 2026",
        "start": min(days),
        "end": max(days),
        "time_zone_name": "Europe/Berlin",
        "days": [
            {"index": at, "date": day, "rooms": rooms}
            for at, (day, rooms) in enumerate(days.items())
        ],
    }
    return json.dumps({"schedule": {"version": "1", "conference": conference}}).encode()


def _frab_xml() -> bytes:
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?><schedule><conference>'
        "<title>Harbour Conf 2026</title>"
        "<time_zone_name>Europe/Berlin</time_zone_name></conference>"
    ]
    day, room = "", ""
    for talk in sorted(_talks(), key=lambda one: (one.start.date(), one.room)):
        start = talk.start
        if start.date().isoformat() != day:
            parts.append(("</room></day>" if day else "") + f'<day date="{start.date()}">')
            day, room = start.date().isoformat(), ""
        if talk.room != room:
            parts.append(("</room>" if room else "") + f'<room name="{talk.room}">')
            room = talk.room
        people = "".join(f"<person>{escape(one)}</person>" for one in talk.speakers)
        parts.append(
            f'<event id="{talk.id}"><date>{start.isoformat()}+01:00</date>'
            f"<start>{start:%H:%M}</start><duration>00:25</duration><room>{room}</room>"
            f"<title>{escape(talk.title)}</title><track>{talk.track}</track>"
            f"<abstract>{escape(talk.abstract)}</abstract><persons>{people}</persons></event>"
        )
    return "".join([*parts, "</room></day></schedule>"]).encode()


MANY = {
    "frab-xml": ("many.xml", _frab_xml),
    "frab-json": ("many.json", _frab_json),
    "csv": ("many.csv", _csv),
    "ics": ("many.ics", _ics),
}
"""Format -> name of the file, and what writes it."""


def many(label: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a file with `TALKS` talks."""
    name, write = MANY[label]
    return name, write()
