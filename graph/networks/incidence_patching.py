"""The incidence of a generation made from the one before, where only some things changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

import numpy as np
from pyoxigraph import NamedNode, Store

from hallway.graph.lookup import Lookup
from hallway.graph.networks.incidence import (
    MEMBERS,
    Incidence,
    broader_pairs,
    confidence_of,
    make_incidence,
    merged_entries,
    year_number,
)
from hallway.graph.vocabulary import HW, KINDS, RDF, RDFS, SCHEMA

__all__ = ["patched_incidence"]

_OF_TALK = (SCHEMA.performer, SCHEMA.about, HW.presentedBy, SCHEMA.superEvent)


def patched_incidence(old: Incidence, store: Store, touched: Collection[str]) -> Incidence:
    """Return what `hallway.graph.networks.incidence.read_incidence` gives of a store.

    Parameters
    ----------
    old
        Of the generation before.
    store
        Of this one.
    touched
        IRIs of all things that a change concerns, see `hallway.graph.building.touched.touched`.
    """
    reader = _Reader(store)
    iris, labels, bounds = _things(old, reader, touched)
    numbers = {iri: number for number, iri in enumerate(iris)}
    talks_again = _talks_again(old, reader, touched, numbers)
    fresh = {iri: title for iri in talks_again if (title := reader.talk_title(iri)) is not None}
    gone = set(talks_again)
    title_of = {
        iri: title for iri, title in zip(old.talks, old.titles, strict=True) if iri not in gone
    } | fresh
    talks = sorted(title_of)
    talk_numbers = {iri: number for number, iri in enumerate(talks)}
    years = dict(zip(old.talks, old.years.tolist(), strict=True))
    years.update((iri, reader.year(iri)) for iri in fresh)
    # The entries of talks that nothing touched stay; their numbers may be others.
    to_talk = np.array([-1 if one in gone else talk_numbers[one] for one in old.talks], np.int64)
    to_thing = np.array([numbers.get(one, -1) for one in old.iris], np.int64)
    talk = to_talk[old.talk] if len(old.talks) else old.talk
    thing = to_thing[old.thing] if len(old.iris) else old.thing
    kept = (talk >= 0) & (thing >= 0)
    parts = (part for iri in sorted(fresh) for part in reader.parts(iri, bounds))
    new = merged_entries(numbers, talk_numbers, parts, reader.derived(fresh))
    columns = [
        np.concatenate([before[kept], now])
        for before, now in zip((talk, thing, old.confidence, old.derived), new, strict=True)
    ]
    order = np.lexsort((columns[1], columns[0]))
    return make_incidence(
        iris,
        labels,
        bounds,
        talks,
        [title_of[iri] for iri in talks],
        np.array([years[iri] for iri in talks], dtype=np.int64),
        columns[0][order],
        columns[1][order],
        columns[2][order],
        columns[3][order],
        broader_pairs(store, numbers),
    )


def _things(
    old: Incidence, reader: _Reader, touched: Collection[str]
) -> tuple[list[str], list[str], dict[str, tuple[int, int]]]:
    again = set(touched)
    now: dict[str, dict[str, str]] = {kind: {} for kind in MEMBERS}
    for iri in again:
        kind, label = reader.kind(iri), reader.label(iri)
        if kind is not None and label is not None:
            now[kind][iri] = label
    iris: list[str] = []
    labels: list[str] = []
    bounds: dict[str, tuple[int, int]] = {}
    for kind in MEMBERS:
        where = old.of_kind(kind)
        before = zip(old.iris[where], old.labels[where], strict=True)
        mine = {iri: label for iri, label in before if iri not in again} | now[kind]
        bounds[kind] = (len(iris), len(iris) + len(mine))
        iris.extend(sorted(mine))
        labels.extend(mine[iri] for iri in sorted(mine))
    return iris, labels, bounds


def _talks_again(
    old: Incidence, reader: _Reader, touched: Collection[str], numbers: Mapping[str, int]
) -> list[str]:
    """Return the talks whose entries are read again, gone ones among them."""
    found = set(touched)
    things = len(old.iris)
    for iri in touched:
        node = old.node(iri)
        was = node is not None and node < things
        if was != (iri in numbers):  # a thing came or went, and whoever has it may not have changed
            if was and node is not None:
                found.update(old.talks[talk] for talk in old.talks_of(node).tolist())
            found.update(reader.having(iri))
        found.update(reader.linked(iri))
    return [iri for iri in found if old.node(iri) is not None or reader.is_a(iri, HW.Talk)]


class _Reader:
    """Looks things up one by one."""

    def __init__(self, store: Store) -> None:
        lookup = Lookup(store)
        self._objects = lookup.values
        self._subjects = lookup.subjects

    def is_a(self, iri: str, kind: NamedNode) -> bool:
        return kind.value in self._objects(iri, RDF.type)

    def kind(self, iri: str) -> str | None:
        types = self._objects(iri, RDF.type)
        return next((kind for kind in MEMBERS if KINDS[kind].value in types), None)

    def label(self, iri: str) -> str | None:
        return min(self._objects(iri, RDFS.label), default=None)

    def talk_title(self, iri: str) -> str | None:
        return self.label(iri) if self.is_a(iri, HW.Talk) else None

    def _event(self, talk: str) -> str:
        return min(self._objects(talk, SCHEMA.superEvent), default="")

    def year(self, talk: str) -> int:
        event = self._event(talk)
        own = min(self._objects(talk, HW.year), default="")
        return year_number(own or (min(self._objects(event, HW.year), default="") if event else ""))

    def having(self, iri: str) -> Iterator[str]:
        """Yield the talks that have a thing, also by way of an appearance or event."""
        for predicate in _OF_TALK:
            yield from self._subjects(predicate, iri)
        for role in self._subjects(SCHEMA.affiliation, iri):
            yield from self._subjects(HW.appearance, role)
        for event in self._subjects(HW.inSeries, iri):
            yield from self._subjects(SCHEMA.superEvent, event)

    def linked(self, iri: str) -> Iterator[str]:
        """Yield the thing that a link or a decision is about; nothing for anything else."""
        for about in self._objects(iri, RDF.subject):
            with suppress(ValueError):  # two names may be joined, and neither is a thing
                yield NamedNode(about).value

    def parts(
        self, talk: str, bounds: Mapping[str, tuple[int, int]]
    ) -> Iterator[tuple[tuple[int, int], str, Iterable[tuple[str, str]]]]:
        event = self._event(talk)
        affiliations = (
            one
            for role in self._objects(talk, HW.appearance)
            for one in self._objects(role, SCHEMA.affiliation)
        )
        in_event = bool(event) and self.is_a(event, HW.Event)
        for kind, predicate, found in (
            ("person", SCHEMA.performer.value, self._objects(talk, SCHEMA.performer)),
            ("topic", SCHEMA.about.value, self._objects(talk, SCHEMA.about)),
            ("organization", HW.presentedBy.value, self._objects(talk, HW.presentedBy)),
            ("organization", "", affiliations),
            ("event", "", [event]),
            ("series", "", self._objects(event, HW.inSeries) if in_event else []),
        ):
            yield bounds[kind], predicate, [(talk, one) for one in found]

    def derived(self, talks: Iterable[str]) -> dict[tuple[str, str, str], float]:
        found: dict[tuple[str, str, str], float] = {}
        for talk in talks:
            for link in self._subjects(RDF.subject, talk):
                if HW.derived.value not in self._objects(link, HW.status):
                    continue
                for predicate in self._objects(link, RDF.predicate):
                    for thing in self._objects(link, RDF.object):
                        for said in self._objects(link, HW.confidence):
                            key = talk, predicate, thing
                            value = confidence_of(said, key)
                            found[key] = max(value, found.get(key, 0.0))
        return found
