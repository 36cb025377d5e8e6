"""A talk with several times and events that are off, from the file to every face of the site."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import icalendar
import pytest
from flask import Flask

from hallway.graph import formats
from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.programme import Talk
from hallway.graph.publishing.exports import dump
from hallway.graph.reconciling.conflicts import conflicts
from hallway.graph.site import Site
from hallway.graph.versions.diffing import diff
from hallway.web import create_app
from tests.web.conftest import opened
from tests.web.test_review import get, visitor

EVENT = "/event/harbour-conf-2026"
TALK = "/talk/cranes-at-night"


def slot(start: str, room: str) -> dict[str, str]:
    return {"start": f"2026-06-{start}:00+02:00", "end": f"2026-06-{start}:45+02:00", "room": room}


def talk(code: str, title: str, *slots: dict[str, str]) -> dict[str, Any]:
    return {
        "code": code, "title": title, "submission_type": "Talk", "state": "confirmed",
        "speakers": [{"code": "A1", "name": "Ana Lindqvist"}], "slots": list(slots),
    }  # fmt: skip


TALKS = [
    talk("CRANES", "Cranes at night", slot("11T14", "Side"), slot("10T09", "Main")),
    talk("QUAYS", "Quays by day", slot("10T10", "Main")),
]
OFF = {
    "@context": "https://schema.org", "@type": "Event", "@id": "https://tide.example/2026",
    "name": "Tide Days 2026", "eventStatus": "https://schema.org/EventCancelled",
    "startDate": "2026-07-01", "endDate": "2026-07-03",
    "subEvent": [{"@type": "Event", "name": "Ebb", "startDate": "2026-07-01T10:00:00+02:00"}],
}  # fmt: skip


def request(talks: list[dict[str, Any]]) -> Request:
    return Request(json.dumps(talks).encode(), "talks.json", event="Harbour Conf 2026")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    off = Request(json.dumps(OFF).encode(), "tide.jsonld")
    with opened(tmp_path_factory.mktemp("slots"), [request(TALKS), off]) as site:
        yield site


@pytest.fixture(scope="module")
def app(site: Site) -> Flask:
    return create_app(site)


def test_the_graph_has_one_talk_and_conforms(site: Site):
    rows = site.sparql(
        "PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>"
        "SELECT ?start ?again WHERE { ?t a hw:Talk ; schema:name 'Cranes at night' ;"
        " schema:startDate ?start ; schema:subEvent ?s . ?s a hw:Slot ; schema:startDate ?again }"
        "ORDER BY ?start LIMIT 9"
    ).dicts()
    assert list(rows) == [
        {"start": "2026-06-10T09:00:00+02:00", "again": "2026-06-11T14:00:00+02:00"}
    ]
    report = check(site.current.folder / "quads.nq", base=site.config.base)
    assert report.conforms, str(report)


def test_the_page_of_the_talk_tells_both_times(app: Flask):
    page = get(visitor(app), TALK).text
    assert 'datetime="2026-06-10T09:00:00+02:00"' in page
    assert 'datetime="2026-06-11T14:00:00+02:00"' in page
    assert re.search(r"14:00</time>, <a[^>]*>(?:<bdi>)?Side", page)
    markup = json.loads(re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)[0])
    assert [one["startDate"] for one in markup["subEvent"]] == ["2026-06-11T14:00:00+02:00"]


def test_the_page_of_the_event_has_it_on_both_days_and_counts_it_once(app: Flask):
    page = get(visitor(app), EVENT).text
    assert "<b>2 talks</b>" in page
    assert page.count("slot 1 of 2") == 1
    assert page.count("slot 2 of 2") == 1


def test_the_calendar_has_every_time_and_is_read_back_as_one_talk(app: Flask, site: Site):
    data = get(visitor(app), f"{EVENT}.ics").data
    entries = icalendar.Calendar.from_ical(data).walk("VEVENT")
    assert sorted(str(one["SUMMARY"]) for one in entries) == [
        "Cranes at night", "Cranes at night", "Quays by day",
    ]  # fmt: skip
    assert len({str(one["UID"]) for one in entries}) == 3
    (event,) = formats.read(data, formats.ReadOptions(file="x.ics")).events
    assert {one.title: len(one.every_slot) for one in event.talks} == {
        "Cranes at night": 2, "Quays by day": 1,
    }  # fmt: skip


def test_our_own_rdf_is_read_back_as_one_talk(site: Site):
    out = io.BytesIO()
    dump(site.engine(), "nt", out)
    programme = formats.read(out.getvalue(), formats.ReadOptions(file="x.nt"))
    found: dict[str, Talk] = {one.title: one for event in programme.events for one in event.talks}
    assert [(str(one.start), one.room) for one in found["Cranes at night"].every_slot] == [
        ("2026-06-10 09:00:00+02:00", "Main"),
        ("2026-06-11 14:00:00+02:00", "Side"),
    ]
    statuses = {event.name: event.status for event in programme.events}
    assert statuses == {"Harbour Conf 2026": "confirmed", "Tide Days 2026": "cancelled"}


def test_an_event_that_is_off_says_so_on_its_page_and_in_its_calendar(app: Flask):
    page = get(visitor(app), "/event/tide-days-2026").text
    assert "<b>cancelled</b>" in page
    assert '"eventStatus": "https://schema.org/EventCancelled"' in page.replace('":"', '": "')
    (entry,) = icalendar.Calendar.from_ical(
        get(visitor(app), "/event/tide-days-2026.ics").data
    ).walk("VEVENT")
    assert str(entry["STATUS"]) == "CANCELLED"


def read(talks: list[dict[str, Any]]) -> formats.Programme:
    options = formats.ReadOptions(file="talks.json", event="Harbour Conf 2026")
    return formats.read(json.dumps(talks).encode(), options)


def test_a_slot_that_comes_or_goes_is_told_and_no_move():
    fewer = [talk("CRANES", "Cranes at night", slot("11T14", "Side")), TALKS[1]]
    more = [talk("CRANES", "Cranes at night", *TALKS[0]["slots"], slot("11T16", "Side")), TALKS[1]]
    assert diff(read(TALKS), read(fewer), "s").lines() == [
        "slots: «Cranes at night», now without 10 June 09:00, Main"
    ]
    assert diff(read(TALKS), read(more), "s").lines() == [
        "slots: «Cranes at night», now with 11 June 16:00, Side"
    ]
    moved = [talk("CRANES", "Cranes at night", slot("12T14", "Side")), TALKS[1]]
    assert "moved" in diff(read(TALKS[1:] + fewer[:1]), read(moved), "s").counts()


def test_a_first_slot_that_falls_away_reschedules_nothing(tmp_path):
    fewer = [talk("CRANES", "Cranes at night", slot("11T14", "Side")), TALKS[1]]
    with opened(tmp_path, [request(TALKS)]) as site:
        build(site, [request(fewer)])
        query = "ASK { ?t <https://schema.org/previousStartDate> ?before }"
        assert not site.engine().ask(query)


def calendar(start: str, end: str) -> Request:
    lines = [
        "BEGIN:VCALENDAR", "X-WR-CALNAME:Harbour Conf 2026", "BEGIN:VEVENT", "UID:x",
        "SUMMARY:Cranes at night", "DESCRIPTION:Speaker: Ana Lindqvist", "LOCATION:Side",
        f"DTSTART;TZID=Europe/Berlin:2026{start}", f"DTEND;TZID=Europe/Berlin:2026{end}",
        "END:VEVENT", "END:VCALENDAR", "",
    ]  # fmt: skip
    return Request("\r\n".join(lines).encode(), "calendar.ics")


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("0611T140000", "0611T144500", []),  # the repetition, in its room
        ("0611T150000", "0611T154500", ["place", "start"]),
    ],
)
def test_a_source_that_knows_another_slot_contradicts_nobody(
    tmp_path: Path, start: str, end: str, words: list[str]
):
    with opened(tmp_path, [request(TALKS), calendar(start, end)]) as site:
        talks = "SELECT ?t WHERE { ?t a <https://w3id.org/hallway#Talk> } ORDER BY ?t LIMIT 9"
        assert len(site.sparql(talks).rows) == 2
        told = [one.word for one in conflicts(site) if "/talk/" in one.thing.iri]
        assert sorted(told) == words
