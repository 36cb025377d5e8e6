"""The page of a topic: its share of talks by year, who speaks about it, its neighbours."""

from __future__ import annotations

from typing import Any

from hallway.graph.answers import relations
from hallway.graph.answers.things import Thing
from hallway.graph.engine import Engine
from hallway.graph.iris import split_iri
from hallway.graph.vocabulary import SKOS
from hallway.web import charts
from hallway.web.panels import Panel, current_site, panel
from hallway.web.thing_pages.parts import (
    above,
    because,
    number,
    spelled,
)

__all__ = ["topic_page"]

BROADER = SKOS.broader.value


def topic_page(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Gather what the page of a topic shows."""
    talks = panel("talks-on-topic", show=10, topic=thing.iri)
    everything = panel("talks-on-topic", topic=thing.iri)
    narrower = relations.incoming(engine, "skos:broader", thing.iri)
    shares = _shares(engine, thing.iri)
    solid = [one for one in shares if one.whole >= charts.THIN_YEAR]
    dated = [row for row in everything.rows if row["start"] or row["year"]]
    return {
        "years": Panel("topic-by-year", {"topic": thing.iri}, total=len(shares)),
        "shares": shares,
        "high": max(solid, key=lambda one: (one.share, one.year), default=None),
        "low": min(solid, key=lambda one: (one.share, one.year), default=None),
        "chart": charts.shares(shares, thing.label) if len(shares) > 1 else None,
        "chart_slim": charts.shares(shares[-12:], thing.label, slim=True)
        if len(shares) > 1
        else None,
        "speakers": panel("speakers-of-topic", show=10, topic=thing.iri),
        "talks": talks,
        "people": relations.performers(engine, (row["talk"] or "" for row in talks.rows)),
        "related": panel("related-topics", show=8, topic=thing.iri),
        "organizations": panel("organizations-on-topic", show=6, topic=thing.iri),
        "narrower": narrower,
        "because": because(
            engine,
            thing,
            [*(row["talk"] or "" for row in talks.rows), *(ref.iri for ref in narrower[:12])],
        ),
        "above": above(engine, thing, BROADER),
        "spellings": spelled(engine, thing),
        "events": [
            ref
            for ref in relations.incoming(engine, "schema:about", thing.iri)
            if (split_iri(current_site().config.base, ref.iri) or ("", ""))[0] == "event"
        ][:12],
        "first_talk": dated[-1] if dated else None,
        "last_talk": dated[0] if dated else None,
        "bar": lambda n, of: charts.bar(number(n), number(of), "f-person"),
    }


def _shares(engine: Engine, topic: str) -> list[charts.YearShare]:
    """Return what the question ``topic-by-year`` answers, with the totals counted only once."""
    totals = current_site().cached("talks by year", lambda: relations.talks_by_year(engine))
    parts = relations.talks_by_year(engine, topic)
    return [charts.YearShare(year, parts.get(year, 0), totals[year]) for year in sorted(totals)]
