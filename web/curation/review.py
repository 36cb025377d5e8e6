"""Review: suggestions that wait for a curator, one at a time with its evidence, and decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    render_template,
    request,
)

from hallway.graph.answers.things import resolve
from hallway.graph.curation.deciding import decide, decide_links
from hallway.graph.curation.decision_list import listed, unbuilt
from hallway.graph.curation.reviewing import KINDS_OF_CASE, Case, Wanted, details, waiting
from hallway.graph.errors import SiteError
from hallway.graph.linking.decisions import Decisions
from hallway.web.curation.curators import csrf_token, curator, refused_for, sign_in, sign_out
from hallway.web.curation.evidence import PARTS, link_evidence, marked, pair_evidence, part_evidence
from hallway.web.curation.review_forms import (
    conflict,
    for_curators,
    given_reason,
    led_back,
    now,
    told,
)
from hallway.web.frame import link_to
from hallway.web.lists import paged
from hallway.web.panels import current_site
from hallway.web.security import local_path

__all__ = ["review"]

review = Blueprint("review", __name__)

BEFORE, SHOWN = 4, 16
"""Cases listed before the one that is looked at, and in all."""
TAKEN = 30
MOST_AT_ONCE = 500
ACTIONS = ("accept", "reject", "unsure")
QUESTIONS = {
    "person": "same person",
    "record": "same talk or event",
    "spelling": "same topic, organization or series",
    "topic": "about",
    "organization": "presented by",
    "hierarchy": "part or kind of",
}
"""Kinds of case in words."""


@review.after_app_request
def _kept_by_nobody(response: Response) -> Response:
    """Forbid every cache to keep these pages; what may not be kept is not shared across origins.

    Looks at the path, so that it holds for what no route of ours answers as well.
    """
    if request.path == "/review" or request.path.startswith("/review/"):
        response.headers["Cache-Control"] = "private, no-store"
    return response


# Signing in -------------------------------------------------------------------------------------


@review.get("/review")
@for_curators
def queue() -> Response | str:
    """Show a case with its evidence, or to a stranger the way in."""
    if curator() is None:
        return _door()
    wanted = _wanted(request.args)
    cases = waiting(current_site(), wanted)
    at = _place(cases, request.args.get("case", ""))
    taken = unbuilt(current_site())
    first = max(0, min(at - BEFORE, len(cases) - SHOWN))
    return render_template(
        "review.html",
        who=curator(),
        csrf=csrf_token(),
        wanted=wanted,
        asked=request.args.get("where", "").strip()[:300],
        narrowed=wanted != Wanted(),
        questions=QUESTIONS,
        cases=cases,
        listed=cases[first : first + SHOWN],
        case=cases[at] if cases else None,
        previous=_to(cases, at - 1),
        next=_to(cases, at + 1),
        parts_of=PARTS,
        parted=bool(cases) and cases[at].first.predicate in PARTS,
        link_to_case=_address,
        taken=taken,
        taken_shown=taken[:TAKEN],
        told=told,
        **(_evidence(cases[at]) if cases else {}),
    )


def _wanted(given: Mapping[str, str]) -> Wanted:
    """Read which cases are asked for; an event or series by its path, its address or its name."""
    kind, where = given.get("kind", ""), given.get("where", "").strip()[:300]
    found = None
    if where:
        site = current_site()
        both = (resolve(site.engine(), site.config.base, one, where) for one in ("event", "series"))
        found = next((iri for iri in both if iri), "nowhere:")
    return Wanted(
        kind if kind in KINDS_OF_CASE else "",
        found or "",
        given.get("q", "").strip()[:200],
        given.get("derived") == "1",
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
    return led_back(link_to("review"))


@review.post("/review/leave")
@for_curators
def leave() -> Response:
    """Sign out."""
    sign_out()
    return led_back(link_to(""))


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
            when=now(),
            why=given_reason(form),
        )
    except SiteError as error:
        return conflict(error)
    return led_back(local_path(form.get("back", ""), link_to("review")))


@review.post("/review/undo")
@for_curators
def undo() -> Response:
    """Take a decision back."""
    decision = request.form.get("decision", "")
    try:
        why = given_reason(request.form)
        decide(current_site(), "undo", decision, "", who=curator() or "", when=now(), why=why)
    except SiteError as error:
        return conflict(error)
    return led_back(local_path(request.form.get("back", ""), link_to("review")))


@review.get("/review/decisions")
@for_curators
def decisions() -> Response | str:
    """List what was decided, and let it be taken back."""
    if curator() is None:
        return _door()
    site, asked = current_site(), request.args.get("q", "").strip()[:200]
    found = listed(site, asked)
    page = paged(len(found), TAKEN, "review/decisions", **({"q": asked} if asked else {}))
    return render_template(
        "decisions.html",
        csrf=csrf_token(),
        asked=asked,
        total=len(found),
        rows=found[page.first_row - 1 : page.last_row] if found else [],
        page=page,
        conflicts=[one.what for one in Decisions.load(site.decisions).conflicts],
        told=told,
    )


def _alike(link: str) -> list[str]:
    """Return the links of a case by one of them; that one alone when it is in none."""
    cases = (case for way in (False, True) for case in waiting(current_site(), Wanted(derived=way)))
    for case in cases:
        ids = [one.id for one in case.suggestions]
        if link in ids:
            return ids
    return [link]


# What is shown ----------------------------------------------------------------------------------


def _place(cases: Sequence[Case], wanted: str) -> int:
    """Find the case of a link; the first when it is settled or unknown."""
    return next((i for i, case in enumerate(cases) if case.first.id == wanted), 0)


def _address(case: Case) -> str:
    """Return the path of a case among those that were asked for."""
    asked = {name: request.args.get(name, "") for name in ("kind", "where", "q", "derived")}
    query = {"case": case.first.id} | {name: text[:300] for name, text in asked.items() if text}
    return link_to("review?" + urlencode(query))


def _to(cases: Sequence[Case], place: int) -> str:
    return _address(cases[place]) if 0 <= place < len(cases) else ""


def _evidence(case: Case) -> dict[str, Any]:
    site, one = current_site(), case.first
    method, quote = details(site, one)
    quoted = marked(quote, one.object.label)
    if case.kind in ("topic", "organization"):
        sides = link_evidence(site, one)
    elif one.predicate in PARTS:
        sides = part_evidence(site, one)
    else:
        sides = pair_evidence(site, one.subject, one.object)
    return {"method": method, "quote": quoted, "sides": sides}
