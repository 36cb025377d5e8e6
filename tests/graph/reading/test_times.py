from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.reading.times import (
    clock,
    clock_range,
    day,
    in_zone,
    iso_duration,
    minutes,
    moment,
    zone,
)

BERLIN_SUMMER = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("00:45", 45), ("45", 45), ("PT45M", 45), ("45m", 45), ("45 min", 45), ("0:45:00", 45),
        ("1h 30m", 90), ("1:30", 90), ("1h 5m", 65), ("65 min", 65), ("19m", 19), ("16:00", 960),
        ("1h30", 90), ("PT1H30M", 90), ("P1DT2H", 1560), ("1,5 h", 90), ("1 Stunde 30 Minuten", 90),
        ("1 hour and 5 minutes", 65), ("90'", 90), ("0:90", 90), ("0:20", 20), ("１５", 15),
        ("90 s", 2), ("2 days", 2880), ("1:00:00", 60), ("0", 0), ("45.0", 45),
    ],
)  # fmt: skip
def test_lengths_of_a_table_are_minutes(text: str, expected: int) -> None:
    assert minutes(text, parts="h:m:s") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("00:45", 45),
        ("1:02:30", 1590),
        ("694:10:40", 1_000_000),
        ("0:00:45", 45),
        ("0:25:00", None),
    ],
)
def test_three_parts_of_a_schedule_are_days_hours_and_minutes(
    text: str, expected: int | None
) -> None:
    assert minutes(text, parts="d:h:m") == expected


@pytest.mark.parametrize(
    "text", ["", "x", "-5", "P", "PT", "soon", "5 apples", "1:75", "1:2:3:4", "m", "1:61:00"]
)
def test_what_is_no_length_is_none(text: str) -> None:
    assert minutes(text, parts="h:m:s") is None


@given(st.text(), st.sampled_from(["h:m:s", "d:h:m"]))
def test_any_text_is_a_length_or_none(text: str, parts: str) -> None:
    found = minutes(text, parts=parts)  # type: ignore[arg-type]
    assert found is None or found >= 0


@given(st.integers(min_value=0, max_value=10**7))
def test_an_iso_duration_is_read_back(length: int) -> None:
    assert minutes(iso_duration(length), parts="h:m:s") == length


@pytest.mark.parametrize(
    ("length", "expected"),
    [(19, "PT19M"), (90, "PT1H30M"), (1590, "P1DT2H30M"), (0, "PT0S"), (1440, "P1D")],
)
def test_iso_durations_are_shortest(length: int, expected: str) -> None:
    assert iso_duration(length) == expected


def test_a_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        iso_duration(-1)


@pytest.mark.parametrize(
    "text",
    [
        "2024-06-12", "2024-6-12", "20240612", "2024/06/12", "12.06.2024", "12.6.24", "06/13/2024",
        "13/06/2024", "12 June 2024", "12th of June 2024", "June 12, 2024", "Jun 12 2024",
        "Wed, 12 June 2024", "Mittwoch, 12. Juni 2024", "12 de junio de 2024", "12 juin 2024",
        "2024年6月12日", "2024-06-12T10:00:00+02:00", "2024-06-12 10:00", "2024-06-12Z",
        "12-Jun-2024",
        "Wednesday 2024-06-12",
    ],
)  # fmt: skip
def test_spellings_of_a_day(text: str) -> None:
    assert day(text) == (date(2024, 6, 13) if "13" in text else date(2024, 6, 12))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "10",
        "2024",
        "Thursday",
        "June 2024",
        "31.02.2024",
        "2024-13-01",
        "9am",
        "tba",
        "0000-01-01",
    ],
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert day(text) is None


def test_a_day_with_two_meanings_is_refused_until_told() -> None:
    assert day("05/06/2024") is None
    assert day("05/06/2024", day_first=True) == date(2024, 6, 5)
    assert day("05/06/2024", day_first=False) == date(2024, 5, 6)
    assert day("05/29/16", day_first=True) == date(2016, 5, 29)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9:15", time(9, 15)), ("09:15:30", time(9, 15, 30)), ("0930", time(9, 30)),
        ("930", time(9, 30)),
        ("9am", time(9)), ("12am", time(0)), ("12 p.m.", time(12)), ("8:30 PM", time(20, 30)),
        ("14h30", time(14, 30)), ("14h", time(14)), ("9.30 Uhr", time(9, 30)),
        ("18:00ish", time(18)),
    ],
)  # fmt: skip
def test_spellings_of_a_clock_time(text: str, expected: time) -> None:
    assert clock(text) == expected


@pytest.mark.parametrize("text", ["", "9", "25:10", "10:60", "17:345", "TBA", "9999", "24:00"])
def test_what_is_no_clock_time_is_none(text: str) -> None:
    assert clock(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9:15 – 10:15", (time(9, 15), time(10, 15))),
        ("8:30am-9:30am", (time(8, 30), time(9, 30))),
        ("1-2:30pm", (time(13), time(14, 30))),
        ("18:00ish-20:00", (time(18), time(20))),
        ("9:00 to 9:45", (time(9), time(9, 45))),
        ("9:15", (time(9, 15), None)),
        ("TBA", None),
        ("9 - 10", None),
        ("9:00 - late", None),
    ],
)
def test_ranges_of_clock_times(text: str, expected: object) -> None:
    assert clock_range(text) == expected


def test_an_offset_that_is_stated_wins_over_the_zone() -> None:
    expected = datetime(2026, 6, 10, 10, tzinfo=timezone(timedelta(hours=-7)))
    found = moment("2026-06-10T10:00:00-07:00", zone="Europe/Berlin")
    assert (found, found.utcoffset()) == (expected, timedelta(hours=-7))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-06-10", date(2026, 6, 10)),
        ("2026-06-10T10:00", datetime(2026, 6, 10, 10, tzinfo=BERLIN_SUMMER)),
        ("2026-06-10 10:00:30.5", datetime(2026, 6, 10, 10, 0, 30, tzinfo=BERLIN_SUMMER)),
        ("20260610T100000Z", datetime(2026, 6, 10, 10, tzinfo=UTC)),
        ("10.06.2026 9.30 Uhr", datetime(2026, 6, 10, 9, 30, tzinfo=BERLIN_SUMMER)),
        ("June 10, 2026 9:30 am", datetime(2026, 6, 10, 9, 30, tzinfo=BERLIN_SUMMER)),
        ("2026-06-10T24:00", datetime(2026, 6, 11, tzinfo=BERLIN_SUMMER)),
        ("2026-12-10T10:00", datetime(2026, 12, 10, 10, tzinfo=timezone(timedelta(hours=1)))),
    ],
)
def test_moments_in_a_zone(text: str, expected: date) -> None:
    found = moment(text, zone="Europe/Berlin")
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize("name", [None, "Venue Time"])
def test_without_a_known_zone_a_time_stays_local(name: str | None) -> None:
    assert moment("2026-06-10T12:00", zone=name) == datetime(2026, 6, 10, 12)


def test_a_clock_time_needs_a_day() -> None:
    assert moment("9am", zone=None) is None
    assert moment("9am", zone=None, day=date(2026, 6, 10)) == datetime(2026, 6, 10, 9)


@pytest.mark.parametrize(
    "text",
    [
        "1417000000",
        "1417000000000",
        "",
        "soon",
        "2026-06-10T25:00",
        "9999-12-31T24:00",
        "2026-06-10T10:00+29:00",
    ],
)
def test_what_is_no_moment_is_none(text: str) -> None:
    assert moment(text, zone="Europe/Berlin", day=date(2026, 6, 10)) is None


@given(st.text(), st.sampled_from([None, "Europe/Berlin", "nowhere"]), st.none() | st.dates())
def test_any_text_is_a_moment_or_none(text: str, name: str | None, on: date | None) -> None:
    found = moment(text, zone=name, day=on)
    assert found is None or isinstance(found, date)
    assert day(text) is None or isinstance(day(text), date)


@given(st.datetimes(), st.sampled_from(["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"]))
def test_a_local_time_gets_the_offset_of_its_zone_in_whole_minutes(
    local: datetime, name: str
) -> None:
    found = in_zone(local, name)
    offset = ZoneInfo(name).utcoffset(local)
    assert found.replace(tzinfo=None) == local
    assert offset is not None
    assert found.utcoffset() == (None if offset.total_seconds() % 60 else offset)


@given(st.datetimes(min_value=datetime(1900, 1, 1), timezones=st.just(BERLIN_SUMMER)))
def test_an_iso_moment_comes_back_as_it_went_in(value: datetime) -> None:
    value = value.replace(microsecond=0)
    assert moment(value.isoformat(), zone=None) == value


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ('"Pacific Standard Time"', "America/Los_Angeles"),
        ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
        ("/x/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("UTC", "UTC"),
    ],
)
def test_zones_are_found_by_both_families_of_names(name: str, key: str) -> None:
    assert zone(name) == ZoneInfo(key)


@pytest.mark.parametrize(
    "name", ["", "Venue Time", "../etc/passwd", "/etc/passwd", "America", "Europe/", "\x00"]
)
def test_other_names_are_no_zone(name: str) -> None:
    assert zone(name) is None


def test_every_iana_name_is_found() -> None:
    assert [name for name in available_timezones() if zone(name) is None] == []
