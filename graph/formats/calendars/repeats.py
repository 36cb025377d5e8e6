"""The dates of calendar entries that repeat: RRULE, RDATE and EXDATE (RFC 5545, 3.8.5).

dateutil unfolds the rules in clock time, as the standard says, so that a talk at nine stays at
nine when the clocks change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, takewhile
from typing import Any

from dateutil.rrule import rrulestr

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.calendars.times import Clock, first
from hallway.graph.formats.common.report import Report
from hallway.graph.programme import Moment

__all__ = ["Moments", "Repeats", "day_of", "heir_of", "is_onwards", "recurrence"]

_OFTEN = frozenset({"DAILY", "WEEKLY", "MONTHLY", "YEARLY"})
_PARTS = frozenset(
    "FREQ INTERVAL WKST BYDAY BYMONTH BYMONTHDAY BYSETPOS BYWEEKNO BYYEARDAY".split()
)
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_LONGEST_STEP = 400
_HORIZON = timedelta(days=5 * 366)
"""How long after its start a repeating entry is followed."""


class Repeats:
    """Unfolds the repeating entries of one calendar.

    Parameters
    ----------
    clock
        Reads its times.
    last
        Last day that the calendar names; a rule without an end is followed up to it.
    options
        `ReadOptions.max_slots` and `ReadOptions.max_repeats`.
    report
        Takes the notices.
    """

    def __init__(
        self, clock: Clock, last: date | None, options: ReadOptions, report: Report
    ) -> None:
        self._clock = clock
        self._last = last
        self._most, self._left = options.max_slots, options.max_repeats
        self._report = report

    def starts(self, event: Any, start: Moment, where: str) -> list[Moment]:
        """Return when an entry starts, each once and in order.

        Parameters
        ----------
        event
            As icalendar parsed it.
        start
            What its DTSTART was read as.
        """
        off = [*self._listed(event, "EXDATE", where)]
        added = [*self._listed(event, "RDATE", where)]
        rule = first(event, "RRULE")
        if rule is None and not added and not off:
            return [start]
        if self._left <= 0:
            self._tell_too_much(where)
            return [start]
        found: dict[Moment, None] = {start: None}
        for one in (*(self._ruled(event, rule, start, where) if rule else ()), *added):
            if _alike(one, start):
                found[one] = None
        taken = Moments(off)
        kept = sorted(one for one in found if one not in taken)
        if len(kept) > self._most:
            self._report.tell(
                f"it repeats {len(kept):,} times and more; the first {self._most:,} were read",
                where,
                "raise max_slots in hallway.toml to read them all",
            )
        kept = kept[: self._most]
        if len(kept) - 1 > self._left:
            self._tell_too_much(where)
            kept = kept[: self._left + 1]
        self._left -= max(len(kept) - 1, 0)
        return kept

    def onwards(
        self, event: Any, turn: Moment, dates: Iterable[Moment], where: str
    ) -> Iterator[Moment]:
        """Move dates by as much as the start of an entry is away from the one it stands in for.

        By the clock: what is moved from nine to ten stays at ten when the clocks change.
        """
        start = first(event, "DTSTART").dt
        for one in dates:
            away = _local(one) - _local(turn)
            if isinstance(start, datetime):
                yield self._clock.at(event, _local(start) + away, where)
            else:
                yield start + away

    def _tell_too_much(self, where: str) -> None:
        self._report.once(
            "the calendar repeats too much; of some entries not all dates were read",
            where,
            "raise max_repeats in hallway.toml if you trust it",
        )

    def _ruled(self, event: Any, rule: Any, start: Moment, where: str) -> Iterator[Moment]:
        """Yield the dates of a rule; one that cannot be followed is told and yields none."""
        try:
            told = {name.upper(): list(values) for name, values in rule.items()}
        except (ValueError, AttributeError, TypeError):
            told = {}
        often = str((told.get("FREQ") or [""])[0]).upper()
        until = next(iter(told.pop("UNTIL", [])), None)
        count = next(iter(told.pop("COUNT", [])), None)
        step = next(iter(told.get("INTERVAL", [])), 1)
        numbers = (step, 1 if count is None else count)
        if often not in _OFTEN or not all(map(_counts, numbers)) or not _is_met(told, often, step):
            self._report.tell(
                f"the rule {_text(rule)!r} is none of a programme; only its first date was read",
                where,
            )
            return
        # Dates are counted on the clock of the place; where they end is told by the instant.
        local = _local(first(event, "DTSTART").dt)
        if count is None and until is None:
            end = datetime.combine(self._last or local.date(), time.max)
            self._report.tell(
                f"it repeats without an end; its dates up to {end.date()} were read",
                where,
                level="note",
            )
        else:
            end = local + _HORIZON if until is None else _local(until) + timedelta(days=1)
            if end > local + _HORIZON:
                end = local + _HORIZON
        # Counting here and not by dateutil bounds a rule that no date follows.
        if "BYWEEKNO" in told and "BYDAY" not in told:
            told["BYDAY"] = [_WEEKDAYS[local.weekday()]]  # RFC 5545, 3.3.10: that of the start
        dates = islice(self._unfolded(told, local, end, where), count)
        yield from takewhile(
            lambda one: until is None or _not_after(one, until),
            (self._clock.at(event, one, where) for one in dates),
        )

    def _unfolded(
        self, told: dict[str, list[Any]], local: datetime, end: datetime, where: str
    ) -> Iterator[datetime]:
        parts = (f"{name}={','.join(map(_part, values))}" for name, values in told.items())
        text = ";".join(parts)
        try:
            rule = rrulestr(f"{text};UNTIL={end:%Y%m%dT%H%M%S}", dtstart=local)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            self._report.tell(
                f"the rule {text[:80]!r} cannot be read ({error}); only its first date was read",
                where,
            )
            return
        for number, one in enumerate(rule):
            if number > self._most:
                return
            yield one

    def _listed(self, event: Any, name: str, where: str) -> Iterator[Moment]:
        """Yield the moments of EXDATE or RDATE; of a period its start."""
        values = event.get(name)
        for value in values if isinstance(values, list) else [] if values is None else [values]:
            try:
                zone, listed = str(value.params.get("TZID") or ""), value.dts
            except (ValueError, AttributeError):
                self._report.tell(f"{name} {str(value)[:60]!r} is no list of times", where)
                continue
            for one in listed[: self._most]:
                found = getattr(one, "dt", None)
                found = found[0] if isinstance(found, tuple) else found
                if isinstance(found, datetime):
                    yield self._clock.placed(found, zone, where)
                elif isinstance(found, date):
                    yield found


class Moments:
    """Moments to be looked up: an instant by any offset, a day with every time of it."""

    def __init__(self, moments: Iterable[Moment]) -> None:
        some = list(moments)
        self._times = {one for one in some if isinstance(one, datetime)}
        self._days = {one for one in some if not isinstance(one, datetime)}
        self._clocks = {one.replace(tzinfo=None) for one in self._times if one.tzinfo is None}
        self._of_times = {one.date() for one in self._times}

    def __contains__(self, moment: Moment) -> bool:
        """Tell whether one of the moments is this one."""
        if not isinstance(moment, datetime):
            return moment in self._days or moment in self._of_times
        local = moment.replace(tzinfo=None)
        return moment in self._times or moment.date() in self._days or local in self._clocks


def recurrence(event: Any, clock: Clock, where: str) -> Moment | None:
    """Return which date of a repeating entry this one stands for; None if for none of them."""
    return clock.moment(event, "RECURRENCE-ID", where) if event.get("RECURRENCE-ID") else None


def is_onwards(event: Any) -> bool:
    """Tell whether an entry stands in for its date and all that follow (RFC 5545, 3.2.13)."""
    stated = getattr(first(event, "RECURRENCE-ID"), "params", {}).get("RANGE")
    return isinstance(stated, str) and stated.upper() == "THISANDFUTURE"


def heir_of(date_: Moment, onwards: Iterable[tuple[Moment, int]]) -> int | None:
    """Return the number of the last entry from whose date on this one is taken over."""
    earlier = [one for one in onwards if _alike(one[0], date_) and one[0] <= date_]
    return max(earlier)[1] if earlier else None


def day_of(moment: Moment) -> date:
    """Return the day of a moment."""
    return moment.date() if isinstance(moment, datetime) else moment


def _alike(one: Moment, other: Moment) -> bool:
    """Tell whether two moments can stand in one order: both days, both local, or both instants."""
    if isinstance(one, datetime) and isinstance(other, datetime):
        return (one.tzinfo is None) == (other.tzinfo is None)
    return not isinstance(one, datetime) and not isinstance(other, datetime)


def _local(moment: Moment) -> datetime:
    if isinstance(moment, datetime):
        return moment.replace(tzinfo=None, microsecond=0)
    return datetime.combine(moment, time.min)


def _not_after(one: Moment, until: Moment) -> bool:
    if isinstance(one, datetime) and isinstance(until, datetime):
        if until.tzinfo is not None and one.tzinfo is not None:
            return one <= until.astimezone(UTC)
        return one.replace(tzinfo=None) <= until.replace(tzinfo=None)
    return day_of(one) <= day_of(until)


def _is_met(told: dict[str, list[Any]], often: str, step: int) -> bool:
    """Tell whether some day surely follows a rule: dateutil looks for one until the year 9999."""
    days, of_month = told.get("BYDAY", []), told.get("BYMONTHDAY", [])
    months, places = told.get("BYMONTH", []), told.get("BYSETPOS", [])
    if not told.keys() <= _PARTS or step > _LONGEST_STEP or (days and of_month):
        return False
    if not _in_the_year(told, often):
        return False
    if ((days and often == "DAILY") or (months and often != "YEARLY")) and step != 1:
        return False
    if any(not str(one).lstrip("+-1234").isalpha() for one in days):
        return False
    if of_month and not any(isinstance(one, int) and 0 < abs(one) <= 28 for one in of_month):
        return False
    some = all(isinstance(one, int) and 0 < abs(one) <= 4 for one in places)
    return not places or (some and often == "MONTHLY" and bool(days))


def _in_the_year(told: dict[str, list[Any]], often: str) -> bool:
    """Tell whether the weeks or days of the year that a rule names are in every year."""
    for part, most, beside in (("BYWEEKNO", 52, {"BYDAY"}), ("BYYEARDAY", 365, set())):
        if part not in told:
            continue
        others = told.keys() - {"FREQ", "INTERVAL", "WKST", part} - beside
        plain = all(str(one).isalpha() for one in told.get("BYDAY", []))
        some = any(isinstance(one, int) and 0 < abs(one) <= most for one in told[part])
        if often != "YEARLY" or others or not plain or not some:
            return False
    return True


def _counts(number: object) -> bool:
    return isinstance(number, int) and number > 0


def _part(value: Any) -> str:
    return str(value.to_ical().decode() if hasattr(value, "to_ical") else value)


def _text(rule: Any) -> str:
    try:
        return str(rule.to_ical().decode())[:80]
    except (AttributeError, ValueError, TypeError):
        return str(rule)[:80]
