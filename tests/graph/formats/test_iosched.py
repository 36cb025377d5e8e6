"""iosched: sessions with timestamps, and tags whose prefixes say what they are."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.iosched import FORMAT, read
from hallway.graph.programme import Programme
from tests.graph.formats.odd_values import bundle, changed, ends_well

WHOLE: dict[str, Any] = {
    "sessions": [
        {
            "id": 101, "startTimestamp": "2026-06-10T08:00:00Z",
            "endTimestamp": "2026-06-10T08:30:00Z", "title": "Cranes", "description": "About them.",
            "youtubeUrl": "https://youtu.be/abc", "url": "https://conf.example/1",
            "mainTag": "TOPIC_HEAVY_LIFTING", "room": "blue", "speakers": ["7", "99"],
            "tags": ["TOPIC_HEAVY_LIFTING", "LANG_UK", "THEME_EXPERT", "TYPE_CODELAB", "odd"],
        }
    ],
    "speakers": [
        {"id": 7, "name": "Ana Lindqvist", "company": "Quay Labs", "plusoneUrl": "", "bio": "",
         "twitter": "https://twitter.example/ana", "thumbnailUrl": "https://conf.example/7.jpg"}
    ],
    "rooms": [{"id": "blue", "name": "Blue hall"}],
    "tags": [{"tag": "TOPIC_HEAVY_LIFTING", "name": "Heavy lifting & loading"}],
}  # fmt: skip


def read_value(value: Any, **options: Any) -> Programme:
    return read(json.dumps(value).encode(), ReadOptions(file="input.json", **options))


def test_the_collections_are_joined_and_tags_told_by_their_prefix() -> None:
    programme = read_value(WHOLE, zone="Europe/Kyiv")
    (talk,) = programme.events[0].talks
    assert isinstance(talk.start, datetime)
    assert (talk.start.isoformat(), talk.minutes) == ("2026-06-10T11:00:00+03:00", 30)
    assert (talk.key, talk.room, talk.kind) == ("101", "Blue hall", "Codelab")
    assert (talk.languages, talk.audiences) == (("uk",), ("Expert",))
    assert talk.topics == ("Heavy lifting & loading",)
    assert talk.url == "https://conf.example/1"
    assert [one.url for one in talk.recordings] == ["https://youtu.be/abc"]
    (ana,) = talk.appearances
    assert (ana.person.name, ana.person.id, ana.affiliation) == ("Ana Lindqvist", "7", "Quay Labs")
    assert [link.url for link in ana.person.links] == ["https://twitter.example/ana"]
    assert any("'99' is not in the list" in notice.what for notice in programme.notices)


def test_without_a_zone_an_instant_stays_in_utc_and_codes_are_words() -> None:
    (talk,) = read_value({"sessions": WHOLE["sessions"]}).events[0].talks
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2026-06-10T08:00:00+00:00"
    assert (talk.room, talk.topics) == ("blue", ("Heavy lifting",))


def test_files_of_a_folder_are_one_programme() -> None:
    data = bundle({f"{name}.json": {name: value} for name, value in WHOLE.items()})
    assert FORMAT.recognises(data[:100], data).startswith("iosched: sessions")
    (talk,) = read(data, ReadOptions()).events[0].talks
    assert (talk.room, len(talk.appearances)) == ("Blue hall", 1)
    assert talk.where == "sessions.json: sessions[0]"


def test_speakers_alone_are_people_of_the_event() -> None:
    programme = read_value({"speakers": WHOLE["speakers"]})
    assert [one.affiliation for one in programme.events[0].appearances] == ["Quay Labs"]
    assert programme.talks() == 0


def test_other_json_is_not_recognised_and_refused() -> None:
    for value in ([], {"sessions": []}, {"speakers": [{"name": ""}]}, {"rooms": WHOLE["rooms"]}):
        data = json.dumps(value).encode()
        assert FORMAT.recognises(data, data) == ""
        with pytest.raises(SourceError):
            read(data, ReadOptions())


@given(st.data())
@settings(max_examples=100)
def test_a_field_that_is_wrong_ends_in_a_programme_or_a_source_error(data: st.DataObject) -> None:
    wrong = json.dumps(changed(WHOLE, data)).encode()
    FORMAT.recognises(wrong, wrong)
    ends_well(read, wrong)


@given(st.binary(max_size=80))
@settings(max_examples=60)
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for junk in (data, b'{"sessions": [{"startTimestamp": ' + data + b"}]}"):
        FORMAT.recognises(junk, junk)
        ends_well(read, junk)
