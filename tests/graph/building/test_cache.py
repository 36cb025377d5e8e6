"""What builds remember: never trusted when damaged, never part of what comes out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph import formats
from hallway.graph.building import fingerprints
from hallway.graph.building.cache import Cache, Memo
from hallway.graph.programme import (
    Appearance,
    Edition,
    Event,
    Link,
    Notice,
    Person,
    Programme,
    Recording,
    Series,
    Talk,
)
from hallway.graph.programme_json import from_json, to_json
from hallway.importing import sample_requests

# Memos and larger results ----------------------------------------------------------------------


def test_a_memo_gives_back_what_was_put_and_forgets_what_nobody_asked_for(tmp_path: Path):
    memo = Memo(tmp_path / "m", "1")
    memo.put("a", ["x", 1, None])
    memo.put("ü b", {"k": "line\nend"})
    memo.put("tab\there", 1)  # cannot be a line's key: remembered for as long as the memo lives
    memo.save()
    memo = Memo(tmp_path / "m", "1")
    assert (memo.get("a"), memo.get("tab\there")) == (["x", 1, None], None)
    memo.save()
    memo = Memo(tmp_path / "m", "1")
    assert (memo.get("a"), memo.get("ü b")) == (["x", 1, None], None)


def test_a_memo_keeps_what_nobody_needs_today(tmp_path: Path):
    memo = Memo(tmp_path / "m", "1")
    memo.put("a", 1)
    memo.put("b", 2)
    memo.save()
    memo = Memo(tmp_path / "m", "1")
    memo.keep(["a", "of another site"])
    memo.put("c", 3)
    memo.save()
    memo = Memo(tmp_path / "m", "1")
    assert [memo.get(key) for key in ("a", "b", "c", "of another site")] == [1, None, 3, None]


@pytest.mark.parametrize("value", ["half a pair \ud800", 1 << 80, {1: [1.5]}], ids=repr)
def test_what_json_can_say_is_remembered(tmp_path: Path, value: object):
    memo = Memo(tmp_path / "m", "1")
    memo.put("a", [value])
    memo.save()
    found = Memo(tmp_path / "m", "1").get("a")
    assert found == ([{"1": [1.5]}] if isinstance(value, dict) else [value])


def test_another_version_remembers_nothing(tmp_path: Path):
    memo = Memo(tmp_path / "m", "1")
    memo.put("a", 1)
    memo.save()
    assert Memo(tmp_path / "m", "2").get("a") is None


def test_a_damaged_file_counts_as_none(tmp_path: Path):
    cache = Cache(tmp_path, "1")
    cache.put("kind", "key", {"a": 1})
    cache.memo("m").put("a", 1)
    cache.save()
    for path in (tmp_path / "kind" / "key", tmp_path / "m.memo"):
        whole = path.read_bytes()
        for damaged in (b"", whole[:-1], whole[:20], whole.replace(b"1", b"2"), whole + b"x\n"):
            path.write_bytes(damaged)
            again = Cache(tmp_path, "1")
            assert again.get("kind", "key") is None or path.name == "m.memo"
            assert again.memo("m").get("a") is None or path.name == "key"
        path.write_bytes(whole)
    assert Cache(tmp_path, "1").get("kind", "key") == {"a": 1}


def test_larger_results_that_nobody_asked_for_are_removed(tmp_path: Path):
    cache = Cache(tmp_path, "1")
    cache.put("kind", "a", 1)
    cache.put("kind", "b", 1)
    cache.save()
    cache = Cache(tmp_path, "1")
    cache.get("kind", "a")
    cache.save()
    assert [path.name for path in (tmp_path / "kind").iterdir()] == ["a"]


def test_a_cache_without_a_folder_writes_nothing():
    cache = Cache(None, "1")
    cache.put("kind", "a", 1)
    cache.memo("m").put("a", 1)
    cache.save()
    assert (cache.get("kind", "a"), cache.memo("m").get("a")) == (None, 1)


# Programmes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("request_", sample_requests(), ids=lambda one: one.file)
def test_a_programme_comes_back_as_it_was(request_):
    options = formats.ReadOptions(file=request_.file, event=request_.event, zone=request_.zone)
    programme = formats.read(request_.data, options, request_.format)
    assert from_json(to_json(programme)) == programme


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
moments = st.one_of(
    st.dates(),
    st.datetimes(timezones=st.sampled_from([None, UTC, timezone(timedelta(minutes=-210))])),
)
persons = st.builds(
    Person, texts, st.none() | texts, links=st.lists(st.builds(Link, texts)).map(tuple)
)
appearances = st.builds(
    Appearance,
    persons,
    affiliation=st.none() | texts,
    printed=st.none() | texts,
    other_affiliations=st.lists(texts, max_size=2).map(tuple),
)  # fmt: skip
videos = st.builds(Recording, texts, st.none() | st.integers())
talks = st.builds(
    Talk,
    texts,
    start=st.none() | moments,
    is_break=st.booleans(),
    minutes=st.none() | st.integers(0, 99),
    topics=st.lists(texts, max_size=2).map(tuple),
    appearances=st.lists(appearances, max_size=2).map(tuple),
    recordings=st.lists(videos, max_size=1).map(tuple),
    status=st.sampled_from(["confirmed", ""]),
    where=texts,
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(talks, max_size=3).map(tuple), st.none() | st.booleans())
def test_records_come_back_with_their_types(own, online):
    event = Event("E", start=date(2026, 1, 2), online=online, talks=own)
    event = replace(event, series=Series("S", (Edition("E", 2026), Edition("D"))))
    programme = Programme("csv", (event,), (Notice("what", level="note"),), reader_version="2")
    back = from_json(to_json(programme))
    assert back == programme
    kinds = [[type(talk.start) for talk in one.events[0].talks] for one in (programme, back)]
    assert kinds[0] == kinds[1]


def test_an_offset_comes_back(tmp_path: Path):
    start = datetime(2026, 1, 2, 9, 0, tzinfo=timezone(timedelta(hours=-3, minutes=-30)))
    programme = Programme("csv", (Event("E", talks=(Talk("T", start=start),)),))
    assert from_json(to_json(programme)).events[0].talks[0].start.isoformat() == start.isoformat()


# Versions --------------------------------------------------------------------------------------


def test_the_version_covers_every_table_model_and_reader():
    shipped = dict(fingerprints._shipped(fingerprints.files("hallway.graph"), ""))
    for name in ("linking/topics/names.tsv", "linking/people/model.json", "formats/ical.py"):
        assert name in shipped
    folder = Path(__file__).parents[3] / "graph"
    on_disk = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.suffix in (".py", ".json", ".tsv")
    }
    assert set(shipped) == on_disk
    assert fingerprints.program() == fingerprints.program.__wrapped__()
