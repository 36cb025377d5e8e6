"""The scoring of gold sets: any folder of them, and how sure the figures are."""

from __future__ import annotations

import gzip
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"
GOLD = Path(os.environ.get("HALLWAY_SHARED", "")) / "gold"
INTERVALS = runpy.run_path(str(TOOLS / "intervals.py"))


def score(folder: Path, *jobs: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / "score.py"), *jobs]
    environment = {**os.environ, "GOLD": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_what_is_said_with_the_right_chance_has_no_error() -> None:
    assert INTERVALS["calibration_error"]([(0.25, True), *[(0.25, False)] * 3]) == 0


def test_the_calibration_error_weighs_each_tenth_by_its_pairs() -> None:
    # Three pairs said .9 of which two are true, one said .1 that is true: 3/4 x .2333 + 1/4 x .9.
    said = [(0.9, True), (0.9, True), (0.9, False), (0.1, True)]
    assert INTERVALS["calibration_error"](said) == pytest.approx(0.75 * (0.9 - 2 / 3) + 0.25 * 0.9)


def test_an_interval_holds_its_figure_and_is_the_same_each_time() -> None:
    units = [float(number) for number in range(20)]

    def mean(drawn: list[float]) -> float:
        return sum(drawn) / len(drawn)

    value, low, high = INTERVALS["interval"](units, mean)
    assert low < value == 9.5 < high
    assert (value, low, high) == INTERVALS["interval"](units, mean)


@pytest.mark.skipif(not (GOLD / "score.py").is_file(), reason="HALLWAY_SHARED has no gold sets")
def test_a_folder_with_another_half_is_scored_by_the_shipped_model(tmp_path: Path) -> None:
    lines = (GOLD / "speaker_mentions.dev.jsonl").read_text("utf-8").splitlines()
    blocks = sorted({json.loads(line)["block"] for line in lines})[:40]
    kept = [line for line in lines if json.loads(line)["block"] in blocks]
    (tmp_path / "speaker_mentions.other.jsonl").write_text("\n".join(kept), "utf-8")
    answer = score(tmp_path)
    assert "by the shipped model" in answer.stdout, answer.stderr
    assert "calibration error (ECE)" in answer.stdout
    assert "topic-links" not in answer.stdout  # no such file, no such job


def test_a_folder_without_gold_is_named(tmp_path: Path) -> None:
    answer = score(tmp_path)
    assert answer.returncode == 2
    assert f"{tmp_path}: no gold sets here" in answer.stderr
    for half in ("dev", "heldout"):
        (tmp_path / f"name_pairs.{half}.jsonl").write_text("", "utf-8")
    assert "are one gold set" in score(tmp_path, "name-pairs").stderr


def test_strangers_are_frequent_names_of_several_ids_without_a_co_author_in_common(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paper(number: int, *authors: tuple[str, str]) -> str:
        return json.dumps({
            "id": f"v/{number}", "title": f"Paper {number}", "venue": "V", "year": 2020 + number,
            "authors": [name for name, _ in authors], "author_ids": [one for _, one in authors],
            "affiliations": [[] for _ in authors], "aligned": True, "keywords": [],
        })  # fmt: skip

    lines = [
        paper(1, ("Wei Li", "a"), ("Ana Lindqvist", "x"), ("Yu Wu", "c"), ("Bo Li", "e")),
        paper(2, ("Wei Li", "b"), ("Omar Haddad", "y"), ("Yu Wu", "c"), ("Bo Li", "f")),
        paper(3, ("Wei Li", "b"), ("Mei Tanaka", "z"), ("Bo Li", "f")),
        # Two profiles of one person: both wrote with Yu Wu.
        paper(4, ("Hao Xu", "g"), ("Yu Wu", "c")),
        paper(5, ("Hao Xu", "h"), ("Yu Wu", "c")),
        paper(
            6,
            ("Hao Xu", "h"),
        ),
    ]
    path = tmp_path / "papers.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    monkeypatch.syspath_prepend(str(TOOLS))
    found = runpy.run_path(str(TOOLS / "homonyms.py"))["blocks"](path, {"bo li"})
    # Wei Li a and b met Yu Wu both, so that they too are left out.
    assert found == {}
    lines = [line for line in lines if "Hao Xu" not in line]
    lines[:2] = [paper(1, ("Wei Li", "a")), paper(2, ("Wei Li", "b"), ("Omar Haddad", "y"))]
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    found = runpy.run_path(str(TOOLS / "homonyms.py"))["blocks"](path, set())
    assert {name: [one for one, _ in rows] for name, rows in found.items()} == {
        "wei li": ["a", "b", "b"]
    }
