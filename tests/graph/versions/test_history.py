"""What earlier versions of a source tell: talks that moved, and talks that are off."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.formats import ReadOptions, read
from hallway.graph.programme import Programme, Talk
from hallway.graph.site import Site
from hallway.graph.versions.history import with_history
from tests.graph.one_event import FACTS, Fact, calendar, schedule, videos, with_one, without

TALKS = tuple(fact for fact in FACTS if fact.kind != "break")


def version(facts: tuple[Fact, ...], write=schedule) -> Programme:
    request = write(facts)
    return read(request.data, ReadOptions(file=request.file))


def told(*versions: tuple[Fact, ...], write=schedule) -> dict[str, Talk]:
    found = with_history([version(facts, write) for facts in versions], "schedule-xml")
    (event,) = found.events
    return {
        f"{talk.title} {talk.start:%d}" if talk.start else talk.title: talk for talk in event.talks
    }


LATER = with_one(FACTS, 3, start="2026-06-11T12:00")


def test_a_talk_that_moved_is_rescheduled_and_keeps_its_former_start():
    moved = told(FACTS, LATER)["Mooring in a strong wind 11"]
    assert moved.status == "rescheduled"
    assert moved.previous_start is not None
    assert moved.previous_start.isoformat() == "2026-06-10T11:00:00+02:00"


def test_a_talk_that_moved_once_stays_rescheduled_in_later_versions():
    assert told(FACTS, LATER, LATER) == told(FACTS, LATER)
    again = told(FACTS, LATER, with_one(FACTS, 3, start="2026-06-11T13:00"))
    assert again["Mooring in a strong wind 11"].previous_start == datetime.fromisoformat(
        "2026-06-11T12:00:00+02:00"
    )


def test_versions_that_say_the_same_tell_nothing():
    assert told(FACTS, FACTS) == told(FACTS)


def test_a_zone_that_was_put_right_moves_nothing():
    early = tuple(
        replace(
            one, start=f"{datetime.fromisoformat(one.start) - timedelta(hours=2):%Y-%m-%dT%H:%M}"
        )
        for one in FACTS
    )
    assert not [talk for talk in told(early, FACTS).values() if talk.previous_start]


def test_a_conference_that_was_put_off_moves_all_its_talks():
    off = tuple(replace(one, start=one.start.replace("-06-", "-07-")) for one in FACTS)
    assert all(
        talk.status == "rescheduled" for talk in told(FACTS, off).values() if not talk.is_break
    )


def test_a_talk_that_a_whole_newer_schedule_lacks_is_cancelled():
    found = told(FACTS, without(FACTS, 3))
    gone = found["Mooring in a strong wind 10"]
    assert (gone.status, gone.gone) == ("cancelled", True)
    assert len(found) == len(FACTS)
    # It stays so, and comes back when it comes back.
    assert told(FACTS, without(FACTS, 3), without(FACTS, 3)) == found
    assert told(FACTS, without(FACTS, 3), FACTS) == told(FACTS)


@pytest.mark.parametrize(
    "rest",
    [
        tuple(fact for fact in FACTS if fact.day == "2026-06-10"),
        tuple(fact for fact in FACTS if fact.room != "Pier"),
        FACTS[:4],
        (),
    ],
    ids=["one day", "without a room", "less than three in four", "nothing"],
)
def test_an_export_of_a_part_cancels_nothing(rest: tuple[Fact, ...]):
    if rest:
        assert not [talk for talk in told(FACTS, rest).values() if talk.gone]
    else:
        empty = replace(version(FACTS), events=())
        assert with_history([version(FACTS), empty], "x") == empty


def test_a_table_or_a_calendar_cancels_nothing_by_absence():
    for write in (calendar, videos):
        assert not [one for one in told(FACTS, without(FACTS, 3), write=write).values() if one.gone]


def test_a_break_that_is_gone_is_gone():
    assert "Registration 10" not in told(FACTS, without(FACTS, 1))


@given(st.permutations(FACTS), st.permutations(without(LATER, 5)))
def test_the_order_of_the_talks_makes_no_difference(old, new):
    expected = told(FACTS, without(LATER, 5))
    assert {key: replace(talk, where="") for key, talk in told(tuple(old), tuple(new)).items()} == {
        key: replace(talk, where="") for key, talk in expected.items()
    }


# In a site ---------------------------------------------------------------------------------------


def run(folder: Path, *requests: Request, **options) -> None:
    with Site(folder) as site:
        build(site, requests, **options)
        assert not check(site.current.folder / "quads.nq", base=site.config.base).findings


def statuses(folder: Path) -> list[tuple[str, str, str]]:
    query = """PREFIX schema: <https://schema.org/>
    SELECT ?title ?status ?before { ?t schema:name ?title ; schema:eventStatus ?status .
      OPTIONAL { ?t schema:previousStartDate ?before } } ORDER BY ?title"""
    with Site(folder) as site:
        return [
            (one["title"], one["status"].rpartition("/")[2], one.get("before", ""))
            for one in site.sparql(query).dicts()
        ]


NEWER = without(with_one(FACTS, 3, start="2026-06-11T12:00"), 2)
EXPECTED = [
    ("Cranes at night", "EventCancelled", ""),
    ("Mooring in a strong wind", "EventRescheduled", "2026-06-10T11:00:00+02:00"),
]


def test_a_newer_schedule_says_what_moved_and_what_is_off(tmp_path: Path):
    run(tmp_path, schedule(FACTS))
    run(tmp_path, schedule(NEWER))
    assert statuses(tmp_path) == EXPECTED
    with Site(tmp_path) as site:
        before = (site.current.folder / "quads.nq").read_bytes()
    run(tmp_path, rebuild=True)
    with Site(tmp_path) as site:
        assert (site.current.folder / "quads.nq").read_bytes() == before
        link = site.sparql(
            """PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>
            PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
            SELECT ?why { ?link rdf:predicate schema:eventStatus ; hw:evidence ?why }"""
        ).dicts()
        assert "An earlier version of schedule.xml has the talk." in next(iter(link))["why"]


def test_a_talk_that_another_source_still_has_is_not_off(tmp_path: Path):
    run(tmp_path, schedule(FACTS), calendar(FACTS))
    run(tmp_path, schedule(NEWER))
    assert [status for _, status, _ in statuses(tmp_path)] == ["EventRescheduled"]


def test_what_a_calendar_cancels_is_cancelled(tmp_path: Path):
    run(tmp_path, calendar(with_one(FACTS, 3, status="CANCELLED")))
    assert [status for _, status, _ in statuses(tmp_path)] == ["EventCancelled"]
