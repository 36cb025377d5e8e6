"""Groups in a network: things that are tied more among themselves than to others."""

from __future__ import annotations

import random
import threading
from typing import Any

import igraph
import networkx as nx

__all__ = ["communities", "to_igraph"]

_igraph_random = threading.Lock()  # igraph has one random generator for the whole process


def communities(network: nx.Graph[str], seed: int = 0) -> dict[str, int]:
    """Find groups that are tied more within than between (Leiden, modularity, weighted).

    Returns
    -------
    dict
        Node -> number of its group: 0 is the largest, equal sizes in order of their first node.
        The same network and seed give the same groups.
    """
    nodes = sorted(network)
    if not nodes:
        return {}
    graph, weights = to_igraph(network, nodes)
    with _igraph_random:
        igraph.set_random_number_generator(random.Random(seed))  # noqa: S311  (no secret)
        try:
            found = graph.community_leiden(
                objective_function="modularity", weights=weights, n_iterations=-1
            )
        finally:
            igraph.set_random_number_generator(random)
    groups = sorted((sorted(group) for group in found), key=lambda group: (-len(group), group[0]))
    return {nodes[at]: number for number, group in enumerate(groups) for at in group}


def to_igraph(network: nx.Graph[str], nodes: list[str]) -> tuple[Any, list[float]]:
    """Return a network for igraph, and the weights of its edges."""
    number = {node: at for at, node in enumerate(nodes)}
    edges = sorted(
        (*sorted((number[a], number[b])), float(weight))
        for a, b, weight in network.edges(data="weight", default=1)
    )
    graph = igraph.Graph(n=len(nodes), edges=[edge[:2] for edge in edges])
    return graph, [edge[2] for edge in edges]
