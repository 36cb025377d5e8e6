"""The page of an event: its programme as a list or by rooms, its topics and speakers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hallway.graph.answers import relations
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.answers.timetable import Slot, Timetable, timetable
from hallway.graph.answers.why import of_things
from hallway.graph.engine import Engine
from hallway.graph.iris import is_withheld
from hallway.graph.reconciling.conflicts import conflicts
from hallway.web import charts
from hallway.web.frame import href
from hallway.web.panels import current_site, panel
from hallway.web.thing_pages.parts import (
    first,
    records,
)

__all__ = ["event_page"]

MATRIX_MOST = 40
BRIEF_FROM = 60
"""More talks than this are listed without a part of their text, and with fewer names besides."""
BRIEF_PEOPLE = 60


def event_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of an event shows."""
    programme = panel("event-programme", show=5000, event=thing.iri)
    table = timetable(programme.rows, relations.places_in_source(engine, thing.iri))
    talks = table.talks
    gridded = any(one.grid for one in table.days)
    topics = relations.links_to_topics(engine, (slot.iri for slot in talks[:400]))
    known = [slot.minutes for slot in talks if slot.minutes]
    series = first(thing.refs("hw:inSeries"))
    brief = len(talks) > BRIEF_FROM
    most_people = BRIEF_PEOPLE if brief else 5000
    whys = of_things(engine, [thing.iri])
    return {
        **records(engine, thing, whys),
        "programme": programme,
        "table": table,
        "gridded": gridded,
        "topics": panel("topics-of-event", show=20, event=thing.iri),
        "speakers": panel("speakers-of-event", show=most_people, event=thing.iri),
        "withheld": len({ref.iri for slot in talks for ref in slot.people if is_withheld(ref.iri)}),
        "about": topics,
        "texts": {} if gridded else relations.abstracts(engine, thing.iri),
        "brief": brief,
        "strip": charts.strip([_strip_door(slot) for slot in talks], tall=True) if talks else None,
        "recorded": sum(slot.recorded for slot in talks),
        "lengths": (min(known), max(known), sum(known)) if known else None,
        "breaks": sum(slot.is_break for one in table.days for slot in one.slots),
        "series": series,
        "editions": panel("editions-of-series", series=series.iri) if series else None,
        "matrix": None if gridded else _matrix(table, topics, thing),
        "organizations": _organizations(engine, talks),
        "disputes_within": sum(
            one.event is not None and one.event.iri == thing.iri
            for one in conflicts(current_site())
        ),
    }


def _strip_door(slot: Slot) -> charts.DoorOfTalk:
    words = slot.title + (f", {slot.minutes} min" if slot.minutes else "")
    return charts.DoorOfTalk(slot.minutes, slot.recorded, href(slot.iri) or "", words)


def _organizations(engine: Engine, talks: Sequence[Slot]) -> list[Ref]:
    """Return who presents talks of an event; `Ref.note` is how many."""
    found = relations.presenters(engine, (slot.iri for slot in talks[:400]))
    counts: dict[str, list[Ref]] = {}
    for refs in found.values():
        for ref in refs:
            counts.setdefault(ref.iri, []).append(ref)
    some = [Ref(i, refs[0].label, refs[0].status, str(len(refs))) for i, refs in counts.items()]
    return sorted(some, key=lambda ref: (-int(ref.note), ref.label))


def _matrix(
    table: Timetable, topics: Mapping[str, Sequence[Ref]], thing: Thing
) -> dict[str, Any] | None:
    """Lay talks against the topics that the event names, when that is a table one can see."""
    named = thing.refs("schema:about")
    talks = table.talks
    if not 2 <= len(named) <= 16 or not 2 <= len(talks) <= MATRIX_MOST:
        return None
    rows = []
    for slot in talks:
        sure = {ref.iri: ref.status for ref in topics.get(slot.iri, ())}
        rows.append((slot, [sure.get(topic.iri, "") for topic in named]))
    marks = [status for _, cells in rows for status in cells]
    return {
        "topics": named,
        "rows": rows,
        "derived": sum(status in ("derived", "accepted") for status in marks),
        "stated": marks.count("stated"),
        "suggested": marks.count("suggested"),
    }
