"""How two things are connected, each step with the talk that makes it, told in sentences."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from hallway.graph.engine.protocol import Engine
from hallway.graph.errors import HallwayError, QueryError
from hallway.graph.incidence import Incidence, read_incidence
from hallway.graph.telling import Hop, Path

__all__ = ["HUB_TALKS", "Hop", "Path", "connections"]

HUB_TALKS = 50
DAMPING = 2.0  # most that passing through a thing costs, where each talk costs 1
WEAK = ("event", "series")
MAX_STEPS = 300_000  # partial paths looked at before giving up

Floats = npt.NDArray[np.float64]


def connections(
    engine: Engine | Incidence,
    a: str,
    b: str,
    *,
    k: int = 3,
    max_hops: int = 8,
    via_hubs: bool = False,
    hub: int = HUB_TALKS,
) -> list[Path]:
    """Find the cheapest ways from one thing to another.

    A path alternates between talks and what they have: people, topics, organizations, events and
    series. A talk costs 1; passing through a thing costs 0 to 2, growing with the logarithm of the
    number of its talks. In a path through an event or a series each thing costs 2 more, so that
    it never comes before a path of as many talks without one, but may before a much longer one.
    A series is passed through only between things that share no event.

    Parameters
    ----------
    engine
        Holds the dataset; or an incidence read from it before.
    a, b
        IRIs of two things or talks.
    k
        Most paths.
    max_hops
        Most talks in a path.
    via_hubs
        Whether to pass through things with more than `hub` talks; the two ends are free.

    Returns
    -------
    list[Path]
        Cheapest first; equal costs in an order that depends on the data only. No thing and no
        talk is in a path twice, and no two paths go through the same things. Where several talks
        make a hop, the surest, then latest one is named. Empty when there is no path.

    Raises
    ------
    HallwayError
        One of the two is not in the data, or they are the same.
    QueryError
        Of kind ``time``, when there are too many ways to look at them all.
    """
    table = engine if isinstance(engine, Incidence) else read_incidence(engine)
    start, goal = _node(table, a), _node(table, b)
    if start == goal:
        raise HallwayError(f"{a} is given twice", remedy="choose two different things")
    costs = _costs(table)
    if not via_hubs:
        costs = np.where(_talk_counts(table) > hub, np.inf, costs)
    costs[[start, goal]] = 0.0
    found: list[Path] = []
    for path in _cheapest(_Ways(table, costs, start, goal), max_hops):
        if len(found) == k:
            break
        found.append(path)
    return found


def _node(table: Incidence, iri: str) -> int:
    node = table.node(iri)
    if node is None:
        raise HallwayError(f"{iri} is not in the network", remedy="check the address")
    return node


def _talk_counts(table: Incidence) -> npt.NDArray[np.int64]:
    """Return how many talks each node has; 0 for a talk, which is never a hub."""
    return np.bincount(table.thing, minlength=len(table.iris) + len(table.talks))


def _costs(table: Incidence) -> Floats:
    """Return what it costs to pass through each node, in a path without events and series."""
    things = len(table.iris)
    costs = np.ones(things + len(table.talks))
    counts = np.maximum(1, _talk_counts(table)[:things])
    costs[:things] = DAMPING * np.log(counts) / max(1.0, math.log(len(table.talks) + 1))
    return costs


class _Ways:
    """What is around each thing, and what is left from it to the goal.

    `left` is by any way, `left_strong` by ways without events and series.
    """

    def __init__(self, table: Incidence, costs: Floats, start: int, goal: int) -> None:
        size, things = len(costs), len(table.iris)
        talk = table.talk + things
        rows, columns = np.concatenate((talk, table.thing)), np.concatenate((table.thing, talk))
        graph = csr_array((np.ones(len(rows)), (rows, columns)), shape=(size, size))
        self.table, self.costs, self.start, self.goal = table, costs, start, goal
        self.things = things
        self.weak = np.zeros(size, dtype=np.bool_)
        for kind in WEAK:
            self.weak[table.of_kind(kind)] = True
        self.weak[[start, goal]] = False

        def left(cost: Floats) -> Floats:
            # Leaving a node costs what passing through it does.
            weights = np.repeat(cost, np.diff(graph.indptr))
            weighted = csr_array((weights, graph.indices, graph.indptr), shape=(size, size))
            found: Floats = dijkstra(weighted, indices=[goal])[0]
            return found

        self.left, self.left_strong = left(costs), left(np.where(self.weak, np.inf, costs))
        steps: Floats = dijkstra(graph, indices=[goal], unweighted=True)[0]
        self.talks_left = np.ceil(steps / 2)
        self._around: dict[int, list[int]] = {}
        self._events: dict[int, set[int]] = {}

    def events(self, node: int) -> set[int]:
        """Return the events of a node's talks."""
        if node not in self._events:
            talks = self.table.talks_at(node).tolist()
            self._events[node] = {e for talk in talks for e in self.table.members(talk, "event")}
        return self._events[node]

    def idle(self, part: _Part, after: int) -> bool:
        """Tell whether a path would pass a series between two nodes that share an event."""
        series = part.things[-1]
        if series == self.start or self.table.kind(series) != "series":
            return False
        before = part.things[-2] if len(part.things) > 1 else self.start
        return not self.events(before).isdisjoint(self.events(after))

    def least(self, part: _Part, whole: bool) -> float:
        """Return the least that a path beginning so can cost; what it costs when it is whole."""
        weak = bool(self.weak[list(part.things)].any())
        inner = len(part.things) - (self.start < self.things) - (whole and self.goal < self.things)
        if whole:
            return part.spent + weak * DAMPING * inner
        last = part.things[-1]
        more = max(0.0, self.talks_left[last] - 1)
        through = part.spent + self.left[last] + DAMPING * (inner + more)
        return float(through if weak else min(through, part.spent + self.left_strong[last]))

    def around(self, thing: int) -> list[int]:
        """Return the things that share a talk with this one and lead to the goal, ascending."""
        if thing not in self._around:
            talks = self.table.talks_of(thing)
            parts = [self.table.things_of(talk) for talk in talks.tolist()]
            near = np.unique(np.concatenate(parts)) if parts else np.array([], dtype=np.int64)
            self._around[thing] = near[np.isfinite(self.left[near] + self.costs[near])].tolist()
        return self._around[thing]

    def shared(self, one: int, other: int) -> list[int]:
        """Return the talks that two things share, the surest and latest first."""
        table = self.table
        both = np.intersect1d(table.talks_of(one), table.talks_of(other), assume_unique=True)
        sure = [Hop(table, one, talk, other).confidence for talk in both.tolist()]
        order = np.lexsort((both, -table.years[both], -np.array(sure)))
        return [int(talk) for talk in both[order]]


@dataclass(frozen=True, slots=True)
class _Part:
    """The beginning of a path: its things, and for each hop the talks that could make it."""

    things: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]
    talks: tuple[int, ...]
    spent: float

    def longer(self, thing: int | None, choice: Sequence[int], cost: float) -> _Part | None:
        """Add a hop; None when there are not enough talks to give each hop one of its own."""
        choices = (*self.choices, tuple(choice))
        free = next((talk for talk in choice if talk not in self.talks), None)
        talks = (*self.talks, free) if free is not None else _distinct(choices)
        if talks is None:
            return None
        things = self.things if thing is None else (*self.things, thing)
        return _Part(things, choices, talks, self.spent + cost)


def _distinct(choices: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """Choose one talk a hop, no talk twice; None when that cannot be done."""
    hop_of: dict[int, int] = {}

    def place(hop: int, tried: set[int]) -> bool:
        for talk in choices[hop]:
            if talk not in tried:
                tried.add(talk)
                if talk not in hop_of or place(hop_of[talk], tried):
                    hop_of[talk] = hop
                    return True
        return False

    if not all(place(hop, set()) for hop in range(len(choices))):
        return None
    return tuple(talk for talk, _ in sorted(hop_of.items(), key=lambda pair: pair[1]))


def _cheapest(ways: _Ways, max_hops: int) -> Iterator[Path]:
    """Yield the paths from start to goal by rising cost.

    Best first over beginnings, each with the least that any continuation of it costs: so the first
    whole path taken out is the cheapest of the rest.
    """
    queue: list[tuple[float, int, tuple[int, ...], bool, _Part]] = []
    looked = 0

    def put(part: _Part | None, whole: bool) -> None:
        if part is not None:
            # Of equally good ones the longest is nearest to its end.
            total = round(ways.least(part, whole), 9)
            heapq.heappush(queue, (total, -len(part.choices), part.things, whole, part))

    if ways.start < ways.things:
        put(_Part((ways.start,), (), (), 0.0), False)
    else:
        own = ways.start - ways.things
        for thing in ways.table.things_of(own).tolist():
            if math.isfinite(ways.left[thing] + ways.costs[thing]):
                first = _Part((), (), (), 0.0).longer(thing, [own], float(ways.costs[thing]))
                put(first, thing == ways.goal)
    while queue:
        cost, *_, whole, part = heapq.heappop(queue)
        if whole:
            yield _path(ways, part, cost)
            continue
        hops, last = len(part.choices) + 1, part.things[-1]
        if ways.goal >= ways.things and hops <= max_hops:
            end = ways.goal - ways.things
            if ways.table.entry(end, last) is not None and not ways.idle(part, ways.goal):
                put(part.longer(None, [end], 0.0), True)
        for thing in ways.around(last):
            if thing in part.things or hops + ways.talks_left[thing] > max_hops:
                continue
            if ways.idle(part, thing):
                continue
            looked += 1
            if looked > MAX_STEPS:
                raise QueryError(
                    "time",
                    "there are too many ways between the two to look at them all",
                    limit="path_steps",
                    remedy="ask for fewer steps, or leave out hubs",
                )
            cost = float(ways.costs[thing]) + 1.0
            put(part.longer(thing, ways.shared(last, thing), cost), thing == ways.goal)


def _path(ways: _Ways, part: _Part, cost: float) -> Path:
    stops: list[int | None] = [*part.things]
    if ways.start >= ways.things:
        stops.insert(0, None)
    if ways.goal >= ways.things:
        stops.append(None)
    hops = [
        Hop(ways.table, before, talk, after)
        for before, talk, after in zip(stops[:-1], part.talks, stops[1:], strict=True)
    ]
    return Path(tuple(hops), round(cost, 6))
