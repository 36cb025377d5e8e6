"""The command that matches a table: a column of names, and what else the table knows of them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TextIO

from hallway.graph.errors import SourceError
from hallway.graph.matching.candidates import Candidate, candidates
from hallway.graph.matching.properties import PROPERTIES
from hallway.graph.site import Site

__all__ = ["match_table"]

ADDED = ("hallway_iri", "hallway_name", "hallway_score", "hallway_match")


def match_table(
    site: Site,
    table: TextIO,
    out: TextIO,
    *,
    column: str,
    kinds: Sequence[str],
    known: Mapping[str, str],
    where: str,
) -> tuple[int, int]:
    """Write a CSV table again, with the best candidate of each row in four more columns.

    Parameters
    ----------
    column
        The column of names.
    kinds
        Kinds of thing to look among.
    known
        Name of a property -> the column that holds it.
    where
        Name of the table, for errors.

    Returns
    -------
    tuple
        Number of rows, and of those that were matched for sure.

    Raises
    ------
    SourceError
        The table lacks a column, or has one of ours already.
    """
    rows = csv.DictReader(table)
    header = list(rows.fieldnames or ())
    missing = [one for one in (column, *known.values()) if one not in header]
    if missing:
        raise SourceError(
            f"no column is called {missing[0]!r}; there are {', '.join(header) or 'none'}",
            where=where,
            remedy="name a column of the first line, as it is written there",
        )
    if taken := [one for one in ADDED if one in header]:
        raise SourceError(
            f"there is a column {taken[0]!r} already",
            where=where,
            remedy="take it out, or match the table as it was before",
        )
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*header, *ADDED])
    total = sure = 0
    for row, best in _matched(site, rows, column, kinds, known):
        total += 1
        sure += best is not None and best.sure
        writer.writerow([*(row[name] or "" for name in header), *_cells(best)])
    return total, sure


def _matched(
    site: Site,
    rows: Iterable[dict[str, str]],
    column: str,
    kinds: Sequence[str],
    known: Mapping[str, str],
) -> Iterator[tuple[dict[str, str], Candidate | None]]:
    for row in rows:
        asked = row[column] or ""
        told = {name: [row[own]] for name, own in known.items() if name in PROPERTIES and row[own]}
        found = candidates(site, asked, kinds, told, 1) if asked.strip() else []
        yield row, found[0] if found else None


def _cells(best: Candidate | None) -> tuple[str, ...]:
    if best is None:
        return ("", "", "", "")
    return (best.iri, best.label, f"{best.score:g}", "yes" if best.sure else "ask")
