"""All programmes together: names settled, links decided, the statements of each graph written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.deriving import derived_triples, person_node
from hallway.graph.graph_files import GraphFile, GraphFiles
from hallway.graph.joining import join
from hallway.graph.linking import people
from hallway.graph.linking.decision_file import decision_triples
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.records import Mention, Resolution
from hallway.graph.settling import rank
from hallway.graph.sources import Source, mentions
from hallway.graph.spellings import best, spelled
from hallway.graph.triples import (
    Names,
    SourceRecord,
    programme_triples,
)
from hallway.graph.vocabulary import DCTERMS

__all__ = ["Assembly", "assemble"]


@dataclass(frozen=True, slots=True)
class Assembly:
    """The statements of a generation.

    Attributes
    ----------
    graphs
        The statements of each graph.
    believed
        IRIs of the graphs of the sources, the most believed first.
    conflicts
        Decisions that contradict one another or could not be read, as sentences.
    """

    graphs: tuple[GraphFile, ...]
    believed: tuple[str, ...]
    conflicts: tuple[str, ...] = ()


def assemble(
    sources: Sequence[Source], addresses: Addresses, decisions: Decisions, files: GraphFiles
) -> Assembly:
    """Turn the programmes of all sources into the statements of a generation.

    Parameters
    ----------
    sources
        In an order that does not depend on when they were imported.
    addresses
        Mints the IRIs; its ledger grows.
    decisions
        The curator's decisions; they win.
    files
        Takes the statements of each graph.
    """
    named, before = list(mentions(sources)), addresses.keys("person")
    resolution = people.resolve(named, decisions, before)
    counted = spelled(sources, resolution.person_of)
    joined = join(counted, addresses)
    shown = {where: best(counter) for where, counter in counted.items()}
    shown |= joined.labels | _renamed(addresses, decisions)
    names = Names(resolution.person_of, shown, joined.concepts, joined.spellings)
    graphs: list[GraphFile] = []
    for source in sources:
        record = SourceRecord(source.file, source.slug, source.digest)
        triples = programme_triples(source.programme, record, addresses, names)
        graphs.append(files.write(_source_graph(source, addresses), triples))
    derived = derived_triples(sources, resolution, joined, names, addresses, decisions)
    graphs.append(files.write(addresses.graph("links").value, derived))
    if decisions.all:
        decided = [triple for decision in decisions.all for triple in decision_triples(decision)]
        decided += _replaced(named, resolution, before, addresses, names, decisions)
        graphs.append(files.write(addresses.graph("decisions").value, decided))
    conflicts = (
        *resolution.conflicts,
        *(one.what for one in decisions.conflicts),
        *decisions.problems,
    )
    believed = sorted(sources, key=lambda one: (rank(one.programme.format), one.slug))
    order = tuple(_source_graph(source, addresses) for source in believed)
    return Assembly(tuple(graphs), order, conflicts)


def _source_graph(source: Source, addresses: Addresses) -> str:
    return addresses.graph(f"source/{source.slug}").value


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
