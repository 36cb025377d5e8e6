"""Links that linking only suggests, for a canvas that is asked to show them: counted nowhere."""

from __future__ import annotations

from typing import Any

from hallway.graph.answers.things import bound
from hallway.graph.networks.as_json import EDGE_TALKS, address, talk_json
from hallway.graph.networks.picture import NetworkSite, Picture

__all__ = ["suggested_edges"]

_SUGGESTED = """SELECT ?talk ?object ?confidence WHERE {
  ?link hw:status hw:suggested ; rdf:subject ?talk ; rdf:object ?object ;
    rdf:predicate ?property ; hw:confidence ?confidence .
  FILTER(?property = schema:about || ?property = hw:presentedBy)
}
LIMIT 500000"""

Suggestion = tuple[int, int, float]
"""Numbers of a talk and of a thing in the incidence, and the confidence."""


def _suggestions(site: NetworkSite, part: Picture) -> list[Suggestion]:
    incidence = part.whole.incidence

    def make() -> list[Suggestion]:
        things, found = len(incidence.iris), []
        for row in site.engine().select(bound(_SUGGESTED)).dicts():
            talk, thing = incidence.node(row["talk"]), incidence.node(row["object"])
            if talk is not None and thing is not None and thing < things <= talk:
                found.append((talk - things, thing, float(row["confidence"])))
        return sorted(found)

    return site.cached("network.suggested", make)


def suggested_edges(
    site: NetworkSite, part: Picture, min_confidence: float = 0.0
) -> list[dict[str, Any]]:
    """Return the suggested links between things of a picture.

    A talk that may be about a topic, or may be presented by an organization, would link that to
    the people, organizations and topics of the talk. What is linked already is left out.

    Returns
    -------
    list[dict]
        Edges as ``/explore/data`` has them: ``relation`` is ``suggested``, ``weight`` is the
        number of talks; the surest first.
    """
    incidence, base = part.whole.incidence, site.config.base
    here, kinds = set(part.nodes), set(part.whole.kinds)
    counted = set(part.whole.entries.talk.tolist())
    linked = set(zip(part.edges.a.tolist(), part.edges.b.tolist(), strict=True))
    found: dict[tuple[int, int], list[tuple[int, float]]] = {}
    for talk, thing, confidence in _suggestions(site, part):
        if thing not in here or talk not in counted or confidence < min_confidence:
            continue
        for other in map(int, incidence.things_of(talk)):
            pair = (min(thing, other), max(thing, other))
            same = incidence.kind(other) == incidence.kind(thing)
            if other in here and not same and incidence.kind(other) in kinds and pair not in linked:
                found.setdefault(pair, []).append((talk, confidence))
    edges = []
    for (a, b), talks in found.items():
        latest = sorted({t for t, _ in talks}, key=lambda t: (-int(incidence.years[t]), t))
        edges.append(
            {
                "source": address(incidence.iri(a), base),
                "target": address(incidence.iri(b), base),
                "weight": len(latest),
                "confidence": round(max(one for _, one in talks), 4),
                "derived": True,
                "relation": "suggested",
                "talks": [talk_json(incidence, talk, base) for talk in latest[:EDGE_TALKS]],
            }
        )
    return sorted(edges, key=lambda one: (-one["confidence"], one["source"], one["target"]))
