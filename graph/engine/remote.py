"""Any SPARQL 1.1 server as an engine, for graphs that one machine does not hold.

Queries go through SPARQLWrapper. Answers are fetched in the two syntaxes that servers write best,
XML for solutions and Turtle for graphs, and written anew by us: so limits are kept and every
format is the same as that of the embedded engines. A generation is loaded by the Graph Store
Protocol.
"""

from __future__ import annotations

import math
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pyoxigraph import (
    NamedNode,
    Quad,
    QueryBoolean,
    QuerySolutions,
    RdfFormat,
    Triple,
    parse,
    parse_query_results,
    serialize,
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
from hallway.graph.engine.guard import Guarded, guard
from hallway.graph.engine.protocol import Answer, Dataset, Limits, Solutions
from hallway.graph.engine.refusals import too_many_bytes, too_slow
from hallway.graph.errors import QueryError, SiteError

__all__ = ["GraphStore", "RemoteEngine"]

_CHUNK_BYTES = 65_536
_BATCH_TRIPLES = 10_000


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
    """

    def __init__(
        self, endpoint: str, dataset: Dataset | None = None, limits: Limits | None = None
    ) -> None:
        self._endpoint = endpoint
        self._dataset = dataset or Dataset()
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
        received = self._fetch(guarded, dataset, limits, TURTLE if is_graph else XML)
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
            raise QueryError("engine", f"{self._endpoint} gave no valid answer: {error}") from error
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
            raise QueryError("syntax", _first_line(error), remedy="correct the query") from error
        except (SPARQLWrapperException, urllib.error.URLError, HTTPException, OSError) as error:
            if isinstance(getattr(error, "reason", None), TimeoutError):
                raise too_slow(limits) from error
            _hang_up(error)
            raise QueryError(
                "engine",
                f"{self._endpoint} does not answer: {_first_line(error)}",
                remedy="look whether the server runs and what its log says",
            ) from error


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


@dataclass(slots=True)
class GraphStore:
    """A server that takes graphs by the SPARQL 1.1 Graph Store HTTP Protocol.

    Attributes
    ----------
    address
        Of the graph store, to which ``?graph=…`` is added.
    user, password
        For servers that ask who writes (digest or basic); empty when they do not.
    """

    address: str
    user: str = ""
    password: str = field(default="", repr=False)

    def load(self, quads: Path, merge: str, *, stale: Iterable[str] = ()) -> Dataset:
        """Load a generation, one graph after the other.

        Parameters
        ----------
        quads
            Its ``quads.nq``.
        merge
            IRI of the graph that takes the triples of the default graph.
        stale
            Graphs of the generation before; those that are in this one no more are removed.

        Returns
        -------
        Dataset
            What queries must name to see the generation as the embedded engines do.

        Raises
        ------
        SiteError
            The server did not take it. What it has then is not whole: load again.
        """
        waiting: dict[str, list[Triple]] = {}
        begun: set[str] = set()
        for quad in parse(path=quads, format=RdfFormat.N_QUADS):
            graph = _graph_of(quad, merge)
            batch = waiting.setdefault(graph, [])
            batch.append(quad.triple)
            if len(batch) >= _BATCH_TRIPLES:
                self._send("POST" if graph in begun else "PUT", graph, batch)
                begun.add(graph)
                batch.clear()
        for graph, batch in waiting.items():
            if batch:
                self._send("POST" if graph in begun else "PUT", graph, batch)
        for graph in sorted(set(stale) - set(waiting)):
            self._send("DELETE", graph, [])
        named = sorted(set(waiting) - {merge})
        return Dataset((merge,), tuple(named))

    def _send(self, method: str, graph: str, triples: list[Triple]) -> None:
        body = serialize(triples, format=RdfFormat.N_TRIPLES) if triples else None
        request = urllib.request.Request(  # noqa: S310  # the operator's own server
            f"{self.address}?graph={quote(graph, safe='')}",
            data=body,
            method=method,
            headers={"Content-Type": "text/turtle"},  # N-Triples is Turtle, which all take
        )
        try:
            with self._opener().open(request, timeout=300) as response:
                response.read()
        except urllib.error.HTTPError as error:
            with error:
                if method == "DELETE" and error.code == 404:
                    return
                raise SiteError(
                    f"{self.address} did not take {graph}: {error.code} {error.reason}",
                    remedy="look whether the account may write, and what the server's log says",
                ) from error
        except OSError as error:
            raise SiteError(f"{self.address} cannot be reached: {error}") from error

    def _opener(self) -> urllib.request.OpenerDirector:
        if not self.user:
            return urllib.request.build_opener()
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, self.address, self.user, self.password)
        return urllib.request.build_opener(
            _Digest(passwords), urllib.request.HTTPBasicAuthHandler(passwords)
        )


class _Digest(urllib.request.HTTPDigestAuthHandler):
    """Answers a server that asks for a digest, and closes the connection on which it asked."""

    def http_error_401(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any
    ) -> Any:
        """Ask again with the digest."""
        fp.close()
        return super().http_error_401(req, fp, code, msg, headers)


def _graph_of(quad: Quad, merge: str) -> str:
    return quad.graph_name.value if isinstance(quad.graph_name, NamedNode) else merge
