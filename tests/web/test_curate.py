"""A curator's page of a thing: joining, taking apart, renaming, taking back, and who may."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from hallway.graph.build import Request, build
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.web import create_app
from tests.web.conftest import BASE, TOKEN, csrf, form, page, post, submit, visitor

HEAD = ("id", "event", "title", "speakers", "affiliation", "topics")
ROWS = (
    ("1", "Quay Days 2025", "Cranes", "Anselma Quist", "Quay Works GmbH", "winches; Kubernetes"),
    ("2", "Quay Days 2025", "Locks", "Anselma Quist", "Quay Works", "capstans; k8s"),
    ("3", "Quay Days 2025", "Tides", "Anselma Quist", "", "k8s"),
    ("4", "Quay Days 2025", "Ropes <b>", "Omar Haddad", "Harbour AG", "ropes"),
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    out = io.StringIO()
    csv.writer(out).writerows((HEAD, *ROWS))
    with Site(tmp_path) as site:
        site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
        build(site, [Request(out.getvalue().encode(), "quay.csv")])
        yield site


@pytest.fixture
def app(site: Site) -> Flask:
    return create_app(site)


def addressed(site: Site, kind: str) -> list[str]:
    query = f"SELECT ?s {{ ?s a <{kind}> ; <http://www.w3.org/2000/01/rdf-schema#label> ?l }}"
    return sorted(row["s"].rpartition("/")[2] for row in site.sparql(query).dicts())


TOPIC, PERSON = "https://w3id.org/hallway#Topic", "https://schema.org/Person"


@pytest.mark.parametrize(
    "path",
    ["person/anselma-quist", "topic/winches", "organization/quay-works", "talk/cranes",
     "event/quay-days-2025"],
)  # fmt: skip
def test_a_curator_finds_the_way_in_on_every_page_and_a_stranger_does_not(
    app: Flask, curator: FlaskClient, path: str
):
    mine = page(curator, f"/{path}")
    assert mine.xpath(f"//a[@href='/review/thing/{path}']")
    assert "review/thing" not in visitor(app).get(f"/{path}", base_url=BASE).text
    heads = [one.text_content() for one in page(curator, f"/review/thing/{path}").xpath("//h2")]
    assert "Rename it" in heads
    stranger = visitor(app).get(f"/review/thing/{path}", base_url=BASE)
    assert stranger.status_code == 303
    assert stranger.headers["Location"] == "/review"


def test_two_topics_are_compared_and_joined_without_a_script(site: Site, curator: FlaskClient):
    tree = page(curator, "/review/thing/topic/winches?with=capstans")
    (table,) = tree.xpath("//table[@class='versus']")
    assert all(name in table.text_content() for name in ("winches", "capstans"))
    assert "Cranes" in table.text_content()
    answer = submit(curator, form(tree, "/review/pair"), action="merge", why="same\tthing")
    assert answer.headers["Location"] == "/review/thing/topic/winches"
    (decision,) = Decisions.load(site.decisions).all
    assert (decision.action, decision.who, decision.why) == ("merge", "ana", "same thing")
    build(site)
    assert len({"winches", "capstans"} & set(addressed(site, TOPIC))) == 1


def test_a_name_that_several_have_offers_them(curator: FlaskClient):
    tree = page(curator, "/review/thing/topic/winches?with=zzz")
    assert "No other topic" in tree.text_content()
    assert not [one for one in tree.forms if (one.action or "").endswith("/review/pair")]


def test_what_is_not_the_same_is_kept_apart_and_says_so(site: Site, curator: FlaskClient):
    tree = page(curator, "/review/thing/topic/winches?with=topic/capstans")
    submit(curator, form(tree, "/review/pair"), action="split", why="hand and motor")
    build(site)
    told = page(curator, "/topic/winches").text_content()
    assert "Not the same as" in told
    assert "capstans" in told


def test_appearances_are_chosen_and_go_to_somebody_else(site: Site, curator: FlaskClient):
    tree = page(curator, "/review/thing/person/anselma-quist")
    apart = form(tree, "/review/apart")
    boxes = apart.xpath(".//input[@type='checkbox']")
    assert len(boxes) == 3
    chosen = [
        box.get("value") for box in boxes
        if "Tides" not in box.getparent().text_content()
    ]  # fmt: skip
    answer = submit(curator, apart, part=chosen, why="two people")
    assert answer.status_code == 303
    build(site)
    assert len([one for one in addressed(site, PERSON) if one.startswith("anselma")]) == 2
    mine = page(curator, "/person/anselma-quist").text_content()
    assert "Tides" in mine
    assert "Cranes" not in mine
    assert "Not the same as" in mine


def test_a_spelling_is_taken_out_of_a_topic(site: Site, curator: FlaskClient):
    (thing,) = {"k8s", "kubernetes"} & set(addressed(site, TOPIC))
    apart = form(page(curator, f"/review/thing/topic/{thing}"), "/review/apart")
    assert {box.get("value") for box in apart.xpath(".//input[@type='checkbox']")} == {
        "k8s", "Kubernetes",
    }  # fmt: skip
    submit(curator, apart, part=["Kubernetes"])
    build(site)
    assert {"k8s", "kubernetes"} <= {one.partition("-")[0] for one in addressed(site, TOPIC)}


def test_a_rename_is_shown_and_taken_back_with_a_reason(site: Site, curator: FlaskClient):
    tree = page(curator, "/review/thing/talk/cranes")
    submit(curator, form(tree, "/review/rename"), name="Cranes &\n<i>ropes</i>")
    build(site)
    tree = page(curator, "/talk/cranes")
    assert tree.xpath("//h1")[0].text_content().strip() == "Cranes & <i>ropes</i>"
    tree = page(curator, "/review/thing/talk/cranes")
    submit(curator, form(tree, "/review/undo"), why="it was right")
    build(site)
    assert page(curator, "/talk/cranes").xpath("//h1")[0].text_content().strip() == "Cranes"
    assert Decisions.load(site.decisions).all[-1].why == "it was right"


def test_every_decision_is_listed_found_and_handed_out_as_a_table(
    site: Site, app: Flask, curator: FlaskClient
):
    tree = page(curator, "/review/thing/talk/cranes")
    submit(curator, form(tree, "/review/rename"), name="=Cranes", why="as printed")
    told = page(curator, "/review/decisions").text_content()
    assert "as printed" in told
    assert "from the next build on" in told
    build(site)
    assert "holds" in page(curator, "/review/decisions?q=printed").text_content()
    assert "No such decision" in page(curator, "/review/decisions?q=nothing").text_content()
    answer = curator.get("/review/decisions.sssom.tsv", base_url=BASE)
    assert answer.content_type.startswith("text/tab-separated-values")
    assert "'=Cranes" in answer.text
    for path in ("/review/decisions", "/review/decisions.sssom.tsv"):
        assert "as printed" not in visitor(app).get(path, base_url=BASE).text


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/review/pair", {"a": "topic/winches", "b": "topic/capstans", "action": "merge"}),
        ("/review/rename", {"thing": "topic/winches", "name": "Mine"}),
        ("/review/apart", {"thing": "person/anselma-quist", "part": "x"}),
    ],
)
def test_no_form_from_elsewhere_or_of_another_session_decides(
    site: Site, app: Flask, curator: FlaskClient, path: str, data: dict[str, object]
):
    own = data | {"csrf": csrf(curator)}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Referer": BASE}):
        assert post(curator, path, own, **headers).status_code == 403
    assert post(curator, path, data | {"csrf": "x"}).status_code == 403
    stranger = visitor(app)
    assert post(stranger, path, data | {"csrf": csrf(stranger)}).status_code == 403
    assert curator.get(path, base_url=BASE).status_code == 405
    assert not site.decisions.exists()


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/review/pair", {"a": "topic/winches", "b": "topic/nothing", "action": "merge"}, 409),
        ("/review/pair", {"a": "topic/winches", "b": "person/omar-haddad", "action": "merge"}, 409),
        ("/review/pair", {"a": "topic/winches", "b": "topic/capstans", "action": "reject"}, 400),
        ("/review/rename", {"thing": "topic/winches", "name": "\n \t"}, 400),
        ("/review/rename", {"thing": "../x", "name": "A"}, 409),
        ("/review/apart", {"thing": "person/anselma-quist"}, 409),
    ],
)
def test_what_cannot_be_is_told_in_words(
    site: Site, curator: FlaskClient, path: str, data: dict[str, object], status: int
):
    answer = post(curator, path, data | {"csrf": csrf(curator)})
    assert answer.status_code == status
    assert "<h1" in answer.text
    assert not site.decisions.exists()


@pytest.mark.parametrize("path", ["topic/none", "link/x", "room/x", "person/a%2Fb"])
def test_a_thing_that_is_not_there_has_no_such_page(curator: FlaskClient, path: str):
    assert curator.get(f"/review/thing/{path}", base_url=BASE).status_code == 404
