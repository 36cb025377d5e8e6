"""Turns a programme into triples, as docs/model.md says. Pure: values in, values out.

Names of people, topics and organizations that several sources spell differently are shown in the
spelling that `Names` chose; as printed they stand on the appearance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.keys import (
    Identity,
    concept_key,
    edition_key,
    event_key,
    talk_keys,
    year_in,
)
from hallway.graph.linking.organizations.several import apart
from hallway.graph.literals import integer, moment
from hallway.graph.programme import Appearance, Event, Programme, Recording, Series, Talk
from hallway.graph.reading.names import names_a_person
from hallway.graph.reading.times import iso_duration
from hallway.graph.slot_triples import STATUS, slot_triples, time_triples
from hallway.graph.vocabulary import DCTERMS, HW, PROV, RDF, RDFS, SCHEMA, SKOS, XSD

__all__ = [
    "Names",
    "SourceRecord",
    "mention_id",
    "programme_triples",
    "scheme_triples",
]

Statement = Iterator[Triple]

LINK_STATUS = {
    "derived": HW.derived,
    "suggested": HW.suggested,
    "accepted": HW.accepted,
    "rejected": HW.rejected,
}
TRUE = Literal("true", datatype=XSD.boolean)
SCHEMES = {
    "topics": (HW.Topic, "Topics"),
    "audiences": (HW.Audience, "Audiences"),
    "tracks": (HW.Track, "Tracks"),
    "kinds": (HW.TalkKind, "Kinds of talk"),
    "roles": (HW.Role, "Roles"),
}


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """What is said of a source itself.

    Attributes
    ----------
    name
        File name.
    slug
        Its slug in the ledger; names its graph.
    digest
        SHA-256 of its bytes, in hexadecimal digits.
    identity
        Which events and talks its records are.
    """

    name: str
    slug: str
    digest: str
    identity: Identity = field(default_factory=Identity)


@dataclass(frozen=True, slots=True)
class Names:
    """Who is who and what is called how, settled over all sources.

    Attributes
    ----------
    person_of
        Mention id -> person key (see `mention_id`).
    labels
        (kind, key) -> label to show; a key without an entry shows its own spelling.
    concepts
        (kind, key of a spelling) -> key of the thing, for topics and organizations that have
        several spellings.
    spellings
        (kind, key of a spelling) -> how that spelling is printed, for the same things.
    """

    person_of: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[tuple[str, str], str] = field(default_factory=dict)
    concepts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    spellings: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def key(self, kind: str, printed: str) -> str:
        """Return the key of the topic, organization or other concept that is printed so."""
        own = concept_key(printed)
        return self.concepts.get((kind, own), own)

    def label(self, kind: str, key: str, printed: str) -> str:
        """Return the label to show for a key that this source spells `printed`."""
        return self.labels.get((kind, key), printed)


def mention_id(source: str, owner_key: str, position: int) -> str:
    """Return the id of the mention at a position (from 1) of a talk or event of a source."""
    return f"{source}|{owner_key}|{position}"


def programme_triples(
    programme: Programme, source: SourceRecord, addresses: Addresses, names: Names
) -> Statement:
    """Yield every triple that one source states, and the source's own description.

    A triple may be yielded more than once.
    """
    writer = _Writer(source, addresses, names)
    yield from writer.source(programme)
    for event in programme.events:
        yield from writer.event(event)


def scheme_triples(addresses: Addresses) -> Statement:
    """Yield the concept schemes."""
    for name, (_, title) in SCHEMES.items():
        scheme = addresses.scheme(name)
        yield Triple(scheme, RDF.type, SKOS.ConceptScheme)
        yield Triple(scheme, RDFS.label, Literal(title))


class _Writer:
    """Writes one source; knows its addresses and the settled names."""

    def __init__(self, source: SourceRecord, addresses: Addresses, names: Names) -> None:
        self._source = source
        self._addresses = addresses
        self._names = names

    def source(self, programme: Programme) -> Statement:
        node = NamedNode(f"{self._addresses.base}id/source/{self._source.slug}")
        yield Triple(node, RDF.type, HW.Source)
        yield Triple(node, RDF.type, PROV.Entity)
        yield Triple(node, RDFS.label, Literal(self._source.name))
        yield Triple(node, DCTERMS.format, Literal(programme.format))
        yield Triple(node, HW.digest, Literal(self._source.digest))
        yield Triple(node, HW.reader, Literal(f"{programme.format} {programme.reader_version}"))
        if programme.licence:
            yield Triple(node, SCHEMA.license, Literal(programme.licence))

    def event(self, event: Event) -> Statement:
        own = event_key(event)
        key = self._source.identity.event(own)
        node = self._addresses.thing("event", key, key)
        label = self._names.label("event", key, event.name)
        yield from _named(node, label, HW.Event, SCHEMA.Event)
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
        yield from self._concepts(node, SCHEMA.audience, "audience", event.audiences)
        yield from self._concepts(node, SCHEMA.about, "topic", event.topics)
        for relation, names in (
            (SCHEMA.sponsor, event.sponsors),
            (SCHEMA.organizer, event.organizers),
        ):
            for name in names:
                organization = self.organization(name)
                yield Triple(node, relation, organization[0])
                yield from _named(*organization, SCHEMA.Organization)
        if event.series:
            yield from self._series(node, key, event.series)
        yield from self._appearances(node, key, own, event.appearances, performs=False)
        for talk, talk_key in zip(event.talks, talk_keys(event, self._source.slug), strict=True):
            yield from self._talk(node, key, talk, talk_key, year)

    def _whereabouts(self, node: NamedNode, event: Event) -> Statement:
        if event.online is not None:
            mode = "OnlineEventAttendanceMode" if event.online else "OfflineEventAttendanceMode"
            yield Triple(node, SCHEMA.eventAttendanceMode, SCHEMA[mode])
        place = event.place or ("Online" if event.online else None)
        if place:
            where = self._addresses.thing("place", concept_key(place), place)
            label = self._names.label("place", concept_key(place), place)
            kind = SCHEMA.VirtualLocation if event.online else SCHEMA.Place
            yield Triple(node, SCHEMA.location, where)
            yield from _named(where, label, kind)

    def _series(self, node: NamedNode, key: str, series: Series) -> Statement:
        series_key = self._names.key("series", series.name)
        owner = self._addresses.thing("series", series_key, series.name)
        label = self._names.label("series", series_key, series.name)
        yield Triple(node, HW.inSeries, owner)
        yield from _named(owner, label, HW.EventSeries, SCHEMA.EventSeries)
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
                yield from _named(one, label, HW.Event, SCHEMA.Event)
                if edition.year is not None:
                    yield Triple(one, HW.year, integer(edition.year))

    def _talk(
        self, event: NamedNode, event_id: str, talk: Talk, own: str, event_year: int | None
    ) -> Statement:
        kind = "session" if talk.is_break else "talk"
        key = self._source.identity.talk(own)
        label = self._names.label(kind, key, talk.title)
        node = self._addresses.thing(kind, key, label)
        yield from _named(node, label, HW.Session if talk.is_break else HW.Talk, SCHEMA.Event)
        yield Triple(node, SCHEMA.superEvent, event)
        if talk.title != label:
            yield Triple(node, HW.printedName, Literal(talk.title))
        if talk.subtitle:
            yield Triple(node, SCHEMA.alternateName, Literal(talk.subtitle))
        yield from self._time(node, talk, event_year)
        yield from self._room_and_track(node, event, event_id, talk)
        yield from self._slots(node, label, event, event_id, talk)
        if talk.kind:
            yield from self._concepts(node, HW.kind, "kind", (talk.kind,))
        for language in talk.languages:
            yield Triple(node, SCHEMA.inLanguage, Literal(language))
        if talk.abstract:
            yield Triple(node, SCHEMA.abstract, Literal(talk.abstract))
        if talk.truncated:
            yield Triple(node, HW.textTruncated, TRUE)
        if talk.status in STATUS and not talk.gone:
            yield Triple(node, SCHEMA.eventStatus, STATUS[talk.status])
        yield from self._concepts(node, SCHEMA.about, "topic", talk.topics)
        yield from self._concepts(node, SCHEMA.audience, "audience", talk.audiences)
        yield from self._appearances(node, event_id, own, talk.appearances, performs=True)
        yield from self._web(node, label, talk)

    def _time(self, node: NamedNode, talk: Talk, event_year: int | None) -> Statement:
        year = talk.start.year if talk.start else event_year
        if year is not None:
            yield Triple(node, HW.year, integer(year))
        yield from time_triples(node, talk)
        if talk.previous_start:
            yield Triple(node, SCHEMA.previousStartDate, moment(talk.previous_start))

    def _room_and_track(
        self, node: NamedNode, event: NamedNode, event_id: str, talk: Talk
    ) -> Statement:
        if talk.room:
            room, said = self._room(event, event_id, talk.room)
            yield Triple(node, SCHEMA.location, room)
            yield from said
        if talk.track:
            key = f"{event_id}|{concept_key(talk.track)}"
            track = self._addresses.thing("track", key, f"{event_id} {talk.track}")
            yield Triple(node, HW.track, track)
            yield Triple(track, SCHEMA.superEvent, event)
            yield from self._concept(track, "track", self._names.label("track", key, talk.track))

    def _room(self, event: NamedNode, event_id: str, name: str) -> tuple[NamedNode, list[Triple]]:
        """Return a room of an event, and what is said of it."""
        key = f"{event_id}|{concept_key(name)}"
        room = self._addresses.thing("room", key, f"{event_id} {name}")
        label = self._names.label("room", key, name)
        said = [*_named(room, label, HW.Room, SCHEMA.Place)]
        return room, [*said, Triple(room, SCHEMA.superEvent, event)]

    def _slots(
        self, node: NamedNode, label: str, event: NamedNode, event_id: str, talk: Talk
    ) -> Statement:
        for slot in talk.slots:
            room, said = self._room(event, event_id, slot.room) if slot.room else (None, [])
            yield from said
            yield from slot_triples(self._addresses, node, label, slot, room)

    def _appearances(
        self,
        owner: NamedNode,
        event: str,
        own: str,
        appearances: Sequence[Appearance],
        *,
        performs: bool,
    ) -> Statement:
        """Write who appears; an appearance belongs to its person, so that two sources agree."""
        times: Counter[NamedNode] = Counter()
        for position, said in enumerate(appearances, 1):
            if not said.person.withheld and not names_a_person(said):
                yield from self._collective(owner, said, performs=performs)
                continue
            person = self._person(event, own, position, said)
            times[person[0]] += 1
            node = self._addresses.appearance(owner, person[0], times[person[0]])
            yield from self._appearance(owner, node, person, position, said)
            yield from self._described(person, said)
            if performs:
                yield Triple(owner, SCHEMA.performer, person[0])

    def _collective(self, owner: NamedNode, said: Appearance, *, performs: bool) -> Statement:
        """Write of a group among the speakers that it presents the talk, or organizes the event."""
        organization = self.organization(said.person.name)
        yield Triple(owner, HW.presentedBy if performs else SCHEMA.organizer, organization[0])
        yield from _named(*organization, SCHEMA.Organization)

    def _appearance(
        self,
        owner: NamedNode,
        node: NamedNode,
        person: tuple[NamedNode, str],
        position: int,
        said: Appearance,
    ) -> Statement:
        printed = said.printed or said.person.name
        yield Triple(owner, HW.appearance, node)
        yield Triple(node, RDF.type, HW.Appearance)
        yield Triple(node, RDF.type, SCHEMA.Role)
        # Sources of one talk may print the name otherwise: each has its own, the label is one.
        yield Triple(node, RDFS.label, Literal(person[1] or printed))
        yield Triple(node, SCHEMA.performer, person[0])
        yield Triple(node, HW.printedName, Literal(printed))
        yield Triple(node, SCHEMA.position, integer(position))
        yield from self._concepts(node, HW.role, "role", (said.role,))
        for affiliation in said.affiliations:
            organizations = [self.organization(one) for one in apart(affiliation)]
            if affiliation not in [label for _, label in organizations]:
                yield Triple(node, HW.printedAffiliation, Literal(affiliation))
            for organization in organizations:
                yield Triple(node, SCHEMA.affiliation, organization[0])
                yield from _named(*organization, SCHEMA.Organization)

    def _described(self, person: tuple[NamedNode, str], said: Appearance) -> Statement:
        if said.person.withheld:  # no name, so that nothing that lists people by name has them
            yield Triple(person[0], RDF.type, HW.WithheldPerson)
            return
        yield from _named(*person, SCHEMA.Person)
        for name in said.person.alternate_names:
            yield Triple(person[0], SCHEMA.alternateName, Literal(name))
        for link in said.person.links:
            if not link.url.startswith("mailto:"):
                yield Triple(person[0], SCHEMA.sameAs, NamedNode(link.url))

    def _person(
        self, event: str, own: str, position: int, said: Appearance
    ) -> tuple[NamedNode, str]:
        if said.person.withheld:
            return self._addresses.part("withheld", said.person.id or "", event), ""
        key = self._names.person_of[mention_id(self._source.slug, own, position)]
        label = self._names.label("person", key, said.person.name)
        return self._addresses.thing("person", key, label), label

    def organization(self, name: str) -> tuple[NamedNode, str]:
        key = self._names.key("organization", name)
        label = self._names.label("organization", key, name)
        return self._addresses.thing("organization", key, label), label

    def _web(self, node: NamedNode, title: str, talk: Talk) -> Statement:
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

    def _recording(self, talk_node: NamedNode, title: str, recording: Recording) -> Statement:
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

    def _concepts(
        self, node: NamedNode, predicate: NamedNode, kind: str, labels: tuple[str, ...]
    ) -> Statement:
        for label in labels:
            key = self._names.key(kind, label)
            if not key:
                continue
            shown = self._names.label(kind, key, label)
            concept = self._addresses.thing(kind, key, shown)
            yield Triple(node, predicate, concept)
            yield from self._concept(concept, kind, shown)
            printed = self._names.spellings.get((kind, concept_key(label)))
            if printed is not None and concept_key(printed) != concept_key(shown):
                yield Triple(concept, SKOS.altLabel, Literal(printed))

    def _concept(self, node: NamedNode, kind: str, label: str) -> Statement:
        scheme = f"{kind}s"
        yield Triple(node, RDF.type, SCHEMES[scheme][0])
        yield Triple(node, RDF.type, SKOS.Concept)
        if kind == "audience":
            yield Triple(node, RDF.type, SCHEMA.Audience)
        yield Triple(node, SKOS.prefLabel, Literal(label))
        yield Triple(node, RDFS.label, Literal(label))
        yield Triple(node, SKOS.inScheme, self._addresses.scheme(scheme))


def _named(node: NamedNode, label: str, *types: NamedNode) -> Statement:
    for one in types:
        yield Triple(node, RDF.type, one)
    yield Triple(node, RDFS.label, Literal(label))
    yield Triple(node, SCHEMA.name, Literal(label))
