"""What the home page shows: counts, a skyline of events, questions to try, a walk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from hallway.graph.answers import relations
from hallway.graph.answers.things import KIND_WORDS, Ref
from hallway.graph.engine import Engine
from hallway.graph.errors import HallwayError
from hallway.graph.iris import document_path
from hallway.graph.networks.canvas import incidence_of
from hallway.graph.networks.paths import connections
from hallway.web import charts
from hallway.web.frame import explore, href, link_to
from hallway.web.hero import Hero, hero_of
from hallway.web.panels import Panel, Row, current_site, panel, question_path
from hallway.web.words import moment

__all__ = ["by_date", "home_page", "today"]

LATEST = 5
UPCOMING = 4
WALKS_TRIED = 6
INHERE = ("event", "series", "talk", "person", "topic", "organization", "audience", "place")


@dataclass(frozen=True, slots=True)
class Try:
    """A question with something of this site filled in."""

    path: str
    words: str
    note: str


def today() -> date:
    """Return the day it is now, in UTC."""
    return datetime.now(UTC).date()


def home_page(day: date) -> dict[str, Any]:
    """Gather what the home page shows on a day; drawn once, since it is the same for everybody."""
    site = current_site()
    engine = site.engine()
    counted = {kind: site.current.counts.get(kind, 0) for kind in KIND_WORDS}
    events = panel("events", show=10**6)
    upcoming, past = by_date(events.rows, day)
    latest = [row for row in past if row["talks"] not in (None, "0")][:LATEST]
    ahead = upcoming[:UPCOMING]
    root = link_to("")  # links are part of what is kept, so the mount point is part of the key
    return {
        "counted": [
            (kind, KIND_WORDS[kind][1], counted[kind], link_to(KIND_WORDS[kind][1]))
            for kind in INHERE
            if counted[kind]
        ],
        "events": events,
        "skyline": site.cached(("skyline", root, day), lambda: _skyline(events.rows, day)),
        "named_only": sum(row["talks"] in (None, "0") for row in events.rows),
        "by_year": _by_year(events.rows),
        "slim": charts.years_as_bars(_by_year(events.rows), "Events a year"),
        "growing": panel("topics-that-grow", show=6),
        "sparks": {},
        "latest": latest,
        "ahead": ahead,
        "upcoming": len(upcoming),
        "strips": site.cached(("strips", day), lambda: _strips(engine, [*ahead, *latest])),
        "tries": _tries(counted),
        "examples": _examples(events),
        "hero": site.cached(("hero", root), lambda: _hero(engine, events.rows)),
        "walk": site.cached("walk", lambda: _walk(latest or ahead)),
        "explore": explore,
    }


def by_date(rows: Sequence[Row], day: date) -> tuple[list[Row], list[Row]]:
    """Part events with a date by a day.

    Returns
    -------
    tuple
        Those that begin on the day or later, the soonest first; those before it, the latest first.
    """
    dated = sorted(
        (row for row in rows if moment(row["start"])),
        key=lambda row: (row["start"] or "", row["label"] or "", row["event"] or ""),
    )
    ahead = [row for row in dated if (row["start"] or "")[:10] >= day.isoformat()]
    return ahead, dated[: len(dated) - len(ahead)][::-1]


def _skyline(rows: Sequence[Row], day: date) -> charts.Drawing:
    doors = [
        charts.DoorOfEvent(
            row["label"] or "",
            "",
            row["year"] or (row["start"] or "")[:4],
            int(row["talks"] or 0),
            href(row["event"]) or "",
            when,
        )
        for row in rows
        if (when := _when(row)) is not None
    ]
    doors.sort(key=lambda door: (door.when, door.name, door.href))
    return charts.skyline(doors, today=_years(day))


def _when(row: Row) -> float | None:
    """Return when an event begins, in years; the middle of its year when no more is known."""
    found = moment(row["start"])
    if found is not None:
        return _years(found)
    year = row["year"] or ""
    return int(year) + 0.5 if year.isdecimal() else None


def _years(day: date) -> float:
    return day.year + (day.timetuple().tm_yday - 1) / 366


def _by_year(rows: Sequence[Row]) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for row in rows:
        year = row["year"] or (row["start"] or "")[:4]
        if year:
            counts[year] = counts.get(year, 0) + 1
    return sorted(counts.items())


def _strips(engine: Engine, latest: Sequence[Row]) -> dict[str, charts.Drawing]:
    talks = relations.talks_of_events(engine, (row["event"] or "" for row in latest))
    return {
        event: charts.strip(
            [
                charts.DoorOfTalk(
                    int(row["minutes"]) if "minutes" in row else None, "recording" in row
                )
                for row in rows
            ]
        )
        for event, rows in talks.items()
    }


def _tries(counted: dict[str, int]) -> list[Try]:
    """Fill the best-known questions with what this site has most of."""
    base = current_site().config.base
    topics, series = panel("topics", show=2), panel("series", show=1)
    audiences, speakers = panel("audiences", show=1), panel("busiest-speakers", show=2)
    found: list[Try] = []

    def add(name: str, words: str, note: str, **parameters: str) -> None:
        found.append(Try(link_to(question_path(name, parameters, base)), words, note))

    for row in topics.rows[:1]:
        note = f"{row['people']} people, {row['talks']} talks"
        add(
            "speakers-of-topic", f"Who speaks about {row['label']}?", note, topic=row["topic"] or ""
        )
    if len(speakers.rows) > 1:
        one, other = speakers.rows[0], speakers.rows[1]
        ends = [document_path(base, row["person"] or "") or "" for row in (one, other)]
        words = f"How are {one['label']} and {other['label']} connected?"
        path = link_to(f"explore?from={ends[0]}&to={ends[1]}#walk")
        found.append(Try(path, words, "Step by step, with the talk that makes each step"))
    for row in series.rows:
        note = f"{row['editions']} editions, {row['talks']} talks"
        words = f"What did {row['label']} talk about, year by year?"
        add("topics-of-series", words, note, series=row["series"] or "")
    for row in audiences.rows:
        add(
            "talks-for-audience",
            f"Which talks are for {row['label']}?",
            f"{row['events']} events address them" if row["events"] != "1" else "1 event does",
            audience=row["audience"] or "",
        )
    add("topics-that-grow", "Which topics grow?", "The later half of the years against the earlier")
    add("missing", "What is missing?", "Talks without a topic, speakers without an organization")
    return found


def _examples(events: Panel) -> list[tuple[str, str]]:
    """Offer searches that find something: a topic, a person, a misspelt topic, a series."""
    topics, people = panel("topics", show=1).rows, panel("busiest-speakers", show=1).rows
    series = panel("series", show=1).rows
    found = [(href(row["topic"]) or "", row["label"] or "") for row in topics]
    found += [(href(row["person"]) or "", row["label"] or "") for row in people]
    for row in topics:
        wrong = _misspelt(row["label"] or "")
        if wrong:
            found.append((link_to("search?q=" + wrong.replace(" ", "+")), wrong))
    found += [(href(row["series"]) or "", row["label"] or "") for row in series]
    return found


def _misspelt(label: str) -> str:
    """Swap the last two letters of a word that is long enough for the search to forgive it."""
    if len(label) < 6 or not label.isascii() or not label.replace(" ", "").isalpha():
        return ""
    return label[:-2] + label[-1] + label[-2]


def _walk(latest: Sequence[Row]) -> list[Ref]:
    """Find a way between two speakers of different events that is worth walking.

    Returns
    -------
    list[Ref]
        Things and talks in turn, `Ref.note` the sign of a talk; empty when the first pairs tried
        are not connected so.
    """
    table = incidence_of(current_site())
    first: list[str] = []
    for row in latest:
        people = panel("speakers-of-event", show=3, event=row["event"] or "").rows
        first += [one["person"] or "" for one in people[:3]]
    busiest = [row["person"] or "" for row in panel("busiest-speakers", show=WALKS_TRIED).rows]
    for one in [*first[::-1][:WALKS_TRIED], *busiest]:
        for other in busiest[:3]:
            try:
                ways = connections(table, one, other, k=1, max_hops=5) if one != other else []
            except HallwayError:
                continue
            if ways and 2 <= len(ways[0].hops) <= 4:
                names = ways[0].as_json()["steps"]
                labels = [step["label"] for step in names]
                iris = ways[0].iris
                seen = relations.recorded(current_site().engine(), iris)
                return [
                    Ref(iri, name, note="talk" if iri in seen else "closed")
                    for iri, name in zip(iris, labels, strict=True)
                ]
    return []


def _hero(engine: Engine, rows: Sequence[Row]) -> Hero | None:
    """Draw who speaks about what at one event: the clearest picture among the latest that fit."""
    fitting = [row for row in rows if 6 <= int(row["talks"] or 0) <= 24]
    drawn = [found for row in fitting[:8] if (found := _hero_of_event(engine, row))]
    return max(drawn, key=lambda hero: hero.clarity, default=None)


def _hero_of_event(engine: Engine, row: Row) -> Hero | None:
    event = row["event"] or ""
    iris = [talk["talk"] for talk in relations.talks_of_events(engine, [event]).get(event, [])]
    return hero_of(
        row["label"] or "",
        event,
        relations.links_to_topics(engine, iris),
        relations.performers(engine, iris),
    )
