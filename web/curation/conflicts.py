"""What sources disagree about: a page, two files, and the button of a curator."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence

from flask import Blueprint, Response, abort, render_template, request

from hallway.graph.curation.deciding import prefer
from hallway.graph.errors import SiteError
from hallway.graph.iris import iri_of
from hallway.graph.reconciling.conflicts import HEADER, Dispute, conflicts, events_of
from hallway.web.curation.curators import csrf_token, curator
from hallway.web.curation.review_forms import conflict, for_curators, given_reason, led_back, now
from hallway.web.frame import link_to
from hallway.web.linked_data import versioned
from hallway.web.lists import paged
from hallway.web.panels import current_site
from hallway.web.security import local_path

__all__ = ["disputes"]

disputes = Blueprint("disputes", __name__)

PAGE_ROWS = 50


@disputes.get("/conflicts")
def page() -> Response:
    """List the disagreements, of one event or about one property on demand."""
    every = conflicts(current_site())
    given = _given()
    chosen = _chosen(every, given)
    part = paged(len(chosen), PAGE_ROWS, "conflicts", **given)
    who = curator()
    text = render_template(
        "conflicts.html",
        every=every,
        chosen=chosen,
        shown=chosen[max(0, part.first_row - 1) : part.last_row],
        page=part,
        given=given,
        events=[(ref, count, _slug(ref.iri)) for ref, count in events_of(every)],
        words=sorted(Counter(one.word for one in every).items()),
        csrf=csrf_token() if who is not None else "",
    )
    response = Response(text, content_type="text/html; charset=utf-8")
    response.headers["Vary"] = "Cookie"
    if who is not None:
        response.headers["Cache-Control"] = "private, no-store"
        return response
    return versioned(response, *given.values()).make_conditional(request)  # type: ignore[return-value]


@disputes.get("/conflicts.csv")
def table() -> Response:
    """Hand out a row for each source of each disagreement, as CSV."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for one in _chosen(conflicts(current_site()), _given()):
        writer.writerows(one.rows())
    return _file(out.getvalue(), "text/csv; charset=utf-8")


@disputes.get("/conflicts.json")
def listed() -> Response:
    """Hand out the disagreements as JSON."""
    found = [one.as_json() for one in _chosen(conflicts(current_site()), _given())]
    text = json.dumps({"conflicts": found}, ensure_ascii=False, indent=1)
    return _file(text + "\n", "application/json")


@disputes.post("/review/prefer")
@for_curators
def judge() -> Response:
    """Record which source a curator believes about something."""
    form = request.form
    thing, word, source = (form.get(name, "") for name in ("thing", "property", "source"))
    if not (thing and word and source):
        abort(400, "The form does not say which source is believed, or about what.")
    site = current_site()
    try:
        prefer(site, thing, word, source, who=curator() or "", when=now(), why=given_reason(form))
    except SiteError as error:
        return conflict(error)
    return led_back(local_path(form.get("back", ""), link_to("conflicts")))


def _file(text: str, media_type: str) -> Response:
    response = versioned(Response(text, content_type=media_type), *_given().values())
    return response.make_conditional(request)  # type: ignore[return-value]


def _given() -> dict[str, str]:
    names = ("event", "property")
    return {name: text for name in names if (text := request.args.get(name, ""))}


def _chosen(every: Sequence[Dispute], given: dict[str, str]) -> Sequence[Dispute]:
    event = iri_of(current_site().config.base, "event", given.get("event", ""))
    return [
        one
        for one in every
        if ("event" not in given or (one.event is not None and one.event.iri == event))
        and given.get("property", one.word) == one.word
    ]


def _slug(iri: str) -> str:
    return iri.rpartition("/")[2]
