"""The people of a happening, and the addresses they have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hallway.graph.formats.common.report import Report
from hallway.graph.programme import Appearance, Link, Person
from hallway.graph.reading import names

__all__ = ["Somebody", "address", "appearances"]

_JOINED = re.compile(r"\s(?:and|und|&|\+)\s|^(?:and|und|&)\s|[;|]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person as text. `links` are addresses of profiles; `id` holds inside the source."""

    name: str
    id: str = ""
    role: str = "speaker"
    affiliation: str = ""
    links: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    other_affiliations: tuple[str, ...] = ()


def address(text: str, where: str, report: Report) -> str | None:
    """Check one address; None when it is none."""
    link = report.link(text, "", where) if text else None
    return link.url if link and not link.url.startswith("mailto:") else None


def appearances(people: Sequence[Somebody], where: str, report: Report) -> tuple[Appearance, ...]:
    """Return people in the order of the source, each once, in the first role they have."""
    found: dict[tuple[str, str], Appearance] = {}
    for one in people:
        for appearance in _read(one, where, report, lone=len(people) == 1):
            person = appearance.person
            key = ("id", person.id) if person.id else ("name", names.name_key(person.name))
            found.setdefault(key, appearance)
    return tuple(found.values())


def _read(one: Somebody, where: str, report: Report, *, lone: bool) -> list[Appearance]:
    name = report.line(one.name, where)
    if not name:
        return []
    several, nobodies = names.people(name, role=one.role)
    for nobody in nobodies:
        report.once(f"{nobody[:60]!r} is not a person", where, level="note")
    if len(several) > 1 and not lone and not _JOINED.search(name):
        several = [Appearance(Person(name), one.role)]
    if len(several) != 1:
        if several:
            report.tell(
                f"{name[:80]!r} was taken apart into {len(several)} people", where, level="note"
            )
        return several
    (only,) = several
    links = tuple(
        dict.fromkeys(Link(url) for text in one.links if (url := address(text, where, report)))
    )
    others = (report.line(other, where) for other in one.other_names)
    alternates = tuple(
        dict.fromkeys(
            other for other in (*only.person.alternate_names, *others) if other != only.person.name
        )
    )
    # A name that had to be cut out of another text is not certainly what its id stands for.
    same = names.name_key(only.person.name) == names.name_key(name)
    person = replace(
        only.person, id=(one.id or None) if same else None, links=links, alternate_names=alternates
    )
    affiliation = report.line(one.affiliation, where) or only.affiliation
    more = tuple(filter(None, (report.line(other, where) for other in one.other_affiliations)))
    return [replace(only, person=person, affiliation=affiliation or None, other_affiliations=more)]
