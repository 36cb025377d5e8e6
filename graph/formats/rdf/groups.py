"""The organizations of an event in an RDF graph: who sponsors it, and who holds it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyoxigraph import BlankNode, Literal, NamedNode

from hallway.graph.formats.rdf.terms import Graph, Node, expanded, local_name

__all__ = ["organizers", "sponsors"]

_NAME = expanded("foaf:name schema:name schema:legalName rdfs:label skos:prefLabel")
_SPONSOR = expanded("schema:sponsor schema:funder swc:hasSponsor")
_SPONSORS = expanded("xl:sponsorsEvent schema:sponsorOf")
_ORGANIZER = expanded("schema:organizer")
_HELD_BY, _HOLDS = expanded("swc:heldBy"), expanded("swc:holdsRole")
_ROLE_AT, _HAS_ROLE = expanded("swc:isRoleAt"), expanded("swc:hasRole")
_SPONSORING = re.compile(r"(?<!by )\bsponsor(?:s|ship)?$", re.IGNORECASE)
_GROUP = re.compile(r"Organi[sz]ation|Group|Company|Corporation|University|NGO")


def sponsors(graph: Graph, node: Node) -> tuple[str, ...]:
    """Return the names of those who sponsor an event: by property, container or role."""
    found = [*graph.values(node, _SPONSOR), *graph.users(node, _SPONSORS)]
    for role in dict.fromkeys([*graph.nodes(node, _HAS_ROLE), *graph.users(node, _ROLE_AT)]):
        said = [graph.text(role, _NAME), *map(local_name, graph.types(role))]
        if any(map(_SPONSORING.search, said)):
            found += [*graph.values(role, _HELD_BY), *graph.users(role, _HOLDS)]
    return tuple(dict.fromkeys(_names(graph, found)))


def organizers(graph: Graph, node: Node) -> tuple[str, ...]:
    """Return the names of the organizations that hold an event; people are read elsewhere."""
    found = [
        one
        for one in graph.nodes(node, _ORGANIZER)
        if any(map(_GROUP.search, map(local_name, graph.types(one)))) and not graph.members(one)
    ]
    return tuple(dict.fromkeys(_names(graph, found)))


def _names(graph: Graph, values: Iterable[object]) -> Iterator[str]:
    """Yield names; those of a container are those of its members."""
    named = (two for one in values for two in (_members(graph, one) or [one]))
    for value in named:
        if isinstance(value, Literal):
            yield value.value
        elif isinstance(value, NamedNode | BlankNode):
            if name := graph.text(value, _NAME):
                yield name


def _members(graph: Graph, value: object) -> list[object]:
    return graph.members(value) if isinstance(value, NamedNode | BlankNode) else []
