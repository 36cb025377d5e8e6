"""Write records as rows of the table that the table reader reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.tables.columns import Columns
from hallway.graph.formats.tables.rows import Given, Row
from hallway.graph.mapping.language import FIELDS, LISTED, SEVERAL, Mapping, Spec
from hallway.graph.mapping.moments import as_iso
from hallway.graph.mapping.people import GroupReader
from hallway.graph.mapping.records import MappedRecord
from hallway.graph.mapping.texts import Texts
from hallway.graph.programme import Appearance
from hallway.graph.reading import times
from hallway.graph.reading.lengths import iso_duration
from hallway.graph.reading.names import name_key
from hallway.graph.reading.text import clean, normalised

__all__ = ["RowWriter"]

_SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600}


class RowWriter:
    """Writes rows: one column for each field of the mapping."""

    def __init__(
        self, mapping: Mapping, texts: Texts, report: Report, options: ReadOptions
    ) -> None:
        self._specs = dict(mapping.fields)
        self._people = GroupReader(mapping.people, texts, report)
        self._public = _public(mapping.fields.get("status"))
        self._texts = texts
        self._report = report
        self._first_day = times.day(mapping.constant("event_start"))
        self._zone = options.zone
        self._join = [list(self._specs).index(one.text) for one in mapping.join]
        names = list(self._specs)
        self.columns = Columns(
            tuple(names),
            {FIELDS[name]: (at,) for at, name in enumerate(names)},
            (),
            mapping.lists,
        )

    def rows(self, records: Iterable[MappedRecord]) -> list[Row]:
        """Write records; those of one talk are one row, what the first does not say from others."""
        found: dict[tuple[str, ...], Row] = {}
        for number, record in enumerate(records):
            row = self._row(record)
            key = tuple(normalised(row.cells[at]) for at in self._join)
            if not any(key):
                key = ("", *key, str(number))  # longer than any key that joins
            found[key] = self._joined(found[key], row) if key in found else row
        return list(found.values())

    def _joined(self, first: Row, other: Row) -> Row:
        """Add to a row what another one of the same talk says."""
        cells = tuple(
            "\n".join(dict.fromkeys(filter(None, (one, two)))) if name in SEVERAL else one or two
            for name, one, two in zip(self._specs, first.cells, other.cells, strict=True)
        )
        if first.given is None or other.given is None:
            return first
        people: dict[str, Appearance] = {}
        for one in first.given.people + other.given.people:
            people.setdefault(name_key(one.person.name), one)
        lists = {
            field: tuple(dict.fromkeys(first.given.lists.get(field, ()) + listed))
            for field, listed in other.given.lists.items()
        }
        given = replace(
            first.given,
            people=tuple(people.values()),
            lists=first.given.lists | lists,
        )
        return replace(first, cells=cells, given=given)

    def _row(self, record: MappedRecord) -> Row:
        """Write one record."""
        cells: list[str] = []
        lists: dict[str, tuple[str, ...]] = {}
        state = ""
        for name, spec in self._specs.items():
            found = self._texts.all(spec, record)
            if name in LISTED and self._texts.are_apart(spec, record):
                lists[FIELDS[name]] = tuple(found)
            if name == "status" and found:
                state = self._texts.whole(spec, record)[0]
            cells.append(self._cell(name, spec, found, record))
        given = Given(self._people.people(record), lists, self._public(state))
        return Row(self.columns, tuple(cells), record.where, given)

    def _cell(self, name: str, spec: Spec, found: Sequence[str], record: MappedRecord) -> str:
        if name in SEVERAL:
            return "\n".join(found)
        text = found[0] if found else ""
        if text and spec.formats:
            return self._moment(name, spec, text, record)
        if text and spec.unit:
            return self._length(spec, text, record)
        return text

    def _moment(self, name: str, spec: Spec, text: str, record: MappedRecord) -> str:
        stated = self._texts.all(self._specs["zone"], record) if "zone" in self._specs else []
        zone = stated[0] if stated else self._zone
        for form in spec.formats:
            iso = as_iso(text, form, first_day=self._first_day, zone=zone)
            if iso is not None:
                return iso
        self._report.tell(
            f"{name} {clean(text)[:60]!r} does not have the format {' or '.join(spec.formats)} "
            "and was left out",
            record.where,
        )
        return ""

    def _length(self, spec: Spec, text: str, record: MappedRecord) -> str:
        number = text.strip().replace(",", ".")
        digits = number.replace(".", "", 1)
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
            return text
        return iso_duration(seconds=round(float(number) * _SECONDS[spec.unit]))


def _public(spec: Spec | None) -> Callable[[str], bool | None]:
    """Tell whether a state is public; None where the mapping does not say."""
    published = {_folded(one) for one in spec.published} if spec else set()
    unpublished = {_folded(one) for one in spec.unpublished} if spec else set()

    def public(state: str) -> bool | None:
        if published:
            return _folded(state) in published
        return False if _folded(state) in unpublished else None

    return public


def _folded(state: str) -> str:
    return clean(state).casefold()
