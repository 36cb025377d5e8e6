"""A panel asks one question and shows some of its rows; its foot says whether that is all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from urllib.parse import quote, urlencode

from flask import current_app, g

from hallway.graph.answers.questions import questions
from hallway.graph.engine.protocol import Limits
from hallway.graph.errors import QueryError
from hallway.graph.iris import document_path
from hallway.graph.site import Site
from hallway.web.kept import Kept

__all__ = [
    "Panel",
    "Row",
    "ask_ahead",
    "current_site",
    "incomplete",
    "new_answers",
    "panel",
    "question_path",
]

Row = Mapping[str, str | None]
"""A solution: every column of the question, None where it is unbound."""

CACHED_ROWS = 400_000
"""Most rows that answers kept for reuse hold together."""

KEPT_FAILURES = 10_000
"""Most questions that are remembered to have no answer."""


def current_site() -> Site:
    """Return the site that this application serves."""
    site: Site = current_app.extensions["hallway"]
    return site


PATIENCE = 30
"""How many times the time of a query a question may take that is asked ahead of its readers."""


class Answers:
    """Answers of questions, and which of them have none, by generation, question and parameters."""

    def __init__(self) -> None:
        self.given = Kept[tuple[Row, ...]](CACHED_ROWS, lambda rows: len(rows) + 1)
        self.failed = Kept[QueryError](KEPT_FAILURES, lambda error: 1)


def new_answers() -> Answers:
    """Make room for answers."""
    return Answers()


def ask_ahead() -> None:
    """Ask what pages of a large site ask of all of it, with more time than their readers have.

    Until it is answered, whoever asks is told at once that it took too long before.
    """
    site = current_site()
    limits = site.config.query
    patient = replace(limits, query_time_s=PATIENCE * limits.query_time_s)
    for name, question in questions().items():
        if not question.parameters:
            with suppress(QueryError):
                ask(name, {}, patient)


def ask(name: str, parameters: Mapping[str, str], limits: Limits | None = None) -> tuple[Row, ...]:
    """Ask a stored question, or find its answer.

    One that went past its time or memory is not asked again of the same generation, unless with
    `limits` of its own: every reader would wait as long for nothing.
    """
    site = current_site()
    answers: Answers = current_app.extensions["hallway.answers"]
    key = (site.generation, name, tuple(sorted(parameters.items())))
    kept = answers.given.get(key)
    if kept is not None:
        return kept
    failed = answers.failed.get(key) if limits is None else None
    if failed is not None:
        raise failed
    try:
        query = questions()[name].bind(base=site.config.base, **parameters)
        solutions = site.engine().select(query, limits=limits)
    except QueryError as error:
        if error.kind in ("time", "memory"):
            answers.failed.put(key, error)
        raise
    rows: tuple[Row, ...] = tuple(
        {
            column: None if term is None else term.value
            for column, term in zip(solutions.variables, row, strict=True)
        }
        for row in solutions.rows
    )
    answers.given.put(key, rows)
    return rows


def question_path(
    name: str, parameters: Mapping[str, str], base: str, suffix: str = "", **more: str | int
) -> str:
    """Return the path, below the base, of a question's page or of its answer as CSV or JSON."""
    short = {key: document_path(base, value) or value for key, value in parameters.items()}
    short = {key: value for key, value in short.items() if value}
    query = urlencode({**short, **{k: str(v) for k, v in more.items()}}, safe="/%")
    return f"questions/{quote(name)}{suffix}" + (f"?{query}" if query else "")


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel shows of an answer.

    Attributes
    ----------
    rows
        The rows shown.
    total
        How many rows the answer has.
    whole
        Whether the answer has every row there is: it stayed under the question's own LIMIT.
    failed
        Why there is no answer; empty when there is one.
    """

    name: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[Row, ...] = ()
    total: int = 0
    whole: bool = True
    failed: str = ""

    @property
    def all_shown(self) -> bool:
        """Whether nothing is left out."""
        return self.whole and len(self.rows) == self.total

    @property
    def total_words(self) -> str:
        """The number of rows, with "at least" when the question's limit was met."""
        return f"{self.total:,}" if self.whole else f"{self.total:,} or more"


@cache
def _limit(name: str) -> int:
    """Return how many rows a question stops at: the LIMIT that ends its text."""
    found = re.findall(r"(?m)^LIMIT\s+(\d+)", questions()[name].text)
    return int(found[-1]) if found else 10**9


def panel(name: str, *, show: int = 1000, **parameters: str) -> Panel:
    """Ask a question and keep the first `show` rows for a page.

    A question that fails leaves its panel with the reason, so the rest of the page still stands.
    """
    try:
        rows = ask(name, parameters)
    except QueryError as error:
        g.incomplete = True
        return Panel(name, parameters, failed=error.what)
    whole = len(rows) < _limit(name)
    return Panel(name, parameters, rows[:show], len(rows), whole)


def incomplete() -> bool:
    """Tell whether a panel of the page in the making has no answer: such a page is not kept."""
    return bool(g.get("incomplete", False))
