"""Folders of pyvideo, one or many, and its list of talks."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.pyvideo import FORMAT, read
from hallway.graph.programme import Programme, Talk

VIDEO: dict[str, Any] = {
    "title": "Cranes at night",
    "speakers": ["Ana Lindqvist", "Various speakers"],
    "tags": ["cranes", "Cranes", "python,"],
    "recorded": "2019-09-23",
    "language": "eng",
    "duration": 1800,
    "copyright_text": "CC BY",
    "description": "About `cranes <https://x.example>`_.\n\nQuays\n=====\n\nThe :ref:`end` ...",
    "thumbnail_url": "https://i.example/1.jpg",
    "related_urls": [
        {"label": "Schedule", "url": "https://tide.example/schedule"},
        "Slides: https://tide.example/slides",
        "no address",
    ],
    "videos": [
        {"type": "youtube", "url": "https://www.youtube.com/watch?v=a"},
        {"type": "webm", "url": "https://video.example/a.webm"},
    ],
}
LINE: dict[str, Any] = {
    "id": "tide-us-2019/cranes-at-night",
    "title": "Cranes at night",
    "event": "Tide US 2019",
    "event_slug": "tide-us-2019",
    "speakers": ["Ana Lindqvist"],
    "tags": ["cranes"],
    "recorded": "2019-09-23",
    "language": "zho",
    "duration": None,
    "url": "https://www.youtube.com/watch?v=a",
    "copyright": None,
    "description": "About cranes",
    "description_truncated": True,
}


def folder(files: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, value in files.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return out.getvalue()


def one(**changes: Any) -> Talk:
    source = folder({"category.json": {"title": "Tide 2019"}, "videos/a.json": VIDEO | changes})
    ((talk,),) = (event.talks for event in read(source, ReadOptions()).events)
    return talk


def lines(*records: dict[str, Any]) -> bytes:
    return b"\n".join(json.dumps(record).encode() for record in records)


def said(programme: Programme, *words: str) -> bool:
    return any(all(word in str(one) for word in words) for one in programme.notices)


def test_a_folder_is_an_event_of_the_days_of_its_talks() -> None:
    source = folder(
        {
            "category.json": {"title": "Tide US 2019"},
            "videos/a.json": VIDEO,
            "videos/b.json": VIDEO | {"title": "Ebb", "recorded": "2019-09-25T10:00:00+02:00"},
            "README.rst": b"hello",
        }
    )
    assert FORMAT.recognises(source, source)
    (event,) = read(source, ReadOptions()).events
    assert (event.name, event.start, event.end) == (
        "Tide US 2019",
        date(2019, 9, 23),
        date(2019, 9, 25),
    )
    assert event.series is not None
    assert event.series.name == "Tide US"
    assert [(talk.title, talk.start) for talk in event.talks] == [
        ("Cranes at night", date(2019, 9, 23)),
        ("Ebb", date(2019, 9, 25)),
    ]


def test_a_talk_is_read_with_its_recordings() -> None:
    talk = one()
    assert [person.person.name for person in talk.appearances] == ["Ana Lindqvist"]
    assert talk.languages == ("en",)
    assert talk.topics == ("cranes", "python")
    assert [(found.url, found.duration_s, found.licence) for found in talk.recordings] == [
        ("https://www.youtube.com/watch?v=a", 1800, "CC BY"),
        ("https://video.example/a.webm", None, "CC BY"),
    ]
    assert talk.key == "https://www.youtube.com/watch?v=a"
    assert [(link.label, link.url) for link in talk.links] == [
        ("Schedule", "https://tide.example/schedule"),
        ("Slides", "https://tide.example/slides"),
    ]
    assert talk.abstract == "About cranes.\nQuays\nThe end ..."
    assert not talk.truncated
    assert talk.minutes is None


@pytest.mark.parametrize("duration", [0, -5, None, "long", 10**9, True])
def test_a_length_that_is_none_is_unknown(duration: Any) -> None:
    assert one(duration=duration).recordings[0].duration_s is None


def test_people_who_are_nobody_are_told_and_two_in_a_string_are_two() -> None:
    source = folder(
        {
            "category.json": {"title": "Tide 2019"},
            "videos/a.json": VIDEO | {"speakers": ["Ana Quay and Bo Ek", "Panel", ""]},
        }
    )
    programme = read(source, ReadOptions())
    assert [found.person.name for found in programme.events[0].talks[0].appearances] == [
        "Ana Quay",
        "Bo Ek",
    ]
    assert said(programme, "'Panel'")


def test_many_folders_are_many_events() -> None:
    source = folder(
        {
            "data/a/category.json": {"title": "A 2019"},
            "data/a/videos/1.json": VIDEO,
            "data/b/category.json": {"title": "B 2020"},
            "data/b/videos/1.json": VIDEO,
            "data/b/videos/2.json": VIDEO | {"videos": [], "title": "Ebb"},
        }
    )
    events = read(source, ReadOptions()).events
    assert [(event.name, event.key, len(event.talks)) for event in events] == [
        ("A 2019", "data/a", 1),
        ("B 2020", "data/b", 2),
    ]
    assert events[1].talks[1].key == "2"


def test_a_broken_file_costs_no_other() -> None:
    source = folder(
        {
            "category.json": {"title": "Tide 2019"},
            "videos/a.json": b'{"title": ',
            "videos/b.json": [1],
            "videos/c.json": {"title": ""},
            "videos/d.json": VIDEO,
        }
    )
    programme = read(source, ReadOptions())
    assert programme.talks() == 1
    told = [found.where for found in programme.notices if found.level == "error"]
    assert told == ["videos/a.json", "videos/b.json", "videos/c.json"]


def test_a_category_without_title_lends_its_name() -> None:
    source = folder({"tide-us-2019/category.json": {}, "tide-us-2019/videos/a.json": VIDEO})
    programme = read(source, ReadOptions())
    assert programme.events[0].name == "tide us 2019"
    assert said(programme, "no title")


def test_one_talk_alone_can_be_read_for_an_event_that_the_caller_names() -> None:
    source = json.dumps(VIDEO, indent=2).encode()
    assert FORMAT.recognises(source, source)
    programme = read(source, ReadOptions(file="x/a.json", event="Tide 2019"))
    assert [(event.name, len(event.talks)) for event in programme.events] == [("Tide 2019", 1)]


def test_the_list_of_talks_gives_what_the_folders_give() -> None:
    record = {**LINE, "speakers": ["Ana Quay"], "language": "eng", "description_truncated": False}
    video = {
        "title": record["title"],
        "speakers": ["Ana Quay"],
        "tags": ["cranes"],
        "recorded": record["recorded"],
        "language": "eng",
        "duration": 60,
        "description": record["description"],
        "videos": [{"url": record["url"]}],
    }
    source = folder(
        {
            "tide-us-2019/category.json": {"title": "Tide US 2019"},
            "tide-us-2019/videos/cranes-at-night.json": video,
        }
    )
    (of_folder,) = read(source, ReadOptions()).events
    (of_list,) = read(lines({**record, "duration": 60}), ReadOptions()).events

    def shown(event: Any) -> list[Any]:
        talks = [
            (talk.title, talk.key, talk.start, talk.appearances, talk.recordings, talk.abstract)
            for talk in event.talks
        ]
        return [event.name, event.key, event.start, event.series, talks]

    assert shown(of_folder) == shown(of_list)


def test_the_list_may_be_packed_and_cut() -> None:
    source = lines(LINE, LINE | {"event": "Ebb", "event_slug": "ebb", "recorded": None})
    for data in (source, gzip.compress(source)):
        assert FORMAT.recognises(data, data)
        first, second = read(data, ReadOptions()).events
        assert (first.name, second.name, second.start) == ("Tide US 2019", "Ebb", None)
        assert first.talks[0].truncated
        assert first.talks[0].languages == ("zh",)


def test_the_list_of_events_gives_events_without_talks() -> None:
    source = lines(
        {"event_slug": ".schemas", "title": "Video", "start_date": None, "url": None},
        {
            "event_slug": "a",
            "title": "A 2019",
            "start_date": "2019-05-01",
            "url": "https://a.example",
        },
    )
    assert FORMAT.recognises(source, source)
    (event,) = read(source, ReadOptions()).events
    assert (event.name, event.start, event.url) == ("A 2019", date(2019, 5, 1), "https://a.example")


def test_talks_over_years_are_told() -> None:
    source = lines(*(LINE | {"recorded": f"{year}-05-01"} for year in range(2010, 2015)))
    assert said(read(source, ReadOptions()), "2010-05-01", "2014-05-01", "series of meetings")


def test_other_objects_and_folders_are_not_recognised() -> None:
    for other in ({"title": "x"}, {"event_slug": "x"}, [VIDEO], {"videos": [], "title": ""}):
        data = json.dumps(other).encode()
        assert not FORMAT.recognises(data, data)
    for files in (
        {"category.json": {}},
        {"videos/a.json": {}},
        {"a/category.json": {}, "videos/a.json": {}},
    ):
        data = folder(files)
        assert not FORMAT.recognises(data, data)


def test_too_many_talks_are_refused() -> None:
    with pytest.raises(SourceError, match="max_records"):
        read(lines(*[LINE] * 4), ReadOptions(max_records=3))


_VALUES = st.one_of(
    st.none(), st.integers(), st.text(max_size=8),
    st.lists(st.none() | st.text(max_size=3), max_size=2),
    st.dictionaries(st.sampled_from(("url", "name")), st.none() | st.text(max_size=4), max_size=2),
)  # fmt: skip


@settings(max_examples=100, deadline=5000)
@given(st.sampled_from(sorted(VIDEO)), _VALUES)
def test_a_field_of_any_value_costs_no_more_than_its_talk(name: str, value: Any) -> None:
    source = folder(
        {
            "category.json": {"title": "Tide 2019"},
            "videos/a.json": VIDEO | {name: value},
            "videos/b.json": VIDEO | {"title": "Ebb"},
        }
    )
    programme = read(source, ReadOptions())
    assert "Ebb" in [talk.title for talk in programme.events[0].talks]
    read(lines(LINE | {name: value}), ReadOptions())


@settings(max_examples=60, deadline=5000)
@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for source in (data, b'{"event_slug": "x", "title": ' + data, b"PK\x03\x04" + data):
        FORMAT.recognises(source, source)
        with pytest.raises(SourceError):
            read(source, ReadOptions())
