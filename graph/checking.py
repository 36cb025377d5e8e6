"""Checks a graph against the shapes and against what no shape can say, and tells it to people."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import rdflib
from pyoxigraph import (
    BlankNode,
    DefaultGraph,
    Literal,
    NamedNode,
    Quad,
    RdfFormat,
    Store,
    Triple,
    parse,
)  # fmt: skip
from rdflib import SH

from hallway.graph.curation.decision_checks import violated
from hallway.graph.errors import OntologyError, SiteError
from hallway.graph.reconciling.settling import SINGLE
from hallway.graph.screening import Fact, Index, Screen, Term
from hallway.graph.vocabulary import DCTERMS, HW, RDF, RDFS, SCHEMA, SKOS

__all__ = ["Finding", "Report", "check"]

_RULES = 'see docs/model.md, "Graphs"'


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not conform.

    Attributes
    ----------
    thing, label
        IRI of the thing and its name; the name is empty when it has none.
    what
        What is wrong, to be read after the name: ``belongs to no event``.
    remedy
        What to do about it.
    value
        The offending value; empty when something is missing.
    rule
        Name of the shape, or of the check of this module.
    """

    thing: str
    label: str
    what: str
    remedy: str
    value: str
    rule: str

    def __str__(self) -> str:
        """Name the thing and what is wrong; then the remedy on a line of its own."""
        name = f'"{self.label}" ' if self.label else ""
        value = f" ({self.value[:200]})" if self.value else ""
        return f"{name}<{self.thing}> {self.what}{value}\n  {self.remedy}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes
    ----------
    findings
        Sorted by rule, then by thing.
    things
        Number of things looked at.
    unlooked
        Number of suspect things that pySHACL did not look at, since `most_things` was reached.
    most_things
        The bound that was set.
    """

    findings: tuple[Finding, ...]
    things: int
    unlooked: int = 0
    most_things: int = 0

    @property
    def conforms(self) -> bool:
        """Whether nothing was found, and nothing was left to look at."""
        return not self.findings and not self.unlooked

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain values for JSON."""
        return {
            "conforms": self.conforms,
            "things": self.things,
            "unlooked": self.unlooked,
            "most_things": self.most_things,
            "findings": [asdict(finding) for finding in self.findings],
        }

    def __str__(self) -> str:
        """Tell every finding, then a sentence that sums up."""
        lines = [str(finding) for finding in self.findings]
        if self.unlooked:
            lines.append(
                f"{self.unlooked:,} more things are suspect and were not looked at "
                f"(most_things is {self.most_things:,})\n  put the first ones right, or raise it"
            )
        if self.conforms:
            lines.append(f"{self.things:,} things conform")
        else:
            wrong = len({finding.thing for finding in self.findings})
            lines.append(f"{wrong:,} of {self.things:,} things do not conform")
        return "\n".join(lines)


def check(
    graph: str | Path | Store | Iterable[Quad],
    *,
    base: str,
    most_things: int = 2000,
    sampled: int = 5,
) -> Report:
    """Check a dataset: its default graph against the shapes, and all of it for integrity.

    A fast screen finds the things that may break a shape; pySHACL then looks at these, and its
    word counts. So a graph of any size is checked whole.

    Parameters
    ----------
    graph
        A file of N-Quads, a store, or quads.
    base
        Base IRI of the site: things are inside ``{base}id/``.
    most_things
        Most suspect things that pySHACL looks at; with more, the report says how many were left
        and does not conform.
    sampled
        Things of each class that pySHACL looks at whatever the screen says of them.

    Raises
    ------
    SiteError
        The file cannot be read.
    OntologyError
        The shapes cannot be read.
    """
    default, named, broken = _read(graph)
    index = Index(default)
    labels = {s: said[RDFS.label][0].value for s, said in index.said.items() if RDFS.label in said}
    shapes, screen = _shapes()
    suspects = sorted(set(screen.suspects(index)), key=str)
    chosen = set(suspects[:most_things])
    for kind in screen.targets:
        chosen.update(sorted(index.members.get(kind, ()), key=str)[:sampled])
    raw = [*_integrity(index, named, broken, base)]
    if chosen:
        raw += _shacl(index, chosen, shapes)
    unique = {(rule, thing, value): (what, remedy) for rule, thing, what, remedy, value in raw}
    found = (
        Finding(thing.value, labels.get(thing, ""), *told, value=value, rule=rule)
        for (rule, thing, value), told in unique.items()
    )
    ordered = tuple(sorted(found, key=lambda one: (one.rule, one.thing, one.value)))
    left = max(0, len(suspects) - most_things)
    return Report(ordered, len(index.said), left, most_things)


Raw = tuple[str, Term, str, str, str]
"""Rule, thing, what is wrong, what to do, the value."""


@cache
def _shapes() -> tuple[rdflib.Graph, Screen]:
    """Read the shapes that ship with this package."""
    file = files("hallway.ontology").joinpath("shapes.ttl")
    graph = rdflib.Graph()
    try:
        graph.parse(data=file.read_text("utf-8"), format="turtle")
    except (OSError, ValueError, SyntaxError) as error:
        raise OntologyError(str(error), where=str(file), remedy="reinstall the package") from error
    return graph, Screen(graph)


def _read(
    graph: str | Path | Store | Iterable[Quad],
) -> tuple[list[Fact], dict[Fact, Term], set[Term]]:
    """Split a dataset: the default graph, the named graphs' facts, and the blank nodes."""
    if isinstance(graph, str | Path):
        if not Path(graph).is_file():
            raise SiteError("there is no such file", where=str(graph), remedy="build the site")
        graph = parse(path=str(graph), format=RdfFormat.N_QUADS)
    default: list[Fact] = []
    named: dict[Fact, Term] = {}
    blank: set[Term] = set()
    same: dict[Any, Any] = {}  # one object for equal terms: a third of the memory
    for quad in graph:
        if isinstance(quad.subject, Triple) or isinstance(quad.object, Triple):
            continue  # RDF 1.1 has no triple terms, and no reader makes one
        subject: Term = same.setdefault(quad.subject, quad.subject)
        predicate: NamedNode = same.setdefault(quad.predicate, quad.predicate)
        value: Term = same.setdefault(quad.object, quad.object)
        if type(subject) is BlankNode:
            blank.add(subject)
        if type(value) is BlankNode:
            blank.add(value)
        if isinstance(quad.graph_name, DefaultGraph):
            default.append((subject, predicate, value))
        else:
            named[subject, predicate, value] = quad.graph_name
    return default, named, blank


def _integrity(index: Index, named: dict[Fact, Term], blank: set[Term], base: str) -> Iterator[Raw]:
    """Check what no shape can say."""
    for node in blank:
        yield "no-blank-node", node, "is a blank node", "give every thing an address", ""
    yield from _described(index, base + "id/")
    yield from _merged(index, named)
    yield from _suggested(index, named)
    yield from _broader(index)
    yield from _ordered(index)
    yield from violated(index)


def _described(index: Index, inside: str) -> Iterator[Raw]:
    """Check that every thing has a label, and that every object inside the site is described."""
    for subject, said in index.said.items():
        if isinstance(subject, Literal) or index.is_a(subject, HW.Decision):
            continue  # a decision may name what it made disappear
        moved = said.keys() == {DCTERMS.isReplacedBy}
        nameless = moved or HW.WithheldPerson in said.get(RDF.type, ())
        if subject.value.startswith(inside) and RDFS.label not in said and not nameless:
            yield "labelled", subject, "has no label", "give exactly one plain rdfs:label", ""
        for values in said.values():
            for value in values:
                if not isinstance(value, NamedNode) or not value.value.startswith(inside):
                    continue
                if value not in index.said:
                    remedy = "describe it, or drop what points to it"
                    yield "described", subject, "points to a thing unknown", remedy, value.value


def _merged(index: Index, named: dict[Fact, Term]) -> Iterator[Raw]:
    """Check that the default graph holds what the named graphs state, and nothing else.

    Of what a thing can have once it holds the value that was settled on (`settling`).
    """
    if not named:
        return
    for (subject, predicate, value), graph in named.items():
        held = index.said.get(subject, {}).get(predicate, ())
        if value not in held and not (held and predicate in SINGLE):
            what = "has a fact in a named graph that the default graph lacks"
            where = f"{predicate.value} in {graph.value}"
            yield "written-out", subject, what, _RULES, where
    for subject, said in index.said.items():
        for predicate, values in said.items():
            for value in values:
                if (subject, predicate, value) not in named:
                    what = "has a fact in the default graph that no named graph states"
                    yield "written-out", subject, what, _RULES, predicate.value


def _suggested(index: Index, named: dict[Fact, Term]) -> Iterator[Raw]:
    """Check that no named graph states what is only suggested; a shape checks the default one."""
    for link in index.members.get(HW.Link, ()):
        if HW.suggested not in index.values(link, HW.status):
            continue
        for fact in _about(index, link):
            if fact in named:
                what = "is only suggested, and yet stated in a named graph"
                remedy = "drop the plain triple, or accept it"
                yield "suggested", link, what, remedy, named[fact].value


def _about(index: Index, link: Term) -> Iterator[Fact]:
    """Yield what a link says; one fact unless it is broken."""
    for subject in index.values(link, RDF.subject):
        for predicate in index.values(link, RDF.predicate):
            if isinstance(predicate, NamedNode):
                for value in index.values(link, RDF.object):
                    yield subject, predicate, value


def _broader(index: Index) -> Iterator[Raw]:
    """Check that no concept is broader than itself, over any number of steps."""
    state: dict[Term, int] = {}  # 1: on the way, 2: done
    for start in sorted(index.members.get(SKOS.Concept, ()), key=str):
        way: list[tuple[Term, Iterator[Term]]] = []
        if state.get(start) is None:
            state[start] = 1
            way.append((start, iter(index.values(start, SKOS.broader))))
        while way:
            concept, rest = way[-1]
            step = next(rest, None)
            if step is None:
                state[concept] = 2
                way.pop()
            elif state.get(step) == 1:
                remedy = "break the circle of skos:broader"
                yield "broader-circle", concept, "is broader than itself", remedy, step.value
            elif state.get(step) is None:
                state[step] = 1
                way.append((step, iter(index.values(step, SKOS.broader))))


def _ordered(index: Index) -> Iterator[Raw]:
    """Check that nothing ends before it starts, where the two can be compared.

    Not a shape: pySHACL's ``sh:lessThanOrEquals`` ends in an error when one is malformed.
    """
    for kind in (HW.Event, HW.Session, HW.Slot, HW.Talk):
        for thing in index.members.get(kind, ()):
            starts = index.values(thing, SCHEMA.startDate)
            ends = index.values(thing, SCHEMA.endDate)
            if len(starts) == len(ends) == 1 and _later(starts[0].value, ends[0].value):
                remedy = "put its start or its end right"
                yield "ends-after-start", thing, "ends before it starts", remedy, ends[0].value


def _later(one: str, other: str) -> bool:
    """Tell whether a date or time is later than another of the same form."""
    if len(one) != len(other):
        return False
    try:
        return datetime.fromisoformat(one) > datetime.fromisoformat(other)
    except (TypeError, ValueError):
        return False


def _shacl(index: Index, chosen: set[Term], shapes: rdflib.Graph) -> Iterator[Raw]:
    """Let pySHACL look at some things, with all that their constraints look at."""
    import pyshacl

    with _quiet("rdflib.term"):  # it prints a traceback for each malformed literal
        _, results, _ = pyshacl.validate(
            _around(index, chosen), shacl_graph=shapes, inference="none", inplace=True
        )
    nodes = {_rdflib(thing): thing for thing in chosen}
    for result in results.subjects(rdflib.RDF.type, SH.ValidationResult):
        thing = nodes.get(results.value(result, SH.focusNode))
        if thing is None:
            continue
        value = results.value(result, SH.value)
        source = results.value(result, SH.sourceConstraint) or results.value(result, SH.sourceShape)
        message = shapes.value(source, SH.message) or results.value(result, SH.resultMessage)
        remedy = shapes.value(source, SH.description) or _RULES
        rule = str(source).rpartition("#")[2]
        yield rule, thing, str(message), str(remedy), "" if value is None else str(value)


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Silence a logger for a while."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before


def _around(index: Index, chosen: set[Term]) -> rdflib.Graph:
    """Copy what is said of the things, and the types of what they point to."""
    copy = rdflib.Graph(bind_namespaces="none")
    for thing in chosen:
        for predicate, values in index.said.get(thing, {}).items():
            for value in values:
                copy.add((_rdflib(thing), _rdflib(predicate), _rdflib(value)))
                for kind in index.values(value, RDF.type):
                    copy.add((_rdflib(value), rdflib.RDF.type, _rdflib(kind)))
        for subject, predicate, value in _about(index, thing):
            if value in index.values(subject, predicate):
                copy.add((_rdflib(subject), _rdflib(predicate), _rdflib(value)))
    for concept in index.members.get(SKOS.Concept, ()):
        for broader in index.values(concept, SKOS.broader):
            copy.add((_rdflib(concept), rdflib.SKOS.broader, _rdflib(broader)))
    return copy


def _rdflib(term: Term) -> rdflib.term.Node:
    """Make the rdflib term, without changing its lexical form."""
    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, BlankNode):
        return rdflib.BNode(term.value)
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    return rdflib.Literal(term.value, datatype=rdflib.URIRef(term.datatype.value), normalize=False)
