"""The REST interface: JSON for programs, described by ``/openapi.json``.

Every answer says whether it is complete; a list goes on at its ``Link: rel="next"``. Errors are
problem documents (RFC 9457).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, redirect, request

from hallway.graph.answers import operations, things
from hallway.graph.answers.questions import questions as stored
from hallway.graph.iris import document_path, iri_of
from hallway.graph.matching.properties import PROPERTIES
from hallway.graph.vocabulary import KINDS
from hallway.web.frame import link_to
from hallway.web.linked_data import versioned
from hallway.web.panels import current_site
from hallway.web.programs.openapi import MOST, described
from hallway.web.tombstones import is_forgotten, tombstone

__all__ = ["api"]

api = Blueprint("api", __name__)

LONGEST = 300


@api.get("/openapi.json")
def openapi() -> Response:
    """Describe the interface (OpenAPI 3.1)."""
    return _answer(described(current_site().config))


@api.get("/api/search")
def search() -> Response:
    """Find things by words."""
    asked, kind, year = _text("q"), _text("kind", needed=False), _text("year", needed=False)
    if year and not (year.isdecimal() and len(year) == 4):
        abort(400, f"'year' is a year of four digits, not '{year[:40]}'")
    limit, offset = _part()
    found = operations.search(
        current_site(), asked, kind, int(year) if year else None, limit, offset
    )
    return _listed(found)


@api.get("/api/things/<kind>")
def of_kind(kind: str) -> Response:
    """List the things of a kind by name."""
    if kind not in KINDS:
        abort(404, f"There is no kind '{kind[:40]}'. Kinds are {', '.join(KINDS)}.")
    return _listed(operations.list_things(current_site(), kind, *_part()))


@api.get("/api/things/<kind>/<path:slug>")
def thing(kind: str, slug: str) -> Response:
    """Say what the graph says of a thing."""
    site = current_site()
    base = site.config.base
    iri = iri_of(base, kind, slug)
    if iri is None or not things.describe(site.engine(), base, iri):
        if is_forgotten(site, kind, slug):
            return tombstone()
        abort(404, f"Nothing here is {kind[:40]}/{slug[:200]}.")
    found = operations.describe(site, iri)
    if found["iri"] != iri:
        path = document_path(base, found["iri"]) or ""
        leading: Response = redirect(link_to("api/things/" + path), 301)  # type: ignore[assignment]
        return leading
    return _answer(found)


@api.get("/api/questions")
def questions() -> Response:
    """List the stored questions."""
    return _answer(operations.list_questions())


@api.get("/api/questions/<name>")
def question(name: str) -> Response:
    """Ask a stored question."""
    chosen = stored().get(name)
    if chosen is None:
        abort(404, f"There is no question '{name[:80]}'; /api/questions lists them.")
    given = {one.name: _text(one.name, needed=False) for one in chosen.parameters}
    return _listed(operations.ask(current_site(), name, given, *_part()))


@api.get("/api/connect")
def connect() -> Response:
    """Say how two things are connected."""
    k = _number("k", 3, 1, 10)
    return _answer(operations.connect(current_site(), _text("from"), _text("to"), k))


@api.get("/api/match")
def match() -> Response:
    """Say which things a written name may mean."""
    known = {
        name: [text[:LONGEST] for text in request.args.getlist(name)]
        for name in PROPERTIES
        if name in request.args
    }
    kind, limit = _text("kind", needed=False), _number("limit", 5, 1, 25)
    return _answer(operations.match(current_site(), _text("name"), kind, known, limit))


# Reading ------------------------------------------------------------------------------------------


def _text(name: str, *, needed: bool = True) -> str:
    found = request.args.get(name, "").strip()[:LONGEST]
    if needed and not found:
        abort(400, f"'{name}' is not given, and needed")
    return found


def _number(name: str, otherwise: int, least: int, most: int) -> int:
    text = request.args.get(name, "")
    if not text:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and least <= int(text) <= most):
        abort(400, f"'{name}' is a number from {least} to {most}, not '{text[:40]}'")
    return int(text)


def _part() -> tuple[int, int]:
    """Return how many items are asked for, and from where."""
    return _number("limit", 50, 1, MOST), _number("offset", 0, 0, 1_000_000)


# Answering ----------------------------------------------------------------------------------------


def _answer(body: Mapping[str, Any]) -> Response:
    query = request.query_string.decode("ascii", "ignore")
    response = versioned(jsonify(body), "api", query)
    return response.make_conditional(request)  # type: ignore[return-value]  # itself


def _listed(body: Mapping[str, Any]) -> Response:
    """Answer with a part of a list; the header leads to the next one."""
    response = _answer(body)
    following = body["offset"] + len(body["items"])
    if body["items"] and following < body["total"]:
        given = request.args.to_dict(flat=False) | {"offset": [str(following)]}
        query = urlencode(given, doseq=True)
        response.headers["Link"] = f'<{link_to(request.path[1:])}?{query}>; rel="next"'
    return response
