"""schema.org events as JSON-LD in a file of its own."""

from __future__ import annotations

import re

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.tree import programme
from hallway.graph.formats.schema_org.nodes import SchemaNodes
from hallway.graph.formats.schema_org.values import is_event_type
from hallway.graph.formats.syntax.json_repair import parse_loosely
from hallway.graph.programme import Programme
from hallway.graph.reading import text

__all__ = ["FORMAT"]

NAME = "jsonld"
FOUND = "JSON-LD with a type of event from schema.org"

_TYPE = re.compile(rb'"@type"\s*+:\s*+\[?\s*+((?:"[^"]*+"\s*+,?\s*+)++)')
_SCHEMA = re.compile(rb"schema\.org", re.IGNORECASE)
_OTHERS = re.compile(rb"w3id\.org/hallway#|semanticweb\.org/ns/swc")


def _recognises(head: bytes, data: bytes) -> str:
    if head[:1] not in (b"{", b"[") or not _SCHEMA.search(data) or _OTHERS.search(head):
        return ""
    for found in _TYPE.finditer(data):
        names = re.findall(rb'"([^"]*)"', found[1])
        if any(is_event_type(name.decode("utf-8", "replace")) for name in names):
            return FOUND
    return ""


def _read(data: bytes, options: ReadOptions) -> Programme:
    source, guess = text.decode(data)
    report = Report(options)
    if guess:
        report.notices.append(guess)
    value, repaired = parse_loosely(source, options)
    if repaired:
        report.tell("the JSON was repaired", level="note", remedy="check what writes it")
    nodes = SchemaNodes(report)
    nodes.add(value, "")
    roots = nodes.roots()
    if not roots:
        raise SourceError(
            "there is no event of schema.org in it",
            where=options.file,
            remedy="an event has a @type such as Event, and a name",
        )
    return programme(NAME, FOUND, roots, report, options)


FORMAT = Format(NAME, "schema.org JSON-LD", _recognises, _read, order=30)
"""The reader, as the entry point names it."""
