"""XML of strangers is parsed without trust and repaired where it can be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.syntax.xml_tree import as_ascii, parse_pieces, parse_xml


def test_names_are_read_without_their_namespace() -> None:
    root, report = parse_xml(b'<a xmlns="urn:x"><b/><c:d xmlns:c="urn:y"/></a>', ReadOptions())
    assert [one.tag for one in root.iter()] == ["a", "b", "d"]
    assert not report.notices


def test_what_is_cut_is_repaired_and_told_with_its_line() -> None:
    root, report = parse_xml(b"<a>\n<b>x</b>\n<c>y", ReadOptions())
    assert root.findtext("b") == "x"
    assert report.notices[0].where == "line 3"


def test_names_that_are_none_cost_nothing_else() -> None:
    root, report = parse_xml(b'<a xmlns="urn:x"><b>x</b><resourc:>y</resourc:></a>', ReadOptions())
    assert root.findtext("b") == "x"
    assert report.notices


def test_document_types_are_refused_in_any_encoding() -> None:
    bomb = '<?xml version="1.0"?><!-- x --><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    for data in (bomb.encode(), bomb.encode("utf-16"), b"\xef\xbb\xbf" + bomb.encode()):
        with pytest.raises(SourceError, match="DTD"):
            parse_xml(data, ReadOptions())
    assert as_ascii(bomb.encode("utf-16")) == bomb.encode()


@given(st.binary(max_size=80))
def test_any_bytes_end_in_a_tree_or_a_source_error(data: bytes) -> None:
    for source in (data, b'<a xmlns="urn:x"><b>' + data):
        try:
            parse_xml(source, ReadOptions())
        except SourceError:
            pass


def test_what_is_taken_out_leaves_the_tree_and_has_its_parents() -> None:
    data = b'<a xmlns="u"><b n="1"><c>x</c><c>y</c></b><b n="2"><c>z</c></b><d/></a>'
    sizes = []

    def take(piece: etree._Element) -> tuple[str, str | None]:
        above = piece.getparent()
        sizes.append(len(above))
        return above.get("n", ""), piece.text

    root, taken, report = parse_pieces(data, ReadOptions(), "c", take)
    assert taken == [("1", "x"), ("1", "y"), ("2", "z")]
    assert max(sizes) <= 2
    assert ([one.tag for one in root], report.notices) == (["b", "b", "d"], [])


def test_what_is_repaired_is_taken_once() -> None:
    data = b"<a><b>x</b><b>y & z</b><b>w</b></a>"
    _, taken, report = parse_pieces(data, ReadOptions(), "b", lambda piece: piece.text)
    assert (taken[0], taken[-1], len(taken)) == ("x", "w", 3)
    assert len(report.notices) == 1
