"""Sites for the tests of forgetting, and what they say."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from hallway.graph.build import Request, build
from hallway.graph.site import Site
from hallway.graph.suppression.forget import forget
from hallway.graph.suppression.planning import Plan, find_people
from tests.graph.suppression.forget_sources import NAME, WORDS, requests

TODAY = date(2026, 6, 1)
WHEN = datetime(2026, 5, 1, 12, tzinfo=UTC)
PREFIX = """PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> """
SPEAKERS = """SELECT ?title (COUNT(DISTINCT ?who) AS ?n) WHERE {
  ?talk a hw:Talk ; rdfs:label ?title ; schema:performer ?who } GROUP BY ?title ORDER BY ?title"""


def built(folder: Path, some: list[Request] | None = None) -> None:
    with Site(folder) as site:
        report = build(site, requests() if some is None else some)
        assert not [one.error for one in report.imports if one.error]


def forgotten(folder: Path, name: str = NAME, **options) -> Plan:
    """Forget everybody of a name, as an operator does who was told that they are one."""
    with Site(folder) as site:
        done = None
        for iri, _ in find_people(site, name):
            done, _ = forget(site, iri, today=TODAY, **options)
        assert done is not None
        return done


def rows(folder: Path, query: str) -> list[dict[str, str]]:
    with Site(folder) as site:
        return list(site.sparql(PREFIX + query).dicts())


def speakers(folder: Path) -> list[int]:
    return [int(row["n"]) for row in rows(folder, SPEAKERS)]


def talks(folder: Path) -> dict[str, str]:
    query = "SELECT ?t ?n { ?t a hw:Talk ; rdfs:label ?n } ORDER BY ?n"
    return {row["n"]: row["t"] for row in rows(folder, query)}


def people(folder: Path) -> dict[str, str]:
    query = "SELECT ?p ?n { ?p a schema:Person ; rdfs:label ?n } ORDER BY ?n"
    return {row["p"]: row["n"] for row in rows(folder, query)}


def leaks(folder: Path) -> dict[str, list[str]]:
    """Return each file but the stored sources, with the words in it that it must not hold."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if (path.is_file() and inside.parts[0] != "sources") or path.name == "manifest.json":
            text = f"{inside} {path.read_bytes().decode('utf-8', 'replace')}"
            words = [one[0] for one in WORDS.finditer(text)]
            if words:
                found[str(inside)] = words
    return found


def statements(site: Site) -> list[str]:
    """Return what the site says, without addresses that depend on what was imported first."""
    lines = (site.current.folder / "quads.nq").read_text("utf-8").splitlines()
    return [line for line in lines if "/id/talk/" not in line and "talk/" not in line]
