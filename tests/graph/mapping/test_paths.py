from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.mapping.paths import Place, parse_path

DOCUMENT = {
    "name": "Harbour Days",
    "days": {
        "2026-06-10": {"rooms": {"Main": [{"t": "a", "p": [{"n": "x"}, {"n": "y"}]}, {"t": "b"}]}},
        "2026-06-11": {"rooms": {"Quay": [[{"t": "c"}]]}},
    },
    "odd.name": {"a b": 1, 'q"q': 2},
}


def found(path: str, place: Place | None = None) -> list[object]:
    parsed = parse_path(path)
    assert parsed is not None
    return [one.value for one in parsed.find(place or Place(DOCUMENT))]


def record() -> Place:
    parsed = parse_path("days.*.rooms.*[0]")
    assert parsed is not None
    return next(iter(parsed.find(Place(DOCUMENT))))


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("name", ["Harbour Days"]),
        ("$.name", ["Harbour Days"]),
        ("days.*.rooms.*.t", ["a", "b", "c"]),
        ("days.*.rooms.Main[1].t", ["b"]),
        ("days.*.rooms.Main[*].t", ["a", "b"]),
        ("days.*.~", ["2026-06-10", "2026-06-11"]),
        ('["odd.name"].a b', [1]),
        ('["odd.name"]["q\\"q"]', [2]),
        ("nothing.here", []),
        ("name.more", []),
        ("days[0]", []),
    ],
)
def test_a_path_leads_to_its_values(path: str, values: list[object]) -> None:
    assert found(path) == values


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("t", ["a"]),
        ("p.n", ["x", "y"]),
        ("~", ["Main"]),
        ("^~", ["rooms"]),
        ("^^~", ["2026-06-10"]),
        ("^^^^name", ["Harbour Days"]),
        ("^^^^^name", []),
        ("$.name", ["Harbour Days"]),
        ("^.Main.t", ["a", "b"]),
    ],
)
def test_a_path_leads_up_from_a_record(path: str, values: list[object]) -> None:
    assert found(path, record()) == values


def test_places_say_where_they_stand() -> None:
    parsed = parse_path("days.*.rooms.*.t")
    assert parsed is not None
    places = [one.path for one in parsed.find(Place(DOCUMENT))]
    assert places[0] == "days.2026-06-10.rooms.Main[0].t"
    assert places[2] == "days.2026-06-11.rooms.Quay[0][0].t"


@pytest.mark.parametrize("path", ["", " ", "a..b", "a.", "$^a", "[x]", "a[", "~.a", "a.~b", "^$"])
def test_what_is_no_path_is_none(path: str) -> None:
    assert parse_path(path) is None


@given(st.text(max_size=30), st.recursive(
    st.none() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
))  # fmt: skip
def test_any_path_into_anything_ends(path: str, value: object) -> None:
    parsed = parse_path(path)
    if parsed is not None:
        assert all(isinstance(one, Place) for one in parsed.find(Place(value)))


@given(st.text(min_size=1, max_size=20))
def test_a_quoted_name_is_reached_whatever_it_is(name: str) -> None:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    assert found(f'["{quoted}"]', Place({name: "here"})) == ["here"]
