"""Deleting, doubling or swapping one field of a talk changes that talk, in that respect, alone."""

from __future__ import annotations

import copy
import csv
import io
import json
import os
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.formats.syntax.json_opening import join
from hallway.graph.formats.syntax.json_values import step
from hallway.graph.programme import Talk
from tests.graph.formats.odd_values import bundle
from tests.graph.formats.writers import EVENT, FIRST, WRITERS, ZONE, Fact

SHARED = os.environ.get("HALLWAY_SHARED")
LARGEST = 150_000
OPTIONS = ReadOptions(file="x", event=EVENT, zone=ZONE)
FACTS = [
    Fact("Cranes & ropes", FIRST, 45, "Quay", ("Ana van Lind", "Bo van Grant")),
    Fact("Knots", FIRST + timedelta(hours=1), 30, "Pier 3", ("Mei van Tanaka",)),
    Fact("Tides", FIRST + timedelta(days=1), 60, "Quay", ("Ana van Lind",)),
    Fact("Moorings", FIRST + timedelta(days=1, hours=2), 25, "Main hall", ("Cy van Ode",)),
]
# What one field of a source may say about a talk. Whether it is a break follows from the rest.
RESPECTS: dict[str, tuple[str, ...]] = {
    "name": ("title", "subtitle", "status"),
    "time": ("start", "end", "minutes", "slots"),
    "place": ("room",),
    "people": ("appearances",),
    "text": ("abstract", "truncated"),
    "labels": ("kind", "track", "topics", "audiences", "languages"),
    "links": ("recordings", "slides", "links", "url", "no_recording"),
    "key": ("key",),
}
Mutation = Callable[[st.DataObject], tuple[bytes, str]]
"""Change one field of one talk; return the file and the place of the talk."""


def respects(talk: Talk) -> dict[str, Any]:
    return {
        name: tuple(
            # Whether an id of a person is trusted depends on all who have it.
            [(one.person.name, one.role, one.affiliation) for one in talk.appearances]
            if field == "appearances"
            else getattr(talk, field)
            for field in fields
        )
        for name, fields in RESPECTS.items()
    }


def talks(data: bytes, name: str) -> list[Talk]:
    return [talk for event in read(data, OPTIONS, name).events for talk in event.talks]


def bare(talk: Talk) -> str:
    return repr({name: said for name, said in respects(talk).items() if name != "key"})


def place(talk: Talk) -> str:
    return re.split(r", (?:slot|entry) ", talk.where)[0]


def check(before: list[Talk], data: bytes, name: str, said: str) -> None:
    """Compare the talks of a changed file with those of the file as it was."""
    how, _, where = said.partition(" ")
    mine = [talk for talk in before if place(talk) == where]
    others = Counter(bare(talk) for talk in before if place(talk) != where)
    try:
        after = talks(data, name)
    except SourceError:
        assert not others
        return
    missing = others - Counter(map(bare, after))
    assert not missing, list(missing)[:2]
    new = list((Counter(map(bare, after)) - others).elements())
    assert len(new) <= len(mine) + 1
    if len(mine) == len(new) == 1 and how in ("delete", "double"):
        was = respects(mine[0])
        now = next(respects(talk) for talk in after if bare(talk) == new[0])
        changed = {name for name in RESPECTS if was[name] != now[name]} - {"key"}
        assert len(changed) <= 1, changed


def fields(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of what stands under a name, in the order of the document."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        if isinstance(key, str):
            yield (*at, key)
        yield from fields(value[key], (*at, key))


def written(path: tuple[Any, ...], before: str) -> str:
    for key in path:
        before = join(before, step(key))
    return before


def tree(documents: Mapping[str, Any], places: set[str]) -> Mutation:
    """Change a field of a talk in a JSON document, or in one file of a bundle."""
    known = [
        (name, path, where)
        for name, document in documents.items()
        for path in fields(document)
        for end in range(len(path))
        if (where := written(path[:end], f"{name}: " if name else "")) in places
    ]
    assert known

    def mutation(data: st.DataObject) -> tuple[bytes, str]:
        name, (*above, last), where = data.draw(st.sampled_from(known))
        changed = copy.deepcopy(dict(documents))
        parent: Any = changed[name]
        for key in above:
            parent = parent[key]
        how = data.draw(st.sampled_from(("delete", "double", "swap")))
        several = isinstance(parent[last], dict)  # of a slot, say, with its room and its time
        if how == "delete":
            del parent[last]
        elif how == "double":
            parent[last] = [parent[last], copy.deepcopy(parent[last])]
        else:
            other = data.draw(st.sampled_from(list(parent)))
            parent[last], parent[other] = parent[other], parent[last]
        return json_of(changed), f"{'change' if several else how} {where}"

    return mutation


def elements(data: bytes) -> Mutation:
    """Change a child of an event of schedule XML, without moving a line."""
    root = etree.fromstring(data)
    known = [
        (number, at)
        for number, event in enumerate(root.iter("event", "entry"))
        for at in range(len(event))
    ]
    assert known

    def mutation(draw: st.DataObject) -> tuple[bytes, str]:
        changed = copy.deepcopy(root)
        number, at = draw.draw(st.sampled_from(known))
        event = list(changed.iter("event", "entry"))[number]
        line = list(root.iter("event", "entry"))[number].sourceline
        child = event[at]
        how = draw.draw(st.sampled_from(("delete", "double", "swap")))
        if how == "delete":
            event.remove(child)
        elif how == "double":
            event.insert(at, copy.deepcopy(child))
        else:
            other = event[draw.draw(st.integers(0, len(event) - 1))]
            child.tag, other.tag = other.tag, child.tag
        return etree.tostring(changed), f"{how} line {line}"

    return mutation


def cells(data: bytes) -> Mutation:
    """Change a cell of a table."""
    header, *rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
    known = [
        (number, at)
        for number, row in enumerate(rows)
        for at, cell in enumerate(row[: len(header)])
        if cell
    ]

    def mutation(draw: st.DataObject) -> tuple[bytes, str]:
        number, at = draw.draw(st.sampled_from(known))
        changed = copy.deepcopy(rows)
        row = changed[number]
        how = draw.draw(st.sampled_from(("delete", "swap")))
        other = draw.draw(st.sampled_from([one for n, one in known if n == number]))
        row[at], row[other] = ("", row[other]) if how == "delete" else (row[other], row[at])
        out = io.StringIO()
        csv.writer(out).writerows([header, *changed])
        # A record stands at the line where it begins, and its cells may hold line breaks.
        line = 2 + sum(1 + "".join(one).count("\n") for one in rows[:number])
        return out.getvalue().encode(), f"{how} line {line}"

    return mutation


def json_of(documents: Mapping[str, Any]) -> bytes:
    return json.dumps(documents[""]).encode() if "" in documents else bundle(documents)


def mutation_of(data: bytes, before: list[Talk]) -> Mutation:
    """Choose how a file is changed."""
    places = {place(talk) for talk in before}
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return tree({n: json.loads(archive.read(n)) for n in archive.namelist()}, places)
    if data[:1] in (b"{", b"["):
        return tree({"": json.loads(data)}, places)
    return elements(data) if data.lstrip()[:1] == b"<" else cells(data)


OWN = [
    name
    for name, writer in WRITERS.items()
    if writer.format not in ("html", "rdf", "ical", "jsonld")
]


def changed_file(mutation: Mutation, data: st.DataObject, name: str) -> tuple[bytes, str, str]:
    changed, said = mutation(data)
    return changed, name, said


@cache
def own(name: str) -> tuple[list[Talk], Mutation]:
    data = WRITERS[name].write(FACTS)
    before = talks(data, WRITERS[name].format)
    assert len({place(talk) for talk in before}) == len(FACTS)
    return before, mutation_of(data, before)


@cache
def real(path: Path) -> tuple[str, list[Talk], Mutation] | None:
    data = path.read_bytes()
    try:
        programme = read(data, OPTIONS)
        before = talks(data, programme.format)
        mutation = mutation_of(data, before)
    except (SourceError, ValueError, AssertionError, etree.XMLSyntaxError):
        return None  # broken on purpose, of another notation, or a part of a folder
    return (programme.format, before, mutation) if len(before) > 1 else None


@pytest.mark.parametrize("name", OWN)
@settings(max_examples=20)
@given(data=st.data())
def test_one_field_of_a_made_up_programme(name: str, data: st.DataObject) -> None:
    before, mutation = own(name)
    check(before, *changed_file(mutation, data, WRITERS[name].format))


@pytest.mark.slow
@pytest.mark.skipif(SHARED is None, reason="HALLWAY_SHARED is not set")
@settings(max_examples=60)
@given(data=st.data())
def test_one_field_of_a_real_programme(data: st.DataObject) -> None:
    files = [
        path
        for path in sorted(Path(SHARED or ".", "data").rglob("*"))
        if path.suffix in (".json", ".xml", ".csv") and path.stat().st_size < LARGEST
    ]
    found = real(data.draw(st.sampled_from(files)))
    if found is None:
        return
    name, before, mutation = found
    check(before, *changed_file(mutation, data, name))
