"""Schedule JSON of both generations, valid or not."""

from __future__ import annotations

import copy
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.frab_json import FORMAT, read
from hallway.graph.programme import Programme

CASES = Path(__file__).parents[2] / "cases" / "data"

FIRST: dict[str, Any] = {
    "schedule": {
        "version": "1",
        "base_url": "https://conf.example/2026/",
        "conference": {
            "acronym": "harbour26",
            "title": "Harbour Conf 2026",
            "start": "2026-06-10",
            "end": "2026-06-10",
            "daysCount": 1,
            "time_zone_name": "Europe/Berlin",
            "days": [
                {
                    "index": 1,
                    "date": "2026-06-10",
                    "day_start": "2026-06-10T09:00:00+02:00",
                    "rooms": {
                        "Main": [
                            {
                                "id": 7,
                                "guid": "0b5c0d6e-1111-5222-8333-000000000001",
                                "date": "2026-06-10T10:00:00+02:00",
                                "start": "10:00",
                                "duration": "00:45",
                                "title": "Cranes at night",
                                "track": "Docks",
                                "type": "lecture",
                                "language": "de, en",
                                "abstract": "About cranes.",
                                "do_not_record": True,
                                "persons": [{"id": 1, "public_name": "Ana Lindqvist"}],
                                "links": [{"url": "https://a.example/", "title": "a"}],
                                "attachments": [{"url": "/1.pdf", "title": "Paper"}],
                                "answers": [{"question": 3, "answer": "+00 000"}],
                            }
                        ]
                    },
                }
            ],
        },
    }
}

SECOND: dict[str, Any] = {
    "schedule": {
        "conference": {
            "title": "Harbour Conf 2026",
            "time_zone_name": "Europe/Berlin",
            "tracks": [{"slug": "docks", "name": "Docks & Quays"}],
            "days": [{"index": 1, "date": "2026-06-10", "start": "2026-06-10T09:00:00+02:00"}],
        },
        "events": [
            {
                "guid": "0b5c0d6e-1111-5222-8333-000000000002",
                "start": "2026-06-11T00:15:00+02:00",
                "end": "2026-06-11T00:55:00+02:00",
                "room": {"name": "Main", "slug": "main"},
                "track": {"slug": "docks"},
                "title": "Night shift",
                "type": "TALK",
                "participants": [
                    {"guid": "p1", "name": "Ana Lindqvist", "role": "SPEAKER"},
                    {"guid": "p2", "name": "Omar Haddad", "role": "MODERATOR"},
                ],
                "links": [
                    {"type": "FEEDBACK", "url": "https://conf.example/say"},
                    {"type": "ORIGIN", "url": "https://conf.example/talk"},
                ],
                "attachments": [{"type": "SLIDES", "url": "https://conf.example/1.pdf"}],
            }
        ],
        "persons": [{"guid": "p1", "name": "Ana", "links": [{"url": "https://ana.example/"}]}],
    }
}


def read_value(value: Any) -> Programme:
    return read(json.dumps(value).encode(), ReadOptions(file="input.json"))


def test_both_generations_are_recognised_and_other_json_is_not() -> None:
    for document in (FIRST, SECOND):
        data = json.dumps(document).encode()
        assert FORMAT.recognises(data[:65536], data)
    for other in ({"sessions": []}, {"schedule": []}, [FIRST]):
        data = json.dumps(other).encode()
        assert FORMAT.recognises(data, data) == ""


def test_the_first_generation_keeps_events_in_the_rooms_of_days() -> None:
    event = read_value(FIRST).events[0]
    (talk,) = event.talks
    assert (event.name, event.zone) == ("Harbour Conf 2026", "Europe/Berlin")
    assert event.series is not None
    assert event.series.name == "Harbour Conf"
    assert (talk.room, talk.track, talk.kind) == ("Main", "Docks", "lecture")
    assert talk.languages == ("de", "en")
    assert talk.no_recording
    assert [(a.person.name, a.person.id) for a in talk.appearances] == [("Ana Lindqvist", "1")]
    assert [link.url for link in talk.slides] == ["https://conf.example/1.pdf"]
    assert talk.where == "schedule.conference.days[0].rooms.Main[0]"


def test_answers_of_people_are_never_read() -> None:
    assert "+00 000" not in repr(read_value(FIRST))


def test_the_second_generation_has_absolute_times_and_roles() -> None:
    (talk,) = read_value(SECOND).events[0].talks
    assert isinstance(talk.start, datetime)
    assert isinstance(talk.end, datetime)
    assert talk.start.isoformat() == "2026-06-11T00:15:00+02:00"
    assert talk.end - talk.start == timedelta(minutes=40)
    assert talk.minutes == 40
    assert (talk.room, talk.track) == ("Main", "Docks & Quays")
    assert [(a.person.name, a.role) for a in talk.appearances] == [
        ("Ana Lindqvist", "speaker"),
        ("Omar Haddad", "moderator"),
    ]
    assert [link.url for link in talk.appearances[0].person.links] == ["https://ana.example/"]
    assert [link.url for link in talk.links] == ["https://conf.example/talk"]
    assert [link.url for link in talk.slides] == ["https://conf.example/1.pdf"]


def test_characters_that_xml_cannot_carry_are_removed_and_told() -> None:
    data = (CASES / "18-characters-xml-cannot-carry" / "input.json").read_bytes()
    programme = read(data, ReadOptions())
    titles = [" ".join(talk.title.split()) for talk in programme.events[0].talks]
    assert titles == ["Page break and bell", "Half an emoji \ufffd here"]
    assert any("control character" in n.what for n in programme.notices)
    assert repr(programme).isprintable()


def test_what_is_broken_is_told_with_its_path_and_the_rest_is_read() -> None:
    broken = copy.deepcopy(FIRST)
    day = broken["schedule"]["conference"]["days"][0]
    day["rooms"]["Main"].insert(0, "no event")
    day["rooms"]["Side door"] = None
    broken["schedule"]["conference"]["days"].append(17)
    broken["schedule"]["conference"]["daysCount"] = 3
    programme = read_value(broken)
    assert programme.talks() == 1
    places = {notice.where for notice in programme.notices}
    assert {
        "schedule.conference.days[0].rooms.Main[0]",
        "schedule.conference.days[0].rooms.Side door",
        "schedule.conference.days[1]",
    } <= places
    assert any("3 days" in notice.what for notice in programme.notices)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[" * 100_000, "deeper"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "deeper"),
        ('{"schedule": {"conference": {}', "not JSON"),
        ("", "not JSON"),
        ("[1, 2]", "schedule.conference"),
        ('{"schedule": {"events": 3}}', "schedule.conference"),
    ],
)
def test_what_is_no_schedule_is_refused_with_a_reason(text: str, what: str) -> None:
    with pytest.raises(SourceError, match=what):
        read(text.encode(), ReadOptions())


def test_numbers_that_are_none_do_no_harm() -> None:
    text = json.dumps(FIRST).replace('"id": 7', '"id": NaN').replace('"daysCount": 1', '"days_": 1')
    text = text.replace('"id": 1,', f'"id": {"9" * 5000},').replace('"index": 1', '"index": 1e999')
    (talk,) = read(text.encode(), ReadOptions()).events[0].talks
    assert talk.title == "Cranes at night"


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value) if isinstance(value, list) else 0)
    )
    return [found for key in keys for found in ((*at, key), *paths(value[key], (*at, key)))]


ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just([]),
    st.just({}), st.just([None, {}, [], "x"]), st.just({"en": 1}), st.just({"name": {"de": "x"}}),
)  # fmt: skip


@given(st.sampled_from([FIRST, SECOND]), st.data())
@settings(max_examples=300)
def test_any_value_in_any_place_ends_in_a_programme_or_a_source_error(
    document: dict[str, Any], data: st.DataObject
) -> None:
    changed = copy.deepcopy(document)
    *above, last = data.draw(st.sampled_from(paths(document)))
    parent: Any = changed
    for key in above:
        parent = parent[key]
    if data.draw(st.booleans()):
        del parent[last]
    else:
        parent[last] = data.draw(ODD)
    ends_well(json.dumps(changed).encode())


@given(st.binary(max_size=100))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    FORMAT.recognises(data, data)
    ends_well(data)
    ends_well(b'{"schedule": {"conference": ' + data + b"}}")


def ends_well(data: bytes) -> None:
    try:
        programme = read(data, ReadOptions())
    except SourceError:
        return
    assert len(programme.events) == 1
