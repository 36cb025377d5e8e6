"""The reconciliation service, as clients of the Reconciliation Service API 0.2 use it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from hallway.graph.build import Request
from hallway.web import create_app
from tests.web.conftest import BASE, opened

ANA = {"id": "person/ana-lindqvist", "name": "Ana Lindqvist"}


def ask(client: FlaskClient, **queries: Any) -> dict[str, Any]:
    answer = client.post("/reconcile", data={"queries": json.dumps(queries)})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found


def test_the_manifest_says_what_the_protocol_asks_for(program: FlaskClient):
    answer = program.get("/reconcile")
    manifest = answer.json
    assert answer.mimetype == "application/json"
    assert manifest["versions"] == ["0.2"]
    assert all(isinstance(manifest[one], str) for one in ("name", "identifierSpace", "schemaSpace"))
    assert manifest["identifierSpace"] == BASE + "id/"
    assert "{{id}}" in manifest["view"]["url"]
    assert "{{id}}" in manifest["preview"]["url"]
    assert {"width", "height", "url"} == manifest["preview"].keys()
    for one in manifest["suggest"].values():
        assert one["service_url"] == BASE + "reconcile"
        path = "/reconcile" + one["service_path"]
        assert program.get(path, query_string={"prefix": "a"}).json["result"]
    proposed = manifest["extend"]["propose_properties"]
    assert program.get("/reconcile" + proposed["service_path"]).json["properties"]


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_batch_is_answered_name_by_name(program: FlaskClient, method: str):
    queries = {"q0": {"query": "Ana Lindqvist", "type": "Person"}, "q1": {"query": "nobody atall"}}
    send = getattr(program, method)
    key = "query_string" if method == "get" else "data"
    found = send("/reconcile", **{key: {"queries": json.dumps(queries)}}).json
    assert found.keys() == {"q0", "q1"}
    best = found["q0"]["result"][0]
    assert {"id": best["id"], "name": best["name"]} == ANA
    assert best["type"] == [{"id": "schema:Person", "name": "Person"}]
    assert (best["score"], best["match"]) == (100, True)
    assert all({"id", "name", "type", "score", "match"} <= one.keys() for one in
               found["q0"]["result"])  # fmt: skip
    assert not any(one["match"] for one in found["q1"]["result"])


def test_types_are_given_as_ids_iris_or_lists_and_unknown_ones_find_nothing(program: FlaskClient):
    found = ask(
        program,
        a={"query": "cranes", "type": "Topic"},
        b={"query": "cranes", "type": "https://w3id.org/hallway#Topic"},
        c={"query": "cranes", "type": ["Ship", "hw:Topic"]},
        d={"query": "cranes", "type": "Ship"},
    )
    assert found["a"] == found["b"] == found["c"]
    assert found["a"]["result"][0]["id"] == "topic/cranes"
    assert found["d"] == {"result": []}


def test_properties_and_limits_are_heeded(program: FlaskClient):
    found = ask(
        program,
        a={"query": "Ana Lindqvist", "type": "Person", "limit": 1},
        b={
            "query": "A. Lindqvist",
            "type": "Person",
            "properties": [
                {"pid": "affiliation", "v": [{"id": "organization/quay-labs", "name": "x"}]},
                {"pid": "year", "v": 2026},
                {"pid": "shoe", "v": None},
            ],
        },
    )
    assert len(found["a"]["result"]) == 1
    agreeing = [one["id"] for one in found["b"]["result"][0]["features"]]
    assert agreeing == ["name", "affiliation", "year"]


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        ({"queries": "{"}, 400, "no JSON"),
        ({"queries": "[" * 100_000}, 400, "no JSON"),
        ({"queries": "[]"}, 400, "list"),
        ({"queries": '{"a": 1}'}, 400, "query 'a'"),
        ({"queries": '{"a": {}}'}, 400, "query 'a'"),
        ({"queries": json.dumps({str(n): {"query": "a"} for n in range(51)})}, 413, "50 at most"),
        ({"extend": "{}"}, 400, "'ids'"),
        ({"extend": json.dumps({"ids": ["x"] * 501, "properties": []})}, 413, "500 at most"),
    ],
)
def test_a_bad_batch_is_refused_in_words(program: FlaskClient, data, status, said):
    answer = program.post("/reconcile", data=data)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    assert said in answer.text


def test_things_are_extended_by_what_the_graph_has_of_them(program: FlaskClient):
    wanted = {
        "ids": ["person/ana-lindqvist", "talk/krane-bei-nacht", "person/nobody", "x"],
        "properties": [{"id": "affiliation"}, {"id": "start"}, {"id": "year"}, {"id": "shoe"}],
    }
    found = program.post("/reconcile", data={"extend": json.dumps(wanted)}).json
    assert [one["id"] for one in found["meta"]] == ["affiliation", "start", "year"]
    assert found["meta"][0]["type"] == {"id": "schema:Organization", "name": "Organization"}
    rows = found["rows"]
    assert rows.keys() == set(wanted["ids"])
    assert {"id": "organization/quay-labs", "name": "Quay Labs"} in rows[ANA["id"]]["affiliation"]
    assert rows["talk/krane-bei-nacht"]["start"] == [{"date": "2026-06-10T10:00:00+02:00"}]
    assert rows["talk/krane-bei-nacht"]["year"] == [{"int": 2026}]
    assert rows["person/nobody"] == {"affiliation": [], "start": [], "year": []}


def test_names_are_completed_while_they_are_typed(program: FlaskClient):
    found = program.get("/reconcile/suggest/entity?prefix=ana li&type=Person").json["result"]
    assert ANA in [{"id": one["id"], "name": one["name"]} for one in found]
    assert program.get("/reconcile/suggest/type?prefix=per").json["result"] == [
        {"id": "schema:Person", "name": "Person"}
    ]
    assert program.get("/reconcile/suggest/property?prefix=affil").json["result"] == [
        {"id": "affiliation", "name": "Affiliation"}
    ]
    few = program.get("/reconcile/properties?type=Topic&limit=2").json
    assert few["type"] == "hw:Topic"
    assert len(few["properties"]) == 2


def test_a_preview_is_small_safe_and_may_be_framed(program: FlaskClient):
    answer = program.get("/reconcile/preview?id=person/ana-lindqvist")
    assert "Ana Lindqvist" in answer.text
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "<script" not in answer.text
    assert "<form" not in answer.text
    hostile = ask(program, a={"query": "alert crane img src", "type": "Talk"})["a"]["result"][0]
    shown = program.get("/reconcile/preview", query_string={"id": hostile["id"]}).text
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown
    assert program.get("/reconcile/preview?id=person/nobody").status_code == 404


def test_any_site_may_ask_and_no_other_page_may_be_framed(program: FlaskClient):
    answer = program.post(
        "/reconcile", data={"queries": "{}"}, headers={"Origin": "https://x.example"}
    )
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers


def test_every_id_is_an_address_below_the_identifier_space(program: FlaskClient):
    for query in ("crane", "quay", "odd address", "C#"):
        for one in ask(program, a={"query": query, "limit": 25})["a"]["result"]:
            assert program.get(f"/id/{one['id']}").status_code == 303, one


# Profiles -----------------------------------------------------------------------------------------


def test_a_profile_leads_to_its_thing_or_offers_those_that_have_it(tmp_path: Path):
    table = (
        "id,title,speaker,recording_url\n"
        "1,Winches,Ana Lindqvist,https://youtu.be/Rf-LglFAIg4\n"
        "2,Buoys,Omar Haddad,https://vimeo.com/12345\n"
        "3,More buoys,Omar Haddad,https://vimeo.com/12345\n"
    )
    with opened(tmp_path, [Request(table.encode(), "a.csv", event="Harbour Conf 2026")]) as site:
        client = create_app(site).test_client()
        one = client.get("/by/YouTube/Rf-LglFAIg4")
        assert (one.status_code, one.headers["Location"]) == (302, "/talk/winches")
        several = client.get("/by/vimeo/12345")
        assert several.status_code == 300
        assert 'href="/talk/buoys"' in several.text
        assert 'href="/talk/more-buoys"' in several.text


def test_a_profile_that_nobody_has_is_not_found_and_says_what_is_known(program: FlaskClient):
    answer = program.get("/by/github/nobody-at-all")
    assert answer.status_code == 404
    assert re.search("Known here", answer.text)
    assert program.get("/by/%3Cscript%3E/%3Cb%3E").status_code == 404
