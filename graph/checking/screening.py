"""Finds, fast, the things that may break a shape, so that SHACL has to look at few of them.

SHACL engines visit every thing with every constraint, which takes minutes where this takes a
second. Nothing is decided here: what passes the screen surely conforms; whatever fails it, or meets
a constraint that is not known here, is handed to pySHACL, whose report is the one that counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

import rdflib
from pyoxigraph import BlankNode, Literal, NamedNode
from rdflib import SH

from hallway.graph.vocabulary import HW, RDF, XSD

__all__ = ["Fact", "Index", "Screen", "Term"]

Term = NamedNode | BlankNode | Literal
Fact = tuple[Term, NamedNode, Term]
Test = Callable[["Index", Term, list[Term]], bool]
Maker = Callable[[rdflib.Graph, rdflib.term.Node], Test]

# Say nothing about conformance.
_SILENT = {SH.path, SH.message, SH.description, SH.name, SH.order, SH.severity}
_RDF_TYPE = rdflib.RDF.type
_NODE_SHAPE = {SH.property, SH.targetClass, SH.sparql, _RDF_TYPE, rdflib.RDFS.label}
_SUGGESTED = rdflib.URIRef("https://w3id.org/hallway/shapes#link-suggestedIsNoFact")


class Index:
    """The triples by subject and property, and the things by class."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self.said: dict[Term, dict[NamedNode, list[Term]]] = {}
        self.members: dict[NamedNode, list[Term]] = {}
        for subject, predicate, value in facts:
            self.said.setdefault(subject, {}).setdefault(predicate, []).append(value)
            if predicate == RDF.type and isinstance(value, NamedNode):
                self.members.setdefault(value, []).append(subject)

    def values(self, subject: Term, predicate: NamedNode) -> list[Term]:
        """Return what a property says of a thing."""
        return self.said.get(subject, {}).get(predicate, [])

    def is_a(self, thing: Term, kind: NamedNode) -> bool:
        """Tell whether the type is written out."""
        return kind in self.values(thing, RDF.type)

    def said_by(self, link: Term) -> Iterator[Fact]:
        """Yield what a link says; one fact unless it is broken."""
        for subject in self.values(link, RDF.subject):
            for predicate in self.values(link, RDF.predicate):
                if isinstance(predicate, NamedNode):
                    for value in self.values(link, RDF.object):
                        yield subject, predicate, value


@dataclass(frozen=True, slots=True)
class _Property:
    """A property shape whose every constraint is known here."""

    path: NamedNode
    tests: tuple[Test, ...]


class Screen:
    """The shapes, made ready to be tried on many things.

    Parameters
    ----------
    shapes
        A shapes graph. Node shapes with ``sh:targetClass`` are looked at.
    """

    def __init__(self, shapes: rdflib.Graph) -> None:
        self._shapes = shapes
        self.targets: dict[NamedNode, tuple[_Property, ...]] = {}
        for shape in sorted(set(shapes.subjects(_RDF_TYPE, SH.NodeShape)), key=str):
            properties = self._properties(shape)
            for kind in sorted(shapes.objects(shape, SH.targetClass), key=str):
                known = self.targets.get(NamedNode(str(kind)), ())
                self.targets[NamedNode(str(kind))] = known + properties

    def suspects(self, index: Index) -> Iterator[Term]:
        """Yield the things that may break a shape, each once, in no particular order."""
        seen: set[Term] = set()
        for kind, properties in self.targets.items():
            for thing in index.members.get(kind, ()):
                if thing in seen:
                    continue
                if not all(_passes(index, thing, one) for one in properties):
                    seen.add(thing)
                    yield thing

    def _properties(self, shape: rdflib.term.Node) -> tuple[_Property, ...]:
        found = self._shapes.objects(shape, SH.property)
        known = [self._property(one) for one in sorted(found, key=str)]
        constraints = set(self._shapes.objects(shape, SH.sparql))
        if _SUGGESTED in constraints:
            known.append(_Property(HW.status, (_no_fact,)))
        others = set(self._shapes.predicates(shape)) - _NODE_SHAPE
        if others or constraints - {_SUGGESTED}:
            known.append(_Property(RDF.type, (_never,)))
        return tuple(known)

    def _property(self, node: rdflib.term.Node) -> _Property:
        path = self._shapes.value(node, SH.path)
        if not isinstance(path, rdflib.URIRef):
            return _longer(self._shapes, node, path)
        return _Property(NamedNode(str(path)), tuple(_tests(self._shapes, node)))


def _passes(index: Index, thing: Term, one: _Property) -> bool:
    values = index.values(thing, one.path)
    return all(test(index, thing, values) for test in one.tests)


def _never(index: Index, thing: Term, values: list[Term]) -> bool:
    """Suspect everything."""
    return False


def _no_fact(index: Index, thing: Term, values: list[Term]) -> bool:
    """Pass a link unless it is suggested and yet stated."""
    if HW.suggested not in values:
        return True
    for subject in index.values(thing, RDF.subject):
        for predicate in index.values(thing, RDF.predicate):
            stated = index.values(subject, predicate) if isinstance(predicate, NamedNode) else []
            if set(stated) & set(index.values(thing, RDF.object)):
                return False
    return True


def _longer(
    shapes: rdflib.Graph, node: rdflib.term.Node, path: rdflib.term.Node | None
) -> _Property:
    """Pass a thing that lacks the first step of a repeated path, or what it must not meet."""
    step = shapes.value(path, SH.oneOrMorePath) if path is not None else None
    other = shapes.value(node, SH.disjoint)
    if not isinstance(step, rdflib.URIRef) or not isinstance(other, rdflib.URIRef):
        return _Property(RDF.type, (_never,))
    apart = NamedNode(str(other))
    return _Property(
        NamedNode(str(step)),
        (lambda index, thing, values: not values or not index.values(thing, apart),),
    )


def _tests(shapes: rdflib.Graph, node: rdflib.term.Node) -> Iterator[Test]:
    """Make a test of each constraint; one that is not known makes everything suspect."""
    for predicate, value in shapes.predicate_objects(node):
        if predicate in _SILENT or predicate == _RDF_TYPE:
            continue
        maker = _MAKERS.get(str(predicate).removeprefix(str(SH)))
        yield maker(shapes, value) if maker else _never


def _number(term: Term) -> float | None:
    """Read a number; None for anything else."""
    if not isinstance(term, Literal) or term.datatype not in (XSD.integer, XSD.decimal):
        return None
    try:
        return float(term.value)
    except ValueError:
        return None


def _each(check: Callable[[Index, Term], bool]) -> Test:
    return lambda index, thing, values: all(check(index, value) for value in values)


def _count(keep: Callable[[int, int], bool]) -> Maker:
    def make(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
        bound = int(str(value))
        return lambda index, thing, values: keep(len(values), bound)

    return make


def _range(keep: Callable[[float, float], bool]) -> Maker:
    def make(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
        bound = float(str(value))

        def check(index: Index, term: Term) -> bool:
            number = _number(term)
            return number is not None and keep(number, bound)

        return _each(check)

    return make


def _datatype(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    wanted = NamedNode(str(value))
    # A malformed lexical form breaks sh:datatype too; pyoxigraph keeps such literals as they are,
    # so only what reads as a number is passed here for the two types that are counted with.
    counted = wanted in (XSD.integer, XSD.decimal)

    def check(index: Index, term: Term) -> bool:
        if not isinstance(term, Literal) or term.datatype != wanted:
            return False
        if counted:
            return re.fullmatch(r"[+-]?\d+(\.\d+)?", term.value, re.ASCII) is not None
        return wanted == XSD.string or _lexical(wanted, term.value)

    return _each(check)


_PLAIN = {
    XSD.date: re.compile(r"\d{4}-\d\d-\d\d", re.ASCII),
    XSD.dateTime: re.compile(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-](0\d|1[0-3]):[0-5]\d)?", re.ASCII
    ),
    XSD.duration: re.compile(r"P(\d{1,3}D)?(T(?=\d)(\d{1,4}H)?(\d{1,4}M)?(\d{1,6}S)?)?", re.ASCII),
    XSD.boolean: re.compile(r"true|false"),
}


def _lexical(datatype: NamedNode, value: str) -> bool:
    """Pass the plain forms of a datatype that name a value; rarer forms are suspect."""
    plain = _PLAIN.get(datatype)
    if plain is None or plain.fullmatch(value) is None or value == "P":
        return False
    if datatype in (XSD.date, XSD.dateTime):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            return False
    return True


def _class(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    kind = NamedNode(str(value))
    return _each(lambda index, term: index.is_a(term, kind))


def _node_kind(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    only_iri = value == SH.IRI
    return _each(lambda index, term: only_iri and isinstance(term, NamedNode))


def _in(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    allowed = {str(member) for member in shapes.items(value)}
    return _each(lambda index, term: isinstance(term, NamedNode) and term.value in allowed)


def _has_value(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    wanted = NamedNode(str(value))
    return lambda index, thing, values: wanted in values


def _pattern(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    plain = re.compile(str(value))
    return _each(
        lambda index, term: not isinstance(term, BlankNode) and plain.search(term.value) is not None
    )


def _min_length(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    bound = int(str(value))
    return _each(lambda index, term: not isinstance(term, BlankNode) and len(term.value) >= bound)


def _or(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    choices = [tuple(_tests(shapes, member)) for member in shapes.items(value)]
    return lambda index, thing, values: all(
        any(all(test(index, thing, [one]) for test in choice) for choice in choices)
        for one in values
    )


def _disjoint(shapes: rdflib.Graph, value: rdflib.term.Node) -> Test:
    other = NamedNode(str(value))
    return lambda index, thing, values: (
        not values or not (set(values) & set(index.values(thing, other)))
    )


_MAKERS: dict[str, Maker] = {
    "class": _class,
    "datatype": _datatype,
    "disjoint": _disjoint,
    "hasValue": _has_value,
    "in": _in,
    "maxCount": _count(lambda count, bound: count <= bound),
    "maxInclusive": _range(lambda number, bound: number <= bound),
    "minCount": _count(lambda count, bound: count >= bound),
    "minInclusive": _range(lambda number, bound: number >= bound),
    "minLength": _min_length,
    "nodeKind": _node_kind,
    "or": _or,
    "pattern": _pattern,
}
