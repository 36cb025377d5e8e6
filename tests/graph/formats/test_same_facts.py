"""The same facts written in several formats are the same programme when they are read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from xml.sax.saxutils import escape, quoteattr
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.formats import ReadOptions, read
from hallway.graph.programme import Programme

EVENT, ZONE = "Harbour Conf 2026", "Europe/Amsterdam"
FIRST = datetime(2026, 6, 10, 8, 0)


@dataclass(frozen=True)
class Fact:
    title: str
    start: datetime  # local to the zone
    minutes: int
    room: str
    people: tuple[str, ...]

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)

    @property
    def instant(self) -> datetime:
        return self.start.replace(tzinfo=ZoneInfo(ZONE))

    @property
    def length(self) -> str:
        return f"{self.minutes // 60:02}:{self.minutes % 60:02}"


letters = st.text("abdefghiklmnoprstuvwz", min_size=3, max_size=9).map(str.title)
# None of these words is one of a break, a state or an organization, and no name is one of several.
titles = st.builds(lambda a, b: f"{a} & {b}, <or> cranes", letters, letters)
names = st.builds(lambda a, b: f"{a} van {b}", letters, letters)
facts = st.lists(
    st.builds(
        Fact,
        titles,
        st.builds(
            lambda day, slot: FIRST + timedelta(days=day, minutes=5 * slot),
            st.integers(0, 2),
            st.integers(0, 12 * 11),
        ),
        st.integers(1, 59).map(lambda count: 5 * count),
        st.sampled_from(["Main hall", "Quay", "Pier 3"]),
        st.lists(names, max_size=3, unique_by=str.casefold).map(tuple),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda fact: fact.title.casefold(),
)


def frab_xml(found: Sequence[Fact]) -> bytes:
    days = []
    for index, day in enumerate(sorted({one.start.date() for one in found}), 1):
        rooms = []
        for room in sorted({one.room for one in found if one.start.date() == day}):
            events = [
                f'<event id="{at}" guid="00000000-0000-4000-8000-{at:012}">'
                f"<date>{one.instant.isoformat()}</date><start>{one.start:%H:%M}</start>"
                f"<duration>{one.length}</duration><room>{one.room}</room>"
                f"<title>{escape(one.title)}</title><persons>"
                + "".join(
                    f'<person id="{sum(map(ord, p))}{len(p)}">{p}</person>' for p in one.people
                )
                + "</persons></event>"
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
                        "persons": [{"public_name": name} for name in one.people],
                    }
                )
        days.append({"index": index, "date": str(day), "rooms": rooms})
    conference = {"title": EVENT, "time_zone_name": ZONE, "days": days}
    return json.dumps({"schedule": {"version": "1", "conference": conference}}).encode()


def table(found: Sequence[Fact]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["title", "speakers", "date", "start", "duration", "room"])
    for one in found:
        writer.writerow(
            [one.title, "; ".join(one.people), one.start.date(), f"{one.start:%H:%M}",
             one.length, one.room]
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
            "description": None,
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


def jsonld_page(found: Sequence[Fact]) -> bytes:
    parts = [
        {
            "@type": "Event",
            "name": one.title,
            "startDate": one.instant.isoformat(),
            "endDate": one.end.replace(tzinfo=ZoneInfo(ZONE)).isoformat(),
            "location": {"@type": "Place", "name": one.room},
            "performer": [{"@type": "Person", "name": name} for name in one.people],
        }
        for one in found
    ]
    whole = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": EVENT,
        "startDate": "2026-06-10",
        "endDate": "2026-06-12",
        "subEvent": parts,
    }
    data = json.dumps(whole).replace("<", "\\u003c")
    return (
        f'<!doctype html><title>{EVENT}</title><script type="application/ld+json">{data}</script>'
    ).encode()


WRITERS: dict[str, Callable[[Sequence[Fact]], bytes]] = {
    "frab-xml": frab_xml,
    "frab-json": frab_json,
    "csv": table,
    "json-list": flat_list,
    "ical": calendar,
    "sessionize": sessionize,
    "html": jsonld_page,
}


def said(programme: Programme, *, people: bool = True) -> list[object]:
    (event,) = programme.events
    return sorted(
        (
            talk.title,
            talk.start.astimezone(UTC) if isinstance(talk.start, datetime) else talk.start,
            talk.end.astimezone(UTC) if isinstance(talk.end, datetime) else talk.end,
            talk.minutes,
            talk.room,
            [one.person.name for one in talk.appearances] if people else None,
            talk.is_break,
        )
        for talk in event.talks
    )


def meant(found: Sequence[Fact], *, people: bool = True) -> list[object]:
    return sorted(
        (
            one.title,
            one.instant.astimezone(UTC),
            one.end.replace(tzinfo=ZoneInfo(ZONE)).astimezone(UTC),
            one.minutes,
            one.room,
            list(one.people) if people else None,
            False,
        )
        for one in found
    )


@pytest.mark.parametrize("name", WRITERS)
@given(found=facts)
def test_the_same_facts_are_the_same_programme_in_every_format(
    name: str, found: list[Fact]
) -> None:
    programme = read(WRITERS[name](found), ReadOptions(file="x", event=EVENT, zone=ZONE))
    people = name != "ical"  # a calendar names nobody
    assert programme.format == name
    assert programme.events[0].name == EVENT
    assert said(programme, people=people) == meant(found, people=people)
