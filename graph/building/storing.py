"""The engine's store of a generation, made from its N-Quads file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyoxigraph import RdfFormat, Store, parse

__all__ = ["load", "patch_store"]

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


def patch_store(
    before: Path, folder: Path, removed: Sequence[bytes], added: Sequence[bytes], quads: int
) -> Store | None:
    """Make a store from that of the generation before; files that stay the same are shared.

    Parameters
    ----------
    before
        The store of the generation before; it is only read.
    folder
        Where the new one will be; not there yet.
    removed, added
        N-Quads lines.
    quads
        How many lines there are now.

    Returns
    -------
    Store | None
        None when the store does not hold what the lines say: it was damaged, or it takes two
        different lines for one statement. Then nothing is in the folder.
    """
    try:
        store = _changed(before, folder, removed, added, quads)
    except (OSError, RuntimeError):  # the engine says so of a damaged file
        store = None
    if store is None:
        shutil.rmtree(folder, ignore_errors=True)
    return store


def _changed(
    before: Path, folder: Path, removed: Sequence[bytes], added: Sequence[bytes], quads: int
) -> Store | None:
    Store.read_only(str(before)).backup(str(folder))
    store = Store(str(folder))
    for quad in parse(b"".join(removed), format=RdfFormat.N_QUADS):
        store.remove(quad)
    new = list(parse(b"".join(added), format=RdfFormat.N_QUADS))
    store.extend(new)
    store.flush()
    return store if len(store) == quads and all(quad in store for quad in new) else None


def _blocks(path: Path) -> Iterator[bytes]:
    """Yield a file in blocks that end with a line."""
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            yield block + file.readline()
