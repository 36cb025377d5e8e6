"""devopsdays: rows that name pages, pages that name speakers, slots in between."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.devopsdays import FORMAT
from hallway.graph.programme import Programme, Talk

MAIN = """name: "2026-hamburg" # year and city
year: "2026"
city: "Hamburg"
startdate: 2026-06-10T00:00:00+02:00
enddate: 2026-06-11T23:59:59+02:00
location: "Hamburg"
location_address: "Fish Hall"
organizer_email: "someone"
team_members:
  - name: "Dan Ebb"
    twitter: "danebb"
    linkedin: "https://www.linkedin.com/in/danebb"
  - name: "TBA"
sponsors:
  - id: quay
    level: gold
"""
PROGRAM = """program:
- title: Registration
  type: custom
  date: "2026-06-10"
  start_time: 08:30
  end_time: "09:30"
- title: cranes-at-night
  type: talk
  date: "2026-06-10"
  start_time: "09:30"
  end_time: "10:00"
- title: a-talk-without-page
  type: talk
  date: "2026-06-11"
  start_time: "10:00"
  end_time: "10:30"
- title: 'Ignites :'
  type: ignite
  date: "2026-06-11"
  start_time: "13:00"
  end_time: "13:30"
- title: Open Space Slot 1
  type: open-space
  date: "2026-06-11"
  start_time: "14:00"
  end_time: "14:45"
ignites:
- title: ropes
  type: ignite
  date: "2026-06-11"
  start_time: "13:00"
  end_time: "13:05"
"""
CRANES = """---
Title: "Cranes at night"
Type: talk
talk_date: "2020-01-01"
talk_start_time: "07:00"
Speakers:
  - ana-lindqvist
  - eva-lind
Youtube: "abcDEF12345"
slideshare: "https://slides.example/cranes"
---
About cranes.
"""
ROPES = '+++\ntitle = "Ropes"\ntype = "talk"\nspeakers = ["ana-lindqvist"]\n+++\n'
ANA = '---\nTitle: "Ana Lindqvist"\ntype: "speaker"\ntwitter: "anali"\n---\nAna.\n'

PARTS = {
    "data/events/2026/hamburg/main.yml": MAIN,
    "data/events/2026/hamburg/program.yml": PROGRAM,
    "content/events/2026-hamburg/program/cranes-at-night.md": CRANES,
    "content/events/2026-hamburg/program/ropes.md": ROPES,
    "content/events/2026-hamburg/speakers/ana-lindqvist.md": ANA,
}


def zipped(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def read(parts: dict[str, str]) -> Programme:
    return FORMAT.read(zipped(parts), ReadOptions(file="hamburg"))


def talk(found: Programme, title: str) -> Talk:
    return next(one for one in found.events[0].talks if one.title == title)


def test_the_head_of_an_edition() -> None:
    [event] = read(PARTS).events
    assert (event.name, event.key) == ("devopsdays Hamburg 2026", "2026-hamburg")
    assert event.series is not None
    assert event.series.name == "devopsdays Hamburg"
    assert (event.start, event.end) == (date(2026, 6, 10), date(2026, 6, 11))
    assert event.place == "Fish Hall, Hamburg"


def test_team_members_are_organizers_with_their_profiles() -> None:
    [dan] = read(PARTS).events[0].appearances
    assert (dan.person.name, dan.role) == ("Dan Ebb", "organizer")
    assert {one.url for one in dan.person.links} == {
        "https://twitter.com/danebb",
        "https://www.linkedin.com/in/danebb",
    }


def test_rows_join_pages_by_slug_and_win_over_their_times() -> None:
    one = talk(read(PARTS), "Cranes at night")
    assert one.start == datetime(2026, 6, 10, 9, 30)
    assert (one.minutes, one.kind, one.key) == (30, "talk", "cranes-at-night")
    assert one.abstract == "About cranes."
    assert [r.url for r in one.recordings] == ["https://www.youtube.com/watch?v=abcDEF12345"]
    assert [s.url for s in one.slides] == ["https://slides.example/cranes"]


def test_speakers_join_their_pages_and_else_lend_their_slugs() -> None:
    found = read(PARTS)
    ana, eva = talk(found, "Cranes at night").appearances
    assert (ana.person.name, ana.person.id) == ("Ana Lindqvist", "ana-lindqvist")
    assert eva.person.name == "Eva Lind"
    assert any("people without a page: 1 (eva-lind)" in one.what for one in found.notices)


def test_a_talk_without_page_has_its_slug_for_a_title() -> None:
    found = read(PARTS)
    one = talk(found, "A talk without page")
    assert (one.is_break, one.appearances) == (False, ())
    assert any("talks without a page: 1" in one.what for one in found.notices)


def test_ignites_are_talks_and_their_heading_is_a_slot() -> None:
    found = read(PARTS)
    assert (talk(found, "Ropes").kind, talk(found, "Ropes").minutes) == ("ignite", 5)
    breaks = [one.title for one in found.events[0].talks if one.is_break]
    assert breaks == ["Registration", "Ignites :", "Open Space Slot 1"]
    assert found.talks() == 3


def test_times_without_zone_stay_local_and_a_bare_clock_is_read() -> None:
    assert talk(read(PARTS), "Registration").start == datetime(2026, 6, 10, 8, 30)


def test_a_page_that_no_row_names_is_a_talk_with_its_own_time() -> None:
    extra = CRANES.replace("Cranes at night", "Tides").replace("2020-01-01", "2026-06-11")
    found = read({**PARTS, "content/events/2026-hamburg/program/tides.md": extra})
    assert talk(found, "Tides").start == datetime(2026, 6, 11, 7, 0)


def test_several_editions_keep_their_own_pages() -> None:
    other = {name.replace("hamburg", "bremen"): text for name, text in PARTS.items()}
    other["data/events/2026/bremen/main.yml"] = MAIN.replace("hamburg", "bremen").replace(
        "Hamburg", "Bremen"
    )
    other["content/events/2026-bremen/program/cranes-at-night.md"] = CRANES.replace(
        "Cranes at night", "Cranes by day"
    )
    found = read({**PARTS, **other})
    titles = {event.name: {one.title for one in event.talks} for event in found.events}
    assert "Cranes at night" in titles["devopsdays Hamburg 2026"]
    assert "Cranes by day" in titles["devopsdays Bremen 2026"]
    assert "Cranes by day" not in titles["devopsdays Hamburg 2026"]


def test_an_older_edition_in_one_file_is_read() -> None:
    whole = (MAIN + PROGRAM).encode()
    assert FORMAT.recognises(whole, whole)
    found = FORMAT.read(whole, ReadOptions(file="2026-hamburg.yml"))
    assert (found.events[0].name, found.talks()) == ("devopsdays Hamburg 2026", 3)


def test_the_programme_alone_is_read() -> None:
    assert FORMAT.recognises(PROGRAM.encode(), PROGRAM.encode())
    found = FORMAT.read(PROGRAM.encode(), ReadOptions(file="program.yml", event="devopsdays X"))
    assert (found.events[0].name, len(found.events[0].talks)) == ("devopsdays X", 6)


def test_pages_without_an_edition_are_refused() -> None:
    with pytest.raises(SourceError, match=r"main\.yml"):
        read({"a.md": CRANES})


def test_sponsors_are_named_by_their_file_else_by_their_id() -> None:
    head = MAIN.replace("  - id: quay\n", "  - id: quay\n  - id: dock-works\n")
    files = {**PARTS, "data/events/2026/hamburg/main.yml": head}
    (event,) = read(files).events
    assert event.sponsors == ("Quay", "Dock Works")
    files["data/sponsors/q/quay.yml"] = "name: Quay Labs\nurl: https://quay.example/\n"
    (event,) = read(files).events
    assert event.sponsors == ("Quay Labs", "Dock Works")
