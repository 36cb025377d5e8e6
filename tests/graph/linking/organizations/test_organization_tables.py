"""The shipped tables of organizations hold together, and are as easy to extend as they say."""

from __future__ import annotations

import unicodedata
from importlib.resources import files

import pytest

from hallway.graph.linking.organizations.affiliation_text import written_out
from hallway.graph.linking.organizations.table import Row, read_rows, shipped
from hallway.graph.linking.organizations.words import folded

FOLDER = files("hallway.graph.linking.organizations") / "tables"
TABLES = ("organizations.tsv", "universities.tsv")


def rows() -> list[Row]:
    return [row for name in TABLES for row in read_rows((FOLDER / name).read_text("utf-8"))]


def forms(name: str) -> set[str]:
    return {folded(name), folded(written_out(name))}


def test_no_name_belongs_to_two_organizations():
    owner: dict[str, str] = {}
    for row in rows():
        for name in (row.label, *row.aliases):
            for form in forms(name):
                assert owner.setdefault(form, row.label) == row.label, (name, row.label)


def test_no_organization_stands_above_itself_and_every_parent_has_a_row():
    parents = {row.label: row.parent for row in rows()}
    for label in parents:
        seen = [label]
        while parents[seen[-1]]:
            above = parents[seen[-1]]
            assert above in parents, (seen[-1], above)
            assert above not in seen, [*seen, above]
            seen.append(above)


@pytest.mark.parametrize("name", TABLES)
def test_rows_and_aliases_are_sorted_and_not_repeated(name: str):
    table = list(read_rows((FOLDER / name).read_text("utf-8")))
    labels = [row.label for row in table]
    assert labels == sorted(set(labels), key=lambda label: (label.casefold(), label))
    for row in table:
        assert list(row.aliases) == sorted(
            set(row.aliases), key=lambda alias: (alias.casefold(), alias)
        ), row.label


def test_cells_are_clean():
    for row in rows():
        for name in (row.label, *row.aliases, *row.words):
            assert name
            assert name == unicodedata.normalize("NFC", " ".join(name.split())), name
            assert folded(name), name


def test_words_are_names_of_their_row():
    for row in rows():
        names = {folded(name) for name in (row.label, *row.aliases)}
        assert set(row.words) <= names, row.label


def test_the_tables_know_the_world():
    table = shipped()
    assert len(table.parents) > 8000
    assert len(table.names) > 9000
    assert sum(bool(parent) for parent in table.parents.values()) > 350


def test_a_row_may_leave_its_last_cells_out():
    assert list(read_rows("# remark\nQuay Works\nDock\td w|dw\tQuay Works\tdw\n")) == [
        Row("Quay Works"),
        Row("Dock", ("d w", "dw"), "Quay Works", ("dw",)),
    ]
