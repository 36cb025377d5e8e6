"""Public addresses only, one resolution a hop, whatever the spelling or the redirect."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.fetching.connecting import Reach
from hallway.graph.fetching.destinations import Address, is_public
from hallway.graph.fetching.fetch import fetch
from tests.graph.fetching.raw_server import (
    LIMITS,
    LOOPBACK,
    OTHER_LOOPBACK,
    Server,
    allowed,
    redirect,
    refused,
    reply,
)


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
