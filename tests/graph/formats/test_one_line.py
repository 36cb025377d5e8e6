"""As `test_one_field`, for calendars, RDF, pages, YAML and BibTeX: a field of each is a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.programme import Talk
from tests.graph.formats.odd_values import bundle
from tests.graph.formats.test_one_field import FACTS, check, place, talks
from tests.graph.formats.writers import EVENT, ZONE, Fact

Fields = Sequence[tuple[str, str]]
"""Of one talk: names of fields and their values, as they are written."""


@dataclass(frozen=True)
class Notation:
    """How a talk is told in fields, and a file in talks."""

    format: str
    fields: Callable[[int, Fact], Fields]
    write: Callable[[Sequence[Fields]], bytes]


def _ical(at: int, one: Fact) -> Fields:
    return [
        ("UID", f"{at}@quay.example"),
        (f"DTSTART;TZID={ZONE}", f"{one.start:%Y%m%dT%H%M%S}"),
        ("DURATION", f"PT{one.minutes}M"),
        ("SUMMARY", one.title),
        ("LOCATION", one.room),
        ("DESCRIPTION", f"About number {at}."),
        *((f"ATTENDEE;CN={name}", "invalid:nomail") for name in one.people),
        ("CATEGORIES", f"Topic {at}"),
        ("STATUS", "CONFIRMED"),
        ("URL", f"https://quay.example/{at}"),
    ]


def _calendar(found: Sequence[Fields]) -> bytes:
    lines = ["BEGIN:VCALENDAR", f"X-WR-CALNAME:{EVENT}"]
    for one in found:
        lines += ["BEGIN:VEVENT", *(f"{name}:{value}" for name, value in one), "END:VEVENT"]
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def _triples(at: int, one: Fact) -> Fields:
    end = f"{one.instant.date()}T{one.end:%H:%M:%S}{one.instant.isoformat()[-6:]}"
    people = [("s:performer", f":p{name.split()[0]}{name.split()[-1]}") for name in one.people]
    return [
        ("a", "hw:Talk"), ("a", "s:Event"), ("s:superEvent", ":e"), ("s:name", f'"{one.title}"'),
        ("s:startDate", f'"{one.instant.isoformat()}"^^xsd:dateTime'),
        ("s:endDate", f'"{end}"^^xsd:dateTime'), ("s:abstract", f'"About {one.title}."'),
        ("s:location", f":r{one.room.replace(' ', '')}"), ("s:inLanguage", '"en"'), *people,
    ]  # fmt: skip


def _turtle(found: Sequence[Fields]) -> bytes:
    lines = [
        "@prefix hw: <https://w3id.org/hallway#> . @prefix s: <https://schema.org/> .",
        "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix : <https://quay.example/> .",
        f':e a hw:Event, s:Event ; s:name "{EVENT}" .',
        *(f':r{one.room.replace(" ", "")} a s:Place ; s:name "{one.room}" .' for one in FACTS),
        *(
            f':p{name.split()[0]}{name.split()[-1]} a s:Person ; s:name "{name}" .'
            for one in FACTS
            for name in one.people
        ),
    ]
    for at, fields in enumerate(found, 1):
        lines += [f":t{at} {name} {value} ." for name, value in fields]
    return "\n".join(lines).encode()


def _items(at: int, one: Fact) -> Fields:
    inner = '<b itemprop="name">{}</b>'
    end = f"{one.instant.date()}T{one.end:%H:%M:%S}{one.instant.isoformat()[-6:]}"
    kinds = {"location": "Place", "performer": "Person"}
    named = [("location", one.room), *(("performer", name) for name in one.people)]
    return [
        ("name", f'<h2 itemprop="@">{one.title.replace("&", "&amp;")}</h2>'),
        ("startDate", f'<time itemprop="@" datetime="{one.instant.isoformat()}"></time>'),
        ("endDate", f'<time itemprop="@" datetime="{end}"></time>'),
        ("description", f'<p itemprop="@">About number {at}.</p>'),
        *(
            (what, f'<i itemprop="@" itemscope itemtype="https://schema.org/{kinds[what]}">'
                   f"{inner.format(name)}</i>")
            for what, name in named
        ),
    ]  # fmt: skip


def _page(found: Sequence[Fields]) -> bytes:
    parts = "".join(
        '<div itemprop="subEvent" itemscope itemtype="https://schema.org/Event">'
        + "".join(value.replace('"@"', f'"{name}"', 1) for name, value in one)
        + "</div>"
        for one in found
    )
    return (
        f'<!doctype html><div itemscope itemtype="https://schema.org/Event">'
        f'<h1 itemprop="name">{EVENT}</h1><time itemprop="startDate" datetime="2026-06-10"></time>'
        f'<time itemprop="endDate" datetime="2026-06-12"></time>{parts}</div>'
    ).encode()


def _video(at: int, one: Fact) -> Fields:
    return [
        ("title", f'"{one.title}"'),
        ("id", f"talk-{at}"),
        ("speakers", f"[{', '.join(one.people)}]"),
        ("date", f"'{one.start.date()}'"),
        ("description", f"About {at}."),
        ("language", "english"),
        ("kind", "talk"),
        ("video_provider", "youtube"),
        ("video_id", f"video{at}"),
    ]


def _videos(found: Sequence[Fields]) -> bytes:
    items = ("-\n" + "".join(f"  {name}: {value}\n" for name, value in one) for one in found)
    event = f"id: h\ntitle: {EVENT}\nkind: conference\nstart_date: '2026-06-10'\n"
    files = {"h/event.yml": event, "h/videos.yml": "".join(items), "h/series.yml": "name: H\n"}
    return bundle(files)


def _entry(at: int, one: Fact) -> Fields:
    names = (f"{' '.join(name.split()[1:])}, {name.split()[0]}" for name in one.people)
    return [
        ("title", one.title.replace("&", "\\&")),
        ("author", " and ".join(names)),
        ("booktitle", EVENT),
        ("year", "2026"),
        ("abstract", f"About {at}."),
        ("keywords", f"topic {at}"),
        ("url", f"https://quay.example/{at}"),
    ]


def _entries(found: Sequence[Fields]) -> bytes:
    whole = (
        f"@inproceedings{{k{at},\n"
        + "".join(f"  {name} = {{{value}}},\n" for name, value in one)
        + "}\n"
        for at, one in enumerate(found, 1)
    )
    return "".join(whole).encode()


NOTATIONS = {
    "calendar": Notation("ical", _ical, _calendar),
    "turtle": Notation("rdf", _triples, _turtle),
    "microdata": Notation("html", _items, _page),
    "yaml": Notation("rubyevents", _video, _videos),
    "bibtex": Notation("bibtex", _entry, _entries),
}


@cache
def known(name: str) -> tuple[list[Fields], list[Talk]]:
    notation = NOTATIONS[name]
    fields = [notation.fields(at, one) for at, one in enumerate(FACTS, 1)]
    before = talks(notation.write(fields), notation.format)
    assert len({place(talk) for talk in before}) == len(FACTS)
    return fields, before


@pytest.mark.parametrize("name", NOTATIONS)
@settings(max_examples=40)
@given(data=st.data())
def test_one_line_of_a_talk_changes_that_talk(name: str, data: st.DataObject) -> None:
    fields, before = known(name)
    talk = data.draw(st.integers(0, len(FACTS) - 1))
    at = data.draw(st.integers(0, len(fields[talk]) - 1))
    how = data.draw(st.sampled_from(("delete", "double", "swap")))
    changed = list(fields[talk])
    if how == "delete":
        del changed[at]
    elif how == "double":
        changed.insert(at, changed[at])
    else:
        other = data.draw(st.integers(0, len(changed) - 1))
        (one, value), (two, its) = changed[at], changed[other]
        changed[at], changed[other] = (two, value), (one, its)
    every = [*fields[:talk], changed, *fields[talk + 1 :]]
    where = next(place(one) for one in before if one.title == FACTS[talk].title)
    check(before, NOTATIONS[name].write(every), NOTATIONS[name].format, f"{how} {where}")


@pytest.mark.parametrize("name", NOTATIONS)
def test_the_files_say_what_they_are_made_of(name: str) -> None:
    _, before = known(name)
    assert [talk.title for talk in before] == [one.title for one in FACTS]
    for talk, one in zip(before, FACTS, strict=True):
        assert [said.person.name for said in talk.appearances] == list(one.people)
