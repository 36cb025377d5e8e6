"""Connects to a checked address of a name, and to nothing else, within a time.

A name is resolved once, every address it has must be allowed, and the connection goes to one of
those very addresses: whoever answers for the name cannot change the answer in between. TLS is told
the name and checks the certificate against it.
"""

from __future__ import annotations

import io
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.fetching.destinations import Address, Destination, is_public, resolve

__all__ = ["BLOCK", "LATER", "PUBLIC", "Reach", "Wire", "connect"]

BLOCK = 64 * 1024
LATER = "try again later; what was fetched before stays"


@dataclass(frozen=True, slots=True)
class Reach:
    """How names become addresses, which of them may be reached, whom to trust, how to wait.

    The defaults are the only ones that the command line knows; no setting changes them.
    """

    resolve: Callable[[str], Sequence[Address]] = resolve
    allowed: Callable[[Address], bool] = is_public
    tls: Callable[[], ssl.SSLContext] = ssl.create_default_context
    pause: Callable[[float], None] = time.sleep


PUBLIC = Reach()


class Wire(io.RawIOBase):
    """A socket as a file whose every read ends by the deadline of the whole fetch."""

    def __init__(self, sock: socket.socket, left: Callable[[], float]) -> None:
        self._sock = sock
        self._left = left

    def readable(self) -> bool:
        """Return True: http.client reads from it."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what has come, or wait for it until the deadline."""
        self._sock.settimeout(self._left())
        return self._sock.recv_into(buffer)

    def sendall(self, sent: bytes) -> None:
        """Send all of it before the deadline."""
        self._sock.settimeout(self._left())
        self._sock.sendall(sent)

    def makefile(self, mode: str) -> io.BufferedReader:
        """Give http.client the file it reads from."""
        return io.BufferedReader(self, BLOCK)

    def close(self) -> None:
        """Close the socket."""
        self._sock.close()
        super().close()


def connect(to: Destination, where: str, reach: Reach, left: Callable[[], float]) -> Wire:
    """Connect to the first address of a destination that answers, all of them checked before.

    Parameters
    ----------
    to
        The destination.
    where
        What an error says of the place.
    reach
        What may be reached.
    left
        Returns the seconds that are left, or raises TimeoutError.

    Raises
    ------
    SourceError
        The name is not known, one of its addresses may not be reached, or none of them answers.
    OSError
        TLS failed, or the time is over.
    """
    addresses = _checked(to, where, reach, left)
    failed = []
    for done, address in enumerate(addresses):
        try:
            plain = _connected(address, to.port, left() / (len(addresses) - done))
        except OSError as error:
            failed.append(f"{address}: {error}")
            continue
        return Wire(_secured(plain, to, reach, left), left)
    left()
    raise SourceError("it cannot be reached: " + "; ".join(failed), where=where, remedy=LATER)


def _connected(address: Address, port: int, seconds: float) -> socket.socket:
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    plain = socket.socket(family, socket.SOCK_STREAM)
    try:
        plain.settimeout(seconds)
        plain.connect((str(address), port))
    except BaseException:
        plain.close()
        raise
    return plain


def _secured(
    plain: socket.socket, to: Destination, reach: Reach, left: Callable[[], float]
) -> socket.socket:
    """Start TLS where it is due; the certificate is checked against the name."""
    if to.scheme == "http":
        return plain
    try:
        plain.settimeout(left())
        return reach.tls().wrap_socket(
            plain,
            server_hostname=to.host,
            suppress_ragged_eofs=False,  # an answer that was cut is not an end
        )
    except BaseException:
        plain.close()
        raise


def _checked(
    to: Destination, where: str, reach: Reach, left: Callable[[], float]
) -> Sequence[Address]:
    """Resolve the host, once, and refuse it when any of its addresses is not public."""
    literal = to.literal
    try:
        found = [literal] if literal else _within(left(), reach.resolve, to.host)
    except socket.gaierror as error:
        remedy = "look for a misspelling; is this machine online?"
        what = f"the name {to.host} is not known: {error.strerror}"
        raise SourceError(what, where=where, remedy=remedy) from error
    if not found:
        raise SourceError(f"the name {to.host} has no address", where=where, remedy=LATER)
    for address in found:
        if not reach.allowed(address):
            raise SourceError(
                f"{to.host} is at {address}, which is not a public address",
                where=where,
                remedy="only public addresses are fetched; save the file and: hallway build FILE",
            )
    return found


def _within(
    seconds: float, call: Callable[[str], Sequence[Address]], host: str
) -> Sequence[Address]:
    """Resolve a name in time; the system's resolver knows no limit, so it is left behind."""
    answers: queue.SimpleQueue[Sequence[Address] | OSError] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put(call(host))
        except OSError as error:
            answers.put(error)
        except ValueError as error:  # a name or an address that the system takes for none
            answers.put(OSError(str(error)))

    threading.Thread(target=run, daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer
