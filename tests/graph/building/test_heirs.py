"""Addresses when the source that gave them leaves and others have the same talks."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.site import Site
from hallway.graph.suppression.forget import forget
from tests.graph.one_event import FACTS, calendar, schedule, videos, with_one, without

QUERY = """PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>
SELECT ?thing ?room WHERE {
  ?thing a ?kind ; schema:name ?name . FILTER(?kind IN (hw:Talk, hw:Session, hw:Event))
} ORDER BY ?thing LIMIT 1000"""


def things(folder: Path) -> set[str]:
    with Site(folder) as site:
        return {row["thing"].rpartition("/id/")[2] for row in site.sparql(QUERY).dicts()}


def run(folder: Path, *requests: Request, **options: object) -> None:
    with Site(folder) as site:
        report = build(site, requests, **options)  # type: ignore[arg-type]
        assert not [one for one in report.imports if one.error]


def slug_of(folder: Path, file: str) -> str:
    with Site(folder) as site:
        return next(one.slug for one in site.current.sources if one.file == file)


@pytest.mark.parametrize("other", [calendar, videos])
def test_a_talk_keeps_its_address_when_the_source_that_gave_it_leaves(tmp_path: Path, other):
    run(tmp_path, schedule(FACTS, name="Harbour Conference 2026", acronym="Harbour Conf 2026"))
    run(tmp_path, other(FACTS))
    before = things(tmp_path)
    run(tmp_path, remove=[slug_of(tmp_path, "schedule.xml")])
    after = things(tmp_path)
    talks = {one for one in before if not one.startswith("session/")}
    assert {one for one in after if not one.startswith("session/")} == talks
    run(tmp_path, rebuild=True)
    assert things(tmp_path) == after


def test_it_keeps_it_too_when_a_newer_version_lacks_the_talk(tmp_path: Path):
    run(tmp_path, calendar(FACTS))
    run(tmp_path, videos(FACTS))
    before = things(tmp_path)
    run(tmp_path, calendar(without(FACTS, 3)))
    assert things(tmp_path) == before


def test_the_source_may_come_back(tmp_path: Path):
    run(tmp_path, schedule(FACTS))
    run(tmp_path, calendar(FACTS))
    before = things(tmp_path)
    run(tmp_path, remove=[slug_of(tmp_path, "schedule.xml")])
    run(tmp_path, schedule(FACTS))
    assert things(tmp_path) == before
    run(tmp_path, remove=[slug_of(tmp_path, "calendar.ics")])
    assert things(tmp_path) == before


def test_the_heir_hands_it_down_again_and_keeps_it_when_its_own_record_changes(tmp_path: Path):
    run(tmp_path, schedule(FACTS))
    run(tmp_path, calendar(FACTS))
    run(tmp_path, videos(FACTS))
    before = {one for one in things(tmp_path) if not one.startswith("session/")}
    run(tmp_path, remove=[slug_of(tmp_path, "schedule.xml")])
    run(tmp_path, calendar(with_one(FACTS, 3, room="Pier")))
    run(tmp_path, remove=[slug_of(tmp_path, "calendar.ics")])
    assert things(tmp_path) == before


def test_records_that_were_two_stay_two(tmp_path: Path):
    run(tmp_path, schedule(FACTS))
    run(tmp_path, videos(FACTS[:4], name="Quay Days 2026"))
    before = things(tmp_path)
    run(tmp_path, remove=[slug_of(tmp_path, "schedule.xml")])
    after = things(tmp_path)
    assert after < before
    assert all("quay" in one for one in after if one.startswith("event/"))


def test_a_key_that_was_handed_down_holds_nobody_who_is_forgotten(tmp_path: Path):
    run(tmp_path, videos(FACTS))  # its keys have the people in the titles
    run(tmp_path, schedule(FACTS))
    run(tmp_path, remove=[slug_of(tmp_path, "videos.csv")])
    with Site(tmp_path) as site:
        (entry,) = site.current.sources
        assert "mei tanaka" in str(entry.inherited)
        forget(site, f"{site.config.base}id/person/mei-tanaka", today=date(2026, 12, 1))
        (entry,) = site.current.sources
        assert entry.inherited["talks"]
        manifests = [*tmp_path.glob("generations/*/MANIFEST.json"), site.ledger]
        told = "".join(path.read_text("utf-8") for path in manifests).casefold()
    assert "tanaka" not in told
