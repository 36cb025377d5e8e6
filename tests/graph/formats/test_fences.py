"""Pages with a header in three notations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats.syntax.fences import has_header, split


def test_yaml_between_hyphens() -> None:
    page = split("---\nTitle: Cranes\nslides-url: x\n---\n\nThe text.\n", "a.md")
    assert page is not None
    assert (page.kind, page.fields, page.body) == (
        "yaml",
        {"title": "Cranes", "slides_url": "x"},
        "The text.",
    )
    assert page.body_line == 6


def test_toml_between_plus_signs_becomes_text() -> None:
    page = split(
        '+++\ntitle = "Cranes"\ndate = 2026-06-10\ndraft = false\nn = [1, 2]\n+++\nText', "a.md"
    )
    assert page is not None
    assert (page.kind, page.body) == ("toml", "Text")
    assert page.fields == {
        "title": "Cranes",
        "date": "2026-06-10",
        "draft": "false",
        "n": ["1", "2"],
    }


def test_a_header_without_a_first_fence() -> None:
    page = split('type: session\ntitle: "Cranes"\n---\n### Ana\n', "a.md")
    assert page is not None
    assert (page.kind, page.fields["title"], page.body) == ("bare", "Cranes", "### Ana")
    assert page.body_line == 4


def test_of_a_key_in_two_cases_the_one_that_says_something_stays() -> None:
    page = split("---\ntitle:\nTitle: Cranes\n---\n", "a.md")
    assert page is not None
    assert page.fields["title"] == "Cranes"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Just text.\n---\nMore",
        "---\ntitle: x\n",
        "A story: once\nupon a time\n---\n",
        "---\n---\n",
    ],
)
def test_no_header_is_no_page(text: str) -> None:
    assert split(text, "a.md") is None


def test_line_ends_of_windows_make_no_difference() -> None:
    lines = "---\ntitle: Cranes\n---\nText\n"
    assert split(lines, "a.md") == split(lines.replace("\n", "\r\n"), "a.md")
    assert has_header(lines.replace("\n", "\r\n").encode())


@pytest.mark.parametrize("text", ["---\na: [\n---\n", "+++\na = \n+++\n"])
def test_a_header_that_cannot_be_read_names_file_and_line(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        split(text, "talks/a.md")
    assert "talks/a.md" in caught.value.where
    assert "line" in caught.value.where


@settings(max_examples=100)
@given(st.text(st.sampled_from("-+\n: ab=[]\"'\r"), max_size=80))
def test_any_text_is_split_or_refused(text: str) -> None:
    has_header(text.encode())
    try:
        page = split(text, "a.md")
    except SourceError:
        return
    assert page is None or 1 <= page.body_line <= text.count("\n") + text.count("\r") + 2
