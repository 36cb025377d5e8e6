from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.mapping.language import FIELDS
from hallway.graph.mapping.parsing import TOP, parse_mapping


def refused(text: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        parse_mapping(text, "m.yaml")
    return caught.value


# What is wrong, the line of it, what the message says, and what the remedy says.
WRONG = {
    "unknown key": ("fields:\n  title: T\n  rooom: R\n", 3, "no 'rooom' in fields", "mean room?"),
    "word of a table": ("fields:\n  title: T\n  speakers: S\n", 3, "'speakers'", "mean people?"),
    "German word": ("fields:\n  title: T\n  Raum: R\n", 3, "'Raum'", "mean room?"),
    "unknown top": ("feilds:\n  title: T\n", 1, "no 'feilds'", "mean fields?"),
    "no title": ("fields:\n  room: R\n", 1, "no column for title", "title:"),
    "nothing": ("", 1, "not nothing", "a colon"),
    "a list": ("- title\n", 1, "not a list", ""),
    "fields is text": ("fields: title\n", 1, "fields is a mapping", "not a text"),
    "wrong type": ("fields:\n  title: {column: {a: b}}\n", 2, "a text, not a mapping", ""),
    "empty column": ("fields:\n  title:\n", 2, "not nothing", ""),
    "no column": ("fields:\n  title: {prefix: a}\n", 2, "names no column", "column:"),
    "column and path": (
        "fields:\n  title: {column: a,\n    path: b}\n", 3, "two words for one thing", "JSON",
    ),
    "bad zone": ("fields: {title: T}\nalways:\n  zone: Europe/Berlni\n", 3, "Berlni", "IANA"),
    "bad day": ("fields: {title: T}\nalways:\n  event_start: soon\n", 3, "a day, not", "2026"),
    "bad language": ("fields: {title: T}\nalways:\n  language: Klingonish\n", 3, "Klingon", ""),
    "ends before": (
        "fields: {title: T}\nalways:\n  event_start: 2026-06-10\n  event_end: 2026-06-09\n",
        4, "before 2026-06-10", "",
    ),
    "stated twice": ("fields:\n  title: T\n  room: R\nalways:\n  room: R\n", 5, "on line 3", "one"),
    "key twice": ("fields:\n  title: T\n  title: U\n", 3, "stands twice", "line 2"),
    "published twice": (
        "fields:\n  title: T\n  status:\n    column: S\n    published: a\n    unpublished: b\n",
        6, "contradict", "public",
    ),
    "bad format": (
        "fields:\n  title: T\n  date: {column: D, format: '%d.%q.%Y'}\n", 3, "%q", "day-first",
    ),
    "format without month": (
        "fields:\n  title: T\n  date: {column: D, format: '%d %Y'}\n", 3, "no month", "",
    ),
    "format twice": (
        "fields:\n  title: T\n  date: {column: D, format: '%d.%m.%d'}\n", 3, "%d twice", "",
    ),
    "no year": (
        "fields:\n  title: T\n  date: {column: D, format: '%d.%m.'}\n", 3, "no year", "event_start",
    ),
    "format of a room": ("fields:\n  title: {column: T, format: '%d'}\n", 2, "no 'format'", ""),
    "bad unit": ("fields:\n  title: T\n  duration: {column: D, unit: days}\n", 3, "unit is", ""),
    "by without from": ("fields:\n  title: T\n  room: {path: R, by: id}\n", 3, "by stands", "from"),
    "from without take": ("fields:\n  title: T\n  room: {path: R, from: r}\n", 3, "take", "item"),
    "people without name": ("fields:\n  title: T\n  people: {list: p}\n", 3, "no name", "name:"),
    "name and first": (
        "fields:\n  title: T\n  people: {name: a, first: b}\n", 3, "beside first", "one",
    ),
    "list and from": (
        "fields:\n  title: T\n  people: {list: a, path: b, from: c, name: n}\n", 3, "two ways", "",
    ),
    "not a truth": (
        "fields:\n  title: {column: a, optional: perhaps}\n", 2, "true or false", "",
    ),
    "records and sheet": ("records: a\nsheet: b\nfields: {title: T}\n", 1, "for tables", "remove"),
    "bad header": ("header: top\nfields: {title: T}\n", 1, "number of a line", "from 1"),
    "bad delimiter": ("delimiter: ab\nfields: {title: T}\n", 1, "one character", "quotes"),
    "bad lists": ("lists: cats\nfields: {title: T}\n", 1, "talks or events or people", ""),
    "events without event": ("lists: events\nfields: {title: T}\n", 1, "no column for event", ""),
    "not YAML": ("fields: {title: T\n", 2, "not YAML", "indentation"),
    "alias": ("a: &x [1]\nfields: *x\n", 1, "an anchor", "write out"),
    "tag": ("fields: {title: !!python/name:os.system T}\n", 1, "a tag", "write out"),
    "two documents": ("fields: {title: T}\n---\nfields: {title: U}\n", 2, "a second document", ""),
    "a list as key": ("[a]: b\n", 1, "as a key", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_is_named_with_file_and_line(name: str) -> None:
    text, line, what, remedy = WRONG[name]
    error = refused(text)
    assert error.where == f"m.yaml, line {line}"
    assert what in error.what
    assert remedy in error.remedy + error.what


def test_every_fault_is_named_at_once() -> None:
    error = refused("fields:\n  titel: T\n  rooom: R\nalways:\n  zone: Nowhere\n")
    assert error.where == "m.yaml, line 2"
    assert "m.yaml, line 3" in error.remedy
    assert "m.yaml, line 5" in error.remedy


@pytest.mark.parametrize(
    "bomb",
    [
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        "[" * 100_000,
        "- " * 5000,
        "{a: " * 500,
        "fields: [" + "x, " * 30_000 + "]",
        "a" * 300_000,
    ],
    ids=["aliases", "brackets", "lists", "mappings", "values", "size"],
)
def test_a_bomb_is_refused(bomb: str) -> None:
    assert refused(bomb).where.startswith("m.yaml")


def test_a_mapping_comes_out_as_it_is_written() -> None:
    mapping = parse_mapping(
        """\
        # a comment
        records: days.talks
        fields:
          title: kop
          abstract: [kort, lang]
          people:
            - {name: wie, separator: [" & ", ";"], role: Moderator}
            - {path: ids, from: people, by: nr, name: naam, optional: true}
          date: {path: dag, format: ["%d.%m.%Y", epoch-seconds]}
          status: {path: stand, unpublished: [nee, misschien], values: {weg: cancelled}}
        always: {zone: Europe/Amsterdam, topics: [havens, "a, b"]}
        """,
        "m.yaml",
    )
    assert mapping.records is not None
    assert (mapping.records.text, mapping.records.line) == ("days.talks", 2)
    assert [one.text for one in mapping.fields["abstract"].columns] == ["kort", "lang"]
    first, second = mapping.people
    assert first.name is not None
    assert first.name.separators == (" & ", ";")
    assert first.role == "moderator"
    assert second.ids is not None
    assert second.ids.optional
    assert mapping.fields["date"].formats == ("%d.%m.%Y", "epoch-seconds")
    assert mapping.fields["status"].values == {"weg": "cancelled"}
    assert mapping.constant("zone") == "Europe/Amsterdam"
    assert mapping.fields["topics"].constant == ("havens", "a, b")


words = st.sampled_from(
    [*FIELDS, *TOP, "people", "name", "column", "path", "from", "by", "take", "format", "values"]
)
scalars = st.one_of(words, st.text(max_size=12), st.sampled_from(["%d.%m.%Y", "Europe/Berlin"]))
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(words, scalars), inner, max_size=4)
    ),
    max_leaves=12,
)


def written(tree: object) -> str:
    """Write a tree as flow YAML, all texts in quotes."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{written(k)}: {written(v)}" for k, v in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(written, tree)) + "]"
    return '"' + re.sub(r'["\\]|[^ -~]', lambda m: f"\\U{ord(m[0]):08x}", str(tree)) + '"'


@given(st.one_of(st.text(max_size=200), trees.map(written), st.builds(
    lambda tree: f"fields: {written(tree)}", st.dictionaries(words, trees, max_size=4)
)))  # fmt: skip
def test_any_text_ends_in_a_mapping_or_in_an_error(text: str) -> None:
    try:
        where = parse_mapping(text, "m.yaml").file
    except SourceError as error:
        where = error.where
    assert where.startswith("m.yaml")
