"""Forgetting a person: nothing of the site leads to them any more, and nothing brings them back."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.site import Site
from hallway.graph.suppression.forgotten import load_forgotten, save_forgotten
from tests.graph.suppression.forget_sites import (
    built,
    forgotten,
    leaks,
    people,
    rows,
    speakers,
    statements,
    talks,
)
from tests.graph.suppression.forget_sources import NAME, SCHEDULE, TABLE, requests, table_request


def test_no_byte_outside_the_stored_sources_leads_to_the_person(tmp_path: Path):
    built(tmp_path)
    assert leaks(tmp_path)
    forgotten(tmp_path, also=["zoecranes"], why=f"{NAME} asked by letter")
    assert leaks(tmp_path) == {}
    assert [one.name for one in (tmp_path / "generations").iterdir()] == ["0002"]
    assert load_forgotten(tmp_path).people[0].why == "[name withheld] asked by letter"


def test_talks_and_their_speakers_are_counted_as_before(tmp_path: Path):
    built(tmp_path)
    before, named = talks(tmp_path), people(tmp_path)
    count = sorted(speakers(tmp_path))
    appearances = "SELECT (COUNT(?a) AS ?n) { ?t hw:appearance ?a }"
    times = rows(tmp_path, appearances)
    forgotten(tmp_path)
    assert sorted(speakers(tmp_path)) == count
    assert rows(tmp_path, appearances) == times
    after = talks(tmp_path)
    kept = {title: iri for title, iri in before.items() if NAME not in title}
    assert {title: after.get(title) for title in kept} == kept
    assert len(after) == len(before)
    gone = {iri for iri, name in named.items() if "Lindqvist" in name}
    assert people(tmp_path) == {iri: n for iri, n in named.items() if iri not in gone}


def test_the_graph_still_conforms(tmp_path: Path):
    built(tmp_path)
    forgotten(tmp_path)
    with Site(tmp_path) as site:
        report = check(site.current.folder / "quads.nq", base=site.config.base)
    assert report.findings == ()


@pytest.mark.parametrize("again", ["same", "newer", "other"])
def test_nothing_that_is_imported_later_brings_the_person_back(tmp_path: Path, again: str):
    built(tmp_path)
    forgotten(tmp_path)
    later = {
        "same": requests(),
        "newer": [
            table_request(TABLE.replace("Cranes at night", "Cranes by night")),
            Request(
                SCHEDULE.replace(">Zoë Lindqvist-Ström<", ">Dr. Z. Steel<").encode(),
                "schedule.xml",
                series="Harbour Conf",
            ),
        ],
        "other": [
            Request(
                b"title,speaker\nSluices,LINDQVIST STROM Zoe\nWeirs,Ines Duarte\n",
                "new.csv",
                event="Lock Days 2027",
            )
        ],
    }[again]
    built(tmp_path, later)
    with Site(tmp_path) as site:
        build(site, rebuild=True)
    assert leaks(tmp_path) == {}
    assert "Z. Steel" not in str(people(tmp_path))


def test_import_order_makes_no_difference(tmp_path: Path):
    built(tmp_path / "one")
    forgotten(tmp_path / "one")
    held = load_forgotten(tmp_path / "one")
    with Site(tmp_path / "one") as site:
        whole = statements(site)
    for number, order in enumerate(([0, 1, 2, 3], [3, 1, 0, 2], [2, 0, 3, 1])):
        folder = tmp_path / str(number)
        some = [requests()[place] for place in order]
        built(folder, some[:number])
        save_forgotten(folder, held)
        built(folder, some[number:])
        assert leaks(folder) == {}
        with Site(folder) as site:
            assert statements(site) == whole


def test_forgetting_commutes_with_reading(tmp_path: Path):
    """Forgotten before its import or after it, a source says the same."""
    built(tmp_path / "a")
    forgotten(tmp_path / "a")
    save_forgotten(tmp_path / "b", load_forgotten(tmp_path / "a"))
    built(tmp_path / "b")
    with Site(tmp_path / "a") as one, Site(tmp_path / "b") as other:
        assert statements(one) == statements(other)
