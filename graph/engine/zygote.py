"""The process that query workers are forked from.

Started as ``python -m hallway.graph.engine.zygote memory|disk STORE`` with a socket as standard
input. In memory it loads the generation once, and the workers share its pages; on disk each worker
opens the generation for itself. It has one thread, waits for orders and ends, with all workers,
when the socket closes: so nothing outlives the process that asked for it.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from pathlib import Path

from pyoxigraph import RdfFormat, Store

from hallway.graph.engine.wire import NO_MEMORY, ORDER, READY, Frames, frame, pack_error
from hallway.graph.engine.worker import confine, serve
from hallway.graph.errors import QueryError

__all__ = ["main"]


def main(mode: str, path: str) -> None:
    """Load, then fork and end workers as told."""
    control = socket.socket(fileno=os.dup(0))
    frames = Frames(control)
    try:
        store = _load(Path(path)) if mode == "memory" else None
    except (OSError, SyntaxError, ValueError) as error:
        frames.send(pack_error(QueryError("engine", f"{path} cannot be loaded: {error}")))
        return
    gc.freeze()
    frames.send(frame(READY))
    children: set[int] = set()
    try:
        while (order := _next_order(control)) is not None:
            kind, pid, descriptors = order
            if kind == b"F":
                pid = _fork(control, descriptors[0], store, path)
                children.add(pid)
                frames.send(frame(READY, {"pid": pid}))
            elif pid in children:
                children.discard(pid)
                frames.send(frame(READY, {"status": _end(pid)}))
    finally:
        for pid in children:
            _end(pid)


def _next_order(control: socket.socket) -> tuple[bytes, int, list[int]] | None:
    """Wait for the next order; None when the other side has gone."""
    content, descriptors, _, _ = socket.recv_fds(control, ORDER.size, 1)
    if len(content) < ORDER.size:
        return None
    kind, pid = ORDER.unpack(content)
    return kind, pid, descriptors


def _load(path: Path) -> Store:
    """Load a generation into memory, from its dump where it keeps one (three times as fast)."""
    dump = path.with_name("quads.nq")
    store = Store()
    if dump.exists():
        store.bulk_load(path=dump, format=RdfFormat.N_QUADS, lenient=True)
        return store
    # The store is read by a child, so that no thread of its is here when workers are forked.
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(readable)
        with os.fdopen(writable, "wb") as output:
            Store.read_only(str(path)).dump(output, RdfFormat.N_QUADS)
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable, "rb") as source:
        store.bulk_load(source, RdfFormat.N_QUADS, lenient=True)
    if os.waitpid(child, 0)[1]:
        raise OSError("the store cannot be opened for reading")
    return store


def _fork(control: socket.socket, descriptor: int, store: Store | None, path: str) -> int:
    """Fork a worker that serves on `descriptor` and return its pid."""
    parent = os.getpid()
    pid = os.fork()
    if pid:
        os.close(descriptor)
        return pid
    try:
        confine(parent)
        control.close()
        with socket.socket(fileno=descriptor) as connection:
            held = store if store is not None else Store.read_only(path)
            serve(Frames(connection), held, files=store is None)
    except MemoryError:
        os._exit(NO_MEMORY)
    finally:
        os._exit(0)


def _end(pid: int) -> int:
    """Kill a worker and return how it ended: the exit code, or a signal as a negative number."""
    os.kill(pid, signal.SIGKILL)  # it is ours and not yet waited for, so the pid is still its
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
