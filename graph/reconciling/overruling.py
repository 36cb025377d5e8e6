"""What a curator decided on talks and events, in the keys that the ledger knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hallway.graph.addresses import Addresses
from hallway.graph.keys import event_key
from hallway.graph.linking.decisions import Decisions
from hallway.graph.programme import Event
from hallway.graph.reconciling.same_events import Edition
from hallway.graph.reconciling.same_talks import Record
from hallway.graph.reconciling.settling import PROPERTIES
from hallway.graph.vocabulary import DCTERMS

__all__ = ["Overruling"]

KINDS = ("event", "talk", "session")


class Overruling:
    """The curator's decisions on talks and events, by the keys that the ledger knows."""

    def __init__(self, addresses: Addresses, decisions: Decisions) -> None:
        self._keys = {iri: key for kind in KINDS for iri, key in addresses.keys(kind).items()}
        self._must = {kind: decisions.rules(kind).must for kind in KINDS}
        rules = [decisions.rules(kind) for kind in KINDS]
        self._cannot = {
            frozenset((self._key(a), self._key(b))) for one in rules for a, b in one.cannot
        }
        self._parted = {
            (self._key(thing), source.rsplit("/", 1)[1])
            for thing, source in decisions.rejected(DCTERMS.source.value)
        }
        name = PROPERTIES["title"].value
        self._titles = {
            self._key(thing): source.rpartition("/")[2]
            for (thing, predicate), source in decisions.preferred().items()
            if predicate == name
        }
        self._met: set[tuple[str, str]] = set()

    def _key(self, iri: str) -> str:
        return self._keys.get(iri, iri)

    def titled_by(self, keys: Iterable[str]) -> str:
        """Return the source whose title is to be shown for one of some keys; empty for none."""
        return next((self._titles[key] for key in keys if key in self._titles), "")

    def must(self, kind: str) -> list[tuple[str, str]]:
        """Return the pairs of keys of a kind that a curator joined."""
        return [(self._key(a), self._key(b)) for a, b in self._must[kind]]

    def event_apart(self, a: str, b: str, editions: Mapping[str, Edition]) -> bool:
        """Tell whether a curator keeps two event keys apart."""
        return frozenset((a, b)) in self._cannot or any(
            (key, source) in self._parted
            for key, other in ((a, b), (b, a))
            for source in editions[other].sources
        )

    def talk_apart(self, a: Record, b: Record) -> bool:
        """Tell whether a curator keeps two records of talks apart."""
        if a.key != b.key and self._pair(a, b) & self._cannot:
            return True
        # The record that a talk has its key from is taken out of it as any other.
        return any((one.key, two.source) in self._parted for one in (a, b) for two in (a, b))

    def _pair(self, a: Record, b: Record) -> set[frozenset[str]]:
        return {
            frozenset((x, y))
            for x in (a.key, f"{a.key}|{a.source}")
            for y in (b.key, f"{b.key}|{b.source}")
        }

    def musts_among(self, records: Sequence[Sequence[Record]]) -> list[tuple[Record, Record]]:
        """Return the pairs of records that a curator joined."""
        pairs = self.must("talk") + self.must("session")
        if not pairs:
            return []
        by_key: dict[str, Record] = {}
        for record in (one for some in records for one in some):
            by_key.setdefault(record.key, record)
            by_key.setdefault(f"{record.key}|{record.source}", record)
        found = [(a, b) for a, b in pairs if a in by_key and b in by_key]
        self._met.update(found)
        return [(by_key[a], by_key[b]) for a, b in found]

    def joins_in(self, parts: Iterable[Sequence[Event]]) -> bool:
        """Tell whether a curator joined talks of an event."""
        pairs = self.must("talk") + self.must("session")
        owners = {event_key(event) for events in parts for event in events} if pairs else set()
        return any(key.startswith(f"{owner}|") for key, _ in pairs for owner in owners)

    def unmet(self, keys: Callable[[], set[str]]) -> list[str]:
        """Return what cannot be applied: a join of talks of two events."""
        waiting = [pair for pair in self.must("talk") + self.must("session")]
        waiting = [pair for pair in waiting if pair not in self._met]
        if not waiting:
            return []
        known = keys()
        return [
            f"joined by a decision, and yet talks of two events: {a} and {b}"
            for a, b in waiting
            if a in known and b in known
        ]
