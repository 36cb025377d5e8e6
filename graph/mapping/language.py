"""The words of mapping files, and a mapping as frozen records."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "FIELDS",
    "FORMAT_FIELDS",
    "LISTED",
    "NEEDED",
    "SEVERAL",
    "Group",
    "Mapping",
    "Named",
    "Spec",
]

FIELDS = {
    "title": "title",
    "subtitle": "subtitle",
    "abstract": "abstract",
    "id": "id",
    "date": "date",
    "start": "start",
    "end_date": "end_date",
    "end": "end",
    "duration": "length",
    "zone": "zone",
    "room": "room",
    "track": "track",
    "kind": "kind",
    "topics": "topics",
    "audiences": "audiences",
    "language": "language",
    "url": "url",
    "recording": "recordings",
    "slides": "slides",
    "links": "pdf",
    "licence": "licence",
    "status": "status",
    "break": "break",
    "no_recording": "no_recording",
    "event": "event",
    "event_id": "event_id",
    "event_start": "event_date",
    "event_end": "event_end",
    "series": "series",
    "edition": "edition",
    "place": "place",
    "country": "country",
}
"""Each field of a mapping, with the field of a table (`table_columns`) that it fills."""

FORMAT_FIELDS = frozenset("date start end_date end event_start event_end".split())
"""Fields that hold days or times, and may have a ``format``."""

LISTED = frozenset({"topics", "audiences", "language"})
"""Fields of several values, which may have a ``separator``."""

SEVERAL = LISTED | {"abstract", "recording", "slides", "links", "url"}
"""Fields that take what all their columns say; of other fields the first that is not blank."""

NEEDED = {"talks": "title", "events": "event", "people": "people"}
"""What a record can stand for, and the field that such a mapping needs."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name or path as the mapping writes it, and the line where it stands."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Spec:
    """Where one field stands and how its texts are read.

    Attributes
    ----------
    columns
        Columns or paths; empty for a constant.
    constant
        What holds for every record; () for a field with columns.
    separators
        What parts several values of one text; () for whatever is at hand.
    values
        What a text stands for: as written -> what is meant.
    prefix
        What is put before each text, such as the beginning of an address.
    formats
        ``%d.%m.%Y`` and the like, or ``day-first``, ``month-first``, ``epoch-seconds``,
        ``epoch-milliseconds``; the first that fits is taken.
    unit
        Of a bare number: ``seconds``, ``minutes`` or ``hours``.
    published, unpublished
        States that are public, or that are not.
    source, by, take
        Path of a list elsewhere in the document, of the id in each of its items, and of what is
        taken from the item: the field itself holds ids.
    file
        Name of the file beside this one that `source` leads into; None for this document.
    optional
        The file may lack the columns.
    """

    columns: tuple[Named, ...] = ()
    constant: tuple[str, ...] = ()
    separators: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    prefix: str = ""
    formats: tuple[str, ...] = ()
    unit: str = ""
    published: tuple[str, ...] = ()
    unpublished: tuple[str, ...] = ()
    source: Named | None = None
    by: Named | None = None
    take: Named | None = None
    optional: bool = False
    file: Named | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the people of a record: who they are and what stands about them.

    Attributes
    ----------
    list
        Path of the objects that stand for one person each; all other paths start there.
    ids
        Ids of people that are listed under ``ids.source``; all other paths start there.
    name, first, last
        The name, or its two parts.
    affiliation, id, url
        What else is said of the person.
    role
        A word such as ``moderator``, or where it stands.
    family_first
        Names are written ``Family, Given``.
    """

    line: int
    list: Named | None = None
    ids: Spec | None = None
    name: Spec | None = None
    first: Spec | None = None
    last: Spec | None = None
    affiliation: Spec | None = None
    id: Spec | None = None
    url: Spec | None = None
    role: str | Spec = "speaker"
    family_first: bool = False


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping file.

    Attributes
    ----------
    file
        Its name, for errors.
    lists
        What a record stands for: ``talks``, ``events`` or ``people``.
    records
        Path of the list of records of a JSON document; None to find the only list.
    sheets
        Names of the sheets of a workbook; () for every one that has the columns.
    header
        Number of the line of the header; 0 for none, None to find it.
    delimiter
        What parts the cells of a text table; "" to tell it.
    join
        Fields in which records of one talk agree; () for a record a talk.
    fields
        By the name of the field, in the order of the mapping.
    people
        Groups of people.
    """

    file: str
    lists: str = "talks"
    records: Named | None = None
    sheets: tuple[Named, ...] = ()
    header: int | None = None
    delimiter: str = ""
    join: tuple[Named, ...] = ()
    fields: dict[str, Spec] = field(default_factory=dict)
    people: tuple[Group, ...] = ()
    lines: dict[str, int] = field(default_factory=dict)

    def constant(self, name: str) -> str:
        """Return what holds for every record, or an empty string."""
        spec = self.fields.get(name)
        return spec.constant[0] if spec and spec.constant else ""

    def at(self, line: int) -> str:
        """Name a place of the mapping."""
        return f"{self.file}, line {line}"
