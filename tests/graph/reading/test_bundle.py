"""Several files as one source."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.reading.bundle import files, is_bundle, names, pack


def zipped(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_folder_is_packed_into_the_same_bytes_every_time(tmp_path: Path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.json").write_text("2")
    (tmp_path / "one.json").write_text("1")
    (tmp_path / ".hidden").write_text("x")
    first = pack(tmp_path)
    (tmp_path / "one.json").touch()
    assert pack(tmp_path) == first
    assert files(first) == {"b/two.json": b"2", "one.json": b"1"}


def test_names_that_leave_the_folder_are_only_names():
    assert names(zipped({"../../etc/passwd": b"x"})) == ("../../etc/passwd",)


def test_a_spreadsheet_is_no_bundle():
    assert not is_bundle(zipped({"[Content_Types].xml": b"", "xl/workbook.xml": b""}))
    assert not is_bundle(b"PK\x03\x04 nothing")
    assert not is_bundle(b"title,speaker\n")


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = zipped({"zeros": bytes(300_000_000)})
    with pytest.raises(SourceError, match="unpacks to"):
        files(bomb, "bomb.zip")


def test_a_damaged_zip_is_named():
    data = zipped({"one": b"1" * 1000})
    with pytest.raises(SourceError, match=r"cut\.zip"):
        files(data[:-30], "cut.zip")


def test_a_zip_that_lost_some_bytes_is_named():
    # Everything in it lies thirteen bytes before the place that its directory states.
    data = zipped({"one.yml": bytes(range(100))})
    with pytest.raises(SourceError, match=r"cut\.zip"):
        read(data[:40] + data[53:], ReadOptions(file="cut.zip"))


def test_an_empty_folder_is_named(tmp_path: Path):
    with pytest.raises(SourceError, match="no file"):
        pack(tmp_path)


DAMAGED = zipped({"a.json": b'{"a": 1}' * 20, "b.json": b'{"b": 2}' * 20})


@settings(max_examples=100)
@given(st.integers(0, len(DAMAGED)), st.integers(0, 4), st.binary(max_size=2))
def test_a_damaged_zip_has_names_or_none_and_files_or_an_error(at: int, cut: int, put: bytes):
    data = DAMAGED[:at] + put + DAMAGED[at + cut :]
    assert isinstance(names(data), tuple)
    with suppress(SourceError):
        assert isinstance(files(data), dict)
