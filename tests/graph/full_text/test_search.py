"""What people type finds what they mean, and nothing they type breaks it."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tantivy
from hypothesis import example, settings
from hypothesis import given as forall
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad

from hallway.graph.building.indexing import with_words
from hallway.graph.errors import SiteError
from hallway.graph.full_text.documents import Document, documents
from hallway.graph.full_text.search import SearchIndex, build, fold, words
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, SKOS

THINGS = [
    Document("i:julie", "person", "Julie Bernauer", note="1 talk", weight=1),
    Document("i:sato", "person", "佐藤光", weight=2),
    Document("i:irina", "person", "Ирина Ёлкина", weight=1),
    Document("i:francois", "person", "François Pérez", ("Paco Pérez",), weight=1),
    Document("i:soren", "person", "Søren Łukasz", weight=1),
    Document("i:eos", "talk", "Eos as a SuperPOD", text="A machine with fast storage. " * 9,
             words=("Julie Bernauer", "networks"), note="Systems 2024 · 19 min", year=2024),
    Document("i:cpp", "talk", "Modern C++ by example"),
    Document("i:storage", "topic", "storage", weight=12),
    Document("i:store", "topic", "object storage and retrieval", weight=3),
    Document("i:city", "place", "Storage City", weight=1),
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory) -> SearchIndex:
    folder = tmp_path_factory.mktemp("search") / "index"
    assert build(folder, THINGS) == len(THINGS)
    return SearchIndex(folder)


def found(index: SearchIndex, text: str, **options) -> list[str]:
    return [hit.iri for hit in index.search(text, **options).items]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Bernaur", "i:julie"),  # a letter is missing
        ("bernuaer", "i:julie"),  # two letters are swapped
        ("bern", "i:julie"),  # not finished
        ("francois perez", "i:francois"),  # no accents
        ("FRANÇOIS", "i:francois"),
        ("paco", "i:francois"),  # another name
        ("soren lukasz", "i:soren"),
        ("佐藤光", "i:sato"),
        ("佐藤", "i:sato"),
        ("藤光", "i:sato"),
        ("Ирина", "i:irina"),
        ("елкин", "i:irina"),
        ("c++", "i:cpp"),
        ("bernauer superpod", "i:eos"),  # a talk by its speaker and title
        ("storage", "i:storage"),  # the name that is all of it, before the longer one
    ],
)
def test_what_is_typed_finds_what_is_meant(index, typed, first):
    assert found(index, typed)[0] == first


def test_signs_in_another_order_are_another_name(index):
    assert found(index, "光藤佐") == []


def test_one_typing_error_needs_four_letters_and_two_need_eight(index):
    assert found(index, "eoss") == ["i:eos"]
    assert found(index, "eis") == []
    assert found(index, "storxge")[0] == "i:storage"
    assert found(index, "storxgx") == []
    assert found(index, "retriexxl") == ["i:store"]


def test_names_weigh_more_than_text(index):
    hits = found(index, "storage")
    assert hits.index("i:city") < hits.index("i:eos")


def test_a_sigil_asks_for_topics_or_places(index):
    assert set(found(index, "#storage")) == {"i:storage", "i:store"}
    assert found(index, "@storage") == ["i:city"]
    assert [hit.iri for hit in index.suggest("#stor")] == ["i:storage", "i:store"]


def test_counts_tell_of_all_kinds_and_the_total_of_those_asked_for(index):
    hits = index.search("storage", kinds=("topic",))
    assert hits.counts == {"talk": 1, "topic": 2, "place": 1}
    assert (hits.total, {hit.kind for hit in hits.items}) == (2, {"topic"})


def test_without_a_match_for_all_words_some_will_do_and_it_says_so(index):
    hits = index.search("bernauer zeppelin")
    assert hits.relaxed
    assert hits.items[0].iri == "i:julie"
    assert not index.search("bernauer").relaxed
    assert not index.search("zeppelin quagga").relaxed


def test_what_matched_is_marked(index):
    hit = index.search("Bernaur").items[0]
    assert [hit.label[start:end] for start, end in hit.ranges] == ["Bernauer"]
    typed = index.suggest("bern")[0]
    assert [typed.label[start:end] for start, end in typed.ranges] == ["Bern"]
    eos = next(hit for hit in index.search("storage").items if hit.iri == "i:eos")
    assert {eos.excerpt[start:end] for start, end in eos.excerpt_ranges} == {"storage"}
    assert len(eos.excerpt) < 200


def test_suggestions_begin_with_what_is_typed_then_contain_it_else_resemble_it(index):
    assert [hit.iri for hit in index.suggest("stor")] == ["i:storage", "i:city", "i:store"]
    assert [hit.iri for hit in index.suggest("bernaur")] == ["i:julie"]
    assert [hit.iri for hit in index.suggest("sto", kinds=("place",))] == ["i:city"]
    assert len(index.suggest("sto", limit=1)) == 1


def test_pages_continue_each_other(index):
    whole = found(index, "storage")
    assert [*found(index, "storage", limit=2), *found(index, "storage", limit=9, offset=2)] == whole


def test_the_order_does_not_depend_on_the_order_of_the_documents(index, tmp_path):
    mixed = THINGS.copy()
    random.Random(4).shuffle(mixed)  # noqa: S311
    build(tmp_path / "other", mixed)
    other = SearchIndex(tmp_path / "other")
    for text in ("storage", "julie storage", "s", "e"):
        assert other.search(text) == index.search(text)


def test_equal_matches_come_by_talks_then_name(tmp_path):
    build(tmp_path / "i", [Document(f"i:{n}", "person", f"Kim {n}", weight=1) for n in "cab"])
    assert found(SearchIndex(tmp_path / "i"), "kim") == ["i:a", "i:b", "i:c"]


@forall(
    st.text(max_size=60) | st.text(st.sampled_from('ab"*:+-~^()[]{}\\/!?#@ &|<>\'"'), max_size=30)
)
@settings(max_examples=150)
def test_any_text_is_a_query(index, text):
    hits = index.search(text)
    assert len(hits.items) == min(20, hits.total)
    for hit in [*hits.items, *index.suggest(text)]:
        assert all(0 <= start < end <= len(hit.label) for start, end in hit.ranges)
        assert all(0 <= s < e <= len(hit.excerpt) for s, e in hit.excerpt_ranges)


@forall(st.text(max_size=40))
@example("ℙ")
def test_folding_is_idempotent_and_words_are_folded(text):
    assert fold(fold(text)) == fold(text)
    assert all(fold(word) == word for word in words(text))


@forall(st.text(st.characters(max_codepoint=0x7F), max_size=60))
def test_plain_text_is_cut_like_any_other(text):
    # A trailing letter of another script switches to the general rule.
    assert words(text) == words(text + " ж")[:-1]


def test_a_very_long_query_is_cut_short(index):
    assert index.search("storage " * 5000).items


def test_no_index_is_a_plain_error(tmp_path):
    with pytest.raises(SiteError) as caught:
        SearchIndex(tmp_path / "none")
    assert caught.value.remedy


def test_building_again_replaces_the_index(tmp_path):
    build(tmp_path / "i", THINGS)
    build(tmp_path / "i", THINGS[:1])
    assert SearchIndex(tmp_path / "i").search("storage").total == 0


# Documents of a store ------------------------------------------------------------------------


def test_a_store_gives_a_document_for_each_thing_with_a_telling_note(build_store, harbour, iri_of):
    found = {one.iri: one for one in documents(build_store(harbour))}
    notes = {
        ("talk", "Training at scale"): "Harbour Conf 2026 · 19 min",
        ("talk", "Keynote"): "Harbour Conf 2025",
        ("person", "Mei Tanaka"): "2 talks",
        ("person", "Iris Wong"): "1 talk",
        ("topic", "training"): "3 talks",
        ("organization", "Fermilab"): "1 talk",
        ("event", "Harbour Conf 2026"): "2026 · 2 talks",
        ("series", "Harbour Conf"): "2 editions",
    }
    assert {key: found[iri_of(*key)].note for key in notes} == notes
    assert {one.kind for one in found.values()} == {
        "talk", "person", "topic", "organization", "event", "series",
    }  # fmt: skip
    talk = found[iri_of("talk", "Training at scale")]
    assert set(talk.words) == {
        "Ana Lind", "Omar Haddad", "storage", "training", "Meta", "Harbour Conf 2026",
    }  # fmt: skip
    assert (talk.year, talk.text) == (2026, "Checkpoints of large models.")


def test_other_names_are_found_and_rooms_and_breaks_are_not(build_store, harbour, iri_of, tmp_path):
    store = build_store(harbour)

    def say(kind: str, name: str, *facts: tuple[NamedNode, Any]) -> None:
        node = NamedNode(iri_of(kind, name))
        for predicate, value in ((RDFS.label, Literal(name)), *facts):
            store.add(Quad(node, predicate, value))

    event = NamedNode(iri_of("event", "Pier 2024"))
    say("person", "Mei Tanaka", (SCHEMA.alternateName, Literal("田中芽衣")))
    say("topic", "storage", (SKOS.altLabel, Literal("persistence")))
    say("audience", "Storage engineers", (RDF.type, HW.Audience))
    say("place", "Hamburg", (RDF.type, SCHEMA.Place))
    say("place", "Online", (RDF.type, SCHEMA.VirtualLocation))
    say("room", "Hamburg Hall", (RDF.type, SCHEMA.Place), (RDF.type, HW.Room))
    say("session", "Hamburg lunch", (RDF.type, HW.Session), (RDF.type, SCHEMA.Event))
    for predicate, kind, name in ((SCHEMA.location, "place", "Hamburg"),
                                  (SCHEMA.audience, "audience", "Storage engineers")):  # fmt: skip
        store.add(Quad(event, predicate, NamedNode(iri_of(kind, name))))
    build(tmp_path / "i", documents(store))
    index = SearchIndex(tmp_path / "i")
    assert [(hit.label, hit.note) for hit in index.search("hamburg").items] == [
        ("Hamburg", "1 event")
    ]
    assert index.search("田中").items[0].label == "Mei Tanaka"
    assert index.search("persistence").items[0].label == "storage"
    assert index.suggest("storage eng")[0].note == "1 event"
    assert index.search("@online").items[0].label == "Online"


@pytest.mark.slow
def test_twenty_two_thousand_talks_are_indexed_in_one_segment_and_found(tmp_path: Path):
    chance = random.Random(42)  # noqa: S311
    letters = "abcdefghijklmnopqrstuvwxyz"
    vocabulary = ["".join(chance.choices(letters, k=chance.randint(3, 10))) for _ in range(30_000)]
    talks = [
        Document(f"i:{n}", "talk", " ".join(chance.choices(vocabulary, k=7)),
                 text=" ".join(chance.choices(vocabulary, k=120)))
        for n in range(22_000)
    ]  # fmt: skip
    assert build(tmp_path / "i", talks) == 22_000
    index = SearchIndex(tmp_path / "i")
    for talk in chance.choices(talks, k=20):
        assert found(index, talk.label)[0] == talk.iri


# Narrowing ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dated(tmp_path_factory) -> tuple[SearchIndex, list[Document]]:
    some = [
        Document(f"i:{n}", "event" if n % 5 == 0 else "talk", f"Harbour {n}", year=2020 + n % 3,
                 series=("s:docks", "s:quays", None)[n % 7 % 3])
        for n in range(40)
    ]  # fmt: skip
    some.append(Document("i:person", "person", "Harbour Master"))
    folder = tmp_path_factory.mktemp("dated") / "index"
    build(folder, some)
    return SearchIndex(folder), some


@pytest.mark.parametrize("kinds", [(), ("talk",)])
@pytest.mark.parametrize("year", [None, 2021, 1999])
@pytest.mark.parametrize("series", [None, "s:docks", "s:none"])
def test_a_search_is_narrowed_and_each_facet_counts_the_others(dated, kinds, year, series):
    index, some = dated
    hits = index.search("harbour", kinds=kinds, year=year, series=series, limit=100)

    def kept(one: Document, but: str = "") -> bool:
        return (
            (but == "kind" or not kinds or one.kind in kinds)
            and (but == "year" or year is None or one.year == year)
            and (but == "series" or series is None or one.series == series)
        )

    assert {hit.iri for hit in hits.items} == {one.iri for one in some if kept(one)}
    assert hits.total == len(hits.items)
    assert hits.counts == dict(Counter(one.kind for one in some if kept(one, "kind")))
    assert hits.years == dict(Counter(o.year for o in some if kept(o, "year") and o.year))
    assert hits.series == dict(Counter(o.series for o in some if kept(o, "series") and o.series))
    assert list(hits.years) == sorted(hits.years, reverse=True)


def test_documents_know_the_series_of_talks_and_events(build_store, given, iri_of):
    talks = [
        given("Eos", ("Ana",), event="Docks 2024", series="Docks"),
        given("Alone", ("Bo",), event="X", series=""),
    ]
    found = {one.iri: one.series for one in documents(build_store(talks)) if one.series}
    series = iri_of("series", "Docks")
    assert found == {iri_of("talk", "Eos"): series, iri_of("event", "Docks 2024"): series}


def test_an_index_of_an_earlier_version_is_read_as_well(tmp_path: Path):
    builder = tantivy.SchemaBuilder()
    for name in ("iri", "kind", "label", "note", "text", "whole"):
        builder.add_text_field(name, stored=True, fast=name == "kind", tokenizer_name="raw")
    for name in ("name", "body"):
        builder.add_text_field(name, tokenizer_name="words")
    for name in ("weight", "year"):
        builder.add_unsigned_field(name, stored=True, indexed=True, fast=True)
    builder.add_text_field("series", fast=True, tokenizer_name="raw")
    index = with_words(tantivy.Index(builder.build(), path=str(tmp_path)))
    writer = index.writer(num_threads=1)
    said = {"iri": "i:eos", "kind": "talk", "label": "Eos as a SuperPOD", "note": "Systems"}
    writer.add_json(json.dumps(said | {"name": "eos as a superpod", "weight": 0, "year": 2024}))
    writer.commit()
    writer.wait_merging_threads()
    (hit,) = SearchIndex(tmp_path).search("superpod").items
    assert (hit.iri, hit.kind, hit.label, hit.note, hit.year) == (*said.values(), 2024)
