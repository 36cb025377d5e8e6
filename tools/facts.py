"""Compare what the readers read with facts that were counted without them.

A folder of real programmes may come with ``facts.json``: for each file what throw-away scripts
counted in it (events, distinct titles, distinct names, rooms, days). This prints each fact beside
what our reader says. Where the two words differ on purpose (a break is no talk; one cell holds
two people) the table of the group, such as ``facts_programmes.tsv``, has the number we read and
one line that says why; any other difference is a fault of ours and the exit code is 1.

    FACTS=path/to/folder python tools/facts.py [FORMAT …]
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import facts_papers
import facts_platforms
import facts_programmes
import facts_repositories
import facts_web

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.reading.bundle import pack

GROUPS = (facts_programmes, facts_platforms, facts_repositories, facts_papers, facts_web)
"""Each has READERS (format in facts.json -> the reader that must recognise its files), `pairs` and
EXPLANATIONS, a table of the differences that are meant."""

LEFT_OUT = facts_repositories.LEFT_OUT
"""Entries that are no programme by themselves."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One fact of one file; `why` explains a difference, "" when nothing does."""

    file: str
    fact: str
    expected: str
    found: str
    why: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the two are equal, or known to differ."""
        return self.expected == self.found or bool(self.why)


def comparisons(folder: Path, formats: Collection[str] = ()) -> Iterator[Comparison]:
    """Yield every fact of every file of the formats beside what is read.

    Parameters
    ----------
    folder
        Holds ``facts.json`` and the files it names; a name that ends in a slash is a folder, which
        is one source.
    formats
        Names as in ``facts.json``; files of others are left out. Empty for all.
    """
    known = explanations()
    for entry in _entries(folder, formats):
        file = entry["file"]
        group = next((one for one in GROUPS if entry["format"] in one.READERS), None)
        if group is None:
            yield _judged(file, "read", "yes", f"no reader for {entry['format']}", known)
            continue
        path = folder / file
        data = pack(path) if path.is_dir() else path.read_bytes()
        try:
            programme = read(data, ReadOptions(file=path.name))
        except SourceError as error:
            yield _judged(file, "read", "yes", f"no: {error.what}", known)
            continue
        yield _judged(file, "reader", group.READERS[entry["format"]], programme.format, known)
        for fact, expected, found in group.pairs(entry, programme):
            yield _judged(file, fact, expected, found, known)


def left_out(folder: Path, formats: Collection[str] = ()) -> list[str]:
    """Return the entries that are no programme by themselves."""
    facts = json.loads((folder / "facts.json").read_text("utf-8"))
    return [
        entry["file"]
        for entry in facts["files"]
        if entry["file"] in LEFT_OUT and (not formats or entry["format"] in formats)
    ]


def _entries(folder: Path, formats: Collection[str]) -> Iterator[dict[str, Any]]:
    facts = json.loads((folder / "facts.json").read_text("utf-8"))
    for entry in facts["files"]:
        wanted = not formats or entry["format"] in formats
        if wanted and entry["file"] not in LEFT_OUT:
            yield entry


def _judged(
    file: str, fact: str, expected: str, found: str, known: dict[tuple[str, str, str], str]
) -> Comparison:
    why = known.get((file, fact, found), "") if expected != found else ""
    return Comparison(file, fact, expected, found, why)


def explanations() -> dict[tuple[str, str, str], str]:
    """Return why a number differs, by file, fact and the number that is read.

    An explanation holds for one number only: when a reader changes it must be thought of again.
    """
    known = {}
    for group in GROUPS:
        with group.EXPLANATIONS.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        known |= {(file, fact, found): why for file, fact, found, why in rows[1:]}
    return known


def main(formats: list[str]) -> int:
    """Print the comparison; return 1 when a difference has no explanation."""
    given = os.environ.get("FACTS")
    shared = os.environ.get("HALLWAY_SHARED")
    folder = Path(given) if given else Path(shared) / "data" if shared else None
    if folder is None or not (folder / "facts.json").is_file():
        print("set FACTS to the folder that holds facts.json", file=sys.stderr)
        return 2
    equal = explained = 0
    wrong: list[Comparison] = []
    for one in comparisons(folder, formats):
        mark = "=" if one.expected == one.found else "~" if one.why else "!"
        equal, explained = equal + (mark == "="), explained + (mark == "~")
        wrong += [one] if mark == "!" else []
        reads = "" if mark == "=" else f"  read {one.found}"
        print(f"{mark} {one.file}: {one.fact} {one.expected}{reads}")
        if one.why:
            print(f"    {one.why}")
    print(f"{equal} equal, {explained} explained, {len(wrong)} unexplained")
    for file in left_out(folder, formats):
        print(f"- {file}: no programme by itself")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
