"""What holds where sources disagree: one value of what can have only one.

Every source's own graph keeps what that source says. In the merge, a property that a thing can
have once keeps the value of the source that ranks first; the others are listed as disagreements.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode, Triple

from hallway.graph.vocabulary import HW, SCHEMA

__all__ = ["SINGLE", "Disagreement", "rank", "settle"]

SINGLE = frozenset(
    [
        HW.edition, HW.inSeries, HW.kind, HW.locator, HW.minutes, HW.printedAffiliation,
        HW.printedName, HW.role, HW.timeZone, HW.track, HW.year, SCHEMA.abstract,
        SCHEMA.affiliation, SCHEMA.duration, SCHEMA.endDate,
        SCHEMA.eventAttendanceMode, SCHEMA.eventStatus, SCHEMA.location, SCHEMA.position,
        SCHEMA.startDate, SCHEMA.url,
    ]
)  # fmt: skip
"""Properties of which a thing has at most one value in the merge."""

SCHEDULES = """
frab-xml frab-json europython-xml pretalx sessionize open-event hoverboard iosched indico devopsdays
writethedocs
"""
RANKS: Sequence[frozenset[str]] = (
    frozenset(SCHEDULES.split()),
    frozenset(["ical"]),
    frozenset(["pagetext", "html", "jsonld", "rdf", "front-matter", "markdown-schedule"]),
    frozenset(["csv", "spreadsheet", "json-list"]),
)
"""Formats in the order in which they are believed: a conference's own schedule first, then its
calendar, its page, tables; formats named nowhere come after them, lists of videos among them."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two sources that say different things.

    Attributes
    ----------
    subject, predicate
        Of what they speak.
    kept
        The value that holds in the merge, and the graph that states it.
    left
        The other values, each with its graph, in order of their graphs.
    """

    subject: NamedNode
    predicate: NamedNode
    kept: tuple[str, NamedNode]
    left: tuple[tuple[str, NamedNode], ...]


def rank(name: str) -> int:
    """Return how early a format is believed, from 0."""
    for place, names in enumerate(RANKS):
        if name in names:
            return place
    return len(RANKS)


def settle(
    graphs: Mapping[NamedNode, set[Triple]], order: Sequence[NamedNode]
) -> tuple[set[Triple], list[Disagreement]]:
    """Find what the merge leaves out.

    Parameters
    ----------
    graphs
        Graph IRI -> its triples.
    order
        The graphs of the sources, the most believed first.

    Returns
    -------
    tuple
        The triples to leave out of the merge, and the disagreements sorted by subject and
        predicate. A value that the winning source states is never left out, and several values
        that one source itself states are no disagreement.
    """
    stated: dict[tuple[object, NamedNode], list[tuple[int, Triple]]] = defaultdict(list)
    for place, graph in enumerate(order):
        for triple in graphs[graph]:
            if triple.predicate in SINGLE:
                stated[triple.subject, triple.predicate].append((place, triple))
    dropped: set[Triple] = set()
    found: list[Disagreement] = []
    for (subject, predicate), values in stated.items():
        first = min(place for place, _ in values)
        kept = {triple for place, triple in values if place == first}
        left = sorted(
            ((place, triple) for place, triple in values if triple not in kept),
            key=lambda one: (one[0], str(one[1])),
        )
        if left and isinstance(subject, NamedNode):
            dropped.update(triple for _, triple in left)
            shown = min(str(triple.object) for triple in kept)
            others = tuple((str(triple.object), order[place]) for place, triple in left)
            found.append(Disagreement(subject, predicate, (shown, order[first]), others))
    found.sort(key=lambda one: (one.subject.value, one.predicate.value))
    return dropped, found
