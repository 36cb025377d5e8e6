"""What strangers try: other hosts, other sites' forms, hostile text, odd paths."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hallway.graph.engine import Limits
from hallway.graph.site import Site
from hallway.web import create_app
from hallway.web.security import CONTENT_SECURITY_POLICY

EVIL = "evil.example"
TRACES = ("Traceback", "site-packages", str(Path(__file__).parents[2]), 'File "')


def test_every_answer_carries_one_strict_policy(browser: FlaskClient):
    for path in ("/", "/talk/nope", "/static/css/tokens.css", "/dump.nt", "/questions/topics.json"):
        with browser.get(path) as response:
            assert response.headers.getlist("Content-Security-Policy") == [CONTENT_SECURITY_POLICY]
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "data:" not in CONTENT_SECURITY_POLICY


def test_a_host_that_is_not_ours_is_refused(browser: FlaskClient):
    for path in ("/", "/id/talk/krane-bei-nacht", "/dump.nq", "/sitemap.xml"):
        with browser.get(path, headers={"Host": EVIL}) as response:
            assert response.status_code == 400
            assert EVIL not in response.text
            assert EVIL not in str(response.headers)


def test_forwarded_headers_change_nothing(browser: FlaskClient):
    forged = {
        "X-Forwarded-Host": EVIL,
        "X-Forwarded-Proto": "gopher",
        "X-Forwarded-Prefix": "/evil",
        "Forwarded": f"host={EVIL}",
    }
    for path in ("/", "/talk/krane-bei-nacht.ttl", "/sitemap.xml", "/id/talk/krane-bei-nacht"):
        with browser.get(path, headers=forged) as forged_answer, browser.get(path) as plain:
            assert forged_answer.data == plain.data
            assert forged_answer.headers.get("Location") == plain.headers.get("Location")


def test_cross_origin_reads_are_open_and_writes_are_not(browser: FlaskClient):
    assert browser.get("/about.ttl").headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in browser.get("/about.ttl").headers
    posted = browser.post("/theme", data={"theme": "dark"}, headers={"Origin": "http://localhost"})
    assert "Access-Control-Allow-Origin" not in posted.headers


# The form for the theme ---------------------------------------------------------------------------


def choose(client: FlaskClient, back: str = "/", **headers: str) -> TestResponse:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/theme", data={"theme": "dark", "back": back}, headers=names)


def test_a_theme_is_kept_in_a_cookie_and_leads_back(browser: FlaskClient):
    answer = choose(browser, "/talk/krane-bei-nacht?x=1", Origin="http://localhost")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/talk/krane-bei-nacht?x=1"
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert 'data-theme="dark"' in browser.get("/").text
    browser.post("/theme", data={"theme": "auto"}, headers={"Origin": "http://localhost"})
    assert "data-theme" not in browser.get("/").text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost", "Sec_Fetch_Site": "cross-site"},
        {"Origin": "http://localhost.evil.example"},
    ],
)
def test_a_form_of_another_site_is_refused(browser: FlaskClient, headers: dict[str, str]):
    answer = choose(browser, **headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "back",
    ["https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil", "/a\r\nX: y", ""],
)
def test_the_way_back_never_leaves_the_site(browser: FlaskClient, back: str):
    answer = choose(browser, back, Origin="http://localhost")
    assert answer.headers["Location"] == "/"


# Hostile text ------------------------------------------------------------------------------------

HOSTILE = ["'\"><script>alert(1)</script>", "</script><svg onload=alert(1)>", "} UNION { ?s ?p ?o"]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_reader_types_is_shown_as_text(browser: FlaskClient, text: str):
    for path, name in (
        ("/search", "q"),
        ("/questions/speakers-of-topic", "topic"),
        ("/explore", "from"),
    ):
        with browser.get(path, query_string={name: text}) as response:
            assert response.status_code in (200, 400, 404)
            assert "<script>alert" not in response.text
            assert "<svg onload" not in response.text


@pytest.mark.parametrize(
    "text",
    ["x> ?p ?o . } #", '"', "<", "\\", "\\u0022", "} UNION {", "a\nb", "\x00", "‮", "é" * 900],
)
def test_a_parameter_never_becomes_part_of_a_query(browser: FlaskClient, text: str):
    with browser.get("/questions/speakers-of-topic.json", query_string={"topic": text}) as answer:
        assert answer.status_code == 400
        assert not any(trace in answer.text for trace in TRACES)


def test_a_spreadsheet_gets_no_formula_and_sparql_csv_stays_exact(browser: FlaskClient):
    asked = "/questions/talks-on-topic.csv?topic=topic/cranes"
    rows = list(csv.DictReader(io.StringIO(browser.get(asked).text)))
    assert "'=1+2 cranes" in [row["title"] for row in rows]
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "@", "\t"))]
    query = 'SELECT ?t WHERE { ?x <https://schema.org/name> ?t FILTER(CONTAINS(?t, "1+2")) }'
    exact = browser.get(
        "/sparql", query_string={"query": query}, headers={"Accept": "text/csv"}
    ).text
    assert exact.split("\r\n")[1] == "=1+2 cranes"


# Paths and methods -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/.env",
        "/hallway.toml",
        "/data/",
        "/static/../frame.py",
        "/static/%2e%2e/frame.py",
        "/static/..%2fframe.py",
        "/static/css/",
        "/static/dist/manifest.json",
        "/web/frame.py",
        "/talk/../../etc/passwd",
        "/talk/..%2f..%2fetc%2fpasswd",
        "/dump.exe",
        "/graph/source/../links",
        "/ontology.exe",
        "/id/nokind/x",
        "/talk/%00",
        "/talk/" + "x" * 3000,
        "/wp-login.php",
    ],
)
def test_a_path_to_nothing_is_404_and_shows_nothing(browser: FlaskClient, path: str):
    with browser.get(path) as response:
        assert response.status_code == 404
        assert not any(trace in response.text for trace in TRACES)


def test_pages_are_read_and_not_written(browser: FlaskClient):
    for method in ("post", "put", "delete", "patch"):
        with getattr(browser, method)("/talk/krane-bei-nacht") as response:
            assert response.status_code == 405
            assert "GET" in response.headers["Allow"]


def test_a_body_that_is_too_large_is_refused(browser: FlaskClient):
    headers = {"Origin": "http://localhost"}
    big = {"theme": "dark", "back": "/" + "x" * 2_000_000}
    with browser.post("/theme", data=big, headers=headers) as response:
        assert response.status_code == 413


# Faults ------------------------------------------------------------------------------------------


def test_a_site_without_a_build_says_so_to_people_and_programs(tmp_path: Path):
    client = create_app(Site(tmp_path)).test_client()
    page = client.get("/", headers={"Accept": "text/html"})
    assert page.status_code == 503
    assert "nothing has been built here yet" in page.text
    assert str(tmp_path) not in page.text
    program = client.get("/topics", headers={"Accept": "application/json"})
    assert program.content_type == "application/problem+json"
    assert program.json["status"] == 503
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_a_question_past_a_limit_names_it_and_the_rest_of_the_page_stands(small_site: Site):
    site = Site(small_site.folder)
    site.config = replace(small_site.config, query=Limits(result_rows=3))
    with site:
        client = create_app(site).test_client()
        with client.get("/about", headers={"Accept": "text/html"}) as response:
            assert response.status_code in (200, 500)
            assert not any(trace in response.text for trace in TRACES)
        with client.get("/questions/topics.json") as response:
            assert response.status_code >= 400
            assert not any(trace in response.text for trace in TRACES)
