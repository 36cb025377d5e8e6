"""A site that forgot somebody, as the world sees it: crawled, searched, asked and exported."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from lxml import html

from hallway.graph.answers.questions import questions
from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import decide
from hallway.graph.site import Site
from hallway.graph.suppression.forget import forget
from hallway.graph.suppression.planning import find_people
from hallway.graph.vocabulary import KINDS
from hallway.web import create_app
from tests.graph.suppression.forget_sources import NAME, TABLE, WORDS, requests, table_request
from tests.web.conftest import BASE, BROWSER, opened

TOKEN = "a-token-that-nobody-guesses"  # noqa: S105 # of this test's site alone
MERGED = Request(b"title,speaker\nHawsers,Z. Lindstrom\n", "z.csv", event="Rope Days 2025")
WHEN = datetime(2026, 5, 1, 12, tzinfo=UTC)
FORMS = (".ttl", ".jsonld", ".rdf", ".nt", ".json", ".html", "")
EVERYTHING = "SELECT ?g ?s ?p ?o WHERE { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"
SEARCHES = (
    "/search?q=", "/suggest?q=", "/talks?q=", "/api/search?q=", "/api/match?name=",
    "/reconcile/suggest/entity?prefix=",
)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Several sources and versions, a person merged by a curator, and then forgotten."""
    with opened(tmp_path_factory.mktemp("forgotten"), [*requests(), MERGED]) as site:
        site.config = replace(site.config, review_token=TOKEN)
        build(site, [table_request(TABLE.replace("Cranes at night", "Cranes by night"))])
        (iri, _), *_ = find_people(site, NAME)
        decide(site, "merge", "person/z-lindstrom", iri, who="mia", when=WHEN, why=f"as {NAME}")
        build(site)
        assert WORDS.search(text_of(create_app(site).test_client(), "/people"))
        forget(site, iri, also=["zoecranes"], today=date(2026, 6, 1))
        yield site


@pytest.fixture
def client(site: Site) -> FlaskClient:
    return create_app(site).test_client()


def text_of(client: FlaskClient, path: str, **headers: str) -> str:
    """Return the head and the body of an answer, the body unpacked."""
    given = {"Accept": BROWSER["Accept"]} | {k.replace("_", "-"): v for k, v in headers.items()}
    with client.get(path, headers=given) as answer:
        body = answer.data
        if path.endswith(".gz"):
            body = zlib.decompress(body, 31)
        return f"{answer.status_code} {answer.headers}\n{body.decode('utf-8', 'replace')}"


def links(page: str) -> set[str]:
    found = set()
    for element in html.fromstring(page).iter("a", "link", "form", "script", "img"):
        for name in ("href", "src", "action"):
            target = element.get(name, "")
            parts = urlsplit(target.removeprefix(BASE.rstrip("/")))
            if not parts.scheme and not parts.netloc and parts.path.startswith("/"):
                found.add(parts.path + (f"?{parts.query}" if parts.query else ""))
    return found


def crawl(client: FlaskClient) -> dict[str, str]:
    """Return every answer that links lead to from the home page and the site map."""
    start = ["/", "/sitemap.xml", "/robots.txt", "/review/decisions.sssom.tsv", "/review"]
    start += [f"/questions/{name}{end}" for name in questions() for end in ("", ".csv", ".json")]
    start += [f"/api/questions/{name}" for name in questions()]
    start += [f"/api/things/{kind}" for kind in KINDS]
    waiting, seen = start, {}
    while waiting:
        path = waiting.pop()
        if path in seen or path.startswith("/static/") or len(seen) > 3000:
            continue
        seen[path] = text_of(client, path)
        head, _, body = seen[path].replace("\r\n", "\n").partition("\n\n")
        if "Content-Type: text/html" in head and body:
            waiting += links(body)
        waiting += [urlsplit(one)[2] for one in re.findall(r"<loc>([^<]+)</loc>", seen[path])]
    return seen


def test_no_page_that_links_lead_to_holds_the_name(client: FlaskClient):
    client.post("/review/enter", data={"token": TOKEN, "who": "ana"}, headers={"Origin": BASE[:-1]})
    found = crawl(client)
    assert len(found) > 200
    assert {"/people", "/explore", "/talk/cranes-at-night", "/source/schedule-xml"} <= found.keys()
    assert {path for path, text in found.items() if text.startswith("5")} == set()
    assert {path: WORDS.findall(text) for path, text in found.items() if WORDS.search(text)} == {}


def test_no_form_of_any_thing_holds_the_name(client: FlaskClient, site: Site):
    things = {row["s"] for row in site.sparql("SELECT DISTINCT ?s { ?s ?p ?o }").dicts()}
    paths = [one.removeprefix(BASE + "id/") for one in things if one.startswith(BASE + "id/")]
    assert len(paths) > 40
    for path in sorted(paths):
        for form in FORMS:
            assert not WORDS.search(text_of(client, f"/{path}{form}")), (path, form)


@pytest.mark.parametrize("accept", ["text/csv", "application/sparql-results+json", "text/turtle"])
def test_sparql_over_everything_holds_no_name(client: FlaskClient, accept: str):
    query = EVERYTHING if accept != "text/turtle" else "CONSTRUCT WHERE { ?s ?p ?o }"
    with client.post("/sparql", data={"query": query}, headers={"Accept": accept}) as answer:
        assert answer.status_code == 200
        assert len(answer.text) > 10_000
        assert not WORDS.search(answer.text)


@pytest.mark.parametrize("ending", ["nq", "nq.gz", "trig", "ttl", "nt"])
def test_no_dump_holds_the_name(client: FlaskClient, ending: str):
    text = text_of(client, f"/dump.{ending}")
    assert text.startswith("200")
    assert not WORDS.search(text)


def test_no_export_of_the_network_holds_the_name(client: FlaskClient, site: Site):
    for name in ("png", "svg", "graphml", "gexf", "csv", "json", "nodes.csv", "edges.csv"):
        for lens in ("speaker-topic", "co-speakers", "topics", "organization-topic"):
            assert not WORDS.search(text_of(client, f"/explore/export.{name}?lens={lens}"))
    assert not WORDS.search(str([node for node in site.network("speaker-topic").nodes(data=True)]))
    assert not WORDS.search((site.current.folder / "network.npz").read_bytes().decode("latin-1"))


@pytest.mark.parametrize("words", ["lindqvist", "zoe lindqvist strom", "Zoë", "zoecranes"])
def test_no_search_finds_the_person(client: FlaskClient, words: str):
    for start in SEARCHES:
        text = text_of(client, start + words.replace(" ", "+"))
        assert "/person/" not in text or "lindqvist" not in text.split("/person/", 1)[1][:40]
    assert not [hit for hit in client.get(f"/suggest?q={words}").text.split('"') if "zoe-" in hit]


def test_programs_learn_nothing_of_the_person(client: FlaskClient, site: Site):
    for thing in site.sparql("SELECT DISTINCT ?s { ?s a ?c }").dicts():
        path = thing["s"].removeprefix(BASE + "id/")
        if not path.startswith("http"):
            assert not WORDS.search(text_of(client, f"/api/things/{path}")), path
    asked = {"a": {"query": "Zoë Lindqvist-Ström"}, "b": {"query": "zoecranes", "type": "Person"}}
    found = client.post("/reconcile", data={"queries": json.dumps(asked)}).json
    assert found["b"] == {"result": []}
    assert not WORDS.search(json.dumps(found))
    gone = client.get("/api/things/person/zoe-lindqvist-strom")
    assert gone.status_code == 410
    assert not re.search("lindqvist|zoe", gone.text, re.IGNORECASE)


def test_the_old_addresses_say_that_somebody_asked_to_be_forgotten(client: FlaskClient):
    for slug in ("person/zoe-lindqvist-strom", "person/z-lindstrom"):
        for path in (f"/{slug}", f"/id/{slug}", f"/{slug}.ttl", f"/{slug}.html"):
            with client.get(path, headers=BROWSER) as answer:
                assert answer.status_code == 410, path
                assert "asked this site to forget them" in answer.text
                assert not re.search("lindqvist|lindstrom|zoe", answer.text, re.IGNORECASE)
                assert not re.search("lindqvist|zoe", str(answer.headers), re.IGNORECASE)
                assert answer.headers["Cache-Control"] == "no-store"
                assert "noindex" in answer.headers["X-Robots-Tag"]
        with client.get(f"/{slug}", headers={"Accept": "text/turtle"}) as answer:
            assert answer.status_code == 410
            assert answer.content_type == "application/problem+json"
            assert not re.search("lindqvist|zoe", answer.text, re.IGNORECASE)
    assert client.get("/person/nobody-ever").status_code == 404


def test_what_a_client_kept_of_the_old_page_is_not_confirmed(tmp_path: Path):
    with opened(tmp_path, [table_request(TABLE)]) as site:
        client = create_app(site).test_client()
        with client.get("/person/zoe-lindqvist-strom", headers=BROWSER) as before:
            tag = before.headers["ETag"]
            assert "no-cache" in before.headers["Cache-Control"]
        with client.get("/talk/cranes-at-night", headers=BROWSER) as talk:
            talk_tag = talk.headers["ETag"]
        forget(site, find_people(site, NAME)[0][0], also=["zoecranes"])
        again = {"If-None-Match": tag} | BROWSER
        assert client.get("/person/zoe-lindqvist-strom", headers=again).status_code == 410
        again = {"If-None-Match": talk_tag} | BROWSER
        answer = client.get("/talk/cranes-at-night", headers=again)
        assert answer.status_code == 200
        assert "Name withheld" in answer.text
        assert not WORDS.search(answer.text)


def test_a_talk_shows_a_speaker_without_a_name_and_without_a_link(client: FlaskClient):
    page = html.fromstring(client.get("/talk/ropes-and-knots", headers=BROWSER).text)
    by = page.find_class("by")[0]
    assert by.text_content().split() == "Name withheld and Omar Haddad Tide Works".split()
    assert [link.get("href") for link in by.iter("a")] == ["/person/omar-haddad"]
    event = client.get("/event/harbour-conf-2026", headers=BROWSER).text
    assert "Name withheld" in event
    words = " ".join(html.fromstring(event).text_content().split())
    assert "4 talks by 2 people and 1 person whose name is withheld in 2 rooms" in words
    assert "/withheld/" not in event


def test_schema_org_markup_has_no_address_for_the_speaker(client: FlaskClient):
    page = client.get("/talk/cranes-at-night", headers=BROWSER).text
    assert '"name": "Name withheld"' in page.replace('":"', '": "')
    assert "/id/withheld/" not in re.sub(r"<dd.*?</dd>", "", page)
