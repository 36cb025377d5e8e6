"""What answers at the address of somebody who asked to be forgotten: that, and no name."""

from __future__ import annotations

from flask import Response, make_response, render_template

from hallway.graph.site import Site
from hallway.graph.suppression.forgotten import ForgottenList, load_forgotten
from hallway.web.errors import Problem, problem_document, wants_page
from hallway.web.frame import link_to

__all__ = ["is_forgotten", "tombstone"]

WHAT = "Somebody who was named at this address asked this site to forget them."
REMEDY = "Their talks are still listed, without their name. Nothing here tells which ones they are."


def is_forgotten(site: Site, kind: str, slug: str) -> bool:
    """Tell whether an address led to somebody who asked to be forgotten."""
    held: ForgottenList = site.cached("forgotten", lambda: load_forgotten(site.folder))
    return held.hides(kind, slug)


def tombstone() -> Response:
    """Answer 410, in words or as a problem document.

    Neither repeats the address that was asked for, since it holds the name. No cache keeps it, and
    whatever one had of the page before must go: pages are revalidated at every request.
    """
    problem = Problem(410, "Forgotten on request", WHAT, REMEDY)
    if wants_page():
        page = render_template("tombstone.html", problem=problem, here=link_to(""))
        response = make_response(page, 410)
    else:
        response = problem_document(problem)
    response.headers["Vary"] = "Accept"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, noarchive"
    return response
