"""What organisers export says what its writer wrote down, whatever is odd in the file."""

from __future__ import annotations

import pytest

from hallway.graph.formats import ReadOptions, read
from tests.graph.formats.organisers import (
    Export,
    calendars,
    further,
    graphs,
    lines,
    lists,
    pages,
    schedules,
    tables,
)

MODULES = (tables, calendars, schedules, pages, lists, graphs, further)
EXPORTS = {one.name: one for module in MODULES for one in module.EXPORTS}


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_says_what_it_says(name: str) -> None:
    one: Export = EXPORTS[name]
    options = ReadOptions(file=one.file, event=one.event, zone=one.zone)
    said = sorted(line.strip() for line in one.says.strip().splitlines())
    assert lines(read(one.data, options, one.format)) == said
