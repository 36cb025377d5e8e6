"""The programme of an event as an iCalendar file (RFC 5545), from what the graph says of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import icalendar

from hallway.graph.publishing.markup import schema_org
from hallway.graph.reading.text import clean_lines
from hallway.graph.site import Site

__all__ = ["event_calendar"]

STATUS = {"EventCancelled": "CANCELLED", "EventPostponed": "TENTATIVE"}


def event_calendar(site: Site, event: str, published: datetime) -> bytes:
    """Return the talks of an event that have a time or a day, in order of time.

    A talk with several slots is an entry for each; the further ones are related to the first
    (RELATED-TO).

    Times are written in UTC, those of unknown zone as local ones. A cancelled talk has the status
    CANCELLED and a postponed one TENTATIVE, so that calendars that hold it already take it out or
    mark it; SEQUENCE grows with each newer version of a source of the event.

    Parameters
    ----------
    event
        IRI of a hw:Event.
    published
        When the generation was, with its offset: every entry's DTSTAMP.

    Raises
    ------
    HallwayError
        There is no such event.
    """
    markup = schema_org(site.engine(), event)
    calendar = icalendar.Calendar()
    calendar.add("PRODID", "-//Hallway//Programme//EN")
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    calendar.add("X-WR-CALNAME", markup["name"])
    off = str(markup["eventStatus"])
    whole = off if off.endswith(tuple(STATUS)) else ""
    sequence = max(len(one.versions) for one in site.current.sources)
    for talk in _several(markup.get("subEvent")):
        for slot in (talk, *_several(talk.get("subEvent"))):
            if "startDate" in slot:
                calendar.add_component(_entry(talk, slot, whole, published, sequence))
    return bytes(calendar.to_ical())


def _entry(
    talk: Mapping[str, Any],
    slot: Mapping[str, Any],
    whole: str,
    published: datetime,
    sequence: int,
) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("UID", slot["@id"])
    if slot is not talk:
        entry.add("RELATED-TO", talk["@id"])
    entry.add("DTSTAMP", published.astimezone(UTC))
    entry.add("SEQUENCE", sequence)
    start, end = _moment(slot["startDate"]), _moment(str(slot.get("endDate", "")))
    entry.add("DTSTART", start)
    if end is not None and start is not None and _fits(start, end):
        entry.add("DTEND", end + timedelta(days=1) if not isinstance(end, datetime) else end)
    entry.add("SUMMARY", clean_lines(talk["name"]))
    status = (whole or str(slot["eventStatus"])).rpartition("/")[2]
    entry.add("STATUS", STATUS.get(status, "CONFIRMED"))
    rooms = [one["name"] for one in _several(slot.get("location")) if "name" in one]
    if rooms:
        entry.add("LOCATION", clean_lines(", ".join(rooms)))
    people = [one["name"] for one in _several(talk.get("performer"))]
    told = [", ".join(people), str(talk.get("description", ""))]
    if any(told):
        entry.add("DESCRIPTION", clean_lines("\n\n".join(one for one in told if one)))
    entry.add("URL", talk["@id"])
    return entry


def _moment(text: str) -> date | datetime | None:
    if not text:
        return None
    if "T" not in text:
        return date.fromisoformat(text)
    found = datetime.fromisoformat(text)
    return found.astimezone(UTC) if found.tzinfo else found


def _fits(start: date | datetime, end: date | datetime) -> bool:
    """Tell whether an end can stand beside a start: of its kind, and not before it."""
    if isinstance(start, datetime) and isinstance(end, datetime):
        return (start.tzinfo is None) == (end.tzinfo is None) and start < end
    return not isinstance(start, datetime) and not isinstance(end, datetime) and start <= end


def _several(value: Any) -> list[dict[str, Any]]:
    return value if isinstance(value, list) else [value] if value else []
