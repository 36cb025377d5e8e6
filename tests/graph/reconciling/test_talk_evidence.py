"""What speaks for two records being one talk."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.programme import Appearance, Person, Talk
from hallway.graph.reconciling.talk_evidence import ASK, SURE, contradict, judge, profiles
from hallway.graph.reconciling.talk_titles import bare, common_head, words

NAMES = {"ana lindqvist", "omar haddad", "mei tanaka"}
AT_TEN = datetime(2026, 6, 10, 10, tzinfo=timezone(timedelta(hours=2)))


def talk(title: str, *people: str, start=AT_TEN, room: str | None = "Main", **more) -> Talk:
    given_by = tuple(Appearance(Person(name)) for name in people)
    return Talk(title, appearances=given_by, start=start, room=room, **more)


def verdict(a: Talk, b: Talk) -> float:
    (first,), (second,) = (profiles([one], NAMES, ["Harbour Conf 2026"]) for one in (a, b))
    found, back = judge(first, second), judge(second, first)
    assert (found and found.confidence) == (back and back.confidence)
    return found.confidence if found else 0.0


@pytest.mark.parametrize(
    "printed",
    [
        "Cranes at night",
        "Cranes at Night (Ana Lindqvist)",
        "Cranes at night (Ana Lindqvist, Omar Haddad)",
        "Cranes at night - Ana Lindqvist and Omar Haddad",
        "Cranes at night by Ana Lindqvist",
        "Ana Lindqvist: Cranes at night",
        "Ana Lindqvist & Omar Haddad - Cranes at night",
        "Harbour Conf 2026: Cranes at night",
        "Harbour Conf 2026 – Keynote: Cranes at night (Ana Lindqvist)",
        "[Harbour Conf 2026] Cranes at night",
        "Cranes at night [Harbour Conf 2026]",
    ],
)
def test_people_and_the_event_are_taken_off_a_title(printed: str):
    assert bare(printed, NAMES, {"harbour conf 2026"})[0] == "cranes at night"


@pytest.mark.parametrize(
    "printed",
    ["Cranes: by day (part 1)", "Keynote", "Harbour Conf 2026", "Ana Lindqvist", "Cranes (live)"],
)
def test_what_belongs_to_a_title_stays(printed: str):
    assert bare(printed, NAMES, {"harbour conf 2026"})[0] == printed.lower()


def test_a_head_that_most_titles_have_is_the_event():
    assert common_head(["X Conf: a", "X Conf: b", "X Conf: c", "d"]) == "X Conf"
    assert common_head(["Go: a", "Rust: b", "C: c"]) == ""


@given(st.text(max_size=200))
def test_something_is_left_of_any_title(printed: str):
    left, _ = bare(printed, NAMES, {"harbour conf 2026"})
    assert bool(words(left)) == bool(words(printed))


ONE = talk("Cranes at night", "Ana Lindqvist", "Omar Haddad")


@pytest.mark.parametrize(
    "other",
    [
        talk("Cranes at Night", "Omar Haddad", "Ana Lindqvist"),
        talk("Cranes at night", "Ana Lindqvist", start=None),
        talk("Cranes at night", start=date(2026, 6, 10), room=None),
        talk("Cranes at night", "A. Lindqvist", start=None),
        talk("Cranes at night", "Ana", start=AT_TEN + timedelta(days=1)),
        talk("Crane at night", "Ana Lindqvist", start=AT_TEN.astimezone(UTC)),
        talk("Cranes at night: what the lamps saw", "Ana Lindqvist"),
        talk("Cranes at night", "Ana Lindqvist", start=AT_TEN + timedelta(hours=4)),
        talk("Cranes at night", "Mei Tanaka"),
    ],
    ids=lambda one: f"{one.title} {[a.person.name for a in one.appearances]} {one.start}",
)
def test_these_are_one_talk(other: Talk):
    assert verdict(ONE, other) >= SURE


@pytest.mark.parametrize(
    "other",
    [
        talk("Mooring in a strong wind", "Ana Lindqvist", "Omar Haddad"),
        talk("Lamps of the crane drivers", "Omar Haddad", "Ana Lindqvist", start=None),
        talk("Cranes at night", start=AT_TEN + timedelta(days=1)),
    ],
    ids=lambda one: one.title,
)
def test_these_are_not_joined(other: Talk):
    assert verdict(ONE, other) < SURE


@pytest.mark.parametrize(
    "other",
    [
        talk("Mooring in a strong wind", "Ana Lindqvist", start=None),
        talk("Cranes by day, part 2", "Mei Tanaka"),
        talk("Keynote", "Ana Lindqvist", start=AT_TEN + timedelta(hours=3)),
    ],
    ids=lambda one: one.title,
)
def test_these_are_not_even_proposed(other: Talk):
    assert verdict(ONE, other) < ASK


def test_another_number_is_another_talk():
    one, two = (talk(f"Ropes for everybody, part {n}", "Mei Tanaka", start=None) for n in (1, 2))
    assert verdict(one, two) < SURE


def test_an_id_is_not_believed_when_nothing_else_agrees():
    (a,), (b,), (c,) = (
        profiles([one], NAMES, [])
        for one in (
            ONE,
            talk("Mooring", "Mei Tanaka", start=None),
            talk("Lamps", "Omar Haddad", start=None),
        )
    )
    assert contradict(a, b)
    assert not contradict(a, c)
