"""The endpoint, over the engine that it has in production."""

from __future__ import annotations

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import waitress
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import DictLoader
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store, parse
from werkzeug.test import TestResponse

from hallway.graph.engine import DiskEngine, Limits
from hallway.graph.settings import ServingLimits
from hallway.web.sparql.endpoint import STATUS, sparql

JSON = "application/sparql-results+json"
ENDPOINT = NamedNode("http://www.w3.org/ns/sparql-service-description#endpoint")
GRAPH_NAME = NamedNode("http://www.w3.org/ns/sparql-service-description#name")
BASE = "https://hallway.example/"
SOURCE = f"{BASE}graph/source/harbour"
PRODUCT = "SELECT * { ?a ?b ?c . ?d ?e ?f }"
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
LIMITS = Limits(
    query_time_s=1.0,
    query_memory_mb=150,
    result_bytes=400_000,
    result_rows=4000,
    query_queue_s=0.2,
)


@dataclass
class Config:
    base: str = BASE
    query: Limits = field(default_factory=lambda: LIMITS)
    workers: int = 1
    waiting: int = 2
    serving: ServingLimits = field(default_factory=ServingLimits)


@dataclass
class Site:
    """What the endpoint needs of a site."""

    opened: DiskEngine
    config: Config = field(default_factory=Config)
    generation: int = 7

    def engine(self) -> DiskEngine:
        return self.opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path = tmp_path_factory.mktemp("site") / "store"
    store = Store(str(path))
    for number in range(1000):
        talk = NamedNode(f"{BASE}id/talk/{number}")
        name = NamedNode("https://schema.org/name")
        store.add(Quad(talk, name, Literal("Kräne bei Nacht")))
        store.add(Quad(talk, name, Literal("Kräne bei Nacht"), NamedNode(SOURCE)))
    store.flush()
    del store
    with closing(DiskEngine(Path(path), 1, LIMITS)) as engine:
        yield Site(engine)


def application(site: Site) -> Flask:
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = 1_000_000
    app.extensions["hallway"] = site
    app.jinja_loader = DictLoader({"sparql.html": "<title>editor</title>{{ query }}"})
    app.register_blueprint(sparql)
    return app


@pytest.fixture
def client(site: Site) -> FlaskClient:
    return application(site).test_client()


@pytest.fixture
def get(client: FlaskClient) -> Any:
    def get(query: str | None, accept: str | None = None, **more: Any) -> TestResponse:
        headers = ({} if accept is None else {"Accept": accept}) | more.pop("headers", {})
        fields = ([] if query is None else [("query", query)]) + more.pop("fields", [])
        return client.get("/sparql?" + urlencode(fields), headers=headers, **more)

    return get


def test_get_form_and_direct_post_give_the_same(client: FlaskClient, get: Any) -> None:
    query = 'SELECT ("Curaçao" AS ?x) {}'
    bodies = {
        get(query, "text/csv").data,
        client.post("/sparql", data={"query": query}, headers={"Accept": "text/csv"}).data,
        client.post(
            "/sparql",
            data=query.encode(),
            content_type="application/sparql-query",
            headers={"Accept": "text/csv"},
        ).data,
    }
    assert bodies == {"x\r\nCuraçao\r\n".encode()}


@pytest.mark.parametrize(
    ("accept", "query", "media_type"),
    [
        (None, "ASK {}", JSON),
        ("", "ASK {}", JSON),
        ("*/*", "ASK {}", JSON),
        ("text/*", "SELECT * {}", "text/csv"),
        ("application/json", "SELECT * {}", JSON),
        ("application/json", "CONSTRUCT WHERE { ?s ?p 1 }", "application/ld+json"),
        ("application/xml", "SELECT * {}", "application/sparql-results+xml"),
        (None, "DESCRIBE <http://x.example/>", "text/turtle"),
        ("text/turtle, text/csv", "SELECT * {}", "text/csv"),
        ("text/csv, text/turtle", "CONSTRUCT WHERE { ?s ?p 1 }", "text/turtle"),
    ],
)
def test_the_form_of_the_query_and_the_header_choose(
    get: Any, accept: str | None, query: str, media_type: str
) -> None:
    response = get(query, accept)
    assert response.status_code == 200
    assert response.mimetype == media_type
    assert "Accept" in response.headers["Vary"]


@pytest.mark.parametrize(
    ("query", "accept"),
    [("ASK {}", "image/png"), ("ASK {}", "text/turtle"), ("CONSTRUCT WHERE { ?s ?p 1 }", JSON)],
)
def test_what_cannot_be_written_is_406_with_the_offers(get: Any, query: str, accept: str) -> None:
    response = get(query, accept)
    assert response.status_code == 406
    offers = [JSON, "text/csv"] if query == "ASK {}" else ["text/turtle"]
    assert all(offer in response.json["remedy"] for offer in offers)
    assert "Accept" in response.headers["Vary"]


def test_format_counts_for_clients_without_a_header_and_for_links(get: Any) -> None:
    for accept in (None, "*/*", "text/html,*/*;q=0.8"):
        csv = get("ASK {}", accept, fields=[("format", "csv")])
        assert csv.mimetype == "text/csv"
    assert get("ASK {}", JSON, fields=[("format", "csv")]).mimetype == JSON
    odd = get("ASK {}", None, fields=[("output", "clay"), ("timeout", "3")])
    assert odd.json["boolean"] is True


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        ({"query_string": "query=ASK%7B%7D&query=ASK%7B%7D"}, 400),
        ({"query_string": "query="}, 400),
        ({"query_string": "query=CLEAR%20ALL"}, 403),
        ({"query_string": "update=CLEAR%20ALL"}, 403),
        ({"query_string": "query=ASK%7B%7D&update=CLEAR%20ALL"}, 403),
        ({"query_string": "query=" + quote("ASK {}", encoding="utf-16")}, 400),
        ({"query_string": "query=ASK%20%7B"}, 400),
        ({"query_string": "query=" + quote("SELECT * { SERVICE <http://x/> {} }")}, 403),
        ({"query_string": "query=" + "%7B" * 300}, 400),
        ({"query_string": "a=b&" * 2000}, 400),
        ({"query_string": "query=ASK%7B%7D&default-graph-uri=no%20iri"}, 400),
        ({"method": "POST"}, 415),
        ({"method": "POST", "data": b"ASK {}"}, 415),
        ({"method": "POST", "data": b"CLEAR ALL", "content_type": "text/plain"}, 415),
        (
            {"method": "POST", "data": b"CLEAR ALL", "content_type": "application/sparql-update"},
            403,
        ),
        ({"method": "POST", "data": {"update": "CLEAR ALL"}}, 403),
        ({"method": "POST", "data": {"other": "1"}}, 400),
        (
            {
                "method": "POST",
                "data": "ASK {}".encode("utf-16"),
                "content_type": "application/sparql-query; charset=UTF-16",
            },
            415,
        ),
        (
            {
                "method": "POST",
                "data": 'ASK { ?s ?p "Curaçao" }'.encode("latin-1"),
                "content_type": "application/sparql-query",
            },
            400,
        ),
        (
            {
                "method": "POST",
                "data": b"ASK {} #" + b"x" * 200_000,
                "content_type": "application/sparql-query",
            },
            413,
        ),
        (
            {
                "method": "POST",
                "data": b"x" * 3_000_000,
                "content_type": "application/sparql-query",
            },
            413,
        ),
        ({"method": "PUT", "data": b""}, 405),
        ({"method": "DELETE"}, 405),
    ],
)
def test_what_is_not_one_query_is_refused(
    client: FlaskClient, request_: dict[str, Any], status: int
) -> None:
    response = client.open("/sparql", **request_)
    assert response.status_code == status
    if status != 405:
        assert response.mimetype == "application/problem+json"
        assert response.json["status"] == status
        assert response.json["remedy"]


def test_a_mark_at_the_start_is_skipped(client: FlaskClient) -> None:
    response = client.post(
        "/sparql",
        data=b"\xef\xbb\xbfASK {}",
        content_type="application/sparql-query; charset=utf-8",
    )
    assert response.json["boolean"] is True


def test_a_syntax_error_has_line_and_column(get: Any) -> None:
    problem = get("ASK {\n ?s }").json
    assert (problem["line"], problem["column"]) == (2, 6)  # where a predicate must follow
    assert "2:6" in problem["detail"]


@pytest.mark.parametrize(
    ("query", "kind", "limit"),
    [
        (ENDLESS, "time", "query_time_s"),
        ("SELECT * { FILTER(" + "!" * 200 + "1) }", "nesting", "query_nesting"),
        ("ASK {} #" + "x" * 100_000, "length", "query_bytes"),
    ],
)
def test_a_limit_is_named(client: FlaskClient, query: str, kind: str, limit: str) -> None:
    response = client.post("/sparql", data={"query": query})
    assert response.status_code == STATUS[kind]
    assert (response.json["kind"], response.json["limit"]) == (kind, limit)
    assert client.get("/sparql?query=ASK{}").json["boolean"] is True


def test_the_limit_of_memory_is_named(site: Site) -> None:
    """With time enough, so that a busy machine does not run into that limit first."""
    patient = Site(site.opened, Config(query=replace(LIMITS, query_time_s=120.0)))
    query = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i ?f"
    response = application(patient).test_client().post("/sparql", data={"query": query})
    assert (response.status_code, response.json["kind"]) == (STATUS["memory"], "memory")
    assert response.json["limit"] == "query_memory_mb"


def test_busy_says_when_to_come_back(client: FlaskClient, site: Site) -> None:
    worker = site.engine()._pool.take(LIMITS, foreign=True)
    try:
        response = client.get("/sparql?query=ASK{}")
    finally:
        site.engine()._pool.give_back(worker, foreign=True)
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0


def test_no_more_wait_than_leave_threads_for_pages(site: Site) -> None:
    app = application(site)
    statuses: list[int] = []
    seconds: list[float] = []

    def ask() -> None:
        begun = time.monotonic()
        with app.test_client() as client:
            statuses.append(client.get("/sparql", query_string={"query": ENDLESS}).status_code)
        seconds.append(time.monotonic() - begun)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert site.engine().ask("ASK {}")  # one worker is the site's own
    for thread in threads:
        thread.join()
    assert statuses.count(504) >= 1
    assert statuses.count(503) >= 5
    assert sum(second < 0.9 for second in seconds) >= 5


def test_a_dataset_comes_from_the_request(get: Any) -> None:
    count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"

    def counted(*fields: tuple[str, str]) -> bytes:
        body: bytes = get(count, "text/csv", fields=list(fields)).data
        return body.split()[1]

    assert counted() == b"1000"
    assert counted(("default-graph-uri", SOURCE)) == b"1000"
    assert counted(("default-graph-uri", "http://x.example/none")) == b"0"
    assert counted(("named-graph-uri", SOURCE)) == b"0"


def test_an_answer_is_kept_until_the_generation_changes(get: Any, site: Site) -> None:
    first = get("ASK {}", JSON)
    tag = first.headers["ETag"]
    unchanged = get("ASK {}", f"{JSON};q=0.9", headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    tags = {tag, get("ASK { }", JSON).headers["ETag"], get("ASK {}", "text/csv").headers["ETag"]}
    assert len(tags) == 3
    site.generation += 1
    assert get("ASK {}", JSON).headers["ETag"] != tag


def test_what_changes_by_itself_is_not_kept(get: Any) -> None:
    response = get("SELECT (NOW() AS ?now) {}")
    assert "ETag" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"


def test_head_is_get_without_the_body(client: FlaskClient, get: Any) -> None:
    head = client.head("/sparql?query=ASK{}", headers={"Accept": JSON})
    whole = get("ASK{}", JSON)
    assert head.data == b""
    for name in ("Content-Type", "Content-Length", "ETag", "Vary"):
        assert head.headers[name] == whole.headers[name]


def test_other_sites_may_ask(client: FlaskClient) -> None:
    response = client.options("/sparql", headers={"Origin": "https://app.example"})
    assert response.status_code == 204
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"]
    posted = client.post("/sparql", data={"query": "ASK {}"})
    assert posted.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("accept", "syntax"),
    [
        (None, RdfFormat.TURTLE),
        ("text/turtle", RdfFormat.TURTLE),
        ("application/rdf+xml", RdfFormat.RDF_XML),
        ("application/ld+json", RdfFormat.JSON_LD),
    ],
)
def test_without_a_query_it_describes_itself(
    get: Any, accept: str | None, syntax: RdfFormat
) -> None:
    triples = {(q.predicate, q.object) for q in parse(get(None, accept).data, syntax)}
    assert (ENDPOINT, NamedNode(f"{BASE}sparql")) in triples
    assert (GRAPH_NAME, NamedNode(SOURCE)) in triples
    comments = " ".join(str(o) for _, o in triples)
    assert "query_time_s = 1" in comments


def test_a_browser_gets_the_editor_with_the_query(get: Any) -> None:
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    assert b"editor" in get(None, accept).data
    page = get("ASK { <http://x.example/> ?p ?o }", accept)
    assert page.mimetype == "text/html"
    assert b"ASK { &lt;http://x.example/&gt;" in page.data


def test_the_documentation_names_each_status_and_each_limit() -> None:
    text = (Path(__file__).parents[2] / "docs" / "sparql.md").read_text("utf-8")
    told = {name: int(status) for name, status in re.findall(r"\| ([a-z-]+) \| (\d{3}) \|", text)}
    assert told == STATUS
    bounds = {name: float(value) for name, value in re.findall(r"\| (\w+) \| (\d+) \|", text)}
    assert {name: bounds[name] for name in asdict(Limits())} == asdict(Limits())


# Over a real connection ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[tuple[str, int]]:
    server = waitress.create_server(application(site), host="127.0.0.1", port=0, threads=2)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield "127.0.0.1", server.effective_port
    server.close()
    server.task_dispatcher.shutdown()
    thread.join(5)


def exchange(address: tuple[str, int], query: str, version: str) -> tuple[bytes, bytes]:
    """Send one GET and return head and body as they come over the line."""
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(
            f"GET /sparql?query={quote(query)} HTTP/{version}\r\n"
            f"Host: {address[0]}\r\nAccept: text/csv\r\nConnection: close\r\n\r\n".encode()
        )
        received = b""
        while chunk := connection.recv(65_536):
            received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    return head, body


def test_a_long_answer_comes_in_chunks_with_an_end(address: tuple[str, int]) -> None:
    head, body = exchange(address, "SELECT * { ?s ?p ?o } LIMIT 900", "1.1")
    assert head.startswith(b"HTTP/1.1 200")
    if b"chunked" in head:
        assert body.endswith(b"\r\n0\r\n\r\n")
    long_head, long_body = exchange(address, "SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 2500", "1.1")
    assert b"chunked" in long_head
    assert long_body.endswith(b"0\r\n\r\n")


def test_an_answer_that_fails_late_has_no_end(address: tuple[str, int]) -> None:
    head, body = exchange(address, PRODUCT, "1.1")
    assert head.startswith(b"HTTP/1.1 200")
    assert b"chunked" in head
    assert not body.endswith(b"\r\n0\r\n\r\n")
    assert b"query" not in body


def test_slow_readers_leave_threads_for_others(site: Site) -> None:
    """Three may read slowly; more are told to come back, and get the answer once one has gone."""
    app = application(site)
    query = {"query": "SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 2500", "format": "csv"}
    with app.test_client() as client:
        slow = [client.get("/sparql", query_string=query, buffered=False) for _ in range(3)]
        assert [one.status_code for one in slow] == [200, 200, 200]
        assert client.get("/sparql?query=ASK{}").status_code == 503
        slow.pop().close()
        assert client.get("/sparql?query=ASK{}").status_code == 200
        assert all(one.data.count(b"\n") > 2500 for one in slow)
        assert client.get("/sparql?query=ASK{}").status_code == 200


def test_without_chunks_the_length_is_known_or_the_status_tells(address: tuple[str, int]) -> None:
    head, body = exchange(address, "SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 2500", "1.0")
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
    assert [int(line.split(b":")[1]) for line in lengths] == [len(body)]
    assert body.count(b"\r\n") == 2501
    head, body = exchange(address, PRODUCT, "1.0")
    assert head.startswith(b"HTTP/1.0 422")
    assert json.loads(body)["limit"] in {"result_rows", "result_bytes"}
