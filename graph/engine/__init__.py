"""Engines answer SPARQL; they know nothing of the web."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hallway.graph.engine.embedded import DiskEngine, MemoryEngine
from hallway.graph.engine.inprocess import InProcessEngine
from hallway.graph.engine.protocol import Answer, Dataset, Engine, Limits, Solutions, Term
from hallway.graph.errors import SiteError

__all__ = [
    "Answer", "Dataset", "DiskEngine", "Engine", "InProcessEngine", "Limits", "MemoryEngine",
    "Solutions", "Term", "open_engine",
]  # fmt: skip

_MOST_QUADS_IN_MEMORY = 5_000_000


def open_engine(
    generation: Path, backend: str = "auto", workers: int = 2, limits: Limits | None = None
) -> Engine:
    """Open the engine of a generation.

    Parameters
    ----------
    generation
        Folder with ``store/``, ``MANIFEST.json`` and perhaps ``quads.nq``.
    backend
        ``memory``, ``disk``, or ``auto``: in memory on Linux while the manifest counts fewer than
        five million quads.
    workers
        Queries of strangers that run at once; one more is kept for the site's own.
    limits
        Bounds of a query that brings none of its own.

    Raises
    ------
    SiteError
        The generation has no store, or its store cannot be opened.
    """
    store = generation / "store"
    if not store.is_dir():
        raise SiteError("there is no store", where=str(store), remedy="build the site")
    if backend not in ("auto", "memory", "disk"):
        remedy = "use auto, memory, disk or remote"
        raise SiteError(f"no engine is called {backend!r}", remedy=remedy)
    in_memory = backend == "memory" or (
        backend == "auto" and sys.platform == "linux" and _quads(generation) < _MOST_QUADS_IN_MEMORY
    )
    return (MemoryEngine if in_memory else DiskEngine)(store, workers, limits)


def _quads(generation: Path) -> int:
    """Return the number of quads that the manifest tells; 0 where it tells none."""
    try:
        manifest = json.loads((generation / "MANIFEST.json").read_text(encoding="utf-8"))
        return int(manifest["counts"]["quads"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0
