from __future__ import annotations

import os
from contextlib import suppress
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read, recognise
from hallway.graph.formats.pagetext import FORMAT
from hallway.graph.programme import Edition, Programme

PAGE = """\
Quay Days 2026
2026-06-10
-- online --
[Quay Days Spring 2024, Quay Days 2025, Quay Days 2026]
who it's for
crane drivers, pilots
topics
night lifting; tide tables, printed
| title | author | length |
|---|---|---|
| Cranes | Ana Lindqvist, Omar Haddad | 19m |
Lifts ~4,000 self‑contained boxes – >10 a minute… | ||
| nothing matches | ||
"""

SEED_MINUTES = [19, 22, 18, 19, 18, 21, 22, 21, 15, 14]
SEED_EDITIONS = [
    ("Spring", 2021), ("Summer", 2021), ("Fall", 2021), ("Winter", 2021),
    ("Summer", 2022), ("Winter", 2022), ("Summer", 2023),
]  # fmt: skip


def read_page(text: str, **options: object) -> Programme:
    return FORMAT.read(text.encode(), ReadOptions(**options))  # type: ignore[arg-type]


def sources_of_the_seed() -> list[object]:
    shared = os.environ.get("HALLWAY_SHARED")
    sample = files("hallway.samples").joinpath("systems-at-scale-2024.txt").read_bytes()
    original = Path(shared or "", "data/pagetext/systems-at-scale-2024.txt")
    reason = "HALLWAY_SHARED does not name the folder of shared data"
    return [
        pytest.param(sample, id="sample"),
        pytest.param(
            original.read_bytes() if shared else b"",
            id="seed",
            marks=pytest.mark.skipif(not shared, reason=reason),
        ),
    ]


@pytest.mark.parametrize("data", sources_of_the_seed())
def test_systems_at_scale_gives_what_the_page_says(data: bytes) -> None:
    programme = read(data, ReadOptions())
    assert programme.format == "pagetext"
    assert programme.notices == ()
    (event,) = programme.events
    assert (event.name, event.start, event.end) == ("Systems @Scale 2024", date(2024, 6, 12), None)
    assert (event.online, event.zone, event.appearances) == (True, None, ())
    assert event.series is not None
    assert event.series.name == "Systems @Scale"
    named = [Edition(f"Systems @Scale {season} {year}", year) for season, year in SEED_EDITIONS]
    assert event.series.editions == (*named, Edition("Systems @Scale 2024", 2024))
    assert (len(event.audiences), len(event.topics)) == (7, 12)
    assert event.topics[6] == "topology-aware scheduler design"
    assert [talk.minutes for talk in event.talks] == SEED_MINUTES
    assert all(talk.truncated and talk.abstract.endswith("…") for talk in event.talks)
    assert all(talk.start is None and talk.topics == () for talk in event.talks)
    people = [one.person.name for talk in event.talks for one in talk.appearances]
    assert len(people) == len(set(people)) == 18
    assert "Shawn Swyx Wang" in people
    assert "Saranyan A Vigraham" in people
    assert all(one.affiliation is None for talk in event.talks for one in talk.appearances)
    assert "nothing matches" not in {talk.title for talk in event.talks}


def test_the_sample_says_meta_in_four_descriptions_and_copies_none() -> None:
    data = files("hallway.samples").joinpath("systems-at-scale-2024.txt").read_bytes()
    talks = FORMAT.read(data, ReadOptions()).events[0].talks
    assert [n for n, talk in enumerate(talks, 1) if talk.abstract.startswith("Meta ")] == [
        2,
        4,
        8,
        9,
    ]


def test_a_page_is_recognised_by_the_header_of_its_table() -> None:
    ((found, reason),) = recognise(PAGE.encode())
    assert found.name == "pagetext"
    assert "title | author | length" in reason


@pytest.mark.parametrize("text", ["| a | b |\n|---|---|\n", "title,author,length\nA,B,19m\n", "x"])
def test_other_tables_are_no_page(text: str) -> None:
    assert FORMAT.recognises(text.encode(), text.encode()) == ""


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: "\n\n" + text,
        lambda text: text.replace("who it's for", "Who it’s for:"),
    ],
)
def test_line_ends_marks_and_blank_lines_do_not_matter(change) -> None:  # type: ignore[no-untyped-def]
    events = read_page(change(PAGE)).events
    plain = read_page(PAGE).events
    assert [talk.title for talk in events[0].talks] == [talk.title for talk in plain[0].talks]
    assert events[0].audiences == plain[0].audiences
    assert events[0].series == plain[0].series


def test_typographic_marks_stay_as_they_are() -> None:
    (talk,) = read_page(PAGE).events[0].talks
    assert talk.abstract == "Lifts ~4,000 self‑contained boxes – >10 a minute…"
    assert talk.where == "line 11"


def test_a_talk_called_nothing_matches_with_an_author_is_a_talk() -> None:
    text = PAGE.replace("| nothing matches | ||", "| nothing matches | Ana Lindqvist | |")
    assert [talk.title for talk in read_page(text).events[0].talks] == ["Cranes", "nothing matches"]


def test_a_talk_without_continuation_and_without_length_is_kept() -> None:
    text = PAGE.replace("| nothing matches | ||", "| Tides | Mei Tanaka | |\n| Ropes | | 1h 5m |")
    _, tides, ropes = read_page(text).events[0].talks
    assert (tides.minutes, tides.abstract, tides.truncated) == (None, "", False)
    assert (ropes.minutes, ropes.appearances) == (65, ())


def test_an_escaped_bar_belongs_to_the_cell() -> None:
    text = PAGE.replace("| Cranes |", r"| Cranes \| Kähne |").replace("Lifts", r"Lifts a \| b")
    (talk,) = read_page(text).events[0].talks
    assert talk.title == "Cranes | Kähne"
    assert talk.abstract.startswith("Lifts a | b")


def test_a_bare_bar_in_a_title_is_kept_with_a_notice() -> None:
    programme = read_page(PAGE.replace("| Cranes |", "| Cranes | Kähne |"))
    assert programme.events[0].talks[0].title == "Cranes | Kähne"
    assert programme.notices[0].where == "line 11"


def test_what_cannot_be_read_is_told_with_its_line_and_loses_nothing_else() -> None:
    text = PAGE.replace("19m", "soonish").replace("| nothing matches | ||", "stray\n| | X | 5m |")
    programme = read_page(text)
    assert len(programme.events[0].talks) == 1
    told = {notice.where: notice.what for notice in programme.notices}
    assert "soonish" in told["line 11"]
    assert "stray" in told["line 13"]
    assert "title" in told["line 14"]


def test_an_event_missing_from_its_list_of_editions_is_added() -> None:
    series = read_page(PAGE.replace(", Quay Days 2026]", "]")).events[0].series
    assert series is not None
    assert [one.name for one in series.editions] == [
        "Quay Days Spring 2024", "Quay Days 2025", "Quay Days 2026",
    ]  # fmt: skip


def test_editions_of_one_season_do_not_put_the_season_into_the_series() -> None:
    text = PAGE.replace("Quay Days 2026", "Quay Days Fall 2026").replace(
        "[Quay Days Spring 2024, Quay Days 2025, Quay Days Fall 2026]",
        "[Quay Days Fall 2025, Quay Days Fall 2026]",
    )
    series = read_page(text).events[0].series
    assert series is not None
    assert series.name == "Quay Days"


def test_a_place_that_is_no_screen_is_a_place() -> None:
    event = read_page(PAGE.replace("-- online --", "-- Kai 7, Hamburg --")).events[0]
    assert (event.place, event.online) == ("Kai 7, Hamburg", False)


def test_a_page_without_a_title_needs_a_name() -> None:
    table = PAGE[PAGE.index("| title") :]
    with pytest.raises(SourceError, match="--event"):
        read_page(table)
    assert read_page(table, event="Quay Days").events[0].name == "Quay Days"


def test_more_talks_than_the_limit_are_refused() -> None:
    with pytest.raises(SourceError, match="max_records"):
        read_page(PAGE + "| Tides | Mei Tanaka | 5m |\n", max_records=1)


def test_control_characters_are_removed_and_told() -> None:
    programme = read_page(PAGE.replace("| Cranes |", "| Cra\x07nes |"))
    assert programme.events[0].talks[0].title == "Cranes"
    assert "control character" in programme.notices[0].what
    assert programme.notices[0].where == "line 11"


def test_a_text_beyond_the_limit_is_cut_with_a_notice() -> None:
    programme = read_page(PAGE, max_field=10)
    assert programme.events[0].talks[0].abstract == "Lifts ~4,0"
    assert "cut" in programme.notices[0].what


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_give_a_programme_or_a_source_error(data: bytes, behind: bool) -> None:
    source = PAGE.encode() + data if behind else data
    with suppress(SourceError):
        assert isinstance(FORMAT.read(source, ReadOptions()), Programme)


@given(st.text(alphabet="|- \\\n[]a;,…é", max_size=200))
def test_any_rows_leave_the_talks_before_them_alone(rows: str) -> None:
    talks = read_page(PAGE + rows).events[0].talks
    assert talks[0].title == "Cranes"
    assert all(talk.title for talk in talks)
