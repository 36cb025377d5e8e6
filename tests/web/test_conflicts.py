"""The page of what sources disagree about, and a curator's button on it."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import lxml.html
import pytest
from flask import Flask

from hallway.graph.build import build
from hallway.graph.reconciling.conflicts import conflicts
from hallway.graph.site import Site
from hallway.web import create_app
from tests.graph.one_event import FACTS, calendar, schedule, with_one, without
from tests.web.conftest import BASE, TOKEN, csrf, get, opened, post, visitor

ROWS = "//table[contains(@class, 'conflicts')]/tbody/tr"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("conflicts")
    later = with_one(FACTS, 3, start="2026-06-10T11:30", room='Side <b>"x"')
    with opened(folder, [schedule(), calendar(with_one(later, 2, minutes=30))]):
        pass
    return folder


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Iterator[Site]:
    shutil.copytree(built, tmp_path / "site")
    with Site(tmp_path / "site") as site:
        site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
        yield site


@pytest.fixture
def app(site: Site) -> Flask:
    return create_app(site)


def page(app: Flask, path: str = "/conflicts") -> lxml.html.HtmlElement:
    answer = get(visitor(app), path)
    assert answer.status_code == 200
    return lxml.html.fromstring(answer.text)


def test_the_page_says_who_says_what_and_what_holds(app: Flask):
    rows = page(app).xpath(ROWS)
    told = [" ".join(row.text_content().split()) for row in rows]
    assert [row.xpath("td")[0].text_content() for row in rows] == ["length", "place", "start"]
    assert "schedule.xml says 45 mincalendar.ics says 30 min" in told[0]
    assert 'calendar.ics says Side <b>"x"' in told[1]
    assert "schedule.xml says 10 Jun 2026, 11:00" in told[2]
    assert "A schedule is believed before a calendar." in told[2]


@pytest.mark.parametrize(
    ("query", "rows"),
    [("?event=harbour-conf-2026", 3), ("?property=start", 1), ("?event=other", 0), ("?event=", 3)],
)
def test_the_list_is_narrowed(app: Flask, query: str, rows: int):
    assert len(page(app, "/conflicts" + query).xpath(ROWS)) == rows


def test_a_page_that_is_not_there_is_not_found(app: Flask):
    assert get(visitor(app), "/conflicts?page=2").status_code == 404


def test_the_same_as_csv_and_json(app: Flask, site: Site):
    client = visitor(app)
    rows = list(csv.reader(io.StringIO(get(client, "/conflicts.csv?property=start").text)))
    assert [row[4:7] for row in rows[1:]] == [
        ["2026-06-10T11:00:00+02:00", "schedule.xml", "yes"],
        ["2026-06-10T11:30:00+02:00", "calendar.ics", "no"],
    ]
    listed = json.loads(get(client, "/conflicts.json").text)["conflicts"]
    assert listed == [one.as_json() for one in conflicts(site)]


def test_the_talk_and_the_event_tell_of_it(app: Flask):
    talk = page(app, "/talk/mooring-in-a-strong-wind")
    (panel,) = talk.xpath("//section[@aria-labelledby='disagree']")
    assert "10 Jun 2026, 11:30" in panel.text_content()
    joined = talk.xpath("//section[@aria-labelledby='joined']")[0].text_content()
    assert "calendar.ics" in joined
    event = page(app, "/event/harbour-conf-2026")
    (link,) = event.xpath("//section[@aria-labelledby='disputed']//a")
    assert link.get("href") == "/conflicts?event=harbour-conf-2026"


def test_strangers_have_no_button(app: Flask):
    assert not page(app).xpath("//table//form")


def signed_in(app: Flask):
    client = visitor(app)
    post(client, "/review/enter", {"csrf": csrf(client), "token": TOKEN, "who": "Ana"})
    return client


def form_of(client) -> dict[str, str]:
    html = lxml.html.fromstring(get(client, "/conflicts").text)
    forms = [one for one in html.xpath("//table//form") if "calendar" in one.get("aria-label")]
    form = next(one for one in forms if " start " in one.get("aria-label"))
    assert form.get("action") == "/review/prefer"
    return {one.get("name"): one.get("value") for one in form.xpath(".//input")}


def test_a_curator_believes_another_source(app: Flask, site: Site):
    client = signed_in(app)
    answer = post(client, "/review/prefer", form_of(client))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/conflicts")
    assert "believed" in get(client, "/review").text
    build(site)
    one = next(one for one in conflicts(site) if one.word == "start")
    assert (one.holds.source.label, one.decided) == ("calendar.ics", True)


@pytest.mark.parametrize("changed", ["csrf", "origin", "stranger", "thing"])
def test_a_form_that_is_not_ours_decides_nothing(app: Flask, site: Site, changed: str):
    client = signed_in(app)
    form, headers = form_of(client), {}
    if changed == "csrf":
        form["csrf"] = "x" * 32
    elif changed == "origin":
        headers = {"Origin": "https://evil.example"}
    elif changed == "stranger":
        client = visitor(app)
    else:
        form["thing"] = BASE + "id/talk/nowhere"
    answer = post(client, "/review/prefer", form, **headers)
    assert answer.status_code == (409 if changed == "thing" else 403)
    assert not site.decisions.exists()


def test_the_page_of_a_curator_is_kept_by_nobody(app: Flask):
    client = signed_in(app)
    assert get(client, "/conflicts").headers["Cache-Control"] == "private, no-store"
    assert "private" not in get(visitor(app), "/conflicts").headers.get("Cache-Control", "")


def test_a_site_of_one_source_says_that_nothing_disagrees(tmp_path: Path):
    with opened(tmp_path, [schedule()]) as site:
        text = get(visitor(create_app(site)), "/conflicts").text
    assert "No two sources disagree" in text


def test_a_talk_page_says_what_moved_and_why_a_talk_is_off(site: Site, app: Flask):
    newer = with_one(without(FACTS, 4), 7, start="2026-06-11T15:00")
    build(site, [schedule(newer)], remove=["calendar-ics"])
    off = page(app, "/talk/keynote")
    assert "cancelled" in off.xpath("//p[@class='kicker']")[0].text_content()
    (why,) = off.xpath("//dt[text()='Status']/following-sibling::dd[1]//details")
    assert "An earlier version of schedule.xml has the talk." in why.text_content()
    moved = page(app, "/talk/ropes-for-everybody-part-1")
    assert "before that 11 June 2026, 09:00" in moved.text_content()
    (markup,) = moved.xpath("//script[@type='application/ld+json']/text()")
    said = json.loads(markup)
    assert said["eventStatus"] == "https://schema.org/EventRescheduled"
    assert said["previousStartDate"] == "2026-06-11T09:00:00+02:00"
