"""The SPARQL endpoint: SPARQL 1.1 Protocol over the engine of the published generation."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable

from flask import Blueprint, Response, current_app, json, request
from werkzeug.wsgi import wrap_file

import hallway
from hallway.graph.engine.evaluate import GRAPH_TYPES, RESULT_TYPES
from hallway.graph.engine.guard import Guarded, guard
from hallway.graph.engine.protocol import Answer, Dataset, Engine, Limits
from hallway.graph.errors import QueryError
from hallway.web.sparql.answer_page import GRAPH_TYPE, render_editor, render_graph, render_rows
from hallway.web.sparql.description import describe_service
from hallway.web.sparql.places import Places
from hallway.web.sparql.reading import (
    BODIES,
    HTML,
    Asked,
    accepted_types,
    graph_types,
    not_acceptable,
    read_request,
    wants_answer_page,
    wants_page,
)

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
    "client": 429,
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
    "client": "Too many queries at once",
    "engine": "The engine failed",
}

_METHODS = "GET, HEAD, POST, OPTIONS"
_IN_MEMORY_BYTES = 4 * 2**20


@sparql.route("/sparql", methods=["GET", "HEAD", "POST"], provide_automatic_options=False)
def endpoint() -> Response:
    """Answer a query, describe the service, or show the editor."""
    try:
        asked = read_request()
        if wants_page(asked):
            return Response(render_editor(asked.query or ""), mimetype=HTML)
        if wants_answer_page(asked):
            return _page(asked)
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


def _engine() -> Engine:
    engine: Engine = current_app.extensions["hallway"].engine()
    return engine


def _limits() -> Limits:
    limits: Limits = current_app.extensions["hallway"].config.query
    return limits


def _answer(asked: Asked) -> Response:
    limits = _limits()
    guarded = guard(asked.query or "", limits)
    results, graphs = accepted_types(asked)
    wanted, offers = results, list(RESULT_TYPES)
    if guarded.form in ("CONSTRUCT", "DESCRIBE"):
        wanted, offers = graphs, list(GRAPH_TYPES)
    if not wanted:
        raise not_acceptable(offers)
    tag = _tag(guarded, asked.dataset, wanted[0]) if guarded.lasting else ""
    if tag and request.if_none_match.contains_weak(tag):
        return _dated(Response(status=304), tag)
    leave = _admit()
    try:
        answer = _engine().serialize(
            guarded.text,
            [*wanted, *results, *graphs],
            dataset=asked.dataset,
            limits=limits,
            foreign=True,
        )
        response = _body_of(answer)
    except BaseException:
        leave()
        raise
    if response.is_streamed:
        response.call_on_close(leave)
    else:
        leave()
    return _dated(response, tag)


def _page(asked: Asked) -> Response:
    """Answer the form of a browser that runs no scripts with a page, errors too."""
    query, status = asked.query or "", 200
    try:
        guarded = guard(query, _limits())
        of_rows = guarded.form in ("SELECT", "ASK")
        media_type = "application/sparql-results+json" if of_rows else GRAPH_TYPE
        leave = _admit()
        try:
            answer = _engine().serialize(
                guarded.text, [media_type], dataset=asked.dataset, limits=_limits(), foreign=True
            )
            body = b"".join(answer.chunks)
        finally:
            leave()
        page = (render_rows if of_rows else render_graph)(query, body)
    except QueryError as error:
        status = STATUS.get(error.kind, 500)
        if status == 500:
            current_app.logger.error("query failed: %s", error.what)
        page = render_editor(query, "failed", error)
    response = Response(page, status, mimetype=HTML)
    response.headers["Cache-Control"] = "no-store"
    if status in (429, 503):
        response.headers["Retry-After"] = "2"
    return response


def _admit() -> Callable[[], None]:
    """Take a place for this client; the caller must call what is returned."""
    config = current_app.extensions["hallway"].config
    places: Places = current_app.extensions.setdefault(
        "hallway.sparql",
        Places(config.workers, config.waiting, config.serving.client_queries),
    )
    return places.enter(request.remote_addr or "")


def _body_of(answer: Answer) -> Response:
    """Send an answer so that its end can be told from a break."""
    if answer.whole:
        return Response(b"".join(answer.chunks), content_type=_content_type(answer))
    if request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        return _measured(answer)
    # An error leaves the iterator, and the server then cuts the connection. When the client
    # leaves, or asked for the head alone, the response is closed and with it the query.
    return Response(answer.chunks, content_type=_content_type(answer))


def _measured(answer: Answer) -> Response:
    """Gather the answer first: in HTTP/1.0 only its length tells a whole body from a cut one."""
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)
    try:
        for chunk in answer.chunks:
            file.write(chunk)
    except BaseException:
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
    wanted = graph_types()
    if not wanted:
        raise not_acceptable([*GRAPH_TYPES, HTML])
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
    if error.kind in ("busy", "client"):
        response.headers["Retry-After"] = "2"
    if status == 415:
        response.headers["Accept-Post"] = ", ".join(BODIES)
    if status == 500:
        current_app.logger.error("query failed: %s", error.what)
    return response
