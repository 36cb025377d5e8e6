"""What lists of papers share, and which of the real files each of their readers recognises."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.formats import (
    Format,
    ReadOptions,
    acl_anthology,
    bibtex,
    ceur,
    crossref,
    miniconf,
    papercopilot,
    pyvideo,
)
from hallway.graph.formats.common.report import Report
from hallway.graph.formats.papers import volumes
from hallway.graph.reading import bundle
from hallway.graph.reading.names import people

SHARED = os.environ.get("HALLWAY_SHARED")

FOLDERS: dict[str, Format] = {
    "acl-anthology-xml": acl_anthology.FORMAT,
    "bibtex": bibtex.FORMAT,
    "ceur-json": ceur.FORMAT,
    "crossref-xml": crossref.FORMAT,
    "miniconf": miniconf.FORMAT,
    "papercopilot-json": papercopilot.FORMAT,
    "pyvideo-json": pyvideo.FORMAT,
}
CORPORA = {
    "paperlists.jsonl.gz": papercopilot.FORMAT,
    "pyvideo.jsonl.gz": pyvideo.FORMAT,
    "pyvideo-events.jsonl.gz": pyvideo.FORMAT,
}


@pytest.mark.parametrize(
    ("title", "event", "part"),
    [
        ("Proceedings of the 9th Tide Workshop", "9th Tide Workshop", ""),
        ("Proceedings of the Tide Days (Volume 1: Long Papers)", "Tide Days", "Long Papers"),
        ("Proceedings of Tide Days, Volume 2", "Tide Days", ""),
        ("Selected Papers of the IX Tide Days. Conference Proceedings", "IX Tide Days", ""),
        ("Tide Days 2020 Proceedings", "Tide Days 2020", ""),
        ("Proceedings", "Proceedings", ""),
        ("Tide Days", "Tide Days", ""),
    ],
)
def test_a_volume_names_its_event(title: str, event: str, part: str) -> None:
    assert volumes.event_of_volume(title) == (event, part)


@pytest.mark.parametrize(
    ("name", "series"),
    [
        ("35th Workshop on Tides (WT 2022)", "Workshop on Tides"),
        ("The Third Tide Workshop", "Tide Workshop"),
        ("Twenty-First Tide Workshop", "Tide Workshop"),
        ("IX Tide Days", "Tide Days"),
        ("Tide Days 2020", "Tide Days"),
        ("I. Newton Symposium", None),
        ("Tide Days", None),
    ],
)
def test_an_event_names_its_series(name: str, series: str | None) -> None:
    assert volumes.series_of_event(name) == series


def test_front_matter_is_told_from_papers_about_it() -> None:
    for title in ("Preface", "Author Index", "Front Matter", "Table of Contents", "Foreword."):
        assert volumes.is_front_matter(title)
    for title in ("Preface to a theory of tides", "Indexing tides", "Contents of the sea"):
        assert not volumes.is_front_matter(title)


def test_only_accepted_states_are_public() -> None:
    for state in ("Reject", "Withdrawn", "desk reject", "Active", "Pending", "Submitted"):
        assert volumes.not_public(state)
    for state in ("", "Poster", "Oral", "Accept (active learning track)", "Technical"):
        assert not volumes.not_public(state)


_WORDS = st.sampled_from(
    "Ana Bo de la van O'Neil Jean-Luc M. y and und Univ Panel TBA Ltd Zoë 李 Jr @ at".split()
)


@given(st.lists(_WORDS, min_size=1, max_size=4).map(" ".join))
def test_the_short_way_reads_a_name_as_the_long_one_does(name: str) -> None:
    report = Report(ReadOptions())
    (found,) = volumes.Authors(report).of([name], "")
    assert found == people(name, role="author")[0]


def _sources(folder: Path) -> list[tuple[str, bytes]]:
    """Return every file and every folder that holds files, as `hallway read` gets them."""
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file():
            found.append((name, path.read_bytes()))
        elif name != "corpora":
            found.append((name, bundle.pack(path)))
    return found


@pytest.mark.slow
@pytest.mark.skipif(SHARED is None, reason="HALLWAY_SHARED names no folder of real programmes")
def test_each_reader_recognises_its_own_files_and_no_others() -> None:
    for name, data in _sources(Path(str(SHARED)) / "data"):
        folder, _, rest = name.partition("/")
        head = data[:65536].removeprefix(b"\xef\xbb\xbf").lstrip()
        hits = {one.name for one in FOLDERS.values() if one.recognises(head, data)}
        own = CORPORA.get(rest) if folder == "corpora" else FOLDERS.get(folder)
        assert hits <= ({own.name} if own else set()), name
        lone = rest.endswith((".csv", "category.json")) or name.endswith("videos")
        whole = bool(rest) or folder in ("ceur-json", "miniconf", "pyvideo-json")
        if own and whole and not lone:
            assert hits == {own.name}, name


@pytest.mark.slow
@pytest.mark.skipif(SHARED is None, reason="HALLWAY_SHARED names no folder of real programmes")
def test_the_corpora_are_read_whole() -> None:
    corpora = Path(str(SHARED)) / "data" / "corpora"
    read = pyvideo.read((corpora / "pyvideo.jsonl.gz").read_bytes(), ReadOptions())
    assert (read.talks(), len(read.events)) == (21_715, 540)
    read = papercopilot.read((corpora / "paperlists.jsonl.gz").read_bytes(), ReadOptions())
    untitled = sum(one.what.endswith("papers without a title (89)") for one in read.notices)
    assert (read.talks() + 89 * untitled, len(read.events)) == (94_827, 246)


def test_the_title_of_a_volume_may_hold_many_blanks() -> None:
    # TeX makes a blank of each pair of backslashes; a thousand of them took hours.
    title = "Proceedings of Tide Days" + " " * 100_000 + "x"
    assert volumes.event_of_volume(title) == ("Tide Days x", "")
    assert volumes.event_of_volume("vol. 1 (" * 20_000)[1] == ""
