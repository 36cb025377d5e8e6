"""Every page says why of what no source states, and lets a curator judge it right there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

import lxml.html
import pytest
from flask.testing import FlaskClient

from hallway.graph.build import Request, build
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.graph.vocabulary import PREFIXES
from hallway.graph.why import why_spelled
from hallway.web import create_app
from tests.web.conftest import BASE, TOKEN, enter, page, post, visitor

HEAD = ("id", "event", "title", "speakers", "affiliation", "topics", "abstract")
ROWS = (
    ("1", "Quay Days 2025", "Winches 🦀", "Zoë Márquez", "Quay Works GmbH", "mooring; Kubernetes",
     "At Dockster, we moor ships with crane safety in mind."),
    ("2", "Quay Days 2025", "Locks", "Z. Márquez", "Quay Works", "k8s; crane safety", ""),
    ("3", "Quay Days 2025", "Tides", "Zoë Márquez", "AWS AI Labs", "k8s; safety", ""),
    ("4", "Quay Days 2025", "Ropes", "Omar Haddad", "Amazon", "mooring", ""),
    ("5", "Mole Days 2025", "On mooring at night", "Omar Haddad", "", "", "Nobody sleeps."),
)  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("why")
    out = io.StringIO()
    csv.writer(out).writerows((HEAD, *ROWS))
    with Site(folder) as site:
        site.config = replace(site.config, base=BASE, workers=1, review_token=TOKEN)
        build(site, [Request(out.getvalue().encode(), "quay.csv")])
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


@pytest.mark.parametrize(
    ("kind", "spelling", "label", "says"),
    [
        ("topic", "Machine-learning", "machine learning", "itself"),
        ("topic", "k8s", "Kubernetes", "table"),
        ("topic", "theory of cranes", "crane theory", "alike"),
        ("topic", "QXZ", "Cranes", "By way of"),
        ("organization", "Quay Works GmbH, Hamburg", "Quay Works", "legal form"),
        ("organization", "Dock Labs", "Quay Works", "curator"),
    ],
)
def test_a_spelling_says_by_which_rule_it_is_one(kind: str, spelling: str, label: str, says: str):
    assert says in why_spelled(kind, spelling, label)[1]
