"""Build, ask, serve; print what each took."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pyoxigraph import RdfFormat, Store

from bench import growing
from bench.clock import median_ms, once_s, peak_mb
from bench.data import requests
from bench.pages import get, measure_pages, served
from bench.peers import free_port, oxigraph_server, rdflib_graph
from hallway.graph import formats
from hallway.graph.answers.questions import questions
from hallway.graph.build import build
from hallway.graph.engine import InProcessEngine
from hallway.graph.settings import write_settings
from hallway.graph.site import Site

JSON = "application/sparql-results+json"
RDFLIB_QUADS = 400_000  # beyond this rdflib takes minutes a query


def main(names: list[str]) -> None:
    """Measure each named site."""
    for name in names:
        found = requests(name)
        if found is None:
            print(f"\n{name}: its data is not here (set HALLWAY_SHARED)")
            continue
        with tempfile.TemporaryDirectory() as folder:
            port = free_port()
            site_folder = Path(folder) / "site"
            site_folder.mkdir()
            write_settings(site_folder / "hallway.toml", name, f"http://127.0.0.1:{port}/", "")
            with Site(site_folder) as site:
                print(f"\n## {name}\n")
                measure_build(site, found)
                measure_questions(site, Path(folder))
                measure_serving(site, port, Path(folder))


def measure_build(site: Site, found: list) -> None:
    """Time a whole build, its reading alone, and a bare bulk load of the same quads."""
    reading = once_s(
        lambda: [formats.read(one.data, formats.ReadOptions(file=one.file)) for one in found]
    )
    whole = once_s(lambda: build(site, found))
    again = once_s(lambda: build(site, found))
    counts = site.current.counts
    quads = site.current.folder / "quads.nq"
    load = once_s(lambda: Store().bulk_load(path=str(quads), format=RdfFormat.N_QUADS))
    print(
        f"{counts['talk']:,} talks, {counts['person']:,} people, {counts['topic']:,} topics, "
        f"{counts['quads']:,} quads\n\n"
        f"| build | s |\n|---|---|\n| whole | {whole:.2f} |\n| reading alone | {reading:.2f} |\n"
        f"| raw bulk load of the quads into memory | {load:.2f} |\n"
        f"| the same files again | {again:.2f} |\n\n"
        f"{counts['talk'] / whole:,.0f} talks a second; peak {peak_mb():,.0f} MB\n"
    )


def bound(site: Site) -> dict[str, str]:
    """Bind each question to the thing that has most to say: the busiest of its kind."""
    first = {
        "topic": site.ask("topics"), "person": site.ask("busiest-speakers"),
        "series": site.ask("series"), "event": site.ask("events"),
        "organization": site.ask("organizations"), "audience": site.ask("audiences"),
    }  # fmt: skip
    busiest = {}
    for kind, solutions in first.items():
        rows = list(solutions.dicts())
        if rows:
            busiest[kind] = max(rows, key=lambda row: int(row.get("talks", 0)))[kind]
    talk = site.sparql(
        "SELECT ?talk { ?talk a <https://w3id.org/hallway#Talk> ; "
        "<https://schema.org/about> ?topic ; <https://schema.org/performer> ?who } "
        "ORDER BY ?talk LIMIT 1"
    )
    busiest["talk"] = next(talk.dicts())["talk"]
    found = {}
    for name, question in questions().items():
        kinds = [parameter.name for parameter in question.parameters]
        if all(kind in busiest for kind in kinds):
            found[name] = question.bind(**{kind: busiest[kind] for kind in kinds})
    return found


def measure_questions(site: Site, folder: Path) -> None:
    """Time every question: our engine, the same engine in process, its server, rdflib."""
    quads = site.current.folder / "quads.nq"
    store = Store()
    store.bulk_load(path=str(quads), format=RdfFormat.N_QUADS)
    inside = InProcessEngine(store)
    small = site.current.counts["quads"] <= RDFLIB_QUADS
    graph = rdflib_graph(quads) if small else None
    engine = site.engine()
    print(
        "| question, ms | hallway | in process | Oxigraph server | rdflib |\n|---|---|---|---|---|"
    )
    ratios: dict[str, list[float]] = {"in process": [], "server": [], "rdflib": []}
    with oxigraph_server(quads, folder) as server:
        for name, query in bound(site).items():
            ours = median_ms(lambda q=query: _all(engine, q))
            theirs = {
                "in process": median_ms(lambda q=query: _all(inside, q)),
                "server": median_ms(lambda q=query: server(q)),
            }
            if graph is not None:
                theirs["rdflib"] = median_ms(lambda q=query: list(graph.query(q)), 2)
            for peer, value in theirs.items():
                ratios[peer].append(value / ours)
            cells = [ours, *theirs.values()]
            print(f"| {name} | " + " | ".join(f"{one:.1f}" for one in cells) + " |")
    for peer, values in ratios.items():
        if values:
            print(f"\n{peer} / hallway: median {statistics.median(values):.2f}", end="")
    print("\n")


def _all(engine: object, query: str) -> bytes:
    return b"".join(engine.serialize(query, [JSON]).chunks)  # type: ignore[attr-defined]


def measure_serving(site: Site, port: int, folder: Path) -> None:
    """Time pages, type-ahead and the endpoint of a served site, one client and eight."""
    with served(site, port) as base:
        measure_pages(site, base)
        print(
            "| 8 clients, requests a second | hallway | Oxigraph server | in process, one thread |"
        )
        print("|---|---|---|---|")
        with oxigraph_server(site.current.folder / "quads.nq", folder) as peer:
            for name, query in (
                ("talks-of-speaker", bound(site)["talks-of-speaker"]),
                ("ASK {}", "ASK {}"),
            ):
                path = f"{base}sparql?query={urllib.parse.quote(query)}"
                ours = _rate(get(path, JSON), 400)
                theirs = _rate(lambda q=query: peer(q), 400)
                inside = 1000 / median_ms(lambda q=query: _all(site.engine(), q), 30)
                print(f"| {name} | {ours:,.0f} | {theirs:,.0f} | {inside:,.0f} |")


def _rate(call: Callable[[], object], count: int) -> float:
    with ThreadPoolExecutor(8) as pool:
        start = time.perf_counter()
        list(pool.map(lambda _: call(), range(count)))
        return count / (time.perf_counter() - start)


if __name__ == "__main__":
    if "--aims" in sys.argv:
        growing.aims()
    else:
        large = "--large" in sys.argv
        main([name for name in sys.argv[1:] if name != "--large"] or ["demo", "pyvideo"])
        growing.main(["events", "large"] if large else ["events"])
