"""The schedule XML of EuroPython 2014: the root of frab's format, other children.

``schedule`` holds ``day`` elements with a date, and those hold ``entry`` elements without rooms
between. Nothing names the conference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.frab.people import Cell
from hallway.graph.formats.frab.schedule import Conference, Entry, programme
from hallway.graph.formats.frab.times import Day, Times
from hallway.graph.formats.syntax.xml_tree import PROLOGUE, as_ascii, parse_xml
from hallway.graph.programme import Programme
from hallway.graph.reading import times

__all__ = ["FORMAT"]

NAME = "europython-xml"
FOUND = "root element schedule with day/entry and no conference"

_START = re.compile(
    PROLOGUE + rb"<schedule(?=[\s>])[^<>]*>" + PROLOGUE + rb"<day(?=[\s>])[^<>]*>"
    rb"(?:" + PROLOGUE + rb"</day>" + PROLOGUE + rb"<day(?=[\s>])[^<>]*>)*"
    rb"" + PROLOGUE + rb"<entry(?=[\s/>])",
    re.DOTALL,
)  # fmt: skip


def _recognises(head: bytes, data: bytes) -> str:
    return FOUND if _START.match(as_ascii(head)) else ""


def _read(data: bytes, options: ReadOptions) -> Programme:
    root, report = parse_xml(data, options)
    if root.tag != "schedule" or root.find("day/entry") is None:
        raise SourceError(
            "there is no schedule with days and entries in it",
            where=options.file,
            remedy="read it as frab-xml if it has a conference element",
        )
    audiences: dict[str, tuple[str, ...]] = {}
    entries: list[Entry] = []
    for day, entry in _rows(root):
        read = _entry(day, entry, len(entries) + 1)
        audiences[read.where] = tuple(filter(None, [report.line(_text(entry, "audience"), "")]))
        entries.append(read)
    head = Conference(title=_title(options, report))
    read_all = programme(NAME, FOUND, head, entries, report, options)
    (event,) = read_all.events
    talks = tuple(replace(one, audiences=audiences.get(one.where, ())) for one in event.talks)
    return replace(read_all, events=(replace(event, talks=talks),))


def _title(options: ReadOptions, report: Report) -> str:
    stem = "" if options.file.startswith("<") else re.sub(r"\.\w+$", "", options.file)
    words = re.sub(r"[\s_-]+", " ", stem.rpartition("/")[2]).strip()
    title = options.event or words[:1].upper() + words[1:] or "Untitled programme"
    if not options.event:
        report.tell(f"the file names no event; it was called {title!r}", "", "name it with --event")
    return title


def _rows(root: etree._Element) -> Iterator[tuple[etree._Element, etree._Element]]:
    for day in root.iterfind("day"):
        for entry in day.iterfind("entry"):
            yield day, entry


def _entry(day: etree._Element, entry: etree._Element, number: int) -> Entry:
    id_, kind = entry.get("id", "").strip(), _text(entry, "category").strip()
    date = times.day(day.get("date", ""))
    return Entry(
        times=Times(
            where=f"line {entry.sourceline}, entry {number}" + (f" (id {id_})" if id_ else ""),
            day=Day(date) if date else None,
            start=_text(entry, "start").strip(),
            duration=_text(entry, "duration").strip(),
        ),
        # Slots have no category, and their ids count from 1 again, beside those of the talks.
        key=id_ if kind or not id_ else f"slot {id_}",
        title=_text(entry, "title"),
        room=_text(entry, "room"),
        kind=kind,
        texts=(_text(entry, "abstract"), _text(entry, "description")),
        people=tuple(_people(entry)),
        topics=tuple(topic.text or "" for topic in entry.iterfind("topics/topic")),
    )


def _people(entry: etree._Element) -> Iterator[Cell]:
    for speaker in entry.iterfind("speakers/speaker"):
        profile = _text(speaker, "profile").strip()
        yield Cell(
            _text(speaker, "name"),
            speaker.get("id", ""),
            links=((profile, ""),) if profile else (),
        )


def _text(element: etree._Element, name: str) -> str:
    child = element.find(name)
    return "" if child is None else "".join(map(str, child.itertext()))


FORMAT = Format(NAME, "EuroPython schedule XML", _recognises, _read, order=20)
"""The reader, as the entry point names it."""
