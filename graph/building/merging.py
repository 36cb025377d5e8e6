"""All graphs as one stream of sorted N-Quads lines, the merge that the default graph is included.

In byte order the lines of a statement stand together, first the one of the default graph, and so
do all lines of a subject, and of a subject and predicate. So one pass settles, merges and counts,
and holds no more than the lines of one subject.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from hallway.graph.reconciling.settling import SINGLE, Disagreement, settle
from hallway.graph.vocabulary import HW, KINDS, RDF, SCHEMA

__all__ = ["TYPE", "Merge", "kinds_of", "merged_lines", "object_of", "statement", "subject_of"]

CUT_MINUTES = 10
"""How much longer or shorter than its slot a recording may be, and nobody says otherwise."""

TYPE = str(RDF.type).encode()
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
    preferred
        IRIs of a thing and a property -> IRI of the graph that a curator believes about it.
    recordings
        IRIs of the graphs of lists of recordings, which fit their slots within some minutes.

    Attributes
    ----------
    counts
        Number of things by kind, once `lines` has ended.
    disagreements
        What sources say differently, sorted by subject and predicate, once `lines` has ended.
    """

    def __init__(
        self,
        order: Sequence[str],
        preferred: Mapping[tuple[str, str], str] | None = None,
        recordings: Container[str] = (),
    ) -> None:
        self._recordings = recordings
        self._preferred = preferred or {}
        self._places = {f"<{graph}>".encode(): place for place, graph in enumerate(order)}
        self._order = list(order)
        self.counts: dict[str, int] = {}
        self.disagreements: list[Disagreement] = []

    def lines(self, stated: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the lines of all graphs and those of the default graph, in byte order.

        Parameters
        ----------
        stated
            The lines of all named graphs together, in byte order, each once.
        """
        counts = Counter(place=0)
        for subject, own in groupby(stated, key=subject_of):
            types: set[bytes] = set()
            found: list[Disagreement] = []
            for predicate, some in groupby(own, key=_predicate):
                lines = list(some)
                if predicate == TYPE:
                    types.update(map(object_of, lines))
                yield from self._merged(subject, predicate, lines, found)
            counts.update(kinds_of(types))
            self.disagreements += self._telling(found)
        self.counts = dict(sorted(counts.items()))
        self.disagreements.sort(key=lambda one: (one.subject, one.predicate))

    def _merged(
        self, subject: bytes, predicate: bytes, lines: list[bytes], said: list[Disagreement]
    ) -> Iterator[bytes]:
        left: frozenset[bytes] = frozenset()
        if predicate in _SINGLE and len(lines) > 1:
            stated = [
                (self._places[graph], one)
                for one, graph in map(statement, lines)
                if graph in self._places
            ]
            about = subject.decode(), predicate.decode()
            preferred = self._preferred.get((about[0][1:-1], about[1][1:-1]))
            found = settle(*about, stated, self._order, preferred)
            if found is not None:
                left = found.statements
                said += [found.disagreement] if found.disagreement else []
        yield from merged_lines(lines, left)

    def _telling(self, found: Sequence[Disagreement]) -> Iterator[Disagreement]:
        """Leave out what follows from something else, and that a recording fits its slot."""
        lengths = {one.predicate: self._talks_only(one) for one in found}
        implied = {SCHEMA.startDate.value, HW.minutes.value} & lengths.keys()
        for one in found:
            if one.predicate == SCHEMA.endDate.value and implied:
                continue
            telling = lengths[one.predicate]
            if telling is not None:
                yield telling

    def _talks_only(self, one: Disagreement) -> Disagreement | None:
        if one.predicate != HW.minutes.value or not self._recordings:
            return one
        kept = _minutes(one.kept[0])
        left = tuple(
            (value, graph)
            for value, graph in one.left
            if graph not in self._recordings or abs(kept - _minutes(value)) > CUT_MINUTES
        )
        return replace(one, left=left) if left else None


def _minutes(term: str) -> int:
    return int(term.split('"')[1])


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


def subject_of(line: bytes) -> bytes:
    """Return the subject of a line."""
    return line[: line.index(b" ")]


def _predicate(line: bytes) -> bytes:
    return line.split(b" ", 2)[1]


def object_of(line: bytes) -> bytes:
    """Return the object of the line of a named graph."""
    return statement(line)[0].split(b" ", 2)[2]
