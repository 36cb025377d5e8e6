from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.reading.name_words import is_collective
from hallway.graph.reading.names import best_spellings, is_nobody, name_key, people

THREE = ["Ana Lindqvist", "Omar Haddad", "Mei Tanaka"]


def names(cell: str, **options: bool) -> list[str]:
    return [one.person.name for one in people(cell, **options)[0]]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Ana Lindqvist & Omar Haddad", ["Ana Lindqvist", "Omar Haddad"]),
        ("Ana Lindqvist and Mei Tanaka", ["Ana Lindqvist", "Mei Tanaka"]),
        ("Ana Lindqvist, Omar Haddad and Mei Tanaka", THREE),
        ("Ana Lindqvist, Omar Haddad, and Mei Tanaka", THREE),
        ("Ana Lindqvist / Priya Raman", ["Ana Lindqvist", "Priya Raman"]),
        ("Ana Lindqvist; Priya Raman", ["Ana Lindqvist", "Priya Raman"]),
        ("Ana Lindqvist|Priya Raman", ["Ana Lindqvist", "Priya Raman"]),
        ("Ana Lindqvist\r\nOmar Haddad\n\nMei Tanaka", THREE),
        ("José Pérez y Ana Gómez", ["José Pérez", "Ana Gómez"]),
        ("山田花、佐藤光", ["山田花", "佐藤光"]),
        ("Scytale, vrld", ["Scytale", "vrld"]),
        ("Ana Lindqvist; Ana Lindqvist", ["Ana Lindqvist"]),
    ],
)  # fmt: skip
def test_several_people_of_one_cell_come_apart(cell: str, expected: list[str]) -> None:
    assert names(cell) == expected


@pytest.mark.parametrize(
    "name",
    [
        "Tomas Okafor, Jr.", "Anders Sand", "Jane Doe, PhD", "Shawn Swyx Wang", "KR Kishore", "🦀",
        'Daniel "Crane" Roe', 'Yukihiro "Matz" Matsumoto', "Santiago Ramón y Cajal", "Suparna",
        "N. A. Tbaumer", "José Ortega y Gasset", "Conan O'Brien", "Jean-Luc Picard", "ليلى منصور",
        "Dr. Aisha Walcott-Bryant", "Anna St. Onge", "Saranyan A Vigraham", "Alexander Band",
        "Roland Meertens", "Anand Sawant", "Kelly Schuster - Paredes", "Juan de la Cruz",
        "Testing and Monitoring Web Applications in the Wild",
    ],
)  # fmt: skip
def test_one_person_stays_one(name: str) -> None:
    (appearance,), nobody = people(name)
    assert (appearance.person.name, appearance.affiliation, appearance.printed) == (
        name,
        None,
        None,
    )
    assert nobody == []


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Roy Tennant (OCLC)", [("Roy Tennant", "OCLC")]),
        (
            "Nick Ruest (York University, Toronto) | Anna St. Onge",
            [("Nick Ruest", "York University, Toronto"), ("Anna St. Onge", None)],
        ),
        (
            "David Fiander (Western University), Monica Fazekas (Western University)",
            [("David Fiander", "Western University"), ("Monica Fazekas", "Western University")],
        ),
        ("Peter Ost, Landeshauptstadt München", [("Peter Ost", "Landeshauptstadt München")]),
        ("Ana Lindqvist @ Quay Labs", [("Ana Lindqvist", "Quay Labs")]),
        ("Ana Lindqvist, CTO at Quay", [("Ana Lindqvist", "Quay")]),
        ("Ana Lindqvist, CTO, Omar Haddad", [("Ana Lindqvist", None), ("Omar Haddad", None)]),
        ("Ana Lindqvist - Keynote", [("Ana Lindqvist", None)]),
        ("Ana Lindqvist (she/her)", [("Ana Lindqvist", None)]),
        ("Ana (unclosed, Omar Haddad", [("Ana (unclosed", None), ("Omar Haddad", None)]),
    ],
)  # fmt: skip
def test_affiliations_are_told_from_names(
    cell: str, expected: list[tuple[str, str | None]]
) -> None:
    assert [(one.person.name, one.affiliation) for one in people(cell)[0]] == expected


def test_a_bracket_may_give_the_role_or_another_name() -> None:
    ana, omar = people("Ana Lindqvist (moderator); Omar Haddad (@omar)")[0]
    assert (ana.role, ana.affiliation) == ("moderator", None)
    assert (omar.role, omar.person.alternate_names) == ("speaker", ("@omar",))


@pytest.mark.parametrize(
    ("cell", "name", "alternates"),
    [
        ("Aleix Pol (apol)", "Aleix Pol", ("apol",)),
        ('Amber Brown ("HawkOwl")', "Amber Brown", ("HawkOwl",)),
        ("Tom Jones ([tj])", "Tom Jones", ("tj",)),
        ("傅群 (Patrick Fu)", "傅群", ("Patrick Fu",)),
        ("Peacock (Yoichi Takai)", "Peacock", ("Yoichi Takai",)),
        ("cyphunk / nathan fain", "nathan fain", ("cyphunk",)),
        ('Elger / "Stitch"', "Elger", ("Stitch",)),
    ],
)
def test_nicknames_are_other_names_of_one_person(
    cell: str, name: str, alternates: tuple[str, ...]
) -> None:
    (one,) = people(cell)[0]
    assert (one.person.name, one.person.alternate_names) == (name, alternates)
    assert (one.affiliation, one.printed) == (None, None)


def test_a_bracket_in_the_middle_stays_in_what_was_printed() -> None:
    (one,) = people("Daniel (Yona) Simons")[0]
    assert (one.person.name, one.printed) == ("Daniel Simons", "Daniel (Yona) Simons")


@pytest.mark.parametrize("inside", ["she/her", "er/ihm | he/him", "Keine", "unknown", "-", "they"])
def test_pronouns_and_remarks_in_brackets_are_no_affiliation(inside: str) -> None:
    (one,) = people(f"Ana Lindqvist ({inside})")[0]
    assert (one.person.name, one.affiliation) == ("Ana Lindqvist", None)
    assert one.person.alternate_names == ()


def test_markup_in_a_cell_is_dropped_before_it_is_cut() -> None:
    cell = "Elger Jonker <script>alert('hi');</script>; Tom &amp; Jerry; Conan O&#39;Brien"
    assert names(cell) == ["Elger Jonker", "Tom", "Jerry", "Conan O'Brien"]


def test_a_slash_between_two_scripts_joins_two_spellings() -> None:
    (one,) = people("山田花 / Hana Yamada")[0]
    assert (one.person.name, one.person.alternate_names) == ("山田花", ("Hana Yamada",))


def test_numbers_before_names_are_ids() -> None:
    found, nobody = people("10:Konrad Meier|11:Dennis Wehrle|1:diverse")
    assert [(one.person.id, one.person.name) for one in found] == [
        ("10", "Konrad Meier"),
        ("11", "Dennis Wehrle"),
    ]
    assert nobody == ["diverse"]


def test_family_names_come_first_only_when_told() -> None:
    assert names("Lindqvist, Ana and Haddad, Omar", family_first=True) == [
        "Ana Lindqvist",
        "Omar Haddad",
    ]
    (one,) = people("Lindqvist, Ana", family_first=True)[0]
    assert one.printed == "Lindqvist, Ana"


@pytest.mark.parametrize(
    ("cell", "nobody"),
    [
        ("Ana Lindqvist et al.", "et al."),
        ("Ana Lindqvist and others", "and others"),
        ("Ana Lindqvist, et al", "et al"),
        ("Ana Lindqvist; TBA", "TBA"),
        ("Ana Lindqvist & friends", "friends"),
    ],
)
def test_others_beside_a_name_are_dropped_and_told(cell: str, nobody: str) -> None:
    found, dropped = people(cell)
    assert [one.person.name for one in found] == ["Ana Lindqvist"]
    assert dropped == [nobody]


def test_mail_addresses_are_dropped_in_silence() -> None:
    found, dropped = people("Ana Lindqvist <ana@harbour.example>; omar@harbour.example")
    assert [one.person.name for one in found] == ["Ana Lindqvist"]
    assert "@" not in str((found, dropped))


@pytest.mark.parametrize(
    "name",
    ["TBA", "To be announced", "Panel", "Various Speakers", "Multiple Speakers", "others", "et al.",
     "???", "-", "", "—", "…", "N/A", "tbd.", "(TBA)", "The Team", "N.N.", "Verschiedene"],
)  # fmt: skip
def test_placeholders_are_nobody(name: str) -> None:
    assert is_nobody(name)


@pytest.mark.parametrize(
    "name",
    ["N. A. Tbaumer", "PyCon Team", "🦀", "Anonymous Coward", "Pan El", "山田花", "Nan", "X", "7"],
)
def test_names_that_look_alike_are_somebody(name: str) -> None:
    assert not is_nobody(name)


def test_equal_names_have_one_key_whatever_their_form_blanks_and_case() -> None:
    forms = [
        "Zoë Márquez",
        "Zoe\u0308 Ma\u0301rquez",
        "Zoë  Márquez ",
        "Zoë\u00a0Márquez",
        "ZOË MÁRQUEZ",
    ]
    assert len({name_key(form) for form in forms}) == 1
    assert name_key("Zoe Marquez") != name_key("Zoë Márquez")


def test_the_spelling_that_does_not_shout_is_chosen() -> None:
    best = best_spellings(["ZOË MÁRQUEZ", "ZOË MÁRQUEZ", "Zoë Márquez", "vrld"])
    assert set(best.values()) == {"Zoë Márquez", "vrld"}


@given(st.text(), st.booleans())
def test_any_text_is_some_people_or_none(cell: str, family_first: bool) -> None:
    found, dropped = people(cell, family_first=family_first)
    assert all(one.person.name.strip() == one.person.name != "" for one in found)
    assert not any(is_nobody(one.person.name) for one in found)
    assert all(dropped)


FULL_NAMES = st.from_regex(r"\A[B-Z][b-z]{3,8} Q[b-z]{4,8}\Z")


@given(
    st.lists(FULL_NAMES, min_size=1, max_size=5, unique_by=name_key),
    st.sampled_from(["; ", " | ", "\n", " / ", " & "]),
)
def test_names_that_are_joined_come_apart_again(some: list[str], separator: str) -> None:
    assert names(separator.join(some)) == some


@given(st.text(alphabet="()[]（）,;|/&@ and-ABcd.\n", max_size=40))
def test_any_soup_of_separators_is_read(cell: str) -> None:
    people(cell)


def test_a_text_too_long_for_a_name_is_nobody() -> None:
    found, dropped = people("()" * 50_000 + "; Ana Lindqvist")
    assert [one.person.name for one in found] == ["Ana Lindqvist"]
    assert len(dropped) == 1
    assert len(dropped[0]) < 50


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Crane Team", True),
        ("team coala", True),
        ("Quay Foundation", True),
        ("Docks e.V.", True),
        ("Crane Works GmbH", True),
        ("University of Harbourton", True),
        ("Universität Hafenstadt", True),
        ("The Quay Board", True),
        ("Ada Ray", False),
        ("Google", False),
        ("Ada Team Ray", False),
        ("Team", False),
        ("Jo Board", False),
        ("", False),
    ],
)
def test_groups_are_told_from_people_by_words_that_nobody_is_called(name: str, expected: bool):
    assert is_collective(name) is expected


def test_a_long_run_of_commas_inside_a_cell_ends_soon() -> None:
    # With a search from each comma of the run this takes hours.
    assert people("Ana Lind" + "," * 100_000 + "and Mei Tanaka")[1] == []
