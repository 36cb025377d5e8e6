"""All programmes together: names settled, links decided, quads in order. Opens no file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.keys import concept_key, edition_key, event_key, talk_keys
from hallway.graph.linking import organizations, people, topics
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.records import LinkRecord, Mention, TalkText
from hallway.graph.programme import Event, Programme, Talk
from hallway.graph.triples import (
    Names,
    SourceRecord,
    link_triples,
    mention_id,
    programme_triples,
    same_person_triples,
    scheme_triples,
)
from hallway.graph.vocabulary import HW, KINDS, RDF, RDFS, SCHEMA

__all__ = ["Assembly", "Source", "assemble"]


@dataclass(frozen=True, slots=True)
class Source:
    """A stored source with what it says."""

    slug: str
    digest: str
    file: str
    programme: Programme
    options: dict[str, str]


@dataclass(frozen=True, slots=True)
class Assembly:
    """The statements of a generation.

    Attributes
    ----------
    graphs
        Graph IRI -> its triples, each once.
    counts
        Number of things by kind.
    conflicts
        Decisions that contradict one another or could not be read, as sentences.
    """

    graphs: dict[NamedNode, set[Triple]]
    counts: dict[str, int]
    conflicts: tuple[str, ...] = ()

    def lines(self) -> Iterator[bytes]:
        """Yield the N-Quads lines in byte order: the merge of all graphs, then each graph."""
        merged = {str(triple) for triples in self.graphs.values() for triple in triples}
        lines = [f"{one} .\n".encode() for one in merged]
        for graph, triples in self.graphs.items():
            lines += [f"{triple} {graph} .\n".encode() for triple in triples]
        lines.sort()
        yield from lines


def assemble(sources: Sequence[Source], addresses: Addresses, decisions: Decisions) -> Assembly:
    """Turn the programmes of all sources into the statements of a generation.

    Parameters
    ----------
    sources
        In an order that does not depend on when they were imported.
    addresses
        Mints the IRIs; its ledger grows.
    decisions
        The curator's decisions; they win.
    """
    resolution = people.resolve(list(_mentions(sources)), decisions, addresses.keys("person"))
    labels = _labels(sources, resolution.person_of)
    names = Names(resolution.person_of, labels | _renamed(addresses, decisions))
    graphs: dict[NamedNode, set[Triple]] = {}
    for source in sources:
        record = SourceRecord(source.file, source.slug, source.digest)
        triples = set(programme_triples(source.programme, record, addresses, names))
        graphs[addresses.graph(f"source/{source.slug}")] = triples
    derived: set[Triple] = set(scheme_triples(addresses))
    texts = list(_texts(sources, addresses, names))
    links = topics.link(texts, SCHEMA.about.value)
    known = sorted({name for text in texts for name in text.stated_organizations})
    links += _named_organizations(organizations.link(texts, known), addresses, names, derived)
    things = {text.iri for text in texts}
    for link in decisions.apply_links(links):
        if link.subject in things:  # an accepted link outlives its talk; what it says does not
            derived.update(link_triples(link, addresses))
    for pair in resolution.suggestions:
        a, b = (_person(addresses, names, key) for key in (pair.a, pair.b))
        derived.update(
            same_person_triples(a, b, pair.confidence, pair.method, pair.evidence, addresses)
        )
    graphs[addresses.graph("links")] = derived
    conflicts = (
        *resolution.conflicts,
        *(one.what for one in decisions.conflicts),
        *decisions.problems,
    )
    return Assembly(graphs, _counts(graphs), conflicts)


def _mentions(sources: Sequence[Source]) -> Iterator[Mention]:
    for source in sources:
        for event in source.programme.events:
            key = event_key(event)
            series = concept_key(event.series.name) if event.series else ""
            for owner, owner_key in _owners(source, event):
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


def _owners(source: Source, event: Event) -> Iterator[tuple[Event | Talk, str]]:
    yield event, event_key(event)
    yield from zip(event.talks, talk_keys(event, source.slug), strict=True)


def _labels(sources: Sequence[Source], person_of: dict[str, str]) -> dict[tuple[str, str], str]:
    """Choose the spelling to show for each key that is spelled in more than one way.

    The most frequent wins; of equally frequent ones the one that is not all capitals or all small
    letters, then the first in code point order.
    """
    seen: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for source in sources:
        for kind, key, label in _spellings(source, person_of):
            seen[kind, key][label] += 1
    return {
        where: min(counter, key=lambda one: (-counter[one], one.isupper() or one.islower(), one))
        for where, counter in seen.items()
        if len(counter) > 1
    }


def _spellings(source: Source, person_of: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    for event in source.programme.events:
        key = event_key(event)
        yield "event", key, event.name
        if event.place:
            yield "place", concept_key(event.place), event.place
        if event.series:
            yield "series", concept_key(event.series.name), event.series.name
            for edition in event.series.editions:
                yield "event", edition_key(edition.name, edition.year), edition.name
        yield from (("topic", concept_key(one), one) for one in event.topics)
        yield from (("audience", concept_key(one), one) for one in event.audiences)
        for owner, owner_key in _owners(source, event):
            for position, said in enumerate(owner.appearances, 1):
                person = person_of[mention_id(source.slug, owner_key, position)]
                yield "person", person, said.person.name
                yield "role", concept_key(said.role), said.role
                if said.affiliation:
                    yield "organization", concept_key(said.affiliation), said.affiliation
            if isinstance(owner, Talk):
                yield from _talk_spellings(owner, key, owner_key)


def _talk_spellings(talk: Talk, event: str, key: str) -> Iterator[tuple[str, str, str]]:
    yield "session" if talk.is_break else "talk", key, talk.title
    yield from (("topic", concept_key(one), one) for one in talk.topics)
    yield from (("audience", concept_key(one), one) for one in talk.audiences)
    if talk.room:
        yield "room", f"{event}|{concept_key(talk.room)}", talk.room
    if talk.track:
        yield "track", f"{event}|{concept_key(talk.track)}", talk.track
    if talk.kind:
        yield "kind", concept_key(talk.kind), talk.kind


def _texts(sources: Sequence[Source], addresses: Addresses, names: Names) -> Iterator[TalkText]:
    """Yield each talk once, as linking sees it."""

    def concepts(labels: Sequence[str]) -> tuple[tuple[str, str], ...]:
        found = []
        for label in labels:
            key = concept_key(label)
            if key:
                shown = names.label("topic", key, label)
                found.append((addresses.thing("topic", key, shown).value, shown))
        return tuple(found)

    seen = set()
    for source in sources:
        for event in source.programme.events:
            key = event_key(event)
            node = addresses.thing("event", key, key).value
            candidates = concepts(event.topics)
            appearances = (said for talk in event.talks for said in talk.appearances)
            affiliations = {said.affiliation for said in appearances if said.affiliation}
            for talk, talk_key in zip(event.talks, talk_keys(event, source.slug), strict=True):
                if talk.is_break or talk_key in seen:
                    continue
                seen.add(talk_key)
                yield TalkText(
                    addresses.thing("talk", talk_key, talk.title).value,
                    node,
                    talk.title,
                    talk.abstract,
                    talk.languages[0] if talk.languages else "",
                    concepts(talk.topics),
                    candidates,
                    tuple(sorted(affiliations)),
                )


def _named_organizations(
    links: Sequence[LinkRecord], addresses: Addresses, names: Names, derived: set[Triple]
) -> list[LinkRecord]:
    """Mint the organizations that links name; a suggested one gets its label and no more."""
    minted = []
    for link in links:
        if link.object_is_name:
            key = concept_key(link.object)
            label = names.label("organization", key, link.object)
            node = addresses.thing("organization", key, label)
            link = replace(link, object=node.value, object_is_name=False)
            derived.add(Triple(node, RDFS.label, Literal(label)))
            if link.status != "suggested":
                derived.add(Triple(node, RDF.type, SCHEMA.Organization))
                derived.add(Triple(node, SCHEMA.name, Literal(label)))
        minted.append(link)
    return minted


def _renamed(addresses: Addresses, decisions: Decisions) -> dict[tuple[str, str], str]:
    """Return the labels that a curator gave, by kind and key."""
    found = {}
    for iri, label in decisions.renames().items():
        kind, _, slug = iri.removeprefix(f"{addresses.base}id/").partition("/")
        key = addresses.ledger.key(kind, slug)
        if key is not None:
            found[kind, key] = label
    return found


def _person(addresses: Addresses, names: Names, key: str) -> NamedNode:
    return addresses.thing("person", key, names.label("person", key, key))


def _counts(graphs: dict[NamedNode, set[Triple]]) -> dict[str, int]:
    kinds = {node: kind for kind, node in KINDS.items()} | {
        HW.Session: "session", HW.Source: "source", HW.Link: "link",
        SCHEMA.VirtualLocation: "place", HW.Room: "room",
    }  # fmt: skip
    found: dict[str, set[object]] = defaultdict(set)
    for triples in graphs.values():
        for triple in triples:
            if triple.predicate == RDF.type and triple.object in kinds:
                found[kinds[triple.object]].add(triple.subject)  # type: ignore[index]
    found["place"] -= found.pop("room", set())
    return {kind: len(things) for kind, things in sorted(found.items())}
