"""The answer of the endpoint as a page, for a browser that sends the form without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import json, render_template, request

from hallway.graph.errors import QueryError
from hallway.graph.iris import shorten
from hallway.graph.vocabulary import PREFIXES
from hallway.web.frame import href, link_to
from hallway.web.panels import current_site

__all__ = [
    "GRAPH_TYPE",
    "SHOWN_BYTES",
    "SHOWN_ROWS",
    "render_editor",
    "render_graph",
    "render_rows",
]

SHOWN_ROWS = 500
"""Most rows of an answer that a page shows."""
SHOWN_BYTES = 200_000
"""Most of a graph, as Turtle, that a page shows."""
GRAPH_TYPE = "text/turtle"
_LONGEST_ADDRESS = 8_000
"""Longest query, in bytes, that the links to the answer as a file hold."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value: `path` leads to its page, `language` is a literal's."""

    text: str = ""
    path: str = ""
    language: str = ""
    quiet: str = ""


def render_editor(
    query: str, status: str = "", error: QueryError | None = None, **answer: Any
) -> str:
    """Render the editor, with an answer or what went wrong below it."""
    usual: dict[str, Any] = {"columns": (), "rows": (), "total": 0, "truth": None, "text": ""}
    return render_template(
        "sparql.html",
        query=query,
        prefixes=PREFIXES,
        endpoint=request.path,
        status=status,
        error=error,
        files=_files(query) if status == "answered" else (),
        **usual | answer,
    )


def render_rows(query: str, body: bytes) -> str:
    """Render what SPARQL 1.1 Query Results JSON holds: a table, or yes or no."""
    found = json.loads(body)
    if "boolean" in found:
        return render_editor(query, "answered", truth=found["boolean"])
    columns, bindings = found["head"]["vars"], found["results"]["bindings"]
    rows = [[_cell(row.get(name)) for name in columns] for row in bindings[:SHOWN_ROWS]]
    return render_editor(query, "answered", columns=columns, rows=rows, total=len(bindings))


def render_graph(query: str, body: bytes) -> str:
    """Render a graph that is written as Turtle."""
    text = body[:SHOWN_BYTES].decode("utf-8", "ignore")
    return render_editor(query, "answered", text=text, whole=len(body) <= SHOWN_BYTES)


def _cell(term: Mapping[str, str] | None) -> Cell:
    if term is None:
        return Cell()
    value = term["value"]
    if term["type"] == "uri":
        own = value.removeprefix(f"{current_site().config.base}id/")
        return Cell(own if own != value else shorten(value), href(value) or "")
    if term["type"] == "bnode":
        return Cell(f"_:{value}")
    datatype = term.get("datatype", "")
    return Cell(value, "", term.get("xml:lang", ""), shorten(datatype) if datatype else "")


def _files(query: str) -> tuple[tuple[str, str], ...]:
    """Return where the answer is to be had as a file, when an address can hold the query."""
    if len(query.encode("utf-8", "surrogatepass")) > _LONGEST_ADDRESS:
        return ()
    names = (("CSV", "csv"), ("JSON", "json"), ("XML", "xml"), ("Turtle", "turtle"))
    return tuple(
        (name, link_to("sparql?" + urlencode({"query": query, "format": short})))
        for name, short in names
    )
