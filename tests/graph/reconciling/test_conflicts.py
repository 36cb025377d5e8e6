"""What sources disagree about, and who decides it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import pytest

from hallway.graph.build import build
from hallway.graph.building.merging import Merge
from hallway.graph.checking import check
from hallway.graph.curation.deciding import decide, prefer
from hallway.graph.errors import SiteError
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.reconciling.conflicts import Dispute, conflicts, conflicts_of, events_of
from hallway.graph.reconciling.settling import settle
from hallway.graph.site import Site
from tests.graph.one_event import FACTS, calendar, schedule, videos, with_one

NOW = datetime(2026, 12, 1, tzinfo=UTC)
MOORING = "talk/mooring-in-a-strong-wind"
START = "<https://schema.org/startDate>"
MOMENT = '"{}"^^<http://www.w3.org/2001/XMLSchema#{}>'
A, B = "https://x.example/graph/source/a", "https://x.example/graph/source/b"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A schedule, a calendar that says another start, room and length, and a list of videos."""
    folder = tmp_path_factory.mktemp("conflicts")
    later = with_one(FACTS, 3, start="2026-06-10T11:30", room="Side")
    shorter = with_one(later, 2, minutes=30)
    longer = with_one(FACTS, 7, minutes=120)
    with Site(folder) as site:
        build(site, [schedule(), calendar(shorter), videos(longer)])
    return folder


def found(folder: Path) -> dict[tuple[str, str], Dispute]:
    with Site(folder) as site:
        return {(one.thing.label, one.word): one for one in conflicts(site)}


def told(one: Dispute) -> list[tuple[str, str]]:
    return [(said.value, said.source.label) for said in (one.holds, *one.others)]


def rebuilt(folder: Path) -> None:
    with Site(folder) as site:
        build(site)
        assert not check(site.current.folder / "quads.nq", base=site.config.base).findings


def start_of(folder: Path) -> list[str]:
    with Site(folder) as site:
        query = f"""PREFIX schema: <https://schema.org/> SELECT ?start ?end ?minutes {{
          <{site.config.base}id/{MOORING}> schema:startDate ?start ; schema:endDate ?end ;
            <https://w3id.org/hallway#minutes> ?minutes }}"""
        (row,) = site.sparql(query).dicts()
    return list(row.values())


def test_each_disagreement_says_who_says_what_and_why_one_holds(built: Path):
    every = found(built)
    assert sorted(every) == [
        ("Cranes at night", "length"),
        ("Mooring in a strong wind", "place"),
        ("Mooring in a strong wind", "start"),
        ("Ropes for everybody, part 1", "length"),
    ]
    start = every["Mooring in a strong wind", "start"]
    assert told(start) == [
        ("2026-06-10T11:00:00+02:00", "schedule.xml"),
        ("2026-06-10T11:30:00+02:00", "calendar.ics"),
    ]
    assert start.why == "A schedule is believed before a calendar."
    assert start.event is not None
    assert start.event.label == "Harbour Conf 2026"
    place = every["Mooring in a strong wind", "place"]
    assert told(place) == [("Main", "schedule.xml"), ("Side", "calendar.ics")]


def test_a_recording_may_be_a_little_shorter_than_its_slot(built: Path):
    # Each video has three minutes less than its talk, but for the one of 117.
    assert told(found(built)["Ropes for everybody, part 1", "length"]) == [
        ("45", "schedule.xml"),
        ("117", "videos.csv"),
    ]


def test_the_disagreements_of_a_talk_and_of_an_event_are_found(built: Path):
    with Site(built) as site:
        iri = f"{site.config.base}id/{MOORING}"
        assert {one.word for one in conflicts_of(site, iri)} == {"place", "start"}
        assert [(ref.label, count) for ref, count in events_of(conflicts(site))] == [
            ("Harbour Conf 2026", 4)
        ]
        assert site.current.counts["disagreement"] == 4


@pytest.fixture
def copied(built: Path, tmp_path: Path) -> Path:
    import shutil

    shutil.copytree(built, tmp_path / "site")
    return tmp_path / "site"


def test_a_curator_believes_another_source_and_takes_it_back(copied: Path):
    before = start_of(copied)
    with Site(copied) as site:
        made = prefer(site, MOORING, "start", "calendar.ics", who="ana", when=NOW, why="posted")
    rebuilt(copied)
    # The end and the length follow from the start.
    assert start_of(copied) == ["2026-06-10T11:30:00+02:00", "2026-06-10T12:15:00+02:00", "45"]
    one = found(copied)["Mooring in a strong wind", "start"]
    assert one.decided
    assert one.why == "A curator believes calendar.ics about this."
    assert told(found(copied)["Mooring in a strong wind", "place"])[0] == ("Main", "schedule.xml")
    with Site(copied) as site:
        decide(site, "undo", made.id, "", who="ana", when=NOW, why="")
    rebuilt(copied)
    assert start_of(copied) == before


def test_a_later_belief_takes_the_place_of_an_earlier_one(copied: Path):
    with Site(copied) as site:
        for choice in ("calendar-ics", "2026-06-10T11:00:00+02:00"):
            prefer(site, MOORING, "start", choice, who="ana", when=NOW, why="")
        decisions = Decisions.load(site.decisions)
    assert not decisions.conflicts
    assert [source.rpartition("/")[2] for source in decisions.preferred().values()] == [
        "schedule-xml"
    ]


def test_two_curators_who_believe_two_sources_are_told(copied: Path):
    def belief(source: str) -> Decision:
        about = ("http://x.example/id/talk/t", "https://schema.org/startDate")
        return Decision(f"http://x.example/id/decision/{source}", "prefer", *about, source)

    decisions = Decisions([belief("http://x.example/a"), belief("http://x.example/b")])
    assert decisions.preferred() == {}
    assert "two sources are believed" in decisions.conflicts[0].what


@pytest.mark.parametrize(
    ("word", "choice", "told_what"),
    [("length", "calendar-ics", "do not disagree"), ("start", "videos-csv", "no source")],
)
def test_what_nobody_disagrees_about_cannot_be_decided(
    copied: Path, word: str, choice: str, told_what: str
):
    with Site(copied) as site, pytest.raises(SiteError, match=told_what):
        prefer(site, MOORING, word, choice, who="", when=NOW, why="")


def test_the_operator_may_put_a_source_first(copied: Path):
    (copied / "hallway.toml").write_text('believed = ["calendar-ics"]\n', encoding="utf-8")
    rebuilt(copied)
    assert start_of(copied)[0] == "2026-06-10T11:30:00+02:00"
    why = {one.word: one.why for one in found(copied).values()}
    assert why["start"] == "This site believes calendar.ics first."


def statement(value: str, kind: str = "dateTime") -> bytes:
    return f"<urn:t> {START} {MOMENT.format(value, kind)}".encode()


@pytest.mark.parametrize(
    "other",
    [
        statement("2026-06-10T09:00:00Z"),
        statement("2026-06-10", "date"),
        statement("2026-06-10T11:00:00"),
    ],
)
def test_what_means_the_same_is_no_disagreement_and_the_more_exact_one_holds(other: bytes):
    exact = statement("2026-06-10T11:00:00+02:00")
    for stated in ([(0, exact), (1, other)], [(0, other), (1, exact)]):
        settled = settle("<urn:t>", START, stated, [A, B])
        assert settled is not None
        assert settled.disagreement is None
        first = stated[0][1]
        instants = b"Z" in other
        assert settled.statements == {other if not instants or first == exact else exact}


def test_another_day_is_a_disagreement():
    stated = [(0, statement("2026-06-10", "date")), (1, statement("2026-06-11T11:00:00"))]
    settled = settle("<urn:t>", START, stated, [A, B])
    assert settled is not None
    assert settled.disagreement is not None
    assert settled.statements == {stated[1][1]}


def test_an_end_that_follows_from_another_start_is_not_told_twice():
    start, end = "<https://schema.org/startDate>", "<https://schema.org/endDate>"
    lines = {
        graph: sorted(
            f"<urn:t> {prop} {MOMENT.format(value, 'dateTime')} <{graph}> .\n".encode()
            for prop, value in (
                (start, f"2026-06-10T{hour}:00:00"),
                (end, f"2026-06-10T{hour}:45:00"),
            )
        )
        for graph, hour in ((A, 10), (B, 11))
    }
    merge = Merge([A, B])
    list(merge.lines(sorted(chain.from_iterable(lines.values()))))
    assert [one.predicate for one in merge.disagreements] == ["https://schema.org/startDate"]
