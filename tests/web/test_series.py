"""The page of a series: who came back to which editions, series like it, and who says so."""

from __future__ import annotations

from collections.abc import Iterator

import lxml.html
import pytest

from hallway.graph.answers.series import editions_of_people, said_by
from hallway.graph.build import Request
from hallway.graph.site import Site
from hallway.web import create_app
from tests.web.conftest import BASE, opened

HEAD = "id,event,year,series,title,speakers\n"
QUAY = HEAD + (
    "1,Quay Days 2023,2023,Quay Days,Cranes,Anselma Quist\n"
    "2,Quay Days 2024,2024,Quay Days,Locks,Omar Haddad\n"
    "3,Quay Days 2025,2025,Quay Days,Tides,Anselma Quist\n"
    "4,Quay Days 2025,2025,Quay Days,Ropes,Anselma Quist\n"
)
MOLE = HEAD + "1,Mole Night 2025,2025,Mole Night,Lamps,Anselma Quist; Omar Haddad\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    requests = [Request(QUAY.encode(), "quay.csv"), Request(MOLE.encode(), "mole.csv")]
    with opened(tmp_path_factory.mktemp("series"), requests) as site:
        yield site


@pytest.fixture(scope="module")
def page(site: Site) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(create_app(site).test_client().get("/series/quay-days.html").text)


def text(page: lxml.html.HtmlElement, heading: str) -> str:
    (panel,) = page.xpath("//section[@aria-labelledby=$name]", name=heading)
    return " ".join(panel.text_content().split())


def test_who_came_back_is_told_with_the_editions(site: Site, page: lxml.html.HtmlElement):
    (row,) = page.xpath("//section[@aria-labelledby='rt']//tbody/tr")
    assert [" ".join(cell.text_content().split()) for cell in row][:4] == [
        "Anselma Quist", "2", "3", "2023–2025",
    ]  # fmt: skip
    (drawing,) = row.xpath(".//svg[@role='img']")
    assert drawing.get("aria-label") == "Spoke at 2 of 3 editions with talks"
    assert [mark.get("class") for mark in drawing.xpath("rect")] == ["f-talk", "stub", "f-talk"]
    people = [f"{BASE}id/person/{slug}" for slug in ("anselma-quist", "omar-haddad")]
    events = editions_of_people(site.engine(), f"{BASE}id/series/quay-days", people)
    assert {iri.rpartition("/")[2]: len(found) for iri, found in events.items()} == {
        "anselma-quist": 2,
        "omar-haddad": 1,
    }
    assert editions_of_people(site.engine(), f"{BASE}id/series/quay-days", []) == {}


def test_series_of_the_same_people_are_near(page: lxml.html.HtmlElement):
    assert "Mole Night2" in text(page, "lk").replace(" 2", "2")


def test_the_sources_that_make_it_a_series_are_named(site: Site, page: lxml.html.HtmlElement):
    assert "One source says" in text(page, "wy")
    assert "quay.csv: Quay Days 2023, Quay Days 2024, Quay Days 2025" in text(page, "wy")
    found = said_by(site.engine(), BASE, f"{BASE}id/series/quay-days")
    assert [[ref.label for ref in refs] for refs in found.values()] == [
        ["Quay Days 2023", "Quay Days 2024", "Quay Days 2025"]
    ]


def test_the_largest_edition_is_a_fact(page: lxml.html.HtmlElement):
    (fact,) = page.xpath("//dt[text()='Largest']/following-sibling::dd[1]")
    assert fact.text_content() == "Quay Days 2025, 2 talks"
