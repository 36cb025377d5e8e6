"""All readers of repositories: hostile input, changed records, and files that are not theirs."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import time
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import (
    HEAD_BYTES,
    Format,
    ReadOptions,
    ai_deadlines,
    confs_tech,
    devopsdays,
    front_matter,
    markdown_schedule,
    rubyevents,
    writethedocs,
)
from hallway.graph.programme import Programme
from hallway.graph.reading.bundle import pack

FORMATS = {
    one.FORMAT.name: one.FORMAT
    for one in (
        ai_deadlines,
        confs_tech,
        devopsdays,
        front_matter,
        markdown_schedule,
        rubyevents,
        writethedocs,
    )
}
OWN = {
    "yaml-rubyevents": "rubyevents",
    "yaml-writethedocs": "writethedocs",
    "markdown-frontmatter": "front-matter",
    "devopsdays": "devopsdays",
    "markdown-html-schedule": "markdown-schedule",
    "ai-deadlines-yaml": "ai-deadlines",
    "confs-tech-json": "confs-tech",
}
NAMELESS = {"yaml-rubyevents/speakers.yml", "yaml-rubyevents/topics.yml"}
SHARED = os.environ.get("HALLWAY_SHARED")
needs_shared = pytest.mark.skipif(
    not SHARED, reason="HALLWAY_SHARED is not set: it names the folder with real programmes"
)

every = pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))

# What the formats have in common with each other: keys, and values that some of them expect.
KEYS = (
    "title name slug series series_slug year speakers speaker presenters abstract youtubeId date "
    "start_date end_date startdate enddate start end start_time end_time time duration kind type "
    "location city country video_provider video_id talks talk aliases program ignites days grid "
    "slots items deadline sub place link url startDate endDate online locales timezone status "
    "team_members users room track tags accepted category permalink description event_name"
).split()
VALUES = (
    "Cranes|ana-lindqvist|2026-06-10|2026-13-45|0000-00-00|09:30|25:10|9:30-10:15|PT5M|1e9|-1|TBA|"
    "youtube|children|parent|https://x.example/a|javascript:alert(1)|www.x.example|//|<b>x</b>|"
    "Europe/Berlin|Mars/Olympus|true|no|talk|custom|recap|cancelled|online|Ana and Bo|\u202etxt|"
    "9999-12-31|0001-01-01|23:59|00:00|November 12-16, 2024|999999999999"
).split("|")

scalars = st.sampled_from(VALUES) | st.none() | st.text(max_size=12)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)
    ),
    max_leaves=25,
)
records = st.dictionaries(st.sampled_from(KEYS), values, min_size=1, max_size=14)


def bundle_of(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def outcome(form: Format, data: bytes) -> Programme | SourceError:
    """Recognise and read; anything but a programme or a source error is a failure."""
    begun = time.process_time()
    try:
        form.recognises(data[:HEAD_BYTES], data)
        return form.read(data, ReadOptions(file="a"))
    except SourceError as error:
        return error
    finally:
        assert time.process_time() - begun < 5


def shape(found: Programme | SourceError) -> None:
    """Check what every programme promises."""
    if isinstance(found, SourceError):
        assert found.what
        return
    for event in found.events:
        assert event.name
        assert not (event.start and event.end) or event.start <= event.end
        for talk in event.talks:
            assert talk.title
            assert talk.minutes is None or talk.minutes >= 0
            assert all("javascript" not in one.url for one in (*talk.recordings, *talk.links))


@every
@settings(max_examples=40)
@given(data=st.binary(max_size=400))
def test_any_bytes_end_in_a_programme_or_an_error(form: Format, data: bytes) -> None:
    shape(outcome(form, data))


@every
@settings(max_examples=25)
@given(data=st.binary(max_size=200), cut=st.integers(0, 300))
def test_any_parts_of_a_bundle_do_so_too(form: Format, data: bytes, cut: int) -> None:
    names = ("event.yml", "videos.yml", "main.yml", "a/program.yml", "talks/a.md", "2026/a.json")
    whole = bundle_of({name: data.decode("latin-1") for name in names})
    shape(outcome(form, whole))
    shape(outcome(form, whole[:-cut] if cut else whole))


@pytest.mark.slow
@every
@settings(max_examples=25)
@given(listed=st.lists(records, max_size=5), owner=records)
def test_records_of_any_shape_do_so_too(
    form: Format, listed: list[Any], owner: dict[str, Any]
) -> None:
    # JSON is YAML, so that one notation reaches all of them.
    several, one = json.dumps(listed), json.dumps(owner)
    page = f"---\n{one}\n---\n### Ana\n- 10:00-10:20 - [a](b) - Bo Grant\n"
    for text in (several, one, page):
        shape(outcome(form, text.encode()))
    shape(
        outcome(
            form,
            bundle_of(
                {
                    "q/series.yml": one,
                    "q/e/event.yml": json.dumps({"start_date": "2026-06-10", **owner}),
                    "q/e/videos.yml": several,
                    "q/e/schedule.yml": json.dumps({"days": listed}),
                    "q/e/involvements.yml": several,
                    "speakers.yml": several,
                    "main.yml": json.dumps({"startdate": "2026-06-10", "city": "x", **owner}),
                    "program.yml": json.dumps({"program": listed}),
                    "talks/a.md": page,
                    "speakers/ana-lindqvist.md": page,
                    "2026/python.json": several,
                }
            ),
        )
    )


HEADER = "---\ntitle: x\nspeakers: [a-b]\n---\n"
LONG = {
    "nested items": HEADER + "<li>10:00-10:20 - " * 20_000,
    "nested divs": HEADER + "<ul><li>10:00-10:20 - a</li>" * 3 + "<div>" * 5000,
    "open tags": HEADER + "<li" * 100_000,
    "bullets": HEADER + "- 10:00-10:20 - a, b at c, director of d\n" * 3000,
    "commas": HEADER + "- 10:00-10:20 - [a](b) - " + "a, at b, " * 20_000,
    "dashes": HEADER + "- 10:00-10:20 - " + "a - " * 30_000,
    "heading": "type: session\ntitle: x\n---\n### a" + " #" * 50_000 + "x",
    "links": "type: session\ntitle: x\n---\n### " + "[a](" * 10_000,
    "blank lines": "a:\n" + "\n" * 60_000 + "- slug: x",
    "keys": "a:\n" * 20_000,
    "rows": "program:\n" + "- {title: a, type: talk, date: 2026-06-10}\n" * 5000,
    "talks": "- {video_provider: youtube, speakers: [A B]}\n" * 5000,
    "names": "- {series_slug: a, slug: b, title: c, speakers: [{name: d}]}\n" * 5000,
    "events": json.dumps([{"name": "a", "url": "b", "startDate": "2026-06-10"}] * 5000),
}


@every
@pytest.mark.parametrize("text", LONG.values(), ids=list(LONG))
def test_long_repetitions_take_no_long_time(form: Format, text: str) -> None:
    shape(outcome(form, text.encode()))


def real(name: str) -> bytes:
    path = Path(str(SHARED)) / "data" / name
    return pack(path) if path.is_dir() else path.read_bytes()


def entries() -> Iterator[dict[str, Any]]:
    if SHARED:
        facts = json.loads((Path(SHARED) / "data" / "facts.json").read_text("utf-8"))
        yield from facts["files"]


@needs_shared
@pytest.mark.parametrize("entry", list(entries()), ids=lambda one: one["file"])
def test_each_reader_recognises_its_own_files_and_no_others(entry: dict[str, Any]) -> None:
    data = real(entry["file"])
    head = data[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    hits = {one.order: one.name for one in FORMATS.values() if one.recognises(head, data)}
    own = None if entry["file"] in NAMELESS else OWN.get(entry["format"])
    # A devopsdays site has pages too; the lower order is asked first and settles it.
    assert (hits[min(hits)] if hits else None) == own


def measures() -> ModuleType:
    path = Path(__file__).parents[3] / "tools" / "facts_repositories.py"
    spec = importlib.util.spec_from_file_location("facts_repositories", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@needs_shared
@pytest.mark.parametrize(
    "entry", [one for one in entries() if one["format"] in OWN], ids=lambda one: one["file"]
)
def test_every_fact_is_read_or_explained(entry: dict[str, Any]) -> None:
    facts = measures()
    if entry["file"] in facts.LEFT_OUT:
        pytest.skip("a list beside programmes")
    lines = facts.EXPLANATIONS.read_text("utf-8").splitlines()[1:]
    known = {tuple(line.split("\t")[:3]) for line in lines}
    form = FORMATS[facts.READERS[entry["format"]]]
    found = form.read(real(entry["file"]), ReadOptions(file=Path(entry["file"]).name))
    differ = [
        (fact, expected, read)
        for fact, expected, read in facts.pairs(entry, found)
        if expected != read and (entry["file"], fact, read) not in known
    ]
    assert not differ


@needs_shared
def test_the_list_of_people_changes_no_talk_but_who_it_names() -> None:
    alone = FORMATS["rubyevents"].read(real("yaml-rubyevents/euruko"), ReadOptions(file="a"))
    beside = FORMATS["rubyevents"].read(real("yaml-rubyevents"), ReadOptions(file="a"))
    bare = [
        [replace(talk, appearances=(), where="") for talk in event.talks] for event in alone.events
    ]
    again = {
        event.name: [replace(talk, appearances=(), where="") for talk in event.talks]
        for event in beside.events
    }
    assert [again[event.name] for event in alone.events] == bare


@needs_shared
@pytest.mark.parametrize("name", ["yaml-rubyevents/euruko/euruko-2012/videos.yml"])
def test_a_line_less_of_a_real_file_changes_one_talk_at_most(name: str) -> None:
    lines = real(name).decode().split("\n")
    form = FORMATS["rubyevents"]
    whole = form.read("\n".join(lines).encode(), ReadOptions(file="a")).events[0].talks
    known = {replace(talk, where="") for talk in whole}
    for n in range(5, len(lines), 7):
        with suppress(SourceError):
            less = "\n".join(lines[:n] + lines[n + 1 :]).encode()
            found = form.read(less, ReadOptions(file="a")).events[0].talks
            assert len({replace(talk, where="") for talk in found} - known) <= 2
