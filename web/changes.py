"""What changed in a source from version to version: a page, and an Atom feed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from flask import Blueprint, Response, abort, render_template, request

from hallway.graph.errors import HallwayError
from hallway.graph.generations import SourceEntry
from hallway.graph.programme import Programme
from hallway.graph.reading.text import clean
from hallway.graph.site import Site
from hallway.graph.versions.chain import read_version
from hallway.graph.versions.changes import Changes
from hallway.graph.versions.diffing import diff
from hallway.web.frame import link_to
from hallway.web.linked_data import versioned
from hallway.web.panels import current_site

__all__ = ["Step", "changes", "steps"]

changes = Blueprint("changes", __name__)

MOST_STEPS = 10
MOST_LINES = 200
MOST_BYTES = 20_000_000
"""Larger files are not read again while somebody waits for a page."""

ATOM = "http://www.w3.org/2005/Atom"

_reading = threading.Lock()  # several visitors who come first have the files read once


@dataclass(frozen=True, slots=True)
class Step:
    """What one version changed.

    Attributes
    ----------
    number
        Of the version, counted from 1 for the oldest.
    stored
        When its file was stored first, UTC; never earlier than that of the version before.
    lines
        The changes in words, at most `MOST_LINES` of them.
    total
        How many changes there are.
    error
        Why the two versions cannot be compared; empty when they can.
    """

    number: int
    stored: datetime
    lines: tuple[str, ...] = ()
    total: int = 0
    error: str = ""

    @property
    def title(self) -> str:
        """One line: the number of the version, and how many changes it brought."""
        count = f"{self.total:,} change{'s' * (self.total != 1)}" if self.total else "no changes"
        return f"Version {self.number}: {'not compared' if self.error else count}"


def steps(site: Site, entry: SourceEntry) -> list[Step]:
    """Return what the newest `MOST_STEPS` versions of a source changed, newest first."""
    with _reading:
        return site.cached(("changes", entry.slug), lambda: list(_steps(site, entry))[::-1])


def _steps(site: Site, entry: SourceEntry) -> Iterator[Step]:
    count = len(entry.versions) + 1
    stored = datetime.fromtimestamp(0, UTC)
    before: Programme | HallwayError | None = None
    for number in range(max(1, count - MOST_STEPS), count + 1):
        stored = max(stored, _stored(site, entry, number))
        after = _read(site, entry, number - count)
        if isinstance(before, Programme) and isinstance(after, Programme):
            yield _step(number, stored, diff(before, after, entry.slug))
        elif before is not None:
            error = before if isinstance(before, HallwayError) else after
            yield Step(number, stored, error=error.what if isinstance(error, HallwayError) else "")
        before = after


def _step(number: int, stored: datetime, found: Changes) -> Step:
    lines = found.lines()
    return Step(number, stored, tuple(lines[:MOST_LINES]), len(lines))


def _stored(site: Site, entry: SourceEntry, number: int) -> datetime:
    digests = [*(str(one["digest"]) for one in entry.versions), entry.digest]
    try:
        seconds = (site.sources / digests[number - 1]).stat().st_mtime
    except OSError:
        return datetime.fromtimestamp(0, UTC)
    return datetime.fromtimestamp(int(seconds), UTC)


def _read(site: Site, entry: SourceEntry, number: int) -> Programme | HallwayError:
    digest = str(entry.versions[number]["digest"]) if number else entry.digest
    path = site.sources / digest
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            return HallwayError(
                f"The file has more than {MOST_BYTES:,} bytes; whoever runs this site can compare"
                f" it with: hallway diff {entry.slug}"
            )
        return read_version(site, entry, number)
    except HallwayError as error:
        return error


def _entry(slug: str) -> SourceEntry:
    for entry in current_site().current.sources:
        if entry.slug == slug:
            return entry
    abort(404)


@changes.get("/source/<slug>/changes")
def page(slug: str) -> Response:
    """Show what each version of a source changed, newest first."""
    entry = _entry(slug)
    found = steps(current_site(), entry)
    path = link_to(f"source/{slug}")
    text = render_template("changes.html", entry=entry, steps=found, path=path)
    return _kept(Response(text, content_type="text/html; charset=utf-8"))


@changes.get("/source/<slug>/changes.atom")
def feed(slug: str) -> Response:
    """Hand out the same as an Atom feed (RFC 4287)."""
    entry = _entry(slug)
    root = _atom(current_site(), entry, steps(current_site(), entry))
    body = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return _kept(Response(body, content_type="application/atom+xml; charset=utf-8"))


def _kept(response: Response) -> Response:
    """Tag an answer, and send only the tag to a client that has it already."""
    return versioned(response).make_conditional(request)  # type: ignore[return-value]


def _atom(site: Site, entry: SourceEntry, found: list[Step]) -> ET.Element:
    address = f"{site.config.base}source/{entry.slug}/changes"
    newest = found[0].stored if found else _stored(site, entry, len(entry.versions) + 1)
    root = ET.Element("feed", {"xmlns": ATOM, "xml:lang": "en"})
    _put(root, "id", address)
    _put(root, "title", f"Changes of {entry.file}")
    _put(root, "updated", newest.isoformat())
    _put(ET.SubElement(root, "author"), "name", site.config.title)
    ET.SubElement(root, "link", {"rel": "self", "href": f"{address}.atom"})
    ET.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": address})
    for step in found:
        one = ET.SubElement(root, "entry")
        _put(one, "id", f"{address}#version-{step.number}")
        _put(one, "title", step.title)
        _put(one, "updated", step.stored.isoformat())
        ET.SubElement(one, "link", {"href": f"{address}#version-{step.number}"})
        _put(one, "content", _markup(step)).set("type", "html")
    return root


def _put(parent: ET.Element, name: str, text: str) -> ET.Element:
    child = ET.SubElement(parent, name)
    child.text = clean(text)
    return child


def _markup(step: Step) -> str:
    if step.error:
        return f"<p>{escape(step.error)}</p>"
    more = step.total - len(step.lines)
    lines = [*step.lines, *([f"and {more:,} more"] if more else [])]
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
