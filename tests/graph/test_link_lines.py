"""Links as text: the very statements that the engine would write."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, RdfFormat, parse

from hallway.graph.addresses import Addresses
from hallway.graph.link_lines import link_lines
from hallway.graph.linking.records import LinkRecord, TalkText
from hallway.graph.vocabulary import HW, RDF, SCHEMA, SKOS

BASE = "https://x.example/"
TALK = TalkText(f"{BASE}id/talk/a", f"{BASE}id/event/e", "Cranes", 'On "cranes".\n\tAnd \\ wind.')


def record(evidence: str, quote: str, status: str = "derived") -> LinkRecord:
    about = SCHEMA.about.value
    return LinkRecord(TALK.iri, about, f"{BASE}id/topic/t", 0.5, "m-1", evidence, quote, status)


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
def test_the_lines_are_statements_as_the_engine_writes_them(evidence: str, quote: str) -> None:
    lines = list(link_lines(record(evidence, quote), Addresses(BASE), TALK))
    triples = [
        next(iter(parse(f"{line} .".encode(), format=RdfFormat.N_TRIPLES))) for line in lines
    ]
    assert [str(one.triple) for one in triples] == lines
    said = {one.predicate: one.object for one in triples}
    assert said[HW.evidence].value == evidence
    assert (HW.quote in said) == bool(quote)


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_a_link_to_a_name_has_the_name_for_its_object(name: str) -> None:
    link = LinkRecord(f"{BASE}id/topic/t", SKOS.altLabel.value, name, 0.9, "m-1", "Alike.")
    text = "".join(f"{line} .\n" for line in link_lines(link, Addresses(BASE), None))
    found = [one.triple for one in parse(text.encode(), format=RdfFormat.N_TRIPLES)]
    ends = {one.predicate: one.object for one in found}
    assert ends[RDF.object] == ends[SKOS.altLabel] == Literal(name)


def test_a_suggested_link_states_nothing_but_itself() -> None:
    plain = f"<{TALK.iri}> {SCHEMA.about} <{BASE}id/topic/t>"
    for status, asserted in (("derived", True), ("accepted", True), ("suggested", False)):
        lines = list(link_lines(record("why", "", status), Addresses(BASE), None))
        assert (plain in lines) is asserted


def test_the_place_of_a_quote_counts_characters() -> None:
    lines = list(link_lines(record("why", "wind"), Addresses(BASE), TALK))
    start = TALK.text.index("wind")
    said = [line.split(" ", 1)[1] for line in lines]
    assert f"{HW.quotedFrom} {SCHEMA.abstract}" in said
    assert any(line.startswith(f'{HW.quoteStart} "{start}"') for line in said)
    assert any(line.startswith(f'{HW.quoteEnd} "{start + 4}"') for line in said)
