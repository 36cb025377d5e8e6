"""A site of many sources: built whole, and again with one programme more.

Usage: python -m bench.growing [events|large|--aims]   (needs HALLWAY_SHARED; large takes half an
hour). With ``--aims`` the large site is built, and again with 100 talks more, and nothing else is
measured: the time and memory of linking, and what the increment takes.

``events`` has a source for each of the 540 events of pyvideo, 21,715 talks; ``large`` those and
one for each venue and year of the lists of papers, 116,542 talks. Each build runs in a process of
its own, so that the peak of memory is its own as well.
"""

from __future__ import annotations

import multiprocessing
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pyoxigraph import RdfFormat, Store

from bench.clock import once_s, peak_mb
from bench.data import programme, requests
from bench.pages import measure_pages, served
from bench.peers import free_port
from hallway.graph.build import Report, Request, build
from hallway.graph.checking import check
from hallway.graph.settings import write_settings
from hallway.graph.site import Site

Figures = dict[str, float]

LINKING_S, PEAK_MB, MORE_S, FLOORS = 900, 3000, 30, 1.5
"""What the large site aims at: seconds of linking, megabytes, seconds for 100 talks more, and how
many times the floor a build may take."""

PEERS = """
| who is who, 2,200 mentions of four corpora | pairwise F1 | B3 F1 | scoring, s |
|---|---|---|---|
| S2AND 0.51.2, production model | .922 | .942 | 2.8 |
| Splink 5.0.0, unsupervised | .634 | | 1 |
| Splink 5, weights from labels, average linkage | .944 | | 1 |
"""
"""Measured once, not in this run, on a half of the names that Hallway's model is held against; for
Hallway's own figures: make score."""


def main(names: Sequence[str]) -> None:
    """Measure each named site and print a table."""
    for name in names:
        if requests(name) is None:
            print(f"\n{name}: its data is not here (set HALLWAY_SHARED)")
            continue
        with tempfile.TemporaryDirectory() as home:
            folder, port = Path(home) / "site", free_port()
            folder.mkdir()
            write_settings(folder / "hallway.toml", name, f"http://127.0.0.1:{port}/", "")
            _measure(name, folder)
            if name == "large":
                _use(folder, port)


def aims() -> None:
    """Measure what the large site aims at, each build by stage, and nothing else."""
    if requests("large") is None:
        print("\nlarge: its data is not here (set HALLWAY_SHARED)")
        return
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "site"
        folder.mkdir()
        write_settings(folder / "hallway.toml", "large", "http://127.0.0.1:8555/", "")
        first = _alone(_build, str(folder), "large", None)
        more = _alone(_build, str(folder), "", 1)
    print("\n| large | whole, s | CPU, s | of it linking | peak, MB | peak of linking |")
    print("|---|---|---|---|---|---|")
    for label, one in (("everything", first), ("100 talks more", more)):
        cells = (one["whole"], one["cpu"], one["Linking CPU"], one["peak"], one["Linking peak"])
        print(f"| {label} | " + " | ".join(f"{cell:,.0f}" for cell in cells) + " |")
    _aims(first, more)


def _aims(first: Figures, more: Figures) -> None:
    print("\n| of the large site | measured | aim |\n|---|---|---|")
    print(f"| linking, s | {first['Linking']:,.0f} | {LINKING_S} |")
    print(f"| peak while linking, MB | {first['Linking peak']:,.0f} | {PEAK_MB:,} |")
    print(f"| peak, MB | {first['peak']:,.0f} | {PEAK_MB:,} |")
    print(f"| 100 talks more, s | {more['whole']:,.0f} | {MORE_S} |")


def _measure(name: str, folder: Path) -> None:
    first = _alone(_build, str(folder), name, None)
    more = _alone(_build, str(folder), "", 1)
    again = _alone(_build, str(folder), "", 1)
    shutil.rmtree(folder / "cache")
    anew = _alone(_build, str(folder), "", 2)
    load = _alone(_load, str(folder))
    floor = first["Reading"] + first["Linking"] + load["load"]
    print(f"\n## {name}: {first['sources']:,.0f} sources, {first['talks']:,.0f} talks, "
          f"{first['quads']:,.0f} quads\n")  # fmt: skip
    print("| build | whole, s | CPU, s | reading, s | linking, s | writing, s | peak, MB |")
    print("|---|---|---|---|---|---|---|")
    for label, one in (
        ("everything", first), ("100 talks more", more), ("the same again", again),
        ("100 talks more, nothing remembered", anew),
    ):  # fmt: skip
        cells = [one.get(key, 0.0) for key in ("whole", "cpu", "Reading", "Linking", "Writing")]
        print(f"| {label} | " + " | ".join(f"{cell:,.1f}" for cell in cells), end="")
        print(f" | {one['peak']:,.0f} |")
    parts = f"reading, linking and a bare bulk load ({load['load']:,.1f} s)"
    print(f"\n{parts}: {floor:,.1f} s; the build takes {first['whole'] / floor:.2f}x of that")
    print(f"100 talks more take {more['whole'] / first['whole']:.3f}x of the whole build")
    print(f"{first['talks'] / first['whole']:,.0f} talks a second")
    if name == "large":
        _aims(first, more)
        print(f"| build / floor | {first['whole'] / floor:.2f} | {FLOORS} |")
        print(PEERS)


def _use(folder: Path, port: int) -> None:
    """Check a site, serve it, and project its networks."""
    checked = _alone(_check, str(folder))
    conforms = "conforms" if checked["conforms"] else "DOES NOT CONFORM"
    print(
        f"{checked['things']:,.0f} things: {conforms} "
        f"({checked['whole']:,.0f} s, {checked['peak']:,.0f} MB)\n"
    )
    print("| network | nodes | edges | s |\n|---|---|---|---|")
    for kind in ("co-speakers", "speaker-topic", "topics"):
        one = _alone(_network, str(folder), kind)
        print(f"| {kind} | {one['nodes']:,.0f} | {one['edges']:,.0f} | {one['whole']:.1f} |")
    print()
    with Site(folder) as site, served(site, port) as base:
        measure_pages(site, base)


def _check(folder: str) -> Figures:
    with Site(folder) as site:
        quads, base = site.current.folder / "quads.nq", site.config.base
        start = time.perf_counter()
        report = check(quads, base=base)
        spent = time.perf_counter() - start
    conforms = float(report.conforms)
    return {"whole": spent, "conforms": conforms, "things": report.things, "peak": peak_mb()}


def _network(folder: str, kind: str) -> Figures:
    with Site(folder) as site:
        start = time.perf_counter()
        found = site.network(kind)
        spent = time.perf_counter() - start
    return {"whole": spent, "nodes": len(found), "edges": found.number_of_edges()}


def _alone(measure: Callable[..., Figures], *arguments: Any) -> Figures:
    """Run a measurement in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, arguments)


def _build(folder: str, name: str, number: int | None) -> Figures:
    found: list[Request] = [] if number is None else [programme(number)]
    found += (requests(name) or []) if name else []
    spent: Figures = {}
    stage_before, begun, cpu_begun = "", time.perf_counter(), time.process_time()

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal stage_before, begun, cpu_begun
        del done, total
        now, cpu = time.perf_counter(), time.process_time()
        kind = "Reading" if stage_before.startswith("Reading") else stage_before
        spent[kind] = spent.get(kind, 0.0) + now - begun
        spent[f"{kind} CPU"] = spent.get(f"{kind} CPU", 0.0) + cpu - cpu_begun
        spent[f"{kind} peak"] = peak_mb()
        stage_before, begun, cpu_begun = stage, now, cpu

    reports: list[Report] = []
    with Site(folder) as site:
        before = time.process_time()
        spent["whole"] = once_s(lambda: reports.append(build(site, found, progress=progress)))
        spent["cpu"] = time.process_time() - before
    progress("", 0, 0)
    counts = reports[0].counts
    return spent | {
        "peak": peak_mb(),
        "talks": counts["talk"],
        "quads": counts["quads"],
        "sources": counts["source"],
    }


def _load(folder: str) -> Figures:
    with Site(folder) as site, tempfile.TemporaryDirectory() as into:
        quads = site.current.folder / "quads.nq"
        store = Store(f"{into}/store")
        return {"load": once_s(lambda: store.bulk_load(path=quads, format=RdfFormat.N_QUADS))}


if __name__ == "__main__":
    if "--aims" in sys.argv:
        aims()
    else:
        main(sys.argv[1:] or ["events"])
