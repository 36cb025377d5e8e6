"""Decisions as a table: nothing is lost on the way out and back, and faults name their line."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.linking.decision import ACTIONS, SAME_AS, Decision
from hallway.graph.linking.decision_table import COLUMNS, read_table, write_table

BASE = "https://hallway.example/"
OTHER = "http://talks.example/programme/"
ABOUT = "https://schema.org/about"
_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
_RISKY = st.sampled_from(["=1+2", "'=1", "''@x", "-", "'", "\t", "a\tb", 'a"b', "a\nb", "\r", "#x"])
_SLUG = st.sampled_from(["person/ann", "topic/c-plus-plus", "topic/佐藤", "appearance/a--b--2"])


def ids(base: str) -> st.SearchStrategy[str]:
    return _SLUG.map(lambda slug: f"{base}id/{slug}")


def decisions(base: str) -> st.SearchStrategy[list[Decision]]:
    words = _TEXT | _RISKY
    term = ids(base) | (_TEXT | _RISKY).filter(bool) | st.just("http://no iri")
    return st.lists(
        st.builds(
            Decision,
            id=st.integers(1, 99).map(f"{base}id/decision/{{}}".format),
            action=st.sampled_from([one for one in ACTIONS if one != "prefer"]),
            subject=term,
            predicate=st.sampled_from([ABOUT, SAME_AS, f"{base}id/topic/x"]),
            object=term,
            who=words,
            when=st.sampled_from(["", "2026-05-01", "2026-05-01T10:00:00.000001+02:00"]),
            why=words,
        ).flatmap(_with_and_without_predicate),
        max_size=4,
    )


def _with_and_without_predicate(decision: Decision) -> st.SearchStrategy[Decision]:
    """A decision to prefer says which value it means; no other needs a predicate."""
    if decision.action == "prefer":
        return st.just(decision)
    return st.sampled_from([decision, replace(decision, predicate="")])


def back(text: str, base: str = BASE) -> list[Decision]:
    rows, wrong = read_table(text, base, "table.tsv")
    assert not wrong, wrong
    return [row.decision for row in rows]


def written(text: str) -> list[dict[str, str]]:
    body = "".join(one for one in text.splitlines(keepends=True) if not one.startswith("#"))
    return list(csv.DictReader(io.StringIO(body, newline=""), delimiter="\t"))


@given(decisions(BASE))
def test_what_is_written_is_read_again(given: list[Decision]) -> None:
    expected = [one for one in given if one.predicate or one.action not in ("accept", "reject")]
    text = write_table(expected, BASE, {})
    assert back(text) == expected


@given(decisions(BASE))
def test_no_cell_is_a_formula(given: list[Decision]) -> None:
    for row in written(write_table(given, BASE, {})):
        assert not [cell for cell in row.values() if cell[:1] and cell[0] in "=+-@\t\r"]


def test_the_addresses_of_another_site_become_addresses_here() -> None:
    there = Decision(
        f"{OTHER}id/decision/1", "merge", f"{OTHER}id/topic/ml", "", f"{OTHER}id/topic/ai", "ana"
    )
    (here,) = back(write_table([there], OTHER, {}))
    assert (here.id, here.subject, here.object) == (
        f"{BASE}id/decision/1", f"{BASE}id/topic/ml", f"{BASE}id/topic/ai",
    )  # fmt: skip


def test_the_head_is_yaml_and_every_row_is_whole_for_other_programs() -> None:
    one = Decision(
        f"{BASE}id/decision/1", "reject", f"{BASE}id/talk/a", ABOUT, f"{BASE}id/topic/t",
        "ana", "2026-05-01T10:00:00+00:00", "not so",
    )  # fmt: skip
    text = write_table([one], BASE, {one.subject: "A talk", one.object: "T"}, "https://l.example/")
    head = yaml.safe_load("\n".join(one[1:] for one in text.split("\n") if one[:1] == "#"))
    assert head["curie_map"]["hallway"] == f"{BASE}id/"
    assert head["license"] == "https://l.example/"
    assert {one["slot_name"] for one in head["extension_definitions"]} <= set(COLUMNS)
    (row,) = written(text)
    assert row["subject_id"] == "hallway:talk/a"
    assert (row["predicate_modifier"], row["predicate_id"]) == ("Not", "schema:about")
    assert (row["subject_label"], row["object_label"]) == ("A talk", "T")
    assert row["mapping_justification"] == "semapv:ManualMappingCuration"
    assert (row["author_label"], row["mapping_date"], row["confidence"]) == (
        "ana", "2026-05-01", "1",
    )  # fmt: skip


PLAIN = "subject_id\tpredicate_modifier\tpredicate_id\tobject_id\tobject_label\n"


@pytest.mark.parametrize(
    ("row", "action", "object_"),
    [
        ("hallway:topic/a\t\towl:sameAs\thallway:topic/b\t", "merge", f"{BASE}id/topic/b"),
        ("hallway:topic/a\tNot\tskos:exactMatch\thallway:topic/b\t", "split", f"{BASE}id/topic/b"),
        ("hallway:talk/a\t\tschema:about\thallway:topic/b\t", "accept", f"{BASE}id/topic/b"),
        ("hallway:talk/a\tnot\tschema:about\thallway:topic/b\t", "reject", f"{BASE}id/topic/b"),
        ("hallway:topic/a\t\trdfs:label\t\tAlpha", "rename", "Alpha"),
    ],
)
def test_a_table_of_another_program_needs_no_columns_of_ours(row: str, action: str, object_: str):
    (one,) = back(PLAIN + row + "\n")
    assert (one.action, one.object) == (action, object_)
    assert one.id.startswith(f"{BASE}id/decision/")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (PLAIN + "nowhere:a\t\towl:sameAs\thallway:topic/b\t\n", 2, "nowhere:a"),
        (PLAIN + "\n\nhallway:topic/a\t\towl:sameAs\t\t\n", 4, "what about"),
        ("#a: 1\n#b: 2\n" + PLAIN + "hallway:a\tNot\trdfs:label\t\tAlpha\n", 4, "decided"),
        (PLAIN + "hallway:a\t\towl:sameAs\thallway:b\tx\ty\tz\n", 2, "7 cells"),
        ("subject_id\taction\tdecided_at\tobject_label\nhallway:a\trename\tmay\tB\n", 2, "'may'"),
    ],
)
def test_a_fault_names_its_line(text: str, line: int, says: str) -> None:
    rows, (wrong,) = read_table(text, BASE, "table.tsv")
    assert rows == []
    assert wrong.where == f"table.tsv:{line}"
    assert says in wrong.what


@pytest.mark.parametrize(
    "text",
    ["", "title,speaker\na,b\n", "#curie_map: {\n" + PLAIN, PLAIN + '"a\t\towl:sameAs\tb\t\n'],
)
def test_what_is_no_table_of_decisions_is_refused_with_a_line(text: str) -> None:
    with pytest.raises(SourceError) as error:
        read_table(text, BASE, "table.tsv")
    assert error.value.where.startswith("table.tsv:")


@given(st.text(max_size=200))
def test_any_text_ends_in_rows_or_an_error_of_ours(text: str) -> None:
    try:
        read_table(text, BASE, "table.tsv")
    except SourceError:
        pass


def test_a_table_that_a_spreadsheet_saved_is_read() -> None:
    one = Decision(f"{BASE}id/decision/1", "merge", f"{BASE}id/topic/a", "", f"{BASE}id/topic/b")
    lines = write_table([one], BASE, {}).split("\n")
    saved = [
        '"' + line.replace('"', '""') + '"\t\t' if line.startswith("#") and '"' in line else line
        for line in lines
    ]
    assert back("\ufeff" + "\r\n".join(saved)) == [one]
