"""Topics and organizations of several spellings are one node, and keep their address."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from pathlib import Path

from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import decide
from hallway.graph.site import Site

PREFIXES = """
PREFIX hw: <https://w3id.org/hallway#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX schema: <https://schema.org/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
"""


def table(event: str, *talks: tuple[str, str]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "event", "title", "speakers", "topics"])
    for number, (title, topics) in enumerate(talks):
        writer.writerow([f"t{number}", event, title, "Ana Lindqvist", topics])
    return out.getvalue().encode()


def run(folder: Path, *requests: Request) -> None:
    with Site(folder) as site:
        build(site, requests)


def rows(folder: Path, query: str) -> list[dict[str, str]]:
    with Site(folder) as site:
        return list(site.sparql(PREFIXES + query).dicts())


def topics(folder: Path) -> dict[str, tuple[str, set[str]]]:
    found: dict[str, tuple[str, set[str]]] = {}
    for row in rows(
        folder,
        """SELECT ?topic ?label ?other { ?topic a hw:Topic ; skos:prefLabel ?label
        OPTIONAL { ?topic skos:altLabel ?other } }""",
    ):
        found.setdefault(row["topic"].rsplit("/", 1)[1], (row["label"], set()))
        if row.get("other"):
            found[row["topic"].rsplit("/", 1)[1]][1].add(row["other"])
    return found


def staff(event: str, *people: tuple[str, str]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "event", "title", "speakers", "affiliation"])
    for number, (name, affiliation) in enumerate(people):
        writer.writerow([f"s{number}", event, f"Talk of {name}", name, affiliation])
    return out.getvalue().encode()


def employers(folder: Path) -> dict[str, tuple[str, str]]:
    """Return person -> label of the organization, and the affiliation as printed."""
    found = rows(
        folder,
        """SELECT ?person ?label ?printed { ?a schema:affiliation ?o ; hw:printedName ?person .
        ?o schema:name ?label OPTIONAL { ?a hw:printedAffiliation ?printed } }""",
    )
    return {row["person"]: (row["label"], row.get("printed") or "") for row in found}


FIRST = table("Harbour Conf 2026", ("Cranes", "Kubernetes"), ("Quays", "Kubernetes; mooring"))
SECOND = table("Quay Days 2025", ("Ropes", "k8s"), ("Locks", "k8s; knots"), ("Tides", "k8s"))


def test_spellings_of_one_topic_are_one_node_with_the_others_as_other_labels(tmp_path: Path):
    run(tmp_path, Request(FIRST, "a.csv"), Request(SECOND, "b.csv"))
    assert topics(tmp_path) == {
        "k8s": ("k8s", {"Kubernetes"}),
        "mooring": ("mooring", set()),
        "knots": ("knots", set()),
    }
    about = rows(tmp_path, "SELECT ?talk { ?talk schema:about ?t . ?t skos:prefLabel 'k8s' }")
    assert len(about) == 5


def test_a_topic_keeps_its_address_when_a_source_adds_a_spelling(tmp_path: Path):
    run(tmp_path, Request(FIRST, "a.csv"))
    run(tmp_path, Request(SECOND, "b.csv"))
    assert topics(tmp_path)["kubernetes"] == ("k8s", {"Kubernetes"})
    assert set(topics(tmp_path)) == {"kubernetes", "mooring", "knots"}


def test_the_order_of_sources_makes_no_difference(tmp_path: Path):
    run(tmp_path / "x", Request(FIRST, "a.csv"), Request(SECOND, "b.csv"))
    run(tmp_path / "y", Request(SECOND, "b.csv"), Request(FIRST, "a.csv"))
    assert topics(tmp_path / "x") == topics(tmp_path / "y")


def test_a_broader_topic_is_a_link_that_says_why(tmp_path: Path):
    source = table("Harbour Conf 2026", ("Cranes", "crane safety; safety"), ("Quays", "PostgreSQL"))
    run(tmp_path, Request(source, "a.csv"))
    found = rows(
        tmp_path,
        """SELECT ?why { ?narrow skos:broader ?broad ; skos:prefLabel "crane safety" .
        ?broad skos:prefLabel "safety" . ?link rdf:subject ?narrow ; rdf:object ?broad ;
        rdf:predicate skos:broader ; hw:status hw:derived ; hw:evidence ?why }""",
    )
    assert [row["why"] for row in found] == ['"crane safety" is a kind of "safety".']
    assert len(rows(tmp_path, "SELECT ?a { ?a skos:broader ?b }")) == 1


def test_affiliations_of_one_organization_are_one_node_and_keep_what_is_printed(tmp_path: Path):
    source = staff(
        "Harbour Conf 2026",
        ("Ana Lindqvist", "School of Cranes, University of Edinburgh, UK"),
        ("Omar Haddad", "University of Edinburgh"),
        ("Mei Tanaka", "Quay Works GmbH, Hamburg"),
        ("Ivo Petrov", "Quay Works"),
        ("Lena Roth", "Quay Works"),
    )
    run(tmp_path, Request(source, "a.csv"))
    assert employers(tmp_path) == {
        "Ana Lindqvist": (
            "University of Edinburgh",
            "School of Cranes, University of Edinburgh, UK",
        ),
        "Omar Haddad": ("University of Edinburgh", ""),
        "Mei Tanaka": ("Quay Works", "Quay Works GmbH, Hamburg"),
        "Ivo Petrov": ("Quay Works", ""),
        "Lena Roth": ("Quay Works", ""),
    }
    assert len(rows(tmp_path, "SELECT ?o { ?o a schema:Organization }")) == 2


def test_an_organization_keeps_its_address_when_a_source_adds_a_spelling(tmp_path: Path):
    query = "SELECT ?o ?name { ?o a schema:Organization ; schema:name ?name }"
    first = staff("Harbour Conf 2026", ("Mei Tanaka", "Quay Works GmbH, Hamburg"))
    run(tmp_path, Request(first, "a.csv"))
    before = rows(tmp_path, query)
    second = staff("Quay Days 2025", ("Ivo Petrov", "Quay Works"), ("Lena Roth", "Quay Works"))
    run(tmp_path, Request(second, "b.csv"))
    after = rows(tmp_path, query)
    assert [row["o"] for row in after] == [row["o"] for row in before]
    assert [row["name"] for row in after] == ["Quay Works"]


def test_a_branded_subsidiary_is_a_part_and_not_the_same(tmp_path: Path):
    source = staff(
        "Harbour Conf 2026",
        ("Ana Lindqvist", "AWS AI Labs"),
        ("Omar Haddad", "Amazon.com, Inc."),
        ("Mei Tanaka", "GitHub"),
    )
    run(tmp_path, Request(source, "a.csv"))
    found = rows(
        tmp_path,
        """SELECT ?part ?whole ?why { ?a schema:parentOrganization ?b . ?a schema:name ?part .
        ?b schema:name ?whole . ?link rdf:subject ?a ; rdf:object ?b ; hw:evidence ?why }""",
    )
    assert [(row["part"], row["whole"]) for row in found] == [("Amazon Web Services", "Amazon")]
    assert "table of organizations" in found[0]["why"]


DEADLINES = """- title: NeurIPS
  year: 2025
  id: neurips25
  full_name: Neural Information Processing Systems
  link: https://neurips.example/
  deadline: 2025-05-15 23:59:59
  start: 2025-12-02
  end: 2025-12-07
  sub: ML
"""
REPLACED = "http://purl.org/dc/terms/isReplacedBy"
SERIES = """SELECT ?label (COALESCE(?name, "") AS ?other) (COUNT(DISTINCT ?event) AS ?n) WHERE {
  ?event hw:inSeries ?series . ?series schema:name ?label .
  OPTIONAL { ?series schema:alternateName ?name }
} GROUP BY ?label ?name ORDER BY ?label ?name LIMIT 20"""


def editions(*names: tuple[str, str]) -> bytes:
    """A table of conferences, each with its series."""
    rows = "".join(f"{name},{series},2024-12-0{n}\n" for n, (name, series) in enumerate(names, 1))
    return ("event,series,event date\n" + rows).encode()


def series(folder: Path) -> dict[str, tuple[set[str], int]]:
    """Name of each series -> its other names, and how many editions it has."""
    found: dict[str, tuple[set[str], int]] = {}
    for row in rows(folder, SERIES):
        others, _ = found.get(row["label"], (set(), 0))
        found[row["label"]] = (others | {row["other"]} - {""}, int(row["n"]))
    return found


def test_a_series_is_one_under_the_names_that_a_source_gives_it(tmp_path: Path):
    whole = "Neural Information Processing Systems"
    listed = editions((f"{whole} 2024", whole), ("Harbour 2024", "Harbour"))
    run(tmp_path, Request(listed, "list.csv"))
    assert series(tmp_path) == {whole: (set(), 1), "Harbour": (set(), 1)}
    run(tmp_path, Request(DEADLINES.encode(), "deadlines.yml"))
    assert series(tmp_path) == {"NeurIPS": ({whole}, 2), "Harbour": (set(), 1)}
    address = rows(tmp_path, "SELECT ?s WHERE { ?s a hw:EventSeries ; schema:name 'NeurIPS' }")
    assert address[0]["s"].endswith("/series/neural-information-processing-systems")


def test_a_name_that_two_series_have_joins_neither(tmp_path: Path):
    other = DEADLINES.replace("NeurIPS", "NIPSy").replace("neurips25", "nipsy25")
    whole = "Neural Information Processing Systems"
    run(
        tmp_path,
        Request((DEADLINES + other).encode(), "deadlines.yml"),
        Request(editions((f"{whole} 2024", whole)), "list.csv"),
    )
    assert {name: n for name, (_, n) in series(tmp_path).items()} == {
        "NeurIPS": 1, "NIPSy": 1, whole: 1,
    }  # fmt: skip


def test_a_curator_joins_two_series_and_the_other_address_leads_there(tmp_path: Path):
    listed = editions(("PyCon 2023", "PyCon"), ("PyCon US 2024", "PyCon US"))
    run(tmp_path, Request(listed, "list.csv"))
    with Site(tmp_path) as site:
        when = datetime(2026, 12, 1, tzinfo=UTC)
        decide(site, "merge", "series/pycon", "series/pycon-us", who="me", when=when, why="one")
        build(site)
        base = site.config.base
    assert {name: n for name, (_, n) in series(tmp_path).items()} == {"PyCon": 2}
    asked = f"SELECT ?to WHERE {{ <{base}id/series/pycon-us> <{REPLACED}> ?to }} LIMIT 9"
    assert [row["to"] for row in rows(tmp_path, asked)] == [f"{base}id/series/pycon"]
