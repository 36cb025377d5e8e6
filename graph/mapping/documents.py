"""Open a file for a mapping: a table, a workbook, or a document of JSON or YAML."""

from __future__ import annotations

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.syntax.json_opening import opening
from hallway.graph.formats.tables.sheet_limits import workbook_kind
from hallway.graph.mapping.language import Mapping
from hallway.graph.mapping.records import Document, Names
from hallway.graph.mapping.tables import open_table, open_workbook
from hallway.graph.mapping.trees import is_yaml, open_tree
from hallway.graph.reading import bundle, gzipped

__all__ = ["notation", "open_document"]


def notation(data: bytes) -> str:
    """Tell the notation of a file: ``csv``, ``spreadsheet``, or ``json-list`` for documents."""
    if workbook_kind(data):
        return "spreadsheet"
    head = gzipped.head(data).removeprefix(b"\xef\xbb\xbf").lstrip()
    tree = gzipped.is_gzip(data) or opening(head) or is_yaml(head)
    return "json-list" if tree else "csv"


def open_document(
    data: bytes, mapping: Mapping, named: Names, options: ReadOptions, report: Report
) -> Document:
    """Open a file.

    Parameters
    ----------
    named
        Every column or path of the mapping.

    Raises
    ------
    SourceError
        It cannot be opened, or the mapping names what it has not.
    """
    kind = notation(data)
    if bundle.is_bundle(data):
        raise SourceError(
            f"a mapping reads one file, and {options.file} holds several",
            where=mapping.file,
            remedy="put each mapping beside its file, as talks.csv.mapping.yaml",
        )
    if mapping.sheets and kind != "spreadsheet":
        raise SourceError(
            f"sheet is for workbooks, and {options.file} is none",
            where=mapping.at(mapping.sheets[0].line),
            remedy="remove it",
        )
    if kind == "json-list" and not mapping.delimiter and mapping.header is None:
        return open_tree(data, mapping, options, report)
    if mapping.records is not None:
        raise SourceError(
            f"records is for JSON, and {options.file} is a table",
            where=mapping.at(mapping.records.line),
            remedy="remove it",
        )
    if kind == "spreadsheet":
        return open_workbook(data, mapping, named, options, report)
    return open_table(data, mapping, named, options, report)
