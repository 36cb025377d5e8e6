"""The readers of conference platforms against real exports: whose file it is, and its facts."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hallway.graph.errors import SourceError
from hallway.graph.formats import (
    HEAD_BYTES,
    Format,
    ReadOptions,
    hoverboard,
    indico,
    iosched,
    json_list,
    open_event,
    pretalx,
    read,
    sessionize,
)
from hallway.graph.reading import bundle

TOOL = Path(__file__).parents[3] / "tools" / "facts_platforms.py"
MODULES = (pretalx, sessionize, open_event, hoverboard, iosched, indico, json_list)
FORMATS: dict[str, Format] = {module.FORMAT.name: module.FORMAT for module in MODULES}
# Parts of an export that tell nothing by themselves.
PARTS = {"speakers.json", "tracks", "microlocations"}


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("facts_platforms", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def shared() -> Path:
    folder = os.environ.get("HALLWAY_SHARED")
    if not folder:
        pytest.skip("HALLWAY_SHARED is not set: it names the folder with real programmes")
    return Path(folder) / "data"


def content(path: Path) -> bytes:
    return bundle.pack(path) if path.is_dir() else path.read_bytes()


def recognised(data: bytes) -> set[str]:
    head = data[:HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    return {name for name, one in FORMATS.items() if one.recognises(head, data)}


def test_each_reader_recognises_its_own_files_and_no_others(shared: Path) -> None:
    readers: dict[str, str] = tool().READERS
    checked = 0
    for path in sorted(shared.rglob("*")):
        folder = path.relative_to(shared).parts[0]
        if not path.is_file() or folder == "corpora" or path.parent == shared:
            continue
        found = recognised(path.read_bytes())
        mine = {readers[folder]} if folder in readers else set()
        checked += bool(found)
        if found != mine:
            assert not found
            assert path.name in PARTS or not mine
    assert checked > 20


def test_a_folder_of_files_that_belong_together_is_recognised_as_one(shared: Path) -> None:
    readers: dict[str, str] = tool().READERS
    for name in ("open-event-json", "hoverboard-json"):
        for folder in (shared / name).iterdir():
            assert recognised(content(folder)) == {readers[name]}
    for name in ("iosched-json", "pretalx-json"):
        assert recognised(content(shared / name)) == {readers[name]}


@pytest.mark.slow
def test_every_fact_is_read_or_explained(shared: Path) -> None:
    facts = tool()
    with facts.EXPLANATIONS.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    known = {(file, fact, found) for file, fact, found, _ in rows}
    assert all(why for *_, why in rows)
    compared, explained = 0, set()
    entries: list[dict[str, Any]] = json.loads((shared / "facts.json").read_text("utf-8"))["files"]
    for entry in entries:
        if entry["format"] not in facts.READERS:
            continue
        path = shared / entry["file"]
        options = ReadOptions(file=path.name)
        programme = read(content(path), options, facts.READERS[entry["format"]])
        for fact, expected, found in facts.pairs(entry, programme):
            compared += 1
            if expected != found:
                assert (entry["file"], fact, found) in known, (fact, expected, found)
                explained.add((entry["file"], fact, found))
    assert compared > 150
    assert explained == known


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_real_file_that_is_cut_ends_in_a_programme_or_a_source_error(
    name: str, shared: Path
) -> None:
    readers: dict[str, str] = tool().READERS
    folder = next(one for one, reader in readers.items() if reader == name)
    for path in sorted((shared / folder).rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        for cut in range(1, 8):
            part = data[: len(data) * cut // 8]
            recognised(part)
            if path.suffix != ".html":
                with pytest.raises(SourceError) as refused:
                    FORMATS[name].read(part, ReadOptions(file=path.name))
                assert refused.value.remedy or refused.value.where
            elif b"sz-session " in part:
                assert FORMATS[name].read(part, ReadOptions(file=path.name)).events
