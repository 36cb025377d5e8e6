"""Who speaks, in a conference schedule: names, and which of its person ids can be trusted."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hallway.graph.formats.common.report import Report
from hallway.graph.programme import Appearance, Link, Person
from hallway.graph.reading import names, text

__all__ = ["Cell", "People", "with_nickname"]

# "Jen Persson, defenddigitalme": a person, then the lower-case name of a group.
_NAME_COMMA_GROUP = re.compile(r"(\S+ [^,;&]+),\s+([a-z][\w.-]*)")
_PRONOUNS = re.compile(
    r"/|^(?:she|he|they|her|him|it|any|all|sie|er|es|ihr|ihm|kein[es]?)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A person element or object as the source gives it.

    Attributes
    ----------
    links
        (address, label) pairs of profiles.
    """

    name: str
    id: str = ""
    role: str = "speaker"
    links: tuple[tuple[str, str], ...] = ()


class People:
    """Reads the persons of one file.

    An id counts only where it names one person: an id that comes with several names (an account
    that publishes for others) and ids that are new at every occurrence of a name (ids of the
    link, not of the person, as in FOSDEM's files up to 2012) are left out. Two ids of one full
    name are two accounts of a person and left out as well; two of a single word ("Anna") may be
    two people and stay, as do two ids of one name in the same talk.

    Parameters
    ----------
    cells
        The persons of each entry, in the order of the source.
    report
        Takes the notices.
    """

    def __init__(self, cells: Sequence[Sequence[Cell]], report: Report) -> None:
        self._report = report
        self._trusted = _trusted_ids(cells, report)
        # Writers that put all people of a talk into one element never write a second one.
        self._one_cell = max((len(row) for row in cells), default=0) <= 1

    def of(self, cells: Sequence[Cell], where: str) -> tuple[Appearance, ...]:
        """Return the people of one entry in its order; names that are nobody's are told."""
        found: dict[tuple[str, str | None, str], Appearance] = {}
        for cell in cells:
            name = self._report.line(cell.name, where)
            if "<" in name:
                name = text.clean(text.plain(name))
            if not name:
                continue
            if names.is_nobody(name):
                self._report.tell(f"{name!r} is not a person", where, level="note")
                continue
            for appearance in self._read(cell, name, where):
                person = appearance.person
                found.setdefault((person.name, person.id, appearance.role), appearance)
        return tuple(found.values())

    def _read(self, cell: Cell, name: str, where: str) -> list[Appearance]:
        role = cell.role or "speaker"
        several: list[Appearance]
        nobodies: list[str]
        if self._one_cell and (found := _NAME_COMMA_GROUP.fullmatch(name)):
            several, nobodies = [Appearance(Person(found[1]), affiliation=found[2])], []
        else:
            several, nobodies = names.people(name)
        if len(several) != 1 and not self._one_cell:
            several, nobodies = [Appearance(Person(name))], []
        for nobody in nobodies:
            self._report.tell(f"{nobody!r} is not a person", where, level="note")
        if len(several) > 1:
            return [replace(with_nickname(one, name), role=role) for one in several]
        id_ = cell.id if cell.id in self._trusted else None
        profiles = self._profiles(cell, where) if cell.links else ()
        read = []
        for one in (with_nickname(one, name) for one in several):
            if id_ is not None or one.person.id is not None or profiles:
                one = replace(one, person=replace(one.person, id=id_, links=profiles))
            read.append(one if one.role == role else replace(one, role=role))
        return read

    def _profiles(self, cell: Cell, where: str) -> tuple[Link, ...]:
        found = (self._report.link(url, label, where) for url, label in cell.links)
        return tuple(link for link in found if link and not link.url.startswith("mailto:"))


def _trusted_ids(cells: Sequence[Sequence[Cell]], report: Report) -> set[str]:
    """Return the ids that name one person each; see `People`."""
    names_of: dict[str, set[str]] = defaultdict(set)
    ids_of: dict[str, set[str]] = defaultdict(set)
    uses: Counter[str] = Counter()
    namesakes: set[str] = set()
    for row in cells:
        beside: dict[str, str] = {}
        for cell in row:
            name = text.normalised(cell.name)
            if cell.id and name:
                names_of[cell.id].add(name)
                ids_of[name].add(cell.id)
                uses[cell.id] += 1
                if beside.setdefault(name, cell.id) != cell.id:
                    namesakes.add(name)
    doubled = {name for name, ids in ids_of.items() if len(ids) > 1} - namesakes
    for id_, given in names_of.items():
        if len(given) > 1:
            shown = ", ".join(repr(name) for name in sorted(given)[:3])
            report.tell(
                f"person id {id_!r} was not used: it has several names, {shown}", level="note"
            )
    if doubled and max(uses.values()) == 1:
        # Every id is used once although names repeat: they count links, not persons.
        report.tell(
            f"ids of persons were not used: {len(doubled)} names have a new one each time",
            level="note",
        )
        return {id_ for id_, given in names_of.items() if given <= namesakes}
    twice = {name for name in doubled if " " in name}
    return {id_ for id_, given in names_of.items() if len(given) == 1 and not given & twice}


def with_nickname(appearance: Appearance, cell: str) -> Appearance:
    """Take one word in brackets for a nickname, where writers put one there and not an employer.

    Parameters
    ----------
    appearance
        As `hallway.graph.reading.names.people` reads it: what is in brackets is its affiliation.
    cell
        The text it was read from.

    Returns
    -------
    Appearance
        With the nickname among the alternate names; pronouns dropped; several words still an
        affiliation.
    """
    inside, person = appearance.affiliation, appearance.person
    if inside is None:
        return appearance
    bracket = re.search(rf"[(\[]\s*{re.escape(inside)}\s*[)\]]", cell)
    other_script = inside.isalpha() and person.name.isascii() and not inside.isascii()
    if not bracket and not other_script:
        return appearance
    if _PRONOUNS.search(inside) or names.is_nobody(inside):
        return replace(appearance, affiliation=None)
    if bracket and " " in inside and not inside.lower().startswith("the "):
        return appearance
    known = (*person.alternate_names, inside)
    return replace(appearance, affiliation=None, person=replace(person, alternate_names=known))
