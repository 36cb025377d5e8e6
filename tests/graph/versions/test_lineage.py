"""A talk that a newer version of its source says otherwise keeps its address."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.build import Request, build
from hallway.graph.keys import event_key, talk_keys
from hallway.graph.programme import Appearance, Event, Person, Programme, Talk
from hallway.graph.site import Site
from hallway.graph.versions.lineage import Lineage, follow, with_lineage

BASE = "https://hall.example/"
HEAD = "title,speaker,event,date,time,abstract\n"
FIRST = (
    "Mooring lines for beginners,Ada Brook,Pier Days 2026,2026-05-04,09:00,Knots.\n"
    "Keynote to be announced,Omar Pier,Pier Days 2026,2026-05-04,10:00,\n"
    "Cranes,Ida Lind,Pier Days 2026,2026-05-04,11:00,Steel.\n"
)
SECOND = (
    "Mooring lines for beginners,Ella Brook,Pier Days 2026,2026-05-04,09:00,Knots.\n"
    "What tides teach us,Omar Pier,Pier Days 2026,2026-05-04,10:00,Water.\n"
    "Cranes,Ida Lind,Pier Days 2026,2026-05-04,11:00,Steel.\n"
    "Lanterns,Uma Light,Pier Days 2026,2026-05-04,12:00,Light.\n"
)
THIRD = SECOND.replace("What tides teach us", "What the tides teach us")
TALKS = """
SELECT ?talk ?label WHERE {
  ?talk a <https://w3id.org/hallway#Talk> ; <http://www.w3.org/2000/01/rdf-schema#label> ?label .
}
"""


def addresses(site: Site) -> dict[str, str]:
    return {one["label"]: one["talk"] for one in site.sparql(TALKS).dicts()}


@pytest.fixture
def site(tmp_path: Path):
    site = Site(tmp_path / "site")
    site.config = replace(site.config, base=BASE, workers=1)
    with site:
        yield site


def bring(site: Site, rows: str, name: str = "pier.csv") -> dict[str, str]:
    report = build(site, [Request((HEAD + rows).encode(), name)])
    assert not [one.error for one in report.imports if one.error]
    return addresses(site)


def test_a_retitled_talk_and_one_that_changed_hands_keep_their_addresses(site: Site):
    first = bring(site, FIRST)
    second = bring(site, SECOND)
    third = bring(site, THIRD)
    lines, announced = first["Mooring lines for beginners"], first["Keynote to be announced"]
    assert second["Mooring lines for beginners"] == lines
    assert second["What tides teach us"] == announced
    assert second["Cranes"] == first["Cranes"]
    assert second["Lanterns"] not in first.values()
    assert third["What the tides teach us"] == announced
    assert len(set(third.values())) == 4


def test_the_address_stays_when_everything_is_built_anew(site: Site):
    bring(site, FIRST)
    found = bring(site, SECOND)
    quads = (site.current.folder / "quads.nq").read_bytes()
    build(site, rebuild=True)
    assert addresses(site) == found
    assert (site.current.folder / "quads.nq").read_bytes() == quads


def test_an_older_title_of_another_talk_is_not_taken_from_it(site: Site):
    """A new talk with the old title of a renamed one gets an address of its own."""
    first = bring(site, FIRST)
    bring(site, SECOND)
    again = "Keynote to be announced,Pia Quay,Pier Days 2026,2026-05-05,10:00,\n"
    third = bring(site, SECOND + again)
    assert third["What tides teach us"] == first["Keynote to be announced"]
    assert third["Keynote to be announced"] not in first.values()


def test_a_renamed_event_keeps_its_address_and_those_of_its_talks(site: Site):
    first = bring(site, FIRST)
    more = "Ropes,Ada Brook,Quay Days 2026,2026-06-01,09:00,\n"
    bring(site, FIRST + more)
    renamed = bring(site, FIRST.replace("Pier Days", "Pier and Harbour Days") + more)
    assert {label: renamed[label] for label in first} == first
    events = [one["event"] for one in site.ask("events").dicts()]
    assert f"{BASE}id/event/pier-days-2026" in events
    assert len(events) == 2


# The rule itself ----------------------------------------------------------------------------------


def talk(title: str, who: str, key: str = "") -> Talk:
    return Talk(title, key=key, appearances=(Appearance(Person(who)),))


def programme(*talks: Talk, name: str = "Pier Days 2026") -> Programme:
    return Programme("csv", (Event(name, talks=talks),))


NAMES = st.sampled_from(["Ada Brook", "Omar Pier", "Ida Lind", "Uma Light"])
TITLES = st.sampled_from(
    ["Mooring lines for boats", "Mooring lines for ships", "Cranes at night", "Tides and time"]
)
PROGRAMMES = st.lists(st.builds(talk, TITLES, NAMES), max_size=5).map(lambda all: programme(*all))


def known(one: Programme) -> list[str]:
    return sorted(key for event in one.events for key in talk_keys(event, "s"))


@given(PROGRAMMES, PROGRAMMES)
def test_no_two_talks_go_by_one_key(old: Programme, new: Programme):
    told = with_lineage(new, follow(old, new, Lineage(), "s"), "s")
    assert len(set(known(told))) == len(known(new))


@given(PROGRAMMES)
def test_a_version_that_says_the_same_goes_by_its_own_keys(old: Programme):
    lineage = follow(old, old, Lineage(), "s")
    assert (lineage.events, lineage.talks) == ({}, {})


@given(PROGRAMMES, PROGRAMMES, st.randoms(use_true_random=False))
def test_the_order_of_the_talks_does_not_matter(old: Programme, new: Programme, random):
    def shuffled(one: Programme) -> Programme:
        talks = list(one.events[0].talks)
        random.shuffle(talks)
        return replace(one, events=(replace(one.events[0], talks=tuple(talks)),))

    first = with_lineage(new, follow(old, new, Lineage(), "s"), "s")
    other = shuffled(new)
    second = with_lineage(other, follow(shuffled(old), other, Lineage(), "s"), "s")
    assert known(first) == known(second)


def test_what_was_kept_once_is_kept_on():
    one = programme(talk("Mooring lines for boats", "Ada Brook"), name="Pier Days 2026")
    two = programme(talk("Mooring lines of the boats", "Ada Brook"), name="Pier and Quay Days 2026")
    three = programme(talk("Mooring lines of the old boats", "Ada Brook"), name="Quay Days 2026")
    second = follow(one, two, Lineage(), "s")
    third = follow(two, three, second, "s")
    told = with_lineage(three, third, "s")
    assert event_key(told.events[0]) == event_key(one.events[0])
    assert known(told) == known(one)


def test_whoever_goes_by_a_key_has_it_before_a_newcomer():
    old = programme(talk("Keynote", "Ada Brook"))
    two = programme(talk("Keynotes", "Ada Brook"))
    lineage = follow(old, two, Lineage(), "s")
    three = programme(talk("Keynote", "Ada Brook"), talk("Keynotes", "Ada Brook"))
    told = with_lineage(three, follow(two, three, lineage, "s"), "s")
    (was,) = known(old)
    newcomer, kept = talk_keys(told.events[0], "s")
    assert (kept, newcomer) == (was, was + "|2")
