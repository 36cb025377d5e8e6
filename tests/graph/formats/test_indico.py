"""Indico's export of events with contributions."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.indico import FORMAT, read
from hallway.graph.programme import Programme
from tests.graph.formats.odd_values import changed, ends_well


def person(full: str, given: str = "", family: str = "", **more: Any) -> dict[str, Any]:
    return {
        "fullName": full, "first_name": given, "last_name": family, "affiliation": "",
        "emailHash": "0123456789abcdef", **more,
    }  # fmt: skip


ANSWER: dict[str, Any] = {
    "count": 1,
    "_type": "HTTPAPIResult",
    "results": [
        {
            "_fossil": "conferenceMetadataWithContribs", "id": "1",
            "url": "https://indico.example/event/1/",
            "title": "Harbour Conf 2026", "timezone": "Europe/Warsaw",
            "startDate": {"date": "2026-06-10", "time": "07:00:00", "tz": "UTC"},
            "endDate": {"date": "2026-06-11", "time": "16:00:00", "tz": "UTC"},
            "location": "Quay Hall", "address": "", "keywords": ["ports"],
            "creator": person("Hidden, Creator"),
            "chairs": [person("Haddad, Omar", "Omar", "Haddad", person_id=3)],
            "contributions": [
                {
                    "id": "12", "title": "Cranes", "description": "<p>About&nbsp;cranes.</p>",
                    "startDate": {"date": "2026-06-10", "time": "22:30:00", "tz": "UTC"},
                    "endDate": {"date": "2026-06-10", "time": "22:50:00", "tz": "UTC"},
                    "duration": 20, "speakers": [], "type": None,
                    "primaryauthors": [
                        person("Lindqvist, Ana", " Ana", "Lindqvist,", affiliation="Quay Labs",
                               person_id=7)
                    ],
                    "coauthors": [person("Mr Okafor, Sam")],
                    "track": "Talk (half slot) (CLOSED)", "session": "Main", "room": "",
                    "keywords": ["lifting"], "url": "https://indico.example/event/1/12/",
                    "material": [{"title": "Slides", "resources": [
                        {"url": "https://indico.example/1.pdf", "name": "slides"}]}],
                },
                {
                    "id": "13", "title": "Quays", "startDate": None, "endDate": None,
                    "duration": 0, "type": "Poster", "track": "Concrete", "session": None,
                    "speakers": [person("Okafor, Sam", "Sam", "Okafor")],
                    "primaryauthors": [person("Okafor, Sam", "Sam", "Okafor"),
                                       person("Kim, Jo", "Jo", "Kim")],
                    "coauthors": [], "room": "B12", "roomFullname": "Hall B12",
                },
            ],
        }
    ],
}  # fmt: skip


def read_value(value: Any) -> Programme:
    return read(json.dumps(value).encode(), ReadOptions(file="input.json"))


def test_the_event_has_its_zone_place_and_chairs() -> None:
    (event,) = read_value(ANSWER).events
    assert (event.name, event.zone) == ("Harbour Conf 2026", "Europe/Warsaw")
    assert (event.key, event.url) == ("https://indico.example/event/1/",) * 2
    assert (event.start, event.end) == (date(2026, 6, 10), date(2026, 6, 11))
    assert (event.place, event.topics) == ("Quay Hall", ("ports",))
    assert [(a.person.name, a.role) for a in event.appearances] == [("Omar Haddad", "chair")]


def test_times_in_utc_become_those_of_the_place() -> None:
    talk = read_value(ANSWER).events[0].talks[0]
    assert isinstance(talk.start, datetime)
    assert (talk.start.isoformat(), talk.minutes) == ("2026-06-11T00:30:00+02:00", 20)


def test_authors_stand_in_where_nobody_is_entered_as_speaker() -> None:
    first, second = read_value(ANSWER).events[0].talks
    assert [(a.person.name, a.role, a.affiliation) for a in first.appearances] == [
        ("Ana Lindqvist", "author", "Quay Labs"),
        ("Sam Okafor", "author", None),
    ]
    assert [(a.person.name, a.role) for a in second.appearances] == [
        ("Sam Okafor", "speaker"),
        ("Jo Kim", "author"),
    ]


def test_a_form_that_was_entered_as_a_track_is_the_kind() -> None:
    first, second = read_value(ANSWER).events[0].talks
    assert (first.kind, first.track, first.room) == ("Talk (half slot)", "Main", None)
    assert (second.kind, second.track, second.room) == ("Poster", "Concrete", "Hall B12")
    assert first.topics == ("lifting",)
    assert first.abstract == "About cranes."
    assert [one.url for one in first.slides] == ["https://indico.example/1.pdf"]


def test_hashes_and_the_creator_are_nowhere() -> None:
    found = repr(read_value(ANSWER))
    assert "0123456789abcdef" not in found
    assert "Hidden" not in found


def test_contributions_inside_sessions_are_read() -> None:
    result = {**ANSWER["results"][0], "contributions": []}
    result["sessions"] = [
        {"title": "Evening", "contributions": [{"id": "5", "title": "Lighthouses"}]}
    ]
    (talk,) = read_value({"results": [result]}).events[0].talks
    assert (talk.title, talk.track) == ("Lighthouses", "Evening")
    assert talk.where == "results[0].sessions[0].contributions[0]"


def test_a_family_name_that_repeats_the_given_one_is_written_once() -> None:
    value = json.loads(json.dumps(ANSWER))
    value["results"][0]["chairs"] = [person("Jo Kim, Jo", "Jo", "Jo Kim")]
    (chair,) = read_value(value).events[0].appearances
    assert chair.person.name == "Jo Kim"


def test_an_export_without_contributions_is_told() -> None:
    result = {k: v for k, v in ANSWER["results"][0].items() if k != "contributions"}
    programme = read_value({"results": [result]})
    assert any("no contributions" in notice.what for notice in programme.notices)


def test_other_json_is_not_recognised_and_refused() -> None:
    for value in ([], {"results": []}, {"results": [{"code": "A", "title": "b"}]}):
        data = json.dumps(value).encode()
        assert FORMAT.recognises(data, data) == ""
    with pytest.raises(SourceError, match="no event"):
        read(b'{"results": []}', ReadOptions())


@given(st.data())
@settings(max_examples=100)
def test_a_field_that_is_wrong_ends_in_a_programme_or_a_source_error(data: st.DataObject) -> None:
    wrong = json.dumps(changed(ANSWER, data)).encode()
    FORMAT.recognises(wrong, wrong)
    ends_well(read, wrong)


@given(st.binary(max_size=80))
@settings(max_examples=60)
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for junk in (data, b'{"results": [' + data + b"]}"):
        FORMAT.recognises(junk, junk)
        ends_well(read, junk)
