"""Programme to triples: what docs/model.md says, and nothing besides."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Store, parse

from hallway.graph.addresses import Addresses
from hallway.graph.keys import concept_key, event_key, talk_keys
from hallway.graph.programme import (
    Appearance,
    Edition,
    Event,
    Link,
    Person,
    Programme,
    Recording,
    Series,
    Talk,
)
from hallway.graph.statements.events import programme_triples
from hallway.graph.statements.names import Names, mention_id
from hallway.graph.statements.source import SourceRecord
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, XSD

SOURCE = SourceRecord("a.csv", "a-csv", "0" * 64)
CEST = timezone(timedelta(hours=2))


def triples(*events: Event) -> set:
    names = {
        mention_id("a-csv", key, position): f"name:{said.person.name}"
        for event in events
        for owner, key in [
            (event, event_key(event)),
            *zip(event.talks, talk_keys(event, "a-csv"), strict=True),
        ]
        for position, said in enumerate(owner.appearances, 1)
    }
    programme = Programme("csv", events)
    return set(programme_triples(programme, SOURCE, Addresses("https://x.example/"), Names(names)))


def values(found: set, predicate: NamedNode) -> list[str]:
    return sorted(triple.object.value for triple in found if triple.predicate == predicate)


def test_times_keep_the_offset_that_was_given_and_get_no_other():
    event = Event(
        "E 2026",
        talks=(
            Talk("aware", start=datetime(2026, 6, 10, 10, tzinfo=CEST)),
            Talk("utc", start=datetime(2026, 6, 10, 10, tzinfo=UTC)),
            Talk("local", start=datetime(2026, 6, 10, 10)),
            Talk("day", start=date(2026, 6, 10)),
        ),
    )
    found = {t.object for t in triples(event) if t.predicate == SCHEMA.startDate}
    assert found == {
        Literal("2026-06-10T10:00:00+02:00", datatype=XSD.dateTime),
        Literal("2026-06-10T10:00:00Z", datatype=XSD.dateTime),
        Literal("2026-06-10T10:00:00", datatype=XSD.dateTime),
        Literal("2026-06-10", datatype=XSD.date),
    }


def test_what_is_written_is_what_the_store_gives_back():
    """The store's own spelling of numbers and durations must be ours already."""
    talk = Talk(
        "T",
        minutes=1590,
        start=datetime(2026, 6, 10, 10, tzinfo=UTC),
        recordings=(Recording("https://v.example/1", 90),),
        appearances=(Appearance(Person("Ana")),),
    )
    found = triples(Event("E 2026", talks=(talk,), start=date(2026, 6, 10)))
    store = Store()
    store.extend(Quad(*triple) for triple in found)
    assert {str(quad.triple) for quad in store} == {str(triple) for triple in found}


def test_breaks_are_sessions_and_never_talks():
    found = triples(Event("E 2026", talks=(Talk("Lunch", is_break=True), Talk("T"))))
    typed = [triple for triple in found if triple.predicate == RDF.type]
    assert sum(triple.object == HW.Talk for triple in typed) == 1
    assert sum(triple.object == HW.Session for triple in typed) == 1


def test_an_edition_known_by_name_is_the_event_of_that_name():
    series = Series("Systems", (Edition("Systems 2023", 2023), Edition("Systems 2024", 2024)))
    found = triples(Event("Systems 2024", start=date(2024, 6, 12), series=series))
    events = {t.subject for t in found if t.predicate == RDF.type and t.object == HW.Event}
    assert len(events) == 2
    assert values(found, HW.edition) == ["1", "2"]


def test_mail_addresses_of_people_are_not_published():
    person = Person("Ana", links=(Link("mailto:ana@x.example"), Link("https://ana.example/")))
    found = triples(Event("E", talks=(Talk("T", appearances=(Appearance(person),)),)))
    assert values(found, SCHEMA.sameAs) == ["https://ana.example/"]
    assert not any("mailto" in str(triple) for triple in found)


def test_affiliation_hangs_on_the_appearance_not_on_the_person():
    talk = Talk("T", appearances=(Appearance(Person("Ana"), affiliation="Quay Labs"),))
    found = triples(Event("E", talks=(talk,)))
    (said,) = (triple for triple in found if triple.predicate == SCHEMA.affiliation)
    assert "/id/appearance/" in said.subject.value


def test_several_affiliations_of_one_appearance_are_all_stated_and_none_twice():
    both = Appearance(
        Person("Ana"), affiliation="Quay Labs", other_affiliations=("Dock Works", "Quay Labs")
    )
    assert both.affiliations == ("Quay Labs", "Dock Works")
    found = triples(Event("E", talks=(Talk("T", appearances=(both,)),)))
    assert len({one.subject for one in found if one.predicate == SCHEMA.affiliation}) == 1
    stated = {one.object for one in found if one.predicate == SCHEMA.affiliation}
    labels = {
        one.object.value for one in found if one.subject in stated and one.predicate == RDFS.label
    }
    assert labels == {"Quay Labs", "Dock Works"}


def test_sponsors_are_organizations_of_the_event():
    found = triples(Event("E", sponsors=("Quay Labs", "Dock Works")))
    labels = {one.subject: one.object.value for one in found if one.predicate == RDFS.label}
    assert {labels[one.object] for one in found if one.predicate == SCHEMA.sponsor} == {
        "Quay Labs",
        "Dock Works",
    }


def test_a_group_among_the_speakers_presents_the_talk_and_is_no_person():
    by = tuple(Appearance(Person(name)) for name in ("Ana", "The Crane Team", "Quay Foundation"))
    found = triples(Event("E", appearances=by[1:2], talks=(Talk("T", appearances=by),)))
    labels = {one.subject: one.object.value for one in found if one.predicate == RDFS.label}
    kinds = {labels.get(one.subject): one.object for one in found if one.predicate == RDF.type}
    assert {labels[one.object] for one in found if one.predicate == HW.presentedBy} == {
        "The Crane Team",
        "Quay Foundation",
    }
    assert {labels[one.object] for one in found if one.predicate == SCHEMA.organizer} == {
        "The Crane Team"
    }
    assert {labels[one.object] for one in found if one.predicate == SCHEMA.performer} == {"Ana"}
    assert kinds["The Crane Team"] == SCHEMA.Organization


def test_there_are_no_blank_nodes_and_every_line_parses():
    talk = Talk(
        'a "b" \\ c\nd',
        key="x/y z",
        topics=("C#", "C++", "C"),
        room="A",
        track="B",
        appearances=(Appearance(Person("Ana")),),
    )
    found = triples(Event("E", talks=(talk,), place="Pier 3", topics=("C",)))
    lines = "".join(f"{triple} .\n" for triple in found).encode()
    parsed = {quad.triple for quad in parse(input=lines, format=RdfFormat.N_TRIPLES)}
    assert parsed == found
    assert not any(isinstance(term, BlankNode) for triple in found for term in triple)
    topics = {t.subject for t in found if t.predicate == RDF.type and t.object == HW.Topic}
    assert len(topics) == 3


def test_ids_hold_inside_a_source_and_guids_everywhere():
    event = Event("E", talks=(Talk("T", key="79"), Talk("U", key="0b5c0d6e-1111-5222-8333-0000")))
    local, everywhere = talk_keys(event, "a")
    other_local, other_everywhere = talk_keys(event, "b")
    assert local != other_local
    assert everywhere == other_everywhere


def test_titles_that_repeat_are_different_talks():
    event = Event("E", talks=(Talk("Lightning talks"), Talk("Lightning talks")))
    assert len(set(talk_keys(event, "a"))) == 2


def test_concept_keys_join_spellings_and_keep_languages_apart():
    assert (
        len({concept_key(x) for x in ("Machine Learning", "machine-learning", "machine_learning")})
        == 1
    )
    assert len({concept_key(x) for x in ("C", "C#", "C++", "c")}) == 3


def test_organizations_that_hold_an_event_are_its_organizers():
    found = triples(Event("E", organizers=("Harbour Society",)))
    labels = {one.subject: one.object.value for one in found if one.predicate == RDFS.label}
    held = [labels[one.object] for one in found if one.predicate == SCHEMA.organizer]
    assert held == ["Harbour Society"]


def test_somebody_of_two_organizations_is_tied_to_both_and_what_is_printed_stays():
    said = Appearance(Person("Ana"), affiliation="Google / Stanford University")
    found = triples(Event("E", talks=(Talk("T", appearances=(said,)),)))
    labels = {one.subject: one.object.value for one in found if one.predicate == RDFS.label}
    tied = {labels[one.object] for one in found if one.predicate == SCHEMA.affiliation}
    assert tied == {"Google", "Stanford University"}
    assert values(found, HW.printedAffiliation) == ["Google / Stanford University"]
