"""schema.org markup, as search engines read it: one JSON-LD object for a thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pyoxigraph import NamedNode

from hallway.graph.answers import things
from hallway.graph.answers.talk_slots import TalkSlot, slots_in_event
from hallway.graph.answers.things import Ref, Thing, bound
from hallway.graph.engine.protocol import Engine
from hallway.graph.errors import HallwayError
from hallway.graph.iris import document_path, is_withheld
from hallway.graph.programme import WITHHELD
from hallway.graph.vocabulary import SCHEMA

__all__ = ["named", "schema_org", "slot_markup", "thing_markup"]

TYPES = {
    "event": "Event",
    "series": "EventSeries",
    "talk": "Event",
    "person": "Person",
    "organization": "Organization",
    "topic": "DefinedTerm",
    "audience": "Audience",
    "place": "Place",
}
DATED = ("event", "talk")
PLAIN = (
    "startDate", "previousStartDate", "endDate", "duration", "eventAttendanceMode", "inLanguage",
    "sameAs",
)  # fmt: skip
"""Properties whose values stand as they are."""
JOINED = {
    "performer": "Person",
    "superEvent": "Event",
    "about": "DefinedTerm",
    "audience": "Audience",
}
"""Properties that lead to things, and what those are."""
ONLINE = SCHEMA.OnlineEventAttendanceMode.value
MOST = 50
"""Most things that one property names."""

_TALKS = """SELECT ?talk ?p ?o ?label WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ;
    a hw:Talk ;
    ?p ?o .
  OPTIONAL { ?o rdfs:label ?label . }
}
ORDER BY ?talk ?p ?o ?label
LIMIT 1000000"""
_ORGANIZERS = """SELECT DISTINCT ?person ?label WHERE {
  VALUES ?event { UNDEF }
  ?event hw:appearance ?appearance .
  ?appearance schema:performer ?person ;
    hw:role/rdfs:label ?role .
  ?person rdfs:label ?label .
  FILTER(LCASE(STR(?role)) IN ("organizer", "organiser"))
}
ORDER BY ?label ?person
LIMIT 10000"""
_RECORDINGS = """SELECT ?talk ?url ?label ?duration WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ;
    schema:recordedIn ?recording .
  ?recording schema:url ?url .
  OPTIONAL { ?recording rdfs:label ?label . }
  OPTIONAL { ?recording schema:duration ?duration . }
}
ORDER BY ?talk ?url
LIMIT 100000"""

Markup = dict[str, Any]


def thing_markup(thing: Thing, *, talks: Iterable[Mapping[str, Any]] = ()) -> Markup | None:
    """Describe a thing by what is known of it already; asks nothing.

    Parameters
    ----------
    talks
        The talks of an event, as objects of their own (see `named`), or the slots of a talk.

    Returns
    -------
    dict or None
        A JSON-LD object; None for a kind that schema.org has no use for. What is not known is
        absent, but ``eventStatus`` of an event or talk is always there. Whoever writes it into a
        page must escape ``</``.
    """
    if thing.kind not in TYPES:
        return None
    markup: Markup = {"@context": "https://schema.org", **_told(thing)}
    listed = list(talks)
    if listed:
        markup["subEvent"] = listed
    return markup


def named(kind: str, ref: Ref) -> Markup:
    """Name a thing inside the markup of another; `kind` is its schema.org type."""
    if is_withheld(ref.iri):
        return {"@type": kind, "name": WITHHELD}
    markup = {"@type": kind, "@id": ref.iri, "name": ref.label}
    if kind == "Audience":
        markup["audienceType"] = ref.label
    return markup


def slot_markup(slot: TalkSlot, name: str) -> Markup:
    """Describe a further slot of a talk; `name` is that of the talk."""
    markup: Markup = {"@type": "Event", "@id": slot.iri, "name": name}
    _put(markup, "startDate", slot.start)
    _put(markup, "endDate", slot.end)
    _put(markup, "duration", slot.duration)
    markup["eventStatus"] = slot.status or SCHEMA.EventScheduled.value
    if slot.room is not None:
        markup["location"] = named("Place", slot.room)
    return markup


def schema_org(engine: Engine, event: str) -> Markup:
    """Describe an event with all that is known of its talks.

    Parameters
    ----------
    event
        IRI of a hw:Event.

    Returns
    -------
    dict
        As `thing_markup`, and ``subEvent`` the talks in order of time, each with its performers,
        recordings and text; ``performer`` everybody named who gave one; ``organizer`` and
        ``sponsor`` when known.

    Raises
    ------
    HallwayError
        There is no such event.
    """
    found = _read(engine, event)
    if found is None or not found.is_a("hw:Event"):
        raise HallwayError(f"there is no event {event}", remedy="give the address of an event")
    node = NamedNode(event)
    talks = _talks(engine, node, event.partition("/id/")[0] + "/")
    markup = thing_markup(found, talks=talks) or {}
    organizers = engine.select(bound(_ORGANIZERS, event=node)).dicts()
    hosts = [named("Person", Ref(r["person"], r["label"])) for r in organizers]
    hosts += [named("Organization", one) for one in found.refs("schema:organizer")]
    _put(markup, "organizer", hosts)
    sponsors = [named("Organization", one) for one in found.refs("schema:sponsor")]
    _put(markup, "sponsor", sponsors)
    named_ones = (one for talk in talks for one in _listed(talk.get("performer")) if "@id" in one)
    givers = {one["@id"]: one for one in named_ones}
    _put(markup, "performer", sorted(givers.values(), key=lambda one: (one["name"], one["@id"])))
    return markup


def _read(engine: Engine, event: str) -> Thing | None:
    base, found, _ = event.partition("/id/")
    try:
        return things.describe(engine, base + "/", event) if found else None
    except ValueError:  # no IRI
        return None


def _talks(engine: Engine, event: NamedNode, base: str) -> list[Markup]:
    slots = slots_in_event(engine, event.value)
    recordings: dict[str, list[Markup]] = defaultdict(list)
    for row in engine.select(bound(_RECORDINGS, event=event)).dicts():
        video = {"@type": "VideoObject", "url": row["url"]}
        _put(video, "name", row.get("label", ""))
        _put(video, "duration", row.get("duration", ""))
        recordings[row["talk"]].append(video)
    told = []
    for talk in things.gather(base, engine.select(bound(_TALKS, event=event)).rows):
        markup = _told(talk, most=1000)
        markup["superEvent"] = {"@id": event.value}
        _put(markup, "recordedIn", recordings.get(talk.iri, []))
        _put(markup, "subEvent", [slot_markup(s, markup["name"]) for s in slots.get(talk.iri, ())])
        told.append(markup)
    return sorted(told, key=lambda one: (one.get("startDate", ""), one["name"], one["@id"]))


def _told(thing: Thing, most: int = MOST) -> Markup:
    base = thing.iri.partition("/id/")[0] + "/"
    url = thing.text("schema:url") or base + (document_path(base, thing.iri) or "")
    markup: Markup = {
        "@type": TYPES[thing.kind],
        "@id": thing.iri,
        "name": thing.text("schema:name") or thing.label,
        "url": url,
    }
    for name in PLAIN:
        _put(markup, name, [value.text for value in thing.all(f"schema:{name}")])
    _put(markup, "description", thing.text("schema:abstract"))
    for name, kind in JOINED.items():
        _put(markup, name, [named(kind, ref) for ref in thing.refs(f"schema:{name}")[:most]])
    if thing.kind in DATED:
        status = thing.text("schema:eventStatus") or SCHEMA.EventScheduled.value
        markup["eventStatus"] = status
        _put(markup, "location", _location(thing, url))
    series = thing.refs("hw:inSeries")
    if series and "superEvent" not in markup:
        markup["superEvent"] = named("EventSeries", series[0])
    return markup


def _location(thing: Thing, url: str) -> list[Markup]:
    online = thing.text("schema:eventAttendanceMode") == ONLINE
    places: Sequence[Ref] = thing.refs("schema:location")
    if online:
        names = [{"name": ref.label} for ref in places] or [{}]
        return [{"@type": "VirtualLocation", **name, "url": url} for name in names]
    found = [named("Place", ref) for ref in places]
    if thing.kind == "event":  # a room is no address
        found = [place | {"address": place["name"]} for place in found]
    return found


def _put(markup: Markup, name: str, value: Any) -> None:
    """Set a property unless there is nothing to say; one value stands without its list."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if value:
        markup[name] = value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []
