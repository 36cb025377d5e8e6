"""One query on one worker: its frames, its wall clock, and how it may end."""

from __future__ import annotations

import json
import signal
import tempfile
import threading
import time
from collections.abc import Iterator

from hallway.graph.engine.pool import Pool, Worker
from hallway.graph.engine.protocol import Limits
from hallway.graph.engine.refusals import too_much_memory, too_slow
from hallway.graph.engine.wire import (
    DATA,
    END,
    ERROR,
    FRAME_BYTES,
    HEADER,
    NO_MEMORY,
    unpack_error,
)
from hallway.graph.errors import QueryError

__all__ = ["Running", "Stream"]

_IN_MEMORY_BYTES = 4 * 2**20


class Running:
    """A query that a worker is at.

    The worker goes back to its pool when the last frame has come, and its empty place when the
    query was stopped or the worker died. So whoever holds this must either read it to the end,
    which includes reading until it raises, or call `cancel`.

    Parameters
    ----------
    pool
        Where the worker comes from and goes back to.
    request
        The frame to send.
    limits
        ``query_time_s`` counts from now until the last frame.
    foreign
        See `Engine.serialize`.
    """

    def __init__(
        self, pool: Pool, request: bytes, limits: Limits, *, foreign: bool = False
    ) -> None:
        self._pool = pool
        self._foreign = foreign
        self._limits = limits
        self.media_type = ""
        self.done = False
        self._worker = _hand_over(pool, request, limits, foreign)
        self._deadline = time.monotonic() + limits.query_time_s

    def frames(self) -> Iterator[bytes]:
        """Yield the bytes of the answer as they come.

        Raises
        ------
        QueryError
            The query failed or was stopped.
        """
        while True:
            try:
                kind, payload = self._worker.frames.receive(self._deadline)
            except TimeoutError as error:
                self.cancel()
                raise too_slow(self._limits) from error
            except (EOFError, OSError) as error:
                raise self._died() from error
            if kind == DATA:
                yield payload
            elif kind == HEADER:
                self.media_type = json.loads(payload)["media_type"]
            elif kind == ERROR:
                self._finish(self._worker)
                raise unpack_error(payload)
            elif kind == END:
                spent = json.loads(payload)["spent"]
                if spent:
                    self._worker.discard()
                self._finish(None if spent else self._worker)
                return

    def interrupt(self) -> None:
        """End the worker, from any thread: whoever reads the frames sees that it has gone."""
        self._worker.kill()

    def cancel(self) -> None:
        """Stop the query, unless it has ended."""
        if not self.done:
            self._worker.discard()
            self._finish(None)

    def _finish(self, worker: Worker | None) -> None:
        self.done = True
        self._pool.give_back(worker, foreign=self._foreign)

    def _died(self) -> QueryError:
        status = self._worker.discard()
        self._finish(None)
        if status in (-signal.SIGABRT, NO_MEMORY):  # the first is how the allocator gives up
            return too_much_memory(self._limits)
        if status == -signal.SIGSEGV:
            return QueryError(
                "nesting",
                "the query nests too deeply for the engine's stack",
                limit="query_nesting",
                remedy="write the query flatter",
            )
        return QueryError("engine", "the query worker ended before the answer was whole")


def _hand_over(pool: Pool, request: bytes, limits: Limits, foreign: bool) -> Worker:
    """Give a query to a worker and wait until it says that it has it."""
    for _ in range(2):  # a worker may have ended while it had nothing to do
        worker = pool.take(limits, foreign=foreign)
        try:
            worker.frames.send(request)
            worker.frames.receive(time.monotonic() + limits.query_time_s)
        except (EOFError, OSError):
            worker.discard()
            pool.give_back(None, foreign=foreign)
        else:
            return worker
    raise QueryError("engine", "query workers end before they begin", remedy="try again")


class Stream:
    """The chunks of a long answer; closing it stops the query.

    A thread takes the frames as fast as the worker makes them and keeps them in a file, so that a
    slow reader holds no worker and the wall clock measures the query alone.

    Parameters
    ----------
    first
        What has been received already.
    rest
        The frames that are still to come.
    running
        What they come from.
    """

    def __init__(self, first: bytes, rest: Iterator[bytes], running: Running) -> None:
        self._first: bytes | None = first
        self._running = running
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)
        self._written = self._read = 0
        self._ended = False
        self._error: QueryError | None = None
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._pump, args=(rest,), daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[bytes]:
        """Return itself: the chunks are read once."""
        return self

    def __next__(self) -> bytes:
        """Return the next chunk, or raise the `QueryError` that ended the query."""
        if self._first is not None:
            first, self._first = self._first, None
            return first
        with self._news:
            self._news.wait_for(lambda: self._ended or self._written > self._read)
            if not self._file.closed and self._written > self._read:
                self._file.seek(self._read)
                chunk = self._file.read(FRAME_BYTES)
                self._read += len(chunk)
                return chunk
        error, self._error = self._error, None
        self.close()
        if error is not None:
            raise error
        raise StopIteration

    def close(self) -> None:
        """Stop the query unless it has ended, and forget what was kept."""
        if self._thread.is_alive():
            self._running.interrupt()
            self._thread.join()
        self._error = None
        self._file.close()
        self._read = self._written

    def _pump(self, rest: Iterator[bytes]) -> None:
        try:
            for chunk in rest:
                with self._news:
                    self._file.seek(self._written)
                    self._file.write(chunk)
                    self._written += len(chunk)
                    self._news.notify()
        except QueryError as error:
            self._error = error
        except OSError as error:  # no room for the file
            self._running.cancel()
            self._error = QueryError("engine", f"the answer cannot be kept: {error}")
        finally:
            with self._news:
                self._ended = True
                self._news.notify()
