"""Things, their documents in every form, dumps, and the description of the whole."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from urllib.parse import quote

import pytest
import rdflib
from flask.testing import FlaskClient
from pyoxigraph import RdfFormat, parse
from rdflib.compare import isomorphic

from hallway.graph.site import Site
from hallway.web import create_app

# rdflib's own JSON-LD reader still uses a class that it calls deprecated.
pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")

BASE = "https://hallway.example/"
TALK = "/talk/krane-bei-nacht"
THING = "/id" + TALK
SYNTAX = {
    "text/turtle": ("ttl", "turtle"),
    "application/ld+json": ("jsonld", "json-ld"),
    "application/rdf+xml": ("rdf", "xml"),
    "application/n-triples": ("nt", "nt"),
}


def graph(client: FlaskClient, path: str, accept: str, syntax: str) -> rdflib.Graph:
    with client.get(path, headers={"Accept": accept}, follow_redirects=True) as response:
        assert response.status_code == 200
        assert response.mimetype == accept
        found = rdflib.Graph()
        found.parse(data=response.text, format=syntax)
        return found


@pytest.mark.parametrize("accept", SYNTAX)
def test_a_thing_leads_in_one_step_to_the_form_asked_for(program: FlaskClient, accept: str):
    first = program.get(THING, headers={"Accept": accept})
    suffix, syntax = SYNTAX[accept]
    assert first.status_code == 303
    assert first.headers["Location"] == f"{TALK}.{suffix}"
    assert first.headers["Vary"] == "Accept"
    found = graph(program, THING, accept, syntax)
    thing = rdflib.URIRef(BASE + "id" + TALK)
    assert (thing, rdflib.RDFS.label, rdflib.Literal("Kräne bei Nacht")) in found


def test_a_browser_gets_the_page(browser: FlaskClient):
    first = browser.get(THING)
    assert (first.status_code, first.headers["Location"]) == (303, TALK)
    page = browser.get(TALK)
    assert page.mimetype == "text/html"
    assert set(page.headers["Vary"].split(", ")) == {"Accept", "Cookie"}


def test_every_form_of_a_document_holds_the_same_graph(program: FlaskClient):
    for path in (TALK, "/person/omar-haddad", "/topic/cranes", "/event/harbour-conf-2026"):
        graphs = [graph(program, path, accept, syntax) for accept, (_, syntax) in SYNTAX.items()]
        assert len(graphs[0]) > 5
        assert all(isomorphic(graphs[0], other) for other in graphs[1:])


def test_a_document_names_what_it_links_to(program: FlaskClient):
    found = graph(program, "/topic/cranes", "text/turtle", "turtle")
    topic = rdflib.URIRef(BASE + "id/topic/cranes")
    about = rdflib.URIRef("https://schema.org/about")
    talks = set(found.subjects(about, topic))
    assert len(talks) == 16
    assert all(list(found.objects(talk, rdflib.RDFS.label)) for talk in talks)


def test_a_suffix_pins_the_form_whatever_is_accepted(program: FlaskClient):
    for suffix, media_type in (
        ("html", "text/html"),
        ("ttl", "text/turtle"),
        ("jsonld", "application/ld+json"),
        ("rdf", "application/rdf+xml"),
        ("nt", "application/n-triples"),
        ("json", "application/json"),
    ):
        with program.get(f"{TALK}.{suffix}", headers={"Accept": "image/png"}) as response:
            assert response.status_code == 200
            assert response.mimetype == media_type
    assert json.loads(program.get(f"{TALK}.json").text)


def test_what_cannot_be_given_is_refused_with_the_list_of_what_can(program: FlaskClient):
    for path in (THING, TALK):
        with program.get(path, headers={"Accept": "image/png"}) as response:
            assert response.status_code == 406
            assert response.headers["Vary"] == "Accept"
            assert "text/turtle" in response.json["available"]
        with program.get(path, headers={"Accept": "text/html;q=0, image/png"}) as response:
            assert response.status_code == 406


def test_an_address_of_nothing_is_404_in_every_form(program: FlaskClient):
    for path in (THING + "-no-such-thing", TALK + "-no-such-thing", TALK + "-no-such-thing.ttl"):
        for accept in (*SYNTAX, "text/html"):
            for method in (program.get, program.head):
                with method(path, headers={"Accept": accept}) as response:
                    assert response.status_code == 404
                    assert "Accept" in response.headers["Vary"]


def test_an_address_that_was_given_once_is_gone_and_not_unknown(shortened_site: Site):
    client = create_app(shortened_site).test_client()
    assert client.get("/talk/routine-report-33").status_code == 200
    for path in ("/talk/routine-report-34", "/id/talk/routine-report-34"):
        for accept in ("text/html", "text/turtle"):
            with client.get(path, headers={"Accept": accept}) as response:
                assert response.status_code == 410
    assert client.get("/talk/routine-report-34.ttl").status_code == 410
    assert client.get("/talk/routine-report-35").status_code == 404


def test_a_redirect_keeps_the_query_and_head_has_no_body(program: FlaskClient):
    got = program.get(THING + "?a=1&b=2", headers={"Accept": "text/turtle"})
    assert got.headers["Location"] == TALK + ".ttl?a=1&b=2"
    head = program.head(THING, headers={"Accept": "text/turtle"})
    assert (head.status_code, head.data) == (303, b"")


def test_an_address_in_another_script_works_percent_encoded(program: FlaskClient, browser):
    path = "/talk/" + quote("東の港")
    first = program.get("/id" + path, headers={"Accept": "text/turtle"})
    assert first.status_code == 303
    assert first.headers["Location"].isascii()
    found = graph(program, "/id" + path, "text/turtle", "turtle")
    assert (rdflib.URIRef(BASE + "id/talk/東の港"), None, None) in found
    assert "東の港" in browser.get(path).text


def test_a_document_is_not_sent_again_while_it_is_the_same(program: FlaskClient):
    for path in (TALK, TALK + ".ttl", "/about.ttl", "/questions/topics.json"):
        first = program.get(path)
        tag = first.headers["ETag"]
        assert not tag.startswith("W/")
        again = program.get(path, headers={"If-None-Match": tag})
        if path != "/questions/topics.json":
            assert again.status_code == 304
            assert again.data == b""
    tags = {program.get(f"{TALK}.{one}").headers["ETag"] for one in ("ttl", "rdf", "nt", "html")}
    assert len(tags) == 4


def test_a_document_links_its_other_forms_and_its_own_address(program: FlaskClient):
    link = program.get(TALK + ".ttl").headers["Link"]
    assert f'<{BASE}talk/krane-bei-nacht>; rel="canonical"' in link
    assert f'<{TALK}.jsonld>; rel="alternate"; type="application/ld+json"' in link
    assert "text/turtle" not in link


def test_every_address_of_the_dump_leads_to_a_document(program: FlaskClient, small_site: Site):
    quads = parse((small_site.current.folder / "quads.nq").read_bytes(), format=RdfFormat.N_QUADS)
    subjects = sorted({quad.subject.value for quad in quads})
    ours = [one for one in subjects if one.startswith(BASE + "id/")]
    assert len(ours) > 200
    for iri in ours[::7]:
        path = quote(iri.removeprefix(BASE), safe="/")
        with program.get(f"/{path}", headers={"Accept": "text/turtle"}) as response:
            assert response.status_code == 303, iri


def test_markup_for_search_engines_is_in_the_page(browser: FlaskClient):
    body = browser.get("/event/harbour-conf-2026").text
    start = body.index('<script type="application/ld+json">') + len(
        '<script type="application/ld+json">'
    )
    document = json.loads(body[start : body.index("</script>", start)])
    assert document["@type"] == "Event"
    assert document["name"] == "Harbour Conf 2026"
    assert len(document["subEvent"]) == 40


# The whole ---------------------------------------------------------------------------------------


def body(client: FlaskClient, path: str, **headers: str) -> bytes:
    with client.get(path, headers=headers) as response:
        assert response.status_code == 200
        return response.data


def lines(data: bytes) -> set[str]:
    return {str(quad) for quad in parse(data, format=RdfFormat.N_QUADS)}


def test_every_dump_holds_the_same_statements(program: FlaskClient):
    plain = body(program, "/dump.nq")
    everything = lines(plain)
    assert gzip.decompress(body(program, "/dump.nq.gz")) == plain
    trig = parse(body(program, "/dump.trig"), format=RdfFormat.TRIG)
    assert {str(quad) for quad in trig} == everything
    triples = {str(q.triple) for q in parse(plain, format=RdfFormat.N_QUADS)}
    for path, syntax in (("/dump.nt", RdfFormat.N_TRIPLES), ("/dump.ttl", RdfFormat.TURTLE)):
        got = {str(quad.triple) for quad in parse(body(program, path), format=syntax)}
        assert got == triples


def test_a_dump_of_one_generation_is_always_the_same(program: FlaskClient):
    assert body(program, "/dump.nq.gz") == body(program, "/dump.nq.gz")
    for path in ("/dump.ttl", "/dump.nq"):
        with program.get(path) as first:
            tag = first.headers["ETag"]
        with program.get(path, headers={"If-None-Match": tag}) as again:
            assert again.status_code == 304


def test_the_dataset_describes_itself(program: FlaskClient):
    found = rdflib.Graph()
    with program.get("/.well-known/void", follow_redirects=True) as response:
        found.parse(data=response.text, format="turtle")
    void = rdflib.Namespace("http://rdfs.org/ns/void#")
    dumps = {str(one).removeprefix(BASE) for one in found.objects(None, void.dataDump)}
    for dump in dumps:
        with program.head("/" + dump) as head:
            assert head.status_code == 200
    assert str(next(found.objects(None, void.sparqlEndpoint))) == BASE + "sparql"


def test_the_description_counts_what_the_dump_holds(program: FlaskClient):
    """By a program of another kind: the dump is read by rdflib and counted in Python."""
    found = rdflib.Graph().parse(data=program.get("/about.ttl").text, format="turtle")
    void = rdflib.Namespace("http://rdfs.org/ns/void#")
    dataset = rdflib.URIRef(BASE + "about#dataset")
    triples = rdflib.Graph().parse(data=body(program, "/dump.nt"), format="nt")
    assert int(found.value(dataset, void.triples)) == len(triples)
    for relation, what, number, expected in (
        (void.propertyPartition, void.property, void.triples, Counter(triples.predicates())),
        (void.classPartition, void["class"], void.entities,
         Counter(triples.objects(None, rdflib.RDF.type))),
    ):  # fmt: skip
        parts = list(found.objects(dataset, relation))
        counts = {found.value(part, what): int(found.value(part, number)) for part in parts}
        assert counts == expected


def test_the_description_has_size_date_and_checksum_of_the_dump(program: FlaskClient):
    found = rdflib.Graph().parse(data=program.get("/about.ttl").text, format="turtle")
    dump, dcat = rdflib.URIRef(BASE + "dump.nq"), rdflib.Namespace("http://www.w3.org/ns/dcat#")
    spdx = rdflib.Namespace("http://spdx.org/rdf/terms#")
    with program.get("/dump.nq") as answer:
        raw = answer.data
    assert int(found.value(dump, dcat.byteSize)) == len(raw)
    checksum = found.value(dump, spdx.checksum)
    assert found.value(checksum, spdx.algorithm) == spdx.checksumAlgorithm_sha256
    value = str(found.value(checksum, spdx.checksumValue)).lower()
    assert value == hashlib.sha256(raw).hexdigest()
    assert found.value(dump, rdflib.DCTERMS.issued) is not None


def test_the_description_names_the_services(program: FlaskClient):
    found = rdflib.Graph().parse(data=program.get("/about.ttl").text, format="turtle")
    dcat = rdflib.Namespace("http://www.w3.org/ns/dcat#")
    described = {str(one) for one in found.objects(None, dcat.endpointDescription)}
    assert described == {BASE + one for one in ("sparql", "openapi.json", "reconcile")}
    for one in described:
        assert program.get("/" + one.removeprefix(BASE)).status_code == 200


def test_a_named_graph_holds_what_its_source_says(program: FlaskClient, small_site: Site):
    name = f"source/{small_site.current.sources[0].slug}"
    got = body(program, f"/graph/{name}", Accept="application/n-triples")
    expected = {
        str(quad.triple)
        for quad in parse(body(program, "/dump.nq"), format=RdfFormat.N_QUADS)
        if getattr(quad.graph_name, "value", "") == f"{BASE}graph/{name}"
    }
    assert {str(quad.triple) for quad in parse(got, format=RdfFormat.N_TRIPLES)} == expected


def test_the_site_map_lists_documents_under_the_configured_base(program: FlaskClient):
    index = program.get("/sitemap.xml").text
    assert f"<loc>{BASE}sitemap/talk-1.xml</loc>" in index
    part = program.get("/sitemap/talk-1.xml").text
    assert f"<loc>{BASE}talk/krane-bei-nacht</loc>" in part
    assert "localhost" not in index + part
    assert program.get("/sitemap/talk-2.xml").status_code == 404


def test_the_ontology_comes_as_a_page_and_as_a_file(program: FlaskClient, browser: FlaskClient):
    assert "hw:Talk" in browser.get("/ontology").text
    for accept, (suffix, syntax) in SYNTAX.items():
        by_accept = graph(program, "/ontology", accept, syntax)
        pinned = rdflib.Graph()
        pinned.parse(data=body(program, f"/ontology.{suffix}").decode(), format=syntax)
        assert isomorphic(by_accept, pinned)
        assert len(by_accept) > 50
