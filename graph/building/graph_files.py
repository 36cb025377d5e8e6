"""The statements of one graph as a file of sorted N-Quads lines, each once, named by its digest.

Files are written once and never changed, so that whoever has the digest has the statements. They
can all be deleted: the next build writes them again.
"""

from __future__ import annotations

import hashlib
import heapq
import os
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from pyoxigraph import Triple

from hallway.graph.building.wholeness import Wholeness, file_digest

__all__ = ["GraphFile", "GraphFiles", "Statements"]

Statements = Triple | str | tuple[str, ...]
"""A triple, ``subject predicate object`` as N-Triples, or several of these. What is given at once
is sorted at once: hundreds of thousands of links are sorted by their addresses."""

RUN = 1_000_000
"""Lines that are sorted at once; more are sorted in parts and merged."""

BLOCK = 10_000
"""Lines that are written at once."""


@dataclass(frozen=True, slots=True)
class GraphFile:
    """The statements of a graph.

    Attributes
    ----------
    graph
        IRI of the graph.
    digest
        SHA-256 of the file's bytes.
    path
        The file: sorted lines ``subject predicate object <graph> .``, each once.
    """

    graph: str
    digest: str
    path: Path

    def lines(self) -> Iterator[bytes]:
        """Yield the lines."""
        with open(self.path, "rb") as file:
            yield from file


class GraphFiles:
    """A folder of such files.

    Parameters
    ----------
    folder
        Made when missing.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._whole: Wholeness | None = None

    @contextmanager
    def checking(self) -> Iterator[None]:
        """Find out beside other work which of the files that are there are whole."""
        with Wholeness({path: path.stem for path in sorted(self._folder.glob("*.nq"))}) as whole:
            self._whole = whole
            try:
                yield
            finally:
                self._whole = None

    def path(self, digest: str) -> Path:
        """Return where the file with a digest is or would be."""
        return self._folder / f"{digest}.nq"

    def find(self, graph: str, digest: str) -> GraphFile | None:
        """Return the statements with a digest; None when they are not there, or not whole."""
        path = self.path(digest)
        if self._whole is not None:
            whole = self._whole.of(path)
        else:
            whole = path.is_file() and file_digest(path) == digest
        return GraphFile(graph, digest, path) if whole else None

    def write(self, graph: str, triples: Iterable[Statements]) -> GraphFile:
        """Write the statements of a graph, given in any order and perhaps several times."""
        end = f" <{graph}> .\n"
        runs: list[_Run] = []
        waiting = self._folder / f"{os.getpid()}.new"
        blocks: set[bytes] = set()
        lines, together = 0, False
        for given in triples:
            if isinstance(given, tuple):
                together = True
                for _, own in groupby(sorted(given), _subject):
                    blocks.add("".join(f"{one}{end}" for one in own).encode())
                lines += len(given)
            else:
                blocks.add(f"{given}{end}".encode())
                lines += 1
            if lines >= RUN:
                path = waiting.with_suffix(f".{len(runs)}.run")
                ordered = sorted(blocks)
                _write(path, ordered)
                runs.append(_Run(path, array("L", map(len, ordered))))
                blocks, lines = set(), 0
        try:
            merged = _merged(runs, sorted(blocks))
            digest = _write(waiting, _by_subject(merged) if together else merged)
        finally:
            for run in runs:
                run.path.unlink()
        os.replace(waiting, self.path(digest))
        return GraphFile(graph, digest, self.path(digest))

    def prune(self, digests: Iterable[str]) -> None:
        """Remove every file but those with the given digests."""
        kept = {self.path(digest) for digest in digests}
        for path in self._folder.iterdir():
            if path not in kept:
                path.unlink()


@dataclass(frozen=True, slots=True)
class _Run:
    """Sorted blocks of lines in a file, with the length of each."""

    path: Path
    lengths: array[int]

    def blocks(self) -> Iterator[bytes]:
        with open(self.path, "rb") as file:
            for length in self.lengths:
                yield file.read(length)


def _merged(runs: list[_Run], last: list[bytes]) -> Iterable[bytes]:
    if not runs:
        return last
    parts = [run.blocks() for run in runs]
    return (block for block, _ in groupby(heapq.merge(*parts, last)))


def _by_subject(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield sorted blocks of lines; those of one subject as one whose lines are sorted."""
    for _, some in groupby(blocks, lambda block: block[: block.index(b" ")]):
        own = list(some)
        if len(own) > 1:
            yield b"".join(
                sorted({b"%s\n" % line for one in own for line in one.split(b"\n")[:-1]})
            )
        else:
            yield own[0]


def _subject(statement: str) -> str:
    return statement[: statement.index(" ")]


def _write(path: Path, lines: Iterable[bytes]) -> str:
    hasher = hashlib.sha256()
    rest = iter(lines)
    with open(path, "wb") as file:
        while block := b"".join(islice(rest, BLOCK)):
            file.write(block)
            hasher.update(block)
    return hasher.hexdigest()
