"""What the sources of a site disagree about, in words: who says what, what holds and why."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from hallway.graph.answers.things import Ref, bound
from hallway.graph.reconciling.believing import property_word
from hallway.graph.reconciling.settling import DISAGREEMENTS, kind_of_source, place_of
from hallway.graph.site import Site
from hallway.graph.vocabulary import HW, SCHEMA

__all__ = ["HEADER", "Dispute", "Said", "conflicts", "conflicts_of", "events_of"]

HEADER = ("event", "thing", "person", "property", "value", "source", "holds", "why")
"""Columns of `Dispute.rows`."""
AT_ONCE = 300
"""Most things asked for in one query, whose text has a limit."""

# One join each: an OPTIONAL in an OPTIONAL would read all appearances of the site.
_OWNERS = """SELECT ?thing ?value WHERE {
  VALUES ?thing { UNDEF }
  ?value hw:appearance ?thing .
}
ORDER BY ?thing ?value
LIMIT 5000"""
_EVENTS = """SELECT ?thing ?value WHERE {
  VALUES ?thing { UNDEF }
  ?thing schema:superEvent ?value .
}
ORDER BY ?thing ?value
LIMIT 5000"""
_LABELS = """SELECT ?thing ?value WHERE {
  VALUES ?thing { UNDEF }
  ?thing rdfs:label ?value .
}
ORDER BY ?thing ?value
LIMIT 5000"""
_SLOTS = """SELECT ?talk ?start WHERE {
  ?slot a hw:Slot ; schema:startDate ?start .
  ?talk schema:subEvent ?slot .
}
ORDER BY ?talk ?start
LIMIT 100000"""
_OF_A_SLOT = frozenset(
    one.value for one in (SCHEMA.startDate, SCHEMA.endDate, HW.minutes, SCHEMA.location)
)
_NAMES = {
    "EventCancelled": "cancelled",
    "EventPostponed": "postponed",
    "EventRescheduled": "rescheduled",
    "OnlineEventAttendanceMode": "online",
    "OfflineEventAttendanceMode": "at a place",
    "MixedEventAttendanceMode": "both",
}


@dataclass(frozen=True, slots=True)
class Said:
    """What one source says.

    Attributes
    ----------
    value
        In words; a moment as it is written (ISO 8601), minutes as a number.
    iri
        Address of the value where it is a thing; empty else.
    source
        The source, by its file name.
    kind
        ``schedule``, ``calendar``, ``page``, ``table`` or ``list``.
    """

    value: str
    iri: str
    source: Ref
    kind: str

    @property
    def slug(self) -> str:
        """The slug of the source."""
        return self.source.iri.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Dispute:
    """One property of one thing about which sources disagree.

    Attributes
    ----------
    thing
        The talk or event; for a person in it (role, affiliation) the talk that it is about.
    person
        Whose role or affiliation it is; empty for what is said of the thing itself.
    subject, predicate
        IRIs, as a decision names them.
    event
        None when the thing is no part of an event.
    word
        In one word, see `hallway.graph.reconciling.settling.PROPERTIES`, or ``people``.
    holds, others
        What holds, and what others say.
    why
        A sentence.
    decided
        Whether a curator chose what holds.
    """

    thing: Ref
    person: str
    subject: str
    predicate: str
    event: Ref | None
    word: str
    holds: Said
    others: tuple[Said, ...]
    why: str
    decided: bool

    @property
    def can_be_decided(self) -> bool:
        """Whether one of the values holds, so that another one could."""
        return self.word != "people"

    def as_json(self) -> dict[str, Any]:
        """Return it as a dictionary that JSON can carry."""

        def said(one: Said) -> dict[str, str]:
            return {"value": one.value, "source": one.source.label, "address": one.source.iri}

        return {
            "thing": self.thing.label,
            "address": self.subject,
            "person": self.person,
            "event": self.event.label if self.event else "",
            "property": self.word,
            "holds": said(self.holds),
            "others": [said(one) for one in self.others],
            "why": self.why,
            "decided": self.decided,
        }

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a row for each source, see `HEADER`."""
        event = self.event.label if self.event else ""
        about = (event, self.thing.label, self.person, self.word)
        yield (*about, self.holds.value, self.holds.source.label, "yes", self.why)
        for one in self.others:
            holds = "yes" if self.word == "people" else "no"
            yield (*about, one.value, one.source.label, holds, "")


def conflicts(site: Site) -> Sequence[Dispute]:
    """Return all disagreements of the published generation, by event, thing and property."""
    return site.cached("conflicts", lambda: _Reading(site).all())


def conflicts_of(site: Site, iri: str) -> Sequence[Dispute]:
    """Return the disagreements about a thing, and about people in it."""
    by_thing: Mapping[str, Sequence[Dispute]] = site.cached(
        "conflicts by thing", lambda: _by_thing(conflicts(site))
    )
    return by_thing.get(iri, ())


def events_of(disputes: Iterable[Dispute]) -> list[tuple[Ref, int]]:
    """Return the events in which sources disagree, and about how much, the most first."""
    counts = Counter(one.event for one in disputes if one.event)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].label, pair[0].iri))


def _by_thing(disputes: Iterable[Dispute]) -> dict[str, list[Dispute]]:
    found: dict[str, list[Dispute]] = {}
    for one in disputes:
        found.setdefault(one.thing.iri, []).append(one)
    return found


class _Reading:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._files = {one.slug: (one.file, one.format) for one in site.current.sources}

    def all(self) -> list[Dispute]:
        path = self._site.current.folder / DISAGREEMENTS
        listed = json.loads(path.read_text("utf-8")) if path.exists() else []
        listed = list(self._but_for_slots(listed))
        terms = [one["value"] for entry in listed for one in (entry["kept"], *entry["left"])]
        values = self._values(terms)
        about = self._about({entry["subject"] for entry in listed})
        found = [
            self._dispute(entry, values, about) for entry in listed if entry["subject"] in about
        ]
        return sorted(found, key=_order)

    def _but_for_slots(self, listed: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Leave out what a source says of another slot of a talk than its first: no contradiction.

        Who has only the repetition of a talk gives the time and the room of that one.
        """
        starts: dict[str, list[str]] = defaultdict(list)
        for row in self._site.sparql(bound(_SLOTS)).dicts():
            starts[row["talk"]].append(row["start"])
        other = {
            (entry["subject"], one["graph"])
            for entry in listed
            if entry["predicate"] == SCHEMA.startDate.value and entry["subject"] in starts
            for one in entry["left"]
            if any(_one_start(one["value"], start) for start in starts[entry["subject"]])
        }
        for entry in listed:
            left = [
                one
                for one in entry["left"]
                if entry["predicate"] not in _OF_A_SLOT
                or (entry["subject"], one["graph"]) not in other
            ]
            if left:
                yield {**entry, "left": left}

    def _dispute(
        self,
        entry: Mapping[str, Any],
        values: Mapping[str, tuple[str, str]],
        about: Mapping[str, Mapping[str, str]],
    ) -> Dispute:
        row = about[entry["subject"]]
        thing, person = Ref(entry["subject"], row["label"]), ""
        if "owner" in row:
            thing, person = Ref(row["owner"], row["ownerLabel"]), row["label"]
        event = Ref(row["event"], row["eventLabel"]) if "event" in row else None
        if event is None and "/id/event/" in thing.iri:
            event = thing
        holds = self._said(entry["kept"], values)
        others = tuple(self._said(one, values) for one in entry["left"])
        word = property_word(entry["predicate"])
        decided = bool(entry.get("decided"))
        why = self._why(word, holds, others[0], decided=decided)
        return Dispute(
            thing, person, entry["subject"], entry["predicate"], event, word, holds, others, why,
            decided,
        )  # fmt: skip

    def _said(self, one: Mapping[str, str], values: Mapping[str, tuple[str, str]]) -> Said:
        slug = one["graph"].rpartition("/")[2]
        file, name = self._files.get(slug, (slug, ""))
        value, iri = values[one["value"]]
        source = Ref(f"{self._site.config.base}id/source/{slug}", file)
        return Said(value, iri, source, kind_of_source(name))

    def _why(self, word: str, holds: Said, other: Said, *, decided: bool) -> str:
        if word == "people":
            return "Everybody whom a source names is listed."
        if decided:
            return f"A curator believes {holds.source.label} about this."
        first = self._site.config.believed
        names = [self._files.get(one.slug, ("", ""))[1] for one in (holds, other)]
        places = [
            place_of(one.slug, name, first) for one, name in zip((holds, other), names, strict=True)
        ]
        if places[0] < len(first) or places[1] < len(first):
            return f"This site believes {holds.source.label} first."
        if places[0] < places[1]:
            return f"A {holds.kind} is believed before a {other.kind}."
        if places[0] > places[1]:
            return f"{holds.source.label} is the more exact one."
        return "Both are believed alike; the first by its digest holds."

    def _values(self, terms: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Return the words for N-Triples terms, and the address of those that are things."""
        known = sorted(set(terms))
        lines = "".join(f"<urn:x:{at}> <urn:x:p> {term} .\n" for at, term in enumerate(known))
        found: dict[str, tuple[str, str]] = {}
        nodes: dict[str, str] = {}
        for quad in parse(lines, format=RdfFormat.N_TRIPLES):
            term = known[int(str(quad.subject)[7:-1])]
            value = quad.object
            if isinstance(value, Triple):
                continue
            if isinstance(value, NamedNode):
                nodes[term] = value.value
            found[term] = value.value, ""
        labels = self._first(_LABELS, nodes.values())
        for term, iri in nodes.items():
            name = iri.rpartition("/")[2]
            found[term] = labels.get(iri) or _NAMES.get(name, name), iri if iri in labels else ""
        return found

    def _about(self, subjects: set[str]) -> dict[str, dict[str, str]]:
        """Return the label, the owner and the event of each subject that has a label."""
        owners = self._first(_OWNERS, subjects)
        events = self._first(_EVENTS, subjects.union(owners.values()))
        labels = self._first(_LABELS, subjects.union(owners.values(), events.values()))
        found: dict[str, dict[str, str]] = {}
        for subject in subjects & labels.keys():
            about = found[subject] = {"label": labels[subject]}
            owner = owners.get(subject, "")
            event = events.get(subject) or events.get(owner, "")
            for name, iri in ("owner", owner), ("event", event):
                if iri in labels:
                    about |= {name: iri, f"{name}Label": labels[iri]}
        return found

    def _first(self, query: str, iris: Iterable[str]) -> dict[str, str]:
        """Return the first value of each thing that has one."""
        found: dict[str, str] = {}
        nodes = [NamedNode(iri) for iri in sorted(set(iris))]
        for start in range(0, len(nodes), AT_ONCE):
            asked = bound(query, thing=nodes[start : start + AT_ONCE])
            for row in self._site.sparql(asked).dicts():
                found.setdefault(row["thing"], row["value"])
        return found


def _one_start(term: str, start: str) -> bool:
    """Tell whether a term of N-Triples and the text of a time are one moment."""
    try:
        mine, theirs = (datetime.fromisoformat(one) for one in (term.split('"')[1], start))
    except (ValueError, IndexError):
        return False
    if (mine.tzinfo is None) != (theirs.tzinfo is None):
        mine, theirs = mine.replace(tzinfo=None), theirs.replace(tzinfo=None)
    return mine == theirs


def _order(one: Dispute) -> tuple[str, ...]:
    event = one.event.label.casefold() if one.event else ""
    return event, one.thing.label.casefold(), one.thing.iri, one.person, one.word
