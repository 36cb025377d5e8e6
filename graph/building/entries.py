"""What a build is asked to import, what became of it, and how the manifest lists a source."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from hallway.graph.errors import HallwayError
from hallway.graph.generations import SourceEntry
from hallway.graph.keys import Identity, event_key
from hallway.graph.programme import Notice, Programme
from hallway.graph.reading.names import names_a_person
from hallway.graph.versions.lineage import Lineage

__all__ = [
    "Import",
    "Request",
    "entry_of",
    "imported",
    "kept_keys",
    "lineage_of",
    "options_of",
    "version_of",
]


@dataclass(frozen=True, slots=True)
class Request:
    """A file to import.

    Attributes
    ----------
    data, file
        The bytes, and the name they came under.
    format
        Name of a format; None to tell it from the bytes.
    event, series, zone, mapping
        What the file may not say itself, see `hallway.graph.formats.ReadOptions`.
    mapping_file
        Name of the file the mapping came from, for errors.
    """

    data: bytes
    file: str
    format: str | None = None
    event: str | None = None
    series: str | None = None
    zone: str | None = None
    mapping: str | None = None
    mapping_file: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """What became of one source: ``new``, ``changed``, ``same``, ``removed`` or ``failed``."""

    file: str
    what: str
    format: str = ""
    events: int = 0
    talks: int = 0
    people: int = 0
    notices: tuple[Notice, ...] = ()
    error: HallwayError | None = None


def options_of(request: Request) -> dict[str, str]:
    """Return what a request says that its file may not say."""
    names = ("event", "series", "zone", "mapping")
    values = ((name, getattr(request, name)) for name in names)
    return {name: value for name, value in values if value is not None}


def version_of(entry: SourceEntry) -> dict[str, object]:
    """Return what is kept of a version that a newer one takes the place of."""
    return {"digest": entry.digest, "options": entry.options, "format": entry.format}


def lineage_of(entry: SourceEntry) -> Lineage:
    """Return which records of a source go by a key of an earlier version."""
    return Lineage(**entry.lineage)


def kept_keys(keys: Lineage | Identity) -> dict[str, dict[str, str]]:
    """Return keys as the manifest has them; empty when there are none."""
    return asdict(keys) if keys.events or keys.talks else {}


def entry_of(
    slug: str, digest: str, file: str, programme: Programme, options: dict[str, str]
) -> SourceEntry:
    """Return the entry of a source that was read now."""
    appearances = (a for e in programme.events for t in e.talks for a in t.appearances)
    people = {one.person.name for one in appearances if names_a_person(one)}
    counts = {
        "events": len(programme.events),
        "talks": programme.talks(),
        "people": len(people),
        "notices": len(programme.notices),
    }
    events = sorted({event_key(event) for event in programme.events})
    return SourceEntry(digest, file, slug, programme.format, options, counts, events)


def imported(entry: SourceEntry, what: str, notices: tuple[Notice, ...] = ()) -> Import:
    """Return what became of a source that could be read."""
    counts = entry.counts
    return Import(
        entry.file,
        what,
        entry.format,
        counts["events"],
        counts["talks"],
        counts["people"],
        notices,
    )
