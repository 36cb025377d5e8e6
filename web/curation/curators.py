"""Who may decide: a secret given once, a signed session, and forms that only our own pages send."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, request, session

from hallway.graph.site import Site
from hallway.web.curation.sessions import SignedOut
from hallway.web.panels import current_site
from hallway.web.security import from_this_site
from hallway.web.sparql.places import network_of

__all__ = [
    "Attempts",
    "admit",
    "csrf_token",
    "curator",
    "expect_own_form",
    "refused_for",
    "sign_in",
    "sign_out",
]

SESSION_HOURS = 12
WRONG_TOKENS = 5
WINDOW_S = 60.0
ADDRESSES = 10_000
NAME_LENGTH = 80


class Attempts:
    """Counts wrong tokens by the network they came from; forgets the oldest networks first.

    Parameters
    ----------
    most
        So many within `window_s` seconds are heard; the next ones are not.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        most: int = WRONG_TOKENS,
        window_s: float = WINDOW_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._window, self._clock = most, window_s, clock
        self._guard = threading.Lock()
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()

    def wait_s(self, address: str) -> int:
        """Return how many whole seconds an address has to wait; 0 when it is heard."""
        now = self._clock()
        with self._guard:
            recent = [
                at for at in self._wrong.get(network_of(address), ()) if now - at < self._window
            ]
        return int(recent[-self._most] + self._window - now) + 1 if len(recent) >= self._most else 0

    def wrong(self, address: str) -> None:
        """Count a wrong token."""
        now, network = self._clock(), network_of(address)
        with self._guard:
            recent = [at for at in self._wrong.pop(network, ()) if now - at < self._window]
            self._wrong[network] = [*recent, now]
            while len(self._wrong) > ADDRESSES:
                self._wrong.popitem(last=False)


def admit(app: Flask, site: Site) -> None:
    """Make sessions possible, when the site has a token; without one nobody can sign in.

    The key of the signature is derived from the token at some cost, so that a new token ends all
    sessions and a cookie is of no use to guess the token by.
    """
    token, base = site.config.review_token, site.config.base
    lasting = timedelta(hours=SESSION_HOURS)
    app.extensions["hallway.attempts"] = Attempts()
    app.extensions["hallway.signed_out"] = SignedOut(
        site.folder / "signed-out", lasting.total_seconds()
    )
    app.config.update(
        PERMANENT_SESSION_LIFETIME=lasting,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # else static files would set the cookie too
        SESSION_COOKIE_SECURE=urlsplit(base).scheme == "https",
    )
    if token:
        salt = b"hallway review session " + base.encode("utf-8")
        app.secret_key = hashlib.scrypt(token.encode("utf-8"), salt=salt, n=2**14, r=8, p=1)


def curator() -> str | None:
    """Return the name of who is signed in, which may be empty; None for a stranger."""
    cookie = current_app.config["SESSION_COOKIE_NAME"]
    if not current_site().config.review_token or cookie not in request.cookies:
        return None  # without a look at the session, which would make every page vary with it
    name, own = session.get("curator"), session.get("id")
    if not isinstance(name, str) or not isinstance(own, str) or _signed_out().has(own):
        return None
    return name


def csrf_token() -> str:
    """Return the secret of this session's forms, made at the first call."""
    if "csrf" not in session:
        session["csrf"] = secrets.token_urlsafe(24)
    return str(session["csrf"])


def expect_own_form() -> None:
    """Refuse with 403 a POST that is not a form of ours, made for this session."""
    given = request.form.get("csrf", "").encode("utf-8", "surrogatepass")
    known = str(session.get("csrf", "")).encode("utf-8")
    if not from_this_site() or not known or not hmac.compare_digest(given, known):
        abort(403, "This form was not sent from a page of this site, or its session has ended.")


def refused_for() -> int:
    """Return how many seconds no token of this client is looked at; 0 when one is."""
    attempts: Attempts = current_app.extensions["hallway.attempts"]
    return attempts.wait_s(request.remote_addr or "")


def sign_in(token: str, name: str) -> bool:
    """Begin a new session when the token is right; count it when it is wrong."""
    known = current_site().config.review_token
    if not known or not hmac.compare_digest(
        token.encode("utf-8", "surrogatepass"), known.encode("utf-8")
    ):
        current_app.extensions["hallway.attempts"].wrong(request.remote_addr or "")
        return False
    session.clear()
    session.permanent = True
    printable = "".join(char for char in name if char.isprintable())
    session["curator"] = " ".join(printable.split())[:NAME_LENGTH]
    session["id"] = secrets.token_urlsafe(24)
    csrf_token()
    return True


def sign_out() -> None:
    """End the session for every copy of its cookie."""
    _signed_out().add(session["id"])
    session.clear()


def _signed_out() -> SignedOut:
    found: SignedOut = current_app.extensions["hallway.signed_out"]
    return found
