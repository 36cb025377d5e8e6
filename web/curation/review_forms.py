"""What the forms of curators share: who may send them, what came of it, and where they lead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from flask import Response, abort, redirect, request
from werkzeug.datastructures import MultiDict

from hallway.graph.curation.decision_list import Taken
from hallway.graph.errors import SiteError
from hallway.graph.linking.decision import APPEARS, SAME_AS, SPELLED, Decision
from hallway.web.curation.curators import curator, expect_own_form
from hallway.web.errors import Problem, problem_answer
from hallway.web.panels import current_site

__all__ = ["conflict", "done", "for_curators", "given_reason", "led_back", "now", "told"]

WHY_LENGTH = 500
WORDS = {
    "accept": "accepted",
    "reject": "rejected",
    "unsure": "left open",
    "merge": "joined",
    "split": "kept apart",
    "rename": "renamed",
    "prefer": "believed",
    "undo": "taken back",
}
"""What a decision did, for a list of them."""

PEOPLE = {"accept": "same", "reject": "different"}

View = Callable[..., Any]


def for_curators(view: View) -> View:
    """Answer only where reviewing is switched on, and a form only when it is our own."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if not current_site().config.review_token:
            return _off()
        if request.method == "POST":
            expect_own_form()
            if request.endpoint != "review.enter" and curator() is None:
                abort(403, "Nobody is signed in. Give the token once more.")
        return view(*args, **kwargs)

    return guarded


def _off() -> Response:
    what = "Nobody can decide on the web here: this site has no review token."
    remedy = (
        "Whoever runs it sets review_token in hallway.toml and starts the server again;"
        " hallway review on the command line needs none."
    )
    return problem_answer(Problem(404, "Review is switched off", what, remedy))


def led_back(path: str) -> Response:
    """Lead to a page of this site, which is then asked for with GET."""
    response = redirect(path, 303)
    assert isinstance(response, Response)  # noqa: S101  (Flask's own class, given no other)
    return response


def conflict(error: SiteError) -> Response:
    """Say that something cannot be decided, or not any more."""
    what = f"{error.what[:1].upper()}{error.what[1:]}."
    remedy = error.remedy or "a build may have changed it since: go back and load the page anew"
    remedy = f"{remedy[:1].upper()}{remedy[1:]}."
    return problem_answer(Problem(409, "Not decided", what, remedy))


def now() -> datetime:
    """Return this instant."""
    return datetime.now(UTC)


def given_reason(form: MultiDict[str, str]) -> str:
    """Return the reason that a form gives, as one line."""
    printable = "".join(c if c.isprintable() else " " for c in form.get("why", ""))
    return " ".join(printable.split())[:WHY_LENGTH]


def told(taken: Taken) -> str:
    """Say what a decision did: ``accepted``, or ``taken back: accepted``."""
    return f"taken back: {done(taken.about)}" if taken.takes_back else done(taken.about)


def done(decision: Decision) -> str:
    """Say what a decision did: ``accepted``."""
    joins = decision.predicate in (SAME_AS, APPEARS) or decision.predicate in SPELLED
    words = WORDS | (PEOPLE if joins else {})
    return words.get(decision.action, decision.action)
