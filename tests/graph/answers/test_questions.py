from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, Store

from hallway.graph.answers.questions import ask, iri_term, parse_question, question, questions
from hallway.graph.engine import InProcessEngine
from hallway.graph.errors import QueryError
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA

BASE = "http://127.0.0.1:8000/"
HEADER = """\
# title: Talks with a title
# description: Finds talks by their title and year.
# parameter: title  xsd:string, the whole title
# parameter: year  xsd:integer, the year
# column: talk  the talk
# page: home
# place: talks
# show: table
"""
BODY = """\
PREFIX schema: <https://schema.org/>
SELECT ?talk WHERE {
  VALUES ?title { UNDEF }
  ?talk schema:name ?title .
}
ORDER BY ?talk
LIMIT 10
"""


def small() -> Store:
    store = Store()
    talk, ana = NamedNode(BASE + "id/talk/eos"), NamedNode(BASE + "id/person/ana")
    topic = NamedNode(BASE + "id/topic/storage")
    for subject, predicate, value in (
        (talk, RDF.type, HW.Talk),
        (talk, SCHEMA.name, Literal('A "quoted" } title')),
        (talk, SCHEMA.about, topic),
        (talk, SCHEMA.performer, ana),
        (ana, RDFS.label, Literal("Ana")),
        (topic, RDFS.label, Literal("storage")),
    ):
        store.add(Quad(subject, predicate, value))
    return store


def terms(query: str, variable: str) -> str:
    """Return what stands in the VALUES line of a variable."""
    (line,) = (line for line in query.splitlines() if f"VALUES ?{variable} " in line)
    return line.split("{", 1)[1].rsplit("}", 1)[0].strip()


@pytest.mark.parametrize(
    ("value", "base"),
    [
        (BASE + "id/topic/storage", ""),
        ("topic/storage", BASE),
        ("  topic/storage ", BASE),
    ],
)
def test_a_thing_may_be_given_in_full_or_by_kind_and_slug(value, base):
    query = question("speakers-of-topic").bind(base=base, topic=value)
    assert terms(query, "topic") == f"<{BASE}id/topic/storage>"


def test_a_curie_is_expanded_with_our_prefixes():
    query = question("speakers-of-topic").bind(topic="hw:Talk")
    assert terms(query, "topic") == "<https://w3id.org/hallway#Talk>"


def test_a_question_is_answered_for_the_thing_it_is_asked_for():
    engine = InProcessEngine(small())
    found = ask(engine, "speakers-of-topic", base=BASE, topic="topic/storage")
    assert found.variables == ("person", "label", "talks", "first", "last")
    assert list(found.dicts()) == [{"person": BASE + "id/person/ana", "label": "Ana", "talks": "1"}]
    assert ask(engine, "speakers-of-topic", base=BASE, topic="topic/other").rows == []


def test_every_slot_of_a_parameter_is_filled():
    query = question("talks-like").bind(talk=BASE + "id/talk/eos")
    assert "UNDEF" not in query
    assert query.count(f"VALUES ?talk {{ <{BASE}id/talk/eos> }}") == 2


def test_binding_changes_only_the_slots():
    plain = question("editions-of-series")
    bound = plain.bind(series=BASE + "id/series/x")
    assert bound.replace(f"<{BASE}id/series/x>", "UNDEF") == plain.text


@pytest.mark.parametrize(
    "value",
    [
        "", " ", "storage", "topic/storage", "<http://a.example/>", "http://a.example/ b",
        "http://a.example/> } ?s ?p ?o { <http://b.example/", "http://a.example/\\u003e", "a:",
        'http://a.example/"', "http://a.example/{x}", "http://a.example/`",
        "http://a.example/x\ny", "//a.example/", "http://a.example/\ud800",
    ],
)  # fmt: skip
def test_what_is_no_iri_is_refused_with_an_example(value):
    with pytest.raises(QueryError) as caught:
        question("speakers-of-topic").bind(topic=value)
    assert caught.value.kind == "parameter"
    assert '"topic"' in caught.value.what
    assert "topic=topic/liquid-cooling" in caught.value.remedy


def test_a_parameter_that_does_not_exist_is_refused():
    with pytest.raises(QueryError, match='has no parameter "person"') as caught:
        question("speakers-of-topic").bind(person="hw:Talk")
    assert "topic=" in caught.value.remedy
    with pytest.raises(QueryError, match='has no parameter "topic"') as caught:
        question("events").bind(topic="hw:Talk")
    assert "no parameter" in caught.value.remedy


def test_a_required_parameter_that_is_left_out_is_named():
    with pytest.raises(QueryError, match='needs the parameter "talk"') as caught:
        question("talks-like").bind()
    assert caught.value.kind == "parameter"
    assert "talk=talk/" in caught.value.remedy


def test_a_question_that_does_not_exist_is_refused_with_near_names():
    with pytest.raises(QueryError, match='no question "speakers"') as caught:
        question("speakers")
    assert "speakers-of-topic" in caught.value.remedy
    assert "places" not in caught.value.remedy


def test_questions_are_sorted_and_read_once():
    assert list(questions()) == sorted(questions())
    assert questions() is questions()


def test_a_parameter_knows_the_kind_of_thing_it_asks_for():
    kinds = {p.kind for q in questions().values() for p in q.parameters}
    assert kinds == {"topic", "person", "event", "series", "organization", "audience", "talk"}


@pytest.mark.parametrize(
    "line",
    ["# title: twice", "# what is this", "# column: nothing", "# parameter: x  some words"],
)
def test_a_broken_header_is_told_with_its_line(line):
    with pytest.raises(QueryError) as caught:
        parse_question("broken", HEADER + line + "\n" + BODY)
    assert caught.value.kind == "syntax"
    assert str(caught.value).startswith("queries/broken.rq:9: ")


@pytest.mark.parametrize("key", ["title", "description", "page", "place", "show"])
def test_a_header_line_that_is_missing_is_named(key):
    lines = [line for line in HEADER.splitlines(keepends=True) if not line.startswith(f"# {key}:")]
    with pytest.raises(QueryError, match=f'"{key}" is missing'):
        parse_question("broken", "".join(lines) + BODY)


@pytest.mark.parametrize("value", ["2024-01", "", "1e3", "٣", "1 } #", "9" * 30])
def test_a_number_has_to_be_a_whole_number(value):
    with pytest.raises(QueryError, match='parameter "year"'):
        parse_question("by-title", HEADER + BODY).bind(year=value)


def test_a_literal_is_found_whatever_characters_it_has():
    titled = parse_question("by-title", HEADER + BODY)
    engine = InProcessEngine(small())
    assert len(engine.select(titled.bind(title='A "quoted" } title')).rows) == 1
    assert engine.select(titled.bind(title='Bob" . ?s ?p ?o . } #')).rows == []


@given(value=st.text(alphabet=st.characters(codec="utf-8")))
def test_no_text_changes_the_structure_of_a_query(value):
    """Whatever the value, the query finds the one talk of that very title and nothing else."""
    store, talk = small(), NamedNode(BASE + "id/talk/odd")
    store.add(Quad(talk, SCHEMA.name, Literal(value)))
    query = parse_question("by-title", HEADER + BODY).bind(title=value)
    assert [row["talk"] for row in store.query(query)] == [talk]


@given(value=st.text())
def test_an_iri_is_one_term_or_refused(value):
    with suppress(QueryError):
        query = question("speakers-of-topic").bind(topic=value)
        iri = terms(query, "topic")
        assert NamedNode(iri[1:-1]) is not None
        assert not set(iri[1:-1]) & set('<>"{}|^`\\ \n\r\t')
        assert Store().query(query) is not None


def test_an_address_may_be_of_any_kind():
    assert iri_term("link/abc", BASE) == f"<{BASE}id/link/abc>"
    assert iri_term("http://a.example/é") == "<http://a.example/é>"
    with pytest.raises(QueryError) as caught:
        iri_term("link/abc")
    assert caught.value.kind == "parameter"
    assert "link/abc" in caught.value.what
