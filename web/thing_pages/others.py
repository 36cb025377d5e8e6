"""The pages of audiences and places, and of things that have no page of their kind."""

from __future__ import annotations

from typing import Any

from hallway.graph.answers import relations
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.engine import Engine
from hallway.graph.iris import split_iri
from hallway.web.panels import current_site, panel
from hallway.web.thing_pages.parts import (
    frequent,
)

__all__ = ["audience_page", "place_page", "record_page"]


def audience_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of an audience shows."""
    talks = panel("talks-for-audience", show=30, audience=thing.iri)
    iris = [row["talk"] or "" for row in talks.rows]
    base = current_site().config.base
    by_kind: dict[str, list[Ref]] = {"event": [], "talk": []}
    for ref in relations.incoming(engine, "schema:audience", thing.iri):
        by_kind.setdefault((split_iri(base, ref.iri) or ("", ""))[0], []).append(ref)
    return {
        "talks": talks,
        "speakers": relations.performers(engine, iris),
        "recorded": relations.recorded(engine, iris),
        "events": by_kind["event"],
        "about": frequent(relations.links_to_topics(engine, iris)),
    }


def place_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of a place shows."""
    found = relations.incoming(engine, "schema:location", thing.iri)
    return {
        "events": found,
        "rooms": relations.incoming(engine, "schema:containedInPlace", thing.iri),
    }


def record_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Show a thing of a kind without a page of its own: every statement, in words."""
    return {"links": relations.incoming_any(engine, thing.iri)}
