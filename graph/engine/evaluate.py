"""Run one guarded query on a store and write its result within the limits of rows and bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import IO, cast

from pyoxigraph import (
    Literal,
    NamedNode,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
    serialize,
)

from hallway.graph.engine.protocol import Dataset, Limits
from hallway.graph.engine.refusals import (
    syntax_error,
    too_many_bytes,
    too_many_rows,
    too_much_memory,
)
from hallway.graph.errors import QueryError
from hallway.graph.vocabulary import PREFIXES

__all__ = ["GRAPH_TYPES", "RESULT_TYPES", "evaluate", "pick", "write_graph", "write_result"]

RESULT_TYPES: dict[str, QueryResultsFormat] = {
    "application/sparql-results+json": QueryResultsFormat.JSON,
    "application/sparql-results+xml": QueryResultsFormat.XML,
    "text/csv": QueryResultsFormat.CSV,
    "text/tab-separated-values": QueryResultsFormat.TSV,
}
"""What solutions and booleans can be written in, the default first."""

GRAPH_TYPES: dict[str, RdfFormat] = {
    "text/turtle": RdfFormat.TURTLE,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/rdf+xml": RdfFormat.RDF_XML,
    "application/ld+json": RdfFormat.JSON_LD,
}
"""What graphs can be written in, the default first."""

# Each occurs at least once a row but for a constant number of rows; bytes.count costs nothing
# beside the writing, and only when it says "too many" are the rows counted one by one.
_ROW_MARKS = {
    "application/sparql-results+json": b"},{",
    "application/sparql-results+xml": b"<result>",
    "text/csv": b"\n",
    "text/tab-separated-values": b"\n",
}
_SORTED_TRIPLES = 50_000
_NOT_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")
_DECLARATION = re.compile(rb"^@prefix [^\n]*|(?<=\s)xmlns:\w+=\"[^\"]*\"", re.MULTILINE)

Sink = Callable[[bytes], None]
Result = QuerySolutions | QueryBoolean | QueryTriples


def evaluate(
    store: Store,
    query: str,
    media_types: Sequence[str],
    dataset: Dataset | None,
    limits: Limits,
    sink: Sink,
    start: Callable[[str], None],
) -> None:
    """Run a query and write its result.

    Parameters
    ----------
    media_types
        In order of preference.
    sink
        Takes the bytes as they are produced.
    start
        Told the media type before the first byte.

    Raises
    ------
    QueryError
        ``syntax``, ``media-type``, ``rows``, ``bytes``, ``memory`` or ``engine``.
    """
    try:
        write_result(lambda: _run(store, query, dataset), media_types, limits, sink, start)
    except SyntaxError as error:
        raise syntax_error(query, error) from error
    except MemoryError as error:
        raise too_much_memory(limits) from error
    except (OSError, ValueError, RuntimeError) as error:
        raise QueryError("engine", f"the engine failed: {error}") from error


def write_result(
    run: Callable[[], Result],
    media_types: Sequence[str],
    limits: Limits,
    sink: Sink,
    start: Callable[[str], None],
) -> None:
    """Write a result within the limits of rows and bytes.

    Parameters
    ----------
    run
        Gives the result; called again where the rows have to be counted one by one.
    media_types, limits, sink, start
        As in `evaluate`.
    """
    result = run()
    if isinstance(result, QueryTriples):
        media_type = pick(media_types, GRAPH_TYPES, "a graph")
        start(media_type)
        write_graph(result, media_type, limits, sink)
        return
    media_type = pick(media_types, RESULT_TYPES, "solutions")
    start(media_type)
    check = _RowCheck(media_type, limits, run) if isinstance(result, QuerySolutions) else None
    writer = _Writer(sink, media_type, limits, check)
    result.serialize(cast("IO[bytes]", writer), RESULT_TYPES[media_type])


def _run(store: Store, query: str, dataset: Dataset | None) -> Result:
    """Start a query; a dataset of the request replaces FROM (SPARQL 1.1 Protocol, 2.1.4)."""
    if dataset is None or not (dataset.default_graphs or dataset.named_graphs):
        return store.query(query)
    return store.query(
        query,
        default_graph=[_graph(iri) for iri in dataset.default_graphs],
        named_graphs=[_graph(iri) for iri in dataset.named_graphs],
    )


def _graph(iri: str) -> NamedNode:
    """Return the name of a graph that a request gave."""
    try:
        return NamedNode(iri)
    except ValueError as error:
        raise QueryError(
            "parameter", f"{iri!r} is not an absolute IRI", remedy="name graphs by absolute IRIs"
        ) from error


def pick(wanted: Sequence[str], possible: Iterable[str], what: str) -> str:
    """Return the first wanted media type that is possible."""
    offers = list(possible)
    for media_type in wanted:
        if media_type in offers:
            return media_type
    raise QueryError(
        "media-type",
        f"this query answers with {what}, which cannot be written as {', '.join(wanted)}",
        remedy="ask for one of " + ", ".join(offers),
    )


def write_graph(
    triples: Iterable[Triple],
    media_type: str,
    limits: Limits,
    sink: Sink,
    known: Mapping[str, str] = PREFIXES,
) -> None:
    """Write a graph, in order of subject and with the prefixes it needs if it is small enough.

    Parameters
    ----------
    media_type
        A key of `GRAPH_TYPES`.
    limits, sink
        As in `evaluate`.
    known
        Prefix -> IRI; small graphs declare those that they use, large ones all.
    """
    writer = _Writer(sink, media_type, limits)
    counted = _counted(iter(triples), limits)
    first = list(islice(counted, _SORTED_TRIPLES))
    prefixes = dict(known)
    if len(first) < _SORTED_TRIPLES:
        first.sort(key=_triple_key)
        namespaces = set(_namespaces(first))
        prefixes = {name: iri for name, iri in known.items() if iri in namespaces}
    serialize(
        chain(first, counted),
        cast("IO[bytes]", _SortedHead(writer)),
        GRAPH_TYPES[media_type],
        prefixes=prefixes,
    )


def _namespaces(triples: Iterable[Triple]) -> Iterator[str]:
    """Yield the part of each IRI up to the last ``#`` or ``/``."""
    for triple in triples:
        for term in triple:
            named = term.datatype if isinstance(term, Literal) else term
            if isinstance(named, NamedNode) and not getattr(term, "language", None):
                iri = named.value
                yield iri[: max(iri.rfind("#"), iri.rfind("/")) + 1]


def _triple_key(triple: Triple) -> tuple[str, str, str]:
    return str(triple.subject), triple.predicate.value, str(triple.object)


def _counted(triples: Iterator[Triple], limits: Limits) -> Iterator[Triple]:
    """Pass triples on and raise at the first that is too many."""
    for number, triple in enumerate(triples, 1):
        if number > limits.result_rows:
            raise too_many_rows(limits)
        yield triple


class _RowCheck:
    """Counts rows in bytes, never too few; and exactly once that count is too high."""

    def __init__(self, media_type: str, limits: Limits, again: Callable[[], Result]) -> None:
        self._mark = _ROW_MARKS[media_type]
        self._limits = limits
        self._again = again
        self._marks = 0
        self._tail = b""
        self._settled = False

    def add(self, chunk: bytes) -> None:
        """Look at the next bytes of the answer."""
        if self._settled:
            return
        seen = self._tail + chunk
        self._marks += seen.count(self._mark)
        self._tail = seen[1 - len(self._mark) :] if len(self._mark) > 1 else b""
        # JSON has one mark fewer than rows, CSV and TSV one more (the header).
        if self._marks + (self._mark == b"},{") > self._limits.result_rows:
            self._settled = True
            for number, _ in enumerate(cast("QuerySolutions", self._again()), 1):
                if number > self._limits.result_rows:
                    raise too_many_rows(self._limits)


class _Writer:
    """The file that the engine's serialisers write to."""

    def __init__(
        self, sink: Sink, media_type: str, limits: Limits, check: _RowCheck | None = None
    ) -> None:
        self._sink = sink
        self._xml = media_type.endswith("+xml")
        self._limits = limits
        self._check = check
        self._bytes = 0

    def write(self, chunk: bytes) -> int:
        """Count and pass on."""
        length = len(chunk)
        if self._check is not None:
            self._check.add(chunk)
        if self._xml:  # characters that no XML parser reads (XML 1.0, 2.2)
            chunk = _NOT_XML.sub(b"\xef\xbf\xbd", chunk)
        self._bytes += len(chunk)
        if self._bytes > self._limits.result_bytes:
            raise too_many_bytes(self._limits)
        self._sink(chunk)
        return length

    def flush(self) -> None:
        """Do nothing: what was written has been passed on."""


class _SortedHead:
    """Puts the prefix declarations in order: the serialiser writes them as its hash table has them.

    They are all within the first write, since that is some kilobytes long.
    """

    def __init__(self, writer: _Writer) -> None:
        self._writer = writer
        self._begun = False

    def write(self, chunk: bytes) -> int:
        """Pass on, the first chunk with its declarations sorted."""
        length = len(chunk)
        if not self._begun:
            self._begun = True
            declared = iter(sorted(_DECLARATION.findall(chunk)))
            chunk = _DECLARATION.sub(lambda _: next(declared), chunk)
        self._writer.write(chunk)
        return length

    def flush(self) -> None:
        """Do nothing: what was written has been passed on."""
