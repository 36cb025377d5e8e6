"""What style.md asks of the ontology, its alignment and its shapes."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest
import rdflib
from pyoxigraph import RdfFormat, parse
from rdflib import OWL, RDF, RDFS, SKOS
from rdflib.namespace import DCTERMS, Namespace

from hallway.graph.answers.questions import questions
from hallway.graph.vocabulary import HW, PREFIXES

ROOT = Path(__file__).resolve().parents[2]
VS = Namespace("http://www.w3.org/2003/06/sw-vocab-status/ns#")
VANN = Namespace("http://purl.org/vocab/vann/")
SH = Namespace("http://www.w3.org/ns/shacl#")
ONTOLOGY = rdflib.URIRef("https://w3id.org/hallway/ontology")
CC_BY = rdflib.URIRef("https://creativecommons.org/licenses/by/4.0/")
NAMES = ("alignment.ttl", "hallway.ttl", "shapes.ttl")
TEXTS = {name: files("hallway.ontology").joinpath(name).read_text("utf-8") for name in NAMES}
GRAPHS = {name: rdflib.Graph().parse(data=text, format="turtle") for name, text in TEXTS.items()}
OURS = GRAPHS["hallway.ttl"]
TERMS = sorted(s for s in set(OURS.subjects()) if str(s).startswith(HW.iri))
CLASSES = set(OURS.subjects(RDF.type, OWL.Class))
PROPERTIES = set(OURS.subjects(RDF.type, OWL.ObjectProperty)) | set(
    OURS.subjects(RDF.type, OWL.DatatypeProperty)
)
HEAD = "".join(f"@prefix {prefix}: <{iri}> .\n" for prefix, iri in PREFIXES.items())
HEAD += "@prefix ex: <http://example.org/> .\n"
every_term = pytest.mark.parametrize("term", TERMS, ids=lambda t: str(t).rpartition("#")[2])


@every_term
def test_a_term_is_documented(term):
    for predicate in (RDFS.label, RDFS.comment):
        (text,) = OURS.objects(term, predicate)
        assert text.language == "en"
    assert str(OURS.value(term, RDFS.comment)).endswith(".")
    (status,) = OURS.objects(term, VS.term_status)
    assert str(status) in ("unstable", "testing", "stable")
    assert list(OURS.objects(term, RDFS.isDefinedBy)) == [ONTOLOGY]


@every_term
def test_the_example_of_a_term_parses_and_uses_it(term):
    (example,) = OURS.objects(term, SKOS.example)
    triples = list(parse((HEAD + str(example)).encode(), format=RdfFormat.TURTLE))
    assert triples
    used = {node.value for quad in triples for node in (quad.subject, quad.predicate, quad.object)}
    assert str(term) in used


@every_term
def test_a_term_is_named_after_its_sort(term):
    name = str(term).rpartition("#")[2]
    if term in CLASSES:
        assert re.fullmatch(r"[A-Z][A-Za-z]+", name)
    else:
        assert re.fullmatch(r"[a-z][A-Za-z]+", name)
    sorts = set(OURS.objects(term, RDF.type))
    kinds = {OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty}
    assert len(sorts & (kinds | {SKOS.Concept, SKOS.ConceptScheme})) == 1


def test_the_header_says_what_this_is_and_under_which_terms():
    assert (ONTOLOGY, RDF.type, OWL.Ontology) in OURS
    assert OURS.value(ONTOLOGY, DCTERMS.title)
    assert OURS.value(ONTOLOGY, DCTERMS.license) == CC_BY
    assert str(OURS.value(ONTOLOGY, OWL.versionIRI)).startswith(str(ONTOLOGY) + "/")
    assert str(OURS.value(ONTOLOGY, VANN.preferredNamespacePrefix)) == "hw"
    assert str(OURS.value(ONTOLOGY, VANN.preferredNamespaceUri)) == HW.iri


@pytest.mark.parametrize("name", ["alignment.ttl", "hallway.ttl"])
def test_there_are_no_blank_nodes(name):
    assert not [n for triple in GRAPHS[name] for n in triple if isinstance(n, rdflib.BNode)]


@pytest.mark.parametrize("name", ["alignment.ttl", "hallway.ttl"])
def test_nothing_infers_from_domain_range_or_equivalence(name):
    heavy = {RDFS.domain, RDFS.range, OWL.equivalentClass, OWL.equivalentProperty, OWL.sameAs}
    assert not heavy & set(GRAPHS[name].predicates())


@pytest.mark.parametrize("name", NAMES)
def test_prefixes_and_terms_are_sorted_and_stand_apart(name):
    prefixes = re.findall(r"^@prefix (\w+):", TEXTS[name], re.MULTILINE)
    assert prefixes == sorted(set(prefixes))
    used = [p for p in prefixes if re.search(rf"(?<![\w<]){p}:\w", TEXTS[name])]
    assert used == prefixes
    heads = re.findall(r"^(\w+:\S+) ", TEXTS[name], re.MULTILINE)
    assert heads == sorted(heads)
    assert len(heads) == len(set(heads))
    assert TEXTS[name].endswith(".\n")
    assert "\n\n\n" not in TEXTS[name]
    blocks = TEXTS[name].split("\n\n")
    assert all(len(re.findall(r"^\w+:\S+ ", block, re.MULTILINE)) <= 1 for block in blocks)


def test_the_alignment_speaks_only_of_terms_that_exist():
    ours = {s for s in GRAPHS["alignment.ttl"].subjects() if str(s).startswith(HW.iri)}
    assert ours <= set(TERMS)


def _of_hallway(tree: ast.AST) -> set[str]:
    """Collect ``HW.name`` and ``HW["name"]``."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "HW" and node.attr != "iri":
                found.add(node.attr)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            if node.value.id == "HW" and isinstance(node.slice, ast.Constant):
                found.add(node.slice.value)
    return found


def _curies(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w:/])hw:([A-Za-z]\w*)", text))


def _used() -> dict[str, set[str]]:
    """Return where each term of ours is used: file -> local names."""
    used: dict[str, set[str]] = {}
    for folder in ("graph", "web", "hallway"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
            curies = set().union(*(_curies(t) for t in texts if isinstance(t, str)), set())
            used[str(path.relative_to(ROOT))] = _of_hallway(tree) | curies
    for question in questions().values():
        used[f"queries/{question.name}.rq"] = _curies(question.text)
    used["shapes.ttl"] = {
        str(node).removeprefix(HW.iri)
        for triple in GRAPHS["shapes.ttl"]
        for node in triple
        if isinstance(node, rdflib.URIRef) and str(node).startswith(HW.iri)
    }
    used["docs/model.md"] = _curies((ROOT / "docs" / "model.md").read_text("utf-8"))
    return used


def test_every_term_that_is_used_exists_and_is_not_deprecated():
    known = {str(term).removeprefix(HW.iri) for term in TERMS}
    old = {str(t).removeprefix(HW.iri) for t in OURS.subjects(OWL.deprecated, None)}
    unknown = {place: names - known for place, names in _used().items() if names - known}
    assert unknown == {}
    assert {place: names & old for place, names in _used().items() if names & old} == {}


def test_the_walk_finds_both_ways_to_write_a_term():
    assert _of_hallway(ast.parse('a = HW.Talk; b = HW["year"]; c = HW.iri')) == {"Talk", "year"}
    assert len(set().union(*_used().values())) > 30


def test_every_term_is_used_somewhere():
    """A term that neither code nor model needs is one too many."""
    used = set().union(*_used().values()) | {"LinkStatus", "linkStatuses"}
    assert {str(term).removeprefix(HW.iri) for term in TERMS} <= used


def test_the_four_states_of_a_link_are_one_scheme():
    states = set(OURS.subjects(RDF.type, rdflib.URIRef(HW.iri + "LinkStatus")))
    assert {str(s).removeprefix(HW.iri) for s in states} == {
        "accepted", "derived", "rejected", "suggested",
    }  # fmt: skip
    scheme = rdflib.URIRef(HW.iri + "linkStatuses")
    assert set(OURS.subjects(SKOS.inScheme, scheme)) == states
    allowed = GRAPHS["shapes.ttl"].value(
        rdflib.URIRef("https://w3id.org/hallway/shapes#link-status"), SH["in"]
    )
    assert set(GRAPHS["shapes.ttl"].items(allowed)) == states
