"""Paths are the cheapest there are, and every step of them is true."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from hallway.graph.errors import HallwayError
from hallway.graph.networks.incidence import MEMBERS, Incidence, read_incidence
from hallway.graph.networks.paths import connections

SERIES = {"E1": "S", "E2": "S", "E3": None}
people = st.lists(st.sampled_from(["Ana", "Bo", "Cy", "Di", "Ed"]), unique=True, max_size=3)
topics = st.dictionaries(
    st.sampled_from(["t1", "t2", "t3", "t4"]), st.none() | st.sampled_from([0.5, 0.9]), max_size=2
)
organizations = st.dictionaries(st.sampled_from(["Meta", "Fermilab"]), st.none(), max_size=1)
rows = st.lists(
    st.tuples(people, topics, organizations, st.sampled_from([*SERIES])),
    min_size=1,
    max_size=6,
)


def written(drawn: list[Any], given: Any, build_store: Any) -> Any:
    return build_store(
        given(f"talk {at}", tuple(who), about, firms, event=event, series=SERIES[event])
        for at, (who, about, firms, event) in enumerate(drawn)
    )


def brute_force(table: Incidence, a: int, b: int, max_hops: int) -> dict[tuple[int, ...], float]:
    """Walk all simple paths of talks and things; things of a path -> its least cost."""
    things = len(table.iris)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(things + len(table.talks)))
    graph.add_edges_from(
        (int(t) + things, int(x)) for t, x in np.stack((table.talk, table.thing), 1)
    )
    size = math.log(len(table.talks) + 1)

    def events(node: int) -> set[int]:
        talks = [node] if node >= things else graph[node]
        return {e for talk in talks for e in graph[talk] if table.kind(e) == "event"}

    found: dict[tuple[int, ...], float] = {}
    for nodes in nx.all_simple_paths(graph, a, b, cutoff=2 * max_hops):
        talks = [node for node in nodes if node >= things]
        inner = [node for node in nodes[1:-1] if node < things]
        idle = any(
            table.kind(node) == "series"
            and events(nodes[max(0, at - 2)]) & events(nodes[min(len(nodes) - 1, at + 2)])
            for at, node in enumerate(nodes)
            if 0 < at < len(nodes) - 1
        )
        if len(talks) <= max_hops and not idle:
            key = tuple(node for node in nodes if node < things or node in (a, b))
            # A talk at an end is what is asked about and costs nothing.
            cost = float(len(set(talks) - {a, b}))
            cost += sum(2 * math.log(graph.degree[node]) / max(1, size) for node in inner)
            if any(table.kind(node) in ("event", "series") for node in inner):
                cost += 2 * len(inner)
            found[key] = cost
    return found


@forall(rows=rows, data=st.data(), max_hops=st.integers(1, 4))
@settings(max_examples=120)
def test_paths_are_the_cheapest_of_all_simple_ones_and_each_hop_is_true(
    rows, data, max_hops, given, build_store, store_engine
):
    engine = store_engine(written(rows, given, build_store))
    table = read_incidence(engine)
    nodes = range(len(table.iris) + len(table.talks))
    a, b = data.draw(st.sampled_from(nodes)), data.draw(st.sampled_from(nodes))
    assume(a != b)
    found = connections(table, table.iri(a), table.iri(b), k=5, max_hops=max_hops, via_hubs=True)
    expected = brute_force(table, a, b, max_hops)
    costs = sorted(expected.values())[:5]
    assert [path.cost for path in found] == pytest.approx(costs, abs=1e-6)
    keys = [
        tuple(node for node in path.nodes if node < len(table.iris) or node in (a, b))
        for path in found
    ]
    assert len(set(keys)) == len(keys)
    for path, key in zip(found, keys, strict=True):
        assert path.cost == pytest.approx(expected[key], abs=1e-6)
        assert (path.nodes[0], path.nodes[-1]) == (a, b)
        assert len(set(path.nodes)) == len(path.nodes)
        assert len(path.hops) == len(path.words()) <= max_hops
        for one, other in pairwise(path.hops):
            assert one.after == other.before
        for hop in path.hops:
            assert engine.ask(hop.query())


@forall(rows=rows, data=st.data())
@settings(max_examples=60)
def test_an_event_never_comes_before_as_short_a_path_without_one(
    rows, data, given, build_store, store_engine
):
    table = read_incidence(store_engine(written(rows, given, build_store)))
    first, stop = table.bounds["person"]
    assume(stop - first >= 2)
    a, b = data.draw(st.permutations(range(first, stop)))[:2]
    found = connections(table, table.iri(a), table.iri(b), k=20, via_hubs=True)
    kinds = [{table.kind(node) for node in path.nodes} for path in found]
    seen: set[int] = set()
    for path, mine in zip(found, kinds, strict=True):
        weak = not mine.isdisjoint(("event", "series"))
        assert weak or len(path.hops) not in seen
        if weak:
            seen.add(len(path.hops))


@forall(rows=rows, data=st.data())
@settings(max_examples=30)
def test_hubs_are_passed_through_only_when_asked(rows, data, given, build_store, store_engine):
    table = read_incidence(store_engine(written(rows, given, build_store)))
    assume(len(table.iris) >= 2)
    a, b = data.draw(st.permutations(range(len(table.iris))))[:2]
    names = table.iri(a), table.iri(b)
    for path in connections(table, *names, k=9, hub=1):
        inner = [node for node in path.nodes[1:-1] if node < len(table.iris)]
        assert all(len(table.talks_of(node)) <= 1 for node in inner)
    whole = connections(table, *names, k=9, via_hubs=True)
    assert connections(table, *names, k=9, hub=100) == whole


def test_a_rare_topic_says_more_than_a_common_one(given, build_store, store_engine, iri_of):
    talks = [given("One", ("Ana",), {"rare": None, "common": None}),
             given("Two", ("Bo",), {"rare": None, "common": None}),
             *(given(f"More {at}", (f"P {at}",), {"common": None}) for at in range(8))]  # fmt: skip
    table = read_incidence(store_engine(build_store(talks)))
    best, second = connections(table, iri_of("person", "Ana"), iri_of("person", "Bo"), k=2)
    assert iri_of("topic", "rare") in best.iris
    assert iri_of("topic", "common") in second.iris
    assert best.cost < second.cost


def test_a_path_is_told_in_words(harbour, build_store, store_engine, iri_of):
    engine = store_engine(build_store(harbour))
    best = connections(engine, iri_of("person", "Omar Haddad"), iri_of("person", "Lin Chu"))[0]
    assert best.words() == [
        "Omar Haddad, with Ana Lind, gave «Training at scale» at Harbour Conf 2026. "
        "It is about training.",
        "«Throughput», given at Pier 2024 by Lin Chu, is also about training (derived 0.60).",
    ]


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (("person", "Ana Lind"), ("person", "Omar Haddad"),
         ["Ana Lind and Omar Haddad gave «Training at scale» at Harbour Conf 2026."]),
        (("organization", "Meta"), ("person", "Omar Haddad"),
         ["Meta (derived 0.80) stands behind «Training at scale», given at Harbour Conf 2026 by "
          "Omar Haddad and Ana Lind."]),
        (("topic", "compilers"), ("topic", "training"),
         ["«Throughput», given at Pier 2024 by Lin Chu, is about compilers (derived 0.97) and "
          "training (derived 0.60)."]),
        (("talk", "Throughput"), ("topic", "training"),
         ["«Throughput» was given at Pier 2024 by Lin Chu. It is about training (derived 0.60)."]),
        (("topic", "storage"), ("talk", "Distributed checkpoint"),
         ["«Distributed checkpoint», given at Harbour Conf 2026 by Iris Wong and Mei Tanaka, is "
          "about storage."]),
        (("person", "Lin Chu"), ("event", "Pier 2024"),
         ["Lin Chu gave «Throughput» at Pier 2024."]),
        (("person", "Iris Wong"), ("series", "Harbour Conf"),
         ["Iris Wong, with Mei Tanaka, gave «Distributed checkpoint» at Harbour Conf 2026. "
          "Harbour Conf 2026 belongs to Harbour Conf."]),
        (("series", "Harbour Conf"), ("person", "Iris Wong"),
         ["«Distributed checkpoint» was given in the series Harbour Conf, at Harbour Conf 2026 by "
          "Iris Wong and Mei Tanaka."]),
        (("person", "Mei Tanaka"), ("organization", "Fermilab"),
         ["Mei Tanaka, with Iris Wong, gave «Distributed checkpoint» at Harbour Conf 2026. "
          "Fermilab stands behind it."]),
    ],
)  # fmt: skip
def test_each_kind_of_hop_has_its_sentence(
    a, b, expected, harbour, build_store, store_engine, iri_of
):
    engine = store_engine(build_store(harbour))
    assert connections(engine, iri_of(*a), iri_of(*b))[0].words() == expected


def test_many_people_are_counted_not_listed(given, build_store, store_engine, iri_of):
    names = tuple(f"P{at}" for at in range(9))
    engine = store_engine(build_store([given("Panel", names, {"t": None})]))
    told = connections(engine, iri_of("person", "P0"), iri_of("topic", "t"))[0].words()[0]
    assert told.startswith("P0, with P1, P2, P3 and 5 others, gave «Panel»")


def test_a_path_is_plain_values(harbour, build_store, store_engine, iri_of):
    engine = store_engine(build_store(harbour))
    path = connections(engine, iri_of("person", "Omar Haddad"), iri_of("person", "Lin Chu"))[0]
    told = json.loads(json.dumps(path.as_json()))
    assert told == json.loads(json.dumps(path.as_json("http://127.0.0.1:8000/")))
    assert [step["id"] for step in told["steps"]] == [
        "person/omar-haddad", "talk/training-at-scale", "topic/training", "talk/throughput",
        "person/lin-chu",
    ]  # fmt: skip
    assert [hop["words"] for hop in told["hops"]] == told["words"] == path.words()
    assert [(hop["confidence"], hop["derived"]) for hop in told["hops"]] == [
        (1.0, False), (0.6, True),
    ]  # fmt: skip


def test_what_is_not_there_or_the_same_is_refused(harbour, build_store, store_engine, iri_of):
    engine = store_engine(build_store(harbour))
    ana = iri_of("person", "Ana Lind")
    for other in (ana, iri_of("person", "Nobody")):
        with pytest.raises(HallwayError) as caught:
            connections(engine, ana, other)
        assert caught.value.remedy


def test_without_a_way_there_is_no_path(given, build_store, store_engine, iri_of):
    talks = [given("One", ("Ana",), event="E1", series=None),
             given("Two", ("Bo",), event="E2", series=None)]  # fmt: skip
    engine = store_engine(build_store(talks))
    assert connections(engine, iri_of("person", "Ana"), iri_of("person", "Bo")) == []
    assert set(MEMBERS) >= {"person", "event"}
