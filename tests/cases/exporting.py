"""Exports and pages of a case's site, read back with other libraries."""

from __future__ import annotations

import io
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import networkx as nx
import rdflib
from lxml import etree
from pyoxigraph import DefaultGraph, RdfFormat, Store

from hallway.graph.engine import InProcessEngine
from hallway.graph.networks.network import LENSES, network
from hallway.graph.publishing import exports
from hallway.graph.site import Site
from hallway.web import create_app
from tests.cases.exchange import MissingPage
from tests.cases.results import quiet

__all__ = ["check_export", "check_no_empty_file", "check_round_trip", "pages"]

_DUMPS = {
    "rdf-xml": ("rdf", "xml"),
    "turtle": ("ttl", "turtle"),
    "n-triples": ("nt", "nt"),
    "n-quads": ("nq", "nquads"),
    "trig": ("trig", "trig"),
    "json-ld": ("jsonld", "json-ld"),
}
_NETWORKS = {"graphml": nx.read_graphml, "gexf": nx.read_gexf}


def pages(site: Site, things: list[str]) -> dict[str, tuple[int, str]]:
    """Fetch the address of each thing as a browser does: path -> status and text."""
    client = create_app(site).test_client()
    fetched = {}
    for thing in things:
        path = quote(urlsplit(thing).path, safe="/%")
        for _ in range(5):
            response = client.get(path, headers={"Accept": "text/html", "Host": "127.0.0.1"})
            if not 300 <= response.status_code < 400:
                break
            path = urlsplit(urljoin(path, response.headers["Location"])).path
        fetched[thing] = (response.status_code, response.text)
    return fetched


def _store(site: Site) -> Store:
    store = Store()
    store.bulk_load(path=site.current.folder / "quads.nq", format=RdfFormat.N_QUADS)
    return store


def check_export(site: Site, what: str) -> None:
    """Write the whole graph and read it back with as many statements, or nodes and edges."""
    out = io.BytesIO()
    store = _store(site)
    if what in _DUMPS:
        ours, theirs = _DUMPS[what]
        exports.dump(store, ours, out)
        read = rdflib.Dataset()
        with quiet():
            read.parse(data=out.getvalue(), format=theirs)
        graph = None if what in ("n-quads", "trig") else DefaultGraph()
        expected = len(list(store.quads_for_pattern(None, None, None, graph)))
        found = len(list(read.quads()))
        assert found == expected, f"{what}: {found} of {expected}"
    elif what in _NETWORKS:
        for kind in LENSES:
            made = network(site.engine(), kind)
            out = io.BytesIO()
            exports.write_network(made, what, out)
            back = _NETWORKS[what](io.BytesIO(out.getvalue()))
            assert (len(back), back.size()) == (len(made), made.size()), kind
    elif what == "results-xml":
        answer = InProcessEngine(store).serialize(
            "SELECT * { ?s ?p ?o }", ["application/sparql-results+xml"]
        )
        root = etree.fromstring(b"".join(answer.chunks))
        expected = len(list(store.quads_for_pattern(None, None, None, DefaultGraph())))
        assert len(list(root.iter("{http://www.w3.org/2005/sparql-results#}result"))) == expected
    else:
        raise MissingPage(f"no export called {what}")


def check_round_trip(site: Site, parts: set[str]) -> None:
    """Read network files back: the same nodes, edges and labels."""
    for kind in LENSES:
        made = network(site.engine(), kind)
        for what, read in _NETWORKS.items():
            out = io.BytesIO()
            exports.write_network(made, what, out)
            back = read(io.BytesIO(out.getvalue()))
            if "nodes" in parts:
                assert set(back) == set(made), (kind, what)
            if "edges" in parts:
                assert {frozenset(e) for e in back.edges} == {frozenset(e) for e in made.edges}
            if "labels" in parts:
                labels = {node: made.nodes[node]["label"] for node in made}
                assert {node: back.nodes[node]["label"] for node in back} == labels, (kind, what)


def check_no_empty_file(site: Site) -> None:
    """A failed export leaves no file: here one into a file that cannot be written to its end."""
    path = Path(site.folder) / "network.graphml"
    made = network(site.engine(), "speaker-topic")
    made.add_node("http://x.example/odd", label=object())
    failed = False
    try:
        with exports.whole_file(path) as out:
            exports.write_network(made, "graphml", out)
            raise OSError("no room")
    except OSError:
        failed = True
    assert failed
    assert not path.exists()
    assert not list(path.parent.glob(".network*"))
