"""What strangers send to the real server, byte by byte: it refuses, says why, and goes on."""

from __future__ import annotations

import io
import logging
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from hallway.graph.settings import ServingLimits, Settings
from hallway.graph.site import Site
from hallway.serving import PlainFormatter, make_server
from hallway.web import create_app
from hallway.web.security import CONTENT_SECURITY_POLICY

EVIL = "evil.example"
TRACES = ("Traceback", "site-packages", str(Path(__file__).parents[2]), 'File "')
LIMITS = ServingLimits(connections=60, request_time_s=1.5, head_bytes=20_000, body_bytes=5_000)


@contextmanager
def served(app: Flask, config: Settings) -> Iterator[int]:
    server = make_server(app, config, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield int(server.effective_port)
    server.close()
    server.task_dispatcher.shutdown()
    thread.join(10)


def limited(site: Site, **changed: object) -> Site:
    other = Site(site.folder)
    other.config = replace(site.config, serving=LIMITS, **changed)  # type: ignore[arg-type]
    return other


@pytest.fixture(scope="module")
def port(small_site: Site) -> Iterator[int]:
    with limited(small_site) as site, served(create_app(site), site.config) as number:
        yield number


class Received:
    """What came back: an answer, or nothing when the connection was closed without one."""

    def __init__(self, raw: bytes, method: str) -> None:
        self.raw = raw
        self.status = 0
        if raw:
            stream = _Stream(raw)
            answer = HTTPResponse(stream, method=method)  # type: ignore[arg-type]
            answer.begin()
            self.status, self.headers = answer.status, answer.headers
            self.body = answer.read()
            self.rest = stream.read()  # what a second, smuggled request would be answered


class _Stream(io.BytesIO):
    def makefile(self, mode: str) -> _Stream:
        return self

    def close(self) -> None:
        """Stay open: what follows the answer is looked at."""


def exchange(port: int, sent: bytes, method: str = "GET") -> Received:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        got = b""
        try:
            connection.sendall(sent)
            while chunk := connection.recv(65_536):
                got += chunk
        except (ConnectionResetError, BrokenPipeError):
            pass  # it may close before it has read all that is too much
    return Received(got, method)


def ask(port: int, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> Received:
    lines = {"Host": f"127.0.0.1:{port}", "Connection": "close"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    if body:
        lines |= {"Content-Length": str(len(body))}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return exchange(
        port, f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body, method
    )


def shows_nothing(answer: Received) -> bool:
    return not any(trace.encode() in answer.raw for trace in TRACES)


# Paths and queries -------------------------------------------------------------------------------

PATHS = [
    "/%", "/%zz", "/%ff", "/%00", "/talk/%00", "/talk/%c3%28", "/talk/a%2Fb", "/*", "*",
    f"//{EVIL}", f"/\\{EVIL}", f"/%5c{EVIL}", f"/talk//{EVIL}", f"/%2f%2f{EVIL}", "/talk/..;/x",
    "/static/../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "/static//etc/passwd",
    "/static/css/tokens.css%00.html", "/static/css/tokens.css/", "/dump.nt/../..",
    "/talk/x%0d%0aSet-Cookie:%20a=b", "/explore?from=%0d%0aSet-Cookie:%20a=b",
    "/search?q=%00", "/search?q=%ff", "/search?q=%E2%80%AE", "/?q=%ff%fe",
    "/search?q=" + "a" * 9000,
    "/sparql?query=%ff", "/sparql?query=ASK%7B%7D%00", "/sparql?query=&query=",
    "/person/CON", "/person/" + "%F0%9F%98%80" * 400, "/id/person/" + "x" * 9000,
    "/questions/%2e%2e.json", "/graph/source/%2e%2e%2flinks", "/event/%0a.ics", "/dump.%2e%2e",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_no_address_breaks_the_server_or_leads_elsewhere(port: int, path: str):
    answer = ask(port, path, Accept="text/html")
    assert answer.status in (200, 400, 404)
    assert shows_nothing(answer)
    assert "Set-Cookie" not in answer.headers
    assert EVIL not in str(answer.headers)
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_server_answers_in_any_folder_it_is_started_in(
    small_site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(small_site.folder.parent)
    with Site(small_site.folder.name) as site:
        client = create_app(site).test_client()
        with client.get("/dump.nq") as answer:
            assert answer.data == (small_site.current.folder / "quads.nq").read_bytes()


# Methods -----------------------------------------------------------------------------------------

READ = ["/", "/talk/krane-bei-nacht", "/talk/nope", "/talk/krane-bei-nacht.ttl", "/dump.nq",
        "/dump.ttl", "/static/css/tokens.css", "/sparql?query=ASK%7B%7D", "/questions/topics.json",
        "/sitemap.xml", "/explore", "/search?q=crane", "/healthz"]  # fmt: skip
VARYING = ("Date", "Content-Length", "Transfer-Encoding")


@pytest.mark.parametrize("path", READ)
def test_head_has_the_headers_of_get_and_no_body(port: int, path: str):
    head, get = ask(port, path, "HEAD"), ask(port, path)
    assert head.status == get.status
    assert head.body == b""
    assert {n: v for n, v in head.headers.items() if n not in VARYING} == {
        n: v for n, v in get.headers.items() if n not in VARYING
    }


@pytest.mark.parametrize("path", READ)
def test_options_lists_the_methods_and_others_are_refused_with_the_list(port: int, path: str):
    asked = ask(port, path, "OPTIONS")
    assert asked.status in (200, 204)
    assert {"GET", "HEAD", "OPTIONS"} <= set(asked.headers["Allow"].split(", "))
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND"):
        answer = ask(port, path, method)
        assert answer.status == 405
        assert "GET" in answer.headers["Allow"]
        assert shows_nothing(answer)


# Hosts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [EVIL, "", f"{EVIL}@127.0.0.1", f"127.0.0.1.{EVIL}", "127.0.0.1:99999", "127.0.0.1:x", "a b"],
)
def test_a_host_that_is_not_ours_is_refused_before_anything_is_asked(port: int, host: str):
    answer = ask(port, "/", Host=host)
    assert answer.status == 400
    assert EVIL.encode() not in answer.raw


def test_two_hosts_or_none_are_refused(port: int):
    for hosts in ("", f"Host: 127.0.0.1\r\nHost: {EVIL}\r\n"):
        request = f"GET / HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"
        assert exchange(port, request.encode()).status == 400


FORGED = {
    "X_Forwarded_Host": EVIL, "X_Forwarded_Proto": "gopher", "X_Forwarded_Prefix": "/evil",
    "X_Forwarded_For": EVIL, "Forwarded": f"host={EVIL}", "X_Original_URL": "/evil",
    "X_Rewrite_URL": "/evil", "X_Host": EVIL, "X_HTTP_Method_Override": "DELETE",
    "Origin": f"https://{EVIL}", "Referer": f"https://{EVIL}/", "Accept_Language": "../../etc",
}  # fmt: skip


@pytest.mark.parametrize("proxies", [0, 1])
def test_no_forged_header_changes_what_a_cache_would_keep(small_site: Site, proxies: int):
    paths = ("/", "/talk/krane-bei-nacht.ttl", "/sitemap.xml", "/id/talk/krane-bei-nacht",
             "/about.ttl", "/robots.txt", "/dump.nq", "/talk/nope")  # fmt: skip
    with (
        limited(small_site, proxies=proxies) as site,
        served(create_app(site), site.config) as port,
    ):
        for path in paths:
            plain, forged = ask(port, path), ask(port, path, **FORGED)
            assert (forged.status, forged.body) == (plain.status, plain.body)
            assert EVIL.encode() not in forged.raw
        absolute = f"GET http://{EVIL}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        assert EVIL.encode() not in exchange(port, absolute.encode()).raw


@pytest.mark.parametrize("accept", ["text/html", "text/turtle", "image/png"])
def test_what_depends_on_the_header_says_so_to_caches(port: int, accept: str):
    for path in ("/id/talk/krane-bei-nacht", "/talk/krane-bei-nacht", "/talk/nope", "/id/x/y",
                 "/sparql", "/sparql?query=SELECT", "/ontology", "/graph/links"):  # fmt: skip
        answer = ask(port, path, Accept=accept)
        assert "Accept" in answer.headers.get("Vary", ""), (path, answer.status)


# Requests that proxies and servers may read differently -------------------------------------------

SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEAD = b"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/sparql-query\r\n"
BROKEN = [
    HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n" + SMUGGLED,
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n\r\n" + SMUGGLED,
    HEAD + b"Content-Length: -4\r\n\r\nabcd" + SMUGGLED,
    HEAD + b"Content-Length: +4\r\n\r\nabcd" + SMUGGLED,
    HEAD + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde" + SMUGGLED,
    HEAD + b"Content-Length: 4, 5\r\n\r\nabcde" + SMUGGLED,
    b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n" + SMUGGLED,
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n folded\r\nX\x00Y: z\r\n\r\n" + SMUGGLED,
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\x00b\r\n\r\n" + SMUGGLED,
    b"get / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + SMUGGLED,
    b"<script> / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + SMUGGLED,
    b"GET /\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/9.9 x\r\nHost: 127.0.0.1\r\n\r\n" + SMUGGLED,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64 + b"\r\n\r\n",
]


@pytest.mark.parametrize("sent", BROKEN, ids=range(len(BROKEN)))
def test_a_request_of_two_readings_is_refused_and_the_connection_closed(port: int, sent: bytes):
    answer = exchange(port, sent)
    assert answer.status in (0, 400, 404, 501)
    assert b"smuggled" not in answer.raw
    assert not answer.raw or not answer.rest.startswith(b"HTTP/")
    assert shows_nothing(answer)
    assert ask(port, "/healthz").status == 200


# Size and time -----------------------------------------------------------------------------------


def test_a_head_that_is_too_large_is_refused(port: int):
    assert ask(port, "/", X_Long="a" * 30_000).status in (0, 431)
    assert ask(port, "/" + "a" * 30_000).status in (0, 431)
    many = {f"X_{number}": "a" * 50 for number in range(1000)}
    assert ask(port, "/", **many).status in (0, 431)
    assert ask(port, "/healthz").status == 200


def test_a_body_that_is_too_large_is_refused_by_us_and_a_huge_one_by_the_server(port: int):
    query = {"Content_Type": "application/sparql-query"}
    told = ask(port, "/sparql", "POST", b"x" * 20_000, **query)
    assert told.status == 413
    assert b"query_bytes" in told.body
    assert ask(port, "/sparql", "POST", b"x" * 90_000, **query).status in (0, 413)
    chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" + b"x" * 4096 + b"\r\n"
    endless = chunked + (b"1000\r\n" + b"x" * 4096 + b"\r\n") * 30
    assert exchange(port, endless, "POST").status in (0, 413)
    assert ask(port, "/healthz").status == 200


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nX: ", HEAD + b"Content-Length: 4000\r\n\r\n"]
)
def test_a_request_that_drips_is_cut_off(port: int, begun: bytes):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(begun)
        connection.setblocking(False)
        for _ in range(600):  # a minute, if nothing ends it
            time.sleep(0.1)
            try:
                if begun:
                    connection.send(b"a")
                if connection.recv(100) == b"":
                    break
            except BlockingIOError:
                continue
            except OSError:
                break
        else:
            pytest.fail("the connection was never closed")


def test_idle_clients_keep_nobody_out(port: int):
    """As many as may connect do, and say nothing; the next is let in when they are cut off."""
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(LIMITS.connections)]
    try:
        assert ask(port, "/healthz").status == 200
    finally:
        for one in idle:
            one.close()


def test_a_slow_reader_of_a_finished_answer_gets_all_of_it(port: int):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        connection.sendall(b"GET /dump.nq HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        got = connection.recv(1000)
        time.sleep(3 * LIMITS.request_time_s)
        while chunk := connection.recv(65_536):
            got += chunk
    answer = Received(got, "GET")
    assert int(answer.headers["Content-Length"]) == len(answer.body)


# Clients -----------------------------------------------------------------------------------------


def test_one_client_leaves_places_for_others(small_site: Site):
    few = replace(LIMITS, client_queries=1)
    slow = "/sparql?query=" + quote("SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 20000") + "&format=csv"
    for proxies, second in ((0, 429), (1, 200)):
        with limited(small_site, proxies=proxies) as site:
            site.config = replace(site.config, serving=few)
            client = create_app(site).test_client()

            def one(address: str, path: str, proxy: str = "192.0.2.1"):
                return client.get(  # noqa: B023  # called before the next round
                    path,
                    headers={"X-Forwarded-For": address},
                    environ_base={"REMOTE_ADDR": proxy},
                    buffered=False,
                )

            reading = one("198.51.100.7", slow)
            assert reading.status_code == 200
            other = one("198.51.100.8", "/sparql?query=ASK{}")
            assert other.status_code == second
            same = one("203.0.113.9, 198.51.100.7", "/sparql?query=ASK{}")
            assert same.status_code == 429
            assert same.headers["Retry-After"]
            assert same.json["limit"] == "client_queries"
            assert one("", "/sparql?query=ASK{}", "192.0.2.2").status_code == 200
            reading.close()
            assert one("198.51.100.7", "/sparql?query=ASK{}").status_code == 200


def test_a_form_comes_from_the_base_when_a_proxy_asks_under_another_host(small_site: Site):
    client = create_app(small_site).test_client()
    for origin, status in (("https://hallway.example", 303), ("http://hallway.example", 403)):
        answer = client.post("/theme", data={"theme": "dark"}, headers={"Origin": origin})
        assert answer.status_code == status


# The log -----------------------------------------------------------------------------------------


def test_no_text_of_a_request_forges_a_line_of_the_log():
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(PlainFormatter("%(levelname)s %(message)s"))
    hostile = "a\x1b[2J\r\n[2026] ERROR forged\u202e"
    try:
        raise ValueError(hostile)
    except ValueError:
        record = logging.LogRecord("x", 40, "f", 1, "fault at %s", (hostile,), sys.exc_info())
    handler.handle(record)
    lines = written.getvalue().splitlines()
    assert lines[0] == "ERROR fault at a\\x1b[2J\\r\\n[2026] ERROR forged\\u202e"
    assert all(line.startswith("  ") for line in lines[1:])
    assert not {"\x1b", "\r", "\u202e"} & set(written.getvalue())


def test_no_other_address_of_the_machine_answers(port: int):
    with socket.socket() as other:
        other.settimeout(1)
        assert other.connect_ex(("127.0.0.2", port)) != 0
