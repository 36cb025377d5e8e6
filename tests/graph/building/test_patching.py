"""What differs between two sorted files of lines is found, and a changed file is written right."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallway.graph.building import patching
from hallway.graph.building.graph_files import GraphFile
from hallway.graph.building.patching import graph_changes, write_patched
from hallway.graph.building.wholeness import Wholeness, file_digest

GRAPH = "http://x.example/g"

# Some lines are longer than what is compared first, some have a common beginning.
LINES = st.sets(
    st.builds(
        lambda word, times: (word * times).encode() + b"\n",
        st.sampled_from(["a", "ab", "abc", "b", "ba", "ä", "0"]),
        st.integers(1, 60),
    )
)
own_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def graph_file(path: Path, lines: set[bytes]) -> GraphFile:
    path.write_bytes(b"".join(sorted(lines)))
    return GraphFile(GRAPH, file_digest(path), path)


@own_folder
@given(LINES, LINES, st.integers(1, 40))
def test_what_differs_is_what_only_one_file_has(
    tmp_path: Path, old: set[bytes], new: set[bytes], size: int
):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patching, "SHORT", size)
        patch.setattr(patching, "PIECE", 2 * size)
        found = graph_changes(
            [graph_file(tmp_path / "old", old)], [graph_file(tmp_path / "new", new)], 1000
        )
    assert found is not None
    assert found.removed == sorted(old - new)
    assert found.added == sorted(new - old)


@own_folder
@given(st.lists(st.binary(max_size=9)), st.data(), st.integers(1, 9))
def test_some_blocks_are_written_anew_and_the_rest_is_copied(
    tmp_path: Path, parts: list[bytes], data: st.DataObject, size: int
):
    blocks, whole, at = [], [], 0
    for part in parts:
        lines = data.draw(st.one_of(st.none(), st.binary(max_size=9)))
        if lines is not None:
            blocks.append((at, at + len(part), lines))
        whole.append(part if lines is None else lines)
        at += len(part)
    (tmp_path / "old").write_bytes(b"".join(parts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patching, "PIECE", size)
        digest = write_patched(tmp_path / "old", tmp_path / "new", blocks)
    assert (tmp_path / "new").read_bytes() == b"".join(whole)
    assert digest == hashlib.sha256(b"".join(whole)).hexdigest()


def test_files_are_whole_or_not(tmp_path: Path):
    for name in ("same", "other"):
        (tmp_path / name).write_bytes(b"lines\n")
    digest = hashlib.sha256(b"lines\n").hexdigest()
    paths = {name: tmp_path / name for name in ("same", "other", "gone")}
    paths["other"].write_bytes(b"Lines\n")
    with Wholeness(dict.fromkeys(paths.values(), digest)) as whole:
        assert {name: whole.of(path) for name, path in paths.items()} == {
            "same": True, "other": False, "gone": False,
        }  # fmt: skip
        assert not whole.of(tmp_path)
