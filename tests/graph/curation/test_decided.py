"""Decisions on topics, organizations, people and names, from the file to the next generation."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from hallway.graph.build import Request, build
from hallway.graph.checking import check
from hallway.graph.curation.curating import appearances
from hallway.graph.curation.deciding import decide, decide_link, take_apart
from hallway.graph.errors import SiteError
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.site import Site
from hallway.graph.vocabulary import PREFIXES
from hallway.web import create_app

BASE = "https://hallway.example/"
WHEN = datetime(2026, 5, 1, 12, tzinfo=UTC)
HEAD = ("id", "event", "year", "series", "title", "speakers", "affiliation", "topics", "abstract")
ROWS = (
    (
        "t1",
        "Quay Days",
        "2024",
        "Quay Days",
        "Cranes",
        "Anselma Quist",
        "Quay Works GmbH",
        "Kubernetes",
    ),
    (
        "t2",
        "Quay Days",
        "2024",
        "Quay Days",
        "Locks",
        "Anselma Quist",
        "Quay Works",
        "k8s; winches",
    ),
    (
        "t3",
        "Quay Days",
        "2025",
        "Quay Days",
        "Tides",
        "Anselma Quist",
        "Harbour AG",
        "k8s; capstans",
    ),
    ("t4", "Quay Days", "2025", "Quay Days", "Ropes", "Omar Haddad", "Dock Labs", "capstans"),
)


def table(rows: tuple[tuple[str, ...], ...] = ROWS) -> Request:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for row in rows:
        writer.writerow((*row, *("",) * (len(HEAD) - len(row))))
    return Request(out.getvalue().encode(), "quay.csv")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as site:
        site.config = replace(site.config, base=BASE, workers=1)
        build(site, [table()])
        yield site


@pytest.fixture
def client(site: Site) -> FlaskClient:
    return create_app(site).test_client()


def rows(site: Site, query: str) -> list[dict[str, str]]:
    prefixes = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
    return list(site.sparql(prefixes + query).dicts())


def named(site: Site, kind: str) -> dict[str, str]:
    """Return slug -> label of everything of a class."""
    found = rows(site, f"SELECT ?s ?l {{ ?s a {kind} ; rdfs:label ?l }}")
    return {row["s"].rpartition("/")[2]: row["l"] for row in found}


def decided(site: Site, action: str, a: str, b: str) -> Decision:
    made = decide(site, action, a, b, who="ana", when=WHEN, why="told so")
    report = build(site)
    assert report.published
    assert report.conflicts == ()
    conforms = check(site.current.folder / "quads.nq", base=BASE)
    assert conforms.conforms, str(conforms)
    return made


def undo(site: Site, decision: Decision) -> None:
    decided(site, "undo", decision.id, "")


def graphs(site: Site) -> dict[str, list[str]]:
    """Return the lines of each graph, but for those that keep what was decided and given."""
    found: dict[str, list[str]] = {}
    for line in (site.current.folder / "quads.nq").read_text("utf-8").splitlines():
        graph = line.removesuffix(" .").rpartition(" ")[2]
        if "/graph/source/" in graph or "/graph/links" in graph:
            found.setdefault(graph, []).append(line)
    return found


# Topics and organizations ------------------------------------------------------------------------


def test_two_topics_that_are_one_have_one_node_and_the_other_address_leads_to_it(
    site: Site, client: FlaskClient
):
    decision = decided(site, "merge", "topic/winches", "topic/capstans")
    assert "winches" not in named(site, "hw:Topic") or "capstans" not in named(site, "hw:Topic")
    stays = next(one for one in ("winches", "capstans") if one in named(site, "hw:Topic"))
    goes = "capstans" if stays == "winches" else "winches"
    assert len(rows(site, f"SELECT ?t {{ ?t schema:about <{BASE}id/topic/{stays}> }}")) == 3
    assert rows(site, f"SELECT ?l {{ <{BASE}id/topic/{stays}> skos:altLabel ?l }}")
    for path in (f"/id/topic/{goes}", f"/topic/{goes}", f"/topic/{goes}.ttl"):
        answer = client.get(path, headers={"Accept": "text/turtle"})
        assert answer.status_code == 301
        assert answer.headers["Location"] == path.replace(goes, stays)
    undo(site, decision)
    assert {"winches", "capstans"} <= named(site, "hw:Topic").keys()
    assert client.get(f"/topic/{goes}").status_code == 200


def test_two_organizations_that_are_one_have_one_node(site: Site, client: FlaskClient):
    decision = decided(site, "merge", "organization/dock-labs", "organization/harbour-ag")
    names = set(named(site, "schema:Organization").values())
    assert len(names & {"Dock Labs", "Harbour AG", "Harbour"}) == 1
    printed = rows(site, "SELECT ?o { ?a hw:printedName 'Omar Haddad' ; schema:affiliation ?o }")
    other = rows(site, "SELECT ?o { ?a hw:printedName 'Anselma Quist' ; schema:affiliation ?o }")
    assert printed[0] in other
    codes = {client.get(f"/organization/{one}").status_code for one in ("dock-labs", "harbour-ag")}
    assert codes == {200, 301}
    undo(site, decision)
    assert client.get("/organization/dock-labs").status_code == 200


@pytest.mark.parametrize(
    ("kind", "klass", "thing", "part"),
    [
        ("topic", "hw:Topic", "k8s", "Kubernetes"),
        ("organization", "schema:Organization", "quay-works", "Quay Works GmbH"),
    ],
)
def test_a_spelling_that_is_something_else_gets_a_node_and_both_say_so(
    site: Site, kind: str, klass: str, thing: str, part: str
):
    (before,) = (slug for slug in named(site, klass) if slug in (thing, "kubernetes"))
    decision = decided(site, "split", f"{kind}/{before}", part)
    labels = named(site, klass)
    assert part in labels.values()
    assert len([one for one in labels if one.startswith((before, part.lower()[:4]))]) == 2
    apart = rows(site, "SELECT ?a ?b { ?a owl:differentFrom ?b }")
    assert len(apart) == 2
    assert (apart[0]["a"], apart[0]["b"]) == (apart[1]["b"], apart[1]["a"])
    undo(site, decision)
    assert len(named(site, klass)) == len(labels) - 1


@pytest.mark.parametrize("way", ["split", "apart", "reject"])
def test_an_address_stays_with_the_name_that_it_was_made_for(tmp_path: Path, way: str):
    def talks(*topics: str) -> Request:
        return table(
            tuple(
                (f"t{n}", "Quay Days", "2025", "Quay Days", f"Talk {n}", "Mei Tanaka", "", one)
                for n, one in enumerate(topics)
            )
        )

    with Site(tmp_path) as site:
        site.config = replace(site.config, base=BASE, workers=1)
        build(site, [talks("Kubernetes")])
        build(site, [talks("Kubernetes", "k8s", "k8s", "k8s", "kube", "kube")])
        assert named(site, "hw:Topic") == {"kubernetes": "k8s"}
        before = graphs(site)
        told = {"who": "ana", "when": WHEN, "why": "told so"}
        if way == "split":
            decide(site, "split", "topic/kubernetes", "Kubernetes", **told)
        elif way == "apart":
            take_apart(site, "topic/kubernetes", ["Kubernetes"], **told)
        else:
            query = "SELECT ?l { ?l rdf:object 'Kubernetes' ; rdf:predicate skos:altLabel }"
            decide_link(site, "reject", rows(site, query)[0]["l"], **told)
        build(site)
        assert check(site.current.folder / "quads.nq", base=BASE).conforms
        assert named(site, "hw:Topic") == {"kubernetes": "Kubernetes", "k8s": "k8s"}
        for one in Decisions.load(site.decisions).effective:
            decide(site, "undo", one.id, "", **told)
        build(site)
        assert graphs(site) == before


@pytest.mark.parametrize("renamed", [0, 1])
def test_a_renamed_event_that_is_another_now_gives_it_its_name(site: Site, renamed: int):
    build(site, [Request(table((("x", "Mole Days", "2025", "", "Sand"),)).data, "mole.csv")])
    slugs = sorted(named(site, "hw:Event"))
    assert len(slugs) == 2
    decide(site, "rename", f"event/{slugs[renamed]}", "Fest", who="ana", when=WHEN, why="")
    decided(site, "merge", *(f"event/{slug}" for slug in slugs))
    assert list(named(site, "hw:Event").values()) == ["Fest"]


def test_what_only_texts_name_can_be_merged(tmp_path: Path):
    texts = (
        (
            "t1",
            "Quay Days",
            "2024",
            "",
            "One",
            "Anselma Quist",
            "",
            "",
            "At Dockster, we load ships.",
        ),
        ("t2", "Quay Days", "2024", "", "Two", "Omar Ray", "", "", "At Moorly, we load ships."),
    )
    with Site(tmp_path) as site:
        site.config = replace(site.config, base=BASE, workers=1)
        build(site, [table(texts)])
        assert len(named(site, "schema:Organization")) == 2
        decided(site, "merge", "organization/dockster", "organization/moorly")
        assert len(named(site, "schema:Organization")) == 1
        assert len(rows(site, "SELECT ?t { ?t hw:presentedBy ?o }")) == 2


def test_an_address_that_a_rule_joins_to_another_later_leads_there(site: Site, client: FlaskClient):
    only = (
        ("a1", "Mole Days", "2023", "", "One", "Ivo Ray", "Mole Works", "winch"),
        ("a2", "Mole Days", "2023", "", "Two", "Bob Ray", "", "VGTR"),
        ("a3", "Mole Days", "2023", "", "Three", "Bob Ray", "", "very great tide ropes"),
    )
    # Two readings of the short form, so that it is neither.
    first = (*only, ("a4", "Mole Days", "2023", "", "Four", "Bob Ray", "", "vast grey tent roofs"))
    build(site, [replace(table(first), file="mole.csv")])
    both = {"vgtr", "very-great-tide-ropes"}
    assert both <= named(site, "hw:Topic").keys()
    build(site, [replace(table(only), file="mole.csv")])
    topics = named(site, "hw:Topic")
    stays = both & topics.keys()
    assert len(stays) == 1
    (goes,) = both - stays
    answer = client.get(f"/topic/{goes}")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"/topic/{stays.pop()}")
    build(site, [replace(table(first), file="mole.csv")])
    assert client.get(f"/topic/{goes}").status_code == 200


# People ------------------------------------------------------------------------------------------


def appearance(site: Site, title: str) -> str:
    (row,) = rows(
        site, f"SELECT ?a {{ ?t rdfs:label '{title}' ; hw:appearance ?a . ?a schema:performer ?p }}"
    )
    return row["a"]


def speaker(site: Site, title: str) -> str:
    (row,) = rows(site, f"SELECT ?p {{ ?t rdfs:label '{title}' ; schema:performer ?p }}")
    return row["p"].removeprefix(f"{BASE}id/")


def test_appearances_that_are_somebody_else_go_together_and_leave_the_address(site: Site):
    assert speaker(site, "Cranes") == speaker(site, "Locks") == speaker(site, "Tides")
    person = speaker(site, "Tides")
    before = graphs(site)
    parts = [appearance(site, title) for title in ("Cranes", "Locks")]
    made = take_apart(site, person, parts, who="ana", when=WHEN, why="two Anas")
    assert [one.action for one in made] == ["split", "split", "merge"]
    report = build(site)
    assert report.conflicts == ()
    assert speaker(site, "Tides") == person
    assert speaker(site, "Cranes") == speaker(site, "Locks") != person
    assert len(rows(site, f"SELECT ?b {{ <{BASE}id/{person}> owl:differentFrom ?b }}")) == 1
    conforms = check(site.current.folder / "quads.nq", base=BASE)
    assert conforms.conforms, str(conforms)
    for one in made:
        decide(site, "undo", one.id, "", who="ana", when=WHEN, why="")
    build(site)
    assert graphs(site) == before


def test_not_every_part_can_be_taken(site: Site):
    person = speaker(site, "Tides")
    parts = [appearance(site, title) for title in ("Cranes", "Locks", "Tides")]
    for chosen in ([], parts, [appearance(site, "Ropes")]):
        with pytest.raises(SiteError):
            take_apart(site, person, chosen, who="ana", when=WHEN, why="")
    assert not site.decisions.exists()


# Names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "klass"),
    [
        ("talk", "hw:Talk"),
        ("event", "hw:Event"),
        ("series", "hw:EventSeries"),
        ("person", "schema:Person"),
        ("topic", "hw:Topic"),
        ("organization", "schema:Organization"),
    ],
)
def test_everything_can_be_renamed_and_keeps_its_address(site: Site, kind: str, klass: str):
    slug, old = sorted(named(site, klass).items())[0]
    decision = decided(site, "rename", f"{kind}/{slug}", "Another <Name>")
    assert named(site, klass)[slug] == "Another <Name>"
    undo(site, decision)
    assert named(site, klass)[slug] == old


def test_a_renamed_topic_keeps_its_printed_name_as_another_label(site: Site):
    decided(site, "rename", "topic/capstans", "Winding gear")
    found = rows(site, f"SELECT ?l {{ <{BASE}id/topic/capstans> skos:altLabel ?l }}")
    assert [row["l"] for row in found] == ["capstans"]


def test_the_name_of_a_thing_that_was_joined_since_is_that_of_the_whole(site: Site):
    decide(site, "rename", "topic/winches", "Winding gear", who="", when=WHEN, why="")
    decided(site, "merge", "topic/winches", "topic/capstans")
    assert "Winding gear" in named(site, "hw:Topic").values()


def test_a_judgement_follows_a_topic_that_was_joined_since(site: Site):
    talk = rows(site, "SELECT ?t { ?t a hw:Talk ; rdfs:label 'Cranes' }")[0]["t"]
    known = Decisions.load(site.decisions)
    known.append(
        Decision(
            f"{BASE}id/decision/1", "accept", talk, "https://schema.org/about",
            f"{BASE}id/topic/winches",
        )
    )  # fmt: skip
    decided(site, "merge", "topic/winches", "topic/capstans")
    (row,) = rows(
        site, f"SELECT ?l {{ <{talk}> schema:about ?o . ?o rdfs:label ?l FILTER(?l != 'k8s') }}"
    )
    assert row["l"] in ("winches", "capstans")


# What cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "a", "b"),
    [
        ("merge", "topic/capstans", "organization/dock-labs"),
        ("merge", "topic/capstans", "topic/capstans"),
        ("merge", "event/quay-days-2024", "event/quay-days-2025"),
        ("split", "topic/capstans", "nothing of it"),
        ("merge", "topic/capstans", "topic/nothing"),
    ],
)
def test_what_cannot_be_decided_is_refused_in_words(site: Site, action: str, a: str, b: str):
    with pytest.raises(SiteError) as error:
        decide(site, action, a, b, who="ana", when=WHEN, why="")
    assert error.value.remedy
    assert not site.decisions.exists()


def test_the_contrary_of_a_decision_takes_it_back_first(site: Site):
    decide(site, "merge", "topic/winches", "topic/capstans", who="ana", when=WHEN, why="")
    decide(site, "split", "topic/capstans", "topic/winches", who="bo", when=WHEN, why="no")
    known = Decisions.load(site.decisions)
    assert [one.action for one in known.all] == ["merge", "undo", "split"]
    assert known.conflicts == ()


def test_a_contradiction_by_way_of_a_third_is_refused_and_names_the_decisions(site: Site):
    (third,) = {"k8s", "kubernetes"} & named(site, "hw:Topic").keys()
    pairs = (("winches", "capstans"), ("capstans", third))
    for a, b in pairs:
        decide(site, "merge", f"topic/{a}", f"topic/{b}", who="ana", when=WHEN, why="")
    with pytest.raises(SiteError, match="contrary") as error:
        decide(site, "split", "topic/winches", f"topic/{third}", who="bo", when=WHEN, why="")
    known = Decisions.load(site.decisions)
    assert len(known.all) == 2
    assert all(one.id.rpartition("/")[2] in error.value.what for one in known.all)


def test_talks_of_two_events_stay_two(site: Site):
    """The commands refuse; what an older table or another site decided is told by the build."""
    rows_of_two = (("t5", "Mole Days", "2025", "", "Cranes again", "Anselma Quist"),)
    build(site, [Request(table(rows_of_two).data, "mole.csv")])
    talks = [f"{BASE}id/talk/{slug}" for slug in ("cranes", "cranes-again")]
    with pytest.raises(SiteError, match="talks of two events") as error:
        decide(site, "merge", *talks, who="ana", when=WHEN, why="")
    assert "'Mole Days" in error.value.what
    made = Decision(f"{BASE}id/decision/1", "merge", talks[0], "", talks[1], "", WHEN.isoformat())
    Decisions.load(site.decisions).extend([made])
    (told,) = build(site).conflicts
    assert "talks of two events" in told
    assert check(site.current.folder / "quads.nq", base=BASE).conforms
    assert {"cranes", "cranes-again"} <= named(site, "hw:Talk").keys()


def test_talks_of_one_event_become_one(site: Site):
    decided(site, "merge", "talk/cranes", "talk/locks")
    assert len({"cranes", "locks"} & named(site, "hw:Talk").keys()) == 1


def test_the_last_appearance_stays_with_the_address(site: Site):
    person = "person/anselma-quist"
    parts = [one.iri for one in appearances(site, f"{BASE}id/{person}")]
    for part in parts[:-1]:
        decide(site, "split", person, part, who="ana", when=WHEN, why="")
    with pytest.raises(SiteError, match="nothing would be left"):
        decide(site, "split", person, parts[-1], who="ana", when=WHEN, why="")
