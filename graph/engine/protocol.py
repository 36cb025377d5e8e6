"""What an engine must do, whatever holds the data; and the limits it keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pyoxigraph import BlankNode, Literal, NamedNode

from hallway.graph.errors import HallwayError

if TYPE_CHECKING:
    import pandas

__all__ = ["Answer", "Dataset", "Engine", "Limits", "Solutions", "Term"]

Term = NamedNode | Literal | BlankNode
"""A value of a solution."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one query; each is a named setting of the site.

    Attributes
    ----------
    query_time_s
        Wall-clock seconds until the worker is killed.
    query_memory_mb
        Megabytes (10**6 bytes) that a query may take beyond what the worker has at rest.
    result_rows
        Most solutions or triples of one answer. An answer that would have more is refused, never
        cut.
    result_bytes
        Most bytes of one serialised answer.
    query_nesting
        Deepest nesting of brackets, groups and unary operators.
    query_bytes
        Longest query text, in bytes of UTF-8.
    query_queue_s
        Seconds a query waits for a free worker before it is refused as busy.
    """

    query_time_s: float = 10.0
    query_memory_mb: int = 1000
    result_rows: int = 1_000_000
    result_bytes: int = 200_000_000
    query_nesting: int = 100
    query_bytes: int = 100_000
    query_queue_s: float = 5.0


@dataclass(frozen=True, slots=True)
class Dataset:
    """The RDF dataset that a protocol request names (SPARQL 1.1 Protocol, 2.1.4).

    It replaces FROM and FROM NAMED of the query; both empty means the site's own dataset.
    """

    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solutions:
    """All solutions of a SELECT.

    Attributes
    ----------
    variables
        Names without the question mark, in the order of the projection.
    rows
        One tuple a solution, as long as `variables`; None where unbound.
    """

    variables: tuple[str, ...]
    rows: list[tuple[Term | None, ...]]

    def dicts(self) -> Iterator[dict[str, str]]:
        """Yield each solution as variable -> lexical value or IRI; unbound ones are left out."""
        for row in self.rows:
            yield {
                name: term.value
                for name, term in zip(self.variables, row, strict=True)
                if term is not None
            }

    def to_pandas(self) -> pandas.DataFrame:
        """Return a data frame: one column a variable, numbers and dates as Python values.

        Raises
        ------
        HallwayError
            pandas is not installed.
        """
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise HallwayError(
                "pandas is not installed", remedy='pip install "hallway[pandas]"'
            ) from error
        rows = [[None if term is None else _value(term) for term in row] for row in self.rows]
        return pandas.DataFrame(rows, columns=list(self.variables))


def _value(term: Term) -> object:
    """Turn a term into the Python value that rdflib reads its literal as; an IRI into text."""
    if not isinstance(term, Literal):
        return term.value
    import rdflib

    kind = rdflib.URIRef(term.datatype.value)
    return rdflib.Literal(
        term.value, lang=term.language, datatype=None if term.language else kind
    ).toPython()


@dataclass(slots=True)
class Answer:
    """A serialised answer, complete or an error.

    Attributes
    ----------
    media_type
        What `chunks` is in.
    chunks
        Byte strings. The first has been produced already (64 kB, or all of a smaller answer), so
        an early failure raised before this object existed. A later one raises `QueryError` from
        the iterator: the caller must then break the connection, never end it well.
    whole
        True when the first chunk is the whole answer.
    """

    media_type: str
    chunks: Iterator[bytes]
    whole: bool = field(default=False)


class Engine(Protocol):
    """Answers SPARQL queries over one generation of a site, within limits.

    Every method raises `hallway.graph.errors.QueryError` when the query is refused, stopped or
    wrong. SERVICE is refused, updates are not queries, and no method opens a connection on the
    behalf of a query. Safe to call from several threads.
    """

    def select(self, query: str, *, limits: Limits | None = None) -> Solutions:
        """Run a SELECT and return all its solutions."""
        ...

    def ask(self, query: str, *, limits: Limits | None = None) -> bool:
        """Run an ASK."""
        ...

    def serialize(
        self,
        query: str,
        media_types: Sequence[str],
        *,
        dataset: Dataset | None = None,
        limits: Limits | None = None,
        foreign: bool = False,
    ) -> Answer:
        """Run any query and serialise its result.

        Parameters
        ----------
        media_types
            Media types in order of preference; the first that the query's form can be written in
            is used. Solutions and booleans: ``application/sparql-results+json``,
            ``application/sparql-results+xml``, ``text/csv``, ``text/tab-separated-values``.
            Graphs: ``text/turtle``, ``application/n-triples``, ``application/rdf+xml``,
            ``application/ld+json``.
        foreign
            A stranger's query: however many there are, a worker is left for the site's own.

        Raises
        ------
        QueryError
            Among others of kind ``media-type`` when none of them fits the form of the query.
        """
        ...

    def close(self) -> None:
        """End all workers and release the generation."""
        ...
