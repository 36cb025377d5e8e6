"""What may happen to a site's folder: damaged files, a full disk, a folder nobody may write to."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.errors import HallwayError
from hallway.graph.site import Site
from hallway.web import create_app

TALKS = b"event,title,speakers\nPier 2026,Locks,Ana Lind\nPier 2026,Tides,Omar Haddad\n"
MORE = TALKS + b"Pier 2026,Boats,Mia Holm\n"
PATHS = ("/", "/talk/locks", "/search?q=locks", "/explore", "/about", "/conflicts", "/dump.nq")

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "zeros": lambda data: bytes(len(data)),
    "other": lambda data: b"[]",
    "bits": lambda data: bytes(one ^ 0x55 if at % 11 == 3 else one for at, one in enumerate(data)),
}
FILES = [
    "CURRENT", "ledger", "sources/manifest.json", "decisions.ttl", "hallway.toml", "forgotten",
    "generations/0001/MANIFEST.json", "generations/0001/disagreements.json",
    "generations/0001/documents.jsonl", "generations/0001/network.npz",
    "generations/0001/search/meta.json", "generations/0001/store/CURRENT", "cache",
]  # fmt: skip
WRITTEN = {
    "decisions.ttl": b"@prefix x: <http://x.example/> .\nx:a x:b x:c .\n",
    "hallway.toml": b'title = "Pier"\n',
    "forgotten": b'{"key": "00", "next": 1, "people": []}\n',
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "site"
    with Site(folder) as site:
        build(site, [Request(TALKS, "pier.csv")])
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "damage"),
    [(name, sorted(DAMAGES)[at % len(DAMAGES)]) for at, name in enumerate(FILES)],
)
def test_no_damaged_file_of_a_site_is_a_traceback(
    whole: Path, tmp_path: Path, name: str, damage: str
):
    """It is made anew, told in words, or does not matter; and the whole site is not lost."""
    folder = tmp_path / "site"
    shutil.copytree(whole, folder)
    damaged = [folder / name]
    if name == "cache":
        damaged = [one for one in (folder / name).rglob("*") if one.is_file()]
    for path in damaged:
        before = path.read_bytes() if path.exists() else WRITTEN[name]
        path.write_bytes(DAMAGES[damage](before))
    told: list[HallwayError] = []
    try:
        with Site(folder) as site:
            client = create_app(site).test_client()
            for address in PATHS:
                with client.get(address) as answer:
                    assert "Traceback" not in answer.text
    except HallwayError as error:
        told.append(error)
    try:
        with Site(folder) as site:
            build(site, [Request(MORE, "pier.csv")])
            assert "Boats" in str(site.sparql("SELECT ?o { ?s ?p ?o }").rows)
    except HallwayError as error:
        told.append(error)
    assert [one for one in told if not one.what or not (one.where or one.remedy)] == []


def test_a_manifest_that_is_damaged_can_be_passed_over(whole: Path, tmp_path: Path):
    """The generation before is there: what the error says to do works."""
    folder = tmp_path / "site"
    shutil.copytree(whole, folder)
    with Site(folder) as site:
        build(site, [Request(MORE, "pier.csv")])
    (folder / "generations" / "0002" / "MANIFEST.json").write_bytes(b"{}")
    with Site(folder) as site, pytest.raises(HallwayError, match=r"0002.*manifest") as caught:
        build(site)
    assert "CURRENT" in caught.value.remedy
    (folder / "CURRENT").write_text("1\n", encoding="ascii")
    with Site(folder) as site:
        build(site, [Request(MORE, "pier.csv")])
        assert "Boats" in str(site.sparql("SELECT ?o { ?s ?p ?o }").rows)


# The system refuses ------------------------------------------------------------------------------


def hallway(*arguments: str, most_bytes: int = -1) -> subprocess.CompletedProcess[str]:
    def limit() -> None:
        if most_bytes >= 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    command = [sys.executable, "-m", "hallway", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, preexec_fn=limit, timeout=120
    )


@pytest.mark.parametrize("most_bytes", [100, 4_000, 20_000])
def test_a_disk_that_is_full_is_told_and_the_published_generation_stays(
    whole: Path, tmp_path: Path, most_bytes: int
):
    folder, file = tmp_path / "site", tmp_path / "pier.csv"
    shutil.copytree(whole, folder)
    file.write_bytes(MORE)
    ended = hallway("build", str(file), "--site", str(folder), most_bytes=most_bytes)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "Error: " in ended.stderr
    with Site(folder) as site:
        assert site.generation == 1
        assert site.engine().ask("ASK { ?s ?p ?o }")
        build(site, [Request(MORE, "pier.csv")])  # when there is room again
        assert "Boats" in str(site.sparql("SELECT ?o { ?s ?p ?o }").rows)


def test_a_folder_that_cannot_be_written_is_told(whole: Path, tmp_path: Path):
    folder, file = tmp_path / "site", tmp_path / "pier.csv"
    shutil.copytree(whole, folder)
    file.write_bytes(MORE)
    if os.geteuid():
        (folder / "generations").chmod(0o500)
    else:  # root may write everywhere, but not into what is a file
        (folder / "sources").rename(folder / "kept")
        (folder / "sources").touch()
    ended = hallway("build", str(file), "--site", str(folder))
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert "Error: " in ended.stderr
    with Site(folder) as site:
        assert site.generation == 1
        assert site.engine().ask("ASK { ?s ?p ?o }")
    (folder / "generations").chmod(0o700)


@pytest.mark.parametrize("module", ["fcntl", "resource"])
def test_a_system_that_hallway_does_not_run_on_is_told(whole: Path, module: str):
    lines = f"import sys; sys.modules[{module!r}] = None; from hallway.cli import main; "
    lines += f"main(['query', 'ASK {{}}', '--site', {str(whole)!r}])"
    ended = subprocess.run(
        [sys.executable, "-c", lines], capture_output=True, text=True, check=False
    )
    if module == "fcntl":
        assert "WSL" in ended.stderr
    assert "Traceback" not in ended.stderr
