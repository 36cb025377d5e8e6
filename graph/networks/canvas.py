"""What the exploration page shows, as plain values; the contract is docs/network.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx
import numpy as np

from hallway.graph.networks.as_json import (
    EDGE_TALKS,
    address,
    document,
    edge_json,
    node_json,
    talk_json,
)
from hallway.graph.networks.groups import communities
from hallway.graph.networks.picture import (
    EVERYTHING,
    NetworkSite,
    Picture,
    incidence_of,
    picture,
    resolve,
    whole_of,
)
from hallway.graph.networks.projection import Filters, Projection, to_network
from hallway.graph.networks.suggested import suggested_edges

__all__ = [
    "EVERYTHING", "NetworkSite", "address", "canvas_network", "document", "edge_json",
    "incidence_of", "node_json", "resolve", "talk_json", "view",
]  # fmt: skip

MANY_EDGES = 500  # beyond, an edge names one talk, since an answer would grow to megabytes


def view(
    site: NetworkSite,
    *,
    lens: str = "speaker-topic",
    ids: Sequence[str] = (),
    radius: int | None = None,
    event: str | None = None,
    series: str | None = None,
    first_year: int | None = None,
    last_year: int | None = None,
    min_confidence: float = 0.0,
    stated_only: bool = False,
    limit: int = 150,
    suggested: bool = False,
    groups: bool = False,
) -> dict[str, Any]:
    """Return the part of the network that a canvas or its table shows.

    Parameters
    ----------
    lens
        One of `LENSES`, or ``everything``.
    ids
        Things as ``kind/slug`` or IRI; empty for the strongest part of the whole.
    radius
        Steps around `ids` that are added; None for 1 around one thing and 0 around several.
    event, series
        ``kind/slug``, slug or IRI.
    limit
        Most nodes.
    suggested
        Also list what linking only suggests between the nodes; no number counts it.
    groups
        Also number the groups among the nodes, as `communities` finds them.

    Returns
    -------
    dict
        As ``/explore/data`` in docs/network.md.

    Raises
    ------
    HallwayError
        There is no such lens, event or series.
    """
    base = site.config.base
    filters = Filters(
        event=resolve(event, base, "event") if event else None,
        series=resolve(series, base, "series") if series else None,
        first_year=first_year,
        last_year=last_year,
        min_confidence=min_confidence,
        stated_only=stated_only,
    )
    part = picture(site, lens, filters, ids, radius, limit)
    found = picture_json(part, base)
    if suggested and not stated_only:
        found["edges"] += suggested_edges(site, part, min_confidence)
    if groups:
        numbers = communities(to_network(part.edges))
        for node in found["nodes"]:
            number = numbers.get(f"{base}id/{node['id']}")
            node |= {} if number is None else {"group": number}
    return found


def canvas_network(
    site: NetworkSite,
    lens: str,
    filters: Filters,
    ids: Sequence[str] = (),
    radius: int | None = None,
    limit: int | None = None,
) -> nx.Graph[str]:
    """Return what `view` would show as a networkx graph; without a limit and ids, all of it."""
    if limit is None and not ids:
        return to_network(whole_of(site, lens, filters))
    return to_network(picture(site, lens, filters, ids, radius, limit or 1000).edges)


def picture_json(part: Picture, base: str) -> dict[str, Any]:
    """Return a picture as ``/explore/data`` does."""
    whole, edges, incidence = part.whole, part.edges, part.whole.incidence
    degrees = whole.degrees()
    nodes = [node_json(whole, node, base, degrees) for node in part.nodes]
    most = EDGE_TALKS if len(edges.a) <= MANY_EDGES else 1
    lines = []
    for at in np.lexsort((edges.b, edges.a, -edges.weight)).tolist():
        ends = int(edges.a[at]), int(edges.b[at])
        weight = int(edges.weight[at])
        talks = [int(edges.talk[at])] if 1 in (weight, most) else _shared(edges, *ends)
        lines.append(
            edge_json(
                incidence,
                ends,
                talks[:most],
                base,
                weight=weight,
                confidence=float(edges.confidence[at]),
                derived=bool(edges.derived[at] == 1.0),
            )
        )
    here = set(part.nodes)
    lines += [
        {
            "source": address(incidence.iri(narrow), base),
            "target": address(incidence.iri(broad), base),
            "weight": 0, "confidence": 1.0, "derived": False, "relation": "broader", "talks": [],
        }
        for narrow, broad in incidence.broader
        if narrow in here and broad in here
    ]  # fmt: skip
    return {
        "lens": part.lens,
        "nodes": sorted(nodes, key=lambda one: (-one["links"], one["label"], one["id"])),
        "edges": lines,
        "total": {"nodes": len(whole.nodes), "edges": len(whole.a)},
        "complete": part.complete,
        "missing": part.missing,
    }


def _shared(edges: Projection, a: int, b: int) -> list[int]:
    """Return the talks of an edge, latest first."""
    entries, incidence = edges.entries, edges.incidence
    inside = np.intersect1d(incidence.talks_at(a), incidence.talks_at(b), assume_unique=True)
    # The filters left entries out, not only talks: both entries must still be there.
    keys = entries.talk * (len(incidence.iris) + len(incidence.talks)) + entries.thing
    size = len(incidence.iris) + len(incidence.talks)
    for end in (a, b):
        wanted = inside * size + end
        at = np.minimum(np.searchsorted(keys, wanted), max(0, len(keys) - 1))
        inside = inside[keys[at] == wanted]
    return [int(talk) for talk in inside[np.lexsort((inside, -incidence.years[inside]))]]
