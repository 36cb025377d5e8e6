"""docs/reliability.md names only tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_test_that_a_promise_names_exists():
    named = re.findall(r"`(test_\w+)`", (ROOT / "docs" / "reliability.md").read_text("utf-8"))
    written: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        written.update(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))
    assert len(named) > 80
    assert [one for one in named if one not in written] == []


def test_every_promise_names_a_test():
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    promises = [row for row in rows if not row.startswith(("| promise |", "| risk |"))]
    assert promises
    assert [row for row in promises if "`test_" not in row] == []
