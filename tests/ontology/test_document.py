"""The generated pages of docs/ are what the questions and the ontology say now."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from hallway.graph.answers.questions import questions

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def document():
    spec = importlib.util.spec_from_file_location("document", ROOT / "tools" / "document.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_pages_are_up_to_date(document):
    assert document.main(["--check"]) == 0


def test_a_stale_page_fails_the_check_and_is_written_anew(document, tmp_path, capsys):
    assert document.main([], tmp_path) == 0
    assert document.main(["--check"], tmp_path) == 0
    page = tmp_path / "questions.md"
    page.write_text(page.read_text("utf-8").replace("speaker", "orator"), "utf-8")
    assert document.main(["--check"], tmp_path) == 1
    assert "docs/questions.md is not up to date" in capsys.readouterr().out
    assert document.main([], tmp_path) == 0
    assert document.main(["--check"], tmp_path) == 0


def test_every_question_with_its_parameters_and_columns_is_in_the_page(document):
    page = document.question_page()
    for question in questions().values():
        section = page.split(f"\n## {question.name}\n")[1].split("\n## ")[0]
        for named in (*question.parameters, *question.columns):
            assert f"| `{named.name}` | {named.description} |" in section
