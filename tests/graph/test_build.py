"""Building: idempotent, deterministic, atomic; addresses survive."""

from __future__ import annotations

import csv
import io
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hallway.graph.build import Report, Request, build
from hallway.graph.checking import check
from hallway.graph.errors import SiteError
from hallway.graph.generations import building
from hallway.graph.site import Site

TALKS = [
    ("t1", "Cranes at night", "Ana Lindqvist; Omar Haddad", "cranes; lighting"),
    ("t2", "Mooring in wind", "Mei Tanaka", "mooring"),
    ("t3", "Cranes by day", "Omar Haddad", "cranes"),
]


def table(talks=TALKS, event="Harbour Conf 2026") -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "event", "title", "speakers", "topics"])
    writer.writerows([key, event, *rest] for key, *rest in talks)
    return out.getvalue().encode()


def run(folder: Path, *requests: Request, **options) -> Report:
    with Site(folder) as site:
        return build(site, requests, **options)


def quads(folder: Path) -> list[str]:
    with Site(folder) as site:
        return (site.current.folder / "quads.nq").read_text("utf-8").splitlines()


def graph_lines(folder: Path, slug: str) -> list[str]:
    return [line for line in quads(folder) if line.endswith(f"graph/source/{slug}> .")]


def addresses(folder: Path) -> dict[str, str]:
    query = """PREFIX hw: <https://w3id.org/hallway#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
    SELECT ?title ?talk { ?talk a hw:Talk ; rdfs:label ?title } ORDER BY ?title"""
    with Site(folder) as site:
        return {row["title"]: row["talk"] for row in site.sparql(query).dicts()}


def test_the_same_file_twice_adds_nothing(tmp_path: Path):
    first = run(tmp_path, Request(table(), "a.csv"))
    again = run(tmp_path, Request(table(), "a.csv"))
    assert (first.published, again.published) == (True, False)
    assert again.generation == first.generation == 1
    assert (again.change.added, again.change.removed) == (0, 0)
    assert [one.what for one in again.imports] == ["same"]


def test_a_rebuild_of_the_same_sources_gives_the_same_bytes(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    before = quads(tmp_path)
    report = run(tmp_path, rebuild=True)
    assert report.generation == 2
    assert quads(tmp_path) == before
    assert (report.change.added, report.change.removed) == (0, 0)


def test_two_sites_of_the_same_sources_give_the_same_bytes(tmp_path: Path):
    one, two = Request(table(), "a.csv"), Request(table(event="Quay Days 2025"), "b.csv")
    run(tmp_path / "x", one, two)
    run(tmp_path / "y", two, one)
    assert quads(tmp_path / "x") == quads(tmp_path / "y")


def test_a_changed_talk_changes_only_its_own_graph(tmp_path: Path):
    other = Request(table(event="Quay Days 2025"), "b.csv")
    run(tmp_path, Request(table(), "a.csv"), other)
    before_a, before_b = graph_lines(tmp_path, "a-csv"), graph_lines(tmp_path, "b-csv")
    changed = [TALKS[0], ("t2", "Mooring in a storm", *TALKS[1][2:]), TALKS[2]]
    report = run(tmp_path, Request(table(changed), "a.csv"))
    assert [one.what for one in report.imports] == ["changed"]
    assert graph_lines(tmp_path, "b-csv") == before_b
    assert graph_lines(tmp_path, "a-csv") != before_a


def test_a_retitled_talk_keeps_its_address(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    before = addresses(tmp_path)
    changed = [TALKS[0], ("t2", "Mooring in a storm", *TALKS[1][2:]), TALKS[2]]
    run(tmp_path, Request(table(changed), "a.csv"))
    after = addresses(tmp_path)
    assert after["Mooring in a storm"] == before["Mooring in wind"]
    assert set(after.values()) == set(before.values())


def test_earlier_versions_of_a_source_are_kept_and_listed(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    run(tmp_path, Request(table(TALKS[:2]), "a.csv"))
    run(tmp_path, Request(table(TALKS[:1]), "a.csv"))
    with Site(tmp_path) as site:
        (entry,) = site.current.sources
        kept = [(site.sources / one["digest"]).read_bytes() for one in entry.versions]
    assert kept == [table(), table(TALKS[:2])]


def test_a_removed_source_is_gone_and_its_addresses_are_not_given_away(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"), Request(table(event="Quay Days 2025"), "b.csv"))
    before = addresses(tmp_path)
    run(tmp_path, remove=["a-csv"])
    assert graph_lines(tmp_path, "a-csv") == []
    run(tmp_path, Request(table(), "a.csv"))
    assert addresses(tmp_path) == before


def test_a_file_that_cannot_be_read_leaves_the_others_and_the_site_whole(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    bad = Request(b"\x00\x01 nothing at all", "bad.bin")
    report = run(tmp_path, bad, Request(table(event="Quay Days 2025"), "b.csv"))
    assert [one.what for one in report.imports] == ["failed", "new"]
    assert "bad.bin" in str(report.imports[0].error)
    assert len(addresses(tmp_path)) == 3  # equal titles of two events share a label
    assert report.counts["talk"] == 6


def test_a_first_import_that_fails_publishes_nothing(tmp_path: Path):
    report = run(tmp_path, Request(b"\x00\x01 nothing at all", "bad.bin"))
    assert (report.generation, report.published) == (0, False)
    assert Site(tmp_path).published() is None


def test_where_two_sources_disagree_the_schedule_holds_and_both_are_kept(tmp_path: Path):
    guid = "0b5c0d6e-1111-5222-8333-000000000011"
    schedule = f"""<schedule><conference><title>Harbour Conf 2026</title></conference>
    <day index="1" date="2026-06-10"><room name="Main"><event id="1" guid="{guid}">
    <date>2026-06-10T10:00:00+02:00</date><duration>00:45</duration><title>Cranes</title>
    <persons><person id="1">Ana Lindqvist</person></persons></event></room></day></schedule>"""
    row = f"{guid},Harbour Conf 2026,Cranes,Mei Tanaka; Ana Lindqvist,50"
    listed = f"id,event,title,speakers,minutes\n{row}\n"
    requests = [Request(schedule.encode(), "s.xml"), Request(listed.encode(), "v.csv")]
    report = run(tmp_path, *requests)
    assert report.counts["talk"] == 1
    minutes = "SELECT ?m { ?t <https://w3id.org/hallway#minutes> ?m }"
    said = "SELECT ?m { GRAPH ?g { ?t <https://w3id.org/hallway#minutes> ?m } } ORDER BY ?m"
    people = "SELECT DISTINCT ?p { ?t <https://schema.org/performer> ?p }"
    with Site(tmp_path) as site:
        assert [row["m"] for row in site.sparql(minutes).dicts()] == ["45"]
        assert [row["m"] for row in site.sparql(said).dicts()] == ["45", "50"]
        assert len(site.sparql(people).rows) == 2
        listed_as = {one["predicate"] for one in site.current.manifest["disagreements"]}
        assert "https://w3id.org/hallway#minutes" in listed_as
        assert check(site.current.folder / "quads.nq", base=site.config.base).conforms


def test_a_reader_moves_over_to_a_new_generation(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    query = "SELECT ?s { ?s a <https://w3id.org/hallway#Talk> }"
    with Site(tmp_path) as reader:
        assert len(reader.sparql(query).rows) == 3
        run(tmp_path, Request(table(TALKS[:2]), "a.csv"))
        assert len(reader.sparql(query).rows) == 2
        assert reader.generation == 2


def test_old_generations_go_when_nothing_reads_them(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    with Site(tmp_path) as reader:
        _ = reader.current
        for _ in range(3):
            run(tmp_path, rebuild=True)
        assert [one.name for one in sorted(reader.generations.iterdir())] == [
            "0001",
            "0003",
            "0004",
        ]
    run(tmp_path, rebuild=True)
    with Site(tmp_path) as reader:
        assert [one.name for one in sorted(reader.generations.iterdir())] == ["0004", "0005"]


def test_a_second_build_at_once_fails_plainly(tmp_path: Path):
    with (
        building(tmp_path),
        pytest.raises(SiteError, match="another build"),
        building(tmp_path, wait_s=0.2),
    ):
        pass


def test_readers_go_on_while_generations_change_under_them(tmp_path: Path):
    run(tmp_path, Request(table(), "a.csv"))
    query = "SELECT ?s { ?s a <https://w3id.org/hallway#Talk> }"
    counts: list[int] = []
    with Site(tmp_path) as reader, ThreadPoolExecutor(4) as pool:
        stop = threading.Event()

        def ask() -> None:
            while True:
                engine = reader.engine()
                counts.append(len(engine.select(query).rows))
                counts.append(len(engine.select(query).rows))
                if stop.is_set():
                    return

        asking = [pool.submit(ask) for _ in range(4)]
        for talks in (TALKS[:2], TALKS, TALKS[:1]):
            run(tmp_path, Request(table(talks), "a.csv"))
        stop.set()
        for one in asking:
            one.result()
        assert len(reader.sparql(query).rows) == 1
    assert set(counts) <= {1, 2, 3}
    assert len(counts) >= 8  # each of the four asked twice at least


def test_an_unbuilt_site_says_what_to_do(tmp_path: Path):
    with pytest.raises(SiteError, match="hallway build"):
        _ = Site(tmp_path / "none").current


@pytest.mark.slow
def test_a_build_killed_at_any_moment_leaves_the_old_generation_and_the_next_build_right(
    tmp_path: Path,
):
    """Kill a real build 30 times, at random moments over its whole length."""
    run(tmp_path / "site", Request(table(), "a.csv"))
    before = quads(tmp_path / "site")
    more = [(f"n{n}", f"Talk {n} of cranes", f"Person {n % 40}", "cranes") for n in range(400)]
    (tmp_path / "b.csv").write_bytes(table(more, event="Quay Days 2025"))
    command = [sys.executable, "-m", "hallway", "build", str(tmp_path / "b.csv")]
    environment = os.environ | {"HALLWAY_SITE": str(tmp_path / "site")}
    chance, killed, longest = random.Random(7), 0, 2.0  # noqa: S311
    for _ in range(30):
        started = time.monotonic()
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=chance.uniform(0.1, longest))
            longest = max(0.5, time.monotonic() - started)
            with Site(tmp_path / "site") as site:  # it got through: go back for the next try
                assert site.current.counts["talk"] == 403
            run(tmp_path / "site", remove=["b-csv"])
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
            with Site(tmp_path / "site") as site:
                assert len(
                    site.sparql("SELECT ?s { ?s a <https://w3id.org/hallway#Talk> }").rows
                ) in (3, 403)
            if len(quads(tmp_path / "site")) != len(before):
                run(tmp_path / "site", remove=["b-csv"])
        assert quads(tmp_path / "site") == before
    assert killed >= 10
    report = run(tmp_path / "site", Request((tmp_path / "b.csv").read_bytes(), "b.csv"))
    assert report.counts["talk"] == 403
