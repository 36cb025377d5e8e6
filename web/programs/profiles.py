"""Things by their profiles elsewhere: ``/by/github/ann`` leads to whoever has that account."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template

from hallway.graph.answers import things
from hallway.graph.answers.things import Ref
from hallway.graph.iris import document_path
from hallway.graph.matching.profiles import by_profile, profile_of
from hallway.web.frame import link_to
from hallway.web.panels import current_site

__all__ = ["profiles"]

profiles = Blueprint("profiles", __name__)


@profiles.get("/by/<scheme>/<path:name>")
def by(scheme: str, name: str) -> Response:
    """Lead to the thing with a profile; offer all of them when several have it."""
    site = current_site()
    engine, base = site.engine(), site.config.base
    known = site.cached("by-profile", lambda: by_profile(engine))
    iris = known.get(profile_of(scheme, name[:300]), ())
    if not iris:
        schemes = ", ".join(sorted({one for one, _ in known})) or "none"
        abort(404, f"Nothing here has the {scheme} profile '{name[:300]}'. Known here: {schemes}.")
    if len(iris) == 1:
        response: Response = redirect(link_to(document_path(base, iris[0]) or ""), 302)  # type: ignore[assignment]
        return response
    found = [things.describe(engine, base, iri) for iri in iris]
    refs = [Ref(one.iri, one.label) for one in found if one is not None]
    page = render_template("profiles.html", scheme=scheme, name=name[:300], refs=refs)
    return make_response(page, 300)
