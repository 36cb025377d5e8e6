"""Papers and sessions of a Mini-Conf site."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.miniconf import FORMAT, read
from hallway.graph.programme import Programme

PAPERS = """UID,title,authors,abstract,keywords,track,paper_type,pdf_url
main.1,Ebb,Ana Quay|Bo Ek,About ebb.,tides|moon,Water,Long,https://papers.example/1.pdf
main.2,Flood,Eva Moon,About flood.,,Water,Short,
"""
SESSIONS = """# written by hand
1A:
  date: 2020-07-06_05:00:00
  papers:
  - main.1
  - main.2
2B:
  date: 2020-07-07_09:00:00
  papers:
  - main.1
  - main.9
3A:
  date: some day
  papers: [main.2]
"""
PLENARY = """- UID: "keynote"
  title: "The moon: a lecture"
  date: July 6
  sessions:
    - name: Presentation
      start_time: 2020-07-06_14:30:00
      end_time: 2020-07-06_15:15:00
    - name: Questions
      start_time: 2020-07-06_15:15:00
      end_time: 2020-07-06_15:45:00
    - name: Again
      start_time: 2020-07-07_01:00:00
  presenter: Eva Moon
  institution: Lunar Institute
  abstract: |
    On the moon.
- UID: meeting
  title: Business meeting
  presenter: "Host: Ana Quay, Bo Ek"
  sessions:
    - start_time: 2020-07-08_16:00:00
      end_time: 2020-07-08_15:00:00
- title: ""
"""


def folder(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return out.getvalue()


WHOLE = folder(papers_csv=PAPERS, sessions_yml=SESSIONS, plenary_yml=PLENARY)


def said(programme: Programme, *words: str) -> bool:
    return any(all(word in str(one) for word in words) for one in programme.notices)


def test_papers_get_the_first_of_their_slots() -> None:
    programme = read(WHOLE, ReadOptions(event="Tide 2020"))
    (event,) = programme.events
    assert (event.name, event.start, event.end) == (
        "Tide 2020",
        date(2020, 7, 6),
        date(2020, 7, 8),
    )
    ebb, flood, moon, meeting = event.talks
    assert (ebb.title, ebb.key, ebb.start) == ("Ebb", "main.1", datetime(2020, 7, 6, 5))
    assert (ebb.track, ebb.kind, ebb.topics) == ("Water", "Long", ("tides", "moon"))
    assert [(one.person.name, one.role) for one in ebb.appearances] == [
        ("Ana Quay", "author"),
        ("Bo Ek", "author"),
    ]
    assert flood.start == datetime(2020, 7, 6, 5)
    assert (moon.start, moon.end) == (datetime(2020, 7, 6, 14, 30), datetime(2020, 7, 6, 15, 45))
    assert (meeting.start, meeting.end) == (datetime(2020, 7, 8, 16), None)
    assert said(programme, "shown more than once", "(2)")


def test_what_does_not_fit_is_told() -> None:
    programme = read(WHOLE, ReadOptions(event="Tide 2020"))
    assert said(programme, "papers of which nothing is known", "'main.9' (1)")
    assert said(programme, "'3A'", "no time", "sessions.yml, line 13")
    assert said(programme, "is not after the start", "plenary.yml")
    assert said(programme, "no zone")
    assert said(programme, "without a title")


def test_a_presenter_may_be_a_host_and_have_an_institution() -> None:
    *_, moon, meeting = read(WHOLE, ReadOptions(event="x")).events[0].talks
    assert [(one.person.name, one.role, one.affiliation) for one in moon.appearances] == [
        ("Eva Moon", "speaker", "Lunar Institute")
    ]
    assert moon.abstract == "On the moon."
    assert [(one.person.name, one.role) for one in meeting.appearances] == [
        ("Ana Quay", "host"),
        ("Bo Ek", "host"),
    ]


def test_a_zone_of_the_caller_holds_for_all() -> None:
    event = read(WHOLE, ReadOptions(event="x", zone="America/Los_Angeles")).events[0]
    start = event.talks[0].start
    assert isinstance(start, datetime)
    assert start.utcoffset() == timedelta(hours=-7)


def test_the_settings_of_the_site_name_the_event() -> None:
    source = folder(
        sessions_yml=SESSIONS, papers_csv=PAPERS, config_yml="name: Tide 2020\nlocation: Bergen\n"
    )
    (event,) = read(source, ReadOptions(file="site.zip")).events
    assert (event.name, event.place) == ("Tide 2020", "Bergen")
    assert event.series is not None
    assert event.series.name == "Tide"


def test_yaml_alone_is_read_as_far_as_it_goes() -> None:
    programme = read(SESSIONS.encode(), ReadOptions(file="tide-2020.yml"))
    assert programme.talks() == 0
    assert programme.events[0].start == date(2020, 7, 6)
    assert said(programme, "papers of which nothing is known", "(3)", "CSV")
    plenary = read(PLENARY.encode(), ReadOptions(file="tide-2020.yml"))
    assert [talk.title for talk in plenary.events[0].talks] == [
        "The moon: a lecture",
        "Business meeting",
    ]


def test_a_broken_file_costs_no_other() -> None:
    source = folder(papers_csv=PAPERS, sessions_yml=SESSIONS, broken_yml="a: [b: {", notes_txt="x")
    programme = read(source, ReadOptions(event="x"))
    assert programme.talks() == 2
    assert said(programme, "not YAML", "broken.yml")


def test_only_such_yaml_is_recognised() -> None:
    for source in (SESSIONS, PLENARY, PLENARY.replace("\n", "\r\n")):
        assert FORMAT.recognises(source.encode(), source.encode())
    assert FORMAT.recognises(WHOLE, WHOLE)
    for other in ("- title: x\n  presenter: y\n", "a: b\n", "1A:\n  date: x\n", "- UID: x\n", ""):
        assert not FORMAT.recognises(other.encode(), other.encode())
    data = folder(papers_csv=PAPERS, other_yml="- title: x\n")
    assert not FORMAT.recognises(data, data)


def test_nothing_to_read_is_refused() -> None:
    for source in (b"a: b", b"- x", folder(a_yml="x: 1")):
        with pytest.raises(SourceError, match="neither a talk nor a session"):
            read(source, ReadOptions())


@settings(max_examples=80, deadline=5000)
@given(st.data())
def test_a_lost_doubled_or_swapped_line_costs_no_more(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(("papers_csv", "sessions_yml", "plenary_yml")))
    files = {"papers_csv": PAPERS, "sessions_yml": SESSIONS, "plenary_yml": PLENARY}
    lines = files[name].split("\n")
    at = data.draw(st.integers(0, len(lines) - 2))
    change = data.draw(st.sampled_from(("delete", "double", "swap")))
    if change == "delete":
        del lines[at]
    elif change == "double":
        lines.insert(at, lines[at])
    else:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    programme = read(folder(**(files | {name: "\n".join(lines)})), ReadOptions(event="x"))
    assert all(talk.title for talk in programme.events[0].talks)
    assert programme.talks() >= (0 if name == "papers_csv" else 2)


@settings(max_examples=60, deadline=5000)
@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    for source in (data, b"1A:\n  date: x\n  papers:\n  - " + data, b"PK\x03\x04" + data):
        FORMAT.recognises(source, source)
        try:
            read(source, ReadOptions())
        except SourceError:
            pass
