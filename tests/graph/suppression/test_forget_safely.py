"""Forgetting and decisions, crashes, readers, and taking a request back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import decide
from hallway.graph.curation.exchanging import export_decisions, import_decisions
from hallway.graph.errors import HallwayError, SiteError
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.graph.suppression.forget import complete, forget, lift
from hallway.graph.suppression.forgotten import load_forgotten
from hallway.graph.suppression.planning import find_people, plan
from tests.graph.suppression.forget_sites import (
    PREFIX,
    TODAY,
    WHEN,
    built,
    forgotten,
    leaks,
    people,
    talks,
)
from tests.graph.suppression.forget_sources import NAME, TABLE

# Decisions -------------------------------------------------------------------------------------


def test_decisions_on_the_person_go_and_later_ones_are_refused(tmp_path: Path):
    built(tmp_path)
    with Site(tmp_path) as site:
        (iri, _), *_ = find_people(site, NAME)
        other = f"{site.config.base}id/person/mia-berg"
        given = {"who": "mia", "when": WHEN}
        decide(site, "split", iri, other, why="not the same", **given)
        decide(site, "rename", "talk/tides", "Tides of the sea", why=f"{NAME} says so", **given)
        build(site)
        table = export_decisions(site)
        planned, _ = forget(site, iri, also=["zoecranes"], today=TODAY)
        assert planned.decisions == 1
        (left,) = Decisions.load(site.decisions).all
        assert (left.action, left.why) == ("rename", "[name withheld] says so")
        for action, subject, object_ in (
            ("merge", iri, other),
            ("rename", "person/mia-berg", "Zoë Lindqvist-Ström"),
        ):
            with pytest.raises(HallwayError):
                decide(site, action, subject, object_, why="", **given)
        done = import_decisions(site, table.encode(), "table.tsv")
        assert done.new == ()
        assert "asked to be forgotten" in str(done.errors)
        build(site, rebuild=True)
    assert leaks(tmp_path) == {}
    assert "Tides of the sea" in talks(tmp_path)


# Crashes, readers, and taking it back ------------------------------------------------------------


def test_a_build_completes_what_a_crash_left_undone(tmp_path: Path):
    built(tmp_path)
    with Site(tmp_path) as site:
        (iri, _), *_ = find_people(site, NAME)
        assert plan(site, iri, also=["zoecranes"]).iri == iri
        assert not (tmp_path / "forgotten").exists()  # a plan writes nothing
    script = (
        "import sys, os\n"
        "from hallway.graph import build as b\nfrom hallway.graph.suppression import forget as f\n"
        "from hallway.graph.site import Site\n"
        "f.build = lambda *a, **k: os._exit(9)\n"
        "site = Site(sys.argv[1])\nf.forget(site, sys.argv[2], also=['zoecranes'])\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, str(tmp_path), iri])
    assert ended.returncode == 9
    assert load_forgotten(tmp_path)
    assert "Zo" in str(people(tmp_path))  # the generation before is whole until the next build
    with Site(tmp_path) as site:
        assert build(site).published
    assert leaks(tmp_path) == {}
    assert len(list((tmp_path / "generations").iterdir())) == 1


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_site_that_the_next_build_completes(tmp_path: Path):
    built(tmp_path)
    before = len(talks(tmp_path))
    command = [sys.executable, "-m", "hallway", "forget", NAME, "--yes", "--also", "zoecranes"]
    for delay in (0.6, 1.0, 1.4, 1.8, 2.2):
        running = subprocess.Popen(
            [*command, "--site", str(tmp_path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            running.wait(delay)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        assert len(talks(tmp_path)) == before
    with Site(tmp_path) as site:
        complete(site)
        for iri, _ in find_people(site, NAME):
            forget(site, iri, also=["zoecranes"])
        build(site)
    assert leaks(tmp_path) == {}
    assert len(talks(tmp_path)) == before


def test_a_reader_of_the_old_generation_moves_and_its_files_go(tmp_path: Path):
    built(tmp_path)
    with Site(tmp_path) as reader:
        assert reader.current.number == 1
        assert reader.search_index().search("lindqvist", limit=5).items
        forgotten(tmp_path)
        assert [one.name for one in (tmp_path / "generations").iterdir()] == ["0002"]
        assert not reader.search_index().search("lindqvist", limit=5).items
        query = PREFIX + 'ASK { ?s ?p ?o FILTER(CONTAINS(LCASE(STR(?o)), "lindqvist")) }'
        assert not reader.engine().ask(query)


def test_a_list_that_is_lost_stops_the_next_build(tmp_path: Path):
    built(tmp_path)
    forgotten(tmp_path)
    (tmp_path / "forgotten").unlink()
    with pytest.raises(SiteError, match="forgotten is missing"):
        built(tmp_path, [])
    (tmp_path / "forgotten").write_text("{}")
    with pytest.raises(SiteError, match="restore the file"):
        built(tmp_path, [])


def test_a_request_is_taken_back_by_number_and_name(tmp_path: Path):
    plain = [Request(TABLE.replace("id,", "nr,").encode(), "t.csv", event="Harbour Conf 2026")]
    built(tmp_path, plain)
    before, named = talks(tmp_path), people(tmp_path)
    forgotten(tmp_path)
    with Site(tmp_path) as site:
        with pytest.raises(SiteError, match="another name"):
            lift(site, 1, "Omar Haddad")
        with pytest.raises(SiteError, match="nobody has number 7"):
            lift(site, 7, NAME)
        lift(site, 1, "lindqvist ström, ZOE")
    after = talks(tmp_path)
    assert people(tmp_path) == named
    kept = {title: iri for title, iri in before.items() if NAME not in title}
    assert {title: after[title] for title in kept} == kept
    forgotten(tmp_path)
    assert {title: iri for title, iri in talks(tmp_path).items() if title in kept} == kept
    assert [one.number for one in load_forgotten(tmp_path).people] == [2]
