"""Oxigraph in processes of its own: a query that goes wrong is killed, and nothing else suffers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, parse_query_results

from hallway.graph.engine.guard import guard
from hallway.graph.engine.pool import Nursery, Pool
from hallway.graph.engine.protocol import Answer, Dataset, Limits, Solutions
from hallway.graph.engine.running import Running, Stream
from hallway.graph.engine.wire import FRAME_BYTES, QUERY, frame
from hallway.graph.errors import QueryError

__all__ = ["DiskEngine", "MemoryEngine", "parse_boolean", "parse_solutions"]

JSON = "application/sparql-results+json"


class _EmbeddedEngine:
    """What both back-ends have in common: all but where the workers get their store.

    Parameters
    ----------
    store
        Folder of an Oxigraph store that nothing writes to.
    workers
        Queries of strangers that run at once; one more is kept for the site's own.
    limits
        Bounds of a query that brings none of its own.
    """

    _mode = ""

    def __init__(self, store: Path, workers: int = 2, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._nursery = Nursery(self._mode, store)
        self._pool = Pool(self._nursery, workers)
        self._nursery.start()

    def select(self, query: str, *, limits: Limits | None = None) -> Solutions:
        """Run a SELECT and return all its solutions."""
        return parse_solutions(self._whole(query, limits))

    def ask(self, query: str, *, limits: Limits | None = None) -> bool:
        """Run an ASK."""
        return parse_boolean(self._whole(query, limits))

    def serialize(
        self,
        query: str,
        media_types: Sequence[str],
        *,
        dataset: Dataset | None = None,
        limits: Limits | None = None,
        foreign: bool = False,
    ) -> Answer:
        """Run any query and serialise its result; see `Engine.serialize`."""
        running = self._start(query, media_types, dataset, limits, foreign=foreign)
        frames = running.frames()
        held = bytearray()
        for chunk in frames:
            held += chunk
            if len(held) >= FRAME_BYTES:
                stream = Stream(bytes(held), frames, running)
                return Answer(running.media_type, stream)
        return Answer(running.media_type, iter([bytes(held)]), whole=True)

    def close(self) -> None:
        """End the workers and release the generation, when the queries that run have ended."""
        self._pool.close()

    @property
    def pid(self) -> int | None:
        """The process that the workers are children of; None when there is none."""
        return self._nursery.pid

    def _whole(self, query: str, limits: Limits | None) -> bytes:
        return b"".join(self._start(query, [JSON], None, limits).frames())

    def _start(
        self,
        query: str,
        media_types: Sequence[str],
        dataset: Dataset | None,
        limits: Limits | None,
        *,
        foreign: bool = False,
    ) -> Running:
        limits = limits or self._limits
        guarded = guard(query, limits)
        dataset = dataset or Dataset()
        request = frame(
            QUERY,
            {
                "query": guarded.text,
                "accept": list(media_types),
                "default": dataset.default_graphs,
                "named": dataset.named_graphs,
                "limits": asdict(limits),
            },
        )
        return Running(self._pool, request, limits, foreign=foreign)


class MemoryEngine(_EmbeddedEngine):
    """Workers are forked from a process that holds the generation in memory: fast, for Linux.

    Loads ``quads.nq`` beside the store where it is, which takes a third of the time.
    """

    _mode = "memory"


class DiskEngine(_EmbeddedEngine):
    """Each worker opens the generation read-only: any size, some 40 MB a worker."""

    _mode = "disk"


def parse_solutions(results: bytes) -> Solutions:
    """Read a result in JSON as solutions.

    Raises
    ------
    QueryError
        Kind ``parameter``: it is the boolean of an ASK.
    """
    parsed = parse_query_results(results, QueryResultsFormat.JSON)
    if not isinstance(parsed, QuerySolutions):
        raise QueryError("parameter", "an ASK has no solutions", remedy="use ask()")
    variables = tuple(variable.value for variable in parsed.variables)
    return Solutions(variables, [tuple(solution) for solution in parsed])


def parse_boolean(results: bytes) -> bool:
    """Read a result in JSON as a boolean.

    Raises
    ------
    QueryError
        Kind ``parameter``: they are the solutions of a SELECT.
    """
    parsed = parse_query_results(results, QueryResultsFormat.JSON)
    if not isinstance(parsed, QueryBoolean):
        raise QueryError("parameter", "a SELECT has no yes or no", remedy="use select()")
    return bool(parsed)
