"""A folder in which mappings lie beside the files they describe is one source."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.reading.bundle import pack
from hallway.graph.site import Site

ALWAYS = "always: {event: Haven 2026}\n"
FILES = {
    "day1/talks.csv": "Wat,Wie\nKranen,Ana Lindqvist\n",
    "day1/talks.csv.mapping.yaml": "fields: {title: Wat, people: Wie}\n" + ALWAYS,
    "two.json": '[{"kop": "Sluizen", "wie": ["Bo Chen"]}, {"wie": ["Cy Doe"]}]',
    "two.json.mapping.yaml": "fields: {title: kop, people: wie}\n" + ALWAYS,
    "notes.txt": "nothing of it",
}


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def test_files_with_mappings_are_one_programme() -> None:
    programme = read(zipped(FILES), ReadOptions(file="haven.zip"))
    (event,) = programme.events
    assert programme.format == "mapped"
    assert [(talk.title, talk.where) for talk in event.talks] == [
        ("Kranen", "day1/talks.csv, line 2"), ("Sluizen", "two.json, [0]"),
    ]  # fmt: skip
    told = "\n".join(map(str, programme.notices))
    assert "two.json, [1]: a row without a title" in told
    assert "files without a mapping were left out: 'notes.txt'" in told


def test_a_bad_mapping_costs_its_file_alone() -> None:
    bad = FILES | {"two.json.mapping.yaml": "fields: {title: nope}"}
    programme = read(zipped(bad), ReadOptions(file="haven.zip"))
    assert programme.talks() == 1
    assert "two.json.mapping.yaml, line 1: the path 'nope' leads nowhere" in "\n".join(
        map(str, programme.notices)
    )
    odd = zipped(FILES | {"two.json.mapping.yaml": b"fields: {title: n\xe9}"})
    assert "is not UTF-8" in "\n".join(map(str, read(odd, ReadOptions(file="x")).notices))
    both = bad | {"day1/talks.csv.mapping.yaml": "fields: {title: nope}"}
    with pytest.raises(SourceError, match="no column 'nope'"):
        read(zipped(both), ReadOptions(file="haven.zip"))


def test_a_folder_with_mappings_is_built_and_built_again(tmp_path: Path) -> None:
    for name, text in FILES.items():
        path = tmp_path / "haven" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with Site(tmp_path / "site") as site:
        first = build(site, [Request(pack(tmp_path / "haven"), "haven")])
        assert [one.what for one in first.imports] == ["new"]
        assert build(site, rebuild=True).counts == first.counts


def test_one_mapping_for_a_folder_is_refused() -> None:
    known = ReadOptions(file="haven.zip", mapping="fields: {title: Wat}", mapping_file="m.yaml")
    with pytest.raises(SourceError, match="reads one file") as caught:
        read(zipped(FILES), known)
    assert "beside its file" in caught.value.remedy
