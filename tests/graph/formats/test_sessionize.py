"""Sessionize: four views of one programme, and the page it embeds."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.platforms.sessionize_categories import labels
from hallway.graph.formats.sessionize import FORMAT, read
from hallway.graph.programme import Event, Programme
from tests.graph.formats.odd_values import bundle, changed, ends_well

CASE = Path(__file__).parents[2] / "cases/data/17-sessions-that-are-breaks/input.json"

ALL: dict[str, Any] = {
    "sessions": [
        {
            "id": "service-0800", "title": "Registration", "startsAt": "2026-06-10T08:00:00",
            "endsAt": None, "isServiceSession": True, "isPlenumSession": True, "speakers": [],
            "categoryItems": [], "questionAnswers": [], "roomId": None, "status": None,
        },
        {
            "id": "101", "title": " Cranes at night", "description": "About cranes.\r\nAt night.",
            "startsAt": "2026-06-10T09:00:00", "endsAt": "2026-06-10T09:45:00",
            "isServiceSession": False, "speakers": ["aaaa-1"],
            "categoryItems": [11, 21, 31, 41, 51],
            "questionAnswers": [
                {"questionId": 7, "answerValue": "https://youtu.be/abc"},
                {"questionId": 8, "answerValue": "https://meet.example/private?pwd=secret"},
                {"questionId": 9, "answerValue": "+00 000"},
            ],
            "roomId": 1, "recordingUrl": None, "status": "Accepted",
        },
        {
            "id": "102", "title": "Not this one", "startsAt": None, "endsAt": None,
            "isServiceSession": False, "speakers": ["bbbb-2"], "categoryItems": [],
            "questionAnswers": [], "roomId": None, "status": "Waitlisted",
        },
    ],
    "speakers": [
        {
            "id": "aaaa-1", "firstName": "", "lastName": "", "fullName": "Ana Lindqvist",
            "tagLine": "Crane driver @ Quay Labs", "bio": "Call +00 000", "isTopSpeaker": False,
            "links": [{"title": "Blog", "url": "https://ana.example/", "linkType": "Blog"}],
            "sessions": [101], "questionAnswers": [],
        },
        {
            "id": "bbbb-2", "firstName": "Omar", "lastName": "Haddad", "fullName": "Omar Haddad",
            "tagLine": None, "isTopSpeaker": False, "links": [], "sessions": [102],
        },
    ],
    "questions": [{"id": 7, "question": "YouTube Video"}, {"id": 8, "question": "Streaming URL"}],
    "categories": [
        {"id": 1, "title": "Which track suits it?", "items": [{"id": 11, "name": "Docks"}]},
        {"id": 2, "title": "Sprache", "items": [{"id": 21, "name": "Deutsch"}]},
        {"id": 3, "title": "Level", "items": [{"id": 31, "name": "Beginner"}]},
        {"id": 4, "title": "Session format", "items": [{"id": 41, "name": "Workshop (2h)"}]},
        {"id": 5, "title": "トピック / Topic", "items": [{"id": 51, "name": "Lifting"}]},
    ],
    "rooms": [{"id": 1, "name": "Main (108)", "sort": 0}],
}  # fmt: skip

GRID: list[dict[str, Any]] = [
    {
        "date": "2026-06-10T00:00:00",
        "rooms": [
            {
                "id": 1,
                "name": "Main",
                "sessions": [
                    {
                        "id": "101", "title": "Cranes at night", "startsAt": "2026-06-10T09:00:00Z",
                        "endsAt": None, "isServiceSession": False, "room": "Main", "roomId": 1,
                        "speakers": [{"id": "aaaa-1", "name": "Ana Lindqvist"}],
                        "categories": [
                            {"name": "Track", "categoryItems": [{"id": 1, "name": "Docks"}]}
                        ],
                    }
                ],
            }
        ],
        "timeSlots": [
            {
                "slotStart": "09:00:00",
                "rooms": [{"id": 1, "session": {"id": "101", "title": "Cranes at night"}}],
            }
        ],
    }
]  # fmt: skip

PAGE = """<!DOCTYPE html><html><body>
<h1 class="sz-day__title">Wednesday, June 10, 2026</h1>
<div data-sessionid="s1" class="sz-session sz-session--service"><div class="sz-session__card">
 <div class="sz-session__room">Main</div>
 <div class="sz-session__time" data-sztz="TimeWithDuration|en-US|2026-06-10T15:00:00.0000000Z|\
2026-06-10T16:30:00.0000000Z">8:00 am → 90 min</div>
 <h3 class="sz-session__title"><a href="#">Check-in</a></h3></div></div>
<div data-sessionid="101" class="sz-session sz-session--cssgrid">
 <div class="sz-session__time">9:30 am → 20 min</div>
 <h3 class="sz-session__title"><a href="#">Cranes &amp;
    quays</a></h3>
 <ul class="sz-session__speakers">
  <li data-speakerid="aaaa-1"><a href="#">Ana Lindqvist</a></li></ul>
 <ul class="sz-session__tags"><li class="sz-tag" data-categoryname="level">Advanced</li>
 <li class="sz-tag" data-categoryname="session_format">Session</li>
 <li class="sz-tag" data-categoryname="tags">Lifting</li></ul></div>
</body></html>"""


def read_value(value: Any, **options: Any) -> Programme:
    return read(json.dumps(value).encode(), ReadOptions(file="input.json", **options))


def names(event: Event) -> list[list[str]]:
    return [[one.person.name for one in talk.appearances] for talk in event.talks]


def test_the_view_all_says_everything_by_ids() -> None:
    (event,) = read_value(ALL, zone="Europe/Berlin").events
    registration, talk = event.talks
    assert registration.is_break
    assert (registration.room, registration.end) == (None, None)
    assert (talk.title, talk.key, talk.room) == ("Cranes at night", "101", "Main (108)")
    assert (talk.track, talk.languages, talk.audiences) == ("Docks", ("de",), ("Beginner",))
    assert (talk.kind, talk.topics) == ("Workshop (2h)", ("Lifting",))
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2026-06-10T09:00:00+02:00"
    assert talk.minutes == 45
    assert talk.abstract == "About cranes.\nAt night."
    (ana,) = talk.appearances
    assert (ana.person.name, ana.person.id) == ("Ana Lindqvist", "aaaa-1")
    assert ana.affiliation == "Quay Labs"
    assert [link.url for link in ana.person.links] == ["https://ana.example/"]
    assert [one.url for one in talk.recordings] == ["https://youtu.be/abc"]


def test_private_answers_and_what_is_not_accepted_are_nowhere() -> None:
    found = repr(read_value(ALL))
    for private in ("meet.example", "+00 000", "Not this one", "Omar Haddad"):
        assert private not in found
    assert "1 waitlisted" in found


def test_a_grid_is_read_once_and_an_instant_stays_one() -> None:
    (talk,) = read_value(GRID).events[0].talks
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2026-06-10T09:00:00+00:00"
    assert (talk.room, talk.track) == ("Main", "Docks")
    assert talk.where == "[0].rooms[0].sessions[0]"


def test_sessions_in_groups_leave_breaks_and_namesakes_apart() -> None:
    programme = read(CASE.read_bytes(), ReadOptions(zone="Europe/Berlin"))
    (event,) = programme.events
    assert programme.talks() == 2
    assert [talk.is_break for talk in event.talks] == [True, False, False, True]
    assert [one.person.id for one in event.talks[1].appearances] == ["aaaa-1", "bbbb-2"]
    assert event.talks[2].start is None


def expanded(session: dict[str, Any]) -> dict[str, Any]:
    """Write a session of the view All as the other views have it."""
    people = {one["id"]: one["fullName"] for one in ALL["speakers"]}
    rooms = {one["id"]: one["name"] for one in ALL["rooms"]}
    categories = [
        {"name": category["title"], "categoryItems": category["items"]}
        for category in ALL["categories"]
        if category["items"][0]["id"] in session["categoryItems"]
    ]
    rest = {key: value for key, value in session.items() if key != "categoryItems"}
    return {
        **rest,
        "speakers": [{"id": one, "name": people[one]} for one in session["speakers"]],
        "categories": categories,
        "room": rooms.get(session["roomId"]),
    }


def test_all_views_of_one_programme_give_the_same_talks() -> None:
    sessions = [expanded(one) for one in ALL["sessions"]]
    grid = [{"date": "2026-06-10", "rooms": [{"id": 1, "sessions": sessions}], "timeSlots": []}]
    groups = [{"groupId": None, "groupName": "All", "sessions": sessions}]
    speakers = {"speakers": ALL["speakers"]}
    expected = [replace(one, where="") for one in read_value(ALL).events[0].talks]
    for view in (grid, groups, {"sessions": sessions}):
        data = bundle({"a.json": view, "b.json": speakers})
        found = read(data, ReadOptions()).events[0].talks
        assert [replace(one, where="") for one in found] == expected


def test_sessions_are_recognised_by_their_categories_too() -> None:
    session = {"id": "1", "title": "Cranes", "categories": [{"name": "Track", "categoryItems": []}]}
    for value in ({"sessions": [session]}, [{"groupId": 1, "sessions": [session]}]):
        data = json.dumps(value).encode()
        assert FORMAT.recognises(data, data) == "Sessionize view Sessions"
        assert read(data, ReadOptions()).talks() == 1


def test_a_list_of_speakers_gives_the_talks_it_names() -> None:
    speakers = [
        {"id": "a", "fullName": "Ana Lindqvist", "tagLine": "", "isTopSpeaker": True,
         "sessions": [{"id": 1, "name": "Cranes"}, {"id": 2, "name": "Quays"}]},
        {"id": "b", "fullName": "Omar Haddad", "tagLine": "", "isTopSpeaker": False,
         "sessions": [{"id": 1, "name": "Cranes"}]},
    ]  # fmt: skip
    for value in (speakers, {"speakers": speakers}):
        (event,) = read_value(value).events
        assert names(event) == [["Ana Lindqvist", "Omar Haddad"], ["Ana Lindqvist"]]
    alone = [{**one, "sessions": [3]} for one in speakers]
    (event,) = read_value(alone).events
    assert [one.person.name for one in event.appearances] == ["Ana Lindqvist", "Omar Haddad"]


def test_sessions_and_speakers_in_one_folder_complete_each_other() -> None:
    data = bundle({"sessions.json": GRID, "speakers.json": {"speakers": ALL["speakers"]}})
    assert "view GridSmart, view Speakers" in FORMAT.recognises(data[:100], data)
    (talk,) = read(data, ReadOptions()).events[0].talks
    assert talk.appearances[0].affiliation == "Quay Labs"
    assert talk.where == "sessions.json: [0].rooms[0].sessions[0]"


def test_a_speaker_who_is_not_in_the_list_is_told() -> None:
    value = {**ALL, "speakers": ALL["speakers"][1:]}
    programme = read_value(value)
    assert any("'aaaa-1' is not in the list" in notice.what for notice in programme.notices)


def test_the_page_has_clock_times_of_the_place() -> None:
    data = PAGE.encode()
    assert FORMAT.recognises(data, data) == "HTML with elements of class sz-session"
    (event,) = read(data, ReadOptions(event="Harbour Conf")).events
    check_in, talk = event.talks
    assert isinstance(check_in.start, datetime)
    assert check_in.start.isoformat() == "2026-06-10T08:00:00-07:00"
    assert (check_in.is_break, check_in.minutes, check_in.room) == (True, 90, "Main")
    assert (talk.title, talk.start, talk.minutes) == (
        "Cranes & quays", datetime(2026, 6, 10, 9, 30), 20,
    )  # fmt: skip
    assert (talk.kind, talk.audiences, talk.topics) == ("Session", ("Advanced",), ("Lifting",))
    assert [one.person.id for one in talk.appearances] == ["aaaa-1"]


def test_a_page_that_describes_its_events_itself_is_left_to_that_reader() -> None:
    block = '<script type="application/ld+json">{"@type": "Event"}</script>'
    data = PAGE.replace("<body>", "<body>" + block).encode()
    assert FORMAT.recognises(data, data) == ""


@pytest.mark.parametrize(
    ("title", "field"),
    [
        ("Language", "language"), ("言語", "language"), ("Target audience", "levels"),
        ("Session format", "kind"), ("Talk type / Art", "kind"), ("Tracks", "track"),
        ("Themen", "topics"), ("Formation", "topics"), ("Backtracking", "topics"),
    ],
)  # fmt: skip
def test_categories_are_told_by_whole_words_of_their_titles(title: str, field: str) -> None:
    value = getattr(labels([(title, "x")]), field)
    assert value in ("x", ("x",))


def test_what_has_no_session_is_refused_with_a_remedy() -> None:
    for data in (b"[]", b'{"sessions": []}', b'{"a": 1}', b"<p>", b"{"):
        with pytest.raises(SourceError):
            read(data, ReadOptions())


@given(st.sampled_from([ALL, GRID, [{"sessions": GRID[0]["rooms"][0]["sessions"]}]]), st.data())
@settings(max_examples=100)
def test_a_field_that_is_wrong_ends_in_a_programme_or_a_source_error(
    document: Any, data: st.DataObject
) -> None:
    wrong = json.dumps(changed(document, data)).encode()
    FORMAT.recognises(wrong, wrong)
    ends_well(read, wrong)


@given(st.binary(max_size=80), st.integers(0, len(PAGE)))
@settings(max_examples=60)
def test_any_bytes_end_in_a_programme_or_a_source_error(junk: bytes, place: int) -> None:
    FORMAT.recognises(junk, junk)
    ends_well(read, junk)
    ends_well(read, PAGE[:place].encode() + junk + PAGE[place:].encode())
