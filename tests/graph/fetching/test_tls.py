"""Certificates are checked against the name, and nothing falls back to plain HTTP."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from hallway.graph.fetching.connecting import Reach
from hallway.graph.fetching.destinations import Address
from hallway.graph.fetching.fetch import fetch
from tests.graph.fetching.raw_server import (
    LIMITS,
    LOOPBACK,
    Server,
    allowed,
    redirect,
    refused,
    reply,
    serving,
)


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
