"""The networks say what the triples say, whatever the data."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from hallway.graph.errors import HallwayError, SiteError
from hallway.graph.networks.incidence import Incidence, read_incidence
from hallway.graph.networks.incidence_file import load_incidence, write_incidence
from hallway.graph.networks.network import (
    LENSES,
    MEASURES,
    Filters,
    canvas_network,
    centrality,
    communities,
    ego,
    expand,
    network,
    view,
)
from hallway.graph.vocabulary import HW, RDF, SCHEMA

BASE = "http://127.0.0.1:8000/"


class SmallSite:
    """The part of a site that the network needs, over one store."""

    def __init__(self, engine: Any) -> None:
        self.config = SimpleNamespace(base=BASE)
        self._engine = engine
        self._cache: dict[Any, Any] = {}

    def engine(self) -> Any:
        return self._engine

    def cached(self, key: Any, make: Any) -> Any:
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]


@pytest.fixture
def site(build_store, store_engine, harbour) -> SmallSite:
    return SmallSite(store_engine(build_store(harbour, {"compilers": "training"})))


def brute_force(store: Any, kind: str) -> dict[frozenset[str], set[str]]:
    """Count the talks of each pair by walking the triples one by one."""

    def objects(subject: Any, predicate: Any) -> set[str]:
        return {quad.object.value for quad in store.quads_for_pattern(subject, predicate, None)}

    found: dict[frozenset[str], set[str]] = defaultdict(set)
    for quad in store.quads_for_pattern(None, RDF.type, HW.Talk):
        talk = quad.subject
        roles = [one.object for one in store.quads_for_pattern(talk, HW.appearance, None)]
        has = {
            "person": objects(talk, SCHEMA.performer),
            "topic": objects(talk, SCHEMA.about),
            "organization": objects(talk, HW.presentedBy).union(
                *(objects(role, SCHEMA.affiliation) for role in roles)
            ),
        }
        left, right = LENSES[kind]
        pairs = combinations(has[left], 2) if left == right else product(has[left], has[right])
        for pair in pairs:
            found[frozenset(pair)].add(talk.value)
    return found


names = st.sampled_from(["Ana", "Bo", "Cy", "Di", "Ed"])
topics = st.dictionaries(
    st.sampled_from(["t1", "t2", "t3", "t4"]), st.none() | st.sampled_from([0.5, 0.7, 0.9])
)
rows = st.lists(
    st.tuples(
        st.lists(names, unique=True, max_size=4),
        topics,
        st.dictionaries(names, st.sampled_from(["o1", "o2"]), max_size=2),
        st.sampled_from([None, 2019, 2020, 2021]),
        st.dictionaries(st.sampled_from(["t1", "t5"]), st.just(0.4)),
    ),
    max_size=8,
)


def written(rows: list[Any], given: Any, build_store: Any) -> Any:
    return build_store(
        given(
            f"talk {at}", tuple(people), about, {}, affiliations, suggested, f"E {year}",
            f"S{year % 2}" if year else None, year,
        )
        for at, (people, about, affiliations, year, suggested) in enumerate(rows)
    )  # fmt: skip


@pytest.mark.parametrize("kind", LENSES)
@forall(rows=rows)
@settings(max_examples=15)
def test_weights_equal_the_talks_counted_over_the_triples(
    kind, rows, given, build_store, store_engine
):
    store = written(rows, given, build_store)
    found = network(store_engine(store), kind)
    expected = brute_force(store, kind)
    assert {frozenset((a, b)): w for a, b, w in found.edges(data="weight")} == {
        pair: len(talks) for pair, talks in expected.items()
    }
    for a, b, talk in found.edges(data="talk"):
        assert talk in expected[frozenset((a, b))]


@forall(rows=rows, least=st.sampled_from([0.0, 0.6, 0.8]), first=st.sampled_from([None, 2020]))
@settings(max_examples=25)
def test_filters_count_what_is_left_when_the_rest_is_not_there(
    rows, least, first, given, build_store, store_engine
):
    whole = store_engine(written(rows, given, build_store))
    kept = [
        (people, {t: c for t, c in about.items() if c is None or c >= least}, aff, year, sug)
        if first is None or (year is not None and year >= first)
        else ([], {}, {}, year, {})
        for people, about, aff, year, sug in rows
    ]
    part = store_engine(written(kept, given, build_store))
    found = network(whole, "speaker-topic", min_confidence=least, first_year=first)
    expected = network(part, "speaker-topic")
    assert dict(found.nodes(data=True)) == dict(expected.nodes(data=True))
    assert {frozenset(e[:2]): e[2] for e in found.edges(data=True)} == {
        frozenset(e[:2]): e[2] for e in expected.edges(data=True)
    }


def test_an_edge_says_how_sure_it_is_and_when(site, iri_of):
    found = network(site.engine(), "speaker-topic")
    edge = found.edges[iri_of("person", "Ana Lind"), iri_of("topic", "storage")]
    assert edge == {
        "weight": 1, "talk": iri_of("talk", "Training at scale"), "confidence": 0.91,
        "derived": 1.0, "first_year": 2026, "last_year": 2026,
    }  # fmt: skip
    stated = found.edges[iri_of("person", "Ana Lind"), iri_of("topic", "training")]
    assert (stated["confidence"], stated["derived"]) == (1.0, 0.0)


def test_an_edge_of_unknown_years_has_no_years(build_store, store_engine, given, iri_of):
    engine = store_engine(build_store([given("T", ("Ana",), {"t": None}, year=None)]))
    edge = network(engine, "speaker-topic").edges[iri_of("person", "Ana"), iri_of("topic", "t")]
    assert "first_year" not in edge
    assert "last_year" not in edge


def test_a_speaker_without_topics_is_still_a_node(build_store, store_engine, given, iri_of):
    found = network(store_engine(build_store([given("T", ("Ana",))])), "speaker-topic")
    assert dict(found.nodes(data=True)) == {
        iri_of("person", "Ana"): {"label": "Ana", "kind": "person", "talks": 1}
    }


def test_a_suggested_link_never_counts(site, iri_of):
    assert iri_of("topic", "kernels") not in network(site.engine(), "speaker-topic")
    assert iri_of("topic", "kernels") not in network(site.engine(), "topics")


def test_filters_keep_an_event_a_series_or_what_is_stated(site, iri_of):
    engine = site.engine()
    pier = network(engine, "speaker-topic", event=iri_of("event", "Pier 2024"))
    assert {pier.nodes[one]["label"] for one in pier} == {
        "Mei Tanaka", "Lin Chu", "compilers", "training",
    }  # fmt: skip
    harbour = network(engine, "co-speakers", series=iri_of("series", "Harbour Conf"))
    assert (len(harbour), harbour.size()) == (4, 2)
    stated = network(engine, "speaker-topic", stated_only=True)
    assert stated.size() == 4
    assert all(share == 0.0 for *_, share in stated.edges(data="derived"))


def test_an_unknown_network_or_event_is_refused_with_a_remedy(site, iri_of):
    for wrong in ({"kind": "people"}, {"kind": "topics", "event": iri_of("event", "Never")}):
        with pytest.raises(HallwayError) as caught:
            network(site.engine(), **wrong)
        assert caught.value.remedy


def test_an_organization_is_in_a_talk_by_presenting_or_by_affiliation(site, iri_of):
    found = network(site.engine(), "organization-topic")
    assert set(found[iri_of("organization", "Fermilab")]) == {iri_of("topic", "storage")}
    assert len(found[iri_of("organization", "Meta")]) == 2


def test_the_matrix_of_a_kind_holds_confidences(site, iri_of):
    table = read_incidence(site.engine())
    topics = table.iris[table.of_kind("topic")]
    row = table.talks.index(iri_of("talk", "Training at scale"))
    column = topics.index(iri_of("topic", "storage"))
    assert table.matrix("topic").toarray()[row, column] == 0.91
    assert table.matrix("topic").shape == (6, len(topics))


graphs = st.integers(1, 9).flatmap(
    lambda n: st.builds(
        lambda edges: (n, edges),
        st.sets(
            st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(1, 4)), max_size=14
        ),
    )
)


def as_graph(drawn: tuple[int, set[tuple[int, int, int]]]) -> nx.Graph[str]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(map(str, range(drawn[0])))
    graph.add_edges_from((str(a), str(b), {"weight": w}) for a, b, w in sorted(drawn[1]) if a != b)
    return graph


@forall(graphs)
def test_measures_equal_those_of_networkx(drawn):
    graph = as_graph(drawn)
    expected = {
        "degree": nx.degree_centrality(graph),
        "betweenness": nx.betweenness_centrality(graph),
        "pagerank": nx.pagerank(graph, tol=1e-12, max_iter=1000),
    }
    for measure in MEASURES:
        # networkx iterates to 1e-12, igraph solves: they differ by less than 1e-6.
        assert centrality(graph, measure) == pytest.approx(expected[measure], abs=1e-6)


@forall(graphs)
def test_groups_are_a_partition_no_worse_than_none_and_the_same_again(drawn):
    graph = as_graph(drawn)
    found = communities(graph)
    assert set(found) == set(graph)
    assert found == communities(graph)
    sizes = [list(found.values()).count(group) for group in range(max(found.values()) + 1)]
    assert sizes == sorted(sizes, reverse=True)
    if graph.size():
        groups = [{node for node in found if found[node] == g} for g in range(len(sizes))]
        alone = nx.community.modularity(graph, [{node} for node in graph])
        assert nx.community.modularity(graph, groups) >= alone - 1e-9


def test_groups_of_two_cliques_with_a_bridge_are_the_cliques():
    graph: nx.Graph[str] = nx.relabel_nodes(nx.barbell_graph(5, 0), str)
    found = communities(graph, seed=3)
    expected = nx.community.louvain_communities(graph, seed=3)
    assert {frozenset(n for n in found if found[n] == g) for g in set(found.values())} == {
        frozenset(group) for group in expected
    }


def test_an_ego_network_takes_the_nearest_and_strongest_first():
    graph: nx.Graph[str] = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 1), ("a", "c", 3), ("a", "d", 2), ("c", "e", 9)])
    assert set(ego(graph, "a", 1, 3)) == {"a", "c", "d"}
    assert set(ego(graph, "a", 2)) == set(graph)
    assert set(ego(graph, "a", 2)) == set(nx.ego_graph(graph, "a", 2))
    with pytest.raises(HallwayError):
        ego(graph, "z")


# What the canvas gets ------------------------------------------------------------------------


def test_the_whole_small_network_is_shown_and_complete(site):
    shown = view(site)
    graph = network(site.engine(), "speaker-topic")
    assert shown["complete"]
    assert shown["total"] == {"nodes": len(graph), "edges": graph.size()}
    assert {BASE + "id/" + node["id"]: node["links"] for node in shown["nodes"]} == dict(
        graph.degree
    )
    drawn = [edge for edge in shown["edges"] if edge["relation"] == "talks"]
    assert {
        frozenset((BASE + "id/" + e["source"], BASE + "id/" + e["target"])): e["weight"]
        for e in drawn
    } == {frozenset((a, b)): w for a, b, w in graph.edges(data="weight")}


def test_a_limit_keeps_the_heaviest_edges_and_says_so(build_store, store_engine, given):
    talks = [given(f"P{at}", ("Ana",), {"big": None}) for at in range(3)]
    talks += [given(f"Q{at}", (f"Bo {at}",), {f"small {at}": None}) for at in range(9)]
    shown = view(SmallSite(store_engine(build_store(talks))), limit=3)
    assert {node["label"] for node in shown["nodes"]} == {"Ana", "big"}
    assert not shown["complete"]
    assert shown["total"] == {"nodes": 20, "edges": 10}
    assert [len(edge["talks"]) for edge in shown["edges"]] == [3]


def test_a_canvas_draws_edges_of_whatever_is_on_it(site):
    ids = ["person/lin-chu", "talk/throughput", "topic/compilers", "topic/training", "person/who"]
    shown = view(site, ids=ids)
    ends = {(e["source"], e["target"], e["relation"]) for e in shown["edges"]}
    assert ("person/lin-chu", "talk/throughput", "talks") in ends
    assert ("topic/compilers", "topic/training", "broader") in ends
    assert ("topic/compilers", "topic/training", "talks") not in ends
    assert shown["missing"] == ["person/who"]
    assert not shown["complete"]
    topics = view(site, ids=ids[:4], lens="topics")
    assert ("topic/compilers", "topic/training", "talks") in {
        (e["source"], e["target"], e["relation"]) for e in topics["edges"]
    }


def test_one_thing_brings_its_neighbours_unless_told_otherwise(site):
    labels = [{n["label"] for n in view(site, ids=["person/ana-lind"], radius=r)["nodes"]}
              for r in (None, 0)]  # fmt: skip
    assert labels == [{"Ana Lind", "storage", "training"}, {"Ana Lind"}]
    event = view(site, ids=["event/pier-2024"])
    assert {n["label"] for n in event["nodes"]} == {
        "Pier 2024", "Mei Tanaka", "Lin Chu", "compilers", "training",
    }  # fmt: skip


def test_edges_on_a_canvas_keep_to_the_filters(site):
    ids = ["person/ana-lind", "topic/storage", "topic/training"]
    edges = view(site, ids=ids, stated_only=True)["edges"]
    assert [(e["target"], e["derived"]) for e in edges] == [("topic/training", False)]


def test_expanding_counts_before_it_lists(site):
    found = expand(site, "person/ana-lind")
    assert {one["relation"]: one["count"] for one in found["relations"]} == {
        "topics": 2, "co-speakers": 1, "organizations": 1, "events": 2, "series": 1, "talks": 2,
    }  # fmt: skip
    topic = expand(site, "topic/training")
    assert {one["relation"]: one["count"] for one in topic["relations"]} == {
        "topics": 2, "people": 3, "organizations": 1, "events": 3, "series": 1, "talks": 3,
        "narrower": 1,
    }  # fmt: skip
    with pytest.raises(HallwayError):
        expand(site, "person/who")


def test_a_hub_lists_fifty_and_says_it_is_one(build_store, store_engine, given):
    talks = [given(f"T{at}", (f"P {at}",), {"python": None}) for at in range(60)]
    small = SmallSite(store_engine(build_store(talks)))
    people = {r["relation"]: r for r in expand(small, "topic/python")["relations"]}["people"]
    assert (people["count"], len(people["items"]), people["hub"]) == (60, 50, True)


def test_the_network_to_export_is_the_whole_or_the_canvas(site):
    whole = canvas_network(site, "speaker-topic", Filters())
    assert nx.utils.graphs_equal(whole, network(site.engine(), "speaker-topic"))
    part = canvas_network(site, "speaker-topic", Filters(), ids=["person/ana-lind"])
    assert (len(part), part.size()) == (3, 2)


# The file of a generation ----------------------------------------------------------------------


def columns(table: Incidence) -> dict[str, Any]:
    return {
        one.name: value.tolist() if isinstance(value, np.ndarray) else value
        for one in fields(table)
        for value in [getattr(table, one.name)]
    }


@forall(rows=rows)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_written_table_is_read_back_the_same(rows, given, build_store, store_engine, tmp_path):
    store = written(rows, given, build_store)
    table = read_incidence(store)
    assert columns(table) == columns(read_incidence(store_engine(store)))
    write_incidence(table, tmp_path / "network.npz")
    assert columns(load_incidence(tmp_path / "network.npz")) == columns(table)


def test_a_site_reads_its_table_from_the_file_of_the_generation(
    site, build_store, store_engine, given, tmp_path
):
    write_incidence(read_incidence(site.engine()), tmp_path / "network.npz")
    other = SmallSite(store_engine(build_store([given("Other", ("Zoe",))])))
    other.current = SimpleNamespace(folder=tmp_path)
    assert view(other) == view(site)


def test_equal_tables_give_equal_files(site, tmp_path):
    for name in ("a", "b"):
        write_incidence(read_incidence(site.engine()), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_damaged_table_is_a_plain_error(tmp_path):
    for text in (b"", b"PK\x03\x04 half", b"nothing"):
        (tmp_path / "network.npz").write_bytes(text)
        with pytest.raises(SiteError) as caught:
            load_incidence(tmp_path / "network.npz")
        assert caught.value.remedy


@forall(drawn=graphs)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_estimated_betweenness_is_exact_when_every_node_is_a_source(drawn, monkeypatch):
    graph = as_graph(drawn)
    monkeypatch.setattr("hallway.graph.networks.network.EXACT_NODES", 1)
    assert centrality(graph, "betweenness") == pytest.approx(
        nx.betweenness_centrality(graph), abs=1e-9
    )


def test_estimated_betweenness_is_near_the_exact_one(monkeypatch):
    graph: nx.Graph[str] = nx.relabel_nodes(nx.barabasi_albert_graph(400, 2, seed=1), str)
    monkeypatch.setattr("hallway.graph.networks.network.EXACT_NODES", 100)
    found, exact = centrality(graph, "betweenness"), nx.betweenness_centrality(graph)
    # Half of the nodes are sources: the busiest ones come out within a fifth.
    for node in sorted(exact, key=exact.__getitem__)[-5:]:
        assert found[node] == pytest.approx(exact[node], rel=0.2)
