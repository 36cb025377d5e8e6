"""The stored sources of a site with what they say, as linking and writing walk through them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hallway.graph.keys import Identity, concept_key, event_key, talk_keys
from hallway.graph.linking.people.profiles import person_profile
from hallway.graph.linking.records import Mention
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.reading.names import name_key, names_a_person
from hallway.graph.reconciling.settling import kind_of_source, rank
from hallway.graph.statements.names import mention_id

__all__ = ["Owner", "Source", "believed", "mentions", "owners"]


@dataclass(frozen=True, slots=True)
class Source:
    """A stored source with what it says, and which things its records are.

    Attributes
    ----------
    place
        How early it is believed; None for as early as its format is.
    versions
        What the earlier versions are that the programme tells of, oldest first.
    inherited
        Key that a record has by itself -> key of a thing whose own source left.
    owned
        What `owners` found, by event; another identity begins anew.
    """

    slug: str
    digest: str
    file: str
    programme: Programme
    options: dict[str, str]
    identity: Identity = field(default_factory=Identity)
    place: int | None = None
    versions: tuple[str, ...] = ()
    inherited: Identity = field(default_factory=Identity)
    owned: dict[int, tuple[Owner, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def lists_recordings(self) -> bool:
        """Tell whether it is a table or list, and has recordings."""
        return kind_of_source(self.programme.format) in ("table", "list") and any(
            talk.recordings for event in self.programme.events for talk in event.talks
        )

    def event_key(self, event: Event) -> str:
        """Return the key of the event that one of its records is."""
        return self.identity.event(event_key(event))


@dataclass(frozen=True, slots=True)
class Owner:
    """Whoever has appearances: a record of an event, talk or break.

    Attributes
    ----------
    key
        Key of the thing.
    own
        Key that the record has by itself; mentions are counted under it.
    """

    record: Event | Talk
    key: str
    own: str


def believed(sources: Iterable[Source]) -> list[Source]:
    """Return sources in the order in which they are believed."""

    def place(one: Source) -> tuple[int, str, str]:
        own = rank(one.programme.format) if one.place is None else one.place
        return own, one.digest, one.slug

    return sorted(sources, key=place)


def owners(source: Source, event: Event) -> tuple[Owner, ...]:
    """Return the event and each of its talks; worked out once for each event of a source."""
    found = source.owned.get(id(event))
    if found is None:
        own = event_key(event)
        talks = zip(event.talks, talk_keys(event, source.slug), strict=True)
        found = source.owned[id(event)] = (
            Owner(event, source.identity.event(own), own),
            *(Owner(talk, source.identity.talk(key), key) for talk, key in talks),
        )
    return found


def mentions(sources: Sequence[Source]) -> tuple[list[Mention], dict[str, str]]:
    """Find every name in every talk and event; those that are withheld are nobody's.

    Returns
    -------
    tuple
        The mentions; and the id of each that lists an appearance once more, in another source of
        the talk, -> the id of the mention that stands for both. One that brings an id of its
        source, or a profile, stands for itself, since that may tell more.
    """
    found: list[Mention] = []
    again: dict[str, str] = {}
    standing: dict[tuple[str, str, int], str] = {}
    for source in believed(sources):
        for event in source.programme.events:
            for owner in owners(source, event):
                times: Counter[str] = Counter()
                for mention in _mentions_of(source, event, owner):
                    name = name_key(mention.name)
                    times[name] += 1
                    appearance = (owner.key, name, times[name])
                    stands = standing.setdefault(appearance, mention.id)
                    told = mention.person_id is not None or mention.profiles
                    if stands != mention.id and not told:
                        again[mention.id] = stands
                    else:
                        found.append(mention)
    return found, again


def _mentions_of(source: Source, event: Event, owner: Owner) -> Iterator[Mention]:
    key, record = source.event_key(event), owner.record
    series = concept_key(event.series.name) if event.series else ""
    said_of = enumerate(record.appearances, 1)
    named = [(position, said) for position, said in said_of if names_a_person(said)]
    printed = [said.person.name for _, said in named]
    talk = record if isinstance(record, Talk) else None
    topics = tuple(map(concept_key, talk.topics)) if talk else ()
    for place, (position, said) in enumerate(named):
        yield Mention(
            mention_id(source.slug, owner.own, position),
            said.person.name,
            source.digest,
            key,
            series,
            event.year,
            said.person.id,
            tuple(printed[:place] + printed[place + 1 :]),
            said.affiliation,
            topics,
            talk.title if talk else event.name,
            talk.abstract if talk else "",
            talk.languages[0] if talk and talk.languages else "",
            said.person.alternate_names,
            tuple(filter(None, (person_profile(link.url) for link in said.person.links))),
            owner.key,
        )
