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
from hallway.graph.networks.incidence import Incidence, read_incidence
from hallway.graph.networks.telling import Hop, Path

__all__ = ["HUB_TALKS", "Hop", "Path", "connections"]

HUB_TALKS = 50
DAMPING = 2.0  # most that passing through a thing costs, where each talk costs 1
WEAK = ("event", "series")
MAX_STEPS = 100_000  # beginnings of paths looked at before giving up

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
        self.table, self.start, self.goal = table, start, goal
        self.costs: list[float] = costs.tolist()
        self.reach = np.isfinite(costs)
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

        whole = left(costs)
        self.reach &= np.isfinite(whole)
        self.left: list[float] = whole.tolist()
        self.left_strong: list[float] = left(np.where(self.weak, np.inf, costs)).tolist()
        steps: Floats = dijkstra(graph, indices=[goal], unweighted=True)[0]
        self.talks_left: list[float] = np.ceil(steps / 2).tolist()
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

    def least(self, node: int, spent: float, inner: int, weak: bool) -> float:
        """Return the least that a path can cost that has come to a thing, having spent so much.

        Parameters
        ----------
        inner
            How many things it passes through so far, this one counted.
        weak
            Whether one of them is an event or a series.
        """
        more = max(0.0, self.talks_left[node] - 1)
        through = spent + self.left[node] + DAMPING * (inner + more)
        return through if weak else min(through, spent + self.left_strong[node])

    def around(self, thing: int) -> list[int]:
        """Return the things that share a talk with this one and lead to the goal, ascending."""
        if thing not in self._around:
            talks = self.table.talks_of(thing)
            parts = [self.table.things_of(talk) for talk in talks.tolist()]
            near = np.unique(np.concatenate(parts)) if parts else np.array([], dtype=np.int64)
            self._around[thing] = near[self.reach[near]].tolist()
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
    """The beginning of a path.

    Attributes
    ----------
    things
        What it goes through, without talks.
    choices
        For each hop the talks that could make it.
    talks
        For each hop a talk of its own, out of these.
    spent
        What it costs so far, not counting that it goes through an event or a series.
    weak
        Whether it does.
    """

    things: tuple[int, ...] = ()
    choices: tuple[tuple[int, ...], ...] = ()
    talks: tuple[int, ...] = ()
    spent: float = 0.0
    weak: bool = False


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


@dataclass(frozen=True, slots=True)
class _Next:
    """A hop to be looked at: whether talks can make it is found out when its turn comes.

    Attributes
    ----------
    thing
        Where it leads; None for a goal that is the talk itself.
    """

    part: _Part
    thing: int | None
    spent: float
    weak: bool


def _cheapest(ways: _Ways, max_hops: int) -> Iterator[Path]:
    """Yield the paths from start to goal by rising cost.

    Best first over beginnings, each with the least that any continuation of it costs: so the first
    whole path taken out is the cheapest of the rest.
    """
    queue: list[tuple[float, int, tuple[int, ...], bool, _Next]] = []
    looked = 0

    def put(part: _Part, thing: int | None) -> None:
        whole = thing is None or thing == ways.goal
        ends_free = len(part.choices) == 0 and ways.start >= ways.things
        talk_cost = 0.0 if ends_free or thing is None else 1.0
        things = part.things if thing is None else (*part.things, thing)
        inner = len(things) - (ways.start < ways.things) - (whole and thing is not None)
        weak = part.weak or (thing is not None and bool(ways.weak[thing]))
        spent = part.spent + talk_cost + (0.0 if thing is None else ways.costs[thing])
        if whole or thing is None:
            total = spent + weak * DAMPING * inner
        else:
            total = ways.least(thing, spent, inner, weak)
        # Of equally good ones the longest is nearest to its end.
        entry = _Next(part, thing, spent, weak)
        heapq.heappush(queue, (round(total, 9), -len(part.choices), things, whole, entry))

    def go_on(part: _Part) -> None:
        hops, last = len(part.choices) + 1, part.things[-1]
        if ways.goal >= ways.things and hops <= max_hops:
            if ways.table.entry(ways.goal - ways.things, last) is not None:
                if not ways.idle(part, ways.goal):
                    put(part, None)
        for thing in ways.around(last):
            if thing not in part.things and hops + ways.talks_left[thing] <= max_hops:
                if not ways.idle(part, thing):
                    put(part, thing)

    if ways.start < ways.things:
        go_on(_Part((ways.start,)))
    else:
        for thing in ways.table.things_of(ways.start - ways.things).tolist():
            if ways.reach[thing]:
                put(_Part(), thing)
    while queue:
        cost, *_, whole, step = heapq.heappop(queue)
        looked += 1
        if looked > MAX_STEPS:
            raise QueryError(
                "time",
                "there are too many ways between the two to look at them all",
                limit="path_steps",
                remedy="ask for fewer steps, or leave out hubs",
            )
        part = _taken(ways, step)
        if part is not None and whole:
            yield _path(ways, part, cost)
        elif part is not None:
            go_on(part)


def _taken(ways: _Ways, step: _Next) -> _Part | None:
    """Add a hop; None when there are not enough talks to give each hop one of its own."""
    part = step.part
    if not part.choices and ways.start >= ways.things:
        choice = [ways.start - ways.things]
    elif step.thing is None:
        choice = [ways.goal - ways.things]
    else:
        choice = ways.shared(part.things[-1], step.thing)
    choices = (*part.choices, tuple(choice))
    free = next((talk for talk in choice if talk not in part.talks), None)
    talks = (*part.talks, free) if free is not None else _distinct(choices)
    things = part.things if step.thing is None else (*part.things, step.thing)
    return None if talks is None else _Part(things, choices, talks, step.spent, step.weak)


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
