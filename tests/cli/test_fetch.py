"""hallway fetch and hallway refresh: what came is built, remembered, and asked for again."""

from __future__ import annotations

import ipaddress
import json
import stat
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hallway.cli import main
from hallway.fetching import fetch_sources, refresh_sources
from hallway.graph.build import build
from hallway.graph.errors import SiteError
from hallway.graph.fetching.connecting import Reach
from hallway.graph.fetching.destinations import Address
from hallway.graph.site import Site
from hallway.graph.vocabulary import HW, RDFS

TALKS = "event,title,speakers,start\nPier Conf 2026,{},Ana Lind,2026-05-04 09:00\n"
OTHER = "event,title,speakers,start\nDock Days 2026,Mooring,Omar Haddad,2026-06-01 10:00\n"
LOOPBACK = ipaddress.ip_address("127.0.0.1")


def resolve(host: str) -> Sequence[Address]:
    return [LOOPBACK]


REACH = Reach(resolve, lambda address: address == LOOPBACK, pause=lambda seconds: None)


class Programmes:
    """A real server of files with entity tags, as Apache and nginx are."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.log: list[tuple[str, int]] = []
        self.agents: set[str | None] = set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                text = outer.files.get(self.path)
                tag = f'"{hash(text)}"'
                if text is None:
                    status = 404
                else:
                    status = 304 if self.headers.get("If-None-Match") == tag else 200
                if self.path != "/robots.txt":
                    outer.log.append((self.path, status))
                outer.agents.add(self.headers.get("User-Agent"))
                body = (text or "").encode() if status == 200 else b""
                self.send_response(status)
                if status == 200:
                    self.send_header("ETag", tag)
                    self.send_header("Content-Disposition", 'attachment; filename="../../evil"')
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing on stderr."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        self.thread.start()

    def url(self, path: str) -> str:
        return f"http://talks.example:{self.server.server_port}{path}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def programmes() -> Iterator[Programmes]:
    server = Programmes()
    server.files = {"/talks.csv": TALKS.format("Tides"), "/dock/talks.csv": OTHER}
    yield server
    server.close()


def titles(folder: Path) -> set[str]:
    with Site(folder) as site:
        query = f"SELECT ?name {{ ?t a {HW.Talk} ; {RDFS.label} ?name }}"
        return {row["name"] for row in site.sparql(query).dicts()}


def remembered(folder: Path) -> dict[str, dict[str, object]]:
    entries = json.loads((folder / "fetched.json").read_text("utf-8"))
    return {str(one["url"]): one for one in entries}


def hallway(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_what_was_fetched_is_built_and_refreshed(programmes: Programmes, tmp_path: Path):
    urls = [programmes.url("/talks.csv"), programmes.url("/dock/talks.csv")]
    assert fetch_sources(tmp_path, urls, {}, REACH)
    assert titles(tmp_path) == {"Tides", "Mooring"}
    programmes.log.clear()

    assert refresh_sources(tmp_path, REACH)
    assert sorted(programmes.log) == [("/dock/talks.csv", 304), ("/talks.csv", 304)]
    with Site(tmp_path) as site:
        assert site.generation == 1

    programmes.files["/talks.csv"] = TALKS.format("Waves")
    programmes.log.clear()
    assert refresh_sources(tmp_path, REACH)
    assert sorted(programmes.log) == [("/dock/talks.csv", 304), ("/talks.csv", 200)]
    assert titles(tmp_path) == {"Waves", "Mooring"}
    with Site(tmp_path) as site:
        assert site.generation == 2  # one build for all
        assert len(site.current.sources) == 2  # a newer version took the place of the older


def test_a_file_is_named_by_its_address_never_by_the_server(programmes: Programmes, tmp_path: Path):
    urls = [programmes.url("/talks.csv"), programmes.url("/dock/talks.csv")]
    assert fetch_sources(tmp_path, urls, {}, REACH)
    files = [str(remembered(tmp_path)[url]["file"]) for url in urls]
    assert files[0] == "talks.csv"
    assert files[1] != files[0]
    assert files[1].endswith(".csv")
    assert not list(tmp_path.parent.rglob("*evil*"))


def test_one_address_that_fails_does_not_stop_the_others(
    programmes: Programmes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    programmes.files["/odd.bin"] = "\0\1 nothing"
    paths = ("/gone.csv", "/odd.bin", "/talks.csv")
    urls = ["ftp://talks.example/x", *map(programmes.url, paths)]
    assert not fetch_sources(tmp_path, urls, {}, REACH)
    assert titles(tmp_path) == {"Tides"}
    assert set(remembered(tmp_path)) == {programmes.url("/talks.csv")}
    said = capsys.readouterr().err
    assert "404" in said
    assert "'ftp'" in said
    assert "odd.bin" in said


def test_a_refresh_that_fails_keeps_what_was_there(programmes: Programmes, tmp_path: Path):
    urls = [programmes.url("/talks.csv"), programmes.url("/dock/talks.csv")]
    assert fetch_sources(tmp_path, urls, {}, REACH)
    before = remembered(tmp_path)
    del programmes.files["/talks.csv"]
    assert not refresh_sources(tmp_path, REACH)
    assert titles(tmp_path) == {"Tides", "Mooring"}
    assert remembered(tmp_path) == before
    programmes.files["/talks.csv"] = "\0 broken"
    assert not refresh_sources(tmp_path, REACH)
    assert titles(tmp_path) == {"Tides", "Mooring"}
    assert remembered(tmp_path) == before  # its entity tag is not that of the broken file


def test_options_are_remembered_and_can_be_changed(programmes: Programmes, tmp_path: Path):
    programmes.files["/t.csv"] = "title,speakers\nTides,Ana Lind\n"
    url = programmes.url("/t.csv")
    assert fetch_sources(tmp_path, [url], {"event": "Pier Conf 2026"}, REACH)
    assert remembered(tmp_path)[url]["options"] == {"event": "Pier Conf 2026"}
    programmes.files["/t.csv"] = "title,speakers\nWaves,Ana Lind\n"
    assert refresh_sources(tmp_path, REACH)
    assert titles(tmp_path) == {"Waves"}
    programmes.log.clear()
    assert fetch_sources(tmp_path, [url], {"event": "Pier Conf", "series": "Pier"}, REACH)
    assert programmes.log == [("/t.csv", 304)]
    with Site(tmp_path) as site:
        options = [one.options for one in site.current.sources]
    assert {"event": "Pier Conf", "series": "Pier"} in options


def test_bytes_that_are_gone_or_damaged_are_asked_for_anew(programmes: Programmes, tmp_path: Path):
    url = programmes.url("/talks.csv")
    assert fetch_sources(tmp_path, [url], {}, REACH)
    stored = tmp_path / "sources" / str(remembered(tmp_path)[url]["digest"])
    for spoil in (stored.unlink, lambda: stored.write_bytes(b"damaged")):
        spoil()
        programmes.log.clear()
        assert fetch_sources(tmp_path, [url], {}, REACH)
        assert programmes.log == [("/talks.csv", 200)]


def test_a_source_that_was_removed_does_not_come_back(programmes: Programmes, tmp_path: Path):
    urls = [programmes.url("/talks.csv"), programmes.url("/dock/talks.csv")]
    assert fetch_sources(tmp_path, urls, {}, REACH)
    digest = remembered(tmp_path)[urls[0]]["digest"]
    with Site(tmp_path) as site:
        (slug,) = [one.slug for one in site.current.sources if one.digest == digest]
        build(site, remove=[slug])
    programmes.log.clear()
    assert refresh_sources(tmp_path, REACH)
    assert titles(tmp_path) == {"Mooring"}
    assert [path for path, _ in programmes.log] == ["/dock/talks.csv"]
    assert set(remembered(tmp_path)) == {urls[1]}


def test_one_address_in_two_spellings_is_fetched_once(programmes: Programmes, tmp_path: Path):
    url = programmes.url("/talks.csv")
    again = url.replace("http://talks.example", "HTTP://Talks.Example.") + "#top"
    assert fetch_sources(tmp_path, [url, again], {}, REACH)
    assert programmes.log == [("/talks.csv", 200)]


def test_addresses_are_kept_from_other_users(programmes: Programmes, tmp_path: Path):
    assert fetch_sources(tmp_path, [programmes.url("/talks.csv")], {}, REACH)
    assert stat.S_IMODE((tmp_path / "fetched.json").stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.new"))


def test_limits_come_from_the_settings(
    programmes: Programmes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "hallway.toml").write_text("[fetching]\nfetch_bytes = 10\n", "utf-8")
    assert not fetch_sources(tmp_path, [programmes.url("/talks.csv")], {}, REACH)
    assert "fetch_bytes = 10" in capsys.readouterr().err
    assert not (tmp_path / "generations").exists()


def test_servers_are_told_what_the_operator_wrote(programmes: Programmes, tmp_path: Path):
    text = '[fetching]\nuser_agent = "Harbour talks (harbour.example)"\n'
    (tmp_path / "hallway.toml").write_text(text, "utf-8")
    assert fetch_sources(tmp_path, [programmes.url("/talks.csv")], {}, REACH)
    assert programmes.agents == {"Harbour talks (harbour.example)"}


@pytest.mark.parametrize("agent", ["", "a\\r\\nX-Evil: 1", "é", "x" * 201])
def test_a_user_agent_that_no_header_can_hold_is_refused(tmp_path: Path, agent: str):
    (tmp_path / "hallway.toml").write_text(f'[fetching]\nuser_agent = "{agent}"\n', "utf-8")
    result = hallway("fetch", "https://talks.example/x", "--site", str(tmp_path))
    assert result.exit_code == 1
    assert "user_agent" in result.stderr


def test_the_commands_reach_nothing_on_this_machine(programmes: Programmes, tmp_path: Path):
    port = programmes.server.server_port
    for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]"):
        url = f"http://{host}:{port}/talks.csv"
        result = hallway("fetch", url, "--site", str(tmp_path / "site"))
        assert result.exit_code == 1
        assert result.stdout == ""
        assert "not a public address" in result.stderr
        assert "hallway build FILE" in result.stderr
    assert programmes.log == []
    assert not (tmp_path / "site").exists()


def test_refresh_reaches_nothing_that_fetch_would_not(programmes: Programmes, tmp_path: Path):
    assert fetch_sources(tmp_path, [programmes.url("/talks.csv")], {}, REACH)
    entries = json.loads((tmp_path / "fetched.json").read_text("utf-8"))
    entries[0]["url"] = f"http://127.0.0.1:{programmes.server.server_port}/talks.csv"
    (tmp_path / "fetched.json").write_text(json.dumps(entries), "utf-8")
    programmes.log.clear()
    result = hallway("refresh", "--site", str(tmp_path))
    assert result.exit_code == 1
    assert "not a public address" in result.stderr
    assert programmes.log == []


@pytest.mark.parametrize("setting", ["allowed = ['127.0.0.1']", "private = true", "proxy = 'x'"])
def test_no_setting_opens_more(tmp_path: Path, setting: str):
    (tmp_path / "hallway.toml").write_text(f"[fetching]\n{setting}\n", "utf-8")
    result = hallway("fetch", "https://talks.example/x", "--site", str(tmp_path))
    assert result.exit_code == 1
    assert "there is no setting" in result.stderr


def test_refresh_of_nothing_says_what_to_do(tmp_path: Path):
    result = hallway("refresh", "--site", str(tmp_path))
    assert result.exit_code == 1
    assert "hallway fetch URL" in result.stderr


@pytest.mark.parametrize(
    "text",
    ["{", "{}x", "[1]", '[{"url": "http://x.example/"}]', "{}", "\xff",
     '[{"url": "u", "file": "f", "digest": "../../etc/passwd", "origin": "o"}]',
     '[{"url": 1, "file": "f", "digest": "0", "origin": "o"}]',
     '[{"url": "u", "file": "f", "digest": "0", "origin": "o", "options": {"data": "x"}}]'],
)  # fmt: skip
def test_a_damaged_memory_is_an_error_that_names_the_file(tmp_path: Path, text: str):
    (tmp_path / "fetched.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(SiteError) as caught:
        refresh_sources(tmp_path)
    assert "fetched.json" in caught.value.where or "nothing has been fetched" in caught.value.what


def test_two_runs_at_once_lose_nothing_and_share_no_name(programmes: Programmes, tmp_path: Path):
    """Each address ends alike, and each run remembers what the others brought."""
    paths = [f"/room-{number}/talks.csv" for number in range(4)]
    for number, path in enumerate(paths):
        text = f"Hall {number} Days 2026,Talk {number},Ana Lind,2026-05-04 09:00\n"
        programmes.files[path] = "event,title,speakers,start\n" + text
    runs = [
        threading.Thread(target=fetch_sources, args=(tmp_path, [programmes.url(path)], {}, REACH))
        for path in paths
    ]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    entries = remembered(tmp_path)
    assert set(entries) == {programmes.url(path) for path in paths}
    assert len({str(one["file"]) for one in entries.values()}) == 4
    assert titles(tmp_path) == {f"Talk {number}" for number in range(4)}
