"""Calendars, where hardly anything is sure to be there."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.ical import FORMAT, read
from hallway.graph.programme import Programme, Talk

CASES = Path(__file__).parents[2] / "cases" / "data"


def calendar(*events: str, head: str = "X-WR-CALNAME:Harbour Conf 2026") -> bytes:
    blocks = "\r\n".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT" for event in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{head}\r\n{blocks}\r\nEND:VCALENDAR\r\n".encode()


def lines(*more: str, uid: str = "1", start: str = "20260610T080000Z", title: str = "A") -> str:
    return "\r\n".join((f"UID:{uid}", f"DTSTART:{start}", f"SUMMARY:{title}", *more))


def talks(*events: str, **more: str) -> tuple[Talk, ...]:
    return read(calendar(*events, **more), ReadOptions()).events[0].talks


def case(name: str) -> Programme:
    return read((CASES / name / "input.ics").read_bytes(), ReadOptions(file="input.ics"))


def said(programme: Programme, *words: str) -> bool:
    return any(all(w.lower() in str(n).lower() for w in words) for n in programme.notices)


def speakers(talk: Talk) -> list[tuple[str, str | None]]:
    return [(one.person.name, one.affiliation) for one in talk.appearances]


def test_the_first_line_tells_the_format() -> None:
    assert FORMAT.recognises(b"BEGIN:VCALENDAR\r\nVERSION:2.0", b"")
    assert FORMAT.recognises(b"begin:vcalendar\nx", b"")
    assert FORMAT.recognises(b"BEGIN:VCARD\r\n", b"") == ""


def test_an_end_a_length_or_neither() -> None:
    programme = case("07-ical-optional-properties")
    assert [(t.title, t.minutes, t.room) for t in programme.events[0].talks] == [
        ("With an end", 45, "Main"),
        ("With a duration", 30, None),
        ("With neither", None, None),
    ]
    assert programme.events[0].talks[2].start == datetime(2026, 6, 10, 10, tzinfo=UTC)
    assert said(programme, "a4@harbour.example", "summary")
    assert programme.events[0].name == "Harbour Conf 2026"


def test_zones_are_known_by_iana_and_windows_names_and_others_stay_local() -> None:
    programme = case("08-ical-zone-names")
    starts = [talk.start for talk in programme.events[0].talks]
    assert [one.isoformat() for one in starts if one] == [
        "2026-06-10T10:00:00+02:00",
        "2026-11-10T10:00:00+01:00",
        "2026-06-10T12:00:00",
    ]
    assert said(programme, "Venue Time")


def test_a_zone_that_the_calendar_defines_is_used() -> None:
    zone = (
        "BEGIN:VTIMEZONE\r\nTZID:Venue Time\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        "TZOFFSETFROM:+0330\r\nTZOFFSETTO:+0330\r\nEND:STANDARD\r\nEND:VTIMEZONE"
    )
    event = "UID:1\r\nSUMMARY:A\r\nDTSTART;TZID=Venue Time:20260610T100000"
    (talk,) = talks(event, head=zone)
    assert isinstance(talk.start, datetime)
    assert talk.start.utcoffset() == timedelta(hours=3, minutes=30)


def test_a_calendar_in_utc_is_not_moved_to_the_zone_of_its_owner() -> None:
    document = calendar(lines(), head="X-WR-TIMEZONE:Africa/Nairobi")
    programme = read(document, ReadOptions())
    assert programme.events[0].talks[0].start == datetime(2026, 6, 10, 8, tzinfo=UTC)
    assert programme.events[0].zone is None
    assert said(programme, "Africa/Nairobi")
    moved = read(document, ReadOptions(zone="Europe/Rome")).events[0].talks[0].start
    assert isinstance(moved, datetime)
    assert moved.isoformat() == "2026-06-10T10:00:00+02:00"


def test_floating_times_take_the_zone_of_the_caller_then_of_the_calendar() -> None:
    event = lines(start="20260610T080000")
    assert talks(event)[0].start == datetime(2026, 6, 10, 8)
    (talk,) = talks(event, head="X-WR-TIMEZONE:Europe/Rome")
    assert isinstance(talk.start, datetime)
    assert talk.start.utcoffset() == timedelta(hours=2)


def test_octets_are_unfolded_before_they_are_decoded_and_escapes_are_undone() -> None:
    (talk,) = case("09-ical-escapes-and-folds").events[0].talks
    assert talk.title == "Ships, cranes; and C:\\temp"
    assert talk.abstract == 'First line\nSecond line with a "quote" and café au lait'


@pytest.mark.parametrize("width", range(1, 12))
@pytest.mark.parametrize("fold", [b"\r\n ", b"\n\t", b"\r\r\n "])
def test_a_line_may_be_folded_anywhere(width: int, fold: bytes) -> None:
    content = "SUMMARY:Kräne im 東港 🏗 bei Nacht".encode()
    folded = fold.join(content[i : i + width] for i in range(0, len(content), width))
    data = b"BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + folded + b"\nEND:VEVENT\nEND:VCALENDAR\n"
    assert read(data, ReadOptions()).events[0].talks[0].title == "Kräne im 東港 🏗 bei Nacht"


def test_what_is_called_off_keeps_a_clean_title() -> None:
    assert [(t.title, t.status) for t in case("32-called-off").events[0].talks] == [
        ("Takes place", "confirmed"),
        ("Called off", "cancelled"),
        ("Called off in words", "cancelled"),
        ("Called off in German", "cancelled"),
        ("Cancelled orders: a history", "confirmed"),
    ]


def test_a_repeated_uid_is_another_slot_of_one_title_and_told_apart_for_others() -> None:
    again, other = "20260611T080000Z", "20260612T080000Z"
    found = talks(
        lines(uid="7"), lines(uid="7", start=again), lines(uid="7", start=other, title="B"),
        lines(uid="8", title="C"),
    )  # fmt: skip
    assert len({talk.key for talk in found}) == 3
    assert [slot.start for slot in found[0].slots] == [datetime(2026, 6, 11, 8, tzinfo=UTC)]
    assert found[2].key == "8"


@pytest.mark.parametrize(
    ("extra", "title", "expected"),
    [
        (["DESCRIPTION:Speaker: Ana Lindqvist\\nAbout cranes."], "A", [("Ana Lindqvist", None)]),
        (
            ["DESCRIPTION:Speakers: Ana Lindqvist (Quay Labs)\\, Omar Haddad\\n"],
            "A",
            [("Ana Lindqvist", "Quay Labs"), ("Omar Haddad", None)],
        ),
        (
            [
                "DESCRIPTION:About cranes.\\n\\n**__Intervenants__** :\\n\\n"
                "  * Ana Lindqvist – Ingénieure – Quay Labs\\n\\n"
                "  * M. Omar Haddad\\, Systems Engineer\\, Dock Works.\\n\\n"
                "  * Mei Tanaka – Avant-vente\\n\\n  * Société HARBOUR IP\\n\\nEnd."
            ],
            "A",
            [("Ana Lindqvist", "Quay Labs"), ("Omar Haddad", "Dock Works"), ("Mei Tanaka", None)],
        ),
        ([], "Live Q&A: Mei Tanaka and Omar Haddad", [("Mei Tanaka", None), ("Omar Haddad", None)]),
        (["ATTENDEE;CN=Ana Lindqvist:invalid:nomail"], "A", [("Ana Lindqvist", None)]),
        (["ATTENDEE;CN=Ana Lindqvist:mailto:ana@harbour.example"], "A", []),
        (["ORGANIZER;CN=Ana Lindqvist:mailto:ana@harbour.example"], "A", []),
        (["DESCRIPTION:Speaker: see the website for who will be there."], "A", []),
        ([], "Cranes - a history", []),
    ],
)
def test_speakers_are_found_where_a_producer_puts_them(
    extra: list[str], title: str, expected: list[tuple[str, str | None]]
) -> None:
    (talk,) = talks(lines(*extra, title=title))
    assert speakers(talk) == expected


def test_an_organizer_is_a_speaker_where_one_address_has_many_names() -> None:
    found = talks(
        lines("ORGANIZER;CN=Ana Lindqvist:MAILTO:orga@harbour.example", uid="1"),
        lines("ORGANIZER;CN=Omar Haddad\\, Mei Tanaka:MAILTO:orga@harbour.example", uid="2"),
    )
    assert [speakers(talk) for talk in found] == [
        [("Ana Lindqvist", None)],
        [("Omar Haddad", None), ("Mei Tanaka", None)],
    ]
    assert "harbour.example" not in repr(found)


def test_pretalx_puts_speakers_behind_the_title() -> None:
    head = "PRODID:-//pretalx//conf.example//"
    (talk,) = talks(lines(title="Cranes - a history - Ana Lindqvist"), head=head)
    assert (talk.title, speakers(talk)) == ("Cranes - a history", [("Ana Lindqvist", None)])


def test_a_place_that_is_none_is_no_room() -> None:
    (online,) = talks(lines("LOCATION:https://meet.example/1"))
    assert (online.room, [link.url for link in online.links]) == (None, ["https://meet.example/1"])
    (form,) = talks(lines("LOCATION:In-person; Training"))
    assert (form.room, form.kind) == (None, "Training")
    (room,) = talks(lines("LOCATION:  Aula, 2nd floor"))
    assert room.room == "Aula, 2nd floor"


def test_categories_are_topics_and_an_address_that_all_share_is_the_page_of_the_event() -> None:
    first, second = talks(
        lines("CATEGORIES:Ports,Cranes\\, large", "URL:https://harbour.example/"),
        lines("URL:https://harbour.example/", uid="2"),
    )
    assert first.topics == ("Ports", "Cranes, large")
    assert (first.url, second.url) == (None, None)
    programme = read(calendar(lines("URL:https://harbour.example/1")), ReadOptions())
    assert programme.events[0].talks[0].url == "https://harbour.example/1"


def test_a_whole_day_ends_the_day_before_its_dtend() -> None:
    event = "UID:1\r\nSUMMARY:A\r\nDTSTART;VALUE=DATE:20260610\r\nDTEND;VALUE=DATE:20260612"
    (talk,) = talks(event)
    assert (talk.start, talk.end, talk.minutes) == (date(2026, 6, 10), date(2026, 6, 11), None)


def test_an_entry_of_another_year_does_not_stretch_the_event() -> None:
    many = [lines(uid=str(n), start=f"202606{n:02}T080000Z") for n in range(10, 30)]
    programme = read(calendar(*many, lines(uid="x", start="20270423T080000Z")), ReadOptions())
    event = programme.events[0]
    assert (event.start, event.end) == (date(2026, 6, 10), date(2026, 6, 29))
    assert len(event.talks) == 21
    assert said(programme, "2027-04-23")


def test_a_broken_event_never_loses_the_others() -> None:
    good = lines(uid="2", title="Good")
    for broken in (
        "UID:1\r\nSUMMARY:B\r\nDTSTART:20261399T990000",
        "UID:1\r\nSUMMARY:B\r\nno property at all",
        "UID:1\r\nBEGIN:VALARM\r\nUID:inner",
        "UID:1\r\nSUMMARY:B\r\nDTSTART:20260610T080000Z\r\nDURATION:XYZ\r\nGEO:north",
    ):
        programme = read(calendar(broken, good), ReadOptions())
        assert "Good" in [talk.title for talk in programme.events[0].talks]
        assert programme.notices


def test_an_alarm_inside_an_event_does_not_lend_it_its_uid() -> None:
    alarm = "BEGIN:VALARM\r\nUID:alarm\r\nSUMMARY:Ring\r\nEND:VALARM"
    (talk,) = talks(lines(alarm, uid="1"))
    assert (talk.key, talk.title) == ("1", "A")


def test_a_calendar_without_a_name_is_called_after_the_caller_or_its_file() -> None:
    document = calendar(lines(), head="PRODID:x")
    assert read(document, ReadOptions(event="Harbour Conf 2026")).events[0].name == (
        "Harbour Conf 2026"
    )
    programme = read(document, ReadOptions(file="in/harbour.ics"))
    assert programme.events[0].name == "harbour"
    assert said(programme, "no name")


def test_line_ends_may_be_of_any_kind() -> None:
    document = calendar(lines(), lines(uid="2", title="B"))
    for ends in (b"\n", b"\r", b"\r\r\n"):
        programme = read(document.replace(b"\r\n", ends), ReadOptions())
        assert [talk.title for talk in programme.events[0].talks] == ["A", "B"]
    utf16 = document.decode().encode("utf-16")
    assert len(read(utf16, ReadOptions()).events[0].talks) == 2


def test_too_many_events_are_refused() -> None:
    with pytest.raises(SourceError, match="max_records"):
        read(calendar(lines(), lines()), ReadOptions(max_records=1))


SMALL = calendar(
    lines("DTEND:20260610T084500Z", "LOCATION:Main", "DESCRIPTION:Speaker: Ana Lindqvist\\nx"),
    "UID:2\r\nSUMMARY;LANGUAGE=de:Mittag\r\nDTSTART;TZID=Europe/Berlin:20260610T120000\r\n"
    'DURATION:PT1H\r\nSTATUS:CANCELLED\r\nORGANIZER;CN="A, B":mailto:x@harbour.example\r\n'
    "CATEGORIES:a,b\r\nURL:https://harbour.example/2\r\nRRULE:FREQ=DAILY",
    head="X-WR-CALNAME:Harbour\r\nX-WR-TIMEZONE:Europe/Berlin\r\nBEGIN:VTIMEZONE\r\n"
    "TZID:Venue\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\n"
    "TZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE",
)
BITS = st.binary(max_size=20) | st.sampled_from(
    [b"\r\nBEGIN:VEVENT\r\n", b"\r\nEND:VEVENT\r\n", b"\r\nDTSTART;TZID=Venue:2026", b"\r\n ",
     b"\r\nDURATION:-PT1H", b"\r\nDTEND;VALUE=DATE:99991231", b"\r\nRDATE:x", b"\xff\xfe", b"\0"]
)  # fmt: skip


@given(st.integers(0, len(SMALL)), st.integers(0, 40), BITS)
@settings(max_examples=400)
def test_a_damaged_calendar_is_still_read_or_refused(at: int, gone: int, put: bytes) -> None:
    ends_well(SMALL[:at] + put + SMALL[at + gone :])


@given(st.integers(0, 40))
def test_a_calendar_without_one_of_its_lines_is_still_read(number: int) -> None:
    kept = SMALL.split(b"\r\n")
    del kept[number % len(kept)]
    ends_well(b"\r\n".join(kept))


@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    FORMAT.recognises(data, data)
    ends_well(data)
    ends_well(b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n" + data)


def ends_well(data: bytes) -> None:
    try:
        programme = read(data, ReadOptions())
    except SourceError:
        return
    assert len(programme.events) == 1


VENUE_TIME = """BEGIN:VTIMEZONE
TZID:Venue Time
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0330
TZOFFSETTO:+0330
END:STANDARD
END:VTIMEZONE
"""
EVENT = """BEGIN:VEVENT
UID:1
SUMMARY:Cranes
DTSTART;TZID=Venue Time:20260610T120000
END:VEVENT
"""


def test_a_zone_that_one_calendar_defines_says_nothing_to_the_next() -> None:
    def start(defined: str) -> str:
        text = f"BEGIN:VCALENDAR\nVERSION:2.0\n{defined}{EVENT}END:VCALENDAR\n"
        programme = FORMAT.read(text.encode(), ReadOptions())
        return str(programme.events[0].talks[0].start)

    assert start(VENUE_TIME) == "2026-06-10 12:00:00+03:30"
    assert start("") == "2026-06-10 12:00:00"


def test_a_zone_with_a_vendor_in_front_is_read() -> None:
    event = EVENT.replace("Venue Time", "/vendor.example/Europe/Berlin")
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\n{event}END:VCALENDAR\n"
    programme = FORMAT.read(text.encode(), ReadOptions())
    assert str(programme.events[0].talks[0].start) == "2026-06-10 12:00:00+02:00"
