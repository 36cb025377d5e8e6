"""What the guard lets through, and what it never does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Store

from hallway.graph.engine import InProcessEngine, Limits
from hallway.graph.engine.guard import decode_query, explain_names, guard
from hallway.graph.errors import QueryError

LIMITS = Limits()


def refusal(query: str, limits: Limits = LIMITS) -> QueryError:
    with pytest.raises(QueryError) as caught:
        guard(query, limits)
    return caught.value


@pytest.mark.parametrize(
    ("query", "form"),
    [
        ("SELECT * {}", "SELECT"),
        ("select*{}", "SELECT"),
        ("ASK{}", "ASK"),
        ("PREFIX ask: <http://x.example/> BASE <http://y.example/> DESCRIBE ask:me", "DESCRIBE"),
        ("# INSERT\nCONSTRUCT WHERE { ?s ?p ?o }", "CONSTRUCT"),
        ("\ufeffASK {}", "ASK"),
        ("nonsense", ""),
    ],
)
def test_the_form_is_the_first_keyword_after_the_prologue(query: str, form: str) -> None:
    assert guard(query, LIMITS).form == form


@pytest.mark.parametrize(
    "query",
    [
        'SELECT * { ?s ?p "SERVICE <http://x.example/>" }',
        "SELECT * { ?s ?p 'LOAD' } # SERVICE <http://x.example/> {}",
        'SELECT * { ?s ?p """two "quotes" SERVICE""" }',
        "SELECT * { ?s ?p '''it's SERVICE''' }",
        "SELECT ?service { ?service <http://x.example/SERVICE> $load }",
        "PREFIX s: <http://x.example/> SELECT * { ?s s:service s:Service }",
        'SELECT * { ?s ?p "x"@service }',
        "PREFIX web: <http://x.example/> SELECT * { ?s web:load.service ?o }",
    ],
)
def test_the_words_are_free_in_strings_comments_names_and_addresses(query: str) -> None:
    assert guard(query, LIMITS).form == "SELECT"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://x.example/> { ?s ?p ?o } }",
        "SELECT * { service silent <http://x.example/> { ?s ?p ?o } }",
        "SELECT * { VALUES ?e { <http://x.example/> } SERVICE ?e { ?s ?p ?o } }",
        "SELECT*{SERVICE<http://x.example/>{?s ?p ?o}}",
        # the engine's parser has no tokens, and reads each of these as a call
        "PREFIX ex: <http://x.example/> SELECT * { SERVICEex:a { ?s ?p ?o } }",
        "PREFIX : <http://x.example/> SELECT * { SERVICE:a { ?s ?p ?o } }",
        "SELECT * { ?s ?p 1SERVICE<http://x.example/>{ ?s ?p ?o } }",
        "SELECT * { ?s ?p trueSERVICE<http://x.example/>{ ?s ?p ?o } }",
        "PREFIX ex: <http://x.example/> SELECT * { ?s ?p ex:.SERVICE <http://x.example/> {} }",
        # hidden by escapes, in one reading or in the other
        "SELECT * { S\\u0045RVICE <http://x.example/> { ?s ?p ?o } }",
        "SELECT * { \\U00000053ERVICE <http://x.example/> { ?s ?p ?o } }",
        'SELECT * { ?s ?p "\\u005C" SERVICE <http://x.example/> {} # " }',
        'SELECT * { ?s ?p "a\\u0022 . SERVICE <http://x.example/> {} # " }',
        # hidden behind a comparison that looks like an address
        "SELECT * { FILTER(?a<'>') SERVICE <http://x.example/> {} #'\n}",
        "SELECT * { FILTER(?a<1)SERVICE?e#>\n{ ?s ?p ?o } }",
        "SELECT * { FILTER(?a<1#>'''\n) SERVICE <http://x.example/> {} #'''\n}",
    ],
)
def test_a_call_to_another_address_is_refused_however_it_is_written(query: str) -> None:
    assert refusal(query).kind == "refused"


def test_the_refusal_names_service_and_its_place() -> None:
    error = refusal("SELECT *\n{ SERVICE <http://x.example/> { ?s ?p ?o } }")
    assert "SERVICE" in error.what
    assert (error.line, error.column) == (2, 3)


@pytest.mark.parametrize(
    "update",
    [
        "CLEAR ALL",
        "INSERT DATA { <http://x.example/a> <http://x.example/b> 1 }",
        "PREFIX x: <http://x.example/> DELETE WHERE { ?s ?p ?o }",
        "# SELECT\nLOAD <http://x.example/>",
        "WITH <http://x.example/> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "DROP ALL",
        "insert {} where {}",
    ],
)
def test_an_update_is_no_query(update: str) -> None:
    assert refusal(update).kind == "refused"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * {" + "{" * 3000 + "}" * 3000 + "}",
        "SELECT * { FILTER(" + "(" * 5000 + "1" + ")" * 5000 + ") }",
        "SELECT * { FILTER(" + "!" * 10_000 + "1) }",
        "SELECT * { FILTER(" + "- " * 5000 + "1) }",
        "SELECT * { FILTER(" + "!(" * 101 + "1" + ")" * 101 + ") }",
        "SELECT * " + "{ SELECT * " * 2000 + "{}" + "}" * 2000,
        "SELECT * {" + "OPTIONAL {" * 3000 + "}" * 3000 + "}",
        "SELECT * { ?s ?p " + "(" * 20_000 + ")" * 20_000 + " }",
        "SELECT * { ?s " + "(" * 200 + "<http://x.example/p>" + ")*" * 200 + " ?o }",
        "SELECT * { ?s " + "^" * 201 + "<http://x.example/p> ?o }",
        "SELECT * { ?s ?p " + "[ ?p " * 200 + "]" * 200 + " }",
        "SELECT * { " + "<< " * 200 + ">> " * 200 + " }",
        # not nested to the eye, but to the engine, which ends at some 2,500 of them
        "SELECT * {" + "OPTIONAL {} " * 3000 + "}",
        "SELECT * {" + "MINUS {?s ?p ?o} " * 3000 + "}",
        "SELECT * {" + "".join(f"BIND(1 AS ?v{n}) " for n in range(3000)) + "}",
        "SELECT " + "".join(f"(1 AS ?v{n}) " for n in range(3000)) + "{}",
        "SELECT * { FILTER(" + "+".join("1" * 20_000) + ") }",
    ],
)
def test_what_would_end_the_engine_is_refused_as_nested(query: str) -> None:
    error = refusal(query)
    assert error.kind == "nesting"
    assert error.limit == "query_nesting"
    assert "nest" in error.what


def test_sixty_levels_pass_and_the_engine_bears_them() -> None:
    engine = InProcessEngine(Store())
    query = "SELECT * " + "{" * 60 + "?s ?p ?o" + "}" * 60
    assert guard(query, LIMITS).depth == 60
    assert engine.select(query).rows == []


def test_brackets_in_strings_and_comments_are_not_nesting() -> None:
    assert guard('ASK { ?s ?p "' + "{" * 500 + '" } # ' + "(" * 500, LIMITS).depth == 1


def test_a_long_query_names_the_setting() -> None:
    error = refusal("ASK { } #" + "é" * 60_000)
    assert (error.kind, error.limit) == ("length", "query_bytes")


@pytest.mark.parametrize("query", ["", "  \n", "\ufeff"])
def test_an_empty_query_is_a_syntax_error(query: str) -> None:
    assert refusal(query).kind == "syntax"


def test_bytes_are_utf_8_or_refused_with_their_place() -> None:
    assert decode_query(b"\xef\xbb\xbfASK {}") == "ASK {}"
    with pytest.raises(QueryError) as caught:
        decode_query('ASK\n{ "Curaçao" }'.encode("latin-1"))
    assert (caught.value.line, caught.value.column) == (2, 8)


def test_an_undeclared_prefix_is_named_where_it_stands() -> None:
    error = explain_names("PREFIX a: <http://x.example/>\nSELECT * { a:b c:d _:e }")
    assert error is not None
    assert "c:" in error.what
    assert (error.line, error.column) == (2, 16)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(query: str) -> None:
    kind = ""
    try:
        guard(query, LIMITS)
    except QueryError as error:
        kind = error.kind
    assert kind in {"", "syntax", "refused", "nesting", "length"}


@given(st.text(alphabet="<>'\"#\\\n(){}?a: .1", max_size=60))
def test_no_junk_before_it_hides_a_call(junk: str) -> None:
    """Whatever the engine reads as a query with SERVICE, the guard has refused."""
    query = f"SELECT * {{ {junk} SERVICE <https://service.invalid/> {{ ?s ?p ?o }} }}"
    try:
        guard(query, LIMITS)
    except QueryError:
        return
    # Let through: then the word stands in a string or a comment. The engine tells a call from
    # a syntax error, since the address has no server.
    kind = ""
    try:
        InProcessEngine(Store()).select(query)
    except QueryError as error:
        kind = error.kind
    assert kind in {"", "syntax"}
