"""What every question file must be, whatever it asks; and how a query may be built."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest
from pyoxigraph import Store

from hallway.graph.answers.questions import Question, questions
from hallway.graph.vocabulary import KINDS, PREFIXES

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sorted(p for folder in ("graph", "web", "hallway") for p in (ROOT / folder).rglob("*.py"))
KEYWORDS = re.compile(r"\b(SELECT|CONSTRUCT|DESCRIBE|ASK|WHERE|INSERT|DELETE|FILTER|OPTIONAL)\b")
SHOWN = {"table", "bar", "line", "network", "timeline"}

# What is filled in there, and why it cannot change the query.
FILLED = {
    "graph/networks/incidence.py": "a class of hallway.graph.vocabulary.KINDS",
}

every_question = pytest.mark.parametrize("question", questions().values(), ids=lambda q: q.name)


@every_question
def test_a_header_is_complete(question: Question):
    assert all((question.title, question.description, question.columns, question.page))
    assert question.description.endswith(".")
    assert question.show in SHOWN
    for parameter in question.parameters:
        assert parameter.kind in KINDS


@every_question
def test_each_parameter_is_a_slot_and_each_slot_a_parameter(question: Question):
    slots = re.findall(r"VALUES \?(\w+) \{ UNDEF \}", question.text)
    assert set(slots) == {parameter.name for parameter in question.parameters}
    assert question.text.count("UNDEF") == len(slots)


@every_question
def test_an_answer_is_ordered_and_bounded(question: Question):
    lines = question.text.rstrip().splitlines()
    assert lines[-2].startswith("ORDER BY ")
    assert re.fullmatch(r"LIMIT \d+", lines[-1])
    assert question.limit == int(lines[-1].split()[1]) <= 5000


@every_question
def test_the_order_is_total(question: Question):
    """Without all keys of a row in the order, which rows a limit keeps is left to the engine."""
    order = question.text.rstrip().splitlines()[-2]
    last = order.split()[-1]
    assert last in {f"?{c.name}" for c in question.columns} | {"?other", "?evidence"}, order


@every_question
def test_a_query_is_plain_sparql(question: Question):
    body = question.text.split("PREFIX", 1)[1]
    assert not re.search(r"\b(CONTAINS|REGEX|SERVICE|GRAPH|FROM)\b", body)
    assert Store().query(question.text) is not None
    assert "\t" not in question.text
    for prefix, iri in re.findall(r"PREFIX (\w+): <([^>]*)>", question.text):
        assert PREFIXES[prefix] == iri
        assert re.search(rf"(?<![\w:/]){prefix}:", question.text.split("SELECT", 1)[1])


def test_every_file_of_the_package_is_a_question():
    names = {f.name for f in files("hallway.queries").iterdir() if f.name.endswith(".rq")}
    assert names == {f"{name}.rq" for name in questions()}
    assert len(names) >= 14


def _formatted(tree: ast.AST) -> list[tuple[int, str]]:
    """Find texts that are filled in: f-strings, ``%`` and ``str.format``."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                part.value
                for part in node.values
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            text = node.left.value if isinstance(node.left, ast.Constant) else ""
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "format"
            and isinstance(node.func.value, ast.Constant)
        ):
            text = node.func.value.value
        else:
            continue
        if isinstance(text, str) and KEYWORDS.search(text) and re.search(r"[{?]", text):
            found.append((node.lineno, text))
    return found


@pytest.mark.parametrize("path", PYTHON, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_query_is_built_by_formatting_text(path: Path):
    found = _formatted(ast.parse(path.read_text("utf-8")))
    assert len(found) <= (str(path.relative_to(ROOT)) in FILLED), found


@pytest.mark.parametrize(
    "code",
    [
        'f"SELECT ?s WHERE {{ ?s ?p {value} }}"',
        '"SELECT ?s WHERE { ?s ?p %s }" % value',
        '"SELECT ?s WHERE {{ ?s ?p {} }}".format(value)',
    ],
)
def test_the_lint_would_find_a_query_built_by_formatting(code: str):
    assert _formatted(ast.parse(code))
