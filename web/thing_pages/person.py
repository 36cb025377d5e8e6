"""The page of a person: talks by topic and year, names, who they spoke with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hallway.graph.answers import relations
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.answers.why import Why, leading_to, of_things
from hallway.graph.curation.curating import Appearance, appearances
from hallway.graph.curation.whose import whose
from hallway.graph.engine import Engine
from hallway.graph.reading.names import name_key
from hallway.web import charts
from hallway.web.frame import href
from hallway.web.panels import Row, current_site, panel
from hallway.web.thing_pages.parts import (
    perhaps,
)
from hallway.web.words import day, moment

__all__ = ["person_page"]


def person_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of a person shows."""
    talks = panel("talks-of-speaker", person=thing.iri)
    topics = relations.links_to_topics(engine, (row["talk"] or "" for row in talks.rows))
    years: dict[str, list[Row]] = {}
    for row in talks.rows:
        years.setdefault(row["year"] or "", []).append(row)
    dated = [row for row in talks.rows if row["start"]]
    named = appearances(current_site(), thing.iri)
    shown = {one.subject.iri: one for one in leading_to(engine, thing.iri)}
    found = whose(current_site(), named, shown)
    return {
        "names": _names(named, shown, thing.label),
        "printed": {one.owner.iri: one for one in named if one.printed != (thing.label,)},
        "because": shown,
        "reasons": {one.owner.iri: shown[one.iri] for one in named if one.iri in shown},
        "equal": {one.appearance.owner.iri: one for one in found.values()},
        "same": perhaps(engine, thing, of_things(engine, [thing.iri])),
        "talks": talks,
        "topics": panel("topics-of-speaker", show=8, person=thing.iri),
        "co": panel("co-speakers", show=8, person=thing.iri),
        "years": years,
        "others": relations.performers(engine, (row["talk"] or "" for row in talks.rows)),
        "organizations": relations.affiliations(engine, thing.iri),
        "events": len({row["event"] for row in talks.rows}),
        "recorded": sum(bool(row["recording"]) for row in talks.rows),
        "first_talk": dated[-1] if dated else None,
        "last_talk": dated[0] if dated else None,
        **_lanes(talks.rows, topics, thing.label),
    }


def _names(
    named: Sequence[Appearance], shown: Mapping[str, Why], label: str
) -> list[dict[str, Any]]:
    """Return the names that a person is printed with, most frequent first, each with why."""
    found: dict[str, list[Appearance]] = {}
    for one in named:
        for name in one.printed:
            found.setdefault(name, []).append(one)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {
            "name": name,
            "uses": len(some),
            # Why a talk under the person's own name is theirs stands with the talk.
            "whys": [shown[one.iri] for one in some if one.iri in shown and name != label],
            "own": name_key(name) == name_key(label),
        }
        for name, some in ordered
    ]


def _lanes(
    rows: Sequence[Row], topics: Mapping[str, Sequence[Ref]], name: str, most: int = 7
) -> dict[str, Any]:
    """Draw the talks on floors, one for each frequent topic and one for the rest."""
    dated = [row for row in rows if row["year"]]
    years = [int(row["year"] or 0) for row in dated]
    if len(dated) < 3 or len(set(years)) < 2:
        return {"lanes": None, "lanes_slim": None}
    doors: dict[tuple[str, str], list[tuple[float, str, str, bool]]] = {}
    rest: list[tuple[float, str, str, bool]] = []
    on_topics = {
        row["talk"]: [t for t in topics.get(row["talk"] or "", ()) if t.status != "suggested"]
        for row in dated
    }
    counts: dict[str, int] = {}
    for refs in on_topics.values():
        for ref in refs:
            counts[ref.iri] = counts.get(ref.iri, 0) + 1
    frequent = sorted(counts, key=lambda iri: (-counts[iri], iri))[:most]
    for row in dated:
        door = _door(row)
        placed = False
        for ref in on_topics[row["talk"]]:
            if ref.iri in frequent:
                doors.setdefault((ref.iri, ref.label), []).append(door)
                placed = True
        if not placed:
            rest.append(door)
    found = [
        charts.Lane(label, href(iri) or "", tuple(doors[iri, label]))
        for iri, label in sorted(doors, key=lambda key: frequent.index(key[0]))
    ]
    if rest:
        found.append(charts.Lane("other talks" if found else "talks", "", tuple(rest)))
    first, last = min(years), max(years)
    return {
        "lanes": charts.lanes(found, name, first, last),
        "lanes_slim": charts.lanes(found, name, first, last, slim=True),
    }


def _door(row: Row) -> tuple[float, str, str, bool]:
    found = moment(row["start"])
    part = (found.timetuple().tm_yday - 1) / 366 if found else 0.5
    title = ", ".join(x for x in (row["title"], row["eventLabel"], day(row["start"])) if x)
    return (int(row["year"] or 0) + part, title, href(row["talk"]) or "", bool(row["recording"]))
