"""The XML with which proceedings are registered at Crossref: conferences with their papers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.days import event_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.papers.volumes import (
    event_of_volume,
    is_front_matter,
    series_of_event,
    with_year,
)
from hallway.graph.formats.syntax.xml_tree import DOCTYPE, PROLOGUE, as_ascii, parse_xml
from hallway.graph.programme import Appearance, Event, Link, Person, Programme, Series, Talk
from hallway.graph.reading import languages
from hallway.graph.reading.day_ranges import day_range

__all__ = ["FORMAT", "read", "recognises"]

NAME = "crossref"
REASON = "root element doi_batch of Crossref"

_ROOT = re.compile(PROLOGUE + rb"<(?:[\w.-]+:)?doi_batch(?=[\s>])", re.DOTALL)
_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the root element ``doi_batch``; see `Format.recognises`."""
    head = as_ascii(head)
    if DOCTYPE.match(head):
        named = re.search(rb"<!DOCTYPE\s+doi_batch\b", head, re.IGNORECASE)
        return "document type doi_batch" if named else ""
    return REASON if _ROOT.match(head) else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a deposit.

    Raises
    ------
    SourceError
        It has a document type, is not readable as XML, is another XML, or has no conference.
    """
    root, report = parse_xml(data, options)
    conferences = list(root.iter("conference"))
    if root.tag != "doi_batch" or not conferences:
        raise SourceError(
            f"the root element is {root.tag!r}, with {len(conferences)} conferences in it; "
            "expected doi_batch with a conference",
            where=options.file,
            remedy="deposits of journals and books hold no programme",
        )
    report.count(sum(1 for _ in root.iter("conference_paper")))
    events = tuple(_event(conference, report, options) for conference in conferences)
    return Programme(NAME, events, tuple(report.notices), REASON)


def _event(conference: etree._Element, report: Report, options: ReadOptions) -> Event:
    meta = conference.find("event_metadata")
    where = _where(conference if meta is None else meta)

    def line(path: str) -> str:
        return report.line(_text(conference, path), where)

    language = _attribute(conference, "proceedings_metadata", "language")
    name = line("event_metadata/conference_name")
    name = name or event_of_volume(line("proceedings_metadata/proceedings_title"))[0]
    start, end = _days(conference, report)
    year = re.search(r"\b(?:19|20)\d\d\b", _text(conference, "event_metadata/conference_date"))
    if not name:
        name = options.event or "Unnamed conference"
        report.tell(f"the conference has no name; it was called {name!r}", where)
    listed = conference.findall("event_metadata/conference_sponsor")
    sponsors = (report.line(_all_text(one).split(", http")[0], where) for one in listed)
    series = options.series or series_of_event(name)
    return Event(
        name if start else with_year(name, int(year[0]) if year else None),
        key=_text(conference, "proceedings_metadata/doi_data/doi"),
        acronym=line("event_metadata/conference_acronym"),
        start=start,
        end=end,
        place=line("event_metadata/conference_location") or None,
        languages=languages.tag(language),
        series=Series(series) if series else None,
        talks=tuple(_papers(conference, language, report)),
        appearances=tuple(_people(conference, "chair", report)),
        where=where,
        sponsors=tuple(dict.fromkeys(one for one in sponsors if one)),
    )


def _days(conference: etree._Element, report: Report) -> tuple[date | None, date | None]:
    """Read the days: of attributes where there are some, else of the text."""
    element = conference.find("event_metadata/conference_date")
    if element is None:
        return None, None
    first, last = _stated(element, "start"), _stated(element, "end")
    said = _all_text(element)
    if first is None and (found := day_range(said)):
        first, last = found
    elif first is None and said:
        report.tell(f"the dates {said[:60]!r} were not understood", _where(element))
    start, end, doubt = event_days(first, last, None, [])
    if doubt:
        report.tell(doubt, _where(element))
    return start, end


def _stated(element: etree._Element, end: str) -> date | None:
    try:
        return date(*(int(element.get(f"{end}_{unit}", "")) for unit in ("year", "month", "day")))
    except (ValueError, OverflowError):
        return None


def _papers(conference: etree._Element, language: str, report: Report) -> Iterator[Talk]:
    untitled = []
    for paper in conference.iterfind("conference_paper"):
        where = _where(paper)
        title = report.title(_text(paper, "titles/title"), where)
        people = tuple(_people(paper, "author", report))
        if not title or (not people and is_front_matter(title)):
            untitled.append(where)
            continue
        doi = _text(paper, "doi_data/doi")
        abstract, cut = report.prose((_text(paper, "abstract"),), where, ellipsis_cuts=False)
        page = report.link(_text(paper, "doi_data/resource"), "", where)
        yield Talk(
            title,
            key=f"https://doi.org/{doi}" if doi else "",
            subtitle=report.title(_text(paper, "titles/subtitle"), where),
            kind="paper",
            languages=languages.tag(paper.get("language") or language),
            abstract=abstract,
            truncated=cut,
            appearances=people,
            slides=_link(paper, "slides-url", "slides", where, report),
            links=(
                *_given(report.link(f"https://doi.org/{doi}", "DOI", where) if doi else None),
                *_link(paper, "paper-url", "paper", where, report),
            ),
            url=page.url if page else None,
            where=where,
        )
    if untitled:
        report.tell(
            f"left out: prefaces, indexes and entries without a title ({len(untitled)})",
            untitled[0],
            level="note",
        )


def _people(owner: etree._Element, role: str, report: Report) -> Iterator[Appearance]:
    """Yield the persons of a ``contributors`` element in their order; organizations are told."""
    seen: set[tuple[str, str]] = set()
    for element in owner.iterfind("contributors/*"):
        where = _where(element)
        if element.tag == "organization":
            report.once(
                f"{report.line(_all_text(element), where)[:60]!r} stands among the authors but is "
                "an organization; it was left out",
                where,
                level="note",
            )
        if element.tag != "person_name":
            continue
        parts = [_text(element, one) for one in ("given_name", "surname", "suffix")]
        name = report.line(" ".join(filter(None, parts)), where)
        said = (element.get("contributor_role") or role).casefold()
        if not name or (name, said) in seen:
            continue
        seen.add((name, said))
        orcid = _ORCID.search(_text(element, "ORCID"))
        profile = (Link(f"https://orcid.org/{orcid[1]}", "ORCID"),) if orcid else ()
        other = report.line(_text(element, "alt-name"), where)
        stated = element.findall("affiliation") or element.findall(".//institution_name")
        listed = (report.line(_all_text(one), where) for one in stated)
        affiliations = tuple(dict.fromkeys(one for one in listed if one))
        yield Appearance(
            Person(name, alternate_names=(other,) if other else (), links=profile),
            said,
            next(iter(affiliations), None),
            other_affiliations=affiliations[1:],
        )


def _link(
    element: etree._Element, path: str, label: str, where: str, report: Report
) -> tuple[Link, ...]:
    return _given(report.link(_text(element, path), label, where))


def _given(link: Link | None) -> tuple[Link, ...]:
    return (link,) if link else ()


def _text(element: etree._Element, path: str) -> str:
    """Return all words of a descendant, blanks collapsed: faces in titles are dropped."""
    found = element.find(path)
    return _all_text(found) if found is not None else ""


def _all_text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _attribute(element: etree._Element, path: str, name: str) -> str:
    found = element.find(path)
    return (found.get(name) or "") if found is not None else ""


def _where(element: etree._Element) -> str:
    return f"line {element.sourceline}" if element.sourceline else ""


FORMAT = Format(NAME, "Crossref deposit XML", recognises, read, order=20)
"""The reader, as the entry point names it."""
