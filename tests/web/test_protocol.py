"""The endpoint against the SPARQL 1.1 Protocol, by the names of its test suite; other clients.

The names are those of the requests in the suite of the W3C (section 2 of the Protocol). Requests
and data are our own, since ours is a service that takes no updates and holds one dataset.
"""

from __future__ import annotations

import csv
import io
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
import rdflib
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import (
    Literal,
    NamedNode,
    QueryResultsFormat,
    Store,
    parse_query_results,
)
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from rdflib.query import Result
from SPARQLWrapper import GET, JSON, N3, POST, POSTDIRECTLY, URLENCODED, SPARQLWrapper

from hallway.graph.answers.questions import questions
from hallway.graph.engine import InProcessEngine
from hallway.graph.engine.evaluate import RESULT_TYPES
from hallway.graph.site import Site
from hallway.serving import make_server

QUERY, FORM = "application/sparql-query", "application/x-www-form-urlencoded"
UPDATE = "application/sparql-update"
RESULTS_JSON = "application/sparql-results+json"
TALK = "<https://w3id.org/hallway#Talk>"
IN_DEFAULT = f"ASK {{ ?s a {TALK} }}"
IN_NAMED = f"ASK {{ GRAPH ?g {{ ?s a {TALK} }} }}"
NOTHING = "http://x.example/nothing"


@pytest.fixture(scope="module")
def graphs(small_site: Site) -> list[str]:
    base = small_site.config.base
    return sorted(f"{base}graph/source/{one.slug}" for one in small_site.current.sources)


def yes(answer: Any) -> bool:
    assert answer.status_code == 200
    assert answer.mimetype == RESULTS_JSON
    return bool(answer.json["boolean"])


# Queries that are answered -----------------------------------------------------------------------


def test_query_get(program: FlaskClient):
    assert yes(program.get("/sparql?" + urlencode({"query": IN_DEFAULT})))


def test_query_post_form(program: FlaskClient):
    assert yes(program.post("/sparql", data={"query": IN_DEFAULT}))
    body = urlencode({"query": IN_DEFAULT})
    assert yes(program.post("/sparql", data=body, content_type=FORM + "; charset=UTF-8"))


def test_query_post_direct(program: FlaskClient):
    assert yes(program.post("/sparql", data=IN_DEFAULT, content_type=QUERY))


@pytest.mark.parametrize("method", ["get", "form", "direct"])
def test_query_dataset_full(program: FlaskClient, graphs: list[str], method: str):
    """What the request names is there and nothing else, whichever way the query comes."""

    def asked(query: str, *dataset: tuple[str, str]) -> bool:
        if method == "get":
            return yes(program.get("/sparql?" + urlencode([("query", query), *dataset])))
        if method == "form":
            body = urlencode([("query", query), *dataset])
            return yes(program.post("/sparql", data=body, content_type=FORM))
        return yes(program.post("/sparql?" + urlencode(dataset), data=query, content_type=QUERY))

    default, named = "default-graph-uri", "named-graph-uri"
    here = f"ASK {{ GRAPH <{graphs[0]}> {{ ?s ?p ?o }} }}"
    assert asked(IN_DEFAULT, (default, graphs[0]))
    assert asked(IN_DEFAULT, (default, NOTHING), (default, graphs[0]))
    assert not asked(IN_DEFAULT, (default, NOTHING))
    assert not asked(IN_DEFAULT, (named, graphs[0]))
    assert asked(IN_NAMED, (named, graphs[0]))
    assert not asked(IN_NAMED, (default, graphs[0]))
    assert asked(here, (named, graphs[0]), (named, graphs[1]))
    assert not asked(here, (named, graphs[1]))


def test_query_multiple_dataset(program: FlaskClient, graphs: list[str]):
    """The dataset of the request counts, and not that of the query (2.1.4)."""
    query = f"ASK FROM <{graphs[0]}> {{ ?s a {TALK} }}"
    fields = {"query": query, "default-graph-uri": NOTHING}
    assert yes(program.get("/sparql", query_string={"query": query}))
    assert not yes(program.get("/sparql", query_string=fields))


FORMS = {
    "SELECT ?s { ?s ?p ?o } LIMIT 1": list(RESULT_TYPES),
    "ASK {}": list(RESULT_TYPES),
    "DESCRIBE <http://x.example/>": ["text/turtle", "application/rdf+xml", "application/ld+json"],
    "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o } LIMIT 1": ["text/turtle", "application/n-triples"],
}


@pytest.mark.parametrize(
    ("query", "media_type"), [(query, one) for query, some in FORMS.items() for one in some]
)
def test_query_content_type(program: FlaskClient, query: str, media_type: str):
    answer = program.get("/sparql", query_string={"query": query}, headers={"Accept": media_type})
    assert (answer.status_code, answer.mimetype) == (200, media_type)


# Requests that are none --------------------------------------------------------------------------

TWICE = "query=ASK%20%7B%7D&query=ASK%20%7B%7D"
ODD: dict[str, tuple[str, dict[str, Any], set[int]]] = {
    "bad_query_method": ("PUT", {"query_string": {"query": "ASK {}"}}, {405}),
    "bad_multiple_queries": ("GET", {"query_string": TWICE}, {400}),
    "bad_multiple_queries_form": ("POST", {"data": TWICE, "content_type": FORM}, {400}),
    "bad_multiple_queries_both": (
        "POST",
        {"query_string": {"query": "ASK {}"}, "data": "ASK {}", "content_type": QUERY},
        {400}),
    "bad_query_wrong_media_type": ("POST", {"data": "ASK {}", "content_type": "text/plain"}, {415}),
    "bad_query_missing_form_type": ("POST", {"data": b"query=ASK%20%7B%7D"}, {415}),
    "bad_query_missing_direct_type": ("POST", {"data": b"ASK {}"}, {415}),
    "bad_query_non_utf8": (
        "POST",
        {"data": "ASK {}".encode("utf-16"), "content_type": f"{QUERY}; charset=UTF-16"},
        {415}),
    "bad_query_syntax": ("GET", {"query_string": {"query": "ASK {"}}, {400}),
    "bad_update_get": ("GET", {"query_string": {"update": "CLEAR ALL"}}, {403}),
    "bad_multiple_updates": (
        "POST", {"data": "update=CLEAR+ALL&update=CLEAR+ALL", "content_type": FORM}, {403}),
    "bad_update_wrong_media_type": (
        "POST", {"data": "CLEAR ALL", "content_type": "text/plain"}, {415}),
    "bad_update_missing_form_type": ("POST", {"data": b"update=CLEAR+ALL"}, {415}),
    "bad_update_non_utf8": (
        "POST",
        {"data": "CLEAR ALL".encode("utf-16"), "content_type": f"{UPDATE}; charset=UTF-16"},
        {403, 415}),
    "bad_update_syntax": ("POST", {"data": "CLEAR XYZ", "content_type": UPDATE}, {403}),
    "bad_update_dataset_conflict": (
        "POST",
        {"query_string": {"using-graph-uri": NOTHING}, "content_type": UPDATE,
         "data": f"DELETE {{ ?s ?p ?o }} USING <{NOTHING}> WHERE {{ ?s ?p ?o }}"},
        {403}),
    "update_post_form": ("POST", {"data": {"update": "CLEAR ALL"}}, {403}),
    "update_post_direct": ("POST", {"data": "CLEAR ALL", "content_type": UPDATE}, {403}),
    "update_as_query": ("POST", {"data": {"query": "CLEAR ALL"}}, {403}),
    "multipart_form": ("POST", {"data": {"query": "ASK {}", "f": (io.BytesIO(b"x"), "f")}}, {415}),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_what_the_suite_calls_bad_is_refused_and_changes_nothing(program: FlaskClient, name: str):
    method, request, statuses = ODD[name]
    count = {"query": "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"}
    before = program.get("/sparql", query_string=count).json
    answer = program.open("/sparql", method=method, **request)
    assert answer.status_code in statuses
    if answer.status_code != 405:
        assert answer.mimetype == "application/problem+json"
        assert answer.json["detail"]
        assert answer.json["remedy"]
    assert program.get("/sparql", query_string=count).json == before


def test_the_base_of_relative_addresses_is_no_address_of_the_request(program: FlaskClient):
    """Without BASE an address is absolute, or the query is wrong (Query, 4.1.1)."""
    answer = program.get("/sparql", query_string={"query": "ASK { <x> ?p ?o }"})
    assert answer.status_code == 400
    based = "BASE <http://x.example/> SELECT (<y> AS ?x) {}"
    assert "http://x.example/y" in program.get("/sparql", query_string={"query": based}).text


# Results are read by others as they are ----------------------------------------------------------

NAMES = st.sampled_from(["http://x.example/a", "urn:isbn:0", "http://x.example/ü?q=1&r=<2>#%20"])
TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12
) | st.sampled_from(["", " ", "a\tb", "a\nb", 'a"b', "a\\b", ",", "<&>", "]]>", "=1+2", "\ufeffx"])
TERMS = (
    NAMES.filter(lambda iri: "<" not in iri).map(NamedNode)
    | TEXT.map(Literal)
    | TEXT.map(lambda text: Literal(text, language="de-ch"))
    | st.integers(-(2**40), 2**40).map(Literal)
    | TEXT.map(lambda text: Literal(text, datatype=NamedNode("http://x.example/type")))
)
ROWS = st.lists(st.tuples(st.none() | TERMS, st.none() | TERMS).filter(any), min_size=1, max_size=4)
XML_TEXT = "".join(map(chr, [9, 10, 13]))


def xml_can_carry(text: str) -> bool:
    return all(char in XML_TEXT or (char >= " " and char not in "\ufffe\uffff") for char in text)


def written(rows: list[tuple[Any, Any]], media_type: str) -> bytes:
    """Return rows as the endpoint writes them."""
    values = " ".join(
        f"({' '.join('UNDEF' if t is None else str(t) for t in row)})" for row in rows
    )
    query = f"SELECT ?a ?b {{ VALUES (?a ?b) {{ {values} }} }}"
    answer = InProcessEngine(Store()).serialize(query, [media_type])
    return b"".join(answer.chunks)


def same(term: Any) -> tuple[Any, ...] | None:
    """Return what makes a term of either library equal to another."""
    if term is None:
        return None
    if isinstance(term, Literal):
        datatype = None if term.language else term.datatype.value
        return (term.value, (term.language or "").lower(), datatype)
    if isinstance(term, rdflib.Literal):
        plain = None if term.language else "http://www.w3.org/2001/XMLSchema#string"
        return (str(term), (term.language or "").lower(), str(term.datatype or plain or "") or None)
    return (str(getattr(term, "value", term)),)


@given(ROWS)
def test_json_and_xml_are_read_by_rdflib_with_every_row(rows: list[tuple[Any, Any]]):
    wanted = Counter(tuple(map(same, row)) for row in rows)
    texts = "".join(term.value for row in rows for term in row if term)
    names = {"json": RESULTS_JSON}
    if xml_can_carry(texts):
        names["xml"] = "application/sparql-results+xml"
    for name, media_type in names.items():
        got = Result.parse(io.BytesIO(written(rows, media_type)), format=name)
        a, b = rdflib.Variable("a"), rdflib.Variable("b")
        assert Counter((same(one.get(a)), same(one.get(b))) for one in got.bindings) == wanted


@given(ROWS)
def test_tsv_is_exact_and_csv_holds_the_plain_values(rows: list[tuple[Any, Any]]):
    tsv = parse_query_results(written(rows, "text/tab-separated-values"), QueryResultsFormat.TSV)
    found = Counter(tuple(map(same, row)) for row in tsv)  # type: ignore[union-attr]
    assert found == Counter(tuple(map(same, row)) for row in rows)
    text = written(rows, "text/csv").decode("utf-8")
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read[0] == ["a", "b"]
    plain = [["" if term is None else term.value for term in row] for row in rows]
    assert sorted(read[1:]) == sorted(plain)


def test_xml_that_cannot_carry_a_character_is_still_xml():
    rows = [(Literal("a\x0bb"), None)]
    root = ElementTree.fromstring(written(rows, "application/sparql-results+xml"))  # noqa: S314
    assert "a\ufffdb" in "".join(root.itertext())


# Other clients -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def endpoint(app: Any, small_site: Site) -> Iterator[str]:
    server = make_server(app, small_site.config, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}/sparql"
    server.close()
    server.task_dispatcher.shutdown()
    thread.join(10)


NUMBER = f"SELECT (COUNT(*) AS ?n) {{ ?s a {TALK} }}"


@pytest.fixture(scope="module")
def number(small_site: Site) -> int:
    (row,) = small_site.sparql(NUMBER).dicts()
    return int(row["n"])


@pytest.mark.parametrize(
    ("method", "request_method"), [(GET, URLENCODED), (POST, URLENCODED), (POST, POSTDIRECTLY)]
)
def test_sparqlwrapper_asks_in_every_way(
    endpoint: str, number: int, method: str, request_method: str
):
    wrapper = SPARQLWrapper(endpoint)
    wrapper.setMethod(method)
    wrapper.setRequestMethod(request_method)
    wrapper.setReturnFormat(JSON)
    wrapper.setQuery(NUMBER)
    rows = wrapper.queryAndConvert()["results"]["bindings"]
    assert int(rows[0]["n"]["value"]) == number
    wrapper.setQuery(f"CONSTRUCT {{ ?s a {TALK} }} {{ ?s a {TALK} }}")
    wrapper.setReturnFormat(N3)
    graph = rdflib.Graph().parse(data=wrapper.query().convert(), format="turtle")
    assert len(graph) == number


def test_rdflib_asks_through_its_store(endpoint: str, number: int):
    store = SPARQLStore(endpoint, returnFormat="json")
    graph = rdflib.Graph(store)
    (row,) = graph.query(NUMBER)
    assert int(row[0]) == number
    store.close()


def test_the_service_description_is_read_by_rdflib(endpoint: str):
    graph = rdflib.Graph().parse(endpoint, format="turtle")
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
    assert len(set(graph.subjects(sd.endpoint))) == 1
    features = set(graph.objects(None, sd.feature))
    assert sd.BasicFederatedQuery not in features
    assert set(graph.objects(None, sd.supportedLanguage)) == {sd.SPARQL11Query}


def test_every_stored_question_is_published_and_runs_as_it_is(endpoint: str, program: FlaskClient):
    """What an editor finds at the well-known address is accepted by the endpoint it names."""
    sh = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    schema = rdflib.Namespace("https://schema.org/")
    address = endpoint.replace("/sparql", "/.well-known/sparql-examples")
    graph = rdflib.Graph().parse(address, format="turtle")
    found = dict(graph.subject_objects(sh.select))
    assert {str(one).rpartition("/")[2] for one in found} == set(questions())
    assert len(set(graph.objects(None, schema.target))) == 1
    for text in map(str, found.values()):
        answer = program.post("/sparql", data={"query": text})
        assert answer.status_code == 200
        assert "bindings" in answer.json["results"]


@pytest.mark.parametrize(
    ("accept", "status", "media_type"),
    [
        ("*/*", 200, "text/turtle"),
        ("application/ld+json", 200, "application/ld+json"),
        ("text/html,*/*;q=0.1", 200, "text/turtle"),
        ("text/html", 200, "text/turtle"),
        ("image/png", 406, "application/problem+json"),
    ],
)
def test_examples_are_negotiated(program: FlaskClient, accept: str, status: int, media_type: str):
    answer = program.get("/.well-known/sparql-examples", headers={"Accept": accept})
    assert answer.status_code == status
    if status == 200:
        assert answer.mimetype == media_type
    assert "Accept" in answer.headers["Vary"]
