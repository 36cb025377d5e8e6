"""What is behind a thing of the canvas, and how two of them are connected."""

from __future__ import annotations

from typing import Any

import numpy as np

from hallway.graph.answers.relations import recorded
from hallway.graph.errors import HallwayError
from hallway.graph.networks.canvas import edge_json, node_json, talk_json
from hallway.graph.networks.incidence import Ints
from hallway.graph.networks.paths import HUB_TALKS, Path, connections
from hallway.graph.networks.picture import NetworkSite, resolve, whole_of
from hallway.graph.networks.projection import Filters, Projection

__all__ = ["connect", "expand"]

HUB = 50  # a thing with more links opens as a list
ITEMS = 50
RELATIONS = {
    "topic": "topics", "person": "people", "organization": "organizations", "event": "events",
    "series": "series",
}  # fmt: skip


def expand(
    site: NetworkSite, name: str, lens: str = "speaker-topic", filters: Filters | None = None
) -> dict[str, Any]:
    """Return what is behind a thing, relation by relation, counts first.

    Parameters
    ----------
    name
        ``kind/slug`` or IRI of a thing or a talk.

    Returns
    -------
    dict
        As ``/explore/expand`` in docs/network.md.

    Raises
    ------
    HallwayError
        There is no such thing, or it is in no talk.
    """
    base = site.config.base
    whole = whole_of(site, lens, filters or Filters())
    incidence = whole.incidence
    node = incidence.node(resolve(name, base))
    if node is None:
        raise HallwayError(f"there is no {name!r} in the network", remedy="check the address")
    degrees, things = whole.degrees(), len(incidence.iris)
    entries = whole.entries
    if node < things:
        talks = entries.talk[entries.thing == node]
    else:
        talks = np.array([node - things], dtype=np.int64)
    mine = np.zeros(len(incidence.talks), dtype=np.bool_)
    mine[talks] = True
    weights = np.bincount(entries.thing[mine[entries.talk]], minlength=things)
    if node < things:
        weights[node] = 0
    found: dict[str, tuple[str, Ints, Ints]] = {}
    for kind in ("topic", "person", "organization", "event", "series"):
        first, stop = incidence.bounds[kind]
        some = first + np.flatnonzero(weights[first:stop])
        order = np.lexsort((some, -whole.talks[some], -weights[some]))
        same = kind == incidence.kind(node) == "person"
        found["co-speakers" if same else RELATIONS[kind]] = kind, some[order], weights[some[order]]
    if node < things:
        latest = talks[np.lexsort((talks, -incidence.years[talks]))]
        found["talks"] = "talk", latest + things, np.ones(len(latest), dtype=np.int64)
    for relation, mine_at in (("broader", 0), ("narrower", 1)):
        kin = [pair[1 - mine_at] for pair in incidence.broader if pair[mine_at] == node]
        found[relation] = "topic", np.array(kin, dtype=np.int64), np.zeros(len(kin), dtype=np.int64)
    return node_json(whole, node, base, degrees) | {
        "relations": [
            {
                "relation": relation,
                "kind": kind,
                "count": len(some),
                "hub": len(some) > HUB,
                "items": [
                    node_json(whole, int(one), base, degrees) | {"weight": int(weight)}
                    for one, weight in zip(some[:ITEMS], heavy[:ITEMS], strict=True)
                ],
            }
            for relation, (kind, some, heavy) in found.items()
            if len(some)
        ]
    }


def connect(
    site: NetworkSite, a: str, b: str, *, k: int = 3, max_hops: int = 8, via_hubs: bool = False
) -> dict[str, Any]:
    """Return how two things are connected, as a canvas and a page can show it.

    Parameters
    ----------
    a, b
        ``kind/slug`` or IRI.

    Returns
    -------
    dict
        As ``/explore/path`` in docs/network.md.

    Raises
    ------
    HallwayError
        One of the two is not in the network, or they are the same.
    """
    base = site.config.base
    whole = whole_of(site, "speaker-topic", Filters())
    ends = resolve(a, base), resolve(b, base)
    found = connections(
        whole.incidence, *ends, k=k, max_hops=max_hops, via_hubs=via_hubs, hub=HUB_TALKS
    )
    degrees = whole.degrees()
    # `connections` has refused what is not there.
    nodes = [node for node in map(whole.incidence.node, ends) if node is not None]
    told = [node_json(whole, node, base, degrees) for node in nodes]
    talks = (whole.incidence.talks[hop.talk] for path in found for hop in path.hops)
    seen = recorded(site.engine(), talks)
    return {
        "from": told[0],
        "to": told[1],
        "complete": True,
        "without_hubs": not via_hubs,
        "paths": [_path_json(whole, path, base, degrees, seen) for path in found],
    }


def _path_json(
    whole: Projection, path: Path, base: str, degrees: Ints, seen: frozenset[str]
) -> dict[str, Any]:
    table, things = whole.incidence, len(whole.incidence.iris)
    told = path.as_json(base)
    steps = [node_json(whole, node, base, degrees) for node in path.nodes]
    ends = {step["id"]: step for step in (steps[0], steps[-1])}
    stops = [
        step for step, node in zip(steps, path.nodes, strict=True)
        if node < things or step["id"] in ends
    ]  # fmt: skip
    edges = []
    for hop, one in zip(path.hops, told["hops"], strict=True):
        one["talk"] = talk_json(table, hop.talk, base)
        one["recorded"] = table.talks[hop.talk] in seen
        # At an end that is a talk, the talk itself is what the thing is tied to.
        before = hop.before if hop.before is not None else things + hop.talk
        after = hop.after if hop.after is not None else things + hop.talk
        edges.append(
            edge_json(
                table, (before, after), [hop.talk], base,
                weight=1, confidence=hop.confidence, derived=hop.derived,
            )
        )  # fmt: skip
    return told | {"steps": steps, "nodes": stops, "edges": edges}
