"""Read a file as its mapping says: what columns hold is stated, all later reading is the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.table import events_of
from hallway.graph.mapping.beside import Beside, Folder
from hallway.graph.mapping.documents import open_document
from hallway.graph.mapping.language import Group, Mapping, Spec
from hallway.graph.mapping.parsing import parse_mapping
from hallway.graph.mapping.records import Document, Names
from hallway.graph.mapping.rows import RowWriter
from hallway.graph.mapping.texts import Texts
from hallway.graph.mapping.trees import JsonRecord, bad_path, path_of, paths_in
from hallway.graph.programme import Programme

__all__ = ["read_mapped"]


def read_mapped(
    data: bytes,
    options: ReadOptions,
    name: str | None = None,
    folder: Folder | None = None,
) -> Programme:
    """Read a file with the mapping of the options.

    Parameters
    ----------
    name
        A format, as in ``--format``; only those that a mapping can read are allowed.
    folder
        What it stands in; None for a file alone.

    Raises
    ------
    SourceError
        The mapping is wrong or does not fit the file, or nothing can be read.
    """
    file = options.mapping_file or f"mapping of {options.file}"
    mapping = parse_mapping(options.mapping or "", file)
    options, mapping = _settled(options, mapping)
    report = Report(options)
    document = open_document(data, mapping, _names(mapping), options, report)
    if name not in (None, document.format):
        raise SourceError(
            f"the mapping reads {options.file} as {document.format}, not as {name}",
            where=file,
            remedy=f"leave out --format, or give --format {document.format}",
        )
    _check_kind(document, mapping, options)
    report.count(len(document.records))
    if document.unused:
        unused = ", ".join(repr(one[:60]) for one in document.unused[:20])
        report.tell(f"the mapping makes no use of the columns {unused}", level="note")
    beside = Beside(folder, mapping, options, report).open if folder is not None else None
    texts = Texts(mapping, report, beside)
    writer = RowWriter(mapping, texts, report, options)
    rows = writer.rows(document.records)
    _check_paths(document, mapping, texts, options)
    events = events_of(rows, writer.columns, report, options)
    told = f"read with a mapping: {document.told}"
    return Programme(document.format, events, tuple(report.notices), told)


def _settled(options: ReadOptions, mapping: Mapping) -> tuple[ReadOptions, Mapping]:
    """Let what the command line says win over what holds for every record of the mapping."""
    stated = {"event": options.event, "series": options.series, "zone": options.zone}
    fields = {
        name: spec
        for name, spec in mapping.fields.items()
        if not (spec.constant and (stated.get(name) or name == "zone"))
    }
    zone = options.zone or mapping.constant("zone") or None
    return replace(options, zone=zone), replace(mapping, fields=fields)


def _names(mapping: Mapping) -> Names:
    specs = [*mapping.fields.values(), *(s for one in mapping.people for s in _specs(one))]
    every = [(named, spec.optional) for spec in specs for named in spec.columns]
    return Names(
        tuple(named for named, _ in every),
        tuple(named for named, optional in every if not optional),
    )


def _specs(group: Group) -> Iterator[Spec]:
    if group.ids is not None and group.ids.file is not None:
        yield group.ids  # all else stands in the other file
        return
    parts = (group.ids, group.name, group.first, group.last, group.affiliation, group.id, group.url)
    yield from (one for one in parts if one is not None)
    if isinstance(group.role, Spec):
        yield group.role


def _check_kind(document: Document, mapping: Mapping, options: ReadOptions) -> None:
    """Refuse what only JSON has in a mapping for a table."""
    if document.format == "json-list":
        return
    groups = [
        one.list or (one.ids.source if one.ids and not one.ids.file else None)
        for one in mapping.people
    ]
    sources = [spec.source for spec in mapping.fields.values() if not spec.file]
    for named in filter(None, (*groups, *sources)):
        raise SourceError(
            f"list and from are for JSON, and {options.file} is a table",
            where=mapping.at(named.line),
            remedy="name the columns that hold the texts themselves",
        )


def _check_paths(document: Document, mapping: Mapping, texts: Texts, options: ReadOptions) -> None:
    """Refuse a path that leads nowhere in any record."""
    records = [one for one in document.records if isinstance(one, JsonRecord)]
    if not records:
        return
    needed = list(_names(mapping).needed)
    needed += [one.list for one in mapping.people if one.list is not None]
    needed += [spec.take for spec in mapping.fields.values() if spec.take and not spec.optional]
    for named in needed:
        if path_of(named.text) is None:
            raise bad_path(named, mapping)
    for named in needed:
        if (named.text, named.line) in texts.met:
            continue
        raise SourceError(
            f"the path {named.text!r} leads nowhere in {options.file}",
            where=mapping.at(named.line),
            remedy=f"the paths of the first record are {paths_in(records[0].place)}; write "
            "optional: true for a path that the file may lack",
        )
