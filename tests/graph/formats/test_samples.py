"""The invented conference among the samples is read whole and without complaint."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime
from importlib.resources import files

import pytest

from hallway.graph.formats import ReadOptions, frab_xml, ical
from hallway.graph.programme import Programme

XML = files("hallway.samples").joinpath("tideline-2026.xml").read_bytes()
ICS = files("hallway.samples").joinpath("tideline-2025.ics").read_bytes()


@pytest.fixture(scope="module")
def schedule() -> Programme:
    return frab_xml.read(XML, ReadOptions())


@pytest.fixture(scope="module")
def calendar() -> Programme:
    return ical.read(ICS, ReadOptions())


def test_the_schedule_is_read_without_a_notice(schedule: Programme) -> None:
    (event,) = schedule.events
    text = XML.decode()
    assert schedule.notices == ()
    assert len(event.talks) == text.count("<event ")
    assert {talk.title for talk in event.talks} == set(
        re.findall(r"<title>([^<]+)</title>\s*<subtitle", text)
    )
    printed = re.findall(r'<person id="\d+">([^<(]+?)(?: \([^<]*)?</person>', text)
    people = [a.person.name for talk in event.talks for a in talk.appearances]
    assert Counter(people) == Counter(printed)
    assert {talk.title for talk in event.talks if talk.is_break} == {
        "Registration and coffee", "Coffee break", "Lunch", "Conference dinner",
    }  # fmt: skip
    assert (event.start, event.end) == (date(2026, 9, 17), date(2026, 9, 18))
    assert event.series is not None
    assert event.series.name == "Tideline"


def test_the_talk_after_midnight_is_on_the_next_date(schedule: Programme) -> None:
    late = next(t for t in schedule.events[0].talks if t.title.startswith("After Midnight"))
    assert isinstance(late.start, datetime)
    assert late.start.isoformat() == "2026-09-18T00:30:00+02:00"


def test_the_calendar_is_the_edition_before_with_people_who_come_again(
    schedule: Programme, calendar: Programme
) -> None:
    (event,) = calendar.events
    assert calendar.notices == ()
    assert event.name == "Tideline 2025"
    assert event.series is not None
    assert event.series.name == "Tideline"
    assert len(event.talks) == ICS.count(b"BEGIN:VEVENT")
    assert [t.title for t in event.talks if t.status == "cancelled"] == [
        "Batteries for the Breakwater"
    ]
    now = {a.person.name for t in schedule.events[0].talks for a in t.appearances}
    before = {a.person.name for t in event.talks for a in t.appearances}
    assert before
    assert before <= now
    assert all(t.is_break or t.status == "cancelled" or t.appearances for t in event.talks)


def test_no_sample_of_ours_has_an_address_that_could_be_real() -> None:
    for text in (XML.decode(), ICS.decode()):
        hosts = re.findall(r"(?:https?://|@)([\w.-]+)", text)
        assert hosts
        assert {host.rpartition(".")[2] for host in hosts} == {"example"}
