"""The page of a series: editions in order, topics through time, who came back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hallway.graph.answers.series import editions_of_people, said_by
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.engine import Engine
from hallway.web import charts
from hallway.web.frame import href
from hallway.web.panels import Row, current_site, panel
from hallway.web.thing_pages.parts import (
    number,
    spelled,
)

__all__ = ["series_page"]

HEAT_TOPICS = 15
HEAT_FEWEST = 20
"""Fewest talks of an edition whose shares are worth a shade."""
BACK_SHOWN = 12
"""Most people who came back that are listed, with their editions."""


def series_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of a series shows."""
    found = panel("editions-of-series", series=thing.iri)
    doors = [
        charts.DoorOfEvent(
            row["label"] or "",
            _edition_name(row["label"] or "", thing.label) or row["year"] or "",
            row["year"] or "",
            number(row["talks"]),
            href(row["event"]) or "",
        )
        for row in found.rows
    ]
    people = panel("people-of-series", series=thing.iri)
    back = [row for row in people.rows if number(row["editions"]) > 1]
    topics = panel("topics-of-series", show=5000, series=thing.iri)
    came = editions_of_people(engine, thing.iri, (row["person"] or "" for row in back[:BACK_SHOWN]))
    with_talks = [row for row in found.rows if number(row["talks"])]
    return {
        "editions": found,
        "spellings": spelled(engine, thing),
        "chart": charts.editions(doors, thing.label) if len(doors) > 1 else None,
        "chart_slim": charts.editions(doors, thing.label, slim=True) if len(doors) > 1 else None,
        "with_talks": with_talks,
        "talks": sum(number(row["talks"]) for row in found.rows),
        "people": people,
        "back": back,
        "came": [
            _came(row, came.get(row["person"] or "", set()), with_talks)
            for row in back[:BACK_SHOWN]
        ],
        "largest": max(with_talks, key=lambda row: number(row["talks"]), default=None),
        "like": panel("series-like", show=5, series=thing.iri),
        "sayers": _said_by(engine, thing),
        "topics": topics,
        "heat": _heat(topics.rows, with_talks),
    }


def _came(row: Row, events: set[str], editions: Sequence[Row]) -> dict[str, Any]:
    """Return a person who came back, with the years and a door for each edition they spoke at."""
    there = [one["event"] in events for one in editions]
    years = [one["year"] for one, was in zip(editions, there, strict=True) if was and one["year"]]
    return {
        "row": row,
        "years": "–".join(dict.fromkeys((years[0], years[-1]))) if years else "",
        "strip": charts.attended(there),
    }


def _said_by(engine: Engine, thing: Thing) -> list[tuple[str, list[Ref]]]:
    """Return the files whose sources say which events are editions, those with most first."""
    site = current_site()
    files = {entry.slug: entry.file for entry in site.current.sources}
    files["decisions"] = "A curator"
    found = said_by(engine, site.config.base, thing.iri).items()
    told = [(files.get(slug, slug), events) for slug, events in found]
    return sorted(told, key=lambda pair: (-len(pair[1]), pair[0]))


def _edition_name(name: str, series: str) -> str:
    """Return what tells an edition from the others of its series, such as ``Spring 2021``."""
    rest = name[len(series) :] if name.casefold().startswith(series.casefold()) else name
    return rest.strip(" ,:-–") if len(rest) < 16 else ""


def _heat(rows: Sequence[Row], editions: Sequence[Row]) -> dict[str, Any] | None:
    """Shade topics by edition: the share of its talks, the number always there."""
    if len(editions) < 2:
        return None
    counts: dict[tuple[str, str], int] = {}
    totals: dict[str, int] = {}
    labels: dict[str, str] = {}
    for row in rows:
        topic, n = row["topic"] or "", number(row["talks"])
        counts[topic, row["event"] or ""] = n
        totals[topic] = totals.get(topic, 0) + n
        labels[topic] = row["label"] or ""
    order = sorted((t for t in totals if totals[t]), key=lambda t: (-totals[t], labels[t]))
    lines = [
        (Ref(topic, labels[topic]), [_shade(counts, topic, row) for row in editions], totals[topic])
        for topic in order[:HEAT_TOPICS]
    ]
    return {"editions": editions, "lines": lines, "all": len(order)} if lines else None


def _shade(counts: Mapping[tuple[str, str], int], topic: str, edition: Row) -> dict[str, Any]:
    part = counts.get((topic, edition["event"] or ""), 0)
    whole = number(edition["talks"])
    share = 100 * part / whole if whole else 0.0
    few = whole < HEAT_FEWEST
    return {
        "part": part,
        "whole": whole,
        "share": share,
        "few": few,
        "step": 0 if few else charts.heat_step(share),
    }
