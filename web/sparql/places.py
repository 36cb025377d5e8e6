"""Places at the SPARQL endpoint: so many in all, and so many for one client."""

from __future__ import annotations

import ipaddress
import threading
from collections import Counter
from collections.abc import Callable

from hallway.graph.errors import QueryError

__all__ = ["Places", "network_of"]


class Places:
    """Lets in as many queries as threads can be spared for; the others are told to come back.

    Parameters
    ----------
    run, wait
        How many queries run, and how many more may wait or be read slowly.
    each
        How many of all these one client may have.
    """

    def __init__(self, run: int, wait: int, each: int) -> None:
        self._run, self._wait, self._each = run, wait, each
        self._guard = threading.Lock()
        self._taken: Counter[str] = Counter()

    def enter(self, client: str) -> Callable[[], None]:
        """Take a place for a client, by its address, and return what gives it back, once.

        Raises
        ------
        QueryError
            Kind ``client``: it has as many as it may; kind ``busy``: all are taken.
        """
        network = network_of(client)
        with self._guard:
            if self._taken[network] >= self._each:
                raise QueryError(
                    "client",
                    f"{self._each} queries from your address run, wait or are being read",
                    limit="client_queries",
                    remedy="wait for the answer of one of them",
                )
            if self._taken.total() >= self._run + self._wait:
                raise QueryError(
                    "busy",
                    f"{self._run} queries run and {self._wait} wait already",
                    remedy="try again in a moment",
                )
            self._taken[network] += 1
        return _once(lambda: self._leave(network))

    def _leave(self, network: str) -> None:
        with self._guard:
            self._taken[network] -= 1
            if not self._taken[network]:
                del self._taken[network]


def _once(call: Callable[[], None]) -> Callable[[], None]:
    """Return a function that calls another at its first call only, from whatever thread."""
    first = threading.Lock()
    return lambda: call() if first.acquire(blocking=False) else None


def network_of(address: str) -> str:
    """Return the address, or for IPv6 the network that one customer has."""
    try:
        given = ipaddress.ip_address(address)
    except ValueError:
        return address
    if given.version == 4:
        return address
    return str(ipaddress.ip_network(f"{address}/64", strict=False))
