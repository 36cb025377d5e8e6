"""The networks as networkx graphs, and what is measured on them.

The numbers behind them are counted in `hallway.graph.networks.projection`; heavy measures run in
igraph.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from hallway.graph.engine.protocol import Engine
from hallway.graph.errors import HallwayError
from hallway.graph.networks.canvas import canvas_network, view
from hallway.graph.networks.expansion import connect, expand
from hallway.graph.networks.groups import communities, to_igraph
from hallway.graph.networks.incidence import Incidence, read_incidence
from hallway.graph.networks.projection import LENSES, Filters, lens_projection, to_network

__all__ = [
    "LENSES", "MEASURES", "Filters", "Incidence", "canvas_network", "centrality", "communities",
    "connect",
    "ego", "expand", "network", "read_incidence", "view",
]  # fmt: skip

MEASURES = ("degree", "betweenness", "pagerank")
EXACT_NODES = 5_000  # exact betweenness takes nodes x edges steps; beyond, it is estimated
SOURCES = 200


def network(
    engine: Engine | Incidence,
    kind: str,
    *,
    series: str | None = None,
    event: str | None = None,
    first_year: int | None = None,
    last_year: int | None = None,
    min_confidence: float = 0.0,
    stated_only: bool = False,
) -> nx.Graph[str]:
    """Link things that share talks.

    Parameters
    ----------
    engine
        Holds the dataset; or an incidence read from it before.
    kind
        ``speaker-topic``, ``co-speakers``, ``topics`` or ``organization-topic``.
    series, event
        IRI; only talks of this series or event.
    first_year, last_year
        Only talks of these years, both included.
    min_confidence, stated_only
        Leave out derived links below a confidence, or all of them.

    Returns
    -------
    nx.Graph
        Undirected, no self-loops. Nodes: IRIs as ``str`` of the things with a talk under the
        filters, linked or not; ``label``, ``kind``, ``talks`` (distinct talks). Edges: ``weight``
        (distinct talks), ``talk`` (IRI of the latest of them), ``confidence`` (of the surest,
        where a talk counts with the lesser of its two links), ``derived`` (share of the talks
        that rest on a derived link), ``first_year``, ``last_year`` (absent when unknown).

    Raises
    ------
    HallwayError
        There is no such kind of network, event or series.
    QueryError
        The engine refused a query or ran past its time limit.
    """
    incidence = engine if isinstance(engine, Incidence) else read_incidence(engine)
    filters = Filters(event, series, first_year, last_year, min_confidence, stated_only)
    return to_network(lens_projection(incidence, kind, filters))


def ego(network: nx.Graph[str], node: str, radius: int = 1, limit: int = 150) -> nx.Graph[str]:
    """Return what is near a node.

    Parameters
    ----------
    radius
        Most steps from the node.
    limit
        Most nodes, the node itself counted. Nearer ones come first; of equally near ones those
        tied by more talks, then those with more talks, then in order of their IRIs.

    Returns
    -------
    nx.Graph
        The induced subgraph, a copy.

    Raises
    ------
    HallwayError
        The node is not in the network.
    """
    if node not in network:
        raise HallwayError(f"{node} is not in the network", remedy="take a node of the network")
    chosen = {node: None}
    edge_of = [node]
    for _ in range(radius):
        ties: dict[str, int] = {}
        for inner in edge_of:
            for outer, tie in network[inner].items():
                if outer not in chosen:
                    ties[outer] = ties.get(outer, 0) + tie.get("weight", 1)
        near = sorted(ties, key=lambda one: (-ties[one], -network.nodes[one].get("talks", 0), one))
        edge_of = near[: limit - len(chosen)]
        chosen.update(dict.fromkeys(edge_of))
    return network.subgraph(chosen).copy()


def centrality(network: nx.Graph[str], measure: str) -> dict[str, float]:
    """Measure how central each node is, as networkx defines it.

    Parameters
    ----------
    measure
        ``degree`` (share of the other nodes it is tied to), ``betweenness`` (share of the shortest
        paths through it, unweighted; estimated from 200 evenly spread nodes in a network of
        more than 5,000) or ``pagerank`` (weighted, damping 0.85).

    Raises
    ------
    HallwayError
        There is no such measure.
    """
    if measure not in MEASURES:
        raise HallwayError(
            f"there is no measure {measure!r}", remedy="the measures are " + ", ".join(MEASURES)
        )
    if measure == "degree":
        return dict(nx.degree_centrality(network))
    nodes = sorted(network)
    if not nodes:
        return {}
    graph, weights = to_igraph(network, nodes)
    if measure == "pagerank":
        return dict(zip(nodes, graph.pagerank(weights=weights, damping=0.85), strict=True))
    return dict(zip(nodes, _betweenness(graph, len(nodes)), strict=True))


def _betweenness(graph: Any, count: int) -> list[float]:
    # igraph counts a pair of ends once; networkx divides by the (n - 1)(n - 2) / 2 pairs.
    pairs = (count - 1) * (count - 2) / 2
    if count <= 2:
        return [0.0] * count
    if count <= EXACT_NODES:
        return [value / pairs for value in graph.betweenness(directed=False)]
    sources = np.unique(np.linspace(0, count - 1, SOURCES).astype(int)).tolist()
    part = graph.betweenness(directed=False, sources=sources)
    return [value * count / len(sources) / pairs for value in part]
