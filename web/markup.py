"""schema.org markup of a page, as search engines read it: one JSON-LD object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hallway.graph.things import Ref, Thing

__all__ = ["schema_org"]

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
PLAIN = ("startDate", "endDate", "duration", "eventStatus", "eventAttendanceMode", "inLanguage")


def schema_org(thing: Thing, found: Mapping[str, Any]) -> dict[str, Any] | None:
    """Describe a thing in schema.org's terms.

    Parameters
    ----------
    found
        What the page shows besides; the speakers and recordings of a talk, the talks of an event.

    Returns
    -------
    dict or None
        None for kinds that schema.org has no use for.
    """
    if thing.kind not in TYPES:
        return None
    document: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": TYPES[thing.kind],
        "@id": thing.iri,
        "name": thing.label,
    }
    for name in PLAIN:
        values = [value.text for value in thing.all(f"schema:{name}")]
        if values:
            document[name] = values[0] if len(values) == 1 else values
    if thing.text("schema:abstract"):
        document["description"] = thing.text("schema:abstract")
    document |= _parts(thing)
    if thing.kind == "event":
        document["subEvent"] = [
            {"@type": "Event", "@id": slot.iri, "name": slot.title}
            for slot in found["table"].talks[:100]
        ]
    return document


def _parts(thing: Thing) -> dict[str, Any]:
    """Name the things it is joined to."""
    parts: dict[str, Any] = {}
    for name, kind in (
        ("performer", "Person"),
        ("superEvent", "Event"),
        ("location", "Place"),
        ("about", "DefinedTerm"),
        ("audience", "Audience"),
    ):
        refs = thing.refs(f"schema:{name}")
        if refs:
            parts[name] = [_named(kind, ref) for ref in refs[:50]]
    if thing.refs("hw:inSeries"):
        parts.setdefault("superEvent", _named("EventSeries", thing.refs("hw:inSeries")[0]))
    same = [value.text for value in thing.all("schema:sameAs")]
    if same:
        parts["sameAs"] = same
    return parts


def _named(kind: str, ref: Ref) -> dict[str, str]:
    return {"@type": kind, "@id": ref.iri, "name": ref.label}
