"""What pages say of how things hang together, asked of a store."""

from __future__ import annotations

from pathlib import Path

from pyoxigraph import RdfFormat, Store

from hallway.graph.answers.relations import appearances
from hallway.graph.engine import InProcessEngine
from hallway.graph.vocabulary import PREFIXES

SMALL = Path(__file__).parents[2] / "queries" / "small.ttl"
BASE = "http://127.0.0.1:8000/id/"


def test_who_appears_for_two_organizations_is_named_once_with_both():
    store = Store()
    store.load(path=str(SMALL), format=RdfFormat.TURTLE)
    before = appearances(InProcessEngine(store), BASE + "talk/fast-storage")
    store.update(
        f"PREFIX schema: <{PREFIXES['schema']}> PREFIX id: <{BASE}>"
        r" INSERT DATA { id:appearance\/fast-1 schema:affiliation id:organization\/lab }"
    )
    after = appearances(InProcessEngine(store), BASE + "talk/fast-storage")
    assert [one["person"] for one in after] == [one["person"] for one in before]
    assert {one["orgLabel"] for one in before} == {"Acme"}
    assert {one["orgLabel"] for one in after} == {"Acme · lab of Things", "Acme"}
