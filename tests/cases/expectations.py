"""What a case expects of a reply: one small function for each word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rdflib
from rdflib.compare import isomorphic

from tests.cases import results
from tests.cases.exchange import MissingPage, Reply, fill

__all__ = ["Context", "check"]


class Context:
    """What a check may look at besides its own reply."""

    def __init__(self, replies: list[Reply | None], placeholders: dict[str, str]) -> None:
        self.replies = replies
        self.placeholders = placeholders

    def reply(self, number: int) -> Reply:
        """The reply of an earlier step."""
        reply = self.replies[number]
        if reply is None:
            raise MissingPage(f"step {number} was skipped")
        return reply

    def fill(self, value: Any) -> Any:
        return fill(value, self.placeholders) if isinstance(value, str) else value


def check(expected: dict[str, Any], reply: Reply, context: Context) -> None:
    """Compare a reply with all that is expected of it.

    Raises
    ------
    AssertionError
        It is another.
    MissingPage
        A word of the expectation is unknown here; what is known has been checked.
    """
    unknown = []
    for word, value in expected.items():
        if word == "body_not_contains_when":
            continue
        if word == "body_not_contains" and not _status_is(
            reply.status, expected.get("body_not_contains_when", reply.status)
        ):
            continue
        if word in _CHECKS:
            _CHECKS[word](value, reply, context)
        else:
            unknown.append(word)
    if unknown:
        raise MissingPage(f"no check for {', '.join(unknown)}")


def _status_is(status: int, expected: Any) -> bool:
    if isinstance(expected, list):
        return any(_status_is(status, one) for one in expected)
    if isinstance(expected, str):
        return expected == f"{status // 100}xx"
    return bool(status == expected)


def _status(value: Any, reply: Reply, _: Context) -> None:
    assert _status_is(reply.status, value), f"status {reply.status}: {reply.text[:300]}"


def _content_type_in(value: list[str], reply: Reply, _: Context) -> None:
    assert reply.media_type in value, reply.media_type


def _content_type_not(value: list[str], reply: Reply, _: Context) -> None:
    assert reply.media_type not in value, reply.media_type


def _headers_contain(value: dict[str, str], reply: Reply, _: Context) -> None:
    for name, part in value.items():
        assert part.lower() in (reply.header(name) or "").lower(), f"{name}: {reply.header(name)}"


def _headers_not_contain(value: dict[str, str], reply: Reply, _: Context) -> None:
    for name, part in value.items():
        assert part.lower() not in (reply.header(name) or "").lower(), reply.header(name)


def _headers_present(value: list[str], reply: Reply, _: Context) -> None:
    assert [name for name in value if reply.header(name) is None] == []


def _headers_absent(value: list[str], reply: Reply, _: Context) -> None:
    assert [name for name in value if reply.header(name) is not None] == []


def _body_contains(value: list[str], reply: Reply, context: Context) -> None:
    assert [part for part in value if context.fill(part) not in reply.text] == [], reply.text[:500]


def _body_not_contains(value: list[str], reply: Reply, _: Context) -> None:
    assert [part for part in value if part in reply.text] == []


def _body_is(value: str, reply: Reply, _: Context) -> None:
    assert reply.text == value


def _body_empty(value: bool, reply: Reply, _: Context) -> None:
    assert (reply.body == b"") is value


def _parses_as(value: str, reply: Reply, _: Context) -> None:
    results.parse(reply.body, value)


def _describes(value: str, reply: Reply, context: Context) -> None:
    subject = rdflib.URIRef(context.fill(value))
    assert (subject, None, None) in results.graph_of(reply.body, reply.media_type)


def _contains_triple(value: list[str | None], reply: Reply, context: Context) -> None:
    terms = [None if one is None else rdflib.URIRef(context.fill(one)) for one in value]
    graph = results.graph_of(reply.body, reply.media_type)
    assert (terms[0], terms[1], terms[2]) in graph, reply.text


def _same_graph_as_step(value: int, reply: Reply, context: Context) -> None:
    other = context.reply(value)
    assert isomorphic(
        results.graph_of(reply.body, reply.media_type),
        results.graph_of(other.body, other.media_type),
    )


def _same_rows_as_step(value: int, reply: Reply, context: Context) -> None:
    other = context.reply(value)
    assert results.rows_of(reply.body, reply.media_type) == results.rows_of(
        other.body, other.media_type
    )


def _cells(value: dict[str, Any], reply: Reply, _: Context) -> None:
    row = results.parse(reply.body, "srj")["results"]["bindings"][0]
    for name, expected in value.items():
        if expected is None:
            assert name not in row
            continue
        cell = row[name]
        if expected.get("no_datatype"):
            assert "datatype" not in cell
        wanted = {key: one for key, one in expected.items() if key != "no_datatype"}
        assert {key: cell.get(key) for key in wanted} == wanted


def _row(value: list[str | None], reply: Reply, _: Context) -> None:
    rows = results.parse(reply.body, "csv")[1:]
    assert any(
        len(row) == len(value)
        and all(want is None or want == cell for want, cell in zip(value, row, strict=True))
        for row in rows
    ), rows


def _header_row(value: list[str], reply: Reply, _: Context) -> None:
    what = "tsv" if reply.media_type == "text/tab-separated-values" else "csv"
    assert results.parse(reply.body, what)[0] == value


def _srj_boolean(value: bool, reply: Reply, _: Context) -> None:
    assert results.parse(reply.body, "srj")["boolean"] is value


def _srj_rows_at_least(value: int, reply: Reply, _: Context) -> None:
    assert len(results.parse(reply.body, "srj")["results"]["bindings"]) >= value


def _complete_or(value: dict[str, Any], reply: Reply, _: Context) -> None:
    """A short answer that looks whole is the one thing that must not come.

    The queries that come with this word cannot be answered within any limit, so an answer that
    ends well is a short one.
    """
    if reply.status in value["status_in"] or not reply.whole:
        return
    what = value.get("or_unparseable_as", "")
    if what and not what.endswith("by-connection"):
        try:
            results.parse(reply.body, what)
        except (AssertionError, ValueError, SyntaxError, UnicodeDecodeError):
            return
    raise AssertionError(f"status {reply.status} and a whole body of {len(reply.body)} bytes")


def _max_seconds(value: float, reply: Reply, _: Context) -> None:
    assert reply.seconds <= value


def _hops_at_most(value: int, reply: Reply, _: Context) -> None:
    assert reply.hops <= value


def _location_is_ascii(value: bool, reply: Reply, _: Context) -> None:
    assert (reply.header("location") or "").isascii() is value


_CHECKS: dict[str, Callable[[Any, Reply, Context], None]] = {
    "status": _status,
    "content_type_in": _content_type_in,
    "content_type_not": _content_type_not,
    "headers_contain": _headers_contain,
    "headers_not_contain": _headers_not_contain,
    "headers_present": _headers_present,
    "headers_absent": _headers_absent,
    "body_contains": _body_contains,
    "body_not_contains": _body_not_contains,
    "body_is": _body_is,
    "body_empty": _body_empty,
    "parses_as": _parses_as,
    "describes": _describes,
    "contains_triple": _contains_triple,
    "same_graph_as_step": _same_graph_as_step,
    "same_rows_as_step": _same_rows_as_step,
    "cells": _cells,
    "row": _row,
    "header_row": _header_row,
    "srj_boolean": _srj_boolean,
    "srj_rows_at_least": _srj_rows_at_least,
    "complete_or": _complete_or,
    "max_seconds": _max_seconds,
    "hops_at_most": _hops_at_most,
    "location_is_ascii": _location_is_ascii,
}
