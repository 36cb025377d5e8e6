"""Decisions as a table, out of the site and in: looked at before anything is recorded."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request

from hallway.graph.curation.decision_list import names_of
from hallway.graph.curation.exchanging import Imported, export_decisions, import_decisions
from hallway.graph.errors import SourceError
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from hallway.web.curation.curators import csrf_token, curator
from hallway.web.curation.review_forms import done, for_curators
from hallway.web.frame import link_to
from hallway.web.panels import current_site

__all__ = ["decision_tables"]

decision_tables = Blueprint("decision_tables", __name__)

TABLE = "text/tab-separated-values; charset=utf-8"
SHOWN = 200
"""Most decisions, and most faults, that the page of a table lists."""


@decision_tables.before_request
def _whole_tables() -> None:
    """Take a table that comes back in a field of the form as long as any request may be."""
    if request.path.endswith("/review/import"):
        request.max_form_memory_size = request.max_content_length


@decision_tables.get("/review/decisions.sssom.tsv")
@for_curators
def table() -> Any:
    """Hand out all decisions as a table."""
    if curator() is None:
        return redirect(link_to("review"), 303)
    response = Response(export_decisions(current_site()), content_type=TABLE)
    response.headers["Content-Disposition"] = "attachment; filename=decisions.sssom.tsv"
    return response


@decision_tables.get("/review/import")
@for_curators
def choose() -> Any:
    """Ask for a table."""
    return _page() if curator() is not None else redirect(link_to("review"), 303)


@decision_tables.post("/review/import")
@for_curators
def look_or_record() -> Any:
    """Say what a table would change, or record it: all of it, or nothing when a row is wrong."""
    form = request.form
    action, given = form.get("action", ""), request.files.get("table")
    if action not in ("look", "record"):
        abort(400, "The form does not say what to do with the table.")
    # A browser writes the new lines of a text field as CR LF.
    kept = form.get("text", "").replace("\r\n", "\n").lstrip("\n")
    text, file = kept.encode("utf-8", "surrogatepass"), form.get("file", "")
    if given is not None and given.filename:
        text, file = given.read(), given.filename
    file = "".join(char for char in file if char.isprintable())[:80] or "table"
    if not text:
        return _page("No table was chosen.", 400)
    skip = form.get("skip_unknown") == "1"
    try:
        found = import_decisions(
            current_site(), text, file, dry_run=action == "look", skip_unknown=skip
        )
    except SourceError as error:
        return _page(f"{error.where}: {error.what}. {error.remedy}".rstrip(". ") + ".", 400)
    if action == "record" and not found.errors:
        return redirect(link_to("review/decisions"), 303)
    return _page(
        status=400 if action == "record" else 200,
        file=file,
        text=text.decode("utf-8"),
        skip=skip,
        found=found,
        rows=_rows(found),
    )


def _page(wrong: str = "", status: int = 200, **more: Any) -> tuple[str, int]:
    usual: dict[str, Any] = {"file": "", "text": "", "skip": False, "found": None, "rows": []}
    page = render_template(
        "import.html", csrf=csrf_token(), wrong=wrong, shown=SHOWN, **usual | more
    )
    return page, status


def _rows(found: Imported) -> list[dict[str, str]]:
    """Return the first decisions of a table in words."""
    some = found.new[:SHOWN]
    site = current_site()
    known = {one.id: one for one in (*Decisions.load(site.decisions).all, *found.new)}
    ends = [known.get(one.subject, one) if one.action == "undo" else one for one in some]
    iris = {iri for one in ends for iri in (one.subject, one.object)}
    names = names_of(site, iris) if site.published() is not None else {}
    return [
        {
            "subject": about.subject,
            "subject_label": names.get(about.subject, about.subject),
            "object": about.object,
            "object_label": names.get(about.object, about.object),
            "told": _told(one, about),
            "who": one.who,
            "when": one.when,
            "why": one.why,
        }
        for one, about in zip(some, ends, strict=True)
    ]


def _told(one: Decision, about: Decision) -> str:
    return f"taken back: {done(about)}" if one.action == "undo" and about is not one else done(one)
