"""Deposits of proceedings at Crossref."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.crossref import FORMAT, read

DEPOSIT = """<?xml version="1.0" encoding="UTF-8"?>
<!-- written by hand -->
<doi_batch xmlns="http://www.crossref.org/schema/4.3.0" version="4.3.0">
<head><depositor><name>Tide Society</name><email_address>x</email_address></depositor></head>
<body><conference>
  <contributors>
    <person_name sequence="first" contributor_role="chair">
      <given_name>Ida</given_name><surname>Quay</surname></person_name>
  </contributors>
  <event_metadata>
    <conference_name>Tide London 2013 Conference</conference_name>
    <conference_acronym>Tide13</conference_acronym>
    <conference_sponsor>Cranes Ltd, http://cranes.example</conference_sponsor>
    <conference_number>1</conference_number>
    <conference_location>London, United Kingdom</conference_location>
    <conference_date start_day="15" start_month="6" start_year="2013" end_day="16" end_month="6"
      end_year="2013">June 15-16, 2013</conference_date>
  </event_metadata>
  <proceedings_metadata language="en"><proceedings_title>Tide London Proceedings
    </proceedings_title></proceedings_metadata>
  <conference_paper language="en">
    <contributors>
      <person_name sequence="first" contributor_role="author"><given_name>Ana</given_name>
        <surname>van der Quay</surname><suffix>Jr.</suffix>
        <affiliation>Quay Institute</affiliation>
        <ORCID>https://orcid.org/0000-0002-1825-0097</ORCID></person_name>
      <person_name sequence="additional" contributor_role="author">
        <surname>Plato</surname></person_name>
      <organization sequence="additional" contributor_role="author">Crane Team</organization>
    </contributors>
    <titles><title>Moving <i>heavy</i> water</title><subtitle>A study</subtitle></titles>
    <doi_data><doi>10.5555/Tide13.1</doi><resource>http://tide.example/1</resource></doi_data>
    <slides-url>http://tide.example/1.pdf</slides-url>
  </conference_paper>
  <conference_paper><contributors/><titles><title>Preface</title></titles></conference_paper>
  <conference_paper><titles><title/></titles></conference_paper>
</conference></body></doi_batch>
"""


def test_the_head_names_event_days_and_place() -> None:
    programme = read(DEPOSIT.encode(), ReadOptions())
    (event,) = programme.events
    assert (event.name, event.acronym) == ("Tide London 2013 Conference", "Tide13")
    assert (event.start, event.end) == (date(2013, 6, 15), date(2013, 6, 16))
    assert (event.place, event.languages) == ("London, United Kingdom", ("en",))
    assert event.series is not None
    assert event.series.name == "Tide London Conference"
    assert [(one.person.name, one.role) for one in event.appearances] == [("Ida Quay", "chair")]
    assert programme.events[0].sponsors == ("Cranes Ltd",)


def test_a_paper_is_read_whole() -> None:
    (paper,) = read(DEPOSIT.encode(), ReadOptions()).events[0].talks
    assert (paper.title, paper.subtitle) == ("Moving heavy water", "A study")
    assert paper.key == "https://doi.org/10.5555/Tide13.1"
    assert paper.url == "http://tide.example/1"
    assert [one.url for one in paper.slides] == ["http://tide.example/1.pdf"]
    first, second = paper.appearances
    assert (first.person.name, first.affiliation) == ("Ana van der Quay Jr.", "Quay Institute")
    assert [one.url for one in first.person.links] == ["https://orcid.org/0000-0002-1825-0097"]
    assert (second.person.name, second.role) == ("Plato", "author")


def test_organizations_prefaces_and_untitled_papers_are_told() -> None:
    words = [one.what for one in read(DEPOSIT.encode(), ReadOptions()).notices]
    assert any("'Crane Team'" in one for one in words)
    assert any("without a title (2)" in one for one in words)


def test_days_are_read_from_the_text_when_no_attribute_has_them() -> None:
    start = DEPOSIT.index("<conference_date")
    end = DEPOSIT.index("June 15-16")
    source = DEPOSIT[:start] + "<conference_date>" + DEPOSIT[end:]
    (event,) = read(source.encode(), ReadOptions()).events
    assert (event.start, event.end) == (date(2013, 6, 15), date(2013, 6, 16))


def test_an_end_before_the_start_is_left_out_and_told() -> None:
    programme = read(DEPOSIT.replace('end_day="16"', 'end_day="6"').encode(), ReadOptions())
    assert (programme.events[0].start, programme.events[0].end) == (date(2013, 6, 15), None)
    assert any("before it starts" in one.what for one in programme.notices)


def test_a_deposit_of_a_journal_is_refused_with_the_reason() -> None:
    source = b"<doi_batch><body><journal/></body></doi_batch>"
    assert FORMAT.recognises(source, source)
    with pytest.raises(SourceError, match="0 conferences"):
        read(source, ReadOptions())


def test_a_document_type_is_refused() -> None:
    source = b"<!DOCTYPE doi_batch SYSTEM 'x.dtd'><doi_batch><conference/></doi_batch>"
    assert FORMAT.recognises(source, source)
    with pytest.raises(SourceError, match="DTD"):
        read(source, ReadOptions())


@settings(max_examples=60, deadline=5000)
@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for source in (data, b"<doi_batch><conference><event_metadata>" + data):
        FORMAT.recognises(source, source)
        try:
            read(source, ReadOptions())
        except SourceError:
            pass


@settings(max_examples=80, deadline=5000)
@given(st.data())
def test_a_lost_doubled_or_swapped_line_costs_no_more(data: st.DataObject) -> None:
    lines = DEPOSIT.split("\n")
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
    assert all(event.name for event in programme.events)
