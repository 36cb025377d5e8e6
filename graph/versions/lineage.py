"""Which key a record of a newer version keeps: that of the same event or talk in the older one.

A key hangs on what a source says: a guid, an id, or for want of them the name or the title and
who speaks first. Where a newer version says it otherwise (a title that was to come, another
speaker, ids counted anew), the record goes on under the key that it had, and so its address stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hallway.graph.keys import event_key, talk_keys
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.versions.pairing import pair_events, pair_talks

__all__ = ["Lineage", "follow", "with_lineage"]


@dataclass(frozen=True, slots=True)
class Lineage:
    """Which records of a version go by another key than their own.

    Attributes
    ----------
    events
        Own key of an event -> the key that it goes by.
    talks
        Own key of a talk, that of its event included -> the key that it goes by inside its event.
    """

    events: Mapping[str, str] = field(default_factory=dict)
    talks: Mapping[str, str] = field(default_factory=dict)


def follow(old: Programme, new: Programme, before: Lineage, source: str) -> Lineage:
    """Return what records of a newer version go by.

    Parameters
    ----------
    old, new
        Two versions of a source as they were read.
    before
        The lineage of the older one.
    source
        Slug of the source.

    Returns
    -------
    Lineage
        Depends neither on the order of the records nor on anything but these arguments.
    """
    events: dict[str, str] = {}
    talks: dict[str, str] = {}
    for earlier, later in pair_events(old, new, source).both:
        was, now = event_key(earlier), event_key(later)
        _note(events, now, before.events.get(was, was), now)
        mine = dict(zip(map(id, earlier.talks), talk_keys(earlier, source), strict=True))
        theirs = dict(zip(map(id, later.talks), talk_keys(later, source), strict=True))
        for one, other in pair_talks(earlier, later, source).both:
            key, own = mine[id(one)], theirs[id(other)]
            kept = before.talks.get(key, key.removeprefix(was + "|"))
            _note(talks, own, kept, own.removeprefix(now + "|"))
    return Lineage(events, _apart(talks))


def _note(known: dict[str, str], own: str, kept: str, plain: str) -> None:
    if kept != plain:
        known[own] = kept


def _apart(talks: Mapping[str, str]) -> dict[str, str]:
    """Leave out keys that two records would go by."""
    counts: dict[str, int] = {}
    for kept in talks.values():
        counts[kept] = counts.get(kept, 0) + 1
    return {own: kept for own, kept in talks.items() if counts[kept] == 1}


def with_lineage(programme: Programme, lineage: Lineage, source: str) -> Programme:
    """Return a programme whose records go by the keys that they keep."""
    if not lineage.events and not lineage.talks:
        return programme
    events = tuple(_event(event, lineage, source) for event in programme.events)
    return replace(programme, events=events)


def _event(event: Event, lineage: Lineage, source: str) -> Event:
    keys = talk_keys(event, source)
    talks = tuple(
        _talk(talk, lineage.talks.get(key, "")) for talk, key in zip(event.talks, keys, strict=True)
    )
    known = lineage.events.get(event_key(event), "")
    return replace(event, talks=talks, known_as=known)


def _talk(talk: Talk, known: str) -> Talk:
    return replace(talk, known_as=known) if known else talk
