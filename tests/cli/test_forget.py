"""The command that forgets people: what it says, asks and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hallway.cli import main

TABLE = """\
title,speaker,abstract
Cranes at night,Zoë Lindqvist-Ström,A talk by Zoë Lindqvist-Ström.
Tides,Omar Haddad,Tides rise.
"""
NAME = "Zoë Lindqvist-Ström"


def hallway(*arguments: str, site: Path) -> Result:
    return CliRunner().invoke(main, list(arguments), env={"HALLWAY_SITE": str(site)})


@pytest.fixture
def site(tmp_path: Path) -> Path:
    path = tmp_path / "harbour.csv"
    path.write_text(TABLE, "utf-8")
    folder = tmp_path / "site"
    built = hallway("build", str(path), "--event", "Harbour Conf 2026", site=folder)
    assert built.exit_code == 0, built.output
    return folder


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_dry_run_says_what_will_go_and_changes_nothing(site: Path):
    before = state(site)
    for who in (NAME, "zoë lindqvist-ström", "person/zoe-lindqvist-strom", "zoe-lindqvist-strom"):
        told = hallway("forget", who, "--dry-run", site=site)
        assert told.exit_code == 0, told.output
        assert told.stdout == ""
        assert "appears in: Cranes at night, Harbour Conf 2026" in told.stderr
        assert "text or address with the name in: Cranes at night" in told.stderr
        assert "will answer 410: http://127.0.0.1:8000/id/person/zoe-lindqvist" in told.stderr
        assert "sources/ still hold the name" in told.stderr
        assert told.stderr.endswith("Nothing was changed.\n")
    told = hallway("forget", NAME, "--dry-run", "--json", site=site)
    assert json.loads(told.stdout)["stored"] == ["harbour.csv"]
    assert state(site) == before


def test_nobody_is_forgotten_without_a_yes(site: Path):
    before = state(site)
    refused = hallway("forget", NAME, site=site)
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    assert state(site) == before


def test_counts_are_told_without_the_name(site: Path):
    done = hallway("forget", NAME, "--yes", "--why", f"letter of {NAME}", site=site)
    assert done.exit_code == 0, done.output
    assert "Forgotten as number 1. Generation 2 published." in done.stderr
    assert "name is withheld now: 1." in done.stderr
    assert "harbour.csv" in done.stderr
    assert "Lindqvist" not in done.output
    listed = hallway("forget", "--list", site=site)
    assert "letter of [name withheld]" in listed.stdout
    (row,) = json.loads(hallway("forget", "--list", "--json", site=site).stdout)
    assert row.keys() == {"number", "date", "why"}
    again = hallway("forget", NAME, "--yes", site=site)
    assert again.exit_code == 1
    assert "nobody here is called" in again.stderr


def test_a_request_is_taken_back_with_the_name(site: Path):
    assert json.loads(hallway("forget", NAME, "--yes", "--json", site=site).stdout)["number"] == 1
    wrong = hallway("forget", "Omar Haddad", "--lift", "1", site=site)
    assert wrong.exit_code == 1
    lifted = hallway("forget", NAME, "--lift", "1", site=site)
    assert lifted.exit_code == 0, lifted.output
    assert json.loads(hallway("forget", "--list", "--json", site=site).stdout) == []
    found = hallway("query", "SELECT ?p { ?p a schema:Person }", "--format", "csv", site=site)
    assert "person/zoe-lindqvist-strom" in found.stdout


def test_several_of_one_name_are_listed_and_none_is_taken(tmp_path: Path):
    for name, employer, event in (("a", "Quay Labs", "Quay Days"), ("b", "Nanofab", "Chip Days")):
        path = tmp_path / f"{name}.csv"
        path.write_text(f"title,speaker,affiliation\nOne {name},Mei Chen,{employer}\n", "utf-8")
        hallway("build", str(path), "--event", f"{event} 2026", site=tmp_path / "site")
    told = hallway("forget", "Mei Chen", "--yes", site=tmp_path / "site")
    assert told.exit_code == 2
    assert told.stderr.count("/id/person/mei-chen") == 2


def test_used_wrongly_it_says_how(site: Path):
    assert hallway("forget", site=site).exit_code == 2
    assert hallway("forget", "Nobody Ever", "--yes", site=site).exit_code == 1
    assert hallway("forget", NAME, "--lift", "3", site=site).exit_code == 1
