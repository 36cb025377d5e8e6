"""Turn the text of a mapping file into a `Mapping`, or into one error that names every fault."""

from __future__ import annotations

from hallway.graph.errors import SourceError
from hallway.graph.mapping.language import (
    FIELDS,
    FORMAT_FIELDS,
    LISTED,
    NEEDED,
    Group,
    Mapping,
    Named,
    Spec,
)
from hallway.graph.mapping.moments import needs_year
from hallway.graph.mapping.nodes import Node, read_nodes
from hallway.graph.mapping.values import ValueReader
from hallway.graph.reading import times

__all__ = ["GROUP", "PLACE", "TOP", "parse_mapping"]

TOP = ("lists", "records", "sheet", "header", "delimiter", "join", "fields", "always")
PLACE = ("column", "path", "values", "prefix", "optional", "file", "from", "by", "take")
GROUP = (
    "list", "path", "column", "file", "from", "by", "name", "first", "last", "separator",
    "affiliation", "id", "url", "role", "family_first", "optional",
)  # fmt: skip
_UNITS = ("seconds", "minutes", "hours")
_WORDS = {field: name for name, field in FIELDS.items()} | {
    "speakers": "people", "moderators": "people", "name": "people", "affiliation": "people",
    "first_name": "people", "last_name": "people", "time": "start", "profiles": "people",
}  # fmt: skip


def parse_mapping(text: str, file: str) -> Mapping:
    """Read a mapping file.

    Parameters
    ----------
    text
        The YAML.
    file
        Its name, for errors.

    Raises
    ------
    SourceError
        It is no mapping; the first fault is the error, all others stand in its remedy.
    """
    reader = _Reader(file)
    mapping = reader.read(read_nodes(text, file))
    if reader.faults:
        raise _joined(reader.faults)
    return mapping


def _joined(faults: list[SourceError]) -> SourceError:
    first, *others = faults
    remedy = "\n  ".join(filter(None, (first.remedy, *(f"also {one}" for one in others[:20]))))
    return SourceError(first.what, where=first.where, remedy=remedy)


class _Reader(ValueReader):
    """Reads a mapping by the rules of the language."""

    def read(self, top: Node) -> Mapping:
        """Read the whole mapping."""
        values = self.keys(top, TOP, "a mapping file")
        lists = self.choice(values.get("lists"), tuple(NEEDED), "lists") or "talks"
        fields: dict[str, Spec] = {}
        lines: dict[str, int] = {}
        people: tuple[Group, ...] = ()
        if (node := values.get("fields")) is not None:
            parts = self.keys(node, (*FIELDS, "people"), "fields", words=_WORDS)
            for name, part in parts.items():
                lines[name] = node.keys[name]
                if name == "people":
                    people = self._people(part)
                else:
                    fields[name] = self._spec(part, name)
        if (node := values.get("always")) is not None:
            for name, part in self.keys(node, tuple(FIELDS), "always", words=_WORDS).items():
                if name in lines:
                    self.fault(
                        f"{name} stands under fields as well, on line {lines[name]}",
                        node.keys[name],
                        "keep one: a column, or what holds for every record",
                    )
                lines[name] = node.keys[name]
                fields[name] = Spec(constant=self.constant(part, name))
        mapping = Mapping(
            self.file,
            lists,
            self.named(values.get("records"), "records"),
            self.several(values.get("sheet"), "sheet"),
            self.header(values.get("header")),
            self.delimiter(values.get("delimiter")),
            self.several(values.get("join"), "join"),
            fields,
            people,
            lines,
        )
        self._whole(mapping, top.line)
        return mapping

    def _whole(self, mapping: Mapping, line: int) -> None:
        """Check what no field shows alone."""
        needed = NEEDED[mapping.lists]
        if needed not in mapping.lines and not self.faults:
            self.fault(
                f"no column for {needed} is named",
                line,
                f"write fields: {needed}: and the name of the column or path"
                if mapping.lists == "talks"
                else f"a list of {mapping.lists} needs it under fields",
            )
        if mapping.records and (mapping.sheets or mapping.delimiter or mapping.header is not None):
            self.fault(
                "records is for JSON; sheet, header and delimiter are for tables",
                mapping.records.line,
                "remove what does not fit the file",
            )
        for named in mapping.join:
            if named.text not in mapping.fields:
                self.fault(
                    f"join names {named.text[:60]!r}, which is no field of this mapping",
                    named.line,
                    "name a field in which the records of one talk agree, such as id or title",
                )
        start, end = (mapping.constant(name) for name in ("event_start", "event_end"))
        days = (times.day(start), times.day(end)) if start and end else (None, None)
        if days[0] and days[1] and days[1] < days[0]:
            self.fault(f"the event ends on {end}, before {start}", mapping.lines["event_end"])
        for name, spec in mapping.fields.items():
            short = [one for one in spec.formats if needs_year(one)]
            if short and times.day(start) is None:
                self.fault(
                    f"the format {short[0]!r} of {name} has no year",
                    mapping.lines[name],
                    "add the first day of the event: always: event_start: 2026-06-10",
                )

    # Fields ----------------------------------------------------------------------------------

    def _spec(self, node: Node, name: str, *, separated: bool = False) -> Spec:
        """Read a field: a column, several, or a mapping with more about them."""
        if not isinstance(node.value, dict):
            return Spec(self.several(node, name, required=True))
        known = list(PLACE)
        known += ["separator"] if separated or name in LISTED else []
        known += ["format"] if name in FORMAT_FIELDS else []
        known += ["unit"] if name == "duration" else []
        known += ["published", "unpublished"] if name == "status" else []
        parts = self.keys(node, tuple(known), name)
        columns = self._columns(parts, node, name)
        file, source, by, take = self._lookup(parts, node, take=True)
        published, unpublished = (
            tuple(one.text for one in self.several(parts.get(key), key))
            for key in ("published", "unpublished")
        )
        if published and unpublished:
            self.fault(
                "published and unpublished contradict each other",
                node.keys["unpublished"],
                "name the states that are public, or those that are not",
            )
        return Spec(
            columns,
            separators=tuple(one.text for one in self.several(parts.get("separator"), name)),
            values=self.values(parts.get("values")),
            prefix=self.text(parts.get("prefix"), "prefix"),
            formats=self.formats(parts.get("format")),
            unit=self.choice(parts.get("unit"), _UNITS, "unit"),
            published=published,
            unpublished=unpublished,
            optional=self.truth(parts.get("optional"), "optional"),
            source=source,
            by=by,
            take=take,
            file=file,
        )

    def _lookup(
        self, parts: dict[str, Node], node: Node, *, take: bool
    ) -> tuple[Named | None, Named | None, Named | None, Named | None]:
        """Read where ids are looked up: in which file, under which path, by what."""
        found = {key: self.named(parts.get(key), key) for key in ("file", "from", "by", "take")}
        if found["from"] is None and found["file"] is not None:
            found["from"] = Named("$", found["file"].line)  # the whole file is the list
        if found["from"] is None:
            for key in ("by", "take"):
                if found[key] is not None:
                    self.fault(
                        f"{key} stands without from",
                        node.keys[key],
                        "from is the path of the list in which an id is looked up",
                    )
        elif take and found["take"] is None:
            self.fault(
                "from stands without take",
                node.keys["from" if "from" in node.keys else "file"],
                "take is the path of what is wanted in each item of the list",
            )
        return found["file"], found["from"], found["by"], found["take"]

    def _columns(self, parts: dict[str, Node], node: Node, name: str) -> tuple[Named, ...]:
        if "column" in parts and "path" in parts:
            self.fault(
                "column and path are two words for one thing",
                node.keys["path"],
                "write column for a table, path for JSON",
            )
        place = parts.get("column", parts.get("path"))
        if place is None:
            self.fault(
                f"{name} names no column",
                node.line,
                "add column: (in a table) or path: (in JSON)",
            )
        return self.several(place, name, required=place is not None)

    # People ----------------------------------------------------------------------------------

    def _people(self, node: Node) -> tuple[Group, ...]:
        if not isinstance(node.value, list):
            return (self._group(node),)
        if not all(isinstance(one.value, dict) for one in node.value):
            return (Group(node.line, name=self._spec(node, "people", separated=True)),)
        return tuple(map(self._group, node.value))

    def _group(self, node: Node) -> Group:
        """Read one group of people."""
        if not isinstance(node.value, dict):
            return Group(node.line, name=self._spec(node, "people", separated=True))
        parts = self.keys(node, GROUP, "people")
        optional = self.truth(parts.get("optional"), "optional")
        separators = tuple(one.text for one in self.several(parts.get("separator"), "separator"))
        specs: dict[str, Spec | None] = {}
        for key in ("name", "first", "last", "affiliation", "id", "url"):
            part = parts.get(key)
            specs[key] = None if part is None else self._inner(part, key, separators, optional)
        ids = None
        place = "path" if "path" in parts else "column"
        if {"from", "file", place} & set(parts):
            file, source, by, _ = self._lookup(parts, node, take=False)
            columns = self._columns(parts, node, "people")
            ids = Spec(
                columns, separators=separators, optional=optional, source=source, by=by, file=file
            )
            if "from" not in parts and "file" not in parts:
                self.fault(
                    f"{place} stands without from", node.keys[place],
                    "write name: for the path of the names, or add from: for a list of people",
                )  # fmt: skip
        self._check_group(parts, node)
        role = parts.get("role")
        return Group(
            node.line,
            self.named(parts.get("list"), "list"),
            ids,
            **specs,
            role=self._role(role) if role is not None else "speaker",
            family_first=self.truth(parts.get("family_first"), "family_first"),
        )

    def _inner(self, node: Node, key: str, separators: tuple[str, ...], optional: bool) -> Spec:
        spec = self._spec(node, key, separated=True)
        if isinstance(node.value, dict) and (spec.separators or not separators):
            return spec
        return Spec(
            spec.columns,
            separators=spec.separators or separators,
            values=spec.values,
            prefix=spec.prefix,
            optional=spec.optional or optional,
        )

    def _check_group(self, parts: dict[str, Node], node: Node) -> None:
        if "list" in parts and {"path", "column", "file", "from"} & set(parts):
            self.fault(
                "list and from are two ways to find people",
                node.keys["list"],
                "list: people inside the record; path, from, by: people elsewhere, by their id",
            )
        if "name" in parts and ("first" in parts or "last" in parts):
            self.fault("name stands beside first or last", node.keys["name"], "keep one of them")
        if not {"name", "first", "last"} & set(parts):
            self.fault(
                "people have no name", node.line, "add name:, or first: and last:, to people"
            )

    def _role(self, node: Node) -> str | Spec:
        if isinstance(node.value, dict):
            return self._spec(node, "role")
        return self.text(node, "role").casefold() or "speaker"
