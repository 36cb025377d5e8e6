"""What a source says, as plain frozen records that know nothing of RDF.

A reader turns bytes into one `Programme`. Names, times and texts are cleaned (Unicode NFC, no
control characters, no markup in titles), but nothing is added that the source does not say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

__all__ = [
    "WITHHELD",
    "Appearance",
    "Edition",
    "Event",
    "Link",
    "Moment",
    "Notice",
    "Person",
    "Programme",
    "Recording",
    "Series",
    "Slot",
    "Talk",
]

WITHHELD = "Name withheld"
"""How a person who asked to be forgotten is shown."""

Moment = date | datetime
"""A date (no time is known), a naive datetime (local clock time of an unknown zone, never to be
taken for UTC) or an aware datetime (an instant, with the offset that holds at the place)."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing that a reader left out, repaired or doubts.

    Attributes
    ----------
    what
        What was found, with the offending value.
    where
        ``line 31``, a JSON path (``schedule.conference.days[0].rooms.Main[2]``), ``row 7`` or a
        calendar UID; empty when it concerns the whole file.
    remedy
        What the user can do; empty when nothing needs doing.
    level
        ``note`` (repaired, or worth knowing), ``warning`` (something is missing or doubtful) or
        ``error`` (a record was left out).
    count
        How often it was met; `where` is the first place.
    """

    what: str
    where: str = ""
    remedy: str = ""
    level: str = "warning"
    count: int = 1

    def __str__(self) -> str:
        """``line 31: what`` and the remedy on a line of its own."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        head += f" ({self.count:,} times)" if self.count > 1 else ""
        return f"{head}\n  {self.remedy}" if self.remedy else head


@dataclass(frozen=True, slots=True)
class Link:
    """An address the source gives. `url` is an absolute IRI that every RDF syntax can carry."""

    url: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """A video or audio file or page of a talk. `duration_s` in seconds, `licence` as stated."""

    url: str
    duration_s: int | None = None
    language: str | None = None
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as one source names them.

    Attributes
    ----------
    name
        The name as it should be shown, without honorifics split off or affiliation in brackets.
    id
        The source's own id of the person; it holds inside this source only.
    alternate_names
        Other spellings the source gives (a second script, a nickname).
    links
        Profiles. Addresses for electronic mail never appear here.
    withheld
        Stands in for somebody who asked to be forgotten: no name, and an `id` that is never
        published (see `hallway.graph.suppression.programmes`). No reader sets it.
    """

    name: str
    id: str | None = None
    alternate_names: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Appearance:
    """A person in a talk or an event, in the order of the source.

    Attributes
    ----------
    role
        ``speaker`` (default), ``author``, ``moderator``, ``panelist``, ``host``, ``organizer``,
        ``chair``, ``editor`` or another lower-case word: a new role needs no code.
    affiliation
        Name of the organization **at that time**, as stated; None when not stated.
    printed
        The name as printed, when it differs from `person.name`.
    other_affiliations
        Further organizations the person appears for at that time, in the order of the source.
    """

    person: Person
    role: str = "speaker"
    affiliation: str | None = None
    printed: str | None = None
    other_affiliations: tuple[str, ...] = ()

    @property
    def affiliations(self) -> tuple[str, ...]:
        """All organizations the person appears for, the first one first."""
        first = (self.affiliation,) if self.affiliation else ()
        return tuple(dict.fromkeys((*first, *self.other_affiliations)))


@dataclass(frozen=True, slots=True)
class Slot:
    """A time and a room of a talk that has several: it is given again, or goes on.

    Attributes
    ----------
    start, end, minutes, room, status
        As those of a `Talk`.
    """

    start: Moment | None = None
    end: Moment | None = None
    minutes: int | None = None
    room: str | None = None
    status: str = "confirmed"


@dataclass(frozen=True, slots=True)
class Talk:
    """Anything a person gives; or, with `is_break`, a slot of the programme that nobody gives.

    Attributes
    ----------
    key
        What identifies the talk inside its event across versions of the source: guid, id, address
        of its page or recording. Empty when the source gives none; the title then stands in.
    kind
        Free text of the source ("lightning talk", "keynote", "Normale Länge"); None if not stated.
    start, end
        See `Moment`. `start` is None when unknown.
    minutes
        Length in minutes; None when unknown.
    languages
        BCP 47 tags.
    abstract
        Plain text, paragraphs separated by a newline; `truncated` says that the source cut it.
    topics
        Labels the source itself ties to this talk.
    status
        ``confirmed``, ``cancelled``, ``postponed`` or ``rescheduled``.
    no_recording
        The speaker opted out of recording.
    where
        Place of the record in the source, as in `Notice.where`.
    known_as
        Key inside its event under which an earlier version of the source had it, see
        `hallway.graph.versions.lineage`; empty for its own. Readers leave it empty.
    previous_start
        When it was to start in an earlier version, see `hallway.graph.versions.history`.
    gone
        Only an earlier version of the source has it, and its absence from the newest says that it
        is off.
    slots
        Further slots, in order of time; `start`, `end`, `minutes` and `room` are those of the
        first.
    licence
        That of its recordings, as stated, where none of them is known yet.
    """

    title: str
    key: str = ""
    subtitle: str = ""
    kind: str | None = None
    is_break: bool = False
    start: Moment | None = None
    end: Moment | None = None
    minutes: int | None = None
    room: str | None = None
    track: str | None = None
    languages: tuple[str, ...] = ()
    abstract: str = ""
    truncated: bool = False
    topics: tuple[str, ...] = ()
    audiences: tuple[str, ...] = ()
    appearances: tuple[Appearance, ...] = ()
    recordings: tuple[Recording, ...] = ()
    slides: tuple[Link, ...] = ()
    links: tuple[Link, ...] = ()
    url: str | None = None
    status: str = "confirmed"
    no_recording: bool = False
    where: str = ""
    known_as: str = ""
    previous_start: Moment | None = None
    gone: bool = False
    slots: tuple[Slot, ...] = ()
    licence: str = ""

    @property
    def every_slot(self) -> tuple[Slot, ...]:
        """All its slots, the first one first."""
        return Slot(self.start, self.end, self.minutes, self.room, self.status), *self.slots


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of a series that is known by name only; `year` when the name says so."""

    name: str
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """What editions belong to.

    Attributes
    ----------
    editions
        In the order of the source, this event's included.
    alternate_names
        Other names and acronyms that the source gives the series.
    """

    name: str
    editions: tuple[Edition, ...] = ()
    url: str | None = None
    alternate_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One edition with its talks.

    Attributes
    ----------
    key
        What identifies the event across versions of the source (acronym, id, address); empty when
        the source gives none: name and year then stand in.
    start, end
        First and last day.
    zone
        IANA name of the time zone of the place; None when not known.
    place
        Venue or city as stated.
    online
        True for an online event, False for one at a place, None when not stated.
    topics, audiences
        Labels that the source gives for the event as a whole, in its order.
    known_as
        Key under which an earlier version of the source had it, as in `Talk`.
    sponsors, organizers
        Names of the organizations that sponsor it and that hold it, in the order of the source;
        people who organize it are among the appearances.
    status
        Of the event as a whole, as that of a `Talk`.
    """

    name: str
    key: str = ""
    acronym: str = ""
    start: date | None = None
    end: date | None = None
    zone: str | None = None
    place: str | None = None
    online: bool | None = None
    languages: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    audiences: tuple[str, ...] = ()
    series: Series | None = None
    talks: tuple[Talk, ...] = ()
    appearances: tuple[Appearance, ...] = ()
    url: str | None = None
    licence: str = ""
    where: str = ""
    known_as: str = ""
    sponsors: tuple[str, ...] = ()
    status: str = "confirmed"
    organizers: tuple[str, ...] = ()

    @property
    def year(self) -> int | None:
        """The year it starts in; None when no date is known."""
        return self.start.year if self.start else None


@dataclass(frozen=True, slots=True)
class Programme:
    """Everything that one source says.

    Attributes
    ----------
    format
        Name of the reader, such as ``frab-xml``.
    events
        In the order of the source; often one.
    notices
        In the order of the source.
    recognised
        One line: by what the format was told ("root element schedule with conference").
    """

    format: str
    events: tuple[Event, ...]
    notices: tuple[Notice, ...] = ()
    recognised: str = ""
    licence: str = ""
    reader_version: str = field(default="1")

    def talks(self) -> int:
        """Count the talks of all events, without breaks and what is gone."""
        return sum(
            not (talk.is_break or talk.gone) for event in self.events for talk in event.talks
        )
