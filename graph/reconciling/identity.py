"""Which things of several sources are one: events first, then the talks of each event.

Every record has a key by itself (`hallway.graph.keys`). Here it is settled which records share a
thing, and under which key: the one that was first given an address, so that an address stays when
a source comes or goes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hallway.graph.addresses import Addresses
from hallway.graph.keys import Identity, edition_key, event_key, talk_keys
from hallway.graph.linking.decisions import Decisions
from hallway.graph.programme import Event
from hallway.graph.reading.names import name_key
from hallway.graph.reconciling.heirs import heirs
from hallway.graph.reconciling.overruling import Overruling
from hallway.graph.reconciling.same import Difference, Join, Proposal, Same, Thing
from hallway.graph.reconciling.same_events import Edition, SameEvent, join_events
from hallway.graph.reconciling.same_talks import Cluster, Record, Together, join_talks
from hallway.graph.reconciling.talk_evidence import differences, profiles
from hallway.graph.sources import Source, believed

__all__ = ["identify"]

METHOD_EVENT, METHOD_TALK = "same-event-1", "same-talk-1"


def identify(sources: Sequence[Source], addresses: Addresses, decisions: Decisions) -> Same:
    """Settle which records are one event or talk.

    Parameters
    ----------
    sources
        In any order.
    addresses
        Its ledger tells which key has an address, and since when; nothing is minted.
    decisions
        Merge, split and reject of the addresses of two talks or events overrule everything.
    """
    return _Identifying(sources, addresses, decisions).run()


class _Identifying:
    def __init__(
        self, sources: Sequence[Source], addresses: Addresses, decisions: Decisions
    ) -> None:
        self._addresses = addresses
        self._ages = {
            kind: {key: age for age, key in enumerate(addresses.ledger.given(kind).values())}
            for kind in ("event", "talk", "session", "source")
        }
        self._believed = believed(sources)
        self._place = {one.slug: place for place, one in enumerate(self._believed)}
        self._files = {one.slug: one.file for one in sources}
        self._decided = Overruling(addresses, decisions)
        self._heirs = heirs(sources)
        self._same = Same(list(sources))
        self._events: dict[str, str] = {}
        self._talks: dict[str, dict[str, str]] = defaultdict(dict)

    def run(self) -> Same:
        self._join_events()
        self._join_talks()
        self._same.sources[:] = [
            replace(source, identity=Identity(self._events, self._talks.get(source.slug, {})))
            for source in self._same.sources
        ]
        return self._same

    # Events --------------------------------------------------------------------------------------

    def _join_events(self) -> None:
        editions: dict[str, Edition] = {}
        first: dict[str, tuple[int, str]] = {}
        names: dict[str, str] = {}
        for place, source in enumerate(self._believed):
            for event in source.programme.events:
                key = event_key(event)
                edition = editions.setdefault(key, Edition(key))
                edition.add(source.slug, event, explicit="event" in source.options)
                if key not in first:
                    first[key], names[key] = (place, source.slug), event.name
                for one in event.series.editions if event.series else ():
                    known = edition_key(one.name, one.year)
                    editions.setdefault(known, Edition(known)).named(
                        source.slug, one.name, one.year
                    )
        decided = self._decided
        groups, joins, proposed = join_events(
            list(editions.values()),
            lambda a, b: decided.event_apart(a, b, editions),
            decided.must("event"),
        )
        members: dict[str, list[str]] = defaultdict(list)
        for key, leader in groups.items():
            members[leader].append(key)
        for key in sorted(self._heirs.events.keys() & editions.keys() - groups.keys()):
            members[key].append(key)
        last = (len(self._believed), "")
        left = dict(self._heirs.events)
        for keys in members.values():
            ranked = sorted(keys, key=lambda key: (*first.get(key, last), key))
            heirs_of = [left[key] for key in ranked if key in left]
            stays = self._oldest("event", [*ranked, *heirs_of]) or ranked[0]
            left = {key: thing for key, thing in left.items() if thing != stays}
            self._events.update((key, stays) for key in keys)
            if ranked[0] in names:
                self._same.labels["event", stays] = names[ranked[0]]
            self._same.replaced.update(
                (("event", key), ("event", stays)) for key in keys if key != stays
            )
            self._tell_event(stays, ranked, editions, joins)
        for pair in proposed:
            a, b = (("event", self._events.get(key, key)) for key in (pair.a, pair.b))
            text = f"The two may be one event: {pair.evidence}."
            self._same.proposals.append(Proposal(a, b, pair.confidence, METHOD_EVENT, text))

    def _tell_event(
        self,
        stays: str,
        keys: Sequence[str],
        editions: Mapping[str, Edition],
        joins: Sequence[SameEvent],
    ) -> None:
        for key in keys:
            why = [one for one in joins if key in (one.a, one.b)]
            if key == stays or not why:
                continue
            best = max(why, key=lambda one: (one.confidence, one.evidence))
            for source in sorted(editions[key].sources):
                text = f"{self._files[source]} calls this event «{key}»: {best.evidence}."
                self._same.joins.append(
                    Join(("event", stays), source, best.confidence, METHOD_EVENT, text)
                )

    def _oldest(self, kind: str, keys: Iterable[str]) -> str | None:
        ages = self._ages[kind]
        known = [key for key in keys if key in ages]
        return min(known, key=ages.__getitem__, default=None)

    # Talks ---------------------------------------------------------------------------------------

    def _join_talks(self) -> None:
        parts: dict[str, list[tuple[Source, list[Event]]]] = defaultdict(list)
        for source in self._believed:
            mine: dict[str, list[Event]] = defaultdict(list)
            for event in source.programme.events:
                key = event_key(event)
                mine[self._events.get(key, key)].append(event)
            for key, events in mine.items():
                parts[key].append((source, events))
        for key in sorted(parts):
            several = sum(any(one.talks for one in events) for _, events in parts[key]) > 1
            keys = (
                own
                for source, some in parts[key]
                for one in some
                for own in talk_keys(one, source.slug)
            )
            left = self._heirs.talks and not self._heirs.talks.keys().isdisjoint(keys)
            if several or left or self._decided.joins_in(events for _, events in parts[key]):
                self._join_talks_of(parts[key])
        self._same.conflicts.extend(self._decided.unmet(self._talk_keys))

    def _join_talks_of(self, parts: Sequence[tuple[Source, list[Event]]]) -> None:
        people = {
            name_key(said.person.name)
            for _, events in parts
            for event in events
            for talk in event.talks
            for said in talk.appearances
        } - {""}
        called = {
            text
            for _, events in parts
            for event in events
            for text in (event.name, event.acronym, event.series.name if event.series else "")
        }
        records = [list(_records(source, events, people, called)) for source, events in parts]
        clusters, proposed = join_talks(
            records, self._decided.talk_apart, self._decided.musts_among(records)
        )
        self._key_talks(clusters, proposed)

    def _key_talks(self, clusters: Sequence[Cluster], proposed: Sequence[Together]) -> None:
        """Give each talk its key: the oldest of its records', of no two talks the same."""
        taken: set[Thing] = set()
        things: dict[int, Thing] = {}
        for cluster in sorted(clusters, key=self._seniority):
            thing = self._key_of(cluster, taken)
            taken.add(thing)
            for record in cluster.records:
                things[id(record)] = thing
                if record.key != thing[1]:
                    self._talks[record.source][record.key] = thing[1]
        for cluster in clusters:
            self._tell_talk(cluster, things[id(cluster.records[0])])
        for cluster in clusters:
            thing = things[id(cluster.records[0])]
            for record in cluster.records:
                for kind in ("talk", "session"):
                    own = (kind, record.key)
                    if own not in taken and record.key in self._ages[kind]:
                        self._same.replaced[own] = thing
        for one in proposed:
            a, b = things[id(one.other)], things[id(one.record)]
            text = (
                f"«{one.record.profile.talk.title}» of {self._files[one.record.source]} may be"
                f" «{one.other.profile.talk.title}» of {self._files[one.other.source]}:"
                f" {one.evidence}."
            )
            self._same.proposals.append(Proposal(a, b, one.confidence, METHOD_TALK, text))

    def _seniority(self, cluster: Cluster) -> tuple[int, int]:
        """Order talks that claim one key: whose source came first has it."""
        oldest = min(self._ages["source"].get(one.source, 1 << 60) for one in cluster.records)
        return oldest, min(self._place[one.source] for one in cluster.records)

    def _key_of(self, cluster: Cluster, taken: set[Thing]) -> Thing:
        kind = cluster.records[0].kind
        own = [one.key for one in cluster.records]
        apart = [f"{one.key}|{one.source}" for one in cluster.records]
        # A curator's or a contradiction's parting outlives the next build.
        before = [key for key in apart if key in self._ages[kind]]
        left = [self._heirs.talks[key] for key in own if key in self._heirs.talks]
        known = dict.fromkeys([*own, *before, *left])
        free = [key for key in known if (kind, key) not in taken]
        stays = self._oldest(kind, free)
        return kind, stays or next(iter(free), apart[0])

    def _tell_talk(self, cluster: Cluster, thing: Thing) -> None:
        if len(cluster.records) == 1:
            return
        self._tell_differences(cluster, thing)
        owner = next((one for one in cluster.records if one.key == thing[1]), cluster.records[0])
        for record in cluster.records:
            if record is owner:
                continue
            why = next(
                (one for one in cluster.joins if one.record is record),
                None,
            ) or next(one for one in cluster.joins if record in (one.other, one.record))
            other = why.other if why.record is record else why.record
            text = (
                f"«{record.profile.talk.title}» of {self._files[record.source]} is"
                f" «{other.profile.talk.title}» of {self._files[other.source]}: {why.evidence}."
            )
            self._same.joins.append(Join(thing, record.source, why.confidence, METHOD_TALK, text))

    def _tell_differences(self, cluster: Cluster, thing: Thing) -> None:
        """Choose the title, and note what others say."""
        ranked = sorted(cluster.records, key=lambda one: self._place[one.source])
        wanted = self._decided.titled_by([thing[1], *(one.key for one in ranked)])
        titled = next((one for one in ranked if one.source == wanted), ranked[0])
        self._same.labels[thing] = titled.profile.talk.title
        for what, first in (("title", titled), ("people", ranked[0])):
            left = tuple(
                (_said(one, what), one.source)
                for one in ranked
                if one is not first and what in differences(first.profile, one.profile)
            )
            if left:
                decided = what == "title" and bool(wanted)
                kept = (_said(first, what), first.source)
                self._same.differences.append(Difference(thing, what, kept, left, decided))

    def _talk_keys(self) -> set[str]:
        return {
            key
            for source in self._believed
            for event in source.programme.events
            for key in talk_keys(event, source.slug)
        }


def _said(record: Record, what: str) -> str:
    profile = record.profile
    return profile.talk.title if what == "title" else ", ".join(profile.people.values())


def _records(
    source: Source, events: Sequence[Event], people: set[str], called: set[str]
) -> Iterator[Record]:
    for event in events:
        owner = event_key(event) + "|"
        keys = talk_keys(event, source.slug)
        for key, profile in zip(keys, profiles(event.talks, people, called), strict=True):
            yield Record(source.slug, key, key.removeprefix(owner), profile)
