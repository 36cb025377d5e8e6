"""The lists of papers of papercopilot: one array a venue and year, or all of them line by line.

An array names neither venue nor year; the name of the file or of the event does. Only what is
accepted is read; scores of reviewers, genders and addresses are never looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.common.wording import series_of
from hallway.graph.formats.papers.volumes import Authors, not_public
from hallway.graph.formats.syntax.json_records import first_record, records
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.programme import Appearance, Event, Link, Programme, Recording, Series, Talk
from hallway.graph.reading import gzipped, links, tex
from hallway.graph.reading.name_words import is_nobody
from hallway.graph.reading.text import clean

__all__ = ["FORMAT", "read", "recognises"]

NAME = "papercopilot"
CUT = 300  # characters that the list of all venues keeps of an abstract

_ARRAY = ("title", "author", "status")
_ARRAY_SIGNS = ("aff", "gs_citation", "authorids", "author_num")
_LINES = ("title", "authors", "affiliations", "venue", "aligned")
_FILE = re.compile(r"([a-z0-9]*?[a-z][a-z0-9]*?)[_-]?((?:19|20)\d\d)(?!\d)", re.IGNORECASE)
_VENUES = {
    "3dv": "3DV", "acmmm": "ACM MM", "ai4x": "AI4X", "automl": "AutoML", "corl": "CoRL",
    "interspeech": "Interspeech", "nips": "NeurIPS", "neurips": "NeurIPS",
    "siggraphasia": "SIGGRAPH Asia",
}  # fmt: skip
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_PAGES = (
    ("pdf", "paper"), ("openreview", "OpenReview"), ("github", "code"), ("code", "code"),
    ("project", "project"), ("supp", "supplement"), ("video", "video"), ("youtube", "video"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Paper:
    """One record of either form; lists beside the authors are empty where they do not agree."""

    title: str
    authors: Sequence[str]
    affiliations: Sequence[Sequence[str]]
    ids: Sequence[str]
    orcids: Sequence[str]
    homepages: Sequence[str]
    topics: Sequence[str]
    track: str
    status: str
    key: str
    url: str
    pages: Sequence[tuple[str, str]]
    abstract: str
    cut: bool
    disagree: bool


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the keys of the first record; see `Format.recognises`."""
    if not head.startswith((b"[", b"{", gzipped.SIGNATURE)):
        return ""
    record = first_record(data)
    if all(key in record for key in _LINES):
        return "JSON lines with authors, affiliations and venue"
    listed = all(key in record for key in _ARRAY) and isinstance(record["author"], str)
    if listed and any(key in record for key in _ARRAY_SIGNS):
        return "a JSON list with title, author, status and aff"
    return ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a list of papers.

    Raises
    ------
    SourceError
        There is no record in it, it unpacks to too much, or it has too many records.
    """
    report = Report(options)
    reader = _Reader(report, options)
    talks: dict[tuple[str, str], list[Talk]] = {}
    count = 0
    for where, record in records(data, report, options):
        count += 1
        report.count(count)
        place = (string(record.get("venue")), string(record.get("year")))
        paper = _of_lines(record) if "authors" in record else _of_array(record)
        of_event = talks.setdefault(place, [])
        if talk := reader.talk(paper, where):
            of_event.append(talk)
    reader.conclude()
    events = tuple(reader.event(*place, found) for place, found in talks.items())
    reason = recognises(data[:1], data) or "a JSON list of papers"
    return Programme(NAME, events, tuple(report.notices), reason)


def _of_array(record: Mapping[str, Any]) -> _Paper:
    def parts(name: str) -> list[str]:
        return [part.strip() for part in string(record.get(name)).split(";")]

    def beside(name: str) -> list[str]:
        found = parts(name)
        return found if len(found) == len(authors) else []

    authors = [] if not string(record.get("author")).strip() else parts("author")
    affiliations = beside("aff")
    site = string(record.get("site")).strip()
    area = string(record.get("primary_area")).strip()
    return _Paper(
        title=string(record.get("title")),
        authors=authors,
        affiliations=[one.split("+") for one in affiliations],
        ids=beside("authorids"),
        orcids=beside("orcid"),
        homepages=beside("homepage"),
        topics=[*filter(None, parts("keywords")), *([area] if area else [])],
        track=string(record.get("track")),
        status=string(record.get("status")),
        key=site or string(record.get("id")),
        url=site,
        pages=[(string(record.get(name)).strip(), label) for name, label in _PAGES],
        abstract=string(record.get("abstract")),
        cut=False,
        disagree=bool(string(record.get("aff")).strip("; ")) and not affiliations,
    )


def _of_lines(record: Mapping[str, Any]) -> _Paper:
    def listed(name: str) -> list[Any]:
        found = record.get(name)
        return found if isinstance(found, list) else []

    def beside(name: str) -> list[str]:
        found = [string(one) for one in listed(name)]
        return found if len(found) == len(authors) else []

    authors = [string(one) for one in listed("authors")]
    stated = [one if isinstance(one, list) else [one] for one in listed("affiliations")]
    agree = record.get("aligned") is True and len(stated) == len(authors)
    area, abstract = string(record.get("primary_area")), string(record.get("abstract"))
    return _Paper(
        title=string(record.get("title")),
        authors=authors,
        affiliations=[[string(name) for name in one] for one in stated] if agree else [],
        ids=beside("author_ids"),
        orcids=beside("orcids"),
        homepages=[],
        topics=[*map(string, listed("keywords")), area],
        track=string(record.get("track")),
        status=string(record.get("status")),
        key=string(record.get("url")) or string(record.get("id")),
        url=string(record.get("url")),
        pages=[],
        abstract=abstract,
        cut=len(abstract) >= CUT,
        disagree=bool(stated) and not agree,
    )


class _Reader:
    def __init__(self, report: Report, options: ReadOptions) -> None:
        self._report = report
        self._options = options
        self._authors = Authors(report)
        self._counts: Counter[str] = Counter()

    def conclude(self) -> None:
        """Tell what concerns many papers, once each."""
        told = {
            "status": "left out: papers that are rejected, withdrawn or undecided",
            "title": "left out: papers without a title",
            "disagree": "left out: affiliations that do not match the authors one by one",
            "twice": "papers that name an author twice; each was kept once",
        }
        for what, words in told.items():
            if self._counts[what]:
                level = "error" if what == "title" else "note"
                self._report.tell(f"{words} ({self._counts[what]:,})", level=level)

    def event(self, venue: str, year: str, talks: list[Talk]) -> Event:
        """Name the event: by its records, by the caller, or by the name of the file."""
        given = self._options.event if not venue else None
        if not venue and not given:
            stem = PurePath(self._options.file).name.split(".")[0]
            found = _FILE.match(stem)
            if found:
                venue, year = _VENUES.get(found[1].casefold(), found[1].upper()), found[2]
            else:
                given = clean(stem.replace("_", " ").strip("<>")) or "Unnamed conference"
                self._report.tell(
                    f"neither the list nor its name tells the event; it was called {given!r}",
                    remedy="name it with --event, such as 'ALT 2025'",
                )
        name = given or clean(f"{venue} {year}")
        series = self._options.series or (series_of(name) if given else clean(venue))
        return Event(
            name,
            key=name,
            acronym="" if given else name,
            series=Series(series) if series else None,
            talks=tuple(talks),
        )

    def talk(self, paper: _Paper, where: str) -> Talk | None:
        """Read one paper; None for one that is left out."""
        report = self._report
        if not_public(paper.status):
            self._counts["status"] += 1
            return None
        title = report.title(tex.inline(paper.title), where)
        if not title:
            self._counts["title"] += 1
            return None
        abstract, cut = report.prose((tex.inline(paper.abstract),), where, ellipsis_cuts=False)
        page = report.link(paper.url, "", where) if paper.url else None
        pages = [
            link
            for address, label in paper.pages
            if address and (link := report.link(address, label, where))
        ]
        videos = tuple(Recording(one.url) for one in pages if links.is_recording(one.url))
        track = report.line(paper.track, where)
        return Talk(
            title,
            key=page.url if page else paper.key,
            kind=report.line(paper.status, where) or None,
            track=None if track.casefold() == "main" else track or None,
            abstract=abstract,
            truncated=cut or paper.cut,
            topics=tuple(
                dict.fromkeys(label for one in paper.topics if (label := report.line(one, where)))
            ),
            appearances=self._people(paper, where),
            recordings=videos,
            links=tuple(one for one in pages if not links.is_recording(one.url)),
            url=page.url if page else None,
            where=where,
        )

    def _people(self, paper: _Paper, where: str) -> tuple[Appearance, ...]:
        """Read the authors; what stands beside them is theirs only where each is one person."""
        self._counts["disagree"] += paper.disagree
        found = self._authors.of(paper.authors, where)
        people: dict[str, Appearance] = {}
        for position, several in enumerate(found):
            for one in several:
                if len(several) == 1:
                    one = self._with_beside(one, paper, position)
                people.setdefault(one.person.id or one.person.name, one)
        self._counts["twice"] += len(people) < sum(map(len, found))
        return tuple(people.values())

    def _with_beside(self, one: Appearance, paper: _Paper, position: int) -> Appearance:
        id_, profiles = "", []
        if paper.ids and "@" not in (said := paper.ids[position]):
            id_ = clean(said)
        if paper.orcids and (orcid := _ORCID.search(paper.orcids[position])):
            profiles.append(Link(f"https://orcid.org/{orcid[0]}", "ORCID"))
        if paper.homepages and (page := _page(paper.homepages[position])):
            profiles.append(Link(page, "home page"))
        affiliation, others = one.affiliation, one.other_affiliations
        if paper.affiliations:
            stated = [kept for said in paper.affiliations[position] if (kept := _stated(said))]
            if stated:
                affiliation, others = stated[0], tuple(dict.fromkeys(stated[1:]))
        if not (id_ or profiles or affiliation):
            return one
        person = one.person
        if id_ or profiles:
            person = replace(person, id=id_ or person.id, links=(*person.links, *profiles))
        return replace(one, person=person, affiliation=affiliation, other_affiliations=others)


@lru_cache(maxsize=100_000)
def _stated(affiliation: str) -> str:
    name = clean(affiliation)
    return "" if is_nobody(name) or "@" in name else name


@lru_cache(maxsize=50_000)
def _page(address: str) -> str | None:
    found = links.address(address)[0] if address else None
    return found if found and not found.startswith("mailto:") else None


FORMAT = Format(NAME, "papercopilot list of papers (JSON)", recognises, read, order=30)
"""The reader, as the entry point names it."""
