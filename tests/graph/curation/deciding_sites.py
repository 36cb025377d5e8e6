"""A small site in which everything can be decided, and what its graphs say of two ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode, Quad, RdfFormat, parse

from hallway.graph import formats
from hallway.graph.addresses import Addresses, Ledger
from hallway.graph.building.assembly import assemble
from hallway.graph.building.graph_files import GraphFiles
from hallway.graph.keys import concept_key
from hallway.graph.linking.decision import APPEARS, NAMES_OF, SAME_AS, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.sources import Source
from hallway.graph.vocabulary import DCTERMS, HW, RDF, RDFS, SCHEMA, SKOS

BASE = "https://hallway.example/"
ABOUT, PRESENTED = SCHEMA.about.value, HW.presentedBy.value
BROADER, SOURCE = SKOS.broader.value, DCTERMS.source.value
TABLE = """id,event,title,speakers,affiliation,topics,abstract
1,Quay Days 2025,Cranes at work,Anselma Quist,Quay Works GmbH,winches; Kubernetes,
2,Quay Days 2025,Locks,Anselma Quist,Quay Works,capstans; k8s; crane safety,
3,Quay Days 2025,Tides,A. Quist,Harbour AG,k8s; safety,"At Dockster, we load ships."
4,Mole Days 2025,On winches,Omar Haddad,Dock Labs,,"At Moorly, we moor."
"""
AGAIN = """id,event,title,speakers,start
x,Quay Days 2025,Tides!,A. Quist,2025-05-02 10:00
y,Quay Days 2025,Ropes,Mei Tanaka,2025-05-02 11:00
"""
SERIES = """event,series,event date
Harbour Fest 2023,Harbour Fest,2023-05-01
Haven Fair 2023,Haven Fair,2023-06-01
"""
DEADLINES = """- title: HaF
  full_name: Harbour Fest
  year: 2024
  id: haf24
  link: https://haf.example/
  deadline: 2024-01-15 23:59:59
  start: 2024-05-02
  end: 2024-05-04
  sub: ML
"""
UNRELATED = "id,event,title,speakers,topics\n1,Soup Days,Broth,Ida Pasanen,soup\n"
FILES = {"quay.csv": TABLE, "again.csv": AGAIN, "series.csv": SERIES, "deadlines.yml": DEADLINES}


def source(file: str, text: str) -> Source:
    read = formats.read(text.encode(), formats.ReadOptions(file=file))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Source(file.replace(".", "-"), digest, file, read, {})


SOURCES = [source(file, text) for file, text in FILES.items()]


@dataclass(frozen=True)
class Assembled:
    """Graph -> its lines; and what could not be applied, as sentences."""

    graphs: Mapping[str, bytes]
    conflicts: tuple[str, ...] = ()

    @property
    def told(self) -> dict[str, bytes]:
        """What is said of the world, without the record of decisions and addresses."""
        return {
            name: lines
            for name, lines in self.graphs.items()
            if name.startswith(("source/", "links"))
        }

    def quads(self) -> Iterator[Quad]:
        for content in self.graphs.values():
            for quad in parse(content, format=RdfFormat.N_QUADS):
                yield quad
                yield Quad(quad.subject, quad.predicate, quad.object, DefaultGraph())


def assembled(
    folder: Path,
    decisions: Sequence[Decision],
    ledger: Ledger,
    sources: Sequence[Source] = tuple(SOURCES),
) -> Assembled:
    """Assemble all graphs; the ledger grows as that of a site does."""
    made = assemble(
        list(sources), Addresses(BASE, ledger), Decisions(decisions), GraphFiles(folder)
    )
    start = f"{BASE}graph/"
    graphs = {one.graph.removeprefix(start): one.path.read_bytes() for one in made.graphs}
    return Assembled(graphs, made.conflicts)


def named(slug: str) -> str:
    return f"{BASE}id/{slug}"


What = tuple[str, str, str, str]
"""Action, predicate, and two ends; a text has "=" before it."""

TOPICS = ("topic/winches", "topic/capstans", "topic/k8s", "topic/safety")
PEOPLE = ("person/anselma-quist", "person/a-quist", "person/omar-haddad")
MAKERS = ("organization/quay-works", "organization/harbour-ag", "organization/dock-labs",
          "organization/dockster")  # fmt: skip
SERIAL = ("series/harbour-fest", "series/haven-fair")
EVENTS = ("event/harbour-fest-2023", "event/haven-fair-2023", "event/mole-days-2025")
TALKS = ("talk/cranes-at-work", "talk/locks", "talk/tides", "talk/ropes")
MOLE = "talk/on-winches"
TWICE = ("talk/tides", "talk/tides-bdf8")
"""Two records that are one talk; the second had an address while they were kept apart."""
PARTS = ("appearance/locks--anselma-quist", "appearance/cranes-at-work--anselma-quist")
NAMES = (
    ("topic/k8s", "=Kubernetes", NAMES_OF["topic"]),
    ("organization/quay-works", "=Quay Works GmbH", NAMES_OF["organization"]),
    ("series/harbour-fest", "=Harbour Fest", NAMES_OF["series"]),
)

POOL: list[What] = [
    *((action, "", a, b)
      for kind in (TOPICS, PEOPLE, MAKERS, SERIAL, EVENTS, TALKS)
      for a, b in product(kind, kind) if a < b for action in ("merge", "split")),
    *(("split", "", "person/anselma-quist", part) for part in PARTS),
    *((action, APPEARS, part, "person/anselma-quist") for part in PARTS
      for action in ("accept", "reject")),
    ("merge", "", *PARTS),
    *(("split", "", thing, name) for thing, name, _ in NAMES),
    *((action, relation, thing, name) for thing, name, relation in NAMES
      for action in ("accept", "reject")),
    *((action, ABOUT, talk, topic) for talk, topic in product((TALKS[2], MOLE), TOPICS[:2])
      for action in ("accept", "reject")),
    *((action, PRESENTED, TALKS[2], maker) for maker in MAKERS
      for action in ("accept", "reject")),
    *((action, BROADER, "topic/crane-safety", "topic/safety") for action in ("accept", "reject")),
    *((action, SAME_AS, PEOPLE[1], PEOPLE[0]) for action in ("accept", "reject")),
    *(("reject", SOURCE, TALKS[2], one) for one in ("source/quay-csv", "source/again-csv")),
    *((action, "", *TWICE) for action in ("merge", "split")),
    *(("rename", "", thing, "=Another")
      for thing in (TOPICS[0], PEOPLE[0], MAKERS[0], TALKS[0], SERIAL[0], EVENTS[0])),
]  # fmt: skip

ALONE: list[What] = [
    *(
        ("split", "", thing, name)
        for thing, name in (("topic/k8s", "=k8s"), ("series/harbour-fest", "=HaF"))
    ),
    ("reject", NAMES_OF["topic"], "topic/k8s", "=k8s"),
    ("reject", NAMES_OF["series"], "series/harbour-fest", "=HaF"),
    *(("accept", SOURCE, TALKS[2], one) for one in ("source/quay-csv", "source/again-csv")),
]
"""Tried alone: takes out the name that an address was made for, where pages and commands take out
the others; and holds that a source tells of a talk, which a split does not contradict."""


def decided(number: int, what: What) -> Decision:
    action, predicate, subject, object_ = what
    other = object_[1:] if object_.startswith("=") else named(object_)
    when = f"2026-05-01T10:00:{number:02}+00:00"
    id_ = f"{BASE}id/decision/{number}"
    return Decision(id_, action, named(subject), predicate, other, "ana", when)


# What the graphs say ----------------------------------------------------------------------------


@dataclass
class Told:
    """What the graphs say, read by other means than `hallway check` does."""

    said: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    sources: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Assembled) -> Told:
        told = cls()
        for quad in found.quads():
            if isinstance(quad.graph_name, DefaultGraph):
                about = told.said.setdefault(quad.subject.value, {})
                about.setdefault(quad.predicate.value, set()).add(quad.object.value)
            elif isinstance(quad.graph_name, NamedNode) and quad.predicate == RDF.type:
                name = quad.graph_name.value.removeprefix(f"{BASE}graph/")
                told.sources.setdefault(quad.subject.value, set()).add(name)
        return told

    def values(self, iri: str, predicate: NamedNode | str) -> set[str]:
        name = predicate if isinstance(predicate, str) else predicate.value
        return self.said.get(iri, {}).get(name, set())

    def thing(self, term: str, kind: str = "") -> set[str]:
        """Return what an address or a printed name stands for; empty when nothing has it."""
        if not term.startswith(BASE):
            return {
                iri
                for iri in self.said
                if iri.startswith(named(f"{kind}/")) and concept_key(term) in self.names(iri)
            }
        if "/id/appearance/" in term:
            return self.values(term, SCHEMA.performer)
        while leads := self.values(term, DCTERMS.isReplacedBy):
            (term,) = leads
        return {term} if self.values(term, RDF.type) else set()

    def names(self, iri: str) -> set[str]:
        """Return the keys of the names that something goes by here."""
        terms = (RDFS.label, SKOS.altLabel, SKOS.hiddenLabel)
        found = {name for term in terms for name in self.values(iri, term)}
        linked = self.links(NAMES_OF["series"])
        found |= {name for subject, name in linked if subject == iri}
        return {concept_key(name) for name in found}

    def links(self, predicate: str) -> set[tuple[str, str]]:
        """Return the ends of the links with a predicate that are not rejected."""
        return {
            (subject, target)
            for iri in self.said
            if "/id/link/" in iri
            and predicate in self.values(iri, RDF.predicate)
            and HW.rejected.value not in self.values(iri, HW.status)
            for subject in self.values(iri, RDF.subject)
            for target in self.values(iri, RDF.object)
        }


def violated(told: Told, one: Decision) -> bool:
    """Tell whether what is said is not as a decision has it."""
    kind = one.subject.removeprefix(f"{BASE}id/").partition("/")[0]
    a, b = told.thing(one.subject), told.thing(one.object, kind)
    is_pair = one.action in ("merge", "split") or one.predicate in (
        SAME_AS, APPEARS, *NAMES_OF.values()
    )  # fmt: skip
    if one.action == "rename":
        return bool(a) and one.object not in told.values(next(iter(a)), RDFS.label)
    if one.predicate == SOURCE:
        graph = f"source/{one.object.rpartition('/')[2]}"
        tell = {one for iri in a for one in told.sources.get(iri, ())}
        if one.action == "accept":
            return bool(a) and graph not in tell
        return graph in tell and len(tell) > 1
    if not is_pair:
        if one.action == "accept":
            return bool(a and b) and not b & told.values(next(iter(a)), one.predicate)
        # What a source states stays: a judgement is of what was derived.
        return any((x, y) in told.links(one.predicate) for x in a for y in b)
    if one.action in ("merge", "accept"):
        return bool(a and b) and not a & b
    pairs = told.links(SAME_AS)
    asked = any((x, y) in pairs or (y, x) in pairs for x in a for y in b)
    if a == b and not one.object.startswith(BASE):
        # Alone it is parted from all others.
        return told.names(next(iter(a))) != {concept_key(one.object)}
    return bool(a and b) and (a == b or asked)


def all_taken(told: Told, made: Sequence[Decision], one: Decision) -> bool:
    """Tell whether a person is to lose every appearance: the last one stays all the same."""
    ends = {end for other in made if other.action in ("split", "reject")
            for end in (other.subject, other.object)}  # fmt: skip
    people = told.thing(one.subject) | told.thing(one.object)
    own = {iri for iri in told.said
           if "/id/appearance/" in iri and told.values(iri, SCHEMA.performer) & people}  # fmt: skip
    return bool(own) and own <= ends


def told_of(found: Assembled, made: Sequence[Decision], one: Decision) -> bool:
    """Tell whether a decision is among those that could not be applied."""
    if any(one.id in conflict.decisions for conflict in Decisions(made).conflicts):
        return True
    slug = one.subject.rpartition("/")[2].replace("-", " ")
    return any(one.subject in line or slug in line.replace("-", " ") for line in found.conflicts)


def undoing(made: Sequence[Decision]) -> list[Decision]:
    return [replace(one, id=f"{one.id}0", action="undo", subject=one.id, object="", predicate="")
            for one in made]  # fmt: skip
