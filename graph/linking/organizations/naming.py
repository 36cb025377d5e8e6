"""Which organization an affiliation names: department, address and function cut, names joined.

`canonical` is a pure function of the printed text and a table, so that no other affiliation of the
site can change what it gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hallway.graph.linking.organizations.affiliation_text import Part, parts, repaired
from hallway.graph.linking.organizations.bodies import body, plain
from hallway.graph.linking.organizations.table import Table, bag_of, shipped
from hallway.graph.linking.organizations.universities import is_campus, is_place, university_names
from hallway.graph.linking.organizations.words import (
    DEPARTMENT,
    FIELDS,
    GENERIC,
    KINDS,
    PLACES,
    STOP,
    UNIVERSITY,
    folded,
    is_field,
)

__all__ = ["Organization", "canonical", "organization_in", "parent"]


@dataclass(frozen=True, slots=True)
class Organization:
    """An organization as an affiliation names it.

    Attributes
    ----------
    key
        Equal for texts that name one organization.
    label
        Its name: the table's, or the part of the text that names it.
    parent
        Label of the organization it belongs to; empty when the table has none.
    """

    key: str
    label: str
    parent: str = ""


def parent(label: str) -> str:
    """Return the label of the organization that another belongs to; empty when there is none."""
    return shipped().parents.get(label, "")


@lru_cache(maxsize=1 << 17)
def canonical(text: str) -> Organization:
    """Return the organization that an affiliation names, with the shipped tables.

    >>> canonical("School of Informatics, University of Edinburgh, UK").label
    'University of Edinburgh'
    >>> canonical("Google Research, Brain Team").key == canonical("Google Inc.").key
    True
    """
    return organization_in(text, shipped())


def organization_in(text: str, table: Table) -> Organization:
    """Return the organization that an affiliation names, as far as a table knows them."""
    return _Affiliation(text, table).organization()


class _Affiliation:
    """One affiliation while it is read."""

    def __init__(self, text: str, table: Table) -> None:
        self.text, self.table = text, table
        self.parts = [half for part in parts(repaired(text)) for half in self._two(part)]

    def organization(self) -> Organization:
        words = [word for part in self.parts for word in part.words]
        known = None if len(words) == 1 and is_place(words) else self._known(words)
        if known or max(map(len, words), default=0) < 2:
            plain = folded(self.text) or self.text.casefold().strip()
            return known or Organization(plain, self.text.strip())
        return (
            self._in_table(universities=True)
            or self._university()
            or self._in_table(universities=False)
            or self._school()
            or self._unknown()
        )

    # The table --------------------------------------------------------------------------------

    def _two(self, part: Part) -> list[Part]:
        """Part "University of Tokyo and RIKEN", but not "Johnson & Johnson"."""
        halves = re.split(r"\s+(?:and|&)\s+", part.text)
        if len(halves) == 2 and not self._known(part.words):
            behind = parts(halves[1])
            if behind and self._known(behind[0].words):
                return [*parts(halves[0]), *behind]
        return [part]

    def _known(self, words: Sequence[str]) -> Organization | None:
        """Return the organization of the table with this folded name."""
        names, name = self.table.names, " ".join(words)
        label = names.get(name) or names.get(name.removeprefix("the "))
        if label is None and words and words[-1] in _DOMAINS:
            label = names.get(" ".join(words[:-1]))  # google.com
        return self._of_table(label) if label else None

    def _of_table(self, label: str) -> Organization:
        return Organization(f"={folded(label)}", label, self.table.parents.get(label, ""))

    def _in_table(self, *, universities: bool) -> Organization | None:
        """Find the first organization of the table, or a later one that is a part of it."""
        found: Organization | None = None
        for place, part in enumerate(self.parts):
            one = self._part_in_table(place, part)
            if one is None or _is_school(one.label) != universities:
                continue
            if found is None:
                found = one
            elif found.label in self._above(one.label):
                return one  # Google, YouTube
        return found

    def _part_in_table(self, place: int, part: Part) -> Organization | None:
        """Find the organization that a part of the affiliation is, its laboratory included."""
        words = part.words
        following = [word for one in self.parts[place + 1 : place + 2] for word in one.words]
        found = self._known([*words, *following]) or self._known(words)
        if found is None and len(words) > 2 and part.is_acronym(len(words) - 1):
            # The short form behind the name: "Fraunhofer Institute for Building Physics IBP".
            found = self._known(words[:-1]) or self._known((words[0], words[-1]))
        if found is None:
            label = self.table.bags.get(bag_of(words)) or self._inside(words)
            found = self._of_table(label) if label else None
        return None if len(words) == 1 and is_place(words) else found

    def _above(self, label: str) -> Iterator[str]:
        while label := self.table.parents.get(label, ""):
            yield label

    def _inside(self, words: Sequence[str]) -> str | None:
        """Find a name with nothing around it but laboratory, site and legal form."""
        for size in range(min(len(words), self.table.longest), 0, -1):
            for start in range(len(words) - size + 1):
                label = self.table.names.get(" ".join(words[start : start + size]))
                if label is not None and _surrounded(words, start, size, label, self.table.words):
                    return label
        return None

    # Universities -----------------------------------------------------------------------------

    def _university(self) -> Organization | None:
        best: tuple[int, Organization] | None = None
        for name in university_names(self.parts):
            telling = set(name.words) - STOP - {"and"}
            score = 2 * (len(telling) > 1) + 1 - name.is_hospital - telling.issubset(KINDS | _BARE)
            if best is None or score > best[0]:
                best = (score, self._named_university(name.words, name.label))
        return best[1] if best and best[0] > 0 else None

    def _named_university(self, words: Sequence[str], label: str) -> Organization:
        known = self._known(words)
        if known:
            return known
        bag = bag_of(words)
        if bag in self.table.bags:
            return self._of_table(self.table.bags[bag])
        # A city that the table's name does not have: "University of Oslo Oslo Norway".
        for size in range(len(words) - 1, 1, -1):
            shorter = self.table.bags.get(bag_of(words[:size]))
            behind = words[size:]
            few = len(behind) == 1 and not (
                behind[0] in KINDS or behind[0] in DEPARTMENT or is_field(behind[0])
            )
            named = not _NAMELESS.issuperset(words[:size])
            if shorter and named and (few or is_place(behind)) and not is_campus(words, size):
                return self._of_table(shorter)
        # The last word of a department: "Department of Social Welfare Ghent University".
        rest = words[1:]
        if words[0] not in KINDS | PLACES | DEPARTMENT and not _NAMELESS.issuperset(rest):
            label_of_rest = self.table.bags.get(bag_of(rest))
            if label_of_rest:
                return self._of_table(label_of_rest)
        misspelled = self.table.misspelled(words)
        return self._of_table(misspelled) if misspelled else Organization(bag, label)

    def _school(self) -> Organization | None:
        """Read "Yale School of Medicine" as of Yale University."""
        for part in self.parts:
            found = _SCHOOL.match(" ".join(part.words))
            name = found[1].split() if found else []
            if name and not any(
                is_field(w) or w in KINDS or w in PLACES | DEPARTMENT for w in name
            ):
                return self._named_university((*name, UNIVERSITY), part.text)
        return None

    def _unknown(self) -> Organization:
        found = body(self.parts)
        if found:
            return Organization(*found)
        words, label = plain(self.parts)
        known = None if " ".join(words) in self.table.words else self._known(words)
        return known or Organization(bag_of(words) or " ".join(words), label)


_DOMAINS = frozenset("com org net io ai dev co edu".split())
_SCHOOL = re.compile(
    r"^(\w{4,}(?: \w{3,})?) (?:(?:medical|law|business|divinity|nursing|dental) school$"
    r"|school of (?!economics|oriental|tropical|hygiene|mines|art)(?!.* at )\w+)"
)
_NAMELESS = KINDS | STOP | {UNIVERSITY, "and"}
_BARE = frozenset(["university", "hospital", "the"])


def _is_school(label: str) -> bool:
    return any(word in label for word in ("Universi", "College", "Institut", "School", "Tech"))


def _surrounded(
    words: Sequence[str], start: int, size: int, label: str, common: frozenset[str]
) -> bool:
    """Tell whether the words around a name leave it the organization that is meant."""
    before, behind = words[:start], words[start + size :]
    if (
        size > 2
        and before
        and before[-1] in DEPARTMENT
        and before[-1] != "hospital"
        and (is_place(behind) or behind[0].isdigit())
    ):
        return True  # Ecosystem Division US Environmental Protection Agency Athens
    if not before and _is_unit(behind) and " ".join(words[start : start + size]) not in common:
        return True  # Tencent TiMi L1 Studio
    if not before and behind[0] in DEPARTMENT and words[0] not in common and size > 1:
        return "hospital" not in behind
    if before[-1:] == ("at",) and is_place(behind) and not is_campus(words, start + size):
        return True
    is_common = size == 1 and words[start] in common
    if is_common and before and before[-1] not in ("at", "the", "of"):
        return False  # Team Liquid
    allowed = _CLOSE if is_common else GENERIC
    if _is_school(label):
        allowed = GENERIC | DEPARTMENT | FIELDS
        if (
            "hospital" in words
            or behind[:1] == ("of",)
            or before[-1:] in (("state",), ("central",))
        ):
            return False
        if UNIVERSITY in words[start : start + size]:
            if not is_place(behind) or is_campus(words, start + size):
                return False
            if before and not (is_field(before[-1]) or before[-1] in DEPARTMENT):
                return before[-1] in ("at", "of", "the")
            return True
    return all(word in allowed or word in PLACES or word.isdigit() for word in (*before, *behind))


def _is_unit(behind: Sequence[str]) -> bool:
    """Tell whether what follows a company's name is one of its teams: "Codec Avatars Lab"."""
    return (
        len(behind) > 1
        and behind[-1] in ("laboratory", "team", "studio", "group", "unit", "department")
        and not any(word in ("hospital", UNIVERSITY, "and", "of", "joint") for word in behind)
    )


_CLOSE = frozenset(
    "research laboratory ai artificial intelligence machine learning robotics group team inc ltd "
    "limited llc gmbh ag sa corporation company plc se at of the for and".split()
)
