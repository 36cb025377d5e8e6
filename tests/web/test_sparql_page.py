"""The query form in a browser without scripts: it answers with a page, whatever comes of it."""

from __future__ import annotations

import lxml.html
import pytest
from flask.testing import FlaskClient

from hallway.web.sparql import answer_page as sparql_page

TITLES = (
    "PREFIX schema: <https://schema.org/> PREFIX hw: <https://w3id.org/hallway#>"
    " SELECT ?talk ?title ?none { ?talk a hw:Talk ; schema:name ?title } ORDER BY ?title"
)


def sent(browser: FlaskClient, query: str, **more: str) -> lxml.html.HtmlElement:
    answer = browser.post("/sparql", data={"query": query, **more})
    assert answer.mimetype == "text/html"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Accept" in answer.headers["Vary"]
    tree = lxml.html.fromstring(answer.text)
    assert tree.get_element_by_id("query").text == query  # the form keeps what was asked
    tree.status = answer.status_code
    return tree


def test_rows_are_a_table_with_links_to_the_pages_of_things(browser: FlaskClient):
    tree = sent(browser, TITLES + " LIMIT 4")
    table = tree.xpath("//section//table")[0]
    assert table.xpath("thead//th/text()") == ["talk", "title", "none"]
    assert len(table.xpath("tbody/tr")) == 4
    (path,) = table.xpath("tbody/tr[1]/td[1]/a/@href")
    assert browser.get(path).status_code == 200
    assert table.xpath("string(tbody/tr[1]/td[3])") == ""
    assert "4 rows, complete" in tree.text_content()


def test_hostile_values_stay_text(browser: FlaskClient):
    query = 'SELECT (IRI("javascript:alert(1)") AS ?a) ("<script>x</script>"@he AS ?b) {}'
    tree = sent(browser, query)
    cells = tree.xpath("//section//tbody/tr/td")
    assert [cell.text_content().strip() for cell in cells] == [
        "javascript:alert(1)",
        "<script>x</script>",
    ]
    assert not cells[0].xpath(".//a")
    assert cells[1].get("lang") == "he"


def test_a_long_answer_is_cut_and_says_so(browser: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sparql_page, "SHOWN_ROWS", 3)
    tree = sent(browser, TITLES + " LIMIT 7")
    assert len(tree.xpath("//section//tbody/tr")) == 3
    assert "3 of 7 rows" in tree.text_content()
    (csv,) = tree.xpath("//section//a[text()='CSV']/@href")
    assert len(browser.get(csv).text.splitlines()) == 8


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("ASK {}", "Yes."),
        ("ASK { FILTER(false) }", "No."),
        ("SELECT ?x { ?x a <urn:nothing> }", "Nothing matches."),
        ("CONSTRUCT { <urn:a> <urn:b> 1 } {}", "<urn:a> <urn:b>"),
        ("CONSTRUCT {} { ?x a <urn:nothing> }", "The graph is empty."),
    ],
)
def test_every_form_of_query_has_a_readable_answer(browser: FlaskClient, query: str, says: str):
    tree = sent(browser, query)
    assert tree.status == 200
    assert says in tree.xpath("string(//section[@aria-labelledby='answer'])")


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("SELECT ?x {", 400, "Line 1"),
        ("SELECT * { SERVICE <http://x.example/> {} }", 403, "SERVICE"),
        ("INSERT DATA { <urn:a> <urn:b> 1 }", 403, ""),
        ("{" * 3000, 400, ""),
    ],
)
def test_what_went_wrong_is_said_beside_the_query(
    browser: FlaskClient, query: str, status: int, says: str
):
    tree = sent(browser, query)
    assert tree.status == status
    told = tree.xpath("string(//*[@role='alert'])")
    assert says in told
    assert "No answer" in told


def test_programs_and_named_forms_get_what_they_always_got(
    browser: FlaskClient, program: FlaskClient
):
    answer = browser.post("/sparql", data={"query": "ASK {}", "format": "json"})
    assert answer.mimetype == "application/sparql-results+json"
    assert program.post("/sparql", data={"query": "ASK {}"}).mimetype == answer.mimetype
