"""What linking finds, as triples of the graph of links: derived ones stated, suggested ones not."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.building.cache import Cache
from hallway.graph.building.graph_files import Statements
from hallway.graph.keys import concept_key
from hallway.graph.link_lines import link_lines, same_person_lines
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.organizations import presenting
from hallway.graph.linking.organizations.several import organizations_in
from hallway.graph.linking.records import LinkRecord, Resolution, TalkText
from hallway.graph.linking.topics import linking as topics
from hallway.graph.linking.topics.vectors import Vectors
from hallway.graph.programme import Event, Talk
from hallway.graph.reading.names import names_a_person
from hallway.graph.reconciling.joining import Joined, belonging, name_organizations, narrowing
from hallway.graph.reconciling.other_names import named_otherwise
from hallway.graph.reconciling.same import Same, same_links
from hallway.graph.sources import Owner, Source, believed, owners
from hallway.graph.statements.concepts import scheme_triples
from hallway.graph.statements.names import Names, mention_id
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, SKOS

__all__ = ["derived_triples", "person_node"]

GONE = "gone-1"


def derived_triples(
    same: Same,
    resolution: Resolution,
    joined: Joined,
    names: Names,
    addresses: Addresses,
    decisions: Decisions,
    cache: Cache | None = None,
    vectors: Vectors | None = None,
) -> Iterator[Statements]:
    """Yield the concept schemes, every hw:Link and what the derived and accepted ones state.

    The statements of a link are text and come together, see `hallway.graph.link_lines`.
    """
    derived = set(scheme_triples(addresses))
    sources = same.sources
    texts = list(_texts(sources, addresses, names))
    known = sorted(set().union(*{text.stated_organizations for text in texts}))
    presented, known_as = _presented(
        presenting.link(texts, known, cache), joined, addresses, names, derived
    )
    arranged = narrowing(joined.members, addresses) + belonging(known_as, addresses)
    arranged += _same_people(sources, resolution, names, addresses)
    arranged += same_links(same, names, addresses)
    arranged += _called_off(sources, names, addresses)
    arranged += named_otherwise(joined.others, names, addresses)
    spellings = {
        addresses.thing("topic", key, own[0]).value: own for key, own in joined.members.items()
    }
    people = {names.label("person", key, "") for key in set(resolution.person_of.values())}
    about = topics.link(
        texts, SCHEMA.about.value, cache, spellings=spellings, people=people, vectors=vectors
    )
    links = about + presented + arranged
    yield from derived
    by_talk = {text.iri: text for text in texts}
    known_at = {
        addresses.thing("organization", key, label).value for key, label in known_as.items()
    }
    ends: dict[str, Collection[str]] = {
        SCHEMA.about.value: spellings.keys(),
        SKOS.broader.value: spellings.keys(),
        SCHEMA.parentOrganization.value: known_at,
    }
    things = by_talk.keys() | {link.subject for link in arranged} | spellings.keys() | known_at
    for link in decisions.apply_links(_surest(links)):
        # An accepted link outlives what it is about; what it says does not.
        if link.subject not in things or link.object not in ends.get(link.predicate, {link.object}):
            continue
        yield tuple(link_lines(link, addresses, by_talk.get(link.subject)))
        if link.status == "accepted" and link.predicate == HW.presentedBy.value:
            yield from _organization(link.object, derived, names, addresses)
    for pair in resolution.suggestions:
        a, b = (person_node(addresses, names, key) for key in (pair.a, pair.b))
        found = same_person_lines(a, b, pair.confidence, pair.method, pair.evidence, addresses)
        yield tuple(found)


def _organization(
    iri: str, derived: Collection[Triple], names: Names, addresses: Addresses
) -> Iterator[Triple]:
    """Describe an organization that only a curator's decision makes one."""
    node = NamedNode(iri)
    if Triple(node, RDF.type, SCHEMA.Organization) in derived:
        return
    given = (one.object for one in derived if one.subject == node and one.predicate == RDFS.label)
    label = next(given, None)
    if label is None:  # linking finds it no more: its key is all that is known of its name
        key = addresses.ledger.key("organization", iri.rpartition("/")[2]) or iri
        label = Literal(names.label("organization", key, key))
        yield Triple(node, RDFS.label, label)
    yield Triple(node, RDF.type, SCHEMA.Organization)
    yield Triple(node, SCHEMA.name, label)


def _surest(links: Sequence[LinkRecord]) -> list[LinkRecord]:
    """Keep one link of those that say the same: the surest, since a link has one confidence."""
    best: dict[tuple[str, str, str], LinkRecord] = {}
    for link in links:
        said = (link.subject, link.predicate, link.object)
        known = best.get(said)
        if known is None or (link.confidence, link.evidence) > (known.confidence, known.evidence):
            best[said] = link
    return list(best.values())


def person_node(addresses: Addresses, names: Names, key: str) -> NamedNode:
    """Return the address of the person with a key."""
    return addresses.thing("person", key, names.label("person", key, key))


def _same_people(
    sources: Sequence[Source], resolution: Resolution, names: Names, addresses: Addresses
) -> list[LinkRecord]:
    """Say of an appearance under another name why it is that person's."""
    wanted = {pair.a for pair in resolution.joined}
    wanted_of = {mention.rpartition("|")[0] for mention in wanted}
    nodes: dict[str, tuple[NamedNode, NamedNode]] = {}
    for source in sources:
        for event in source.programme.events:
            for owner in owners(source, event):
                if mention_id(source.slug, owner.own, 1).rpartition("|")[0] not in wanted_of:
                    continue
                ids = {
                    position: mention_id(source.slug, owner.own, position)
                    for position in range(1, len(owner.record.appearances) + 1)
                }
                if wanted.isdisjoint(ids.values()):
                    continue
                times: Counter[NamedNode] = Counter()
                for position, said in enumerate(owner.record.appearances, 1):
                    if not names_a_person(said):
                        continue
                    mention = ids[position]
                    person = person_node(addresses, names, resolution.person_of[mention])
                    times[person] += 1
                    if mention in wanted:
                        home = _owner_node(owner, addresses, names)
                        nodes[mention] = (
                            addresses.appearance(home, person, times[person]),
                            person,
                        )
    return [
        LinkRecord(
            nodes[pair.a][0].value,
            SCHEMA.performer.value,
            nodes[pair.a][1].value,
            pair.confidence,
            pair.method,
            pair.evidence,
        )
        for pair in resolution.joined
    ]


def _called_off(sources: Sequence[Source], names: Names, addresses: Addresses) -> list[LinkRecord]:
    """Say of talks that only earlier versions have that they are off, and why."""
    programmes = (source.programme for source in sources)
    if not any(talk.gone for one in programmes for event in one.events for talk in event.talks):
        return []
    records: dict[str, list[tuple[Source, Owner]]] = defaultdict(list)
    for source in sources:
        for event in source.programme.events:
            for owner in owners(source, event):
                if isinstance(owner.record, Talk):
                    records[owner.key].append((source, owner))
    found = []
    for several in records.values():
        source, owner = several[0]
        if not all(isinstance(one.record, Talk) and one.record.gone for _, one in several):
            continue  # another source has it still
        node = _owner_node(owner, addresses, names).value
        text = (
            f"An earlier version of {source.file} has the talk. The newest has it no more, though"
            " it has the talks around it."
        )
        off = SCHEMA.EventCancelled.value
        found.append(LinkRecord(node, SCHEMA.eventStatus.value, off, 0.9, GONE, text))
    return found


def _owner_node(owner: Owner, addresses: Addresses, names: Names) -> NamedNode:
    if isinstance(owner.record, Event):
        return addresses.thing("event", owner.key, owner.key)
    kind = "session" if owner.record.is_break else "talk"
    return addresses.thing(kind, owner.key, names.label(kind, owner.key, owner.record.title))


def _texts(sources: Sequence[Source], addresses: Addresses, names: Names) -> Iterator[TalkText]:
    """Yield each talk once, as linking sees it."""

    @functools.cache
    def concept(label: str) -> tuple[str, str] | None:
        key = names.key("topic", label)
        shown = names.label("topic", key, label)
        return (addresses.thing("topic", key, shown).value, shown) if key else None

    def concepts(labels: Sequence[str]) -> tuple[tuple[str, str], ...]:
        return tuple(filter(None, map(concept, labels)))

    told: dict[str, TalkText] = {}
    for source in believed(sources):
        for event in source.programme.events:
            key = source.event_key(event)
            node = addresses.thing("event", key, key).value
            candidates = concepts(event.topics)
            appearances = (said for talk in event.talks for said in talk.appearances)
            printed = organizations_in(
                {one: None for said in appearances for one in said.affiliations}
            )
            affiliations = tuple(
                sorted(
                    {
                        names.label("organization", names.key("organization", name), name)
                        for name in {*printed, *event.sponsors, *event.organizers}
                    }
                )
            )
            for owner in owners(source, event):
                talk = owner.record
                if isinstance(talk, Event) or talk.is_break:
                    continue
                label = names.label("talk", owner.key, talk.title)
                text = TalkText(
                    addresses.thing("talk", owner.key, label).value,
                    node,
                    label,
                    talk.abstract,
                    talk.languages[0] if talk.languages else "",
                    concepts(talk.topics),
                    candidates,
                    affiliations,
                    tuple(said.person.name for said in talk.appearances if names_a_person(said)),
                    concept_key(event.series.name) if event.series else "",
                )
                known = told.get(owner.key)
                told[owner.key] = _both(known, text) if known is not None else text
    yield from told.values()


def _both(a: TalkText, b: TalkText) -> TalkText:
    """Take two sources' texts of one talk together; the first is the more believed one."""
    return replace(
        a,
        text=a.text or b.text,
        language=a.language or b.language,
        stated_topics=tuple(dict.fromkeys((*a.stated_topics, *b.stated_topics))),
        event_topics=tuple(dict.fromkeys((*a.event_topics, *b.event_topics))),
        stated_organizations=tuple(sorted({*a.stated_organizations, *b.stated_organizations})),
        speakers=tuple(dict.fromkeys((*a.speakers, *b.speakers))),
        series=a.series or b.series,
    )


def _presented(
    links: Sequence[LinkRecord],
    joined: Joined,
    addresses: Addresses,
    names: Names,
    derived: set[Triple],
) -> tuple[list[LinkRecord], dict[str, str]]:
    """Mint the organizations that links name; a suggested one gets its label and no more.

    Returns the links, and the key of every organization of the site -> its label.
    """
    named, heard = name_organizations(links, joined, addresses)
    minted = []
    shown = {key: label for (kind, key), label in joined.labels.items() if kind == "organization"}
    for link in named:
        key = link.object
        label = names.label("organization", key, heard[key])
        node = addresses.thing("organization", key, label)
        minted.append(replace(link, object=node.value, object_is_name=False))
        derived.add(Triple(node, RDFS.label, Literal(label)))
        if link.status != "suggested":
            shown.setdefault(key, label)
            derived.add(Triple(node, RDF.type, SCHEMA.Organization))
            derived.add(Triple(node, SCHEMA.name, Literal(label)))
    return minted, shown
