"""schema.org in web pages: block by block, whatever one block holds."""

from __future__ import annotations

import io
import json
import os
import time
import zipfile
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.html_events import FORMAT
from hallway.graph.formats.jsonld_events import FORMAT as JSONLD
from hallway.graph.formats.rdf_graph import FORMAT as RDF
from hallway.graph.programme import Event, Programme

CASES = Path(__file__).parents[2] / "cases" / "data"
SHARED = os.environ.get("HALLWAY_SHARED")
CEST = timezone(timedelta(hours=2))


def block(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


def page(*parts: str, title: str = "Harbour Conf 2026") -> bytes:
    return f"<!doctype html><title>{title}</title>{''.join(parts)}".encode()


def read(data: bytes, **options: str) -> Programme:
    return FORMAT.read(data, ReadOptions(**options))


def only(data: bytes, **options: str) -> Event:
    (event,) = read(data, **options).events
    return event


def said(programme: Programme, *words: str) -> bool:
    return any(all(word in str(note) for word in words) for note in programme.notices)


CONF = {
    "@context": "https://schema.org",
    "@type": "Event",
    "name": "Harbour Conf 2026",
    "startDate": "2026-06-10",
    "endDate": "2026-06-11",
    "location": {"@type": "Place", "name": "Dock 3", "address": {"addressLocality": "Kiel"}},
    "subEvent": [
        {
            "@type": "Event",
            "@id": "https://harbour.example/talk/1",
            "name": "Cranes at night",
            "startDate": "2026-06-10T20:00:00+02:00",
            "duration": "PT45M",
            "performer": {
                "@type": "Person",
                "name": "Ana Lindqvist",
                "worksFor": {"@type": "Organization", "name": "Quay Labs"},
                "sameAs": ["www.linkedin.com/in/ana", "mailto:ana@quay.example"],
            },
            "keywords": "cranes, night work",
            "location": "Hall 2",
        }
    ],
}
MICRODATA = """<div itemscope itemtype="https://schema.org/Event">
<h1 itemprop="name">Harbour Conf 2026</h1><time itemprop="startDate" datetime="2026-06-10">x</time>
<div itemprop="subEvent" itemscope itemtype="http://schema.org/Event"><b itemprop="name">Cranes</b>
<time itemprop="startDate" datetime="2026-06-10T20:00+02:00">8 pm</time>
<span itemprop="performer" itemscope itemtype="http://schema.org/Person"><i itemprop="name">Ana
Lindqvist</i></span></div></div>"""


def test_three_of_four_dirty_blocks_are_read_and_the_fourth_is_named() -> None:
    programme = read((CASES / "15-dirty-json-ld-in-a-page" / "input.html").read_bytes())
    (event,) = programme.events
    assert event.name == "Harbour Conf 2026"
    assert [talk.title for talk in event.talks] == [
        "Cranes at night", "With a semicolon", "Escaped twice",
    ]  # fmt: skip
    assert event.talks[0].start == datetime(2026, 6, 10, 20, tzinfo=CEST)
    assert event.talks[0].abstract == "two\nlines"
    people = [[one.person.name for one in talk.appearances] for talk in event.talks]
    assert people == [["Ana Lindqvist"], ["Omar Haddad"], []]
    assert said(programme, "line 2", "JSON")


def test_an_event_holds_its_talks_with_people_and_their_employers() -> None:
    event = only(page(block(CONF)))
    assert (event.start, event.end, event.place) == (
        date(2026, 6, 10), date(2026, 6, 11), "Dock 3, Kiel",
    )  # fmt: skip
    (talk,) = event.talks
    assert (talk.key, talk.minutes, talk.room) == ("https://harbour.example/talk/1", 45, "Hall 2")
    assert talk.topics == ("cranes", "night work")
    (ana,) = talk.appearances
    assert (ana.person.name, ana.affiliation) == ("Ana Lindqvist", "Quay Labs")
    assert [link.url for link in ana.person.links] == ["https://www.linkedin.com/in/ana"]


def test_microdata_says_the_same() -> None:
    (talk,) = only(page(MICRODATA)).talks
    assert (talk.title, talk.start) == ("Cranes", datetime(2026, 6, 10, 20, tzinfo=CEST))
    assert [one.person.name for one in talk.appearances] == ["Ana Lindqvist"]


def test_one_event_in_two_notations_is_one() -> None:
    programme = read(page(block(CONF), MICRODATA))
    assert [event.name for event in programme.events] == ["Harbour Conf 2026"]
    assert said(programme, "stated twice")


def test_performers_of_an_event_speak_at_the_event_and_make_no_talk() -> None:
    people = [{"@type": "Person", "name": f"Ana Lindqvist {number}"} for number in "ABCDEFGH"]
    event = only(page(block({**CONF, "subEvent": [], "performer": people})))
    assert (len(event.appearances), len(event.talks)) == (8, 0)


def test_who_speaks_in_a_talk_is_not_told_again_for_the_event() -> None:
    people = [{"@type": "Person", "name": name} for name in ("Ana Lindqvist", "Mei Tanaka")]
    event = only(page(block({**CONF, "performer": people})))
    assert [one.person.name for one in event.appearances] == ["Mei Tanaka"]


def test_a_page_about_one_talk_belongs_to_the_event_its_title_names() -> None:
    talk = {
        "@type": "EducationalEvent",
        "name": "Cranes at night",
        "startDate": "2026-06-10",
        "performer": "Ana Lindqvist",
    }
    event = only(page(block(talk), title="Cranes at night - Harbour Conf 2026"))
    assert event.name == "Harbour Conf 2026"
    assert [(one.title, one.start) for one in event.talks] == [
        ("Cranes at night", date(2026, 6, 10))
    ]


def test_short_events_of_a_year_are_events_and_those_of_a_day_are_talks() -> None:
    def short(name: str, start: str) -> str:
        return block({"@type": "Event", "name": name, "startDate": start})

    evenings = read(page(short("A", "2026-01-10T19:00"), short("B", "2026-05-10T19:00")))
    assert [event.name for event in evenings.events] == ["A", "B"]
    day = only(page(short("A", "2026-01-10T09:00"), short("B", "2026-01-10T10:00")))
    assert [talk.title for talk in day.talks] == ["A", "B"]


def test_an_invented_type_without_itemscope_and_prose_for_a_date_do_not_crash() -> None:
    programme = read(
        page(
            block(CONF),
            '<li itemtype="http://schema.org/subEvent"><time itemprop="startDate" '
            'datetime="October 24 - HackdayT10:00"></time></li>',
        )
    )
    assert len(programme.events) == 1


def test_a_template_that_was_never_filled_is_no_name() -> None:
    markup = (
        '<div itemscope itemtype="http://schema.org/Event">'
        '<meta itemprop="name" content="{$ title $}"></div>'
    )
    programme = read(page(markup, title="{$ title $}"), file="quay-days-2026.html")
    assert programme.events[0].name == "Quay days 2026"
    assert said(programme, "never filled")


def test_other_things_on_a_page_are_no_events() -> None:
    other = block([{"@type": "Organization", "name": "Quay"}, {"@type": "BreadcrumbList"}])
    assert not FORMAT.recognises(page(other), page(other))
    with pytest.raises(SourceError, match="no event"):
        read(page(other))


def test_a_cancelled_talk_and_a_break_are_told() -> None:
    talks = [
        {"@type": "Event", "name": "Cranes", "eventStatus": "EventCancelled"},
        {"@type": "Event", "name": "Lunch"},
    ]
    found = only(page(block({**CONF, "subEvent": talks}))).talks
    assert [(one.status, one.is_break) for one in found] == [
        ("cancelled", False), ("confirmed", True),
    ]  # fmt: skip


def test_times_in_utc_stay_what_they_are() -> None:
    talk = {"@type": "Event", "name": "Cranes", "startDate": "2026-06-10T09:00:00Z"}
    (found,) = only(page(block({**CONF, "subEvent": talk}))).talks
    assert found.start == datetime(2026, 6, 10, 9, tzinfo=UTC)


def test_pages_of_one_event_in_a_folder_are_one_source() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("Cranes at night", "Ropes"):
            talk = {"@type": "EducationEvent", "name": name, "startDate": "2026-06-10",
                    "performer": "Ana Lindqvist"}  # fmt: skip
            archive.writestr(f"{name}.html", page(block(talk), title=f"{name} - Harbour Conf"))
    event = only(packed.getvalue())
    assert (event.name, len(event.talks)) == ("Harbour Conf", 2)
    assert FORMAT.recognises(packed.getvalue()[:100], packed.getvalue())


def test_a_page_declares_its_charset() -> None:
    data = (
        "<html><meta charset=iso-8859-2>" + block({"@type": "Event", "name": "x"})
    ).replace('"x"', '"Dni Łodzi"').encode("iso-8859-2")  # fmt: skip
    assert only(data).name == "Dni Łodzi"


def test_relative_addresses_are_those_of_the_page() -> None:
    talk = {"@type": "Event", "name": "Cranes", "url": "/talk/1"}
    whole = block({**CONF, "subEvent": talk})
    (found,) = only(page('<link rel="canonical" href="https://harbour.example/a/">', whole)).talks
    assert found.url == "https://harbour.example/talk/1"
    programme = read(page(whole))
    assert programme.events[0].talks[0].url is None
    assert said(programme, "/talk/1", "relative")


def test_three_notations_of_the_same_facts_are_the_same_programme() -> None:
    turtle = """@prefix s: <https://schema.org/> . @prefix : <https://harbour.example/> .
    :c a s:Event ; s:name "Harbour Conf 2026" ; s:startDate "2026-06-10" ; s:subEvent :t .
    :t a s:Event ; s:name "Cranes" ; s:startDate "2026-06-10T20:00+02:00" ; s:performer :ana .
    :ana s:name "Ana Lindqvist" ."""
    node = {
        "@context": "https://schema.org", "@type": "Event", "name": "Harbour Conf 2026",
        "startDate": "2026-06-10", "subEvent": {
            "@type": "Event", "name": "Cranes", "startDate": "2026-06-10T20:00+02:00",
            "performer": {"@type": "Person", "name": "Ana Lindqvist"},
        },
    }  # fmt: skip

    def facts(event: Event) -> object:
        talks = [
            (one.title, one.start, [who.person.name for who in one.appearances])
            for one in event.talks
        ]
        return event.name, event.start, event.series, talks

    (graph,) = RDF.read(turtle.encode(), ReadOptions()).events
    (plain,) = JSONLD.read(json.dumps(node).encode(), ReadOptions()).events
    assert facts(graph) == facts(plain) == facts(only(page(block(node)))) == facts(
        only(page(MICRODATA))
    )  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        b"<html>" + b"<script type='application/ld+json'>" * 20_000,
        b"<html>" + b"<div>" * 50_000 + block(CONF).encode(),
        b"<html>" + b"<!--" * 50_000,
        b"<html>" + b"<p itemtype='schema.org/" * 20_000,
    ],
    ids=["open blocks", "depth", "open comments", "open types"],
)
def test_a_hostile_page_ends_soon(data: bytes) -> None:
    begun = time.monotonic()
    FORMAT.recognises(data[:65536], data)
    with suppress(SourceError):
        read(data)
    assert time.monotonic() - begun < 8


WHOLE = page(block(CONF), MICRODATA)


@settings(max_examples=80)
@given(st.integers(0, len(WHOLE)), st.integers(0, 80), st.binary(max_size=12))
def test_a_damaged_page_ends_in_a_programme_or_an_error(at: int, cut: int, put: bytes) -> None:
    data = WHOLE[:at] + put + WHOLE[at + cut :]
    with suppress(SourceError):
        assert read(data).format == "html"


@pytest.mark.skipif(not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data")
def test_only_pages_with_events_of_the_shared_files_are_recognised() -> None:
    folder = Path(str(SHARED)) / "data"
    found = set()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.stat().st_size < 5_000_000:
            data = path.read_bytes()
            if FORMAT.recognises(data[:65536].lstrip(), data):
                found.add(path.relative_to(folder).parts[0])
    assert found == {"jsonld-html", "microdata-html"}


def test_rdfa_and_json_ld_of_one_event_are_one_event() -> None:
    rdfa = (
        '<div vocab="https://schema.org/" typeof="Event"><b property="name">Harbour Conf</b>'
        '<time property="startDate" datetime="2026-06-10"></time>'
        '<a property="url" href="https://harbour.example/">x</a></div>'
    )
    block = (
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Event",'
        ' "name": "Harbour Conf", "startDate": "2026-06-10", "url": "https://harbour.example/"}'
        "</script>"
    )
    page = f"<!doctype html><title>H</title>{block}{rdfa}"
    (event,) = FORMAT.read(page.encode(), ReadOptions(file="x")).events
    assert (event.name, str(event.start)) == ("Harbour Conf", "2026-06-10")
