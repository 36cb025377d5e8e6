"""Where sources disagree."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple

from hallway.graph.settling import SINGLE, rank, settle
from hallway.graph.vocabulary import HW, SCHEMA

TALK = NamedNode("https://x.example/id/talk/t")
A, B = NamedNode("https://x.example/graph/source/a"), NamedNode("https://x.example/graph/source/b")


def minutes(number: int) -> Triple:
    return Triple(TALK, HW.minutes, Literal(number))


def test_the_first_source_wins_and_the_other_is_listed():
    dropped, (found,) = settle({A: {minutes(30)}, B: {minutes(45)}}, [B, A])
    assert dropped == {minutes(30)}
    assert found.kept[1] == B
    assert [graph for _, graph in found.left] == [A]


def test_sources_that_agree_do_not_disagree():
    assert settle({A: {minutes(30)}, B: {minutes(30)}}, [A, B]) == (set(), [])


def test_what_one_source_says_twice_is_kept():
    assert settle({A: {minutes(30), minutes(45)}}, [A])[0] == set()


def test_properties_that_can_have_several_values_are_left_alone():
    graphs = {
        A: {Triple(TALK, SCHEMA.performer, NamedNode("https://x.example/p"))},
        B: {Triple(TALK, SCHEMA.performer, NamedNode("https://x.example/q"))},
    }
    assert settle(graphs, [A, B]) == (set(), [])


def test_a_schedule_is_believed_before_a_table_and_a_list_of_videos():
    assert rank("frab-xml") < rank("ical") < rank("csv") < rank("pyvideo")


@given(
    st.lists(st.dictionaries(st.sampled_from(sorted(SINGLE, key=str)), st.integers()), max_size=4)
)
def test_the_merge_has_one_value_of_each_and_it_is_the_first_that_is_stated(said):
    order = [NamedNode(f"https://x.example/graph/{n}") for n in range(len(said))]
    graphs = {
        graph: {Triple(TALK, one, Literal(value)) for one, value in values.items()}
        for graph, values in zip(order, said, strict=True)
    }
    dropped, _ = settle(graphs, order)
    merged = set().union(*graphs.values()) - dropped
    expected = {}
    for values in said:
        expected = values | expected
    assert merged == {Triple(TALK, one, Literal(value)) for one, value in expected.items()}
