"""How our own queries are written, so that none reads the whole store for one page.

The engine's planner knows no sizes: of three statements in an OPTIONAL, and of a UNION whose
things are named only before it, it reads every statement of the site. On a million quads each cost
50 to 250 ms where the same words in another order cost less than one.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import hallway.graph
from hallway.graph.answers.questions import questions

MOST_IN_OPTIONAL = 2
LARGER = {"answers.relations._PERFORMERS": "the talk and the person are both known by then"}


def queries() -> Iterator[tuple[str, str]]:
    """Yield every query text that is a constant of a module and names its things."""
    for module in pkgutil.walk_packages(hallway.graph.__path__, "hallway.graph."):
        for name, text in sorted(vars(importlib.import_module(module.name)).items()):
            if isinstance(text, str) and "VALUES ?" in text and "{ UNDEF }" in text:
                yield f"{module.name.removeprefix('hallway.graph.')}.{name}", text


NAMED = dict(queries()) | {name: one.text for name, one in questions().items()}


def groups(text: str, keyword: str) -> Iterator[str]:
    """Yield what stands in the braces after a keyword, inner braces too."""
    for found in re.finditer(keyword + r"\s*\{", text):
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield text[found.end() : at - 1]


def patterns(group: str) -> int:
    """Count the triple patterns of a group, those of groups inside it left out."""
    while "{" in group:
        group = re.sub(r"(OPTIONAL|UNION|VALUES \?\w+)?\s*\{[^{}]*\}", " ", group)
    group = re.sub(r"(FILTER|BIND)\s*\(.*?\)\s*$", " ", group, flags=re.MULTILINE)
    return len([part for part in re.split(r"\s+[.;](?:\s+|$)", group) if part.strip(" .\n")])


def test_the_counter_counts():
    text = "OPTIONAL { ?a x:b ?c ; x:d ?e . OPTIONAL { ?e x:f ?g . ?g x:h 1 . ?g x:i 2 } }"
    assert [patterns(group) for group in groups(text, "OPTIONAL")] == [2, 3]
    assert len(NAMED) > 15


@pytest.mark.parametrize("name", sorted(NAMED.keys() - LARGER.keys()))
def test_an_optional_part_is_small(name: str):
    for group in groups(NAMED[name], "OPTIONAL"):
        if "SELECT" not in group:
            assert patterns(group) <= MOST_IN_OPTIONAL, group


@pytest.mark.parametrize("name", sorted(n for n, text in queries() if "UNION" in text))
def test_each_branch_names_its_things(name: str):
    text = NAMED[name]
    first = re.findall(r"\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\s*UNION", text)
    for branch in [*first, *groups(text, "UNION")]:
        assert re.search(r"VALUES \?\w+ \{ UNDEF \}", branch), branch
