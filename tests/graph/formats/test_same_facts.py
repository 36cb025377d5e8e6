"""The same facts written in several formats are the same programme when they are read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.formats import ReadOptions, read
from hallway.graph.programme import Programme
from tests.graph.formats.writers import EVENT, FIRST, WRITERS, ZONE, Fact

letters = st.text("abdefghiklmnoprstuvwz", min_size=3, max_size=9).map(str.title)
# None of these words is one of a break, a state or an organization, and no name is one of several.
titles = st.builds(lambda a, b: f"{a} & {b}, <or> cranes", letters, letters)
names = st.builds(lambda a, b: f"{a} van {b}", letters, letters)
facts = st.lists(
    st.builds(
        Fact,
        titles,
        st.builds(
            lambda day, slot: FIRST + timedelta(days=day, minutes=5 * slot),
            st.integers(0, 2),
            st.integers(0, 12 * 11),
        ),
        st.integers(1, 59).map(lambda count: 5 * count),
        st.sampled_from(["Main hall", "Quay", "Pier 3"]),
        st.lists(names, max_size=3, unique_by=str.casefold).map(tuple),
        st.lists(letters, max_size=9).map(", ".join),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda fact: fact.title.casefold(),
)


def said(programme: Programme, without: Collection[str]) -> list[object]:
    (event,) = programme.events
    return sorted(
        (
            talk.title,
            talk.start.astimezone(UTC) if isinstance(talk.start, datetime) else talk.start,
            talk.end.astimezone(UTC) if isinstance(talk.end, datetime) else talk.end,
            talk.minutes,
            talk.room,
            None if "people" in without else [one.person.name for one in talk.appearances],
            None if "text" in without else talk.abstract,
            talk.is_break,
        )
        for talk in event.talks
    )


def meant(found: Sequence[Fact], without: Collection[str]) -> list[object]:
    return sorted(
        (
            one.title,
            one.instant.astimezone(UTC),
            one.end.replace(tzinfo=ZoneInfo(ZONE)).astimezone(UTC),
            one.minutes,
            one.room,
            None if "people" in without else list(one.people),
            None if "text" in without else one.text,
            False,
        )
        for one in found
    )


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=40)
@given(found=facts)
def test_the_same_facts_are_the_same_programme_in_every_format(
    name: str, found: list[Fact]
) -> None:
    writer = WRITERS[name]
    programme = read(writer.write(found), ReadOptions(file="x", event=EVENT, zone=ZONE))
    assert programme.format == writer.format
    assert programme.events[0].name == EVENT
    assert said(programme, writer.without) == meant(found, writer.without)
