"""Fetching: the whole body comes, or an error."""

from __future__ import annotations

import gzip

import pytest

from hallway.graph.fetching.fetch import Fetched, Validators, fetch
from tests.graph.fetching.raw_server import (
    LIMITS,
    REACH,
    Server,
    redirect,
    refused,
    reply,
)


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
