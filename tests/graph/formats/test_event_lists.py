"""Lists of events without talks: confs.tech and AI deadlines."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.ai_deadlines import FORMAT as DEADLINES
from hallway.graph.formats.confs_tech import FORMAT as CONFS
from hallway.graph.formats.repositories.event_lists import day_range, whereabouts
from hallway.graph.programme import Event, Programme

QUAY = {
    "name": "QuayConf 2026",
    "url": "https://quay.example",
    "startDate": "2026-06-10",
    "endDate": "2026-06-11",
    "city": "Hamburg",
    "country": "Germany",
    "locales": "EN,DE",
    "twitter": "@quay",
}


def conferences(*several: dict[str, Any]) -> bytes:
    return json.dumps([{**QUAY, **one} for one in several]).encode()


def confs(data: bytes) -> Programme:
    return CONFS.read(data, ReadOptions(file="python.json"))


def deadlines(text: str) -> Programme:
    return DEADLINES.read(text.encode(), ReadOptions(file="conferences.yml"))


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def test_a_conference_in_full() -> None:
    [event] = confs(conferences({})).events
    assert (event.name, event.start, event.end) == (
        "QuayConf 2026",
        date(2026, 6, 10),
        date(2026, 6, 11),
    )
    assert (event.place, event.online) == ("Hamburg, Germany", False)
    assert event.languages == ("en", "de")
    assert event.url == "https://quay.example"
    assert event.series is not None
    assert event.series.name == "QuayConf"


@pytest.mark.parametrize(
    ("said", "place", "online"),
    [
        ({"city": "Singapore", "country": "Singapore"}, "Singapore", False),
        ({"city": None, "country": None, "online": True}, None, True),
        ({"city": "Online", "country": "Online"}, None, True),
        ({"online": True}, "Hamburg, Germany", None),
        ({"online": False}, "Hamburg, Germany", False),
    ],
)
def test_places(said: dict[str, Any], place: str | None, online: bool | None) -> None:
    [event] = confs(conferences(said)).events
    assert (event.place, event.online) == (place, online)


def test_one_name_in_several_cities_is_several_events_of_a_series() -> None:
    found = confs(
        conferences(
            {"name": "Tide", "city": "Kyiv", "country": "Ukraine"},
            {"name": "Tide", "city": "Antwerp", "country": "Belgium"},
            {"name": "Other"},
        )
    )
    assert [(one.name, one.series and one.series.name) for one in found.events] == [
        ("Tide (Kyiv, Ukraine)", "Tide"),
        ("Tide (Antwerp, Belgium)", "Tide"),
        ("Other", None),
    ]
    assert any("share name and year with another: 2" in one.what for one in found.notices)


def test_one_name_in_two_years_keeps_it_and_is_a_series() -> None:
    found = confs(
        conferences({"name": "Tide"}, {"name": "Tide", "startDate": "2025-06-10", "endDate": ""})
    )
    assert [(one.name, one.series and one.series.name) for one in found.events] == [
        ("Tide", "Tide"),
        ("Tide", "Tide"),
    ]


def test_one_name_and_place_twice_a_year_is_told_apart_by_the_day() -> None:
    found = confs(conferences({"name": "Tide"}, {"name": "Tide", "startDate": "2026-02-01"}))
    assert {one.name for one in found.events} == {
        "Tide (Hamburg, Germany) 2026-06-10",
        "Tide (Hamburg, Germany) 2026-02-01",
    }


def test_days_that_cannot_be_are_told() -> None:
    found = confs(conferences({"endDate": "2026-06-01"}, {"name": "B", "startDate": "June"}))
    assert [one.end for one in found.events] == [None, None]
    assert [one.where for one in found.notices] == ["[0]", "[1]"]


def test_a_folder_names_topics_and_joins_what_is_in_two_lists() -> None:
    data = zipped(
        {
            "conferences/2026/python.json": conferences({}, {"name": "B"}),
            "conferences/2026/general.json": conferences({}),
            "conferences/2026/data-science.json": conferences({}),
            "README.md": b"words",
        }
    )
    assert CONFS.recognises(data, data)
    found = confs(data)
    assert {one.name: one.topics for one in found.events} == {
        "QuayConf 2026": ("data science", "python"),
        "B": ("python",),
    }


def test_a_list_of_anything_else_is_not_recognised() -> None:
    for other in (b'[{"title": "x", "name": "y", "url": "z", "startDate": "2026-01-01"}]', b"[]"):
        assert not CONFS.recognises(other, other)


def test_what_is_no_list_is_refused() -> None:
    with pytest.raises(SourceError, match="no list"):
        confs(b'{"a": 1}')


RECORDS = """- title: TIDE
  year: 2026
  id: tide26
  full_name: Conference on Tides
  link: https://tide.example
  deadline: '2026-01-15 23:59:00'
  timezone: UTC-12
  place: Hamburg, Germany
  date: December 9 - December 15, 2026
  start: 2026-12-09
  end: 2025-12-15
  sub: ML
  note: More <a href='https://tide.example'>here</a>

- title: Ropes
  year: 2025
  id: ropes25
  deadline: TBA
  place: Online
  data: October, 03-05, 2025
  sub: ['NLP', 'CV']

- title: Knots
  year: 2026
  id: knots26
  deadline: TBA
  place: TBA
  date: TBA
  sub:
"""


def named(found: Programme, name: str) -> Event:
    return next(one for one in found.events if one.name == name)


def test_a_record_in_full() -> None:
    found = deadlines(RECORDS)
    tide = named(found, "TIDE 2026")
    assert (tide.key, tide.acronym, tide.url) == ("tide26", "TIDE", "https://tide.example")
    assert tide.series is not None
    assert tide.series.name == "TIDE"
    assert (tide.place, tide.online, tide.topics) == ("Hamburg, Germany", False, ("ML",))


def test_the_text_settles_days_that_contradict_each_other() -> None:
    found = deadlines(RECORDS)
    tide = named(found, "TIDE 2026")
    assert (tide.start, tide.end) == (date(2026, 12, 9), date(2026, 12, 15))
    assert any("contradict" in one.what and one.where == "line 1" for one in found.notices)


def test_a_record_without_days_or_with_a_wrong_key_is_read() -> None:
    ropes = named(deadlines(RECORDS), "Ropes 2025")
    assert (ropes.start, ropes.end) == (date(2025, 10, 3), date(2025, 10, 5))
    assert (ropes.place, ropes.online, ropes.topics) == (None, True, ("NLP", "CV"))


def test_what_is_to_be_announced_is_nothing() -> None:
    found = deadlines(RECORDS)
    knots = named(found, "Knots 2026")
    assert (knots.start, knots.place, knots.online, knots.topics) == (None, None, None, ())
    assert not any("TBA" in one.what for one in found.notices)


def test_the_list_of_areas_gives_them_names() -> None:
    areas = b"- name: Machine Learning\n  sub: ML\n  color: blue\n"
    data = zipped({"conferences.yml": RECORDS.encode(), "types.yml": areas})
    assert DEADLINES.recognises(data, data)
    found = DEADLINES.read(data, ReadOptions(file="_data"))
    assert named(found, "TIDE 2026").topics == ("Machine Learning",)


def test_a_year_that_is_not_that_of_the_days_is_told() -> None:
    found = deadlines(RECORDS.replace("year: 2025", "year: 2024"))
    assert any("edition of 2024" in one.what for one in found.notices)


@pytest.mark.parametrize("text", ["- a: 1\n", "a: 1\n", ""])
def test_other_yaml_is_no_list_of_deadlines(text: str) -> None:
    assert not DEADLINES.recognises(text.encode(), text.encode())
    with pytest.raises(SourceError):
        deadlines(text)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("November 12-16, 2024", ((2024, 11, 12), (2024, 11, 16))),
        ("October 21 - October 25, 2024", ((2024, 10, 21), (2024, 10, 25))),
        ("July 21, 2024", ((2024, 7, 21), (2024, 7, 21))),
        ("July, 13-14, 2023", ((2023, 7, 13), (2023, 7, 14))),
        ("Nov. 30 \u2013 Dec. 2, 2024", ((2024, 11, 30), (2024, 12, 2))),
    ],
)
def test_ranges_of_days(said: str, days: tuple[tuple[int, int, int], tuple[int, int, int]]) -> None:
    assert day_range(said) == (date(*days[0]), date(*days[1]))


@pytest.mark.parametrize("said", ["TBA", "", "Summer 2024", "July 40, 2024", "July 9-3, 2024"])
def test_what_is_no_range_is_none(said: str) -> None:
    assert day_range(said) is None


def test_online_beside_a_place_is_both() -> None:
    assert whereabouts("London, UK, and virtual") == ("London, UK, and virtual", None)
    assert whereabouts("Online (Kyiv, Ukraine)") == ("Online (Kyiv, Ukraine)", True)
