"""The page on which a curator joins a thing with another, takes it apart or renames it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request

from hallway.graph.answers import things
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.curation.curating import CURATED, appearances, spellings
from hallway.graph.curation.deciding import decide, take_apart
from hallway.graph.curation.decision_list import listed
from hallway.graph.errors import SiteError
from hallway.graph.iris import document_path, iri_of, split_iri
from hallway.graph.linking.decision import APPEARS, NAMES_OF, SAME_AS, SPELLED
from hallway.graph.vocabulary import DCTERMS, KINDS
from hallway.web.curation.curators import csrf_token, curator
from hallway.web.curation.evidence import pair_evidence
from hallway.web.curation.review_forms import (
    conflict,
    for_curators,
    given_reason,
    led_back,
    now,
    told,
)
from hallway.web.frame import href, link_to
from hallway.web.panels import current_site
from hallway.web.security import local_path

__all__ = ["curate"]

curate = Blueprint("curate", __name__)

OFFERED = 10
"""Most things offered for a name that several have."""
MOST_DECISIONS = 50
NAME_LENGTH = 300


@curate.app_template_global("curate_path")
def curate_path(iri: str) -> str:
    """Return the path of a curator's page of a thing; empty for strangers and other things."""
    parts = split_iri(current_site().config.base, iri)
    if parts is None or parts[0] not in KINDS or curator() is None:
        return ""
    path = document_path(current_site().config.base, iri)
    return link_to(f"review/thing/{path}")


@curate.app_template_global("judging")
def judging() -> str:
    """Return the secret of a curator's forms; empty for strangers."""
    return csrf_token() if curator() is not None else ""


@curate.app_template_global("deciding")
def deciding(predicate: str) -> tuple[str, str]:
    """Return what the two answers about a link are called."""
    if predicate in (SAME_AS, DCTERMS.source.value) or predicate in SPELLED:
        return "Same", "Different"
    return ("Theirs", "Not theirs") if predicate == APPEARS else ("Accept", "Reject")


@curate.get("/review/thing/<kind>/<path:slug>")
@for_curators
def thing(kind: str, slug: str) -> Any:
    """Show what can be decided of a thing, and compare it with another."""
    if curator() is None:
        return redirect(link_to("review"), 303)
    site = current_site()
    iri = iri_of(site.config.base, kind, slug)
    found = things.describe(site.engine(), site.config.base, iri) if iri else None
    if found is None or kind not in KINDS or not things.exists(site.engine(), found.iri):
        abort(404)
    other, offered = _other(found, request.args.get("with", "").strip()[:300])
    return render_template(
        "curate.html",
        csrf=csrf_token(),
        thing=found,
        path=curate_path(found.iri),
        page=href(found.iri),
        one_of=things.KIND_WORDS[kind][0],
        joinable=kind in CURATED,
        asked=request.args.get("with", "").strip()[:300],
        other=other,
        offered=offered,
        sides=pair_evidence(site, Ref(found.iri, found.label), other) if other else None,
        parts=_parts(found),
        decisions=listed(site, thing=found.iri)[:MOST_DECISIONS],
        told=told,
    )


def _other(found: Thing, asked: str) -> tuple[Ref | None, list[Ref]]:
    """Return the other thing that was asked for; when several may be meant, these instead."""
    site = current_site()
    if not asked or found.kind not in CURATED:
        return None, []
    hits = site.search_index().search(asked, kinds=[found.kind], limit=OFFERED).items
    offered = [Ref(hit.iri, hit.label) for hit in hits if hit.iri != found.iri]
    named = [ref for ref in offered if ref.label.casefold() == asked.casefold()]
    iri = things.resolve(site.engine(), site.config.base, found.kind, asked)
    wanted = things.describe(site.engine(), site.config.base, iri) if iri else None
    if wanted is None or wanted.kind != found.kind or wanted.iri == found.iri or len(named) > 1:
        return None, offered
    return Ref(wanted.iri, wanted.label), []


def _parts(found: Thing) -> list[dict[str, Any]]:
    """Return what can be taken out of a thing: its value in the form, and what it is."""
    site = current_site()
    if found.kind == "person":
        return [
            {
                "value": one.iri,
                "owner": one.owner,
                "event": one.event,
                "year": one.year,
                "printed": one.printed,
                "organizations": one.organizations,
            }
            for one in appearances(site, found.iri)
        ]
    if found.kind in NAMES_OF:
        return [{"value": one.text, "uses": one.uses} for one in spellings(site, found.iri)]
    return []


# Deciding ---------------------------------------------------------------------------------------


@curate.post("/review/pair")
@for_curators
def pair() -> Response:
    """Record that two things are one, or are not."""
    form = request.form
    if form.get("action") not in ("merge", "split"):
        abort(400, "The form does not say whether the two are one.")
    return _decided(form["action"], form.get("a", ""), form.get("b", ""))


@curate.post("/review/rename")
@for_curators
def rename() -> Response:
    """Record another name of a thing."""
    printable = "".join(c if c.isprintable() else " " for c in request.form.get("name", ""))
    name = " ".join(printable.split())[:NAME_LENGTH]
    if not name:
        abort(400, "The form gives no name.")
    return _decided("rename", request.form.get("thing", ""), name)


@curate.post("/review/apart")
@for_curators
def apart() -> Response:
    """Record that some parts of a thing are another thing."""
    form = request.form
    try:
        take_apart(
            current_site(),
            form.get("thing", ""),
            form.getlist("part")[:1000],
            who=curator() or "",
            when=now(),
            why=given_reason(form),
        )
    except SiteError as error:
        return conflict(error)
    return led_back(local_path(form.get("back", ""), link_to("review")))


def _decided(action: str, subject: str, object_: str) -> Response:
    form = request.form
    try:
        decide(
            current_site(),
            action,
            subject,
            object_,
            who=curator() or "",
            when=now(),
            why=given_reason(form),
        )
    except SiteError as error:
        return conflict(error)
    return led_back(local_path(form.get("back", ""), link_to("review")))
