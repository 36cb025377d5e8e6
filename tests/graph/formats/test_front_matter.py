"""Pages of talks and people, joined by slug or by the first heading."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, timedelta, timezone

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.front_matter import FORMAT
from hallway.graph.programme import Programme, Talk

CRANES = """---
accepted: true
abstract: Short.
category: talks
date: 2026-06-10 9:30:00 +0200
end_date: 2026-06-10 10:15:00 +0200
presenters:
- ana-lindqvist
- bo-grant
- Cy O'Hara
room: Pier 1
slides_url: https://slides.example/cranes
tags:
- harbours
- cranes
title: 'Cranes at night'
track: t0
video_url: https://youtu.be/abcDEF12345
---

Longer, with **stress**.
"""
ROPES = """---
category: talk
date: 2026-06-11 14:00:00 +0200
presenters:
- ana-lindqvist
published: true
title: Ropes
---
"""
LUNCH = """---
category: talk
date: 2026-06-10 12:00:00 +0200
presenters: null
room: Fish Hall
title: Social hour
---
Fish Hall
"""
SECRET = CRANES.replace("accepted: true", "accepted: false").replace("Cranes at", "Never at")
ANA = """---
company: Quay Labs
github: anali
name: Ana Lindqvist
slug: ana-lindqvist
twitter: ''
website: https://ana.example
email: ana at quay
---
Ana builds cranes.
"""
HEADED = """type: session
title: "Tides"
slug: "tides"
---

### [Eva Lind](https://eva.example), University of Quay

About tides.
"""
TOML = """+++
title = "Knots"
date = 2026-06-10T16:00:00+02:00
speakers = ["Dan Ebb & Eva Lind"]
+++
"""
SUMMER = timezone(timedelta(hours=2))


def zipped(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


SITE = {
    "_schedule/talks/a-cranes.md": CRANES,
    "_schedule/talks/b-lunch.md": LUNCH,
    "_schedule/talks/c-secret.md": SECRET,
    "_schedule/talks/d-ropes.md": ROPES,
    "_presenters/ana-lindqvist.md": ANA,
    "about.md": "---\ntitle: About us\n---\nWe.",
}


def read(parts: dict[str, str], **options: str) -> Programme:
    return FORMAT.read(zipped(parts), ReadOptions(file="quay-2026", **options))


def talk(found: Programme, title: str) -> Talk:
    return next(one for one in found.events[0].talks if one.title == title)


def test_a_talk_in_full() -> None:
    one = talk(read(SITE), "Cranes at night")
    assert one.start == datetime(2026, 6, 10, 9, 30, tzinfo=SUMMER)
    assert (one.minutes, one.room, one.track) == (45, "Pier 1", "t0")
    assert one.topics == ("harbours", "cranes")
    assert one.abstract == "Short.\nLonger, with stress."
    assert [r.url for r in one.recordings] == ["https://youtu.be/abcDEF12345"]
    assert [s.url for s in one.slides] == ["https://slides.example/cranes"]
    assert one.key == "_schedule/talks/a-cranes"


def test_a_slug_is_the_person_of_its_page() -> None:
    ana, bo, cy = talk(read(SITE), "Cranes at night").appearances
    assert (ana.person.name, ana.person.id, ana.affiliation) == (
        "Ana Lindqvist",
        "ana-lindqvist",
        "Quay Labs",
    )
    assert [one.url for one in ana.person.links] == [
        "https://ana.example",
        "https://github.com/anali",
    ]
    assert (bo.person.name, bo.person.id) == ("Bo Grant", "bo-grant")
    assert cy.person.name == "Cy O'Hara"


def test_a_name_made_of_a_slug_is_told() -> None:
    found = read(SITE)
    assert any("people without a page: 1 (bo-grant)" in one.what for one in found.notices)


def test_what_is_not_accepted_is_left_out_and_counted() -> None:
    found = read(SITE)
    assert all("Never" not in one.title for one in found.events[0].talks)
    assert any("left out: 1" in one.what for one in found.notices)


def test_a_slot_without_presenters_is_a_break_and_its_room_no_text() -> None:
    one = talk(read(SITE), "Social hour")
    assert (one.is_break, one.abstract) == (True, "")


def test_kinds_in_two_numbers_are_one() -> None:
    assert {one.kind for one in read(SITE).events[0].talks} == {"talk"}


def test_the_event_has_the_days_of_its_talks_and_the_name_of_its_caller() -> None:
    found = read(SITE, event="QuayConf 2026").events[0]
    assert (found.start, found.end) == (date(2026, 6, 10), date(2026, 6, 11))
    assert found.name == "QuayConf 2026"
    assert found.series is not None
    assert found.series.name == "QuayConf"


def test_without_a_name_the_file_lends_its_own_and_no_series() -> None:
    found = read(SITE)
    assert (found.events[0].name, found.events[0].series) == ("quay-2026", None)
    assert any("do not name the event" in one.what for one in found.notices)


def test_the_configuration_of_the_site_names_the_event() -> None:
    assert read({**SITE, "_config.yml": "title: QuayConf 2026\n"}).events[0].name == "QuayConf 2026"


def test_the_heading_of_the_text_names_the_speaker() -> None:
    one = talk(read({"workshops/tides.md": HEADED}), "Tides")
    [eva] = one.appearances
    assert (eva.person.name, eva.affiliation) == ("Eva Lind", "University of Quay")
    assert [link.url for link in eva.person.links] == ["https://eva.example"]
    assert (one.kind, one.abstract, one.start) == ("workshop", "About tides.", None)


def test_toml_and_several_names_in_one_text() -> None:
    one = talk(read({"a.md": TOML}), "Knots")
    assert [a.person.name for a in one.appearances] == ["Dan Ebb", "Eva Lind"]
    assert one.start == datetime(2026, 6, 10, 16, 0, tzinfo=SUMMER)


def test_times_without_offset_stay_local_unless_the_caller_names_the_zone() -> None:
    local = {"a.md": CRANES.replace(" +0200", "")}
    assert talk(read(local), "Cranes at night").start == datetime(2026, 6, 10, 9, 30)
    known = talk(read(local, zone="Europe/Berlin"), "Cranes at night").start
    assert known == datetime(2026, 6, 10, 9, 30, tzinfo=SUMMER)


@pytest.mark.parametrize("end", ["2026-06-10 09:00:00 +0200", "2026-06-10 10:15:00"])
def test_an_end_that_cannot_be_is_left_out(end: str) -> None:
    one = talk(read({"a.md": CRANES.replace("2026-06-10 10:15:00 +0200", end)}), "Cranes at night")
    assert (one.end, one.minutes) == (None, None)


def test_a_page_with_a_broken_header_does_not_lose_the_others() -> None:
    found = read({**SITE, "_schedule/talks/x.md": "---\ntitle: [\n---\n"})
    assert found.talks() == 2
    assert any(one.level == "error" and "x.md" in one.where for one in found.notices)


@pytest.mark.parametrize("text", [CRANES, HEADED, TOML])
def test_one_page_is_recognised_alone(text: str) -> None:
    assert FORMAT.recognises(text.encode(), text.encode())
    assert FORMAT.read(text.encode(), ReadOptions(file="a.md")).talks() == 1


@pytest.mark.parametrize("text", [ANA, SITE["about.md"], "# Just a page\n"])
def test_a_page_that_is_no_talk_is_refused(text: str) -> None:
    assert not FORMAT.recognises(text.encode(), text.encode())
    with pytest.raises(SourceError):
        FORMAT.read(text.encode(), ReadOptions(file="a.md"))
