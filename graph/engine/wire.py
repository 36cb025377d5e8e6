"""Frames between the web process and its query workers: one letter, a length, the bytes."""

from __future__ import annotations

import json
import socket
import struct
import time
from typing import Any

from hallway.graph.errors import QueryError

__all__ = [
    "DATA", "END", "ERROR", "FRAME_BYTES", "HEADER", "NO_MEMORY", "ORDER", "QUERY", "READY",
    "Frames", "frame", "pack_error", "unpack_error",
]  # fmt: skip

READY = b"R"
"""A zygote has loaded; a worker is there, or has read a query and begins."""
QUERY = b"Q"
"""JSON: what to run."""
HEADER = b"H"
"""JSON: the media type of the answer."""
DATA = b"D"
"""Bytes of the answer."""
END = b"Z"
"""JSON: the answer is whole."""
ERROR = b"E"
"""JSON: the fields of a `QueryError`; there is no more of the answer."""

ORDER = struct.Struct("!ci")
"""What a zygote is told: ``F`` and a descriptor, fork a worker on it; ``K`` and a pid, end it."""

NO_MEMORY = 3
"""Exit code of a worker that ran out of memory outside the engine."""

FRAME_BYTES = 65_536
"""Most bytes in a frame of data, and what is held before an answer begins."""

_HEAD = struct.Struct("!cI")


class Frames:
    """Sends and receives whole frames over a stream socket.

    Parameters
    ----------
    connection
        Owned by this object from now on.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._buffer = bytearray()

    def send(self, frames: bytes) -> None:
        """Send what `frame` made, one or several; raise OSError when the other side is gone."""
        self._socket.settimeout(None)
        self._socket.sendall(frames)

    def receive(self, deadline: float | None = None) -> tuple[bytes, bytes]:
        """Wait for one frame.

        Parameters
        ----------
        deadline
            On the clock of `time.monotonic`; None waits as long as it takes.

        Raises
        ------
        TimeoutError
            The deadline has passed.
        EOFError
            The other side is gone.
        """
        kind, length = _HEAD.unpack(self._take(_HEAD.size, deadline))
        return kind, self._take(length, deadline)

    def idle(self) -> bool:
        """Tell whether the other side is there and silent, as it must be between two queries."""
        self._socket.setblocking(False)
        try:
            return not self._buffer and self._socket.recv(1, socket.MSG_PEEK) is None
        except BlockingIOError:
            return True
        except OSError:
            return False
        finally:
            self._socket.setblocking(True)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _take(self, count: int, deadline: float | None) -> bytes:
        while len(self._buffer) < count:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                self._socket.settimeout(left)
            else:
                self._socket.settimeout(None)
            received = self._socket.recv(max(FRAME_BYTES, count - len(self._buffer)))
            if not received:
                raise EOFError
            self._buffer += received
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken


def frame(kind: bytes, payload: bytes | dict[str, Any] = b"") -> bytes:
    """Return one frame; a dict travels as JSON."""
    content = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    return _HEAD.pack(kind, len(content)) + content


def pack_error(error: QueryError) -> bytes:
    """Return the frame that carries an error to the other side."""
    fields = ("kind", "what", "limit", "line", "column", "remedy")
    return frame(ERROR, {name: getattr(error, name) for name in fields})


def unpack_error(payload: bytes) -> QueryError:
    """Return the error that `pack_error` packed."""
    fields = json.loads(payload)
    return QueryError(
        fields["kind"],
        fields["what"],
        limit=fields["limit"],
        line=fields["line"],
        column=fields["column"],
        remedy=fields["remedy"],
    )
