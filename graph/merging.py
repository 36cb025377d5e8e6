"""All graphs as one stream of sorted N-Quads lines, the merge that the default graph is included.

In byte order the lines of a statement stand together, first the one of the default graph, and so
do all lines of a subject, and of a subject and predicate. So one pass settles, merges and counts,
and holds no more than the lines of one subject.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from hallway.graph.settling import SINGLE, Disagreement, settle
from hallway.graph.vocabulary import HW, KINDS, RDF, SCHEMA

__all__ = ["Merge", "kinds_of", "merged_lines", "statement"]

_TYPE = str(RDF.type).encode()
_SINGLE = frozenset(str(one).encode() for one in SINGLE)
_KINDS = {
    str(node).encode(): kind
    for node, kind in (
        *((node, kind) for kind, node in KINDS.items()),
        (HW.Session, "session"), (HW.Source, "source"), (HW.Link, "link"),
        (SCHEMA.VirtualLocation, "place"), (HW.Room, "room"),
    )
}  # fmt: skip


class Merge:
    """The statements of a generation, from the lines of its graphs.

    Parameters
    ----------
    order
        IRIs of the graphs of the sources, the most believed first.

    Attributes
    ----------
    counts
        Number of things by kind, once `lines` has ended.
    disagreements
        What sources say differently, sorted by subject and predicate, once `lines` has ended.
    """

    def __init__(self, order: Sequence[str]) -> None:
        self._places = {f"<{graph}>".encode(): place for place, graph in enumerate(order)}
        self._order = list(order)
        self.counts: dict[str, int] = {}
        self.disagreements: list[Disagreement] = []

    def lines(self, graphs: Iterable[Iterable[bytes]]) -> Iterator[bytes]:
        """Yield the lines of all graphs and those of the default graph, in byte order.

        Parameters
        ----------
        graphs
            The lines of each graph, in byte order, each once.
        """
        counts = Counter(place=0)
        for subject, own in groupby(heapq.merge(*graphs), key=_subject):
            types: set[bytes] = set()
            for predicate, some in groupby(own, key=_predicate):
                lines = list(some)
                if predicate == _TYPE:
                    types.update(map(_object, lines))
                yield from self._merged(subject, predicate, lines)
            counts.update(kinds_of(types))
        self.counts = dict(sorted(counts.items()))
        self.disagreements.sort(key=lambda one: (one.subject, one.predicate))

    def _merged(self, subject: bytes, predicate: bytes, lines: list[bytes]) -> Iterator[bytes]:
        left: frozenset[bytes] = frozenset()
        if predicate in _SINGLE and len(lines) > 1:
            stated = [
                (self._places[graph], said)
                for said, graph in map(statement, lines)
                if graph in self._places
            ]
            found = settle(subject.decode(), predicate.decode(), stated, self._order)
            if found is not None:
                left = found.statements
                self.disagreements.append(found.disagreement)
        yield from merged_lines(lines, left)


def merged_lines(lines: Iterable[bytes], left: frozenset[bytes] = frozenset()) -> Iterator[bytes]:
    """Yield lines of named graphs, each statement's line of the default graph before its others.

    Parameters
    ----------
    lines
        In byte order.
    left
        Statements that the default graph leaves out.
    """
    before = b""
    for line in lines:
        said = line[: line.rindex(b" ", 0, -3)]
        if said != before:
            before = said
            if said not in left:
                yield said + b" .\n"
        yield line


def statement(line: bytes) -> tuple[bytes, bytes]:
    """Split the line of a named graph into subject, predicate and object, and the graph."""
    said, _, graph = line[:-3].rpartition(b" ")
    return said, graph


def kinds_of(types: Iterable[bytes]) -> set[str]:
    """Return the kinds of thing that something of these classes counts as; a room is no place."""
    kinds = {_KINDS[one] for one in types if one in _KINDS}
    if "room" in kinds:
        kinds -= {"room", "place"}
    return kinds


def _subject(line: bytes) -> bytes:
    return line[: line.index(b" ")]


def _predicate(line: bytes) -> bytes:
    return line.split(b" ", 2)[1]


def _object(line: bytes) -> bytes:
    return statement(line)[0].split(b" ", 2)[2]
