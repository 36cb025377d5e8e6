"""The stored questions as SPARQL examples that editors and other programs read (SHACL)."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, abort, request
from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.answers.questions import questions
from hallway.graph.engine.evaluate import GRAPH_TYPES, write_graph
from hallway.graph.engine.protocol import Limits
from hallway.graph.vocabulary import PREFIXES, RDF, RDFS, SCHEMA, Namespace
from hallway.web.negotiation import ALIASES, best
from hallway.web.panels import current_site

__all__ = ["examples"]

examples = Blueprint("examples", __name__)

SH = Namespace("http://www.w3.org/ns/shacl#")


@examples.get("/.well-known/sparql-examples")
def well_known() -> Response:
    """Answer with every stored question, as the SIB's sparql-examples describe a query."""
    accept = request.headers.get("Accept")
    media_type = best(accept, list(GRAPH_TYPES), aliases=ALIASES)
    if media_type is None and "html" in (accept or ""):
        media_type = "text/turtle"  # a browser that follows a link
    if media_type is None:
        abort(406, "available: " + ", ".join(GRAPH_TYPES))
    chunks: list[bytes] = []
    triples = _triples(current_site().config.base)
    write_graph(triples, media_type, Limits(), chunks.append, PREFIXES | {"sh": SH.iri})
    text = media_type.startswith("text/")
    response = Response(
        b"".join(chunks), content_type=f"{media_type}; charset=utf-8" if text else media_type
    )
    response.headers["Vary"] = "Accept"
    response.add_etag()
    return response.make_conditional(request)  # type: ignore[return-value]  # itself


def _triples(base: str) -> Iterator[Triple]:
    """Describe each question: a complete SELECT that runs at the endpoint as it is."""
    endpoint = NamedNode(f"{base}sparql")
    for question in questions().values():
        node = NamedNode(f"{base}questions/{question.name}")
        yield Triple(node, RDF.type, SH.SPARQLExecutable)
        yield Triple(node, RDF.type, SH.SPARQLSelectExecutable)
        yield Triple(node, RDFS.label, Literal(question.title, language="en"))
        yield Triple(node, RDFS.comment, Literal(question.description, language="en"))
        yield Triple(node, SH.select, Literal(question.text))
        yield Triple(node, SCHEMA.target, endpoint)
        for word in filter(None, (question.page, question.show)):
            yield Triple(node, SCHEMA.keywords, Literal(word))
