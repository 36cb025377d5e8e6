"""Triples of topics, organizations and other things that are known by a name alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.keys import concept_key
from hallway.graph.statements.names import Names
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, SKOS

__all__ = ["Concepts", "named", "scheme_triples"]

SCHEMES = {
    "topics": (HW.Topic, "Topics"),
    "audiences": (HW.Audience, "Audiences"),
    "tracks": (HW.Track, "Tracks"),
    "kinds": (HW.TalkKind, "Kinds of talk"),
    "roles": (HW.Role, "Roles"),
}


def scheme_triples(addresses: Addresses) -> Iterator[Triple]:
    """Yield the concept schemes."""
    for name, (_, title) in SCHEMES.items():
        scheme = addresses.scheme(name)
        yield Triple(scheme, RDF.type, SKOS.ConceptScheme)
        yield Triple(scheme, RDFS.label, Literal(title))


class Concepts:
    """Writes things by the names that were settled on.

    Parameters
    ----------
    addresses
        Mints the IRIs.
    names
        Settled over all sources.
    """

    def __init__(self, addresses: Addresses, names: Names) -> None:
        self._addresses = addresses
        self._names = names

    def organization(self, name: str) -> tuple[NamedNode, str]:
        """Return the address and the label of the organization that is printed so."""
        key = self._names.key("organization", name)
        label = self._names.label("organization", key, name)
        return self._addresses.thing("organization", key, label), label

    def organizations(
        self, node: NamedNode, relation: NamedNode, printed: Sequence[str]
    ) -> Iterator[Triple]:
        """Yield that a thing is related to organizations, and what these are."""
        for name in printed:
            organization = self.organization(name)
            yield Triple(node, relation, organization[0])
            yield from named(*organization, SCHEMA.Organization)

    def related(
        self, node: NamedNode, predicate: NamedNode, kind: str, labels: Sequence[str]
    ) -> Iterator[Triple]:
        """Yield that a thing is related to concepts of a kind, and what these are."""
        for label in labels:
            key = self._names.key(kind, label)
            if not key:
                continue
            shown = self._names.label(kind, key, label)
            concept = self._addresses.thing(kind, key, shown)
            yield Triple(node, predicate, concept)
            yield from self.concept(concept, kind, shown)
            printed = self._names.spellings.get((kind, concept_key(label)))
            if printed is not None and concept_key(printed) != concept_key(shown):
                yield Triple(concept, SKOS.altLabel, Literal(printed))

    def concept(self, node: NamedNode, kind: str, label: str) -> Iterator[Triple]:
        """Yield what a concept is."""
        scheme = f"{kind}s"
        yield Triple(node, RDF.type, SCHEMES[scheme][0])
        yield Triple(node, RDF.type, SKOS.Concept)
        if kind == "audience":
            yield Triple(node, RDF.type, SCHEMA.Audience)
        yield Triple(node, SKOS.prefLabel, Literal(label))
        yield Triple(node, RDFS.label, Literal(label))
        yield Triple(node, SKOS.inScheme, self._addresses.scheme(scheme))


def named(node: NamedNode, label: str, *types: NamedNode) -> Iterator[Triple]:
    """Yield the types of a thing, and its name."""
    for one in types:
        yield Triple(node, RDF.type, one)
    yield Triple(node, RDFS.label, Literal(label))
    yield Triple(node, SCHEMA.name, Literal(label))
