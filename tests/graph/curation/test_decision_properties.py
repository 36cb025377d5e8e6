"""Whatever curators decide, the graph holds to it, and what they take back leaves no trace."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pyoxigraph import DefaultGraph, Quad, RdfFormat, parse

from hallway.graph import formats
from hallway.graph.addresses import Addresses, Ledger
from hallway.graph.building.assembly import assemble
from hallway.graph.building.graph_files import GraphFiles
from hallway.graph.checking import check
from hallway.graph.linking.concept_rules import regroup
from hallway.graph.linking.decision import SAME_AS, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.sources import Source

BASE = "https://hallway.example/"
ABOUT, PRESENTED = "https://schema.org/about", "https://w3id.org/hallway#presentedBy"
BROADER = "http://www.w3.org/2004/02/skos/core#broader"
TABLE = """id,event,title,speakers,affiliation,topics,abstract
1,Quay Days 2025,Cranes at work,Anselma Quist,Quay Works GmbH,winches; Kubernetes,
2,Quay Days 2025,Locks,Anselma Quist,Quay Works,capstans; k8s; crane safety,
3,Quay Days 2025,Tides,A. Quist,Harbour AG,k8s; safety,"At Dockster, we load ships."
4,Mole Days 2025,On winches,Omar Haddad,Dock Labs,,"At Moorly, we moor."
"""


def assembled(folder: Path, decisions: Decisions, ledger: Ledger) -> dict[str, bytes]:
    """Return graph -> its lines."""
    read = formats.read(TABLE.encode(), formats.ReadOptions(file="quay.csv"))
    source = Source("quay-csv", "0" * 64, "quay.csv", read, {})
    made = assemble([source], Addresses(BASE, ledger), decisions, GraphFiles(folder))
    found = {one.graph.removeprefix(f"{BASE}graph/"): one.path.read_bytes() for one in made.graphs}
    return found


def told(graphs: dict[str, bytes]) -> dict[str, bytes]:
    """Return what is said of the world, without the record of decisions and addresses."""
    return {name: found for name, found in graphs.items() if name.startswith(("source/", "links"))}


def quads(graphs: dict[str, bytes]) -> Iterator[Quad]:
    for content in graphs.values():
        for quad in parse(content, format=RdfFormat.N_QUADS):
            yield quad
            yield Quad(quad.subject, quad.predicate, quad.object, DefaultGraph())


def named(slug: str) -> str:
    return f"{BASE}id/{slug}"


TOPICS = ("topic/winches", "topic/capstans", "topic/k8s", "topic/safety")
PEOPLE = ("person/anselma-quist", "person/a-quist", "person/omar-haddad")
MAKERS = ("organization/quay-works", "organization/harbour-ag", "organization/dock-labs",
          "organization/dockster")  # fmt: skip
TALKS = ("talk/cranes-at-work", "talk/locks", "talk/tides", "talk/on-winches")
PARTS = ("appearance/locks--anselma-quist", "appearance/cranes-at-work--anselma-quist")

POOL = [
    *((action, "", a, b) for kind in (TOPICS, PEOPLE, MAKERS)
      for a, b in product(kind, kind) if a < b for action in ("merge", "split")),
    *(("split", "", "person/anselma-quist", part) for part in PARTS),
    ("merge", "", *PARTS),
    ("split", "", "topic/k8s", "=Kubernetes"),
    ("split", "", "organization/quay-works", "=Quay Works GmbH"),
    *((action, ABOUT, talk, topic) for talk, topic in product(TALKS[2:], TOPICS[:2])
      for action in ("accept", "reject")),
    *((action, PRESENTED, TALKS[2], maker) for maker in MAKERS
      for action in ("accept", "reject")),
    *((action, BROADER, "topic/crane-safety", "topic/safety") for action in ("accept", "reject")),
    *((action, SAME_AS, PEOPLE[1], PEOPLE[0]) for action in ("accept", "reject")),
    *(("rename", "", thing, "=Another") for thing in (TOPICS[0], PEOPLE[0], MAKERS[0], TALKS[0])),
]  # fmt: skip


def decided(number: int, what: tuple[str, str, str, str]) -> Decision:
    action, predicate, subject, object_ = what
    other = object_[1:] if object_.startswith("=") else named(object_)
    when = f"2026-05-01T10:00:{number:02}+00:00"
    id_ = f"{BASE}id/decision/{number}"
    return Decision(id_, action, named(subject), predicate, other, "ana", when)


@dataclass(frozen=True, repr=False)
class Plain:
    """What is said without any decision, and the ledger that goes with it."""

    graphs: dict[str, bytes]
    ledger: Path


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    folder = tmp_path_factory.mktemp("plain")
    ledger = Ledger(folder / "ledger.tsv")
    found = assembled(folder, Decisions(), ledger)
    ledger.save()
    addressed = (folder / "ledger.tsv").read_text("utf-8")
    for slug in (*PEOPLE, *MAKERS, *TALKS, *TOPICS):
        assert f"\t{slug.partition('/')[2]}\n" in addressed, slug
    assert check(quads(found), base=BASE).conforms
    return Plain(found, folder / "ledger.tsv")


_PLACES = st.integers(0, len(POOL) - 1)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(places=[POOL.index(("merge", "", *PARTS)), POOL.index(("split", "", PEOPLE[0], PARTS[1]))],
         seed=0)  # fmt: skip
@example(places=[POOL.index(("split", "", PEOPLE[0], part)) for part in PARTS], seed=0)
@given(places=st.lists(_PLACES, max_size=6, unique=True), seed=st.integers(0, 99))
def test_no_decision_is_violated_and_undoing_all_leaves_what_there_was(
    plain: Plain, places: list[int], seed: int
) -> None:
    before, ledger = plain.graphs, plain.ledger
    made = [decided(number, what) for number, what in enumerate(POOL[place] for place in places)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = assembled(folder, Decisions(made), Ledger(ledger))
        report = check(quads(found), base=BASE)
        assert report.conforms, str(report)
        shuffled = [one for one in made if one.action != "rename"]
        Random(seed).shuffle(shuffled)  # noqa: S311
        renames = [one for one in made if one.action == "rename"]
        again = assembled(folder, Decisions([*shuffled, *renames]), Ledger(ledger))
        assert told(again) == told(found)
        undone = [Decision(f"{one.id}0", "undo", one.id, when=one.when) for one in made]
        after = assembled(folder, Decisions([*made, *undone]), Ledger(ledger))
        assert told(after) == told(before)


HEARD = [
    ("merge", "", TOPICS[0], TOPICS[1]),
    ("merge", "", PEOPLE[1], PEOPLE[2]),
    ("merge", "", MAKERS[1], MAKERS[3]),
    ("split", "", PEOPLE[0], PARTS[0]),
    ("split", "", "topic/k8s", "=Kubernetes"),
    ("split", "", "organization/quay-works", "=Quay Works GmbH"),
    ("accept", ABOUT, TALKS[2], TOPICS[1]),
    ("accept", PRESENTED, TALKS[2], MAKERS[2]),
    ("reject", PRESENTED, TALKS[2], MAKERS[3]),
    ("reject", BROADER, "topic/crane-safety", "topic/safety"),
    ("reject", SAME_AS, PEOPLE[1], PEOPLE[0]),
    ("rename", "", TALKS[0], "=Another"),
]
"""One decision of each kind that changes what the table says."""


@pytest.mark.parametrize("what", HEARD, ids=" ".join)
def test_a_graph_that_does_not_hear_a_decision_does_not_conform(
    plain: Plain, tmp_path: Path, what: tuple[str, str, str, str]
) -> None:
    before, ledger = plain.graphs, plain.ledger
    found = assembled(tmp_path, Decisions([decided(1, what)]), Ledger(ledger))
    assert check(quads(found), base=BASE).conforms
    assert told(found) != told(before)
    deaf = told(before) | {"decisions": found["decisions"]}
    rules = {one.rule for one in check(quads(deaf), base=BASE).findings}
    assert "decision-held" in rules


_KEYS = st.sampled_from("abcdefgh")
_TERMS = _KEYS.map(lambda key: f"{BASE}id/topic/{key}") | _KEYS


@given(
    st.lists(st.sets(_KEYS, min_size=1), max_size=4),
    st.lists(st.tuples(_TERMS, _TERMS, st.sampled_from(["merge", "split"])), max_size=8),
)
def test_spellings_are_joined_and_parted_as_decided_or_a_contradiction_is_told(
    sets: list[set[str]], pairs: list[tuple[str, str, str]]
) -> None:
    groups: list[list[str]] = []
    for some in sets:
        left = sorted(some - {key for group in groups for key in group})
        if left:
            groups.append(left)
    known = {key for group in groups for key in group}
    decisions = Decisions(
        Decision(f"{BASE}id/decision/{n}", action, a, "", b)
        for n, (a, b, action) in enumerate(pairs)
        if f"{BASE}id/topic/" in a + b
    )
    rules = decisions.rules("topic")
    keys = {f"{BASE}id/topic/{key}": key for key in "abcdefgh"}
    found = regroup(groups, rules, keys)
    place = {key: number for number, group in enumerate(found.groups) for key in group}
    assert known <= place.keys()
    assert sorted(key for group in found.groups for key in group) == sorted(place)
    for a, b in rules.cannot:
        if a.startswith(BASE) and b.startswith(BASE) and {keys[a], keys[b]} <= known:
            names = f"{a} and {b}"
            contradicted = any(one.startswith(names) for one in found.conflicts)
            assert place[keys[a]] != place[keys[b]] or contradicted
    if not rules.must and not rules.cannot:
        assert sorted(map(list, found.groups)) == sorted(groups)
