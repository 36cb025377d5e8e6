"""The errors that more than one engine raises, in the same words."""

from __future__ import annotations

import re

from hallway.graph.engine.guard import explain_names
from hallway.graph.engine.protocol import Limits
from hallway.graph.errors import QueryError

__all__ = ["syntax_error", "too_many_bytes", "too_many_rows", "too_much_memory", "too_slow"]

_SYNTAX = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


def too_slow(limits: Limits) -> QueryError:
    """Describe a query that ran longer than it may."""
    return QueryError(
        "time",
        f"the query ran for more than {limits.query_time_s:g} s and was stopped",
        limit="query_time_s",
        remedy="ask for less at once, add LIMIT, or raise the setting query_time_s",
    )


def too_much_memory(limits: Limits) -> QueryError:
    """Describe a query that took more memory than it may."""
    return QueryError(
        "memory",
        f"the query needed more than {limits.query_memory_mb:,} MB of memory",
        limit="query_memory_mb",
        remedy="ask for less at once, add LIMIT, or raise the setting query_memory_mb",
    )


def too_many_rows(limits: Limits) -> QueryError:
    """Describe an answer with more rows than one may have."""
    return QueryError(
        "rows",
        f"the answer has more than {limits.result_rows:,} rows",
        limit="result_rows",
        remedy="add LIMIT, load a dump, or raise the setting result_rows",
    )


def too_many_bytes(limits: Limits) -> QueryError:
    """Describe an answer with more bytes than one may have."""
    return QueryError(
        "bytes",
        f"the answer is longer than {limits.result_bytes:,} bytes",
        limit="result_bytes",
        remedy="add LIMIT, load a dump, or raise the setting result_bytes",
    )


def syntax_error(query: str, error: SyntaxError) -> QueryError:
    """Turn the engine's message into a place and a sentence."""
    names = explain_names(query)
    if names is not None:
        return names
    message = str(error)
    match = _SYNTAX.match(message)
    if match is None:
        return QueryError("syntax", message, remedy="correct the query")
    line, column = int(match[1]), int(match[2])
    expected = match[3]
    for marker, what in _TOLD:
        if marker in expected:
            return QueryError("syntax", what, line=line, column=column, remedy="correct the query")
    lines = query.splitlines()
    rest = lines[line - 1][column - 1 :] if line <= len(lines) else ""
    found = re.match(r"\S{1,30}", rest.lstrip())
    return QueryError(
        "syntax",
        f'"{found[0]}" is not expected here' if found else "the query ends too early",
        line=line,
        column=column,
        remedy=_expectation(expected),
    )


_TOLD = (
    ("Duplicated variable name in SELECT", "this variable is selected twice"),
    ("The SELECT contains a variable that is unbound", "a variable is selected that has no value"),
)


def _expectation(expected: str) -> str:
    """Name the words and signs that would fit, without the classes of letters."""
    listed = expected.removeprefix("expected one of ").removeprefix("expected ")
    words = [word for word in re.findall(r'"[^"]{1,12}"|\b[A-Z_]{2,}\b', listed) if word != "_"]
    if not words or len(words) > 12:
        return "check the brackets, the full stops between triples and the line before"
    return "expected " + ", ".join(dict.fromkeys(words))
