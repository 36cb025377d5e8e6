"""Query workers as the web process sees them: asked for, returned, ended and replaced."""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from hallway.graph.engine.protocol import Limits
from hallway.graph.engine.wire import ORDER, READY, Frames, unpack_error
from hallway.graph.errors import QueryError, SiteError

__all__ = ["Nursery", "Pool", "Worker"]

_ZYGOTE = "hallway.graph.engine.zygote"
_END_S = 5.0


class Worker:
    """One query worker.

    Attributes
    ----------
    pid
        Its process.
    frames
        The way to talk to it.
    """

    def __init__(self, pid: int, frames: Frames, nursery: Nursery) -> None:
        self.pid = pid
        self.frames = frames
        self._nursery = nursery
        self._ended: int | None = None
        self._lock = threading.Lock()

    def kill(self) -> int:
        """End it, from any thread, and return how it ended; a signal is a negative number."""
        with self._lock:
            if self._ended is None:
                self._ended = self._nursery.kill(self.pid)
            return self._ended

    def discard(self) -> int:
        """End it and close the way to it."""
        status = self.kill()
        self.frames.close()
        return status


class Nursery:
    """The zygote: started when first needed and again should it have been killed.

    Parameters
    ----------
    mode
        ``memory`` or ``disk``.
    store
        Folder of an Oxigraph store.
    """

    def __init__(self, mode: str, store: Path) -> None:
        self._mode = mode
        self._store = store
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._replies: Frames | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The zygote's process; None while there is none."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Load the generation now rather than with the first query."""
        with self._lock:
            self._ensure()

    def spawn(self) -> Worker:
        """Fork a worker and wait until it is ready.

        Raises
        ------
        SiteError
            The store cannot be loaded.
        """
        for _ in range(2):  # the zygote, or the worker at its start, may have been killed
            with self._lock:
                self._ensure()
                try:
                    pid, ours = self._fork()
                except (OSError, EOFError):
                    self._stop()
                    continue
            worker = Worker(pid, Frames(ours), self)
            try:
                worker.frames.receive()
            except (OSError, EOFError):
                worker.discard()
            else:
                return worker
        raise SiteError(f"{self._store} cannot be opened", remedy="build the site again")

    def kill(self, pid: int) -> int:
        """End a worker and return how it ended; a signal is a negative number."""
        with self._lock:
            if self._control is None or self._replies is None:
                return 0
            try:
                self._control.sendall(ORDER.pack(b"K", pid))
                return int(json.loads(self._replies.receive()[1])["status"])
            except (OSError, EOFError):
                self._stop()  # with the zygote its workers have ended too
                return 0

    def close(self) -> None:
        """End the zygote and its workers."""
        with self._lock:
            self._closed = True
            self._stop()

    def _ensure(self) -> None:
        if self._closed:
            raise QueryError("engine", "the engine has been closed")
        if self._process is not None:
            return
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # our own module and a folder
                [sys.executable, "-P", "-m", _ZYGOTE, self._mode, str(self._store)],
                stdin=theirs.fileno(),
                start_new_session=True,  # Ctrl-C is for the parent; its end ends the zygote
                stdout=subprocess.DEVNULL,
            )
        self._control, self._replies = ours, Frames(ours)
        try:
            kind, payload = self._replies.receive()
        except EOFError:
            kind, payload = b"", b""
        if kind != READY:
            self._stop()
            why = unpack_error(payload).what if payload else f"{self._store} cannot be loaded"
            raise SiteError(why, remedy="build the site again")

    def _fork(self) -> tuple[int, socket.socket]:
        if self._control is None or self._replies is None:
            raise EOFError
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(self._control, [ORDER.pack(b"F", 0)], [theirs.fileno()])
            return int(json.loads(self._replies.receive()[1])["pid"]), ours
        except (OSError, EOFError):
            ours.close()
            raise

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            try:
                self._process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = self._control = self._replies = None


class Pool:
    """A fixed number of places for workers; a place is filled again when it is needed.

    Parameters
    ----------
    nursery
        Where workers come from.
    size
        Queries of strangers that run at once; there is one place more, for the site's own.
    """

    def __init__(self, nursery: Nursery, size: int) -> None:
        self._nursery = nursery
        self._places: queue.LifoQueue[Worker | None] = queue.LifoQueue()
        for _ in range(size + 1):
            self._places.put(None)
        self._size = size
        self._strangers = threading.BoundedSemaphore(size)
        self._lock = threading.Lock()
        self._out = 0
        self._closed = False

    def take(self, limits: Limits, *, foreign: bool = False) -> Worker:
        """Wait for a place and return a worker that is alive; `give_back` is then owed.

        Raises
        ------
        QueryError
            Kind ``busy``: there was no place within ``query_queue_s``.
        """
        end = time.monotonic() + limits.query_queue_s
        if foreign and not self._strangers.acquire(timeout=limits.query_queue_s):
            raise self._busy(limits)
        try:
            worker = self._places.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            if foreign:
                self._strangers.release()
            raise self._busy(limits) from None
        with self._lock:
            self._out += 1
        try:
            if self._closed:
                raise QueryError("engine", "the engine has been closed")
            if worker is not None and worker.frames.idle():
                return worker
            if worker is not None:
                worker.discard()
            return self._nursery.spawn()
        except BaseException:
            self.give_back(None, foreign=foreign)
            raise

    def _busy(self, limits: Limits) -> QueryError:
        return QueryError(
            "busy",
            f"all {self._size} query workers were busy for {limits.query_queue_s:g} s",
            limit="query_queue_s",
            remedy="try again in a moment",
        )

    def give_back(self, worker: Worker | None, *, foreign: bool = False) -> None:
        """Return a worker, or the empty place of one that has ended."""
        with self._lock:
            self._out -= 1
            last = self._closed and not self._out
        if self._closed and worker is not None:
            worker.discard()
            worker = None
        self._places.put(worker)
        if foreign:
            self._strangers.release()
        if last:
            self._nursery.close()

    def close(self) -> None:
        """End the workers that are at rest, and the zygote when the last query has ended."""
        with self._lock:
            self._closed = True
            last = not self._out
        resting = []
        with contextlib.suppress(queue.Empty):
            while True:
                resting.append(self._places.get_nowait())
        for worker in resting:
            if worker is not None:
                worker.discard()
            self._places.put(None)
        if last:
            self._nursery.close()
