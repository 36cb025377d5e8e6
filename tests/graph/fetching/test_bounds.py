"""Limits of size and time hold, and an answer that is not whole is an error."""

from __future__ import annotations

import gzip
import ipaddress
import socket
import threading
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.fetching.connecting import Reach
from hallway.graph.fetching.destinations import Address
from hallway.graph.fetching.fetch import fetch
from hallway.graph.settings import FetchingLimits
from tests.graph.fetching.raw_server import (
    LIMITS,
    LOOPBACK,
    REACH,
    Answer,
    Server,
    redirect,
    refused,
    reply,
    serving,
)


def test_a_body_that_is_announced_too_large_is_not_read(server: Server):
    server.answers["/x"] = reply(200, b"", Content_Length="50001")
    assert "fetch_bytes = 50,000" in refused(server.url("/x")).what


def test_a_body_at_the_limit_comes(server: Server):
    server.answers["/x"] = reply(200, b"x" * 50_000)
    assert fetch(server.url("/x"), LIMITS, reach=REACH).body == b"x" * 50_000


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_without_end_ends_at_the_limit(server: Server, chunked: bool):
    sent = []

    def endless(server: Server, sock: socket.socket) -> None:
        coding = "chunked" if chunked else ""
        sock.sendall(reply(200, b"", Content_Length="", Transfer_Encoding=coding))
        block = b"x" * 1000
        while not server.ended.is_set():
            sock.sendall(b"3e8\r\n" + block + b"\r\n" if chunked else block)
            sent.append(len(block))

    server.answers["/x"] = endless
    assert "fetch_bytes" in refused(server.url("/x")).what
    assert sum(sent) < 20_000_000  # what fits into the buffers of two sockets


@pytest.mark.parametrize("level", [0, 9])
def test_a_packed_body_is_measured_unpacked(server: Server, level: int):
    bomb = gzip.compress(b"\0" * 50_001, level, mtime=0)
    server.answers["/x"] = reply(200, bomb, Content_Encoding="gzip")
    assert "fetch_bytes" in refused(server.url("/x")).what
    fits = gzip.compress(b"\0" * 50_000, 9, mtime=0)
    server.answers["/y"] = reply(200, fits, Content_Encoding="gzip")
    assert fetch(server.url("/y"), LIMITS, reach=REACH).body == b"\0" * 50_000


def test_a_packed_body_that_unpacks_to_nothing_for_ever_ends(server: Server):
    def endless(server: Server, sock: socket.socket) -> None:
        sock.sendall(reply(200, b"", Content_Length="", Content_Encoding="gzip"))
        sock.sendall(gzip.compress(b"", mtime=0)[:10])
        while not server.ended.is_set():
            sock.sendall(b"\0\0\0\xff\xff" * 200)  # stored blocks of length 0

    server.answers["/x"] = endless
    assert "fetch_bytes" in refused(server.url("/x")).what


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (reply(200, b"abc", Content_Length="10"), "ended early, after 3 bytes"),
        (reply(200, b"", Content_Length="", Transfer_Encoding="chunked") + b"5\r\nab", "early"),
        (reply(200, b"", Content_Length="", Transfer_Encoding="chunked") + b"2\r\nab\r\n", "early"),
        (
            reply(200, gzip.compress(b"abc" * 99, mtime=0)[:-9], Content_Encoding="gzip"),
            "ended early",
        ),
        (
            reply(200, gzip.compress(b"abc", mtime=0) + b"more", Content_Encoding="gzip"),
            "followed by",
        ),
        (reply(200, b"not gzip at all", Content_Encoding="gzip"), "failed"),
        (reply(200, b"abc", Content_Encoding="br"), "packed as 'br'"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "two lengths"),
        (reply(200, b"abc", Content_Length="-3"), "its length is '-3'"),
        (reply(200, b"abc", Content_Length="3 apples"), "its length is"),
        (reply(200, b"3\r\nabc\r\n0\r\n\r\n", Transfer_Encoding="gzip, chunked"), "sent as"),
        (b"", "ended early"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "not HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 70_000 + b"\r\n\r\n", "not HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", "not HTTP"),
        (reply(206, b"part", "Partial Content"), "206"),
        (reply(204, b"", "No Content"), "204 No Content"),
        (reply(404, b"no", "Not Found"), "404 Not Found"),
        (reply(401, b"no", "Unauthorized"), "401"),
        (reply(503, b"no", "Busy", Retry_After="120"), "after 120"),
    ],
)
def test_an_answer_that_is_not_the_whole_file_is_an_error(server: Server, answer: bytes, says: str):
    server.answers["/x"] = answer
    error = refused(server.url("/x"))
    assert says in error.what
    assert error.where == server.url("/x")


def outcome(url: str) -> str:
    """Return where an error says it happened, or which address gave bytes."""
    try:
        got = fetch(url, LIMITS, reach=REACH)
    except SourceError as error:
        return error.where
    return "nothing" if got.body is None else url


def test_any_answer_gives_bytes_or_an_error_that_names_the_address():
    heads = st.sampled_from(
        [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 302 X\r\nLocation: ",
         reply(200, b"", Content_Length="", Transfer_Encoding="chunked"),
         reply(200, b"", Content_Length="9", Content_Encoding="gzip")]
    )  # fmt: skip

    with serving() as server:

        @settings(max_examples=100)
        @given(heads, st.binary(max_size=60), st.booleans())
        def holds(head: bytes, rest: bytes, ended: bool) -> None:
            server.answers["/x"] = head + rest + (b"\r\n\r\n" if ended else b"")
            assert server.url("/x") in outcome(server.url("/x"))

        holds()


def test_what_follows_the_announced_length_is_not_read(server: Server):
    server.answers["/x"] = reply(200, b"abcdef", Content_Length="3")
    assert fetch(server.url("/x"), LIMITS, reach=REACH).body == b"abc"


def drip(part: bytes) -> Answer:
    """Send a part again and again, always soon enough for a limit on single reads."""

    def answer(server: Server, sock: socket.socket) -> None:
        while not server.ended.wait(0.02):
            sock.sendall(part)

    return answer


def stall(server: Server, sock: socket.socket) -> None:
    sock.sendall(reply(200, b"abc", Content_Length="10"))
    server.ended.wait(20)


def drip_body(server: Server, sock: socket.socket) -> None:
    sock.sendall(reply(200, b"", Content_Length="40000"))
    drip(b"x")(server, sock)


@pytest.mark.parametrize(
    "answer",
    [stall, drip_body, drip(b"H"), drip(b"HTTP/1.1 100 Continue\r\n\r\n")],
    ids=["stalls", "body", "status line", "continues"],
)
def test_a_slow_answer_ends_at_the_time_limit(server: Server, answer: Answer):
    server.answers["/x"] = answer
    limits = FetchingLimits(fetch_bytes=50_000, fetch_time_s=0.3)
    began = time.monotonic()
    assert "fetch_time_s = 0.3" in refused(server.url("/x"), limits).what
    assert time.monotonic() - began < 5


def test_the_time_limit_is_that_of_all_redirects_together(server: Server):
    def slowly(server: Server, sock: socket.socket) -> None:
        server.ended.wait(0.15)
        sock.sendall(redirect(f"/{len(server.requests)}"))

    server.answers = {f"/{number}": slowly for number in range(50)}
    limits = FetchingLimits(fetch_time_s=0.5, fetch_redirects=40)
    assert "fetch_time_s" in refused(server.url("/0"), limits).what
    assert len(server.requests) < 6


def test_a_resolver_that_hangs_ends_at_the_time_limit():
    ended = threading.Event()

    def hanging(host: str) -> Sequence[Address]:
        ended.wait(20)
        return []

    limits = FetchingLimits(fetch_time_s=0.2)
    assert "fetch_time_s" in refused("http://talks.example/", limits, Reach(hanging)).what
    ended.set()


def test_the_next_address_is_tried_when_one_does_not_answer(server: Server):
    server.answers["/x"] = reply(200, b"there")
    silent = ipaddress.ip_address("127.0.0.3")  # nothing listens there
    reach = Reach(lambda host: [silent, LOOPBACK], lambda address: address in (silent, LOOPBACK))
    assert fetch(server.url("/x"), LIMITS, reach=reach).body == b"there"


def test_names_that_lead_nowhere_are_told(server: Server):
    assert "not known" in refused("http://unknown.example/").what
    assert "no address" in refused("http://nowhere.example/").what
    server.close()
    try:
        assert "cannot be reached" in refused(server.url("/")).what
    finally:
        server.__init__()  # type: ignore[misc]  # for the fixture to close
