"""Where sources disagree."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.building.merging import Merge
from hallway.graph.reconciling.settling import SINGLE, rank, settle

TALK = "<https://x.example/id/talk/t>"
MINUTES = "<https://w3id.org/hallway#minutes>"
A, B = "https://x.example/graph/source/a", "https://x.example/graph/source/b"


def minutes(number: int) -> bytes:
    return f'{TALK} {MINUTES} "{number}"'.encode()


def test_the_first_source_wins_and_the_other_is_listed():
    found = settle(TALK, MINUTES, [(1, minutes(30)), (0, minutes(45))], [B, A])
    assert found is not None
    assert found.statements == {minutes(30)}
    assert found.disagreement.kept == ('"45"', B)
    assert found.disagreement.left == (('"30"', A),)


def test_sources_that_agree_do_not_disagree():
    assert settle(TALK, MINUTES, [(0, minutes(30)), (1, minutes(30))], [A, B]) is None


def test_what_one_source_says_twice_is_kept():
    assert settle(TALK, MINUTES, [(0, minutes(30)), (0, minutes(45))], [A]) is None


def test_what_no_source_says_is_nobody_s_to_settle():
    assert settle(TALK, MINUTES, [], [A]) is None


def test_properties_that_can_have_several_values_are_left_alone():
    said = [
        [f"{TALK} <https://schema.org/performer> <https://x.example/{who}> <{graph}> .\n".encode()]
        for who, graph in (("p", A), ("q", B))
    ]
    merge = Merge([A, B])
    assert len(list(merge.lines(sorted(chain.from_iterable(said))))) == 4
    assert merge.disagreements == []


def test_a_schedule_is_believed_before_a_table_and_a_list_of_videos():
    assert rank("frab-xml") < rank("ical") < rank("csv") < rank("pyvideo")


@given(
    st.lists(st.dictionaries(st.sampled_from(sorted(SINGLE, key=str)), st.integers()), max_size=4)
)
def test_the_merge_has_one_value_of_each_and_it_is_the_first_that_is_stated(said):
    order = [f"https://x.example/graph/{n}" for n in range(len(said))]
    graphs = [
        sorted(f'{TALK} {one} "{value}" <{graph}> .\n'.encode() for one, value in values.items())
        for graph, values in zip(order, said, strict=True)
    ]
    lines = list(Merge(order).lines(sorted(chain.from_iterable(graphs))))
    expected = {}
    for values in said:
        expected = values | expected
    merged = [line for line in lines if b"/graph/" not in line]
    assert merged == sorted(
        f'{TALK} {one} "{value}" .\n'.encode() for one, value in expected.items()
    )
    assert lines == sorted(lines)
