"""The days of an event: those of its talks, and what its head says of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from statistics import median_low

from hallway.graph.programme import Moment

__all__ = ["NIGHT", "event_days", "programme_day", "talk_days"]

NIGHT = time(6)
"""Nobody's programme begins before: an earlier start on an undated day is after midnight."""


def programme_day(moment: Moment) -> date:
    """Return the day of the programme that a start belongs to; nights to the day before."""
    if not isinstance(moment, datetime):
        return moment
    on = moment.date()
    return on - timedelta(days=1) if moment.time() < NIGHT and on > date.min else on


def talk_days(starts: Sequence[Moment | None]) -> tuple[list[date], list[date]]:
    """Return the days on which there are talks, and those that lie far off.

    Returns
    -------
    tuple
        Days of the programme in ascending order without repetition, the nights counted to the day
        before; then days more than 60 days from the middle one, if fewer than a tenth of the
        starts lie there: notes on other events, left in a calendar.
    """
    days = sorted(programme_day(moment) for moment in starts if moment is not None)
    if not days:
        return [], []
    middle = median_low(days)
    near = [one for one in days if abs((one - middle).days) <= 60]
    if 10 * (len(days) - len(near)) >= len(days):
        return sorted(set(days)), []
    return sorted(set(near)), sorted(set(days) - set(near))


def event_days(
    first: date | None, last: date | None, count: int | None, days: Sequence[date]
) -> tuple[date | None, date | None, str]:
    """Settle the first and last day of an event.

    Parameters
    ----------
    first, last
        As the head states them.
    count
        How many days the head claims; None when it does not.
    days
        Days with talks, ascending.

    Returns
    -------
    tuple
        First day, last day, and a line for a notice when the head and the talks disagree. The
        talks win; a head with as many days as it claims knows of days without talks and wins
        where it includes theirs.
    """
    first, last = first or last, last or first
    if first is None or last is None:
        return (days[0], days[-1], "") if days else (None, None, "")
    if last < first:
        said = f"the head says that it ends on {last}, before it starts on {first}"
        return (days[0], days[-1], said) if days else (first, None, said)
    if not days or (first, last) == (days[0], days[-1]):
        return first, last, ""
    said = f"the head says {first} to {last}, the talks are from {days[0]} to {days[-1]}"
    if first <= days[0] and days[-1] <= last and count == (last - first).days + 1:
        return first, last, said + "; the head was kept"
    return days[0], days[-1], said + "; the days of the talks were kept"
