"""The query of a lens counts what the network counts."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

from hallway.graph.errors import HallwayError
from hallway.graph.networks.incidence import read_incidence
from hallway.graph.networks.lens_query import lens_query
from hallway.graph.networks.projection import LENSES, Filters, lens_projection, to_network

BASE = "http://127.0.0.1:8000/id/"
FILTERS = {
    "all": Filters(),
    "stated": Filters(stated_only=True),
    "sure": Filters(min_confidence=0.85),
    "from": Filters(first_year=2026),
    "until": Filters(last_year=2025),
    "event": Filters(event=f"{BASE}event/harbour-conf-2026"),
    "series": Filters(series=f"{BASE}series/harbour-conf", stated_only=True),
}


@pytest.fixture(scope="module")
def engine(build_store, store_engine, harbour, given) -> Any:
    older = given("Old ropes", ("Ana Lind", "Omar Haddad"), {"storage": 0.8}, year=2024,
                  event="Harbour Conf 2024", organizations={"Pier Nine": 0.7})  # fmt: skip
    return store_engine(build_store([*harbour, older]))


def pairs(graph: nx.Graph[str]) -> dict[frozenset[str], int]:
    return {frozenset((a, b)): data["weight"] for a, b, data in graph.edges(data=True)}


def answered(engine: Any, query: str) -> dict[frozenset[str], int]:
    rows = list(engine.select(query).dicts())
    found = {frozenset((one["a"], one["b"])): int(one["talks"]) for one in rows}
    assert len(found) == len(rows)
    return found


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("name", FILTERS)
def test_the_query_gives_the_edges_of_the_network(engine: Any, lens: str, name: str):
    graph = to_network(lens_projection(read_incidence(engine), lens, FILTERS[name]))
    assert answered(engine, lens_query(lens, FILTERS[name])) == pairs(graph)


def test_the_filters_of_these_tests_tell_networks_apart(engine: Any):
    """Otherwise the test above would pass for a query that forgets them."""
    sizes = {
        name: len(answered(engine, lens_query("speaker-topic", filters)))
        for name, filters in FILTERS.items()
    }
    assert 0 < min(sizes.values())
    assert len({sizes[name] for name in ("all", "stated", "from", "until")}) == 4


def test_things_that_are_named_bound_the_query(engine: Any):
    graph = to_network(lens_projection(read_incidence(engine), "speaker-topic", Filters()))
    some = sorted(graph)[::2]
    inside = pairs(graph.subgraph(some))
    assert inside
    assert answered(engine, lens_query("speaker-topic", Filters(), some)) == inside


def test_what_is_no_address_does_not_get_into_the_query():
    with pytest.raises(HallwayError, match="absolute IRI"):
        lens_query("topics", Filters(), ["x> } SELECT * { ?s ?p ?o"])


def test_an_unknown_lens_is_named():
    with pytest.raises(HallwayError, match="speaker-topic"):
        lens_query("rooms", Filters())
