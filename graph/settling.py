"""What holds where sources disagree: one value of what can have only one.

Every source's own graph keeps what that source says. In the merge, a property that a thing can
have once keeps the value of the source that ranks first; the others are listed as disagreements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hallway.graph.vocabulary import HW, SCHEMA

__all__ = ["SINGLE", "Disagreement", "Settled", "rank", "settle"]

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
        IRIs of what they speak of.
    kept
        The value that holds in the merge, as an N-Triples term, and the IRI of the graph that
        states it.
    left
        The other values, each with its graph, in order of their graphs.
    """

    subject: str
    predicate: str
    kept: tuple[str, str]
    left: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """A disagreement, and the statements that the merge leaves out for it."""

    disagreement: Disagreement
    statements: frozenset[bytes]


def rank(name: str) -> int:
    """Return how early a format is believed, from 0."""
    for place, names in enumerate(RANKS):
        if name in names:
            return place
    return len(RANKS)


def settle(
    subject: str, predicate: str, stated: Sequence[tuple[int, bytes]], order: Sequence[str]
) -> Settled | None:
    """Find what the merge leaves out of the values of one property of one thing.

    Parameters
    ----------
    subject, predicate
        As N-Triples terms; the predicate is one of `SINGLE`.
    stated
        Who states what: place of the source's graph in `order`, and the statement as N-Triples
        without its end.
    order
        IRIs of the graphs of the sources, the most believed first.

    Returns
    -------
    Settled | None
        None when the sources agree. A value that the winning source states is never left out, and
        several values that one source itself states are no disagreement.
    """
    if not stated:
        return None
    first = min(place for place, _ in stated)
    kept = {said for place, said in stated if place == first}
    left = sorted((place, said) for place, said in stated if said not in kept)
    if not left:
        return None
    start = len(f"{subject} {predicate} ".encode())
    found = Disagreement(
        subject[1:-1],
        predicate[1:-1],
        (min(kept)[start:].decode(), order[first]),
        tuple((said[start:].decode(), order[place]) for place, said in left),
    )
    return Settled(found, frozenset(said for _, said in left))
