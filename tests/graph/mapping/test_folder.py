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
from hallway.graph.mapping.documents import notation
from hallway.graph.mapping.suggesting import suggest
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


TALKS = """# the programme
- kop: Kranen
  wie: [a, b]
  soort: h
- kop: Sluizen
  wie: [b]
"""
LOOKING = """fields:
  title: kop
  people: {path: wie, file: ../people.json, from: folk, by: nr, name: called, affiliation: job}
  topics: {path: soort, file: labels.csv, by: code, take: label, optional: true}
always: {event: Haven 2026}
"""
PEOPLE = """{"folk": [{"nr": "a", "called": "Ana Lindqvist", "job": "Quay Labs"},
 {"nr": "b", "called": "Bo Chen"}]}"""
ACROSS = {
    "day/talks.yaml": TALKS, "day/talks.yaml.mapping.yaml": LOOKING, "people.json": PEOPLE,
    "day/labels.csv": "code,label\nh,harbours\n",
}  # fmt: skip


def test_ids_are_looked_up_in_other_files_of_the_folder() -> None:
    programme = read(zipped(ACROSS), ReadOptions(file="haven.zip"))
    (event,) = programme.events
    told = [
        (
            talk.title,
            [(one.person.name, one.affiliation) for one in talk.appearances],
            talk.topics,
        )
        for talk in event.talks
    ]
    assert told == [
        ("Kranen", [("Ana Lindqvist", "Quay Labs"), ("Bo Chen", None)], ("harbours",)),
        ("Sluizen", [("Bo Chen", None)], ()),
    ]
    assert not any("without a mapping" in notice.what for notice in programme.notices)


def test_a_table_may_look_its_people_up_in_a_document() -> None:
    files = {
        "talks.csv": "Wat,Wie\nKranen,a;b\n",
        "talks.csv.mapping.yaml": "fields:\n  title: Wat\n  people: {column: Wie, separator: ;,"
        " file: people.json, from: folk, by: nr, name: called}\nalways: {event: Haven 2026}\n",
        "people.json": PEOPLE,
    }  # fmt: skip
    (talk,) = read(zipped(files), ReadOptions(file="x.zip")).events[0].talks
    assert [one.person.name for one in talk.appearances] == ["Ana Lindqvist", "Bo Chen"]


def test_a_file_that_is_not_there_is_told_with_its_line() -> None:
    lacking = {name: text for name, text in ACROSS.items() if name != "people.json"}
    with pytest.raises(SourceError) as told:
        read(zipped(lacking), ReadOptions(file="x.zip"))
    assert "there is no file '../people.json'" in str(told.value)
    assert "line 3" in told.value.where
    with pytest.raises(SourceError, match="no file beside this one"):
        read(TALKS.encode(), ReadOptions(file="talks.yaml", mapping=LOOKING))


def test_a_mapping_is_proposed_for_yaml_and_reads_it() -> None:
    text = TALKS.replace("wie: [a, b]", "speaker: Ana Lindqvist").replace("kop", "title")
    mapping = suggest(text.encode(), ReadOptions(file="talks.yaml", event="Haven 2026"))
    programme = read(text.encode(), ReadOptions(file="talks.yaml", mapping=mapping))
    assert [talk.title for talk in programme.events[0].talks] == ["Kranen", "Sluizen"]


@pytest.mark.parametrize(
    "text", ["title,speaker\nCranes,Ana\n", "Title: Sub;Speaker\nx;y\n", "a\tb\n1\t2\n"]
)
def test_a_table_is_no_yaml(text: str) -> None:
    assert notation(text.encode()) == "csv"
