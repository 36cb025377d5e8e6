"""The page of an organization: what its people present and who they are."""

from __future__ import annotations

from typing import Any

from hallway.graph.answers import relations
from hallway.graph.answers.things import Thing
from hallway.graph.engine import Engine
from hallway.graph.vocabulary import SCHEMA
from hallway.web.panels import panel
from hallway.web.thing_pages.parts import above, because, frequent, spelled

__all__ = ["organization_page"]

PARENT = SCHEMA.parentOrganization.value


def organization_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of an organization shows."""
    talks = panel("talks-of-organization", show=30, organization=thing.iri)
    inside = relations.incoming(engine, "schema:parentOrganization", thing.iri)[:30]
    iris = [row["talk"] or "" for row in talks.rows]
    return {
        "talks": talks,
        "speakers": relations.performers(engine, iris),
        "recorded": relations.recorded(engine, iris),
        "people": panel("people-of-organization", show=30, organization=thing.iri),
        "because": because(engine, thing, [*iris, *(ref.iri for ref in inside)]),
        "above": above(engine, thing, PARENT),
        "inside": inside,
        "spellings": spelled(engine, thing),
        "about": frequent(relations.links_to_topics(engine, iris)),
    }
