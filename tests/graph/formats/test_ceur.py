"""The three lists of CEUR-WS, each alone and joined."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.ceur import FORMAT, read

VOLUMES: list[dict[str, Any]] = [
    {
        "number": 9001,
        "url": "https://ceur-ws.org/Vol-9001/",
        "title": "Proceedings of the 4th Workshop on Tides (WT 2015)",
        "acronym": "WT 2015",
        "country": "Norway",
        "city": "Bergen",
        "dateFrom": "2015-09-28",
        "dateTo": "2015-09-29",
        "editors": "Ida Quay, Jan van der Berg",
        "virtualEvent": False,
        "submittedBy": "Ida Quay",
        "volname": "https://ceur-ws.org/Vol-9001/",
        "homepage": "https://tide.example/wt",
        "h1": "?",
    },
    {
        "number": 9002,
        "title": None,
        "acronym": None,
        "city": None,
        "country": None,
        "dateFrom": None,
        "dateTo": None,
        "editors": "Ida Quay",
        "virtualEvent": True,
        "volname": "https://ceur-ws.org/Vol-9002/",
        "desc": "?",
    },
]
PAPERS: list[dict[str, Any]] = [
    {"id": "Vol-9001/Preface", "title": None, "authors": "", "vol_number": "9001",
     "pdf_name": "Preface.pdf", "type": None},
    {"id": "Vol-9001/paper1", "title": "Ebb", "authors": "Ana Lindqvist,Bo Ek",
     "vol_number": "9001", "pdf_name": "paper1.pdf", "type": None},
    {"id": "Vol-9001/paper2", "title": "Flood", "authors": "", "vol_number": "9001",
     "pdf_name": "paper2.pdf", "type": "keynote"},
]  # fmt: skip
PROCEEDINGS: list[dict[str, Any]] = [
    {
        "item": "http://www.wikidata.org/entity/Q1",
        "sVolume": 9001,
        "short_name": "WT 2015",
        "title": "Proceedings of the 4th Workshop on Tides (WT 2015)",
        "eventLabel": "Fourth Workshop on Tides",
        "eventSeriesLabel": "Workshop on Tides",
        "eventSeriesOrdinal": "4",
    }
]


def written(value: Any) -> bytes:
    return json.dumps(value).encode()


def folder(**files: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, value in files.items():
            archive.writestr(f"{name}.json", written(value))
    return out.getvalue()


def test_volumes_are_events_with_their_editors() -> None:
    programme = read(written(VOLUMES), ReadOptions())
    first, second = programme.events
    assert (first.name, first.acronym) == ("4th Workshop on Tides (WT 2015)", "WT 2015")
    assert (first.start, first.end) == (date(2015, 9, 28), date(2015, 9, 29))
    assert (first.place, first.online) == ("Bergen, Norway", None)
    assert first.url == "https://tide.example/wt"
    assert first.series is not None
    assert first.series.name == "Workshop on Tides"
    assert [one.person.name for one in first.appearances] == ["Ida Quay", "Jan van der Berg"]
    assert {one.role for one in first.appearances} == {"editor"}
    assert (second.name, second.start, second.online) == ("CEUR-WS Vol-9002", None, True)
    assert any("9002 does not name" in one.what for one in programme.notices)


def test_papers_alone_are_read_and_what_is_missing_is_told() -> None:
    programme = read(written(PAPERS), ReadOptions())
    (event,) = programme.events
    assert event.name == "CEUR-WS Vol-9001"
    ebb, flood = event.talks
    assert (ebb.title, ebb.key, ebb.kind) == ("Ebb", "https://ceur-ws.org/Vol-9001/paper1", "paper")
    assert [one.person.name for one in ebb.appearances] == ["Ana Lindqvist", "Bo Ek"]
    assert [one.url for one in ebb.links] == ["https://ceur-ws.org/Vol-9001/paper1.pdf"]
    assert (flood.kind, flood.appearances) == ("keynote", ())
    words = [one.what for one in programme.notices]
    assert any("do not name their events" in one for one in words)
    assert any("without a title (1)" in one for one in words)


def test_proceedings_alone_name_events_and_series() -> None:
    (event,) = read(written(PROCEEDINGS), ReadOptions()).events
    assert event.name == "Fourth Workshop on Tides 2015"
    assert event.series is not None
    assert event.series.name == "Workshop on Tides"


def test_the_lists_of_a_folder_are_joined_by_the_number_of_the_volume() -> None:
    source = folder(papers=PAPERS, volumes=VOLUMES, proceedings=PROCEEDINGS)
    assert FORMAT.recognises(source, source)
    programme = read(source, ReadOptions())
    first, second = programme.events
    assert (first.name, first.start) == ("Fourth Workshop on Tides", date(2015, 9, 28))
    assert [talk.title for talk in first.talks] == ["Ebb", "Flood"]
    assert first.talks[0].where == "papers.json [1]"
    assert not second.talks
    assert not any("do not name their events" in one.what for one in programme.notices)


def test_a_record_without_a_number_costs_no_other() -> None:
    programme = read(written([{**PAPERS[1], "vol_number": None}, PAPERS[2]]), ReadOptions())
    assert programme.talks() == 1
    assert any(one.where == "[0]" and one.level == "error" for one in programme.notices)


def test_a_cut_file_gives_what_it_has() -> None:
    source = written(PAPERS)[:-40]
    programme = read(source, ReadOptions())
    assert [talk.title for talk in programme.events[0].talks] == ["Ebb"]
    assert any("nothing behind it" in one.what for one in programme.notices)


def test_other_lists_are_not_recognised() -> None:
    for other in ([{"number": 1, "title": "x"}], [{"title": "x", "authors": "y"}], {}, []):
        assert not FORMAT.recognises(written(other), written(other))
    with pytest.raises(SourceError):
        read(written([{"title": "x"}]), ReadOptions())


_VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.just([]))


@settings(max_examples=100, deadline=5000)
@given(st.data())
def test_a_field_of_any_value_ends_in_a_programme_or_a_source_error(data: st.DataObject) -> None:
    records = data.draw(st.sampled_from((VOLUMES, PAPERS, PROCEEDINGS)))
    changed = [dict(one) for one in records]
    one = data.draw(st.sampled_from(changed))
    one[data.draw(st.sampled_from(sorted(one)))] = data.draw(_VALUES)
    try:
        programme = read(written(changed), ReadOptions())
    except SourceError:
        return
    assert all(event.name for event in programme.events)


@settings(max_examples=60, deadline=5000)
@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for source in (data, b'[{"vol_number": "1", "pdf_name": ' + data, b"PK\x03\x04" + data):
        FORMAT.recognises(source, source)
        with pytest.raises(SourceError):
            read(source, ReadOptions())
