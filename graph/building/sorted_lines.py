"""Many sorted files of lines as one sorted stream, range by range.

A range of lines is taken out of every file and sorted at once, which finds the runs that it is made
of. No more than one file is open at a time, so there may be any number of them: a process may often
open a thousand, and a site may have more sources.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

__all__ = ["merged"]

RANGE = 4 * 1024 * 1024
"""Bytes of a range, about."""

PIECE = 32 * 1024
"""Bytes that are read of a file at once, about."""


def merged(paths: Iterable[Path]) -> Iterator[bytes]:
    """Yield the lines of sorted files in byte order; a line of several files comes as often.

    Parameters
    ----------
    paths
        Files whose lines end with a newline.
    """
    some = list(paths)
    runs = [_Run(path) for path in some]
    for limit in (*sorted(_limits(some)), None):
        lines = list(chain.from_iterable(run.up_to(limit) for run in runs))
        lines.sort()
        yield from lines


def _limits(paths: Iterable[Path]) -> Iterator[bytes]:
    """Yield a line for every `RANGE` bytes of all files together."""
    at = RANGE
    for path in paths:
        size = path.stat().st_size
        if at < size:
            with open(path, "rb") as file:
                while at < size:
                    file.seek(at)
                    file.readline()  # the rest of one
                    yield file.readline()
                    at += RANGE
        at -= size


class _Run:
    """The lines of a file that were not taken yet."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0
        self._lines = self._more()

    def up_to(self, limit: bytes | None) -> list[bytes]:
        """Take the next lines that are not greater than one; all for None."""
        taken: list[bytes] = []
        while self._lines:
            if limit is not None and self._lines[-1] > limit:
                end = bisect_right(self._lines, limit)
                taken += self._lines[:end]
                del self._lines[:end]
                break
            taken += self._lines
            self._lines = self._more()
        return taken

    def _more(self) -> list[bytes]:
        with open(self._path, "rb") as file:
            file.seek(self._at)
            lines = file.readlines(PIECE)
            self._at = file.tell()
        return lines
