"""The SPARQL endpoint: SPARQL 1.1 Protocol over the engine of the published generation."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl

from flask import Blueprint, Response, current_app, json, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wsgi import wrap_file

import hallway
from hallway.graph.engine.evaluate import GRAPH_TYPES, RESULT_TYPES
from hallway.graph.engine.guard import Guarded, decode_query, guard
from hallway.graph.engine.protocol import Answer, Dataset, Engine, Limits
from hallway.graph.errors import QueryError
from hallway.graph.vocabulary import PREFIXES
from hallway.web.description import describe_service
from hallway.web.negotiation import ranked

__all__ = ["STATUS", "sparql"]

sparql = Blueprint("sparql", __name__)

STATUS: dict[str, int] = {
    "syntax": 400,
    "parameter": 400,
    "refused": 403,
    "nesting": 400,
    "length": 413,
    "media-type": 406,
    "content-type": 415,
    "time": 504,
    "memory": 422,
    "rows": 422,
    "bytes": 422,
    "busy": 503,
    "engine": 500,
}
"""Kind of `QueryError` -> status of the answer."""

_TITLES = {
    "syntax": "This is no query",
    "parameter": "The request is not clear",
    "refused": "This is not allowed here",
    "nesting": "The query is nested too deeply",
    "length": "The query is too long",
    "media-type": "Not in that form",
    "content-type": "Not in that form",
    "time": "The query took too long",
    "memory": "The query needs too much memory",
    "rows": "The answer is too long",
    "bytes": "The answer is too long",
    "busy": "All workers are busy",
    "engine": "The engine failed",
}

_RESULT_ALIASES = {
    "application/json": "application/sparql-results+json",
    "application/xml": "application/sparql-results+xml",
    "text/xml": "application/sparql-results+xml",
}
_GRAPH_ALIASES = {
    "application/json": "application/ld+json",
    "application/xml": "application/rdf+xml",
    "text/xml": "application/rdf+xml",
}
_FORMATS = {
    "json": ("application/sparql-results+json", "application/ld+json"),
    "xml": ("application/sparql-results+xml", "application/rdf+xml"),
    "csv": ("text/csv",),
    "tsv": ("text/tab-separated-values",),
    "ttl": ("text/turtle",),
    "turtle": ("text/turtle",),
    "nt": ("application/n-triples",),
    "rdf": ("application/rdf+xml",),
    "jsonld": ("application/ld+json",),
}
_METHODS = "GET, HEAD, POST, OPTIONS"
_HTML = "text/html"
_QUERY_BODY = "application/sparql-query"
_FORM_BODY = "application/x-www-form-urlencoded"
_MOST_FIELDS = 1000
_IN_MEMORY_BYTES = 4 * 2**20


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a request asks; `query` is None when it names none."""

    query: str | None
    dataset: Dataset
    format: str


@sparql.route("/sparql", methods=["GET", "HEAD", "POST"], provide_automatic_options=False)
def endpoint() -> Response:
    """Answer a query, describe the service, or show the editor."""
    try:
        asked = _read_request()
        if _wants_page() and not _named_types(asked.format):
            page = render_template(
                "sparql.html", query=asked.query or "", prefixes=PREFIXES, endpoint=request.path
            )
            return Response(page, mimetype=_HTML)
        if asked.query is None:
            return _description()
        return _answer(asked)
    except QueryError as error:
        return _problem(error)


@sparql.route("/sparql", methods=["OPTIONS"], provide_automatic_options=False)
def preflight() -> Response:
    """Tell a browser that any site may ask."""
    response = Response(status=204)
    response.headers["Allow"] = _METHODS
    response.headers["Access-Control-Allow-Methods"] = _METHODS
    response.headers["Access-Control-Allow-Headers"] = "Accept, Content-Type, If-None-Match"
    response.headers["Access-Control-Max-Age"] = "86400"
    return response


@sparql.after_request
def share(response: Response) -> Response:
    """Let scripts of other sites read the answer, and caches keep the forms apart."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    response.vary.add("Accept")
    return response


# Reading the request ---------------------------------------------------------------------------


def _read_request() -> _Asked:
    """Find the query and the dataset (SPARQL 1.1 Protocol, 2.1)."""
    fields = _fields(request.query_string)
    posted = None
    if request.method == "POST":
        body = _body()
        if request.mimetype == _FORM_BODY:
            fields += _fields(body)
        elif request.mimetype == _QUERY_BODY:
            posted = decode_query(body)
        elif request.mimetype == "application/sparql-update":
            raise _no_update()
        else:
            raise QueryError(
                "content-type",
                f"a body of type {request.mimetype or '(none)'} is not a query",
                remedy=f"send the query as {_QUERY_BODY}, or as the field query of a form",
            )
    return _asked(fields, posted)


def _asked(fields: list[tuple[str, str]], posted: str | None) -> _Asked:
    if any(name == "update" for name, _ in fields):
        raise _no_update()
    queries = [value for name, value in fields if name == "query"]
    queries += [] if posted is None else [posted]
    if len(queries) > 1:
        raise QueryError("parameter", "there are two queries", remedy="send one at a time")
    if not queries and request.method == "POST":
        raise QueryError("parameter", "there is no query", remedy="send the field query")
    asked_format = [value for name, value in fields if name in ("format", "output")]
    return _Asked(
        queries[0] if queries else None,
        Dataset(
            tuple(value for name, value in fields if name == "default-graph-uri"),
            tuple(value for name, value in fields if name == "named-graph-uri"),
        ),
        asked_format[0] if asked_format else "",
    )


def _body() -> bytes:
    """Read the body; only UTF-8 is taken, whether it is named or not."""
    charset = request.mimetype_params.get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise QueryError(
            "content-type", f"the charset {charset!r} is not taken", remedy="send UTF-8"
        )
    try:
        return request.get_data(cache=False, parse_form_data=False)
    except RequestEntityTooLarge as error:
        raise QueryError(
            "length",
            "the body is longer than any query may be",
            limit="query_bytes",
            remedy="send a shorter query",
        ) from error


def _fields(encoded: bytes) -> list[tuple[str, str]]:
    """Decode form fields; bytes that are not UTF-8 are refused, not replaced."""
    try:
        return parse_qsl(
            encoded.decode("utf-8"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except UnicodeDecodeError as error:
        raise QueryError(
            "syntax", "the request is not UTF-8", remedy="percent-encode the query as UTF-8"
        ) from error
    except ValueError as error:
        raise QueryError(
            "parameter", f"there are more than {_MOST_FIELDS} fields", remedy="send fewer"
        ) from error


def _no_update() -> QueryError:
    return QueryError(
        "refused",
        "updates are not taken; this endpoint answers queries only",
        remedy="use SELECT, ASK, CONSTRUCT or DESCRIBE",
    )


# Choosing a form -------------------------------------------------------------------------------


def _accept() -> str | None:
    return request.headers.get("Accept")


def _wants_page() -> bool:
    """Whether a browser looks: it names HTML, and likes nothing of ours better."""
    everything = [*RESULT_TYPES, *GRAPH_TYPES, _HTML]
    return ranked(_accept(), everything)[:1] == [_HTML] and request.method != "POST"


def _named_types(name: str) -> tuple[str, ...]:
    """Return what a parameter format or output means; an unknown name means nothing."""
    if name in RESULT_TYPES or name in GRAPH_TYPES:
        return (name,)
    return _FORMATS.get(name.lower(), ())


def _wanted(asked: _Asked) -> tuple[list[str], list[str]]:
    """Return the media types that fit the request, for solutions and for graphs.

    The parameter counts for clients that cannot say in a header what they want: those that send
    none, and browsers that follow a link.
    """
    accept = _accept()
    named = _named_types(asked.format)
    if named and ((accept or "").strip() in ("", "*/*") or _wants_page()):
        results = [name for name in named if name in RESULT_TYPES]
        graphs = [name for name in named if name in GRAPH_TYPES]
        return results or list(RESULT_TYPES), graphs or list(GRAPH_TYPES)
    return (
        ranked(accept, list(RESULT_TYPES), aliases=_RESULT_ALIASES),
        ranked(accept, list(GRAPH_TYPES), aliases=_GRAPH_ALIASES),
    )


def _not_acceptable(offers: list[str]) -> QueryError:
    return QueryError(
        "media-type",
        f"the answer cannot be written as {_accept()}",
        remedy="ask for one of " + ", ".join(offers),
    )


# Answering -------------------------------------------------------------------------------------


def _engine() -> Engine:
    engine: Engine = current_app.extensions["hallway"].engine()
    return engine


def _limits() -> Limits:
    limits: Limits = current_app.extensions["hallway"].config.query
    return limits


def _answer(asked: _Asked) -> Response:
    limits = _limits()
    guarded = guard(asked.query or "", limits)
    results, graphs = _wanted(asked)
    wanted, offers = results, list(RESULT_TYPES)
    if guarded.form in ("CONSTRUCT", "DESCRIBE"):
        wanted, offers = graphs, list(GRAPH_TYPES)
    if not wanted:
        raise _not_acceptable(offers)
    tag = _tag(guarded, asked.dataset, wanted[0]) if guarded.lasting else ""
    if tag and request.if_none_match.contains_weak(tag):
        return _dated(Response(status=304), tag)
    answer = _engine().serialize(
        guarded.text, [*wanted, *results, *graphs], dataset=asked.dataset, limits=limits
    )
    return _dated(_body_of(answer), tag)


def _body_of(answer: Answer) -> Response:
    """Send an answer so that its end can be told from a break."""
    if answer.whole:
        return Response(b"".join(answer.chunks), content_type=_content_type(answer))
    if request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return _measured(answer)
    return Response(_unbroken(answer), content_type=_content_type(answer))


def _unbroken(answer: Answer) -> Iterator[bytes]:
    """Pass chunks on; an error leaves the generator, and the server then cuts the connection."""
    try:
        yield from answer.chunks
    finally:
        answer.chunks.close()  # type: ignore[attr-defined]  # a client that leaves stops the work


def _measured(answer: Answer) -> Response:
    """Gather the answer first: in HTTP/1.0 only its length tells a whole body from a cut one."""
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)
    try:
        for chunk in _unbroken(answer):
            file.write(chunk)
    except QueryError:
        file.close()
        raise
    length = file.tell()
    file.seek(0)
    content = wrap_file(request.environ, file)
    response = Response(content, content_type=_content_type(answer), direct_passthrough=True)
    response.content_length = length
    response.call_on_close(file.close)
    return response


def _content_type(answer: Answer) -> str:
    text = answer.media_type.startswith("text/")
    return f"{answer.media_type}; charset=utf-8" if text else answer.media_type


def _tag(guarded: Guarded, dataset: Dataset, media_type: str) -> str:
    """Name the answer: the same words over the same generation in the same form."""
    site = current_app.extensions["hallway"]
    words = [
        str(site.generation),
        hallway.__version__,
        media_type,
        repr(dataset),
        guarded.text,
    ]
    return hashlib.sha256("\n".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _dated(response: Response, tag: str) -> Response:
    """Let caches keep an answer as long as they ask whether it still holds."""
    if tag:
        # Weak: without ORDER BY another worker may give the rows in another order.
        response.set_etag(tag, weak=True)
        response.headers["Cache-Control"] = "no-cache"
    else:
        response.headers["Cache-Control"] = "no-store"
    return response


def _description() -> Response:
    """Describe the service (SPARQL 1.1 Service Description)."""
    wanted = ranked(_accept(), list(GRAPH_TYPES), aliases=_GRAPH_ALIASES)
    if not wanted:
        raise _not_acceptable([*GRAPH_TYPES, _HTML])
    base = current_app.extensions["hallway"].config.base
    body = describe_service(base, _engine(), _limits(), wanted[0])
    text = wanted[0].startswith("text/")
    return Response(body, content_type=f"{wanted[0]}; charset=utf-8" if text else wanted[0])


def _problem(error: QueryError) -> Response:
    """Say what went wrong, for programs (RFC 9457)."""
    status = STATUS.get(error.kind, 500)
    document = {
        "type": "about:blank",
        "title": _TITLES.get(error.kind, "The query failed"),
        "status": status,
        "detail": f"{error.where}: {error.what}" if error.where else error.what,
        "kind": error.kind,
        "limit": error.limit or None,
        "line": error.line,
        "column": error.column,
        "remedy": error.remedy or None,
    }
    body = json.dumps({name: value for name, value in document.items() if value is not None})
    response = Response(body + "\n", status, content_type="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    if error.kind == "busy":
        response.headers["Retry-After"] = "2"
    if status == 415:
        response.headers["Accept-Post"] = f"{_QUERY_BODY}, {_FORM_BODY}"
    if status == 500:
        current_app.logger.error("query failed: %s", error.what)
    return response
