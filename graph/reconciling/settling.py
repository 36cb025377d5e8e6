"""What holds where sources disagree: one value of what can have only one.

Every source's own graph keeps what that source says. In the merge, a property that a thing can
have once keeps the value of the source that ranks first, or of the one that a curator prefers; the
others are listed as disagreements, where they mean something else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pyoxigraph import NamedNode

from hallway.graph.vocabulary import HW, SCHEMA

__all__ = [
    "DISAGREEMENTS",
    "PROPERTIES",
    "SINGLE",
    "Disagreement",
    "Settled",
    "kind_of_source",
    "place_of",
    "rank",
    "settle",
    "with_it",
]

SINGLE = frozenset(
    [
        HW.edition, HW.inSeries, HW.kind, HW.locator, HW.minutes, HW.printedAffiliation,
        HW.printedName, HW.role, HW.timeZone, HW.track, HW.year, SCHEMA.abstract,
        SCHEMA.affiliation, SCHEMA.duration, SCHEMA.endDate,
        SCHEMA.eventAttendanceMode, SCHEMA.eventStatus, SCHEMA.location, SCHEMA.position,
        SCHEMA.previousStartDate, SCHEMA.startDate, SCHEMA.url,
    ]
)  # fmt: skip
"""Properties of which a thing has at most one value in the merge."""

PROPERTIES: dict[str, NamedNode] = {
    "title": SCHEMA.name,
    "start": SCHEMA.startDate,
    "end": SCHEMA.endDate,
    "length": HW.minutes,
    "place": SCHEMA.location,
    "attendance": SCHEMA.eventAttendanceMode,
    "track": HW.track,
    "kind": HW.kind,
    "status": SCHEMA.eventStatus,
    "role": HW.role,
    "affiliation": SCHEMA.affiliation,
    "time zone": HW.timeZone,
    "series": HW.inSeries,
    "edition": HW.edition,
}
"""What sources can disagree about, in words. Of what else a thing has once (an address of a page,
an abstract, a name as printed) each source has its own, and that is no contradiction."""

DISAGREEMENTS = "disagreements.json"
"""File of a generation that lists all disagreements."""

_TOGETHER = {
    "start": (SCHEMA.startDate, SCHEMA.endDate, HW.minutes, SCHEMA.duration),
    "length": (HW.minutes, SCHEMA.duration, SCHEMA.endDate),
}
"""What follows from one another, so that who is believed about one is believed about all."""

_COMPARED = frozenset(one.value for one in PROPERTIES.values())
_MOMENT = re.compile(
    r'"([0-9-]{10}(?:T[0-9:.+-]+Z?)?)"\^\^<http://www.w3.org/2001/XMLSchema#date(?:Time)?>$'
)
DATE = len("2026-06-10")

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

KINDS_OF_SOURCE = ("schedule", "calendar", "page", "table", "list")
"""What a source is, in the order of `RANKS`; a list is of recordings or papers, as a rule."""


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
    decided
        Whether the value holds because a curator prefers its source.
    """

    subject: str
    predicate: str
    kept: tuple[str, str]
    left: tuple[tuple[str, str], ...]
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """The statements that the merge leaves out; a disagreement if they mean something else."""

    statements: frozenset[bytes]
    disagreement: Disagreement | None


def rank(name: str) -> int:
    """Return how early a format is believed, from 0."""
    for place, names in enumerate(RANKS):
        if name in names:
            return place
    return len(RANKS)


def kind_of_source(name: str) -> str:
    """Return what a source of a format is, see `KINDS_OF_SOURCE`."""
    return KINDS_OF_SOURCE[rank(name)]


def place_of(slug: str, name: str, first: Sequence[str]) -> int:
    """Return how early a source is believed, from 0.

    Parameters
    ----------
    slug, name
        The source, and its format.
    first
        Sources and formats that the operator puts before all others, in order
        (`hallway.graph.settings.Settings.believed`).
    """
    named = [place for place, one in enumerate(first) if one in (slug, name)]
    return min(named, default=len(first) + rank(name))


def with_it(word: str) -> tuple[NamedNode, ...]:
    """Return the properties that are settled together with the one of a word of `PROPERTIES`."""
    return _TOGETHER.get(word, (PROPERTIES[word],))


def settle(
    subject: str,
    predicate: str,
    stated: Sequence[tuple[int, bytes]],
    order: Sequence[str],
    preferred: str | None = None,
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
    preferred
        IRI of the graph that a curator believes about this; without effect when it says nothing.

    Returns
    -------
    Settled | None
        None when the sources agree. A value that the winning source states is never left out, and
        several values that one source itself states are no disagreement.
    """
    if not stated:
        return None
    places = {place for place, _ in stated}
    chosen = [place for place in places if order[place] == preferred]
    first = _finer(stated, min(chosen or places)) if not chosen else chosen[0]
    kept = {said for place, said in stated if place == first}
    left = sorted((place, said) for place, said in stated if said not in kept)
    if not left:
        return None
    return Settled(
        frozenset(said for _, said in left),
        _disagreement(subject, predicate, first, kept, left, order, decided=bool(chosen)),
    )


def _finer(stated: Sequence[tuple[int, bytes]], first: int) -> int:
    """Return the first source that gives the hour, or the zone, of the moment that one gives."""
    own = next(said for place, said in stated if place == first).decode()
    found = [
        (-_exactness(said.decode()), place)
        for place, said in stated
        if place == first or _same_moment(said.decode(), own)
    ]
    return min(found, default=(0, first))[1]


def _exactness(term: str) -> int:
    """Rank a moment: 1 for a day, 2 for a time of unknown zone, 3 for an instant; 0 for others."""
    found = _MOMENT.search(term)
    if found is None:
        return 0
    if len(found[1]) == DATE:
        return 1
    return 2 + (datetime.fromisoformat(found[1]).tzinfo is not None)


def _disagreement(
    subject: str,
    predicate: str,
    first: int,
    kept: set[bytes],
    left: Sequence[tuple[int, bytes]],
    order: Sequence[str],
    *,
    decided: bool,
) -> Disagreement | None:
    if predicate[1:-1] not in _COMPARED:
        return None
    start = len(f"{subject} {predicate} ".encode())
    values = [one[start:].decode() for one in sorted(kept)]
    others = tuple(
        (value, order[place])
        for place, said in left
        for value in [said[start:].decode()]
        if not any(_same_moment(value, one) for one in values)
    )
    if not others:
        return None
    kept_value = (values[0], order[first])
    return Disagreement(subject[1:-1], predicate[1:-1], kept_value, others, decided)


def _same_moment(a: str, b: str) -> bool:
    """Tell whether two N-Triples terms are one instant, or a day and a time of that day."""
    texts = [_MOMENT.search(one) for one in (a, b)]
    if texts[0] is None or texts[1] is None:
        return False
    first, second = (one[1] for one in texts if one is not None)
    if len(first) == DATE or len(second) == DATE:
        return first[:DATE] == second[:DATE]
    moments = [datetime.fromisoformat(one) for one in (first, second)]
    if len({one.tzinfo is None for one in moments}) == 2:
        moments = [one.replace(tzinfo=None) for one in moments]
    return moments[0] == moments[1]
