"""Which sessions were signed out of: a signed cookie says who came, not who left since."""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

__all__ = ["SignedOut"]


class SignedOut:
    """Sessions that are over before their cookies are.

    They are kept in a file, so that all processes of a server and those after the next start know
    them. It has a digest and the second at which the cookie is of no use any more, one a line.

    Parameters
    ----------
    path
        The file; it need not exist. Where it cannot be written, this process alone remembers.
    lasting_s
        How many seconds a cookie is of use at most.
    clock
        Seconds since 1970.
    """

    def __init__(
        self, path: Path, lasting_s: float, clock: Callable[[], float] = time.time
    ) -> None:
        self._path, self._lasting, self._clock = path, lasting_s, clock
        self._own: set[str] = set()

    def add(self, session: str) -> None:
        """Remember that a session is over; those whose cookies have ended are forgotten."""
        name = _digest(session)
        self._own.add(name)
        with suppress(OSError), open(self._path, "a+", encoding="ascii") as file:
            os.chmod(self._path, 0o600)
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            now = self._clock()
            kept = [line for line in file.read().splitlines() if _ends(line) > now]
            file.truncate(0)
            file.writelines(
                f"{line}\n" for line in [*kept, f"{name} {int(now + self._lasting) + 1}"]
            )

    def has(self, session: str) -> bool:
        """Tell whether a session is over."""
        name = _digest(session)
        if name in self._own:
            return True
        try:
            with open(self._path, encoding="ascii") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                return any(line.partition(" ")[0] == name for line in file)
        except OSError:
            return False


def _digest(session: str) -> str:
    return hashlib.sha256(session.encode("utf-8")).hexdigest()


def _ends(line: str) -> int:
    end = line.rpartition(" ")[2]
    return int(end) if end.isdigit() else 0
