"""Several files that are one source: a folder or a zip, carried as the bytes of one zip.

A folder is packed into the same bytes every time, so that its digest tells whether it changed.
"""

from __future__ import annotations

import io
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from hallway.graph.errors import SourceError
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["CHECKED", "DAMAGED", "check", "files", "heads", "is_bundle", "names", "only", "pack"]

SIGNATURE = b"PK\x03\x04"
USUAL = ReadingLimits()
CHECKED = ReadingLimits(
    max_unpacked_bytes=sys.maxsize, max_unpacked_ratio=sys.maxsize, max_files=sys.maxsize
)
"""For a zip that was checked already: telling its format comes before reading it."""
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can state
DAMAGED = (
    zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError,
    ValueError, IndexError, OSError,
)  # fmt: skip
"""What the standard library raises on a damaged zip, depending on the byte that is wrong."""
_NOISE = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"})
SHEETS = ("[Content_Types].xml", "mimetype")  # a zip that is one document, not a bundle


def pack(folder: Path, limits: ReadingLimits = USUAL) -> bytes:
    """Pack a folder; names are relative to it, hidden files are left out.

    Raises
    ------
    SourceError
        The folder is empty, or has too many files or bytes.
    """
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    if not found:
        raise SourceError("the folder holds no file", where=str(folder))
    _check(len(found), sum(path.stat().st_size for path in found), str(folder), limits)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in found:
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return out.getvalue()


def is_bundle(data: bytes) -> bool:
    """Tell whether the bytes are a zip of files, not a spreadsheet or another document."""
    return bool(names(data))


@lru_cache(maxsize=1)  # every reader of folders asks while a format is told
def _opened(data: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(data))


@lru_cache(maxsize=1)
def names(data: bytes) -> tuple[str, ...]:
    """Return the names of the files of a zip, sorted; empty for anything else."""
    if not data.startswith(SIGNATURE):
        return ()
    try:
        found = sorted(one.filename for one in _entries(data))
    except DAMAGED:
        return ()
    return () if any(one in SHEETS for one in found) else tuple(found)


def _entries(data: bytes) -> list[zipfile.ZipInfo]:
    """Return the files of a zip without what a desktop puts beside them."""
    return [
        one
        for one in _opened(data).infolist()
        if not one.is_dir()
        and _NOISE.isdisjoint(one.filename.split("/"))
        and not one.filename.rpartition("/")[2].startswith("._")
    ]


def check(data: bytes, file: str, limits: ReadingLimits) -> None:
    """Check what a zip says that it unpacks to; anything else passes.

    Raises
    ------
    SourceError
        It says more than the limits.
    """
    if not data.startswith(SIGNATURE):
        return
    try:
        sizes = [one.file_size for one in _opened(data).infolist() if not one.is_dir()]
    except DAMAGED:
        return  # who reads it will say what is wrong
    _check(len(sizes), sum(sizes), file, limits, len(data))


def files(data: bytes, file: str = "<input>", limits: ReadingLimits = USUAL) -> dict[str, bytes]:
    """Unpack a zip in memory.

    Parameters
    ----------
    data
        The zip.
    file
        Its name, for messages.
    limits
        How much it may unpack to.

    Returns
    -------
    dict
        Name -> bytes, sorted by name. Names are only names: nothing is written to the disk.

    Raises
    ------
    SourceError
        It is no zip, is encrypted or damaged, or unpacks to more than the limits.
    """
    try:
        archive = _opened(data)
        entries = _entries(data)
        _check(len(entries), sum(one.file_size for one in entries), file, limits, len(data))
        return {
            one.filename: _read(archive, one, file)
            for one in sorted(entries, key=lambda one: one.filename)
        }
    except DAMAGED as error:
        raise SourceError(f"the zip cannot be unpacked: {error}", where=file) from error


def only(data: bytes, file: str, limits: ReadingLimits) -> tuple[str, bytes] | None:
    """Return name and bytes of the only file of a zip; None for several, or for anything else.

    Raises
    ------
    SourceError
        It is damaged, or unpacks to more than the limits.
    """
    if len(names(data)) != 1:
        return None
    return next(iter(files(data, file, limits).items()))


def heads(
    data: bytes, ending: tuple[str, ...] = ("",), *, size: int = 64 * 1024, most: int = 400
) -> Iterator[tuple[str, bytes]]:
    """Yield how the files of a zip begin, to tell its format; one that is damaged is passed over.

    Parameters
    ----------
    ending
        How the names end, in small letters; others are passed over.
    size
        Bytes of each file.
    most
        How many files are looked at, in the order of their names.

    Yields
    ------
    tuple
        Name and first bytes; none for anything but a bundle.
    """
    for name in [one for one in names(data) if one.lower().endswith(ending)][:most]:
        try:
            with _opened(data).open(name) as stream:
                yield name, stream.read(size)
        except DAMAGED:
            continue


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, file: str) -> bytes:
    """Read no more than the entry says it holds: what it says may be a lie."""
    with archive.open(entry) as stream:
        found = stream.read(entry.file_size + 1)
    if len(found) > entry.file_size:
        raise SourceError(
            "an entry unpacks to more than it says", where=f"{file}, {entry.filename}"
        )
    return found


def _check(
    count: int, size: int, where: str, limits: ReadingLimits, packed: int | None = None
) -> None:
    if count > limits.max_files:
        raise SourceError(
            f"it holds {count:,} files, more than max_files = {limits.max_files:,}",
            where=where,
            remedy="raise max_files in hallway.toml if you trust it",
        )
    if size > limits.max_unpacked_bytes:
        raise SourceError(
            f"it unpacks to {size:,} bytes, more than max_unpacked_bytes = "
            f"{limits.max_unpacked_bytes:,}",
            where=where,
            remedy="raise max_unpacked_bytes in hallway.toml if you trust it",
        )
    # Small files may be packed well: a megabyte harms nobody.
    if packed is not None and size > limits.max_unpacked_ratio * packed + 1_000_000:
        raise SourceError(
            f"it unpacks to {size:,} bytes, more than max_unpacked_ratio = "
            f"{limits.max_unpacked_ratio:,} times its own size",
            where=where,
            remedy="raise max_unpacked_ratio in hallway.toml if you trust it",
        )
