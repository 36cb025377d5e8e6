"""The lines of a generation made from those of the one before, where only a part has changed.

All lines of a subject stand together in the file of all lines, so a change concerns the blocks of
the subjects of the lines that changed, and nothing else: these are settled and merged anew, the
rest is copied.
"""

from __future__ import annotations

import hashlib
import mmap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from hallway.graph.building.graph_files import GraphFile, file_digest
from hallway.graph.building.merging import TYPE, Merge, kinds_of, object_of, subject_of
from hallway.graph.reconciling.settling import Disagreement

__all__ = ["Before", "GraphChanges", "Patch", "graph_changes", "patch_lines"]

PIECE = 1024 * 1024
"""Bytes that are copied at once."""

SHARE = 0.5
"""Of more changed lines than this share of all, a generation is written anew."""


@dataclass(frozen=True, slots=True)
class GraphChanges:
    """The lines of named graphs that went and came, each in byte order.

    Attributes
    ----------
    changed
        IRIs of the graphs that were there before, and are there with other lines.
    """

    removed: list[bytes]
    added: list[bytes]
    changed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Before:
    """What is known of the generation before.

    Attributes
    ----------
    graphs
        IRIs of its named graphs.
    counts, disagreements
        As of `Merge`.
    quads
        Number of its lines.
    """

    graphs: frozenset[str]
    counts: dict[str, int]
    disagreements: list[Disagreement]
    quads: int


@dataclass(frozen=True, slots=True)
class Patch:
    """What a new file of lines has that the old one had not, and the other way round.

    Attributes
    ----------
    removed, added
        Lines, those of the default graph among them.
    quads, digest
        Number of lines and SHA-256 of the new file.
    counts, disagreements
        As of `Merge`.
    """

    removed: list[bytes]
    added: list[bytes]
    quads: int
    digest: str
    counts: dict[str, int]
    disagreements: list[Disagreement]


def graph_changes(
    before: Sequence[GraphFile], now: Sequence[GraphFile], most: int
) -> GraphChanges | None:
    """Compare the graphs of two generations.

    Parameters
    ----------
    before, now
        The graphs; a file of `before` may be damaged or gone.
    most
        Most lines that may have changed.

    Returns
    -------
    GraphChanges | None
        None when more have changed, or when what was there before is not known.
    """
    old = {graph.graph: graph for graph in before}
    new = {graph.graph: graph for graph in now}
    removed: list[bytes] = []
    added: list[bytes] = []
    for graph in sorted({*old, *new}):
        was, is_ = old.get(graph), new.get(graph)
        if was and is_ and was.digest == is_.digest:
            continue
        if was and not (was.path.is_file() and file_digest(was.path) == was.digest):
            return None
        for side, line in _differing(was.lines() if was else (), is_.lines() if is_ else ()):
            (added if side else removed).append(line)
            if len(removed) + len(added) > most:
                return None
    changed = {one for one in new if one in old and new[one].digest != old[one].digest}
    return GraphChanges(sorted(removed), sorted(added), frozenset(changed))


def _differing(old: Iterable[bytes], new: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that one of two sorted sequences has: 0 for the old one, 1 for the new."""
    first, second = iter(old), iter(new)
    a, b = next(first, b""), next(second, b"")
    while a or b:
        if a == b:
            a, b = next(first, b""), next(second, b"")
        elif not b or (a and a < b):
            yield 0, a
            a = next(first, b"")
        else:
            yield 1, b
            b = next(second, b"")


def patch_lines(
    old: Path,
    new: Path,
    changes: GraphChanges,
    moved: Iterable[bytes],
    merge: Merge,
    before: Before,
) -> Patch:
    """Write the lines of a generation from those of the one before.

    Parameters
    ----------
    old
        Lines of the generation before, not empty.
    new
        Will be written.
    changes
        Of its named graphs.
    moved
        Further subjects, as N-Triples terms, that are to be settled anew.
    merge
        Settles.
    before
        What is known of the generation before.
    """
    named = frozenset(f"<{graph}>".encode() for graph in before.graphs)
    gone, come = set(changes.removed), _by_subject(changes.added)
    subjects = sorted(one + b" " for one in {*map(subject_of, changes.removed), *moved, *come})
    things = Counter(before.counts)
    removed: list[bytes] = []
    added: list[bytes] = []
    hasher = hashlib.sha256()
    with open(old, "rb") as source, open(new, "wb") as target:
        whole = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
        done = 0
        with whole:
            for start_of_line in subjects:
                subject = start_of_line[:-1]
                start = _bound(whole, start_of_line, done)
                end = _bound(whole, start_of_line + b"\xff", start)
                had = [line + b"\n" for line in whole[start:end].split(b"\n")[:-1]]
                stated = {line for line in had if _is_named(line, named)}
                has = list(merge.lines([sorted((stated - gone) | come.get(subject, set()))]))
                things.subtract(kinds_of(map(object_of, filter(_is_type, stated))))
                things.update(merge.counts)
                removed += sorted(set(had) - set(has))
                added += sorted(set(has) - set(had))
                for part in (*_parts(source, done, start), *has):
                    target.write(part)
                    hasher.update(part)
                done = end
            for part in _parts(source, done, len(whole)):
                target.write(part)
                hasher.update(part)
    settled = {subject[1:-2].decode() for subject in subjects}
    kept = [one for one in before.disagreements if one.subject not in settled]
    return Patch(
        removed,
        added,
        before.quads + len(added) - len(removed),
        hasher.hexdigest(),
        {kind: number for kind, number in sorted(things.items()) if number or kind == "place"},
        sorted((*kept, *merge.disagreements), key=lambda one: (one.subject, one.predicate)),
    )


def _parts(file: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    """Read a part of a file piece by piece: mapped pages would count as memory of the process."""
    file.seek(start)
    while start < end and (part := file.read(min(PIECE, end - start))):
        start += len(part)
        yield part


def _by_subject(lines: Iterable[bytes]) -> dict[bytes, set[bytes]]:
    return {subject: set(some) for subject, some in groupby(lines, key=subject_of)}


def _is_type(line: bytes) -> bool:
    return line.split(b" ", 2)[1] == TYPE


def _is_named(line: bytes, graphs: frozenset[bytes]) -> bool:
    """Tell a line of a named graph from one of the default graph."""
    _, _, value = line[:-3].split(b" ", 2)
    said, _, last = value.rpartition(b" ")
    return bool(said) and last in graphs


def _bound(whole: mmap.mmap, key: bytes, start: int) -> int:
    """Return where the first line that is not less than a key begins, from `start` on."""
    low, high = start, len(whole)
    while low < high:
        middle = (low + high) // 2
        begin = whole.rfind(b"\n", low, middle) + 1 or low
        end = whole.find(b"\n", middle) + 1
        if whole[begin:end] < key:
            low = end
        else:
            high = begin
    return low
