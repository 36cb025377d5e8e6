"""Review: suggestions that wait for a curator, one at a time with its evidence, and decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
)
from werkzeug.datastructures import MultiDict

from hallway.graph.deciding import decide, decide_links
from hallway.graph.errors import SiteError
from hallway.graph.linking.decisions import SAME_AS
from hallway.graph.reviewing import KINDS_OF_CASE, Case, Taken, details, unbuilt, waiting
from hallway.web.curators import csrf_token, curator, expect_own_form, refused_for, sign_in
from hallway.web.errors import Problem, problem_answer
from hallway.web.evidence import link_evidence, marked, person_evidence
from hallway.web.frame import link_to
from hallway.web.panels import current_site
from hallway.web.security import local_path

__all__ = ["review"]

review = Blueprint("review", __name__)

BEFORE, SHOWN = 4, 16
"""Cases listed before the one that is looked at, and in all."""
TAKEN = 30
MOST_AT_ONCE = 500
WHY_LENGTH = 500
ACTIONS = ("accept", "reject", "unsure")
WORDS = {
    "accept": "accepted",
    "reject": "rejected",
    "unsure": "left open",
    "merge": "joined",
    "split": "kept apart",
    "rename": "renamed",
}
"""What a decision did, for a list of them."""

PEOPLE = {"accept": "same", "reject": "different"}

View = Callable[..., Any]


@review.after_app_request
def _kept_by_nobody(response: Response) -> Response:
    """Forbid every cache to keep these pages; what may not be kept is not shared across origins.

    Looks at the path, so that it holds for what no route of ours answers as well.
    """
    if request.path == "/review" or request.path.startswith("/review/"):
        response.headers["Cache-Control"] = "private, no-store"
    return response


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


# Signing in -------------------------------------------------------------------------------------


@review.get("/review")
@for_curators
def queue() -> Response | str:
    """Show a case with its evidence, or to a stranger the way in."""
    if curator() is None:
        return _door()
    kind = request.args.get("kind", "")
    kind = kind if kind in KINDS_OF_CASE.values() else ""
    cases = waiting(current_site(), kind)
    at = _place(cases, request.args.get("case", ""))
    taken = unbuilt(current_site())
    first = max(0, min(at - BEFORE, len(cases) - SHOWN))
    return render_template(
        "review.html",
        who=curator(),
        csrf=csrf_token(),
        kind=kind,
        cases=cases,
        listed=cases[first : first + SHOWN],
        case=cases[at] if cases else None,
        previous=_to(cases, at - 1, kind),
        next=_to(cases, at + 1, kind),
        link_to_case=lambda case: _address(case, kind),
        taken=taken,
        taken_shown=taken[:TAKEN],
        told=_told,
        **(_evidence(cases[at]) if cases else {}),
    )


def _door(wrong: str = "", status: int = 200) -> Response:
    return make_response(
        render_template("review_door.html", csrf=csrf_token(), wrong=wrong), status
    )


@review.post("/review/enter")
@for_curators
def enter() -> Response:
    """Sign in with the site's token."""
    wait = refused_for()
    if wait:
        response = _door(f"Too many wrong tokens came from here. Try again in {wait} seconds.", 429)
        response.headers["Retry-After"] = str(wait)
        return response
    if not sign_in(request.form.get("token", ""), request.form.get("who", "")):
        return _door("This is not the token of this site.", 403)
    return _back(link_to("review"))


@review.post("/review/leave")
@for_curators
def leave() -> Response:
    """Sign out."""
    session.clear()
    return _back(link_to(""))


def _back(path: str) -> Response:
    response = redirect(path, 303)
    assert isinstance(response, Response)  # noqa: S101  (Flask's own class, given no other)
    return response


# Deciding ---------------------------------------------------------------------------------------


@review.post("/review/decide")
@for_curators
def judge() -> Response:
    """Record what was decided of a link and, when asked to, of all that are like it."""
    form = request.form
    action, links = form.get("action", ""), [form.get("link", "")]
    if action not in ACTIONS or not links[0]:
        abort(400, "The form does not say what was decided, or of which link.")
    if form.get("equal") == "1":
        links = _alike(links[0])
    try:
        decide_links(
            current_site(),
            action,
            links[:MOST_AT_ONCE],
            who=curator() or "",
            when=_now(),
            why=_why(form),
        )
    except SiteError as error:
        return _conflict(error)
    return _back(local_path(form.get("back", ""), link_to("review")))


@review.post("/review/undo")
@for_curators
def undo() -> Response:
    """Take a decision back."""
    decision = request.form.get("decision", "")
    try:
        decide(current_site(), "undo", decision, "", who=curator() or "", when=_now(), why="")
    except SiteError as error:
        return _conflict(error)
    return _back(local_path(request.form.get("back", ""), link_to("review")))


def _conflict(error: SiteError) -> Response:
    what = f"{error.what[:1].upper()}{error.what[1:]}: a build may have changed it since."
    return problem_answer(Problem(409, "Not there any more", what, "Go back and load Review anew."))


def _alike(link: str) -> list[str]:
    """Return the links of a case by one of them; that one alone when it is in none."""
    for case in waiting(current_site()):
        ids = [one.id for one in case.suggestions]
        if link in ids:
            return ids
    return [link]


def _now() -> datetime:
    return datetime.now(UTC)


def _why(form: MultiDict[str, str]) -> str:
    printable = "".join(c if c.isprintable() else " " for c in form.get("why", ""))
    return " ".join(printable.split())[:WHY_LENGTH]


# What is shown ----------------------------------------------------------------------------------


def _place(cases: Sequence[Case], wanted: str) -> int:
    """Find the case of a link; the first when it is settled or unknown."""
    return next((i for i, case in enumerate(cases) if case.first.id == wanted), 0)


def _address(case: Case, kind: str) -> str:
    return link_to(f"review?case={case.first.id}" + (f"&kind={kind}" if kind else ""))


def _to(cases: Sequence[Case], place: int, kind: str) -> str:
    return _address(cases[place], kind) if 0 <= place < len(cases) else ""


def _evidence(case: Case) -> dict[str, Any]:
    site, one = current_site(), case.first
    method, quote = details(site, one)
    read = person_evidence if one.predicate == SAME_AS else link_evidence
    quoted = marked(quote, one.object.label)
    return {"method": method, "quote": quoted, "sides": read(site, one)}


def _told(taken: Taken) -> str:
    """Say what a decision did: ``accepted``, or ``taken back: accepted``."""
    about = taken.about
    words = WORDS | (PEOPLE if about.predicate == SAME_AS else {})
    done = words.get(about.action, about.action)
    return f"taken back: {done}" if taken.takes_back else done
