"""A reader of somebody else's, installed beside Hallway, is found and reads."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import Format, ReadOptions, formats
from hallway.graph.programme import Programme

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "docs" / "examples" / "hallway-running-order"
PAGE = (ROOT / "docs" / "formats" / "writing-a-reader.md").read_text("utf-8")
EXAMPLE = "".join(
    f"{line[4:]}\n"
    for line in re.search(r"^    Running order(?:.*\n)+?(?=and is)", PAGE, re.M)[0].splitlines()  # type: ignore[index]
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and install the package into a folder of its own, without a network."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(PACKAGE, folder / "source")  # a build leaves files beside what it builds
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
               "--no-build-isolation", "--disable-pip-version-check", "--target",
               str(folder / "target"), str(folder / "source")]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return folder / "target"


@pytest.mark.slow
def test_an_installed_reader_is_found_and_reads(installed: Path, tmp_path: Path) -> None:
    assert "running-order" not in formats()  # here it is not installed
    (tmp_path / "tonight.txt").write_text(EXAMPLE, "utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "hallway", "read", "--json", "tonight.txt"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    said = json.loads(result.stdout)
    assert (said["format"], said["notices"]) == ("running-order", [])
    (event,) = said["events"]
    assert (event["name"], event["zone"]) == ("Harbour Conf 2026", "Europe/Berlin")
    cranes, coffee = event["talks"]
    assert (cranes["start"], cranes["minutes"], cranes["room"]) == (
        "2026-06-10T09:30:00+02:00", 45, "Main hall",
    )  # fmt: skip
    people = [(one["person"]["name"], one["affiliation"]) for one in cranes["appearances"]]
    assert people == [("Ana Lindqvist", None), ("Bo Chen", "Quay Labs")]
    assert coffee["is_break"]


@pytest.fixture(scope="module")
def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("running", PACKAGE / "hallway_running_order.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(
    lambda text: f"Running order: x\n2026-06-10\n09:30  {text}".encode("utf-8", "replace")
)))  # fmt: skip
def test_any_bytes_end_in_a_programme_or_an_error(module: ModuleType, data: bytes) -> None:
    reader: Format = module.FORMAT
    assert isinstance(reader.recognises(data, data), str)
    try:
        assert isinstance(reader.read(data, ReadOptions(file="f")), Programme)
    except SourceError as error:
        assert error.remedy  # noqa: PT017


def test_other_formats_are_not_taken_for_running_orders(module: ModuleType) -> None:
    samples = ROOT / "hallway" / "samples"
    for path in samples.iterdir():
        data = path.read_bytes()
        assert module.FORMAT.recognises(data[:65536], data) == ""
    example = EXAMPLE.encode()
    assert all(not one.recognises(example, example) for one in formats().values())
