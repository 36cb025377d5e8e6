"""Triples of when a talk takes place: its own time, and its further slots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.programme import Slot, Talk
from hallway.graph.reading.times import iso_duration
from hallway.graph.statements.literals import integer, moment
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, XSD

__all__ = ["STATUS", "slot_node", "slot_triples", "time_triples"]

STATUS = {
    "cancelled": SCHEMA.EventCancelled,
    "postponed": SCHEMA.EventPostponed,
    "rescheduled": SCHEMA.EventRescheduled,
}
"""What a status other than ``confirmed`` is in schema.org."""


def time_triples(node: NamedNode, time: Slot | Talk) -> Iterator[Triple]:
    """Yield start, end and length of a talk or of one of its slots."""
    if time.start:
        yield Triple(node, SCHEMA.startDate, moment(time.start))
    if time.end:
        yield Triple(node, SCHEMA.endDate, moment(time.end))
    if time.minutes is not None:
        yield Triple(node, HW.minutes, integer(time.minutes))
        duration = Literal(iso_duration(time.minutes), datatype=XSD.duration)
        yield Triple(node, SCHEMA.duration, duration)


def slot_node(
    addresses: Addresses, talk: NamedNode, slot: Slot, room: NamedNode | None
) -> NamedNode:
    """Return the address of a further slot: that of its talk, instant and room.

    Two sources that have the slot mean the same one, whatever offset they write.
    """
    start = slot.start
    if isinstance(start, datetime) and start.tzinfo is not None:
        with suppress(OverflowError):  # on the first or the last day of the calendar
            start = start.astimezone(UTC)
    told = start.isoformat() if start else ""
    return addresses.part("slot", talk.value, told, room.value if room else "")


def slot_triples(
    addresses: Addresses, talk: NamedNode, label: str, slot: Slot, room: NamedNode | None
) -> Iterator[Triple]:
    """Yield a further slot of a talk.

    Parameters
    ----------
    label
        Title of the talk.
    room
        Where it is, described elsewhere.
    """
    node = slot_node(addresses, talk, slot, room)
    yield Triple(talk, SCHEMA.subEvent, node)
    for kind in (HW.Slot, SCHEMA.Event):
        yield Triple(node, RDF.type, kind)
    yield Triple(node, RDFS.label, Literal(label))
    yield Triple(node, SCHEMA.name, Literal(label))
    yield from time_triples(node, slot)
    if room is not None:
        yield Triple(node, SCHEMA.location, room)
    if slot.status in STATUS:
        yield Triple(node, SCHEMA.eventStatus, STATUS[slot.status])
