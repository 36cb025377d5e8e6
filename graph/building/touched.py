"""Which things a change of statements concerns, also by way of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyoxigraph import DefaultGraph, NamedNode, Quad, RdfFormat, Store, parse

from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, SKOS

__all__ = ["touched"]

_OF_TALKS = (SCHEMA.performer, SCHEMA.about, HW.presentedBy, SCHEMA.superEvent)
_SHOWN = (HW.year, HW.inSeries)
"""What pages of talks show of what the talks have, besides labels."""
_LOOKED_AT = frozenset(
    (
        RDF.type, RDFS.label, SCHEMA.alternateName, SKOS.altLabel, SCHEMA.abstract, HW.minutes,
        SCHEMA.inLanguage, HW.year, HW.inSeries, SCHEMA.superEvent, SCHEMA.performer, SCHEMA.about,
        HW.presentedBy, HW.appearance, SCHEMA.affiliation, SCHEMA.audience, SCHEMA.location,
        RDF.subject, RDF.predicate, RDF.object, HW.status, HW.confidence,
    )
)  # fmt: skip
"""All that the full-text documents and the incidence of networks look at thing by thing.
Of a link the label is nothing that they show, and it counts what the whole site has."""


def touched(store: Store, removed: Sequence[bytes], added: Sequence[bytes]) -> set[str]:
    """Return the IRIs of all things whose label, note, words, number of talks or text may differ.

    Parameters
    ----------
    store
        The statements of now.
    removed, added
        The lines that went and came.
    """
    found: set[str] = set()
    labelled: set[NamedNode] = set()
    shown: set[NamedNode] = set()
    turned: set[NamedNode] = set()
    for quad in parse(b"".join((*removed, *added)), format=RdfFormat.N_QUADS):
        if quad.graph_name != DefaultGraph() or not isinstance(quad.subject, NamedNode):
            continue
        if quad.predicate == RDFS.label:
            labelled.add(quad.subject)
        elif quad.predicate in _LOOKED_AT:
            found.add(quad.subject.value)
            if isinstance(quad.object, NamedNode):
                found.add(quad.object.value)
        if quad.predicate in _SHOWN:
            shown.add(quad.subject)
        if quad.predicate == RDF.type:
            turned.add(quad.subject)
        if quad.predicate == SCHEMA.affiliation:
            found.update(_subjects(store, (HW.appearance,), quad.subject))
    labelled = {one for one in labelled if Quad(one, RDF.type, HW.Link) not in store}
    found.update(one.value for one in labelled)
    shown |= labelled
    for thing in shown:  # whoever mentions it shows it
        found.update(_subjects(store, _OF_TALKS, thing))
    for thing in turned:  # what was no talk before counts for its people now
        for quad in store.quads_for_pattern(thing, None, None, DefaultGraph()):
            if isinstance(quad.object, NamedNode):
                found.add(quad.object.value)
            if quad.predicate == HW.appearance and isinstance(quad.object, NamedNode):
                found.update(_affiliations(store, quad.object))
    return found


def _subjects(store: Store, predicates: Iterable[NamedNode], thing: NamedNode) -> set[str]:
    quads = (
        quad
        for predicate in predicates
        for quad in store.quads_for_pattern(None, predicate, thing, DefaultGraph())
    )
    return {quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode)}


def _affiliations(store: Store, role: NamedNode) -> set[str]:
    quads: Iterable[Quad] = store.quads_for_pattern(role, SCHEMA.affiliation, None, DefaultGraph())
    return {quad.object.value for quad in quads if isinstance(quad.object, NamedNode)}
