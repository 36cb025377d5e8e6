"""Days, rooms and slots made of the rows of ``event-programme``."""

from __future__ import annotations

from hallway.graph.answers.timetable import timetable

COLUMNS = (
    "talk", "title", "start", "end", "minutes", "room", "roomLabel", "track", "trackLabel",
    "kindLabel", "person", "personLabel", "position", "recording", "isBreak",
)  # fmt: skip


def row(talk: str, **values: str) -> dict[str, str | None]:
    return (
        {name: None for name in COLUMNS}
        | {"talk": talk, "title": talk, "isBreak": "false"}
        | values
    )


def test_people_of_a_talk_come_in_the_order_of_the_source():
    rows = [
        row("a", person="p2", personLabel="Mei", position="2"),
        row("a", person="p1", personLabel="Omar", position="1"),
    ]
    (slot,) = timetable(rows).talks
    assert [ref.label for ref in slot.people] == ["Omar", "Mei"]


def test_a_talk_after_midnight_ends_the_day_before():
    rows = [
        row("late", start="2026-06-11T00:30:00+02:00"),
        row("early", start="2026-06-10T09:00:00+02:00"),
        row("next", start="2026-06-11T09:00:00+02:00"),
    ]
    days = timetable(rows).days
    assert [[slot.title for slot in day.slots] for day in days] == [["early", "late"], ["next"]]
    assert [day.day.isoformat() for day in days if day.day] == ["2026-06-10", "2026-06-11"]


def test_talks_without_times_stand_as_printed_with_line_9_before_line_10():
    rows = [row("a"), row("b"), row("c")]
    places = {"a": "file.txt, line 10", "b": "file.txt, line 9", "c": "file.txt, line 100"}
    table = timetable(rows, places)
    assert [slot.title for slot in table.talks] == ["b", "a", "c"]
    assert not table.has_times
    assert table.days[0].day is None


def test_a_grid_has_a_line_for_each_start_and_end_and_cells_span_them():
    rows = [
        row("a", start="2026-06-10T10:00:00", minutes="60", roomLabel="Main"),
        row("b", start="2026-06-10T10:00:00", minutes="30", roomLabel="Side"),
        row("c", start="2026-06-10T10:30:00", minutes="30", roomLabel="Side"),
    ]
    (day,) = timetable(rows).days
    assert day.rooms == ("Main", "Side")
    assert [line.clock for line in day.grid] == ["10:00", "10:30"]
    first, second = day.grid
    assert [(cell.slots[0].title, cell.rows) for cell in first.cells] == [("a", 2), ("b", 1)]
    assert [cell.slots[0].title for cell in second.cells] == ["c"]


def test_overlapping_talks_of_one_room_share_a_cell():
    rows = [
        row("a", start="2026-06-10T10:00:00", minutes="45", roomLabel="Main"),
        row("b", start="2026-06-10T10:30:00", minutes="45", roomLabel="Main"),
        row("c", start="2026-06-10T10:00:00", minutes="45", roomLabel="Side"),
    ]
    (day,) = timetable(rows).days
    (main,) = [cell for cell in day.grid[0].cells if len(cell.slots) == 2]
    assert [slot.title for slot in main.slots] == ["a", "b"]
    assert main.rows == len(day.grid)


def test_one_room_or_unknown_rooms_make_no_grid():
    rows = [row(name, start=f"2026-06-10T1{name}:00:00", roomLabel="Main") for name in "012"]
    assert timetable(rows).days[0].grid == ()
    assert timetable([row("a", start="2026-06-10T10:00:00")]).days[0].grid == ()


def test_a_break_is_no_talk_and_times_that_are_none_are_unknown():
    table = timetable([row("tea", isBreak="true"), row("odd", start="around noon")])
    assert [slot.title for slot in table.talks] == ["odd"]
    assert table.talks[0].start is None
    assert timetable([]).days == ()
