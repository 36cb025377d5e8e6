"""The whole graph as files, and a description of it that programs can read (VoID and DCAT)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from flask import Blueprint, Response, abort, redirect, request, send_file
from pyoxigraph import Literal, NamedNode, Triple, serialize

from hallway.graph.answers.partitions import partitions
from hallway.graph.iris import shorten
from hallway.graph.publishing import exports
from hallway.graph.site import Site
from hallway.graph.statements.literals import moment
from hallway.graph.vocabulary import DCTERMS, HW, PREFIXES, RDF, XSD, Namespace
from hallway.web.frame import link_to
from hallway.web.linked_data import BY_SUFFIX, versioned
from hallway.web.negotiation import best
from hallway.web.panels import current_site

__all__ = ["DUMPS", "about_graph", "downloads"]

downloads = Blueprint("downloads", __name__)

VOID = Namespace("http://rdfs.org/ns/void#")
DCAT = Namespace("http://www.w3.org/ns/dcat#")
FOAF = Namespace("http://xmlns.com/foaf/0.1/")
SPDX = Namespace("http://spdx.org/rdf/terms#")

DUMPS = (
    ("nq.gz", "N-Quads, gzip", "Everything, with graphs", "application/gzip"),
    ("nq", "N-Quads", "Everything, with graphs", "application/n-quads"),
    ("trig", "TriG", "Everything, with graphs", "application/trig"),
    ("ttl", "Turtle", "Everything, merged", "text/turtle; charset=utf-8"),
    ("nt", "N-Triples", "Everything, merged", "application/n-triples"),
)
"""Ending of the dump's file, syntax, what it holds, media type."""


@downloads.get("/dump.<path:ending>")
def dump(ending: str) -> Response:
    """Stream the whole graph; the bytes of one generation are always the same."""
    types = {one[0]: one[3] for one in DUMPS}
    if ending not in types:
        abort(404)
    file = current_site().current.folder / "quads.nq"
    name = f"hallway-{current_site().generation}.{ending}"
    if ending == "nq":
        response = send_file(
            file.absolute(),  # Flask takes others as relative to its own folder
            mimetype=types[ending],
            as_attachment=True,
            download_name=name,
            etag=False,
        )
    else:
        body = _zipped(file) if ending == "nq.gz" else exports.pieces(file, ending)
        response = Response(body, content_type=types[ending])
        response.headers["Content-Disposition"] = f"attachment; filename={name}"
    versioned(response, ending)
    response.make_conditional(request)
    return response


def _zipped(file: Path) -> Iterator[bytes]:
    """Compress in pieces; no name and no time in the header, so equal data gives equal bytes."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    with file.open("rb") as source:
        while piece := source.read(1 << 18):
            if packed := packer.compress(piece):
                yield packed
    yield packer.flush()


# The description --------------------------------------------------------------------------------


def about_graph(site: Site) -> list[Triple]:
    """Describe the dataset in VoID and DCAT: what it is, how large, where its files are."""
    base = site.config.base
    dataset = NamedNode(base + "about#dataset")
    counts = site.current.counts
    triples = [
        Triple(dataset, RDF.type, VOID.Dataset),
        Triple(dataset, RDF.type, DCAT.Dataset),
        Triple(dataset, DCTERMS.title, Literal(site.config.title)),
        Triple(
            dataset,
            DCTERMS.description,
            Literal("Conference programmes as one graph: talks, people, topics, events."),
        ),
        Triple(dataset, FOAF.homepage, NamedNode(base)),
        Triple(dataset, VOID.sparqlEndpoint, NamedNode(base + "sparql")),
        Triple(dataset, VOID.uriSpace, Literal(base + "id/")),
        Triple(dataset, VOID.exampleResource, NamedNode(base + "id/scheme/topics")),
        Triple(dataset, VOID.vocabulary, NamedNode(HW.iri)),
        Triple(dataset, DCTERMS.hasVersion, Literal(str(site.generation))),
    ]
    for prefix in ("https://schema.org/", PREFIXES["skos"], PREFIXES["prov"]):
        triples.append(Triple(dataset, VOID.vocabulary, NamedNode(prefix)))
    if "quads" in counts:
        triples.append(Triple(dataset, HW.quads, _number(counts["quads"])))
    if site.config.licence:
        triples.append(Triple(dataset, DCTERMS.license, _licence(site.config.licence)))
    triples += _partitions(dataset, site)
    triples += _checked(NamedNode(base + "dump.nq"), site)
    for ending, syntax, what, media_type in DUMPS:
        triples += _distribution(dataset, base, ending, syntax, what, media_type.split(";")[0])
    triples += _services(dataset, base)
    for entry in site.current.sources:
        graph = NamedNode(f"{base}graph/source/{entry.slug}")
        triples.append(Triple(dataset, DCTERMS.source, graph))
        triples.append(Triple(graph, DCTERMS.title, Literal(entry.file)))
    return triples


def _partitions(dataset: NamedNode, site: Site) -> Iterator[Triple]:
    """Say how many triples there are, by property, and how many things, by class."""
    found = site.cached("partitions", lambda: partitions(site.engine()))
    if not found.triples:
        return
    about = site.config.base + "about#"
    yield Triple(dataset, VOID.triples, _number(found.triples))
    yield Triple(dataset, VOID.properties, _number(len(found.properties)))
    yield Triple(dataset, VOID.classes, _number(len(found.classes)))
    for relation, what, number, counts in (
        (VOID.propertyPartition, VOID.property, VOID.triples, found.properties),
        (VOID.classPartition, VOID["class"], VOID.entities, found.classes),
    ):
        for iri, count in counts.items():
            part = NamedNode(about + quote(shorten(iri), safe=":"))
            yield Triple(dataset, relation, part)
            yield Triple(part, RDF.type, VOID.Dataset)
            yield Triple(part, what, NamedNode(iri))
            yield Triple(part, number, _number(count))


def _checked(file: NamedNode, site: Site) -> Iterator[Triple]:
    """Say how large the dump of all quads is, when it was made, and its checksum (DCAT 3, 6.17)."""
    home = site.current.folder
    made = datetime.fromtimestamp(int((home / "MANIFEST.json").stat().st_mtime), UTC)
    yield Triple(file, DCAT.byteSize, _number((home / "quads.nq").stat().st_size))
    yield Triple(file, DCTERMS.issued, moment(made))
    digest = site.current.manifest.get("quads_sha256")
    if digest:
        checksum = NamedNode(site.config.base + "about#dump.nq-sha256")
        yield Triple(file, SPDX.checksum, checksum)
        yield Triple(checksum, RDF.type, SPDX.Checksum)
        yield Triple(checksum, SPDX.algorithm, SPDX.checksumAlgorithm_sha256)
        value = Literal(digest, datatype=XSD.hexBinary)
        yield Triple(checksum, SPDX.checksumValue, value)


def _number(value: int) -> Literal:
    return Literal(str(value), datatype=XSD.integer)


def _services(dataset: NamedNode, base: str) -> Iterator[Triple]:
    """Describe the interfaces that serve the dataset (DCAT 3, section 6.8)."""
    for name, title, endpoint, description in (
        ("sparql", "SPARQL 1.1 endpoint", "sparql", "sparql"),
        ("rest", "REST interface", "api", "openapi.json"),
        ("reconciliation", "Reconciliation service", "reconcile", "reconcile"),
    ):
        service = NamedNode(f"{base}about#{name}")
        yield Triple(service, RDF.type, DCAT.DataService)
        yield Triple(service, DCTERMS.title, Literal(title))
        yield Triple(service, DCAT.endpointURL, NamedNode(base + endpoint))
        yield Triple(service, DCAT.endpointDescription, NamedNode(base + description))
        yield Triple(service, DCAT.servesDataset, dataset)


def _licence(text: str) -> NamedNode | Literal:
    try:
        return NamedNode(text) if text.startswith(("http://", "https://")) else Literal(text)
    except ValueError:
        return Literal(text)


def _distribution(
    dataset: NamedNode, base: str, ending: str, syntax: str, what: str, media_type: str
) -> list[Triple]:
    file = NamedNode(f"{base}dump.{ending}")
    return [
        Triple(dataset, VOID.dataDump, file),
        Triple(dataset, DCAT.distribution, file),
        Triple(file, RDF.type, DCAT.Distribution),
        Triple(file, DCTERMS.title, Literal(f"{what} ({syntax})")),
        Triple(file, DCAT.downloadURL, file),
        Triple(
            file,
            DCAT.mediaType,
            NamedNode("https://www.iana.org/assignments/media-types/" + media_type),
        ),
    ]


@downloads.get("/about.<any(ttl, jsonld, rdf, nt, json):suffix>")
def about(suffix: str) -> Response:
    """Answer with the description in one syntax."""
    formats = {**exports.DUMPS, "json": exports.DUMPS["jsonld"]}
    prefixes = {**PREFIXES, "void": VOID.iri, "dcat": DCAT.iri, "foaf": FOAF.iri, "spdx": SPDX.iri}
    body = serialize(about_graph(current_site()), format=formats[suffix], prefixes=prefixes)
    response = Response(body, content_type=BY_SUFFIX[suffix].media_type)
    versioned(response, suffix).make_conditional(request)
    return response


@downloads.get("/.well-known/void")
def well_known() -> Response:
    """Lead to the description (VoID, section 7.2)."""
    response = redirect(link_to("about.ttl"), 303)
    assert isinstance(response, Response)  # noqa: S101  (Flask's own class, given no other)
    return response


# Named graphs -----------------------------------------------------------------------------------


@downloads.get("/graph/<path:name>")
def graph(name: str) -> Response:
    """Answer with one named graph: what one source says, or what linking derived."""
    site = current_site()
    wanted = site.config.base + "graph/" + name
    known = {f"source/{entry.slug}" for entry in site.current.sources} | {"links", "decisions"}
    if name not in known:
        abort(404)
    offers = ["text/turtle", "application/n-triples", "application/ld+json", "application/rdf+xml"]
    chosen = best(request.headers.get("Accept"), [*offers, "text/html"]) or abort(406)
    media_type = offers[0] if chosen == "text/html" else chosen
    node = NamedNode(wanted)
    query = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ?graph { ?s ?p ?o } VALUES ?graph { UNDEF } }"
    answer = site.engine().serialize(query.replace("UNDEF", str(node)), [media_type])
    response = Response(answer.chunks, content_type=media_type)
    response.headers["Vary"] = "Accept"
    return versioned(response, media_type)
