"""Stored files without a person: what is left says the same, and no byte leads to them."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph import formats
from hallway.graph.build import Request, build
from hallway.graph.errors import SiteError
from hallway.graph.reading.limits import ReadingLimits
from hallway.graph.site import Site
from hallway.graph.suppression import rewriting, stored_files
from hallway.graph.suppression.escapes import plain
from hallway.graph.suppression.forget import complete, forget, lift
from hallway.graph.suppression.forgotten import Forgotten, ForgottenList
from hallway.graph.suppression.leads import Leads
from hallway.graph.suppression.mentions import mentions
from hallway.graph.suppression.name_words import name_words
from hallway.graph.suppression.planning import find_people, plan
from hallway.graph.suppression.programmes import Forgetter
from hallway.graph.suppression.rewriting import rewritten, stand_in, with_stand_in
from tests.graph.suppression.forget_sites import TODAY, built, forgotten, people, speakers, talks
from tests.graph.suppression.forget_sources import NAME, TABLE, WORDS, table_request


def left(folder: Path) -> dict[str, list[str]]:
    """Return each file of a site that still has words which lead to the person."""
    found = {}
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        text = f"{path.name} {path.read_bytes().decode('utf-8', 'replace')}"
        words = [one[0] for one in WORDS.finditer(text)]
        if words:
            found[str(path.relative_to(folder))] = words
    return found


def statements(folder: Path, generation: int) -> list[str]:
    """Return what a generation says, but for the digests of its sources."""
    lines = folder / "generations" / f"{generation:04}" / "quads.nq"
    return [one for one in lines.read_text("utf-8").splitlines() if "digest" not in one.lower()]


def test_no_byte_of_the_whole_site_leads_to_the_person(tmp_path: Path):
    built(tmp_path)
    done = forgotten(tmp_path, also=["zoecranes"], rewrite=True)
    assert {one.what for one in done.rewrites} == {"rewritten"}
    assert left(tmp_path) == {}
    assert not (tmp_path / "sources" / stored_files.FILE).exists()
    assert statements(tmp_path, 3) == statements(tmp_path, 2)  # with the files of before
    with Site(tmp_path) as site:
        stored = {path.name for path in site.sources.iterdir()}
        assert stored == {one.digest for one in site.current.sources} | {"manifest.json"}
        assert not build(site).published  # nothing is left to do


def test_what_is_built_of_rewritten_files_alone_is_the_same(tmp_path: Path):
    built(tmp_path)
    forgotten(tmp_path, also=["zoecranes"], rewrite=True)
    with Site(tmp_path) as site:
        build(site, rebuild=True)
    assert statements(tmp_path, 4) == statements(tmp_path, 3)
    assert sorted(speakers(tmp_path)) == [1, 1, 1, 1, 1, 1, 1, 1, 1, 2]


def test_earlier_versions_are_rewritten_or_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for rewrites, what in ((True, ["rewritten", "rewritten"]), (False, ["kept", "removed"])):
        folder = tmp_path / str(rewrites)
        built(folder)
        with Site(folder) as site:
            build(site, [table_request(TABLE.replace("Cranes at night", "Cranes by night"))])
        if not rewrites:
            monkeypatch.setattr(rewriting, "MOST_BYTES", 100)
        done = forgotten(folder, also=["zoecranes"], rewrite=True)
        table = [one.what for one in done.rewrites if one.file.endswith(".csv")]
        assert table == what
        names = [name for name in left(folder) if not name.startswith("sources/")]
        assert names == []
        with Site(folder) as site:
            digests = {one.digest for one in site.current.sources}
            digests |= {v["digest"] for one in site.current.sources for v in one.versions}
            assert {path.name for path in site.sources.iterdir()} == digests | {"manifest.json"}
            assert max(len(one.versions) for one in site.current.sources) == int(rewrites)


# One file ----------------------------------------------------------------------------------------


def read_as(file: str, event: str | None = "Harbour Conf 2026"):
    options = formats.ReadOptions(file=file, event=event, **asdict(ReadingLimits()))
    name = {"json": "json-list", "csv": "csv", "ics": "ical"}.get(file.rpartition(".")[2])
    return lambda data: formats.read(data, options, name)


def listed(*names: str, others: tuple[str, ...] = ()) -> ForgottenList:
    """Return a list with one person of some names."""
    held = ForgottenList(b"k" * 32)
    leads = Leads(held.hashed, [], [])
    for name in names:
        leads.name(name)
    entry = Forgotten(
        1, "2026-06-01", names=leads.names, texts=leads.texts, marks=tuple(sorted(leads.marks)),
        longest=leads.longest,
    )  # fmt: skip
    return held.with_person(with_stand_in(entry, held.hashed))


def without(data: bytes, file: str, names: tuple[str, ...] = (NAME,)) -> bytes | None:
    return rewritten(data, read_as(file), file, listed(*names), 1, names, [])


def record(title: str, speakers: list[str], abstract: str = "") -> dict[str, object]:
    start = "2026-05-04T09:00:00+00:00"
    return {"title": title, "speakers": speakers, "abstract": abstract, "start": start}


JSON_TALKS = json.dumps([record("Cranes", [NAME], f"By {NAME}."), record("Tides", ["Omar Haddad"])])


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("t.json", JSON_TALKS.encode()),  # ASCII, with \u escapes
        ("t.json", json.dumps(json.loads(JSON_TALKS), ensure_ascii=False).encode()),
        ("t.json", JSON_TALKS.replace("\\u00eb", "\\u00EB").encode("utf-8")),
        ("t.csv", f"title,speaker\nCranes,{NAME}\nTides,Omar Haddad\n".encode("cp1252")),
        ("t.csv", f"title,speaker\nCranes,{NAME}\nTides,Omar Haddad\n".encode("utf-16")),
        ("t.csv", "title;speaker\r\nCranes;\"Zoë Lindqvist-Ström\"\r\n".encode("utf-8-sig")),
        ("t.csv", b"title,speaker\nCranes,ZOE LINDQVIST-STROM\nTides,Omar Haddad\n"),
        ("t.ics", "\r\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "X-WR-CALNAME:Harbour 2026",
            "BEGIN:VEVENT", "UID:1@x.example", "DTSTART:20260910T090000Z",
            "DTEND:20260910T093000Z", "SUMMARY:Locks", "DESCRIPTION:Speaker: Zoë Lind",
            " qvist-Ström", "END:VEVENT", "END:VCALENDAR", ""]).encode()),
    ],
    ids=range(8),
)  # fmt: skip
def test_a_name_is_taken_out_however_it_is_written(file: str, data: bytes):
    made = without(data, file)
    assert made is not None
    read = read_as(file)
    assert not WORDS.search(
        plain(made.decode("utf-16" if made[:1] == b"\xff" else "latin-1"), folded=True).text
    )
    everybody = read(made)
    said = [a.person.name for e in everybody.events for t in e.talks for a in t.appearances]
    assert stand_in(1) in said
    forgetter = Forgetter(listed(NAME))
    told, wanted = (forgetter.programme(one, file) for one in (everybody, read(data)))
    assert told.events == wanted.events


def test_first_and_last_name_in_columns_of_their_own():
    data = (
        b"title,first name,last name\nCranes,Zo\xc3\xab,Lindqvist-Str\xc3\xb6m\nTides,Omar,Haddad\n"
    )
    made = without(data, "t.csv")
    if made is not None:  # safe, or not done at all
        assert not WORDS.search(made.decode())
        assert b"Omar,Haddad" in made


def test_a_file_that_cannot_be_rewritten_safely_is_left_alone():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("t.csv", f"title,speaker\nCranes,{NAME}\n")
    assert without(packed.getvalue(), "t.zip") is None
    # The name is that of somebody else as well: whose is whose only the list can tell.
    held = listed(NAME)
    (entry,) = held.people
    bound = {one: (held.hashed("event", "harbour conf 2026"),) for one in entry.names}
    scoped = ForgottenList(held.key, (Forgotten(1, "", names=bound, texts=entry.texts),), 2)
    table = f"event,title,speaker\nOther 2020,Cranes,{NAME}\nHarbour Conf 2026,Tides,{NAME}\n"
    made = rewritten(table.encode(), read_as("t.csv", None), "t.csv", scoped, 1, [NAME], [])
    if made is not None:
        assert f"Other 2020,Cranes,{NAME}" in made.decode()


PLAIN_NAME = st.sampled_from(["Ana Lindqvist", "Zoë Lindqvist-Ström", "Đorđe Ilić", "山田 花子"])
OTHERS = st.lists(
    st.sampled_from(["Omar Haddad", "Mei Tanaka", "Ana Berg", "Lind Holm"]), max_size=2
)
TITLES = st.sampled_from(["Cranes", "Anatomy of a wave", "Linden trees", "About {}"])


@given(PLAIN_NAME, st.lists(st.tuples(TITLES, OTHERS, st.booleans()), min_size=1, max_size=4))
def test_what_is_rewritten_says_the_same_of_everybody_else(name: str, rows: list):
    records = [
        record(f"{n} {title.format(name)}", [*others, *([name] if hers else [])])
        for n, (title, others, hers) in enumerate(rows)
    ]
    read, held = read_as("t.json"), listed(name)
    data = json.dumps(records).encode()
    made = rewritten(data, read, "t.json", held, 1, [name], [])
    if not any(name in json.dumps(one, ensure_ascii=False) for one in records):
        assert made in (None, data)
        return
    assert made is not None
    text = plain(made.decode()).text
    assert name not in text
    assert all(one in text for _, others, _ in rows for one in others)
    assert Forgetter(held).programme(read(made), "t.json") == Forgetter(held).programme(
        read(data), "t.json"
    )


@given(st.text(max_size=60))
def test_places_lead_back_to_what_is_written(text: str):
    view = plain(text)
    assert len(view.text) == len(view.starts) == len(view.ends)
    for at, char in enumerate(view.text):
        start, end = view.span(at, at + 1)
        assert char == text[start:end] or text[start] in "&%\\"


def test_no_two_people_share_a_stand_in():
    names = [stand_in(number) for number in range(1, 2000)]
    assert len({name_words(name) for name in names}) == len(names)
    assert all(len(name_words(name)) == 2 for name in names)


# Crashes -----------------------------------------------------------------------------------------


class Killed(BaseException):
    """Nothing of ours catches it, as nothing catches a kill."""


TELLING = {"forgotten", "rewriting.json", "CURRENT"}
SMALL = b"event,title,speakers\nPier 2026,Locks,Ana Lindqvist\nPier 2026,Tides,Omar Haddad\n"


def killed_at(monkeypatch: pytest.MonkeyPatch, site: Site, step: int) -> bool:
    """Forget with rewriting, ending at the so-many-th file that tells what holds from then on."""
    rename, count = os.replace, 0

    def counting(old: Path, new: Path) -> None:
        nonlocal count
        count += Path(new).name in TELLING or len(Path(new).name) == 64
        if count == step:
            raise Killed
        rename(old, new)

    ((iri, _),) = find_people(site, "Ana Lindqvist")
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", counting)
        try:
            forget(site, iri, today=TODAY, rewrite=True)
        except Killed:
            return True
    return False


@pytest.mark.slow
def test_an_end_at_any_step_leaves_a_site_that_the_next_build_completes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for step in range(1, 12):
        folder = tmp_path / str(step)
        built(folder, [Request(SMALL, "pier.csv")])
        with Site(folder) as site:
            killed = killed_at(monkeypatch, site, step)
        with Site(folder) as site:
            complete(site)
            build(site)
        stored = b"".join(one.read_bytes() for one in (folder / "sources").iterdir())
        names = set(people(folder).values())
        assert set(talks(folder)) == {"Locks", "Tides"}
        if "Ana Lindqvist" in names:
            assert b"Lindqvist" in stored  # nothing has begun
            assert "Withheld" not in str(names)
        else:
            assert names == {"Omar Haddad"}
            assert b"Lindqvist" not in stored
        if not killed:
            break
    assert step > 4


def test_a_damaged_note_of_what_is_to_be_rewritten_stops_the_build(tmp_path: Path):
    built(tmp_path, [Request(SMALL, "pier.csv")])
    for text in ("{", "[]", '{"number": 1, "files": {"../../x": ""}}', '{"files": {}}'):
        (tmp_path / "sources" / stored_files.FILE).write_text(text, encoding="ascii")
        with Site(tmp_path) as site, pytest.raises(SiteError, match=r"rewriting\.json"):
            build(site)


def test_a_request_that_is_taken_back_does_not_bring_the_name_back(tmp_path: Path):
    built(tmp_path, [Request(SMALL, "pier.csv")])
    forgotten(tmp_path, "Ana Lindqvist", rewrite=True)
    with Site(tmp_path) as site:
        lift(site, 1, "Ana Lindqvist")
    assert set(people(tmp_path).values()) == {"Omar Haddad", stand_in(1)}


# What may mean them ------------------------------------------------------------------------------


def test_initials_and_lone_names_are_told_with_their_places(tmp_path: Path):
    table = (
        "title,speaker,abstract\n"
        "Locks,Ana Lindqvist,Ana opens them.\n"
        "Tides,Omar Haddad,After a talk by A. Lindqvist and one by Ana Berg.\n"
        "Boats,Ana Berg,Ana sails; the lindqvist knot.\n"
        "Knots,Mia Holm,With thanks to Ana.\n"
    )
    built(tmp_path, [Request(table.encode(), "t.csv", event="Pier 2026")])
    with Site(tmp_path) as site:
        ((iri, _),) = find_people(site, "Ana Lindqvist")
        planned = plan(site, iri)
        told = {(one.text, one.place[0]) for one in planned.mentions}
        assert ("Ana", "Knots") in told
        assert ("Ana", "Boats") in told
        assert ("Ana Berg", "Tides") not in told
        given = plan(site, iri, also=["A. Lindqvist"])
        assert ("A. Lindqvist", "Tides") not in {(o.text, o.place[0]) for o in given.mentions}


def test_a_surname_alone_is_told_with_its_initials():
    data = b'title,speaker,abstract\nTides,Omar Haddad,"Thanks to A. Lindqvist and Lindqvist, A."\n'
    programme = read_as("t.csv")(data)
    found = mentions([programme], ["Ana Lindqvist"], {name_words("Omar Haddad")}, set())
    assert [one.text for one in found] == ["A. Lindqvist", "Lindqvist, A"]
    assert found[0].place == ("Tides", "Harbour Conf 2026")
