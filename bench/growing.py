"""A site of many sources: built whole, and again with one programme more.

Usage: python -m bench.growing [events|large]   (needs HALLWAY_SHARED; large takes half an hour)

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
from hallway.graph.build import Report, Request, build
from hallway.graph.site import Site

Figures = dict[str, float]


def main(names: Sequence[str]) -> None:
    """Measure each named site and print a table."""
    for name in names:
        if requests(name) is None:
            print(f"\n{name}: its data is not here (set HALLWAY_SHARED)")
            continue
        with tempfile.TemporaryDirectory() as folder:
            _measure(name, Path(folder) / "site")


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


def _alone(measure: Callable[..., Figures], *arguments: Any) -> Figures:
    """Run a measurement in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measure, arguments)


def _build(folder: str, name: str, number: int | None) -> Figures:
    found: list[Request] = [] if number is None else [programme(number)]
    found += (requests(name) or []) if name else []
    spent: Figures = {}
    last = ["", time.perf_counter()]

    def progress(stage: str, done: int, total: int) -> None:
        del done, total
        now = time.perf_counter()
        kind = "Reading" if str(last[0]).startswith("Reading") else str(last[0])
        spent[kind] = spent.get(kind, 0.0) + now - float(last[1])
        last[:] = [stage, now]

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
    main(sys.argv[1:] or ["events"])
