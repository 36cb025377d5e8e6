"""Programmes as organisers export them, each beside what it says, written down before it was read.

A file is named after what is odd in it. What it says is a list of lines, a talk each:
``title | start | minutes | room | people``; breaks begin with ``~``, cancelled talks with ``!``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from hallway.graph.programme import Programme, Talk

__all__ = ["Export", "lines"]


@dataclass(frozen=True)
class Export:
    """A file and what it says.

    Attributes
    ----------
    says
        Lines as `lines` writes them, in any order.
    """

    name: str
    data: bytes
    says: str
    file: str = "programme"
    event: str | None = "Harbour Days"
    zone: str | None = None
    format: str | None = None


def lines(programme: Programme) -> list[str]:
    """Write what a programme says of its talks, a talk and slot a line, sorted."""
    return sorted(
        _line(talk, start, minutes, room)
        for event in programme.events
        for talk in event.talks
        for start, minutes, room in ((one.start, one.minutes, one.room) for one in talk.every_slot)
    )


def _line(talk: Talk, start: object, minutes: int | None, room: str | None) -> str:
    mark = "~" if talk.is_break else "!" if talk.status == "cancelled" else ""
    when = start.isoformat(" ", "minutes") if isinstance(start, datetime) else str(start or "-")
    people = "; ".join(
        one.person.name
        + (f" ({', '.join(one.affiliations)})" if one.affiliations else "")
        + (f" [{one.role}]" if one.role not in ("speaker", "author") else "")
        for one in talk.appearances
    )
    return f"{mark}{talk.title} | {when} | {minutes or '-'} | {room or '-'} | {people or '-'}"
