"""What is kept for the next reader, and what must not be."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from hallway.graph.build import Request, build
from hallway.graph.errors import QueryError
from hallway.graph.site import Site
from hallway.web import create_app, panels
from hallway.web.kept import Kept

BASE = "https://hallway.example/"
TOKEN = "a token for tests, long enough"  # noqa: S105
CSV = "id,title,speaker,event,date\nT1,Mooring lines,Ada Brook,Pier Days 2026,2026-05-04\n"
TALK = "/talk/mooring-lines"


@pytest.fixture
def site(tmp_path: Path):
    site = Site(tmp_path)
    site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
    with site:
        build(site, [Request(CSV.encode(), "pier.csv")])
        yield site


@pytest.fixture
def client(site: Site) -> FlaskClient:
    client = create_app(site).test_client()
    client.environ_base["HTTP_ACCEPT"] = "text/html"
    return client


def test_what_was_asked_for_longest_ago_goes_first():
    kept = Kept[str](5, len)
    kept.put("a", "xx")
    kept.put("b", "yy")
    assert kept.get("a") == "xx"
    kept.put("c", "zz")
    assert [kept.get(key) for key in "abc"] == ["xx", None, "zz"]


def test_a_value_with_more_weight_than_all_may_have_stays_alone():
    kept = Kept[str](3, len)
    kept.put("a", "x")
    kept.put("b", "yyyyy")
    assert [kept.get(key) for key in "ab"] == [None, "yyyyy"]
    kept.put("c", "z")
    assert [kept.get(key) for key in "bc"] == [None, "z"]


def test_the_next_reader_gets_the_same_page(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    first = client.get(TALK, base_url=BASE)
    monkeypatch.setattr("hallway.web.linked_data.render_thing", lambda _: pytest.fail("made anew"))
    again = client.get(TALK, base_url=BASE)
    assert (again.status_code, again.data) == (200, first.data)
    assert again.headers["ETag"] == first.headers["ETag"]


def test_a_page_is_kept_for_its_theme_and_its_address(client: FlaskClient):
    plain = client.get(TALK, base_url=BASE).text
    suffixed = client.get(TALK + ".html", base_url=BASE).text
    asked = client.get(TALK + "?from=a", base_url=BASE).text
    client.set_cookie("theme", "dark", domain="hallway.example")
    dark = client.get(TALK, base_url=BASE).text
    assert 'data-theme="dark"' in dark
    assert 'data-theme="dark"' not in plain
    assert f'value="{TALK}.html"' in suffixed
    assert f'value="{TALK}?from=a"' in asked


def test_a_new_generation_has_new_pages(site: Site, client: FlaskClient):
    assert "Ada Brook" in client.get(TALK, base_url=BASE).text
    build(site, [Request(CSV.replace("Ada", "Ida").encode(), "pier.csv")])
    page = client.get(TALK, base_url=BASE).text
    assert "Ida Brook" in page
    assert "Ada Brook" not in page


def test_a_curator_and_a_reader_do_not_get_each_other_s_page(site: Site):
    app = create_app(site)
    reader, curator = app.test_client(), app.test_client()
    form = curator.get("/review", base_url=BASE).text
    csrf = re.findall(r'name="csrf" value="([^"]+)"', form)[0]
    entered = curator.post(
        "/review/enter",
        data={"csrf": csrf, "token": TOKEN, "who": "ana"},
        base_url=BASE,
        headers={"Origin": BASE.rstrip("/")},
    )
    assert entered.status_code == 303
    own = curator.get(TALK, base_url=BASE)
    assert "no-store" in own.headers["Cache-Control"]
    assert "no-store" not in reader.get(TALK, base_url=BASE).headers["Cache-Control"]
    assert "csrf" not in reader.get(TALK, base_url=BASE).text


def test_a_page_with_a_panel_that_failed_is_not_kept(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object, **__: object) -> None:
        raise QueryError("time", "the query took too long")

    with monkeypatch.context() as patch:
        patch.setattr(panels, "ask", fail)
        page = client.get("/event/pier-days-2026", base_url=BASE)
    assert "the query took too long" in page.text
    assert "ETag" not in page.headers
    whole = client.get("/event/pier-days-2026", base_url=BASE)
    assert "the query took too long" not in whole.text
    assert "ETag" in whole.headers
