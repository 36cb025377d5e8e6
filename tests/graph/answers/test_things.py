"""One thing and lists of things, asked of a small graph that can be counted by hand."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given as each
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from hallway.graph.answers import relations, things
from hallway.graph.iris import document_path, iri_of
from hallway.graph.vocabulary import HW, RDF

BASE = "http://127.0.0.1:8000/"


@pytest.fixture
def engine(harbour, build_store, store_engine):
    return store_engine(build_store(harbour, {"compilers": "training"}))


def test_a_thing_is_described_with_the_names_of_what_it_leads_to(engine, iri_of):
    talk = things.describe(engine, BASE, iri_of("talk", "Training at scale"))
    assert talk.label == "Training at scale"
    assert talk.number("hw:minutes") == 19
    assert {ref.label for ref in talk.refs("schema:about")} == {"storage", "training"}
    assert talk.text("schema:abstract") == "Checkpoints of large models."
    assert talk.is_a("hw:Talk")
    assert talk.first("schema:location") is None


def test_nothing_is_described_that_is_not_there(engine, iri_of):
    assert things.describe(engine, BASE, iri_of("talk", "None such")) is None
    assert things.describe(engine, BASE, "https://elsewhere.example/x") is None
    assert not things.exists(engine, iri_of("talk", "None such"))


def test_topics_of_talks_keep_stated_derived_and_suggested_apart(engine, iri_of):
    talks = [iri_of("talk", name) for name in ("Training at scale", "Distributed checkpoint")]
    found = relations.links_to_topics(engine, talks)
    assert [(ref.label, ref.status) for ref in found[talks[0]]] == [
        ("storage", "derived"),
        ("training", "stated"),
    ]
    assert [(ref.label, ref.status) for ref in found[talks[1]]] == [
        ("kernels", "suggested"),
        ("storage", "stated"),
    ]


def test_a_rejected_link_says_nothing(harbour, build_store, store_engine, iri_of):
    store = build_store(harbour)
    talk = NamedNode(iri_of("talk", "Distributed checkpoint"))
    for quad in list(store.quads_for_pattern(None, RDF.subject, talk)):
        for old in list(store.quads_for_pattern(quad.subject, HW.status, None)):
            store.remove(old)
            store.add(Quad(quad.subject, HW.status, HW.rejected))
    found = relations.links_to_topics(store_engine(store), [talk.value])
    assert [ref.label for ref in found[talk.value]] == ["storage"]


def test_presenters_are_never_suggestions(engine, iri_of):
    talk = iri_of("talk", "Training at scale")
    assert [(r.label, r.status) for r in relations.presenters(engine, [talk])[talk]] == [
        ("Meta", "derived")
    ]
    assert relations.presenters(engine, []) == {}


def test_performers_and_affiliations(engine, iri_of):
    talk = iri_of("talk", "Training at scale")
    people = relations.performers(engine, [talk])[talk]
    assert {ref.label for ref in people} == {"Ana Lind", "Omar Haddad"}
    (where,) = relations.affiliations(engine, iri_of("person", "Mei Tanaka"))
    assert (where.label, where.note) == ("Fermilab", "2026")


def test_lists_are_ordered_by_name(engine):
    labels = [ref.label for ref in things.list_things(engine, "talk")]
    assert labels == sorted(labels, key=str.lower)


def test_talks_by_year_add_up(engine, iri_of):
    assert relations.talks_by_year(engine) == {2024: 2, 2025: 1, 2026: 2}
    assert relations.talks_by_year(engine, iri_of("topic", "training")) == {2024: 1, 2026: 1}


def test_a_thing_is_found_by_iri_path_slug_and_name(engine, iri_of):
    wanted = iri_of("topic", "storage")
    for text in (wanted, "topic/storage", "storage", "Storage", "  storage "):
        assert things.resolve(engine, BASE, "topic", text) == wanted
    for text in ("", "none such", 'x" } #', "topic/<x>", "\x00", "a\nb"):
        assert things.resolve(engine, BASE, "topic", text) is None


def test_the_graph_of_a_document_has_both_directions_and_names(engine, iri_of):
    topic = iri_of("topic", "storage")
    answer = engine.serialize(things.graph_query(topic), ["application/n-triples"])
    triples = {
        (q.subject.value, q.predicate.value.rpartition("/")[2], q.object.value)
        for q in parse(b"".join(answer.chunks), format=RdfFormat.N_TRIPLES)
    }
    for name in ("Training at scale", "Distributed checkpoint"):
        talk = iri_of("talk", name)
        assert (talk, "about", topic) in triples
        assert any(s == talk and o == name for s, _, o in triples)


@each(st.text(min_size=1, max_size=40))
def test_the_path_of_an_address_leads_back_to_it(slug: str):
    iri = iri_of(BASE, "talk", slug)
    if iri is None or not iri.removeprefix(BASE + "id/talk/"):
        return
    path = document_path(BASE, iri)
    assert path is not None
    assert path.isascii()
    kind, _, rest = path.partition("/")
    assert "/" not in rest
    assert iri_of(BASE, kind, unquote(rest)) == iri_of(
        BASE, "talk", unquote(iri.rsplit("/id/talk/")[1])
    )
