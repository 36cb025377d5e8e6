"""The stored sources of a site with what they say, as linking and writing walk through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hallway.graph.keys import concept_key, event_key, talk_keys
from hallway.graph.linking.records import Mention
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.triples import mention_id

__all__ = ["Source", "mentions", "owners"]


@dataclass(frozen=True, slots=True)
class Source:
    """A stored source with what it says."""

    slug: str
    digest: str
    file: str
    programme: Programme
    options: dict[str, str]


def owners(source: Source, event: Event) -> Iterator[tuple[Event | Talk, str]]:
    """Yield the event and each of its talks with its key: whoever has appearances."""
    yield event, event_key(event)
    yield from zip(event.talks, talk_keys(event, source.slug), strict=True)


def mentions(sources: Sequence[Source]) -> Iterator[Mention]:
    """Yield every name in every talk and event."""
    for source in sources:
        for event in source.programme.events:
            key = event_key(event)
            series = concept_key(event.series.name) if event.series else ""
            for owner, owner_key in owners(source, event):
                printed = [said.person.name for said in owner.appearances]
                talk = owner if isinstance(owner, Talk) else None
                for position, said in enumerate(owner.appearances, 1):
                    yield Mention(
                        mention_id(source.slug, owner_key, position),
                        said.person.name,
                        source.digest,
                        key,
                        series,
                        event.year,
                        said.person.id,
                        tuple(printed[: position - 1] + printed[position:]),
                        said.affiliation,
                        tuple(concept_key(topic) for topic in owner.topics) if talk else (),
                        talk.title if talk else event.name,
                        talk.abstract if talk else "",
                        talk.languages[0] if talk and talk.languages else "",
                    )
