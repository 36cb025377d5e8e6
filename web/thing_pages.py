"""The page of one thing: what the graph says of it, and its panels, for each kind of thing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import render_template

from hallway.graph import relations, things
from hallway.graph.curation.curating import Appearance, appearances, spellings
from hallway.graph.engine import Engine
from hallway.graph.linking.decisions import SAME_AS
from hallway.graph.markup import named, thing_markup
from hallway.graph.reading.names import name_key
from hallway.graph.reconciling.conflicts import conflicts, conflicts_of
from hallway.graph.things import Ref, Thing, is_withheld
from hallway.graph.timetable import Slot, Timetable, timetable
from hallway.graph.vocabulary import DCTERMS, HW, SCHEMA, SKOS
from hallway.graph.why import Why, leading_to, of_things, why_spelled
from hallway.web import charts
from hallway.web.frame import href, link_to
from hallway.web.panels import Panel, Row, current_site, panel
from hallway.web.words import day, moment

__all__ = ["render_thing"]

HEAT_TOPICS = 15
HEAT_FEWEST = 20
"""Fewest talks of an edition whose shares are worth a shade."""
MATRIX_MOST = 40
MARKED_TALKS = 40
BRIEF_FROM = 60
"""More talks than this are listed without a part of their text, and with fewer names besides."""
BRIEF_PEOPLE = 60
MOST_SPELLINGS = 30
"""Most other names of a topic or an organization that are shown, each with why it is one."""
PRESENTED, SOURCE = HW.presentedBy.value, DCTERMS.source.value
STATUS = SCHEMA.eventStatus.value
BROADER, PARENT = SKOS.broader.value, SCHEMA.parentOrganization.value


@dataclass(frozen=True, slots=True)
class Source:
    """A graph that speaks of a thing: ``source`` files, the derived ``links`` or ``decisions``."""

    label: str
    path: str
    statements: int
    kind: str


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


def _number(text: str | None) -> int:
    return int(float(text)) if text else 0


def _first(refs: Sequence[Ref]) -> Ref | None:
    return refs[0] if refs else None


# One function a kind ------------------------------------------------------------------------


def _talk(engine: Engine, thing: Thing) -> dict[str, Any]:
    links = panel("links-of-talk", talk=thing.iri)
    whys = of_things(engine, [thing.iri])
    abouts = [one for one in whys if one.predicate.endswith("/about")]
    linked = {one.object.iri for one in whys if one.status != "suggested"}
    event_ref = _first(thing.refs("schema:superEvent"))
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
        "links": links,
        "stated": [ref for ref in thing.refs("schema:about") if ref.iri not in linked],
        "derived": [one for one in abouts if one.holds],
        "suggested": [one for one in abouts if one.status == "suggested"],
        "presenting": [one for one in whys if one.predicate == PRESENTED and one.holds],
        "off": [one for one in whys if one.predicate == STATUS and one.holds],
        **_records(engine, thing, whys),
        "similar": similar,
        "speakers": relations.performers(engine, (row["talk"] or "" for row in similar.rows)),
        "recorded": relations.recorded(engine, (row["talk"] or "" for row in similar.rows)),
    }


def _records(engine: Engine, thing: Thing, whys: Sequence[Why]) -> dict[str, list[Why]]:
    """Return why records of several sources are this thing, and what may be the same as it."""
    return {
        "joins": [one for one in whys if one.predicate == SOURCE and one.holds],
        "same": _perhaps(engine, thing, whys),
    }


def _perhaps(engine: Engine, thing: Thing, whys: Sequence[Why]) -> list[Why]:
    """Return what may be the same as a thing, which is the subject then, the surest first."""
    found = [one for one in whys if one.predicate == SAME_AS]
    for one in leading_to(engine, thing.iri):
        if one.predicate == SAME_AS:
            found.append(replace(one, subject=one.object, object=one.subject))
    some = [one for one in found if one.status == "suggested"]
    return sorted(some, key=lambda one: (-one.confidence, one.object.label, one.iri))


def _person(engine: Engine, thing: Thing) -> dict[str, Any]:
    talks = panel("talks-of-speaker", person=thing.iri)
    topics = relations.links_to_topics(engine, (row["talk"] or "" for row in talks.rows))
    years: dict[str, list[Row]] = {}
    for row in talks.rows:
        years.setdefault(row["year"] or "", []).append(row)
    dated = [row for row in talks.rows if row["start"]]
    named = appearances(current_site(), thing.iri)
    shown = {one.subject.iri: one for one in leading_to(engine, thing.iri)}
    return {
        "names": _names(named, shown, thing.label),
        "printed": {one.owner.iri: one for one in named if one.printed != (thing.label,)},
        "because": shown,
        "same": _perhaps(engine, thing, of_things(engine, [thing.iri])),
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
            "whys": [shown[one.iri] for one in some if one.iri in shown],
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


def _topic(engine: Engine, thing: Thing) -> dict[str, Any]:
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
        "because": _because(
            engine,
            thing,
            [*(row["talk"] or "" for row in talks.rows), *(ref.iri for ref in narrower[:12])],
        ),
        "above": _above(engine, thing, BROADER),
        "spellings": _spelled(thing),
        "events": [
            ref
            for ref in relations.incoming(engine, "schema:about", thing.iri)
            if (things.split_iri(current_site().config.base, ref.iri) or ("", ""))[0] == "event"
        ][:12],
        "first_talk": dated[-1] if dated else None,
        "last_talk": dated[0] if dated else None,
        "bar": lambda n, of: charts.bar(_number(n), _number(of), "f-person"),
    }


def _because(engine: Engine, thing: Thing, subjects: Iterable[str]) -> dict[str, list[Why]]:
    """Return why things lead to this one: their addresses -> the links that hold."""
    found: dict[str, list[Why]] = {}
    for one in leading_to(engine, thing.iri, subjects):
        if one.holds:
            found.setdefault(one.subject.iri, []).append(one)
    return found


def _above(engine: Engine, thing: Thing, predicate: str) -> dict[str, list[Why]]:
    """Return why a thing is a part or a kind of others: their addresses -> the links that hold."""
    found: dict[str, list[Why]] = {}
    for one in of_things(engine, [thing.iri]):
        if one.predicate == predicate and one.holds:
            found.setdefault(one.object.iri, []).append(one)
    return found


def _spelled(thing: Thing) -> list[dict[str, str]]:
    """Return the other names of a topic or an organization, each with why it is one."""
    found = []
    for one in spellings(current_site(), thing.iri)[:MOST_SPELLINGS]:
        if one.text != thing.label:
            method, because = why_spelled(thing.kind, one.text, thing.label)
            found.append({"text": one.text, "method": method, "because": because})
    return found


def _shares(engine: Engine, topic: str) -> list[charts.YearShare]:
    """Return what the question ``topic-by-year`` answers, with the totals counted only once."""
    totals = current_site().cached("talks by year", lambda: relations.talks_by_year(engine))
    parts = relations.talks_by_year(engine, topic)
    return [charts.YearShare(year, parts.get(year, 0), totals[year]) for year in sorted(totals)]


def _event(engine: Engine, thing: Thing) -> dict[str, Any]:
    programme = panel("event-programme", show=5000, event=thing.iri)
    table = timetable(programme.rows, relations.places_in_source(engine, thing.iri))
    talks = table.talks
    gridded = any(one.grid for one in table.days)
    topics = relations.links_to_topics(engine, (slot.iri for slot in talks[:400]))
    known = [slot.minutes for slot in talks if slot.minutes]
    series = _first(thing.refs("hw:inSeries"))
    brief = len(talks) > BRIEF_FROM
    most_people = BRIEF_PEOPLE if brief else 5000
    whys = of_things(engine, [thing.iri])
    return {
        **_records(engine, thing, whys),
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


def _series(engine: Engine, thing: Thing) -> dict[str, Any]:
    found = panel("editions-of-series", series=thing.iri)
    doors = [
        charts.DoorOfEvent(
            row["label"] or "",
            _edition_name(row["label"] or "", thing.label) or row["year"] or "",
            row["year"] or "",
            _number(row["talks"]),
            href(row["event"]) or "",
        )
        for row in found.rows
    ]
    people = panel("people-of-series", series=thing.iri)
    back = [row for row in people.rows if _number(row["editions"]) > 1]
    topics = panel("topics-of-series", show=5000, series=thing.iri)
    with_talks = [row for row in found.rows if _number(row["talks"])]
    return {
        "editions": found,
        "chart": charts.editions(doors, thing.label) if len(doors) > 1 else None,
        "chart_slim": charts.editions(doors, thing.label, slim=True) if len(doors) > 1 else None,
        "with_talks": with_talks,
        "talks": sum(_number(row["talks"]) for row in found.rows),
        "people": people,
        "back": back,
        "topics": topics,
        "heat": _heat(topics.rows, with_talks),
    }


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
        topic, n = row["topic"] or "", _number(row["talks"])
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
    whole = _number(edition["talks"])
    share = 100 * part / whole if whole else 0.0
    few = whole < HEAT_FEWEST
    return {
        "part": part,
        "whole": whole,
        "share": share,
        "few": few,
        "step": 0 if few else charts.heat_step(share),
    }


def _organization(engine: Engine, thing: Thing) -> dict[str, Any]:
    talks = panel("talks-of-organization", show=30, organization=thing.iri)
    inside = relations.incoming(engine, "schema:parentOrganization", thing.iri)[:30]
    iris = [row["talk"] or "" for row in talks.rows]
    return {
        "talks": talks,
        "speakers": relations.performers(engine, iris),
        "recorded": relations.recorded(engine, iris),
        "people": panel("people-of-organization", show=30, organization=thing.iri),
        "because": _because(engine, thing, [*iris, *(ref.iri for ref in inside)]),
        "above": _above(engine, thing, PARENT),
        "inside": inside,
        "spellings": _spelled(thing),
        "about": _frequent(relations.links_to_topics(engine, iris)),
    }


def _frequent(topics: Mapping[str, Sequence[Ref]], most: int = 8) -> list[Ref]:
    """Count the topics of some talks; `Ref.note` is how many of them are about it."""
    counts: dict[str, list[Ref]] = {}
    for refs in topics.values():
        for ref in refs:
            if ref.status != "suggested":
                counts.setdefault(ref.iri, []).append(ref)
    ordered = sorted(counts.values(), key=lambda refs: (-len(refs), refs[0].label))
    return [Ref(refs[0].iri, refs[0].label, "stated", str(len(refs))) for refs in ordered[:most]]


def _audience(engine: Engine, thing: Thing) -> dict[str, Any]:
    talks = panel("talks-for-audience", show=30, audience=thing.iri)
    iris = [row["talk"] or "" for row in talks.rows]
    base = current_site().config.base
    by_kind: dict[str, list[Ref]] = {"event": [], "talk": []}
    for ref in relations.incoming(engine, "schema:audience", thing.iri):
        by_kind.setdefault((things.split_iri(base, ref.iri) or ("", ""))[0], []).append(ref)
    return {
        "talks": talks,
        "speakers": relations.performers(engine, iris),
        "recorded": relations.recorded(engine, iris),
        "events": by_kind["event"],
        "about": _frequent(relations.links_to_topics(engine, iris)),
    }


def _place(engine: Engine, thing: Thing) -> dict[str, Any]:
    found = relations.incoming(engine, "schema:location", thing.iri)
    return {
        "events": found,
        "rooms": relations.incoming(engine, "schema:containedInPlace", thing.iri),
    }


def _record(engine: Engine, thing: Thing) -> dict[str, Any]:
    """Show a thing of a kind without a page of its own: every statement, in words."""
    return {"links": relations.incoming_any(engine, thing.iri)}


PAGES: dict[str, Callable[[Engine, Thing], dict[str, Any]]] = {
    "talk": _talk,
    "person": _person,
    "topic": _topic,
    "event": _event,
    "series": _series,
    "organization": _organization,
    "audience": _audience,
    "place": _place,
}


def render_thing(thing: Thing) -> str:
    """Render the page of a thing."""
    engine = current_site().engine()
    gather = PAGES.get(thing.kind, _record)
    template = f"{thing.kind}.html" if thing.kind in PAGES else "record.html"
    found: dict[str, Any] = gather(engine, thing)
    base = current_site().config.base
    path = href(thing.iri) or ""
    return render_template(
        template,
        thing=thing,
        path=path,
        base=base,
        canonical=base + (things.document_path(base, thing.iri) or ""),
        sources=_sources(engine, thing),
        disputes=conflicts_of(current_site(), thing.iri),
        markup=thing_markup(thing, talks=_marked(found)),
        **found,
    )


def _marked(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Name the first talks of an event for its markup: all of their text would double the page."""
    slots = found["table"].talks[:MARKED_TALKS] if "table" in found else ()
    return [named("Event", Ref(slot.iri, slot.title)) for slot in slots]
