"""Which representation each Accept header gets, and why."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.web.negotiation import ALIASES, best, ranked

JSON = "application/sparql-results+json"
XML = "application/sparql-results+xml"
CSV = "text/csv"
TSV = "text/tab-separated-values"
RESULTS = [JSON, XML, CSV, TSV]

HTML = "text/html"
TURTLE = "text/turtle"
LD = "application/ld+json"
RDF = "application/rdf+xml"
DOCUMENTS = [HTML, TURTLE, LD, RDF]


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        (None, JSON),
        ("", JSON),
        ("   ", JSON),
        ("*/*", JSON),
        ("*/*;q=0.1", JSON),
        (CSV, CSV),
        ("TEXT/CSV", CSV),
        ("text/*", CSV),
        ("application/*", JSON),
        ("image/png", None),
        ("image/*", None),
        ("image/png, */*;q=0.1", JSON),
        (f"{CSV};q=0.1, {XML};q=0.9", XML),
        (f"{CSV};q=0.9,{XML};q=0.9", XML),  # equals: the server's order
        (f"*/*;q=1, {JSON};q=0, {CSV};q=0.5, {XML};q=0.4", TSV),
        (f"*/*, {JSON};q=0", XML),
        (f"text/*;q=0, {CSV}", CSV),  # the more specific one decides
        (f"text/*, {CSV};q=0", TSV),
        ("*/*;q=0", None),
        (f"{JSON};q=0", None),
        (f"{JSON};q=0.000, {CSV};q=0.001", CSV),
        (f"{CSV} ; q=0.5 , {XML} ; q=0.4", CSV),
        (f"{CSV};Q=0.3, {XML};q=0.2", CSV),
        (f"{CSV};charset=utf-8", CSV),
        (f'{CSV};header="a,b;c";q=0.1, {TSV}', TSV),  # a comma in quotes is no comma
        (f"{CSV};q=2, {XML};q=0.1", XML),  # malformed weight: the range is passed over
        (f"{CSV};q=abc, {XML}", XML),
        (f"{CSV};q=0.1234, {XML};q=0.1", XML),
        ("csv, */csv, text/csv/x, ;q=1", JSON),  # nothing in it can be read
        (f"csv, {TSV}", TSV),
        (f",,{TSV},", TSV),
        ("*", JSON),
        (f"{JSON}, */*;q=0.1", JSON),
        (f'{JSON};profile="http://x.example/', JSON),
    ],
)
def test_results(accept: str | None, chosen: str | None) -> None:
    assert best(accept, RESULTS) == chosen


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML),
        ("text/*", HTML),
        ("text/*;q=0.5, text/turtle", TURTLE),
        ("application/json", LD),
        ("application/xml", RDF),
        ("text/xml", RDF),
        ("application/json, text/html;q=0.5", LD),
        ("application/json;q=0.1, text/html", HTML),
        ("application/json, application/ld+json;q=0", None),  # its own name counts more
        ('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"', LD),
        ("text/turtle, application/rdf+xml;q=0.9, */*;q=0.1", TURTLE),
        ("application/rdf+xml,text/rdf+n3;q=0.9,*/*;q=0.5", RDF),
        ("application/pdf", None),
    ],
)
def test_documents(accept: str, chosen: str | None) -> None:
    assert best(accept, DOCUMENTS, aliases=ALIASES) == chosen


def test_aliases_are_for_those_who_ask_for_them() -> None:
    assert best("application/json", DOCUMENTS) is None


def test_all_acceptable_offers_come_in_order_of_liking() -> None:
    assert ranked("text/*;q=0.5, application/sparql-results+xml", RESULTS) == [XML, CSV, TSV]


def test_a_hostile_header_takes_no_time() -> None:
    begun = time.monotonic()
    for accept in ('"' * 50_000, "a/b;" * 20_000, 'a/b;x="\\' * 10_000, "," * 100_000):
        best(accept, RESULTS)
    assert time.monotonic() - begun < 2


@given(st.text(max_size=200))
def test_any_header_gives_an_offer_or_none(accept: str) -> None:
    assert best(accept, RESULTS) in {*RESULTS, None}


@given(st.lists(st.sampled_from([*RESULTS, "image/png"]), min_size=1, unique=True))
def test_a_client_gets_what_it_rates_highest(names: list[str]) -> None:
    accept = ", ".join(f"{name};q={1 - place / 10:.1f}" for place, name in enumerate(names))
    assert best(accept, RESULTS) == next((name for name in names if name in RESULTS), None)
