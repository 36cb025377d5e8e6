"""The people of a row: names in one cell or side by side, and what other columns say of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.tables.rows import Row, addresses
from hallway.graph.programme import Appearance, Link
from hallway.graph.reading.name_words import SUFFIX, belonging
from hallway.graph.reading.names import is_nobody, people
from hallway.graph.reading.text import clean, normalised, plain_title

__all__ = ["PeopleReader", "appearance_of_row"]

_ROLES = {
    "author": "author", "autor": "author", "auteur": "author", "facilitator": "facilitator",
    "panelist": "panelist",
}  # fmt: skip
_APART = re.compile(r"[;|\n]|\s(?:and|und|et|y|&)\s")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LONG = 300  # characters of a name with what stands behind it


class PeopleReader:
    """Reads the people of a row with what stands about them in other columns.

    Parameters
    ----------
    rows
        All rows of the table; see `family_first`.
    """

    def __init__(self, report: Report, rows: Sequence[Row] = ()) -> None:
        self._report = report
        cells = [plain_title(cell) for row in rows for cell in row.all("speakers")]
        self._family_first = family_first(cells)
        if self._family_first:
            report.tell("names are written with the family name first", level="note")

    def read(self, row: Row) -> tuple[Appearance, ...]:
        """Return speakers and moderators in the order of the columns."""
        if row.given is not None:
            return row.given.people
        found = self._speakers(row) + self._cell(row, "moderators", "moderator")
        return tuple(_with_profiles(self._with_affiliations(found, row), row, self._report))

    def _speakers(self, row: Row) -> list[Appearance]:
        role = "speaker"
        for place in row.columns.places.get("speakers", ()):
            word = normalised(row.columns.header[place]).rstrip(":*es ")
            role = next((_ROLES[one] for one in _ROLES if word.startswith(one)), "speaker")
            break
        found = self._side_by_side(row, role) or self._cell(row, "speakers", role)
        family = clean(f"{row.first('first_name')} {row.first('last_name')}")
        if not found and family:
            found = self._people(row, family, role)
        if not found and "speakers" not in row.columns:
            found = self._cell(row, "name", role)
        return found

    def _side_by_side(self, row: Row, role: str) -> list[Appearance]:
        """Read people who have a column each, and one each for what they are with."""
        found: list[Appearance] = []
        for name, affiliation in _columns_of_people(row):
            read = self._people(row, name, role) if name else []
            stated = plain_title(affiliation)
            if len(read) == 1 and stated and not is_nobody(stated) and not read[0].affiliation:
                read = [replace(read[0], affiliation=stated)]
            found += read
        return found

    def _cell(self, row: Row, field: str, role: str) -> list[Appearance]:
        return self._people(row, "\n".join(row.all(field)), role)

    def _people(self, row: Row, cell: str, role: str) -> list[Appearance]:
        if not cell:
            return []
        noted = _noted(cell, row, self._report)
        found, nobody = people(noted, role=role, family_first=self._family_first)
        for name in nobody:
            self._report.once(
                f"{name[:60]!r} is nobody's name and was left out", row.where, level="note"
            )
        return found

    def _with_affiliations(self, found: list[Appearance], row: Row) -> list[Appearance]:
        """Share out the affiliations of a row: one each, one for all, or all for one person."""
        cell = row.first("affiliation")
        stated = [plain_title(part) for part in re.split(r"[;|\n]", cell) if part.strip()]
        if not stated or not found:
            return found
        if len(row.columns.places["affiliation"]) > 1 and any(one.affiliation for one in found):
            return found
        if len(stated) == 1:
            stated = stated * len(found)
        named = tuple(one for one in stated if not is_nobody(one))
        if len(found) == 1 and len(named) > 1 and not found[0].affiliation:
            return [replace(found[0], affiliation=named[0], other_affiliations=named[1:])]
        if len(stated) != len(found):
            self._report.tell(
                f"{len(stated)} affiliations stand beside {len(found)} people and were left out",
                row.where,
                "give as many affiliations as people, in the same order, apart by semicolons",
            )
            return found
        return [
            one if one.affiliation or is_nobody(place) else replace(one, affiliation=place)
            for one, place in zip(found, stated, strict=True)
        ]


def appearance_of_row(row: Row, people: PeopleReader, report: Report) -> Appearance | None:
    """Read a row of a list of speakers; None when it names nobody."""
    found = people.read(row)
    if not found:
        report.tell("a row without a name was left out", row.where, level="error")
        return None
    person = found[0].person
    key = person.id or report.line(row.first("id"), row.where) or None
    return replace(found[0], person=replace(person, id=key))


def _with_profiles(found: list[Appearance], row: Row, report: Report) -> list[Appearance]:
    """Give the profiles of a row to its person, if it has just one."""
    if len(found) != 1 or "profiles" not in row.columns:
        return found
    profiles: list[Link] = addresses(row, "profiles", report)
    person = replace(found[0].person, links=(*found[0].person.links, *profiles))
    return [replace(found[0], person=person)]


def _noted(cell: str, row: Row, report: Report) -> str:
    """Tell of characters that cannot be kept; the lines of the cell stay."""
    for line in cell.split("\n"):
        report.line(line, row.where)
    return cell


def family_first(cells: Sequence[str]) -> bool:
    """Tell whether names are written ``Family, Given`` throughout a column.

    So they are when each has one comma at most, a single word on one of its sides and nothing
    that goes behind a name, and when nobody of the column goes by a single word.

    >>> family_first(["Lindqvist, Ana; Chen, Bo", "Tanaka, Mei"]), family_first(["Ana, Bo", "Cy"])
    (True, False)
    """
    commas = False
    for cell in cells:
        for part in _APART.split(cell[: 10 * _LONG]):
            name = _BRACKETS.sub("", part[:_LONG]).strip(" ,*")
            halves = [half.split() for half in name.split(",")]
            if len(halves) == 1:
                if len(halves[0]) == 1 and not is_nobody(name):
                    return False
                continue
            if len(halves) > 2 or 1 not in map(len, halves) or max(map(len, halves)) > 3:
                return False
            behind = " ".join(halves[1])
            if SUFFIX.fullmatch(behind) or belonging(behind) is not None or not name[0].isupper():
                return False
            commas = True
    return commas


def _columns_of_people(row: Row) -> Iterator[tuple[str, str]]:
    """Yield the name and the affiliation of columns that stand side by side, as many of each."""
    places = row.columns.places
    kinds = ("speakers",) if "speakers" in places else ("first_name", "last_name")
    names = [places.get(kind, ()) for kind in kinds]
    many = len(names[0])
    if many < 2 or any(len(one) != many for one in names):
        return
    beside = places.get("affiliation", ())
    beside = beside if len(beside) == many else (len(row.cells),) * many
    cells = (*row.cells, *[""] * (max(map(max, (*names, beside))) + 1 - len(row.cells)))
    for columns in zip(*names, beside, strict=True):
        yield " ".join(cells[at] for at in columns[:-1] if cells[at]), cells[columns[-1]]
