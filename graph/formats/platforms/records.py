"""One session and its event as a conference platform says them, as plain text."""

from __future__ import annotations

from dataclasses import dataclass

from hallway.graph.formats.frab.schedule import Attachment
from hallway.graph.formats.frab.times import Times
from hallway.graph.formats.platforms.people import Speaker

__all__ = ["MOST_SLOTS", "Attachment", "Head", "Session", "Speaker", "Times"]

MOST_SLOTS = 50
"""Most slots of one session that are read; each of them is a talk with the whole description."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a platform says about the event itself, as text; "" where it says nothing.

    Attributes
    ----------
    people
        Those who are tied to the event and to no session.
    sponsors, organizers
        Names of the organizations that sponsor the event and that hold it.
    """

    title: str = ""
    key: str = ""
    acronym: str = ""
    start: str = ""
    end: str = ""
    zone: str = ""
    place: str = ""
    url: str = ""
    licence: str = ""
    topics: tuple[str, ...] = ()
    people: tuple[Speaker, ...] = ()
    sponsors: tuple[str, ...] = ()
    organizers: tuple[str, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """One session as the platform says it, as text; "" where it says nothing.

    Attributes
    ----------
    where
        Path of the record in the source.
    service
        The platform itself marks it as a slot that nobody gives.
    when
        What it says about its time; None when that is nothing and nothing was to be expected.
    state
        Where its proposal stands; what is not accepted is not read.
    """

    where: str
    title: str
    key: str = ""
    subtitle: str = ""
    kind: str = ""
    service: bool = False
    when: Times | None = None
    room: str = ""
    track: str = ""
    language: str = ""
    texts: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    speakers: tuple[Speaker, ...] = ()
    addresses: tuple[Attachment, ...] = ()
    url: str = ""
    state: str = ""
    opt_out: bool = False
