"""The ontology as a table of terms, and as a file in each syntax."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from flask import Response, abort
from pyoxigraph import Literal, NamedNode, RdfFormat, Store, serialize

from hallway.graph.errors import OntologyError
from hallway.graph.vocabulary import HW, OWL, PREFIXES, RDF, RDFS, SKOS
from hallway.web.linked_data import BY_SUFFIX, Form, negotiated, versioned

__all__ = ["Ontology", "Term", "read_terms"]

FORMATS = {
    "ttl": RdfFormat.TURTLE,
    "jsonld": RdfFormat.JSON_LD,
    "rdf": RdfFormat.RDF_XML,
    "nt": RdfFormat.N_TRIPLES,
}
STATUS = NamedNode("http://www.w3.org/2003/06/sw-vocab-status/ns#term_status")
SORTS = (
    ("Classes", OWL.Class),
    ("Properties that lead to things", OWL.ObjectProperty),
    ("Properties with a value", OWL.DatatypeProperty),
)


@dataclass(frozen=True, slots=True)
class Term:
    """A class or a property of ours."""

    iri: str
    name: str
    label: str
    comment: str
    status: str
    example: str


@dataclass(frozen=True, slots=True)
class Ontology:
    """The terms by sort, and the file."""

    sorts: tuple[tuple[str, tuple[Term, ...]], ...]
    triples: int
    bodies: dict[str, bytes]

    def answer(self, suffix: str) -> Response:
        """Hand out the file in one syntax."""
        if suffix not in self.bodies:
            abort(404)
        media_type = BY_SUFFIX[suffix].media_type
        response = Response(self.bodies[suffix], content_type=media_type)
        response.headers["Vary"] = "Accept"
        return versioned(response, suffix)

    def negotiated(self, page: Callable[[], str]) -> Response:
        """Hand out the page or the file, by ``Accept``."""
        form: Form | None = negotiated()
        if form is None:
            abort(406)
        if form.suffix != "html":
            return self.answer(form.suffix)
        response = Response(page(), content_type="text/html; charset=utf-8")
        response.headers["Vary"] = "Accept, Cookie"
        return response


@cache
def read_terms() -> Ontology:
    """Read the ontology that is part of this package.

    Raises
    ------
    OntologyError
        The file is not there or not Turtle.
    """
    file = files("hallway.ontology").joinpath("hallway.ttl")
    store = Store()
    try:
        store.load(file.read_bytes(), format=RdfFormat.TURTLE)
    except (OSError, SyntaxError, ValueError) as error:
        raise OntologyError(str(error), where=str(file), remedy="reinstall the package") from error
    triples = sorted((quad.triple for quad in store), key=str)
    bodies = {
        suffix: serialize(triples, format=syntax, prefixes=PREFIXES) or b""
        for suffix, syntax in FORMATS.items()
    }
    bodies["ttl"] = file.read_bytes()
    sorts = tuple((title, _terms(store, sort)) for title, sort in SORTS)
    return Ontology(sorts, len(triples), bodies)


def _terms(store: Store, sort: NamedNode) -> tuple[Term, ...]:
    subjects = {quad.subject for quad in store.quads_for_pattern(None, RDF.type, sort)}
    own = [s for s in subjects if isinstance(s, NamedNode) and s.value.startswith(HW.iri)]
    return tuple(_term(store, subject) for subject in sorted(own, key=lambda s: s.value))


def _term(store: Store, subject: NamedNode) -> Term:
    def text(predicate: NamedNode) -> str:
        found = [quad.object for quad in store.quads_for_pattern(subject, predicate, None)]
        return next((one.value for one in found if isinstance(one, Literal)), "")

    name = subject.value[len(HW.iri) :]
    return Term(
        subject.value,
        name,
        text(RDFS.label) or name,
        text(RDFS.comment),
        text(STATUS),
        text(SKOS.example),
    )
