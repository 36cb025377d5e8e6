"""Error answers: a page that says what happened, why and what to do; problem+json for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, current_app, json, make_response, render_template, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from hallway.graph.errors import HallwayError, QueryError, SiteError
from hallway.graph.full_text.search import Hit
from hallway.web.panels import current_site

__all__ = ["Problem", "problem_answer", "problem_document", "register_errors", "wants_page"]

TITLES = {
    400: "This request cannot be read",
    403: "Not from here",
    404: "No door here",
    405: "Not in this way",
    406: "Not in that form",
    410: "Gone",
    413: "Too large",
    414: "Too long",
    500: "Something broke here",
    503: "Not just now",
}
NEAR = 4
FOR_PROGRAMS = ("api", "reconciling")
"""Blueprints that no browser shows: their errors are problem documents whatever is accepted."""
REMEDIES = {
    400: "Go back and follow a link, or write the request anew.",
    403: "Use the form on one of the pages of this site.",
    404: "Search for it, or go on from the home page. An address that was published once is never"
    " lost: it redirects, or says what became of it.",
    405: "This address is read with GET.",
    406: "Ask for one of the forms listed here, or use a suffix such as .ttl.",
    410: "What it was about is not published any more.",
    413: "Send less, or build the site from files with the command line.",
    500: "The fault is written in the server's log. Try again; other pages still work.",
    503: "Try again in a few seconds.",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """What an error answer says.

    Attributes
    ----------
    what
        What happened and why, in one or two sentences.
    remedy
        What to do next.
    offers
        Forms that there are, for 406: media type and path.
    """

    status: int
    title: str
    what: str
    remedy: str
    limit: str = ""
    offers: tuple[tuple[str, str], ...] = ()


def problem_answer(problem: Problem) -> Response:
    """Answer with a problem: a page for browsers, ``application/problem+json`` for programs."""
    if wants_page():
        wanted = _wanted() if problem.status in (404, 410) else ""
        body = render_template("error.html", problem=problem, wanted=wanted, near=_near(wanted))
        response = make_response(body, problem.status)
    else:
        response = problem_document(problem)
    response.headers["Vary"] = "Accept"
    if problem.status == 503:
        response.headers["Retry-After"] = "5"
    return response


def problem_document(problem: Problem) -> Response:
    """Answer with ``application/problem+json``."""
    document: dict[str, Any] = {
        "type": "about:blank",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.what,
        "remedy": problem.remedy,
    }
    if problem.limit:
        document["limit"] = problem.limit
    if problem.offers:
        document["available"] = [media for media, _ in problem.offers]
    response = make_response(json.dumps(document, ensure_ascii=False) + "\n", problem.status)
    response.content_type = "application/problem+json"
    return response


def wants_page() -> bool:
    """Tell whether the request takes a page, and there is a site to link from it."""
    if request_ctx.url_adapter is None:
        return False  # a host that is not ours: no page of ours could link anywhere
    if request.blueprint in FOR_PROGRAMS:
        return False
    accept = request.headers.get("Accept", "")
    return "text/html" in accept or accept.strip() in ("", "*/*")


def _wanted() -> str:
    """Return the words of the path, for a search that may find what was meant."""
    last = request.path.rstrip("/").rpartition("/")[2]
    return last.replace("-", " ").strip()[:80]


def _near(words: str) -> list[Hit]:
    """Find what an address that leads nowhere may have meant."""
    if not words:
        return []
    try:
        return current_site().search_index().search(words, limit=NEAR).items
    except (HallwayError, OSError):
        return []


def register_errors(app: Flask) -> None:
    """Answer every failure with a problem; a traceback goes to the log only."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(HallwayError, _hallway)
    app.register_error_handler(Exception, _fault)


def _http(error: HTTPException) -> Response:
    if error.response is not None:
        given = error.get_response()
        assert isinstance(given, Response)  # noqa: S101
        return given
    status = error.code or 500
    what = error.description or ""
    if isinstance(error, SecurityError):
        what = "The request is addressed to a host that this site does not serve."
    if status == 410:
        what = what if what != type(error).description else "Nothing is published here any more."
    if status == 404 and what == type(error).description:
        what = "There is nothing at this address, and there never was."
    answer = problem_answer(
        Problem(status, TITLES.get(status, error.name), what, REMEDIES.get(status, ""))
    )
    allowed = getattr(error, "valid_methods", None)
    if allowed:
        answer.headers["Allow"] = ", ".join(sorted(allowed))
    return answer


QUERY_STATUS = {"busy": 503, "parameter": 400, "syntax": 400, "time": 503, "memory": 503}


def _hallway(error: HallwayError) -> Response:
    if isinstance(error, QueryError):
        status = QUERY_STATUS.get(error.kind, 500)
        if status == 500:
            current_app.logger.error("query failed: %s", error.what)
        title = "This question has no answer now" if status != 400 else TITLES[400]
        remedy = error.remedy or REMEDIES[status]
        return problem_answer(Problem(status, title, error.what, remedy, error.limit))
    if isinstance(error, SiteError):
        current_app.logger.error("site: %s", error)
        what = "The site has nothing to show: " + error.what
        remedy = "Whoever runs it finds the reason in the server's log."
        return problem_answer(Problem(503, TITLES[503], what, remedy))
    return _fault(error)


def _fault(error: Exception) -> Response:
    current_app.logger.exception("fault at %r", request.path, exc_info=error)
    return problem_answer(Problem(500, TITLES[500], InternalServerError.description, REMEDIES[500]))
