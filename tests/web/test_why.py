"""Every page says why of what no source states, and lets a curator judge it right there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import lxml.html
import pytest
from flask.testing import FlaskClient
from pyoxigraph import Literal, NamedNode

from hallway.graph.answers.things import bound
from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.curation.deciding import decide
from hallway.graph.curation.reviewing import Wanted, waiting
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.people.model import METHOD
from hallway.graph.site import Site
from hallway.graph.vocabulary import DCTERMS, HW, PREFIXES, SCHEMA, SKOS
from hallway.web import create_app
from tests.web.conftest import BASE, TOKEN, enter, page, post, visitor

HEAD = ("id", "event", "title", "speakers", "affiliation", "topics", "abstract")
ROWS = (
    ("1", "Quay Days 2025", "Winches 🦀", "Zoë Márquez", "Quay Works GmbH", "mooring; Kubernetes",
     "At Dockster, we moor ships with crane safety in mind."),
    ("2", "Quay Days 2025", "Locks", "Z. Márquez", "Quay Works", "k8s; crane safety", ""),
    ("3", "Quay Days 2025", "Tides", "Zoë Márquez", "AWS AI Labs", "k8s; safety", ""),
    ("4", "Quay Days 2025", "Ropes spliced: a field report", "Omar Haddad", "Amazon", "mooring",
     ""),
    ("5", "Mole Days 2025", "On mooring at night", "Omar Haddad", "", "", "Nobody sleeps."),
)  # fmt: skip

DEADLINES = """- title: QUAD
  full_name: Quay Days
  year: 2026
  id: quad26
  link: https://quad.example/2026
  deadline: '2026-01-15 23:59:59'
  timezone: AoE
  place: Quayside
  date: May 2-4, 2026
  start: 2026-05-02
  end: 2026-05-04
  sub: ML
"""
"""A list of one event, which says that its series has another name."""
EVENTS = "event,series,event date\nQuay Days 2024,Quay Days,2024-12-01\n"
SCHEDULE = """id,event,title,speakers
a,Quay Days 2025,"Ropes, spliced: a field report",Omar Haddad
b,Quay Days 2025,"Quays, sheds and a field report on ropes",Z. Márquez
"""


@contextmanager
def opened(folder: Path) -> Iterator[Site]:
    out = io.StringIO()
    csv.writer(out).writerows((HEAD, *ROWS))
    with Site(folder) as site:
        site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
        files = {
            "quay.csv": out.getvalue(),
            "schedule.csv": SCHEDULE,
            "deadlines.yml": DEADLINES,
            "events.csv": EVENTS,
        }
        build(site, [Request(text.encode(), file) for file, text in files.items()])
        yield site


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened(tmp_path_factory.mktemp("why")) as site:
        yield site


@pytest.fixture
def curator(built: Site) -> FlaskClient:
    client = visitor(create_app(built))
    assert enter(client).status_code == 303
    return client


def rows(site: Site, query: str) -> list[dict[str, str]]:
    prefixes = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
    return list(site.sparql(prefixes + query).dicts())


def path_of(site: Site, label: str, kind: str) -> str:
    found = rows(site, f"SELECT ?s {{ ?s rdfs:label '{label}' ; a {kind} }}")
    return "/" + found[0]["s"].partition("/id/")[2]


def whys(tree: lxml.html.HtmlElement, label: str) -> str:
    """Return what stands in the reasons beside a link or a name."""
    found = tree.xpath(
        "//*[self::li or self::dd][.//*[normalize-space()=$label]]/descendant::details"
        "[@class='why']",
        label=label,
    )
    return " ".join(" ".join(one.text_content().split()) for one in found)


@pytest.mark.parametrize(
    ("label", "kind", "beside", "says"),
    [
        ("crane safety", "hw:Topic", "safety", "is a kind of"),
        ("safety", "hw:Topic", "crane safety", "is a kind of"),
        ("k8s", "hw:Topic", "Kubernetes", "table of topics"),
        ("mooring", "hw:Topic", "On mooring at night", "title"),
        ("Dockster", "schema:Organization", "Winches 🦀", "Dockster"),
        ("Amazon", "schema:Organization", "Amazon Web Services", "table of organizations"),
        ("Amazon Web Services", "schema:Organization", "Amazon", "table of organizations"),
        ("Quay Works", "schema:Organization", "Quay Works GmbH", "legal form"),
        ("QUAD", "hw:EventSeries", "Quay Days", "deadlines.yml gives “Quay Days” as another name"),
        ("On mooring at night", "hw:Talk", "mooring", "title"),
    ],
)
def test_a_derived_fact_says_why_on_both_its_pages(
    built: Site, curator: FlaskClient, label: str, kind: str, beside: str, says: str
):
    tree = page(curator, path_of(built, label, kind))
    assert says in whys(tree, beside)


def test_who_may_be_the_same_is_told_on_both_pages_and_judged_there(
    built: Site, curator: FlaskClient
):
    pair = rows(
        built,
        "SELECT ?a ?b { ?l hw:status hw:suggested ; rdf:predicate owl:sameAs ; rdf:subject ?a ;"
        " rdf:object ?b }",
    )
    assert pair, "the two spellings are neither joined nor proposed"
    for end in pair[0].values():
        path = "/" + end.partition("/id/")[2]
        stranger = visitor(create_app(built)).get(path, base_url=BASE).text
        assert "May be the same" in stranger
        assert "review/decide" not in stranger
        (form,) = (
            one for one in page(curator, path).forms if (one.action or "").endswith("/decide")
        )
        assert {one.get("value") for one in form.xpath(".//button")} == {"accept", "reject"}
    data: dict[str, object] = dict(form.form_values())
    try:
        assert post(curator, form.action, data | {"action": "reject", "why": "x"}).location == path
        (decision,) = Decisions.load(built.decisions).all
        assert (decision.action, decision.why) == ("reject", "x")
    finally:
        built.decisions.unlink()


def test_quoted_words_stand_where_the_graph_says(built: Site):
    found = rows(
        built,
        "SELECT ?quote ?text ?start ?end { ?l hw:quote ?quote ; hw:quotedFrom ?from ;"
        " hw:quoteStart ?start ; hw:quoteEnd ?end ; rdf:subject ?s . ?s ?from ?text }",
    )
    assert len(found) >= 2
    for one in found:
        assert one["text"][int(one["start"]) : int(one["end"])] == one["quote"]
    assert len(rows(built, "SELECT ?l { ?l hw:quote ?q }")) == len(found)


def test_the_place_of_a_quote_is_told_beside_it(built: Site, curator: FlaskClient):
    told = page(curator, path_of(built, "On mooring at night", "hw:Talk")).text_content()
    assert "In the title, characters 1 to 19." in " ".join(told.split())


NAMED = [
    ("k8s", "hw:Topic", "Kubernetes"),
    ("Quay Works", "schema:Organization", "Quay Works GmbH"),
    ("QUAD", "hw:EventSeries", "Quay Days"),
]


@pytest.mark.parametrize(("label", "kind", "name"), NAMED)
def test_a_name_that_a_rule_joined_is_a_link_that_a_curator_takes_out_on_the_page(
    tmp_path: Path, label: str, kind: str, name: str
):
    with opened(tmp_path) as site:
        client = visitor(create_app(site))
        enter(client)
        path = path_of(site, label, kind)
        (link,) = rows(site, f"SELECT * {{ ?l rdf:object '{name}' ; rdf:predicate ?p ; ?q ?o }}"
                             " ORDER BY ?q LIMIT 1")  # fmt: skip
        (form,) = page(client, path).xpath(
            "//dd[.//*[normalize-space()=$name]]//form[contains(@action, 'decide')]", name=name
        )
        asked: dict[str, object] = dict(form.form_values())
        assert asked["link"] == link["l"].rpartition("/")[2]
        post(client, form.action, asked | {"action": "reject"})
        build(site, [])
        assert check(site.current.folder / "quads.nq", base=BASE).conforms
        assert name not in whys(page(client, path), name)
        other = page(client, path_of(site, name, kind))
        assert label in " ".join(other.xpath("//dl")[0].text_content().split())
        build(site, [])
        assert not rows(site, f"SELECT ?l {{ ?l rdf:object '{name}' ; a hw:Link }}")
        undone = Decisions.load(site.decisions).all[0]
        decide(site, "undo", undone.id, "", who="ana", when=datetime.now(UTC), why="")
        build(site, [])
        assert path_of(site, label, kind) == path
        assert rows(site, f"SELECT ?l {{ ?l rdf:object '{name}' ; a hw:Link }}") == [
            {"l": link["l"]}
        ]


def test_what_is_derived_can_be_asked_about_whatever_it_is(built: Site):
    found = {(case.kind, case.first.predicate) for case in waiting(built, Wanted(derived=True))}
    kinds = {
        ("spelling", SKOS.altLabel.value),
        ("spelling", SKOS.hiddenLabel.value),
        ("spelling", SCHEMA.alternateName.value),
        ("hierarchy", SKOS.broader.value),
        ("topic", SCHEMA.about.value),
        ("organization", HW.presentedBy.value),
    }
    assert kinds <= found


@pytest.mark.parametrize(
    ("predicate", "asks", "shows"),
    [
        (SKOS.altLabel.value, "Is Kubernetes a name of k8s?", "quay.csv"),
        (SKOS.hiddenLabel.value, "Is Quay Works GmbH a name of Quay Works?", "Winches 🦀"),
        (SCHEMA.alternateName.value, "Is Quay Days a name of QUAD?", "Names"),
        (SCHEMA.performer.value, "Is this Omar Haddad?", "On mooring at night"),
        (DCTERMS.source.value, "Does quay.csv tell of this talk?", "Ropes spliced"),
    ],
)
def test_a_derived_case_shows_the_part_beside_the_whole(
    built: Site, curator: FlaskClient, predicate: str, asks: str, shows: str
):
    cases = waiting(built, Wanted(derived=True))
    case = next(one for one in cases if one.first.predicate == predicate)
    tree = page(curator, f"/review?derived=1&case={case.first.id}")
    assert " ".join(tree.xpath("//h2[@id='case']")[0].text_content().split()) == asks
    assert shows in " ".join(tree.xpath("//table[@class='versus']")[0].text_content().split())
    words = {one.text_content() for one in tree.xpath("//form[@id='decide']//button")}
    assert {"Same", "Different"} <= words


def test_a_text_is_never_a_slot_of_a_query():
    asked = "SELECT * { VALUES ?a { UNDEF } VALUES ?b { UNDEF } ?a ?p ?b }"
    text = Literal('VALUES ?b { UNDEF } " } SELECT')
    found = bound(asked, a=text, b=NamedNode(f"{BASE}x"))
    assert found.endswith(f"{{ VALUES ?a {{ {text} }} VALUES ?b {{ <{BASE}x> }} ?a ?p ?b }}")


def rows_of_talks(tree: lxml.html.HtmlElement) -> dict[str, lxml.html.HtmlElement]:
    found = tree.xpath("//section[@class='year']//li")
    return {one.xpath(".//a[@class='said']")[0].text_content(): one for one in found}


def test_an_equal_name_says_where_else_it_stands_and_can_be_taken_out_there(tmp_path: Path):
    with opened(tmp_path) as site:
        client = visitor(create_app(site))
        enter(client)
        path = path_of(site, "Zoë Márquez", "schema:Person")
        talks = rows_of_talks(page(client, path))
        for title, other in (("Winches 🦀", "Tides"), ("Tides", "Winches 🦀")):
            told = " ".join(talks[title].xpath(".//details")[0].text_content().split())
            assert f"As at {other}, Quay Days 2025." in told
            assert "“Zoë Márquez” stands at both" in told
            assert METHOD in told
        (form,) = talks["Tides"].xpath(".//form")
        post(client, form.action, dict(form.form_values()) | {"why": "somebody else"})
        build(site, [])
        assert check(site.current.folder / "quads.nq", base=BASE).conforms
        assert "Tides" not in rows_of_talks(page(client, path))
        assert "review/apart" not in visitor(create_app(site)).get(path, base_url=BASE).text


def test_every_talk_of_a_person_says_why_it_is_theirs(built: Site, curator: FlaskClient):
    found = rows(
        built,
        "SELECT ?who (COUNT(DISTINCT ?a) AS ?n) { ?a schema:performer ?who ; hw:printedName ?name }"
        " GROUP BY ?who",
    )
    several = [row["who"] for row in found if int(row["n"]) > 1]
    assert len(several) >= 2
    for who in several:
        for title, one in rows_of_talks(page(curator, "/" + who.partition("/id/")[2])).items():
            assert one.xpath(".//details[@class='why']"), f"{who}: {title}"
