"""Programmes as calendars to subscribe to."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, abort, request

from hallway.graph.errors import HallwayError
from hallway.graph.iris import iri_of
from hallway.graph.publishing.calendar import event_calendar
from hallway.web.linked_data import versioned
from hallway.web.panels import current_site

__all__ = ["calendars"]

calendars = Blueprint("calendars", __name__)


@calendars.get("/event/<slug>.ics")
def event(slug: str) -> Response:
    """Hand out the talks of an event."""
    site = current_site()
    iri = iri_of(site.config.base, "event", slug)
    manifest = site.current.folder / "MANIFEST.json"
    published = datetime.fromtimestamp(int(manifest.stat().st_mtime), UTC)
    try:
        body = event_calendar(site, iri or "", published)
    except HallwayError:
        abort(404)
    response = versioned(Response(body, content_type="text/calendar; charset=utf-8"))
    return response.make_conditional(request)  # type: ignore[return-value]
