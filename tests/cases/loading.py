"""Cases as they lie on disk: one folder, one case."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["DATA", "Case", "load_cases"]

DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Case:
    """One folder with an `expect.json`."""

    folder: Path
    expect: dict[str, Any]

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def kind(self) -> str:
        return str(self.expect["kind"])

    @property
    def inputs(self) -> list[Path]:
        """The files to import, in order."""
        return [self.folder / name for name in self.expect.get("inputs", [])]

    @property
    def request(self) -> dict[str, Any]:
        """The exchanges of an HTTP case."""
        loaded: dict[str, Any] = json.loads((self.folder / "request.json").read_text("utf-8"))
        return loaded


def load_cases(folder: Path, *kinds: str) -> list[Case]:
    """Return the cases of these kinds, by name."""
    cases = [
        Case(path.parent, json.loads(path.read_text("utf-8")))
        for path in sorted(folder.glob("*/expect.json"))
    ]
    return [case for case in cases if case.kind in kinds]
