"""The data behind /explore and the type-ahead: JSON to draw, files to take away."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, json, jsonify, redirect, request
from werkzeug.exceptions import BadRequest, HTTPException

import hallway
from hallway.graph.errors import HallwayError, QueryError, SiteError
from hallway.graph.full_text.search import Hit
from hallway.graph.networks.canvas import (
    EVERYTHING,
    address,
    canvas_network,
    document,
    resolve,
    view,
)
from hallway.graph.networks.expansion import connect, expand
from hallway.graph.networks.lens_query import lens_query
from hallway.graph.networks.moved import current_address
from hallway.graph.networks.projection import LENSES, Filters
from hallway.graph.publishing.exports import NETWORKS, write_network
from hallway.graph.vocabulary import KINDS
from hallway.web.frame import link_to
from hallway.web.panels import current_site

__all__ = ["explore"]

explore = Blueprint("explore", __name__)

T = TypeVar("T", int, float)
MAX_NODES = 1000
MAX_PATHS = 10
MAX_STEPS = 8
MAX_SUGGESTIONS = 50
MAX_TEXT = 300
MEDIA_TYPES = {
    "graphml": "application/graphml+xml",
    "gexf": "application/gexf+xml",
    "csv": "text/csv; charset=utf-8",
}
REMEDIES = {400: "see docs/network.md for the parameters", 404: "search for it by name"}


# What is asked ---------------------------------------------------------------------------------


def _wrong(name: str, wanted: str) -> BadRequest:
    return BadRequest(f"{name} = {request.args.get(name, '')[:80]!r} is not {wanted}")


def _number(name: str, usual: T, least: T, most: T, read: Callable[[str], T]) -> T:
    """Read a parameter within bounds; `usual` when it is not given."""
    text = request.args.get(name, "").strip()
    if not text:
        return usual
    try:
        value = read(text)
    except ValueError as error:
        raise _wrong(name, "a number") from error
    if not least <= value <= most:  # also false for a value that is no number
        raise _wrong(name, f"from {least} to {most}")
    return value


def _year(name: str) -> int | None:
    text = request.args.get(name, "").strip()
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise _wrong(name, "a year")
    return int(text)


def _flag(name: str) -> bool:
    text = request.args.get(name, "")
    if text not in ("", "0", "1"):
        raise _wrong(name, "0 or 1")
    return text == "1"


def _lens() -> str:
    lens = request.args.get("lens") or "speaker-topic"
    if lens not in LENSES and lens != EVERYTHING:
        raise _wrong("lens", "one of " + ", ".join([*LENSES, EVERYTHING]))
    return lens


def _ids() -> list[str]:
    ids = [one for one in request.args.get("ids", "").split(",") if one]
    if len(ids) > MAX_NODES:
        raise BadRequest(f"ids names {len(ids)} things, more than {MAX_NODES}")
    return ids


def _radius() -> int | None:
    return _number("radius", 0, 0, 2, int) if request.args.get("radius") else None


def _limit(usual: int = 150) -> int:
    return _number("limit", usual, 1, MAX_NODES, int)


def _now(name: str, kind: str = "") -> str:
    """Return the address that a name of the request stands for now."""
    return current_address(current_site(), name, kind)


def _moved(names: Iterable[str]) -> dict[str, str]:
    """Return which of some names lead to another thing now, and its name."""
    base = current_site().config.base
    now = {name: address(_now(name), base) for name in names}
    return {old: new for old, new in now.items() if new != address(resolve(old, base), base)}


def _filters() -> Filters:
    event, series = request.args.get("event"), request.args.get("series")
    return Filters(
        event=_now(event, "event") if event else None,
        series=_now(series, "series") if series else None,
        first_year=_year("from"),
        last_year=_year("to"),
        min_confidence=_number("min", 0.0, 0.0, 1.0, float),
        stated_only=_flag("stated"),
    )


def _needed(name: str) -> str:
    text = request.args.get(name, "").strip()
    if not text:
        raise BadRequest(f"{name} is missing")
    return text


# What is answered ------------------------------------------------------------------------------


def _kept(make: Callable[[], Response]) -> Response:
    """Answer 304 to who has this generation's answer already; else what `make` gives."""
    site = current_site()
    words = f"{site.generation}\n{hallway.__version__}\n{site.config.base}\n{request.full_path}"
    tag = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:20]
    response = Response(status=304) if tag in request.if_none_match else make()
    response.set_etag(tag)
    response.cache_control.no_cache = True
    return response


def _problem(status: int, title: str, what: str, remedy: str, limit: str = "") -> Response:
    told = {"type": "about:blank", "title": title, "status": status, "detail": what}
    told |= {name: text for name, text in (("remedy", remedy), ("limit", limit)) if text}
    body = json.dumps(told, ensure_ascii=False) + "\n"
    response = Response(body, status, content_type="application/problem+json")
    if status == 503:
        response.headers["Retry-After"] = "5"
    return response


@explore.errorhandler(HTTPException)
def _refused(error: HTTPException) -> Response:
    status = error.code or 500
    return _problem(status, error.name, error.description or "", REMEDIES.get(status, ""))


@explore.errorhandler(HallwayError)
def _failed(error: HallwayError) -> Response:
    if isinstance(error, QueryError | SiteError):
        current_app.logger.error("explore: %s", error)
    if isinstance(error, QueryError):
        return _problem(503, "Not just now", error.what, error.remedy, error.limit)
    if isinstance(error, SiteError):  # its remedy names folders of the server
        what = "The site has nothing to show: " + error.what
        return _problem(503, "Not just now", what, "The reason is in the server's log.")
    return _problem(404, "No door here", error.what, error.remedy or REMEDIES[404])


@explore.get("/suggest")
def suggest() -> Response:
    """Complete the name of a thing."""
    text = request.args.get("q", "")[:MAX_TEXT]
    kinds = [one for one in request.args.get("kind", "").split(",") if one]
    if not set(kinds) <= set(KINDS):
        raise _wrong("kind", "of " + ", ".join(KINDS))
    limit = _number("limit", 8, 1, MAX_SUGGESTIONS, int)
    return _kept(
        lambda: jsonify(
            items=[
                _hit_json(hit)
                for hit in current_site().search_index().suggest(text, kinds=kinds, limit=limit)
            ]
        )
    )


def _hit_json(hit: Hit) -> dict[str, Any]:
    base = current_site().config.base
    return {
        "id": address(hit.iri, base),
        "kind": hit.kind,
        "label": hit.label,
        "note": hit.note,
        "href": document(hit.iri, base),
        "ranges": [[_utf16(hit.label[:at]) for at in part] for part in hit.ranges],
    }


def _utf16(text: str) -> int:
    """Return the length of a text as JavaScript counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@explore.get("/explore/data")
def data() -> Response:
    """Return a part of the network."""
    lens, filters, ids, radius, limit = _lens(), _filters(), _ids(), _radius(), _limit()
    suggested, groups, renamed = _flag("suggested"), _flag("groups"), _moved(ids)
    return _kept(
        lambda: jsonify(
            view(
                current_site(),
                lens=lens,
                ids=[renamed.get(one, one) for one in ids],
                radius=radius,
                event=filters.event,
                series=filters.series,
                first_year=filters.first_year,
                last_year=filters.last_year,
                min_confidence=filters.min_confidence,
                stated_only=filters.stated_only,
                limit=limit,
                suggested=suggested,
                groups=groups,
            )
            | {"moved": renamed}
        )
    )


@explore.get("/explore/expand")
def behind() -> Response:
    """Return what is behind a thing, counts first."""
    name, lens, filters = _needed("id"), _lens(), _filters()
    return _kept(lambda: jsonify(expand(current_site(), _now(name), lens, filters)))


@explore.get("/explore/path")
def path() -> Response:
    """Return how two things are connected."""
    a, b = _needed("from"), _needed("to")
    if a == b:
        raise BadRequest(f"from and to are both {a[:80]!r}")
    k, steps = _number("k", 3, 1, MAX_PATHS, int), _number("steps", MAX_STEPS, 1, MAX_STEPS, int)
    hubs = _flag("hubs")
    return _kept(
        lambda: jsonify(
            connect(current_site(), _now(a), _now(b), k=k, max_hops=steps, via_hubs=hubs)
        )
    )


@explore.get("/explore/export.<name>")
def export(name: str) -> Response:
    """Return the network, or what is on the canvas, as a file."""
    if name not in NETWORKS:
        return _problem(
            404, "No door here", f"there is no network format {name[:40]!r}",
            "the formats are " + ", ".join(NETWORKS),
        )  # fmt: skip
    lens, filters, ids, radius = _lens(), _filters(), _ids(), _radius()
    limit = _limit() if request.args.get("limit") else None

    def make() -> Response:
        network = canvas_network(
            current_site(), lens, filters, [_now(one) for one in ids], radius, limit
        )
        out = io.BytesIO()
        write_network(network, name, out)
        response = Response(out.getvalue(), content_type=MEDIA_TYPES[name])
        response.headers["Content-Disposition"] = f"attachment; filename=hallway-{lens}.{name}"
        return response

    return _kept(make)


@explore.get("/explore/query")
def query() -> Response:
    """Lead to the editor with the query that counts the network, or what is on the canvas."""
    lens, filters = _lens(), _filters()
    ids = [_now(one) for one in _ids()]
    try:
        text = lens_query(lens, filters, ids)
    except QueryError as error:
        raise BadRequest(error.what) from error
    answer = redirect(link_to("sparql?" + urlencode({"query": text})), 303)
    assert isinstance(answer, Response)  # noqa: S101
    return answer
