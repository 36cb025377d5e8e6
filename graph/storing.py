"""The engine's store of a generation, made from its N-Quads file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyoxigraph import RdfFormat, Store

__all__ = ["load"]

BLOCK = 32 * 1024 * 1024
"""Bytes that are loaded at once: the loader holds what it is given, and sorts it, in memory."""


def load(quads: Path, folder: Path) -> Store:
    """Make a store of the lines of a file that Hallway itself wrote.

    Parameters
    ----------
    quads
        N-Quads, one statement a line.
    folder
        Where the store will be; not there yet.
    """
    store = Store(str(folder))
    for block in _blocks(quads):
        store.bulk_load(block, format=RdfFormat.N_QUADS, lenient=True)
    store.optimize()
    store.flush()
    return store


def _blocks(path: Path) -> Iterator[bytes]:
    """Yield a file in blocks that end with a line."""
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            yield block + file.readline()
