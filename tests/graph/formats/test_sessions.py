"""What all readers of conference platforms share: states, times, ids, employers, names."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.platforms.people import employer
from hallway.graph.formats.platforms.records import Attachment, Head, Session, Speaker, Times
from hallway.graph.formats.platforms.sessions import event
from hallway.graph.formats.syntax.json_opening import opening, openings
from hallway.graph.programme import Event, Notice
from tests.graph.formats.odd_values import bundle


def read(
    *sessions: Session, head: Head | None = None, options: ReadOptions | None = None
) -> tuple[Event, list[Notice]]:
    options = options or ReadOptions(file="harbour.json")
    report = Report(options)
    return event(head or Head(title="Harbour Conf 2026"), sessions, report, options), report.notices


def at(start: str, end: str = "", where: str = "[0]") -> Times:
    return Times(where, date=start, end=end)


def test_only_accepted_sessions_are_read_and_the_others_are_counted_once() -> None:
    states = ("accepted", "Confirmed", "", "rejected", "pending", "rejected", "Decline_Queue")
    sessions = [Session(f"[{n}]", f"Talk {n}", state=state) for n, state in enumerate(states)]
    found, notices = read(*sessions)
    assert [talk.title for talk in found.talks] == ["Talk 0", "Talk 1", "Talk 2"]
    told = [notice.what for notice in notices if "accepted" in notice.what]
    assert told == [
        "sessions that are not accepted were left out: 1 decline queue, 1 pending, 2 rejected"
    ]
    assert "Talk 3" not in repr((found, notices))


def test_a_cancelled_session_stays_when_it_was_on_the_programme() -> None:
    found, _ = read(
        Session("[0]", "Cranes", state="canceled", when=at("2026-06-10T10:00")),
        Session("[1]", "Never scheduled", state="canceled"),
    )
    assert [(talk.title, talk.status) for talk in found.talks] == [("Cranes", "cancelled")]


def test_times_without_a_zone_stay_local_and_the_callers_zone_makes_them_instants() -> None:
    session = Session("[0]", "Cranes", when=at("2026-06-10T10:00", "2026-06-10T10:45"))
    found, notices = read(session)
    assert found.talks[0].start == datetime(2026, 6, 10, 10)
    assert found.talks[0].minutes == 45
    assert any("no zone" in notice.what for notice in notices)
    found, notices = read(session, options=ReadOptions(zone="Europe/Berlin"))
    assert isinstance(found.talks[0].start, datetime)
    assert found.talks[0].start.isoformat() == "2026-06-10T10:00:00+02:00"
    assert not any("no zone" in notice.what for notice in notices)


def test_an_instant_gets_the_offset_of_the_place() -> None:
    head = Head(title="Harbour Conf", zone="Europe/Warsaw")
    found, _ = read(Session("[0]", "Cranes", when=at("2026-06-10T22:30:00Z")), head=head)
    assert isinstance(found.talks[0].start, datetime)
    assert found.talks[0].start.isoformat() == "2026-06-11T00:30:00+02:00"


def test_an_unknown_zone_is_told_and_the_callers_stands_in() -> None:
    head = Head(title="Harbour Conf", zone="Hawaii-Aleutian")
    found, notices = read(head=head, options=ReadOptions(zone="Pacific/Honolulu"))
    assert found.zone == "Pacific/Honolulu"
    assert any("'Hawaii-Aleutian' is not known" in notice.what for notice in notices)


def test_the_days_of_the_head_hold_when_talks_are_inside() -> None:
    head = Head(title="Harbour Conf", start="2026-06-09", end="2026-06-12")
    found, _ = read(Session("[0]", "Cranes", when=at("2026-06-10T10:00")), head=head)
    assert (found.start, found.end) == (date(2026, 6, 9), date(2026, 6, 12))


def test_midnight_of_the_first_day_does_not_begin_the_event_a_day_early() -> None:
    head = Head(title="Harbour Conf", start="2026-06-10", end="2026-06-11")
    found, _ = read(
        Session("[0]", "No time yet", when=at("2026-06-10T00:00")),
        Session("[1]", "Cranes", when=at("2026-06-11T10:00", where="[1]")),
        head=head,
    )
    assert (found.start, found.end) == (date(2026, 6, 10), date(2026, 6, 11))


def test_a_session_told_twice_is_there_once_and_a_second_time_is_a_slot_of_it() -> None:
    one = Session("[0]", "Cranes", "7", when=at("2026-06-10T10:00"))
    again = Session("[1]", "Cranes", "7", when=at("2026-06-10T10:00", where="[1]"))
    later = Session("[2]", "Cranes", "7", when=at("2026-06-10T15:00", where="[2]"))
    other = Session("[3]", "Quays", "7", when=at("2026-06-10T16:00", where="[3]"))
    found, _ = read(one, again, later, other)
    assert [talk.key for talk in found.talks] == ["7", "7@2026-06-10T16:00:00"]
    assert [slot.start for slot in found.talks[0].slots] == [datetime(2026, 6, 10, 15)]


def test_what_the_platform_marks_or_only_breaks_are_called_is_a_break() -> None:
    found, notices = read(
        Session("[0]", "Prize draw", service=True, speakers=(Speaker("Harbour Team"),)),
        Session("[1]", "Lunch"),
        Session("[2]", "Lunch", speakers=(Speaker("Ana Lindqvist"),)),
    )
    assert [talk.is_break for talk in found.talks] == [True, True, False]
    assert found.talks[0].appearances == ()
    assert any("beside a break" in notice.what for notice in notices)


def test_an_id_with_two_names_is_not_used_and_namesakes_in_one_talk_stay_two() -> None:
    found, notices = read(
        Session(
            "[0]", "One", speakers=(Speaker("Ana Lindqvist", "5"), Speaker("Omar Haddad", "6"))
        ),
        Session("[1]", "Two", speakers=(Speaker("Sam Okafor", "5"),)),
        Session("[2]", "Three", speakers=(Speaker("Kim", "8"), Speaker("Kim", "9"))),
    )
    people = [[one.person.id for one in talk.appearances] for talk in found.talks]
    assert people == [[None, "6"], [None], ["8", "9"]]
    assert any("'5' was not used" in notice.what for notice in notices)


def test_an_account_is_one_person_whatever_marks_are_in_its_name() -> None:
    found, _ = read(Session("[0]", "One", speakers=(Speaker("Crane & Quay, Duo", "5"),)))
    assert [one.person.name for one in found.talks[0].appearances] == ["Crane & Quay, Duo"]


def test_addresses_are_sorted_into_recordings_slides_and_links() -> None:
    found, _ = read(
        Session(
            "[0]",
            "Cranes",
            addresses=(
                Attachment("https://youtu.be/abc"),
                Attachment("https://conf.example/1.pdf", "My slides"),
                Attachment("https://conf.example/deck.pptx"),
                Attachment("https://conf.example/paper.pdf", "Paper"),
            ),
        )
    )
    (talk,) = found.talks
    assert [one.url for one in talk.recordings] == ["https://youtu.be/abc"]
    assert [one.url for one in talk.slides] == [
        "https://conf.example/1.pdf",
        "https://conf.example/deck.pptx",
    ]
    assert [one.url for one in talk.links] == ["https://conf.example/paper.pdf"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Developer Engagement Lead @ Quay", "Quay"),
        ("Tech Lead at Quay Labs, Cloud Engineer", "Quay Labs"),
        ("Solution Architect at quay", "quay"),
        ("Engineer @Quay", "Quay"),
        ("artist at heart", ""),
        ("@anaatsea", ""),
        ("Quay Labs, Sr. Manager", ""),
        ("Lead at Quay | Speaker at Docks", "Quay"),
        ("", ""),
    ],
)
def test_an_employer_is_read_only_where_the_line_says_at(line: str, name: str) -> None:
    assert employer(line) == name


def test_the_event_is_named_by_the_caller_or_else_after_the_file_with_a_warning() -> None:
    found, _ = read(head=Head(), options=ReadOptions(file="a.json", event="Harbour Conf 2026"))
    assert found.name == "Harbour Conf 2026"
    assert found.series is not None
    assert found.series.name == "Harbour Conf"
    found, notices = read(head=Head(), options=ReadOptions(file="harbour_conf.json"))
    assert (found.name, found.series) == ("Harbour conf", None)
    assert any("does not name its event" in notice.what for notice in notices)


def test_an_event_without_talks_is_told() -> None:
    found, notices = read()
    assert found.talks == ()
    assert any("no talks" in notice.what for notice in notices)


def test_too_many_sessions_are_refused() -> None:
    with pytest.raises(SourceError, match="max_records"):
        read(Session("[0]", "a"), Session("[1]", "b"), options=ReadOptions(max_records=1))


def test_the_beginning_of_a_file_is_enough_to_see_its_shape() -> None:
    assert opening(b'{"sessions": [{"id": "1", "title": "Cra') == {"sessions": [{"id": "1"}]}
    assert opening(b'[{"a": [1, 2], "b": "x \\"} ]"}, {"a"') == [
        {"a": ["1", "2"], "b": 'x "} ]'},
        {},
    ]
    for other in (b"", b"a,b", b"]", b"{]", b"[" * 300, b"<html>"):
        assert opening(other) is None


def test_a_bundle_shows_the_beginnings_of_its_json_files() -> None:
    data = bundle({"a/sessions": [{"title": "x"}], "notes.txt": "nothing"})
    assert openings(data, data) == {"a/sessions": [{"title": "x"}]}
    assert openings(b"PK\x03\x04 no zip", b"PK\x03\x04 no zip") == {}


@given(st.text(alphabet='{}[],:"\\ab1 \n', max_size=60))
@settings(max_examples=100)
def test_any_beginning_is_seen_or_not_without_an_error(text: str) -> None:
    opening(text.encode())
