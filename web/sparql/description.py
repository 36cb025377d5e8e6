"""The service description of the endpoint (SPARQL 1.1 Service Description)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.engine.evaluate import write_graph
from hallway.graph.engine.protocol import Engine, Limits
from hallway.graph.errors import QueryError
from hallway.graph.vocabulary import PREFIXES, RDF, RDFS, Namespace

__all__ = ["describe_service"]

SD = Namespace("http://www.w3.org/ns/sparql-service-description#")
FORMATS = Namespace("http://www.w3.org/ns/formats/")

_WRITTEN = (
    "SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV",
    "Turtle", "N-Triples", "RDF_XML", "JSON-LD",
)  # fmt: skip
_NAMED_GRAPHS = "SELECT ?g { GRAPH ?g {} } ORDER BY ?g LIMIT 1000"


def describe_service(base: str, engine: Engine, limits: Limits, media_type: str) -> bytes:
    """Return the description as bytes.

    Parameters
    ----------
    base
        Of the site; the endpoint is ``{base}sparql``.
    engine
        Asked for the names of the named graphs.
    limits
        Told in the comment of the service, each by its name.
    media_type
        As in `write_graph`.
    """
    chunks: list[bytes] = []
    known = PREFIXES | {"sd": SD.iri, "formats": FORMATS.iri}
    write_graph(_triples(base, engine, limits), media_type, Limits(), chunks.append, known)
    return b"".join(chunks)


def _triples(base: str, engine: Engine, limits: Limits) -> Iterator[Triple]:
    endpoint = NamedNode(f"{base}sparql")
    service = NamedNode(f"{base}sparql#service")
    dataset = NamedNode(f"{base}sparql#dataset")
    default = NamedNode(f"{base}sparql#default-graph")
    bounds = ", ".join(f"{name} = {value:.15g}" for name, value in asdict(limits).items())
    yield Triple(service, RDF.type, SD.Service)
    yield Triple(service, RDFS.comment, Literal(f"Limits of a query: {bounds}."))
    yield Triple(service, SD.endpoint, endpoint)
    yield Triple(service, SD.supportedLanguage, SD.SPARQL11Query)
    for name in _WRITTEN:
        yield Triple(service, SD.resultFormat, FORMATS[name])
    yield Triple(service, SD.defaultDataset, dataset)
    yield Triple(dataset, RDF.type, SD.Dataset)
    yield Triple(dataset, SD.defaultGraph, default)
    yield Triple(default, RDF.type, SD.Graph)
    yield Triple(default, RDFS.comment, Literal("The merge of all named graphs, each triple once."))
    try:
        graphs = engine.select(_NAMED_GRAPHS, limits=limits).rows
    except QueryError:  # a busy engine is no reason to say nothing
        graphs = []
    for number, (graph,) in enumerate(graphs, 1):
        if isinstance(graph, NamedNode):
            named = NamedNode(f"{base}sparql#named-graph-{number}")
            yield Triple(dataset, SD.namedGraph, named)
            yield Triple(named, RDF.type, SD.NamedGraph)
            yield Triple(named, SD.name, graph)
