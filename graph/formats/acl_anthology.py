"""The XML of the ACL Anthology: a collection of volumes, each with its papers.

Volumes of one venue and year are one event, their titles' rest is the track. An ``event`` element
names the event, its days and place, and has its keynotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.papers.volumes import (
    Authors,
    event_of_volume,
    is_front_matter,
    series_of_event,
    with_year,
)
from hallway.graph.formats.syntax.xml_tree import DOCTYPE, PROLOGUE, as_ascii, parse_xml
from hallway.graph.programme import (
    Appearance,
    Event,
    Link,
    Person,
    Programme,
    Recording,
    Series,
    Talk,
)
from hallway.graph.reading import tex
from hallway.graph.reading.day_ranges import day_range

__all__ = ["FORMAT", "read", "recognises"]

NAME = "acl-anthology"
REASON = "root element collection with volume"
SITE = "https://aclanthology.org/"

_ROOT = re.compile(
    PROLOGUE + rb"<collection(?=[\s>])[^<>]*>(?:\s+|<!--.*?-->)*<volume\b", re.DOTALL
)
_SLIDES = re.compile(r"slide|presentation|poster", re.IGNORECASE)
_OLD_STYLE = re.compile(r"[A-Z]\d\d")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the root element ``collection`` with a ``volume``; see `Format.recognises`."""
    head = as_ascii(head)
    if DOCTYPE.match(head):
        named = re.search(rb"<!DOCTYPE\s+collection\b", head, re.IGNORECASE)
        return "document type collection" if named else ""
    return REASON if _ROOT.match(head) else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a collection.

    Raises
    ------
    SourceError
        It has a document type, is not readable as XML, or is another XML.
    """
    root, report = parse_xml(data, options)
    if root.tag != "collection":
        raise SourceError(
            f"the root element is {root.tag!r}, not collection",
            where=options.file,
            remedy="take a file of the folder data/xml of the Anthology",
        )
    report.count(sum(1 for _ in root.iter("paper", "talk")))
    return _Reader(root, report, options).programme()


@dataclass(slots=True)
class _Gathered:
    """The volumes and talks of one event."""

    volumes: list[etree._Element] = field(default_factory=list)
    meta: etree._Element | None = None


class _Reader:
    def __init__(self, root: etree._Element, report: Report, options: ReadOptions) -> None:
        self._root = root
        self._report = report
        self._options = options
        self._authors = Authors(report)
        self._collection = root.get("id", "")
        self._left_out: dict[str, list[str]] = {}

    def programme(self) -> Programme:
        gathered: dict[tuple[str, str], _Gathered] = {}
        for volume in self._root.iterfind("volume"):
            place = (_text(volume, "meta/venue"), _text(volume, "meta/year"))
            gathered.setdefault(place, _Gathered()).volumes.append(volume)
        for element in self._root.iterfind("event"):
            venue, _, year = element.get("id", "").rpartition("-")
            gathered.setdefault((venue, year), _Gathered()).meta = element
        events = tuple(self._event(*place, one) for place, one in gathered.items())
        for what, places in self._left_out.items():
            self._report.tell(f"left out: {what} ({len(places)})", places[0], level="note")
        return Programme(NAME, events, tuple(self._report.notices), REASON)

    def _event(self, venue: str, year: str, one: _Gathered) -> Event:
        where = _where(one.volumes[0] if one.volumes else one.meta)
        titles = [self._line(volume, "meta/booktitle") for volume in one.volumes]
        name, tracks = _shared_name([event_of_volume(title) for title in titles])
        stated = self._line(one.meta, "meta/title")
        days = day_range(_text(one.meta, "meta/dates"))
        if not days and (said := _text(one.meta, "meta/dates")):
            self._report.tell(f"the dates {said[:60]!r} were not understood", _where(one.meta))
        number = int(year) if re.fullmatch(r"(?:19|20)\d\d", year) else None
        name = stated or name or self._options.event or f"{venue} {self._collection}".strip()
        talks = [
            talk
            for volume, track in zip(one.volumes, tracks, strict=True)
            for talk in self._papers(volume, track)
        ]
        talks += self._keynotes(one.meta)
        series = self._options.series or _spelled(venue, [stated, *titles]) or series_of_event(name)
        site = _address(one.meta, "website")
        return Event(
            name if days else with_year(name, number),
            key=f"{venue}-{year}".strip("-"),
            acronym=f"{_spelled(venue, [stated, *titles])} {year}".strip() if venue else "",
            start=days[0] if days else None,
            end=days[1] if days else None,
            place=self._line(one.meta, "meta/location") or self._place(one) or None,
            series=Series(series) if series else None,
            talks=tuple(talks),
            appearances=self._editors(one.volumes),
            url=self._address(site, _where(one.meta)),
            where=where,
        )

    def _place(self, one: _Gathered) -> str:
        return next((said for v in one.volumes if (said := self._line(v, "meta/address"))), "")

    def _editors(self, volumes: list[etree._Element]) -> tuple[Appearance, ...]:
        found: dict[Person, Appearance] = {}
        for volume in volumes:
            for editor in volume.iterfind("meta/editor"):
                for one in self._person(editor, "editor"):
                    found.setdefault(one.person, one)
        return tuple(found.values())

    def _papers(self, volume: etree._Element, track: str) -> Iterator[Talk]:
        for paper in volume.iterfind("paper"):
            title = self._title(paper)
            if paper.find("retracted") is not None or paper.find("removed") is not None:
                self._leave_out("papers that were retracted or removed", paper)
            elif not title:
                self._leave_out("papers without a title", paper)
            elif paper.find("author") is None and is_front_matter(title):
                self._leave_out("prefaces, indexes and the like", paper)
            else:
                yield self._paper(paper, title, self._id(volume, paper), track)

    def _paper(self, paper: etree._Element, title: str, id_: str, track: str) -> Talk:
        where = _where(paper)
        texts = (_plain(paper.find("abstract")),)
        abstract, cut = self._report.prose(texts, where, ellipsis_cuts=False)
        attached = list(self._attachments(paper, where))
        return Talk(
            title,
            key=f"{SITE}{id_}/",
            kind="paper",
            track=track or None,
            abstract=abstract,
            truncated=cut,
            appearances=tuple(
                one for author in paper.iterfind("author") for one in self._person(author, "author")
            ),
            recordings=tuple(self._recordings(paper, where)),
            slides=tuple(link for slides, link in attached if slides),
            links=tuple(link for slides, link in attached if not slides),
            url=self._address(f"{SITE}{id_}/", where),
            where=where,
        )

    def _id(self, volume: etree._Element, paper: etree._Element) -> str:
        """Return the Anthology's id: ``2022.acl-long.1``, in old collections ``L06-1001``."""
        part, number = volume.get("id", ""), paper.get("id", "")
        if not _OLD_STYLE.fullmatch(self._collection):
            return f"{self._collection}-{part}.{number}"
        wide = self._collection.startswith("W") or self._collection == "C69"
        wide = wide or (self._collection == "D19" and part.isdecimal() and int(part[:9]) >= 5)
        return f"{self._collection}-{part.zfill(2 if wide else 1)}{number.zfill(2 if wide else 3)}"

    def _keynotes(self, element: etree._Element | None) -> Iterator[Talk]:
        for talk in element.iterfind("talk") if element is not None else ():
            title, where = self._title(talk), _where(talk)
            if not title:
                self._leave_out("talks without a title", talk)
                continue
            video = self._address(_address(talk, "video"), where)
            yield Talk(
                title,
                key=video or "",
                kind=talk.get("type"),
                appearances=tuple(
                    one
                    for speaker in talk.iterfind("speaker")
                    for one in self._person(speaker, "speaker")
                ),
                recordings=(Recording(video),) if video else (),
                where=where,
            )

    def _person(self, element: etree._Element, role: str) -> list[Appearance]:
        """Read a person; the Anthology gives an id where two people share a name."""
        where = _where(element)
        last, first = _text(element, "last"), _text(element, "first")
        name = self._report.line(f"{first} {last}".strip() or (element.text or ""), where)
        if not name:
            return []
        stated = (
            self._report.line(" ".join("".join(map(str, one.itertext())).split()), where)
            for one in element.iterfind("affiliation")
        )
        affiliations = tuple(dict.fromkeys(one for one in stated if one))
        other = [
            self._report.line(f"{_text(one, 'first')} {_text(one, 'last')}", where)
            for one in element.iterfind("variant")
        ]
        person = Person(name, element.get("id") or None, tuple(filter(None, other)))
        named = affiliations[0] if affiliations else None
        return [Appearance(person, role, named, other_affiliations=affiliations[1:])]

    def _recordings(self, paper: etree._Element, where: str) -> Iterator[Recording]:
        for video in paper.iterfind("video"):
            if url := self._address(video.get("href") or video.text or "", where):
                yield Recording(url)

    def _attachments(self, paper: etree._Element, where: str) -> Iterator[tuple[bool, Link]]:
        """Yield (slides or not, link) of everything that comes with a paper."""
        for name in ("doi", "url", "attachment", "pwccode"):
            for element in paper.iterfind(name):
                said = (element.text or "").strip()
                kind = element.get("type") or name
                address, label = {
                    "doi": (f"https://doi.org/{said}", "DOI"),
                    "url": (said if "://" in said else f"{SITE}{said}.pdf", "paper"),
                    "attachment": (
                        said if "://" in said else f"{SITE}attachments/{said}",
                        kind,
                    ),
                    "pwccode": (element.get("url") or "", "code"),
                }[name]
                if (said or name == "pwccode") and (
                    link := self._report.link(address, label, where)
                ):
                    yield bool(name == "attachment" and _SLIDES.search(kind)), link

    def _address(self, address: str, where: str) -> str | None:
        link = self._report.link(address, "", where, SITE) if address else None
        return link.url if link else None

    def _line(self, element: etree._Element | None, path: str) -> str:
        found = element.find(path) if element is not None else None
        return self._report.line(_plain(found), _where(found)) if found is not None else ""

    def _title(self, element: etree._Element) -> str:
        return self._report.line(_plain(element.find("title")), _where(element))

    def _leave_out(self, what: str, element: etree._Element) -> None:
        self._left_out.setdefault(what, []).append(_where(element))


def _shared_name(volumes: list[tuple[str, str]]) -> tuple[str, list[str]]:
    """Name the event of several volumes, and the track that each of them is.

    Behind a colon stands the part of the event, if another volume has the same words before it:
    "… of the Society: Demonstrations". Else the colon belongs to the name.
    """
    heads = [name.partition(":")[0].strip() for name, _ in volumes]
    if len(volumes) < 2 or len(set(heads)) > 1:
        names = [name for name, _ in volumes]
        return (names[0] if names else ""), [
            part or (name if name != names[0] else "") for name, part in volumes
        ]
    return heads[0], [part or name.partition(":")[2].strip() for name, part in volumes]


def _spelled(venue: str, titles: list[str]) -> str:
    """Spell a venue as the titles do ("SemEval"), else in capitals."""
    if not venue:
        return ""
    pattern = re.compile(rf"(?<!\w){re.escape(venue)}(?![a-z])", re.IGNORECASE)
    found = next((hit[0] for title in titles if (hit := pattern.search(title))), None)
    return found if found and found != found.lower() else venue.upper()


def _text(element: etree._Element | None, path: str) -> str:
    return " ".join((element.findtext(path) or "").split()) if element is not None else ""


def _plain(element: etree._Element | None) -> str:
    """Return the words of an element: case marks dropped, formulas as plain text."""
    if element is None:
        return ""
    if len(element) == 0:
        return element.text or ""
    parts = [element.text or ""]
    for child in element:
        inside = _plain(child)
        parts.append(tex.plain(f"${inside}$") if child.tag == "tex-math" else inside)
        parts.append(child.tail or "")
    return "".join(parts)


def _address(element: etree._Element | None, kind: str) -> str:
    for url in element.iter("url") if element is not None else ():
        if url.get("type") == kind:
            return (url.text or "").strip()
    return ""


def _where(element: etree._Element | None) -> str:
    return f"line {element.sourceline}" if element is not None and element.sourceline else ""


FORMAT = Format(NAME, "ACL Anthology XML", recognises, read, order=20)
"""The reader, as the entry point names it."""
