from __future__ import annotations

import csv
import io
import json
import os
import zipfile
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hallway.cli import main
from hallway.graph.errors import HallwayError, SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.mapping.guessing import formats_of, guess, is_family_first, unit_of
from hallway.graph.mapping.parsing import parse_mapping
from hallway.graph.mapping.suggesting import suggest
from hallway.graph.programme import Programme, Talk

SHARED = os.environ.get("HALLWAY_SHARED")
needs_shared = pytest.mark.skipif(
    not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data"
)


def suggested(data: bytes, file: str = "talks.csv") -> tuple[str, Programme]:
    """Return a proposed mapping, and what the file says with it."""
    mapping = suggest(data, ReadOptions(file=file))
    return mapping, read(data, ReadOptions(file=file, mapping=mapping, mapping_file="m.yaml"))


def talks_of(programme: Programme) -> list[Talk]:
    return [talk for event in programme.events for talk in event.talks]


def names(talk: Talk) -> list[str]:
    return [one.person.name for one in talk.appearances]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (["09:30", "10:15", "9h45"], "start"),
        (["2026-06-10", "11.06.2026"], "date"),
        (["2026-06-10 09:30"], "start"),
        (["1781083800", "1781085600"], "start"),
        (["https://a.example/1", "https://a.example/2"], "url"),
        (["https://a.example/1.png"], ""),
        (["https://www.youtube.com/watch?v=JDMrgklcabc"], "recording"),
        (["Europe/Berlin"], "zone"),
        (["en", "de", "Deutsch"], "language"),
        (["yes", "no", "no"], ""),
        (["45", "30", "90"], "duration"),
        (["2700", "1800"], "duration"),
        (["38929767", "38929768"], ""),
        (["PT45M", "1h 30m"], "duration"),
        (["Ana Lindqvist; Bo Chen", "Cy Doe"], "people"),
        (["Lindqvist, Ana", "Chen, Bo"], "people"),
        (["x " * 100], "abstract"),
        ([], ""),
        (["7MATXR", "8QPD7Y"], ""),
    ],
)
def test_values_tell_what_a_column_holds(values: list[str], field: str) -> None:
    assert guess(values) == field


@pytest.mark.parametrize(
    ("values", "forms"),
    [
        (["05/31/16", "05/01/16"], ["month-first"]),
        (["31/05/16", "05/01/16"], ["day-first"]),
        (["9u30", "12:00"], ["%H:%M", "%Hu%M"]),
        (["1781083800"], ["epoch-seconds"]),
        (["10.06.", "11.06."], ["%d.%m."]),
        (["2026-06-10", "12 June 2026"], []),
        (["whenever"], []),
    ],
)
def test_values_tell_in_which_format_they_are(values: list[str], forms: list[str]) -> None:
    assert formats_of(values) == forms


def test_values_tell_units_and_the_order_of_names() -> None:
    assert (unit_of(["2700", "1800"]), unit_of(["45", "90"]), unit_of(["610"])) == (
        "seconds", "", "",
    )  # fmt: skip
    assert is_family_first(["Lindqvist, Ana", "de Wit, Eva"])
    assert not is_family_first(["Ana Lindqvist, Bo Chen"])


DUTCH = """\
Wat;Wie;Dag;Van;Tot;Hal
Kranen bij nacht;Ana Lindqvist & Bo Chen;31/05/26;9u30;10u15;Grote zaal
Sluizen in de wind;Eva de Wit;01/06/26;12:00;12:45;Kleine zaal
"""


def test_a_table_is_proposed_from_its_values() -> None:
    mapping, programme = suggested(DUTCH.encode())
    first, second = talks_of(programme)
    assert (first.title, names(first)) == ("Kranen bij nacht", ["Ana Lindqvist", "Bo Chen"])
    assert (first.start, first.end) == (
        datetime(2026, 5, 31, 9, 30), datetime(2026, 5, 31, 10, 15),
    )  # fmt: skip
    assert second.start == datetime(2026, 6, 1, 12)
    assert '"Kranen bij nacht"' in mapping  # what stands in the column
    assert "# Not used:\n#   Hal" in mapping


def test_nested_json_is_proposed_with_people_by_id() -> None:
    document = {
        "conference": {"name": "Harbour Conf 2026", "timezone": "Europe/Berlin"},
        "days": {
            "2026-06-10": {"rooms": {
                "Main": [{"heading": "Cranes at night", "who": [1, 2], "from": 1781083800}],
                "Quay": [{"heading": "Mooring in wind", "who": [2], "from": 1781085600}],
            }},
        },
        "folk": [{"nr": 1, "called": "Lindqvist, Ana"}, {"nr": 2, "called": "Chen, Bo"}],
    }  # fmt: skip
    _, programme = suggested(json.dumps(document).encode(), "x.json")
    (event,) = programme.events
    assert (event.name, event.zone) == ("Harbour Conf 2026", "Europe/Berlin")
    cranes, mooring = event.talks
    assert (cranes.title, cranes.room, names(cranes)) == (
        "Cranes at night", "Main", ["Ana Lindqvist", "Bo Chen"],
    )  # fmt: skip
    assert str(mooring.start) == "2026-06-10 12:00:00+02:00"


def test_days_above_the_records_are_found() -> None:
    document = {"days": [{"date": "2026-06-10", "slots": [
        {"title": "Cranes at night", "start": "09:30", "speakers": [{"name": "Ana Lindqvist"}]},
    ]}]}  # fmt: skip
    _, programme = suggested(json.dumps(document).encode(), "x.json")
    (talk,) = talks_of(programme)
    assert (talk.start, names(talk)) == (datetime(2026, 6, 10, 9, 30), ["Ana Lindqvist"])


@pytest.mark.parametrize("data", [b"[]", b"{}", b'{"a": 1}', b"1,2\n3,4\n", b"[[1], [2]]"])
def test_what_holds_no_title_is_an_error(data: bytes) -> None:
    with pytest.raises(SourceError):
        suggest(data, ReadOptions(file="f"))


def test_a_folder_has_no_proposal() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("talks.csv", DUTCH)
    with pytest.raises(SourceError, match="several files"):
        suggest(out.getvalue(), ReadOptions(file="f.zip"))


def test_the_command_writes_a_mapping_that_reads_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(DUTCH, "utf-8")
    written = CliRunner().invoke(main, ["read", "--suggest", "t.csv", "--event", "Havendagen"])
    assert written.exit_code == 0
    (tmp_path / "m.yaml").write_text(written.stdout, "utf-8")
    result = CliRunner().invoke(main, ["read", "t.csv", "--mapping", "m.yaml", "--json"])
    (event,) = json.loads(result.stdout)["events"]
    assert event["name"] == "Havendagen"
    assert len(event["talks"]) == 2
    assert CliRunner().invoke(main, ["read", "--suggest", "t.csv", "t.csv"]).exit_code == 2
    assert CliRunner().invoke(main, ["read", "--suggest", "t.csv", "--json"]).exit_code == 2


def test_names_are_found_beside_their_affiliations_whatever_their_column_is_called() -> None:
    data = (
        "Vortrag;Wer;Firma;Tag;Von\n"
        "Kräne bei Nacht;Ana Lind, Bo Chen;Pier Nine;05.06.2026;9u30\n"
        "Seile;Uma Licht;Hafen AG;05.06.2026;11.00\n"
    )
    _, programme = suggested(data.encode())
    talks = programme.events[0].talks
    assert [[one.person.name for one in talk.appearances] for talk in talks] == [
        ["Ana Lind", "Bo Chen"],
        ["Uma Licht"],
    ]
    assert talks[1].appearances[0].affiliation == "Hafen AG"


odd = st.text(max_size=12)
headers = st.one_of(
    odd, st.sampled_from("title Titel speakers Datum start room name id tags yes no 1".split())
)
cells = st.one_of(
    odd.map(lambda text: text and f"{text}~"),  # a row with a cell "startTime" would be a header
    st.sampled_from(
        ["09:30", "9u30", "2026-06-10", "05/06/26", "1781083800", "Ana Lindqvist; Bo Chen", "45",
         "https://a.example/1", "en", "Europe/Berlin", "Chen, Bo", "Cranes at night", "x | y"]
    ),
)  # fmt: skip


@given(headers, st.lists(headers, min_size=1, max_size=5), st.lists(
    st.lists(cells, min_size=5, max_size=5), min_size=1, max_size=5
))  # fmt: skip
def test_whatever_table_has_titles_is_read_by_its_proposal(
    title: str, others: list[str], rows: list[list[str]]
) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([f"Talk {title}", *others])
    for number, row in enumerate(rows):
        writer.writerow([f"A talk on cranes {'abcdefgh'[number]}", *row[: len(others)]])
    data = out.getvalue().encode("utf-8", "replace")
    mapping, programme = suggested(data)
    parse_mapping(mapping, "m.yaml")
    assert isinstance(programme, Programme)


keys = st.one_of(odd, st.sampled_from("title speakers name id start date days rooms a.b x".split()))
values = st.recursive(
    cells | st.none() | st.booleans() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=15,
)


@given(st.lists(st.dictionaries(keys, values, max_size=4), min_size=1, max_size=4), values)
def test_whatever_list_has_titles_is_read_by_its_proposal(
    records: list[dict[str, object]], beside: object
) -> None:
    whole = [
        one | {"talk title": f"A talk on cranes {'abcdefgh'[at]}"} for at, one in enumerate(records)
    ]
    for document in (whole, {"list": whole, "more": beside}):
        data = json.dumps(document).encode()
        _, programme = suggested(data)
        assert isinstance(programme, Programme)


@given(st.binary(max_size=200))
def test_any_bytes_end_in_a_proposal_or_an_error(data: bytes) -> None:
    try:
        parse_mapping(suggest(data, ReadOptions(file="f")), "m.yaml")
    except HallwayError:
        pass


# Rows or objects with a title, counted by other means.
REAL = {
    "csv/gpn11.csv": 29,
    "csv/access-2019.csv": 28,
    "csv/acl2020-demo-papers.csv": 43,
    "json-flat/emf-2014.json": 184,
    "indico-json/xdc-2021.json": 35,
    "pretalx-json/juliacon-2023-talks.json": 291,
    "sessionize-json/all-global-azure-2020.json": 28,
    "iosched-json/devfest-ukraine-2014-sessions.json": 30,
    "spreadsheet/c3voc-schedule-example.ods": 13,
}


@pytest.mark.parametrize("name", REAL)
@needs_shared
def test_a_real_file_is_read_by_its_proposal(name: str) -> None:
    data = (Path(str(SHARED)) / "data" / name).read_bytes()
    _, programme = suggested(data, Path(name).name)
    native = read(data, ReadOptions(file=name))
    assert programme.talks() >= REAL[name]
    assert {talk.title for talk in talks_of(programme)} >= {
        talk.title for talk in talks_of(native) if talk.appearances
    }
