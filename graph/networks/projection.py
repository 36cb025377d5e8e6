"""Networks counted from the incidence of talks: pairs of things that share talks, as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import networkx as nx
import numpy as np
import numpy.typing as npt

from hallway.graph.errors import HallwayError
from hallway.graph.networks.incidence import Incidence, Ints

__all__ = [
    "LENSES",
    "Entries",
    "Filters",
    "Projection",
    "filtered",
    "join",
    "lens_projection",
    "project",
    "to_network",
]

LENSES: dict[str, tuple[str, str]] = {
    "speaker-topic": ("person", "topic"),
    "co-speakers": ("person", "person"),
    "topics": ("topic", "topic"),
    "organization-topic": ("organization", "topic"),
}
"""Kind of network -> the kinds at the two ends of its edges."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which talks and links count.

    Attributes
    ----------
    event, series
        IRI; only talks of this event or series.
    first_year, last_year
        Only talks of these years, both included; a talk of unknown year is left out then.
    min_confidence
        Leave out derived links below; stated ones have 1.0.
    stated_only
        Leave out every derived link.
    """

    event: str | None = None
    series: str | None = None
    first_year: int | None = None
    last_year: int | None = None
    min_confidence: float = 0.0
    stated_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """Entries of an incidence, sorted by talk, then thing."""

    talk: Ints
    thing: Ints
    confidence: npt.NDArray[np.float64]
    derived: npt.NDArray[np.bool_]

    def where(self, mask: npt.NDArray[np.bool_]) -> Entries:
        """Keep the entries at which `mask` is true."""
        return Entries(self.talk[mask], self.thing[mask], self.confidence[mask], self.derived[mask])


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Pairs of things with the talks they share.

    Attributes
    ----------
    incidence, entries
        What was counted.
    kinds
        Kinds of thing that it links.
    nodes
        Numbers of the nodes with a talk, ascending.
    talks
        Distinct talks of every node up to the last that has one.
    a, b
        The two ends of each edge; a pair is there once, sorted by (a, b).
    weight
        Distinct talks of the edge.
    talk
        One of them: the latest, of those the first in order.
    confidence
        Of the surest talk; for a talk the lesser confidence of its two links.
    derived
        Share of the talks that rest on a derived link.
    first_year, last_year
        0 when no year is known.
    """

    incidence: Incidence
    entries: Entries
    kinds: tuple[str, ...]
    nodes: Ints
    talks: Ints
    a: Ints
    b: Ints
    weight: Ints
    talk: Ints
    confidence: npt.NDArray[np.float64]
    derived: npt.NDArray[np.float64]
    first_year: Ints
    last_year: Ints

    def degrees(self) -> Ints:
        """Return how many things each thing of the incidence is linked to."""
        size = len(self.incidence.iris)
        return np.bincount(self.a, minlength=size) + np.bincount(self.b, minlength=size)


def filtered(incidence: Incidence, filters: Filters) -> Entries:
    """Return the entries that count under the filters.

    Raises
    ------
    HallwayError
        The event or series does not exist.
    """
    talks = np.ones(len(incidence.talks), dtype=np.bool_)
    for kind, iri in (("event", filters.event), ("series", filters.series)):
        if iri is not None:
            number = incidence.node(iri)
            if number is None or incidence.kind(number) != kind:
                raise HallwayError(f"there is no {kind} {iri}", remedy=f"choose an existing {kind}")
            of_it = np.zeros_like(talks)
            of_it[incidence.talks_of(number)] = True
            talks &= of_it
    if filters.first_year is not None:
        talks &= incidence.years >= max(1, filters.first_year)
    if filters.last_year is not None:
        talks &= (incidence.years <= filters.last_year) & (incidence.years > 0)
    keep = talks[incidence.talk] & (incidence.confidence >= filters.min_confidence)
    if filters.stated_only:
        keep &= ~incidence.derived
    whole = Entries(incidence.talk, incidence.thing, incidence.confidence, incidence.derived)
    return whole.where(keep)


def join(left: Entries, right: Entries) -> tuple[Ints, Ints]:
    """Return every pair of a left and a right entry of the same talk, as two arrays of places."""
    starts = np.searchsorted(right.talk, left.talk, side="left")
    counts = np.searchsorted(right.talk, left.talk, side="right") - starts
    at_left = np.repeat(np.arange(len(left.talk)), counts)
    before = np.repeat(np.cumsum(counts) - counts, counts)
    at_right = np.repeat(starts, counts) + np.arange(len(at_left)) - before
    return at_left.astype(np.int64), at_right.astype(np.int64)


def project(incidence: Incidence, entries: Entries, left: slice, right: slice) -> Projection:
    """Count the talks that each pair of a left and a right thing share.

    Parameters
    ----------
    left, right
        Ranges of things; equal ranges give each pair of two different things once.
    """
    one = entries.where((entries.thing >= left.start) & (entries.thing < left.stop))
    two = entries.where((entries.thing >= right.start) & (entries.thing < right.stop))
    at_one, at_two = join(one, two)
    a, b = one.thing[at_one], two.thing[at_two]
    if left == right:
        once = a < b
        at_one, at_two, a, b = at_one[once], at_two[once], a[once], b[once]
    talk = one.talk[at_one]
    # The latest talk first inside each pair, so that the first of a group is the one to show.
    order = np.lexsort((talk, -incidence.years[talk], b, a))
    a, b, talk = a[order], b[order], talk[order]
    year = incidence.years[talk]
    sure = np.minimum(one.confidence[at_one], two.confidence[at_two])[order]
    rests = (one.derived[at_one] | two.derived[at_two])[order].astype(np.float64)
    fresh = np.ones(len(a), dtype=np.bool_)
    fresh[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    at = np.flatnonzero(fresh)
    weight = np.diff(np.append(at, len(a)))
    known = np.where(year > 0, year, np.iinfo(np.int64).max)
    least = np.minimum.reduceat(known, at) if len(at) else known
    sides = np.concatenate((one.thing, two.thing)) if left != right else one.thing
    return Projection(
        incidence=incidence,
        entries=entries,
        kinds=tuple(
            kind
            for kind, (first, stop) in incidence.bounds.items()
            if any(side.start <= first and stop <= side.stop for side in (left, right))
        ),
        nodes=np.unique(sides),
        talks=np.bincount(entries.thing, minlength=len(incidence.iris)),
        a=a[at],
        b=b[at],
        weight=weight,
        talk=talk[at],
        confidence=np.maximum.reduceat(sure, at) if len(at) else sure,
        derived=np.add.reduceat(rests, at) / weight if len(at) else sure,
        first_year=np.where(least == np.iinfo(np.int64).max, 0, least),
        last_year=np.maximum.reduceat(year, at) if len(at) else year,
    )


def lens_projection(incidence: Incidence, kind: str, filters: Filters) -> Projection:
    """Count the network of a kind, one of `LENSES`.

    Raises
    ------
    HallwayError
        There is no such kind of network.
    """
    if kind not in LENSES:
        raise HallwayError(
            f"there is no network {kind!r}", remedy="the networks are " + ", ".join(LENSES)
        )
    left, right = (incidence.of_kind(one) for one in LENSES[kind])
    return project(incidence, filtered(incidence, filters), left, right)


def to_network(projection: Projection) -> nx.Graph[str]:
    """Return a projection as a networkx graph; see `hallway.graph.networks.network.network`."""
    incidence = projection.incidence
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(
        (
            incidence.iri(node),
            {
                "label": incidence.label(node),
                "kind": incidence.kind(node),
                "talks": int(projection.talks[node]),
            },
        )
        for node in projection.nodes.tolist()
    )
    columns = (
        projection.a, projection.b, projection.weight, projection.talk, projection.confidence,
        projection.derived, projection.first_year, projection.last_year,
    )  # fmt: skip
    for a, b, weight, talk, sure, derived, first, last in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        graph.add_edge(
            incidence.iri(a),
            incidence.iri(b),
            weight=weight,
            talk=incidence.talks[talk],
            confidence=sure,
            derived=derived,
            **({"first_year": first, "last_year": last} if last else {}),
        )
    return graph
