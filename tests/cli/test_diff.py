"""The command that compares: two versions of a source, or two files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hallway.cli import main

HEADER = "id,title,speaker,date,start,end,room\n"
CRANES = "1,Cranes at night,Ada Berg,2026-06-10,10:00,10:30,Main\n"
ROPES = "2,Ropes for all of us,Bo Dahl,2026-06-10,11:00,11:30,Main\n"
LOCKS = "3,Locks in winter,Cem Ito,2026-06-11,09:00,09:30,Side\n"
MOVED = "1,Cranes at night,Ada Berg,2026-06-11,09:00,09:30,Side\n"
CLOSING = "9,Closing of the harbour,Eva Foss,2026-06-11,17:00,17:30,Main\n"
TOLD = "moved: «Cranes at night» from Main, 10 June 10:00 to Side, 11 June 09:00\n"
EVENT = ("--event", "Harbour Conf 2026")


def hallway(*arguments: str | Path, site: Path | None = None) -> Result:
    environment = {"HALLWAY_SITE": str(site)} if site else {}
    return CliRunner().invoke(main, list(map(str, arguments)), env=environment)


def table(folder: Path, *rows: str, name: str = "harbour.csv") -> Path:
    path = folder / name
    path.write_text(HEADER + CLOSING + "".join(rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a site whose source has had three versions."""
    folder = tmp_path_factory.mktemp("diff")
    for rows in ((CRANES,), (CRANES, ROPES), (MOVED, ROPES, LOCKS)):
        built = hallway("build", table(folder, *rows), *EVENT, site=folder / "site")
        assert built.exit_code == 0, built.output
    return folder / "site"


@pytest.fixture(scope="module")
def slug(site: Path) -> str:
    (source,) = json.loads(hallway("status", "--json", site=site).stdout)["sources"]
    return source["slug"]


def test_the_current_version_is_compared_with_the_one_before(site: Path, slug: str):
    found = hallway("diff", slug, site=site)
    assert found.exit_code == 0, found.output
    assert found.stdout == "added: «Locks in winter», Side, 11 June 09:00\n" + TOLD
    assert found.stderr == "1 added, 1 moved\n"


@pytest.mark.parametrize(
    ("ends", "added"),
    [
        (("--from", "-2", "--to", "-1"), ["Ropes for all of us"]),
        (("--from", "-2"), ["Locks in winter", "Ropes for all of us"]),
        (("--from", "0", "--to", "-2"), []),
    ],
)
def test_any_two_versions_can_be_compared(site: Path, slug: str, ends: tuple, added: list[str]):
    said = json.loads(hallway("diff", slug, *ends, "--json", site=site).stdout)
    assert [c["talk"] for c in said["changes"] if c["label"] == "added"] == added
    assert said["source"] == slug
    assert said["changed"] is True


def test_a_script_sees_an_empty_answer_when_nothing_changed(site: Path, slug: str):
    same = hallway("diff", slug, "--from", "0", site=site)
    assert (same.exit_code, same.stdout, same.stderr) == (0, "", "no changes\n")
    said = json.loads(hallway("diff", slug, "--from", "0", "--json", site=site).stdout)
    assert said == {"source": slug, "changed": False, "counts": {}, "changes": []}


def test_two_files_are_compared_without_a_site(tmp_path: Path):
    old = table(tmp_path, CRANES, ROPES, name="monday.csv")
    new = table(tmp_path, ROPES, MOVED, name="tuesday.csv")
    found = hallway("diff", old, new, *EVENT, site=tmp_path / "none")
    assert (found.exit_code, found.stdout) == (0, TOLD), found.output
    assert not (tmp_path / "none").exists()


def test_what_is_not_there_is_named_with_what_is(site: Path, slug: str, tmp_path: Path):
    version = hallway("diff", slug, "--from", "-3", site=site)
    assert version.exit_code == 1
    assert "no version -3: there are versions -2 to 0" in version.stderr
    source = hallway("diff", "nothing", site=site)
    assert source.exit_code == 1
    assert slug in source.stderr
    assert "hallway build" in hallway("diff", slug, site=tmp_path / "none").stderr


def test_a_stored_version_that_is_gone_is_named(tmp_path: Path):
    for rows in ((CRANES,), (MOVED,)):
        hallway("build", table(tmp_path, *rows), *EVENT, site=tmp_path / "site")
    said = json.loads(hallway("status", "--json", site=tmp_path / "site").stdout)
    (source,) = said["sources"]
    path = tmp_path / "site" / "sources" / source["versions"][0]["digest"]
    path.unlink()
    found = hallway("diff", source["slug"], site=tmp_path / "site")
    assert found.exit_code == 1
    assert path.name in found.stderr.replace("\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("harbour", "--event", "Harbour Conf 2026"),
        ("harbour", "--from", "1"),
        ("no.csv", "such.csv"),
        ("a", "b", "c"),
        (__file__, __file__, "--to", "-1"),
        (),
    ],
)
def test_wrong_use_is_told_from_a_failure(arguments: tuple[str, ...]):
    assert hallway("diff", *arguments).exit_code == 2


def test_no_control_character_of_a_title_reaches_the_terminal(tmp_path: Path):
    old = table(tmp_path, CRANES, name="monday.csv")
    new = table(tmp_path, CRANES.replace("at night", "at \x1b[2Jnight"), name="tuesday.csv")
    assert "\x1b" not in hallway("diff", old, new, *EVENT).output
