"""All programmes together: names settled, links decided, quads in order. Opens no file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.deriving import derived_triples, person_node
from hallway.graph.joining import join
from hallway.graph.linking import people
from hallway.graph.linking.decision_file import decision_triples
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.records import Mention, Resolution
from hallway.graph.settling import Disagreement, rank, settle
from hallway.graph.sources import Source, mentions
from hallway.graph.spellings import best, spelled
from hallway.graph.triples import (
    Names,
    SourceRecord,
    programme_triples,
)
from hallway.graph.vocabulary import DCTERMS, HW, KINDS, RDF, SCHEMA

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
    derived = derived_triples(sources, resolution, joined, names, addresses, decisions)
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
            survivor = person_node(addresses, names, next(iter(now[key])))
            yield Triple(NamedNode(iri), DCTERMS.isReplacedBy, survivor)


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
