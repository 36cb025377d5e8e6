"""What surrounds every page: static files, template names, the theme, the line of publication."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, abort, redirect, request, url_for

from hallway.graph.answers.questions import Question, questions
from hallway.graph.errors import HallwayError
from hallway.graph.iris import document_path, is_withheld, split_iri
from hallway.graph.vocabulary import KINDS
from hallway.web.assets import AssetError, asset, asset_css, assets_built
from hallway.web.panels import Panel, current_site, question_path
from hallway.web.security import from_this_site, local_path
from hallway.web.sparql.highlight import highlighted
from hallway.web.words import FILTERS, outside, plural

__all__ = ["THEMES", "href", "link_to", "register_frame"]

THEMES = ("auto", "light", "dark")
STATIC_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
"""Endings of the static files that are served, with their media types; nothing else is."""

YEAR_S = 365 * 24 * 3600
FONTS = ("dist/fonts/source-sans-3-latin.woff2", "dist/fonts/literata-latin.woff2")
"""The faces that every page needs, fetched before the style sheet asks for them."""


def link_to(path: str) -> str:
    """Return the address on this server of a path below the base."""
    return request.script_root + "/" + path


def href(iri: str | None) -> str | None:
    """Return where a link to an IRI leads: our own document, or an outside http or mail address."""
    if not iri or is_withheld(iri):
        return None
    path = document_path(current_site().config.base, iri)
    return link_to(path) if path is not None else outside(iri)


def sign_of(iri: str | None) -> str:
    """Return the name of the sign of a thing's kind; empty for things without one."""
    parts = split_iri(current_site().config.base, iri) if iri else None
    kind = parts[0] if parts else ""
    return kind if kind in KINDS else "place" if kind == "room" else ""


def explore(iri: str) -> str:
    """Return where the network shows a thing with what is linked to it."""
    parts = split_iri(current_site().config.base, iri)
    kind, slug = parts or ("", "")
    name = kind if kind in ("event", "series") else "ids"
    value = quote(slug if name != "ids" else f"{kind}/{slug}", safe="/")
    return link_to(f"explore?{name}={value}")


def _question_json(one: Question) -> dict[str, str]:
    """Return a question as an example for the editor."""
    return {"name": one.name, "title": one.title, "query": one.text}


def _question(panel: Panel, suffix: str = "") -> str:
    base = current_site().config.base
    return link_to(question_path(panel.name, panel.parameters, base, suffix))


class StaticFiles:
    """The static files as they were when the application started, each with its digest."""

    def __init__(self, root: Traversable) -> None:
        self._bodies: dict[str, tuple[bytes, str, str]] = {}
        self._gather(root, "")

    def _gather(self, folder: Traversable, path: str) -> None:
        for entry in folder.iterdir():
            name = path + entry.name
            ending = entry.name.rpartition(".")[2]
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                self._gather(entry, name + "/")
            elif ending in STATIC_TYPES:
                body = entry.read_bytes()
                digest = hashlib.sha256(body).hexdigest()[:12]
                self._bodies[name] = (body, STATIC_TYPES[ending], digest)

    def version(self, name: str) -> str:
        """Return the digest of a file, empty when there is no such file."""
        return self._bodies[name][2] if name in self._bodies else ""

    def answer(self, name: str) -> Response:
        """Serve a file; one asked for by its digest, or of a hashed name, never changes."""
        if name not in self._bodies:
            abort(404)
        body, media_type, digest = self._bodies[name]
        response = Response(body, content_type=media_type)
        response.set_etag(digest)
        fixed = request.args.get("v") == digest or name.startswith("dist/assets/")
        response.cache_control.public = True
        response.cache_control.max_age = YEAR_S if fixed else 3600
        if fixed:
            response.cache_control.immutable = True
        response.make_conditional(request)
        return response


def register_frame(app: Flask) -> None:
    """Add static files, the theme form, and what every template may use."""
    kept = StaticFiles(files("hallway.web").joinpath("static"))

    def static_url(name: str) -> str:
        return url_for("static", filename=name, v=kept.version(name))

    app.add_url_rule("/static/<path:filename>", "static", lambda filename: kept.answer(filename))
    app.add_url_rule("/theme", "theme", _set_theme, methods=["POST"])
    app.add_url_rule("/favicon.ico", "favicon", lambda: kept.answer("favicon.svg"))
    app.after_request(_private_to_the_theme)
    app.jinja_env.filters.update(FILTERS, sparql=highlighted, question_json=_question_json)
    app.jinja_env.globals.update(
        explore=explore,
        href=href,
        island=_island,
        island_styles=_island_styles,
        sign_of=sign_of,
        question=_question,
        static=static_url,
        url=link_to,
    )
    app.context_processor(_frame)


def _frame() -> dict[str, Any]:
    theme = request.cookies.get("theme", "")
    built = assets_built()
    path = request.script_root + quote(request.path, safe="/")
    query = request.query_string.decode("ascii", "ignore")
    return {
        "site_title": current_site().config.title,
        "theme": theme if theme in ("light", "dark") else "",
        "here": path + ("?" + query if query else ""),
        "section": request.path.strip("/").split("/")[0],
        "publication": _publication(),
        "generation": _generation(),
        "site_config": current_site().config,
        "all_questions": sorted(questions().values(), key=lambda one: one.title),
        "fonts": [url_for("static", filename=name) for name in FONTS] if built else [],
        "styles": _styles(built),
        "scripts": _island("islands/suggest.ts"),
    }


def _styles(built: bool) -> list[str]:
    return (
        [*_kept(asset, "fonts/fonts.css"), *_island_styles("islands/suggest.ts")] if built else []
    )


def _kept(find: Callable[[str], str], name: str) -> list[str]:
    """Return one built file; none while a new build is being written."""
    try:
        return [find(name)]
    except AssetError:
        return []


def _publication() -> str:
    """Say in words what is published; empty when nothing is."""
    try:
        current = current_site().current
    except HallwayError:
        return ""
    talks = plural(current.counts.get("talk", 0), "talk")
    sources = plural(len(current.sources), "source")
    return f"{talks} from {sources}, published as generation {current.number}."


def _island(source: str) -> list[str]:
    """Return the script of an island, none when nothing has been built."""
    return _kept(asset, source)


def _island_styles(source: str) -> list[str]:
    """Return the styles of an island, none when nothing has been built."""
    try:
        return list(asset_css(source))
    except AssetError:
        return []


def _private_to_the_theme(response: Response) -> Response:
    """Tell caches that a page differs with the cookie of the theme, and to ask before reuse."""
    if response.mimetype == "text/html" and not 300 <= response.status_code < 400:
        response.vary.add("Cookie")
        if not response.cache_control:
            response.cache_control.no_cache = True
    return response


def _generation() -> int:
    """Return the number of the published generation, 0 before the first."""
    try:
        return current_site().generation
    except HallwayError:
        return 0


def _set_theme() -> Response:
    """Keep a reader's choice of light or dark in a cookie, and go back to the page."""
    if not from_this_site():
        abort(403)
    chosen = request.form.get("theme", "")
    if chosen not in THEMES:
        abort(400)
    back = local_path(request.form.get("back", ""), link_to(""))
    response = redirect(back, 303)
    if chosen == "auto":
        response.delete_cookie("theme", path="/")
    else:
        response.set_cookie(
            "theme", chosen, max_age=YEAR_S, path="/", httponly=True, samesite="Lax"
        )
    assert isinstance(response, Response)  # noqa: S101
    return response
