"""The events of an RDF graph, in the vocabularies that conferences have used.

Semantic Web Dog Food (also as XML London wrote it), schema.org, and our own: one list of
properties for each thing that a happening can say. A talk and its paper are two things there and
one here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from pyoxigraph import BlankNode, Literal, NamedNode

from hallway.graph.formats.common.report import Report
from hallway.graph.formats.happenings.parts import Happening
from hallway.graph.formats.rdf.editions import editions, names_of_series, other_names
from hallway.graph.formats.rdf.groups import organizers, sponsors
from hallway.graph.formats.rdf.people import People
from hallway.graph.formats.rdf.terms import Graph, Node, expanded, local_name
from hallway.graph.formats.schema_org.values import is_event_type
from hallway.graph.programme import Recording
from hallway.graph.reading import times

__all__ = ["RELATIVE", "events"]

RELATIVE = "http://relative.invalid/"
"""Base of relative IRIs: they stay ids of the source and are no addresses."""

_NAME = expanded("schema:name dc:title dct:title rdfs:label skos:prefLabel foaf:name ical:summary")
_LABEL = expanded("schema:name foaf:name rdfs:label skos:prefLabel dc:title")
_PAPER_NAME = expanded("dc:title dct:title schema:name swrc:title rdfs:label")
_START = expanded("schema:startDate ical:dtstart icaltzd:dtstart swc:startDate swrc:startDate")
_END = expanded("schema:endDate ical:dtend icaltzd:dtend swc:endDate swrc:endDate")
_ICAL_DATE, _TZID = expanded("ical:date icaltzd:date"), expanded("ical:tzid hw:timeZone")
_LENGTH = expanded("schema:duration ical:duration")
_WHOLE = expanded("swc:isSubEventOf schema:superEvent")
_PART = expanded("swc:isSuperEventOf schema:subEvent")
_IN_BOOK, _BOOK_PART = expanded("swc:isPartOf dct:isPartOf"), expanded("swc:hasPart dct:hasPart")
_DOCUMENT, _OF_EVENT = expanded("swc:hasRelatedDocument"), expanded("swc:relatedToEvent")
_PLACE = expanded("schema:location swc:hasLocation swc:room swrc:location ical:location")
_TEXT = expanded(
    "schema:abstract swrc:abstract dct:abstract schema:description dc:description dct:description "
    "ical:description rdfs:comment"
)
_ABOUT = expanded("dc:subject dct:subject swc:hasTopic schema:keywords schema:about")
_CATEGORY = expanded("swrc:category")
_TRACK = expanded("hw:track site:track swc:track")
_KIND, _AUDIENCE = expanded("hw:kind"), expanded("schema:audience")
_PAGE = expanded("schema:url foaf:homepage ical:url foaf:page")
_FILE = expanded(
    "swrc:url swc:url swrc:link_open_access swrc:link_publisher owl:sameAs rdfs:seeAlso"
)
_FILM, _SLIDES = expanded("schema:recordedIn schema:video"), expanded("hw:slides")
_SERIES = expanded("hw:inSeries")
_STATUS, _MODE = expanded("schema:eventStatus"), expanded("schema:eventAttendanceMode")
_LANGUAGE = expanded("schema:inLanguage dc:language dct:language")
_LICENCE = expanded("schema:license dct:license dct:rights dc:rights")
_NUMBER = expanded("swc:orderInSession swc:order_in_super_event")
_MINUTES = expanded("hw:minutes")

_PAPER = frozenset({"InProceedings", "Paper", "Poster", "Demo"})
_BOOK = frozenset({"Proceedings", "Collection", "Book"})
_KINDS = (
    ("Keynote", "keynote"), ("InvitedTalk", "invited talk"), ("Panel", "panel"),
    ("Workshop", "workshop"), ("Tutorial", "tutorial"), ("Poster", "poster"), ("Demo", "demo"),
)  # fmt: skip
_POSITION = re.compile(r"[0-9]{1,9}")
_TALKING = re.compile(r"Talk|Keynote|Event$|^Session$")


def events(graph: Graph, report: Report) -> list[Happening]:
    """Return what is part of nothing else, in the order of the source.

    Parameters
    ----------
    graph
        Everything that the source says.
    report
        Takes the notices.
    """
    return _Events(graph, report).roots()


class _Events:
    def __init__(self, graph: Graph, report: Report) -> None:
        self._graph = graph
        self._ordered: dict[Node, list[Node]] = {}
        self._report = report
        self._people = People(graph, report)
        self._tracks = {one for subject in graph.subjects() for one in graph.nodes(subject, _TRACK)}

    def roots(self) -> list[Happening]:
        graph = self._graph
        nodes = [one for one in graph.subjects() if self._happens(one) and self._says(one)]
        records = {node: self._event(node) for node in nodes}
        below: set[Node] = set()
        for node in nodes:
            for part in self._parts(node):
                if part in records and part != node and part not in below:
                    records[node].parts.append(records[part])
                    below.add(part)
        loose = self._papers(records)
        roots = [one for node, one in records.items() if node not in below and self._counts(node)]
        if nameless := len(self._people.nameless):
            self._report.tell(
                f"{nameless} people have an address here but no name, and were left out",
                remedy="read the file that describes them as well, in one folder with this one",
            )
        return roots + loose

    def _happens(self, node: Node) -> bool:
        types = {local_name(one) for one in self._graph.types(node)}
        if types & (_PAPER | _BOOK):
            return False
        ours = any(one.startswith("https://w3id.org/hallway#") for one in self._graph.types(node))
        if ours:
            return bool(types & {"Event", "Session", "Slot", "Talk"})
        if any(is_event_type(one) or _TALKING.search(one) for one in types):
            return True
        # The conference itself may have no type: it is what the others are part of.
        return bool(self._graph.users(node, _WHOLE)) or bool(self._graph.nodes(node, _PART))

    def _says(self, node: Node) -> bool:
        """Tell whether a node is more than the place where others hang: a name, or own talks.

        ``…/conference/iswc`` has no name and holds a conference, which holds the talks.
        """
        parts = self._parts(node)
        return bool(self._graph.text(node, _NAME)) or not all(map(self._parts, parts))

    def _counts(self, node: Node) -> bool:
        """Tell whether a root is an event: not a track of another, nor one without any name."""
        if node in self._tracks:
            return False
        named = bool(self._graph.text(node, _NAME))
        return named or any(self._parts(node))

    def _parts(self, node: Node) -> list[Node]:
        """Return the parts of a node in their order; it is asked once for each place they hang."""
        if node not in self._ordered:
            graph = self._graph
            found = dict.fromkeys([*graph.nodes(node, _PART), *graph.users(node, _WHOLE)])
            self._ordered[node] = sorted(found, key=self._number)
        return self._ordered[node]

    def _number(self, node: Node) -> int:
        number = self._graph.text(node, _NUMBER)
        return int(number) if _POSITION.fullmatch(number) else 0

    def _event(self, node: Node) -> Happening:
        graph = self._graph
        documents = [*graph.nodes(node, _DOCUMENT), *graph.users(node, _OF_EVENT)]
        papers = [one for one in dict.fromkeys(documents) if self._is(one, _PAPER)]
        record = self._record(node)
        people = self._people.of_event(node)
        for paper in papers:
            written = self._record(paper, _PAPER_NAME)
            record.name = written.name or record.name
            record.complete(written)
            record.links = (*record.links, *written.links)
            people += self._people.authors(paper)
        record.people = tuple(people)
        record.slides += tuple(
            self._page(one) or _iri(one)
            for one in dict.fromkeys(documents)
            if self._is(one, frozenset({"SlideSet"}))
        )
        return record

    def _papers(self, records: dict[Node, Happening]) -> list[Happening]:
        """Hang papers that no talk stands for below the event of their proceedings."""
        graph, loose = self._graph, []
        for paper in graph.subjects():
            if not self._is(paper, _PAPER):
                continue
            talks = [*graph.nodes(paper, _OF_EVENT), *graph.users(paper, _DOCUMENT)]
            if any(one in records and not records[one].parts for one in talks):
                continue
            record = self._record(paper, _PAPER_NAME)
            if not record.name:
                continue
            record.people = tuple(self._people.authors(paper))
            record.kind = record.kind or "paper"
            record.types |= {"InProceedings"}
            owner = next((one for one in self._of_paper(paper, talks) if one in records), None)
            if owner is None:
                loose.append(record)
            else:
                records[owner].parts.append(record)
        return loose

    def _of_paper(self, paper: Node, events_: list[Node]) -> Iterator[Node]:
        graph = self._graph
        yield from events_
        books = [*graph.nodes(paper, _IN_BOOK), *graph.users(paper, _BOOK_PART)]
        for book in dict.fromkeys(books):
            yield from graph.nodes(book, _OF_EVENT)
            yield from graph.users(book, _DOCUMENT)
            if isinstance(book, NamedNode):  # ".../iswc/2004/demo-proceedings"
                yield from self._above(book.value)

    def _above(self, iri: str) -> Iterator[Node]:
        """Yield the node whose IRI is one step shorter, if the graph has it."""
        with suppress(ValueError):
            node = NamedNode(iri.rstrip("/").rpartition("/")[0])
            if node in self._graph:
                yield node

    def _is(self, node: Node, kinds: frozenset[str]) -> bool:
        return bool({local_name(one) for one in self._graph.types(node)} & kinds)

    def _record(self, node: Node, names: tuple[str, ...] = _NAME) -> Happening:
        """Read what talk, paper and conference say alike; not the people."""
        graph = self._graph
        types = frozenset(local_name(one) for one in graph.types(node))
        ours = "https://w3id.org/hallway#Event" in graph.types(node)
        start, zone = self._time(node, _START)
        end, end_zone = self._time(node, _END)
        place, online = self._place(node)
        category = graph.text(node, _CATEGORY)
        is_kind = bool(re.search(r"\b(?:papers?|posters?|demos?)\b", category, re.IGNORECASE))
        texts = (graph.texts(node, (one,)) for one in _TEXT)
        topics = [text for text in self._labels(node, _ABOUT) if text]
        return Happening(
            where=f"<{_iri(node)}>" if _iri(node) else "a node without an IRI",
            id=_iri(node).removeprefix(RELATIVE),
            name=graph.text(node, names),
            types=types | ({"ConferenceEvent"} if ours else frozenset()),
            kind=self._label(node, _KIND) or (category if is_kind else _kind(types)),
            start=start,
            end=end,
            duration=graph.text(node, _MINUTES) or graph.text(node, _LENGTH),
            zone=zone or end_zone,
            place=place,
            online=online,
            texts=tuple(dict.fromkeys(text for several in texts for text in several[:1])),
            url=self._page(node),
            links=tuple(
                dict.fromkeys(_iri(one) for one in graph.nodes(node, _FILE) if "://" in _iri(one))
            ),
            recordings=tuple(self._films(node)),
            slides=tuple(_iri(one) for one in graph.nodes(node, _SLIDES)),
            status=" ".join(local_name(_iri(one)) for one in graph.nodes(node, _STATUS)),
            languages=tuple(graph.texts(node, _LANGUAGE)),
            topics=tuple(topics if is_kind or not category else [*topics, category]),
            audiences=tuple(self._labels(node, _AUDIENCE)),
            track=self._label(node, _TRACK),
            series=self._label(node, _SERIES),
            editions=tuple(editions(graph, node)),
            names=other_names(graph, node),
            series_names=names_of_series(graph, node),
            licence=graph.text(node, _LICENCE),
            sponsors=sponsors(graph, node),
            organizers=organizers(graph, node),
            slot="Session" in types and "https://w3id.org/hallway#Session" in graph.types(node),
        )

    def _time(self, node: Node, properties: tuple[str, ...]) -> tuple[str, str | None]:
        """Return a time and its zone; Dog Food hangs both below a node of their own."""
        graph = self._graph
        text = graph.text(node, properties)
        zone = graph.text(node, _TZID)
        for one in graph.nodes(node, properties):
            text = text or graph.text(one, _ICAL_DATE)
            zone = zone or graph.text(one, _TZID)
        if zone and times.zone(zone) is None:
            self._report.once(
                f"the time zone {zone[:40]!r} is not known; times stay local",
                remedy="give --zone with an IANA name such as Europe/Berlin",
                level="note",
            )
            zone = ""
        return text, zone or None

    def _place(self, node: Node) -> tuple[str, bool | None]:
        graph, modes = self._graph, self._graph.nodes(node, _MODE)
        online = None
        for mode in modes:
            name = local_name(_iri(mode))
            online = True if "Online" in name else False if "Offline" in name else None
        found = []
        for value in graph.values(node, _PLACE):
            if isinstance(value, Literal):
                found.append(value.value)
            elif isinstance(value, NamedNode | BlankNode):
                if "https://schema.org/VirtualLocation" not in graph.types(value):
                    found.append(graph.text(value, _LABEL))
        named = [one for one in dict.fromkeys(found) if one.strip()]
        return ", ".join(named[:8]), online

    def _page(self, node: Node) -> str:
        pages = [_iri(one) for one in self._graph.nodes(node, _PAGE)]
        pages += self._graph.texts(node, _PAGE)
        return next((one for one in pages if "://" in one), "")

    def _films(self, node: Node) -> Iterator[Recording]:
        graph = self._graph
        for one in graph.values(node, _FILM):
            if isinstance(one, Literal):
                yield Recording(one.value)
            elif isinstance(one, NamedNode | BlankNode):
                stated = graph.text(one, _LENGTH)
                minutes = times.minutes(stated, parts="h:m:s") if stated else None
                tags = graph.texts(one, _LANGUAGE)
                url = self._page(one) or _iri(one)
                yield Recording(
                    url,
                    None if minutes is None else 60 * minutes,
                    tags[0] if tags else None,
                    graph.text(one, _LICENCE),
                )

    def _labels(self, node: Node, properties: tuple[str, ...]) -> Iterator[str]:
        for value in self._graph.values(node, properties):
            if isinstance(value, Literal):
                yield value.value
            elif isinstance(value, NamedNode | BlankNode):
                yield self._graph.text(value, _LABEL)

    def _label(self, node: Node, properties: tuple[str, ...]) -> str:
        return next((one for one in self._labels(node, properties) if one), "")


def _kind(types: frozenset[str]) -> str:
    return next((kind for mark, kind in _KINDS if any(mark in one for one in types)), "")


def _iri(node: Node) -> str:
    return node.value if isinstance(node, NamedNode) else ""
