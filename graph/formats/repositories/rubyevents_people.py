"""People in RubyEvents data: names in talks, and the list that knows their other spellings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.repositories.parts import one_person, profiles
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Appearance, Person
from hallway.graph.reading.names import name_key

__all__ = ["Directory", "involved"]

# What an organizer is called; every other role of ``involvements.yml`` stays as it is.
_ROLES = {
    "chief organizer": "organizer",
    "organiser": "organizer",
    "conference mc": "host",
    "mc": "host",
    "emcee": "host",
}


class Directory:
    """Knows the people of ``speakers.yml``, by name and by every other spelling.

    Parameters
    ----------
    parts
        The parsed parts of the source; those named ``speakers.yml`` are read, there may be none.
    """

    def __init__(self, parts: Mapping[str, Any], report: Report) -> None:
        self._report = report
        self._entries: dict[str, tuple[str, Fields]] = {}
        self._spellings: dict[str, set[str]] = {}
        self._known: dict[str, Person] = {}
        for name, value in parts.items():
            if name.lower().rpartition("/")[2] == "speakers.yml":
                self._add(name, value)

    def _add(self, where: str, value: Any) -> None:
        for one in value if isinstance(value, list) else []:
            name = string(one.get("name")).strip() if isinstance(one, Fields) else ""
            if not name:
                continue
            self._entries.setdefault(name_key(name), (f"{where}, line {one.line}", one))
            for other in _aliases(one):
                self._spellings.setdefault(name_key(other), set()).add(name_key(name))

    def appearance(self, raw: str, where: str, role: str = "speaker") -> Appearance | None:
        """Return the person of a name; None, with a notice, for a name that is nobody's.

        A spelling that the list gives to one person is that person; one that it gives to several
        is left as it stands.
        """
        return one_person(raw, where, self._report, role=role, profile=self._profile(raw))

    def _profile(self, raw: str) -> Person | None:
        key = name_key(raw)
        if key not in self._entries:
            owners = self._spellings.get(key, set())
            if len(owners) != 1:
                return None
            [key] = owners
        if key not in self._known:
            # Links are checked for those who appear alone: the list has thousands.
            where, fields = self._entries[key]
            name = self._report.line(string(fields.get("name")), where)
            others = (self._report.line(one, where) for one in _aliases(fields))
            self._known[key] = Person(
                name,
                string(fields.get("slug")) or None,
                tuple(dict.fromkeys(one for one in others if one and one != name)),
                profiles(fields, where, self._report),
            )
        return self._known[key]


def involved(where: str, value: Any, people: Directory, report: Report) -> tuple[Appearance, ...]:
    """Read ``involvements.yml``: who organized an edition, and who did what for it."""
    found: dict[tuple[str, str], Appearance] = {}
    groups = 0
    for one in value if isinstance(value, list) else []:
        if not isinstance(one, Fields):
            continue
        at = f"{where}, line {one.line}"
        said = report.line(string(one.get("name")), at).casefold()
        role = _ROLES.get(said, said) or "organizer"
        users, bodies = one.get("users"), one.get("organisations")
        groups += len(bodies) if isinstance(bodies, list) else 0
        for user in users if isinstance(users, list) else []:
            if appearance := people.appearance(string(user), at, role):
                found.setdefault((appearance.person.name, role), appearance)
    if groups:
        report.tell(f"organizations that took part, not read: {groups}", where, level="note")
    return tuple(found.values())


def _aliases(fields: Fields) -> list[str]:
    """Return the other names of an entry, which are texts or objects with a name."""
    listed = fields.get("aliases")
    return [
        name
        for one in (listed if isinstance(listed, list) else [])
        if (name := string(one).strip())
    ]
