"""Tell which field each column of an unknown file holds: by its words, then by its values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.tables.columns import field_of, find_columns
from hallway.graph.mapping.guessing import guess, title_likeness
from hallway.graph.mapping.language import FIELDS, FORMAT_FIELDS
from hallway.graph.mapping.samples import Column, Sample
from hallway.graph.reading.name_words import looks_like_a_name
from hallway.graph.reading.text import normalised

__all__ = ["Proposal"]

_OF_TABLE = {field: name for name, field in FIELDS.items()} | {"time": "start"}
_PERSON = {
    "speakers": "name", "name": "name", "first_name": "first", "last_name": "last",
    "affiliation": "affiliation", "profiles": "url", "id": "id", "title": "", "url": "url",
}  # fmt: skip
_OF_EVENT = {
    "title": "event", "name": "event", "event": "event", "series": "series", "zone": "zone",
    "place": "place", "date": "event_start", "start": "event_start", "event_date": "event_start",
    "end": "event_end", "end_date": "event_end", "event_end": "event_end", "country": "country",
}  # fmt: skip
_EVENTS = {"date": "event_start", "end_date": "event_end", "room": "place"}
_ANSWERS = {
    "isservicesession": "break", "is break": "break", "break": "break", "pause": "break",
    "do not record": "no_recording", "donotrecord": "no_recording", "do_not_record": "no_recording",
}  # fmt: skip


@dataclass(slots=True)
class Proposal:
    """The fields of a mapping to be, each with its columns.

    Attributes
    ----------
    fields
        By the name of the field.
    person
        Columns of the name, affiliation and so on of people.
    within
        Path of the objects that stand for people; "" for the record itself.
    ids
        Column of ids of people, with the path of their list, and of id and name in it.
    used
        Identities of the columns that have a field.
    lists
        What a record stands for.
    """

    sample: Sample
    fields: dict[str, list[Column]] = field(default_factory=dict)
    person: dict[str, list[Column]] = field(default_factory=dict)
    moderators: list[Column] = field(default_factory=list)
    within: str = ""
    ids: tuple[Column, str, str, str] | None = None
    used: set[int] = field(default_factory=set)
    lists: str = "talks"

    def fill(self, options: ReadOptions) -> None:
        """Give each column its field: by header, by value, and then the title."""
        own = [one for one in self.sample.columns if not one.within and one.values]
        self.lists = find_columns(tuple(one.words for one in own)).lists or "talks"
        for column in own:
            self._by_words(column)
        self._nested()
        for column in own:
            if not self.person and id(column) not in self.used and self._looked_up(column):
                self.used.add(id(column))
        for column in own:
            if id(column) not in self.used and self._sure(column):
                self._by_values(column)
        self._from_above()
        if not self._as_listed() and "title" not in self.fields:
            self._title(own, options)
        self._by_looks(own)

    def _by_looks(self, own: Sequence[Column]) -> None:
        """Take names for people where nothing says who speaks, and numbered columns of them."""
        for column in own:
            if id(column) in self.used or self.ids or guess(column.values) != "people":
                continue
            named = self.within or not {"name", "first", "last"}.isdisjoint(self.person)
            if not named or column.words.isdecimal():
                self.person.setdefault("name", []).append(column)
                self.used.add(id(column))

    def _by_words(self, column: Column) -> None:
        found = _field_of(column)
        if found == "moderators":
            self.moderators.append(column)
        elif found in ("speakers", "first_name", "last_name", "affiliation", "profiles", "name"):
            if found == "speakers" and self._looked_up(column):
                self.used.add(id(column))
                return
            self.person.setdefault(_PERSON[found], []).append(column)
        elif name := _OF_TABLE.get(found, _ANSWERS.get(normalised(column.words), "")):
            of_time = name in FORMAT_FIELDS and name in self.fields
            if of_time and guess(column.values) not in ("start", "date"):
                return
            self.fields.setdefault(name, []).append(column)
        else:
            return
        self.used.add(id(column))

    def _looked_up(self, column: Column) -> bool:
        """Find the list elsewhere whose ids a column of people holds."""
        values = set(column.values)
        if self.ids is not None:
            return False
        for path, objects in self.sample.others.items():
            for by in dict.fromkeys(key for one in objects for key in one):
                meant = [one for one in objects if one.get(by) in values]
                ids = {one[by] for one in meant}
                if 2 * len(ids) > len(values) and not _are_names(values):
                    fields = dict.fromkeys(key for one in meant for key in one)
                    said = {key: sorted({one.get(key, "") for one in meant}) for key in fields}
                    name = next(
                        (one for one in fields if field_of(_bare(one)) in ("name", "speakers")),
                        next((one for one in fields if guess(said[one]) == "people"), ""),
                    )
                    if name and name != by:
                        self.ids = (column, path, by, name)
                        return True
        return False

    def _nested(self) -> None:
        """Find the objects of a record that stand for people."""
        inner: dict[str, list[Column]] = {}
        for column in self.sample.columns:
            if column.within and column.values:
                inner.setdefault(column.within, []).append(column)
        ranked = sorted(inner, key=lambda path: field_of(_bare(path)) != "speakers")
        for path in ranked:
            person: dict[str, list[Column]] = {}
            for column in inner[path]:
                key = _PERSON.get(field_of(column.words), "")
                if key and key not in person:
                    person[key] = [column]
            known = field_of(_bare(path)) == "speakers"
            if "name" not in person and not {"first", "last"} <= set(person):
                named = [one for one in inner[path] if guess(one.values) == "people"]
                if not named and known:
                    named = [one for one in inner[path] if "name" in one.words.casefold()]
                if not named:
                    continue
                person["name"] = [named[0]]
            elif not known and all(guess(one.values) != "people" for one in person.get("name", ())):
                continue
            if self.ids is None and "name" not in self.person:
                self.within, self.person = path, person
                self.used |= {id(one) for columns in person.values() for one in columns}
            return

    def _sure(self, column: Column) -> bool:
        return guess(column.values) not in ("", "people", "abstract")

    def _by_values(self, column: Column) -> None:
        """Take a column for what its values look like, unless that is known already."""
        name = guess(column.values)
        if name == "start" and name in self.fields:
            name = "end"
        if name == "date" and name in self.fields:
            name = "end_date"
        if name in self.fields or (name == "end_date" and "start" in self.fields):
            return
        if (
            name in ("date", "end_date")
            and "start" in self.fields
            and any(guess(one.values) == "date" for one in self.fields["start"])
        ):
            return
        self.fields[name] = [column]
        self.used.add(id(column))

    def _title(self, own: Iterable[Column], options: ReadOptions) -> None:
        free = [one for one in own if id(one) not in self.used]
        # A title may be all there is, in a column that seemed to be something else.
        found = [one for one in free if title_likeness(one.values)] or [
            one for one in own if title_likeness(one.values)
        ]
        best = max(
            found, key=lambda one: title_likeness(one.values) * len(one.values) ** 2, default=None
        )
        if best is None:
            names = ", ".join(repr(one.name[:40]) for one in self.sample.columns[:30])
            raise SourceError(
                "nothing in it looks like the title of a talk",
                where=options.file,
                remedy=f"the columns are {names}",
            )
        self.fields["title"] = [best]
        self.used.add(id(best))
        for column in own:
            if id(column) not in self.used and guess(column.values) == "abstract":
                self.fields.setdefault("abstract", []).append(column)
                self.used.add(id(column))

    def _from_above(self) -> None:
        """Take from what encloses the record what the record does not say."""
        for column in self.sample.above:
            name = _OF_TABLE.get(field_of(column.words), "") if column.words else ""
            whole = column.name.startswith("$")
            if not column.words:
                name = "date" if guess(column.values) == "date" else "room"
                if name == "room" and (
                    column.name != "~" or all(map(str.isdecimal, column.values))
                ):
                    continue
            elif whole:
                name = _OF_EVENT.get(field_of(column.words), "")
                if name in ("event_start", "event_end") and guess(column.values) != "date":
                    continue
            elif name not in ("date", "room", "track", "zone", "event"):
                continue
            day = (
                name == "date"
                and "start" in self.fields
                and any(
                    guess(one.values) == "start" and len(one.values[0]) > 8
                    for one in self.fields["start"]
                )
            )
            if name and name not in self.fields and not day:
                self.fields[name] = [column]

    def _as_listed(self) -> bool:
        """Turn the fields about when the records are events, or people; False for talks."""
        if self.lists == "events":
            names = self.fields.pop("title", []) or self.person.pop("name", [])
            if names:
                self.fields.setdefault("event", names)
            for name, new in _EVENTS.items():
                if name in self.fields:
                    self.fields.setdefault(new, []).extend(self.fields.pop(name))
            self.person = {}
            return "event" in self.fields
        if self.lists == "people" and ("name" in self.person or "last" in self.person):
            self.fields = {name: one for name, one in self.fields.items() if name == "id"}
            return True
        self.lists = "talks"
        return False


def _field_of(column: Column) -> str:
    """Tell the field of a column; ``end.date`` is the end, ``speaker.name`` the speaker."""
    found = field_of(column.words)
    above = field_of(_bare(column.name.rpartition(".")[0])) if column.name != column.words else ""
    if above in ("end", "end_date") and found in ("date", "start", "time"):
        return "end_date" if found == "date" else "end"
    if above and found in ("name", "title"):
        return above
    return found


def _bare(path: str) -> str:
    return path.rpartition(".")[2].strip('[]"')


def _are_names(values: Iterable[str]) -> bool:
    return all(" " in one and looks_like_a_name(one) for one in values)
