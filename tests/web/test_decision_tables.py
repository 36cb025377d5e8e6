"""A table of decisions taken in on the web: looked at first, recorded whole or not at all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import lxml.html
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import decide
from hallway.graph.curation.exchanging import export_decisions
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.web import create_app
from hallway.web.curation.review_forms import now
from tests.web.conftest import BASE, ORIGIN, TOKEN, csrf, get, page, post, visitor

PROGRAMME = (
    b"id,event,title,speakers,topics\n"
    b"1,Quay Days 2025,Cranes,Anselma Quist,winches\n"
    b"2,Quay Days 2025,Locks,Omar Haddad,capstans\n"
    b"3,Quay Days 2025,Tides <b>,Omar Haddad,ropes\n"
)
HEAD = "subject_id\tpredicate_id\tobject_id\tpredicate_modifier\tcomment\n"


def row(a: str, b: str, why: str = "", without: str = "") -> str:
    ends = (f"{BASE}id/topic/{a}", "skos:exactMatch", f"{BASE}id/topic/{b}")
    return "\t".join((*ends, without, why)) + "\n"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as site:
        site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
        build(site, [Request(PROGRAMME, "quay.csv")])
        yield site


@pytest.fixture
def app(site: Site) -> Flask:
    return create_app(site)


def sent(client: FlaskClient, text: str, action: str = "look", **more: object) -> TestResponse:
    data = {"csrf": csrf(client), "action": action, "table": (io.BytesIO(text.encode()), "t.tsv")}
    return post(client, "/review/import", data | more)


def again(client: FlaskClient, answer: TestResponse) -> TestResponse:
    """Press the button that records, as a browser does: new lines of a text become CR LF."""
    tree = lxml.html.fromstring(answer.text)
    (form,) = (one for one in tree.forms if "text" in one.fields)
    data: dict[str, object] = dict(form.form_values())
    data["text"] = str(data["text"]).replace("\n", "\r\n")
    return post(client, form.action, data | {"action": "record"})


def told(answer: TestResponse) -> str:
    return " ".join(lxml.html.fromstring(answer.text).text_content().split())


def test_a_look_says_what_would_change_and_changes_nothing(site: Site, curator: FlaskClient):
    (form,) = page(curator, "/review/import").xpath("//form[.//input[@type='file']]")
    assert form.get("enctype") == "multipart/form-data"
    answer = sent(curator, HEAD + row("winches", "capstans", "one <b>thing</b>"))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "winches · capstans" in told(answer)
    assert "joined" in told(answer)
    assert "one <b>thing</b>" in told(answer)
    assert not site.decisions.exists()
    recorded = again(curator, answer)
    assert recorded.headers["Location"] == "/review/decisions"
    (made,) = Decisions.load(site.decisions).all
    assert (made.action, made.why) == ("merge", "one <b>thing</b>")
    assert "already" in told(sent(curator, export_decisions(site)))


def test_a_fault_is_told_with_its_line_and_keeps_everything_out(site: Site, curator: FlaskClient):
    table = HEAD + row("winches", "capstans") + row("winches", "nowhere")
    for action, status in (("look", 200), ("record", 400)):
        answer = sent(curator, table, action)
        assert answer.status_code == status
        assert "t.tsv:3" in told(answer)
        assert not site.decisions.exists()
    answer = sent(curator, table, skip_unknown="1")
    assert "line 3" in told(answer)
    again(curator, answer)
    assert len(Decisions.load(site.decisions).all) == 1


def test_what_was_decided_here_holds(site: Site, curator: FlaskClient):
    decide(site, "split", "topic/winches", "topic/capstans", who="bo", when=now(), why="")
    answer = sent(curator, HEAD + row("winches", "capstans") + row("capstans", "ropes"))
    assert "contradicts what was decided here" in told(answer)
    again(curator, answer)
    assert [one.action for one in Decisions.load(site.decisions).all] == ["split", "merge"]


@pytest.mark.parametrize("text", ["", "no table at all", "\x00\x01", "a\tb\n1\t2\n"])
def test_what_is_no_table_is_told(site: Site, curator: FlaskClient, text: str):
    answer = sent(curator, text, "record")
    assert answer.status_code == 400
    assert "alert" in answer.text
    assert not site.decisions.exists()


def test_a_table_longer_than_a_request_may_be_is_refused(site: Site, app: Flask):
    site.config = replace(site.config, serving=replace(site.config.serving, body_bytes=20_000))
    client = visitor(create_app(site))
    data: dict[str, object] = {"csrf": csrf(client), "token": TOKEN, "who": "ana"}
    post(client, "/review/enter", data)
    assert sent(client, HEAD + row("winches", "capstans") * 900).status_code == 413
    long = HEAD + row("winches", "capstans", "x" * 15_000)
    assert again(client, sent(client, long)).status_code == 303


def test_only_curators_and_only_our_own_form(site: Site, app: Flask, curator: FlaskClient):
    stranger = visitor(app)
    assert get(stranger, "/review/import").headers["Location"] == "/review"
    table = HEAD + row("winches", "capstans")
    assert sent(stranger, table, "record").status_code == 403
    secret = csrf(curator)
    for data, headers in (
        ({"csrf": "guessed"}, ORIGIN),
        ({"csrf": secret}, {"Origin": "https://evil.example"}),
        ({"csrf": secret}, {"Origin": ""}),
    ):
        form: dict[str, object] = {**data, "action": "record", "text": table}
        assert post(curator, "/review/import", form, **headers).status_code == 403
    assert sent(curator, table, "burn").status_code == 400
    assert not site.decisions.exists()
    site.config = replace(site.config, review_token="")
    assert get(visitor(create_app(site)), "/review/import").status_code == 404
