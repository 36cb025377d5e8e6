"""Whatever curators decide, the graph holds to it, and what they take back leaves no trace."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hallway.graph.addresses import Ledger
from hallway.graph.checking import check
from hallway.graph.linking.concept_rules import regroup
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from tests.graph.curation.deciding_sites import (
    ABOUT,
    ALONE,
    BASE,
    BROADER,
    MAKERS,
    NAMES,
    PARTS,
    PEOPLE,
    POOL,
    PRESENTED,
    SERIAL,
    SOURCE,
    SOURCES,
    TALKS,
    TOPICS,
    TWICE,
    UNRELATED,
    Assembled,
    Told,
    What,
    all_taken,
    assembled,
    decided,
    source,
    told_of,
    undoing,
    violated,
)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of a site where nothing was decided."""
    folder = tmp_path_factory.mktemp("plain")
    known = Ledger(folder / "ledger.tsv")
    assembled(folder, [], known)
    assembled(folder, [decided(0, ("reject", SOURCE, TALKS[2], "source/again-csv"))], known)
    found = assembled(folder, [], known)
    known.save()
    given_ = {(kind, slug) for kind, _, slug in known.lines()}
    for what in POOL:
        for end in what[2:]:
            kind, _, slug = end.partition("/")
            if not end.startswith("=") and kind not in ("appearance", "source"):
                assert (kind, slug) in given_, end
    assert check(found.quads(), base=BASE).conforms
    return folder / "ledger.tsv"


@pytest.fixture(scope="module")
def before(ledger: Path, tmp_path_factory: pytest.TempPathFactory) -> Assembled:
    """What is said without any decision."""
    return assembled(tmp_path_factory.mktemp("before"), [], Ledger(ledger))


def wrong(found: Assembled, made: Sequence[Decision]) -> list[str]:
    """Return the decisions that the graphs do not hold to, and that are not told of either."""
    told = Told.of(found)
    renamed = [told.thing(one.subject) for one in made if one.action == "rename"]
    return [
        f"{one.action} {one.subject} {one.predicate} {one.object}"
        for one in made
        if violated(told, one)
        and not told_of(found, made, one)
        and not all_taken(told, made, one)
        and not (one.action == "rename" and renamed.count(told.thing(one.subject)) > 1)
    ]


def held(found: Assembled) -> list[str]:
    """Return what `hallway check` says of decisions that are not held to."""
    findings = check(found.quads(), base=BASE).findings
    return [str(one) for one in findings if one.rule == "decision-held"]


@pytest.mark.parametrize("what", POOL + ALONE, ids=" ".join)
def test_one_decision_holds_alone_and_its_undoing_leaves_what_there_was(
    ledger: Path, before: Assembled, tmp_path: Path, what: What
) -> None:
    made, known = [decided(1, what)], Ledger(ledger)
    found = assembled(tmp_path, made, known)
    assert not found.conflicts
    assert not wrong(found, made)
    assert not held(found)
    after = assembled(tmp_path, [*made, *undoing(made)], known)
    assert after.told == before.told


_PLACES = st.integers(0, len(POOL) - 1)
_SOME = st.lists(_PLACES, min_size=2, max_size=6, unique=True)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(places=[POOL.index(("merge", "", *PARTS)), POOL.index(("split", "", PEOPLE[0], PARTS[1]))],
         seed=0)  # fmt: skip
@example(places=[POOL.index(("split", "", PEOPLE[0], part)) for part in PARTS], seed=0)
@given(places=_SOME, seed=st.integers(0, 99))
def test_no_decision_is_violated_and_undoing_all_leaves_what_there_was(
    ledger: Path, before: Assembled, places: list[int], seed: int
) -> None:
    made = [decided(number, what) for number, what in enumerate(POOL[place] for place in places)]
    with tempfile.TemporaryDirectory() as name:
        folder, known = Path(name), Ledger(ledger)
        found = assembled(folder, made, known)
        assert not wrong(found, made)
        assert not held(found)
        shuffled = [one for one in made if one.action != "rename"]
        Random(seed).shuffle(shuffled)  # noqa: S311
        renames = [one for one in made if one.action == "rename"]
        again = assembled(folder, [*shuffled, *renames], Ledger(ledger))
        assert again.told == found.told
        after = assembled(folder, [*made, *undoing(made)], known)
        assert after.told == before.told


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=_SOME)
def test_a_source_more_changes_no_link_and_brings_nothing_back(
    ledger: Path, places: list[int]
) -> None:
    made = [decided(number, what) for number, what in enumerate(POOL[place] for place in places)]
    with tempfile.TemporaryDirectory() as name:
        folder, known = Path(name), Ledger(ledger)
        found = assembled(folder, made, known)
        more = assembled(folder, made, known, [*SOURCES, source("soup.csv", UNRELATED)])
        assert not wrong(more, made)
        for graph, lines in found.told.items():
            assert set(lines.splitlines()) <= set(more.told[graph].splitlines()), graph


HEARD = [
    ("merge", "", TOPICS[0], TOPICS[1]),
    ("merge", "", PEOPLE[1], PEOPLE[2]),
    ("merge", "", MAKERS[1], MAKERS[3]),
    ("merge", "", *SERIAL),
    ("merge", "", TALKS[0], TALKS[1]),
    ("merge", "", "event/harbour-fest-2023", "event/haven-fair-2023"),
    ("split", "", *TWICE),
    ("split", "", PEOPLE[0], PARTS[0]),
    ("split", "", "topic/k8s", "=Kubernetes"),
    ("split", "", "organization/quay-works", "=Quay Works GmbH"),
    *(("reject", relation, thing, name) for thing, name, relation in NAMES),
    ("accept", ABOUT, TALKS[2], TOPICS[1]),
    ("accept", PRESENTED, TALKS[2], MAKERS[2]),
    ("reject", PRESENTED, TALKS[2], MAKERS[3]),
    ("reject", BROADER, "topic/crane-safety", "topic/safety"),
    ("reject", SOURCE, TALKS[2], "source/again-csv"),
    ("rename", "", TALKS[0], "=Another"),
    ("rename", "", SERIAL[0], "=Another"),
]
"""One decision of each kind that changes what the sources say."""


@pytest.mark.parametrize("what", HEARD, ids=" ".join)
def test_a_graph_that_does_not_hear_a_decision_does_not_conform(
    ledger: Path, before: Assembled, tmp_path: Path, what: What
) -> None:
    found = assembled(tmp_path, [decided(1, what)], Ledger(ledger))
    assert found.told != before.told
    deaf = Assembled(dict(before.graphs) | {"decisions": found.graphs["decisions"]})
    assert wrong(deaf, [decided(1, what)])
    assert held(deaf)


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
