"""Namespaces and the IRIs of every term that Hallway writes, in one place."""

from __future__ import annotations

from pyoxigraph import NamedNode

__all__ = [
    "DCTERMS", "HW", "KINDS", "OWL", "PREFIXES", "PROV", "RDF", "RDFS", "SCHEMA", "SKOS", "XSD",
]  # fmt: skip


class Namespace:
    """An IRI prefix; ``HW.Talk`` and ``HW["Talk"]`` are `NamedNode` terms.

    >>> SCHEMA.name
    <NamedNode value=https://schema.org/name>
    """

    def __init__(self, iri: str) -> None:
        self.iri = iri
        self._terms: dict[str, NamedNode] = {}

    def __getitem__(self, name: str) -> NamedNode:
        """Return the term with this local name."""
        term = self._terms.get(name)
        if term is None:
            term = self._terms[name] = NamedNode(self.iri + name)
        return term

    def __getattr__(self, name: str) -> NamedNode:
        """Return the term with this local name."""
        if name.startswith("__"):
            raise AttributeError(name)
        term = self.__dict__[name] = self[name]  # found without asking from now on
        return term


HW = Namespace("https://w3id.org/hallway#")
SCHEMA = Namespace("https://schema.org/")
SKOS = Namespace("http://www.w3.org/2004/02/skos/core#")
RDF = Namespace("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
RDFS = Namespace("http://www.w3.org/2000/01/rdf-schema#")
OWL = Namespace("http://www.w3.org/2002/07/owl#")
XSD = Namespace("http://www.w3.org/2001/XMLSchema#")
PROV = Namespace("http://www.w3.org/ns/prov#")
DCTERMS = Namespace("http://purl.org/dc/terms/")

PREFIXES = {
    "dcterms": DCTERMS.iri,
    "hw": HW.iri,
    "owl": OWL.iri,
    "prov": PROV.iri,
    "rdf": RDF.iri,
    "rdfs": RDFS.iri,
    "schema": SCHEMA.iri,
    "skos": SKOS.iri,
    "xsd": XSD.iri,
}
"""The prefixes of our files, queries and pages."""

KINDS: dict[str, NamedNode] = {
    "event": HW.Event,
    "series": HW.EventSeries,
    "talk": HW.Talk,
    "person": SCHEMA.Person,
    "organization": SCHEMA.Organization,
    "topic": HW.Topic,
    "audience": HW.Audience,
    "place": SCHEMA.Place,
}
"""The eight kinds of thing that have pages, a colour and a shape: kind -> its class."""
