"""A copy of a site's folder is a site, also when it is taken while somebody builds."""

from __future__ import annotations

import shutil
import subprocess
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.curation.deciding import decide
from hallway.graph.site import Site

TABLE = "id,title,speaker,topics\n1,Winches,Ana Lindqvist,ropes\n2,Buoys,Omar Haddad,buoys\n"
RENAME = ("rename", "person/ana-lindqvist", "Ana L.")
WHEN = datetime(2026, 5, 1, 12, tzinfo=UTC)


def request(number: int) -> Request:
    table = TABLE.replace("Winches", f"Winches {number}")
    return Request(table.encode(), f"{number}.csv", event=f"Harbour Conf {2000 + number}")


@pytest.mark.skipif(shutil.which("flock") is None, reason="needs flock of util-linux")
def test_a_copy_taken_under_the_lock_while_builds_go_on_is_whole(tmp_path: Path):
    home, copy = tmp_path / "site", tmp_path / "copy"
    with Site(home) as site:
        build(site, [request(0)])
        decide(site, *RENAME, who="mia", when=WHEN, why="as she asked")

        def work() -> None:
            for number in range(1, 6):
                build(site, [request(number)])

        builder = threading.Thread(target=work)
        builder.start()
        subprocess.run(["flock", home / "lock", "cp", "-a", home, copy], check=True)
        builder.join()
        (home / "generations").rename(tmp_path / "lost")
    with Site(copy) as restored:
        manifest = restored.current.manifest
        report = check(restored.current.folder / "quads.nq", base=restored.config.base)
        assert report.conforms
        assert restored.current.counts["event"] == len(manifest["sources"]) >= 1
        names = {row["n"] for row in restored.sparql("SELECT ?n { ?s a <https://schema.org/Person>"
                 " ; <http://www.w3.org/2000/01/rdf-schema#label> ?n }").dicts()}  # fmt: skip
        assert "Omar Haddad" in names
        again = build(restored, [request(number) for number in range(6)])
        assert again.counts["event"] == 6


def test_sources_decisions_and_ledger_alone_give_the_same_site_again(tmp_path: Path):
    """What a build works out need not be kept: caches and generations can be lost."""
    home, copy = tmp_path / "site", tmp_path / "copy"
    with Site(home) as site:
        build(site, [request(0), request(1)])
        decide(site, *RENAME, who="mia", when=WHEN, why="as she asked")
        build(site)
        digest = site.current.manifest["quads_sha256"]
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("cache", "generations", "CURRENT"))
    with Site(copy) as restored:
        build(restored, [request(0), request(1)])
        assert restored.current.manifest["quads_sha256"] == digest
