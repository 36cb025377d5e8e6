from __future__ import annotations

import csv
import io
import json
import os
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read, recognise
from hallway.graph.formats.table import FORMAT
from hallway.graph.programme import Event, Link, Programme, Talk
from hallway.graph.reading.text import plain_title

CASES = Path(__file__).parents[2] / "cases" / "data"
SHARED = os.environ.get("HALLWAY_SHARED")
needs_shared = pytest.mark.skipif(
    not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data"
)


def read_table(text: str, **options: object) -> Programme:
    return FORMAT.read(text.encode(), ReadOptions(**options))  # type: ignore[arg-type]


def talks_of(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def only_event(text: str, **options: object) -> Event:
    (event,) = read_table(text, event="Quay Days", **options).events
    return event


def only_talk(text: str, **options: object) -> Talk:
    (talk,) = only_event(text, **options).talks
    return talk


def told(programme: Programme) -> str:
    return "\n".join(map(str, programme.notices))


# The cases: inputs and answers come from tests/cases/data.


@pytest.mark.parametrize("number", ["01", "10", "11", "12", "13", "14", "21"])
def test_a_case_gives_its_talks_and_speakers(number: str) -> None:
    (folder,) = CASES.glob(f"{number}-*")
    expected = json.loads((folder / "expect.json").read_text("utf-8"))
    programme = read((folder / "input.csv").read_bytes(), ReadOptions(file="input.csv"))
    talks = {talk.title: talk for talk in talks_of(programme)}
    speakers = {one.person.name for talk in talks.values() for one in talk.appearances}
    assert programme.format == "csv"
    assert programme.talks() == expected["talks"]
    assert speakers == set(expected.get("speakers", speakers))
    assert set(talks) == set(expected.get("titles", talks))
    for one in expected.get("talk", []):
        talk = talks[one["title"]]
        assert talk.minutes == one.get("minutes", talk.minutes)
        names = [appearance.person.name for appearance in talk.appearances]
        assert names == one.get("speakers", names)


def test_the_programme_of_the_http_cases_comes_out_whole() -> None:
    data = (CASES / "_fixture" / "programme.csv").read_bytes()
    programme = read(data, ReadOptions(file="programme.csv", event="Harbour Conf 2026"))
    (event,) = programme.events
    talks = {talk.key: talk for talk in event.talks}
    assert programme.notices == ()
    assert (event.name, event.start, event.end) == (
        "Harbour Conf 2026", date(2026, 6, 10), date(2026, 6, 11),
    )  # fmt: skip
    assert len(event.talks) == len(talks) == 40
    assert talks["a/b c?d#e%2F"].topics == ("C#", "C++", "cranes")
    assert talks["北-7"].title == "東の港"
    assert talks["T6"].title == "=1+2 cranes"
    assert talks["T3"].title == '<script>alert(1)</script> & "crane" <img src=x onerror=alert(2)>'
    assert talks["T3"].appearances[0].person.name == 'Daniel "Crane" Roe'
    assert talks["T3"].appearances[0].affiliation == "Quay & Co"
    assert [one.affiliation for one in talks["T2"].appearances] == ["Harbour Office"] * 2
    start = datetime(2026, 6, 10, 10, tzinfo=timezone(timedelta(hours=2)))
    assert (talks["T1"].start, talks["T1"].end) == (start, start + timedelta(minutes=45))


def test_one_spelling_of_a_name_is_chosen_and_the_printed_one_is_kept() -> None:
    (folder,) = CASES.glob("13-*")
    programme = read((folder / "input.csv").read_bytes(), ReadOptions())
    shouting = next(talk for talk in talks_of(programme) if talk.title == "Shouting")
    (one,) = shouting.appearances
    assert (one.person.name, one.printed) == ("Zoë Márquez", "ZOË MÁRQUEZ")


# Real tables.

COUNTED = {  # file: (records, distinct people after placeholders, distinct titles)
    "access-2008.csv": (20, 27, 20),
    "access-2013.csv": (25, 33, 25),
    "access-2019.csv": (28, 37, 28),  # 34 cells between bars, three of which hold two people
    "acl2020-demo-papers.csv": (43, 238, 43),
    "acl2020-srw-papers.csv": (48, 141, 48),
    "acl2020-w10-papers.csv": (34, 102, 34),
    "droidcon-2025-sessions.csv": (28, 30, 28),
    "eswc2016-keynotes-cr.csv": (3, 3, 3),
    "eswc2016-sessions-cr.csv": (64, 0, 46),
    "gpn11.csv": (29, 30, 29),  # 31 numbered names, one of which is "diverse"
    "miniconf-speakers.csv": (2, 2, 2),
}


@needs_shared
@pytest.mark.parametrize("name", COUNTED)
def test_a_shared_table_gives_as_many_talks_and_people_as_were_counted(name: str) -> None:
    programme = read(Path(SHARED or "", "data/csv", name).read_bytes(), ReadOptions(file=name))
    talks = talks_of(programme)
    people = {one.person.name for talk in talks for one in talk.appearances}
    assert (len(talks), len(people), len({talk.title for talk in talks})) == COUNTED[name]
    assert all(notice.level != "error" for notice in programme.notices)


@needs_shared
def test_breaks_of_a_shared_table_are_no_talks() -> None:
    data = Path(SHARED or "", "data/csv/eswc2016-sessions-cr.csv").read_bytes()
    (event,) = read(data, ReadOptions()).events
    kinds = {talk.kind for talk in event.talks if talk.is_break}
    assert kinds == {"BreakEvent", "MealEvent"}
    assert not any(talk.kind in kinds for talk in event.talks if not talk.is_break)
    assert event.start == date(2016, 5, 29)


@needs_shared
def test_a_shared_list_of_events_gives_events() -> None:
    data = Path(SHARED or "", "data/csv/python-events-2024.csv").read_bytes()
    programme = read(data, ReadOptions())
    assert len(programme.events) == 67
    assert programme.talks() == 0
    first = programme.events[0]
    assert (first.name, first.start, first.place) == (
        "Python Devroom @ FOSDEM", date(2024, 2, 4), "Brussels, Belgium",
    )  # fmt: skip


@needs_shared
def test_a_shared_list_of_speakers_gives_people_with_employers_and_profiles() -> None:
    data = Path(SHARED or "", "data/csv/droidcon-2025-speakers.csv").read_bytes()
    programme = read(data, ReadOptions(event="Droidcon Italy 2025"))
    (event,) = programme.events
    assert (len(event.appearances), event.talks) == (31, ())
    first = event.appearances[0]
    assert (first.person.name, first.person.id, first.affiliation) == (
        "Arnaud Giuliani",
        "3RY8PC",
        "Kotzilla",
    )
    assert Link("https://x.com/arnogiu/") in first.person.links
    assert "31 people" in told(programme)


@needs_shared
def test_hours_up_to_twelve_run_through_the_afternoon() -> None:
    data = Path(SHARED or "", "data/csv/access-2013.csv").read_bytes()
    (event,) = read(data, ReadOptions(zone="America/Halifax")).events
    talk = event.talks[4]
    assert talk.start == datetime(2013, 9, 24, 16, 30, tzinfo=UTC)
    assert talk.minutes == 20


def test_the_sample_of_talks_is_read_without_a_doubt() -> None:
    data = files("hallway.samples").joinpath("talks.csv").read_bytes()
    programme = read(data, ReadOptions(file="talks.csv"))
    assert programme.talks() == data.count(b"\n") - 1
    assert {notice.level for notice in programme.notices} <= {"note"}
    assert all(event.series and event.start for event in programme.events)
    assert not any(talk.is_break for talk in talks_of(programme))


# Dialects.

TABLE = 'title,speaker,minutes\nCranes,Ana Lindqvist,45\n"Quays, and tides","Mei Tanaka",30\n'


@pytest.mark.parametrize("mark", [";", "\t", "|", ","])
def test_the_delimiter_is_told_from_the_table(mark: str) -> None:
    text = f"title{mark}speaker{mark}minutes\nCranes{mark}Ana Lindqvist{mark}45\n"
    assert only_talk(text).minutes == 45


@pytest.mark.parametrize("change", ["\r\n", "\r", "\n\n", "\r\r"])
def test_line_ends_do_not_matter(change: str) -> None:
    text = TABLE.replace("\n", change)
    titles = [talk.title for talk in only_event(text).talks]
    assert titles == ["Cranes", "Quays, and tides"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_spreadsheets_are_read(encoding: str) -> None:
    programme = FORMAT.read(
        "Titel;Vortragende\nKräne;Zoë Márquez\n".encode(encoding), ReadOptions()
    )
    (talk,) = talks_of(programme)
    assert (talk.title, talk.appearances[0].person.name) == ("Kräne", "Zoë Márquez")
    assert ("Windows-1252" in told(programme)) == (encoding == "cp1252")


def test_a_line_that_names_the_delimiter_and_a_heading_are_passed_over() -> None:
    assert only_talk("sep=;\ntitle;speaker\nCranes;Ana\n").title == "Cranes"
    talk = only_talk("Programme of 2026,,\n,,\ntitle,speaker,start\nCranes,Ana,2026-06-10\n")
    assert (talk.title, talk.where) == ("Cranes", "line 4")


def test_a_table_drawn_with_bars_is_read_without_its_rule() -> None:
    text = "| title | speaker | room |\n|---|:--|--|\n| Cranes | Ana Lindqvist | Main |\n"
    talk = only_talk(text)
    assert (talk.title, talk.room, talk.appearances[0].person.name) == (
        "Cranes", "Main", "Ana Lindqvist",
    )  # fmt: skip


def test_the_place_of_a_record_is_the_line_where_it_begins() -> None:
    text = 'title,abstract,start\nA,"one\ntwo\n\nthree",2026-06-10\n\nB,x,never\n'
    programme = read_table(text, event="Quay Days")
    assert [talk.where for talk in talks_of(programme)] == ["line 2", "line 7"]
    assert [notice.where for notice in programme.notices] == ["line 7"]
    assert "never" in told(programme)


def test_a_quote_that_never_closes_costs_one_record() -> None:
    rows = "\n".join(f"Talk {n},Ana Lindqvist,{n + 10}" for n in range(5))
    programme = read_table(
        f'title,speaker,minutes\n"Lost,Omar Haddad,5\n{rows}\n', event="Quay Days"
    )
    talks = talks_of(programme)
    assert [talk.minutes for talk in talks] == [5, 10, 11, 12, 13, 14]
    assert "line 2" in told(programme)
    assert "quote" in told(programme)


def test_a_file_cut_inside_a_quote_keeps_its_last_record() -> None:
    programme = read_table(
        'title,abstract,speaker\nA,x,Ana\nB,"long\ntext that\nwas cut', event="E"
    )
    assert [talk.title for talk in talks_of(programme)] == ["A", "B"]
    assert "line 3" in told(programme)


def test_cells_without_a_header_and_repeated_headers_are_told() -> None:
    programme = read_table("title,speaker\nA,Ana,extra\ntitle,speaker\nB,Omar\n", event="E")
    assert [talk.title for talk in talks_of(programme)] == ["A", "B"]
    assert {notice.where for notice in programme.notices} == {"line 2", "line 3"}


def test_columns_without_a_use_are_named() -> None:
    programme = read_table("title,speaker,shoe size\nA,Ana,42\n", event="E")
    assert "'shoe size'" in told(programme)


# Columns.


@pytest.mark.parametrize(
    ("header", "field", "cell", "expected"),
    [
        ("Titel", "title", "Kräne", "Kräne"),
        ("Proposal title", "title", "Cranes", "Cranes"),
        ("Subject", "title", "Cranes", "Cranes"),
        ("Ort", "room", "Halle 1", "Halle 1"),
        ("location", "room", "Main", "Main"),
        ("session", "track", "Cranes", "Cranes"),
        ("Dauer", "minutes", "45", 45),
        ("Session_Type", "kind", "keynote", "keynote"),
        ("Sprache", "languages", "Deutsch", ("de",)),
        ("language", "languages", "de, en", ("de", "en")),
        ("keywords", "topics", "cranes|C++", ("cranes", "C++")),
        ("Tags", "topics", "Best practices, UI / UX", ("Best practices", "UI / UX")),
        ("guid", "key", "a/b c", "a/b c"),
        ("Description", "abstract", "<p>One</p><p>two", "One\ntwo"),
        ("audience", "audiences", "pilots; crew", ("pilots", "crew")),
        ("Untertitel", "subtitle", "Bei Nacht", "Bei Nacht"),
        ("link", "url", "www.quay.example/a b", "https://www.quay.example/a%20b"),
    ],
)
def test_headers_in_many_words_give_one_field(
    header: str, field: str, cell: str, expected: object
) -> None:
    first = "" if field == "title" else "title,"
    row = "" if field == "title" else "A,"
    talk = only_talk(f'{first}speakers,"{header}"\n{row}Ana,"{cell}"\n')
    assert getattr(talk, field) == expected


def test_a_cut_abstract_is_marked() -> None:
    assert only_talk("title,speaker,abstract\nA,Ana,and so on…\n").truncated


def test_numbered_columns_and_halves_of_names_make_people() -> None:
    talk = only_talk("title,Speaker 1,Speaker 2\nA,Ana Lindqvist,Omar Haddad\n")
    assert [one.person.name for one in talk.appearances] == ["Ana Lindqvist", "Omar Haddad"]
    talk = only_talk("title,first name,last name,affiliation\nA,Jim,Quay,Harbour Office\n")
    assert talk.appearances[0].person.name == "Jim Quay"
    assert talk.appearances[0].affiliation == "Harbour Office"


def test_authors_and_moderators_keep_their_role() -> None:
    talk = only_talk("title,authors,moderator\nA,Ana Lindqvist,Omar Haddad\n")
    assert [one.role for one in talk.appearances] == ["author", "moderator"]


def test_affiliations_go_with_people_by_position_or_not_at_all() -> None:
    table = "title,speakers,affiliation\nA,Ana Lindqvist; Omar Haddad,{}\n"
    both = only_talk(table.format("Quay Labs; Harbour Office")).appearances
    assert [one.affiliation for one in both] == ["Quay Labs", "Harbour Office"]
    programme = read_table(table.format("One; Two; Three"), event="E")
    assert [one.affiliation for one in talks_of(programme)[0].appearances] == [None, None]
    assert "line 2" in told(programme)


def test_recordings_and_slides_are_read_bare_and_from_markdown() -> None:
    talk = only_talk(
        "title,speaker,video,slides,url,licence\n"
        "A,Ana,[video](https://v.example/1) | [audio](https://v.example/2.mp3),[slides],"
        "https://youtu.be/abc,CC BY 4.0\n"
    )
    assert [one.url for one in talk.recordings] == [
        "https://v.example/1", "https://v.example/2.mp3", "https://youtu.be/abc",
    ]  # fmt: skip
    assert {one.licence for one in talk.recordings} == {"CC BY 4.0"}
    assert (talk.slides, talk.url) == ((), None)


def test_no_mail_address_of_a_table_comes_out() -> None:
    mail = "ana@quay.example"
    text = f"title,speaker,email,url\nA,Ana <{mail}>,{mail},mailto:{mail}\n"
    assert "@" not in repr(read_table(text, event="E").events)


def test_rejected_talks_are_left_out_and_cancelled_ones_are_marked() -> None:
    text = (
        "title,speaker,status\nA,Ana,accepted\nB,Omar,Rejected\nC,Mei,cancelled\n"
        "CANCELLED: D,Ana,\nE,Ana,pending\n"
    )
    programme = read_table(text, event="E")
    found = {talk.title: talk.status for talk in talks_of(programme)}
    assert found == {"A": "confirmed", "C": "cancelled", "D": "cancelled"}
    assert "Omar" not in repr(programme.events)


def test_a_row_without_a_title_is_left_out_and_told() -> None:
    programme = read_table("title,speaker\n,Ana\nB,Omar\n", event="E")
    assert [talk.title for talk in talks_of(programme)] == ["B"]
    assert [(one.where, one.level) for one in programme.notices] == [("line 2", "error")]


def test_ids_that_come_twice_do_not_join_two_talks() -> None:
    programme = read_table("id,title,speaker\n1,A,Ana\n1,B,Omar\n2,C,Mei\n2,C,Mei\n", event="E")
    assert [(talk.key, talk.title) for talk in talks_of(programme)] == [
        ("1", "A"),
        ("", "B"),
        ("2", "C"),
    ]
    assert [one.where for one in programme.notices] == ["line 3", "line 5"]


# Times.


def test_day_and_clock_of_two_columns_make_a_time() -> None:
    talk = only_talk("title,speaker,date,start,end\nA,Ana,10.06.2026,9:00,9:45\n")
    assert (talk.start, talk.end, talk.minutes) == (
        datetime(2026, 6, 10, 9), datetime(2026, 6, 10, 9, 45), 45,
    )  # fmt: skip


def test_the_zone_of_the_caller_holds_where_no_offset_is_stated() -> None:
    text = "title,speaker,start\nA,Ana,2026-06-10T10:00\nB,Ana,2026-06-10T10:00Z\n"
    first, second = only_event(text, zone="Europe/Berlin").talks
    assert first.start == datetime(2026, 6, 10, 8, tzinfo=UTC)
    assert second.start == datetime(2026, 6, 10, 10, tzinfo=UTC)
    assert only_event(text, zone="Europe/Berlin").zone == "Europe/Berlin"
    assert only_event(text).talks[0].start == datetime(2026, 6, 10, 10)


def test_an_unknown_zone_is_told_and_leaves_times_local() -> None:
    programme = read_table("title,start\nA,2026-06-10T10:00\n", event="E", zone="Venue Time")
    assert talks_of(programme)[0].start == datetime(2026, 6, 10, 10)
    assert "Venue Time" in told(programme)


def test_a_talk_may_pass_midnight() -> None:
    talk = only_talk("title,date,start,end\nA,2026-06-10,23:30,0:30\n")
    assert (talk.end, talk.minutes) == (datetime(2026, 6, 11, 0, 30), 60)


def test_an_end_before_the_start_is_left_out_and_told() -> None:
    programme = read_table("title,date,time\nA,2026-06-10,13:50 - 13:10\n", event="E")
    (talk,) = talks_of(programme)
    assert (talk.start, talk.end, talk.minutes) == (datetime(2026, 6, 10, 13, 50), None, None)
    assert "line 2" in told(programme)


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (["05/29/16", "05/01/16"], [date(2016, 5, 29), date(2016, 5, 1)]),
        (["29/05/2016", "01/05/2016"], [date(2016, 5, 29), date(2016, 5, 1)]),
        (["01/05/2016", "02/05/2016"], [None, None]),
    ],
)
def test_the_column_tells_whether_the_day_comes_first(
    dates: list[str], expected: list[date | None]
) -> None:
    programme = read_table("title,date\n" + "".join(f"A,{one}\n" for one in dates), event="E")
    assert [talk.start for talk in talks_of(programme)] == expected
    assert ("begins with the day" in told(programme)) == (None in expected)


@pytest.mark.parametrize("start", ["1:30", "01:30"])
def test_small_hours_with_a_zero_or_beside_large_ones_stay_small(start: str) -> None:
    rows = "A,2026-06-10,9:15\nB,2026-06-10,{}\nC,2026-06-10,{}\n"
    large = only_event("title,date,start\n" + rows.format(start, "13:00")).talks[1].start
    assert large == datetime(2026, 6, 10, 1, 30)
    small = only_event("title,date,start\n" + rows.format(start, "11:00")).talks[1].start
    assert small == datetime(2026, 6, 10, 13 if start == "1:30" else 1, 30)


def test_a_time_without_a_day_is_told_once() -> None:
    programme = read_table("title,start\nA,9:00\nB,10:00\n", event="E")
    assert [talk.start for talk in talks_of(programme)] == [None, None]
    assert len(programme.notices) == 1


# Events.


def test_one_file_may_hold_many_events_of_several_series() -> None:
    text = (
        "event,series,event_date,place,title,speaker,date\n"
        "Quay Days 2025,Quay Days,2025-06-10,Hamburg,A,Ana,\n"
        "Dock 2026,Dock,2026-01-01,online,B,Omar,2026-01-02\n"
        "Quay Days 2025,Quay Days,2025-06-10,,C,Mei,\n"
    )
    quay, dock = read_table(text).events
    assert [talk.title for talk in quay.talks] == ["A", "C"]
    assert (quay.start, quay.place, quay.online) == (date(2025, 6, 10), "Hamburg", False)
    assert (dock.start, dock.online) == (date(2026, 1, 1), True)
    assert (quay.series and quay.series.name, dock.series and dock.series.name) == (
        "Quay Days",
        "Dock",
    )


def test_a_column_year_keeps_the_editions_of_one_name_apart() -> None:
    text = "event,year,title,date\nDay,2025,A,2025-01-01\nDay,2026,B,2026-01-01\nDay,2025,C,\n"
    events = read_table(text).events
    assert [(event.year, len(event.talks)) for event in events] == [(2025, 2), (2026, 1)]


def test_a_column_edition_puts_the_editions_of_a_series_in_order() -> None:
    text = (
        "event,series,edition,title,date\nQuay Days 2026,Quay Days,2nd,A,2026-06-10\n"
        "Quay Days 2025,Quay Days,1st,B,2025-06-10\n"
    )
    series = read_table(text).events[0].series
    assert series is not None
    assert [(one.name, one.year) for one in series.editions] == [
        ("Quay Days 2025", 2025), ("Quay Days 2026", 2026),
    ]  # fmt: skip


def test_a_file_that_names_no_event_is_named_after_itself_and_says_so() -> None:
    programme = read_table("title,speaker\nA,Ana\n", file="/tmp/quay-days_2026.csv")  # noqa: S108
    assert programme.events[0].name == "Quay days 2026"
    assert "--event" in told(programme)
    assert "--event" not in told(read_table("title,speaker\nA,Ana\n", event="Quay Days"))


def test_the_series_of_the_caller_is_taken() -> None:
    event = only_event("title,speaker\nA,Ana\n", series="Quay Days")
    assert event.series is not None
    assert event.series.name == "Quay Days"


def test_events_of_one_name_and_year_stay_two() -> None:
    text = (
        "name,start date,end date,city\n"
        "Day,2026-01-01,2026-01-02,Oslo\nDay,2026-03-01,2026-03-02,Rome\n"
    )
    one, other = read_table(text).events
    assert one.key != other.key != ""


# Recognition and limits.


@pytest.mark.parametrize(
    "text",
    [
        "title,speaker\n", "Subject;Datum\n", "Titel\tVortragende\n",
        "conference,start date,place\n",
        "full name,company\n", TABLE,
    ],
)  # fmt: skip
def test_tables_are_recognised_by_their_header(text: str) -> None:
    ((found, reason),) = recognise(text.encode())
    assert found.name == "csv"
    assert "columns" in reason


@pytest.mark.parametrize(
    "text",
    ["", "a,b\n1,2\n", "title\nA\n", "Dear speaker, the title is due.\n", "<html>title,speaker",
     '{"title": 1, "speaker": 2}', "BEGIN:VCALENDAR\ntitle,speaker\n", "name,age\nAna,3\n"],
)  # fmt: skip
def test_other_texts_are_no_tables(text: str) -> None:
    assert FORMAT.recognises(text.encode(), text.encode()) == ""


def test_a_forced_table_without_a_title_says_what_was_found() -> None:
    with pytest.raises(SourceError, match="'shoe'") as caught:
        read_table("shoe,size\nA,42\n", file="shoes.csv")
    assert caught.value.where == "shoes.csv"
    assert "title" in caught.value.remedy


def test_titles_alone_are_read_when_the_caller_says_it_is_a_table() -> None:
    assert only_talk("title\nCranes\n").title == "Cranes"


def test_a_long_field_is_cut_with_a_notice_and_loses_nothing_else() -> None:
    text = f'title,abstract,speaker\nA,"{"x" * 300_000}",Ana\nB,y,Omar\n'
    programme = read_table(text, event="E", max_field=200_000)
    first, second = talks_of(programme)
    assert (len(first.abstract), first.truncated, second.title) == (200_000, True, "B")
    assert "line 2" in told(programme)


def test_more_records_than_the_limit_are_refused() -> None:
    with pytest.raises(SourceError, match="max_records"):
        read_table("title,speaker\n" + "A,Ana\n" * 11, max_records=10)


HEADERS = [
    b"",
    b"title,speaker,start,end,length,topics\n",
    b"event,date,place\n",
    b"name,company\n",
]


@given(st.binary(max_size=400), st.sampled_from(HEADERS))
def test_any_bytes_give_a_programme_or_a_source_error(data: bytes, header: bytes) -> None:
    with suppress(SourceError):
        assert isinstance(FORMAT.read(header + data, ReadOptions()), Programme)


@given(st.text(alphabet='ab,;"\n\r |\t0:9-/', max_size=80))
def test_any_rows_leave_the_talk_before_them_alone(rows: str) -> None:
    text = f"title,speaker,start,length\nCranes,Ana Lindqvist,2026-06-10,45\n{rows}"
    first = read_table(text, event="E").events[0].talks[0]
    assert (first.title, first.start, first.minutes) == ("Cranes", date(2026, 6, 10), 45)


CELLS = st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs", "Cf")), max_size=20)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=8), st.sampled_from([",", ";", "\t"]))
def test_titles_come_back_from_a_table_that_a_program_wrote(
    rows: list[tuple[str, str]], mark: str
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=mark)
    writer.writerows([("id", "title", "abstract"), *((str(n), *row) for n, row in enumerate(rows))])
    talks = read_table(out.getvalue(), event="E").events
    found = [talk.title for event in talks for talk in event.talks if talk.status == "confirmed"]
    written = [plain_title(title) for title, _ in rows]
    assert found == [title for title in written if title]


def test_an_end_date_with_a_time_is_the_end() -> None:
    text = "title,speaker,start date,end date\nCranes,Ana,2026-06-10 09:30,2026-06-10 10:15\n"
    talk = only_talk(text)
    assert (talk.end, talk.minutes) == (datetime(2026, 6, 10, 10, 15), 45)
    day = only_talk("title,speaker,start,end date\nCranes,Ana,2026-06-10 09:30,2026-06-11\n")
    assert day.end is None
