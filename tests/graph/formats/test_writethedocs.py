"""Write the Docs: sessions and schedules, alone and together."""

from __future__ import annotations

import io
import zipfile

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.writethedocs import FORMAT
from hallway.graph.programme import Programme

SESSIONS = """- title: 'Cranes: a manual'
  slug: cranes-ana-lindqvist
  series: Write the Docs Hamburg
  series_slug: hamburg
  year: 2026
  speakers:
  - name: Ana Lindqvist
    slug: ana-lindqvist
    twitter: '@ana'
    website:
  abstract: "<p>First.</p>\\n<ul>\\n<li>one</li>\\n</ul>"
  youtubeId: abcDEF12345
- title: Ropes
  slug: ropes-bo-grant
  series: Write the Docs Hamburg
  series_slug: hamburg
  year: 2026
  speakers:
  - name: Bo Grant
    slug: bo-grant
  - name: TBA
  abstract: ''
  youtubeId:
"""
SCHEDULE = """writing_day:
  - time: '8:00'
    title: 'Doors open'

talks_day1:
  - duration: '0:30'
    slug: ropes-bo-grant
  - duration: '1:20'
    title: '<b>Lunch</b>'
  - time: 13:45
    duration: '0:25'
    slug: cranes-ana-lindqvist
"""
OLD = """- abstract: <p>Text.</p>
  event: Write the Docs EU 2016
  path: https://www.youtube.com/watch?v=zzzzzzzzzzz
  series: Write the Docs EU
  series_slug: eu
  slug: tides
  speakers:
  - details: ''
    name: Eva Lind
    slug: eva-lind
  title: Tides
  year: '2016'
"""


def together(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(f"{name}.yaml", text)
    return out.getvalue()


def read(data: bytes) -> Programme:
    return FORMAT.read(data, ReadOptions(file="docs/hamburg.yaml"))


def test_sessions_make_an_event_of_series_and_year() -> None:
    [event] = read(SESSIONS.encode()).events
    assert event.name == "Write the Docs Hamburg 2026"
    assert event.series is not None
    assert event.series.name == "Write the Docs Hamburg"
    assert event.start is None


def test_a_session_in_full() -> None:
    cranes = read(SESSIONS.encode()).events[0].talks[0]
    assert (cranes.title, cranes.key) == ("Cranes: a manual", "cranes-ana-lindqvist")
    assert cranes.abstract == "First.\n- one"
    [ana] = cranes.appearances
    assert (ana.person.name, ana.person.id) == ("Ana Lindqvist", "ana-lindqvist")
    assert [one.url for one in ana.person.links] == ["https://twitter.com/ana"]
    assert [one.url for one in cranes.recordings] == ["https://www.youtube.com/watch?v=abcDEF12345"]


def test_nobody_is_told() -> None:
    found = read(SESSIONS.encode())
    assert [one.person.name for one in found.events[0].talks[1].appearances] == ["Bo Grant"]
    assert any("'TBA'" in one.what for one in found.notices)


def test_the_schedule_gives_order_and_lengths() -> None:
    [event] = read(together(sessions=SESSIONS, schedule=SCHEDULE)).events
    assert [(one.title, one.minutes, one.is_break) for one in event.talks] == [
        ("Doors open", None, True),
        ("Ropes", 30, False),
        ("Lunch", 80, True),
        ("Cranes: a manual", 25, False),
    ]


def test_a_time_without_a_date_gives_no_start_and_is_told() -> None:
    found = read(together(sessions=SESSIONS, schedule=SCHEDULE))
    assert all(one.start is None for one in found.events[0].talks)
    assert any("rows with a time of day, but no date: 2" in one.what for one in found.notices)


def test_a_session_that_the_schedule_forgets_stays() -> None:
    short = SCHEDULE.replace("ropes-bo-grant", "other-slug")
    found = read(together(sessions=SESSIONS, schedule=short))
    titles = [one.title for one in found.events[0].talks if not one.is_break]
    assert titles == ["Other slug", "Cranes: a manual", "Ropes"]


def test_a_schedule_alone_makes_titles_of_slugs() -> None:
    found = read(SCHEDULE.encode())
    assert [one.title for one in found.events[0].talks if not one.is_break] == [
        "Ropes bo grant",
        "Cranes ana lindqvist",
    ]
    assert found.events[0].name == "hamburg"
    assert any("slugs became titles" in one.what for one in found.notices)


def test_each_series_and_year_is_an_event() -> None:
    found = read(together(a=SESSIONS, b=OLD))
    assert [one.name for one in found.events] == [
        "Write the Docs Hamburg 2026",
        "Write the Docs EU 2016",
    ]
    assert [r.url for r in found.events[1].talks[0].recordings] == [
        "https://www.youtube.com/watch?v=zzzzzzzzzzz"
    ]


def test_a_repeated_slug_loses_no_session() -> None:
    twice = SESSIONS.replace("ropes-bo-grant", "cranes-ana-lindqvist")
    assert read(twice.encode()).talks() == 2


@pytest.mark.parametrize("text", [SESSIONS, SCHEDULE, OLD])
def test_each_file_is_recognised_alone(text: str) -> None:
    assert FORMAT.recognises(text.encode(), text.encode())


@pytest.mark.parametrize("text", ["a: 1\n", "- a: 1\n", "just words\n"])
def test_other_yaml_is_refused(text: str) -> None:
    assert not FORMAT.recognises(text.encode(), text.encode())
    with pytest.raises(SourceError):
        read(text.encode())
