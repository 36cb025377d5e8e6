"""One invented event in several formats, written from the same facts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from hallway.graph.build import Request

EVENT, PREFIX = "Harbour Conf 2026", "Harbour Conf 2026: "
OFFSET = "+02:00"
TABLE = ["event", "title", "speakers", "date", "length", "recording url"]


@dataclass(frozen=True)
class Fact:
    """A talk, or a break when `kind` says so; `start` as ``2026-06-10T10:00``."""

    number: int
    title: str
    people: tuple[str, ...] = ()
    start: str = "2026-06-10T10:00"
    minutes: int = 45
    room: str = "Main"
    kind: str = "talk"
    status: str = ""

    @property
    def day(self) -> str:
        return self.start[:10]


FACTS = (
    Fact(1, "Registration", (), "2026-06-10T09:00", 60, "Foyer", "break"),
    Fact(2, "Cranes at night", ("Ana Lindqvist", "Omar Haddad"), "2026-06-10T10:00"),
    Fact(3, "Mooring in a strong wind", ("Mei Tanaka",), "2026-06-10T11:00"),
    Fact(4, "Keynote", ("Joost van der Meer",), "2026-06-10T14:00", 60),
    Fact(5, "Tour of the harbour", ("Ines Calder",), "2026-06-10T16:00", 30, "Pier"),
    Fact(6, "Tour of the harbour", ("Ines Calder",), "2026-06-11T16:00", 30, "Pier"),
    Fact(7, "Ropes for everybody, part 1", ("Bo Dahl",), "2026-06-11T09:00"),
    Fact(8, "Ropes for everybody, part 2", ("Bo Dahl",), "2026-06-11T10:00"),
    Fact(9, "Keynote", ("Amara Okafor",), "2026-06-11T14:00", 60),
)
TALKS = sum(fact.kind != "break" for fact in FACTS)


def without(facts: Iterable[Fact], *numbers: int) -> tuple[Fact, ...]:
    return tuple(fact for fact in facts if fact.number not in numbers)


def with_one(facts: Sequence[Fact], number: int, **changes: object) -> tuple[Fact, ...]:
    """Change one fact."""
    return tuple(
        replace(fact, **changes) if fact.number == number else fact  # type: ignore[arg-type]
        for fact in facts
    )


def schedule(
    facts: Sequence[Fact] = FACTS, name: str = EVENT, acronym: str = "harbour26"
) -> Request:
    """Write a conference's own schedule, with a guid for every slot."""
    days = []
    for index, day in enumerate(sorted({fact.day for fact in facts}), 1):
        rooms = []
        for room in sorted({fact.room for fact in facts if fact.day == day}):
            slots = [_slot(fact) for fact in facts if (fact.day, fact.room) == (day, room)]
            rooms.append(f'<room name="{room}">{"".join(slots)}</room>')
        days.append(
            f'<day index="{index}" date="{day}" start="{day}T08:00:00{OFFSET}"'
            f' end="{day}T23:00:00{OFFSET}">{"".join(rooms)}</day>'
        )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?><schedule><version>1</version><conference>'
        f"<acronym>{acronym}</acronym><title>{escape(name)}</title>"
        "<start>2026-06-10</start><end>2026-06-11</end><city>Rotterdam</city>"
        "<time_zone_name>Europe/Amsterdam</time_zone_name></conference>"
        f"{''.join(days)}</schedule>"
    )
    return Request(text.encode(), "schedule.xml")


def _slot(fact: Fact) -> str:
    people = "".join(
        f'<person id="{sum(map(ord, name))}">{escape(name)}</person>' for name in fact.people
    )
    return (
        f'<event id="{fact.number}" guid="d9be8fdd-84ea-5381-a074-{fact.number:012}">'
        f"<date>{fact.start}:00{OFFSET}</date><start>{fact.start[11:]}</start>"
        f"<duration>{fact.minutes // 60:02}:{fact.minutes % 60:02}</duration>"
        f"<room>{fact.room}</room><title>{escape(fact.title)}</title>"
        f"<type>{fact.kind}</type><persons>{people}</persons></event>"
    )


def calendar(facts: Sequence[Fact] = FACTS, name: str = EVENT) -> Request:
    """Write a calendar that names nobody, puts the event before each title and has other ids."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Quay//EN", f"X-WR-CALNAME:{name}"]
    for fact in facts:
        hour, minute = divmod(int(fact.start[11:13]) * 60 + int(fact.start[14:]) + fact.minutes, 60)
        title = f"{PREFIX}{fact.title}".replace(",", "\\,")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{100 - fact.number}@quay.example",
            "DTSTAMP:20260101T000000Z",
            f"DTSTART;TZID=Europe/Amsterdam:{fact.start.replace('-', '').replace(':', '')}00",
            f"DTEND;TZID=Europe/Amsterdam:{fact.day.replace('-', '')}T{hour:02}{minute:02}00",
            f"SUMMARY:{title}",
            f"LOCATION:{fact.room}",
            *([f"STATUS:{fact.status}"] if fact.status else []),
            "END:VEVENT",
        ]
    return Request("\r\n".join([*lines, "END:VCALENDAR", ""]).encode(), "calendar.ics")


def videos(facts: Sequence[Fact] = FACTS, name: str = EVENT) -> Request:
    """Write a list of recordings: the people in the title, the day alone, no room, no breaks."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(TABLE)
    for fact in facts:
        if fact.kind != "break":
            title = f"{fact.title} ({', '.join(fact.people)})"
            url = f"https://videos.example/v/{fact.number}"
            writer.writerow([name, title, "", fact.day, fact.minutes - 3, url])
    return Request(out.getvalue().encode(), "videos.csv")
