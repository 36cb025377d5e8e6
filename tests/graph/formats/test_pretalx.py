"""pretalx API objects: lists, pages, nested objects, numbers, and a site's own grid."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.pretalx import FORMAT, read
from hallway.graph.programme import Programme
from tests.graph.formats.odd_values import bundle, changed, ends_well

TALK: dict[str, Any] = {
    "code": "ABC123",
    "title": "Cranes at night",
    "speakers": [{"code": "ANA", "name": "Ana Lindqvist", "biography": "Call +00 000."}],
    "submission_type": {"en": "Talk", "fr": "Conférence"},
    "track": {"en": "Docks"},
    "state": "confirmed",
    "abstract": "About **cranes**.",
    "description": None,
    "duration": 30,
    "do_not_record": True,
    "content_locale": "de",
    "slot": {
        "room_id": 1,
        "room": {"en": "Main"},
        "start": "2026-06-10T10:00:00+02:00",
        "end": "2026-06-10T10:30:00+02:00",
    },
    "resources": [{"description": "Slides", "resource": "https://conf.example/1.pdf"}],
    "answers": [{"question": {"question": {"en": "Phone"}}, "answer": "+00 000"}],
    "tags": ["lifting"],
}
NESTED: dict[str, Any] = {
    **{key: TALK[key] for key in ("code", "title", "state", "abstract", "duration")},
    "submission_type": {"id": 3, "name": {"de": "Vortrag"}},
    "track": 7,
    "tags": [{"id": 1, "tag": "lifting"}, {"id": 2, "tag": "loading"}],
    "speakers": ["ANA", "NOBODY"],
    "slots": [
        {
            "start": "2026-06-10T10:00:00+02:00",
            "room": {"uuid": "0b5c", "name": {"en": "Main"}},
        },
        {"start": "2026-06-10T15:00:00+02:00", "room": 2},
    ],
}
GRID: dict[str, Any] = {
    "schedule": {
        "2026-06-10": {
            "540": {},
            "600": {"1": TALK},
            "610": {"1": TALK},
        }
    },
    "sprints": {"2026-06-11": {"600": {"1": {**TALK, "code": "SPR", "title": "Sprint"}}}},
    "extra": {"2026-06-10": {"750": {"id": "lunch", "title": {"en": "Lunch", "fr": "Déjeuner"}}}},
    "rooms": [{"id": 2, "name": {"en": "Side"}}],
}
SPEAKERS = [{"code": "ANA", "name": "Ana Lindqvist", "submissions": ["ABC123"], "avatar": None}]


def read_value(value: Any, **options: Any) -> Programme:
    return read(json.dumps(value).encode(), ReadOptions(file="input.json", **options))


def test_a_talk_says_what_when_where_and_who() -> None:
    (talk,) = read_value([TALK]).events[0].talks
    assert (talk.key, talk.title, talk.kind) == ("ABC123", "Cranes at night", "Talk")
    assert (talk.room, talk.track, talk.languages) == ("Main", "Docks", ("de",))
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2026-06-10T10:00:00+02:00"
    assert (talk.minutes, talk.no_recording) == (30, True)
    assert (talk.abstract, talk.topics) == ("About cranes.", ("lifting",))
    assert [one.url for one in talk.slides] == ["https://conf.example/1.pdf"]
    assert [(a.person.name, a.person.id) for a in talk.appearances] == [("Ana Lindqvist", "ANA")]
    assert talk.where == "[0]"


def test_answers_and_biographies_are_never_read() -> None:
    assert "+00 000" not in repr(read_value([TALK]))


def test_talks_are_found_in_pages_of_the_api() -> None:
    programme = read_value({"count": 1, "next": None, "results": [TALK]})
    assert [talk.where for talk in programme.events[0].talks] == ["results[0]"]


def test_a_talk_with_several_slots_is_one_talk_that_has_them_all() -> None:
    programme = read_value({"results": [NESTED], "rooms": GRID["rooms"]})
    (first,) = programme.events[0].talks
    (second,) = first.slots
    assert (first.key, first.room) == ("ABC123", "Main")
    assert (str(second.start), second.room) == ("2026-06-10 15:00:00+02:00", "Side")
    assert (first.kind, first.track) == ("Vortrag", None)
    assert first.topics == ("lifting", "loading")
    assert first.minutes == 30
    told = " ".join(notice.what for notice in programme.notices)
    assert "track is only a number" in told
    assert "speakers are only codes" in told


def test_speakers_by_code_are_named_by_the_list_beside_them() -> None:
    data = bundle({"talks.json": [NESTED], "speakers.json": SPEAKERS})
    assert "submissions and speakers" in FORMAT.recognises(data[:100], data)
    talk = read(data, ReadOptions()).events[0].talks[0]
    assert [one.person.name for one in talk.appearances] == ["Ana Lindqvist"]
    assert talk.where == "talks.json: [0].slots[0]"


def test_a_grid_has_each_talk_once_and_its_breaks() -> None:
    (event,) = read_value(GRID).events
    found = [(talk.title, talk.is_break, str(talk.start)) for talk in event.talks]
    assert found == [
        ("Cranes at night", False, "2026-06-10 10:00:00+02:00"),
        ("Sprint", False, "2026-06-10 10:00:00+02:00"),
        ("Lunch", True, "2026-06-10 12:30:00+02:00"),
    ]


def test_a_list_of_speakers_alone_names_people_and_no_talks() -> None:
    (event,) = read_value(SPEAKERS).events
    assert event.talks == ()
    assert [one.person.name for one in event.appearances] == ["Ana Lindqvist"]


@pytest.mark.parametrize("state", ["submitted", "rejected", "withdrawn", "draft"])
def test_proposals_are_not_published(state: str) -> None:
    programme = read_value([TALK, {**TALK, "code": "X", "title": "Secret", "state": state}])
    assert programme.talks() == 1
    assert "Secret" not in repr(programme)
    assert any(f"1 {state}" in notice.what for notice in programme.notices)


def test_other_json_is_not_recognised_and_refused() -> None:
    for value in ([{"title": "a", "code": 1}], {"schedule": {}}, [], [{"name": "a", "code": "b"}]):
        data = json.dumps(value).encode()
        assert FORMAT.recognises(data, data) == ""
        with pytest.raises(SourceError, match="no talk"):
            read(data, ReadOptions())


@given(st.sampled_from([[TALK], {"results": [NESTED]}, GRID, SPEAKERS]), st.data())
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
    FORMAT.recognises(data, data)
    ends_well(read, data)
    ends_well(read, b'[{"code": "A", "title": "B", "submission_type": "C", "x": ' + data + b"}]")
