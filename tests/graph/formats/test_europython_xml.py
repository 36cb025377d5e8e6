"""Schedule XML of EuroPython: entries in days, two tables of ids, no name of the event."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.europython_xml import FORMAT
from hallway.graph.formats.frab_xml import FORMAT as FRAB
from hallway.graph.programme import Event, Programme

SHARED = os.environ.get("HALLWAY_SHARED")

TALK = (
    '<entry id="1"><category>Talk</category><audience>Novice</audience>'
    "<topics><topic>Harbours</topic><topic>Cranes</topic></topics><start>0930</start>"
    "<duration>45</duration><room>C01, B05/B06</room><title>Cranes at night</title>"
    "<abstract>Short.</abstract><description>Short. And long.</description><speakers>"
    '<speaker id="7"><name>Ana Lindqvist</name><profile>https://quay.example/ana</profile>'
    "</speaker></speakers></entry>"
)
LUNCH = (
    '<entry id="1"><category/><start>1230</start><duration>60</duration>'
    "<title>Lunch</title></entry>"
)


def schedule(*entries: str, date: str = "2026-06-10") -> bytes:
    return f'<schedule created="x"><day date="{date}">{"".join(entries)}</day></schedule>'.encode()


def read(data: bytes, **options: str) -> Programme:
    return FORMAT.read(data, ReadOptions(event="Quay Days 2026", **options))


def event(*entries: str, **options: str) -> Event:
    (found,) = read(schedule(*entries), **options).events
    return found


def test_an_entry_says_all_it_says() -> None:
    (talk,) = event(TALK).talks
    assert (talk.title, talk.kind, talk.key) == ("Cranes at night", "Talk", "1")
    assert (talk.start, talk.minutes) == (datetime(2026, 6, 10, 9, 30), 45)
    assert (talk.room, talk.topics, talk.audiences) == (
        "C01, B05/B06",
        ("Harbours", "Cranes"),
        ("Novice",),
    )
    assert talk.abstract == "Short. And long."
    (ana,) = talk.appearances
    assert (ana.person.name, ana.person.id) == ("Ana Lindqvist", "7")
    assert [link.url for link in ana.person.links] == ["https://quay.example/ana"]


def test_ids_of_slots_are_not_those_of_talks() -> None:
    found = event(TALK, LUNCH)
    assert [(one.key, one.is_break) for one in found.talks] == [("1", False), ("slot 1", True)]


def test_times_take_the_zone_of_the_caller_and_stay_local_without() -> None:
    start = event(TALK, zone="Europe/Berlin").talks[0].start
    assert start is not None
    assert start.isoformat() == "2026-06-10T09:30:00+02:00"
    assert any("no zone" in str(note) for note in read(schedule(TALK)).notices)


def test_without_a_name_the_file_lends_its_own() -> None:
    programme = FORMAT.read(schedule(TALK), ReadOptions(file="quay_days-2026.xml"))
    assert programme.events[0].name == "Quay days 2026"
    assert any("names no event" in note.what for note in programme.notices)


def test_it_is_told_from_the_schedule_of_frab() -> None:
    frab = b"<schedule><conference/><day><room><event/></room></day></schedule>"
    assert FORMAT.recognises(schedule(TALK), schedule(TALK))
    assert not FORMAT.recognises(frab, frab)
    assert not FRAB.recognises(schedule(TALK), schedule(TALK))
    empty = (
        b'<schedule><day date="a"></day>\n<!-- x --><day date="b"> <entry id="1"/></day></schedule>'
    )
    assert FORMAT.recognises(empty, empty)


@pytest.mark.parametrize("data", [b"<schedule><day/></schedule>", b"<rss/>", b"<schedule", b"x"])
def test_what_has_no_entries_is_refused(data: bytes) -> None:
    with pytest.raises(SourceError):
        read(data)


def test_a_document_type_is_refused() -> None:
    with pytest.raises(SourceError, match="document type"):
        read(b'<!DOCTYPE schedule [<!ENTITY a "b">]>' + schedule(TALK))


def test_blanks_before_another_root_cost_nothing() -> None:
    # A pattern that may divide blanks in two ways takes minutes for forty of them.
    begun = time.process_time()
    for head in (b"<?xml?>" + b" " * 5000 + b"<rss/>", b"<?a?>" * 3000 + b"<rss/>"):
        assert not FORMAT.recognises(head, head)
        assert not FRAB.recognises(head, head)
    assert time.process_time() - begun < 2


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_file_ends_in_a_programme_or_an_error(data: st.DataObject) -> None:
    whole = schedule(TALK, LUNCH)
    cut = data.draw(st.tuples(st.integers(0, len(whole)), st.integers(0, 60)))
    damaged = whole[: cut[0]] + data.draw(st.binary(max_size=8)) + whole[cut[0] + cut[1] :]
    with suppress(SourceError):
        assert read(damaged).format == "europython-xml"


@pytest.mark.skipif(not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data")
def test_only_its_own_file_of_the_shared_ones_is_recognised() -> None:
    folder = Path(str(SHARED)) / "data"
    found = [
        path.name
        for path in folder.rglob("*.xml")
        if FORMAT.recognises(path.read_bytes()[:65536].lstrip(), path.read_bytes())
    ]
    assert found == ["europython-2014.xml"]
