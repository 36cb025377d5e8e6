"""Take a BibTeX file apart into entries; what is broken is told and costs no other entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pybtex.bibtex.utils import split_name_list
from pybtex.database import InvalidNameString, Person
from pybtex.database.input.bibtex import LowLevelParser, month_names
from pybtex.exceptions import PybtexError

from hallway.graph.formats.common.report import Report
from hallway.graph.reading import tex

__all__ = ["ENTRY", "Entry", "entries", "people_of"]

ENTRY = re.compile(r"^[ \t]*@([A-Za-z]+)\s*[{(]", re.MULTILINE)
"""Where an entry begins: the mark of its type at the start of a line."""

_MOST_EXPANDED = 10_000_000  # characters that the abbreviations of one file stand for
_MOST_JOINED = 5000
_JOINED = re.compile(r"[\"}\w]\s{0,9}#\s{0,9}[\"{\w]")
_NOT_ENTRIES = frozenset(("string", "preamble", "comment"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it is written.

    Attributes
    ----------
    type
        In small letters, such as ``inproceedings``.
    fields
        By name in small letters; macros are put in, TeX is not read yet.
    """

    type: str
    key: str
    fields: Mapping[str, str]
    where: str

    def raw(self, *names: str) -> str:
        """Return the first field of these that is not blank, blanks collapsed, as written."""
        found = (self.fields.get(name, "").strip() for name in names)
        return " ".join(next(filter(None, found), "").split())

    def text(self, *names: str) -> str:
        """Return the first field of these that is not blank as plain text."""
        return tex.plain(self.raw(*names))


def entries(source: str, report: Report) -> Iterator[Entry]:
    """Yield the entries in the order of the file.

    Whatever stands between them is a comment. Each is parsed from its own piece of the file, so a
    brace that is never closed ends with the entry it stands in.
    """
    macros = _Macros(month_names)
    starts = [found.start() for found in ENTRY.finditer(source)]
    line, counted = 1, 0
    for start, end in pairwise([*starts, len(source)]):
        line, counted = line + source.count("\n", counted, start), start
        yield from _parsed(source[start:end], f"line {line}", macros, report)


class _Macros(dict[str, str]):
    """The abbreviations of a file, which may be made of one another: what they grow to is bound."""

    left = _MOST_EXPANDED

    def __getitem__(self, name: str) -> str:
        text = super().__getitem__(name)
        self.left -= len(text)
        if self.left < 0:
            raise ValueError(f"its abbreviations expand to more than {_MOST_EXPANDED:,} characters")
        return text


def _parsed(piece: str, where: str, macros: dict[str, str], report: Report) -> Iterator[Entry]:
    def told(error: PybtexError) -> None:
        # Lines inside the message count from the entry; the place says where that begins.
        what = re.sub(r" in line \d+", "", " ".join(str(error).split()))
        report.tell(
            f"an entry is not well-formed: {what[:120]}",
            where,
            "what could be read of it was read; check its braces, quotes and commas",
        )

    if len(_JOINED.findall(piece)) > _MOST_JOINED:  # the parser takes quadratic time over them
        what = f"an entry that joins more than {_MOST_JOINED:,} texts was left out"
        report.tell(what, where, "write each field as one text", "error")
        return
    parser = LowLevelParser(piece, macros=macros, handle_error=told, keyless_entries=False)
    try:
        for type_, (key, *rest) in parser:
            if type_.casefold() in _NOT_ENTRIES or not key or not rest:
                continue
            fields: dict[str, str] = {}
            for name, parts in rest[0]:
                if fields.setdefault(name.casefold(), "".join(parts)) != "".join(parts):
                    report.tell(f"the field {name!r} of {key!r} repeats; the first was kept", where)
            yield Entry(type_.casefold(), key, fields, where)
    except (PybtexError, RecursionError, ValueError, TypeError) as error:
        report.tell(f"an entry could not be read: {error!r:.120}", where, level="error")


def people_of(names: str) -> list[str]:
    """Take the people of a field apart.

    Returns
    -------
    list
        Names in the order of speech, "Jr." behind them: "Knuth, Donald E." is "Donald E. Knuth".
        "others" stays, for whoever judges what is nobody.
    """
    if not names.strip():
        return []
    return [name for one in split_name_list(names) if (name := _in_order(one))]


def _in_order(name: str) -> str:
    """Turn "Family, Given" and "von Family, Jr., Given" around; TeX becomes text."""
    if name.startswith("{") and name.endswith("}") and name.find("}") == len(name) - 1:
        return tex.plain(name)  # a name in braces is one whole, often an organization
    if "," not in name:
        return tex.plain(name)
    try:
        person = Person(name)
    except (InvalidNameString, RecursionError):
        return tex.plain(name)
    before = person.first_names + person.middle_names + person.prelast_names + person.last_names
    whole = " ".join(before + person.lineage_names)
    return tex.plain(whole)
