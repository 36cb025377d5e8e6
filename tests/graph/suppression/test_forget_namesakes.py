"""Forgetting one of several who share a name, and names that are ordinary words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.curation.deciding import take_apart
from hallway.graph.site import Site
from hallway.graph.suppression.forget import forget
from hallway.graph.suppression.planning import plan
from tests.graph.suppression.forget_sites import (
    TODAY,
    WHEN,
    built,
    forgotten,
    people,
    rows,
    speakers,
    talks,
)

# Namesakes -------------------------------------------------------------------------------------


CHENS = [
    Request(
        b"title,speaker,affiliation,abstract\nMoorings,Mei Chen,Quay Labs,Mei Chen on moorings.\n"
        b"Bollards,Mei Chen,Quay Labs,\n",
        "harbour.csv",
        event="Harbour Conf 2026",
        series="Harbour Conf",
    ),
    Request(
        b"title,speaker,affiliation,abstract\nWafers,Mei Chen,Nanofab,Mei Chen on wafers.\n"
        b"Etching,Mei Chen,Nanofab,\nLenses,Mei Chen,Nanofab,\n",
        "chips.csv",
        event="Chip Days 2026",
        series="Chip Days",
    ),
]


ABSTRACTS = "SELECT ?n ?text { ?t schema:abstract ?text ; rdfs:label ?n }"
EVENTS = "SELECT ?n { ?e a hw:Event ; rdfs:label ?n }"


def titles_of(folder: Path) -> dict[str, list[str]]:
    query = """SELECT ?p ?n { ?t a hw:Talk ; schema:performer ?p ; rdfs:label ?n .
    ?p a schema:Person } ORDER BY ?n"""
    found: dict[str, list[str]] = {}
    for row in rows(folder, query):
        found.setdefault(row["p"], []).append(row["n"])
    return found


@pytest.mark.parametrize("first", ["Moorings", "Wafers"])
def test_a_namesake_keeps_name_address_and_texts(tmp_path: Path, first: str):
    built(tmp_path, CHENS)
    before = titles_of(tmp_path)
    assert len(before) == 2  # nothing says that the two are one
    (iri,) = (one for one, titles in before.items() if first in titles)
    with Site(tmp_path) as site:
        planned = plan(site, iri)
        assert [one for one in planned.namesakes if one != iri] == [*before.keys() - {iri}]
        forget(site, iri, today=TODAY)
    assert titles_of(tmp_path) == {one: t for one, t in before.items() if one != iri}
    texts = rows(tmp_path, "SELECT ?n ?text { ?t schema:abstract ?text ; rdfs:label ?n }")
    assert {row["n"] for row in texts if "Mei Chen" in row["text"]} == {
        "Moorings",
        "Wafers",
    } - {first}


def test_a_namesake_who_was_to_be_forgotten_too_leaves_nothing(tmp_path: Path):
    built(tmp_path, CHENS)
    forgotten(tmp_path, "Mei Chen")
    assert titles_of(tmp_path) == {}
    built(tmp_path, [Request(b"title,speaker\nNew,Chen Mei\n", "n.csv", event="New Days 2027")])
    assert titles_of(tmp_path) == {}
    everything = (tmp_path / "generations" / "0004" / "quads.nq").read_text("utf-8")
    assert "Chen" not in everything


def test_a_longer_name_of_somebody_else_stays_whole(tmp_path: Path):
    table = b"title,speaker,abstract\nA,Ana Lind,\nB,Ana Lind Berg,By Ana Lind Berg and Ana Lind.\n"
    built(tmp_path, [Request(table, "a.csv", event="Harbour Conf 2026")])
    forgotten(tmp_path, "Ana Lind")
    assert list(people(tmp_path).values()) == ["Ana Lind Berg"]
    (row,) = rows(tmp_path, "SELECT ?text { ?t schema:abstract ?text }")
    assert row["text"] == "By Ana Lind Berg and [name withheld]."


def test_a_name_that_is_an_ordinary_word_blanks_no_text(tmp_path: Path):
    table = b"title,speaker,abstract\nWill we survive?,Will,What will be will be. Will it?\n"
    built(tmp_path, [Request(table, "a.csv", event="Harbour Conf 2026")])
    done = forgotten(tmp_path, "Will")
    assert done.unsafe == ("Will",)
    assert people(tmp_path) == {}
    assert list(talks(tmp_path)) == ["Will we survive?"]
    assert speakers(tmp_path) == [1]


def test_a_name_of_one_word_goes_from_texts_where_no_text_uses_the_word(tmp_path: Path):
    table = b"title,speaker,abstract\nSongs,Madrigala,An hour with Madrigala.\n"
    built(tmp_path, [Request(table, "a.csv", event="Harbour Conf 2026")])
    forgotten(tmp_path, "Madrigala")
    (row,) = rows(tmp_path, "SELECT ?text { ?t schema:abstract ?text }")
    assert row["text"] == "An hour with [name withheld]."


def test_two_of_one_name_at_one_event_are_told_apart_by_their_talks(tmp_path: Path):
    text = (
        "title,speaker,room,abstract\nMoorings,Mei Chen,Dock A,Mei Chen on Moorings.\n"
        "Wafers,Mei Chen,Dock A,Mei Chen on Wafers.\nBollards,Mei Chen,Dock A,\n"
    )
    source = Request(text.encode(), "s.csv", event="Harbour Conf 2025")
    built(tmp_path, [source])
    with Site(tmp_path) as site:
        parts = ["appearance/wafers--mei-chen"]
        take_apart(site, "person/mei-chen", parts, who="mia", when=WHEN, why="two people")
        build(site)
    before = titles_of(tmp_path)
    (iri,) = (one for one, titles in before.items() if titles == ["Wafers"])
    with Site(tmp_path) as site:
        forget(site, iri, today=TODAY)
    assert titles_of(tmp_path) == {one: titles for one, titles in before.items() if one != iri}
    built(tmp_path, [replace(source, data=text.replace("Dock A", "Dock B").encode())])
    assert titles_of(tmp_path) == {one: titles for one, titles in before.items() if one != iri}
    found = {row["n"]: row["text"] for row in rows(tmp_path, ABSTRACTS)}
    assert found["Wafers"] == "[name withheld] on Wafers."
    assert found["Moorings"] == "Mei Chen on Moorings."


def test_a_second_request_knows_the_events_that_the_first_renamed(tmp_path: Path):
    table = b"title,speaker\nWafers,Mei Chen\nLenses,Ines Duarte\n"
    other = b"title,speaker\nRopes,Mei Chen\n"
    event = "Ines Duarte Lectures 2026"
    built(tmp_path, [Request(table, "a.csv", event=event)])
    built(tmp_path, [Request(other, "b.csv", event="Rope Days 2020")])
    forgotten(tmp_path, "Ines Duarte")
    assert len(titles_of(tmp_path)) in (1, 2)
    for iri, titles in titles_of(tmp_path).items():
        if "Wafers" in titles:
            with Site(tmp_path) as site:
                forget(site, iri, today=TODAY)
    built(tmp_path, [Request(table + b"New,Omar Haddad\n", "a.csv", event=event)])
    assert "Wafers" not in str(titles_of(tmp_path))
    assert set(talks(tmp_path)) == {"Wafers", "Lenses", "Ropes", "New"}
    assert [one for one in rows(tmp_path, EVENTS) if "Duarte" in one["n"]] == []


def test_a_handle_that_is_the_name_itself_blanks_no_namesake(tmp_path: Path):
    page = """<html><head><title>Web Days 2024</title><script type="application/ld+json">
    {"@context": "https://schema.org", "@type": "Event", "name": "Web Days 2024",
     "startDate": "2024-03-01", "subEvent": {"@type": "Event", "name": "Routers",
      "startDate": "2024-03-01T10:00:00+00:00", "description": "Mei Chen on routers.",
      "performer": {"@type": "Person", "name": "Mei Chen",
       "sameAs": "https://code.example/mei-chen"}}}</script></head><body></body></html>"""
    built(tmp_path, [Request(page.encode(), "web.html"), CHENS[1]])
    (iri,) = (one for one, titles in titles_of(tmp_path).items() if titles == ["Routers"])
    with Site(tmp_path) as site:
        forget(site, iri, today=TODAY)
    found = {row["n"]: row["text"] for row in rows(tmp_path, ABSTRACTS)}
    assert found == {"Routers": "[name withheld] on routers.", "Wafers": "Mei Chen on wafers."}
