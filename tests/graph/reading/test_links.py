from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, parse, serialize
from rdflib import Graph, URIRef

from hallway.graph.reading.links import address, is_recording

# rdflib's reader of JSON-LD makes a graph of a class that rdflib deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")

FORMATS = {
    "turtle": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "xml": RdfFormat.RDF_XML,
    "json-ld": RdfFormat.JSON_LD,
}


def assert_carried(iri: str) -> None:
    """Write the IRI in every syntax with two libraries, and read it with the other one."""
    triple = Quad(NamedNode(iri), NamedNode("http://example.org/p"), NamedNode(iri))
    for name, syntax in FORMATS.items():
        written = serialize([triple.triple], format=syntax) or b""
        assert set(Graph().parse(written, format=name).objects()) == {URIRef(iri)}
        graph = Graph()
        graph.add((URIRef("http://example.org/s"), URIRef("http://example.org/p"), URIRef(iri)))
        read = list(parse(graph.serialize(format=name).encode(), format=syntax))
        assert [one.object for one in read] == [NamedNode(iri)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "https://talks.harbour.example/a b/ü?x=1|2",
            "https://talks.harbour.example/a%20b/ü?x=1%7C2",
        ),
        ("www.harbour.example/slides", "https://www.harbour.example/slides"),
        ("https://ok.harbour.example/{id}", "https://ok.harbour.example/%7Bid%7D"),
        ("mailto:ana@harbour.example", "mailto:ana@harbour.example"),
        ("//harbour.example/a", "https://harbour.example/a"),
        ("linkedin.com/in/ana", "https://linkedin.com/in/ana"),
        ("HTTP://harbour.example/a[1]", "http://harbour.example/a%5B1%5D"),
        ("https://harbour.example/a#b#c", "https://harbour.example/a#b%23c"),
        (" <https://harbour.example/> ", "https://harbour.example/"),
        ('https://harbour.example/"q"\\', "https://harbour.example/%22q%22%5C"),
        ("https://harbour.example", "https://harbour.example"),
        ("https://harbour.example:8080/a?b=c&d=e#f", "https://harbour.example:8080/a?b=c&d=e#f"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
    ],
)  # fmt: skip
def test_addresses_are_repaired_and_carried_by_every_syntax(text: str, expected: str) -> None:
    assert address(text) == (expected, None)
    assert_carried(expected)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("javascript:alert(1)", "javascript:"),
        ("JavaScript:alert(1)", "javascript:"),
        ("data:text/html,<script>", "data:"),
        ("vbscript:x", "vbscript:"),
        ("file:///etc/passwd", "file:"),
        ("https://ok.harbour.example/%zz", "%zz"),
        ("https://ok.harbour.example/100%", "percent"),
        ("/relative/1", "/relative/1"),
        ("mailto:nobody", "mail"),
        ("https://", "host"),
        ("http://a b/", "host"),
        ("http://[::1", "cannot be read"),
        ("https://ana:secret@harbour.example/", "user name"),
        ("https://harbour.example/\x07", "control character"),
        ("[audio]", "[audio]"),
        ("https://harbour.example/" + "a" * 5000, "longer"),
    ],
)
def test_what_is_no_address_is_refused_and_told(text: str, told: str) -> None:
    iri, notice = address(text)
    assert iri is None
    assert told in (notice or "")


def test_nothing_is_no_address_and_needs_no_notice() -> None:
    assert address("  ") == (None, None)


def test_a_relative_address_is_resolved_against_the_base() -> None:
    assert address("/relative/1", "https://harbour.example/x/") == (
        "https://harbour.example/relative/1",
        None,
    )
    assert address("talk 2", "https://harbour.example/x/") == (
        "https://harbour.example/x/talk%202",
        None,
    )
    assert address("javascript:alert(1)", "https://harbour.example/")[0] is None


@given(
    st.text(alphabet=st.characters(exclude_categories=())),
    st.sampled_from(["", "https://harbour.example/", "www.", "mailto:a@b.de?"]),
)
def test_whatever_is_returned_is_an_iri_that_repairs_to_itself(text: str, start: str) -> None:
    iri, notice = address(start + text)
    if iri is None:
        assert notice or not (start + text).strip().strip("<>\"'").strip()
    else:
        assert notice is None
        assert NamedNode(iri).value == iri
        assert address(iri) == (iri, None)
        assert str(Literal(iri)) != ""


@given(st.text(alphabet="az/.:?#[]@!$&'()*+,;=%20|{}^`\\ü\u00a0\u200b\U0001f980", max_size=20))
def test_any_tail_of_an_address_is_carried_or_refused(tail: str) -> None:
    iri, _ = address("https://harbour.example/" + tail)
    if iri is not None:
        assert_carried(iri)


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/watch?v=abc", "https://youtu.be/abc", "https://vimeo.com/1234",
        "https://media.ccc.de/v/38c3-1", "https://video.example/a.webm",
        "https://x.example/a.MP4?x=1",
        "https://archive.org/details/pyvideo_1", "https://peertube.example/videos/watch/1",
    ],
)  # fmt: skip
def test_recordings_are_told_by_their_address(url: str) -> None:
    assert is_recording(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/@channel",
        "https://harbour.example/talk",
        "https://x.example/mp4",
        "",
        "http://[",
    ],
)
def test_other_addresses_are_no_recordings(url: str) -> None:
    assert not is_recording(url)
