"""The programme of an event as a calendar."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import icalendar
import pytest
from flask import Flask

from hallway.graph.build import build
from hallway.graph.site import Site
from hallway.web import create_app
from tests.graph.one_event import FACTS, schedule, videos, with_one, without
from tests.web.conftest import get, opened, visitor

PATH = "/event/harbour-conf-2026.ics"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A programme of which a newer version moved one talk and lacks another."""
    folder = tmp_path_factory.mktemp("calendar")
    newer = without(with_one(FACTS, 3, start="2026-06-11T12:00"), 2)
    with opened(folder, [schedule(FACTS)]) as site:
        build(site, [schedule(newer)])
        yield site


@pytest.fixture(scope="module")
def app(site: Site) -> Flask:
    return create_app(site)


def entries(app: Flask) -> dict[str, icalendar.Event]:
    answer = get(visitor(app), PATH)
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    calendar = icalendar.Calendar.from_ical(answer.data)
    assert str(calendar["X-WR-CALNAME"]) == "Harbour Conf 2026"
    return {str(one["SUMMARY"]): one for one in calendar.walk("VEVENT")}


def test_each_talk_has_an_entry_with_its_time_place_and_people(app: Flask, site: Site):
    found = entries(app)
    assert len(found) == len({fact.title for fact in FACTS if fact.kind != "break"})
    ropes = found["Ropes for everybody, part 1"]
    assert ropes["DTSTART"].dt == datetime(2026, 6, 11, 7, tzinfo=UTC)
    assert ropes["DTEND"].dt == datetime(2026, 6, 11, 7, 45, tzinfo=UTC)
    assert str(ropes["LOCATION"]) == "Main"
    assert str(ropes["DESCRIPTION"]) == "Bo Dahl"
    assert str(ropes["UID"]) == f"{site.config.base}id/talk/ropes-for-everybody-part-1"


def test_what_is_off_is_cancelled_and_what_moved_has_its_new_time(app: Flask):
    found = entries(app)
    assert str(found["Cranes at night"]["STATUS"]) == "CANCELLED"
    moved = found["Mooring in a strong wind"]
    assert str(moved["STATUS"]) == "CONFIRMED"
    assert moved["DTSTART"].dt == datetime(2026, 6, 11, 10, tzinfo=UTC)
    assert {int(one["SEQUENCE"]) for one in found.values()} == {1}


def test_the_same_generation_gives_the_same_calendar_and_a_tag(app: Flask):
    first = get(visitor(app), PATH)
    again = visitor(app).get(
        PATH, base_url="https://hallway.example/", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_of_the_event_leads_to_it(app: Flask):
    assert f'href="{PATH}"' in get(visitor(app), PATH.removesuffix(".ics")).text


@pytest.mark.parametrize("slug", ["nowhere", "%20", "a%3Eb"])
def test_an_event_that_is_not_there_has_no_calendar(app: Flask, slug: str):
    assert get(visitor(app), f"/event/{slug}.ics").status_code == 404


def test_a_talk_of_which_only_the_day_is_known_takes_the_day(tmp_path):
    with opened(tmp_path, [videos(FACTS)]) as site:
        found = entries(create_app(site))
    assert found["Mooring in a strong wind (Mei Tanaka)"]["DTSTART"].dt == date(2026, 6, 10)
