"""The web application: pages, linked data, SPARQL protocol and the data behind the network."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import get_path_info

from hallway.graph.site import Site
from hallway.web.curation.curators import admit
from hallway.web.errors import register_errors
from hallway.web.frame import register_frame
from hallway.web.kept import Kept
from hallway.web.panels import new_answers
from hallway.web.security import protect

__all__ = ["create_app"]

BLUEPRINTS = (
    ("pages", "pages"),
    ("finding", "finding"),
    ("questions", "questions"),
    ("changes", "changes"),
    ("programs.calendars", "calendars"),
    ("linked_data", "linked_data"),
    ("programs.downloads", "downloads"),
    ("sparql.endpoint", "sparql"),
    ("programs.examples", "examples"),
    ("explore", "explore"),
    ("curation.review", "review"),
    ("curation.curate", "curate"),
    ("curation.decision_tables", "decision_tables"),
    ("curation.conflicts", "disputes"),
    ("programs.reconcile", "reconciling"),
    ("programs.profiles", "profiles"),
    ("programs.api", "api"),
)
"""Module and the name of its blueprint, in the order in which they are registered."""

KEPT_PAGE_CHARACTERS = 40_000_000
"""Most characters that the pages kept for the next reader hold together."""


def create_app(site: Site, config: Mapping[str, Any] | None = None) -> Flask:
    """Make the web application of a site.

    Parameters
    ----------
    site
        Found later as ``current_app.extensions["hallway"]``. Its configured base gives every
        address; what a request says of its host is never used for one.
    config
        Flask settings that replace the defaults, such as ``TRUSTED_HOSTS``.

    Returns
    -------
    Flask
        A WSGI application, safe to use from several threads.
    """
    base = urlsplit(site.config.base)
    app = Flask("hallway.web", static_folder=None)
    app.url_map.merge_slashes = False  # it would redirect to the host that the request names
    app.config.update(
        MAX_CONTENT_LENGTH=site.config.serving.body_bytes,
        SESSION_COOKIE_NAME="hallway",
        TRUSTED_HOSTS=sorted({base.hostname or "localhost", *site.config.trusted_hosts}),
    )
    admit(app, site)
    app.config.update(config or {})
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["hallway"] = site
    app.extensions["hallway.answers"] = new_answers()
    app.extensions["hallway.pages"] = Kept[str](KEPT_PAGE_CHARACTERS, len)
    protect(app)
    register_errors(app)
    register_frame(app)
    for module, name in BLUEPRINTS:
        app.register_blueprint(getattr(import_module(f"hallway.web.{module}"), name))
    if site.config.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=site.config.proxies, x_proto=0, x_host=0
        )
    if base.path != "/":
        app.wsgi_app = _Below(app.wsgi_app, base.path.rstrip("/"))  # type: ignore[method-assign]
    return app


class _Below:
    """Serve below a path prefix, whether or not a proxy in front has taken it off already."""

    def __init__(self, app: Any, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        path = get_path_info(environ)
        if path == self._prefix or path.startswith(self._prefix + "/"):
            environ["PATH_INFO"] = environ["PATH_INFO"][len(self._prefix) :] or "/"
        environ["SCRIPT_NAME"] = self._prefix
        return self._app(environ, start_response)
