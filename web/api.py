"""The REST interface: JSON for programs, described by ``/openapi.json``.

Every answer says whether it is complete; a list goes on at its ``Link: rel="next"``. Errors are
problem documents (RFC 9457).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, redirect, request

from hallway.graph import things
from hallway.graph.errors import QueryError
from hallway.graph.iris import document_path, iri_of
from hallway.graph.matching.candidates import candidates
from hallway.graph.matching.properties import PROPERTIES
from hallway.graph.networks.paths import connections
from hallway.graph.networks.picture import incidence_of
from hallway.graph.questions import Question
from hallway.graph.questions import questions as stored
from hallway.graph.things import Ref, Thing, Value
from hallway.graph.vocabulary import KINDS
from hallway.web.frame import link_to
from hallway.web.linked_data import versioned
from hallway.web.openapi import MATCHED, MOST, described
from hallway.web.panels import current_site, panel
from hallway.web.tombstones import is_forgotten, tombstone

__all__ = ["api"]

api = Blueprint("api", __name__)

T = TypeVar("T")
LONGEST = 300


@api.get("/openapi.json")
def openapi() -> Response:
    """Describe the interface (OpenAPI 3.1)."""
    return _answer(described(current_site().config))


@api.get("/api/search")
def search() -> Response:
    """Find things by words."""
    asked, kind, year = _text("q"), _choice("kind", tuple(KINDS)), _text("year", needed=False)
    if year and not (year.isdecimal() and len(year) == 4):
        abort(400, f"'year' is a year of four digits, not '{year[:40]}'")
    limit, offset = _part()
    hits = current_site().search_index().search(
        asked,
        kinds=[kind] if kind else [],
        year=int(year) if year else None,
        limit=limit,
        offset=offset,
    )  # fmt: skip
    items = [
        {
            "iri": hit.iri,
            "kind": hit.kind,
            "label": hit.label,
            "note": hit.note,
            "score": hit.score,
            **({"excerpt": hit.excerpt} if hit.excerpt else {}),
            **({"year": hit.year} if hit.year is not None else {}),
        }
        for hit in hits.items
    ]
    more: dict[str, Any] = {"relaxed": hits.relaxed, "counts": hits.counts}
    return _listed(items, hits.total, limit, offset, **more)


@api.get("/api/things/<kind>")
def of_kind(kind: str) -> Response:
    """List the things of a kind by name."""
    if kind not in KINDS:
        abort(404, f"There is no kind '{kind[:40]}'. Kinds are {', '.join(KINDS)}.")
    site = current_site()
    every = site.cached(("api", kind), lambda: things.list_things(site.engine(), kind))
    limit, offset = _part()
    items = [_named(one) for one in every[offset : offset + limit]]
    return _listed(items, len(every), limit, offset)


@api.get("/api/things/<kind>/<path:slug>")
def thing(kind: str, slug: str) -> Response:
    """Say what the graph says of a thing."""
    site = current_site()
    iri = iri_of(site.config.base, kind, slug)
    found = things.describe(site.engine(), site.config.base, iri) if iri else None
    if found is None:
        if is_forgotten(site, kind, slug):
            return tombstone()
        abort(404, f"Nothing here is {kind[:40]}/{slug[:200]}.")
    moved = found.text("dcterms:isReplacedBy")
    if moved and (path := document_path(site.config.base, moved)):
        leading: Response = redirect(link_to("api/things/" + path), 301)  # type: ignore[assignment]
        return leading
    return _answer(_described(found))


@api.get("/api/questions")
def questions() -> Response:
    """List the stored questions."""
    return _answer({"items": [_question(one) for one in stored().values()]})


@api.get("/api/questions/<name>")
def question(name: str) -> Response:
    """Ask a stored question."""
    chosen = stored().get(name)
    if chosen is None:
        abort(404, f"There is no question '{name[:80]}'; /api/questions lists them.")
    site = current_site()
    terms = {}
    for parameter in chosen.parameters:
        given = _text(parameter.name, needed=parameter.required)
        if not given:
            continue
        iri = things.resolve(site.engine(), site.config.base, parameter.kind, given)
        if iri is None:
            abort(400, f"'{parameter.name}' is nothing here: '{given}'")
        terms[parameter.name] = iri
    found = panel(name, show=10**6, **terms)
    if found.failed:
        raise QueryError("engine", found.failed)
    limit, offset = _part()
    rows = found.rows[offset : offset + limit]
    items = [{column: value for column, value in row.items() if value is not None} for row in rows]
    more: dict[str, Any] = {
        "question": name,
        "parameters": terms,
        "columns": [one.name for one in chosen.columns],
    }
    return _listed(items, found.total, limit, offset, whole=found.whole, **more)


@api.get("/api/connect")
def connect() -> Response:
    """Say how two things are connected."""
    site = current_site()
    base = site.config.base
    ends = {}
    for name in ("from", "to"):
        iri = things.resolve(site.engine(), base, "", _text(name))
        if iri is None:
            abort(400, f"'{name}' is nothing here: '{_text(name)}'; give kind/slug or an address")
        ends[name] = iri
    if ends["from"] == ends["to"]:
        abort(400, "'from' and 'to' are one thing")
    found = connections(incidence_of(site), ends["from"], ends["to"], k=_number("k", 3, 1, 10))
    return _answer({**ends, "paths": [path.as_json(base) for path in found]})


@api.get("/api/match")
def match() -> Response:
    """Say which things a written name may mean."""
    kind = _choice("kind", MATCHED)
    known = {name: request.args.getlist(name) for name in PROPERTIES if name in request.args}
    found = candidates(
        current_site(),
        _text("name"),
        [kind] if kind else MATCHED,
        {name: [text[:LONGEST] for text in texts] for name, texts in known.items()},
        _number("limit", 5, 1, 25),
    )
    items = [
        {
            "iri": one.iri,
            "kind": one.kind,
            "label": one.label,
            "note": one.note,
            "score": one.score,
            "sure": one.sure,
            "rule": one.rule,
            "agreeing": list(one.agreeing),
        }
        for one in found
    ]
    return _answer({"items": items})


# Reading ------------------------------------------------------------------------------------------


def _text(name: str, *, needed: bool = True) -> str:
    found = request.args.get(name, "").strip()[:LONGEST]
    if needed and not found:
        abort(400, f"'{name}' is not given, and needed")
    return found


def _choice(name: str, choices: Sequence[str]) -> str:
    found = _text(name, needed=False)
    if found and found not in choices:
        abort(400, f"'{name}' is one of {', '.join(choices)}, not '{found[:40]}'")
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


def _answer(body: dict[str, Any]) -> Response:
    query = request.query_string.decode("ascii", "ignore")
    response = versioned(jsonify(body), "api", query)
    return response.make_conditional(request)  # type: ignore[return-value]  # itself


def _listed(
    items: list[dict[str, Any]],
    total: int,
    limit: int,
    offset: int,
    *,
    whole: bool = True,
    **more: Any,
) -> Response:
    """Answer with a part of a list; the header leads to the next one.

    ``complete`` says whether `total` is all there is: a question has a most of its own.
    """
    site = current_site()
    body = {
        "generation": site.generation,
        "complete": whole,
        "total": total,
        "offset": offset,
        **more,
        "items": items,
    }
    response = _answer(body)
    if offset + len(items) < total and items:
        given = {
            name: values
            for name, values in request.args.to_dict(flat=False).items()
            if name != "offset"
        }
        query = urlencode({**given, "offset": offset + len(items)}, doseq=True)
        response.headers["Link"] = f'<{link_to(request.path[1:])}?{query}>; rel="next"'
    return response


def _named(one: Ref) -> dict[str, Any]:
    return {"iri": one.iri, "label": one.label}


def _described(found: Thing) -> dict[str, Any]:
    base = current_site().config.base
    return {
        "iri": found.iri,
        "kind": found.kind,
        "label": found.label,
        "page": base + (document_path(base, found.iri) or ""),
        "properties": {name: list(map(_value, some)) for name, some in found.values.items()},
    }


def _value(one: Value) -> dict[str, Any]:
    if one.is_iri:
        return {"iri": one.text, "label": one.label}
    more = {"language": one.language} if one.language else {"datatype": one.datatype}
    return {"value": one.text, **more}


def _question(one: Question) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "description": one.description,
        "parameters": [
            {"name": given.name, "type": given.type, "required": given.required}
            for given in one.parameters
        ],
        "columns": [{"name": own.name, "description": own.description} for own in one.columns],
    }
