"""The lines of a generation: each graph's sorted and kept, all of them merged as a stream."""

from __future__ import annotations

import hashlib
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.building import graph_files
from hallway.graph.building.graph_files import GraphFiles
from hallway.graph.building.merging import Merge
from hallway.graph.vocabulary import HW, RDF, SCHEMA

GRAPHS = [f"https://x.example/graph/source/{name}" for name in "abc"]


def node(number: int) -> NamedNode:
    return NamedNode(f"https://x.example/id/talk/t{number}")


# Objects of which one begins like another: with a language, a datatype, a space or a quote.
OBJECTS = [
    Literal("a"), Literal("a", language="en"), Literal("a b"), Literal('a" .'), Literal("a\n"),
    Literal("1", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#integer")), node(1), node(11),
]  # fmt: skip
triples = st.builds(
    Triple,
    st.sampled_from([node(n) for n in (1, 2, 11)]),
    st.sampled_from([SCHEMA.about, SCHEMA.name, RDF.type]),
    st.sampled_from([*OBJECTS, HW.Talk, SCHEMA.Place, HW.Room]),
)


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.sets(triples, max_size=12), min_size=3, max_size=3))
def test_the_merge_of_sorted_graphs_is_the_sorted_set_of_all_lines(said):
    """Count by sets what the stream merges, as nothing here can be settled."""
    graphs = [
        sorted(f"{one} <{graph}> .\n".encode() for one in own)
        for graph, own in zip(GRAPHS, said, strict=True)
    ]
    expected = {line for own in graphs for line in own}
    expected |= {f"{one} .\n".encode() for own in said for one in own}
    merge = Merge(GRAPHS)
    assert list(merge.lines(sorted(chain.from_iterable(graphs)))) == sorted(expected)
    everything = set().union(*said)
    rooms = {
        one.subject for one in everything if (one.predicate, one.object) == (RDF.type, HW.Room)
    }
    for kind, of_class in (("talk", HW.Talk), ("place", SCHEMA.Place)):
        things = {
            one.subject for one in everything if (one.predicate, one.object) == (RDF.type, of_class)
        }
        if kind == "place":
            things -= rooms
        assert merge.counts.get(kind, 0) == len(things)


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("run", [1, 3, 1000])
def test_a_graph_file_has_each_line_once_in_order_however_it_is_sorted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: int, grouped: bool
):
    monkeypatch.setattr(graph_files, "RUN", run)
    said = [Triple(node(n % 5), SCHEMA.about, one) for n, one in enumerate(OBJECTS * 2)]
    together = [tuple(map(str, said[at : at + 4])) for at in range(2, len(said), 5)]
    found = GraphFiles(tmp_path).write(GRAPHS[0], [*said, *together] if grouped else said)
    data = found.path.read_bytes()
    assert list(found.lines()) == sorted({f"{one} <{GRAPHS[0]}> .\n".encode() for one in said})
    assert found.digest == hashlib.sha256(data).hexdigest()
    assert [path.name for path in tmp_path.iterdir()] == [found.path.name]


def test_graph_files_that_nothing_names_are_removed(tmp_path: Path):
    files = GraphFiles(tmp_path)
    first = files.write(GRAPHS[0], [Triple(node(1), SCHEMA.about, node(2))])
    files.write(GRAPHS[1], [Triple(node(1), SCHEMA.about, node(2))])
    (tmp_path / "9.new").write_bytes(b"of a build that died")
    files.prune([first.digest])
    assert [path.name for path in tmp_path.iterdir()] == [first.path.name]
