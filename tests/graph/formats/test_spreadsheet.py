"""Workbooks: what a sheet has beyond a table of text, and workbooks that mean harm."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph import formats
from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.spreadsheet import FORMAT
from hallway.graph.formats.table import FORMAT as CSV
from hallway.graph.formats.tables.sheet_limits import check_workbook, workbook_kind
from hallway.graph.programme import Event, Programme

pytest.importorskip("python_calamine", reason="the extra hallway[spreadsheet] is not installed")

SHARED = os.environ.get("HALLWAY_SHARED")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"

Rows = Sequence[Sequence[object]]


def packed(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def column(number: int) -> str:
    return chr(65 + number)


def cell(reference: str, value: object) -> str:
    """One cell: a text, a number, a date (style 1) as days since 1899-12-30, or a time."""
    if isinstance(value, str):
        return f'<c r="{reference}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    style = {"date": 1, "time": 2}.get(value[0], 0) if isinstance(value, tuple) else 0
    number = value[1] if isinstance(value, tuple) else value
    return f'<c r="{reference}" s="{style}"><v>{number}</v></c>'


def sheet(rows: Rows, merged: str = "") -> str:
    body = "".join(
        f'<row r="{at}">'
        + "".join(cell(f"{column(n)}{at}", v) for n, v in enumerate(row) if v not in ("", None))
        + "</row>"
        for at, row in enumerate(rows, 1)
    )
    each = "".join(f'<mergeCell ref="{one}"/>' for one in merged.split())
    cells = f"<mergeCells>{each}</mergeCells>" if merged else ""
    return f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData>{cells}</worksheet>'


def xlsx(sheets: dict[str, Rows | str], *, merged: str = "", hidden: str = "") -> bytes:
    """A small workbook, with a date format and a time format among its styles."""
    names = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"'
        + (' state="hidden"' if name == hidden else "")
        + "/>"
        for n, name in enumerate(sheets, 1)
    )
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{REL}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="w" '
        f'Type="{REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{REL}"><sheets>{names}</sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{relations}'
        f'<Relationship Id="s" Type="{REL}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs count="3"><xf numFmtId="0"/>'
        '<xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    }
    for number, rows in enumerate(sheets.values(), 1):
        text = rows if isinstance(rows, str) else sheet(rows, merged)
        parts[f"xl/worksheets/sheet{number}.xml"] = text
    return packed(parts)


def ods(rows: str) -> bytes:
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<x/>",
            "content.xml": f'<office:document-content xmlns:office="{OFFICE}:office:1.0" '
            f'xmlns:table="{OFFICE}:table:1.0" xmlns:text="{OFFICE}:text:1.0"><office:body>'
            f'<office:spreadsheet><table:table table:name="Talks">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def ods_row(*cells: str, repeated: int = 1) -> str:
    inside = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{one}</text:p></table:table-cell>'
        for one in cells
    )
    return f'<table:table-row table:number-rows-repeated="{repeated}">{inside}</table:table-row>'


def read(data: bytes, **options: str) -> Programme:
    return FORMAT.read(data, ReadOptions(**options))


def only(data: bytes, **options: str) -> Event:
    (event,) = read(data, **options).events
    return event


def told(notice: str, programme: Programme) -> bool:
    return any(notice in str(one) for one in programme.notices)


HEADER = ["title", "speaker", "start", "room"]
TALKS: Rows = [HEADER, ["Cranes", "Ana Lindqvist", "2026-06-10 09:00", "Dock 3"],
               ["Ropes", "Mei Tanaka; Omar Haddad", "2026-06-10 10:00", "Dock 3"]]  # fmt: skip


def test_a_sheet_is_read_as_the_same_table_in_text_would_be() -> None:
    text = "\n".join(",".join(map(str, row)) for row in TALKS).encode()
    expected = CSV.read(text, ReadOptions(event="Quay Days"))
    found = read(xlsx({"Talks": TALKS}), event="Quay Days")
    assert [t.title for t in found.events[0].talks] == ["Cranes", "Ropes"]
    for a, b in zip(found.events[0].talks, expected.events[0].talks, strict=True):
        assert (a.start, a.room, a.appearances) == (b.start, b.room, b.appearances)
    assert found.events[0].talks[1].where == "Talks, row 3"


def test_typed_dates_and_times_are_no_numbers() -> None:
    # 46183 days after 1899-12-30 is 2026-06-10; 0.375 of a day is nine o'clock.
    rows: Rows = [
        ["title", "speaker", "date", "time", "id"],
        ["Cranes", "Ana Lindqvist", ("date", 46183), ("time", 0.375), 1001.0],
    ]
    (talk,) = only(xlsx({"S": rows})).talks
    assert (talk.start, talk.key) == (datetime(2026, 6, 10, 9), "1001")


def test_a_wide_heading_names_the_numbered_columns_below_it() -> None:
    rows: Rows = [
        ["Harbour Conf 2026", "", "Speakers", "", ""],
        ["Title", "Room", 1, 2, 3],
        ["Cranes", "Dock", "Ana Lindqvist, Quay University", "Mei Tanaka, Captain of docks", ""],
    ]
    for merged in ("C1:E1", ""):
        programme = read(xlsx({"S": rows}, merged=merged))
        (event,) = programme.events
        assert event.name == "Harbour Conf 2026"
        (talk,) = event.talks
        assert [(one.person.name, one.affiliation) for one in talk.appearances] == [
            ("Ana Lindqvist", "Quay University"), ("Mei Tanaka", None),
        ]  # fmt: skip
        assert told("'Captain of docks' behind a name", programme)


def test_a_grid_with_merged_cells_is_read_as_a_talk_a_row() -> None:
    rows: Rows = [
        ["10 June 2026", "Hall 1", "Hall 2"],
        ["9:00 - 9:30", "Cranes\nAna Lindqvist", "Knots\nBo Chen"],
        ["9:30 - 10:00", "Tides\nCy Ode", ""],
        ["10:00 - 10:30", "Closing words", ""],
    ]
    event = only(xlsx({"Plan": rows}, merged="C2:C3 B4:C4"), event="Harbour Conf")
    assert [
        (talk.title, f"{talk.start:%H:%M}", talk.minutes, talk.room) for talk in event.talks
    ] == [
        ("Cranes", "09:00", 30, "Hall 1"),
        ("Knots", "09:00", 60, "Hall 2"),
        ("Tides", "09:30", 30, "Hall 1"),
        ("Closing words", "10:00", 30, None),
    ]
    assert [one.person.name for one in event.talks[1].appearances] == ["Bo Chen"]


def test_merged_cells_that_lie_over_one_another_end_soon() -> None:
    rows: Rows = [["10 June 2026", "A", "B"], *([["9:00-9:30", "Cranes", "Knots"]] * 2000)]
    merged = " ".join(["B2:C2001"] * 20_000)  # forty million cells, were each looked at
    assert only(xlsx({"Plan": rows}, merged=merged), event="Harbour Conf").talks


def test_a_title_in_angle_brackets_is_a_form_that_was_not_filled() -> None:
    rows: Rows = [["<Name of the event>"], *TALKS]
    programme = read(xlsx({"S": rows}), file="quay-days-2026.xlsx")
    assert programme.events[0].name == "Quay days 2026"
    assert told("where a name should stand", programme)


def test_a_sheet_a_day_makes_one_event_and_hidden_sheets_none() -> None:
    second: Rows = [HEADER, ["Knots", "Lin Chu", "2026-06-11 09:00", ""]]
    hidden: Rows = [HEADER, ["Secret", "Lin Chu", "", ""]]
    notes: Rows = [["to do", "buy rope"]]
    data = xlsx({"Wed": TALKS, "Thu": second, "Old": hidden, "Notes": notes}, hidden="Old")
    programme = read(data, event="Quay Days")
    (event,) = programme.events
    assert [talk.title for talk in event.talks] == ["Cranes", "Ropes", "Knots"]
    assert (str(event.start), str(event.end)) == ("2026-06-10", "2026-06-11")
    assert told("hidden sheet 'Old'", programme)
    assert told("'Notes' has no table", programme)


def test_open_document_says_the_same() -> None:
    rows = "".join(ods_row(*map(str, row)) for row in TALKS) + ods_row(repeated=1_048_570)
    event = only(ods(rows), event="Quay Days")
    assert [talk.title for talk in event.talks] == ["Cranes", "Ropes"]
    assert event.talks[0].start == datetime(2026, 6, 10, 9)


def test_a_workbook_without_a_header_is_refused_with_what_to_do() -> None:
    with pytest.raises(SourceError, match="no sheet has a header") as caught:
        read(xlsx({"S": [["a", "b"], ["c", "d"]]}))
    assert "name the columns" in caught.value.remedy


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(SourceError) as caught:
        read(xlsx({"S": TALKS}))
    assert "hallway[spreadsheet]" in caught.value.remedy


@pytest.mark.parametrize(
    "data",
    [
        xlsx(
            {
                "S": sheet(TALKS).replace(
                    "</sheetData>",
                    '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
                )
            }
        ),
        ods(ods_row("x", repeated=1_048_576) * 20),
        ods(
            ods_row("title", "speaker")
            + ods_row(repeated=1_048_570)
            + ods_row("a", "b") * 2
            + ods_row(*"abcdefgh")
        ),
    ],
    ids=["a cell in the last corner", "a row repeated", "a row far below"],
)
def test_a_small_file_that_spans_a_billion_cells_is_not_opened(data: bytes) -> None:
    assert len(data) < 10_000
    with pytest.raises(SourceError, match="more than max_cells"):
        check_workbook(data, workbook_kind(data), "x", ReadOptions())


def test_a_document_type_inside_a_workbook_is_refused() -> None:
    bad = '<!DOCTYPE x [<!ENTITY a "b">]>' + sheet(TALKS)
    with pytest.raises(SourceError, match="document type"):
        read(xlsx({"S": bad}))


def test_only_workbooks_are_recognised() -> None:
    for data in (xlsx({"S": TALKS}), ods(ods_row("a"))):
        assert FORMAT.recognises(data[:65536], data)
    for other in (
        packed({"a.json": "{}"}),
        packed({"mimetype": "text/x"}),
        b"PK\x03\x04",
        b"title",
    ):
        assert not FORMAT.recognises(other, other)


WHOLE = xlsx({"S": TALKS})


@settings(max_examples=60)
@given(st.integers(0, len(WHOLE)), st.integers(0, 40), st.binary(max_size=8))
def test_a_damaged_workbook_ends_in_a_programme_or_an_error(at: int, cut: int, put: bytes) -> None:
    with suppress(SourceError):
        assert read(WHOLE[:at] + put + WHOLE[at + cut :]).format == "spreadsheet"


@settings(max_examples=60)
@given(st.integers(0, 900), st.integers(0, 40), st.text(max_size=6))
def test_a_damaged_sheet_ends_in_a_programme_or_an_error(at: int, cut: int, put: str) -> None:
    text = sheet(TALKS)
    with suppress(SourceError):
        assert read(xlsx({"S": text[:at] + put + text[at + cut :]})).events


@pytest.mark.skipif(not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data")
def test_only_workbooks_of_the_shared_files_are_recognised() -> None:
    folder = Path(str(SHARED)) / "data"
    found = {
        path.relative_to(folder).parts[0]
        for path in folder.rglob("*")
        if path.is_file() and FORMAT.recognises(b"", path.read_bytes())
    }
    assert found == {"spreadsheet"}


def starts(data: bytes, **more: str) -> list[tuple[str, str, str, list[str]]]:
    """Title, start, end and people of the talks and breaks of a workbook."""
    events = formats.read(data, formats.ReadOptions(file="book.xlsx", **more)).events
    return [
        (talk.title, str(talk.start), str(talk.end), [one.person.name for one in talk.appearances])
        for event in events
        for talk in event.talks
    ]


def test_a_sheet_a_day_with_a_header_of_two_rows():
    def day(heading: str, *rows: list[str]) -> list[list[str]]:
        return [
            ["Harbour Conf 2026"], [heading], ["Time", "", "Talk", "", ""],
            ["from", "to", "Title", "Speaker", "Room"], *rows,
        ]  # fmt: skip

    data = xlsx(
        {
            "Day 1": day(
                "Wednesday, 10 June 2026",
                ["09:00", "09:45", "Cranes", "Ana Lindqvist", "Main"],
                ["10:00", "10:30", "Coffee break", "", "Foyer"],
            ),
            "Day 2": day("Day 2 – 11 June 2026", ["09:00", "10:00", "Mooring", "Bo Chen", "Side"]),
        }
    )
    assert starts(data) == [
        ("Cranes", "2026-06-10 09:00:00", "2026-06-10 09:45:00", ["Ana Lindqvist"]),
        ("Coffee break", "2026-06-10 10:00:00", "2026-06-10 10:30:00", []),
        ("Mooring", "2026-06-11 09:00:00", "2026-06-11 10:00:00", ["Bo Chen"]),
    ]
    (event,) = formats.read(data, formats.ReadOptions(file="b.xlsx")).events
    assert (event.name, event.start, event.end) == (
        "Harbour Conf 2026", date(2026, 6, 10), date(2026, 6, 11),
    )  # fmt: skip


def test_a_day_may_be_the_name_of_the_sheet_or_stand_once_for_several_rows():
    head = ["Zeit", "Titel", "Referent"]
    data = xlsx({"Mittwoch 10.06.2026": [head, ["09:00 - 09:45", "Cranes", "Ana Lindqvist"]]})
    assert starts(data, event="Harbour") == [
        ("Cranes", "2026-06-10 09:00:00", "2026-06-10 09:45:00", ["Ana Lindqvist"])
    ]
    rows = [
        ["Date", "Start", "End", "Title", "Speaker"],
        ["2026-06-10", "09:00", "09:45", "Cranes", "Ana Lindqvist"],
        ["", "10:00", "10:45", "Quays", "Bo Chen"],
        ["", "", "", "Without a time", "Mei Tanaka"],
        ["11 June 2026", "", "", "", ""],
        ["", "09:00", "09:45", "Mooring", "Mei Tanaka"],
    ]
    assert [one[:2] for one in starts(xlsx({"All": rows}), event="Harbour")] == [
        ("Cranes", "2026-06-10 09:00:00"),
        ("Quays", "2026-06-10 10:00:00"),
        ("Without a time", "None"),
        ("Mooring", "2026-06-11 09:00:00"),
    ]
