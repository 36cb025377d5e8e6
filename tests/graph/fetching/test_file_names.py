"""What is fetched gets a safe name, whatever the address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.fetching.destinations import destination_of, file_name
from hallway.graph.fetching.fetched import Remembered, free_name


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
