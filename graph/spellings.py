"""Which spelling of a name is shown, where sources spell it in several ways."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hallway.graph.keys import concept_key, edition_key
from hallway.graph.linking.organizations.several import organizations_of
from hallway.graph.programme import Talk
from hallway.graph.reading.names import names_a_person
from hallway.graph.sources import Source, owners
from hallway.graph.statements.names import mention_id

__all__ = ["Spelled", "best", "series_names", "spelled"]

Spelled = dict[tuple[str, str], Counter[str]]
"""(kind, key) -> how often each spelling occurs."""


def best(spellings: Counter[str]) -> str:
    """Choose one spelling.

    The most frequent wins; of equally frequent ones the one that is not all capitals or all small
    letters, then the first in code point order.

    >>> best(Counter(["Ana", "ANA", "ana"]))
    'Ana'
    """
    return min(spellings, key=lambda one: (-spellings[one], one.isupper() or one.islower(), one))


def spelled(sources: Sequence[Source], person_of: Mapping[str, str]) -> Spelled:
    """Count the spellings of each (kind, key) that the sources have."""
    seen: Spelled = defaultdict(Counter)
    for source in sources:
        for kind, key, label in _spellings(source, person_of):
            seen[kind, key][label] += 1
    return seen


def _spellings(source: Source, person_of: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for event in source.programme.events:
        key = source.event_key(event)
        yield "event", key, event.name
        if event.place:
            yield "place", concept_key(event.place), event.place
        if event.series:
            yield "series", concept_key(event.series.name), event.series.name
            for edition in event.series.editions:
                edition_id = source.identity.event(edition_key(edition.name, edition.year))
                yield "event", edition_id, edition.name
        yield from (("topic", concept_key(one), one) for one in event.topics)
        yield from (("audience", concept_key(one), one) for one in event.audiences)
        for name in (*event.sponsors, *event.organizers):
            yield "organization", concept_key(name), name
        for owner in owners(source, event):
            for position, said in enumerate(owner.record.appearances, 1):
                if names_a_person(said):
                    person = person_of[mention_id(source.slug, owner.own, position)]
                    yield "person", person, said.person.name
                elif not said.person.withheld:
                    yield "organization", concept_key(said.person.name), said.person.name
                yield "role", concept_key(said.role), said.role
                for name in organizations_of(said):
                    yield "organization", concept_key(name), name
            if isinstance(owner.record, Talk):
                yield from _talk_spellings(owner.record, key, owner.key)


def _talk_spellings(talk: Talk, event: str, key: str) -> Iterator[tuple[str, str, str]]:
    yield "session" if talk.is_break else "talk", key, talk.title
    yield from (("topic", concept_key(one), one) for one in talk.topics)
    yield from (("audience", concept_key(one), one) for one in talk.audiences)
    for room in {slot.room: None for slot in talk.every_slot if slot.room}:
        yield "room", f"{event}|{concept_key(room)}", room
    if talk.track:
        yield "track", f"{event}|{concept_key(talk.track)}", talk.track
    if talk.kind:
        yield "kind", concept_key(talk.kind), talk.kind


def series_names(sources: Iterable[Source]) -> list[tuple[str, str, str]]:
    """Return each name of a series, another one, and the file that gives it, sorted."""
    series = (
        (event.series, one.file)
        for one in sources
        for event in one.programme.events
        if event.series
    )
    return sorted(
        {(one.name, other, file) for one, file in series for other in one.alternate_names}
    )
