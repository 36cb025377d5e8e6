"""Lets pySHACL look at some things of a graph; its word counts."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

import rdflib
from pyoxigraph import BlankNode, NamedNode
from rdflib import SH

from hallway.graph.checking.integrity import RULES, Raw
from hallway.graph.checking.screening import Index, Screen, Term
from hallway.graph.errors import OntologyError
from hallway.graph.vocabulary import RDF, SKOS

__all__ = ["around", "shipped_shapes", "validated"]


@cache
def shipped_shapes() -> tuple[rdflib.Graph, Screen]:
    """Read the shapes that ship with this package.

    Raises
    ------
    OntologyError
        They cannot be read.
    """
    file = files("hallway.ontology").joinpath("shapes.ttl")
    graph = rdflib.Graph()
    try:
        graph.parse(data=file.read_text("utf-8"), format="turtle")
    except (OSError, ValueError, SyntaxError) as error:
        raise OntologyError(str(error), where=str(file), remedy="reinstall the package") from error
    return graph, Screen(graph)


def validated(index: Index, chosen: set[Term], shapes: rdflib.Graph) -> Iterator[Raw]:
    """Let pySHACL look at some things, with all that their constraints look at."""
    import pyshacl

    with _quiet("rdflib.term"):  # it prints a traceback for each malformed literal
        _, results, _ = pyshacl.validate(
            around(index, chosen), shacl_graph=shapes, inference="none", inplace=True
        )
    nodes = {_rdflib(thing): thing for thing in chosen}
    for result in results.subjects(rdflib.RDF.type, SH.ValidationResult):
        thing = nodes.get(results.value(result, SH.focusNode))
        if thing is None:
            continue
        value = results.value(result, SH.value)
        source = results.value(result, SH.sourceConstraint) or results.value(result, SH.sourceShape)
        message = shapes.value(source, SH.message) or results.value(result, SH.resultMessage)
        remedy = shapes.value(source, SH.description) or RULES
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


def around(index: Index, chosen: set[Term]) -> rdflib.Graph:
    """Copy what is said of the things, and the types of what they point to."""
    copy = rdflib.Graph(bind_namespaces="none")
    for thing in chosen:
        for predicate, values in index.said.get(thing, {}).items():
            for value in values:
                copy.add((_rdflib(thing), _rdflib(predicate), _rdflib(value)))
                for kind in index.values(value, RDF.type):
                    copy.add((_rdflib(value), rdflib.RDF.type, _rdflib(kind)))
        for subject, predicate, value in index.said_by(thing):
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
