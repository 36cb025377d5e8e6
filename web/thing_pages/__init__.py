"""The page of one thing: what the graph says of it, and its panels; a module for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template

from hallway.graph.answers import relations
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.engine import Engine
from hallway.graph.iris import document_path
from hallway.graph.publishing.markup import named, slot_markup, thing_markup
from hallway.graph.reconciling.conflicts import conflicts_of
from hallway.web.frame import href, link_to
from hallway.web.panels import current_site
from hallway.web.thing_pages.event import event_page
from hallway.web.thing_pages.organization import organization_page
from hallway.web.thing_pages.others import audience_page, place_page, record_page
from hallway.web.thing_pages.person import person_page
from hallway.web.thing_pages.series import series_page
from hallway.web.thing_pages.talk import talk_page
from hallway.web.thing_pages.topic import topic_page

__all__ = ["render_thing"]

MARKED_TALKS = 40


@dataclass(frozen=True, slots=True)
class Source:
    """A graph that speaks of a thing: ``source`` files, the derived ``links`` or ``decisions``."""

    label: str
    path: str
    statements: int
    kind: str


PAGES: dict[str, Callable[[Engine, Thing], dict[str, Any]]] = {
    "talk": talk_page,
    "person": person_page,
    "topic": topic_page,
    "event": event_page,
    "series": series_page,
    "organization": organization_page,
    "audience": audience_page,
    "place": place_page,
}


def render_thing(thing: Thing) -> str:
    """Render the page of a thing."""
    engine = current_site().engine()
    gather = PAGES.get(thing.kind, record_page)
    template = f"{thing.kind}.html" if thing.kind in PAGES else "record.html"
    found: dict[str, Any] = gather(engine, thing)
    base = current_site().config.base
    path = href(thing.iri) or ""
    return render_template(
        template,
        thing=thing,
        path=path,
        base=base,
        canonical=base + (document_path(base, thing.iri) or ""),
        sources=_sources(engine, thing),
        disputes=conflicts_of(current_site(), thing.iri),
        markup=thing_markup(thing, talks=_marked(found, thing.label)),
        **found,
    )


def _sources(engine: Engine, thing: Thing) -> list[Source]:
    base = current_site().config.base
    names = {entry.slug: entry.file for entry in current_site().current.sources}
    found = []
    for link in relations.sources_of(engine, base, thing.iri):
        kind, _, slug = link.label.partition("/")
        label = names.get(slug, slug) if kind == "source" else "derived links"
        label = "decisions of a curator" if kind == "decisions" else label
        path = href(f"{base}id/source/{slug}") if kind == "source" else None
        found.append(Source(label, path or link_to("about") + "#joined", link.statements, kind))
    return found


def _marked(found: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Name the first talks of an event for its markup: all of their text would double the page.

    Of a talk its further slots are told.
    """
    if "slots" in found:
        return [slot_markup(slot, name) for slot in found["slots"]]
    slots = found["table"].talks[:MARKED_TALKS] if "table" in found else ()
    return [named("Event", Ref(slot.iri, slot.title)) for slot in slots]
