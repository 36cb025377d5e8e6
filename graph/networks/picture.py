"""Which part of a network is shown: the strongest, what is around a thing, or what is named."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from hallway.graph.engine.protocol import Engine
from hallway.graph.errors import HallwayError
from hallway.graph.networks.incidence import MEMBERS, Incidence, Ints, read_incidence
from hallway.graph.networks.incidence_file import FILE_NAME, load_incidence
from hallway.graph.networks.projection import (
    LENSES,
    Entries,
    Filters,
    Projection,
    filtered,
    lens_projection,
    project,
)

__all__ = ["EVERYTHING", "NetworkSite", "Picture", "incidence_of", "picture", "resolve", "whole_of"]

T = TypeVar("T")
EVERYTHING = "everything"
"""The lens that links people, topics and organizations with each other and among themselves."""


class HasBase(Protocol):
    """Settings that name the base IRI."""

    @property
    def base(self) -> str:
        """Absolute IRI that ends in a slash."""
        ...


class NetworkSite(Protocol):
    """What the network needs of a site; `hallway.graph.site.Site` has it."""

    @property
    def config(self) -> HasBase:
        """The site's settings."""
        ...

    def engine(self) -> Engine:
        """Return the engine of the published generation."""
        ...

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` gives, made once for a key and generation."""
        ...


def incidence_of(site: NetworkSite) -> Incidence:
    """Return the incidence of the published generation.

    It is read at the first call: from the file that the build left beside the store, or, where
    there is none, by asking the engine.
    """

    def make() -> Incidence:
        # A site that is not a folder has no such thing as a current one.
        folder = getattr(getattr(site, "current", None), "folder", None)
        if folder is not None and (folder / FILE_NAME).exists():
            return load_incidence(folder / FILE_NAME)
        return read_incidence(site.engine())

    return site.cached("network.incidence", make)


def resolve(name: str, base: str, kind: str = "") -> str:
    """Return the IRI that ``kind/slug``, an IRI, or (with `kind`) a slug alone stands for."""
    if name.startswith(base):
        return name
    return f"{base}id/{kind}/{name}" if kind and "/" not in name else f"{base}id/{name}"


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A chosen part of a network: `edges` runs between `nodes` only."""

    lens: str
    whole: Projection
    nodes: list[int]
    edges: Projection
    complete: bool
    missing: list[str]


def whole_of(site: NetworkSite, lens: str, filters: Filters) -> Projection:
    """Count the whole network of a lens; kept for the generation when nothing is filtered."""

    def make() -> Projection:
        incidence = incidence_of(site)
        if lens != EVERYTHING:
            return lens_projection(incidence, lens, filters)
        parts = slice(0, incidence.bounds["organization"][1])
        return project(incidence, filtered(incidence, filters), parts, parts)

    if lens not in LENSES and lens != EVERYTHING:
        raise HallwayError(
            f"there is no lens {lens!r}", remedy="choose one of " + ", ".join([*LENSES, EVERYTHING])
        )
    return make() if filters != Filters() else site.cached(("network.whole", lens), make)


def picture(
    site: NetworkSite,
    lens: str,
    filters: Filters,
    ids: Sequence[str],
    radius: int | None,
    limit: int,
) -> Picture:
    """Choose the nodes to show and count the edges between them."""
    whole = whole_of(site, lens, filters)
    incidence = whole.incidence
    missing: list[str] = []
    if ids:
        asked: list[int] = []
        for name in dict.fromkeys(ids):
            node = incidence.node(resolve(name, site.config.base))
            if node is None:
                missing.append(name)
            else:
                asked.append(node)
        steps = radius if radius is not None else int(len(ids) == 1)
        nodes, complete = _around(whole, asked[:limit], steps, limit)
        complete &= len(asked) <= limit and not missing
    elif len(whole.nodes) <= limit:
        nodes, complete = whole.nodes.tolist(), True
    else:
        nodes, complete = _strongest(whole, limit), False
    return Picture(lens, whole, nodes, _between(whole, lens, nodes), complete, missing)


def _strongest(whole: Projection, limit: int) -> list[int]:
    """Return the ends of the heaviest edges, then of those of the busiest things."""
    busy = whole.talks[whole.a] + whole.talks[whole.b] if len(whole.a) else whole.a
    chosen: dict[int, None] = {}
    for edge in np.lexsort((whole.b, whole.a, -busy, -whole.weight)).tolist():
        ends = [end for end in (int(whole.a[edge]), int(whole.b[edge])) if end not in chosen]
        if len(chosen) + len(ends) > limit:
            break
        chosen.update(dict.fromkeys(ends))
    return sorted(chosen)


def _around(
    whole: Projection, asked: Iterable[int], steps: int, limit: int
) -> tuple[list[int], bool]:
    """Add what is near, nearest and strongest first; tell whether all of it fitted."""
    chosen = dict.fromkeys(asked)
    edge_of = list(chosen)
    for _ in range(steps):
        near = _neighbours(whole, edge_of)
        near[[one for one in chosen if one < len(near)]] = 0
        found = np.flatnonzero(near)
        found = found[np.lexsort((found, -whole.talks[found], -near[found]))]
        room = limit - len(chosen)
        edge_of = found[:room].tolist()
        chosen.update(dict.fromkeys(edge_of))
        if len(found) > room:
            return list(chosen), False
    return list(chosen), True


def _neighbours(whole: Projection, nodes: Iterable[int]) -> Ints:
    """Return, for every thing, how many talks it shares with one of the nodes in this lens."""
    incidence, size = whole.incidence, len(whole.incidence.iris)
    kinds = set(whole.kinds)
    inside = [node for node in nodes if incidence.kind(node) in kinds]
    outside = [node for node in nodes if incidence.kind(node) not in kinds]
    mine = np.zeros(size, dtype=np.bool_)
    mine[inside] = True
    near: Ints = np.zeros(size, dtype=np.int64)
    for one, other in ((whole.a, whole.b), (whole.b, whole.a)):
        edges = mine[one]
        np.add.at(near, other[edges], whole.weight[edges])
    if outside:
        talks = np.zeros(len(incidence.talks), dtype=np.bool_)
        for node in outside:
            talks[incidence.talks_at(node)] = True
        things = whole.entries.thing[talks[whole.entries.talk]]
        near += np.bincount(things, minlength=size) * _of_kinds(incidence, kinds)
    return near


def _of_kinds(incidence: Incidence, kinds: Iterable[str]) -> npt.NDArray[np.bool_]:
    chosen = np.zeros(len(incidence.iris), dtype=np.bool_)
    for kind in kinds:
        chosen[incidence.of_kind(kind)] = True
    return chosen


def _between(whole: Projection, lens: str, nodes: Sequence[int]) -> Projection:
    """Count the edges between chosen nodes of any kind.

    Things of the same kind are joined only in a lens that is about them: everybody at one event
    would otherwise be tied to everybody.
    """
    incidence, entries = whole.incidence, whole.entries
    things = len(incidence.iris)
    chosen = np.zeros(things, dtype=np.bool_)
    chosen[[node for node in nodes if node < things]] = True
    mine = entries.where(chosen[entries.thing])
    talks = np.array(sorted(node for node in nodes if node >= things), dtype=np.int64) - things
    both = Entries(
        np.concatenate((mine.talk, talks)),
        np.concatenate((mine.thing, talks + things)),
        np.concatenate((mine.confidence, np.ones(len(talks)))),
        np.concatenate((mine.derived, np.zeros(len(talks), dtype=np.bool_))),
    )
    order = np.lexsort((both.thing, both.talk))
    both = Entries(both.talk[order], both.thing[order], both.confidence[order], both.derived[order])
    everything = slice(0, things + len(incidence.talks))
    edges = project(incidence, both, everything, everything)
    stops = np.array([stop for _, stop in incidence.bounds.values()])
    kind_a = np.searchsorted(stops, edges.a, side="right")
    kind_b = np.searchsorted(stops, edges.b, side="right")
    drawn = kind_a != kind_b
    for at, kind in enumerate(MEMBERS[:3]):
        if lens == EVERYTHING or LENSES[lens] == (kind, kind):
            drawn |= (kind_a == at) & (kind_b == at)
    counts = np.zeros(things + len(incidence.talks), dtype=np.int64)
    counts[: len(whole.talks)] = whole.talks
    counts[things:] = 1
    return replace(
        edges,
        nodes=np.array(nodes, dtype=np.int64),
        talks=counts,
        **{
            name: getattr(edges, name)[drawn]
            for name in (
                "a", "b", "weight", "talk", "confidence", "derived", "first_year", "last_year"
            )
        },
    )  # fmt: skip
