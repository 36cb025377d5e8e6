"""The texts of one field of a record: looked up, taken apart, translated, made complete."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hallway.graph.errors import SourceError
from hallway.graph.formats.common.report import Report
from hallway.graph.mapping.language import Group, Mapping, Named, Spec
from hallway.graph.mapping.paths import Place
from hallway.graph.mapping.records import MappedRecord
from hallway.graph.mapping.trees import JsonRecord, bad_path, path_of

__all__ = ["Texts"]


class Texts:
    """Gives texts by field.

    Parameters
    ----------
    mapping
        For errors.
    beside
        Opens a file that lies beside the one that is read.
    """

    def __init__(
        self,
        mapping: Mapping,
        report: Report,
        beside: Callable[[Named], Place] | None = None,
    ) -> None:
        self._beside = beside
        self._mapping = mapping
        self._report = report
        self._lists: dict[tuple[str, ...], dict[str, Place]] = {}
        self._of_top: dict[str, list[str]] = {}
        self.met: set[tuple[str, int]] = set()
        """Paths that led somewhere, by text and line."""

    def all(self, spec: Spec, record: MappedRecord) -> list[str]:
        """Return the values of a field, several of one text apart where the mapping parts them."""
        found = self.whole(spec, record)
        if spec.separators:
            pattern = "|".join(map(re.escape, spec.separators))
            found = [part.strip() for text in found for part in re.split(pattern, text)]
        return [self._meant(spec, text) for text in found if text]

    def whole(self, spec: Spec, record: MappedRecord) -> list[str]:
        """Return the texts of a field as they stand."""
        if spec.constant:
            return list(spec.constant)
        if spec.source is not None:
            taken = [
                text
                for place in self._looked_up(spec, record)
                for text in JsonRecord(place).texts(spec.take or spec.source)
            ]
            if taken:
                self._meet(spec.take)
            return taken
        found: list[str] = []
        for named in spec.columns:
            self._watch(named, record)
            found += self._at(named, record)
        return found

    def _at(self, named: Named, record: MappedRecord) -> list[str]:
        """Return the texts at a place; what is the same for every record is looked for once."""
        if not named.text.startswith("$") or not isinstance(record, JsonRecord):
            return record.texts(named)
        if named.text not in self._of_top:
            self._of_top[named.text] = record.texts(named)
        return self._of_top[named.text]

    def are_apart(self, spec: Spec, record: MappedRecord) -> bool:
        """Tell whether each text of a field is one value, by the mapping or as a list in JSON."""
        return bool(
            spec.separators
            or spec.constant
            or spec.source
            or any(record.is_list(named) for named in spec.columns)
        )

    def inside(self, group: Group, record: MappedRecord) -> Iterator[JsonRecord]:
        """Yield the objects that stand for the people of a group."""
        if group.ids is not None:
            places = self._looked_up(group.ids, record)
        elif group.list is not None and isinstance(record, JsonRecord):
            self._watch(group.list, record)
            path = path_of(group.list.text)
            places = (
                [part for one in path.find(record.place) for part in _each(one)] if path else []
            )
        else:
            places = []
        for place in places:
            if isinstance(place.value, dict):
                yield JsonRecord(place)
            elif place.value not in (None, ""):
                self._report.once(
                    f"a person is an object, not {place.value!r:.60}", place.path, level="error"
                )

    def _meant(self, spec: Spec, text: str) -> str:
        """Translate a text and put the prefix before it."""
        values = spec.values
        if values:
            stripped = text.strip()
            folded = {key.casefold(): value for key, value in values.items()}
            text = values.get(stripped, folded.get(stripped.casefold(), text))
        return spec.prefix + text if text and spec.prefix else text

    def _watch(self, named: Named, record: MappedRecord) -> None:
        """Remember that a path leads somewhere."""
        if (named.text, named.line) in self.met:
            return
        if not isinstance(record, JsonRecord):
            self._meet(named)
            return
        path = path_of(named.text)
        if path is None:
            raise bad_path(named, self._mapping)
        if next(path.find(record.place), None) is not None:
            self._meet(named)

    def _meet(self, named: Named | None) -> None:
        if named is not None:
            self.met.add((named.text, named.line))

    # Ids -------------------------------------------------------------------------------------

    def _looked_up(self, spec: Spec, record: MappedRecord) -> list[Place]:
        """Return the items of a list elsewhere whose ids the record names."""
        ids: list[str] = []
        for named in spec.columns:
            self._watch(named, record)
            ids += record.texts(named)
        if spec.separators:
            pattern = "|".join(map(re.escape, spec.separators))
            ids = [part.strip() for text in ids for part in re.split(pattern, text)]
        known = self._list(spec, record)
        found = []
        for one in filter(None, ids):
            if one in known:
                found.append(known[one])
            elif spec.source is not None:
                self._report.tell(
                    f"the id {one[:60]!r} is not among those of {spec.source.text}",
                    record.where,
                    level="warning",
                )
        return found

    def _list(self, spec: Spec, record: MappedRecord) -> dict[str, Place]:
        source, by = spec.source, spec.by
        if source is None:
            return {}
        key = (spec.file.text if spec.file else "", source.text, by.text if by else "")
        if key not in self._lists:
            self._lists[key] = self._indexed(source, by, self._top(spec, record))
        return self._lists[key]

    def _top(self, spec: Spec, record: MappedRecord) -> Place:
        """Return where a list is looked for: in this document, or in one beside it."""
        if spec.file is None:
            return record.place if isinstance(record, JsonRecord) else Place(None)
        if self._beside is None:
            raise SourceError(
                f"the mapping looks into {spec.file.text!r}, and there is no file beside this one",
                where=self._mapping.at(spec.file.line),
                remedy="put the files into one folder or zip, the mapping beside its file",
            )
        return self._beside(spec.file)

    def _indexed(self, source: Named, by: Named | None, top: Place) -> dict[str, Place]:
        path = path_of(source.text if source.text.startswith("$") else f"$.{source.text}")
        if path is None:
            raise bad_path(source, self._mapping)
        places = list(path.find(top))
        found: dict[str, Place] = {}
        if by is None:
            for place in places:
                if isinstance(place.value, dict):
                    for part in place.parts():
                        found.setdefault(part.key, part)
        else:
            if path_of(by.text) is None:
                raise bad_path(by, self._mapping)
            for place in places:
                for part in _members(place):
                    for one in JsonRecord(part).texts(by):
                        found.setdefault(one, part)
        if not found:
            known = "the keys of an object" if by is None else f"items with {by.text!r}"
            raise SourceError(
                f"the path {source.text!r} does not lead to {known}",
                where=self._mapping.at(source.line),
                remedy="from is the path of a list, and by the path of the id in each of its "
                "items; without by, from is an object whose keys are the ids",
            )
        self._meet(source)
        self._meet(by)
        return found


def _each(place: Place) -> Iterator[Place]:
    """Yield the items of a list, of any depth, or the place itself."""
    if isinstance(place.value, list):
        for part in place.parts():
            yield from _each(part)
    else:
        yield place


def _members(place: Place) -> Iterator[Place]:
    """Yield the items of a list, or the values of an object of objects."""
    if isinstance(place.value, dict):
        yield from place.parts()
    else:
        yield from _each(place)
