"""What a curator compares: two people, or a talk and what it may be about, side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hallway.graph.answers import relations, things
from hallway.graph.answers.things import Ref, Thing
from hallway.graph.curation.curating import spellings
from hallway.graph.curation.parts import part_and_whole
from hallway.graph.curation.reviewing import Suggestion
from hallway.graph.iris import split_iri
from hallway.graph.linking.decision import APPEARS, SPELLED
from hallway.graph.site import Site
from hallway.graph.vocabulary import DCTERMS
from hallway.web.panels import Panel, panel
from hallway.web.words import parts

__all__ = [
    "PARTS", "ConceptSide", "PersonSide", "RecordSide", "link_evidence", "marked", "pair_evidence",
    "part_evidence",
]  # fmt: skip

TALKS, MOST = 6, 200

PARTS = SPELLED | {APPEARS, DCTERMS.source.value}
"""Relations of a thing and a part of it."""


@dataclass(frozen=True, slots=True)
class PersonSide:
    """What is known of one of two people.

    Attributes
    ----------
    names
        As shown and as printed elsewhere.
    topics, others, organizations
        What they spoke about, with whom, and for whom.
    """

    thing: Thing
    names: tuple[str, ...]
    talks: Panel
    topics: tuple[Ref, ...]
    others: tuple[Ref, ...]
    organizations: tuple[Ref, ...]
    profiles: tuple[str, ...]

    @property
    def marks(self) -> set[str]:
        """All that the other side may have as well: addresses, and titles without their case."""
        refs = (*self.topics, *self.others, *self.organizations)
        titles = {(row["title"] or "").casefold() for row in self.talks.rows}
        events = {row["event"] or "" for row in self.talks.rows}
        return {ref.iri for ref in refs} | titles | events | set(self.profiles)


def pair_evidence(site: Site, a: Ref, b: Ref) -> dict[str, Any]:
    """Read two things that may be one, or of which one may be a part of the other.

    Returns
    -------
    dict
        ``view``, the name of the macro that shows them; ``two`` sides, and what they share:
        ``shared`` holds addresses and titles in lower case.
    """
    kind = (split_iri(site.config.base, a.iri) or ("", ""))[0]
    if kind == "person":
        return {"view": "people", **_person_evidence(site, a, b)}
    if kind in ("topic", "organization"):
        return {"view": "concepts", **_concept_evidence(site, a, b)}
    return {"view": "records", **_record_evidence(site, a, b)}


def _person_evidence(site: Site, a: Ref, b: Ref) -> dict[str, Any]:
    """Read two people.

    Returns
    -------
    dict
        ``two`` sides, and what they share: ``shared`` holds addresses and titles in lower case.
    """
    two = [_person(site, ref) for ref in (a, b)]
    shared = two[0].marks & two[1].marks
    return {"two": [_shared_first(side, shared) for side in two], "shared": shared}


def _shared_first(side: PersonSide, shared: set[str]) -> PersonSide:
    def sort(refs: Sequence[Ref]) -> tuple[Ref, ...]:
        return tuple(sorted(refs, key=lambda ref: ref.iri not in shared))

    return replace(side, topics=sort(side.topics), others=sort(side.others))


def _person(site: Site, ref: Ref) -> PersonSide:
    engine, base = site.engine(), site.config.base
    thing = things.describe(engine, base, ref.iri) or Thing(
        ref.iri, *(split_iri(base, ref.iri) or ("person", "")), ref.label
    )
    also = [value.text for value in thing.all("schema:alternateName")]
    return PersonSide(
        thing,
        tuple(dict.fromkeys([thing.label, *also])),
        panel("talks-of-speaker", show=MOST, person=ref.iri),
        _refs(panel("topics-of-speaker", show=MOST, person=ref.iri), "topic"),
        _refs(panel("co-speakers", show=MOST, person=ref.iri), "person"),
        tuple(relations.affiliations(engine, ref.iri)),
        tuple(value.text for value in thing.all("schema:sameAs")),
    )


def _refs(found: Panel, column: str) -> tuple[Ref, ...]:
    return tuple(Ref(row[column] or "", row["label"] or "") for row in found.rows)


@dataclass(frozen=True, slots=True)
class ConceptSide:
    """What is known of one of two topics or organizations.

    Attributes
    ----------
    names
        As shown and as printed.
    people
        Who speaks about it, or for it.
    near
        Broader topics, or the organization that it is a part of.
    """

    thing: Thing
    names: tuple[str, ...]
    talks: Panel
    people: tuple[Ref, ...]
    near: tuple[Ref, ...]


def _concept_evidence(site: Site, a: Ref, b: Ref) -> dict[str, Any]:
    """Read two topics or two organizations: ``two`` sides, and ``shared`` as for people."""
    two = [_concept(site, ref) for ref in (a, b)]
    marks = [
        {ref.iri for ref in (*side.people, *side.near)}
        | {(row["title"] or "").casefold() for row in side.talks.rows}
        for side in two
    ]
    return {"two": two, "shared": marks[0] & marks[1]}


def _concept(site: Site, ref: Ref) -> ConceptSide:
    engine, base = site.engine(), site.config.base
    kind, slug = split_iri(base, ref.iri) or ("topic", "")
    thing = things.describe(engine, base, ref.iri) or Thing(ref.iri, kind, slug, ref.label)
    if kind == "topic":
        talks, people = ("talks-on-topic", "speakers-of-topic")
        near = thing.refs("skos:broader")
    else:
        talks, people = ("talks-of-organization", "people-of-organization")
        near = thing.refs("schema:parentOrganization")
    return ConceptSide(
        thing,
        tuple(one.text for one in spellings(site, ref.iri)),
        panel(talks, show=MOST, **{kind: ref.iri}),
        _refs(panel(people, show=MOST, **{kind: ref.iri}), "person"),
        near,
    )


@dataclass(frozen=True, slots=True)
class RecordSide:
    """What is known of one of two talks or events.

    Attributes
    ----------
    people
        Who gives it; of an event the first of its speakers.
    near
        The event of a talk, the series of an event.
    sources
        Files that speak of it.
    """

    thing: Thing
    people: tuple[Ref, ...]
    near: tuple[Ref, ...]
    sources: tuple[str, ...]


def _record_evidence(site: Site, a: Ref, b: Ref) -> dict[str, Any]:
    """Read two talks or two events: ``two`` sides, and ``shared`` as for people."""
    two = [_record(site, ref) for ref in (a, b)]
    marks = [{ref.iri for ref in (*side.people, *side.near)} for side in two]
    return {"two": two, "shared": marks[0] & marks[1]}


def _record(site: Site, ref: Ref) -> RecordSide:
    engine, base = site.engine(), site.config.base
    kind, slug = split_iri(base, ref.iri) or ("talk", "")
    thing = things.describe(engine, base, ref.iri) or Thing(ref.iri, kind, slug, ref.label)
    if kind == "event":
        people = _refs(panel("speakers-of-event", show=TALKS, event=ref.iri), "person")
        near = thing.refs("hw:inSeries")
    else:
        people = tuple(relations.performers(engine, [ref.iri]).get(ref.iri, ()))
        near = thing.refs("schema:superEvent")
    files = {f"source/{entry.slug}": entry.file for entry in site.current.sources}
    graphs = relations.sources_of(engine, base, ref.iri)
    sources = tuple(files[one.label] for one in graphs if one.label in files)
    return RecordSide(thing, people, near, sources)


def part_evidence(site: Site, one: Suggestion) -> dict[str, Any]:
    """Read a thing and what is held for a part of it: a name, an appearance, a source's record.

    Returns
    -------
    dict
        ``view``, ``whole`` and ``part`` as `Ref`, the ``rows`` that compare them, and ``shared``
        as for people.
    """
    whole, part = (
        (one.object, one.subject) if one.predicate == APPEARS else (one.subject, one.object)
    )
    rows = part_and_whole(site, one.subject, one.predicate, one.object)

    def marks(refs: Sequence[Ref]) -> set[str]:
        return {mark for ref in refs for mark in (ref.iri, ref.label.casefold()) if mark}

    shared = {mark for row in rows for mark in marks(row.whole) & marks(row.part)}
    return {"view": "parts", "whole": whole, "part": part, "rows": rows, "shared": shared}


def link_evidence(site: Site, one: Suggestion) -> dict[str, Any]:
    """Read a talk and the topic or organization that it may have.

    Returns
    -------
    dict
        ``talk`` and ``target`` as `Thing` (None when it is gone), ``people`` and ``topics`` of
        the talk, and ``others``: the talks that the target has already.
    """
    engine, base = site.engine(), site.config.base
    talk = things.describe(engine, base, one.subject.iri)
    kind = (split_iri(base, one.object.iri) or ("", ""))[0]
    question = {"topic": "talks-on-topic", "organization": "talks-of-organization"}[kind]
    topics: Mapping[str, Sequence[Ref]] = relations.links_to_topics(engine, [one.subject.iri])
    return {
        "talk": talk,
        "target": things.describe(engine, base, one.object.iri),
        "people": relations.performers(engine, [one.subject.iri]).get(one.subject.iri, []),
        "topics": [ref for ref in topics.get(one.subject.iri, ()) if ref.status != "suggested"],
        "others": panel(question, show=TALKS, **{kind: one.object.iri}),
    }


def marked(quote: str, label: str) -> list[tuple[str, bool]]:
    """Cut a quotation where it names a thing: each part, and whether it does.

    >>> marked("It is data science.", "Data Science")
    [('It is ', False), ('data science', True), ('.', False)]
    """
    words = re.split(r"[\s_-]+", label.strip())
    pattern = r"[\s_-]+".join(re.escape(word) for word in words if word)
    found = re.finditer(pattern, quote, re.IGNORECASE) if pattern else ()
    return parts(quote, [match.span() for match in found])
