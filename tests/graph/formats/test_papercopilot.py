"""Lists of papers: what stands beside the authors is theirs only where the lists agree."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.papercopilot import FORMAT, read
from hallway.graph.programme import Programme, Talk

PAPER: dict[str, Any] = {
    "id": "a1",
    "title": "Is $O(n^2)$ Tide Learning {\\em Hard}?",
    "track": "main",
    "status": "Poster",
    "abstract": "From $5 to $10.",
    "keywords": "tides; moon",
    "primary_area": "theory",
    "author": "Ana Lindqvist;Bo Ek;Eva Moon",
    "authorids": "~Ana_Lindqvist1;mail@tides.example;~Eva_Moon2",
    "gender": "Female;Male;Female",
    "homepage": ";https://bo.example/;no address",
    "orcid": "0000-0002-1825-0097;;",
    "aff": "Quay Institute+Crane Labs;;University of Tides",
    "aff_domain": "quay.example;;tides.example",
    "email": "mail@tides.example;;",
    "rating": "3;5;8",
    "site": "https://papers.example/a1",
    "pdf": "https://papers.example/a1.pdf",
    "github": "https://code.example/a1",
}
LINE: dict[str, Any] = {
    "id": "tide2021/4",
    "source_id": "p4",
    "title": "Ebb",
    "authors": ["Ana Lindqvist", "Bo Ek"],
    "affiliations": [["Quay Institute"], ["Crane Labs", "University of Tides"]],
    "aligned": True,
    "keywords": ["tides"],
    "primary_area": None,
    "venue": "TIDE",
    "year": 2021,
    "track": "Demo Track",
    "status": "",
    "url": "https://papers.example/4",
    "author_ids": ["~Ana_Lindqvist1", None],
    "abstract": "x" * 300,
}


def listed(*papers: dict[str, Any], file: str = "tide2021.json") -> Programme:
    return read(json.dumps(papers).encode(), ReadOptions(file=file))


def lines(*papers: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in papers)


def only(programme: Programme) -> Talk:
    ((talk,),) = (event.talks for event in programme.events)
    return talk


def test_a_paper_is_read_with_what_stands_beside_its_authors() -> None:
    talk = only(listed(PAPER))
    assert talk.title == "Is O(n^2) Tide Learning Hard?"
    ana, bo, eva = talk.appearances
    assert (ana.person.name, ana.person.id, ana.affiliation) == (
        "Ana Lindqvist",
        "~Ana_Lindqvist1",
        "Quay Institute",
    )
    assert [one.url for one in ana.person.links] == ["https://orcid.org/0000-0002-1825-0097"]
    assert (bo.person.id, bo.affiliation) == (None, None)
    assert [one.url for one in bo.person.links] == ["https://bo.example/"]
    assert (eva.person.id, eva.person.links, eva.affiliation) == (
        "~Eva_Moon2",
        (),
        "University of Tides",
    )
    assert talk.topics == ("tides", "moon", "theory")
    assert talk.abstract == "From $5 to $10."
    assert (talk.kind, talk.track, talk.url) == ("Poster", None, "https://papers.example/a1")
    assert [one.label for one in talk.links] == ["paper", "code"]


def test_scores_genders_and_addresses_are_nowhere() -> None:
    shown = repr(listed(PAPER))
    for word in ("Female", "mail@", "rating", "quay.example"):
        assert word not in shown


@pytest.mark.parametrize(
    ("file", "name", "series"),
    [
        ("alt2025.json", "ALT 2025", "ALT"),
        ("nips2019.json", "NeurIPS 2019", "NeurIPS"),
        ("3dv2025.json", "3DV 2025", "3DV"),
        ("siggraphasia2023.json", "SIGGRAPH Asia 2023", "SIGGRAPH Asia"),
        ("ALT_2025.json.gz", "ALT 2025", "ALT"),
    ],
)
def test_the_name_of_the_file_tells_venue_and_year(file: str, name: str, series: str) -> None:
    (event,) = listed(PAPER, file=file).events
    assert event.name == name
    assert event.series is not None
    assert event.series.name == series


def test_the_caller_names_the_event_else_it_is_told_that_nothing_does() -> None:
    source = json.dumps([PAPER]).encode()
    (event,) = read(source, ReadOptions(file="alt2025.json", event="Tide Days 2020")).events
    assert event.name == "Tide Days 2020"
    assert event.series is not None
    assert event.series.name == "Tide Days"
    programme = read(source, ReadOptions(file="papers.json"))
    assert programme.events[0].name == "papers"
    assert any("--event" in one.remedy for one in programme.notices)


@pytest.mark.parametrize(
    "status",
    ["Reject", "Withdraw", "Active", "Desk Reject", "Desk Rejected", "Withdrawn", "Pending"],
)
def test_what_was_not_accepted_is_left_out_and_counted(status: str) -> None:
    programme = listed(PAPER, {**PAPER, "status": status, "title": "Secret"})
    assert [talk.title for talk in programme.events[0].talks if talk.title == "Secret"] == []
    assert any(one.what.endswith("undecided (1)") for one in programme.notices)
    assert "Secret" not in repr(programme)


@pytest.mark.parametrize("status", ["Poster", "Oral", "Long", "Findings", "Technical", ""])
def test_what_was_accepted_is_read(status: str) -> None:
    assert only(listed({**PAPER, "status": status})).kind == (status or None)


def test_lists_that_do_not_agree_are_nobodys() -> None:
    programme = listed({**PAPER, "aff": "Quay Institute;Crane Labs", "authorids": "~A1"})
    talk = only(programme)
    assert [one.affiliation for one in talk.appearances] == [None, None, None]
    assert [one.person.id for one in talk.appearances] == [None, None, None]
    assert any("do not match the authors" in one.what for one in programme.notices)


def test_a_place_with_several_names_gets_nothing_from_the_other_lists() -> None:
    talk = only(listed({**PAPER, "author": "Ana Quay, Bo Ek, Eva Moon", "aff": "Quay Institute"}))
    assert [one.person.name for one in talk.appearances] == ["Ana Quay", "Bo Ek", "Eva Moon"]
    assert [one.affiliation for one in talk.appearances] == [None, None, None]


def test_an_author_who_stands_twice_is_kept_once_but_namesakes_with_ids_stay() -> None:
    twice = {**PAPER, "author": "Ana Quay;Bo Ek;Ana Quay", "aff": "", "orcid": "", "homepage": ""}
    talk = only(listed({**twice, "authorids": ""}))
    assert [one.person.name for one in talk.appearances] == ["Ana Quay", "Bo Ek"]
    talk = only(listed({**twice, "authorids": "~Ana_Quay1;~Bo_Ek1;~Ana_Quay2"}))
    assert [one.person.name for one in talk.appearances] == ["Ana Quay", "Bo Ek", "Ana Quay"]


def test_lines_of_all_venues_are_an_event_for_each_venue_and_year() -> None:
    other = {**LINE, "year": 2022, "affiliations": [["Quay Institute"]], "aligned": False}
    source = lines(LINE, other, LINE)
    for data in (source, gzip.compress(source)):
        assert FORMAT.recognises(data, data)
        programme = read(data, ReadOptions())
        assert [(event.name, len(event.talks)) for event in programme.events] == [
            ("TIDE 2021", 2),
            ("TIDE 2022", 1),
        ]
    talk = programme.events[0].talks[0]
    assert [(one.person.id, one.affiliation) for one in talk.appearances] == [
        ("~Ana_Lindqvist1", "Quay Institute"),
        (None, "Crane Labs"),
    ]
    assert talk.appearances[1].affiliations == ("Crane Labs", "University of Tides")
    assert (talk.track, talk.kind, talk.truncated, talk.where) == (
        "Demo Track",
        None,
        True,
        "line 1",
    )
    assert [one.affiliation for one in programme.events[1].talks[0].appearances] == [None, None]


def test_a_line_that_is_no_json_costs_no_other() -> None:
    source = lines(LINE) + b'{"title": "cut\n' + lines(LINE)
    programme = read(source, ReadOptions())
    assert programme.talks() == 2
    assert any(one.where == "line 2" and one.level == "error" for one in programme.notices)


def test_too_many_records_are_refused() -> None:
    with pytest.raises(SourceError, match="max_records"):
        read(lines(*[LINE] * 5), ReadOptions(max_records=4))


def test_other_lists_are_not_recognised() -> None:
    for other in ([{"title": "x", "author": ["y"], "status": "", "aff": ""}], [{"title": "x"}], {}):
        data = json.dumps(other).encode()
        assert not FORMAT.recognises(data, data)


_VALUES = st.one_of(st.none(), st.integers(), st.text(max_size=8), st.lists(st.none(), max_size=2))


@settings(max_examples=100, deadline=5000)
@given(st.data())
def test_a_field_of_any_value_ends_in_a_programme_or_a_source_error(data: st.DataObject) -> None:
    paper = dict(data.draw(st.sampled_from((PAPER, LINE))))
    paper[data.draw(st.sampled_from(sorted(paper)))] = data.draw(_VALUES)
    programme = read(lines(paper), ReadOptions(file="x2021.json"))
    assert programme.talks() <= 1


@settings(max_examples=60, deadline=5000)
@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for source in (data, b'[{"title": "x", "author": "' + data, gzip.compress(data)[:60]):
        FORMAT.recognises(source, source)
        try:
            read(source, ReadOptions())
        except SourceError:
            pass
