"""The examples of docs/formats/mapping.md come out as they are printed there; its keys are ours."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from hallway.graph.formats import ReadOptions, read
from hallway.graph.mapping.language import FIELDS
from hallway.graph.mapping.parsing import GROUP, PLACE, TOP
from hallway.graph.programme import Appearance, Programme, Talk

PAGE = (Path(__file__).parents[3] / "docs" / "formats" / "mapping.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(csv|json|yaml|text)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = [tuple(text for _, text in BLOCKS[at : at + 3]) for at in range(0, len(BLOCKS), 3)]


def said(programme: Programme) -> str:
    """Write a programme as the page does."""
    lines = []
    for event in programme.events:
        lines.append(f"{event.name}, {event.zone}")
        lines += [line_of(talk) for talk in event.talks]
    return "".join(f"{line}\n" for line in lines)


def line_of(talk: Talk) -> str:
    assert isinstance(talk.start, datetime)
    length = f", {talk.minutes} min" if talk.minutes else ""
    people = ", ".join(map(person_of, talk.appearances))
    end = " (break)" if talk.is_break else f": {people}"
    return f"{talk.start.isoformat()}{length}, {talk.title}{end}"


def person_of(one: Appearance) -> str:
    place = f" ({one.affiliation})" if one.affiliation else ""
    return one.person.name + place + (f", {one.role}" if one.role != "speaker" else "")


@pytest.mark.parametrize("example", EXAMPLES, ids=["table", "json", "lines"])
def test_a_worked_example_comes_out_as_printed(example: tuple[str, str, str]) -> None:
    data, mapping, printed = example
    known = ReadOptions(file="example", mapping=mapping, mapping_file="m.yaml")
    assert said(read(data.encode(), known)) == printed


def test_every_key_is_documented() -> None:
    keys = re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| (.*?) \|", PAGE, re.MULTILINE)))
    assert set(keys) - {"several"} == {*TOP, *FIELDS, "people", *PLACE, *GROUP} | {
        "separator", "format", "unit", "published", "unpublished",
    }  # fmt: skip
