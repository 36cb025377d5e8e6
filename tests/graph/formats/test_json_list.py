"""Flat lists of talks in JSON, whatever their fields are called."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.json_list import FORMAT, read
from hallway.graph.programme import Programme
from tests.graph.formats.odd_values import changed, ends_well

DATED: list[dict[str, Any]] = [
    {
        "id": 5, "title": "Cranes", "speaker": "Ana Lindqvist & Omar Haddad", "venue": "Main",
        "start_date": "2026-06-10T23:30:00Z", "start_time": "23:30", "type": "talk",
        "end_date": "2026-06-11T00:15:00Z", "end_time": "00:15", "source": "database",
        "description": "About cranes.", "link": "https://conf.example/5",
        "video": {"youtube": "https://www.youtube.com/watch?v=abc"}, "notes": "",
    },
    {"id": 6, "title": "Lunch", "speaker": None, "start_date": "2026-06-10", "start_time": "12:00"},
    {"id": 7, "title": "Quays", "speaker": ["Kim", "Sam Okafor"], "tags": ["sea", "stone"]},
]  # fmt: skip
WEEKDAYS: list[dict[str, Any]] = [
    {"id": "w", "title": "Welcome all", "day": "Thursday", "time": "9am", "everyone": "y",
     "facilitators": "", "length": "", "room": "Commons"},
    {"id": "m", "title": "Maps of quays", "day": "Thursday", "time": "10-11:30am", "everyone": "",
     "facilitators": "Ana Lindqvist, Omar Haddad", "length": "1.5 hours", "room": "Loft"},
]  # fmt: skip


def read_value(value: Any, **options: Any) -> Programme:
    return read(json.dumps(value).encode(), ReadOptions(file="harbour_2026.json", **options))


def test_fields_are_told_by_their_names_and_cells_taken_apart() -> None:
    (event,) = read_value(DATED, zone="Europe/Berlin").events
    cranes, lunch, quays = event.talks
    assert [one.person.name for one in cranes.appearances] == ["Ana Lindqvist", "Omar Haddad"]
    assert (cranes.key, cranes.room, cranes.kind) == ("5", "Main", "talk")
    assert cranes.url == "https://conf.example/5"
    assert [one.url for one in cranes.recordings] == ["https://www.youtube.com/watch?v=abc"]
    assert lunch.is_break
    assert [one.person.name for one in quays.appearances] == ["Kim", "Sam Okafor"]
    assert (quays.topics, quays.start) == (("sea", "stone"), None)


def test_a_z_behind_the_clock_time_of_the_place_is_not_believed() -> None:
    programme = read_value(DATED)
    talk = programme.events[0].talks[0]
    assert (talk.start, talk.end) == (datetime(2026, 6, 10, 23, 30), datetime(2026, 6, 11, 0, 15))
    assert any("Z was not believed" in notice.what for notice in programme.notices)
    (talk, *_) = read_value(DATED, zone="Europe/Berlin").events[0].talks
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2026-06-10T23:30:00+02:00"


def test_an_instant_without_a_clock_time_beside_it_stays_one() -> None:
    (talk,) = read_value([{"title": "Cranes", "start": "2026-06-10T08:00:00Z"}]).events[0].talks
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2026-06-10T08:00:00+00:00"


def test_weekdays_give_no_dates_and_one_notice() -> None:
    programme = read_value(WEEKDAYS)
    welcome, maps = programme.events[0].talks
    assert (welcome.start, maps.start, maps.minutes) == (None, None, 90)
    assert [(a.person.name, a.role) for a in maps.appearances] == [
        ("Ana Lindqvist", "facilitator"),
        ("Omar Haddad", "facilitator"),
    ]
    told = [notice.what for notice in programme.notices]
    assert sum("weekdays" in what for what in told) == 1
    assert welcome.is_break
    assert not maps.is_break


def test_the_only_list_of_an_object_is_the_list() -> None:
    for value in ({"talks": WEEKDAYS}, {"year": 2026, "talks": WEEKDAYS, "tags": ["a"]}):
        data = json.dumps(value).encode()
        assert FORMAT.recognises(data, data).startswith("a JSON list of objects with ")
        (_, maps) = read(data, ReadOptions()).events[0].talks
        assert maps.where == "talks[1]"


def test_fields_without_use_are_named() -> None:
    told = [notice.what for notice in read_value(DATED).notices]
    assert "no use was found for the fields 'source'" in told


def test_records_of_a_database_and_lists_of_other_things_are_not_recognised() -> None:
    others: tuple[Any, ...] = (
        [],
        {"a": WEEKDAYS, "b": WEEKDAYS},
        [{"title": "Cranes", "author": "Ana Lindqvist"}],
        [{"name": "Harbour Conf", "startDate": "2026-06-10", "endDate": "2026-06-11"}],
        [{**WEEKDAYS[0], "room": {"id": 1, "name": "Commons"}}],
        [{**WEEKDAYS[0], "answers": [{"question": 1, "answer": "x"}]}],
        [{**WEEKDAYS[0], "slot": {"room": {"en": "Main"}}}],
    )
    for value in others:
        data = json.dumps(value).encode()
        assert FORMAT.recognises(data, data) == ""


def test_what_is_no_list_is_refused_and_one_odd_row_is_told() -> None:
    for data in (b"[]", b"{", b'{"a": 1}', b"[1, 2]"):
        with pytest.raises(SourceError):
            read(data, ReadOptions())
    programme = read_value([*WEEKDAYS, 3, {"id": "x"}])
    assert {notice.where for notice in programme.notices if notice.level == "error"} == {
        "[2]",
        "[3]",
    }


@given(st.sampled_from([DATED, WEEKDAYS]), st.data())
@settings(max_examples=100)
def test_a_field_that_is_wrong_ends_in_a_programme_or_a_source_error(
    document: Any, data: st.DataObject
) -> None:
    wrong = json.dumps(changed(document, data)).encode()
    FORMAT.recognises(wrong, wrong)
    ends_well(read, wrong)


@given(st.binary(max_size=80))
@settings(max_examples=60)
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for junk in (data, b'[{"title": "a", "start": ' + data + b"}]"):
        FORMAT.recognises(junk, junk)
        ends_well(read, junk)
