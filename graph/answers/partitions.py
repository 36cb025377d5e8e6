"""How much of what the graph holds: its triples by property and its things by class (VoID, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hallway.graph.answers.things import bound
from hallway.graph.engine.protocol import Engine
from hallway.graph.errors import QueryError

__all__ = ["Partitions", "partitions"]

_PROPERTIES = """SELECT ?part (COUNT(*) AS ?n) WHERE {
  ?s ?part ?o .
}
GROUP BY ?part
ORDER BY ?part
LIMIT 10000"""

_CLASSES = """SELECT ?part (COUNT(DISTINCT ?s) AS ?n) WHERE {
  ?s a ?part .
}
GROUP BY ?part
ORDER BY ?part
LIMIT 10000"""


@dataclass(frozen=True, slots=True)
class Partitions:
    """Counts over the default graph.

    Attributes
    ----------
    properties
        IRI of a property -> number of triples with it.
    classes
        IRI of a class -> number of its things.
    """

    properties: Mapping[str, int] = field(default_factory=dict)
    classes: Mapping[str, int] = field(default_factory=dict)

    @property
    def triples(self) -> int:
        """Number of triples of the default graph."""
        return sum(self.properties.values())


def partitions(engine: Engine) -> Partitions:
    """Count; of a graph too large to be counted within the limits of a query, nothing is said."""
    try:
        found = [
            {row["part"]: int(row["n"]) for row in engine.select(bound(query)).dicts()}
            for query in (_PROPERTIES, _CLASSES)
        ]
    except QueryError:
        return Partitions()
    return Partitions(*found)
