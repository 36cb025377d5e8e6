"""Charts as plain marks with coordinates; the template macro `draw` writes them as SVG.

Every chart stands next to a table or a list with the same facts. Doors stand on a floor; height is
minutes for talks and number of talks for events, and there is never more than one scale on a floor.
"""

from __future__ import annotations

from hallway.web.charts.events import DoorOfEvent, attended, editions, skyline, years_as_bars
from hallway.web.charts.marks import Drawing, Mark
from hallway.web.charts.shares import THIN_YEAR, YearShare, bar, heat_step, shares
from hallway.web.charts.talks import DoorOfTalk, Lane, lanes, strip

__all__ = [
    "THIN_YEAR",
    "DoorOfEvent",
    "DoorOfTalk",
    "Drawing",
    "Lane",
    "Mark",
    "YearShare",
    "attended",
    "bar",
    "editions",
    "heat_step",
    "lanes",
    "shares",
    "skyline",
    "strip",
    "years_as_bars",
]
