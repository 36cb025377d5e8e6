"""The files of a generation: its lines, store, full-text index and network, and its manifest.

Where the generation before is whole and only a part of the lines has changed, lines and store are
made from its own; the result is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Set
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyoxigraph import Store

from hallway.graph.building.assembly import Assembly
from hallway.graph.building.fingerprints import program
from hallway.graph.building.graph_files import GraphFile, GraphFiles
from hallway.graph.building.indexing import (
    Entry,
    entry,
    in_order,
    patched_entries,
    write_entries,
    write_index,
)
from hallway.graph.building.merging import Merge, subject_of
from hallway.graph.building.patching import (
    SHARE,
    Before,
    GraphChanges,
    changed_blocks,
    graph_changes,
    write_patched,
)
from hallway.graph.building.sorted_lines import merged
from hallway.graph.building.storing import load, patch_store, store_files
from hallway.graph.building.touched import touched
from hallway.graph.building.wholeness import Wholeness
from hallway.graph.errors import SiteError
from hallway.graph.full_text.documents import documents, documents_of
from hallway.graph.generations import (
    Change,
    Generation,
    difference,
    write_json,
    write_lines,
)
from hallway.graph.networks.incidence import Incidence, read_incidence
from hallway.graph.networks.incidence_file import FILE_NAME, load_incidence, write_incidence
from hallway.graph.networks.incidence_patching import patched_incidence
from hallway.graph.reconciling.settling import DISAGREEMENTS, SINGLE, Disagreement

__all__ = ["fragile", "write_generation"]

LINES, STORE, DOCUMENTS = "quads.nq", "store", "documents.jsonl"
MOST_LISTED = 1000  # disagreements that a manifest lists; all are in their own file
_SETTLED = frozenset(one.value for one in SINGLE)
NOT_KINDS = ("quads", "disagreement")  # what counts has besides the kinds of things


def write_generation(
    folder: Path,
    number: int,
    assembly: Assembly,
    before: Generation | None,
    whole: Wholeness,
    files: GraphFiles,
    facts: Mapping[str, Any],
    progress: Callable[[str, int, int], None],
) -> tuple[Generation, Change]:
    """Write a generation.

    Parameters
    ----------
    folder
        Empty.
    number
        Of the generation.
    assembly
        Its statements.
    before
        The generation it may be made from; None to make everything anew.
    whole
        Knows of the files of `before`, see `fragile`.
    files
        The files of the graphs of both.
    facts
        What else the manifest says.
    progress
        Told how far it is.

    Returns
    -------
    tuple
        The generation, and what of its lines differs from `before`.
    """
    progress("Writing", 0, 3)
    with ThreadPoolExecutor(2) as beside:
        made = _patched(folder, assembly, before, whole, files, beside) if before else None
        made = made or _anew(folder, assembly, before, progress)
        progress("Writing", 2, 3)
        indexed = beside.submit(_write_texts, folder, _entries(made, before, whole))
        write_incidence(_incidence(made, before), folder / FILE_NAME)
        counts, change, disagreements = made.counts, made.change, made.disagreements
        quads, digest, documents_digest = made.quads, made.digest.result(), indexed.result()
        del made  # it holds the store open
    disagreements = sorted(
        (*disagreements, *assembly.differences), key=lambda one: (one.subject, one.predicate)
    )
    write_json(folder / DISAGREEMENTS, [_listed(one) for one in disagreements])
    manifest = {
        "generation": number,
        **facts,
        "program": program(),
        "counts": counts | {"quads": quads, "disagreement": len(disagreements)},
        "conflicts": assembly.conflicts,
        "disagreements": [_listed(one) for one in disagreements[:MOST_LISTED]],
        "graphs": {graph.graph: graph.digest for graph in assembly.graphs},
        "believed": assembly.believed,
        "preferred": sorted([*what, graph] for what, graph in assembly.preferred.items()),
        "recordings": sorted(assembly.recordings),
        "quads_sha256": digest,
        "documents_sha256": documents_digest,
        "store": store_files(folder / STORE),
    }
    write_json(folder / "MANIFEST.json", manifest)
    (folder / "lease").touch()
    return Generation(number, folder, manifest), change


@dataclass(frozen=True, slots=True)
class _Made:
    """Lines and store of a generation.

    Attributes
    ----------
    digest
        Of the lines, when they have been written.
    touched
        IRIs of the things that a change concerns; None for all.
    change
        Against the generation before.
    """

    store: Store
    quads: int
    digest: Future[str]
    counts: dict[str, int]
    disagreements: list[Disagreement]
    touched: set[str] | None
    change: Change


def fragile(before: Generation) -> dict[Path, str]:
    """Return the digests of the files of a generation that a new one may be made from."""
    named = {LINES: "quads_sha256", DOCUMENTS: "documents_sha256"}
    was = before.manifest
    return {before.folder / file: was[name] for file, name in named.items() if name in was}


def _merge(assembly: Assembly) -> Merge:
    return Merge(assembly.believed, assembly.preferred, assembly.recordings)


def _anew(
    folder: Path,
    assembly: Assembly,
    before: Generation | None,
    progress: Callable[[str, int, int], None],
) -> _Made:
    """Make lines and store of all statements."""
    merge = _merge(assembly)
    lines = merge.lines(merged(graph.path for graph in assembly.graphs))
    quads, found = write_lines(folder / LINES, lines)
    digest: Future[str] = Future()
    digest.set_result(found)
    progress("Writing", 1, 3)
    store = load(folder / LINES, folder / STORE)
    change = Change(added=quads)
    if before:
        change = difference(before.folder / LINES, folder / LINES)
    return _Made(store, quads, digest, merge.counts, merge.disagreements, None, change)


def _patched(
    folder: Path,
    assembly: Assembly,
    before: Generation,
    whole: Wholeness,
    files: GraphFiles,
    beside: Executor,
) -> _Made | None:
    """Make lines and store from those of the generation before; None when that cannot be."""
    was = before.manifest
    if was.get("program") != program():
        return None
    graphs = [GraphFile(iri, digest, files.path(digest)) for iri, digest in was["graphs"].items()]
    changes = graph_changes(graphs, assembly.graphs, int(SHARE * was["counts"]["quads"]))
    moved = None if changes is None else _moved(was, assembly, changes)
    disagreements = _read_disagreements(before.folder / DISAGREEMENTS)
    if changes is None or moved is None or disagreements is None:
        return None
    lines = before.folder / LINES
    if len(disagreements) != was["counts"]["disagreement"] or not whole.of(lines):
        return None
    known = Before(
        frozenset(was["graphs"]),
        {kind: n for kind, n in was["counts"].items() if kind not in NOT_KINDS},
        [one for one in disagreements if one.predicate in _SETTLED],
        was["counts"]["quads"],
    )
    patch = changed_blocks(lines, changes, moved, _merge(assembly), known)
    digest = beside.submit(write_patched, lines, folder / LINES, patch.blocks)
    store = patch_store(
        before.folder / STORE,
        folder / STORE,
        patch.removed,
        patch.added,
        patch.quads,
        known=was.get("store") == store_files(before.folder / STORE),
    )
    if store is None:
        digest.result()  # nothing may write any more when lines are written anew
        return None
    return _Made(
        store,
        patch.quads,
        digest,
        patch.counts,
        patch.disagreements,
        touched(store, patch.removed, patch.added),
        Change(len(patch.added), len(patch.removed)),
    )


def _moved(was: Mapping[str, Any], assembly: Assembly, changes: GraphChanges) -> set[bytes] | None:
    """Return the subjects that are to be settled anew though none of their lines has changed.

    A source's place among the others may change with its bytes, and a curator's preference without
    any. None when more than that has changed.
    """
    old = {(thing, what): graph for thing, what, graph in was["preferred"]}
    new = assembly.preferred
    moved = {f"<{key[0]}>".encode() for key in {*old, *new} if old.get(key) != new.get(key)}
    common = {*was["believed"]} & {*assembly.believed} - changes.changed
    if {*was["recordings"]} & common != assembly.recordings & common:
        return None
    if not _same_order(was["believed"], assembly.believed, common):
        return None
    common |= changes.changed
    if {*was["recordings"]} & common != assembly.recordings & common or not _same_order(
        was["believed"], assembly.believed, common
    ):
        changed = (graph for graph in assembly.graphs if graph.graph in changes.changed)
        moved |= {subject_of(line) for graph in changed for line in graph.lines()}
    return moved


def _incidence(made: _Made, before: Generation | None) -> Incidence:
    """Return the network's table; of what did not change, as it was."""
    if before is not None and made.touched is not None:
        try:
            old = load_incidence(before.folder / FILE_NAME)
            return patched_incidence(old, made.store, made.touched)
        except (SiteError, FileNotFoundError):  # damaged, or of another version
            pass
    return read_incidence(made.store)


def _entries(made: _Made, before: Generation | None, whole: Wholeness) -> list[Entry]:
    """Return what the full-text index takes; of what did not change, as it was."""
    if before is not None and made.touched is not None:
        path = before.folder / DOCUMENTS
        if whole.of(path):
            fresh = map(entry, documents_of(made.store, made.touched))
            return patched_entries(path, made.touched, fresh)
    return in_order(map(entry, documents(made.store)))


def _write_texts(folder: Path, entries: list[Entry]) -> str:
    """Write the full-text index, and its documents for the next one; return their digest."""
    write_index(folder / "search", entries)
    return write_entries(folder / DOCUMENTS, entries)


def _same_order(before: Iterable[str], now: Iterable[str], some: Set[str]) -> bool:
    """Tell whether some sources are believed in one order."""
    return [one for one in before if one in some] == [one for one in now if one in some]


def _listed(one: Disagreement) -> dict[str, object]:
    """Write a disagreement for the manifest: what it is about, who says what, and what holds."""
    return {
        "subject": one.subject,
        "predicate": one.predicate,
        "kept": {"value": one.kept[0], "graph": one.kept[1]},
        "left": [{"value": value, "graph": graph} for value, graph in one.left],
        "decided": one.decided,
    }


def _read_disagreements(path: Path) -> list[Disagreement] | None:
    """Read what `_listed` wrote of each; None when it is damaged."""
    try:
        rows = json.loads(path.read_text("utf-8"))
        return [
            Disagreement(
                row["subject"],
                row["predicate"],
                (row["kept"]["value"], row["kept"]["graph"]),
                tuple((left["value"], left["graph"]) for left in row["left"]),
                row["decided"],
            )
            for row in rows
        ]
    except (OSError, ValueError, LookupError, TypeError):
        return None
