"""The REST interface: what it answers is what its description says, whole or in parts."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from hallway.graph.answers.questions import questions
from hallway.graph.vocabulary import KINDS

pytestmark = pytest.mark.filterwarnings("ignore:jsonschema.RefResolver")

TALK = "krane-bei-nacht"
BUSY = {
    "topic": "topic/cranes", "person": "person/ana-lindqvist", "talk": "talk/" + TALK,
    "event": "event/harbour-conf-2026", "series": "series/systems-at-scale",
    "organization": "organization/quay-labs",
}  # fmt: skip


@pytest.fixture(scope="module")
def description(app) -> dict[str, Any]:
    answer = app.test_client().get("/openapi.json")
    assert answer.mimetype == "application/json"
    found: dict[str, Any] = answer.json
    return found


def schema_of(description: dict[str, Any], path: str, status: str = "200") -> dict[str, Any]:
    content = description["paths"][path]["get"]["responses"][status]["content"]
    (found,) = content.values()
    return {**found["schema"], "components": description["components"]}


def valid(description: dict[str, Any], path: str, body: Any, status: str = "200") -> None:
    jsonschema.Draft202012Validator(schema_of(description, path, status)).validate(body)


def test_the_description_is_whole(description):
    assert description["openapi"] == "3.1.0"
    assert description["servers"] == [{"url": "https://hallway.example"}]
    names = []
    for path, item in description["paths"].items():
        operation = item["get"]
        names.append(operation["operationId"])
        inside = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
        assert inside == set(re.findall(r"\{(\w+)\}", path))
        for status in ("200", "default"):
            jsonschema.Draft202012Validator.check_schema(schema_of(description, path, status))
        for reference in re.findall(r'"#/components/schemas/(\w+)"', json.dumps(item)):
            assert reference in description["components"]["schemas"]
    assert len(names) == len(set(names))


def test_every_operation_has_a_route_and_every_route_is_described(app, description):
    routes = {
        re.sub(r"<(?:path:)?(\w+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
    }
    asked = {f"/api/questions/{name}" for name in questions()}
    assert asked <= description["paths"].keys()
    assert description["paths"].keys() - asked == routes - {"/api/questions/{name}"}


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/api/search", "/api/search?q=crane"),
        ("/api/search", "/api/search?q=cranes+zzzz&kind=talk&year=2026&limit=2"),
        ("/api/things/{kind}/{slug}", f"/api/things/talk/{TALK}"),
        ("/api/things/{kind}/{slug}", "/api/things/person/ana-lindqvist"),
        ("/api/questions", "/api/questions"),
        ("/api/connect", "/api/connect?from=person/ana-lindqvist&to=topic/mooring"),
        ("/api/match", "/api/match?name=Ana+Lindqvist&kind=person&affiliation=Quay+Labs"),
        *(("/api/things/{kind}", f"/api/things/{kind}?limit=3") for kind in KINDS),
    ],
)
def test_answers_are_as_described(program: FlaskClient, description, path, asked):
    answer = program.get(asked)
    assert answer.status_code == 200, answer.text
    valid(description, path, answer.json)


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_is_an_operation(program: FlaskClient, description, name):
    chosen = questions()[name]
    given = {one.name: BUSY.get(one.kind, "") for one in chosen.parameters}
    answer = program.get(
        f"/api/questions/{name}", query_string={k: v for k, v in given.items() if v}
    )
    if any(one.required and not given[one.name] for one in chosen.parameters):
        assert answer.status_code == 400
        return
    assert answer.status_code == 200, answer.text
    valid(description, f"/api/questions/{name}", answer.json)
    plain = program.get(
        f"/questions/{name}.json", query_string={k: v for k, v in given.items() if v}
    )
    if plain.status_code == 200 and answer.json["total"] <= 50:
        assert answer.json["items"] == plain.json["rows"]


@pytest.mark.parametrize("asked", ["/api/things/talk?limit=7", "/api/search?q=a&limit=3",
                                   "/api/questions/topics?limit=4"])  # fmt: skip
def test_walking_from_part_to_part_gives_everything_once(program: FlaskClient, asked):
    seen: list[str] = []
    path, total = asked, None
    while path:
        answer = program.get(path)
        body = answer.json
        assert body["offset"] == len(seen)
        total = body["total"]
        seen += [json.dumps(one, sort_keys=True) for one in body["items"]]
        linked = re.fullmatch(r'<(/[^>]+)>; rel="next"', answer.headers.get("Link", ""))
        path = linked[1] if linked else ""
    assert total == len(seen) == len(set(seen))
    assert total > 7


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("/api/search", 400, "'q' is not given"),
        ("/api/search?q=a&kind=ship", 400, "'kind' is one of"),
        ("/api/search?q=a&year=MMXX", 400, "four digits"),
        ("/api/search?q=a&limit=0", 400, "from 1 to 1000"),
        ("/api/search?q=a&offset=-1", 400, "'offset'"),
        ("/api/search?q=a&limit=%D9%A3", 400, "'limit'"),
        ("/api/things/ship", 404, "Kinds are"),
        ("/api/things/talk/nothing", 404, "Nothing here is talk/nothing"),
        ("/api/questions/nothing", 404, "/api/questions lists them"),
        ("/api/questions/talks-on-topic?topic=no+such+topic", 400, "'topic' is nothing here"),
        ("/api/connect?from=person/ana-lindqvist", 400, "'to' is not given"),
        ("/api/connect?from=talk/x&to=talk/y", 400, "'from' is nothing here"),
        (f"/api/connect?from=talk/{TALK}&to=talk/{TALK}", 400, "one thing"),
        ("/api/match", 400, "'name' is not given"),
        ("/api/match?name=a&kind=place", 400, "'kind' is one of"),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(
    browser: FlaskClient, description, asked, status, said
):
    answer = browser.get(asked)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    assert said in answer.json["detail"]
    valid(description, "/api/search", answer.json, "default")


def test_an_answer_that_did_not_change_is_not_sent_again(program: FlaskClient):
    first = program.get("/api/search?q=crane")
    again = program.get("/api/search?q=crane", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert first.headers["Access-Control-Allow-Origin"] == "*"
    other = program.get("/api/search?q=cranes")
    assert other.headers["ETag"] != first.headers["ETag"]


def test_a_thing_says_all_that_is_said_of_it(program: FlaskClient):
    body = program.get(f"/api/things/talk/{TALK}").json
    assert body["label"] == "Kräne bei Nacht"
    assert body["page"] == "https://hallway.example/talk/" + TALK
    assert {"iri": "https://hallway.example/id/person/ana-lindqvist", "label": "Ana Lindqvist"} in (
        body["properties"]["schema:performer"]
    )
    assert {"value": "45", "datatype": "xsd:integer"} in body["properties"]["hw:minutes"]
