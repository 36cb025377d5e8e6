"""The home page: events before and after the day it is read."""

from __future__ import annotations

from datetime import date

import lxml.html
import pytest
from flask.testing import FlaskClient

from hallway.web import pages
from hallway.web.home import by_date


def row(label: str, start: str | None) -> dict[str, str | None]:
    return {"event": f"https://x.example/{label}", "label": label, "start": start, "talks": "0"}


def test_events_are_parted_by_the_day():
    rows = [row("d", None), row("c", "2026-06-12"), row("b", "2026-06-11T23:00:00+02:00"),
            row("a", "2025-01-01"), row("e", "2027-01-01"), row("f", "soon")]  # fmt: skip
    ahead, past = by_date(rows, date(2026, 6, 12))
    assert [one["label"] for one in ahead] == ["c", "e"]
    assert [one["label"] for one in past] == ["b", "a"]


@pytest.mark.parametrize(
    ("day", "headings"),
    [
        (date(2030, 1, 1), ["Latest events"]),
        (date(2026, 1, 1), ["Events", "Upcoming", "Latest"]),
        (date(2001, 1, 1), ["Upcoming events"]),
    ],
)
def test_what_is_to_come_stands_before_what_was(
    browser: FlaskClient, monkeypatch: pytest.MonkeyPatch, day: date, headings: list[str]
):
    monkeypatch.setattr(pages, "today", lambda: day)
    tree = lxml.html.fromstring(browser.get("/").text)
    (panel,) = tree.xpath("//section[@aria-labelledby='lt']")
    found = [" ".join(one.text_content().split()) for one in panel.xpath(".//h2 | .//h3")]
    assert [one.rstrip("0123456789 of") for one in found] == [h.rstrip("of ") for h in headings]
    marked = "today" in tree.xpath("string(//figure[contains(@class,'band-m')])")
    assert marked == (len(headings) > 1)
