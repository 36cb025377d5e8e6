"""Things, talks and edges as the answers of the exploration page; see docs/network.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from hallway.graph.iris import document_path
from hallway.graph.networks.incidence import Incidence, Ints
from hallway.graph.networks.projection import Projection

__all__ = ["EDGE_TALKS", "address", "document", "edge_json", "node_json", "talk_json"]

EDGE_TALKS = 5
"""Most talks that an edge names."""


def address(iri: str, base: str) -> str:
    """Return ``kind/slug`` of a thing's IRI; the IRI itself when it is not one of ours."""
    return iri.removeprefix(f"{base}id/")


def document(iri: str, base: str) -> str:
    """Return the path of a thing's page on its server; the IRI itself when it is not ours."""
    below = document_path(base, iri)
    return iri if below is None else urlsplit(base).path + below


def node_json(whole: Projection, node: int, base: str, degrees: Ints) -> dict[str, Any]:
    """Return a node as the contract in docs/network.md has it."""
    incidence = whole.incidence
    kind, name = incidence.kind(node), address(incidence.iri(node), base)
    talks = 1 if kind == "talk" else int(whole.talks[node])
    if kind == "talk":
        first, stop = 0, incidence.bounds["organization"][1]
        things = incidence.things_of(node - len(incidence.iris))
        links = int(((things >= first) & (things < stop)).sum())
    else:
        links = int(degrees[node]) if kind in whole.kinds else talks
    return {
        "id": name, "kind": kind, "label": incidence.label(node),
        "href": document(incidence.iri(node), base),
        "links": links, "talks": talks,
    }  # fmt: skip


def talk_json(incidence: Incidence, talk: int, base: str) -> dict[str, Any]:
    """Return a talk as the contract in docs/network.md has it."""
    iri = incidence.talks[talk]
    return {
        "id": address(iri, base), "title": incidence.titles[talk], "href": document(iri, base),
        "year": int(incidence.years[talk]) or None,
    }  # fmt: skip


def edge_json(
    incidence: Incidence,
    ends: tuple[int, int],
    talks: Sequence[int],
    base: str,
    *,
    weight: int,
    confidence: float,
    derived: bool,
) -> dict[str, Any]:
    """Return an edge as the contract in docs/network.md has it."""
    source, target = (address(incidence.iri(end), base) for end in ends)
    return {
        "source": source, "target": target, "weight": weight,
        "confidence": round(confidence, 4), "derived": derived, "relation": "talks",
        "talks": [talk_json(incidence, talk, base) for talk in talks],
    }  # fmt: skip
