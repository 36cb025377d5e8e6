"""The readers agree with facts that were counted in real programmes without them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[3] / "tools" / "facts.py"
CALENDAR = (
    "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Harbour Conf 2026\r\n"
    "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Cranes\r\nDTSTART:20260610T080000Z\r\nEND:VEVENT\r\n"
    "END:VCALENDAR\r\n"
)


def compare(folder: Path, *formats: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *formats],
        env={**os.environ, "FACTS": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def folder_with(path: Path, **facts: object) -> Path:
    (path / "ics").mkdir()
    (path / "ics" / "a.ics").write_text(CALENDAR, "utf-8")
    entry = {"format": "ics", "file": "ics/a.ics", "facts": facts}
    (path / "facts.json").write_text(json.dumps({"files": [entry]}), "utf-8")
    return path


def test_equal_numbers_end_well(tmp_path: Path) -> None:
    done = compare(folder_with(tmp_path, **{"VEVENT": 1, "distinct SUMMARY": 1}))
    assert done.returncode == 0, done.stdout
    assert "3 equal, 0 explained, 0 unexplained" in done.stdout


def test_a_number_that_nobody_explains_is_a_failure(tmp_path: Path) -> None:
    done = compare(folder_with(tmp_path, VEVENT=2))
    assert done.returncode == 1
    assert "! ics/a.ics: VEVENT 2  read 1" in done.stdout


def test_a_file_that_cannot_be_read_is_a_failure(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, VEVENT=1)
    (folder / "ics" / "a.ics").write_bytes(b"\x00\x01")
    assert compare(folder).returncode == 1


def test_without_facts_it_says_what_to_set(tmp_path: Path) -> None:
    done = compare(tmp_path)
    assert done.returncode == 2
    assert "FACTS" in done.stderr


@pytest.mark.slow
def test_every_fact_of_the_shared_programmes_is_read_or_explained() -> None:
    shared = os.environ.get("HALLWAY_SHARED")
    if not shared:
        pytest.skip("HALLWAY_SHARED is not set: it names the folder with real programmes")
    done = compare(Path(shared) / "data")
    assert done.returncode == 0, done.stdout + done.stderr
