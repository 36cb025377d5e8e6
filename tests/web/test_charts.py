"""Charts say what their numbers say."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.web import charts
from hallway.web.charts import DoorOfEvent, DoorOfTalk, Drawing, Mark, YearShare


def flat(drawing: Drawing) -> list[Mark]:
    return [part for mark in drawing.marks for part in (mark.inside or (mark,))]


def boxes(drawing: Drawing, css: str) -> list[Mark]:
    return [mark for mark in flat(drawing) if mark.tag == "rect" and mark.css == css]


def test_a_strip_has_a_door_a_talk_as_high_as_it_is_long():
    talks = [
        DoorOfTalk(10, True),
        DoorOfTalk(20, True),
        DoorOfTalk(20, False),
        DoorOfTalk(None, False),
    ]
    drawing = charts.strip(talks)
    short, long = boxes(drawing, "f-talk")
    assert float(short.at["height"]) * 2 == pytest.approx(float(long.at["height"]))
    assert len(boxes(drawing, "closed")) == 1
    assert len(boxes(drawing, "unknown")) == 1
    assert drawing.label == "4 talks in order, 10 to 20 minutes, 2 recorded"


def test_a_share_is_drawn_to_scale_with_its_number_above_and_n_below():
    drawing = charts.shares([YearShare(2020, 10, 100), YearShare(2021, 40, 200)], "cranes")
    low, high = boxes(drawing, "f-topic")
    assert float(low.at["height"]) * 2 == pytest.approx(float(high.at["height"]), rel=0.01)
    texts = [mark.text for mark in drawing.marks if mark.tag == "text"]
    for expected in ("10", "40", "100", "200", "2020", "2021"):
        assert expected in texts


def test_a_year_of_few_talks_is_pale_and_cut_off():
    years = [YearShare(2020, 5, 100), YearShare(2021, 9, 10)]
    drawing = charts.shares(years, "cranes")
    assert len(boxes(drawing, "f-topic")) == 1
    assert [mark for mark in drawing.marks if mark.tag == "path" and mark.css == "thin"]
    # 100 per cent of the scale is 5, though 2021 has a share of 90.
    assert (
        max(
            int(m.text)
            for m in drawing.marks
            if m.css == "faint" and m.text.isdigit() and len(m.text) < 3
        )
        <= 10
    )


def test_an_edition_known_by_name_is_a_dashed_door():
    events = [DoorOfEvent("A 2021", "2021", "2021", 0), DoorOfEvent("A 2022", "2022", "2022", 12)]
    drawing = charts.editions(events, "A")
    assert len(boxes(drawing, "unknown")) == 1
    assert len(boxes(drawing, "f-event")) == 1
    titles = [mark.title for mark in drawing.marks if mark.title]
    assert titles == ["A 2021: known by name only", "A 2022: 12 talks"]


def test_names_on_the_skyline_never_lie_over_each_other():
    events = [
        DoorOfEvent(f"Event {n}", "", str(2000 + n // 10), 100 + n % 7, when=2000 + n / 10)
        for n in range(200)
    ]
    drawing = charts.skyline(events)
    names = [mark for mark in drawing.marks if mark.tag == "text" and mark.text.startswith("Event")]
    assert names
    spots = [(float(mark.at["x"]), float(mark.at["y"])) for mark in names]
    for at, (x, y) in enumerate(spots):
        assert all(abs(x - a) > 60 or abs(y - b) >= 15 for a, b in spots[at + 1 :])


@pytest.mark.parametrize(
    ("share", "step"),
    [(0, 0), (0.9, 1), (1, 2), (2.5, 3), (4.9, 3), (5, 4), (7.9, 4), (8, 5), (100, 5)],
)
def test_shades_step_as_the_look_says(share: float, step: int):
    assert charts.heat_step(share) == step


@given(
    st.lists(
        st.builds(
            DoorOfTalk,
            st.one_of(st.none(), st.integers(1, 600)),
            st.booleans(),
        ),
        max_size=200,
    ),
    st.booleans(),
)
def test_a_strip_stays_inside_its_frame(talks: list[DoorOfTalk], tall: bool):
    drawing = charts.strip(talks, tall=tall)
    for mark in flat(drawing):
        if mark.tag == "rect":
            assert float(mark.at["x"]) >= 0
            assert float(mark.at["y"]) >= 0
            assert float(mark.at["x"]) + float(mark.at["width"]) <= drawing.width + 0.2
            assert float(mark.at["y"]) + float(mark.at["height"]) <= drawing.height + 0.2


@pytest.mark.parametrize("count", [290, 1200])
def test_every_event_has_a_door_on_the_skyline_a_link_only_when_it_can_be_hit(count: int):
    doors = [
        charts.DoorOfEvent(f"E{n}", "", "2020", 1 + n % 9, f"/event/{n}", 2020 + n / count)
        for n in range(count)
    ]
    drawing = charts.skyline(doors)
    linked = [mark for mark in drawing.marks if mark.href]
    thin = [mark for mark in drawing.marks if mark.css == "f-event"]
    assert len(linked) == (count if 0.76 * 1184 / count >= 3 else 0)
    drawn = len(linked) + sum(str(mark.at["d"]).count("z") for mark in thin)
    assert drawn == count
    assert drawing.has_links == bool(linked)


def test_doors_of_the_skyline_stand_at_their_dates():
    whens = [2004.0, 2004.01, 2013.5, 2023.99]
    doors = [
        charts.DoorOfEvent(f"E{at}", "", str(int(w)), 9, f"/{at}", w) for at, w in enumerate(whens)
    ]
    doors.append(charts.DoorOfEvent("By name", "", "2009", 0, "/name", 2009.0))
    drawing = charts.skyline(doors, width=2000, today=2014.0)
    lefts = [float(box.at["x"]) for box in boxes(drawing, "f-event")]
    due = [(when - 2004) / 20 * (2000 - 14) for when in whens]
    assert all(-1 <= left - at <= 15 for left, at in zip(lefts, due, strict=True))
    assert all(b - a >= 1 for a, b in pairwise(lefts))
    assert [mark.text for mark in drawing.marks if mark.text == "today"] == ["today"]
    assert sum(mark.css == "stub" for mark in drawing.marks) == 1
    years = [mark.text for mark in drawing.marks if mark.text.isdecimal()]
    assert years[0] == "2004"


@given(st.lists(st.tuples(st.floats(1990, 2035), st.integers(0, 900)), max_size=80))
def test_a_skyline_stays_inside_its_frame(events: list[tuple[float, int]]):
    doors = [
        charts.DoorOfEvent("E", "", str(int(when)), talks, "/", when)
        for when, talks in sorted(events)
    ]
    drawing = charts.skyline(doors, today=2026.5)
    for box in boxes(drawing, "f-event"):
        assert 0 <= float(box.at["x"]) <= drawing.width - float(box.at["width"]) + 0.1
        assert float(box.at["y"]) >= 0


def test_the_doors_of_a_large_event_stay_as_high_as_their_minutes():
    talks = [DoorOfTalk(30 if n % 2 else 60, n % 3 == 0) for n in range(700)]
    drawing = charts.strip(talks, tall=True)
    assert drawing.width <= 1184
    doors = [mark for mark in drawing.marks if mark.tag == "rect"]
    assert len(doors) == 700
    assert {round(float(door.at["height"])) for door in doors} == {23, 46}
    assert {door.css for door in doors} == {"f-talk", "stub"}
    assert all(float(door.at["width"]) > 0 for door in doors)
