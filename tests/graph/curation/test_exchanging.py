"""Decisions out of one site and into another: whole, once, and never against what was decided."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import decide, decide_links, take_apart
from hallway.graph.curation.exchanging import export_decisions, import_decisions
from hallway.graph.curation.reviewing import Wanted, waiting
from hallway.graph.errors import SourceError
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site

BASE, OTHER = "https://hallway.example/", "http://talks.example/programme/"
WHEN = datetime(2026, 5, 1, 12, tzinfo=UTC)
TABLE = """id,event,title,speaker,topics
1,Quay Days 2025,Plain,Z. Márquez,winches
2,Quay Days 2025,Accents,Zoë Márquez,capstans
3,Quay Days 2025,More,Zoë Márquez,k8s; Kubernetes
4,Quay Days 2025,Other,Anselma Quist,ropes
"""


def opened(folder: Path, base: str) -> Site:
    folder.mkdir()
    (folder / "hallway.toml").write_text(f'base = "{base}"\nworkers = 1\n')
    site = Site(folder)
    build(site, [Request(TABLE.encode(), "quay.csv")])
    return site


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Site]:
    with opened(tmp_path / "here", BASE) as site:
        yield site


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Site]:
    with opened(tmp_path / "there", OTHER) as site:
        yield site


def topic(site: Site) -> str:
    found = site.sparql(
        "SELECT ?t { ?t <http://www.w3.org/2004/02/skos/core#altLabel> ?l } ORDER BY ?t"
    )
    return next(row["t"] for row in found.dicts()).partition("/id/")[2]


def decided(site: Site) -> None:
    """Make a decision of every kind."""
    why = {"who": "=ana", "when": WHEN, "why": 'said "so"\tthere'}
    (case,) = waiting(site, Wanted("person"))
    decide_links(site, "accept", [case.first.id], **why)
    decide(site, "merge", "topic/winches", "topic/capstans", **why)
    thing = topic(site)
    label = "Kubernetes" if thing.endswith("k8s") else "k8s"
    take_apart(site, thing, [label], **why)
    renamed = decide(site, "rename", "person/anselma-quist", "-Anselma", **why)
    decide(site, "undo", renamed.id, "", **why)
    decide(site, "rename", "talk/plain", "Plainer", **why)


def labels(site: Site) -> set[tuple[str, str]]:
    query = "SELECT ?s ?l { ?s <http://www.w3.org/2000/01/rdf-schema#label> ?l }"
    found = {(row["s"].partition("/id/")[2], row["l"]) for row in site.sparql(query).dicts()}
    return {one for one in found if not one[0].startswith("link/")}


def test_decisions_of_another_site_hold_here(here: Site, there: Site):
    decided(there)
    table = export_decisions(there)
    found = import_decisions(here, table.encode(), "table.tsv")
    assert not found.errors
    assert len(found.new) == len(Decisions.load(there.decisions).all)
    assert export_decisions(here).replace(BASE, OTHER) == table
    for site in (here, there):
        assert build(site).conflicts == ()
    assert labels(here) == labels(there)
    again = import_decisions(here, table.encode(), "table.tsv")
    assert (again.new, again.known) == ((), len(found.new))


def test_only_what_holds_can_be_written(here: Site):
    decided(here)
    table = export_decisions(here, current=True)
    assert "Anselma" not in table
    assert "\tundo\t" not in table
    assert "Plainer" in table


def test_a_dry_run_records_nothing(here: Site, there: Site):
    decided(there)
    found = import_decisions(here, export_decisions(there).encode(), "table.tsv", dry_run=True)
    assert found.new
    assert not here.decisions.exists()


def rows(*cells: tuple[str, str, str]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t")
    writer.writerow(["subject_id", "predicate_modifier", "predicate_id", "object_id"])
    for subject, modifier, object_ in cells:
        writer.writerow([subject, modifier, "owl:sameAs", object_])
    return out.getvalue().encode()


def test_one_wrong_row_keeps_all_out_and_names_its_line(here: Site):
    table = rows(
        ("hallway:topic/winches", "", "hallway:topic/ropes"),
        ("hallway:topic/winches", "", "nowhere:x"),
        ("hallway:topic/nothing", "", "hallway:topic/ropes"),
        ("hallway:topic/ropes", "", "hallway:person/anselma-quist"),
    )
    found = import_decisions(here, table, "table.tsv")
    assert [error.where for error in found.errors] == [f"table.tsv:{n}" for n in (3, 4, 5)]
    assert "never had" in found.errors[1].what
    assert found.new == ()
    assert not here.decisions.exists()


def test_rows_about_things_unknown_here_can_be_left_out(here: Site):
    table = rows(
        ("hallway:topic/nothing", "", "hallway:topic/ropes"),
        ("hallway:topic/winches", "", "hallway:topic/ropes"),
    )
    found = import_decisions(here, table, "table.tsv", skip_unknown=True)
    assert [one.subject for one in found.new] == [f"{BASE}id/topic/winches"]
    assert found.unknown == ((2, f"{BASE}id/topic/nothing"),)


def test_what_contradicts_this_site_is_left_out_and_what_was_decided_here_holds(here: Site):
    decide(here, "merge", "topic/winches", "topic/capstans", who="ana", when=WHEN, why="")
    table = rows(
        ("hallway:topic/capstans", "Not", "hallway:topic/winches"),
        ("hallway:topic/ropes", "", "hallway:topic/capstans"),
    )
    found = import_decisions(here, table, "table.tsv")
    assert [line for line, _ in found.contradicting] == [2]
    assert [one.subject for one in found.new] == [f"{BASE}id/topic/ropes"]
    assert Decisions.load(here.decisions).conflicts == ()


def test_rows_that_contradict_one_another_are_kept_and_not_applied(here: Site):
    table = rows(
        ("hallway:topic/capstans", "Not", "hallway:topic/winches"),
        ("hallway:topic/winches", "", "hallway:topic/capstans"),
    )
    found = import_decisions(here, table, "table.tsv")
    assert len(found.new) == 2
    assert len(found.unapplied) == 1
    assert build(here).conflicts == found.unapplied


def test_what_takes_back_a_row_that_is_left_out_is_left_out_too(here: Site, there: Site):
    decide(here, "merge", "topic/winches", "topic/capstans", who="ana", when=WHEN, why="")
    known = Decisions.load(there.decisions)
    split = Decision(
        f"{OTHER}id/decision/1", "split", f"{OTHER}id/topic/winches", "",
        f"{OTHER}id/topic/capstans",
    )  # fmt: skip
    undo = Decision(f"{OTHER}id/decision/2", "undo", split.id)
    known.extend([split, undo, Decision(f"{OTHER}id/decision/3", "undo", undo.id)])
    found = import_decisions(here, export_decisions(there).encode(), "table.tsv")
    assert len(found.new) == 0
    assert len(found.contradicting) == 1


@pytest.mark.parametrize("data", [b"\xff\xfe", b"", b"title\tspeaker\n"])
def test_what_is_no_table_is_refused(here: Site, data: bytes):
    with pytest.raises(SourceError):
        import_decisions(here, data, "table.tsv")


def test_an_id_that_means_another_decision_here_is_an_error(here: Site):
    decide(here, "merge", "topic/winches", "topic/capstans", who="ana", when=WHEN, why="")
    table = export_decisions(here).replace("ana", "eve")
    found = import_decisions(here, table.encode(), "table.tsv")
    assert len(found.errors) == 1
    assert "another decision" in found.errors[0].what


def hallway(site: Site, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hallway", "review", *arguments, "--site", str(site.folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_commands_write_and_read_a_table_and_list_what_is_unsure(here: Site, tmp_path: Path):
    listed = hallway(here, "unsure", "--kind", "person")
    assert listed.returncode == 0
    assert "Márquez" in listed.stdout
    assert "1 of 1 cases" in listed.stderr
    assert "0 of 0 cases" in hallway(here, "unsure", "--text", "nobody").stderr
    assert "1 of 1 cases" in hallway(here, "unsure", "--where", "event/quay-days-2025").stderr
    assert hallway(here, "unsure", "--where", "event/none").returncode == 1
    link = listed.stdout.split("\n")[1].split()[0]
    assert hallway(here, "reject", link, "--who", "ana").returncode == 0
    file = tmp_path / "decisions.sssom.tsv"
    assert hallway(here, "export", "-o", str(file)).returncode == 0
    assert hallway(here, "export").stdout == file.read_text("utf-8")
    assert "0 decisions recorded, 1 known" in hallway(here, "import", str(file)).stderr
    here.decisions.unlink()
    assert "1 decisions would be" in hallway(here, "import", "--dry-run", str(file)).stderr
    assert not here.decisions.exists()
    file.write_bytes(rows(("hallway:topic/nothing", "", "hallway:topic/ropes")))
    refused = hallway(here, "import", str(file))
    assert refused.returncode == 1
    assert "decisions.sssom.tsv:2" in refused.stderr
    assert "Traceback" not in refused.stderr
