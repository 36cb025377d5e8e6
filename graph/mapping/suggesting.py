"""Propose a mapping for a file: from headers in several languages, and from the values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from hallway.graph.formats import ReadOptions
from hallway.graph.mapping.guessing import formats_of, is_family_first, unit_of
from hallway.graph.mapping.language import FIELDS, FORMAT_FIELDS, SEVERAL
from hallway.graph.mapping.moments import needs_year
from hallway.graph.mapping.proposals import Proposal
from hallway.graph.mapping.samples import Column, sample
from hallway.graph.reading.text import clean

__all__ = ["suggest"]

_EXAMPLES = 3
_PLAIN = re.compile(r"[^\W\d_](?:[\w .-]*\w)?")
_TAKEN = frozenset("yes no true false null on off y n".split())


def suggest(data: bytes, options: ReadOptions) -> str:
    """Write a mapping for a file, as YAML with comments: examples, and what was not used.

    Parameters
    ----------
    data
        A table, a workbook or a JSON document.
    options
        Its name, and what is known of it: ``event`` and ``zone`` go into the mapping.

    Returns
    -------
    str
        A mapping that reads the file; it is a proposal, and every line of it is to be checked.

    Raises
    ------
    SourceError
        There are no records in it, or none has a text that could be a title.
    """
    found = sample(data, options)
    proposal = Proposal(found)
    proposal.fill(options)
    return "".join(f"{line}\n" for line in _lines(proposal, options))


def _lines(proposal: Proposal, options: ReadOptions) -> Iterator[str]:
    """Write the mapping."""
    yield f"# A mapping for {clean(options.file)}, proposed from its first records. Check"
    yield "# every line: comments show what stands in each column. docs/formats/mapping.md"
    yield "# names all keys."
    for key, value in proposal.sample.top:
        yield f"{key}: {value if key == 'header' else _quoted(value)}"
    if proposal.lists != "talks":
        yield f"lists: {proposal.lists}"
    yield "fields:"
    for name in FIELDS:
        if name in proposal.fields:
            yield from _field(proposal, name, proposal.fields[name])
        if name == "abstract":
            yield from _people(proposal)
    yield from _always(proposal, options)
    unused = [one for one in proposal.sample.columns if id(one) not in proposal.used]
    if unused:
        yield "# Not used:"
        for one in unused:
            inside = f" (in each of {_quoted(one.within)})" if one.within else ""
            yield f"#   {_quoted(one.name)}{inside}{_examples(one)}"


def _field(proposal: Proposal, name: str, columns: list[Column]) -> Iterator[str]:
    values = [value for one in columns for value in one.values]
    more = []
    forms = formats_of(values) if name in FORMAT_FIELDS else []
    short = any(map(needs_year, forms))
    if forms and not short:
        more.append(f"format: {_listed(forms)}")
    unit = unit_of(values) if name == "duration" else ""
    if unit:
        more.append(f"unit: {unit}")
    shown = _examples(columns[0])
    if short:
        shown += f"; add event_start: under always:, and here format: {_listed(forms)}"
    place = _names(columns)
    if more:
        place = f"{{{proposal.sample.word}: {place}, {', '.join(more)}}}"
    yield f"  {name}: {place}{shown}"
    if len(columns) > 1 and name not in SEVERAL:
        yield "  # the first that is not blank is taken"


def _people(proposal: Proposal) -> Iterator[str]:
    groups = list(_groups(proposal))
    if not groups:
        return
    yield "  people:"
    for group in groups:
        mark = "    - "
        for key, value, shown in group:
            yield f"{mark}{key}: {value}{shown}"
            mark = "      "


def _groups(proposal: Proposal) -> Iterator[list[tuple[str, str, str]]]:
    if proposal.ids is not None:
        column, path, by, name = proposal.ids
        group = [("path", _quoted(column.name), _examples(column))]
        group += [("from", _quoted(path), ""), ("by", _quoted(by), "")]
        group += [("name", _quoted(name), ""), ("id", _quoted(by), "")]
        if is_family_first(sorted({one.get(name, "") for one in proposal.sample.others[path]})):
            group.append(("family_first", "true", ""))
        yield group
    elif proposal.person:
        keys = ("name",) if "name" in proposal.person else ("first", "last")
        if any(key in proposal.person for key in keys):
            group = [("list", _quoted(proposal.within), "")] if proposal.within else []
            for key in (*keys, "affiliation", "id", "url"):
                if columns := proposal.person.get(key):
                    group.append((key, _names(columns), _examples(columns[0])))
            if is_family_first([one for c in proposal.person.get("name", ()) for one in c.values]):
                group.append(("family_first", "true", ""))
            yield group
    if proposal.moderators:
        yield [
            ("name", _names(proposal.moderators), _examples(proposal.moderators[0])),
            ("role", "moderator", ""),
        ]


def _always(proposal: Proposal, options: ReadOptions) -> Iterator[str]:
    found = []
    if "event" not in proposal.fields:
        stem = re.sub(r"[\s_-]+", " ", PurePath(options.file).stem).strip()
        name = clean(options.event or stem[:1].upper() + stem[1:]) or "Untitled programme"
        found.append(f"  event: {_quoted(name)}  # the name of the event, with its year")
    if options.zone:
        found.append(f"  zone: {_quoted(options.zone)}")
    if found:
        yield "always:"
        yield from found
    if not options.zone and "zone" not in proposal.fields:
        yield "  # zone: Europe/Berlin  # under always: the zone of times without one"


def _names(columns: list[Column]) -> str:
    return _listed([one.name for one in columns])


def _listed(texts: Sequence[str]) -> str:
    quoted = [_quoted(one) for one in texts]
    return quoted[0] if len(quoted) == 1 else f"[{', '.join(quoted)}]"


def _quoted(text: str) -> str:
    """Write a text as a YAML scalar: plain when that is safe, else in double quotes."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _TAKEN and text.isascii():
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if _printable(one) else f"\\U{ord(one):08X}" for one in escaped) + '"'


def _printable(one: str) -> bool:
    return one.isprintable() and one not in "\x85\xa0\u2028\u2029\ufeff"


def _examples(column: Column) -> str:
    """Write examples of a column as a comment."""
    different = list(dict.fromkeys(clean(one) for one in column.values))[:_EXAMPLES]
    shown = ", ".join(f'"{one[:40]}…"' if len(one) > 41 else f'"{one}"' for one in different)
    printable = "".join(one if _printable(one) else " " for one in shown)
    return f"  # {printable}" if shown else ""
