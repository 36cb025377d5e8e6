"""The stored questions: a list, a form for each, its answer as a table, CSV and JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, json, render_template, request

from hallway.graph.answers.questions import Question
from hallway.graph.answers.questions import questions as stored
from hallway.graph.answers.things import describe, resolve
from hallway.graph.errors import QueryError
from hallway.graph.iris import document_path, shorten, split_iri
from hallway.graph.vocabulary import KINDS
from hallway.web import charts
from hallway.web.errors import Problem, problem_answer
from hallway.web.frame import link_to
from hallway.web.linked_data import versioned
from hallway.web.lists import paged
from hallway.web.panels import Panel, Row, current_site, panel, question_path

__all__ = ["Cell", "Table", "harmless", "questions", "table_of"]

questions = Blueprint("questions", __name__)

ROWS = 50
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
GROUPS = (
    ("people", "People", ("person",)),
    ("topics", "Topics", ("topic",)),
    ("talks", "Talks", ("talk",)),
    ("events", "Events and series", ("event", "series", "audience", "place")),
    ("organizations", "Organizations", ("organization",)),
    ("all", "All of it", ()),
)
"""Anchor, heading and what the first column of a question's answer holds."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as a page shows it: ``thing``, ``said``, ``number``, ``outside`` or ``text``."""

    sort: str
    text: str
    iri: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """An answer for people: names instead of addresses."""

    heads: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[Cell, ...], ...]


def _partners(columns: Sequence[str]) -> dict[str, str]:
    """Pair the columns of addresses with those of their names."""
    pairs = {c: c + "Label" for c in columns if c + "Label" in columns}
    first = columns[0] if columns else ""
    for name in ("label", "title"):
        if name in columns and first not in pairs and first not in ("label", "title"):
            holder = "thing" if "thing" in columns else first
            pairs.setdefault(holder, name)
    return pairs


def table_of(columns: Sequence[str], rows: Iterable[Row]) -> Table:
    """Lay an answer out for people."""
    pairs = _partners(columns)
    shown = [c for c in columns if c not in pairs.values()]
    laid = tuple(tuple(_cell(row, c, pairs.get(c, "")) for c in shown) for row in rows)
    numeric = [
        bool(laid) and all(r[i].sort in ("number", "none") for r in laid) for i in range(len(shown))
    ]
    heads = tuple((_words(c), n) for c, n in zip(shown, numeric, strict=True))
    return Table(heads, laid)


def _words(column: str) -> str:
    """Write a column's name as words: ``eventLabel`` as ``event label``."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda m: " " + m.group(1).lower(), column)


def _cell(row: Row, column: str, partner: str) -> Cell:
    value = row[column]
    if value is None:
        return Cell("none", "")
    base = current_site().config.base
    parts = split_iri(base, value)
    if parts:
        label = (row[partner] if partner else None) or parts[1].replace("-", " ")
        return Cell("said" if parts[0] == "talk" else "thing", label, value)
    if NUMBER.fullmatch(value):
        return Cell("year" if column in ("year", "first", "last") else "number", value)
    if value.startswith(("http://", "https://")):
        short = shorten(value)
        return Cell("text", short) if short != value else Cell("outside", value, value)
    if re.fullmatch(r"\d{4}-\d\d-\d\d(T.*)?", value):
        return Cell("date", value)
    return Cell("text", value)


# Reading the form --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """What a reader asks with.

    Attributes
    ----------
    values
        Parameter -> what stands in its field.
    terms
        Parameter -> the IRI it means.
    unknown
        Parameters whose text means nothing here.
    lacking
        Parameters that the question cannot do without.
    """

    values: Mapping[str, str]
    terms: Mapping[str, str]
    unknown: tuple[str, ...]
    lacking: tuple[str, ...]

    @property
    def ready(self) -> bool:
        """Whether the question can be asked."""
        return not self.unknown and not self.lacking


def _given(question: Question) -> Given:
    site = current_site()
    values, terms, unknown, lacking = {}, {}, [], []
    for parameter in question.parameters:
        text = request.args.get(parameter.name, "").strip()[:500]
        values[parameter.name] = text
        if not text:
            lacking.append(parameter.name)
            continue
        iri = resolve(site.engine(), site.config.base, parameter.name, text)
        if iri is None:
            unknown.append(parameter.name)
            continue
        terms[parameter.name] = iri
        found = describe(site.engine(), site.config.base, iri)
        if found is None:
            unknown.append(parameter.name)
        else:
            values[parameter.name] = found.label
    return Given(values, terms, tuple(unknown), tuple(lacking))


def _question(name: str) -> Question:
    found = stored().get(name)
    if found is None:
        abort(404, f"There is no question called {name!r}.")
    return found


# Pages -------------------------------------------------------------------------------------------


@questions.get("/questions")
def index() -> str:
    """List all questions by what they are about."""
    groups: dict[str, list[Question]] = {anchor: [] for anchor, _, _ in GROUPS}
    for question in sorted(stored().values(), key=lambda one: one.title):
        groups[_group(question)].append(question)
    headed = [(anchor, title, groups[anchor]) for anchor, title, _ in GROUPS if groups[anchor]]
    return render_template("questions.html", groups=headed, total=len(stored()))


def _group(question: Question) -> str:
    first = question.columns[0].name if question.columns else ""
    return next((anchor for anchor, _, kinds in GROUPS if first in kinds), "all")


@questions.get("/questions/<name>")
def question(name: str) -> Response:
    """Show a question's form and, once it can be asked, its answer."""
    chosen = _question(name)
    given = _given(chosen)
    found = panel(name, show=10**6, **given.terms) if given.ready else Panel(name)
    page = paged(found.total, ROWS, f"questions/{name}", **_asked_as(given))
    rows = found.rows[max(0, page.first_row - 1) : page.last_row]
    columns = [column.name for column in chosen.columns]
    site = current_site()
    query = chosen.bind(base=site.config.base, **given.terms) if given.ready else chosen.text
    query = _body(query)
    siblings = [one for one in stored().values() if _group(one) == _group(chosen)]
    body = render_template(
        "question.html",
        chosen=chosen,
        given=given,
        found=found,
        page=page,
        table=table_of(columns, rows),
        query=query,
        editor=link_to("sparql?" + urlencode({"query": query})),
        answer={
            ending: link_to(question_path(name, given.terms, site.config.base, ending))
            for ending in (".csv", ".json")
        },
        asked_as=_asked_as(given),
        siblings=sorted(siblings, key=lambda one: one.title),
        kinds=KINDS,
        bar=_bar(chosen, found.rows),
    )
    return Response(body, 400 if given.unknown else 200, content_type="text/html; charset=utf-8")


def _body(query: str) -> str:
    """Leave out the header but for the title; the page says the rest of it in words."""
    lines = query.splitlines()
    return "\n".join(one for one in lines if not re.match(r"# (?!title)[\w-]+:", one)).strip()


def _asked_as(given: Given) -> dict[str, str]:
    base = current_site().config.base
    return {name: document_path(base, iri) or iri for name, iri in given.terms.items()}


def _bar(chosen: Question, rows: Sequence[Row]) -> Any:
    """Return how to draw the bar of a row; None for answers that are not shown as bars."""
    column = next((c.name for c in chosen.columns if c.name in ("talks", "events", "change")), "")
    kind = chosen.columns[0].name if chosen.columns else ""
    if chosen.show != "bar" or not column or not rows:
        return None
    most = max(float(row[column] or 0) for row in rows)
    css = f"f-{kind}" if kind in KINDS else "f-topic"
    return lambda cells: charts.bar(_first_number(cells), most, css, 150)


def _first_number(cells: Sequence[Cell]) -> float:
    return next((float(cell.text) for cell in cells if cell.sort == "number"), 0.0)


# Downloads ---------------------------------------------------------------------------------------


def _rows(name: str) -> tuple[Question, Panel, Given] | Response:
    chosen = _question(name)
    given = _given(chosen)
    if not given.ready:
        wrong = given.unknown or given.lacking
        what = f"{', '.join(wrong)}: " + (
            "nothing here is called that." if given.unknown else "not given, and needed."
        )
        remedy = f"Give it as kind/slug, slug or name: ?{wrong[0]}={wrong[0]}/…"
        return problem_answer(Problem(400, "This question cannot be asked so", what, remedy))
    found = panel(name, show=10**6, **given.terms)
    if found.failed:
        raise QueryError("engine", found.failed)
    return chosen, found, given


@questions.get("/questions/<name>.csv")
def as_csv(name: str) -> Response:
    """Hand out the answer as a table for a spreadsheet."""
    got = _rows(name)
    if isinstance(got, Response):
        return got
    chosen, found, _ = got
    out = io.StringIO()
    writer = csv.writer(out)
    columns = [column.name for column in chosen.columns]
    writer.writerow(columns)
    for row in found.rows:
        writer.writerow([harmless(row[column] or "") for column in columns])
    response = Response(out.getvalue(), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f"attachment; filename={name}.csv"
    return versioned(response, "csv", request.query_string.decode("ascii", "ignore"))


def harmless(text: str) -> str:
    """Keep a spreadsheet from running a cell as a formula: an apostrophe goes before it.

    >>> harmless("=1+2 cranes"), harmless("-4.5"), harmless("plain")
    ("'=1+2 cranes", '-4.5', 'plain')
    """
    risky = text[:1] in ("=", "+", "-", "@", "\t", "\r") and not NUMBER.fullmatch(text)
    return "'" + text if risky else text


@questions.get("/questions/<name>.json")
def as_json(name: str) -> Response:
    """Hand out the answer for programs, saying whether it is complete."""
    got = _rows(name)
    if isinstance(got, Response):
        return got
    chosen, found, given = got
    document = {
        "question": chosen.name,
        "title": chosen.title,
        "parameters": dict(given.terms),
        "generation": current_site().generation,
        "complete": found.whole,
        "total": found.total,
        "columns": [column.name for column in chosen.columns],
        "rows": [{k: v for k, v in row.items() if v is not None} for row in found.rows],
    }
    body = json.dumps(document, ensure_ascii=False)
    response = Response(body + "\n", content_type="application/json")
    return versioned(response, "json", request.query_string.decode("ascii", "ignore"))
