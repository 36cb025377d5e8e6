"""Triples of events and of their series."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.keys import concept_key, edition_key, event_key, talk_keys, year_in
from hallway.graph.programme import Event, Programme, Series
from hallway.graph.statements.appearances import Appearances
from hallway.graph.statements.concepts import Concepts, named
from hallway.graph.statements.literals import integer, moment
from hallway.graph.statements.names import Names
from hallway.graph.statements.slots import STATUS
from hallway.graph.statements.source import SourceRecord, source_triples
from hallway.graph.statements.talks import Talks
from hallway.graph.vocabulary import HW, SCHEMA

__all__ = ["programme_triples"]


def programme_triples(
    programme: Programme, source: SourceRecord, addresses: Addresses, names: Names
) -> Iterator[Triple]:
    """Yield every triple that one source states, and the source's own description.

    Names of people, topics and organizations that several sources spell differently are shown in
    the spelling that `names` chose; as printed they stand on the appearance. A triple may be
    yielded more than once.
    """
    writer = _Events(source, addresses, names)
    yield from source_triples(programme, source, addresses)
    for event in programme.events:
        yield from writer.event(event)


class _Events:
    """Writes the events of one source; knows its addresses and the settled names."""

    def __init__(self, source: SourceRecord, addresses: Addresses, names: Names) -> None:
        self._source = source
        self._addresses = addresses
        self._names = names
        self._concepts = Concepts(addresses, names)
        self._appearances = Appearances(source.slug, addresses, names)
        self._talks = Talks(source, addresses, names)

    def event(self, event: Event) -> Iterator[Triple]:
        """Yield what the source says of an event, its talks included."""
        own = event_key(event)
        key = self._source.identity.event(own)
        node = self._addresses.thing("event", key, key)
        label = self._names.label("event", key, event.name)
        yield from named(node, label, HW.Event, SCHEMA.Event)
        year = event.year or year_in(event.name)
        if year is not None:
            yield Triple(node, HW.year, integer(year))
        if event.start:
            yield Triple(node, SCHEMA.startDate, moment(event.start))
        if event.end:
            yield Triple(node, SCHEMA.endDate, moment(event.end))
        if event.status in STATUS:
            yield Triple(node, SCHEMA.eventStatus, STATUS[event.status])
        yield from self._whereabouts(node, event)
        for language in event.languages:
            yield Triple(node, SCHEMA.inLanguage, Literal(language))
        if event.zone:
            yield Triple(node, HW.timeZone, Literal(event.zone))
        if event.url:
            yield Triple(node, SCHEMA.url, NamedNode(event.url))
        yield from self._concepts.related(node, SCHEMA.audience, "audience", event.audiences)
        yield from self._concepts.related(node, SCHEMA.about, "topic", event.topics)
        yield from self._concepts.organizations(node, SCHEMA.sponsor, event.sponsors)
        yield from self._concepts.organizations(node, SCHEMA.organizer, event.organizers)
        if event.series:
            yield from self._series(node, key, event.series)
        yield from self._appearances.of(node, key, own, event.appearances, performs=False)
        for talk, talk_key in zip(event.talks, talk_keys(event, self._source.slug), strict=True):
            yield from self._talks.talk(node, key, talk, talk_key, year)

    def _whereabouts(self, node: NamedNode, event: Event) -> Iterator[Triple]:
        if event.online is not None:
            mode = "OnlineEventAttendanceMode" if event.online else "OfflineEventAttendanceMode"
            yield Triple(node, SCHEMA.eventAttendanceMode, SCHEMA[mode])
        place = event.place or ("Online" if event.online else None)
        if place:
            where = self._addresses.thing("place", concept_key(place), place)
            label = self._names.label("place", concept_key(place), place)
            kind = SCHEMA.VirtualLocation if event.online else SCHEMA.Place
            yield Triple(node, SCHEMA.location, where)
            yield from named(where, label, kind)

    def _series(self, node: NamedNode, key: str, series: Series) -> Iterator[Triple]:
        series_key = self._names.key("series", series.name)
        owner = self._addresses.thing("series", series_key, series.name)
        label = self._names.label("series", series_key, series.name)
        yield Triple(node, HW.inSeries, owner)
        yield from named(owner, label, HW.EventSeries, SCHEMA.EventSeries)
        for name in dict.fromkeys((series.name, *series.alternate_names)):
            if name != label:
                yield Triple(owner, SCHEMA.alternateName, Literal(name))
        if series.url:
            yield Triple(owner, SCHEMA.url, NamedNode(series.url))
        for number, edition in enumerate(series.editions, 1):
            edition_id = self._source.identity.event(edition_key(edition.name, edition.year))
            one = self._addresses.thing("event", edition_id, edition_id)
            yield Triple(one, HW.inSeries, owner)
            yield Triple(one, HW.edition, integer(number))
            if edition_id != key:
                label = self._names.label("event", edition_id, edition.name)
                yield from named(one, label, HW.Event, SCHEMA.Event)
                if edition.year is not None:
                    yield Triple(one, HW.year, integer(edition.year))
