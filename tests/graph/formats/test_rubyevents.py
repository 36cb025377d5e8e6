"""RubyEvents: editions of a series, the grid that gives talks their times, and other spellings."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, timedelta, timezone

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.rubyevents import FORMAT
from hallway.graph.programme import Event, Programme, Talk

SERIES = "---\nid: quay\nname: QuayConf\nwebsite: https://quay.example\naliases:\n  - The Quay\n"
EVENT = """---
id: "quay-2026"
title: "QuayConf 2026"
location: "Hamburg, Germany"
timezone: "Europe/Berlin"
kind: "conference"
start_date: "2026-06-10"
end_date: "2026-06-11"
website: "https://quay.example/2026"
venue: "Fish Hall"
"""
OLDER = EVENT.replace("2026", "2025").replace("06-10", "05-01").replace("06-11", "05-01")
VIDEOS = """# all of them
---
- id: "ana-quay-2026"
  title: "Cranes at night"
  raw_title: "Ana - Cranes at night"
  kind: "keynote"
  event_name: "QuayConf 2026"
  date: "2026-06-10"
  language: "English"
  track: "Pier 1"
  video_provider: "youtube"
  video_id: "abcDEF12345"
  slides_url: "https://slides.example/cranes"
  description: |-
    About cranes.
  speakers:
    - "Ana \\"Crane\\" Lindqvist"

- id: "lightning-quay-2026"
  title: "Lightning Talks"
  kind: "lightning_talk"
  date: "2026-06-10"
  video_provider: "youtube"
  video_id: "lightning01"
  description: ""
  talks:
    - id: "bo-quay-2026"
      title: "Lightning Talk: Ropes"
      kind: "lightning_talk"
      date: "2026-06-10"
      start_cue: "01:05"
      end_cue: "01:02:05"
      video_provider: "parent"
      video_id: "bo-quay-2026"
      speakers:
        - Bo Grant
    - id: "cy-quay-2026"
      title: "Lightning Talk: Knots"
      date: "2026-06-10"
      start_cue: "TODO"
      video_provider: "vimeo"
      video_id: "4711"
      speakers:
        - TODO

- id: "eva-quay-2026"
  title: "Tides"
  date: "2026-06-11"
  video_provider: "scheduled"
  video_id: "eva-quay-2026"
  description: ""
  speakers:
    - Eva Lind

- id: "recap-quay-2026"
  title: "The film"
  kind: "recap"
  date: "2026-06-11"
  video_provider: "youtube"
  video_id: "film0000001"
  talks: []
"""
SCHEDULE = """---
days:
  - name: "Day 1"
    date: "2026-06-10"
    grid:
      - start_time: "09:00"
        end_time: "09:30"
        slots: 1
        items:
          - "Registration"
      - start_time: "09:30"
        end_time: "10:15"
        slots: 1
      - start_time: "10:15"
        end_time: "11:00"
        slots: 1
      - start_time: "23:00"
        end_time: "01:00"
        slots: 1
        items:
          - title: "Boat party"
            description: "On the Elbe."
  - name: "Day 2"
    date: "2026-06-11"
    grid:
      - start_time: "14:00"
        end_time: "14:30"
        slots: 1
"""
PEOPLE = """---
- name: "Eva Lindström"
  github: "evalin"
  website: "https://eva.example"
  twitter: "@eva"
  slug: "eva-lindstrom"
  aliases:
    - name: "Eva Lind"
      slug: "eva-lind"
- name: "Bo Grant"
  github: ""
  slug: "bo-grant"
"""
INVOLVED = """---
- name: "Chief Organizer"
  users:
    - Eva Lind
- name: "Designer"
  users:
    - Dan Ebb
  organisations:
    - Quay Labs
"""
SUMMER = timezone(timedelta(hours=2))


def zipped(**parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".yml", text)
    return out.getvalue()


def series(**changes: str) -> bytes:
    parts = {
        "quay__series": SERIES,
        "quay__quay-2025__event": OLDER,
        "quay__quay-2026__event": EVENT,
        "quay__quay-2026__videos": VIDEOS,
        "quay__quay-2026__schedule": SCHEDULE,
        "quay__quay-2026__involvements": INVOLVED,
        "speakers": PEOPLE,
    }
    return zipped(**(parts | changes))


def read(data: bytes, **options: str) -> Programme:
    return FORMAT.read(data, ReadOptions(file="quay.zip", **options))


def edition(programme: Programme) -> Event:
    return next(one for one in programme.events if "2026" in one.name)


def talk(programme: Programme, title: str) -> Talk:
    return next(one for one in edition(programme).talks if title in one.title)


def test_a_series_has_its_editions_by_their_first_days() -> None:
    found = read(series())
    assert [one.name for one in found.events] == ["QuayConf 2025", "QuayConf 2026"]
    for event in found.events:
        assert event.series is not None
        assert event.series.name == "QuayConf"
        assert event.series.url == "https://quay.example"
        assert [(one.name, one.year) for one in event.series.editions] == [
            ("QuayConf 2025", 2025),
            ("QuayConf 2026", 2026),
        ]


def test_the_head_of_an_edition() -> None:
    event = edition(read(series()))
    assert (event.start, event.end) == (date(2026, 6, 10), date(2026, 6, 11))
    assert (event.zone, event.online) == ("Europe/Berlin", False)
    assert event.place == "Fish Hall, Hamburg, Germany"
    assert event.url == "https://quay.example/2026"


def test_talks_are_leaves_and_films_are_none() -> None:
    found = read(series())
    given = [one.title for one in edition(found).talks if not one.is_break]
    assert given == ["Cranes at night", "Lightning Talk: Ropes", "Lightning Talk: Knots", "Tides"]
    told = [one.what for one in found.notices]
    assert any("films on the event that nobody gives, left out: 1" in one for one in told)


def test_a_talk_in_full() -> None:
    one = talk(read(series()), "Cranes")
    assert (one.key, one.kind, one.track) == ("ana-quay-2026", "keynote", "Pier 1")
    assert (one.languages, one.abstract) == (("en",), "About cranes.")
    assert [r.url for r in one.recordings] == ["https://www.youtube.com/watch?v=abcDEF12345"]
    assert [s.url for s in one.slides] == ["https://slides.example/cranes"]
    assert [a.person.name for a in one.appearances] == ['Ana "Crane" Lindqvist']
    assert one.where == "quay/quay-2026/videos.yml, line 3"


def test_free_slots_are_filled_in_order() -> None:
    found = read(series())
    cranes, tides = talk(found, "Cranes"), talk(found, "Tides")
    assert cranes.start == datetime(2026, 6, 10, 9, 30, tzinfo=SUMMER)
    assert (cranes.end, cranes.minutes) == (datetime(2026, 6, 10, 10, 15, tzinfo=SUMMER), 45)
    assert tides.start == datetime(2026, 6, 11, 14, 0, tzinfo=SUMMER)
    assert talk(found, "Ropes").start == date(2026, 6, 10)


def test_items_of_the_grid_are_breaks_and_may_pass_midnight() -> None:
    found = read(series())
    breaks = [one for one in edition(found).talks if one.is_break]
    assert [one.title for one in breaks] == ["Registration", "Boat party"]
    assert breaks[1].end == datetime(2026, 6, 11, 1, 0, tzinfo=SUMMER)
    assert breaks[1].abstract == "On the Elbe."


def test_too_many_slots_give_no_times() -> None:
    more = SCHEDULE.replace(
        'slots: 1\n      - start_time: "10:15"', 'slots: 2\n      - start_time: "10:15"'
    )
    found = read(series(**{"quay__quay-2026__schedule": more}))
    assert talk(found, "Cranes").start == date(2026, 6, 10)
    assert any("nobody can tell" in one.what for one in found.notices)


def test_a_time_of_its_own_that_contradicts_the_grid_wins() -> None:
    own = VIDEOS.replace('track: "Pier 1"', 'time: "16:00 - 17:00"')
    found = read(series(**{"quay__quay-2026__videos": own}))
    assert talk(found, "Cranes").start == datetime(2026, 6, 10, 16, 0, tzinfo=SUMMER)
    assert any("contradict" in one.what for one in found.notices)


def test_a_recording_of_several_talks_is_entered_where_a_talk_begins() -> None:
    found = read(series())
    [ropes] = talk(found, "Ropes").recordings
    assert ropes.url == "https://www.youtube.com/watch?v=lightning01&t=65"
    assert ropes.duration_s == 3660
    assert [one.url for one in talk(found, "Knots").recordings] == ["https://vimeo.com/4711"]
    assert talk(found, "Tides").recordings == ()


def test_another_spelling_is_the_person_that_the_list_knows() -> None:
    [eva] = talk(read(series()), "Tides").appearances
    assert (eva.person.name, eva.person.id, eva.printed) == (
        "Eva Lindström",
        "eva-lindstrom",
        "Eva Lind",
    )
    assert eva.person.alternate_names == ("Eva Lind",)
    assert [one.url for one in eva.person.links] == [
        "https://eva.example",
        "https://github.com/evalin",
        "https://twitter.com/eva",
    ]


def test_a_spelling_of_two_people_is_nobody_of_the_list() -> None:
    two = PEOPLE + '- name: "Eva Lindgren"\n  slug: "el"\n  aliases:\n    - name: "Eva Lind"\n'
    [eva] = talk(read(series(speakers=two)), "Tides").appearances
    assert (eva.person.name, eva.person.id) == ("Eva Lind", None)


def test_a_placeholder_is_nobody() -> None:
    found = read(series())
    assert talk(found, "Knots").appearances == ()
    assert any("'TODO'" in one.what for one in found.notices)


def test_involvements_are_roles_in_the_event() -> None:
    roles = [(one.person.name, one.role) for one in edition(read(series())).appearances]
    assert roles == [("Eva Lindström", "organizer"), ("Dan Ebb", "designer")]


def test_a_cancelled_edition_has_cancelled_talks() -> None:
    found = read(series(**{"quay__quay-2026__event": EVENT + 'status: "cancelled"\n'}))
    assert {one.status for one in edition(found).talks if not one.is_break} == {"cancelled"}


@pytest.mark.parametrize(
    ("location", "online", "place"), [("online", True, None), ("Earth", True, None)]
)
def test_an_edition_online_has_no_place(location: str, online: bool, place: str | None) -> None:
    text = EVENT.replace("Hamburg, Germany", location)
    event = edition(read(series(**{"quay__quay-2026__event": text})))
    assert (event.online, event.place) == (online, place)


def test_a_hybrid_edition_says_neither() -> None:
    event = edition(read(series(**{"quay__quay-2026__event": EVENT + "hybrid: true\n"})))
    assert (event.online, event.place) == (None, "Fish Hall, Hamburg, Germany")


def test_the_list_of_talks_alone_is_read() -> None:
    assert FORMAT.recognises(VIDEOS.encode(), VIDEOS.encode())
    found = read(VIDEOS.encode())
    assert (found.events[0].name, found.talks()) == ("QuayConf 2026", 4)


def test_the_head_alone_is_read() -> None:
    assert FORMAT.recognises(EVENT.encode(), EVENT.encode())
    found = read(EVENT.encode())
    assert (found.events[0].name, found.talks()) == ("QuayConf 2026", 0)


def test_one_broken_part_does_not_lose_the_others() -> None:
    found = read(series(**{"quay__quay-2026__schedule": "days: [\n"}))
    assert talk(found, "Cranes").start == date(2026, 6, 10)
    assert any(one.level == "error" and "schedule.yml" in one.where for one in found.notices)


def test_a_list_of_people_alone_is_no_programme() -> None:
    assert not FORMAT.recognises(PEOPLE.encode(), PEOPLE.encode())
    with pytest.raises(SourceError, match=r"no event\.yml"):
        read(PEOPLE.encode())


SPONSORS = """---
- tiers:
    - name: "Gold"
      sponsors:
        - name: "Quay Labs"
          website: "https://labs.example"
        - name: "Dock Works"
    - name: "Silver"
      sponsors:
        - name: "Quay Labs"
        - slug: "nameless"
    - "not a tier"
"""


def test_sponsors_of_all_tiers_are_the_events_and_nobody_twice() -> None:
    parts = {"event": EVENT, "videos": VIDEOS, "sponsors": SPONSORS}
    data = zipped(**{f"quay__quay-2026__{name}": text for name, text in parts.items()})
    assert read(data).events[0].sponsors == ("Quay Labs", "Dock Works")
