"""Each limit is a setting: met one short of a file, and not at it."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hallway.cli import main
from hallway.graph.build import Request, build
from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.programme import Programme
from hallway.graph.reading.bundle import pack
from hallway.graph.reading.limits import ReadingLimits
from hallway.graph.settings import load_settings
from hallway.graph.site import Site

TALK = {"title": "Cranes", "start": "2026-06-10 09:30", "speakers": "Ana Lindqvist"}
CSV = b"title,speakers,start\nCranes,Ana Lindqvist,2026-06-10 09:30\nMooring,Bo Chen,2026-06-11\n"
XML = b"""<schedule><conference><title>Harbour</title></conference><day date="2026-06-10">
<room name="A"><event id="1"><title>Cranes</title></event></room></day></schedule>"""


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def folder_of_rubyevents(padding: int = 0) -> dict[str, bytes]:
    event = b"id: h\ntitle: Harbour\nkind: conference\nstart_date: 2026-06-10\n"
    videos = (
        b"- title: Cranes\n  video_provider: youtube\n  video_id: a\n  speakers: [Ana Lindqvist]\n"
    )
    return {
        "h/event.yml": event,
        "h/videos.yml": videos,
        "h/series.yml": b"name: Harbour\n" + b"#" * padding,
    }


def nested_yaml(levels: int) -> dict[str, bytes]:
    parts = folder_of_rubyevents()
    parts["h/event.yml"] += b"odd: " + b"[" * levels + b"]" * levels + b"\n"
    return parts


def nested_json(levels: int) -> bytes:
    value: Any = "x"
    for _ in range(levels):
        value = [value]
    return json.dumps([TALK | {"odd": value}]).encode()


def nested_xml(levels: int) -> bytes:
    return XML.replace(
        b"</title></event>", b"</title>" + b"<a>" * levels + b"</a>" * levels + b"</event>"
    )


# Setting -> a file, and the value at which it is just read; one less refuses it.
CASES: dict[str, tuple[bytes, int]] = {
    "max_bytes": (CSV, len(CSV)),
    "max_unpacked_bytes": (
        zipped(folder_of_rubyevents()), sum(map(len, folder_of_rubyevents().values())),
    ),
    "max_files": (zipped(folder_of_rubyevents()), 3),
    "max_depth": (nested_xml(10), 14),
    "max_records": (CSV, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_limit_is_met_just_where_it_says(name: str) -> None:
    data, value = CASES[name]
    assert isinstance(read(data, ReadOptions(file="f", **{name: value})), Programme)
    with pytest.raises(SourceError) as caught:
        read(data, ReadOptions(file="f", **{name: value - 1}))
    assert f"{name} = {value - 1:,}" in caught.value.what
    assert f"raise {name} in hallway.toml" in caught.value.remedy


@pytest.mark.parametrize("make", [nested_json, nested_xml, lambda n: zipped(nested_yaml(n))])
def test_depth_is_one_setting_for_every_notation(make: Callable[[int], bytes]) -> None:
    name = "json-list" if make is nested_json else None
    data = make(60)
    assert isinstance(read(data, ReadOptions(file="f"), name), Programme)
    try:
        programme = read(data, ReadOptions(file="f", max_depth=50), name)
        told = " ".join(map(str, programme.notices))  # of a folder only the file is left out
    except SourceError as error:
        told = str(error)
    assert "max_depth = 50" in told


def test_a_ratio_beyond_the_setting_is_refused() -> None:
    data = zipped(folder_of_rubyevents(padding=3_000_000))
    assert isinstance(read(data, ReadOptions(file="f", max_unpacked_ratio=100_000)), Programme)
    with pytest.raises(SourceError, match="max_unpacked_ratio = 200 times"):
        read(data, ReadOptions(file="f"))
    lines = b'{"title": "Cranes", "abstract": "%s"}\n' % (b"x" * 100)
    packed = gzip.compress(lines * 40_000, mtime=0)
    known = ReadOptions(file="f", max_unpacked_ratio=2, mapping="fields: {title: title}")
    with pytest.raises(SourceError, match="unpacks to more than") as caught:
        read(packed, known)
    assert "max_unpacked_ratio" in caught.value.remedy


def test_a_line_longer_than_the_setting_is_refused() -> None:
    lines = b'{"title": "Cranes"}\n{"title": "Mooring in wind"}\n'
    mapping = "fields: {title: title}"
    assert read(lines, ReadOptions(file="f", max_line=29, mapping=mapping)).talks() == 2
    with pytest.raises(SourceError, match="max_line = 28"):
        read(lines, ReadOptions(file="f", max_line=28, mapping=mapping))


def test_values_of_yaml_are_counted() -> None:
    data = zipped(folder_of_rubyevents())
    with pytest.raises(SourceError, match="max_values = 2"):
        read(data, ReadOptions(file="f", max_values=2))


def test_a_field_longer_than_the_setting_is_cut_with_a_notice() -> None:
    programme = read(CSV, ReadOptions(file="f", max_field=3))
    assert "max_field = 3" in " ".join(map(str, programme.notices))


def test_a_sheet_larger_than_the_setting_is_refused() -> None:
    pytest.importorskip("python_calamine")
    rows = "".join(
        f"<table:table-row>{cells}</table:table-row>"
        for cells in (
            "".join(f"<table:table-cell office:value-type='string'><text:p>{cell}</text:p>"
                    "</table:table-cell>" for cell in row)
            for row in (("title", "speakers"), ("Cranes", "Ana Lindqvist"))
        )
    )  # fmt: skip
    spaces = "".join(
        f" xmlns:{name}='urn:oasis:names:tc:opendocument:xmlns:{name}:1.0'"
        for name in ("office", "table", "text")
    )
    content = (
        f"<office:document-content{spaces}><office:body><office:spreadsheet>"
        f"<table:table table:name='A'>{rows}</table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    data = zipped(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": b"<x/>",
            "content.xml": content.encode(),
        }
    )
    assert read(data, ReadOptions(file="f", max_cells=4)).talks() == 1
    with pytest.raises(SourceError, match="max_cells = 3"):
        read(data, ReadOptions(file="f", max_cells=3))


def test_a_folder_larger_than_the_setting_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 100)
    (tmp_path / "b.txt").write_bytes(b"x" * 100)
    assert pack(tmp_path, ReadingLimits(max_files=2, max_unpacked_bytes=200))
    for limits in (ReadingLimits(max_files=1), ReadingLimits(max_unpacked_bytes=199)):
        with pytest.raises(SourceError, match="max_"):
            pack(tmp_path, limits)


@pytest.mark.parametrize("name", [one.name for one in fields(ReadingLimits)])
def test_every_limit_is_a_documented_setting(name: str, tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "settings.md").read_text("utf-8")
    default = asdict(ReadingLimits())[name]
    assert re.search(rf"^\| `\[reading\] {name}` \| `{default}` \|", page, re.MULTILINE)
    (tmp_path / "hallway.toml").write_text(f"[reading]\n{name} = 77\n", "utf-8")
    assert asdict(load_settings(tmp_path / "hallway.toml").reading)[name] == 77


def test_a_build_and_the_dry_run_keep_to_the_settings_of_the_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "hallway.toml").write_text("[reading]\nmax_depth = 20\n", "utf-8")
    (tmp_path / "x.xml").write_bytes(nested_xml(30))
    with Site(site) as opened:
        report = build(opened, [Request(nested_xml(30), "x.xml")])
    assert "max_depth = 20" in str(report.imports[0].error)
    arguments = ["read", str(tmp_path / "x.xml"), "--site", str(site)]
    assert "max_depth = 20" in CliRunner().invoke(main, arguments).stderr
    assert CliRunner().invoke(main, arguments[:2]).exit_code == 0


def stored(files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_zip_around_one_file_is_that_file_up_to_a_depth(method: int):
    table = b"id,title,speaker\n1,Cranes at night,Ana Lindqvist\n"
    beside = {"__MACOSX/._talks.csv": b"\0\5", "day/.DS_Store": b"a", "day/talks.csv": table}
    packed = stored(beside, method)
    for _ in range(3):
        (event,) = read(packed, ReadOptions(file="talks.zip", event="Harbour")).events
        assert [(talk.key, talk.title) for talk in event.talks] == [("1", "Cranes at night")]
        packed = stored({"talks.zip": packed}, method)
    with pytest.raises(SourceError, match="max_zip_depth = 3"):
        read(packed, ReadOptions(file="talks.zip"))
    options = ReadOptions(file="talks.zip", max_zip_depth=4)
    assert read(packed, options, "csv").talks() == 1


def test_a_zip_of_files_that_do_not_belong_together_is_no_table():
    data = stored({"a.csv": b"title,speaker\nCranes,Ana\n", "b.txt": b"notes"})
    with pytest.raises(SourceError) as told:
        read(data, ReadOptions(file="both.zip"))
    assert "each of its files by itself" in told.value.remedy
