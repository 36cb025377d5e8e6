"""Triples of a source itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.addresses import Addresses
from hallway.graph.keys import Identity
from hallway.graph.programme import Programme
from hallway.graph.vocabulary import DCTERMS, HW, PROV, RDF, RDFS, SCHEMA

__all__ = ["SourceRecord", "source_triples"]


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


def source_triples(
    programme: Programme, source: SourceRecord, addresses: Addresses
) -> Iterator[Triple]:
    """Yield what a source is: its file, its format and what read it."""
    node = NamedNode(f"{addresses.base}id/source/{source.slug}")
    yield Triple(node, RDF.type, HW.Source)
    yield Triple(node, RDF.type, PROV.Entity)
    yield Triple(node, RDFS.label, Literal(source.name))
    yield Triple(node, DCTERMS.format, Literal(programme.format))
    yield Triple(node, HW.digest, Literal(source.digest))
    yield Triple(node, HW.reader, Literal(f"{programme.format} {programme.reader_version}"))
    if programme.licence:
        yield Triple(node, SCHEMA.license, Literal(programme.licence))
