"""The page of a talk: who, what about, and why that is so."""

from __future__ import annotations

from typing import Any

from hallway.graph.answers import relations, things
from hallway.graph.answers.talk_slots import slots_of_talk
from hallway.graph.answers.things import Thing
from hallway.graph.answers.why import of_things
from hallway.graph.engine import Engine
from hallway.graph.vocabulary import HW, SCHEMA
from hallway.web.panels import current_site, panel
from hallway.web.thing_pages.parts import (
    first,
    records,
)

__all__ = ["talk_page"]

PRESENTED, STATUS = HW.presentedBy.value, SCHEMA.eventStatus.value


def talk_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of a talk shows."""
    links = panel("links-of-talk", talk=thing.iri)
    whys = of_things(engine, [thing.iri])
    abouts = [one for one in whys if one.predicate.endswith("/about")]
    linked = {one.object.iri for one in whys if one.status != "suggested"}
    event_ref = first(thing.refs("schema:superEvent"))
    base = current_site().config.base
    event = things.describe(engine, base, event_ref.iri) if event_ref else None
    similar = panel("talks-like", show=6, talk=thing.iri)
    people = relations.appearances(engine, thing.iri)
    known = {one["person"] for one in people}
    people += [
        {"person": ref.iri, "label": ref.label}
        for ref in thing.refs("schema:performer")
        if ref.iri not in known
    ]
    return {
        "event": event,
        "people": people,
        "slots": slots_of_talk(engine, thing.iri),
        "links": links,
        "stated": [ref for ref in thing.refs("schema:about") if ref.iri not in linked],
        "derived": [one for one in abouts if one.holds],
        "suggested": [one for one in abouts if one.status == "suggested"],
        "presenting": [one for one in whys if one.predicate == PRESENTED and one.holds],
        "off": [one for one in whys if one.predicate == STATUS and one.holds],
        **records(engine, thing, whys),
        "similar": similar,
        "speakers": relations.performers(engine, (row["talk"] or "" for row in similar.rows)),
        "recorded": relations.recorded(engine, (row["talk"] or "" for row in similar.rows)),
    }
