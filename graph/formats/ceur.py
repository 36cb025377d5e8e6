"""The JSON records of CEUR-WS: volumes, their papers, and the proceedings as Wikidata has them.

Each list is a file of its own; several in one folder or zip are joined by the number of the
volume. Papers alone name no event: they are read, and the notice says what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions
from hallway.graph.formats.common.days import event_days
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.papers.volumes import (
    Authors,
    event_of_volume,
    is_front_matter,
    series_of_event,
    with_year,
)
from hallway.graph.formats.syntax.json_records import FIRST, first_record, records
from hallway.graph.formats.syntax.json_values import string
from hallway.graph.keys import year_in
from hallway.graph.programme import Event, Link, Programme, Series, Talk
from hallway.graph.reading import bundle, languages, times

__all__ = ["FORMAT", "read", "recognises"]

NAME = "ceur"
SITE = "https://ceur-ws.org/"
MOST_FILES = 50  # of a folder that is looked into: there are three lists

_KINDS = {
    "papers": ("vol_number", "pdf_name"),
    "proceedings": ("sVolume", "eventLabel"),
    "volumes": ("number", "volname"),
}
_ACRONYM_YEAR = re.compile(r"^[\w&+./ -]{2,30}$")


@dataclass(slots=True)
class _Volume:
    """What the three lists say about one volume."""

    volume: Mapping[str, Any] = field(default_factory=dict)
    proceedings: Mapping[str, Any] = field(default_factory=dict)
    papers: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    where: str = ""


def recognises(head: bytes, data: bytes) -> str:
    """Tell by the keys of the first record, or of some file in a zip; see `Format.recognises`."""
    if head.startswith(bundle.SIGNATURE):
        names = bundle.names(data)
        if len(names) > MOST_FILES or not any(name.endswith(".json") for name in names):
            return ""
        found = {
            kind for _, part in bundle.heads(data, (".json",), size=FIRST) if (kind := _kind(part))
        }
        return f"a folder with CEUR-WS {' and '.join(sorted(found))}" if found else ""
    kind = _kind(data) if head.startswith(b"[") else ""
    return f"a JSON list of CEUR-WS {kind}" if kind else ""


def read(data: bytes, options: ReadOptions) -> Programme:
    """Read one of the lists, or a zip of them.

    Raises
    ------
    SourceError
        None of the lists is in it.
    """
    report = Report(options)
    volumes: dict[str, _Volume] = {}
    kinds = []
    for name, part in _parts(data, options):
        if kind := _kind(part):
            kinds.append(kind)
            for where, record in records(part, report, options):
                _file(kind, f"{name}{where}", record, volumes, report)
    if not kinds:
        raise SourceError(
            "no list of volumes, papers or proceedings of CEUR-WS is in it",
            where=options.file,
            remedy="the lists are volumes.json, papers.json and proceedings.json",
        )
    report.count(sum(len(one.papers) for one in volumes.values()))
    if "volumes" not in kinds and "proceedings" not in kinds:
        report.tell(
            f"papers do not name their events, only their volumes ({len(volumes)})",
            remedy="put volumes.json beside papers.json and read the folder",
        )
    reader = _Reader(report, options)
    events = tuple(reader.event(number, one) for number, one in volumes.items())
    reader.conclude()
    found = " and ".join(sorted(set(kinds)))
    return Programme(NAME, events, tuple(report.notices), f"JSON lists of CEUR-WS {found}")


def _parts(data: bytes, options: ReadOptions) -> Iterator[tuple[str, bytes]]:
    """Yield (prefix of places, bytes) of each file, volumes first."""
    if not data.startswith(bundle.SIGNATURE):
        yield "", data
        return
    order = ["volumes", "proceedings", "papers", ""]
    parts = bundle.files(data, options.file, options)
    for name in sorted(parts, key=lambda name: order.index(_kind(parts[name]))):
        yield f"{name} ", parts[name]


def _kind(data: bytes) -> str:
    record = first_record(data)
    return next((kind for kind, keys in _KINDS.items() if all(key in record for key in keys)), "")


def _file(
    kind: str, where: str, record: Mapping[str, Any], volumes: dict[str, _Volume], report: Report
) -> None:
    key = {"papers": "vol_number", "proceedings": "sVolume", "volumes": "number"}[kind]
    found = re.fullmatch(r"(?:Vol-)?(\d{1,6})", string(record.get(key)).strip())
    if found is None:
        report.tell(f"a record has no number of a volume in {key!r}", where, level="error")
        return
    volume = volumes.setdefault(found[1], _Volume(where=where))
    if kind == "papers":
        volume.papers.append((where, record))
    elif kind == "volumes":
        volume.volume = volume.volume or record
    else:
        volume.proceedings = volume.proceedings or record


class _Reader:
    def __init__(self, report: Report, options: ReadOptions) -> None:
        self._report = report
        self._options = options
        self._authors = Authors(report)
        self._left_out: list[str] = []

    def conclude(self) -> None:
        """Tell of all that was left out for one reason in one line."""
        if self._left_out:
            self._report.tell(
                f"left out: prefaces, indexes and papers without a title ({len(self._left_out)})",
                self._left_out[0],
                level="note",
            )

    def event(self, number: str, one: _Volume) -> Event:
        report, where = self._report, one.where

        def said(record: Mapping[str, Any], *keys: str) -> str:
            found = (report.line(string(record.get(key)), where) for key in keys)
            return next((text for text in found if text and text != "?"), "")

        name = self._name(number, one, said(one.proceedings, "eventLabel"), said)
        start, end, doubt = event_days(
            times.day(said(one.volume, "dateFrom")), times.day(said(one.volume, "dateTo")), None, []
        )
        if doubt:
            report.tell(doubt, where)
        online = True if one.volume.get("virtualEvent") is True else None
        place = ", ".join(filter(None, (said(one.volume, "city"), said(one.volume, "country"))))
        home = said(one.volume, "homepage") or said(one.proceedings, "homePage")
        page = report.link(home or f"{SITE}Vol-{number}/", "", where)
        series = self._options.series or said(one.proceedings, "eventSeriesLabel")
        series = series or series_of_event(name) or ""
        acronym = said(one.volume, "acronym") or said(one.proceedings, "short_name")
        editors = said(one.volume, "editors").split(",")
        return Event(
            name if start else with_year(name, year_in(acronym)),
            key=f"{SITE}Vol-{number}/",
            acronym=acronym if _ACRONYM_YEAR.match(acronym) else "",
            start=start,
            end=end,
            place=(None if online else place) or None,
            online=online,
            languages=languages.tag(said(one.volume, "lang")),
            series=Series(series) if series else None,
            talks=tuple(self._talks(number, one)),
            appearances=self._authors.all(editors, where, role="editor"),
            url=page.url if page else None,
            where=where,
        )

    def _name(self, number: str, one: _Volume, label: str, said: Any) -> str:
        """Name the event: as Wikidata does, as the proceedings do, else by the volume."""
        title = said(one.volume, "title", "fullTitle", "h3", "voltitle") or said(
            one.proceedings, "title"
        )
        name = label or (event_of_volume(title)[0] if title else "") or said(one.volume, "acronym")
        if name:
            return str(name)
        name = f"CEUR-WS Vol-{number}"
        if one.volume or one.proceedings:
            self._report.tell(
                f"volume {number} does not name its event; it was called {name!r}", one.where
            )
        return self._options.event or name

    def _talks(self, number: str, one: _Volume) -> Iterator[Talk]:
        for where, paper in one.papers:
            title = self._report.title(string(paper.get("title")), where)
            if not title or is_front_matter(title):
                self._left_out.append(where)
                continue
            id_ = string(paper.get("id")).strip() or title
            kind = self._report.line(string(paper.get("type")), where)
            yield Talk(
                title,
                key=f"{SITE}{id_}" if id_.startswith("Vol-") else id_,
                kind=kind or "paper",
                appearances=self._authors.all(string(paper.get("authors")).split(","), where),
                links=tuple(self._pdf(number, paper, where)),
                where=where,
            )

    def _pdf(self, number: str, paper: Mapping[str, Any], where: str) -> Iterator[Link]:
        name = string(paper.get("pdf_name")).strip()
        if name and (link := self._report.link(f"{SITE}Vol-{number}/{name}", "paper", where)):
            yield link


FORMAT = Format(NAME, "CEUR-WS records (JSON)", recognises, read, order=30)
"""The reader, as the entry point names it."""
