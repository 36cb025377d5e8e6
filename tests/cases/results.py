"""Read answers with libraries other than the one that wrote them."""

from __future__ import annotations

import csv
import io
import json
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import rdflib
from lxml import etree

__all__ = ["graph_of", "parse", "quiet", "rows_of"]

_GRAPHS = {"turtle": "turtle", "xml": "xml", "json-ld": "json-ld", "n-triples": "nt"}
_BY_TYPE = {
    "text/turtle": "turtle",
    "application/rdf+xml": "xml",
    "application/ld+json": "json-ld",
    "application/n-triples": "n-triples",
    "application/sparql-results+json": "srj",
    "application/sparql-results+xml": "srx",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
_SPACE = "{http://www.w3.org/2005/sparql-results#}"

Row = dict[str, Any]


def parse(body: bytes, what: str) -> Any:
    """Parse a body as a case names it, to its end; raise whatever the reader raises."""
    if what in _GRAPHS:
        return graph_of(body, what)
    if what == "srj":
        found = json.loads(body)
        assert "boolean" in found or "bindings" in found["results"]
        return found
    if what == "srx":
        return etree.fromstring(body)
    if what == "csv":
        rows = list(csv.reader(io.StringIO(body.decode("utf-8"), newline=""), strict=True))
    elif what == "tsv":
        rows = [line.split("\t") for line in body.decode("utf-8").splitlines()]
    else:
        raise ValueError(f"no reader for {what}")
    assert rows, "no header"
    assert len({len(row) for row in rows}) == 1, "rows of different lengths"
    return rows


def graph_of(body: bytes, what: str) -> rdflib.Graph:
    """Read a graph; `what` is a name of the cases or a media type."""
    graph = rdflib.Graph()
    with quiet():
        graph.parse(data=body, format=_GRAPHS[_BY_TYPE.get(what, what)])
    return graph


@contextmanager
def quiet() -> Iterator[None]:
    """Let rdflib use what it calls deprecated itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def rows_of(body: bytes, media_type: str) -> list[Row]:
    """Read solutions as variable -> value; a blank node is any blank node."""
    what = _BY_TYPE[media_type]
    if what == "srj":
        return [
            {name: _term(cell) for name, cell in row.items()}
            for row in json.loads(body)["results"]["bindings"]
        ]
    if what == "srx":
        return [
            {b.get("name") or "": _xml_term(b[0]) for b in row.iter(f"{_SPACE}binding")}
            for row in etree.fromstring(body).iter(f"{_SPACE}result")
        ]
    header, *rows = parse(body, what)
    names = [re.sub(r"^\?", "", name) for name in header]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _term(cell: dict[str, str]) -> tuple[str, ...]:
    if cell["type"] == "bnode":
        return ("bnode",)
    return (cell["type"], cell["value"], cell.get("xml:lang", ""), cell.get("datatype", ""))


def _xml_term(cell: Any) -> tuple[str, ...]:
    kind = etree.QName(cell).localname
    if kind == "bnode":
        return ("bnode",)
    language = cell.get("{http://www.w3.org/XML/1998/namespace}lang", "")
    return (kind, cell.text or "", language, cell.get("datatype", ""))
