"""Linked data: a thing redirects to its document, a document comes in the form that was asked for.

The thing is ``/id/{kind}/{slug}`` and answers 303. Its document ``/{kind}/{slug}`` is a page or RDF
by ``Accept``; a suffix pins one form. All forms of a document hold the same graph.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import NoReturn

from flask import Blueprint, Response, abort, current_app, request

import hallway
from hallway.graph.addresses import Ledger
from hallway.graph.answers import things
from hallway.graph.iris import document_path, iri_of
from hallway.graph.vocabulary import KINDS
from hallway.web.curation.curators import curator
from hallway.web.errors import REMEDIES, TITLES, Problem, problem_answer
from hallway.web.frame import link_to
from hallway.web.kept import Kept
from hallway.web.negotiation import ALIASES, best
from hallway.web.panels import current_site, incomplete
from hallway.web.thing_pages import render_thing
from hallway.web.tombstones import is_forgotten, tombstone

__all__ = ["FORMS", "Form", "linked_data", "negotiated", "versioned"]

linked_data = Blueprint("linked_data", __name__)

MORE_KINDS = (
    "session", "track", "room", "kind", "role", "appearance", "recording", "source", "link",
    "scheme", "decision",
)  # fmt: skip
"""Kinds of thing with an address and a plain page, besides the eight with pages of their own."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a document comes in."""

    suffix: str
    media_type: str
    syntax: str


FORMS = (
    Form("html", "text/html", "text/html"),
    Form("ttl", "text/turtle", "text/turtle"),
    Form("jsonld", "application/ld+json", "application/ld+json"),
    Form("rdf", "application/rdf+xml", "application/rdf+xml"),
    Form("nt", "application/n-triples", "application/n-triples"),
    Form("json", "application/json", "application/ld+json"),
)
"""In the order of preference; ``.json`` is the JSON-LD under the name that plain clients know."""

BY_SUFFIX = {form.suffix: form for form in FORMS}
BY_TYPE = {form.media_type: form for form in FORMS}


def negotiated(offers: tuple[Form, ...] = FORMS) -> Form | None:
    """Pick the form that the request prefers; None when it takes none of them."""
    types = [form.media_type for form in offers if form.suffix != "json"]
    chosen = best(request.headers.get("Accept"), types, aliases=ALIASES)
    return BY_TYPE[chosen] if chosen else None


def versioned(response: Response, *parts: str) -> Response:
    """Tag an answer with the generation and its form, so that a client may keep and check it."""
    response.set_etag(_tag(*parts))
    response.cache_control.no_cache = True
    return response


def _tag(*parts: str) -> str:
    theme = request.cookies.get("theme", "")
    words = [str(current_site().generation), hallway.__version__, request.path, theme, *parts]
    if curator() is not None:
        words.append("curator")
    return hashlib.sha256("\n".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _unchanged(*parts: str) -> Response | None:
    """Answer 304 when the client already has what it would get."""
    tag = _tag(*parts)
    if tag not in request.if_none_match:
        return None
    response = Response(status=304)
    response.set_etag(tag)
    return response


def _not_acceptable(path: str) -> Response:
    offers = tuple((form.media_type, f"{path}.{form.suffix}") for form in FORMS)
    what = "This document comes in the forms listed here, and the request takes none of them."
    return problem_answer(Problem(406, TITLES[406], what, REMEDIES[406], offers=offers))


def _linked(response: Response, path: str, canonical: str) -> Response:
    """Name the canonical address and every other form in the Link header."""
    links = [f'<{canonical}>; rel="canonical"']
    links += [
        f'<{path}.{form.suffix}>; rel="alternate"; type="{form.media_type}"'
        for form in FORMS
        if form.media_type != response.mimetype
    ]
    response.headers["Link"] = ", ".join(links)
    return response


@linked_data.get("/id/<kind>/<path:slug>")
def thing(kind: str, slug: str) -> Response:
    """Lead from a thing to its document, in one step and in the form that was asked for."""
    site = current_site()
    iri = iri_of(site.config.base, kind, slug)
    if iri is None or not things.exists(site.engine(), iri):
        return _elsewhere(kind, slug, "id/")
    path = link_to(document_path(site.config.base, iri) or "")
    form = negotiated()
    if form is None:
        return _not_acceptable(path)
    return _led(303, path + ("" if form.suffix == "html" else f".{form.suffix}"))


def _led(status: int, path: str) -> Response:
    """Redirect to a path of this site with the query that was asked with."""
    query = request.query_string.decode("ascii", "ignore")
    response = Response(status=status)
    response.headers["Location"] = path + (f"?{query}" if query else "")
    response.headers["Vary"] = "Accept"
    response.cache_control.no_cache = True  # what was joined may be taken apart again
    return response


def _elsewhere(kind: str, slug: str, above: str = "") -> Response:
    """Lead to what a curator joined this thing to; where there is no such, it is missing.

    Parameters
    ----------
    above
        ``id/`` for the thing itself, empty for its documents, which may have a suffix.
    """
    site = current_site()
    stem, _, suffix = slug.rpartition(".")
    names = [(slug, "")]
    if suffix in BY_SUFFIX and not above:
        names.append((stem, f".{suffix}"))
    for name, ending in names:
        iri = iri_of(site.config.base, kind, name)
        found = things.survivor(site.engine(), iri) if iri else None
        path = document_path(site.config.base, found) if found else None
        if path:
            return _led(301, link_to(above + path + ending))
    if any(is_forgotten(site, kind, name) for name, _ in names):
        return tombstone()
    _missing(kind, slug)


def _missing(kind: str, slug: str) -> NoReturn:
    """Answer 410 for an address that was given out once, 404 for one that never was."""
    site = current_site()
    ledger = site.cached("ledger", lambda: Ledger(site.ledger))
    stem = slug.rpartition(".")[0] if slug.rpartition(".")[2] in BY_SUFFIX else slug
    if ledger.key(kind, slug) is None and ledger.key(kind, stem) is None:
        abort(404)
    abort(410, f"This was the address of a {kind}. No source of this site speaks of it any more.")


def document(kind: str, slug: str) -> Response:
    """Answer with the document of a thing."""
    site = current_site()
    base = site.config.base
    iri, pinned = _meant(kind, slug)
    if iri is None:
        return _elsewhere(kind, slug)
    below = document_path(base, iri) or ""
    path = link_to(below)
    form = pinned or negotiated()
    if form is None:
        return _not_acceptable(path)
    response = _unchanged(form.suffix) or _written(iri, form)
    response = _linked(response, path, base + below)
    if not incomplete():
        response = versioned(response, form.suffix)
    response.headers["Vary"] = "Accept, Cookie" if form.suffix == "html" else "Accept"
    if form.suffix == "html" and curator() is not None:
        response.headers["Cache-Control"] = "private, no-store"  # it may hold forms of a session
    return response


def _written(iri: str, form: Form) -> Response:
    """Write the document of a thing that is there."""
    engine = current_site().engine()
    if form.suffix == "html":
        return Response(_page(iri), content_type="text/html; charset=utf-8")
    answer = engine.serialize(things.graph_query(iri), [form.syntax])
    kind_of = form.media_type + ("; charset=utf-8" if form.suffix == "ttl" else "")
    return Response(b"".join(answer.chunks), content_type=kind_of)


def _page(iri: str) -> str:
    """Render the page of a thing, or find it as the reader before got it.

    A curator's page holds forms of a session, and one with a query names it in its own links:
    they are made anew.
    """
    site = current_site()
    pages: Kept[str] = current_app.extensions["hallway.pages"]
    key = _tag("page", request.full_path)
    shared = curator() is None and not request.query_string
    kept = pages.get(key) if shared else None
    if kept is not None:
        return kept
    found = things.describe(site.engine(), site.config.base, iri) or abort(404)
    page = render_thing(found)
    if shared and not incomplete():
        pages.put(key, page)
    return page


for _kind in (*KINDS, *MORE_KINDS):
    linked_data.add_url_rule(
        f"/{_kind}/<path:slug>", "document", document, defaults={"kind": _kind}, methods=["GET"]
    )


def _meant(kind: str, slug: str) -> tuple[str | None, Form | None]:
    """Find which thing a path means: a slug may itself end like a suffix, so it goes first."""
    site = current_site()
    stem, dot, suffix = slug.rpartition(".")
    whole = iri_of(site.config.base, kind, slug)
    if not dot or suffix not in BY_SUFFIX:
        known = whole is not None and things.exists(site.engine(), whole)
        return (whole if known else None), None
    if whole is not None and things.exists(site.engine(), whole):
        return whole, None
    cut = iri_of(site.config.base, kind, stem)
    known = cut is not None and things.exists(site.engine(), cut)
    return (cut if known else None), BY_SUFFIX[suffix]
