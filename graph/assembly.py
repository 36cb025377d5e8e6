"""All programmes together: names settled, links decided, quads in order. Opens no file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.joining import Joined, belonging, join, name_organizations, narrowing
from hallway.graph.keys import event_key, talk_keys
from hallway.graph.linking import organizations, people, topics
from hallway.graph.linking.decision_file import decision_triples
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.records import LinkRecord, Mention, Resolution, TalkText
from hallway.graph.settling import Disagreement, rank, settle
from hallway.graph.sources import Source, mentions
from hallway.graph.spellings import best, spelled
from hallway.graph.triples import (
    Names,
    SourceRecord,
    link_triples,
    programme_triples,
    same_person_triples,
    scheme_triples,
)
from hallway.graph.vocabulary import DCTERMS, HW, KINDS, RDF, RDFS, SCHEMA

__all__ = ["Assembly", "assemble"]


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
    disagreements, left_out
        What sources say differently, and the triples that the merge leaves out for it.
    """

    graphs: dict[NamedNode, set[Triple]]
    counts: dict[str, int]
    conflicts: tuple[str, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    left_out: frozenset[Triple] = frozenset()

    def lines(self) -> Iterator[bytes]:
        """Yield the N-Quads lines in byte order: the merge of all graphs, then each graph."""
        graphs = self.graphs.values()
        merged = {str(one) for triples in graphs for one in triples if one not in self.left_out}
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
    named, before = list(mentions(sources)), addresses.keys("person")
    resolution = people.resolve(named, decisions, before)
    counted = spelled(sources, resolution.person_of)
    joined = join(counted, addresses)
    shown = {where: best(counter) for where, counter in counted.items()}
    shown |= joined.labels | _renamed(addresses, decisions)
    names = Names(resolution.person_of, shown, joined.concepts, joined.spellings)
    graphs: dict[NamedNode, set[Triple]] = {}
    for source in sources:
        record = SourceRecord(source.file, source.slug, source.digest)
        triples = set(programme_triples(source.programme, record, addresses, names))
        graphs[addresses.graph(f"source/{source.slug}")] = triples
    derived: set[Triple] = set(scheme_triples(addresses))
    texts = list(_texts(sources, addresses, names))
    links = topics.link(texts, SCHEMA.about.value)
    known = sorted({name for text in texts for name in text.stated_organizations})
    presented, known_as = _presented(
        organizations.link(texts, known), joined, addresses, names, derived
    )
    arranged = narrowing(joined.members, addresses) + belonging(known_as, addresses)
    links += presented + arranged
    things = {text.iri for text in texts} | {link.subject for link in arranged}
    for link in decisions.apply_links(links):
        if link.subject in things:  # an accepted link outlives its talk; what it says does not
            derived.update(link_triples(link, addresses))
    for pair in resolution.suggestions:
        a, b = (_person(addresses, names, key) for key in (pair.a, pair.b))
        derived.update(
            same_person_triples(a, b, pair.confidence, pair.method, pair.evidence, addresses)
        )
    graphs[addresses.graph("links")] = derived
    if decisions.all:
        decided = {triple for decision in decisions.all for triple in decision_triples(decision)}
        decided.update(_replaced(named, resolution, before, addresses, names, decisions))
        graphs[addresses.graph("decisions")] = decided
    conflicts = (
        *resolution.conflicts,
        *(one.what for one in decisions.conflicts),
        *decisions.problems,
    )
    believed = sorted(sources, key=lambda one: (rank(one.programme.format), one.slug))
    order = [addresses.graph(f"source/{source.slug}") for source in believed]
    left_out, disagreements = settle(graphs, order)
    return Assembly(graphs, _counts(graphs), conflicts, tuple(disagreements), frozenset(left_out))


def _texts(sources: Sequence[Source], addresses: Addresses, names: Names) -> Iterator[TalkText]:
    """Yield each talk once, as linking sees it."""

    def concepts(labels: Sequence[str]) -> tuple[tuple[str, str], ...]:
        found = []
        for label in labels:
            key = names.key("topic", label)
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
            affiliations = {
                names.label("organization", names.key("organization", name), name)
                for name in (said.affiliation for said in appearances)
                if name
            }
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
    shown = {key: joined.labels["organization", key] for key in joined.organizations.values()}
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


def _renamed(addresses: Addresses, decisions: Decisions) -> dict[tuple[str, str], str]:
    """Return the labels that a curator gave, by kind and key."""
    found = {}
    for iri, label in decisions.renames().items():
        kind, _, slug = iri.removeprefix(f"{addresses.base}id/").partition("/")
        key = addresses.ledger.key(kind, slug)
        if key is not None:
            found[kind, key] = label
    return found


def _replaced(
    mentions: Sequence[Mention],
    resolution: Resolution,
    before: Mapping[str, str],
    addresses: Addresses,
    names: Names,
    decisions: Decisions,
) -> Iterator[Triple]:
    """Yield where the address of each person that a decision joined to another leads now."""
    rules = decisions.people()
    if not rules.must and not rules.cannot:
        return
    undecided = people.resolve(mentions).person_of
    now: dict[str, set[str]] = defaultdict(set)
    for mention, key in undecided.items():
        now[key].add(resolution.person_of[mention])
    standing = set(resolution.person_of.values())
    for iri, key in sorted(before.items()):
        if key not in standing and len(now[key]) == 1:  # whoever went to several stands for none
            survivor = _person(addresses, names, next(iter(now[key])))
            yield Triple(NamedNode(iri), DCTERMS.isReplacedBy, survivor)


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
