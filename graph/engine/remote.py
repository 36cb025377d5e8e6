"""Any SPARQL 1.1 server as an engine, for graphs that one machine does not hold.

Queries go through SPARQLWrapper. Answers are fetched in the two syntaxes that servers write best,
XML for solutions and Turtle for graphs, and written anew by us: so limits are kept and every
format is the same as that of the embedded engines.
"""

from __future__ import annotations

import math
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from http.client import HTTPException
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlsplit

from pyoxigraph import (
    QueryBoolean,
    QuerySolutions,
    RdfFormat,
    parse,
    parse_query_results,
)
from pyoxigraph import QueryResultsFormat as Results
from SPARQLWrapper import POST, TURTLE, URLENCODED, XML, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import QueryBadFormed, SPARQLWrapperException

from hallway.graph.engine.embedded import JSON, parse_boolean, parse_solutions
from hallway.graph.engine.evaluate import (
    GRAPH_TYPES,
    pick,
    write_graph,
    write_result,
)
from hallway.graph.engine.graph_store import shown
from hallway.graph.engine.guard import Guarded, guard
from hallway.graph.engine.protocol import Answer, Dataset, Limits, Solutions
from hallway.graph.engine.refusals import too_many_bytes, too_slow
from hallway.graph.errors import QueryError

__all__ = ["RemoteEngine"]

_CHUNK_BYTES = 65_536


class RemoteEngine:
    """Answers from a SPARQL endpoint.

    Parameters
    ----------
    endpoint
        Address of the query service.
    dataset
        Sent with every query that names none itself, since servers differ in what their default
        graph is; `GraphStore.load` returns the right one.
    limits
        Bounds of a query that brings none of its own. That of memory is the server's affair.
    login
        User and password (basic), for a server that wants to know who asks.
    workers
        Queries of strangers that are asked at once; the site's own do not wait.
    ready
        Called before and after each query; raises `QueryError` when the server does not hold
        what is asked for, so that no answer is a mixture.
    """

    def __init__(
        self,
        endpoint: str,
        dataset: Dataset | None = None,
        limits: Limits | None = None,
        *,
        login: tuple[str, str] | None = None,
        workers: int = 2,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self._endpoint = endpoint
        self._dataset = dataset or Dataset()
        self._limits = limits or Limits()
        self._login = login
        self._strangers = BoundedSemaphore(workers)
        self._ready = ready

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
        if foreign:
            seconds = (limits or self._limits).query_queue_s
            if not self._strangers.acquire(timeout=seconds):
                raise QueryError(
                    "busy",
                    f"as many queries as may be were asked for {seconds:g} s",
                    limit="query_queue_s",
                    remedy="try again in a moment",
                )
        try:
            media_type, content = self._run(query, media_types, dataset, limits)
        finally:
            if foreign:
                self._strangers.release()
        return Answer(media_type, iter([content]), whole=True)

    def close(self) -> None:
        """Do nothing: each query has its own connection."""

    def _run(
        self,
        query: str,
        media_types: Sequence[str],
        dataset: Dataset | None,
        limits: Limits | None,
    ) -> tuple[str, bytes]:
        limits = limits or self._limits
        guarded = guard(query, limits)
        is_graph = guarded.form in ("CONSTRUCT", "DESCRIBE")
        self._ready()
        received = self._fetch(guarded, dataset, limits, TURTLE if is_graph else XML)
        self._ready()
        chunks: list[bytes] = []
        types: list[str] = []
        try:
            if is_graph:
                types.append(pick(media_types, GRAPH_TYPES, "a graph"))
                triples = (quad.triple for quad in parse(received, RdfFormat.TURTLE))
                write_graph(triples, types[0], limits, chunks.append)
            else:
                write_result(
                    lambda: _parsed(received, guarded.form),
                    media_types,
                    limits,
                    chunks.append,
                    types.append,
                )
        except (SyntaxError, ValueError, OSError) as error:
            what = f"{shown(self._endpoint)} gave no valid answer: {error}"
            raise QueryError("engine", what) from error
        return types[0], b"".join(chunks)

    def _fetch(
        self, guarded: Guarded, dataset: Dataset | None, limits: Limits, syntax: str
    ) -> bytes:
        """Ask the server and read its answer within the limits of time and bytes."""
        deadline = time.monotonic() + limits.query_time_s
        wrapper = SPARQLWrapper(self._endpoint, agent="Hallway")
        wrapper.setQuery(guarded.text)
        wrapper.setMethod(POST)
        wrapper.setRequestMethod(URLENCODED)
        wrapper.setReturnFormat(syntax)
        wrapper.setTimeout(math.ceil(limits.query_time_s))
        if self._login:
            wrapper.setCredentials(*self._login)
        given = dataset if dataset and (dataset.default_graphs or dataset.named_graphs) else None
        if given is None and not guarded.own_dataset:
            given = self._dataset
        for iri in given.default_graphs if given else ():
            wrapper.addParameter("default-graph-uri", iri)
        for iri in given.named_graphs if given else ():
            wrapper.addParameter("named-graph-uri", iri)
        try:
            with wrapper.query().response as response:
                return _read(response, deadline, limits)
        except TimeoutError as error:
            raise too_slow(limits) from error
        except QueryBadFormed as error:
            _hang_up(error)
            raise QueryError("syntax", self._said(error), remedy="correct the query") from error
        except (SPARQLWrapperException, urllib.error.URLError, HTTPException, OSError) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise too_slow(limits) from error
            _hang_up(error)
            raise QueryError(
                "engine",
                f"{shown(self._endpoint)} does not answer: {self._said(error)}",
                remedy="look whether the server runs and what its log says",
            ) from error

    def _said(self, error: Exception) -> str:
        """Return what a server said in one short line, without what nobody else is to know."""
        line = _first_line(error).replace(self._endpoint, shown(self._endpoint))
        for secret in filter(None, (*(self._login or ()), urlsplit(self._endpoint).query)):
            line = line.replace(secret, "…")
        return line


def _parsed(received: bytes, form: str) -> QueryBoolean | QuerySolutions:
    """Read results. Virtuoso 7 answers an ASK with one row for yes and none for no."""
    result = parse_query_results(received, Results.XML)
    if form == "ASK" and isinstance(result, QuerySolutions):
        said = b'{"head":{},"boolean":%s}' % (b"true" if list(result) else b"false")
        return parse_query_results(said, Results.JSON)
    return result


def _read(response: Any, deadline: float, limits: Limits) -> bytes:
    content = bytearray()
    while chunk := response.read(_CHUNK_BYTES):
        content += chunk
        if time.monotonic() > deadline:
            raise TimeoutError
        if len(content) > limits.result_bytes:
            raise too_many_bytes(limits)
    return bytes(content)


def _hang_up(error: Exception) -> None:
    """Close the connection of a refusal: SPARQLWrapper raises another error and leaves it open."""
    for one in (error, error.__context__):
        if isinstance(one, urllib.error.HTTPError):
            one.close()


def _first_line(error: Exception) -> str:
    """Return what a server said in one short line: after SPARQLWrapper's words, before more."""
    message = str(error).replace("\\n", "\n").rpartition("Response:\n")[2]
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return lines[0].removeprefix("b'").removeprefix('b"')[:300] if lines else type(error).__name__
