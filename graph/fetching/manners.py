"""What a run owes to the servers it asks: their robots.txt, a pause, and the wait they ask for."""

from __future__ import annotations

import time
from dataclasses import replace

from hallway.graph.errors import SourceError
from hallway.graph.fetching.connecting import LATER, PUBLIC, Reach
from hallway.graph.fetching.destinations import Destination
from hallway.graph.fetching.fetch import AnswerError, Fetched, Validators, fetch
from hallway.graph.fetching.robots import MOST_BYTES, Robots, product_of, read_robots
from hallway.graph.settings import FetchingLimits

__all__ = ["Manners"]

BUSY = (429, 503)


class Manners:
    """Fetches the addresses of one run, one after the other.

    Parameters
    ----------
    limits
        With ``fetch_pause_s``, ``fetch_wait_s`` and ``robots``.
    reach
        What may be reached, and how to wait.
    """

    def __init__(self, limits: FetchingLimits, reach: Reach = PUBLIC) -> None:
        self._limits, self._reach = limits, reach
        self._robots: dict[str, Robots] = {}
        self._asked: dict[str, float] = {}

    def fetch(self, url: str, known: Validators | None = None) -> Fetched:
        """Fetch an address; a server that is busy is asked once more, after the time it says.

        Raises
        ------
        SourceError
            As of `hallway.graph.fetching.fetch.fetch`, or ``robots.txt`` does not want it.
        """
        try:
            return fetch(url, self._limits, known, self._reach, self._before)
        except AnswerError as error:
            wait = error.retry_after_s
            if error.status not in BUSY or wait is None or wait > self._limits.fetch_wait_s:
                raise
            self._reach.pause(wait)
            return fetch(url, self._limits, known, self._reach, self._before)

    def _before(self, to: Destination, where: str) -> None:
        """Look up whether a server wants to be asked, and wait until it may be."""
        server = f"{to.scheme}://{to.authority}"
        if self._limits.robots:
            if server not in self._robots:
                self._robots[server] = self._rules(to, server, where)
            if not self._robots[server].allows(to.target):
                raise SourceError(
                    f"{server}/robots.txt asks programs not to fetch this",
                    where=where,
                    remedy="ask whoever runs the server; save the file by hand and: hallway build "
                    "FILE; or set [fetching] robots = false in hallway.toml if it is yours",
                )
        self._wait(server)

    def _rules(self, to: Destination, server: str, where: str) -> Robots:
        """Fetch ``robots.txt`` (RFC 9309, 2.3.1): where there is none all is open."""
        limits = replace(self._limits, fetch_bytes=MOST_BYTES)
        self._wait(server)
        try:
            body = fetch(f"{server}/robots.txt", limits, None, self._reach).body or b""
        except AnswerError as error:
            if 400 <= error.status < 500 and error.status not in BUSY:
                return Robots()
            raise self._unknown(server, where, error) from error
        except SourceError as error:
            raise self._unknown(server, where, error) from error
        return read_robots(body.decode("utf-8", "replace"), product_of(limits.user_agent))

    def _unknown(self, server: str, where: str, error: SourceError) -> SourceError:
        what = f"{server}/robots.txt cannot be read, so that nothing is fetched: {error.what}"
        return SourceError(what, where=where, remedy=error.remedy or LATER)

    def _wait(self, server: str) -> None:
        """Keep the pause between two requests to one server."""
        delay = self._robots.get(server, Robots()).delay_s
        pause = min(max(self._limits.fetch_pause_s, delay), self._limits.fetch_wait_s)
        if server in self._asked:
            left = self._asked[server] + pause - time.monotonic()
            if left > 0:
                self._reach.pause(left)
        self._asked[server] = time.monotonic()
