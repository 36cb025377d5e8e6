"""What can be found by its words: one document a thing, made from a generation's store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, Store

from hallway.graph.lookup import Lookup
from hallway.graph.vocabulary import HW, KINDS, RDF, RDFS, SCHEMA, SKOS

__all__ = ["Document", "documents", "documents_of"]

Values = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Document:
    """A thing that can be found.

    Attributes
    ----------
    label
        Name or title.
    alternatives
        Other names, found like the label.
    text
        Running text, shown around what was found in it.
    note
        What tells it from others of the same name: "12 talks".
    words
        Further names to be found by, not shown: a talk's speakers and topics.
    series
        IRI of the series of a talk or event.
    weight
        Number of its talks or editions; of equal matches the heavier comes first.
    """

    iri: str
    kind: str
    label: str
    alternatives: tuple[str, ...] = ()
    text: str = ""
    note: str = ""
    year: int | None = None
    language: str | None = None
    words: tuple[str, ...] = ()
    weight: int = 0
    series: str | None = None


def documents(store: Store) -> Iterator[Document]:
    """Yield a document for each thing of the eight kinds.

    Parameters
    ----------
    store
        Follows docs/model.md; only its default graph is read. Breaks and rooms are left out.
    """
    reader = _Reader(store)
    yield from reader.talks()
    yield from reader.others()


def documents_of(store: Store, iris: Iterable[str]) -> Iterator[Document]:
    """Yield the documents that `documents` yields of some things."""
    reader = _Reader(store, sorted(set(iris)))
    yield from reader.talks()
    yield from reader.others()


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


class _LookedUp(dict[str, list[str]]):
    """The sorted values of a property, looked up subject by subject."""

    def __init__(self, lookup: Lookup, predicate: NamedNode) -> None:
        super().__init__()
        self._lookup = lookup
        self._predicate = predicate

    def __missing__(self, iri: str) -> list[str]:
        """Look a subject up."""
        found = self[iri] = sorted(self._lookup.values(iri, self._predicate))
        return found

    def get(self, iri: str, default: Any = None) -> Any:
        """Return the values of a subject; the default when it has none."""
        return (self[iri] if iri else None) or default

    def __contains__(self, iri: object) -> bool:
        """Tell whether a subject has a value."""
        return isinstance(iri, str) and bool(self.get(iri))


class _Reader:
    """Holds each property that notes are made of as subject -> sorted values.

    Parameters
    ----------
    store
        See `documents`.
    only
        The things that are asked for; None for all.
    """

    def __init__(self, store: Store, only: list[str] | None = None) -> None:
        self._store = store
        self._only = only
        self._lookup = Lookup(store)
        self._types = _LookedUp(self._lookup, RDF.type)
        self._all_labels = self._values(RDFS.label)
        self._year = self._values(HW.year)
        self._event = self._values(SCHEMA.superEvent)
        self._talks = self._of_class(HW.Talk)
        self._series = self._values(HW.inSeries)
        self._people = self._values(SCHEMA.performer)
        self._topics = self._values(SCHEMA.about)

    def _values(self, predicate: NamedNode) -> Values:
        if self._only is not None:
            return _LookedUp(self._lookup, predicate)
        found: Values = defaultdict(list)
        for quad in self._store.quads_for_pattern(None, predicate, None, DefaultGraph()):
            if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode | Literal):
                found[quad.subject.value].append(quad.object.value)
        for values in found.values():
            values.sort()
        return dict(found)

    def _of_class(self, kind: NamedNode) -> list[str]:
        if self._only is not None:
            return [iri for iri in self._only if kind.value in self._types[iri]]
        return sorted(
            quad.subject.value
            for quad in self._store.quads_for_pattern(None, RDF.type, kind, DefaultGraph())
            if isinstance(quad.subject, NamedNode)
        )

    def _label(self, iri: str) -> str | None:
        found = self._all_labels.get(iri)
        return found[0] if found else None

    def _names(self, iris: Iterable[str]) -> tuple[str, ...]:
        return tuple(label for iri in iris if (label := self._label(iri)) is not None)

    def _year_of(self, iri: str) -> int | None:
        text = self._year.get(iri, [""])[0]
        return int(text) if text.isdigit() else None

    def _series_of(self, event: str) -> str | None:
        return self._series.get(event, [None])[0]

    def talks(self) -> Iterator[Document]:
        """Yield the talks."""
        abstracts = self._values(SCHEMA.abstract)
        minutes = self._values(HW.minutes)
        languages = self._values(SCHEMA.inLanguage)
        presenters = self._values(HW.presentedBy)
        for iri in self._talks:
            event = self._event.get(iri, [""])[0]
            parts = [self._label(event) or ""]
            parts += [f"{one} min" for one in minutes.get(iri, ())[:1]]
            about = (self._people, self._topics, presenters)
            names = [name for values in about for name in self._names(values.get(iri, ()))]
            yield Document(
                iri=iri,
                kind="talk",
                label=self._label(iri) or "",
                text="\n".join(abstracts.get(iri, ())),
                note=" · ".join(part for part in parts if part),
                year=self._year_of(iri) or self._year_of(event),
                language=languages.get(iri, [None])[0],
                words=(*names, parts[0]),
                series=self._series_of(event),
            )

    def others(self) -> Iterator[Document]:
        """Yield everything but the talks."""
        alternatives = [self._values(one) for one in (SCHEMA.alternateName, SKOS.altLabel)]
        rooms = set(self._of_class(HW.Room))
        counts = self._counts() if self._only is None else _Counts(self._store)
        for kind, type_ in KINDS.items():
            if kind == "talk":
                continue
            iris = self._of_class(type_)
            if kind == "place":
                iris = [*iris, *self._of_class(SCHEMA.VirtualLocation)]
            for iri in dict.fromkeys(iris):
                label = self._label(iri)
                if iri in rooms or label is None:
                    continue
                number = counts[kind].get(iri, 0)
                year = self._year_of(iri) if kind == "event" else None
                yield Document(
                    iri=iri,
                    kind=kind,
                    label=label,
                    alternatives=tuple(
                        name for values in alternatives for name in values.get(iri, ())
                    ),
                    note=self._note(kind, number, year),
                    year=year,
                    weight=number,
                    series=self._series_of(iri) if kind == "event" else None,
                )

    def _note(self, kind: str, number: int, year: int | None) -> str:
        if kind == "series":
            return _count(number, "edition", "editions")
        if kind in ("audience", "place"):
            return _count(number, "event", "events")
        talks = _count(number, "talk", "talks")
        return f"{year} · {talks}" if year else talks

    def _counts(self) -> dict[str, dict[str, int]]:
        """Return kind -> thing -> how many talks, editions or events it has."""
        talks = set(self._talks)
        affiliation = self._values(SCHEMA.affiliation)
        appearances = self._values(HW.appearance)
        presenters = self._values(HW.presentedBy)
        of_talk: dict[str, dict[str, set[str]]] = {
            kind: defaultdict(set) for kind in ("person", "topic", "event", "organization")
        }
        for talk in talks:
            for kind, values in (
                ("person", self._people), ("topic", self._topics), ("event", self._event),
                ("organization", presenters),
            ):  # fmt: skip
                for thing in values.get(talk, ()):
                    of_talk[kind][thing].add(talk)
            for role in appearances.get(talk, ()):
                for thing in affiliation.get(role, ()):
                    of_talk["organization"][thing].add(talk)
        counts = {
            kind: {thing: len(some) for thing, some in things.items()}
            for kind, things in of_talk.items()
        }
        events = set(self._of_class(HW.Event))
        for kind, predicate in (
            ("series", HW.inSeries), ("audience", SCHEMA.audience), ("place", SCHEMA.location),
        ):  # fmt: skip
            counts[kind] = defaultdict(int)
            for event, things in self._values(predicate).items():
                for thing in things if event in events else ():
                    counts[kind][thing] += 1
        return counts


class _Counts:
    """Kind -> thing -> how many talks, editions or events it has, counted thing by thing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kind = ""

    def __getitem__(self, kind: str) -> _Counts:
        """Return the counts of a kind."""
        self._kind = kind
        return self

    def get(self, iri: str, default: int) -> int:
        """Count for one thing."""
        talks = {
            "person": (SCHEMA.performer,), "topic": (SCHEMA.about,), "event": (SCHEMA.superEvent,),
            "organization": (HW.presentedBy,),
        }.get(self._kind)  # fmt: skip
        if talks is None:
            of_event = {
                "series": HW.inSeries, "audience": SCHEMA.audience, "place": SCHEMA.location,
            }.get(self._kind)  # fmt: skip
            return len(self._having(of_event, iri, HW.Event)) if of_event else default
        found = {talk for predicate in talks for talk in self._having(predicate, iri, HW.Talk)}
        if self._kind == "organization":
            for role in self._having(SCHEMA.affiliation, iri, None):
                found |= self._having(HW.appearance, role, HW.Talk)
        return len(found)

    def _having(self, predicate: NamedNode, iri: str, kind: NamedNode | None) -> set[str]:
        """Return the subjects of a class that have a thing."""
        some = self._store.quads_for_pattern(None, predicate, NamedNode(iri), DefaultGraph())
        return {
            quad.subject.value
            for quad in some
            if isinstance(quad.subject, NamedNode)
            and (kind is None or Quad(quad.subject, RDF.type, kind) in self._store)
        }
