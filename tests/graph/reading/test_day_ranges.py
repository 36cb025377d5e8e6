"""First and last days as people write them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.reading.day_ranges import day_range


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("May 22–27, 2022", date(2022, 5, 22), date(2022, 5, 27)),
        ("June 15-16, 2013", date(2013, 6, 15), date(2013, 6, 16)),
        ("October 21 - October 25, 2024", date(2024, 10, 21), date(2024, 10, 25)),
        ("June 30 – July 2, 2021", date(2021, 6, 30), date(2021, 7, 2)),
        ("7–11 November 2021", date(2021, 11, 7), date(2021, 11, 11)),
        ("August 7th to 10th, 2022", date(2022, 8, 7), date(2022, 8, 10)),
        ("2019-10-30 to 2019-11-01", date(2019, 10, 30), date(2019, 11, 1)),
        ("December 28, 2020 - January 3, 2021", date(2020, 12, 28), date(2021, 1, 3)),
        ("Dec 30 - Jan 2, 2022", date(2021, 12, 30), date(2022, 1, 2)),
        ("12 May 2020", date(2020, 5, 12), date(2020, 5, 12)),
        ("Monday 3 to Friday 7 June 2019", date(2019, 6, 3), date(2019, 6, 7)),
    ],
)
def test_ranges_are_read(text: str, first: date, last: date) -> None:
    assert day_range(text) == (first, last)


@pytest.mark.parametrize(
    "text",
    ["", "October 2022", "April", "5-6", "Dublin, 2-3 May 2020", "May 27-22, 2022",
     "31-32 May 2020", "1 May 1990 - 2 May 2020", "TBA", "1-2-3 May 2020"],
)  # fmt: skip
def test_what_is_no_range_is_none(text: str) -> None:
    assert day_range(text) is None


@given(st.dates(date(1990, 1, 1), date(2090, 1, 1)), st.integers(0, 30))
def test_every_range_written_in_full_is_read_back(first: date, length: int) -> None:
    last = first + timedelta(length)
    written = f"{first:%B} {first.day}, {first.year} – {last:%B} {last.day}, {last.year}"
    assert day_range(written) == (first, last)


@given(st.text(max_size=60))
def test_any_text_is_a_range_or_none(text: str) -> None:
    found = day_range(text)
    assert found is None or found[0] <= found[1]
