"""Settings: named, typed, documented."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from hallway.graph.errors import SiteError
from hallway.graph.settings import Settings, load_settings, write_settings

DOCS = Path(__file__).parents[2] / "docs" / "settings.md"


def test_a_missing_file_gives_the_defaults(tmp_path: Path):
    assert load_settings(tmp_path / "hallway.toml") == Settings()


def test_what_is_written_is_read_back(tmp_path: Path):
    title = 'Tom "Crane" \\ Roe\n\u0007'
    write_settings(tmp_path / "s.toml", title, "https://x.example/", "CC0")
    found = load_settings(tmp_path / "s.toml")
    assert (found.title, found.base, found.licence) == (title, "https://x.example/", "CC0")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("titel = 'x'", "no setting 'titel'"),
        ("workers = 'two'", "workers = 'two'"),
        ("workers = 0", "workers = 0"),
        ("[query]\nquery_time_s = -1", "query_time_s"),
        ("base = 'ftp://x/'", "base"),
        ("base = 'https://x.example'", "slash"),
        ("title = ]", "line 1"),
        ("review_token = 'short'", "review_token has 5 characters"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, says: str):
    path = tmp_path / "hallway.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SiteError, match=re.escape(says)):
        load_settings(path)


def test_every_setting_and_its_default_is_documented():
    table = DOCS.read_text("utf-8")
    for one in fields(Settings):
        default = getattr(Settings(), one.name)
        if is_dataclass(default):
            for inner in fields(default):
                assert f"`[{one.name}] {inner.name}` | `{getattr(default, inner.name)}`" in table
        else:
            assert f"| `{one.name}` | `" in table
