"""The command line: help that teaches, data on stdout, exit codes, documented."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import rdflib
from click.testing import CliRunner, Result

from hallway.cli import main
from hallway.tables import printable

SAMPLES = Path(__file__).parents[2] / "hallway" / "samples"
SEED = SAMPLES / "systems-at-scale-2024.txt"


def commands(group: click.Group = main, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        yield f"{prefix}{name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix}{name} ")


def hallway(*arguments: str, folder: Path | None = None) -> Result:
    environment = {"HALLWAY_SITE": str(folder)} if folder else {}
    return CliRunner().invoke(main, list(arguments), env=environment)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "site"
    result = hallway("build", str(SEED), folder=folder)
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_command_teaches_by_examples(name: str, command: click.Command):
    text = command.help or ""
    first = text.strip().splitlines()[0]
    assert first.endswith(".") or first.endswith(",")
    assert len(re.findall(r"^\s*hallway ", text, re.MULTILINE)) >= 2
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name != "help":
            assert parameter.help


def test_every_command_is_documented_as_it_is():
    page = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
    for name, _ in commands():
        assert f"## hallway {name}\n" in page


def test_read_tells_everything_and_writes_nothing(tmp_path: Path):
    result = CliRunner().invoke(
        main, ["read", "--json", str(SEED)], env={"HALLWAY_SITE": str(tmp_path)}
    )
    said = json.loads(result.stdout)
    (event,) = said["events"]
    assert (event["name"], event["start"], event["online"]) == (
        "Systems @Scale 2024",
        "2024-06-12",
        True,
    )
    assert [talk["minutes"] for talk in event["talks"]] == [19, 22, 18, 19, 18, 21, 22, 21, 15, 14]
    assert list(tmp_path.iterdir()) == []


def test_read_names_a_file_that_it_cannot_read(tmp_path: Path):
    (tmp_path / "odd.bin").write_bytes(b"\x00\x01\x02 nothing")
    result = hallway("read", str(tmp_path / "odd.bin"))
    assert result.exit_code == 1
    assert "odd.bin" in result.stderr
    assert "--format" in result.stderr
    assert result.stdout == ""


def test_build_says_what_changed_and_fails_when_a_file_does(folder: Path, tmp_path: Path):
    again = hallway("build", str(SEED), folder=folder)
    assert again.exit_code == 0
    assert "Nothing new" in again.stderr
    assert again.stdout == ""
    (tmp_path / "odd.bin").write_bytes(b"\x00\x01\x02 nothing")
    failed = hallway("build", str(tmp_path / "odd.bin"), folder=folder)
    assert failed.exit_code == 1


def test_build_reports_as_json(tmp_path: Path):
    result = hallway("build", "--json", str(SEED), folder=tmp_path / "s")
    report = json.loads(result.stdout)
    assert (report["generation"], report["counts"]["talk"]) == (1, 10)


def test_a_site_keeps_its_base(folder: Path):
    result = hallway("build", str(SEED), "--base", "https://other.example/", folder=folder)
    assert result.exit_code == 1
    assert "base" in result.stderr


def test_query_gives_csv_when_piped(folder: Path):
    result = hallway(
        "query", "SELECT ?m { ?t a hw:Talk ; hw:minutes ?m } ORDER BY ?m", folder=folder
    )
    rows = list(csv.reader(io.StringIO(result.stdout)))
    assert rows[0] == ["m"]
    assert [int(row[0]) for row in rows[1:]] == sorted([19, 22, 18, 19, 18, 21, 22, 21, 15, 14])


def test_query_writes_a_graph_as_turtle(folder: Path):
    result = hallway(
        "query", "CONSTRUCT { ?t hw:minutes ?m } WHERE { ?t hw:minutes ?m }", folder=folder
    )
    assert len(rdflib.Graph().parse(data=result.stdout, format="turtle")) == 10


def test_query_shows_where_it_is_wrong(folder: Path):
    result = hallway("query", "SELECT * {", folder=folder)
    assert result.exit_code == 1
    assert re.search(r"\d+:\d+", result.stderr)


def test_ask_answers_and_names_a_wrong_parameter(folder: Path):
    good = hallway("ask", "events", folder=folder)
    assert "Systems @Scale 2024" in good.stdout
    assert hallway("ask", "speakers-of-topic", "nonsense", folder=folder).exit_code == 2
    bad = hallway("ask", "speakers-of-topic", "subject=x", folder=folder)
    assert bad.exit_code == 1
    assert "subject" in bad.stderr
    missing = hallway("ask", "no-such-question", folder=folder)
    assert "speakers-of-topic" in missing.stderr


def test_connect_tells_each_hop_with_its_talk(folder: Path):
    result = hallway("connect", "Robin Battey", "Sumit Gupta", folder=folder)
    assert result.exit_code == 0
    assert "Training LlaMa - A Storage Perspective" in result.stdout


@pytest.mark.filterwarnings("ignore:.* is deprecated, use:DeprecationWarning")  # rdflib's own
@pytest.mark.parametrize("name", ["nq", "ttl", "trig", "jsonld", "rdf", "nt"])
def test_every_dump_holds_what_the_store_holds(folder: Path, tmp_path: Path, name: str):
    path = tmp_path / f"dump.{name}"
    assert hallway("export", "--format", name, "-o", str(path), folder=folder).exit_code == 0
    formats = {"nq": "nquads", "ttl": "turtle", "jsonld": "json-ld", "rdf": "xml"}
    data = rdflib.Dataset(default_union=True)
    data.parse(path, format=formats.get(name, name))
    counted = hallway("query", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", folder=folder)
    distinct = {triple[:3] for triple in data.quads()}
    assert len(distinct) == int(counted.stdout.split()[1])


def test_a_failed_export_leaves_no_file(folder: Path, tmp_path: Path):
    path = tmp_path / "x.json"
    result = hallway(
        "export",
        "--format",
        "schema.org",
        "--event",
        "no such thing at all",
        "-o",
        str(path),
        folder=folder,
    )
    assert result.exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_check_passes_on_the_seed(folder: Path):
    assert hallway("check", folder=folder).exit_code == 0


def test_check_ends_with_3_and_says_why_when_the_data_does_not_conform(tmp_path: Path):
    site = tmp_path / "site"
    hallway("build", str(SEED), folder=site)
    with open(site / "generations" / "0001" / "quads.nq", "a", encoding="utf-8") as quads:
        quads.write(
            "<http://127.0.0.1:8000/id/talk/training-arctic> <https://w3id.org/hallway#minutes> "
            '"-5"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
        )
    result = hallway("check", folder=site)
    assert result.exit_code == 3
    assert "Training Arctic" in result.stdout


def test_review_records_a_decision_that_the_next_build_keeps(tmp_path: Path):
    site = tmp_path / "site"
    hallway("build", str(SEED), folder=site)
    query = (
        "SELECT ?link ?s ?o { ?link hw:status hw:derived ; rdf:predicate schema:about ;"
        " rdf:subject ?s ; rdf:object ?o } ORDER BY ?link LIMIT 1"
    )
    row = next(csv.DictReader(io.StringIO(hallway("query", query, folder=site).stdout)))
    link = row["link"].rsplit("/", 1)[1]
    result = hallway("review", "reject", link, "--who", "ana", "--why", "wrong", folder=site)
    assert result.exit_code == 0, result.output
    hallway("build", folder=site)
    asked = f"ASK {{ <{row['s']}> schema:about <{row['o']}> }}"
    assert (
        json.loads(hallway("query", asked, "--format", "json", folder=site).stdout)["boolean"]
        is False
    )
    assert link not in hallway("review", "list", "--limit", "1000", folder=site).stdout


@pytest.mark.parametrize("undone", [False, True])
def test_a_merge_holds_from_the_next_build_on_and_can_be_undone(tmp_path: Path, undone: bool):
    table = "title,speaker\nPlain,Z. Márquez\nAccents,Zoë Márquez\nOther,Ana Lindqvist\n"
    (tmp_path / "a.csv").write_text(table, encoding="utf-8")
    site = tmp_path / "site"
    hallway("build", str(tmp_path / "a.csv"), "--event", "Harbour Conf 2026", folder=site)
    people = "SELECT ?p { ?p a schema:Person } ORDER BY ?p"
    assert len(hallway("query", people, folder=site).stdout.split()) == 1 + 3
    found = hallway("review", "merge", "person/zoe-marquez", "person/zoe-marquez-x", folder=site)
    assert found.exit_code == 1
    named = hallway("query", people, folder=site).stdout.split()[1:]
    pair = [one.split("/id/")[1] for one in named if "marquez" in one]
    merged = hallway("review", "merge", *pair, "--who", "ana", folder=site)
    assert merged.exit_code == 0, merged.output
    if undone:
        decision = hallway("review", "decisions", folder=site).stdout.splitlines()[1].split()[0]
        assert hallway("review", "undo", decision, folder=site).exit_code == 0
    hallway("build", folder=site)
    assert len(hallway("query", people, folder=site).stdout.split()) == 1 + (3 if undone else 2)


def test_a_rename_is_shown_from_the_next_build_on(tmp_path: Path):
    site = tmp_path / "site"
    hallway("build", str(SEED), folder=site)
    hallway("review", "rename", "person/kr-kishore", "K. R. Kishore", folder=site)
    hallway("build", folder=site)
    shown = hallway("query", "SELECT ?l { ?p a schema:Person ; rdfs:label ?l }", folder=site).stdout
    assert "K. R. Kishore" in shown
    assert "KR Kishore" not in shown.splitlines()


def test_status_shows_sources_and_counts(folder: Path):
    assert "systems-at-scale-2024-txt" in hallway("status", folder=folder).stdout
    assert json.loads(hallway("status", "--json", folder=folder).stdout)["counts"]["talk"] == 10


def test_a_site_that_is_not_there_is_named(tmp_path: Path):
    result = hallway("query", "ASK {}", folder=tmp_path / "none")
    assert result.exit_code == 1
    assert "hallway build" in result.stderr


def test_no_control_character_of_the_data_reaches_the_terminal():
    assert printable("a\x1b[2J\rb\u202ec") == "a\\x1b[2J\\rb\\u202ec"


def test_importing_the_package_is_cheap():
    code = (
        "import sys, hallway;"
        "print([m for m in ('rdflib','flask','networkx','pyoxigraph') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


# Matching a table --------------------------------------------------------------------------------


def test_a_table_comes_back_with_what_its_names_mean(folder: Path, tmp_path: Path):
    table = tmp_path / "people.csv"
    table.write_text(
        '\ufeffName,Works at\nJulie Bernauer,NVIDIA\n"BERNAUER, Julie",\nNobody Atall\n,\n',
        "utf-8",
    )
    result = hallway(
        "match", str(table), "--column", "Name", "--kind", "person",
        "--known", "affiliation=Works at", folder=folder,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["Works at"] for row in rows] == ["NVIDIA", "", "", ""]
    assert [row["hallway_match"] for row in rows] == ["yes", "yes", "", ""]
    assert rows[0]["hallway_iri"].endswith("/id/person/julie-bernauer")
    assert "2 of 4 rows matched" in result.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--column", "Nam"), "no column is called 'Nam'"),
        (("--column", "Name", "--known", "event=Conf"), "no column is called 'Conf'"),
        (("--column", "Name", "--known", "shoe=Name"), "properties are"),
    ],
)
def test_a_table_that_lacks_a_column_is_refused(folder: Path, tmp_path: Path, options, said):
    table = tmp_path / "people.csv"
    table.write_text("Name\nJulie Bernauer\n", "utf-8")
    result = hallway("match", str(table), *options, folder=folder)
    assert result.exit_code != 0
    assert said in result.output
