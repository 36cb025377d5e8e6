"""JSON-LD of schema.org in every shape, and what nearly is JSON."""

from __future__ import annotations

import copy
import json
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph import formats
from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.jsonld_events import FORMAT
from hallway.graph.formats.syntax.json_repair import parse_loosely
from hallway.graph.programme import Event, Programme

CASES = Path(__file__).parents[2] / "cases" / "data"
CASE = (CASES / "16-json-ld-shapes" / "input.jsonld").read_bytes()


def read(value: object) -> Programme:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return FORMAT.read(data, ReadOptions())


def conference(**talk: Any) -> Event:
    talk = {"@type": "Event", "name": "Cranes", **talk}
    whole = {"@context": "https://schema.org", "@type": "Event", "name": "Quay", "subEvent": talk}
    (event,) = read(whole).events
    return event


def test_the_same_fact_in_many_shapes_is_the_same() -> None:
    programme = read(CASE)
    (event,) = programme.events
    assert (event.name, event.place, event.online) == ("Harbour Conf 2026", "Dock 3", None)
    talks = {talk.title: talk for talk in event.talks}
    assert list(talks) == [
        "List of performers", "Performer by reference", "A group performs", "Nom avec langue",
    ]  # fmt: skip
    names = [one.person.name for one in talks["List of performers"].appearances]
    assert names == ["Ana Lindqvist", "Omar Haddad"]
    (mei,) = talks["Performer by reference"].appearances
    assert (mei.person.name, mei.affiliation) == ("Mei Tanaka", "Quay Labs")
    assert talks["Performer by reference"].start == datetime(2026, 6, 10, 10)
    assert talks["A group performs"].appearances == ()
    assert talks["Nom avec langue"].start is None
    assert any("10 juin 2026" in str(note) for note in programme.notices)


@pytest.mark.parametrize(
    "performer",
    [
        "Ana Lindqvist",
        ["Ana Lindqvist"],
        {"name": "Ana Lindqvist"},
        {"@type": "Person", "givenName": "Ana", "familyName": "Lindqvist"},
        {"@type": "https://schema.org/Person", "https://schema.org/name": "Ana Lindqvist"},
        {"@type": "schema:Person", "schema:name": {"@value": "Ana Lindqvist"}},
        {"@type": "Role", "performer": {"@type": "Person", "name": "Ana Lindqvist"}},
        {"@list": [{"@set": ["Ana Lindqvist"]}]},
    ],
)
def test_a_performer_has_many_shapes(performer: object) -> None:
    (talk,) = conference(performer=performer).talks
    assert [(one.person.name, one.role) for one in talk.appearances] == [
        ("Ana Lindqvist", "speaker")
    ]


def test_the_members_of_a_group_speak_and_the_group_does_not() -> None:
    group = {"@type": "PerformingGroup", "name": "Choir", "member": {"name": "Ana Lindqvist"}}
    (talk,) = conference(performer=group).talks
    assert [one.person.name for one in talk.appearances] == ["Ana Lindqvist"]


@pytest.mark.parametrize(
    ("location", "place", "online"),
    [
        ("Dock 3", "Dock 3", None),
        ({"@type": "Place", "address": "Quay 1, Kiel"}, "Quay 1, Kiel", None),
        ({"@type": "VirtualLocation", "url": "https://live.example/"}, None, True),
        ("https://live.example/", None, True),
    ],
)
def test_a_place_has_many_shapes(location: object, place: str | None, online: object) -> None:
    (event,) = read({"@context": "https://schema.org", "@type": "Event", "name": "Quay",
                     "location": location}).events  # fmt: skip
    assert (event.place, event.online) == (place, online)


def test_a_session_names_the_track_of_its_talks() -> None:
    inner = {"@type": "Event", "name": "Ropes"}
    event = conference(name="Session A", location="Hall 1", subEvent=inner)
    assert [(talk.title, talk.track, talk.room) for talk in event.talks] == [
        ("Ropes", "Session A", "Hall 1")
    ]


def test_a_talk_finds_its_event_by_the_part_it_is_of() -> None:
    nodes = [
        {"@type": "Event", "@id": "#t", "name": "Cranes", "superEvent": {"@id": "#c"}},
        {"@type": "Event", "@id": "#c", "name": "Quay"},
    ]
    (event,) = read({"@context": "https://schema.org", "@graph": nodes}).events
    assert (event.name, [talk.title for talk in event.talks]) == ("Quay", ["Cranes"])


def test_the_editions_of_a_series_are_events() -> None:
    editions = [{"@type": "Event", "name": f"Quay {year}", "startDate": f"{year}-05-01"}
                for year in (2025, 2026)]  # fmt: skip
    programme = read({"@context": "https://schema.org", "@type": "EventSeries",
                      "name": "Quay Days", "subEvent": editions})  # fmt: skip
    assert [(one.name, one.series and one.series.name) for one in programme.events] == [
        ("Quay 2025", "Quay Days"),
        ("Quay 2026", "Quay Days"),
    ]


def test_parts_that_are_parts_of_each_other_end() -> None:
    nodes = [
        {"@type": "Event", "@id": "#a", "name": "A", "subEvent": {"@id": "#b"}},
        {"@type": "Event", "@id": "#b", "name": "B", "subEvent": {"@id": "#a"}},
    ]
    assert len(read({"@context": "https://schema.org", "@graph": nodes}).events) == 1
    role = {"@type": "Role", "@id": "#r", "performer": {"@id": "#r"}}
    assert conference(performer=role).talks[0].appearances == ()


@pytest.mark.parametrize(
    "source",
    [
        '// <![CDATA[\n{"a": 1}\n// ]]>',
        "<!--\n{\"a\": 1}\n-->",
        '/* <![CDATA[ */ {"a": 1} /* ]]> */',
        '{"a": 1};',
        '{"a": 1,}',
        '{"a": /* one */ 1} // end',
        "{&quot;a&quot;: 1}",
    ],
)  # fmt: skip
def test_plain_faults_of_json_are_undone(source: str) -> None:
    assert parse_loosely(source, ReadOptions()) == ({"a": 1}, True)


def test_what_is_inside_a_text_is_never_repaired() -> None:
    source = '{"a": "x,} // y /* z */ &quot;;", "b": "http://c.example/,]"}'
    assert parse_loosely(source, ReadOptions()) == (json.loads(source), False)
    assert parse_loosely(source[:-1] + ",}", ReadOptions())[0] == json.loads(source)


@pytest.mark.parametrize("source", ['{"a": 1,', "{a: 1}", '{"a": "x}', ""])
def test_what_is_cut_or_unquoted_is_not_guessed_at(source: str) -> None:
    with pytest.raises(SourceError, match="JSON"):
        parse_loosely(source, ReadOptions())


def test_only_events_of_schema_org_are_recognised() -> None:
    assert FORMAT.recognises(CASE, CASE)
    for other in (
        b'{"@context": "https://schema.org", "@type": "Person", "name": "Ana"}',
        b'{"@context": "https://w3id.org/other", "@type": "Event"}',
        b'[{"@id": "x", "@type": ["https://w3id.org/hallway#Event", "https://schema.org/Event"]}]',
        b'{"schedule": {"conference": {}}, "link": "https://schema.org", "type": "Event"}',
    ):
        assert not FORMAT.recognises(other, other)


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value, as (owner, key)."""
    found: list[tuple[Any, Any]] = []
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(
        value, list
    ) else []  # fmt: skip
    for key in keys:
        found += [(value, key), *spots(value[key])]
    return found


JUNK = st.sampled_from(
    [None, 0, True, "", [], {}, [[]], {"@id": "#conf"}, {"@value": {}}, "9999-12-31T23:59+14:00",
     {"@type": ["Event", 3]}, "mailto:a@b.example", {"@list": [None]}, "P99999D"]
)  # fmt: skip


@settings(max_examples=100)
@given(st.data())
def test_swapped_deleted_and_doubled_fields_end_in_a_programme_or_an_error(
    data: st.DataObject,
) -> None:
    value = json.loads(CASE)
    owner, key = data.draw(st.sampled_from(range(len(spots(value)))).map(lambda n: spots(value)[n]))
    match data.draw(st.sampled_from(["junk", "double", "delete"])):
        case "junk":
            owner[key] = copy.deepcopy(data.draw(JUNK))
        case "double":
            owner[key] = [owner[key], copy.deepcopy(owner[key])]
        case _:
            del owner[key]
    with suppress(SourceError):
        assert read(value).format == "jsonld"


@settings(max_examples=60)
@given(st.binary(max_size=60))
def test_any_bytes_end_in_a_programme_or_an_error(data: bytes) -> None:
    with suppress(SourceError):
        read(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("startDate", "9999-12-31T23:59:59-14:00"),
        ("startDate", "9999-12-31"),
        ("endDate", "0001-01-01T00:00+14:00"),
        ("duration", "P999999999W"),
        ("duration", "-PT5M"),
    ],
)
def test_times_at_the_ends_of_the_calendar_end_well(field: str, value: str) -> None:
    times = {"startDate": "9999-12-30T10:00Z", "endDate": "9999-12-31T23:59:59Z", field: value}
    whole = {"@context": "https://schema.org", "@type": "Event", "name": "Quay", **times}
    assert read(whole).events[0].name == "Quay"
    assert conference(**times).talks[0].title == "Cranes"


def test_blanks_without_end_and_open_templates_end_soon() -> None:
    begun = time.process_time()
    blanks = " " * 300_000
    head = '{"@context": "https://schema.org", "@type": "Event",'
    source = f'{head}{blanks}"name": "Quay",}}{blanks};'
    assert read(source.encode()).events[0].name == "Quay"
    assert conference(description="{{" * 50_000).name == "Quay"
    assert time.process_time() - begun < 8


def test_organizations_hold_and_sponsor_an_event_and_people_organize_it() -> None:
    (event,) = read(
        {
            "@context": "https://schema.org", "@type": "Event", "name": "Quay",
            "subEvent": {"@type": "Event", "name": "Cranes"},
            "organizer": [
                {"@type": "Organization", "name": "Harbour Society"},
                {"@type": "Person", "name": "Ana Lindqvist"},
                "Somebody",
            ],
            "sponsor": [{"@type": "Corporation", "name": "Quay Labs"}, "Dock Works"],
            "funder": {"@type": "Organization", "name": "Crane Fund"},
        }
    ).events  # fmt: skip
    assert event.organizers == ("Harbour Society",)
    assert event.sponsors == ("Quay Labs", "Dock Works", "Crane Fund")
    assert [(one.person.name, one.role) for one in event.appearances] == [
        ("Ana Lindqvist", "organizer")
    ]


def test_each_employer_of_a_performer_is_an_affiliation() -> None:
    labs = [{"@type": "Organization", "name": name} for name in ("Quay Labs", "Dock Works")]
    event = conference(performer={"@type": "Person", "name": "Ana Lindqvist", "worksFor": labs})
    assert event.talks[0].appearances[0].affiliations == ("Quay Labs", "Dock Works")


def test_what_else_a_series_is_called_is_kept() -> None:
    said = {
        "@context": "https://schema.org", "@type": "EventSeries", "name": "Harbour Conf",
        "alternateName": ["HarbourCon", "Harbour Conf"],
        "subEvent": [
            {"@type": "Event", "name": f"Harbour Conf {year}", "startDate": f"{year}-06-10"}
            for year in (2025, 2026)
        ],
    }  # fmt: skip
    turtle = """@prefix s: <https://schema.org/> . @prefix : <https://quay.example/> .
    :s a s:EventSeries ; s:name "Harbour Conf" ; s:alternateName "HarbourCon" ; s:subEvent :a, :b .
    :a a s:Event ; s:name "Harbour Conf 2025" ; s:startDate "2025-06-10" .
    :b a s:Event ; s:name "Harbour Conf 2026" ; s:startDate "2026-06-10" ."""
    for data in (json.dumps(said), turtle):
        events = formats.read(data.encode(), ReadOptions(file="x")).events
        assert [
            (event.series.name, event.series.alternate_names) for event in events if event.series
        ] == [("Harbour Conf", ("HarbourCon",))] * 2
