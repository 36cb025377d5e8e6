"""Unpack gzip with limits: a small file can hold more than a machine."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator

from hallway.graph.errors import SourceError
from hallway.graph.reading.limits import ReadingLimits

__all__ = ["head", "is_gzip", "lines"]

SIGNATURE = b"\x1f\x8b\x08"
USUAL = ReadingLimits()
_STEP = 65_536


def is_gzip(data: bytes) -> bool:
    """Tell whether the bytes begin as gzip does."""
    return data.startswith(SIGNATURE)


def head(data: bytes, size: int = _STEP) -> bytes:
    """Return the first bytes of the file inside; what is no gzip is returned as it is.

    A damaged file gives what can be had of it, perhaps nothing.
    """
    if not is_gzip(data):
        return data[:size]
    try:
        return zlib.decompressobj(wbits=31).decompress(data[: size + _STEP], size)
    except zlib.error:
        return b""


def lines(
    data: bytes, file: str = "<input>", limits: ReadingLimits = USUAL
) -> Iterator[tuple[int, bytes]]:
    """Yield each line that is not blank with its number, counted from 1; packed or not.

    Raises
    ------
    SourceError
        The gzip is damaged, unpacks to more than may be, or has too long a line.
    """
    packed = is_gzip(data)
    limit, name = min(
        (limits.max_unpacked_bytes, "max_unpacked_bytes"),
        (limits.max_unpacked_ratio * len(data) + 1_000_000, "max_unpacked_ratio"),
    )
    longest = limits.max_line
    raw = io.BytesIO(data)
    stream = io.BufferedReader(gzip.GzipFile(fileobj=raw), _STEP) if packed else raw
    read = number = 0
    try:
        while line := stream.readline(longest + 1):
            read, number = read + len(line), number + 1
            if packed and read > limit:
                raise SourceError(
                    f"the gzip unpacks to more than {limit:,} bytes",
                    where=f"{file}, line {number}",
                    remedy=f"raise {name} in hallway.toml if you trust it",
                )
            if len(line) > longest:
                raise SourceError(
                    f"a line has more than max_line = {longest:,} bytes",
                    where=f"{file}, line {number}",
                    remedy="raise max_line in hallway.toml if you trust the file",
                )
            if not line.isspace():
                yield number, line
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(
            f"the gzip cannot be unpacked: {error}",
            where=f"{file}, after line {number}",
            remedy="check that the file is complete",
        ) from error
