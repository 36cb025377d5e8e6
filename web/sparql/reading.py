"""What a request to the endpoint asks, and in which forms it takes the answer."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from hallway.graph.engine.evaluate import GRAPH_TYPES, RESULT_TYPES
from hallway.graph.engine.guard import decode_query
from hallway.graph.engine.protocol import Dataset
from hallway.graph.errors import QueryError
from hallway.web.negotiation import ranked

__all__ = [
    "BODIES", "HTML", "Asked", "accepted_types", "graph_types", "not_acceptable", "read_request",
    "wants_answer_page", "wants_page",
]  # fmt: skip

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
HTML = "text/html"
_QUERY_BODY = "application/sparql-query"
_FORM_BODY = "application/x-www-form-urlencoded"
BODIES = (_QUERY_BODY, _FORM_BODY)
"""Media types of a body that holds a query."""
_MOST_FIELDS = 1000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks.

    Attributes
    ----------
    query
        None when the request has none.
    dataset
        What ``default-graph-uri`` and ``named-graph-uri`` name.
    format
        The parameter ``format`` or ``output``; empty when there is none.
    """

    query: str | None
    dataset: Dataset
    format: str


def read_request() -> Asked:
    """Find the query and the dataset (SPARQL 1.1 Protocol, 2.1).

    Raises
    ------
    QueryError
        ``parameter``, ``refused``, ``content-type``, ``syntax`` or ``length``.
    """
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


def _asked(fields: list[tuple[str, str]], posted: str | None) -> Asked:
    if any(name == "update" for name, _ in fields):
        raise _no_update()
    queries = [value for name, value in fields if name == "query"]
    queries += [] if posted is None else [posted]
    if len(queries) > 1:
        raise QueryError("parameter", "there are two queries", remedy="send one at a time")
    if not queries and request.method == "POST":
        raise QueryError("parameter", "there is no query", remedy="send the field query")
    asked_format = [value for name, value in fields if name in ("format", "output")]
    return Asked(
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


def _accept() -> str | None:
    return request.headers.get("Accept")


def _is_browser() -> bool:
    """Whether a browser asks: it names HTML, and likes nothing of ours better."""
    return ranked(_accept(), [*RESULT_TYPES, *GRAPH_TYPES, HTML])[:1] == [HTML]


def wants_page(asked: Asked) -> bool:
    """Whether to show the editor: a browser came to the address and named no other form."""
    return _is_browser() and request.method != "POST" and not _named_types(asked.format)


def wants_answer_page(asked: Asked) -> bool:
    """Whether to answer with a page: a browser sent the form of the editor's page itself."""
    is_form = request.mimetype == _FORM_BODY and request.method == "POST"
    return _is_browser() and is_form and not _named_types(asked.format)


def _named_types(name: str) -> tuple[str, ...]:
    """Return what a parameter format or output means; an unknown name means nothing."""
    if name in RESULT_TYPES or name in GRAPH_TYPES:
        return (name,)
    return _FORMATS.get(name.lower(), ())


def accepted_types(asked: Asked) -> tuple[list[str], list[str]]:
    """Return the media types that fit the request, for solutions and for graphs.

    The parameter counts for clients that cannot say in a header what they want: those that send
    none, and browsers that follow a link.
    """
    accept = _accept()
    named = _named_types(asked.format)
    if named and ((accept or "").strip() in ("", "*/*") or _is_browser()):
        results = [name for name in named if name in RESULT_TYPES]
        graphs = [name for name in named if name in GRAPH_TYPES]
        return results or list(RESULT_TYPES), graphs or list(GRAPH_TYPES)
    return ranked(accept, list(RESULT_TYPES), aliases=_RESULT_ALIASES), graph_types()


def not_acceptable(offers: list[str]) -> QueryError:
    """Describe an Accept header that nothing fits."""
    return QueryError(
        "media-type",
        f"the answer cannot be written as {_accept()}",
        remedy="ask for one of " + ", ".join(offers),
    )


def graph_types() -> list[str]:
    """Return the media types of graphs that the client accepts, the one it likes best first."""
    return ranked(_accept(), list(GRAPH_TYPES), aliases=_GRAPH_ALIASES)
