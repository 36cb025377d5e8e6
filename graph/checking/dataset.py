"""Checks a graph against the shapes and against what no shape can say."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pyoxigraph import (
    BlankNode,
    DefaultGraph,
    NamedNode,
    Quad,
    RdfFormat,
    Store,
    Triple,
    parse,
)  # fmt: skip

from hallway.graph.checking.integrity import broken
from hallway.graph.checking.report import Finding, Report
from hallway.graph.checking.screening import Fact, Index, Term
from hallway.graph.checking.validating import shipped_shapes, validated
from hallway.graph.errors import SiteError
from hallway.graph.vocabulary import RDFS

__all__ = ["check"]


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
    default, named, blank = _read(graph)
    index = Index(default)
    labels = {s: said[RDFS.label][0].value for s, said in index.said.items() if RDFS.label in said}
    shapes, screen = shipped_shapes()
    suspects = sorted(set(screen.suspects(index)), key=str)
    chosen = set(suspects[:most_things])
    for kind in screen.targets:
        chosen.update(sorted(index.members.get(kind, ()), key=str)[:sampled])
    raw = [*broken(index, named, blank, base)]
    if chosen:
        raw += validated(index, chosen, shapes)
    unique = {(rule, thing, value): (what, remedy) for rule, thing, what, remedy, value in raw}
    found = (
        Finding(thing.value, labels.get(thing, ""), *told, value=value, rule=rule)
        for (rule, thing, value), told in unique.items()
    )
    ordered = tuple(sorted(found, key=lambda one: (one.rule, one.thing, one.value)))
    left = max(0, len(suspects) - most_things)
    return Report(ordered, len(index.said), left, most_things)


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
