"""A real server of raw answers, on this machine, which these tests may reach."""

from __future__ import annotations

import ipaddress
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.fetching.connecting import Reach
from hallway.graph.fetching.destinations import Address, is_public
from hallway.graph.fetching.fetch import fetch
from hallway.graph.settings import FetchingLimits

LOOPBACK = ipaddress.ip_address("127.0.0.1")
OTHER_LOOPBACK = "127.0.0.2"  # refused in these tests, so that it stands for a private network
LIMITS = FetchingLimits(fetch_bytes=50_000, fetch_time_s=20.0, fetch_redirects=3)
NAMES = {
    "talks.example": ["127.0.0.1"],
    "inside.example": [OTHER_LOOPBACK],
    "both.example": ["127.0.0.1", OTHER_LOOPBACK],
    "xn--bcher-kva.example": ["127.0.0.1"],
    "nowhere.example": [],
}

Answer = Callable[["Server", socket.socket], None]


def resolve(host: str) -> Sequence[Address]:
    if host not in NAMES:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return [ipaddress.ip_address(one) for one in NAMES[host]]


def allowed(address: Address) -> bool:
    return address == LOOPBACK or is_public(address)


REACH = Reach(resolve, allowed)


class Server:
    """A real server of raw answers by path; it keeps the requests it got."""

    def __init__(self, address: str = "127.0.0.1", context: ssl.SSLContext | None = None) -> None:
        self.answers: dict[str, bytes | Answer] = {}
        self.requests: list[str] = []
        self.ended = threading.Event()
        outer = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                try:
                    outer.serve(self.request, context)
                except (OSError, ValueError):  # the client, or a test, may hang up at any time
                    pass

        class Threads(socketserver.ThreadingTCPServer):
            allow_reuse_address = True

        self.server = Threads((address, 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        self.thread.start()

    def serve(self, plain: socket.socket, context: ssl.SSLContext | None) -> None:
        plain.settimeout(20)
        sock = context.wrap_socket(plain, server_side=True) if context else plain
        try:
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                got = sock.recv(4096)
                if not got:
                    return
                if got.startswith(b"\x16"):  # TLS, which this one does not speak
                    sock.sendall(reply(400, b"", "Bad Request"))
                    return
                head += got
            request = head.decode("ascii")
            self.requests.append(request)
            answer = self.answers.get(request.split(" ")[1], reply(404, b"no", "Not Found"))
            if callable(answer):
                answer(self, sock)
            else:
                sock.sendall(answer)
            if context:
                sock.unwrap()
        finally:
            sock.close()

    def url(self, path: str, host: str = "talks.example", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def close(self) -> None:
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def reply(status: int, body: bytes = b"", reason: str = "OK", **headers: str) -> bytes:
    lines = {"Content-Length": str(len(body))}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"HTTP/1.1 {status} {reason}\r\n{head}\r\n".encode("latin-1") + body


def redirect(to: str, status: int = 302) -> bytes:
    return reply(status, b"elsewhere", "Found", Location=to)


@contextmanager
def serving(*arguments: object) -> Iterator[Server]:
    server = Server(*arguments)  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.close()


def refused(url: str, limits: FetchingLimits = LIMITS, reach: Reach = REACH) -> SourceError:
    """Fetch what is refused, and return why: an error that names the address and a remedy."""
    with pytest.raises(SourceError) as caught:
        fetch(url, limits, reach=reach)
    assert caught.value.where
    assert caught.value.remedy
    return caught.value
