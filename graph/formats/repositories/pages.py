"""Pages with a header, in which conference sites keep talks and people, joined by slug."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.repositories.parts import (
    decoded,
    files,
    folder_of,
    name_of_slug,
    one_person,
    profiles,
    shown,
    video,
)
from hallway.graph.formats.syntax.fences import Page, split
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.formats.syntax.yaml_values import Fields
from hallway.graph.programme import Appearance, Link, Person, Recording
from hallway.graph.reading import bundle, names
from hallway.graph.reading.text import clean

__all__ = ["Located", "Media", "People", "first", "is_person", "located", "media", "stem"]

_PERSON_TYPES = frozenset("speaker presenter person author".split())
_PERSON_FOLDERS = frozenset(
    "speakers presenters people authors _speakers _presenters _people".split()
)
_SLUG = re.compile(r"[^\sA-Z]+")
_TEXT_PARTS = (".md", ".markdown", ".mdown", ".html")
_RECORDING_FIELDS = ("video_url", "video", "recording", "youtube", "vimeo")
_SLIDES_FIELDS = ("slides_url", "slides", "speakerdeck", "slideshare", "googleslides", "pdf")


@dataclass(frozen=True, slots=True)
class Located:
    """A page and the name of the part it is."""

    name: str
    page: Page

    @property
    def fields(self) -> Fields:
        """The header."""
        return self.page.fields


@dataclass(frozen=True, slots=True)
class Media:
    """What the header of a talk links to."""

    recordings: tuple[Recording, ...] = ()
    slides: tuple[Link, ...] = ()


def located(data: bytes, options: ReadOptions, report: Report) -> list[Located]:
    """Read the pages of a source, by name; one whose header cannot be read is told and left out.

    Raises
    ------
    SourceError
        As `bundle.files`.
    """
    found: list[Located] = []
    several = bool(bundle.names(data))
    for name, part in files(data, options).items():
        if several and not name.lower().endswith(_TEXT_PARTS):
            continue
        try:
            page = split(decoded(part, name, report), name, options)
        except SourceError as error:
            report.tell(error.what, error.where, error.remedy, "error")
            continue
        if page:
            found.append(Located(name, page))
    return found


def stem(name: str) -> str:
    """Return the name of a part without folder and ending, which is its slug.

    >>> stem("content/speakers/ana-lindqvist.md")
    'ana-lindqvist'
    """
    base = name[len(folder_of(name)) :]
    return base.rpartition(".")[0] or base


def first(fields: Mapping[str, Any], *keys: str) -> str:
    """Return the text of the first key that says something; "" when none does."""
    return next((found for key in keys if (found := string(fields.get(key)).strip())), "")


def is_person(one: Located) -> bool:
    """Tell whether a page is about a person, by its type, its folder or its having a name."""
    kind = first(one.fields, "type").casefold()
    folders = set(folder_of(one.name).lower().split("/"))
    if kind in _PERSON_TYPES or (folders & _PERSON_FOLDERS and "speakers" not in one.fields):
        return bool(first(one.fields, "name", "title"))
    return "name" in one.fields and "title" not in one.fields


class People:
    """Knows the pages of people, by slug.

    Parameters
    ----------
    pages
        Those for which `is_person` holds.

    Attributes
    ----------
    guessed
        Slugs that no page has, in order; their names were made from the slugs.
    """

    def __init__(self, pages: Sequence[Located], report: Report) -> None:
        self._report = report
        self._pages: dict[str, Located] = {}
        self._known: dict[str, tuple[Person, str | None]] = {}
        self.guessed: dict[str, None] = {}
        for one in pages:
            for slug in (first(one.fields, "slug"), stem(one.name)):
                self._pages.setdefault(slug.casefold(), one)

    def of(self, value: Any, where: str) -> tuple[Appearance, ...]:
        """Return the people that a header names, by slug, by name or as objects with a name."""
        found: dict[str, Appearance] = {}
        for one in value if isinstance(value, list) else [value]:
            for appearance in self._read(one, where):
                found.setdefault(appearance.person.name, appearance)
        return tuple(found.values())

    def _read(self, value: Any, where: str) -> Iterator[Appearance]:
        if isinstance(value, Fields):
            person = Person("", None, (), profiles(value, where, self._report))
            appearance = one_person(string(value), where, self._report, profile=person)
            company = self._report.line(first(value, "company", "affiliation"), where)
            if appearance:
                yield replace(appearance, affiliation=appearance.affiliation or company or None)
            return
        said = string(value).strip()
        if not said:
            return
        if known := self._by_slug(said):
            yield Appearance(known[0], affiliation=known[1])
        elif names.is_nobody(said):
            self._report.tell(f"{said!r} is not a person", where, level="note")
        elif _SLUG.fullmatch(said) and ("-" in said or "_" in said):
            self.guessed[said] = None
            yield Appearance(Person(name_of_slug(clean(said)), said))
        else:
            several, nobody = names.people(self._report.line(said, where))
            yield from several
            for one in nobody:
                self._report.tell(f"{one!r} is not a person", where, level="note")

    def _by_slug(self, slug: str) -> tuple[Person, str | None] | None:
        slug = slug.casefold()
        page = self._pages.get(slug)
        if page is None:
            return None
        if slug not in self._known:
            where, fields = page.name, page.fields
            appearance = one_person(first(fields, "name", "title"), where, self._report)
            if appearance is None:
                return None
            company = self._report.line(first(fields, "company", "affiliation", "employer"), where)
            person = replace(
                appearance.person, id=slug, links=profiles(fields, where, self._report)
            )
            self._known[slug] = person, company or appearance.affiliation
        return self._known[slug]

    def tell_guessed(self) -> None:
        """Tell of the slugs that became names, in one notice."""
        if self.guessed:
            self._report.tell(
                f"people without a page: {shown(list(self.guessed))}; "
                "their names were made from the slugs",
                remedy="add their pages, or correct the names by decisions",
            )


def media(fields: Mapping[str, Any], where: str, report: Report) -> Media:
    """Find recordings and slides in a header; a bare id belongs to the service of its key."""
    recordings: dict[str, Recording] = {}
    slides: dict[str, Link] = {}
    for key in _RECORDING_FIELDS:
        said = first(fields, key)
        link = report.link(video(key, said), "", where) if said else None
        if link:
            recordings[link.url] = Recording(link.url)
    for key in _SLIDES_FIELDS:
        said = first(fields, key)
        link = report.link(said, "Slides", where) if "://" in said else None
        if link:
            slides[link.url] = link
    return Media(tuple(recordings.values()), tuple(slides.values()))
