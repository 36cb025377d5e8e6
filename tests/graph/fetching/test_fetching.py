"""Fetching: public addresses only, one resolution a hop, and limits that hold."""

from __future__ import annotations

import ast
import gzip
import ipaddress
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.fetching.connecting import Reach
from hallway.graph.fetching.destinations import Address, destination_of, file_name, is_public
from hallway.graph.fetching.fetch import Fetched, Validators, fetch
from hallway.graph.fetching.fetched import Remembered, free_name
from hallway.graph.settings import FetchingLimits
from tests.graph.fetching.raw_server import (
    LIMITS,
    LOOPBACK,
    OTHER_LOOPBACK,
    REACH,
    Answer,
    Server,
    allowed,
    redirect,
    reply,
    serving,
)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as one:
        yield one


@pytest.fixture
def inside() -> Iterator[Server]:
    """A server on an address that is not allowed: nothing may ever reach it."""
    with serving(OTHER_LOOPBACK) as one:
        one.answers["/secret"] = reply(200, b"secret")
        yield one
        assert one.requests == []


def refused(url: str, limits: FetchingLimits = LIMITS, reach: Reach = REACH) -> SourceError:
    with pytest.raises(SourceError) as caught:
        fetch(url, limits, reach=reach)
    assert caught.value.where
    assert caught.value.remedy
    return caught.value


# What comes ---------------------------------------------------------------------------------------


def test_the_whole_body_comes_with_what_to_ask_again_with(server: Server):
    server.answers["/x.xml?a=1&b=%C3%A9"] = reply(
        200, b"<schedule/>", ETag='"one"', Last_Modified="Tue, 01 Dec 2026 09:00:00 GMT"
    )
    got = fetch(server.url("/x.xml?a=1&b=é#part"), LIMITS, reach=REACH)
    modified = "Tue, 01 Dec 2026 09:00:00 GMT"
    origin = server.url("/x.xml?a=1&b=%C3%A9")
    assert got == Fetched(b"<schedule/>", Validators(origin, '"one"', modified))
    (request,) = server.requests
    lines = request.split("\r\n")
    assert f"Host: talks.example:{server.port}" in lines
    assert "User-Agent: Hallway (+https://w3id.org/hallway)" in lines
    assert "Accept-Encoding: identity" in lines
    assert "If-None-Match" not in request


def test_a_server_may_say_that_nothing_changed(server: Server):
    server.answers["/x"] = reply(304, b"", "Not Modified")
    known = Validators(server.url("/x"), '"one"', "Tue, 01 Dec 2026 09:00:00 GMT")
    assert fetch(server.url("/x"), LIMITS, known, REACH) == Fetched(None, known)
    assert 'If-None-Match: "one"\r\n' in server.requests[0]
    assert "If-Modified-Since: Tue, 01 Dec 2026 09:00:00 GMT\r\n" in server.requests[0]


def test_what_one_address_gave_is_told_to_no_other(server: Server):
    server.answers["/a"] = redirect("/b")
    server.answers["/b"] = reply(200, b"new")
    known = Validators(server.url("/a"), '"one"')
    assert fetch(server.url("/a"), LIMITS, known, REACH).body == b"new"
    asked = {one.split(" ")[1]: "If-None-Match" in one for one in server.requests}
    assert asked == {"/a": True, "/b": False}


def test_an_answer_of_no_change_that_was_not_asked_for_is_an_error(server: Server):
    server.answers["/x"] = reply(304, b"", "Not Modified")
    assert "304" in refused(server.url("/x")).what


def test_a_validator_that_would_break_the_request_is_not_kept(server: Server):
    server.answers["/x"] = reply(200, b"x", ETag='"caf\xe9"')
    got = fetch(server.url("/x"), LIMITS, reach=REACH)
    assert got.validators.etag == ""
    known = Validators(server.url("/x"), '"a"\r\nX-Evil: 1')
    fetch(server.url("/x"), LIMITS, known, REACH)
    assert "X-Evil" not in server.requests[-1]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(server: Server, status: int):
    server.answers["/a"] = redirect("sub/b?c", status)
    server.answers["/sub/b?c"] = reply(200, b"there")
    got = fetch(server.url("/a"), LIMITS, reach=REACH)
    assert (got.body, got.validators.url) == (b"there", server.url("/sub/b?c"))


def test_a_chunked_body_is_put_together(server: Server):
    chunks = b"3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n"
    head = reply(200, b"", Content_Length="", Transfer_Encoding="chunked")
    server.answers["/x"] = head + chunks
    assert fetch(server.url("/x"), LIMITS, reach=REACH).body == b"abcdefg"


def test_a_body_that_is_packed_unasked_is_unpacked(server: Server):
    server.answers["/x"] = reply(
        200, gzip.compress(b"talks" * 1000, mtime=0), Content_Encoding="gzip"
    )
    assert fetch(server.url("/x"), LIMITS, reach=REACH).body == b"talks" * 1000


def test_a_name_of_another_alphabet_is_asked_in_ascii(server: Server):
    server.answers["/x"] = reply(200, b"x")
    assert fetch(server.url("/x", "Bücher.example"), LIMITS, reach=REACH).body == b"x"
    assert f"Host: xn--bcher-kva.example:{server.port}" in server.requests[0]


def test_the_dot_at_the_end_of_a_name_says_nothing(server: Server):
    server.answers["/x"] = reply(200, b"x")
    assert fetch(server.url("/x", "talks.example."), LIMITS, reach=REACH).body == b"x"
    assert f"Host: talks.example:{server.port}" in server.requests[0]


# Where it may not go ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.0.0.1.", "localhost", "localhost.", "[::1]", "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]", "[2002:7f00:1::]", "[64:ff9b::7f00:1]", "[::127.0.0.1]", "[::]",
        "0.0.0.0", "１２７.0.0.1", "127。0。0。1",  # noqa: S104
    ],
)  # fmt: skip
def test_no_spelling_of_this_machine_is_reached_by_default(server: Server, host: str):
    server.answers["/"] = reply(200, b"secret")
    error = refused(f"http://{host}:{server.port}/", reach=Reach())
    assert "not a public address" in error.what
    assert server.requests == []


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "127.0.1", "0x7f.0.0.1", "127.0.0.01",
     "127.0.0.1..", "999.1.1.1", "1.2.3.4.5", "%31%32%37.0.0.1", "[fe80::1%25lo]", "[::1", "a b",
     "", ".", "a..b", "[127.0.0.1]", "x" * 64, "0x"],
)  # fmt: skip
def test_odd_spellings_of_hosts_are_refused(server: Server, host: str):
    refused(f"http://{host}:{server.port}/", reach=Reach())
    assert server.requests == []


@pytest.mark.parametrize(
    "address",
    [
        "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "127.0.0.1", "127.9.9.9",
        "169.254.169.254", "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7",
        "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "0.0.0.0",  # noqa: S104
        "0.1.2.3", "192.88.99.1",
        "::", "::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::7f00:1", "fc00::1", "fd12::1",
        "fe80::1", "fec0::1", "ff02::1", "2001:db8::1", "3fff::1", "2001::1", "2001:0:4136::1",
        "2002:7f00:1::", "2002:a00:1::1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "4000::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str):
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1",
     "::ffff:1.1.1.1", "2002:101:101::1", "64:ff9b::101:101"],
)  # fmt: skip
def test_addresses_that_are_public(address: str):
    assert is_public(ipaddress.ip_address(address))


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_public_in_every_wrapping_or_in_none(address: ipaddress.IPv4Address):
    number = int(address)
    wrapped = [(0xFFFF << 32) | number, (0x2002 << 112) | (number << 80), (0x64FF9B << 96) | number]
    verdicts = {is_public(ipaddress.IPv6Address(one)) for one in wrapped}
    assert verdicts == {is_public(address)}
    if is_public(address):
        assert address.is_global


def test_one_private_address_of_a_name_is_enough_to_refuse_it(server: Server):
    server.answers["/"] = reply(200, b"x")
    assert OTHER_LOOPBACK in refused(server.url("/", "both.example")).what
    assert server.requests == []


def test_a_name_is_resolved_once_and_its_checked_address_reached(server: Server, inside: Server):
    server.answers["/secret"] = reply(200, b"open")
    asked = []

    def rebinding(host: str) -> Sequence[Address]:
        asked.append(host)
        return [LOOPBACK if len(asked) == 1 else ipaddress.ip_address(OTHER_LOOPBACK)]

    url = server.url("/secret", "rebinding.example")
    assert fetch(url, LIMITS, reach=Reach(rebinding, allowed)).body == b"open"
    assert asked == ["rebinding.example"]


def test_a_name_is_checked_again_after_a_redirect_to_itself(server: Server):
    server.answers["/a"] = redirect("/b")
    server.answers["/b"] = reply(200, b"x")
    asked = []

    def rebinding(host: str) -> Sequence[Address]:
        asked.append(host)
        return [LOOPBACK if len(asked) == 1 else ipaddress.ip_address(OTHER_LOOPBACK)]

    error = refused(server.url("/a", "rebinding.example"), reach=Reach(rebinding, allowed))
    assert OTHER_LOOPBACK in error.what
    assert len(server.requests) == 1


@pytest.mark.parametrize("host", ["inside.example", OTHER_LOOPBACK, f"[::ffff:{OTHER_LOOPBACK}]"])
def test_a_redirect_to_a_private_address_is_refused(server: Server, inside: Server, host: str):
    server.answers["/"] = redirect(inside.url("/secret", host))
    error = refused(server.url("/"))
    assert "not a public address" in error.what
    assert server.url("/") in error.where
    assert "redirected to" in error.where


@pytest.mark.parametrize(
    ("to", "says"),
    [
        ("file:///etc/passwd", "'file'"),
        ("ftp://talks.example/x", "'ftp'"),
        ("gopher://127.0.0.1:70/_x", "'gopher'"),
        ("javascript:alert(1)", "'javascript'"),
        ("data:text/plain,x", "'data'"),
        ("http://169.254.169.254/latest/meta-data/", "169.254.169.254"),
        ("//127.0.0.2/x", "127.0.0.2"),
        ("http://ann:s3cret@talks.example/", "user name"),
        ("http://0x7f000001/", "0x7f000001"),
        ("http://[::1", ""),
        ("http://talks.example:99999/", "port"),
        ("http://talks.example/\x01", "control"),
        ("", "without saying where"),
    ],
)
def test_a_redirect_is_checked_like_the_first_address(server: Server, to: str, says: str):
    server.answers["/"] = redirect(to)
    error = refused(server.url("/"))
    assert says in error.what
    assert server.url("/") in error.where
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("file:///etc/passwd", "'file'"),
        ("/etc/passwd", "''"),
        ("ftp://talks.example/", "'ftp'"),
        ("http://ann:pass@talks.example/x", "user name"),
        ("http://ann@talks.example/x", "user name"),
        ("http://talks.example:0/", "port 0"),
        ("http://talks.example:x/", "port"),
        ("http://talks.exa\tmple/", "control"),
        ("http://talks.example/\r\nHost: x", "control"),
        ("http://talks.example\\@inside.example/", "user name"),
        ("http://talks.example\\.inside.example/", "no name"),
    ],
)
def test_an_address_is_refused_before_anything_is_asked(url: str, says: str):
    error = refused(url)
    assert says in error.what
    assert "ann" not in str(error)


@pytest.mark.parametrize(
    "url",
    ["http://ann:s3cret@talks.example/x", "ftp://ann:s3cret@x.example/", "http://s3cret@[::1/",
     "http://ann:s3cret@\u2100.example/", "//ann:s3cret@x.example/"],
)  # fmt: skip
def test_a_secret_of_an_address_is_never_repeated(server: Server, url: str):
    assert "s3cret" not in str(refused(url))
    server.answers["/"] = redirect(url.replace("\u2100", "[]"))
    assert "s3cret" not in str(refused(server.url("/")))


def test_redirects_in_a_circle_end(server: Server):
    server.answers["/a"] = redirect("/b")
    server.answers["/b"] = redirect("/a#again")
    assert "circle" in refused(server.url("/a")).what
    assert len(server.requests) == 2


def test_redirects_without_end_end(server: Server):
    for number in range(9):
        server.answers[f"/{number}"] = redirect(f"/{number + 1}")
    assert "fetch_redirects = 3" in refused(server.url("/0")).what
    assert len(server.requests) == 4


# Limits and answers that are not whole ------------------------------------------------------------


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


# TLS ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for talks.example and its key, made here."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, so no certificate can be made")
    folder = tmp_path_factory.mktemp("tls")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=talks.example", "-addext",
         "subjectAltName=DNS:talks.example,DNS:xn--bcher-kva.example",
         "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return certificate, key


class Named:
    """Names that clients asked for in the TLS handshake."""

    def __init__(self) -> None:
        self.names: list[str | None] = []

    def __call__(self, sock: ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
        self.names.append(name)


@pytest.fixture
def secure(certificate: tuple[Path, Path]) -> Iterator[tuple[Server, Named]]:
    context, named = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), Named()
    context.load_cert_chain(*certificate)
    context.sni_callback = named  # type: ignore[assignment]
    with serving("127.0.0.1", context) as server:
        server.answers["/x"] = reply(200, b"safe")
        yield server, named


def trusting(certificate: tuple[Path, Path], names: Callable[[str], Sequence[Address]]) -> Reach:
    return Reach(names, allowed, lambda: ssl.create_default_context(cafile=str(certificate[0])))


def anywhere(host: str) -> Sequence[Address]:
    return [LOOPBACK]


def test_the_certificate_is_checked_against_the_name_not_the_address(
    secure: tuple[Server, Named], certificate: tuple[Path, Path]
):
    server, named = secure
    reach = trusting(certificate, anywhere)
    assert fetch(server.url("/x", scheme="https"), LIMITS, reach=reach).body == b"safe"
    other = server.url("/x", "Bücher.example.", "https")
    assert fetch(other, LIMITS, reach=reach).body == b"safe"
    assert named.names == ["talks.example", "xn--bcher-kva.example"]
    error = refused(server.url("/x", "other.example", "https"), reach=reach)
    assert "certificate is not good for other.example" in error.what
    assert "certificate" in refused(server.url("/x", "127.0.0.1", "https"), reach=reach).what
    assert len(server.requests) == 2


def test_a_certificate_that_nobody_vouches_for_is_refused(secure: tuple[Server, Named]):
    server, _ = secure
    assert "certificate" in refused(server.url("/x", scheme="https")).what
    assert server.requests == []


def test_a_redirect_from_https_to_http_is_refused(
    secure: tuple[Server, Named], certificate: tuple[Path, Path], server: Server
):
    server.answers["/plain"] = reply(200, b"changed")
    secure[0].answers["/down"] = redirect(server.url("/plain"))
    reach = trusting(certificate, anywhere)
    assert "https to http" in refused(secure[0].url("/down", scheme="https"), reach=reach).what
    assert server.requests == []
    server.answers["/up"] = redirect(secure[0].url("/x", scheme="https"))
    assert fetch(server.url("/up"), LIMITS, reach=reach).body == b"safe"


def test_a_secure_body_that_is_cut_is_no_end(
    secure: tuple[Server, Named], certificate: tuple[Path, Path]
):
    def cut(server: Server, sock: socket.socket) -> None:
        sock.sendall(reply(200, b"half", Content_Length=""))
        sock.shutdown(socket.SHUT_RDWR)  # without the close_notify of TLS

    secure[0].answers["/cut"] = cut
    reach = trusting(certificate, anywhere)
    assert "failed" in refused(secure[0].url("/cut", scheme="https"), reach=reach).what


def test_a_server_without_tls_is_told(server: Server):
    assert "failed" in refused(server.url("/x", scheme="https")).what


# Names of files -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/schedule.xml", "schedule.xml"),
        ("/a/schedule.xml?x=/etc/passwd", "schedule.xml"),
        ("/2026/", "2026"),
        ("/", "talks.example"),
        ("", "talks.example"),
        ("/..%2f..%2fetc%2fpasswd", "etc-passwd"),
        ("/%2e%2e", "talks.example"),
        ("/.bashrc", "bashrc"),
        ("/CON.xml", "source-CON.xml"),
        ("/a%00b%0d%0a.csv", "a-b-.csv"),
        ("/Vortr%C3%A4ge%202026.ics", "Vorträge-2026.ics"),
        ("/" + "x" * 400 + ".json", "x" * 95 + ".json"),
    ],
)
def test_the_name_of_a_file_is_safe(path: str, name: str):
    assert file_name("https://talks.example" + path) == name


@given(st.text())
def test_no_address_makes_an_unsafe_name(path: str):
    try:
        url = destination_of("https://talks.example/" + path).url
    except SourceError:
        return
    name = file_name(url)
    assert 0 < len(name) <= 100
    assert not name.startswith((".", "-"))
    assert not set(name) & set('/\\:*?"<>|\0 ')
    assert ".." not in name


def test_two_addresses_that_end_alike_have_two_names():
    one = Remembered("https://a.example/en/talks.csv", "talks.csv", "0" * 64, "")
    assert free_name(one.url, [one]) == "talks.csv"
    other = free_name("https://a.example/de/talks.csv", [one])
    assert other != "talks.csv"
    assert other.startswith("talks-")
    assert other.endswith(".csv")


@given(st.text(), st.sampled_from(["http://", "https://", "http://[", "HTTP://x/", ""]))
def test_any_text_is_an_address_or_refused(text: str, start: str):
    try:
        found = destination_of(start + text)
    except SourceError:
        return
    assert found.scheme in ("http", "https")
    assert (found.target + found.host).isascii()
    assert not set(found.target + found.host) & set(" \r\n\t")
    assert destination_of(found.url) == found


# Nothing else connects ----------------------------------------------------------------------------

CONNECTING = {
    "SPARQLWrapper", "asyncio", "ftplib", "http.client", "requests", "smtplib", "socket", "ssl",
    "urllib.request", "urllib3",
}  # fmt: skip
CONNECTS = {
    "graph/fetching/destinations.py": "resolves names for fetching",
    "graph/fetching/connecting.py": "connects for fetching",
    "graph/fetching/fetch.py": "fetches",
    "graph/engine/wire.py": "speaks with its own workers over a pair of sockets",
    "graph/engine/pool.py": "speaks with its own workers over a pair of sockets",
    "graph/engine/zygote.py": "speaks with its own workers over a pair of sockets",
    "graph/engine/remote.py": "asks the SPARQL endpoint that the operator names",
    "graph/engine/graph_store.py": "sends graphs to the server that the operator names",
}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{one.name}" for one in node.names}
    return names


def test_only_fetching_imports_what_opens_connections():
    root = Path(__file__).parents[3]
    found = {
        str(path.relative_to(root))
        for folder in ("graph", "hallway", "web")
        for path in (root / folder).rglob("*.py")
        if imported(path) & CONNECTING
    }
    assert found == set(CONNECTS)
