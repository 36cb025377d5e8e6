"""All programmes together: names settled, links decided, the statements of each graph written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pyoxigraph import NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.building.cache import Cache
from hallway.graph.building.graph_files import GraphFile, GraphFiles, Statements
from hallway.graph.building.source_graphs import SourceGraphs
from hallway.graph.deriving import derived_triples
from hallway.graph.linking.decision_file import decision_triples
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.people import clustering
from hallway.graph.linking.records import Mention, Resolution
from hallway.graph.linking.topics.vectors import Vectors
from hallway.graph.reconciling.believing import preferences
from hallway.graph.reconciling.identity import identify
from hallway.graph.reconciling.joining import Joined, join
from hallway.graph.reconciling.same import different, same_addresses
from hallway.graph.reconciling.settling import Disagreement
from hallway.graph.reconciling.succession import KINDS as JOINED_KINDS
from hallway.graph.reconciling.succession import (
    addresses_of,
    moved_people,
    moved_triples,
    stands_for,
)
from hallway.graph.sources import Source, believed, mentions
from hallway.graph.spellings import best, series_names, spelled
from hallway.graph.statements.names import Names
from hallway.graph.vocabulary import OWL, RDF, SCHEMA

__all__ = ["Assembly", "assemble", "resolved"]


@dataclass(frozen=True, slots=True)
class Assembly:
    """The statements of a generation.

    Attributes
    ----------
    graphs
        The statements of each graph.
    believed
        IRIs of the graphs of the sources, the most believed first.
    preferred
        IRIs of a thing and a property -> IRI of the graph that a curator believes about it.
    differences
        What sources say differently of titles, and of who gives a talk.
    recordings
        IRIs of the graphs of sources that list recordings.
    conflicts
        Decisions that contradict one another or could not be read, as sentences.
    """

    graphs: tuple[GraphFile, ...]
    believed: tuple[str, ...]
    preferred: Mapping[tuple[str, str], str] = field(default_factory=dict)
    differences: tuple[Disagreement, ...] = ()
    recordings: frozenset[str] = frozenset()
    conflicts: tuple[str, ...] = ()


def assemble(
    sources: Sequence[Source],
    addresses: Addresses,
    decisions: Decisions,
    files: GraphFiles,
    cache: Cache | None = None,
    vectors: Vectors | None = None,
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
    cache
        Remembers what linking found; the statements do not depend on it.
    vectors
        Of the extra ``hallway[embed]``, to link talks to topics by meaning as well.
    """
    with files.checking():
        return _assembled(sources, addresses, decisions, files, cache, vectors)


def _assembled(
    sources: Sequence[Source],
    addresses: Addresses,
    decisions: Decisions,
    files: GraphFiles,
    cache: Cache | None,
    vectors: Vectors | None,
) -> Assembly:
    same = identify(sources, addresses, decisions)
    sources = same.sources
    terms = stands_for(decisions, addresses)
    given = {kind: addresses.ledger.given(kind).values() for kind in JOINED_KINDS}
    named, resolution = resolved(sources, addresses, decisions, terms, cache)
    counted = spelled(sources, resolution.person_of)
    joined = join(counted, addresses, decisions, terms, series_names(sources), cache)
    moved = {
        ("person", key): stays
        for key, stays in moved_people(named, resolution.person_of, given["person"]).items()
    } | joined.moved
    shown = {where: best(counter) for where, counter in counted.items()}
    renamed = _renamed(addresses, decisions, moved, same.replaced)
    del named, counted, given  # hundreds of thousands of each
    joined.spellings.update({where: shown[where] for where in renamed if where in shown})
    shown |= same.labels | joined.labels | renamed
    names = Names(resolution.person_of, shown, joined.concepts, joined.spellings)
    source_graphs = SourceGraphs(names, addresses, files, cache)
    graphs = [source_graphs.of(source) for source in sources]
    del source_graphs
    where = addresses_of(moved, shown, addresses) | same_addresses(same, names, addresses)
    derived = derived_triples(
        same, resolution, joined, names, addresses, decisions.moved(where), cache, vectors
    )
    standing = _standing(resolution, joined, addresses, names)
    standing.update(same_addresses(same, names, addresses).values())
    links = _noting_organizations(derived, standing)
    graphs.append(files.write(addresses.graph("links").value, links))
    if decisions.all:
        decided = [triple for decision in decisions.all for triple in decision_triples(decision)]
        decided += _kept_apart(resolution, joined, names, addresses, standing)
        graphs.append(files.write(addresses.graph("decisions").value, decided))
    if leading := list(moved_triples(where, standing)):
        graphs.append(files.write(addresses.graph("addresses").value, leading))
    conflicts = (
        *same.conflicts,
        *resolution.conflicts,
        *joined.conflicts,
        *(one.what for one in decisions.conflicts),
        *decisions.problems,
    )
    order = tuple(_source_graph(source, addresses) for source in believed(sources))
    return Assembly(
        tuple(graphs),
        order,
        preferences(decisions.moved(where), addresses),
        tuple(different(same, names, addresses)),
        frozenset(_source_graph(one, addresses) for one in sources if one.lists_recordings()),
        conflicts,
    )


def _source_graph(source: Source, addresses: Addresses) -> str:
    return addresses.graph(f"source/{source.slug}").value


def resolved(
    sources: Sequence[Source],
    addresses: Addresses,
    decisions: Decisions,
    terms: Mapping[str, str],
    cache: Cache | None = None,
) -> tuple[list[Mention], Resolution]:
    """Decide who is who in the sources.

    Parameters
    ----------
    sources
        As `identify` gives them.
    terms
        What the addresses in decisions stand for.
    cache
        Remembers what was found out about names and people.

    Returns
    -------
    tuple
        The mentions, and who each is; also those that list an appearance once more.
    """
    named, again = mentions(sources)
    resolution = clustering.resolve(
        named, decisions, terms, reserved=addresses.ledger.reserves, cache=cache
    )
    resolution.person_of.update({one: resolution.person_of[other] for one, other in again.items()})
    return named, resolution


def _renamed(
    addresses: Addresses,
    decisions: Decisions,
    moved: Mapping[tuple[str, str], str],
    replaced: Mapping[tuple[str, str], tuple[str, str]],
) -> dict[tuple[str, str], str]:
    """Return the labels that a curator gave, by kind and key; the latest for joined things."""
    found = {}
    for iri, label in decisions.renames().items():
        kind, _, slug = iri.removeprefix(f"{addresses.base}id/").partition("/")
        key = addresses.ledger.key(kind, slug)
        if key is not None:
            found[replaced.get((kind, key), (kind, moved.get((kind, key), key)))] = label
    return found


def _standing(
    resolution: Resolution, joined: Joined, addresses: Addresses, names: Names
) -> set[str]:
    """Return the addresses of people and topics, and of what else several names are joined for."""
    keys = {("person", key) for key in resolution.person_of.values()}
    keys |= {("topic", key) for key in joined.members}
    keys |= {where for where in joined.labels if where[0] in ("organization", "series")}
    return {addresses.thing(*where, names.label(*where, where[1])).value for where in keys}


def _noting_organizations(
    triples: Iterable[Statements], standing: set[str]
) -> Iterator[Statements]:
    """Pass statements on, and add the organizations that triples describe."""
    for triple in triples:
        if isinstance(triple, Triple):
            node = triple.subject
            described = triple.object == SCHEMA.Organization and triple.predicate == RDF.type
            if described and isinstance(node, NamedNode):
                standing.add(node.value)
        yield triple


def _kept_apart(
    resolution: Resolution,
    joined: Joined,
    names: Names,
    addresses: Addresses,
    standing: set[str],
) -> Iterator[Triple]:
    """Yield which things a curator keeps apart, either way round."""
    for kind, *keys in (*(("person", *pair) for pair in resolution.apart), *joined.apart):
        a, b = (addresses.thing(kind, key, names.label(kind, key, key)) for key in keys)
        if a != b and {a.value, b.value} <= standing:
            yield Triple(a, OWL.differentFrom, b)
            yield Triple(b, OWL.differentFrom, a)
