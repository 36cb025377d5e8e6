from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hallway.cli import main
from hallway.graph.formats import ReadOptions, read
from hallway.graph.kinds import LEVELS, kinds
from hallway.graph.programme import Notice

TABLE = """\
title,speakers,date,status
Cranes,Ana Lindqvist,soon,
Mooring,Bo Chen,later,
,Cy Doe,2026-06-10,
,Eva de Wit,2026-06-10,
Secret,Dan Ray,2026-06-10,rejected
Hidden,Dan Ray,2026-06-10,rejected
"""


def test_notices_of_one_kind_are_counted_together() -> None:
    found = kinds(read(TABLE.encode(), ReadOptions(file="t.csv", event="E")).notices)
    told = [(kind.level, kind.count, kind.what, kind.first) for kind in found]
    assert told == [
        ("error", 2, "a row without a title was left out", "line 4"),
        ("warning", 2, "the start or end … is not understood", "line 2"),
        ("note", 2, "rows with the status 'rejected' were left out, since they may not be public",
         "line 6"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("the id 'a' is odd", "the id 'b' is odd", True),
        ("the id 'a' is odd", 'the id "it\'s" is odd', True),
        ("nobody's name 'a' stays", "nobody's name 'b' stays", True),
        ("3 people, 2 places", "4 people, 12 places", True),
        ("the id 'a' is odd", "the name 'a' is odd", False),
    ],
)
def test_values_do_not_make_a_kind(one: str, other: str, same: bool) -> None:
    assert len(kinds([Notice(one), Notice(other)])) == (1 if same else 2)


@given(
    st.lists(
        st.builds(
            Notice,
            st.text(max_size=30),
            st.text(max_size=5),
            level=st.sampled_from(LEVELS),
            count=st.integers(1, 9),
        )
    )
)
def test_nothing_is_lost_in_counting(notices: list[Notice]) -> None:
    found = kinds(notices)
    assert sum(kind.count for kind in found) == sum(one.count for one in notices)
    assert [kind.level for kind in found] == sorted(
        (kind.level for kind in found), key=LEVELS.index
    )


def test_read_prints_the_kinds(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(TABLE, "utf-8")
    result = CliRunner().invoke(main, ["read", str(path), "--event", "E"])
    assert "5 notices, 2 records left out" in result.stdout
    assert "the start or end … is not understood" in result.stdout
    said = json.loads(CliRunner().invoke(main, ["read", str(path), "--json"]).stdout)
    assert [kind["count"] for kind in said["kinds"] if kind["level"] == "error"] == [2]
