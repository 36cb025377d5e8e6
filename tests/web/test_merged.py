"""The address of a person that a curator joined to another, from the decision to the answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.curation.deciding import decide
from hallway.graph.site import Site
from hallway.web import create_app
from tests.web.conftest import opened

TABLE = (
    "title,speaker\nPlain,Z. Márquez\nAccents,Zoë Márquez\nMore,Zoë Márquez\nOther,Ana Lindqvist\n"
)
WHEN = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opened(tmp_path, [Request(TABLE.encode(), "a.csv", event="Harbour Conf 2026")]) as site:
        yield site


def people(site: Site) -> list[str]:
    """Return the paths of everybody, the one with the most talks first."""
    rows = site.sparql(
        "SELECT ?p { ?t <https://schema.org/performer> ?p } GROUP BY ?p ORDER BY DESC(COUNT(?t)) ?p"
    )
    return [row["p"].partition("/id/")[2] for row in rows.dicts()]


def merged(site: Site) -> tuple[str, str, str]:
    """Join the two; return who stays, who goes, and the decision."""
    stays, goes = (one for one in people(site) if "marquez" in one)
    decision = decide(site, "merge", goes, stays, who="ana", when=WHEN, why="same home page")
    build(site)
    return stays, goes, decision.id


@pytest.fixture
def client(site: Site) -> FlaskClient:
    return create_app(site).test_client()


def test_a_joined_person_redirects_to_the_one_that_stays(site: Site, client: FlaskClient):
    stays, goes, _ = merged(site)
    for path, accept, target in (
        (f"/id/{goes}", "text/html", f"/id/{stays}"),
        (f"/id/{goes}", "text/turtle", f"/id/{stays}"),
        (f"/{goes}", "text/html", f"/{stays}"),
        (f"/{goes}?a=1", "text/turtle", f"/{stays}?a=1"),
        (f"/{goes}.ttl", "text/html", f"/{stays}.ttl"),
        (f"/{goes}.html", "text/turtle", f"/{stays}.html"),
    ):
        answer = client.get(path, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["Location"]) == (301, target)
        assert "Accept" in answer.headers["Vary"]
        assert "no-cache" in answer.headers["Cache-Control"]
        with client.get(path, headers={"Accept": accept}, follow_redirects=True) as found:
            assert found.status_code == 200


def test_nothing_but_the_redirect_is_left_of_a_joined_person(site: Site, client: FlaskClient):
    stays, goes, _ = merged(site)
    assert stays in people(site)
    assert goes not in people(site)
    said = site.sparql(f"SELECT ?p ?o {{ <{site.config.base}id/{goes}> ?p ?o }}").rows
    assert [(p.value.rpartition("/")[2], o.value.rpartition("/id/")[2]) for p, o in said] == [
        ("isReplacedBy", stays)
    ]
    named = client.get(f"/questions/talks-of-speaker.json?person={goes}").get_json()
    assert named["total"] == 3
    report = check(site.current.folder / "quads.nq", base=site.config.base)
    assert report.conforms, str(report)


def test_the_address_stands_again_when_the_decision_is_undone(site: Site, client: FlaskClient):
    _, goes, decision = merged(site)
    decide(site, "undo", decision, "", who="ana", when=WHEN, why="")
    build(site)
    assert client.get(f"/{goes}").status_code == 200
    assert client.get(f"/id/{goes}").status_code == 303


def test_an_address_that_was_never_given_is_unknown_beside_a_merge(site: Site, client: FlaskClient):
    merged(site)
    assert client.get("/person/zoe-marquez-nobody").status_code == 404
    assert client.get("/person/zoe-marquez-nobody.ttl").status_code == 404


def test_a_chain_of_merges_leads_everybody_to_the_last(site: Site, client: FlaskClient):
    stays, goes, _ = merged(site)
    decide(site, "merge", "person/ana-lindqvist", stays, who="ana", when=WHEN, why="")
    build(site)
    (last,) = people(site)
    for gone in {stays, goes, "person/ana-lindqvist"} - {last}:
        assert client.get(f"/{gone}").headers["Location"] == f"/{last}"


def test_a_shared_canvas_shows_what_its_things_became(site: Site, client: FlaskClient):
    stays, goes, _ = merged(site)
    decide(site, "merge", "person/ana-lindqvist", stays, who="ana", when=WHEN, why="")
    build(site)
    (last,) = people(site)
    gone = sorted({stays, goes, "person/ana-lindqvist"} - {last})
    told = client.get(f"/explore/data?lens=co-speakers&ids={','.join(gone)}").get_json()
    assert told["moved"] == dict.fromkeys(gone, last)
    assert ([node["id"] for node in told["nodes"]], told["missing"]) == ([last], [])
    assert client.get(f"/explore/expand?id={gone[0]}").get_json()["id"] == last
    page = client.get(f"/explore?ids={gone[0]}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert f'href="/{last}"' in page.text
