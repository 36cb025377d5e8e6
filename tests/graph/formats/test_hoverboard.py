"""Hoverboard: sessions and speakers by id, joined by a schedule with columns for rooms."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.hoverboard import FORMAT, read
from hallway.graph.programme import Programme
from tests.graph.formats.odd_values import bundle, changed, ends_well

FILES: dict[str, Any] = {
    "sessions.json": {
        "0": {"id": 0, "title": "Portes / Gates open", "type": "break"},
        "1": {
            "id": 1, "title": "Cranes", "description": "About <b>cranes</b>.", "language": "fr",
            "tags": ["Lifting"], "complexity": "Beginner", "speakers": [7], "type": "keynote",
            "videoId": "abc", "category": "docks", "presentation": "https://conf.example/1.pdf",
        },
        "2": {"id": 2, "title": "Quays", "type": "talk", "speakers": [[7], [8]], "tags": []},
        "3": {"id": 3, "title": "Codelab", "type": "codelab", "track": {"title": "Side door"}},
        "4": {"id": 4, "title": "Not scheduled", "speakers": [99], "type": "talk"},
    },
    "speakers.json": {
        "7": {
            "id": 7, "name": "Ana Lindqvist", "company": "Quay Labs", "companyLogo": "", "bio": "",
            "photoUrl": "", "badges": [],
            "socials": [{"name": "Blog", "link": "https://ana.example/"}],
        },
        "8": {"id": 8, "name": "Omar Haddad", "photoUrl": "", "badges": [], "socials": []},
    },
    "schedule.json": [
        {
            "date": "2026-06-10",
            "tracks": [{"title": "Main"}, {"title": "The Side door"}],
            "timeslots": [
                {"startTime": "08:00", "endTime": "09:00", "sessions": [[0]]},
                {"startTime": "09:00", "endTime": "09:50", "sessions": [["1"], [2]]},
                {"startTime": "10:00", "endTime": "12:00", "sessions": [[3]]},
                {"startTime": "13:00", "endTime": "13:10", "sessions": [[2], [55]]},
            ],
        }
    ],
}  # fmt: skip


def read_files(files: dict[str, Any]) -> Programme:
    return read(bundle(files), ReadOptions(file="harbour", event="Harbour Conf 2026"))


def test_the_three_files_are_joined() -> None:
    data = bundle(FILES)
    assert FORMAT.recognises(data[:9], data) == "Hoverboard: schedule, sessions, speakers"
    gates, cranes, quays, codelab, later = read_files(FILES).events[0].talks
    assert (gates.is_break, gates.room) == (True, None)
    assert (cranes.start, cranes.minutes) == (datetime(2026, 6, 10, 9), 50)
    assert (cranes.room, cranes.track, cranes.kind) == ("Main", "docks", "keynote")
    assert (cranes.languages, cranes.topics, cranes.audiences) == (
        ("fr",), ("Lifting",), ("Beginner",),
    )  # fmt: skip
    assert [one.url for one in cranes.recordings] == ["https://www.youtube.com/watch?v=abc"]
    assert [one.url for one in cranes.slides] == ["https://conf.example/1.pdf"]
    (ana,) = cranes.appearances
    assert (ana.person.name, ana.affiliation) == ("Ana Lindqvist", "Quay Labs")
    assert [link.url for link in ana.person.links] == ["https://ana.example/"]
    assert quays.room == "The Side door"
    assert [one.person.name for one in quays.appearances] == ["Ana Lindqvist", "Omar Haddad"]
    (again,) = quays.slots
    assert (again.start, again.room) == (datetime(2026, 6, 10, 13), "Main")
    assert codelab.room == "The Side door"
    assert later.start is None


def test_ids_that_lead_nowhere_are_told() -> None:
    told = {(notice.what, notice.where) for notice in read_files(FILES).notices}
    assert (
        "session '55' of the schedule is not in the list of sessions",
        "schedule.json: [0].timeslots[3]",
    ) in told
    assert ("speaker '99' is not in the list of speakers", "sessions.json: 4") in told


def test_one_object_with_three_keys_is_the_same() -> None:
    whole = {name.removesuffix(".json"): value for name, value in FILES.items()}
    whole["schedule"] = {"2026-06-10": FILES["schedule.json"][0]}
    data = json.dumps(whole).encode()
    assert FORMAT.recognises(data, data)
    one, other = read(data, ReadOptions()).events[0], read_files(FILES).events[0]
    assert [(t.title, t.start, t.room) for t in one.talks] == [
        (t.title, t.start, t.room) for t in other.talks
    ]


def test_items_of_a_later_layout_are_read() -> None:
    day = FILES["schedule.json"][0]
    slots = [{**day["timeslots"][1], "sessions": [{"items": ["1"]}, {"items": [2], "extend": 2}]}]
    files = {**FILES, "schedule.json": [{**day, "timeslots": slots}]}
    rooms = {talk.title: talk.room for talk in read_files(files).events[0].talks if talk.start}
    assert rooms == {"Cranes": "Main", "Quays": "The Side door"}


def test_sessions_without_speakers_and_schedule_are_read_with_a_notice() -> None:
    programme = read(json.dumps(FILES["sessions.json"]).encode(), ReadOptions())
    assert programme.talks() == 4
    assert any("only ids" in notice.what for notice in programme.notices)


def test_other_json_is_not_recognised_and_refused() -> None:
    for data in (b"[]", b'{"a": {"title": "x"}}', json.dumps(FILES["speakers.json"]).encode()):
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
    for junk in (data, bundle({**FILES, "schedule.json": data})):
        FORMAT.recognises(junk, junk)
        ends_well(read, junk)


def test_partners_are_sponsors_but_for_those_who_lend_a_page() -> None:
    logos = [{"name": "Quay Labs", "url": "https://quay.example/", "logoUrl": "q.png"}]
    partners = [
        {"title": "General partners", "order": 0, "logos": logos},
        {"title": "Community partners", "order": 1, "logos": [{"name": "Crane Club"}]},
    ]
    (event,) = read_files({**FILES, "partners.json": partners}).events
    assert event.sponsors == ("Quay Labs",)
    (event,) = read_files({**FILES, "partners.json": {"-a": partners[0]}}).events
    assert event.sponsors == ("Quay Labs",)
