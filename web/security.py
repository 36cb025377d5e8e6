"""What every answer carries for safety, and whom a form may come from."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

__all__ = ["CONTENT_SECURITY_POLICY", "from_this_site", "local_path", "protect"]

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
"""One policy for all pages: nothing inline, nothing from another host."""

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}


def protect(app: Flask) -> None:
    """Put the safety headers on every answer, and let other sites read (never write).

    Notes
    -----
    Reads carry no credentials, so ``Access-Control-Allow-Origin: *`` gives a script of another
    site what any client gets. It is not set on other methods, nor on what no cache may keep:
    that is for one reader.
    """

    @app.after_request
    def _headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if request.method in ("GET", "HEAD") and not response.cache_control.no_store:
            response.headers.setdefault("Access-Control-Allow-Origin", "*")
            response.headers.setdefault("Access-Control-Expose-Headers", "ETag, Link, Location")
        return response


def from_this_site() -> bool:
    """Say whether a browser sent this request from one of our own pages.

    A browser names the origin of every POST; a request that names none is not a form of ours.
    Behind a proxy that asks under another host, the origin is that of the configured base.
    """
    if request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        return False
    origin = request.headers.get("Origin", "")
    parts = urlsplit(origin) if re.fullmatch(r"https?://[\w.:\[\]-]+", origin) else None
    base = urlsplit(current_app.extensions["hallway"].config.base)
    return parts is not None and (
        parts.netloc == request.host or parts[:2] == (base.scheme, base.netloc)
    )


def local_path(given: str, fallback: str) -> str:
    r"""Return a path on this site that a redirect may lead to.

    >>> local_path("/talk/x?y=1", "/"), local_path("//evil.example", "/")
    ('/talk/x?y=1', '/')
    >>> local_path("/\\evil.example", "/"), local_path("https://evil.example/", "/")
    ('/', '/')
    """
    plain = re.fullmatch(r"/(?![/\\])[!-\[\]-~]*", given)
    return given if plain else fallback
