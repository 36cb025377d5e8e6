"""Schedules written by hand, in HTML or Markdown lists."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.markdown_schedule import FORMAT
from hallway.graph.programme import Programme, Talk

HEAD = """---
categories:
- conferences
- Quay Days 2026
title: Schedule of 2026
---
"""
HTML = (
    HEAD
    + """<h2>Programme</h2>
<h3><span class="date">Wednesday, June 10</span></h3>
<dl class="day"><dt class="vevent">08:00-09:00 - <span>Registration</span></dt>
<dt>TBA - <span>Evening</span></dt></dl>
<ul>
<li>09:00-09:45 - Opening Keynote -
<a href="https://ana.example/">Ana Lindqvist</a> <a href="https://youtu.be/abcDEF12345">(Video
stream)</a></li>
<li>09:45-10:00 - <em>Break (coffee)</em></li>
<li>10:00-10:20 - <a href="/2026/cranes">Cranes at night - a manual</a> - Bo Grant,
Cy Ohara, and Eva Lind
<a href="https://slides.example/c.pdf">(Slides)</a></li>
<li>10:20-10:40 - <a href="https://quay.example/tides">Tides</a> - Dan Ebb, Head of Tides
and Director of Water &amp; Wind at Quay Labs</li>
<li>10:40-11:00 - <strong><a href="https://wiki.example/l">Lightning Talks</a></strong></li>
</ul>
<h3>Thursday, June 11</h3>
<ul><li>09:15-10:00 - Closing Keynote - An Interview with
<a href="https://eva.example">Eva Lind</a></li>
</ul>
"""
)
MARKDOWN = (
    HEAD
    + """
## June 10, 2026

- 9:00am-9:30am - Registration
- 10:00-10:20 - [Cranes at night](https://quay.example/c) - Bo Grant
* 10:20-10:40 - Ropes and knots - Cy Ohara
* 23:30-00:30 - Party
"""
)


def read(text: str, **options: str) -> Programme:
    return FORMAT.read(text.encode(), ReadOptions(file="schedule.md", **options))


def talk(found: Programme, title: str) -> Talk:
    return next(one for one in found.events[0].talks if one.title == title)


def people(one: Talk) -> list[str]:
    return [appearance.person.name for appearance in one.appearances]


def test_headings_give_the_day_and_the_header_the_year() -> None:
    [event] = read(HTML).events
    assert (event.start, event.end) == (date(2026, 6, 10), date(2026, 6, 11))
    starts = [one.start for one in event.talks]
    assert starts[0] == datetime(2026, 6, 10, 8, 0)
    assert starts[-1] == datetime(2026, 6, 11, 9, 15)


def test_a_category_that_is_an_edition_names_the_event() -> None:
    found = read(HTML)
    assert found.events[0].name == "Quay Days 2026"
    assert found.events[0].series is not None
    assert found.events[0].series.name == "Quay Days"
    assert read(HTML, event="Quay").events[0].name == "Quay"


def test_talks_are_the_items_that_name_people() -> None:
    found = read(HTML)
    assert [(one.title, people(one)) for one in found.events[0].talks if not one.is_break] == [
        ("Opening Keynote", ["Ana Lindqvist"]),
        ("Cranes at night - a manual", ["Bo Grant", "Cy Ohara", "Eva Lind"]),
        ("Tides", ["Dan Ebb"]),
        ("Closing Keynote - An Interview with Eva Lind", ["Eva Lind"]),
    ]
    assert [one.title for one in found.events[0].talks if one.is_break] == [
        "Registration",
        "Break (coffee)",
        "Lightning Talks",
    ]


def test_posts_behind_a_name_are_no_people() -> None:
    [dan] = talk(read(HTML), "Tides").appearances
    assert dan.affiliation == "Quay Labs"


def test_a_link_on_a_name_is_a_profile() -> None:
    one = talk(read(HTML), "Opening Keynote")
    assert [link.url for link in one.appearances[0].person.links] == ["https://ana.example/"]
    assert [r.url for r in one.recordings] == ["https://youtu.be/abcDEF12345"]
    assert one.links == ()


def test_slides_and_minutes() -> None:
    one = talk(read(HTML), "Cranes at night - a manual")
    assert [s.url for s in one.slides] == ["https://slides.example/c.pdf"]
    assert one.minutes == 20


def test_it_asks_for_a_review() -> None:
    found = read(HTML)
    assert any("review" in one.remedy for one in found.notices)
    assert any("list items without a time range, left out: 1" in one.what for one in found.notices)


def test_the_line_is_that_of_the_file() -> None:
    at = next(n for n, line in enumerate(HTML.split("\n"), 1) if "Break (coffee)" in line)
    assert talk(read(HTML), "Break (coffee)").where == f"line {at}"


def test_a_weekday_that_does_not_fit_gives_no_day() -> None:
    found = read(HTML.replace("Wednesday", "Friday"))
    assert found.events[0].talks[0].start is None
    assert found.events[0].talks[0].minutes == 60
    assert any("is no Friday" in one.what for one in found.notices)


def test_markdown_lists_are_read_alike() -> None:
    found = read(MARKDOWN)
    assert [(one.title, people(one), one.start) for one in found.events[0].talks] == [
        ("Registration", [], datetime(2026, 6, 10, 9, 0)),
        ("Cranes at night", ["Bo Grant"], datetime(2026, 6, 10, 10, 0)),
        ("Ropes and knots", ["Cy Ohara"], datetime(2026, 6, 10, 10, 20)),
        ("Party", [], datetime(2026, 6, 10, 23, 30)),
    ]
    assert talk(found, "Party").end == datetime(2026, 6, 11, 0, 30)


@pytest.mark.parametrize("text", [HTML, MARKDOWN])
def test_it_is_recognised_by_its_items(text: str) -> None:
    assert FORMAT.recognises(text.encode(), text.encode())


@pytest.mark.parametrize("text", ["- 10:00-10:20 - A\n" * 5, HEAD + "- 10:00-10:20 - A\n"])
def test_without_header_or_items_it_is_not(text: str) -> None:
    assert not FORMAT.recognises(text.encode(), text.encode())


def test_a_page_without_items_is_refused() -> None:
    with pytest.raises(SourceError, match="list items"):
        read(HEAD + "Nothing here.")
