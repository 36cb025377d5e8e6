"""Triples of talks and sessions: when, where, about what, and what is left of them on the web."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.keys import concept_key
from hallway.graph.programme import Recording, Talk
from hallway.graph.reading.times import iso_duration
from hallway.graph.statements.appearances import Appearances
from hallway.graph.statements.concepts import Concepts, named
from hallway.graph.statements.literals import integer, moment
from hallway.graph.statements.names import Names
from hallway.graph.statements.slots import STATUS, slot_triples, time_triples
from hallway.graph.statements.source import SourceRecord
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, XSD

__all__ = ["Talks"]

_TRUE = Literal("true", datatype=XSD.boolean)


class Talks:
    """Writes the talks of one source.

    Parameters
    ----------
    source
        The source.
    addresses, names
        As of `Concepts`.
    """

    def __init__(self, source: SourceRecord, addresses: Addresses, names: Names) -> None:
        self._source = source
        self._addresses = addresses
        self._names = names
        self._concepts = Concepts(addresses, names)
        self._appearances = Appearances(source.slug, addresses, names)

    def talk(
        self, event: NamedNode, event_id: str, talk: Talk, own: str, event_year: int | None
    ) -> Iterator[Triple]:
        """Yield what the source says of a talk.

        Parameters
        ----------
        event, event_id
            Address and key of its event.
        own
            Key of the talk in the source.
        event_year
            Year of the event, for a talk without a date.
        """
        kind = "session" if talk.is_break else "talk"
        key = self._source.identity.talk(own)
        label = self._names.label(kind, key, talk.title)
        node = self._addresses.thing(kind, key, label)
        yield from named(node, label, HW.Session if talk.is_break else HW.Talk, SCHEMA.Event)
        yield Triple(node, SCHEMA.superEvent, event)
        if talk.title != label:
            yield Triple(node, HW.printedName, Literal(talk.title))
        if talk.subtitle:
            yield Triple(node, SCHEMA.alternateName, Literal(talk.subtitle))
        yield from self._time(node, talk, event_year)
        yield from self._room_and_track(node, event, event_id, talk)
        yield from self._slots(node, label, event, event_id, talk)
        if talk.kind:
            yield from self._concepts.related(node, HW.kind, "kind", (talk.kind,))
        for language in talk.languages:
            yield Triple(node, SCHEMA.inLanguage, Literal(language))
        if talk.abstract:
            yield Triple(node, SCHEMA.abstract, Literal(talk.abstract))
        if talk.truncated:
            yield Triple(node, HW.textTruncated, _TRUE)
        if talk.status in STATUS and not talk.gone:
            yield Triple(node, SCHEMA.eventStatus, STATUS[talk.status])
        yield from self._concepts.related(node, SCHEMA.about, "topic", talk.topics)
        yield from self._concepts.related(node, SCHEMA.audience, "audience", talk.audiences)
        yield from self._appearances.of(node, event_id, own, talk.appearances, performs=True)
        yield from self._web(node, label, talk)

    def _time(self, node: NamedNode, talk: Talk, event_year: int | None) -> Iterator[Triple]:
        year = talk.start.year if talk.start else event_year
        if year is not None:
            yield Triple(node, HW.year, integer(year))
        yield from time_triples(node, talk)
        if talk.previous_start:
            yield Triple(node, SCHEMA.previousStartDate, moment(talk.previous_start))

    def _room_and_track(
        self, node: NamedNode, event: NamedNode, event_id: str, talk: Talk
    ) -> Iterator[Triple]:
        if talk.room:
            room, said = self._room(event, event_id, talk.room)
            yield Triple(node, SCHEMA.location, room)
            yield from said
        if talk.track:
            key = f"{event_id}|{concept_key(talk.track)}"
            track = self._addresses.thing("track", key, f"{event_id} {talk.track}")
            yield Triple(node, HW.track, track)
            yield Triple(track, SCHEMA.superEvent, event)
            yield from self._concepts.concept(
                track, "track", self._names.label("track", key, talk.track)
            )

    def _room(self, event: NamedNode, event_id: str, name: str) -> tuple[NamedNode, list[Triple]]:
        """Return a room of an event, and what is said of it."""
        key = f"{event_id}|{concept_key(name)}"
        room = self._addresses.thing("room", key, f"{event_id} {name}")
        label = self._names.label("room", key, name)
        said = [*named(room, label, HW.Room, SCHEMA.Place)]
        return room, [*said, Triple(room, SCHEMA.superEvent, event)]

    def _slots(
        self, node: NamedNode, label: str, event: NamedNode, event_id: str, talk: Talk
    ) -> Iterator[Triple]:
        for slot in talk.slots:
            room, said = self._room(event, event_id, slot.room) if slot.room else (None, [])
            yield from said
            yield from slot_triples(self._addresses, node, label, slot, room)

    def _web(self, node: NamedNode, title: str, talk: Talk) -> Iterator[Triple]:
        if talk.url:
            yield Triple(node, SCHEMA.url, NamedNode(talk.url))
        for link in talk.links:
            yield Triple(node, RDFS.seeAlso, NamedNode(link.url))
        for link in talk.slides:
            yield Triple(node, HW.slides, NamedNode(link.url))
        for recording in talk.recordings:
            yield from self._recording(node, title, recording)
        if talk.licence and not talk.is_break:
            yield Triple(node, SCHEMA.license, Literal(talk.licence))
        if talk.where:
            yield Triple(node, HW.locator, Literal(f"{self._source.name}, {talk.where}"))

    def _recording(
        self, talk_node: NamedNode, title: str, recording: Recording
    ) -> Iterator[Triple]:
        node = self._addresses.part("recording", talk_node.value, recording.url)
        yield Triple(talk_node, SCHEMA.recordedIn, node)
        yield Triple(node, RDF.type, SCHEMA.VideoObject)
        yield Triple(node, RDFS.label, Literal(f"Recording of {title}"))
        yield Triple(node, SCHEMA.url, NamedNode(recording.url))
        if recording.duration_s is not None:
            length = Literal(iso_duration(seconds=recording.duration_s), datatype=XSD.duration)
            yield Triple(node, SCHEMA.duration, length)
        if recording.language:
            yield Triple(node, SCHEMA.inLanguage, Literal(recording.language))
        if recording.licence:
            yield Triple(node, SCHEMA.license, Literal(recording.licence))
