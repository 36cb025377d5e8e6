"""The further slots of talks, as the graph has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyoxigraph import NamedNode

from hallway.graph.answers.things import Ref, bound
from hallway.graph.engine.protocol import Engine

__all__ = ["TalkSlot", "slots_in_event", "slots_of_talk"]

_FACTS = """
  ?talk schema:subEvent ?slot .
  ?slot schema:startDate ?start .
  OPTIONAL { ?slot schema:endDate ?end . }
  OPTIONAL { ?slot schema:duration ?duration . }
  OPTIONAL { ?slot schema:eventStatus ?status . }
  OPTIONAL { ?slot schema:location ?room . ?room rdfs:label ?roomLabel . }
  OPTIONAL { ?talk schema:startDate ?first . }
  OPTIONAL { ?talk schema:location ?firstRoom . }
}
ORDER BY ?talk ?start ?slot ?room
LIMIT 100000"""
_SELECT = "SELECT ?talk ?slot ?start ?end ?duration ?status ?room ?roomLabel ?first ?firstRoom"
_OF_TALK = _SELECT + " WHERE {\n  VALUES ?talk { UNDEF }" + _FACTS
_OF_EVENT = "  ?talk schema:superEvent ?event ; a hw:Talk ."
_IN_EVENT = _SELECT + " WHERE {\n  VALUES ?event { UNDEF }\n" + _OF_EVENT + _FACTS


@dataclass(frozen=True, slots=True)
class TalkSlot:
    """A further time of a talk.

    Attributes
    ----------
    start, end, duration
        As the graph writes them; empty when not known.
    status
        IRI of its schema:eventStatus; empty when it takes place.
    """

    iri: str
    start: str
    end: str = ""
    duration: str = ""
    status: str = ""
    room: Ref | None = None


def slots_of_talk(engine: Engine, talk: str) -> list[TalkSlot]:
    """Return the further slots of a talk or session in order of time."""
    rows = engine.select(bound(_OF_TALK, talk=NamedNode(talk))).dicts()
    return _gathered(rows).get(talk, [])


def slots_in_event(engine: Engine, event: str) -> dict[str, list[TalkSlot]]:
    """Return the talks of an event that have further slots, each with them in order of time."""
    return _gathered(engine.select(bound(_IN_EVENT, event=NamedNode(event))).dicts())


def _gathered(rows: Iterable[Mapping[str, str]]) -> dict[str, list[TalkSlot]]:
    found: dict[str, dict[str, TalkSlot]] = {}
    for row in rows:
        # What another source takes for the first slot is no further one.
        if (row["start"], row.get("room")) == (row.get("first"), row.get("firstRoom")):
            continue
        room = Ref(row["room"], row["roomLabel"]) if "room" in row else None
        slot = TalkSlot(
            row["slot"],
            row["start"],
            row.get("end", ""),
            row.get("duration", ""),
            row.get("status", ""),
            room,
        )
        found.setdefault(row["talk"], {}).setdefault(slot.iri, slot)
    return {talk: list(slots.values()) for talk, slots in found.items()}
