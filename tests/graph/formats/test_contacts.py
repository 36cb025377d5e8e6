"""No reader passes on how to reach people: planted addresses are in nothing that it gives."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph import formats
from hallway.graph.addresses import Addresses
from hallway.graph.formats import ReadOptions
from hallway.graph.keys import event_key, talk_keys
from hallway.graph.programme import (
    Appearance,
    Event,
    Link,
    Person,
    Programme,
    Talk,
)
from hallway.graph.reading.contacts import without_contacts
from hallway.graph.statements.events import programme_triples
from hallway.graph.statements.names import Names, mention_id
from hallway.graph.statements.source import SourceRecord
from tests.graph.suppression.forget_sources import requests

PLANTED = "planted.address@mail.example"
SAMPLES = sorted(
    (one.name, one.read_bytes())
    for one in files("hallway.samples").iterdir()
    if one.name.endswith((".txt", ".csv", ".xml", ".ics"))
) + [(one.file, one.data) for one in requests()]
SHARED = Path(os.environ.get("HALLWAY_SHARED", "")) / "data"
ENTRIES = (
    sorted(
        path
        for path in SHARED.glob("*/*")
        if path.is_file() and path.stat().st_size < 300_000 and path.name != "facts.json"
    )
    if os.environ.get("HALLWAY_SHARED")
    else []
)


def texts(value: object, name: str = "") -> Iterator[str]:
    """Yield every text of a programme that is published; notices are for the operator."""
    if is_dataclass(value):
        for field in fields(value):
            if field.name != "notices":
                yield from texts(getattr(value, field.name), field.name)
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one, name)
    elif isinstance(value, str):
        yield value


def planted(data: bytes, programme: Programme) -> tuple[bytes, int]:
    """Write an address behind some names, titles and texts of a file, wherever they stand."""
    found = 0
    for event in programme.events:
        for talk in event.talks[:5]:
            words = [said.person.name for said in talk.appearances[:2]]
            words += [talk.title, talk.abstract.partition("\n")[0][:60]]
            for word in words:
                raw = word.encode()
                if len(raw) > 5 and raw in data:
                    data = data.replace(raw, raw + b" " + PLANTED.encode() + b" ")
                    found += 1
    return data, found


def triples(programme: Programme) -> str:
    person_of = {
        mention_id("s", key, place): said.person.name
        for event in programme.events
        for owner, key in zip(
            [event, *event.talks], [event_key(event), *talk_keys(event, "s")], strict=True
        )
        for place, said in enumerate(owner.appearances, 1)
    }
    names = Names(person_of)
    record = SourceRecord("s", "s", "0" * 64)
    addresses = Addresses("http://127.0.0.1:8000/")
    return "\n".join(map(str, programme_triples(programme, record, addresses, names)))


def check(name: str, data: bytes) -> None:
    options = ReadOptions(file=name, event="Harbour Conf 2026")
    read = formats.read(data, options)
    changed, number = planted(data, read)
    again = formats.read(changed, options, read.format)
    assert number or not read.talks()
    assert not [text for text in texts(again) if PLANTED in text]
    written = triples(again)
    assert PLANTED not in written
    assert "mailto:" not in written


@pytest.mark.parametrize(("name", "data"), SAMPLES, ids=[name for name, _ in SAMPLES])
def test_an_address_behind_a_name_title_or_text_is_not_passed_on(name: str, data: bytes):
    check(name, data)


@pytest.mark.skipif(not ENTRIES, reason="HALLWAY_SHARED is not set: real programmes are not here")
def test_nor_in_any_real_programme():
    seen: dict[str, int] = {}
    for path in ENTRIES:
        data = path.read_bytes()
        try:
            kind = formats.read(data, ReadOptions(file=path.name, event="E 2024")).format
        except formats.SourceError:
            continue  # part of a folder that is one source
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] == 1:
            check_real(path.name, data)
    assert len(seen) >= 15


def check_real(name: str, data: bytes) -> None:
    options = ReadOptions(file=name, event="E 2024")
    read = formats.read(data, options)
    changed, _ = planted(data, read)
    try:
        again = formats.read(changed, options, read.format)
    except formats.SourceError:
        return  # a digest or a length in the file does not fit any more
    # A name that is also a handle has the address planted into the addresses of profiles.
    found = [text for text in texts(again) if PLANTED in text and not text.startswith("http")]
    assert not found, name


def told(*names: str, text: str = "", title: str = "T") -> Talk:
    said = tuple(Appearance(Person(name)) for name in names)
    event = Event("E 2026", talks=(Talk(title, abstract=text, appearances=said),))
    (made,) = without_contacts(Programme("csv", (event,))).events
    return made.talks[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Write to ana@quay.example.", "Write to [address withheld]."),
        ("mail <mailto:ana@quay.example>!", "mail [address withheld]!"),
        ("Tel.: +49 170 1234567, or not", "Tel [address withheld], or not"),
        ("WhatsApp: (030) 123-4567", "WhatsApp [address withheld]"),
        ("Meet @ana at 10:30 for 12 000 000 users", "Meet @ana at 10:30 for 12 000 000 users"),
        ("decorators like @app.route and a@b", "decorators like @app.route and a@b"),
        ("2026-05-01 10:00, +1 for all", "2026-05-01 10:00, +1 for all"),
    ],
)
def test_addresses_and_numbers_go_from_texts_and_nothing_else(text: str, expected: str):
    assert told("Ana Lind", text=text).abstract == expected


def test_a_name_loses_its_address_and_an_address_is_no_name():
    talk = told("Ana Lind (ana@quay.example)", "omar@quay.example", "omar@tide.example")
    names = [(one.person.name, one.person.withheld) for one in talk.appearances]
    assert names == [("Ana Lind", False), ("Name withheld", True), ("Name withheld", True)]
    assert len({one.person.id for one in talk.appearances}) == 3
    assert "omar" not in str(talk)


def test_profiles_that_write_or_call_are_dropped_and_links_of_a_talk_stay():
    links = (Link("mailto:ana@quay.example"), Link("https://quay.example/"), Link("tel:+4930"))
    said = Appearance(Person("Ana Lind", links=links))
    event = Event("E 2026", appearances=(said,), talks=(Talk("T", links=links),))
    (made,) = without_contacts(Programme("csv", (event,))).events
    assert made.talks[0].links == links
    assert made.appearances[0].person.links == (Link("https://quay.example/"),)


@given(st.text(max_size=200))
def test_a_text_without_an_at_sign_or_a_digit_stays(text: str):
    if "@" not in text and not any(map(str.isdigit, text)):
        assert told("Ana Lind", text=text).abstract == text


def test_hostile_texts_take_no_time():
    for text in ("a" * 100_000 + "@", "a@" * 50_000, "tel " * 25_000 + "1", "a@b." * 25_000):
        told("Ana Lind", text=text)
