"""The events of a table: those its rows name, and those that have a row of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.slots import joined_rows, starts
from hallway.graph.formats.common.wording import series_of, stated_status
from hallway.graph.formats.tables.rows import Row, addresses, labels
from hallway.graph.formats.tables.times import Clockwork
from hallway.graph.programme import Edition, Event, Moment, Series, Talk
from hallway.graph.reading import languages
from hallway.graph.reading.names import name_key
from hallway.graph.reading.text import clean, normalised

__all__ = ["Editions", "event_of_row"]

_ONLINE = frozenset("online virtual remote internet worldwide".split())


@dataclass(slots=True)
class _Gathered:
    """What the rows of one event say about it; the first that says something wins."""

    name: str
    where: str
    key: str = ""
    series: str = ""
    edition: str = ""
    start: date | None = None
    end: date | None = None
    zone: str | None = None
    place: str = ""
    licence: str = ""
    talks: list[Talk] = field(default_factory=list)


class Editions:
    """Gathers talks into events.

    Parameters
    ----------
    fallback
        Name for rows that name no event.
    """

    def __init__(
        self, report: Report, clockwork: Clockwork, fallback: str, options: ReadOptions
    ) -> None:
        self._report = report
        self._clockwork = clockwork
        self._fallback = fallback
        self._options = options
        self._found: dict[tuple[str, str], _Gathered] = {}

    def add(self, row: Row, talk: Talk) -> None:
        """Put a talk into the event that its row names."""
        name = self._report.title(row.first("event"), row.where)
        if not name and "event" in row.columns:
            self._report.once(
                f"a row names no event and was taken for {self._fallback!r}", row.where
            )
        name = name or self._fallback
        stated = row.first("event_date")
        place = (row.first("event_id") or name_key(name), stated or row.first("year"))
        event = self._found.get(place)
        if event is None:
            event = self._found[place] = _Gathered(name, row.where, row.first("event_id"))
            event.start = self._clockwork.day(stated, row, "date of the event")
            event.end = self._clockwork.day(row.first("event_end"), row, "end of the event")
        event.series = event.series or self._report.title(row.first("series"), row.where)
        event.edition = event.edition or clean(row.first("edition"))
        event.place = event.place or _place(row, ("place",))
        event.zone = event.zone or self._clockwork.zone_of(row)
        event.licence = event.licence or clean(row.first("licence"))
        event.talks.append(talk)

    def event(self, name: str) -> Event:
        """Return an event without talks, under the name given or the fallback."""
        return self._made(_Gathered(name or self._fallback, ""), {})

    def events(self) -> tuple[Event, ...]:
        """Return the events in the order in which the rows first name them."""
        numbered: dict[str, list[_Gathered]] = {}
        for event in self._found.values():
            if event.edition and event.series:
                numbered.setdefault(name_key(event.series), []).append(event)
        return tuple(self._made(event, numbered) for event in self._found.values())

    def _made(self, event: _Gathered, numbered: dict[str, list[_Gathered]]) -> Event:
        talks = joined_rows(event.talks)
        days = sorted(map(_day, starts(talks)))
        start = event.start or (days[0] if days else None)
        end = event.end or (days[-1] if days and not event.start else None)
        place, online = _where(event.place)
        return Event(
            event.name,
            key=event.key,
            start=start,
            end=end if end and start and end >= start else None,
            zone=event.zone,
            place=place,
            online=online,
            series=self._series(event, numbered),
            talks=tuple(talks),
            licence=event.licence,
            where=event.where,
        )

    def _series(self, event: _Gathered, numbered: dict[str, list[_Gathered]]) -> Series | None:
        name = event.series or self._options.series
        if name is None and (self._options.event or (event.where and event.name != self._fallback)):
            name = series_of(event.name)
        if not name:
            return None
        editions = sorted(numbered.get(name_key(name), []), key=_number)
        return Series(clean(name), tuple(Edition(one.name, _year(one)) for one in editions))


def event_of_row(
    row: Row, report: Report, clockwork: Clockwork, options: ReadOptions
) -> Event | None:
    """Read a row that stands for a whole event; None when it names none, which a notice tells."""
    name = next((found for one in ("event", "name", "title") if (found := row.first(one))), "")
    name = report.title(name, row.where)
    if not name:
        report.tell("a row without the name of an event was left out", row.where, level="error")
        return None
    start = clockwork.day(row.first("event_date") or row.first("date"), row)
    end = clockwork.day(row.first("event_end") or row.first("end_date"), row, "last day")
    if start and end and end < start:
        report.tell(f"the last day {end} is before the first, {start}; it was left out", row.where)
        end = None
    place, online = _where(_place(row, ("place", "room")))
    pages = addresses(row, "url", report)
    series = report.title(row.first("series"), row.where) or options.series or series_of(name)
    return Event(
        name,
        key=row.first("event_id") or row.first("id"),
        start=start,
        end=end,
        zone=clockwork.zone_of(row),
        place=place,
        online=online,
        languages=languages.tag(row.first("language")),
        topics=labels(row.first("topics")),
        audiences=labels(row.first("audiences")),
        series=Series(series) if series else None,
        url=pages[0].url if pages else None,
        where=row.where,
        status=stated_status(row.first("status")) or "confirmed",
    )


def _place(row: Row, fields: tuple[str, ...]) -> str:
    """Join the places a row gives, the country too unless it is named or a code."""
    found = next((cell for one in fields if (cell := clean(row.first(one)))), "")
    country = clean(row.first("country"))
    if not found or not country or country.casefold() in found.casefold():
        return found or country
    return found if re.fullmatch(r"[A-Z]{2,3}", country) else f"{found}, {country}"


def _where(place: str) -> tuple[str | None, bool | None]:
    if not place:
        return None, None
    return place, normalised(place) in _ONLINE


def _day(moment: Moment) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _year(event: _Gathered) -> int | None:
    days = [event.start, *map(_day, starts(event.talks))]
    return next((one.year for one in days if one), None)


def _number(event: _Gathered) -> tuple[int, str]:
    found = re.search(r"\d{1,9}", event.edition)
    return (int(found[0]) if found else 0, event.edition)
