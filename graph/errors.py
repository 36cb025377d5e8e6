"""The errors that Hallway raises on purpose, with the fields that a page or a command shows."""

from __future__ import annotations

__all__ = ["HallwayError", "OntologyError", "QueryError", "SiteError", "SourceError"]


class HallwayError(Exception):
    """Root of every error that Hallway raises on purpose.

    Parameters
    ----------
    what
        What was found against what was expected, with the offending value.
    where
        File and line, JSON path, query and column; empty when there is no such place.
    remedy
        What to do next; empty when nothing can be said.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        """Join the parts: ``where: what``, then the remedy on a line of its own."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  {self.remedy}" if self.remedy else head


class SourceError(HallwayError):
    """A source cannot be read at all; faults of single records are notices instead."""


class SiteError(HallwayError):
    """The site folder is missing, locked, damaged or of another version."""


class OntologyError(HallwayError):
    """The ontology or the shapes cannot be used."""


class QueryError(HallwayError):
    """A query was refused, stopped or failed.

    Parameters
    ----------
    kind
        ``syntax``, ``refused``, ``nesting``, ``length``, ``time``, ``memory``, ``rows``,
        ``bytes``, ``busy``, ``client``, ``parameter`` or ``engine``.
    limit
        Name of the setting that was exceeded, such as ``query_time_s``; empty for other kinds.
    line, column
        Place in the query, counted from 1; None where it is not known.
    """

    def __init__(
        self,
        kind: str,
        what: str,
        *,
        limit: str = "",
        line: int | None = None,
        column: int | None = None,
        remedy: str = "",
    ) -> None:
        where = f"query, {line}:{column}" if line is not None else ""
        super().__init__(what, where=where, remedy=remedy)
        self.kind = kind
        self.limit = limit
        self.line = line
        self.column = column
