"""Sorted files become one sorted stream, however many and however large they are."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallway.graph.building import sorted_lines
from hallway.graph.building.sorted_lines import merged

LINES = st.lists(st.text("ab ü", max_size=6).map(lambda text: text.encode() + b"\n"))


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, max_size=6), st.integers(1, 30), st.integers(1, 30))
def test_the_lines_of_all_files_come_in_order(
    tmp_path: Path, said: list[list[bytes]], size: int, piece: int
):
    paths = [tmp_path / str(number) for number in range(len(said))]
    for path, lines in zip(paths, said, strict=True):
        path.write_bytes(b"".join(sorted(lines)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorted_lines, "RANGE", size)
        patch.setattr(sorted_lines, "PIECE", piece)
        assert list(merged(paths)) == sorted(line for lines in said for line in lines)


def test_there_may_be_more_files_than_a_process_may_open(tmp_path: Path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    paths = [tmp_path / str(number) for number in range(300)]
    for number, path in enumerate(paths):
        path.write_bytes(b"%04d\n" % number)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        found = list(merged(paths))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert found == [b"%04d\n" % number for number in range(300)]
