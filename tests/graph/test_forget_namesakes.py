"""Forgetting one of several who share a name, and names that are ordinary words."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallway.graph.build import Request
from hallway.graph.forget import forget, plan
from hallway.graph.site import Site
from tests.graph.forget_sites import (
    TODAY,
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


def titles_of(folder: Path) -> dict[str, list[str]]:
    query = """SELECT ?p ?n { ?t schema:performer ?p ; rdfs:label ?n . ?p a schema:Person }
    ORDER BY ?n"""
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
