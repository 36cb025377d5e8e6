"""What changed between two versions of one programme.

Which talk is which is told by `hallway.graph.versions.pairing`; here each pair is compared, fact by
fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from hallway.graph.keys import concept_key, event_key
from hallway.graph.programme import Appearance, Event, Link, Person, Programme, Talk
from hallway.graph.reading.text import normalised
from hallway.graph.reconciling.likeness import people_of, same_moment, shares_slot
from hallway.graph.versions.changes import (
    EVENT_LABELS,
    TALK_LABELS,
    UNKNOWN,
    Change,
    Changes,
    Dates,
    Slot,
    Value,
    slot_text,
)
from hallway.graph.versions.pairing import pair_events, pair_talks

__all__ = ["Change", "Changes", "diff"]

CALLED_OFF = ("cancelled", "postponed")


def diff(old: Programme, new: Programme, source: str) -> Changes:
    """Say what changed from one version of a source to another.

    Parameters
    ----------
    old, new
        The programme as two versions of the source give it.
    source
        Slug of the source: ids of talks hold inside it only.

    Returns
    -------
    Changes
        Empty when both say the same. It depends neither on the order of the talks nor on where
        they stand in their files.
    """
    pairs = pair_events(old, new, source)
    found = [(event_key(event), _whole_event(event, "removed")) for event in pairs.gone]
    found += [(event_key(event), _whole_event(event, "added")) for event in pairs.come]
    for before, after in pairs.both:
        key = event_key(after)
        found += [(key, change) for change in _event_changes(before, after)]
        talks = pair_talks(before, after, source)
        found += [(key, _whole_talk(after, talk, "removed")) for talk in talks.gone]
        found += [(key, _whole_talk(after, talk, "added")) for talk in talks.come]
        for one, other in talks.both:
            found += [(key, change) for change in _talk_changes(after, one, other)]
    return Changes(source, tuple(change for _, change in sorted(found, key=_order)))


def _order(found: tuple[str, Change]) -> tuple[str, bool, int, str, str]:
    key, change = found
    labels = list(EVENT_LABELS if change.of == "event" else TALK_LABELS)
    rank = labels.index(change.label)
    return key, change.of == "talk", rank, change.talk, repr(change)


# Events ------------------------------------------------------------------------------------------


def _whole_event(event: Event, label: str) -> Change:
    talks = sum(not talk.is_break for talk in event.talks)
    count = f"{talks} talk{'s' * (talks != 1)}"
    old, new = (count, None) if label == "removed" else (None, count)
    return Change("event", label, event.name, key=event.key, old=old, new=new)


def _event_changes(old: Event, new: Event) -> Iterator[Change]:
    if old.status != new.status:
        called_off = new.status in CALLED_OFF
        if called_off or old.status in CALLED_OFF:
            label = new.status if called_off else "reinstated"
            yield Change("event", label, new.name, key=new.key)
    facts: tuple[tuple[str, Value, Value], ...] = (
        ("renamed", old.name, new.name),
        ("dates", Dates(old.start, old.end or old.start), Dates(new.start, new.end or new.start)),
        ("place", old.place or None, new.place or None),
    )
    for label, before, after in facts:
        if before != after:
            yield Change("event", label, new.name, key=new.key, old=before, new=after)


# Talks -------------------------------------------------------------------------------------------


def _whole_talk(event: Event, talk: Talk, label: str) -> Change:
    old, new = (_slot(talk), None) if label == "removed" else (None, _slot(talk))
    return Change("talk", label, event.name, talk.title, talk.key, old, new)


def _slot(talk: Talk) -> Slot:
    return Slot(talk.start, talk.end, talk.room or None)


def _talk_changes(event: Event, old: Talk, new: Talk) -> Iterator[Change]:
    for label, compare in COMPARED.items():
        for name, before, after in compare(old, new):
            yield Change("talk", name or label, event.name, new.title, new.key, before, after)


Compared = Iterator[tuple[str, Value, Value]]  # another label or "", the old value, the new one


def _status(old: Talk, new: Talk) -> Compared:
    before, after = old.status, new.status
    if after == before:
        return
    if after in CALLED_OFF:
        yield after, None, _slot(new)
    elif before in CALLED_OFF:
        yield "reinstated", None, _slot(new)
    elif after == "rescheduled" and not _is_moved(old, new):
        yield after, None, _slot(new)


def _moved(old: Talk, new: Talk) -> Compared:
    if _is_moved(old, new):
        yield "", _slot(old), _slot(new)


def _slots(old: Talk, new: Talk) -> Compared:
    """Compare the slots of a talk that has several; a first one that moved is told already."""
    if not old.slots and not new.slots:
        return
    left, joined = _without(old, new), _without(new, old)
    if _is_moved(old, new):
        left = [one for one in left if one != _slot(old)]
        joined = [one for one in joined if one != _slot(new)]
    if left or joined:
        yield "", tuple(map(slot_text, left)), tuple(map(slot_text, joined))


def _without(one: Talk, other: Talk) -> list[Slot]:
    """Return the slots of a talk that another version of it lacks."""
    there = [(slot.start, _concept(slot.room)) for slot in other.every_slot]
    return [
        Slot(slot.start, slot.end, slot.room or None)
        for slot in one.every_slot
        if not any(
            same_moment(slot.start, start) and _concept(slot.room) == room for start, room in there
        )
    ]


def _is_moved(old: Talk, new: Talk) -> bool:
    if (old.slots or new.slots) and shares_slot(old, new):
        return False
    if not same_moment(old.start, new.start) or _concept(old.room) != _concept(new.room):
        return True
    if old.end is None or new.end is None or same_moment(old.end, new.end):
        return False
    return _minutes(old) == _minutes(new)  # the end alone, and the length does not say so


def _hands(old: Talk, new: Talk) -> Compared:
    mine, theirs = people_of(old), people_of(new)
    left = {key: name for key, name in mine.items() if key not in theirs}
    joined = {key: name for key, name in theirs.items() if key not in mine}
    ids = {one.person.id: one.person for one in old.appearances if one.person.id}
    for person in (one.person for one in new.appearances):
        before = ids.get(person.id or "")
        if before is not None and _one_person(before, person):
            left.pop(normalised(before.name), None)
            joined.pop(normalised(person.name), None)
    if left or joined:
        yield "", tuple(sorted(left.values())), tuple(sorted(joined.values()))


def _one_person(old: Person, new: Person) -> bool:
    """Tell whether one id with two names is one person: some word of the names is the same."""
    return bool(_words(old) & _words(new))


def _words(person: Person) -> set[str]:
    names = (person.name, *person.alternate_names)
    return {word for name in names for word in normalised(name).replace(".", " ").split()}


def _length(old: Talk, new: Talk) -> Compared:
    before, after = _minutes(old), _minutes(new)
    if before != after:
        yield "", before, after


def _minutes(talk: Talk) -> int | None:
    """Return the length as stated, or from start to end."""
    if talk.minutes is not None:
        return talk.minutes
    start, end = talk.start, talk.end
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return None
    if (start.tzinfo is None) != (end.tzinfo is None):
        return None
    return round((end - start).total_seconds() / 60)


def _addresses(links: Iterable[Link], page: str | None = None) -> list[str]:
    return [*(one.url for one in links), *([page] if page else [])]


def _kind(talk: Talk) -> str | None:
    return talk.kind or ("break" if talk.is_break else None)


def _concept(label: str | None) -> str:
    return concept_key(label or "")


def _fact(
    value: Callable[[Talk], Value], key: Callable[[Talk], object] | None = None
) -> Callable[[Talk, Talk], Compared]:
    """Compare a fact that is one value; `key` says when two values are the same."""
    same = key or value

    def compare(old: Talk, new: Talk) -> Compared:
        if same(old) != same(new):
            yield "", value(old), value(new)

    return compare


def _parts(
    values: Callable[[Talk], Iterable[str]], key: Callable[[str], str] = str
) -> Callable[[Talk, Talk], Compared]:
    """Compare a fact of several values: those that left and those that joined."""

    def compare(old: Talk, new: Talk) -> Compared:
        mine, theirs = ({key(one): one for one in values(talk)} for talk in (old, new))
        left = sorted(mine[one] for one in mine.keys() - theirs.keys())
        joined = sorted(theirs[one] for one in theirs.keys() - mine.keys())
        if left or joined:
            yield "", tuple(left), tuple(joined)

    return compare


def _of_people(
    value: Callable[[Appearance], str | None],
) -> Callable[[Talk, Talk], Compared]:
    """Compare what is said of the people who are in both versions."""

    def compare(old: Talk, new: Talk) -> Compared:
        mine, theirs = (
            {normalised(one.person.name): one for one in talk.appearances} for talk in (old, new)
        )
        both = [name for name in mine if name in theirs]
        changed = [
            (mine[name], theirs[name])
            for name in sorted(both)
            if _concept(value(mine[name])) != _concept(value(theirs[name]))
        ]
        if changed:
            before, after = (
                tuple(f"{one.person.name} ({value(one) or UNKNOWN})" for one in some)
                for some in zip(*changed, strict=True)
            )
            yield "", before, after

    return compare


def _abstract(old: Talk, new: Talk) -> Compared:
    if normalised(old.abstract) != normalised(new.abstract):
        yield "", None, None


COMPARED: dict[str, Callable[[Talk, Talk], Compared]] = {
    "cancelled": _status,
    "renamed": _fact(lambda talk: talk.title),
    "subtitle": _fact(lambda talk: talk.subtitle or None),
    "moved": _moved,
    "slots": _slots,
    "changed hands": _hands,
    "track": _fact(lambda talk: talk.track or None, lambda talk: _concept(talk.track)),
    "kind": _fact(_kind, lambda talk: (talk.is_break, _concept(_kind(talk)))),
    "language": _fact(lambda talk: tuple(sorted(talk.languages))),
    "length": _length,
    "topics": _parts(lambda talk: (*talk.topics, *talk.audiences), concept_key),
    "roles": _of_people(lambda one: one.role),
    "affiliations": _of_people(lambda one: one.affiliation),
    "abstract": _abstract,
    "links": _parts(lambda talk: _addresses(talk.links, talk.url)),
    "slides": _parts(lambda talk: _addresses(talk.slides)),
    "recordings": _parts(lambda talk: [one.url for one in talk.recordings]),
}
"""How two versions of a talk are compared, by label."""
