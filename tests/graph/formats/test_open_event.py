"""Open Event: collections in files of their own, in two styles of keys."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.open_event import FORMAT, read
from hallway.graph.programme import Programme
from tests.graph.formats.odd_values import bundle, changed, ends_well

EVENT: dict[str, Any] = {
    "id": 3, "identifier": "5f2a", "name": "Harbour Conf 2026", "organizer-name": "Harbour",
    "starts-at": "2026-06-10T09:00:00+02:00", "ends-at": "2026-06-11T18:00:00+02:00",
    "timezone": "Europe/Berlin", "location-name": "Quay Hall", "topic": "Other",
    "sub-topic": "Logistics", "schedule-published-on": "", "email": "+00 000",
    "external-event-url": "https://conf.example/",
    "event-copyright": {"licence": "CC BY 4.0"},
}  # fmt: skip
SESSIONS: list[dict[str, Any]] = [
    {
        "id": 1, "title": "Cranes\\, quays and more", "subtitle": "A tour", "language": "English",
        "short-abstract": "<p>About cranes.</p>", "long-abstract": "", "comments": "Call +00 000",
        "starts-at": "2026-06-10T10:00:00+02:00", "ends-at": "2026-06-10T10:45:00+02:00",
        "session-type": {"id": 1, "name": "Talk", "length": "00.45"}, "level": "Beginner",
        "track": {"id": 1, "name": "Docks"}, "microlocation": {"id": 1, "name": "Main"},
        "state": "accepted", "video-url": "https://youtu.be/abc", "audio-url": None,
        "slides-url": "https://conf.example/1.pdf", "signup-url": None,
        "speakers": [{"id": 7, "name": "Ana Lindqvist", "organisation": "Quay Labs"},
                     {"id": None, "name": None}],
    },
    {
        "id": 2, "title": "Break!", "short-abstract": "", "long-abstract": "",
        "session-type": {"name": "Break"}, "microlocation": None, "signup-url": None,
        "state": "accepted", "starts-at": "2026-06-10T11:00:00+02:00", "ends-at": None,
        "speakers": [{"id": 9, "name": "Harbour Team"}],
    },
    {
        "id": 3, "title": "Secret proposal", "short-abstract": "", "long-abstract": "",
        "session-type": None, "signup-url": None, "state": "rejected", "microlocation": None,
        "speakers": [{"id": 8, "name": "Omar Haddad"}],
    },
]  # fmt: skip
SPEAKERS: list[dict[str, Any]] = [
    {"id": 7, "name": "Ana Lindqvist", "organisation": "Quay Labs", "email": "+00 000",
     "short-biography": "", "long-biography": "", "website": "https://ana.example/"},
    {"id": 5, "name": "Kim", "organisation": "", "short-biography": "", "long-biography": ""},
]  # fmt: skip
FILES = {"event": EVENT, "sessions": SESSIONS, "speakers": SPEAKERS, "tracks": [{"id": 1}]}


def underscored(value: Any) -> Any:
    """Write the keys in the other style, as that style calls them."""
    if isinstance(value, list):
        return [underscored(part) for part in value]
    if not isinstance(value, dict):
        return value
    names = {"starts-at": "start_time", "ends-at": "end_time", "video-url": "video",
             "slides-url": "slides", "external-event-url": "event_url"}  # fmt: skip
    return {names.get(k, k.replace("-", "_")): underscored(part) for k, part in value.items()}


def read_files(files: dict[str, Any]) -> Programme:
    return read(bundle(files), ReadOptions(file="harbour"))


@pytest.mark.parametrize("files", [FILES, underscored(FILES)], ids=["dashed", "underscored"])
def test_the_collections_are_read_together_in_either_style(files: dict[str, Any]) -> None:
    data = bundle(files)
    assert FORMAT.recognises(data[:100], data) == "Open Event: event, sessions, speakers"
    (event,) = read_files(files).events
    assert (event.name, event.key, event.zone) == ("Harbour Conf 2026", "5f2a", "Europe/Berlin")
    assert (event.start, event.end) == (date(2026, 6, 10), date(2026, 6, 11))
    assert (event.place, event.url, event.licence) == (
        "Quay Hall", "https://conf.example/", "CC BY 4.0",
    )  # fmt: skip
    assert event.topics == ("Logistics",)
    talk, pause = event.talks
    assert (talk.title, talk.subtitle, talk.key) == ("Cranes, quays and more", "A tour", "1")
    assert isinstance(talk.start, datetime)
    assert (talk.start.isoformat(), talk.minutes) == ("2026-06-10T10:00:00+02:00", 45)
    assert (talk.room, talk.track, talk.kind) == ("Main", "Docks", "Talk")
    assert (talk.languages, talk.audiences) == (("en",), ("Beginner",))
    assert talk.abstract == "About cranes."
    assert [one.url for one in talk.recordings] == ["https://youtu.be/abc"]
    assert [one.url for one in talk.slides] == ["https://conf.example/1.pdf"]
    (ana,) = talk.appearances
    assert (ana.person.name, ana.affiliation) == ("Ana Lindqvist", "Quay Labs")
    assert [link.url for link in ana.person.links] == ["https://ana.example/"]
    assert pause.is_break
    assert pause.appearances == ()


def test_proposals_comments_and_contacts_are_nowhere() -> None:
    programme = read_files(FILES)
    for private in ("Secret proposal", "Omar Haddad", "+00 000", "Kim"):
        assert private not in repr(programme)
    told = [notice.what for notice in programme.notices]
    assert "sessions that are not accepted were left out: 1 rejected" in told
    assert "1 of 2 speakers have no session and were left out" in told


def test_a_profile_counts_only_where_id_and_name_agree() -> None:
    other = [{**SPEAKERS[0], "name": "Somebody else"}]
    programme = read_files({**FILES, "speakers": other})
    assert programme.events[0].talks[0].appearances[0].person.links == ()


def test_sessions_alone_are_read_too_and_name_stands_in_for_title() -> None:
    sessions = [{**{k: v for k, v in SESSIONS[0].items() if k != "title"}, "name": "Cranes"}]
    data = json.dumps([*sessions, *SESSIONS[1:]]).encode()
    assert read(json.dumps(SESSIONS).encode(), ReadOptions()).talks() == 1
    assert read(data, ReadOptions()).events[0].talks[0].title == "Cranes"


def test_speakers_alone_are_people_of_the_event() -> None:
    (event,) = read(json.dumps(SPEAKERS).encode(), ReadOptions()).events
    assert [one.person.name for one in event.appearances] == ["Ana Lindqvist", "Kim"]


def test_a_broken_file_costs_only_itself() -> None:
    programme = read_files({**FILES, "speakers": '[{"name": '})
    assert programme.talks() == 1
    assert any(notice.where == "speakers" for notice in programme.notices)


def test_other_json_is_not_recognised_and_refused() -> None:
    for data in (b"[]", b'{"name": "a"}', b'[{"title": "a"}]', bundle({"a.json": [1]})):
        assert FORMAT.recognises(data, data) == ""
        with pytest.raises(SourceError):
            read(data, ReadOptions())


@given(st.sampled_from(sorted(FILES)), st.data())
@settings(max_examples=100)
def test_a_field_that_is_wrong_ends_in_a_programme_or_a_source_error(
    name: str, data: st.DataObject
) -> None:
    wrong = bundle({**FILES, name: changed(FILES[name], data)})
    FORMAT.recognises(wrong[:100], wrong)
    ends_well(read, wrong)


@given(st.binary(max_size=80))
@settings(max_examples=60)
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for junk in (data, b"PK\x03\x04" + data, bundle({"sessions": data})):
        FORMAT.recognises(junk, junk)
        ends_well(read, junk)


def test_who_holds_and_who_sponsors_the_event_are_organizations() -> None:
    head = {**EVENT, "organizer-name": "Harbour Society"}
    sponsors = [
        {"id": 1, "name": "Quay Labs", "level": 1, "sponsor_type": "Gold", "logo": None},
        {"id": 2, "name": "Dock Works", "level": 2, "sponsor_type": "Silver", "logo": None},
    ]
    (event,) = read_files({**FILES, "event": head, "sponsors": sponsors}).events
    assert event.organizers == ("Harbour Society",)
    assert event.sponsors == ("Quay Labs", "Dock Works")
    assert len(event.talks) == len(read_files(FILES).events[0].talks)
