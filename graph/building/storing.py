"""The engine's store of a generation, made from its N-Quads file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyoxigraph import RdfFormat, Store, parse

__all__ = ["load", "patch_store", "store_files"]

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


def store_files(folder: Path) -> list[list[str | int]]:
    """Return the names and sizes of the files that hold a store's statements, sorted.

    Such a file is never changed: where the list is what it was, so are the statements.
    """
    held = (path for path in folder.glob("*") if path.suffix in (".sst", ".log"))
    return sorted([path.name, path.stat().st_size] for path in held)


def patch_store(
    before: Path,
    folder: Path,
    removed: Sequence[bytes],
    added: Sequence[bytes],
    quads: int,
    *,
    known: bool = False,
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
    known
        The store before is known to hold what the lines before said: its statements are not
        counted again, which takes as long as reading them all.

    Returns
    -------
    Store | None
        None when the store does not hold what the lines say: it was damaged, or it takes two
        different lines for one statement. Then nothing is in the folder.
    """
    try:
        store = _changed(before, folder, removed, added)
        if store is not None and not known and len(store) != quads:
            store = None
    except (OSError, RuntimeError):  # the engine says so of a damaged file
        store = None
    if store is None:
        shutil.rmtree(folder, ignore_errors=True)
    return store


def _changed(
    before: Path, folder: Path, removed: Sequence[bytes], added: Sequence[bytes]
) -> Store | None:
    """Return the store with a change; None when it is not the one that the lines describe."""
    Store.read_only(str(before)).backup(str(folder))
    store = Store(str(folder))
    old = list(parse(b"".join(removed), format=RdfFormat.N_QUADS))
    new = list(parse(b"".join(added), format=RdfFormat.N_QUADS))
    if not all(quad in store for quad in old):
        return None
    for quad in old:
        store.remove(quad)
    if len(set(new)) < len(new) or any(quad in store for quad in new):
        return None
    store.extend(new)
    store.flush()
    return store if all(quad in store for quad in new) else None


def _blocks(path: Path) -> Iterator[bytes]:
    """Yield a file in blocks that end with a line."""
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            yield block + file.readline()
