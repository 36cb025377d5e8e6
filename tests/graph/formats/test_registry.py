"""Every registered format is there, documented, and names itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hallway.graph.formats import formats

ROOT = Path(__file__).parents[3]


def test_every_registered_format_can_be_loaded_and_carries_its_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    registered = project["entry-points"]["hallway.formats"]
    assert set(formats()) == set(registered)
    assert all(name == one.name for name, one in formats().items())


def test_every_format_has_a_page_that_begins_with_its_name() -> None:
    for name in formats():
        page = ROOT / "docs" / "formats" / f"{name}.md"
        assert f"(`{name}`)" in page.read_text("utf-8").splitlines()[0]


def test_every_module_beside_the_packages_is_a_format() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    registered = project["entry-points"]["hallway.formats"].values()
    modules = {path.stem for path in (ROOT / "graph" / "formats").glob("*.py")} - {"__init__"}
    assert {f"hallway.graph.formats.{one}:FORMAT" for one in modules} == set(registered)
