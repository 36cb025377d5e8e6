"""The series of an event in an RDF graph: its editions, and what else it is called."""

from __future__ import annotations

from pyoxigraph import BlankNode, Literal, NamedNode

from hallway.graph.formats.rdf.terms import Graph, Node, expanded

__all__ = ["editions", "names_of_series", "other_names"]

_NAME = expanded("schema:name dc:title dct:title rdfs:label skos:prefLabel foaf:name ical:summary")
_OTHER = expanded("schema:alternateName skos:altLabel")
_SERIES, _BEFORE = expanded("hw:inSeries"), expanded("schema:successorOf")
_EDITION = expanded("hw:edition")


def other_names(graph: Graph, node: Node) -> tuple[str, ...]:
    """Return what else a node is called, in any language."""
    return tuple(
        dict.fromkeys(one.value for one in graph.values(node, _OTHER) if isinstance(one, Literal))
    )


def names_of_series(graph: Graph, node: Node) -> tuple[str, ...]:
    """Return what else the series of an event is called."""
    every = (name for one in graph.nodes(node, _SERIES) for name in other_names(graph, one))
    return tuple(dict.fromkeys(every))


def editions(graph: Graph, node: Node) -> list[str]:
    """Return editions by name, oldest first; a container has the newest first."""
    found: list[str] = []
    for series in graph.nodes(node, _SERIES):
        editions = [(graph.text(one, _EDITION), one) for one in graph.users(series, _SERIES)]
        numbered = sorted(
            (int(number), graph.text(one, _NAME))
            for number, one in editions
            if number.isdecimal() and len(number) < 9
        )
        return [name for _, name in numbered if name]
    seen = {node}
    queue = graph.nodes(node, _BEFORE)
    while queue and len(found) < 200:
        one = queue.pop(0)
        if one in seen:
            continue
        seen.add(one)
        members = graph.members(one)
        if members:
            queue += [two for two in members if isinstance(two, NamedNode | BlankNode)]
        elif name := graph.text(one, _NAME):
            found.append(name)
        queue += graph.nodes(one, _BEFORE)
    return found[::-1]
