"""Any file ends in a programme or an error within ten seconds and 500 MB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# A way to write for each kind of notation; the others are read by the same modules.
NAMES = ("csv", "frab-xml", "ical", "sessionize", "microdata", "hallway-turtle", "json-list")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").is_file(), reason="limits are set as on Linux")
@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_programme_ends_soon_in_little_memory(name: str) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.graph.formats.hostile", name],
        cwd=ROOT, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    reached = child.stdout.rstrip().rpartition("\n")[2]
    assert (reached, child.returncode) == ("done", 0), child.stderr[-2000:]
