"""Forgetting a person: nothing of the site leads to them any more, and nothing brings them back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.forget import Plan, find_people, forget
from hallway.graph.forgotten import load_forgotten, save_forgotten
from hallway.graph.site import Site
from tests.graph.forget_sources import NAME, SCHEDULE, TABLE, WORDS, requests, table_request

TODAY = date(2026, 6, 1)
PREFIX = """PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> """
SPEAKERS = """SELECT ?title (COUNT(DISTINCT ?who) AS ?n) WHERE {
  ?talk a hw:Talk ; rdfs:label ?title ; schema:performer ?who } GROUP BY ?title ORDER BY ?title"""


def built(folder: Path, some: list[Request] | None = None) -> None:
    with Site(folder) as site:
        report = build(site, requests() if some is None else some)
        assert not [one.error for one in report.imports if one.error]


def forgotten(folder: Path, name: str = NAME, **options) -> Plan:
    """Forget everybody of a name, as an operator does who was told that they are one."""
    with Site(folder) as site:
        done = None
        for iri, _ in find_people(site, name):
            done, _ = forget(site, iri, today=TODAY, **options)
        assert done is not None
        return done


def rows(folder: Path, query: str) -> list[dict[str, str]]:
    with Site(folder) as site:
        return list(site.sparql(PREFIX + query).dicts())


def speakers(folder: Path) -> list[int]:
    return [int(row["n"]) for row in rows(folder, SPEAKERS)]


def talks(folder: Path) -> dict[str, str]:
    query = "SELECT ?t ?n { ?t a hw:Talk ; rdfs:label ?n } ORDER BY ?n"
    return {row["n"]: row["t"] for row in rows(folder, query)}


def people(folder: Path) -> dict[str, str]:
    query = "SELECT ?p ?n { ?p a schema:Person ; rdfs:label ?n } ORDER BY ?n"
    return {row["p"]: row["n"] for row in rows(folder, query)}


def leaks(folder: Path) -> dict[str, list[str]]:
    """Return each file but the stored sources, with the words in it that it must not hold."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if (path.is_file() and inside.parts[0] != "sources") or path.name == "manifest.json":
            text = f"{inside} {path.read_bytes().decode('utf-8', 'replace')}"
            words = [one[0] for one in WORDS.finditer(text)]
            if words:
                found[str(inside)] = words
    return found


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


def statements(site: Site) -> list[str]:
    """Return what the site says, without addresses that depend on what was imported first."""
    lines = (site.current.folder / "quads.nq").read_text("utf-8").splitlines()
    return [line for line in lines if "/id/talk/" not in line and "talk/" not in line]
