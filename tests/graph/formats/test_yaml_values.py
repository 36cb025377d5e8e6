"""YAML as text: nothing is guessed, and nothing hostile gets far."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats.syntax.yaml_values import Fields, parse, truth


def read(text: str) -> Any:
    return parse(text, "a.yml")


@pytest.mark.parametrize(
    "written", ["13:45", "no", "0930", "1.10", "2020-10-11 8:00:00 -0500", "2024-11-12", "0x1F"]
)
def test_a_plain_scalar_stays_as_it_is_written(written: str) -> None:
    assert read(f"a: {written}") == {"a": written}


def test_only_an_unquoted_nothing_is_none() -> None:
    assert read("a:\nb: ~\nc: null\nd: ''\ne: 'null'") == {
        "a": None,
        "b": None,
        "c": None,
        "d": "",
        "e": "null",
    }


def test_a_mapping_knows_its_line() -> None:
    found = read("# head\n---\n- a: 1\n- b: 2\n\n- c: {d: 3}\n")
    assert [one.line for one in found] == [3, 4, 6]
    assert found[2]["c"].line == 6


def test_lines_count_from_where_the_text_begins() -> None:
    assert parse("- a: 1", "a.yml", first_line=7)[0].line == 7


def test_merged_keys_do_not_replace_own_ones() -> None:
    assert read("x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3")["y"] == {"a": "1", "b": "3"}


def test_only_the_first_document_is_read() -> None:
    assert read("a: 1\n---\nb: 2\n") == {"a": "1"}


def test_characters_that_yaml_cannot_carry_do_not_lose_the_file() -> None:
    assert read("a: b\x00c\x1bd\ufeff") == {"a": "bcd"}


def test_an_error_names_the_line_and_what_to_do() -> None:
    with pytest.raises(SourceError) as caught:
        read("a: 1\nb: {c\nd: e: f\n")
    assert caught.value.where.startswith("a.yml, line ")
    assert caught.value.remedy


LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LAUGHS, "aliases unfolded"),
        ("a: &a x\nb: [" + ", ".join(["*a"] * 10_001) + "]", "more than 10,000 aliases"),
        ("- " * 5000, "nested deeper"),
        ("[" * 150, "nested deeper"),
        ("[" * 50_000, ""),
        ("a: &a [*a]", "stands for nothing"),
        ("a: *b", "stands for nothing"),
    ],
)
def test_what_would_never_end_is_refused_at_once(text: str, said: str) -> None:
    begun = time.monotonic()
    with pytest.raises(SourceError) as caught:
        read(text)
    assert said in caught.value.what
    assert time.monotonic() - begun < 5


def test_words_for_yes_and_no() -> None:
    assert [truth(one) for one in ("true", "Yes", "off", "N", "maybe", None, [])] == [
        True,
        True,
        False,
        False,
        None,
        None,
        None,
    ]


plain = st.recursive(
    st.none()
    | st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abcdefgh", min_size=1, max_size=4), inner, max_size=4)
    ),
    max_leaves=15,
)


def written(value: Any) -> str:
    """Write a value as flow YAML with every text in quotes."""
    if value is None:
        return "null"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return "{" + ", ".join(f'"{key}": {written(one)}' for key, one in value.items()) + "}"


@settings(max_examples=60)
@given(plain)
def test_what_is_written_is_read(value: Any) -> None:
    assert read(written(value)) == value


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(SourceError):
        assert isinstance(read(text), Fields | list | str | None)
