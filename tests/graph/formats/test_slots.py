"""Talks that take place several times: records that become slots, in every kind of source."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph import formats
from hallway.graph.formats.common.slots import gathered, in_slots, joined_rows, starts
from hallway.graph.formats.schema_org.schedules import dates
from hallway.graph.programme import Appearance, Person, Slot, Talk

ANA, BO = (Appearance(Person(name)) for name in ("Ana Lindqvist", "Bo Chen"))
NINE, TWO = datetime(2026, 6, 10, 9), datetime(2026, 6, 10, 14)


def talk(start: datetime | None = NINE, **more: object) -> Talk:
    values = {"title": "Cranes", "key": "7", "start": start, "appearances": (ANA,), **more}
    return Talk(**values)  # type: ignore[arg-type]


def read(text: str, file: str, **more: str) -> tuple[Talk, ...]:
    (event,) = formats.read(text.encode(), formats.ReadOptions(file=file, **more)).events
    return event.talks


def times(one: Talk) -> list[tuple[str, str | None]]:
    return [(str(slot.start), slot.room) for slot in one.every_slot]


def test_records_of_one_id_title_and_people_are_one_talk_at_its_first_time():
    (one,) = gathered([talk(TWO, room="Side", topics=("a",)), talk(room="Main", topics=("b",))])
    assert times(one) == [("2026-06-10 09:00:00", "Main"), ("2026-06-10 14:00:00", "Side")]
    assert one.topics == ("a", "b")


@pytest.mark.parametrize(
    "other", [{"title": "Quays"}, {"key": "8"}, {"key": ""}, {"appearances": (BO,)}]
)
def test_what_differs_in_id_title_or_people_stays_apart(other: dict[str, object]):
    assert len(gathered([talk(), talk(TWO, **other)])) == 2


def test_a_break_is_no_talk_with_slots():
    assert len(gathered([talk(is_break=True), talk(TWO, is_break=True)])) == 2


def test_a_slot_that_is_off_leaves_the_talk_on():
    slots = [Slot(NINE, status="cancelled"), Slot(TWO)]
    one = in_slots(talk(), slots)
    assert (one.start, one.status) == (TWO, "confirmed")
    assert [(slot.start, slot.status) for slot in one.slots] == [(NINE, "cancelled")]
    assert in_slots(talk(), slots[:1]).status == "cancelled"


def test_rows_for_each_person_are_one_talk_with_all_of_them():
    rows = [talk(), talk(appearances=(BO,)), talk(TWO), talk(TWO, appearances=(BO,))]
    (one,) = joined_rows(rows)
    assert [said.person.name for said in one.appearances] == ["Ana Lindqvist", "Bo Chen"]
    assert starts([one]) == [NINE, TWO]
    without_id = [talk(key="", room="Main"), talk(key="", room="Main", appearances=(BO,))]
    assert len(joined_rows(without_id)) == 1
    assert len(joined_rows([talk(key=""), talk(key="", appearances=(BO,))])) == 2


ROOMS = st.sampled_from([None, "Main", "main", "Side"])


def records(moments: st.SearchStrategy[object]) -> st.SearchStrategy[list[tuple[object, object]]]:
    return st.lists(st.tuples(st.none() | moments, ROOMS), min_size=1)


@given(records(st.dates() | st.datetimes()) | records(st.datetimes(timezones=st.just(UTC))))
def test_the_order_of_records_makes_no_difference_and_no_time_is_lost(
    found: list[tuple[object, object]],
):
    talks = [talk(start, room=room) for start, room in found]  # type: ignore[arg-type]
    (one,), (other,) = gathered(talks), gathered(talks[::-1])
    assert {start for start, _ in times(one)} == {start for start, _ in times(other)}
    kept = {str(start) for start, _ in found if start is not None} or {"None"}
    assert {start for start, _ in times(one)} == kept
    assert gathered([one]) == [one]


CALENDAR = """BEGIN:VCALENDAR
X-WR-CALNAME:Harbour Week
{events}
END:VCALENDAR
"""


def calendar(*events: str) -> tuple[Talk, ...]:
    parts = "\n".join(f"BEGIN:VEVENT\n{one.strip()}\nEND:VEVENT" for one in events)
    return read(CALENDAR.format(events=parts).replace("\n", "\r\n"), "week.ics")


MORNING = """UID:a
DTSTART;TZID=Europe/Berlin:20261023T090000
DTEND;TZID=Europe/Berlin:20261023T100000
SUMMARY:Morning walk
LOCATION:Quay"""


def test_a_rule_keeps_the_clock_of_the_place_when_the_clocks_change():
    (one,) = calendar(f"{MORNING}\nRRULE:FREQ=DAILY;UNTIL=20261026T080000Z")
    assert times(one) == [
        ("2026-10-23 09:00:00+02:00", "Quay"),
        ("2026-10-24 09:00:00+02:00", "Quay"),
        ("2026-10-25 09:00:00+01:00", "Quay"),
        ("2026-10-26 09:00:00+01:00", "Quay"),
    ]
    assert [str(slot.end) for slot in one.slots][-1] == "2026-10-26 10:00:00+01:00"


def test_until_is_the_last_instant_and_count_counts_the_first():
    (one,) = calendar(f"{MORNING}\nRRULE:FREQ=DAILY;UNTIL=20261026T075959Z")
    assert len(one.every_slot) == 3
    (one,) = calendar(f"{MORNING}\nRRULE:FREQ=WEEKLY;COUNT=3;BYDAY=FR,MO")
    assert [str(start)[:10] for start in starts([one])] == [
        "2026-10-23", "2026-10-26", "2026-10-30",
    ]  # fmt: skip


def test_dates_are_added_and_taken_out():
    (one,) = calendar(
        f"{MORNING}\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20261024T090000\n"
        "EXDATE:20261025T080000Z\nRDATE;TZID=Europe/Berlin:20261101T110000,20261023T090000"
    )
    assert [str(start)[:16] for start in starts([one])] == [
        "2026-10-23 09:00", "2026-10-26 09:00", "2026-11-01 11:00",
    ]  # fmt: skip
    (one,) = calendar(
        "UID:d\nDTSTART;VALUE=DATE:20261023\nSUMMARY:Open house\nRRULE:FREQ=DAILY;COUNT=3\n"
        "EXDATE;VALUE=DATE:20261024"
    )
    assert starts([one]) == [date(2026, 10, 23), date(2026, 10, 25)]


def test_one_date_may_be_moved_renamed_or_called_off():
    rule = f"{MORNING}\nRRULE:FREQ=DAILY;COUNT=4"
    at = "UID:a\nRECURRENCE-ID;TZID=Europe/Berlin:202610{}T090000\n"
    walk, other = calendar(
        rule,
        at.format(24) + "DTSTART;TZID=Europe/Berlin:20261024T110000\nSUMMARY:Morning walk",
        at.format(25) + "DTSTART;TZID=Europe/Berlin:20261025T090000\nSUMMARY:Night walk",
        at.format(26)
        + "DTSTART;TZID=Europe/Berlin:20261026T090000\nSUMMARY:Morning walk\nSTATUS:CANCELLED",
    )
    assert [(str(slot.start)[:16], slot.status) for slot in walk.every_slot] == [
        ("2026-10-23 09:00", "confirmed"),
        ("2026-10-24 11:00", "confirmed"),
        ("2026-10-26 09:00", "cancelled"),
    ]
    assert (other.title, other.slots) == ("Night walk", ())


def test_a_date_and_all_that_follow_may_be_moved():
    here = "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261024T090000\n"
    (walk,) = calendar(
        f"{MORNING}\nRRULE:FREQ=DAILY;COUNT=4",
        here + "DTSTART;TZID=Europe/Berlin:20261024T110000\nSUMMARY:Morning walk\nLOCATION:Pier",
    )
    assert times(walk) == [
        ("2026-10-23 09:00:00+02:00", "Quay"),
        ("2026-10-24 11:00:00+02:00", "Pier"),
        ("2026-10-25 11:00:00+01:00", "Pier"),  # the clocks change in that night
        ("2026-10-26 11:00:00+01:00", "Pier"),
    ]


def test_a_rule_without_an_end_is_followed_to_the_last_day_of_the_calendar():
    closing = "UID:z\nDTSTART;TZID=Europe/Berlin:20261026T150000\nSUMMARY:Closing"
    lunch, _ = calendar(f"{MORNING}\nRRULE:FREQ=DAILY", closing)
    assert len(lunch.every_slot) == 4
    (alone,) = calendar(f"{MORNING}\nRRULE:FREQ=DAILY")
    assert alone.slots == ()


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY", "FREQ=DAILY;INTERVAL=0", "FREQ=AILY", "FREQ=DAILY;COUNT=x", "",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5", "FREQ=HOURLY;COUNT=1000000000",
        "FREQ=DAILY;BYSETPOS=400;COUNT=3", "FREQ=DAILY;INTERVAL=7;BYDAY=MO;COUNT=3",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;COUNT=3",
        "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1;COUNT=3", "FREQ=YEARLY;BYWEEKNO=60;COUNT=3",
        "FREQ=YEARLY;BYYEARDAY=366;COUNT=3", "FREQ=YEARLY;BYYEARDAY=60;BYMONTH=1;COUNT=3",
        "FREQ=MONTHLY;BYWEEKNO=44;COUNT=3", "FREQ=YEARLY;BYWEEKNO=44;BYDAY=1MO;COUNT=3",
    ],
)  # fmt: skip
def test_a_rule_that_leads_nowhere_leaves_the_first_date(rule: str):
    (one,) = calendar(f"{MORNING}\nRRULE:{rule}")
    assert [str(start)[:10] for start in starts([one])] == ["2026-10-23"]


@pytest.mark.parametrize(
    ("rule", "days"),
    [
        ("FREQ=MONTHLY;BYDAY=1MO;COUNT=3", ["2026-10-23", "2026-11-02", "2026-12-07"]),
        ("FREQ=MONTHLY;BYMONTHDAY=23;COUNT=2", ["2026-10-23", "2026-11-23"]),
        ("FREQ=YEARLY;COUNT=2", ["2026-10-23", "2027-10-23"]),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=MO;COUNT=2", ["2026-10-23", "2026-11-06"]),
        ("FREQ=DAILY;INTERVAL=2;COUNT=2", ["2026-10-23", "2026-10-25"]),
        # 23 October 2026 is a Friday in the 43rd week; 27 October is the 300th day of that year.
        ("FREQ=YEARLY;BYWEEKNO=44;COUNT=1", ["2026-10-23", "2026-10-30"]),
        ("FREQ=YEARLY;BYWEEKNO=44;BYDAY=MO,TU;COUNT=2", ["2026-10-23", "2026-10-26", "2026-10-27"]),
        ("FREQ=YEARLY;BYYEARDAY=300,-1;COUNT=2", ["2026-10-23", "2026-10-27", "2026-12-31"]),
    ],
)
def test_rules_of_programmes_are_followed(rule: str, days: list[str]):
    (one,) = calendar(f"{MORNING}\nRRULE:{rule}")
    assert [str(start)[:10] for start in starts([one])][: len(days)] == days


def test_repetitions_have_limits_with_names():
    text = CALENDAR.format(
        events="".join(
            f"BEGIN:VEVENT\nUID:{n}\nSUMMARY:Talk {n}\nDTSTART:20260101T100000Z\n"
            "RRULE:FREQ=DAILY;COUNT=900\nEND:VEVENT\n"
            for n in range(3)
        )
    ).replace("\n", "\r\n")
    options = formats.ReadOptions(file="x.ics", max_slots=100, max_repeats=150)
    programme = formats.read(text.encode(), options)
    assert [len(one.every_slot) for one in programme.events[0].talks] == [100, 52, 1]
    told = [notice.remedy for notice in programme.notices]
    assert any("max_slots" in one for one in told)
    assert any("max_repeats" in one for one in told)


def test_an_entry_related_to_another_of_its_title_is_a_slot_of_it():
    (one,) = calendar(
        MORNING,
        "UID:b\nRELATED-TO:a\nDTSTART;TZID=Europe/Berlin:20261024T090000\nSUMMARY:Morning walk",
    )
    assert len(one.every_slot) == 2


def test_a_table_may_have_a_row_for_each_time_and_each_person():
    rows = (
        "id,title,speaker,date,start,room\n"
        "1,Cranes,Ana Lindqvist,2026-06-10,09:00,Main\n"
        "1,Cranes,Bo Chen,2026-06-10,09:00,Main\n"
        "1,Cranes,Ana Lindqvist,2026-06-11,14:00,Side\n"
        "1,Cranes,Bo Chen,2026-06-11,14:00,Side\n"
        "2,Quays,Bo Chen,2026-06-11,15:00,Side\n"
    )
    cranes, quays = read(rows, "t.csv", event="Harbour")
    assert times(cranes) == [("2026-06-10 09:00:00", "Main"), ("2026-06-11 14:00:00", "Side")]
    assert [one.person.name for one in cranes.appearances] == ["Ana Lindqvist", "Bo Chen"]
    assert quays.slots == ()


def test_parts_of_a_talk_with_its_own_name_are_its_times():
    def at(day: int) -> dict[str, object]:
        return {
            "@type": "Event", "name": "Cranes", "startDate": f"2026-06-{day}T09:00:00+02:00",
            "location": {"@type": "Place", "name": f"Room {day}"},
        }  # fmt: skip

    conference = {
        "@context": "https://schema.org", "@type": "Event", "name": "Harbour Conf 2026",
        "subEvent": [
            {"@type": "Event", "name": "Cranes", "subEvent": [at(11), at(10)],
             "performer": {"@type": "Person", "name": "Ana Lindqvist"}},
            {"@type": "Event", "name": "Quays", "startDate": "2026-06-11T15:00:00+02:00"},
        ],
    }  # fmt: skip
    cranes, quays = read(json.dumps(conference), "page.jsonld")
    assert times(cranes) == [
        ("2026-06-10 09:00:00+02:00", "Room 10"),
        ("2026-06-11 09:00:00+02:00", "Room 11"),
    ]
    assert quays.slots == ()


def test_a_schedule_of_schema_org_is_unfolded():
    page = {
        "@context": "https://schema.org", "@type": "ConferenceEvent", "name": "Harbour 2026",
        "startDate": "2026-06-10", "endDate": "2026-06-30",
        "subEvent": {
            "@type": "Event", "name": "Morning walk", "startDate": "2026-06-10T09:00",
            "eventSchedule": {
                "@type": "Schedule", "startDate": "2026-06-10", "endDate": "2026-06-24",
                "repeatFrequency": "P1W", "byDay": ["https://schema.org/Wednesday"],
                "exceptDate": "2026-06-17", "startTime": "09:00:00", "endTime": "10:00:00",
                "scheduleTimezone": "Europe/Berlin",
            },
        },
    }  # fmt: skip
    (walk,) = read(json.dumps(page), "walk.jsonld")
    assert times(walk) == [
        ("2026-06-10 09:00:00+02:00", None), ("2026-06-24 09:00:00+02:00", None),
    ]  # fmt: skip
    assert [slot.minutes for slot in walk.every_slot] == [60, 60]


@pytest.mark.parametrize("every", ["", "P0D", "PT1S", "P1D", "sometimes"])
def test_a_schedule_without_an_end_has_its_first_day(every: str):
    assert list(dates("2026-06-10", "", every, [], "", [])) == ["2026-06-10"]
    assert list(dates("soon", "2026-06-10", every, [], "3", [])) == []
