"""The people of a record, by the groups of a mapping."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.people import Somebody, address, appearances
from hallway.graph.mapping.language import Group, Spec
from hallway.graph.mapping.records import MappedRecord
from hallway.graph.mapping.texts import Texts
from hallway.graph.mapping.trees import JsonRecord
from hallway.graph.programme import Appearance, Link
from hallway.graph.reading import names
from hallway.graph.reading.text import plain_title

__all__ = ["GroupReader"]

_STRONG = re.compile(r"[;|\n]")


class GroupReader:
    """Reads the people of records.

    Parameters
    ----------
    texts
        Gives the texts of a field.
    """

    def __init__(self, groups: Iterable[Group], texts: Texts, report: Report) -> None:
        self._groups = tuple(groups)
        self._texts = texts
        self._report = report

    def people(self, record: MappedRecord) -> tuple[Appearance, ...]:
        """Return the people of a record in the order of the groups, nobody twice."""
        found: dict[tuple[str, str], Appearance] = {}
        for group in self._groups:
            of_objects = group.list is not None or group.ids is not None
            read = self._objects(group, record) if of_objects else self._cells(group, record)
            for one in read:
                person = one.person
                key = ("id", person.id) if person.id else ("name", names.name_key(person.name))
                found.setdefault(key, one)
        return tuple(found.values())

    # One object a person -------------------------------------------------------------------------

    def _objects(self, group: Group, record: MappedRecord) -> Iterable[Appearance]:
        several = [
            one
            for inner in self._texts.inside(group, record)
            if (one := self._somebody(group, inner)) is not None
        ]
        return appearances(several, record.where, self._report)

    def _somebody(self, group: Group, inner: JsonRecord) -> Somebody | None:
        name = self._name(group, inner)
        if not name:
            self._report.once("a person without a name was left out", inner.where)
            return None
        return Somebody(
            name,
            self._first(group.id, inner),
            self._role(group, inner),
            self._first(group.affiliation, inner),
            tuple(self._texts.all(group.url, inner)) if group.url else (),
        )

    def _name(self, group: Group, inner: MappedRecord) -> str:
        if group.name is not None:
            name = self._first(group.name, inner)
            family, comma, given = name.partition(",")
            given = given.strip(" ,")
            if group.family_first and comma and given and "," not in given:
                name = f"{given} {family.strip()}"
            return name
        return f"{self._first(group.first, inner)} {self._first(group.last, inner)}".strip()

    # Names in cells ------------------------------------------------------------------------------

    def _cells(self, group: Group, record: MappedRecord) -> list[Appearance]:
        """Read people whose names stand in cells, each alone or several in one."""
        role = self._role(group, record)
        if group.name is None:
            cells = [self._name(group, record)]
        else:
            cells = self._texts.whole(group.name, record)
        separators = group.name.separators if group.name else ()
        found: list[Appearance] = []
        for cell in cells:
            for line in cell.split("\n"):  # tells of characters that cannot be kept
                self._report.line(line, record.where)
            several, nobodies = names.people(
                cell, role=role, family_first=group.family_first, separators=separators
            )
            found += several
            for nobody in nobodies:
                self._report.once(
                    f"{nobody[:60]!r} is nobody's name and was left out", record.where, level="note"
                )
        found = self._affiliated(group, record, found)
        return self._known(group, record, found)

    def _affiliated(
        self, group: Group, record: MappedRecord, found: list[Appearance]
    ) -> list[Appearance]:
        """Share out affiliations: one each, one for all, or all for one person."""
        if group.affiliation is None or not found:
            return found
        stated = self._texts.whole(group.affiliation, record)
        if len(stated) == 1 and len(found) > 1:
            marks = group.affiliation.separators
            split = re.split("|".join(map(re.escape, marks)) if marks else _STRONG, stated[0])
            stated = [part for part in split if part.strip()]
        if len(stated) == 1:
            stated = stated * len(found)
        if len(found) == 1 and len(stated) > 1 and not found[0].affiliation:
            lines = [self._report.line(plain_title(one), record.where) for one in stated]
            first, *others = [one for one in lines if one and not names.is_nobody(one)] or [""]
            return [replace(found[0], affiliation=first or None, other_affiliations=tuple(others))]
        if stated and len(stated) != len(found):
            self._report.tell(
                f"{len(stated)} affiliations stand beside {len(found)} people and were left out",
                record.where,
                "give as many affiliations as people, in the same order",
            )
            return found
        shared = (self._report.line(plain_title(one), record.where) for one in stated)
        return [
            replace(one, affiliation=place)
            if place and not one.affiliation and not names.is_nobody(place)
            else one
            for one, place in zip(found, shared, strict=True)
        ] if stated else found  # fmt: skip

    def _known(
        self, group: Group, record: MappedRecord, found: list[Appearance]
    ) -> list[Appearance]:
        """Give id and addresses of the record to its person, if it has just one."""
        if len(found) != 1 or (group.id is None and group.url is None):
            return found
        (one,) = found
        key = self._first(group.id, record)
        urls = self._texts.all(group.url, record) if group.url else []
        links = [Link(url) for text in urls if (url := address(text, record.where, self._report))]
        person = replace(
            one.person,
            id=self._report.line(key, record.where) or one.person.id,
            links=tuple(dict.fromkeys((*one.person.links, *links))),
        )
        return [replace(one, person=person)]

    def _first(self, spec: Spec | None, record: MappedRecord) -> str:
        return next(iter(self._texts.all(spec, record)), "") if spec else ""

    def _role(self, group: Group, record: MappedRecord) -> str:
        if isinstance(group.role, str):
            return group.role
        return self._report.line(self._first(group.role, record), record.where).casefold() or (
            "speaker"
        )
