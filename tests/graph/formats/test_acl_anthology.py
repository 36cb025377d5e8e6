"""Collections of the ACL Anthology: volumes of one event, ids of both ages, keynotes."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.acl_anthology import FORMAT, read
from hallway.graph.programme import Programme

NEW = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2024.tide">
  <volume id="long" type="proceedings">
    <meta>
      <booktitle>Proceedings of the 9th Meeting on Tides (Volume 1: Long Papers)</booktitle>
      <editor><first>Ida</first><last>Quay</last></editor>
      <address>Bergen, Norway</address>
      <month>May</month>
      <year>2024</year>
      <venue>tide</venue>
    </meta>
    <frontmatter><url>2024.tide-long.0</url></frontmatter>
    <paper id="1">
      <title><fixed-case>A</fixed-case>da<fixed-case>T</fixed-case>ide: An
        <tex-math>\\mathcal{O}(n^2)</tex-math> bound in <i>shallow</i> water</title>
      <author id="ana-lindqvist-quay"><first>Ana</first><last>Lindqvist</last>
        <affiliation>Quay Institute</affiliation>
        <variant><first>Ana B.</first><last>Lindqvist</last></variant></author>
      <author><last>Plato</last></author>
      <abstract>We bound <tex-math>x_1</tex-math> by 50%.</abstract>
      <url hash="0">2024.tide-long.1</url>
      <attachment type="software">2024.tide-long.1.software.zip</attachment>
      <attachment type="presentation">2024.tide-long.1.slides.pdf</attachment>
      <doi>10.5555/tide.1</doi>
      <video href="2024.tide-long.1.mp4"/>
      <pwccode url="https://code.example/tide">x</pwccode>
    </paper>
    <paper id="2"><title>Withdrawn waters</title><author><first>Bo</first><last>Ek</last></author>
      <retracted date="2024-06-01">wrong</retracted></paper>
    <paper id="3"><title>Author Index</title></paper>
    <paper id="4"><title>Reply</title></paper>
    <paper id="5"><author><first>Bo</first><last>Ek</last></author></paper>
  </volume>
  <volume id="short">
    <meta>
      <booktitle>Proceedings of the 9th Meeting on Tides (Volume 2: Short Papers)</booktitle>
      <editor><first>Ida</first><last>Quay</last></editor>
      <year>2024</year><venue>tide</venue>
    </meta>
    <paper id="1"><author><first>Bo</first><last>Ek</last></author><title>Ebb</title></paper>
  </volume>
  <event id="tide-2024">
    <meta>
      <title>9th Meeting on Tides</title><location>Bergen</location>
      <dates>May 30 – June 2, 2024</dates>
    </meta>
    <links><url type="website">https://tide.example/2024</url></links>
    <talk><title>Keynote: The moon</title><speaker><first>Eva</first><last>Moon</last></speaker>
      <url type="video">2024.tide.keynote1.mp4</url></talk>
    <colocated><volume-id>2024.ebb-1</volume-id></colocated>
  </event>
</collection>
"""


def told(programme: Programme, *words: str) -> bool:
    return any(all(word in str(one) for word in words) for one in programme.notices)


def test_volumes_of_one_venue_and_year_are_one_event_with_a_track_each() -> None:
    (event,) = read(NEW.encode(), ReadOptions()).events
    assert event.name == "9th Meeting on Tides"
    assert (event.start, event.end) == (date(2024, 5, 30), date(2024, 6, 2))
    assert (event.place, event.url) == ("Bergen", "https://tide.example/2024")
    assert event.series is not None
    assert event.series.name == "TIDE"
    assert [(talk.title, talk.track) for talk in event.talks] == [
        ("AdaTide: An 𝒪(n^2) bound in shallow water", "Long Papers"),
        ("Reply", "Long Papers"),
        ("Ebb", "Short Papers"),
        ("Keynote: The moon", None),
    ]
    assert [(one.person.name, one.role) for one in event.appearances] == [("Ida Quay", "editor")]


def test_a_paper_has_its_people_addresses_and_recording() -> None:
    paper = read(NEW.encode(), ReadOptions()).events[0].talks[0]
    first, second = paper.appearances
    assert (first.person.name, first.person.id) == ("Ana Lindqvist", "ana-lindqvist-quay")
    assert first.person.alternate_names == ("Ana B. Lindqvist",)
    assert (first.affiliation, first.role) == ("Quay Institute", "author")
    assert (second.person.name, second.person.id) == ("Plato", None)
    assert paper.url == paper.key == "https://aclanthology.org/2024.tide-long.1/"
    assert [one.url for one in paper.recordings] == [
        "https://aclanthology.org/2024.tide-long.1.mp4"
    ]
    assert [one.url for one in paper.slides] == [
        "https://aclanthology.org/attachments/2024.tide-long.1.slides.pdf"
    ]
    assert [(one.label, one.url) for one in paper.links] == [
        ("DOI", "https://doi.org/10.5555/tide.1"),
        ("paper", "https://aclanthology.org/2024.tide-long.1.pdf"),
        ("software", "https://aclanthology.org/attachments/2024.tide-long.1.software.zip"),
        ("code", "https://code.example/tide"),
    ]
    assert paper.abstract == "We bound x_1 by 50%."


def test_a_keynote_has_speakers_and_no_authors() -> None:
    keynote = read(NEW.encode(), ReadOptions()).events[0].talks[-1]
    assert [(one.person.name, one.role) for one in keynote.appearances] == [("Eva Moon", "speaker")]
    assert [one.url for one in keynote.recordings] == [
        "https://aclanthology.org/2024.tide.keynote1.mp4"
    ]


def test_what_is_no_paper_is_counted_and_left_out() -> None:
    programme = read(NEW.encode(), ReadOptions())
    assert told(programme, "papers that were retracted or removed (1)")
    assert told(programme, "prefaces, indexes and the like (1)")
    assert told(programme, "papers without a title (1)")


@pytest.mark.parametrize(
    ("collection", "volume", "paper", "expected"),
    [
        ("L06", "1", "7", "L06-1007"),
        ("W05", "2", "7", "W05-0207"),
        ("D19", "1", "7", "D19-1007"),
        ("D19", "55", "7", "D19-5507"),
        ("2020.wmt", "1", "7", "2020.wmt-1.7"),
    ],
)
def test_ids_are_written_as_the_anthology_writes_them(
    collection: str, volume: str, paper: str, expected: str
) -> None:
    source = (
        f'<collection id="{collection}"><volume id="{volume}"><meta><booktitle>Tides</booktitle>'
        f'</meta><paper id="{paper}"><title>x</title></paper></volume></collection>'
    )
    (talk,) = read(source.encode(), ReadOptions()).events[0].talks
    assert talk.key == f"https://aclanthology.org/{expected}/"


def test_without_days_the_year_is_in_the_name() -> None:
    source = NEW.replace("<dates>May 30 – June 2, 2024</dates>", "<dates>in spring</dates>")
    programme = read(source.encode(), ReadOptions())
    assert programme.events[0].name == "9th Meeting on Tides 2024"
    assert programme.events[0].start is None
    assert told(programme, "in spring", "not understood")


def test_workshops_in_one_collection_are_events_of_their_own() -> None:
    volume = (
        '<volume id="{0}"><meta><booktitle>Proceedings of the {0} Workshop: Tides</booktitle>'
        "<year>2016</year><venue>{0}</venue></meta>"
        '<paper id="1"><title>On {0}</title></paper></volume>'
    )
    source = f'<collection id="W16">{volume.format("ebb")}{volume.format("flood")}</collection>'
    events = read(source.encode(), ReadOptions()).events
    assert [event.name for event in events] == [
        "ebb Workshop: Tides 2016",
        "flood Workshop: Tides 2016",
    ]
    assert [[talk.track for talk in event.talks] for event in events] == [[None], [None]]


def test_a_part_behind_a_colon_is_a_track_when_volumes_share_the_rest() -> None:
    volume = (
        '<volume id="{0}"><meta><booktitle>Proceedings of the Tide Meeting{1}</booktitle>'
        "<year>2016</year><venue>tm</venue></meta>"
        '<paper id="1"><title>x{0}</title></paper></volume>'
    )
    parts = volume.format(1, ": Demonstrations") + volume.format(2, ": Student Workshop")
    (event,) = read(f'<collection id="P16">{parts}</collection>'.encode(), ReadOptions()).events
    assert event.name == "Tide Meeting 2016"
    assert [talk.track for talk in event.talks] == ["Demonstrations", "Student Workshop"]


def test_a_document_type_is_refused() -> None:
    source = b'<!DOCTYPE collection [<!ENTITY a "b">]><collection><volume/></collection>'
    assert FORMAT.recognises(source, source)
    with pytest.raises(SourceError, match="DTD"):
        read(source, ReadOptions())


def test_only_collections_with_a_volume_are_recognised() -> None:
    assert FORMAT.recognises(NEW.encode(), NEW.encode())
    for other in ("<collection><record/></collection>", "<schedule><volume/></schedule>", "[]"):
        assert not FORMAT.recognises(other.encode(), other.encode())


@settings(max_examples=60, deadline=5000)
@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for source in (data, b"<collection><volume>" + data):
        FORMAT.recognises(source, source)
        try:
            read(source, ReadOptions())
        except SourceError:
            pass


@settings(max_examples=80, deadline=5000)
@given(st.data())
def test_a_lost_doubled_or_swapped_line_costs_no_more(data: st.DataObject) -> None:
    lines = NEW.split("\n")
    at = data.draw(st.integers(0, len(lines) - 2))
    change = data.draw(st.sampled_from(("delete", "double", "swap")))
    if change == "delete":
        del lines[at]
    elif change == "double":
        lines.insert(at, lines[at])
    else:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    try:
        programme = read("\n".join(lines).encode(), ReadOptions())
    except SourceError:
        return
    assert all(talk.title for event in programme.events for talk in event.talks)
