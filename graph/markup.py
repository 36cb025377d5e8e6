"""An event as schema.org JSON-LD, in the shape that search engines read."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from pyoxigraph import NamedNode

from hallway.graph.engine.protocol import Engine, Term
from hallway.graph.errors import HallwayError
from hallway.graph.vocabulary import HW, PREFIXES, RDF, RDFS, SCHEMA

__all__ = ["schema_org"]

_HEAD = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
_EVENT = """SELECT ?event ?p ?o ?label WHERE {
  VALUES ?event { UNDEF }
  ?event ?p ?o .
  OPTIONAL { ?o rdfs:label ?label . }
}
ORDER BY ?p ?o ?label
LIMIT 100000"""
_TALKS = """SELECT ?talk ?p ?o ?label WHERE {
  VALUES ?event { UNDEF }
  ?talk schema:superEvent ?event ;
    a hw:Talk ;
    ?p ?o .
  OPTIONAL { ?o rdfs:label ?label . }
}
ORDER BY ?talk ?p ?o ?label
LIMIT 1000000"""
_ROLES = """SELECT ?person ?label ?role WHERE {
  VALUES ?event { UNDEF }
  ?event hw:appearance ?appearance .
  ?appearance schema:performer ?person ;
    hw:role/rdfs:label ?role .
  ?person rdfs:label ?label .
}
ORDER BY ?label ?person ?role
LIMIT 10000"""
_VIRTUAL = """SELECT ?place WHERE {
  VALUES ?event { UNDEF }
  ?event schema:location ?place .
  ?place a schema:VirtualLocation .
}
ORDER BY ?place
LIMIT 10"""
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

Facts = dict[str, list[tuple[Term, str]]]
"""IRI of a property -> its values, each with its label."""


def schema_org(engine: Engine, event: str) -> dict[str, Any]:
    """Return an event with its talks as schema.org markup.

    Parameters
    ----------
    event
        IRI of a hw:Event.

    Returns
    -------
    dict
        A JSON-LD ``Event``: ``subEvent`` the talks in order of time, ``performer`` everybody who
        gave one, ``superEvent`` the series, ``location`` an object, ``organizer`` when known,
        ``eventStatus`` always. What is not known is absent. Whoever writes it into a page must
        escape ``</``.

    Raises
    ------
    HallwayError
        There is no such event.
    """
    try:
        node = NamedNode(event)
    except ValueError as error:
        raise HallwayError(f"{event!r} is no IRI", remedy="give the address of an event") from error
    facts = _facts(engine, _EVENT, node).get(event, {})
    if HW.Event.value not in {term.value for term, _ in facts.get(RDF.type.value, ())}:
        raise HallwayError(f"there is no event {event}", remedy="give the address of an event")
    virtual = {row["place"] for row in engine.select(_bound(_VIRTUAL, node)).dicts()}
    markup: dict[str, Any] = {"@context": "https://schema.org", **_common(event, facts)}
    mode = _first(facts, SCHEMA.eventAttendanceMode)
    _put(markup, "eventAttendanceMode", mode)
    _put(markup, "location", _location(facts, virtual, markup["url"], mode))
    series = facts.get(HW.inSeries.value, ())
    _put(
        markup,
        "superEvent",
        [{"@type": "EventSeries", "@id": term.value, "name": label} for term, label in series],
    )
    audience = facts.get(SCHEMA.audience.value, ())
    _put(
        markup, "audience", [{"@type": "Audience", "audienceType": label} for _, label in audience]
    )
    roles = [row for row in engine.select(_bound(_ROLES, node)).dicts()]
    organizers = [row for row in roles if row["role"].casefold() in ("organizer", "organiser")]
    _put(markup, "organizer", [_person(row["person"], row["label"]) for row in organizers])
    talks = _talks(engine, node)
    givers = {one["@id"]: one for talk in talks for one in _listed(talk.get("performer"))}
    _put(markup, "performer", sorted(givers.values(), key=lambda one: (one["name"], one["@id"])))
    if talks:
        markup["subEvent"] = talks
    return markup


def _bound(query: str, event: NamedNode) -> str:
    return _HEAD + query.replace("UNDEF", str(event))


def _facts(engine: Engine, query: str, event: NamedNode) -> dict[str, Facts]:
    found: dict[str, Facts] = defaultdict(lambda: defaultdict(list))
    seen = set()
    for subject, predicate, value, label in engine.select(_bound(query, event)).rows:
        if subject is None or predicate is None or value is None:
            continue
        key = subject.value, predicate.value, value
        if key not in seen:  # a thing with two labels comes twice
            seen.add(key)
            text = label.value if label is not None else ""
            found[subject.value][predicate.value].append((value, text))
    return found


def _first(facts: Facts, property_: NamedNode) -> str:
    values = facts.get(property_.value)
    return values[0][0].value if values else ""


def _put(markup: dict[str, Any], name: str, value: Any) -> None:
    """Set a property unless there is nothing to say; one value stands without its list."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if value:
        markup[name] = value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


def _person(iri: str, name: str) -> dict[str, str]:
    return {"@type": "Person", "@id": iri, "name": name}


def _common(iri: str, facts: Facts) -> dict[str, Any]:
    markup: dict[str, Any] = {
        "@type": "Event",
        "@id": iri,
        "name": _first(facts, SCHEMA.name) or _first(facts, RDFS.label),
        # The thing's address without /id/ is its document.
        "url": _first(facts, SCHEMA.url) or iri.replace("/id/", "/", 1),
    }
    for name in ("startDate", "endDate", "duration"):
        _put(markup, name, _first(facts, SCHEMA[name]))
    markup["eventStatus"] = _first(facts, SCHEMA.eventStatus) or SCHEMA.EventScheduled.value
    languages = facts.get(SCHEMA.inLanguage.value, ())
    _put(markup, "inLanguage", [term.value for term, _ in languages])
    _put(markup, "description", _first(facts, SCHEMA.abstract))
    topics = facts.get(SCHEMA.about.value, ())
    _put(
        markup,
        "about",
        [{"@type": "DefinedTerm", "@id": term.value, "name": label} for term, label in topics],
    )
    return markup


def _location(facts: Facts, virtual: set[str], url: str, mode: str) -> list[dict[str, str]]:
    places = [
        {"@type": "VirtualLocation", "name": label, "url": url}
        if term.value in virtual
        else {"@type": "Place", "@id": term.value, "name": label, "address": label}
        for term, label in facts.get(SCHEMA.location.value, ())
    ]
    if not places and mode == SCHEMA.OnlineEventAttendanceMode.value:
        places = [{"@type": "VirtualLocation", "url": url}]
    return places


def _talks(engine: Engine, event: NamedNode) -> list[dict[str, Any]]:
    recordings: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in engine.select(_bound(_RECORDINGS, event)).dicts():
        video = {"@type": "VideoObject", "url": row["url"]}
        _put(video, "name", row.get("label", ""))
        _put(video, "duration", row.get("duration", ""))
        recordings[row["talk"]].append(video)
    talks = []
    for iri, facts in _facts(engine, _TALKS, event).items():
        talk = _common(iri, facts)
        talk["superEvent"] = {"@id": event.value}
        people = facts.get(SCHEMA.performer.value, ())
        _put(talk, "performer", [_person(term.value, label) for term, label in people])
        rooms = facts.get(SCHEMA.location.value, ())
        _put(
            talk,
            "location",
            [{"@type": "Place", "@id": term.value, "name": label} for term, label in rooms],
        )
        _put(talk, "recordedIn", recordings.get(iri, []))
        talks.append(talk)
    return sorted(talks, key=lambda talk: (talk.get("startDate", ""), talk["name"], talk["@id"]))
