"""The engine in this very process: for tests, and for small stores and trusted queries."""

from __future__ import annotations

from collections.abc import Sequence

from pyoxigraph import Store

from hallway.graph.engine.embedded import JSON, parse_boolean, parse_solutions
from hallway.graph.engine.evaluate import evaluate
from hallway.graph.engine.guard import guard
from hallway.graph.engine.protocol import Answer, Dataset, Limits, Solutions

__all__ = ["InProcessEngine"]


class InProcessEngine:
    """Answers from a store in this process.

    It keeps the limits of rows, bytes, length and nesting. It cannot stop a query, so those of
    time and memory do not hold: never give it a stranger's query.

    Parameters
    ----------
    store
        May be changed while this engine is in use; each query sees the state at its start.
    limits
        Bounds of a query that brings none of its own.
    """

    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self._store = store
        self._limits = limits or Limits()

    def select(self, query: str, *, limits: Limits | None = None) -> Solutions:
        """Run a SELECT and return all its solutions."""
        return parse_solutions(self._run(query, [JSON], None, limits)[1])

    def ask(self, query: str, *, limits: Limits | None = None) -> bool:
        """Run an ASK."""
        return parse_boolean(self._run(query, [JSON], None, limits)[1])

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
        media_type, content = self._run(query, media_types, dataset, limits)
        return Answer(media_type, iter([content]), whole=True)

    def close(self) -> None:
        """Do nothing: the store belongs to whoever made it."""

    def _run(
        self,
        query: str,
        media_types: Sequence[str],
        dataset: Dataset | None,
        limits: Limits | None,
    ) -> tuple[str, bytes]:
        limits = limits or self._limits
        guarded = guard(query, limits)
        types: list[str] = []
        chunks: list[bytes] = []
        evaluate(
            self._store, guarded.text, media_types, dataset, limits, chunks.append, types.append
        )
        return types[-1], b"".join(chunks)
