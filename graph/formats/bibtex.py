"""BibTeX of proceedings: one ``@proceedings`` with its papers, or papers that name their book."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.days import event_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.papers.bibtex_entries import ENTRY, Entry, entries, people_of
from hallway.graph.formats.papers.volumes import (
    Authors,
    event_of_volume,
    is_front_matter,
    series_of_event,
    with_year,
)
from hallway.graph.programme import Event, Link, Programme, Recording, Series, Talk
from hallway.graph.reading import languages, links, tex, text, times
from hallway.graph.reading.names import name_key

__all__ = ["FORMAT", "read", "recognises"]

NAME = "bibtex"

_TYPES = frozenset(
    """
    article book booklet collection conference inbook incollection inproceedings manual
    mastersthesis misc online phdthesis preamble proceedings report string techreport thesis
    unpublished comment
    """.split()
)
_PAPERS = frozenset(("inproceedings", "conference"))
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ADDRESS = re.compile(r"https?://[^\s{}]+")
_BETWEEN = re.compile(r"\s*[;,]\s*")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by a first entry of a type that BibTeX has; see `Format.recognises`."""
    source, _ = text.decode(head)
    first = ENTRY.search(source)
    if first is None or first[1].casefold() not in _TYPES:
        return ""
    before = source[: first.start()].strip()
    if before and not all(line.startswith("%") for line in before.split("\n") if line.strip()):
        return ""
    return f"BibTeX, a first entry @{first[1]}"


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a file of entries.

    Raises
    ------
    SourceError
        There is no entry in it that stands for a paper or for proceedings.
    """
    report = Report(options)
    source, guess = text.decode(data)
    if guess:
        report.notices.append(guess)
    found = list(entries(source.replace("\r\n", "\n").replace("\r", "\n"), report))
    papers = [one for one in found if one.type in _PAPERS]
    books = [one for one in found if one.type == "proceedings"]
    report.count(len(papers))
    if not papers and not books:
        raise SourceError(
            f"no paper of a conference among {len(found)} entries",
            where=options.file,
            remedy="entries of the types @inproceedings and @proceedings are read",
        )
    others = Counter(one.type for one in found if one.type not in (*_PAPERS, "proceedings"))
    for type_, count in sorted(others.items()):
        report.tell(
            f"left out: entries of type @{type_}, which are no talks ({count})", level="note"
        )
    events = _Events(books, report, options).of(papers)
    first = ENTRY.search(source)
    reason = f"BibTeX, a first entry @{first[1]}" if first else "BibTeX"
    return Programme(NAME, events, tuple(report.notices), reason)


class _Events:
    """Finds the event of each paper: the book it refers to, names, or shares its file with."""

    def __init__(self, books: list[Entry], report: Report, options: ReadOptions) -> None:
        self._report = report
        self._options = options
        self._authors = Authors(report)
        self._by_key = {book.key.casefold(): book for book in reversed(books)}
        self._by_place = {self._place(book): book for book in reversed(books)}
        self._books = books
        self._editors = {book.key: _keys_of(book.raw("editor")) for book in books}
        self._keys: set[str] = set()
        self._front: list[str] = []

    def of(self, papers: list[Entry]) -> tuple[Event, ...]:
        """Return the events in the order in which books and papers first name them."""
        talks: dict[tuple[str, str], list[Talk]] = {self._place(book): [] for book in self._books}
        heads = {self._place(book): book for book in self._books}
        for paper in papers:
            book = self._book(paper)
            place = self._place(book or paper)
            heads.setdefault(place, book or paper)
            part = event_of_volume((book or paper).text("booktitle", "title"))[1]
            if talk := self._talk(paper, heads[place], part):
                talks.setdefault(place, []).append(talk)
        if self._front:
            self._report.tell(
                f"left out: prefaces, indexes and the like ({len(self._front)})",
                self._front[0],
                level="note",
            )
        return tuple(self._event(heads[place], tuple(found)) for place, found in talks.items())

    def _book(self, paper: Entry) -> Entry | None:
        if (named := paper.raw("crossref", "xref").casefold()) in self._by_key:
            return self._by_key[named]
        if len(self._books) == 1 and not paper.raw("booktitle"):
            return self._books[0]
        return self._by_place.get(self._place(paper))

    def _place(self, entry: Entry) -> tuple[str, str]:
        """Return what two entries of one event share: its name and year."""
        return name_key(_name(entry)), entry.raw("year", "date")[:4]

    def _event(self, head: Entry, talks: tuple[Talk, ...]) -> Event:
        where, report = head.where, self._report
        name = self._options.event or report.title(_name(head), where)
        if not name:
            name = "Unnamed conference"
            report.tell(f"no entry names the conference; it was called {name!r}", where)
        stated = re.search(_YEAR, head.raw("year", "date"))
        year = int(stated[0]) if stated else None
        start, end = self._days(head)
        owner = head if head.type == "proceedings" else None
        editors = people_of(head.raw("editor"))
        page = head.raw("conference_url", "url") if owner else ""
        series = self._options.series or series_of_event(name) or self._series(head, name, owner)
        site = report.link(page, "", where) if page else None
        acronym = report.line(head.text("shortname"), where)
        return Event(
            name if start else with_year(name, year),
            key=head.key if owner else "",
            acronym=f"{acronym} {year}" if acronym and year else acronym,
            start=start,
            end=end,
            place=report.line(head.text("address", "location", "venue"), where) or None,
            series=Series(series) if series else None,
            talks=talks,
            appearances=self._authors.all(editors, where, role="editor"),
            url=site.url if site else None,
            where=where,
        )

    def _series(self, head: Entry, name: str, owner: Entry | None) -> str | None:
        """Take a name without year or number for a series when the book says which one it is."""
        numbered = owner is not None and (head.raw("conference_number") or head.raw("shortname"))
        return name if numbered else None

    def _days(self, head: Entry) -> tuple[date | None, date | None]:
        first, last = times.day(head.raw("start")), times.day(head.raw("end"))
        start, end, doubt = event_days(first, last, None, [])
        if doubt:
            self._report.tell(doubt, head.where, "check the fields start and end")
        return start, end

    def _talk(self, paper: Entry, head: Entry, part: str) -> Talk | None:
        where, report = paper.where, self._report
        title = report.title(paper.text("title"), where)
        names = people_of(paper.raw("author"))
        if not title:
            report.tell(
                f"the entry {paper.key!r} has no title and was left out", where, "", "error"
            )
            return None
        if self._is_front(title, names, head):
            self._front.append(where)
            return None
        for odd in (one for one in (title, *names) if "\\" in one):
            report.once(f"a TeX command that is not known was kept in {odd[:60]!r}", where)
        abstract, cut = report.prose((_abstract(paper),), where, ellipsis_cuts=False)
        addresses = list(self._links(paper))
        videos = [link for link in addresses if links.is_recording(link.url)]
        page = next((link.url for link in addresses if link.label == "page"), None)
        return Talk(
            title,
            key=self._key(paper),
            kind="paper",
            track=report.line(paper.text("section"), where) or report.line(part, where) or None,
            languages=languages.tag(paper.text("language", "langid")),
            abstract=abstract,
            truncated=cut,
            topics=_topics(paper.text("keywords", "keyword")),
            appearances=self._authors.all(names, where),
            recordings=tuple(Recording(link.url) for link in videos),
            slides=tuple(one for one in addresses if one.label in ("slides", "poster")),
            links=tuple(
                one
                for one in addresses
                if one not in videos and one.label not in ("page", "slides", "poster")
            ),
            url=page if not any(page == one.url for one in videos) else None,
            where=where,
        )

    def _is_front(self, title: str, names: list[str], head: Entry) -> bool:
        """Tell a preface by its title, or by the editors who sign what is named as the book."""
        if is_front_matter(title):
            return True
        editors = self._editors.get(head.key, frozenset())
        signed = bool(editors) and frozenset(map(name_key, names)) == editors
        return signed and name_key(_name(head)) in name_key(title)

    def _key(self, paper: Entry) -> str:
        """Return the DOI, else the key of the entry unless another has it as well."""
        if doi := _doi(paper):
            return f"https://doi.org/{doi}"
        if paper.key.casefold() in self._keys:
            self._report.tell(
                f"the key {paper.key[:60]!r} is used twice; it was not used again",
                paper.where,
                "give each entry a key of its own",
            )
            return ""
        self._keys.add(paper.key.casefold())
        return paper.key

    def _links(self, paper: Entry) -> Iterator[Link]:
        for field, label in (
            ("url", "page"), ("doi", "DOI"), ("pdf", "paper"), ("openreview", "OpenReview"),
            ("software", "code"), ("code", "code"), ("video", "video"), ("slides", "slides"),
            ("poster", "poster"),
        ):  # fmt: skip
            raw = paper.raw(field).replace("\\_", "_").replace("\\&", "&").replace("\\%", "%")
            found = _ADDRESS.search(raw.replace("\\~", "~"))
            address = f"https://doi.org/{_doi(paper)}" if field == "doi" and _doi(paper) else ""
            if found and not address:
                address = found[0]
            if address and (link := self._report.link(address, label, paper.where)):
                yield link


def _name(entry: Entry) -> str:
    """Return the name of the event: as the book says it, else what its title says."""
    if entry.type == "proceedings" and (name := entry.text("name", "eventtitle")):
        return name
    title = entry.text("booktitle", "title") if entry.type == "proceedings" else ""
    title = title or entry.text("eventtitle") or entry.text("booktitle")
    return event_of_volume(title)[0] if title else ""


def _keys_of(names: str) -> frozenset[str]:
    return frozenset(name_key(name) for name in people_of(names))


def _abstract(paper: Entry) -> str:
    """Return the abstract; empty lines part paragraphs, others are only those of an editor."""
    parts = re.split(r"\n\s*\n", paper.fields.get("abstract", ""))
    return "\n\n".join(" ".join(part.split()) for part in map(tex.plain, parts) if part.strip())


def _doi(paper: Entry) -> str:
    found = re.search(r"10\.\d{4,9}/[^\s{}]+", paper.raw("doi").replace("\\_", "_"))
    return found[0] if found else ""


def _topics(cell: str) -> tuple[str, ...]:
    parts = cell.split(";") if ";" in cell else _BETWEEN.split(cell)
    return tuple(dict.fromkeys(text.clean(part) for part in parts if part.strip()))


FORMAT = Format(NAME, "BibTeX", recognises, read, order=30)
"""The reader, as the entry point names it."""
