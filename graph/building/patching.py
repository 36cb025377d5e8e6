"""The lines of a generation made from those of the one before, where only a part has changed.

All lines of a subject stand together in the file of all lines, so a change concerns the blocks of
the subjects of the lines that changed, and nothing else: these are settled and merged anew, the
rest is copied.
"""

from __future__ import annotations

import hashlib
import mmap
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from hallway.graph.building.graph_files import GraphFile
from hallway.graph.building.merging import TYPE, Merge, kinds_of, object_of, subject_of
from hallway.graph.building.wholeness import file_digest
from hallway.graph.reconciling.settling import Disagreement

__all__ = ["Before", "GraphChanges", "Patch", "changed_blocks", "graph_changes", "write_patched"]

PIECE = 8 * 1024 * 1024
"""Bytes that are copied or compared at once."""

TOGETHER = 100
"""Subjects that are looked up before the pages they stand on are let go of."""

SHORT = 4096
"""Bytes that are compared first, after a difference."""

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


Block = tuple[int, int, bytes]
"""Where something stands in the old file, [start, end) in bytes, and what takes its place."""


@dataclass(frozen=True, slots=True)
class Patch:
    """What a new file of lines has that the old one had not, and the other way round.

    Attributes
    ----------
    blocks
        In the order of the file.
    removed, added
        Lines, those of the default graph among them.
    quads
        Number of lines of the new file.
    counts, disagreements
        As of `Merge`.
    """

    blocks: list[Block]
    removed: list[bytes]
    added: list[bytes]
    quads: int
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
        for side, line in _differing(was.path if was else None, is_.path if is_ else None):
            (added if side else removed).append(line)
            if len(removed) + len(added) > most:
                return None
    changed = {one for one in new if one in old and new[one].digest != old[one].digest}
    return GraphChanges(sorted(removed), sorted(added), frozenset(changed))


def _differing(old: Path | None, new: Path | None) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that one of two sorted files has: 0 for the old one, 1 for the new."""
    with ExitStack() as opened:
        first, second = (
            opened.enter_context(open(path or os.devnull, "rb")) for path in (old, new)
        )
        a, b = _skipped(first, second)
        while a or b:
            if a == b:
                a, b = _skipped(first, second)
            elif not b or (a and a < b):
                yield 0, a
                a = first.readline()
            else:
                yield 1, b
                b = second.readline()


def _skipped(first: BinaryIO, second: BinaryIO) -> tuple[bytes, bytes]:
    """Go on in two files, past all that is the same in both; return the lines that come then."""
    size = SHORT
    while True:
        starts = first.tell(), second.tell()
        a, b = first.read(size), second.read(size)
        same = a.rfind(b"\n", 0, _common(a, b)) + 1
        first.seek(starts[0] + same)
        second.seek(starts[1] + same)
        if a != b or not same:
            return first.readline(), second.readline()
        size = min(2 * size, PIECE)


def _common(a: bytes, b: bytes) -> int:
    """Return how many bytes two texts begin with alike."""
    if a == b:
        return len(a)
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def changed_blocks(
    old: Path, changes: GraphChanges, moved: Iterable[bytes], merge: Merge, before: Before
) -> Patch:
    """Work out what of the lines of the generation before is another now.

    Parameters
    ----------
    old
        Lines of the generation before, not empty, and whole.
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
    blocks: list[Block] = []
    removed: list[bytes] = []
    added: list[bytes] = []
    with open(old, "rb") as source:
        whole = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
        end = 0
        with whole:
            for number, start_of_line in enumerate(subjects):
                if number % TOGETHER == 0:  # mapped pages count as memory of the process
                    whole.madvise(mmap.MADV_DONTNEED)
                subject = start_of_line[:-1]
                start = _bound(whole, start_of_line, end)
                end = _bound(whole, start_of_line + b"\xff", start)
                had = [line + b"\n" for line in whole[start:end].split(b"\n")[:-1]]
                stated = {line for line in had if _is_named(line, named)}
                has = list(merge.lines(sorted((stated - gone) | come.get(subject, set()))))
                things.subtract(kinds_of(map(object_of, filter(_is_type, stated))))
                things.update(merge.counts)
                removed += sorted(set(had) - set(has))
                added += sorted(set(has) - set(had))
                blocks.append((start, end, b"".join(has)))
    settled = {subject[1:-2].decode() for subject in subjects}
    kept = [one for one in before.disagreements if one.subject not in settled]
    return Patch(
        blocks,
        removed,
        added,
        before.quads + len(added) - len(removed),
        {kind: number for kind, number in sorted(things.items()) if number or kind == "place"},
        sorted((*kept, *merge.disagreements), key=lambda one: (one.subject, one.predicate)),
    )


def write_patched(old: Path, new: Path, blocks: Iterable[Block]) -> str:
    """Write lines anew with some blocks of others; return the SHA-256 of the file.

    Nothing of it holds up other threads for long.
    """
    hasher, done = hashlib.sha256(), 0
    with open(old, "rb") as source, open(new, "wb", buffering=0) as target:
        size = os.fstat(source.fileno()).st_size
        for start, end, lines in (*blocks, (size, size, b"")):
            for part in (*_parts(source, done, start), lines):
                target.write(part)
                hasher.update(part)
            done = end
    return hasher.hexdigest()


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
    """Return where the first line that is not less than a key begins, from `start` on.

    It is often near: steps that grow look for it first, and then it is halved between two.
    """
    low, high, step = start, len(whole), SHORT
    while low + step < len(whole):
        begin, end = _line_at(whole, low, low + step)
        if whole[begin:end] < key:
            low, step = end, 4 * step
        else:
            high = begin
            break
    while low < high:
        begin, end = _line_at(whole, low, (low + high) // 2)
        if whole[begin:end] < key:
            low = end
        else:
            high = begin
    return low


def _line_at(whole: mmap.mmap, low: int, at: int) -> tuple[int, int]:
    """Return the line around a place, [begin, end); a line begins at `low`."""
    return whole.rfind(b"\n", low, at) + 1 or low, whole.find(b"\n", at) + 1
