"""Reading, format by format: talks a second and peak memory beside the bare parser of the syntax.

Usage: python -m bench.reading [FORMAT …]   (needs HALLWAY_SHARED)

The floor is what the parser of the syntax takes alone (lxml, json, csv, icalendar, PyYAML's C
reader, Oxigraph), with nothing made of what it finds. Each format is measured in a process of its
own; its memory is what reading adds to the process that has all modules loaded.
"""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import sys
from collections.abc import Callable
from pathlib import Path

import icalendar
import lxml.etree
import lxml.html
import yaml
from pyoxigraph import RdfFormat, parse

from bench.clock import median_ms, once_s, peak_mb
from bench.many import MANY, many
from hallway.graph import formats
from hallway.graph.errors import SourceError
from hallway.graph.programme import Programme
from hallway.graph.reading import bundle

ROUNDS = 5


def _json(data: bytes) -> object:
    return json.loads(data)


def _table(data: bytes) -> object:
    return list(csv.reader(io.StringIO(data.decode("utf-8", "replace"), newline="")))


def _calendar(data: bytes) -> object:
    return icalendar.Calendar.from_ical(data.decode("utf-8", "replace"))


def _yaml(data: bytes) -> object:
    documents = yaml.load_all(data.decode("utf-8", "replace"), Loader=yaml.CSafeLoader)
    try:
        return list(documents)
    except yaml.YAMLError:
        return None


def _xml(data: bytes) -> object:
    return lxml.etree.fromstring(data, lxml.etree.XMLParser(huge_tree=True, resolve_entities=False))


def _page(data: bytes) -> object:
    return lxml.html.fromstring(data)


def _rdf(syntax: RdfFormat) -> Callable[[bytes], object]:
    return lambda data: list(
        parse(data, format=syntax, base_iri="https://floor.example/", lenient=True)
    )


def _bundle(data: bytes) -> object:
    return {name: floor(one) for name, one in bundle.files(data).items() if (floor := _floor(name))}


FLOORS: dict[str, Callable[[bytes], object]] = {
    "json": _json, "csv": _table, "ics": _calendar, "yaml": _yaml, "yml": _yaml, "xml": _xml,
    "html": _page, "rdf": _rdf(RdfFormat.RDF_XML), "ttl": _rdf(RdfFormat.TURTLE),
    "nt": _rdf(RdfFormat.N_TRIPLES), "zip": _bundle,
}  # fmt: skip
"""Ending of a file -> the bare parser of its syntax; plain texts have none."""


def _floor(name: str) -> Callable[[bytes], object] | None:
    return FLOORS.get(name.rpartition(".")[2])


Files = list[tuple[str, bytes]]


def shared(names: list[str]) -> dict[str, Files]:
    """Return the real files of each format, folders packed as one source."""
    folder = Path(os.environ.get("HALLWAY_SHARED", "")) / "data"
    if not (folder / "facts.json").is_file():
        raise SystemExit("set HALLWAY_SHARED to the folder of the shared data")
    found: dict[str, Files] = {}
    for entry in json.loads((folder / "facts.json").read_text("utf-8"))["files"]:
        if names and entry["format"] not in names:
            continue
        path = folder / entry["file"]
        whole = (path.name + ".zip", bundle.pack(path)) if path.is_dir() else None
        found.setdefault(entry["format"], []).append(whole or (path.name, path.read_bytes()))
    return found


def read(name: str, data: bytes) -> Programme:
    """Read a file as `hallway read` does."""
    return formats.read(data, formats.ReadOptions(file=name, max_records=500_000))


def small(label: str, files: Files) -> None:
    """Print one row for all real files of a format that stand alone, each read a few times."""
    before = peak_mb()
    talks = 0
    for one in list(files):
        try:
            talks += read(*one).talks()
        except SourceError:  # a broken sample, or a part of a larger source
            files.remove(one)
    grown = peak_mb() - before
    ours = sum(median_ms(lambda one=one: read(*one), ROUNDS) for one in files)
    parsed = [(floor, data) for name, data in files if (floor := _floor(name))]
    whole = len(parsed) == len(files)
    theirs = sum(median_ms(lambda one=one: one[0](one[1]), ROUNDS) for one in parsed)
    row(label, talks, ours / 1000, theirs / 1000 if whole else None, grown)


def large(label: str) -> None:
    """Print one row for a file of very many talks, read once."""
    name, data = many(label)
    before = peak_mb()
    found: list[Programme] = []
    ours = once_s(lambda: found.append(read(name, data)))
    grown = peak_mb() - before
    floor = _floor(name)
    theirs = once_s(lambda: floor(data)) if floor else None
    row(f"{label}, {len(data) / 1e6:.0f} MB", found[0].talks(), ours, theirs, grown)


def row(label: str, talks: int, ours_s: float, floor_s: float | None, grown_mb: float) -> None:
    """Print a row of the table."""
    ratio = f"{floor_s * 1000:,.0f} | {ours_s / floor_s:.1f}" if floor_s else " | "
    rate = talks / ours_s if ours_s else 0
    cells = f"{talks:,} | {ours_s * 1000:,.0f} | {ratio} | {rate:,.0f} | {grown_mb:,.0f}"
    print(f"| {label} | {cells} |", flush=True)


def alone(work: Callable[..., None], *arguments: object) -> None:
    """Run in a fresh process, so that its memory is its own."""
    process = multiprocessing.get_context("spawn").Process(target=work, args=arguments)
    process.start()
    process.join()


def main(names: list[str]) -> None:
    """Measure each format: its real files, then one file of very many talks."""
    print("| format | talks | read, ms | floor, ms | read / floor | talks a second | + MB |")
    print("|---|---|---|---|---|---|---|")
    for label, files in sorted(shared(names).items()):
        alone(small, label, files)
    for label in MANY:
        if not names or label in names:
            alone(large, label)


if __name__ == "__main__":
    main(sys.argv[1:])
