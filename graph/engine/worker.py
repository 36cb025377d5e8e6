"""What runs in a query worker: one query at a time, in bounded memory, until the socket closes."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

from pyoxigraph import Store

from hallway.graph.engine.evaluate import evaluate
from hallway.graph.engine.protocol import Dataset, Limits
from hallway.graph.engine.wire import (
    DATA,
    END,
    FRAME_BYTES,
    HEADER,
    READY,
    Frames,
    frame,
    pack_error,
)
from hallway.graph.errors import QueryError

__all__ = ["confine", "serve"]

_PR_SET_PDEATHSIG = 1
_STACK_BYTES = 64 * 2**20
_LEAST_ADDRESS_SPACE = 512 * 2**20
# Reading shared pages makes them private, since it counts references in them.
_MOST_PRIVATE_BYTES = 300 * 2**20
_LONG_QUERY_S = 0.05
_LOOK_EVERY = 64


def confine(parent: int) -> None:
    """Let this process die with `parent`, dump no core, say nothing, and have a deep stack."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the line above
        os._exit(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    deep = _STACK_BYTES if hard == resource.RLIM_INFINITY else min(hard, _STACK_BYTES)
    resource.setrlimit(resource.RLIMIT_STACK, (deep, hard))


def serve(frames: Frames, store: Store, *, files: bool) -> None:
    """Answer queries until the other side closes the socket.

    Parameters
    ----------
    files
        Whether the store needs to open files. If not, this process can open nothing from now on,
        neither a file nor a connection, whatever a query says.
    """
    memory = _Memory()
    if not files:
        _open_nothing()
    frames.send(frame(READY))
    spent = False
    for number in range(1, sys.maxsize):
        try:
            _, payload = frames.receive()
        except EOFError:
            return
        frames.send(frame(READY))
        begun = time.monotonic()
        _answer(frames, store, json.loads(payload), memory, spent)
        if number % _LOOK_EVERY == 0 or time.monotonic() - begun > _LONG_QUERY_S:
            spent = memory.private_bytes() > _MOST_PRIVATE_BYTES


def _open_nothing() -> None:
    """Use up every descriptor that this process may have."""
    highest = os.dup(0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, highest + 1))
    with contextlib.suppress(OSError):
        while True:
            os.dup(0)


def _answer(
    frames: Frames, store: Store, request: dict[str, object], memory: _Memory, spent: bool
) -> None:
    """Run one query and send its frames."""
    limits = Limits(**request["limits"])  # type: ignore[arg-type]  # made by the other side
    dataset = Dataset(tuple(request["default"]), tuple(request["named"]))  # type: ignore[arg-type]
    outbox = _Outbox(frames)
    memory.allow(limits.query_memory_mb * 1_000_000)
    try:
        evaluate(
            store,
            str(request["query"]),
            request["accept"],  # type: ignore[arg-type]
            dataset,
            limits,
            outbox.write,
            outbox.start,
        )
    except QueryError as error:
        frames.send(pack_error(error))
    else:
        outbox.finish(spent)


class _Outbox:
    """Gathers bytes into frames; a small answer leaves in one piece."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._head = b""
        self._held = bytearray()

    def start(self, media_type: str) -> None:
        """Note what the bytes are in."""
        self._head = frame(HEADER, {"media_type": media_type})

    def write(self, chunk: bytes) -> None:
        """Take bytes; send them when there are enough."""
        self._held += chunk
        while len(self._held) >= FRAME_BYTES:
            self._frames.send(self._head + frame(DATA, bytes(self._held[:FRAME_BYTES])))
            self._head = b""
            del self._held[:FRAME_BYTES]

    def finish(self, spent: bool) -> None:
        """Send the rest and say that it was all; `spent` asks for a new worker."""
        rest = frame(DATA, bytes(self._held)) if self._held else b""
        self._frames.send(self._head + rest + frame(END, {"spent": spent}))


class _Memory:
    """Watches and bounds the memory of this process."""

    def __init__(self) -> None:
        rollup = Path("/proc/self/smaps_rollup")
        self._rollup = rollup.open("rb", buffering=0) if rollup.exists() else None
        self._at_rest = self._address_space()
        self._allowed = -1

    def allow(self, more: int) -> None:
        """Let this process take `more` bytes of address space than it had at rest."""
        if more == self._allowed or not self._at_rest:
            return
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        soft = max(self._at_rest + more, _LEAST_ADDRESS_SPACE)
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        self._allowed = more

    def private_bytes(self) -> int:
        """Return the bytes that this process shares with no other; 0 where it cannot be told."""
        if self._rollup is None:
            return 0
        self._rollup.seek(0)
        lines = self._rollup.read().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(b"Private_Di")) * 1024

    @staticmethod
    def _address_space() -> int:
        """Return the size of the address space; 0 where it cannot be told."""
        try:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        except OSError:
            return 0
        return pages * resource.getpagesize()
