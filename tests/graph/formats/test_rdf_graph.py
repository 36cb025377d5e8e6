"""RDF: notations, four vocabularies, and what is wrong in real graphs."""

from __future__ import annotations

import io
import os
import time
import zipfile
from contextlib import suppress
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse, serialize

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.rdf_graph import FORMAT
from hallway.graph.programme import Event, Programme, Talk

SHARED = os.environ.get("HALLWAY_SHARED")
needs_shared = pytest.mark.skipif(
    not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data"
)
PREFIXES = """@prefix schema: <http://schema.org/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix swc: <http://data.semanticweb.org/ns/swc/ontology#> .
@prefix swrc: <http://swrc.ontoware.org/ontology#> .
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix bibo: <http://purl.org/ontology/bibo/> .
@prefix ical: <http://www.w3.org/2002/12/cal/ical#> .
@prefix xl: <http://xmllondon.com/ns/swc/ontology#> .
@prefix hw: <https://w3id.org/hallway#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://quay.example/> .
"""
SCHEMA = (
    PREFIXES
    + """:conf a schema:Event ; rdfs:label "Hafentage 2026"@de, "Quay Days 2026"@en ;
  schema:startDate "2026-06-10"^^xsd:date ; schema:endDate "2026-06-11"^^xsd:date ;
  schema:location [ schema:name "Dock 3" ] ; schema:subEvent :track .
:track a schema:Event ; rdfs:label "Heavy lifting" ; schema:subEvent :t1 , :t2 .
:t1 a schema:Event ; rdfs:label "Cranes at night" ; schema:duration "00:10" ;
  schema:startDate "2026-06-10T09:00+02:00"^^xsd:dateTime ; schema:performer :ana ;
  schema:recordedIn <https://www.slideshare.net/q/cranes> , <https://www.youtube.com/watch?v=1> .
:t2 a schema:Event ; rdfs:label "Ropes" ; schema:performer :mei , :ana .
:ana foaf:name "Ana Lindqvist" ; schema:affiliation [ foaf:name "Quay Labs" ] ;
  foaf:mbox <mailto:ana@quay.example> ; foaf:homepage <http://ana.example/> .
:mei foaf:name "Mei Tanaka" .
"""
)
DOGFOOD = (
    PREFIXES
    + """:iswc swc:isSuperEventOf :c .
:c rdfs:label "Harbour Symposium" ;
  ical:dtstart [ ical:date "2026-06-10" ; ical:tzid "Asia/Tokyo" ] .
:track a swc:TrackEvent ; rdfs:label "Research Track" ; swc:isSubEventOf :c .
:s1 a swc:SessionEvent ; rdfs:label "S1: Cranes" ; swc:isSubEventOf :track ; swc:room "Room 1" ;
  ical:dtstart "2026-06-10T09:00:00"^^xsd:dateTime ; ical:tzid "Asia/Tokyo" .
:k2 a swc:TalkEvent ; rdfs:label "Second's talk" ; swc:isSubEventOf :s1 ; swc:orderInSession 2 ;
  swc:hasRelatedDocument :p2 .
:k1 a swc:TalkEvent ; rdfs:label "First's talk" ; swc:isSubEventOf :s1 ; swc:orderInSession 1 ;
  xl:talkGivenBy :omar ; swc:hasRelatedDocument :p1 .
:break a swc:BreakEvent ; rdfs:label "Coffee" ; swc:isSubEventOf :c ;
  ical:dtstart "2026-06-10T10:00:00"^^xsd:datetime ; ical:tzid "Asia/Tokyo" .
:p1 a swrc:InProceedings ; dc:title "Cranes at night" ; dc:creator :ana , :mei , :omar ;
  bibo:authorList :list ; dc:subject "cranes" .
:list a rdf:Seq ; rdf:_10 :omar ; rdf:_2 :ana ; rdf:_1 :mei .
:p2 a swrc:InProceedings ; dc:title "Ropes" ; foaf:maker :both .
:book a swrc:Proceedings ; swc:relatedToEvent :c ; swc:hasPart :p3 .
:p3 a swrc:InProceedings ; dc:title "Only a poster" ; swrc:category "Poster Paper" ;
  dc:creator :mei .
:role a swc:Chair ; rdfs:label "Organizer" ; swc:isRoleAt :c ; swc:heldBy :ana .
:pc a swc:ProgrammeCommitteeMember ; swc:isRoleAt :c .
:ana a foaf:Person ; foaf:name "Ana Lindqvist" ; swrc:affiliation :labs .
:mei a foaf:Person ; foaf:name "Mei Tanaka" ; swc:holdsRole :pc .
:omar a foaf:Person ; foaf:firstName "Omar" ; foaf:family_name "Haddad" .
:both a foaf:Person ; foaf:name "Jo Broek and Arjo Kamp" .
:labs a foaf:Organization ; foaf:name "Quay Labs" .
"""
)
OURS = (
    PREFIXES.replace("http://schema.org/", "https://schema.org/")
    + """:e a hw:Event, schema:Event ;
  schema:name "Quay Days 2026" ; hw:inSeries :s ; hw:edition 2 .
:e1 a hw:Event, schema:Event ; schema:name "Quay Days 2025" ; hw:inSeries :s ; hw:edition 1 .
:s a hw:EventSeries, schema:EventSeries ; schema:name "Quay Days" .
:t a hw:Talk, schema:Event ; schema:name "Cranes" ; schema:superEvent :e ; hw:minutes 19 ;
  hw:kind [ skos:prefLabel "keynote" ] ; hw:track [ skos:prefLabel "Lifting" ] ;
  schema:performer :ana , :mei ; hw:appearance :a2 , :a1 .
:b a hw:Session, schema:Event ; schema:name "Pause for thought" ; schema:superEvent :e .
:a1 a hw:Appearance ; schema:performer :mei ; schema:position 1 ; hw:printedName "Mei TANAKA" ;
  hw:role [ skos:prefLabel "moderator" ] .
:a2 a hw:Appearance ; schema:performer :ana ; schema:position 2 ;
  schema:affiliation [ schema:name "Quay Labs" ] .
:ana a schema:Person ; schema:name "Ana Lindqvist" .
:mei a schema:Person ; schema:name "Mei Tanaka" .
:l a hw:Link ; rdf:subject :t ; rdf:predicate schema:about ; rdf:object :x .
"""
)


def read(text: str | bytes, **options: str) -> Programme:
    data = text.encode() if isinstance(text, str) else text
    return FORMAT.read(data, ReadOptions(**options))


def only(text: str | bytes, **options: str) -> Event:
    (event,) = read(text, **options).events
    return event


def people(talk: Talk) -> list[tuple[str, str]]:
    return [(one.person.name, one.role) for one in talk.appearances]


def in_notation(notation: RdfFormat, text: str = SCHEMA) -> bytes:
    quads = parse(text, format=RdfFormat.TURTLE)
    triples = [quad.triple for quad in quads]
    return bytes(serialize(triples, format=notation) or b"")


def told(notice: str, programme: Programme) -> bool:
    return any(notice in str(one) for one in programme.notices)


def test_a_tree_of_schema_org_is_an_event_with_tracks_and_talks() -> None:
    event = only(SCHEMA)
    assert (event.name, event.start, event.end, event.place) == (
        "Quay Days 2026", date(2026, 6, 10), date(2026, 6, 11), "Dock 3",
    )  # fmt: skip
    first, second = event.talks
    assert (first.key, first.minutes, first.track) == (
        "http://quay.example/t1",
        10,
        "Heavy lifting",
    )
    assert first.start == datetime(2026, 6, 10, 9, tzinfo=timezone(timedelta(hours=2)))
    assert [one.url for one in first.recordings] == ["https://www.youtube.com/watch?v=1"]
    assert [one.url for one in first.slides] == ["https://www.slideshare.net/q/cranes"]
    assert people(second) == [("Mei Tanaka", "speaker"), ("Ana Lindqvist", "speaker")]


def test_people_without_a_type_are_found_by_the_link_and_never_by_mail() -> None:
    (ana,) = only(SCHEMA).talks[0].appearances
    assert (ana.person.name, ana.affiliation) == ("Ana Lindqvist", "Quay Labs")
    assert ana.person.id == "http://quay.example/ana"
    assert [link.url for link in ana.person.links] == [
        "http://quay.example/ana", "http://ana.example/",
    ]  # fmt: skip


def test_dog_food_joins_a_talk_and_its_paper_and_keeps_the_order_of_authors() -> None:
    event = only(DOGFOOD)
    assert (event.name, event.zone) == ("Harbour Symposium", "Asia/Tokyo")
    talks = {talk.title: talk for talk in event.talks}
    assert list(talks) == ["Cranes at night", "Ropes", "Coffee", "Only a poster"]
    cranes = talks["Cranes at night"]
    assert people(cranes) == [
        ("Omar Haddad", "speaker"), ("Mei Tanaka", "author"), ("Ana Lindqvist", "author"),
    ]  # fmt: skip
    assert (cranes.track, cranes.room, cranes.start) == (
        "Research Track", "Room 1", date(2026, 6, 10),
    )  # fmt: skip
    assert cranes.topics == ("cranes",)
    assert talks["Coffee"].is_break
    assert talks["Coffee"].start is not None
    assert talks["Coffee"].start.isoformat() == "2026-06-10T10:00:00+09:00"
    assert talks["Only a poster"].kind == "Poster Paper"


def test_two_people_behind_one_iri_are_taken_apart_and_neither_is_the_iri() -> None:
    programme = read(DOGFOOD)
    ropes = next(talk for talk in programme.events[0].talks if talk.title == "Ropes")
    assert people(ropes) == [("Jo Broek", "author"), ("Arjo Kamp", "author")]
    assert [one.person.id for one in ropes.appearances] == [None, None]
    assert told("taken apart into 2 people", programme)


def test_roles_are_instances_and_become_appearances_at_the_event() -> None:
    found = [(one.person.name, one.role) for one in only(DOGFOOD).appearances]
    assert found == [
        ("Ana Lindqvist", "organizer"), ("Mei Tanaka", "programme committee member"),
    ]  # fmt: skip


def test_our_own_terms_come_back_as_they_were() -> None:
    programme = read(OURS)
    event = next(one for one in programme.events if one.name == "Quay Days 2026")
    assert event.series is not None
    assert [one.name for one in event.series.editions] == ["Quay Days 2025", "Quay Days 2026"]
    talk, slot = event.talks
    assert (talk.minutes, talk.kind, talk.track, talk.topics) == (19, "keynote", "Lifting", ())
    assert people(talk) == [("Mei Tanaka", "moderator"), ("Ana Lindqvist", "speaker")]
    assert talk.appearances[0].person.alternate_names == ("Mei TANAKA",)
    assert talk.appearances[1].affiliation == "Quay Labs"
    assert (slot.title, slot.is_break) == ("Pause for thought", True)


def test_of_a_dump_only_what_sources_state_is_read() -> None:
    name = "<https://schema.org/name>"
    event = "<http://h.example/id/event/e>"
    kind = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://w3id.org/hallway#Event>"
    graphs = "<http://h.example/graph/source/a>", "<http://h.example/graph/links>"
    dump = (
        f'{event} {kind} .\n{event} {name} "Quay" .\n'
        f'{event} {kind} {graphs[0]} .\n{event} {name} "Quay" {graphs[0]} .\n'
        f'{event} <https://schema.org/keywords> "guessed" {graphs[1]} .\n'
    )
    assert only(dump).topics == ()


@pytest.mark.parametrize(
    "notation",
    [RdfFormat.TURTLE, RdfFormat.N_TRIPLES, RdfFormat.RDF_XML, RdfFormat.N_QUADS, RdfFormat.TRIG],
    ids=str,
)
def test_every_notation_says_the_same(notation: RdfFormat) -> None:
    data = in_notation(notation)
    assert FORMAT.recognises(data[:65536], data)
    event = only(data)
    assert event.name == "Quay Days 2026"
    assert {(talk.title, talk.minutes) for talk in event.talks} == {
        ("Cranes at night", 10), ("Ropes", None),
    }  # fmt: skip


def test_json_ld_of_ours_is_read_and_a_context_is_never_fetched() -> None:
    data = in_notation(RdfFormat.JSON_LD, OURS)
    assert FORMAT.recognises(data[:65536], data)
    assert "Quay Days 2026" in [event.name for event in read(data).events]
    remote = (
        b'{"@context": "http://127.0.0.1:9/c", "@id": "x", "https://w3id.org/hallway#edition": 1}'
    )
    assert FORMAT.recognises(remote, remote)
    with pytest.raises(SourceError, match="fetched"):
        read(remote)


def test_a_document_type_is_refused_before_anything_is_parsed() -> None:
    data = (
        b'<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE rdf:RDF [<!ENTITY a "b">]>\n'
        b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
    )
    assert FORMAT.recognises(data, data)
    with pytest.raises(SourceError, match="document type"):
        read(data)


def test_an_iri_that_ends_in_a_blank_is_repaired_and_told() -> None:
    data = (
        '\n<!-- no declaration --><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:s="https://schema.org/"><s:Event rdf:about="http://quay.example/c">'
        '<s:name>Quay</s:name><s:url rdf:resource="http://quay.example/page "/></s:Event></rdf:RDF>'
    )
    programme = read(data)
    assert programme.events[0].url == "http://quay.example/page"
    assert told("blanks around it", programme)


def test_one_bad_line_costs_one_statement() -> None:
    lines = in_notation(RdfFormat.N_TRIPLES).decode().splitlines()
    lines.insert(3, "<http://quay.example/x> <not an iri")
    programme = read("\n".join(lines))
    assert len(programme.events[0].talks) == 2
    assert told("line 4: a statement was left out", programme)


def test_what_stands_before_a_fault_is_kept_and_the_fault_is_told() -> None:
    programme = read(SCHEMA + ":t3 a schema:Event ; rdfs:label <<broken .\n")
    assert len(programme.events[0].talks) == 2
    assert told("not Turtle from here on", programme)
    with pytest.raises(SourceError, match="not Turtle"):
        read("@prefix : <http://a.example/> .\n:x :y ")


def test_files_that_share_people_are_one_source() -> None:
    about_people = SCHEMA.index(":ana foaf:name")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("events.ttl", SCHEMA[:about_people])
        archive.writestr("people.ttl", PREFIXES + SCHEMA[about_people:])
    assert FORMAT.recognises(b"", packed.getvalue())
    assert len(only(packed.getvalue()).talks[1].appearances) == 2
    alone = read(SCHEMA[:about_people])
    assert told("2 people have an address here but no name", alone)
    with pytest.raises(SourceError, match="no event"):
        read(PREFIXES + SCHEMA[about_people:])


def test_earlier_editions_are_known_by_name() -> None:
    event = only(
        PREFIXES + ':c a schema:Event ; rdfs:label "7th Quay Day" ; schema:subEvent :t ;'
        " schema:successorOf :before .\n"
        ':t a schema:Event ; rdfs:label "Ropes" .\n'
        ":before a schema:EventSeries ; rdf:_1 :six ; rdf:_2 :five .\n"
        ':six rdfs:label "6th Quay Day" . :five rdfs:label "5th Quay Day" .\n'
    )
    assert event.series is not None
    assert [one.name for one in event.series.editions] == [
        "5th Quay Day", "6th Quay Day", "7th Quay Day",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "<a b> .",
        "PREFIX",
        "<html><body>",
        "title,speaker\n<a>,b",
        '{"@id": "x"}',
        "# only",
        "<a> .\n",
    ],
)
def test_what_is_no_rdf_of_conferences_is_not_recognised(text: str) -> None:
    assert not FORMAT.recognises(text.encode(), text.encode())


@settings(max_examples=80)
@given(
    st.sampled_from([SCHEMA.encode(), DOGFOOD.encode(), in_notation(RdfFormat.RDF_XML)]),
    st.integers(0, 3000), st.integers(0, 60), st.binary(max_size=10),
)  # fmt: skip
def test_a_damaged_graph_ends_in_a_programme_or_an_error(
    whole: bytes, at: int, cut: int, put: bytes
) -> None:
    with suppress(SourceError):
        assert read(whole[:at] + put + whole[at + cut :]).format == "rdf"


@settings(max_examples=60)
@given(st.data())
def test_deleted_and_swapped_statements_end_in_a_programme_or_an_error(data: st.DataObject) -> None:
    lines = in_notation(RdfFormat.N_TRIPLES, DOGFOOD).splitlines()
    one, two = (data.draw(st.integers(0, len(lines) - 1)) for _ in "ab")
    parts: list[Any] = [lines[one].split(b" ", 2), lines[two].split(b" ", 2)]
    parts[0][1], parts[1][1] = parts[1][1], parts[0][1]
    lines[one], lines[two] = (b" ".join(part) for part in parts)
    del lines[data.draw(st.integers(0, len(lines) - 1))]
    with suppress(SourceError):
        assert read(b"\n".join(lines)).events


def test_a_long_chain_of_parts_ends_soon() -> None:
    begun = time.monotonic()
    chain = "".join(
        f':e{n} schema:superEvent :e{n + 1} ; schema:name "n{n}" .\n' for n in range(3000)
    )
    assert len(read(PREFIXES + chain).events) == 1
    assert time.monotonic() - begun < 10


@needs_shared
def test_only_rdf_of_the_shared_files_is_recognised() -> None:
    folder = Path(str(SHARED)) / "data"
    found = {
        path.relative_to(folder).parts[0]
        for path in folder.rglob("*")
        if path.is_file()
        and path.stat().st_size < 5_000_000
        and FORMAT.recognises(path.read_bytes()[:65536].lstrip(), path.read_bytes())
    }
    assert found == {"rdf"}
    assert all(
        FORMAT.recognises(path.read_bytes()[:65536].lstrip(), path.read_bytes())
        for path in (folder / "rdf").rglob("*.*")
    )


@needs_shared
def test_every_person_of_a_real_graph_is_found() -> None:
    # 541 subjects are typed foaf:Person in this file (counted with rdflib).
    data = (Path(str(SHARED)) / "data/rdf/iswc-2008-complete.rdf").read_bytes()
    (event,) = read(data).events
    named = {one.person.id for talk in event.talks for one in talk.appearances}
    assert len(named | {one.person.id for one in event.appearances}) == 541


@pytest.mark.parametrize(
    "text",
    [
        "@prefix a: <urn:a> ." + "\n" * 500_000 + "a:x a:y a:z .",
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        + "<!-- " * 100_000
        + "<!DOCTYPE",
        "# x\n" * 200_000,
    ],
    ids=["empty lines", "open comments", "comments"],
)
def test_a_hostile_text_ends_soon(text: str) -> None:
    begun = time.monotonic()
    FORMAT.recognises(text.encode()[:65536], text.encode())
    with pytest.raises(SourceError):
        read(text)
    assert time.monotonic() - begun < 8


def test_sponsors_stand_by_property_in_a_container_or_in_a_role() -> None:
    event = only(
        """
@prefix : <https://conf.example/> .
@prefix schema: <http://schema.org/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix swc: <http://data.semanticweb.org/ns/swc/ontology#> .
:e a schema:Event ; schema:name "Quay Days" ; schema:subEvent :t ; schema:sponsor :all ;
  schema:funder "Crane Fund" ; schema:organizer :society, :ana .
:t a schema:Event ; schema:name "Cranes" ; schema:superEvent :e .
:all a rdf:Seq ; rdfs:label "Sponsors" ; rdf:_2 :dock ; rdf:_1 :quay .
:quay foaf:name "Quay Labs" . :dock foaf:name "Dock Works" .
:gold a swc:Sponsor ; rdfs:label "Gold Sponsor" ; swc:isRoleAt :e ; swc:heldBy :rope .
:chair a swc:SponsorChair ; swc:isRoleAt :e ; swc:heldBy :ana .
:rope a foaf:Organization ; foaf:name "Rope Union" .
:society a schema:Organization ; schema:name "Harbour Society" .
:ana a schema:Person ; schema:name "Ana Lindqvist" .
"""
    )
    assert event.sponsors == ("Quay Labs", "Dock Works", "Crane Fund", "Rope Union")
    assert event.organizers == ("Harbour Society",)
    assert {one.person.name for one in event.appearances} == {"Ana Lindqvist"}


def test_all_affiliations_of_an_appearance_come_back() -> None:
    two = 'schema:affiliation [ schema:name "Quay Labs" ], [ schema:name "Dock Works" ]'
    programme = read(OURS.replace('schema:affiliation [ schema:name "Quay Labs" ]', two))
    event = next(one for one in programme.events if one.name == "Quay Days 2026")
    found = event.talks[0].appearances[1].affiliations
    assert sorted(found) == ["Dock Works", "Quay Labs"]
