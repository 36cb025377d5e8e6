"""A small dataset builder that follows docs/model.md, and an engine over a store in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pyoxigraph import Literal, NamedNode, Quad, Store

from hallway.graph.engine import InProcessEngine
from hallway.graph.vocabulary import HW, RDF, RDFS, SCHEMA, SKOS, XSD

BASE = "http://127.0.0.1:8000/"

# How fast a machine is does not decide whether a test passes; where every run must give the same
# verdict (CI sets this variable) neither does chance.
settings.register_profile(
    "steady",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("steady")


@dataclass(frozen=True)
class Given:
    """A talk of a test. Topics and organizations may carry the confidence of a derived link."""

    title: str
    people: tuple[str, ...] = ()
    topics: Mapping[str, float | None] = field(default_factory=dict)
    organizations: Mapping[str, float | None] = field(default_factory=dict)
    affiliations: Mapping[str, str] = field(default_factory=dict)
    suggested: Mapping[str, float] = field(default_factory=dict)
    event: str = "Harbour Conf 2026"
    series: str | None = "Harbour Conf"
    year: int | None = 2026
    minutes: int | None = None
    abstract: str = ""
    extra: tuple[tuple[NamedNode, Any], ...] = ()


def iri(kind: str, name: str) -> NamedNode:
    """Mint an IRI as readable as the real ones."""
    return NamedNode(f"{BASE}id/{kind}/" + "-".join(name.lower().split()).replace("@", "at-"))


def build(talks: Iterable[Given], broader: Mapping[str, str] | None = None) -> Store:
    """Write the triples of the talks into the default graph of a new store."""
    store = Store()

    def say(s: NamedNode, p: NamedNode, o: Any) -> None:
        store.add(Quad(s, p, o))

    def thing(kind: str, name: str) -> NamedNode:
        node = iri(kind, name)
        types = {
            "person": (SCHEMA.Person,), "topic": (HW.Topic, SKOS.Concept),
            "organization": (SCHEMA.Organization,), "event": (HW.Event, SCHEMA.Event),
            "series": (HW.EventSeries, SCHEMA.EventSeries), "talk": (HW.Talk, SCHEMA.Event),
        }[kind]  # fmt: skip
        for one in types:
            say(node, RDF.type, one)
        say(node, RDFS.label, Literal(name))
        say(node, SKOS.prefLabel if kind == "topic" else SCHEMA.name, Literal(name))
        return node

    def link(s: NamedNode, p: NamedNode, o: NamedNode, sure: float, status: NamedNode) -> None:
        node = iri("link", f"{s.value[-40:]}-{p.value[-9:]}-{o.value[-40:]}".replace("/", "-"))
        for one in (HW.Link, RDF.Statement):
            say(node, RDF.type, one)
        say(node, RDF.subject, s)
        say(node, RDF.predicate, p)
        say(node, RDF.object, o)
        say(node, HW.confidence, Literal(str(sure), datatype=XSD.decimal))
        say(node, HW.status, status)

    for given in talks:
        talk = thing("talk", given.title)
        event = thing("event", given.event)
        say(talk, SCHEMA.superEvent, event)
        if given.series:
            say(event, HW.inSeries, thing("series", given.series))
        if given.year is not None:
            say(talk, HW.year, Literal(given.year))
            say(event, HW.year, Literal(given.year))
        if given.minutes is not None:
            say(talk, HW.minutes, Literal(given.minutes))
        if given.abstract:
            say(talk, SCHEMA.abstract, Literal(given.abstract))
        for at, name in enumerate(given.people, 1):
            person = thing("person", name)
            say(talk, SCHEMA.performer, person)
            role = iri("appearance", f"{given.title} {at}")
            say(talk, HW.appearance, role)
            for one in (HW.Appearance, SCHEMA.Role):
                say(role, RDF.type, one)
            say(role, RDFS.label, Literal(name))
            say(role, SCHEMA.performer, person)
            say(role, HW.printedName, Literal(name))
            if name in given.affiliations:
                where = thing("organization", given.affiliations[name])
                say(role, SCHEMA.affiliation, where)
        for kind, predicate, names in (
            ("topic", SCHEMA.about, given.topics),
            ("organization", HW.presentedBy, given.organizations),
        ):
            for name, sure in names.items():
                node = thing(kind, name)
                say(talk, predicate, node)
                if sure is not None:
                    link(talk, predicate, node, sure, HW.derived)
        for name, sure in given.suggested.items():
            link(talk, SCHEMA.about, thing("topic", name), sure, HW.suggested)
        for p, o in given.extra:
            say(talk, p, o)
    for narrow, broad in (broader or {}).items():
        say(thing("topic", narrow), SKOS.broader, thing("topic", broad))
    return store


@pytest.fixture(scope="session")
def given() -> type[Given]:
    """Return the record of a talk that `build_store` takes."""
    return Given


@pytest.fixture(scope="session")
def build_store() -> Callable[..., Store]:
    """Return the function that turns talks into a store."""
    return build


@pytest.fixture(scope="session")
def store_engine() -> type[InProcessEngine]:
    """Return the engine over a store."""
    return InProcessEngine


@pytest.fixture(scope="session")
def iri_of() -> Callable[[str, str], str]:
    """Return the function that gives the IRI of a thing of the tests."""
    return lambda kind, name: iri(kind, name).value


@pytest.fixture(scope="session")
def harbour() -> list[Given]:
    """Six talks of two events, small enough to count by hand."""
    return [
        Given("Training at scale", ("Ana Lind", "Omar Haddad"), {"storage": 0.91, "training": None},
              {"Meta": 0.8}, minutes=19, abstract="Checkpoints of large models."),
        Given("Distributed checkpoint", ("Mei Tanaka", "Iris Wong"), {"storage": None},
              affiliations={"Mei Tanaka": "Fermilab"}, suggested={"kernels": 0.4}),
        Given("Compiling autograd", ("Mei Tanaka",), {"compilers": 0.7}, event="Pier 2024",
              series=None, year=2024),
        Given("Throughput", ("Lin Chu",), {"compilers": 0.97, "training": 0.6},
              event="Pier 2024", series=None, year=2024),
        Given("Keynote", ("Ana Lind",), event="Harbour Conf 2025", year=2025),
        Given("Nobody's talk", (), {"training": None}, event="Undated", series=None, year=None),
    ]  # fmt: skip
