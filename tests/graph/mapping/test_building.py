"""A mapping is part of its source: stored, compared, used again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hallway.cli import main
from hallway.graph.build import Report, Request, build
from hallway.graph.site import Site
from hallway.graph.versions.chain import find_source, read_version
from hallway.graph.versions.diffing import diff

TABLE = b"Wat,Wie,Hal,Zaal\nKranen,Ana Lindqvist,A,B\nSluizen,Bo Chen,A,B\n"
MAPPING = "fields: {title: Wat, people: Wie, room: Hal}\nalways: {event: Havendagen 2026}\n"
OTHER = MAPPING.replace("Hal", "Zaal", 1)


def run(folder: Path, *requests: Request, **options: bool) -> Report:
    with Site(folder) as site:
        return build(site, requests, **options)


def rooms(folder: Path) -> list[str]:
    with Site(folder) as site:
        rows = site.sparql(
            "PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/> "
            "SELECT DISTINCT ?room { ?talk a hw:Talk ; schema:location/schema:name ?room } "
            "ORDER BY ?room"
        )
        return [row["room"] for row in rows.dicts()]


def test_a_mapping_is_kept_with_its_source(tmp_path: Path) -> None:
    request = Request(TABLE, "t.csv", mapping=MAPPING, mapping_file="m.yaml")
    first = run(tmp_path, request)
    assert [one.what for one in first.imports] == ["new"]
    assert rooms(tmp_path) == ["A"]
    assert not run(tmp_path, request).published
    assert [one.what for one in run(tmp_path, request).imports] == ["same"]
    again = run(tmp_path, rebuild=True)  # from what is stored alone
    assert again.counts == first.counts
    assert rooms(tmp_path) == ["A"]


def test_another_mapping_makes_another_version_of_the_source(tmp_path: Path) -> None:
    run(tmp_path, Request(TABLE, "t.csv", mapping=MAPPING))
    changed = run(tmp_path, Request(TABLE, "t.csv", mapping=OTHER))
    assert [one.what for one in changed.imports] == ["changed"]
    assert changed.published
    assert rooms(tmp_path) == ["B"]
    with Site(tmp_path) as site:
        (source,) = site.current.sources
        entry = find_source(site, source.slug)
        old, new = (read_version(site, entry, number) for number in (-1, 0))
        assert diff(old, new, source.slug).counts() == {"moved": 2}
        assert source.options["mapping"] == OTHER
        assert source.versions[0]["options"]["mapping"] == MAPPING


def test_a_file_first_read_without_its_mapping_stays_one_source(tmp_path: Path) -> None:
    # Its own reader takes this for a flat list with a speaker; the mapping knows better.
    plain = json.dumps([{"title": "Kranen", "time": "09:30", "who": "Ana Lindqvist"}]).encode()
    run(tmp_path, Request(plain, "t.json", event="Havendagen 2026"))
    mapping = "fields: {title: title, people: who}\nalways: {event: Havendagen 2026}"
    report = run(tmp_path, Request(plain, "t.json", mapping=mapping))
    assert [one.what for one in report.imports] == ["changed"]
    assert report.counts["person"] == 1
    without = run(tmp_path, Request(plain, "t.json", event="Havendagen 2026"))
    assert [one.what for one in without.imports] == ["changed"]


def test_a_mapping_that_fails_costs_its_own_file_alone(tmp_path: Path) -> None:
    report = run(
        tmp_path,
        Request(TABLE, "t.csv", mapping="fields: {title: Nope}", mapping_file="m.yaml"),
        Request(TABLE, "u.csv", mapping=MAPPING),
    )
    assert [one.what for one in report.imports] == ["failed", "new"]
    assert str(report.imports[0].error).startswith("m.yaml, line 1: there is no column 'Nope'")


# The command line -------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_bytes(TABLE)
    (tmp_path / "m.yaml").write_text(MAPPING, "utf-8")
    (tmp_path / "other.yaml").write_text(OTHER, "utf-8")
    return tmp_path


def hallway(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_read_takes_a_mapping(folder: Path) -> None:
    result = hallway("read", "t.csv", "--mapping", "m.yaml", "--json")
    said = json.loads(result.output)
    assert [talk["room"] for talk in said["events"][0]["talks"]] == ["A", "A"]
    assert said["recognised"].startswith("read with a mapping")


def test_a_mapping_beside_its_file_is_found(folder: Path) -> None:
    (folder / "t.csv.mapping.yaml").write_text(OTHER, "utf-8")
    said = json.loads(hallway("read", "t.csv", "--json").output)
    assert [talk["room"] for talk in said["events"][0]["talks"]] == ["B", "B"]
    said = json.loads(hallway("read", "t.csv", "--mapping", "m.yaml", "--json").output)
    assert [talk["room"] for talk in said["events"][0]["talks"]] == ["A", "A"]


def test_build_and_diff_take_a_mapping(folder: Path) -> None:
    built = hallway("build", "t.csv", "--mapping", "m.yaml")
    assert built.exit_code == 0, built.output
    assert rooms(folder / "hallway-site") == ["A"]
    (folder / "u.csv").write_bytes(TABLE.replace(b"Kranen", b"Kranen en katrollen"))
    result = hallway("diff", "t.csv", "u.csv", "--mapping", "m.yaml", "--json")
    assert json.loads(result.output)["changed"]
    assert hallway("diff", "t-csv", "--mapping", "m.yaml").exit_code == 2


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"\xff\xfe", "m.yaml: the mapping is not UTF-8"),
        (b"x" * 300_000, "m.yaml: the mapping has more than"),
        (b"fields: {title: Nope}", "m.yaml, line 1: there is no column 'Nope'"),
        (b"fields: [", "not YAML"),
    ],
)
def test_a_bad_mapping_is_an_error_and_no_traceback(
    folder: Path, content: bytes, where: str
) -> None:
    (folder / "m.yaml").write_bytes(content)
    for command in (("read", "t.csv"), ("build", "t.csv"), ("diff", "t.csv", "t.csv")):
        result = hallway(*command, "--mapping", "m.yaml")
        assert result.exit_code == 1
        assert where in result.output + result.stderr
        assert result.exception is None or isinstance(result.exception, SystemExit)
