"""Gzip is unpacked line by line, and never further than may be."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.reading.gzipped import head, is_gzip, lines


@given(st.lists(st.binary(max_size=40).map(lambda one: one.replace(b"\n", b"")), max_size=20))
def test_lines_are_the_same_packed_or_not(given_: list[bytes]) -> None:
    whole = b"\n".join(given_)
    assume(not is_gzip(whole))
    expected = [(n, one) for n, one in enumerate(given_, 1) if one and not one.isspace()]
    for data in (whole, gzip.compress(whole)):
        assert [(n, one.rstrip(b"\n")) for n, one in lines(data)] == expected


def test_the_head_is_had_without_unpacking_the_rest() -> None:
    data = gzip.compress(b"first\n" + b"0" * 1_000_000)
    assert is_gzip(data)
    assert head(data, 6) == b"first\n"
    assert head(b"plain text", 5) == b"plain"
    assert head(data[:8]) == b""
    assert head(b"\x1f\x8b\x08 no gzip at all") == b""


def test_a_small_file_that_unpacks_to_much_is_refused() -> None:
    data = gzip.compress((b"0" * 999 + b"\n") * 50_000)
    assert len(data) * 200 < 50_000_000
    with pytest.raises(SourceError, match="unpacks to more than"):
        list(lines(data, "bomb.gz"))


def test_a_line_without_end_is_refused() -> None:
    with pytest.raises(SourceError, match="a line has more"):
        list(lines(b"0" * (16 * 1024 * 1024 + 10)))


def test_a_damaged_file_is_refused_with_its_place() -> None:
    data = gzip.compress(b"\n".join(b"line %d" % n for n in range(5000)))
    for broken in (data[: len(data) // 2], data[:-4] + b"0000", data[:20] + b"\0" * 20 + data[40:]):
        with pytest.raises(SourceError, match="cannot be unpacked"):
            list(lines(broken, "cut.gz"))
