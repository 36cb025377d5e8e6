"""Several sources of one event become one event, its talks one talk each."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.curation.deciding import decide, decide_links
from hallway.graph.reading.bundle import pack
from hallway.graph.site import Site
from tests.graph.one_event import (
    EVENT,
    FACTS,
    PREFIX,
    TALKS,
    calendar,
    schedule,
    videos,
    with_one,
    without,
)

NOW = datetime(2026, 12, 1, tzinfo=UTC)
PREFIXES = """PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX dcterms: <http://purl.org/dc/terms/>
"""


def run(folder: Path, *requests: Request, **options) -> None:
    with Site(folder) as site:
        report = build(site, requests, **options)
    assert not [one.error for one in report.imports if one.error]
    assert not report.conflicts


def rows(folder: Path, query: str) -> list[dict[str, str]]:
    with Site(folder) as site:
        return list(site.sparql(PREFIXES + query).dicts())


def talks(folder: Path) -> list[tuple[str, str, str]]:
    found = rows(
        folder,
        """SELECT ?label ?talk ?start {
        ?talk a hw:Talk ; rdfs:label ?label . OPTIONAL { ?talk schema:startDate ?start } }
        ORDER BY ?label ?start ?talk""",
    )
    return [(one["label"], one["talk"], one.get("start", "")) for one in found]


def addresses(folder: Path) -> set[str]:
    return {talk for _, talk, _ in talks(folder)}


def links(folder: Path, status: str, predicate: str) -> list[dict[str, str]]:
    return rows(
        folder,
        f"""SELECT ?link ?a ?b ?confidence ?evidence {{
        ?link a hw:Link ; rdf:subject ?a ; rdf:predicate {predicate} ; rdf:object ?b ;
          hw:confidence ?confidence ; hw:evidence ?evidence ; hw:status hw:{status} }}
        ORDER BY ?link""",
    )


def quads(folder: Path) -> bytes:
    with Site(folder) as site:
        return (site.current.folder / "quads.nq").read_bytes()


def decided(folder: Path, action: str, a: str, b: str) -> None:
    with Site(folder) as site:
        decide(site, action, a, b, who="ana", when=NOW, why="")


def test_three_formats_of_one_event_are_one_event_with_each_talk_once(tmp_path: Path):
    run(tmp_path, schedule(), calendar(), videos())
    found = talks(tmp_path)
    assert [title for title, _, _ in found] == sorted(
        fact.title for fact in FACTS if fact.kind != "break"
    )
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 1
    assert len(rows(tmp_path, "SELECT ?s { ?s a hw:Session }")) == 1
    with Site(tmp_path) as site:
        assert site.current.counts["talk"] == TALKS
        report = check(site.current.folder / "quads.nq", base=site.config.base)
        assert not report.findings


def test_people_and_their_appearances_are_there_once(tmp_path: Path):
    run(tmp_path, schedule())
    before = rows(tmp_path, "SELECT ?a ?p { ?a a hw:Appearance ; schema:performer ?p } ORDER BY ?a")
    everybody = with_one(FACTS, 2, people=("Omar Haddad", "Ana Lindqvist"))
    run(tmp_path, videos(everybody), calendar())
    assert before == rows(
        tmp_path, "SELECT ?a ?p { ?a a hw:Appearance ; schema:performer ?p } ORDER BY ?a"
    )


def test_a_recording_of_the_list_of_videos_hangs_on_the_talk_of_the_schedule(tmp_path: Path):
    run(tmp_path, videos(), schedule())
    found = rows(
        tmp_path,
        """SELECT ?start ?url { ?talk a hw:Talk ; rdfs:label "Mooring in a strong wind" ;
        schema:startDate ?start ; schema:recordedIn/schema:url ?url }""",
    )
    assert found == [{"start": "2026-06-10T11:00:00+02:00", "url": "https://videos.example/v/3"}]


def test_a_joined_record_says_why(tmp_path: Path):
    run(tmp_path, schedule(), videos())
    found = links(tmp_path, "derived", "dcterms:source")
    assert len(found) == TALKS
    mooring = next(one for one in found if "Mooring" in one["evidence"])
    assert "videos.csv" in mooring["evidence"]
    assert "Mei Tanaka in both" in mooring["evidence"]
    assert 0.9 <= float(mooring["confidence"]) <= 1
    # A joined record is a source of its talk; the title as that source prints it is kept.
    assert mooring["b"].endswith("id/source/videos-csv")
    printed = rows(
        tmp_path,
        f"SELECT ?printed {{ GRAPH ?g {{ <{mooring['a']}> hw:printedName ?printed }} }}",
    )
    assert printed == [{"printed": "Mooring in a strong wind (Mei Tanaka)"}]


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_the_order_of_the_imports_changes_no_fact(tmp_path: Path, order: tuple[int, ...]):
    requests = [schedule(), calendar(with_one(FACTS, 3, room="Side")), videos()]
    for number in order:
        run(tmp_path, requests[number])
    said = """SELECT ?title ?start ?minutes ?room ?person {
        ?t a hw:Talk ; rdfs:label ?title ; schema:startDate ?start ; hw:minutes ?minutes ;
          schema:location/rdfs:label ?room ; schema:performer/rdfs:label ?person }
        ORDER BY ?title ?start ?minutes ?room ?person"""
    assert [tuple(row.values()) for row in rows(tmp_path, said)] == sorted(
        (fact.title, f"{fact.start}:00+02:00", str(fact.minutes), fact.room, person)
        for fact in FACTS
        for person in fact.people
    )


@pytest.mark.parametrize("first", [schedule, calendar, videos])
def test_a_second_source_changes_no_address_and_goes_without_a_trace(tmp_path: Path, first):
    run(tmp_path, first())
    before, known = quads(tmp_path), addresses(tmp_path)
    others = [one for one in (schedule, calendar, videos) if one is not first]
    run(tmp_path, *(one() for one in others))
    assert addresses(tmp_path) == known
    slugs = [name for name in ("schedule-xml", "calendar-ics", "videos-csv")
             if name.split("-")[0] != first.__name__]  # fmt: skip
    run(tmp_path, remove=slugs)
    assert quads(tmp_path) == before


def test_a_title_that_stands_twice_is_told_apart_by_the_day(tmp_path: Path):
    run(tmp_path, schedule(), videos())
    tours = rows(
        tmp_path,
        """SELECT ?start ?url { ?t rdfs:label "Tour of the harbour" ; schema:startDate ?start ;
        schema:recordedIn/schema:url ?url } ORDER BY ?start""",
    )
    assert [one["url"][-1] for one in tours] == ["5", "6"]


def test_what_could_be_two_talks_is_proposed_and_not_joined(tmp_path: Path):
    # The day is not told: either tour may be the one that was filmed.
    run(tmp_path, schedule())
    one = videos(with_one(without(FACTS, 1, 2, 3, 4, 6, 7, 8, 9), 5, start="          "))
    run(tmp_path, one)
    assert len(addresses(tmp_path)) == TALKS + 1
    proposed = links(tmp_path, "suggested", "owl:sameAs")
    assert len(proposed) == 2
    assert not rows(tmp_path, "SELECT ?a { ?a owl:sameAs ?b . ?a a hw:Talk }")


def test_a_break_is_never_a_talk_of_another_source(tmp_path: Path):
    run(tmp_path, schedule(), videos(with_one(FACTS, 1, kind="talk", people=("Mei Tanaka",))))
    assert len(addresses(tmp_path)) == TALKS + 1


def test_the_id_of_one_source_means_nothing_in_another(tmp_path: Path):
    # The guids were given out anew, in another order.
    moved = tuple(
        fact if fact.kind == "break" else replace(fact, number=11 - fact.number) for fact in FACTS
    )
    other = schedule(moved)
    run(tmp_path, schedule(), Request(other.data, "mirror.xml"))
    found = talks(tmp_path)
    assert sorted(title for title, _, _ in found) == sorted(
        fact.title for fact in FACTS if fact.kind != "break"
    )
    assert not [start for _, _, start in found if not start]


def test_one_event_under_other_names(tmp_path: Path):
    run(
        tmp_path,
        schedule(name="Harbour Conference", acronym="harbourconf2026"),
        calendar(name="Harbour Conference '26"),
        videos(name="HarbourConf 2026"),
    )
    events = rows(tmp_path, "SELECT ?e ?label { ?e a hw:Event ; rdfs:label ?label }")
    assert [one["label"] for one in events] == ["Harbour Conference"]
    assert len(addresses(tmp_path)) == TALKS
    told = [one for one in links(tmp_path, "derived", "dcterms:source") if "/event/" in one["a"]]
    assert len(told) == 2


def test_an_event_that_the_import_names_is_only_proposed(tmp_path: Path):
    named = videos(name="")
    run(tmp_path, schedule(), Request(named.data, named.file, event="Port Days 2026"))
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 2
    (proposed,) = links(tmp_path, "suggested", "owl:sameAs")
    assert "/event/" in proposed["a"]
    decided(tmp_path, "merge", proposed["a"], proposed["b"])
    run(tmp_path)
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 1
    assert len(addresses(tmp_path)) == TALKS


def test_a_curator_parts_what_was_joined_and_takes_it_back(tmp_path: Path):
    run(tmp_path, schedule(), videos())
    before, known = quads(tmp_path), addresses(tmp_path)
    link = next(
        one for one in links(tmp_path, "derived", "dcterms:source") if "Mooring" in one["evidence"]
    )
    with Site(tmp_path) as site:
        (made,) = decide_links(site, "reject", [link["link"]], who="ana", when=NOW, why="")
    run(tmp_path)
    now = addresses(tmp_path)
    assert known < now
    assert len(now) == TALKS + 1
    run(tmp_path, rebuild=True)
    assert addresses(tmp_path) == now
    decided(tmp_path, "undo", made.id, "")
    run(tmp_path)
    assert addresses(tmp_path) == known
    (gone,) = now - known
    moved = rows(tmp_path, f"SELECT ?to {{ <{gone}> dcterms:isReplacedBy ?to }}")
    assert moved == [{"to": link["a"]}]
    assert before != quads(tmp_path)


def test_a_curator_joins_what_was_proposed_and_the_younger_address_leads_on(tmp_path: Path):
    run(tmp_path, schedule())
    run(tmp_path, videos(with_one(without(FACTS, 1, 2, 3, 4, 6, 7, 8, 9), 5, start="          ")))
    proposed = links(tmp_path, "suggested", "owl:sameAs")
    younger = addresses(tmp_path).intersection(*({one["a"], one["b"]} for one in proposed)).pop()
    older = next(iter({proposed[0]["a"], proposed[0]["b"]} - {younger}))
    decided(tmp_path, "merge", younger, older)
    run(tmp_path)
    assert len(addresses(tmp_path)) == TALKS
    assert rows(tmp_path, f"SELECT ?to {{ <{younger}> dcterms:isReplacedBy ?to }}") == [
        {"to": older}
    ]
    assert not links(tmp_path, "suggested", "owl:sameAs")
    with Site(tmp_path) as site:
        report = check(site.current.folder / "quads.nq", base=site.config.base)
        assert not report.findings


def test_titles_are_those_of_the_schedule(tmp_path: Path):
    run(tmp_path, calendar(), videos())
    assert {title for title, _, _ in talks(tmp_path)} == {
        PREFIX + fact.title for fact in FACTS if fact.kind != "break"
    }
    run(tmp_path, schedule())
    assert {title for title, _, _ in talks(tmp_path)} == {
        fact.title for fact in FACTS if fact.kind != "break"
    }


def test_an_event_of_another_year_stays_apart(tmp_path: Path):
    later = tuple(with_one([f], f.number, start=f.start.replace("2026", "2027"))[0] for f in FACTS)
    run(tmp_path, schedule(), videos(later, name="Harbour Conf 2027"))
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 2
    assert len(addresses(tmp_path)) == 2 * TALKS
    assert not links(tmp_path, "suggested", "owl:sameAs")


def test_what_two_sources_print_otherwise_has_one_label(tmp_path: Path):
    """A title before the name: the appearance is called once, and each source keeps its print."""
    doctor = with_one(FACTS, 3, people=("Dr. Mei Tanaka",))
    table = "event,title,speakers,date\n" + "".join(
        f"{EVENT},{fact.title},{'; '.join(fact.people)},{fact.day}\n"
        for fact in FACTS
        if fact.number in (2, 3, 7)
    )
    run(tmp_path, schedule(doctor), Request(table.encode(), "table.csv"))
    printed = "SELECT DISTINCT ?name { GRAPH ?g { ?a hw:printedName ?name ; a hw:Appearance } }"
    found = {one["name"] for one in rows(tmp_path, printed)}
    assert {"Mei Tanaka", "Dr. Mei Tanaka"} <= found
    several = "SELECT ?s { ?s rdfs:label ?a , ?b . FILTER(STR(?a) < STR(?b)) }"
    assert not rows(tmp_path, several)


def test_editions_that_are_numbered_stay_apart(tmp_path: Path):
    """The same talks, given again without a date, are no evidence against the numbers."""

    def table(name: str) -> Request:
        told = [f"{name},{fact.title} {fact.number}\n" for fact in FACTS]
        return Request(("event,title\n" + "".join(told)).encode(), f"{name}.csv")

    run(tmp_path, table("Harbour Meeting 1"), table("Harbour Meeting 2"))
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 2
    assert not links(tmp_path, "suggested", "owl:sameAs")


# Real programmes ---------------------------------------------------------------------------------


def shared(name: str) -> Request:
    folder = os.environ.get("HALLWAY_SHARED")
    if not folder:
        pytest.skip("HALLWAY_SHARED names no folder with real programmes")
    path = Path(folder) / "data" / name
    return Request(pack(path) if path.is_dir() else path.read_bytes(), path.name)


@pytest.mark.slow
def test_the_schedule_and_the_calendar_of_a_real_camp(tmp_path: Path):
    """EMF 2016: the calendar names nobody, has 350 entries, and calls the event "EMF 2016"."""
    schedule_of, calendar_of = shared("frab-xml/emf2016.xml"), shared("ics/emf-2016.ics")
    titles = [
        " ".join((one.text or "").split()).casefold()
        for one in ElementTree.fromstring(schedule_of.data).iter("title")  # noqa: S314
    ][1:]
    entries = calendar_of.data.count(b"BEGIN:VEVENT")
    run(tmp_path, schedule_of, calendar_of)
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 1
    assert (len(titles), entries) == (138, 350)
    # Every talk of the schedule is an entry of the calendar as well.
    assert len(addresses(tmp_path)) == 350
    joined = [one for one in links(tmp_path, "derived", "dcterms:source") if "/talk/" in one["a"]]
    assert len(joined) == 138


@pytest.mark.slow
def test_the_schedule_of_a_real_conference_in_two_forms(tmp_path: Path):
    """DevFest Warsaw 2019 as Sessionize's sessions and as its speakers: 48 talks each."""
    names = ("sessions-devfest-warsaw-2019.json", "speakers-devfest-warsaw-2019.json")
    run(tmp_path, *(shared(f"sessionize-json/{name}") for name in names))
    assert len(rows(tmp_path, "SELECT ?e { ?e a hw:Event }")) == 1
    assert len(addresses(tmp_path)) == 48
