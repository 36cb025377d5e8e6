"""An RDF graph in memory, asked by lists of properties that mean the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyoxigraph import BlankNode, Literal, NamedNode, Quad

__all__ = ["Graph", "Node", "expanded", "local_name"]

Node = NamedNode | BlankNode

_PREFIXES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dct": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "ical": "http://www.w3.org/2002/12/cal/ical#",
    "icaltzd": "http://www.w3.org/2002/12/cal/icaltzd#",
    "swc": "http://data.semanticweb.org/ns/swc/ontology#",
    "swrc": "http://swrc.ontoware.org/ontology#",
    "ext": "http://www.cs.vu.nl/~mcaklein/onto/swrc_ext/2005/05#",
    "bibo": "http://purl.org/ontology/bibo/",
    "org": "http://www.w3.org/ns/org#",
    "xl": "http://xmllondon.com/ns/swc/ontology#",
    "site": "http://ns.ontowiki.net/SysOnt/Site/",
    "schema": "https://schema.org/",
    "hw": "https://w3id.org/hallway#",
}
_SCHEMA_OLD = re.compile(r"^http://(?:www\.)?schema\.org/")
_MEMBER = re.compile(r"^http://www\.w3\.org/1999/02/22-rdf-syntax-ns#_([1-9]\d{0,6})$")
_LANGUAGES = ("en", "", "de", "fr", "es", "it", "nl", "pt", "ja")


def expanded(names: str) -> tuple[str, ...]:
    """Return the IRIs of names such as ``schema:name foaf:name``.

    >>> expanded("rdfs:label")
    ('http://www.w3.org/2000/01/rdf-schema#label',)
    """
    pairs = (name.split(":", 1) for name in names.split())
    return tuple(_PREFIXES[prefix] + name for prefix, name in pairs)


def local_name(iri: str) -> str:
    """Return what stands behind the last ``#`` or ``/``."""
    return re.split(r"[#/]", iri.rstrip("/#"))[-1]


(_TYPE,) = expanded("rdf:type")
_LIST = expanded("rdf:first rdf:rest")


class Graph:
    """The triples of one source by subject and by object, in the order of the source.

    ``http://schema.org/`` counts as ``https://schema.org/``; an IRI that ends in a blank counts
    as the one without.

    Parameters
    ----------
    quads
        In the order of the source; those of named graphs are merged.

    Attributes
    ----------
    repaired
        IRIs that had blanks around them, as they stood.
    """

    def __init__(self, quads: Iterable[Quad]) -> None:
        self._out: dict[Node, dict[str, list[object]]] = {}
        self._in: dict[str, dict[Node, list[Node]]] = {}  # by predicate, then by object
        self._clean: dict[str, NamedNode] = {}
        self.repaired: list[str] = []
        self.size = 0
        for quad in quads:
            subject, target = self._term(quad.subject), self._term(quad.object)
            if not isinstance(subject, NamedNode | BlankNode):
                continue
            predicate = _SCHEMA_OLD.sub("https://schema.org/", quad.predicate.value)
            values = self._out.setdefault(subject, {}).setdefault(predicate, [])
            values.append(target)
            self.size += 1
            if isinstance(target, NamedNode | BlankNode) and predicate not in _LIST:
                self._in.setdefault(predicate, {}).setdefault(target, []).append(subject)

    def _term(self, term: object) -> object:
        if not isinstance(term, NamedNode):
            return term
        iri = term.value.strip()
        if iri != term.value:
            self.repaired.append(term.value)
        if iri.startswith("http://schema.org/") or iri != term.value:
            iri = _SCHEMA_OLD.sub("https://schema.org/", iri)
            if iri not in self._clean:
                try:
                    self._clean[iri] = NamedNode(iri)
                except ValueError:  # what no IRI can hold; links are repaired where they are read
                    self._clean[iri] = term
            return self._clean[iri]
        return term

    def subjects(self) -> Iterator[Node]:
        """Yield every subject, in the order of the source."""
        yield from self._out

    def __contains__(self, node: Node) -> bool:
        """Tell whether anything is said of a node."""
        return node in self._out

    def types(self, node: Node) -> frozenset[str]:
        """Return the IRIs of the classes of a node."""
        return frozenset(
            one.value
            for one in self._out.get(node, {}).get(_TYPE, ())
            if isinstance(one, NamedNode)
        )

    def values(self, node: Node, properties: tuple[str, ...]) -> list[object]:
        """Return the values of the properties, each once, the first property first."""
        said = self._out.get(node)
        if not said:
            return []
        found = [value for one in properties if one in said for value in said[one]]
        return list(dict.fromkeys(found)) if len(found) > 1 else found

    def nodes(self, node: Node, properties: tuple[str, ...]) -> list[Node]:
        """Return the values that are no texts."""
        return [
            one for one in self.values(node, properties) if isinstance(one, NamedNode | BlankNode)
        ]

    def users(self, node: Node, properties: tuple[str, ...]) -> list[Node]:
        """Return the subjects that have the node as a value of the properties."""
        found = (one for name in properties for one in self._in.get(name, {}).get(node, ()))
        return list(dict.fromkeys(found))

    def texts(self, node: Node, properties: tuple[str, ...]) -> list[str]:
        """Return the literals of the properties: of several languages English, else the first."""
        found: list[str] = []
        said = self._out.get(node, {})
        for one in properties:
            if one not in said:
                continue
            literals = [v for v in self.values(node, (one,)) if isinstance(v, Literal)]
            tags = {(value.language or "").partition("-")[0].casefold() for value in literals}
            if len(tags) > 1:
                tag = next((tag for tag in _LANGUAGES if tag in tags), sorted(tags)[0])
                literals = [
                    value
                    for value in literals
                    if (value.language or "").partition("-")[0].casefold() == tag
                ]
            found += [value.value for value in literals if value.value.strip()]
        return list(dict.fromkeys(found))

    def text(self, node: Node, properties: tuple[str, ...]) -> str:
        """Return the first text of the first property that has one, else ""."""
        said = self._out.get(node, {})
        for one in properties:
            if one in said and (found := self.texts(node, (one,))):
                return found[0]
        return ""

    def members(self, node: Node) -> list[object]:
        """Return the members of a container or list in its order; empty for anything else."""
        numbered = [
            (int(found[1]), value)
            for one, values in self._out.get(node, {}).items()
            if (found := _MEMBER.match(one))
            for value in values
        ]
        if numbered:
            return [value for _, value in sorted(numbered, key=lambda pair: pair[0])]
        first, rest = _LIST
        listed: list[object] = []
        seen: set[Node] = set()
        while node in self._out and node not in seen and first in self._out[node]:
            seen.add(node)
            listed.append(self._out[node][first][0])
            following = self.nodes(node, (rest,))
            if not following:
                break
            node = following[0]
        return listed
