"""The schedule XML of Pentabarf, frab, pretalx, wafer, the c3voc hub and others who imitate it.

Structure: ``schedule`` with one ``conference`` and ``day`` elements, in them ``room`` and
``event``. The dialects differ in what they leave out: Pentabarf has no date and no guid, FOSDEM
2007 no rooms, WordPress copies put the id into a child element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.frab.people import Cell
from hallway.graph.formats.frab.schedule import Attachment, Conference, Entry, programme
from hallway.graph.formats.frab.times import Day, Times
from hallway.graph.formats.syntax.xml_tree import DOCTYPE, PROLOGUE, as_ascii, parse_pieces
from hallway.graph.programme import Programme
from hallway.graph.reading import times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "frab-xml"

_ROOT = re.compile(PROLOGUE + rb"<schedule(?=[\s>])[^<>]*>", re.DOTALL)
_CHILD = re.compile(rb"<(conference|day)(?=[\s/>])")


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the root element ``schedule`` with a ``conference``; see `Format.recognises`."""
    head = as_ascii(head)
    if DOCTYPE.match(head):
        # `read` refuses it, with the reason; as an unknown format nobody would learn why.
        named = re.search(rb"<!DOCTYPE\s+schedule\b", head, re.IGNORECASE)
        return "document type schedule" if named else ""
    root = _ROOT.match(head)
    if root is None:
        return ""
    child = _CHILD.search(head, root.end())
    if child is None and len(data) > len(head):
        child = re.search(rb"<(conference)(?=[\s/>])", as_ascii(data))
    return "root element schedule with conference" if child and child[1] == b"conference" else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read a schedule.

    Parameters
    ----------
    data
        The whole file, in any encoding that XML declares.
    options
        See `ReadOptions`.

    Raises
    ------
    SourceError
        It has a document type, is not well-formed before anything useful, or is another XML.
    """
    root, entries, report = parse_pieces(data, options, "event", _of_programme)
    conference = root.find("conference")
    if root.tag != "schedule" or (conference is None and root.find("day") is None):
        raise SourceError(
            f"the root element is {_name(root)!r}, not schedule with a conference",
            where=options.file,
            remedy="save the schedule again as XML (frab, pretalx and others offer it)",
        )
    head = _conference(root, conference)
    if any(entry.foreign for entry in entries):
        report.once("speakers are only numbers of another database (session_speakers_list)")
    return programme(NAME, "root element schedule with conference", head, entries, report, options)


def _name(element: etree._Element) -> str:
    return element.tag if isinstance(element.tag, str) else "?"


def _children(element: etree._Element) -> dict[str, etree._Element]:
    """Return the first child of each name."""
    found: dict[str, etree._Element] = {}
    for child in element:
        found.setdefault(child.tag, child)
    return found


def _text(children: Mapping[str, etree._Element], name: str) -> str:
    """Return all text of a child, markup inside it included; "" without the child."""
    child = children.get(name)
    if child is None:
        return ""
    return child.text or "" if len(child) == 0 else _inner(child)


def _inner(element: etree._Element) -> str:
    """Return text with the tags in it, for texts whose writer forgot to escape HTML."""
    parts = [element.text or ""]
    for child in element:
        parts.append(etree.tostring(child, encoding="unicode"))
    return "".join(parts)


def _where(element: etree._Element) -> str:
    return f"line {element.sourceline}" if element.sourceline else ""


def _conference(root: etree._Element, conference: etree._Element | None) -> Conference:
    if conference is None:
        return Conference(where=_where(root))
    get = {
        child.tag: (child.text or "").strip() for child in conference if isinstance(child.tag, str)
    }
    return Conference(
        title=get.get("title", ""),
        acronym=get.get("acronym", ""),
        venue=get.get("venue", ""),
        city=get.get("city", ""),
        start=get.get("start", ""),
        end=get.get("end", ""),
        days=get.get("days", ""),
        day_change=get.get("day_change", ""),
        zone=get.get("time_zone_name", ""),
        url=get.get("url", ""),
        base_url=get.get("base_url", ""),
        licence=get.get("license", ""),
        where=_where(conference),
    )


def _of_programme(event: etree._Element) -> Entry | None:
    """Read an event of a day, or of a room of a day; None for an element that is neither."""
    above = event.getparent()
    room = ""
    if above is not None and _local(above) == "room":
        room, above = above.get("name", ""), above.getparent()
    if above is None or _local(above) != "day":
        return None
    top = above.getparent()
    if top is None or top.getparent() is not None:
        return None
    return _entry(event, room, Day(times.day(above.get("date", "")), above.get("start", "")))


def _local(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _entry(event: etree._Element, room: str, day: Day) -> Entry:
    has = _children(event)
    recording = _children(has["recording"]) if "recording" in has else {}
    return Entry(
        times=Times(
            where=_where(event),
            day=day,
            date=_text(has, "date").strip(),
            start=_text(has, "start").strip(),
            end=(_text(has, "end") or _text(has, "session_end_time")).strip(),
            duration=_text(has, "duration").strip(),
        ),
        key=event.get("guid") or event.get("id") or _text(has, "id") or event.get("code") or "",
        title=_text(has, "title"),
        subtitle=_text(has, "subtitle"),
        room=_text(has, "room") or room,
        track=_text(has, "track"),
        kind=_text(has, "type"),
        language=_text(has, "language"),
        texts=(_text(has, "abstract"), _text(has, "description")),
        url=_text(has, "url"),
        people=tuple(_people(event)) if "persons" in has else (),
        attachments=tuple(_attachments(event, has)),
        licence=_text(recording, "license").strip(),
        opt_out=_text(recording, "optout").strip().casefold() in ("true", "1", "yes"),
        status=_text(has, "status"),
        foreign="session_speakers_list" in has,
    )


def _people(event: etree._Element) -> Iterator[Cell]:
    for person in event.iterfind("persons/person"):
        name = person.text or ""
        if not name.strip():
            has = _children(person)
            name = _text(has, "name") or _text(has, "public_name")
        yield Cell(
            name,
            person.get("guid") or person.get("id") or person.get("code") or "",
            (person.get("role") or "speaker").strip().casefold(),
        )


def _attachments(event: etree._Element, has: Mapping[str, etree._Element]) -> Iterator[Attachment]:
    if "links" in has:
        for link in event.iterfind("links/link"):
            yield Attachment(link.get("href") or link.text or "", link.text or "")
    if "attachments" in has:
        for attachment in event.iterfind("attachments/attachment"):
            label = attachment.text or ""
            yield Attachment(attachment.get("href") or label, label, "slides")
    for name, use in (
        ("origin_url", "link"),
        ("video_download_url", "recording"),
        ("video", "link"),
    ):
        if address := _text(has, name).strip():
            yield Attachment(address, "", use)


FORMAT = Format(NAME, "Conference schedule XML (frab)", recognises, read, order=20)
"""The reader, as the entry point names it."""
