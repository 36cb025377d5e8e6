"""The statements of one graph as a file of sorted N-Quads lines, each once, named by its digest.

Files are written once and never changed, so that whoever has the digest has the statements. They
can all be deleted: the next build writes them again.
"""

from __future__ import annotations

import hashlib
import heapq
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from pyoxigraph import Triple

from hallway.graph.building.wholeness import file_digest

__all__ = ["GraphFile", "GraphFiles"]

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

    def path(self, digest: str) -> Path:
        """Return where the file with a digest is or would be."""
        return self._folder / f"{digest}.nq"

    def find(self, graph: str, digest: str) -> GraphFile | None:
        """Return the statements with a digest; None when they are not there, or not whole."""
        path = self.path(digest)
        whole = path.is_file() and file_digest(path) == digest
        return GraphFile(graph, digest, path) if whole else None

    def write(self, graph: str, triples: Iterable[Triple | str]) -> GraphFile:
        """Write the statements of a graph, given in any order and perhaps several times.

        Parameters
        ----------
        triples
            A triple, or ``subject predicate object`` as N-Triples.
        """
        end = f" <{graph}> .\n"
        runs: list[Path] = []
        waiting = self._folder / f"{os.getpid()}.new"
        lines: set[bytes] = set()
        for triple in triples:
            lines.add(f"{triple}{end}".encode())
            if len(lines) >= RUN:
                runs.append(waiting.with_suffix(f".{len(runs)}.run"))
                _write(runs[-1], sorted(lines))
                lines = set()
        try:
            digest = _write(waiting, _merged(runs, sorted(lines)))
        finally:
            for run in runs:
                run.unlink()
        os.replace(waiting, self.path(digest))
        return GraphFile(graph, digest, self.path(digest))

    def prune(self, digests: Iterable[str]) -> None:
        """Remove every file but those with the given digests."""
        kept = {self.path(digest) for digest in digests}
        for path in self._folder.iterdir():
            if path not in kept:
                path.unlink()


def _merged(runs: list[Path], last: list[bytes]) -> Iterable[bytes]:
    if not runs:
        return last
    parts = [GraphFile("", "", run).lines() for run in runs]
    return (line for line, _ in groupby(heapq.merge(*parts, last)))


def _write(path: Path, lines: Iterable[bytes]) -> str:
    hasher = hashlib.sha256()
    rest = iter(lines)
    with open(path, "wb") as file:
        while block := b"".join(islice(rest, BLOCK)):
            file.write(block)
            hasher.update(block)
    return hasher.hexdigest()
