"""Names in running text, and lists that hold only hashes of them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SiteError
from hallway.graph.suppression.forgotten import (
    Forgotten,
    ForgottenList,
    load_forgotten,
    save_forgotten,
)
from hallway.graph.suppression.name_words import glued, name_words, words
from hallway.graph.suppression.withholding import Finder, plain_link

KEY = bytes(range(32))


def finder(*names: str, scopes: tuple[str, ...] = ()) -> Finder:
    held = ForgottenList(KEY)
    hashed = held.hashed
    texts: dict[str, tuple[str, ...]] = {}
    marks: set[int] = set()
    for name in names:
        texts[hashed("text", *name_words(name))] = scopes
        texts |= {hashed("text", one): scopes for one in glued(name)}
        marks.update(map(hashed.mark, name_words(name)))
    longest = max(len(name_words(name)) for name in names)
    held_names = {hashed("name", *name_words(name)): scopes for name in names}
    entry = Forgotten(
        1, "2026-01-01", names=held_names, texts=texts, marks=tuple(sorted(marks)), longest=longest
    )
    return Finder(held.with_person(entry))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jane Doe", "DOE, Jane"),
        ("Jane Doe", "Dr. Jane Q. Doe, PhD"),
        ("Jane Doe", "Jane Doe (she/her)"),
        ("José Peña", "Jose Pena"),
        ("Jörg Müller", "Joerg Mueller"),
        ("Anne-Marie O’Hara", "anne marie o'hara"),
        ("佐藤光", "佐藤 光"),
        ("김철수", "김 철수"),
    ],
)
def test_spellings_of_one_name_are_one(one: str, other: str):
    assert name_words(one) == name_words(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Jane Doe", "Jane Doe-Smith"), ("J. Doe", "Doe"), ("Ana Lind", "Anna Lind")]
)
def test_other_names_are_others(one: str, other: str):
    assert name_words(one) != name_words(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A talk by Jane Doe.", "A talk by [name withheld]."),
        ("JANE DOE's talk", "[name withheld]'s talk"),
        ("With Doe, Jane; and more", "With [name withheld]; and more"),
        ("Jane\nDoe", "[name withheld]"),
        ("jane-doe.pdf", "[name withheld].pdf"),
        ("Jane Q. Doe speaks", "[name withheld] speaks"),
        ("@JaneDoe and #janedoe", "@[name withheld] and #[name withheld]"),
        ("Jane, says Doe", "Jane, says Doe"),
        ("Jane (Doe)", "Jane (Doe)"),
        ("Janet Doe and Jane Doeringer", "Janet Doe and Jane Doeringer"),
        ("does jane do?", "does jane do?"),
        ("Jane Doe Jane Doe", "[name withheld] [name withheld]"),
        ("", ""),
    ],
)
def test_a_name_is_found_in_a_text_however_it_is_written(text: str, expected: str):
    assert finder("Jane Doe").text(text) == expected


def test_a_name_is_found_in_a_script_without_blanks():
    assert finder("佐藤光").text("講演者は佐藤光さんです") == "講演者は[name withheld]さんです"


def test_a_name_bound_to_an_event_is_found_there_alone():
    here = finder("Jane Doe", scopes=("here",))
    assert here.text("Jane Doe", ["here", "else"]) == "[name withheld]"
    assert here.text("Jane Doe", ["there"]) == here.text("Jane Doe") == "Jane Doe"


@given(st.text(max_size=200))
def test_words_stand_where_they_say(text: str):
    found = words(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_around_a_name_hides_it(before: str, after: str):
    text = f"{before} | Jane Doe | {after}"
    assert "Jane Doe" not in finder("Jane Doe").text(text)


@given(st.text(max_size=80))
def test_a_text_without_the_name_stays_as_it_is(text: str):
    if "doe" not in text.casefold():
        assert finder("Jane Doe").text(text) == text


@given(st.text(max_size=80))
def test_taking_a_name_out_twice_changes_nothing_more(text: str):
    once = finder("Jane Doe").text(f"{text} Jane Doe {text}")
    assert finder("Jane Doe").text(once) == once


def test_a_long_text_of_one_letter_takes_no_time():
    assert finder("Jane Doe").text("a" * 100_000 + " Jane Doe").endswith("[name withheld]")
    assert finder("Jane Doe").text("Jane " * 50_000) == "Jane " * 50_000


def test_addresses_of_one_page_are_one():
    spellings = [
        "https://www.code.example/jane/",
        "http://code.example/Jane?tab=1",
        "//code.example/jane#me",
    ]
    assert {plain_link(one) for one in spellings} == {"code.example/jane"}
    assert plain_link("http://[broken") == "http://[broken"


def test_the_list_comes_back_as_it_was_written_and_for_the_operator_alone(tmp_path: Path):
    held = finder("Jane Doe", scopes=("here",)).held
    save_forgotten(tmp_path, held)
    assert load_forgotten(tmp_path) == held
    assert (tmp_path / "forgotten").stat().st_mode & 0o077 == 0
    text = (tmp_path / "forgotten").read_text("utf-8")
    assert "jane" not in text.lower()
    assert [path.name for path in tmp_path.iterdir()] == ["forgotten"]


def test_two_sites_have_two_keys():
    one, other = ForgottenList().started(), ForgottenList().started()
    assert one.key != other.key
    assert one.started() is one
    assert one.hashed("name", "doe") != other.hashed("name", "doe")


def test_a_number_is_never_given_again():
    held = ForgottenList(KEY).with_person(Forgotten(1, "2026-01-01")).without(1)
    assert (held.people, held.next_number) == ((), 2)


@pytest.mark.parametrize(
    "damage", ["", "[]", '{"people": 3}', '{"key": "zz", "next": 1, "people": []}']
)
def test_a_damaged_list_is_an_error_and_not_an_empty_one(tmp_path: Path, damage: str):
    (tmp_path / "forgotten").write_text(damage)
    with pytest.raises(SiteError, match="restore the file"):
        load_forgotten(tmp_path)
