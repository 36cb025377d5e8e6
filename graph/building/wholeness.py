"""Whether files are as they were written, found out beside other work."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

__all__ = ["Wholeness", "file_digest"]

PIECE = 8 * 1024 * 1024
"""Bytes that are read at once; between two pieces a thread waits for whoever computes."""


class Wholeness:
    """Reads files in a thread of its own, since gigabytes take seconds.

    Parameters
    ----------
    digests
        File -> the SHA-256 that it should have.
    """

    def __init__(self, digests: Mapping[Path, str]) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._found = {
            path: self._pool.submit(_is_whole, path, digest) for path, digest in digests.items()
        }

    def of(self, path: Path) -> bool:
        """Tell whether a file is there and whole, waiting if need be; no for one not asked for."""
        return path in self._found and self._found[path].result()

    def __enter__(self) -> Wholeness:
        """Return itself; leaving the block ends the thread."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the thread."""
        self._pool.shutdown(cancel_futures=True)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    hasher = hashlib.sha256()
    with open(path, "rb", buffering=0) as file:
        while part := file.read(PIECE):
            hasher.update(part)
    return hasher.hexdigest()


def _is_whole(path: Path, digest: str) -> bool:
    try:
        return file_digest(path) == digest
    except OSError:
        return False
