"""Which spelling of a name is shown, where sources spell it in several ways."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hallway.graph.keys import concept_key, edition_key
from hallway.graph.linking.organizations.several import organizations_in
from hallway.graph.programme import Event, Talk
from hallway.graph.reading.names import names_a_person
from hallway.graph.sources import Owner, Source, owners
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
    """Count the spellings of each (kind, key) that the sources have.

    Most keys follow from the spelling alone: those are worked out once for each spelling.
    """
    counted = _Counted()
    for source in sources:
        for event in source.programme.events:
            counted.event(source, event)
            for owner in owners(source, event):
                counted.appearances(source, owner, person_of)
                if isinstance(owner.record, Talk):
                    counted.talk(owner.record, source.event_key(event), owner.key)
    return counted.all()


class _Counted:
    """Spellings while they are counted.

    Attributes
    ----------
    plain
        Kind -> how often each spelling occurs, where it tells the key.
    keyed
        (kind, key, spelling) -> how often, of the others.
    stated
        Affiliations of an appearance -> how often.
    """

    def __init__(self) -> None:
        self.plain: dict[str, Counter[str]] = defaultdict(Counter)
        self.keyed: Counter[tuple[str, str, str]] = Counter()
        self.stated: Counter[tuple[str, ...]] = Counter()

    def event(self, source: Source, event: Event) -> None:
        """Count what an event is called and what stands for it as a whole."""
        self.keyed["event", source.event_key(event), event.name] += 1
        self.plain["place"].update(filter(None, [event.place]))
        if event.series:
            self.plain["series"][event.series.name] += 1
            for edition in event.series.editions:
                key = source.identity.event(edition_key(edition.name, edition.year))
                self.keyed["event", key, edition.name] += 1
        self.plain["topic"].update(event.topics)
        self.plain["audience"].update(event.audiences)
        self.plain["organization"].update((*event.sponsors, *event.organizers))

    def appearances(self, source: Source, owner: Owner, person_of: Mapping[str, str]) -> None:
        """Count who appears, as what and for whom."""
        for position, said in enumerate(owner.record.appearances, 1):
            if names_a_person(said):
                person = person_of[mention_id(source.slug, owner.own, position)]
                self.keyed["person", person, said.person.name] += 1
            elif not said.person.withheld:
                self.plain["organization"][said.person.name] += 1
            self.plain["role"][said.role] += 1
            if said.affiliation or said.other_affiliations:
                self.stated[said.affiliations] += 1

    def talk(self, talk: Talk, event: str, key: str) -> None:
        """Count what a talk or break has."""
        self.keyed["session" if talk.is_break else "talk", key, talk.title] += 1
        self.plain["topic"].update(talk.topics)
        self.plain["audience"].update(talk.audiences)
        self.plain["kind"].update(filter(None, [talk.kind]))
        for room in {slot.room: None for slot in talk.every_slot if slot.room}:
            self.keyed["room", f"{event}|{concept_key(room)}", room] += 1
        if talk.track:
            self.keyed["track", f"{event}|{concept_key(talk.track)}", talk.track] += 1

    def all(self) -> Spelled:
        """Return the spellings of everything by kind and key."""
        for affiliations, times in self.stated.items():
            for name in organizations_in(affiliations):
                self.plain["organization"][name] += times
        found: Spelled = defaultdict(Counter)
        for (kind, key, label), times in self.keyed.items():
            found[kind, key][label] = times
        for kind, labels in self.plain.items():
            for label, times in labels.items():
                found[kind, concept_key(label)][label] = times
        return found


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
