"""Import the inputs of a case into a new site, and what a case says must come of it."""

from __future__ import annotations

import resource
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hallway.graph.build import Report, Request, build
from hallway.graph.formats import formats
from hallway.graph.site import Site
from tests.cases.exchange import MissingPage
from tests.cases.loading import Case
from tests.cases.serving import BASE, EVENT, Listener

__all__ = ["LABELS", "Imported", "imported", "nfc"]

READERS = {
    "csv": "csv",
    "schedule-xml": "frab-xml",
    "schedule-json": "frab-json",
    "ical": "ical",
    "text": "pagetext",
    "sessionize-json": "sessionize",
    "html": "html",
    "json-ld": "jsonld",
}
"""Format of a case -> our reader."""

_PREFIXES = """
PREFIX hw: <https://w3id.org/hallway#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <https://schema.org/>
"""
_TALKS = """SELECT * {
  ?talk a hw:Talk ; schema:name ?title .
  OPTIONAL { ?talk schema:startDate ?start }
  OPTIONAL { ?talk schema:endDate ?end }
  OPTIONAL { ?talk hw:minutes ?minutes }
  OPTIONAL { ?talk schema:location/rdfs:label ?room }
  OPTIONAL { ?talk schema:eventStatus ?status }
  OPTIONAL { ?talk schema:inLanguage ?language }
  OPTIONAL { ?talk schema:abstract ?description }
} ORDER BY ?start ?title"""
_SPEAKERS = """SELECT ?talk ?person ?name {
  ?talk a hw:Talk ; schema:performer ?person . ?person rdfs:label ?name
}"""
LABELS = "SELECT ?thing ?name { ?thing a %s ; rdfs:label ?name }"


@dataclass(slots=True)
class Imported:
    """A site after the imports of a case."""

    site: Site
    reports: list[Report]
    seconds: float
    rss_mb: float
    hits: int
    earlier: set[str] = field(default_factory=set)

    def rows(self, query: str) -> list[dict[str, str]]:
        """Solutions; none when nothing could be published."""
        if self.site.published() is None:
            return []
        return list(self.site.sparql(_PREFIXES + query).dicts())

    def talks(self) -> list[dict[str, Any]]:
        """The talks, each once, with the list of its speakers."""
        speakers: dict[str, dict[str, str]] = {}
        for row in self.rows(_SPEAKERS):
            speakers.setdefault(row["talk"], {})[row["person"]] = row["name"]
        talks = {row["talk"]: dict(row) for row in self.rows(_TALKS)}
        return [talk | {"speakers": speakers.get(iri, {})} for iri, talk in talks.items()]

    def names(self, kind: str) -> list[str]:
        return [nfc(row["name"]) for row in self.rows(LABELS % kind)]

    def notices(self, number: int | None = None) -> list[str]:
        """The notices as they are shown, of one input or of all."""
        reports = self.reports if number is None else [self.reports[number]]
        return [str(note) for one in reports for entry in one.imports for note in entry.notices]


@contextmanager
def imported(case: Case, folder: Path) -> Iterator[Imported]:
    """Import the inputs, in order, into an empty site.

    Raises
    ------
    MissingPage
        There is no reader for the format of the case, or no such setting.
    """
    reader = READERS.get(str(case.expect["format"]))
    if reader is None or reader not in formats():
        raise MissingPage(f"no reader for {case.expect['format']}")
    options = dict(case.expect.get("options", {}))
    zone = options.pop("timezone", options.pop("zone", None))
    if options:
        raise MissingPage(f"no setting for {', '.join(options)}")
    (folder / "hallway.toml").write_text(f'title = "Case"\nbase = "{BASE}"\n', encoding="utf-8")
    listener = Listener()
    reports = []
    try:
        with Site(folder) as site:
            before, begun = _peak_mb(), time.monotonic()
            earlier: set[str] = set()
            for path in case.inputs:
                data = path.read_bytes().replace(b"{listener}", listener.address.encode())
                event = EVENT if reader == "csv" else None
                request = Request(data, path.name, format=reader, event=event, zone=zone)
                reports.append(build(site, [request]))
                if not earlier and site.published() is not None:
                    earlier = {row["thing"] for row in site.sparql(_ADDRESSES).dicts()}
            yield Imported(
                site,
                reports,
                time.monotonic() - begun,
                _peak_mb() - before,
                listener.hits,
                earlier,
            )
    finally:
        listener.close()


_ADDRESSES = _PREFIXES + "SELECT DISTINCT ?thing { ?thing a hw:Talk }"


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
