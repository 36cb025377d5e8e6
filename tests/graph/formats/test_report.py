"""What every reader does to a text before it keeps it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report


def test_text_that_was_encoded_twice_is_repaired_and_told() -> None:
    report = Report(ReadOptions())
    twice = "Rome’s “digital agenda”".encode().decode("latin-1")
    assert report.line(twice, "line 1") == "Rome’s “digital agenda”"
    assert [(n.where, n.level) for n in report.notices] == [("line 1", "note")]


def test_letters_that_only_look_like_it_stay() -> None:
    report = Report(ReadOptions())
    for kept in ("Ãngela Ânia", "naïve Ä°", "Â° and Ã¤ in prose"):
        assert report.line(kept, "") == kept
    assert report.notices == []


def test_an_ellipsis_counts_only_where_programs_put_it() -> None:
    report = Report(ReadOptions())
    assert report.prose(("and much more…",), "") == ("and much more…", True)
    assert report.prose(("and much more…",), "", ellipsis_cuts=False) == ("and much more…", False)


def test_the_same_words_are_told_once() -> None:
    report = Report(ReadOptions())
    for line in ("line 1", "line 2"):
        report.once("no zone", line)
    assert [n.where for n in report.notices] == ["line 1"]


def test_an_address_that_is_none_is_told() -> None:
    report = Report(ReadOptions())
    assert report.link("javascript:alert(1)", "x", "line 3") is None
    assert report.link("", "x", "line 3") is None
    link = report.link("/2026", "", "line 3", "https://conf.example/")
    assert link is not None
    assert link.url == "https://conf.example/2026"
    assert len(report.notices) == 1
    assert "javascript:" in report.notices[0].what


@given(st.text())
def test_no_control_character_gets_through(text: str) -> None:
    report = Report(ReadOptions(max_field=50))
    line = report.line(text, "")
    prose, _ = report.prose((text, text), "")
    title = report.title(text, "")
    for kept in (line, prose.replace("\n", " "), title):
        assert all(character >= " " and character != "\x7f" for character in kept)
        kept.encode("utf-8")
