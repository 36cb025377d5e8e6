from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.errors import HallwayError, SourceError
from hallway.graph.formats import ReadOptions, read
from hallway.graph.programme import Appearance, Event, Moment, Person, Programme, Talk

SHARED = os.environ.get("HALLWAY_SHARED")
needs_shared = pytest.mark.skipif(
    not SHARED, reason="HALLWAY_SHARED does not name the folder of shared data"
)
SUMMER = timezone(timedelta(hours=2))


def mapped(data: str | bytes, mapping: str, **options: str) -> Programme:
    raw = data.encode() if isinstance(data, str) else data
    known = ReadOptions(file="f", mapping=mapping, mapping_file="m.yaml", **options)  # type: ignore[arg-type]
    return read(raw, known)


def only_event(programme: Programme) -> Event:
    (event,) = programme.events
    return event


def told(programme: Programme) -> str:
    return "\n".join(map(str, programme.notices))


def refused(data: str | bytes, mapping: str, **options: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        mapped(data, mapping, **options)
    return caught.value


# Tables whose columns nobody guesses --------------------------------------------------------------

DUTCH = """\
Wat;Wie;Bij;Dag;Van;Tot;Zaal;Trefwoorden;Stand;Film
Kranen bij nacht;Ana Lindqvist & Bo Chen;Quay & Tide;10/06/26;9u30;10u15;Hal;havens, zee|licht;ja;x1
Koffie;;;10/06/26;12:00;13:00;;;ja;
Geheim;Cy Doe;;11/06/26;10:00;10:30;;;nee;
Sluizen;Eva, de Wit;Dok;11/06/26;11u00;11u30;K;;weg;
"""
DUTCH_MAPPING = """\
fields:
  title: Wat
  people: {name: Wie, separator: " & ", affiliation: Bij}
  date: {column: Dag, format: "%d/%m/%y"}
  start: {column: Van, format: ["%Hu%M", "%H:%M"]}
  end: {column: Tot, format: ["%Hu%M", "%H:%M"]}
  room: {column: Zaal, values: {K: Kleine zaal}}
  topics: {column: Trefwoorden, separator: "|"}
  status: {column: Stand, unpublished: nee, values: {weg: cancelled}}
  recording: {column: Film, prefix: "https://film.example/"}
  break: {column: Wat, values: {koffie: yes}}
always:
  event: Havendagen 2026
  zone: Europe/Amsterdam
  place: Rotterdam
  language: nl
"""


def test_a_table_of_columns_nobody_guesses_is_read_as_its_mapping_says() -> None:
    programme = mapped(DUTCH, DUTCH_MAPPING)
    event = only_event(programme)
    assert programme.format == "csv"
    assert (event.name, event.place, event.zone) == (
        "Havendagen 2026", "Rotterdam", "Europe/Amsterdam",
    )  # fmt: skip
    cranes, coffee, locks = event.talks
    assert cranes == Talk(
        "Kranen bij nacht",
        start=datetime(2026, 6, 10, 9, 30, tzinfo=SUMMER),
        end=datetime(2026, 6, 10, 10, 15, tzinfo=SUMMER),
        minutes=45,
        room="Hal",
        languages=("nl",),
        topics=("havens, zee", "licht"),
        appearances=(
            Appearance(Person("Ana Lindqvist"), affiliation="Quay"),
            Appearance(Person("Bo Chen"), affiliation="Tide"),
        ),
        recordings=cranes.recordings,
        where="line 2",
    )
    assert [one.url for one in cranes.recordings] == ["https://film.example/x1"]
    assert coffee.is_break
    assert (locks.status, locks.room) == ("cancelled", "Kleine zaal")
    # The comma is no separator here: the mapping says what is.
    assert [one.person.name for one in locks.appearances] == ["Eva, de Wit"]
    assert "'nee' were left out" in told(programme)


def test_a_header_below_others_is_found_and_the_rows_above_are_none() -> None:
    text = "Havendagen,,\n,,\nNr,Wat,Wie\n1,Kranen,Ana Lindqvist\n"
    event = only_event(mapped(text, "fields: {title: Wat, people: Wie}"))
    assert [talk.title for talk in event.talks] == ["Kranen"]
    assert event.talks[0].where == "line 4"


def test_a_table_without_a_header_has_numbered_columns() -> None:
    text = "Kranen,Ana Lindqvist\nSluizen,Bo Chen\n"
    event = only_event(mapped(text, "header: none\nfields: {title: 1, people: 2}"))
    assert [talk.title for talk in event.talks] == ["Kranen", "Sluizen"]
    assert event.talks[1].appearances[0].person.name == "Bo Chen"


def test_a_stated_delimiter_holds() -> None:
    text = "Wat^Wie\nKranen, licht; zee^Ana Lindqvist\n"
    event = only_event(mapped(text, 'delimiter: "^"\nfields: {title: Wat, people: Wie}'))
    assert event.talks[0].title == "Kranen, licht; zee"


def test_columns_are_found_whatever_their_case_and_blanks() -> None:
    event = only_event(mapped(" WAT  is ,x\nKranen,y\n", "fields: {title: wat is}"))
    assert event.talks[0].title == "Kranen"


@pytest.mark.parametrize(
    ("cell", "given", "moment"),
    [
        ("05/06/26", "day-first", date(2026, 6, 5)),
        ("05/06/26", "month-first", date(2026, 5, 6)),
        ("1781083800", "epoch-seconds", datetime(2026, 6, 10, 11, 30, tzinfo=SUMMER)),
        ("1781083800000", "epoch-milliseconds", datetime(2026, 6, 10, 11, 30, tzinfo=SUMMER)),
        ("2026 D161", "%Y D%j", date(2026, 6, 10)),
        ("10.06.", "%d.%m.", date(2026, 6, 10)),
        ("02.01.", "%d.%m.", date(2027, 1, 2)),
        ("10|6|26 9.5", "%d|%m|%y %H.%M", datetime(2026, 6, 10, 9, 5, tzinfo=SUMMER)),
        ("10.06.2026 07:00 +0000", "%d.%m.%Y %H:%M %z", datetime(2026, 6, 10, 7, tzinfo=UTC)),
    ],
)
def test_dates_are_read_in_the_format_stated(cell: str, given: str, moment: object) -> None:
    text = f'D;T\n"{cell}";Kranen\n'
    mapping = (
        f'fields: {{title: T, start: {{column: D, format: "{given}"}}}}\n'
        "always: {event_start: 2026-06-05, zone: Europe/Amsterdam}"
    )
    assert only_event(mapped(text, mapping)).talks[0].start == moment


def test_what_has_not_the_format_is_told_and_left_out() -> None:
    programme = mapped(
        "D;T\nsoon;Kranen\n", 'fields: {title: T, date: {column: D, format: "%d.%m.%Y"}}'
    )
    assert only_event(programme).talks[0].start is None
    assert "line 2: date 'soon' does not have the format %d.%m.%Y" in told(programme)


@pytest.mark.parametrize(
    ("cell", "unit", "minutes"),
    [("2700", "seconds", 45), ("1.5", "hours", 90), ("45", "minutes", 45), ("0:45", "hours", 45)],
)
def test_lengths_have_the_unit_stated(cell: str, unit: str, minutes: int) -> None:
    mapping = f"fields: {{title: T, duration: {{column: L, unit: {unit}}}}}"
    assert only_event(mapped(f"L;T\n{cell};Kranen\n", mapping)).talks[0].minutes == minutes


def test_only_published_states_are_read_when_they_are_named() -> None:
    text = "T;S\na talk;go\nanother;perhaps\na third;\n"
    mapping = "fields: {title: T, status: {column: S, published: go}}"
    assert [talk.title for talk in only_event(mapped(text, mapping)).talks] == ["a talk"]


def test_people_may_stand_in_groups_with_roles() -> None:
    text = "T,One,At One,Two,At Two,Lead\nKranen,Ana Lindqvist,Quay,Bo Chen,Tide,Cy Doe\n"
    mapping = """\
    fields:
      title: T
      people:
        - {name: One, affiliation: At One}
        - {name: Two, affiliation: At Two}
        - {name: Lead, role: moderator}
    """
    people = only_event(mapped(text, mapping)).talks[0].appearances
    assert [(one.person.name, one.affiliation, one.role) for one in people] == [
        ("Ana Lindqvist", "Quay", "speaker"),
        ("Bo Chen", "Tide", "speaker"),
        ("Cy Doe", None, "moderator"),
    ]


def test_names_may_be_in_two_columns_or_the_family_first() -> None:
    mapping = "fields: {title: T, people: {first: F, last: L, url: U, id: N}}"
    text = "T,F,L,U,N\nKranen,Ana,Lindqvist,https://a.example/,7\n"
    (one,) = only_event(mapped(text, mapping)).talks[0].appearances
    assert (one.person.name, one.person.id) == ("Ana Lindqvist", "7")
    assert one.person.links[0].url == "https://a.example/"
    mapping = "fields: {title: T, people: {name: N, family_first: true, separator: ';'}}"
    people = only_event(mapped('T|N\nKranen|"Lindqvist, Ana; Chen, Bo"\n', mapping)).talks[0]
    assert [one.person.name for one in people.appearances] == ["Ana Lindqvist", "Bo Chen"]


def test_a_list_of_events_and_one_of_people_can_be_mapped() -> None:
    events = mapped(
        "Naam,Begin,Slot,Stad\nHavendagen 2026,2026-06-10,2026-06-12,Rotterdam\n",
        "lists: events\nfields: {event: Naam, event_start: Begin, event_end: Slot, place: Stad}",
    )
    event = only_event(events)
    assert (event.name, event.start, event.end, event.place) == (
        "Havendagen 2026", date(2026, 6, 10), date(2026, 6, 12), "Rotterdam",
    )  # fmt: skip
    people = mapped(
        "Naam,Bij\nAna Lindqvist,Quay\n",
        "lists: people\nfields: {people: {name: Naam, affiliation: Bij}}",
    )
    (one,) = only_event(people).appearances
    assert (one.person.name, one.affiliation) == ("Ana Lindqvist", "Quay")


def test_what_the_command_line_says_wins_over_what_always_holds() -> None:
    mapping = "fields: {title: T, start: S}\nalways: {event: A, zone: Europe/Amsterdam}"
    programme = mapped("T,S\nKranen,2026-06-10 09:00\n", mapping, event="B", zone="Asia/Tokyo")
    event = only_event(programme)
    assert (event.name, event.zone) == ("B", "Asia/Tokyo")


@pytest.mark.parametrize("name", ["xlsx", "ods"])
@needs_shared
def test_a_sheet_of_a_workbook_can_be_mapped(name: str) -> None:
    data = (Path(str(SHARED)) / f"data/spreadsheet/c3voc-schedule-example.{name}").read_bytes()
    native = read(data, ReadOptions(file=f"example.{name}"))
    mapping = """\
    sheet: Fahrplan
    fields:
      title: Titel
      subtitle: Untertitel
      abstract: Beschreibung
      id: ID
      date: Datum
      start: Uhrzeit
      room: Ort
      people:
        - {name: "1"}
        - {name: "2", optional: true}
        - {name: "3", optional: true}
    always: {event: Example}
    """
    sheet = native.recognised.rpartition("table in ")[2].strip("'")
    found = only_event(mapped(data, mapping.replace("Fahrplan", sheet)))
    expected = only_event(native)
    assert len(found.talks) == len(expected.talks) > 0
    for mine, theirs in zip(found.talks, expected.talks, strict=True):
        assert (mine.title, mine.start, mine.room) == (theirs.title, theirs.start, theirs.room)


# JSON ---------------------------------------------------------------------------------------------

NESTED = {
    "conf": {"naam": "Havendagen", "zone": "Europe/Amsterdam"},
    "dagen": {
        "2026-06-10": {
            "zalen": {
                "Groot": [
                    {"kop": "Kranen", "wie": [1, "2"], "van": "09:30", "s": 2700, "t": [7]},
                    {"kop": "Pauze", "pauze": True, "van": "10:15", "s": 900},
                ],
                "Klein": [{"kop": "Sluizen", "wie": [9], "van": "09:30", "s": 1800, "t": ["a, b"]}],
            }
        }
    },
    "mensen": [
        {"nr": 1, "naam": "Lindqvist, Ana", "werk": {"bij": "Quay Labs"}},
        {"nr": 2, "naam": "Chen, Bo", "site": ["https://bo.example/"]},
    ],
    "labels": {"7": {"tekst": "havens, kranen"}},
}
NESTED_MAPPING = """\
records: dagen.*.zalen.*
fields:
  title: kop
  people:
    {path: wie, from: mensen, by: nr, id: nr, name: naam, family_first: true,
     affiliation: werk.bij, url: {path: site, optional: true}}
  date: ^^~
  start: van
  duration: {path: s, unit: seconds}
  room: "~"
  topics: {path: t, from: labels, take: tekst}
  break: pauze
  event: $.conf.naam
  zone: $.conf.zone
"""


def test_nested_json_with_people_by_id_is_read_as_its_mapping_says() -> None:
    programme = mapped(json.dumps(NESTED), NESTED_MAPPING)
    event = only_event(programme)
    assert programme.format == "json-list"
    assert (event.name, event.zone) == ("Havendagen", "Europe/Amsterdam")
    cranes, pause, locks = event.talks
    assert [(one.person.name, one.person.id, one.affiliation) for one in cranes.appearances] == [
        ("Ana Lindqvist", "1", "Quay Labs"),
        ("Bo Chen", "2", None),
    ]
    assert cranes.appearances[1].person.links[0].url == "https://bo.example/"
    assert cranes.start == datetime(2026, 6, 10, 9, 30, tzinfo=SUMMER)
    assert (cranes.minutes, cranes.room, cranes.topics) == (45, "Groot", ("havens, kranen",))
    assert pause.is_break
    assert (locks.room, locks.appearances, locks.topics) == ("Klein", (), ())
    assert locks.where == "dagen.2026-06-10.zalen.Klein[0]"
    assert "the id '9' is not among those of mensen" in told(programme)
    assert "the id 'a, b' is not among those of labels" in told(programme)


def test_objects_in_the_record_can_be_the_people() -> None:
    document = [
        {"t": "Kranen", "p": [{"n": {"v": "Ana"}, "rol": "Moderator"}, {"n": {"v": "Bo Chen"}}]},
        {"t": "Sluizen", "p": {"n": {"v": "Cy Doe"}}},
        {"t": "Dijken", "p": None},
    ]
    mapping = "fields: {title: t, people: {list: p, name: n.v, role: {path: rol}}}"
    talks = only_event(mapped(json.dumps(document), mapping)).talks
    assert [[(a.person.name, a.role) for a in talk.appearances] for talk in talks] == [
        [("Ana", "moderator"), ("Bo Chen", "speaker")], [("Cy Doe", "speaker")], [],
    ]  # fmt: skip


def test_lists_of_texts_stay_whole() -> None:
    document = [{"t": "Kranen", "k": ["havens, kranen"], "p": ["Ana Lindqvist", "Bo Chen"]}]
    talk = only_event(
        mapped(json.dumps(document), "fields: {title: t, topics: k, people: p}")
    ).talks[0]
    assert talk.topics == ("havens, kranen",)
    assert [one.person.name for one in talk.appearances] == ["Ana Lindqvist", "Bo Chen"]


def test_one_object_a_line_is_a_list() -> None:
    lines = '{"t": "Kranen", "n": "Ana Lindqvist"}\n{oops\n{"t": "Sluizen", "n": null}\n'
    programme = mapped(lines, "fields: {title: t, people: n}")
    assert [talk.title for talk in only_event(programme).talks] == ["Kranen", "Sluizen"]
    assert [talk.where for talk in only_event(programme).talks] == ["line 1", "line 3"]
    assert "line 2: not JSON" in told(programme)


# What does not fit ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mapping", "line", "what", "remedy"),
    [
        ("fields:\n  title: Wat\n  room: R", 3, "no column 'R'", "'Wat'"),
        ("fields:\n  title: T\n  room: R", 2, "no column 'T'", "m.yaml, line 3: there is no"),
        ("fields:\n  title: Wat\nrecords: a", 3, "records is for JSON", "remove"),
        ("fields:\n  title: Wat\n  people: {list: a, name: b}", 3, "list and from", "columns"),
    ],
)
def test_what_a_table_has_not_is_named_with_its_line(
    mapping: str, line: int, what: str, remedy: str
) -> None:
    error = refused("Wat,b\nKranen,x\n", mapping)
    assert error.where == f"m.yaml, line {line}"
    assert what in error.what
    assert remedy in error.remedy


@pytest.mark.parametrize(
    ("mapping", "line", "what", "remedy"),
    [
        ("fields:\n  title: kop\nrecords: dagen.x", 3, "leads to no record", "dagen."),
        ("fields:\n  title: kop\n", 0, "does not say where", "records:"),
        ("records: mensen\nfields:\n  title: kopje", 3, "leads nowhere", "'werk.bij'"),
        ("records: mensen\nfields:\n  title: 'a..b'", 3, "is no path", "dots"),
        ("records: mensen\nfields:\n  title: naam\n  people: {list: wie, name: n}", 4,
         "leads nowhere", "optional"),
        ("records: dagen.*.zalen.*\nfields:\n  title: kop\n  people:\n"
         "    {path: wie, from: menschen, by: nr, name: naam}", 5, "'menschen' does not", "by"),
        ("records: dagen.*.zalen.*\nfields:\n  title: kop\n"
         "  topics: {path: t, from: labels, take: txt}", 4, "'txt' leads nowhere", "optional"),
        ("sheet: A\nrecords: mensen\nfields: {title: naam}", 2, "records is for", ""),
        ("sheet: A\nfields: {title: naam}", 1, "is for workbooks", "remove"),
    ],
)  # fmt: skip
def test_what_a_document_has_not_is_named_with_its_line(
    mapping: str, line: int, what: str, remedy: str
) -> None:
    error = refused(json.dumps(NESTED | {"meer": [{"x": 1}]}), mapping)
    assert error.where == (f"m.yaml, line {line}" if line else "f")
    assert what in error.what
    assert remedy in error.remedy


def test_optional_columns_and_paths_may_be_missing() -> None:
    mapping = "fields: {title: T, room: {column: R, optional: true}}"
    assert only_event(mapped("T,x\nKranen,1\n", mapping)).talks[0].room is None
    assert only_event(mapped('[{"T": "Kranen"}]', mapping)).talks[0].room is None


def test_a_format_that_no_mapping_reads_is_refused() -> None:
    known = ReadOptions(file="f", mapping="fields: {title: T}", mapping_file="m.yaml")
    with pytest.raises(SourceError, match="as csv, not as ical"):
        read(b"T,x\nKranen,1\n", known, "ical")


def test_a_mapping_without_a_file_name_is_named_after_its_file() -> None:
    with pytest.raises(SourceError) as caught:
        read(b"T,x\nKranen,1\n", ReadOptions(file="a.csv", mapping="fields: {title: U}"))
    assert caught.value.where == "mapping of a.csv, line 1"


# Properties ---------------------------------------------------------------------------------------


@given(st.binary(max_size=300))
def test_any_bytes_end_in_records_or_in_an_error(data: bytes) -> None:
    for mapping in (DUTCH_MAPPING, NESTED_MAPPING, "header: none\nfields: {title: 1, people: 2}"):
        try:
            assert isinstance(mapped(data, mapping), Programme)
        except HallwayError:
            pass


@given(st.data())
def test_any_document_ends_in_records_or_in_an_error(data: st.DataObject) -> None:
    keys = st.sampled_from("kop wie van s t pauze naam nr mensen labels dagen zalen conf x".split())
    leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats()
    tree = data.draw(
        st.recursive(
            leaves,
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
            max_leaves=20,
        )
    )
    for mapping in (NESTED_MAPPING, "fields: {title: kop, people: {list: wie, name: naam}}"):
        try:
            assert isinstance(mapped(json.dumps(tree), mapping), Programme)
        except HallwayError:
            pass


letters = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8)
columns = st.lists(
    st.text("abcXYZ äß漢.:*?{}[]#&~^$", min_size=1, max_size=8)
    .map(str.strip)
    .filter(lambda name: name and name.casefold() == name),
    min_size=6,
    max_size=6,
    unique=True,
)
talks = st.builds(
    Talk,
    title=st.builds(lambda a, b: f"{a.title()} of {b}", letters, letters),
    start=st.datetimes(datetime(2020, 1, 1), datetime(2029, 1, 1)).map(
        lambda at: at.replace(minute=at.minute // 5 * 5, second=0, microsecond=0)
    ),
    minutes=st.integers(1, 300),
    room=st.none() | st.builds(lambda a: f"Room {a}", letters),
    topics=st.lists(letters, max_size=3, unique=True).map(tuple),
    appearances=st.lists(
        st.builds(lambda a, b: f"{a.title()} {b.title()}", letters, letters),
        max_size=3,
        unique_by=lambda name: name.casefold(),
    ).map(lambda names: tuple(Appearance(Person(name)) for name in names)),
)


def as_table(found: list[Talk], names: list[str]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    for talk in found:
        people = " + ".join(one.person.name for one in talk.appearances)
        assert isinstance(talk.start, datetime)
        when = f"{talk.start:%d|%m|%Y at %H.%M}"
        topics = " + ".join(talk.topics)
        writer.writerow([talk.title, people, when, talk.minutes, talk.room or "", topics])
    return out.getvalue()


def place(talk: Talk) -> tuple[object, ...]:
    """What two rows of one talk agree in, which name its people in turn."""
    return talk.title, talk.start, talk.room


@given(st.lists(talks, min_size=1, max_size=6, unique_by=place), columns)
def test_a_table_of_any_columns_reads_as_the_records_it_was_written_from(
    found: list[Talk], names: list[str]
) -> None:
    title, people, when, length, room, topics = (json.dumps(one) for one in names)
    mapping = f"""\
    delimiter: ","
    fields:
      title: {title}
      people: {{name: {people}, separator: " + "}}
      start: {{column: {when}, format: "%d|%m|%Y at %H.%M"}}
      duration: {length}
      room: {room}
      topics: {{column: {topics}, separator: " + "}}
    always: {{event: Harbour Days}}
    """
    read_back = only_event(mapped(as_table(found, names), mapping)).talks
    spelled = [replace(one, where="", end=None, is_break=False) for one in read_back]
    assert spelled == [replace(one, is_break=False) for one in found]


# Real files, against their own readers ------------------------------------------------------------

REAL = {
    "csv/gpn11.csv": """\
        fields:
          title: Title
          id: ID
          people: Speakers
          date: Date
          start: Start
          duration: Duration
          room: Room
          language: Language
          abstract: [Abstract, Description]
          recording: File URL
        always: {event: GPN11}
        """,
    "csv/access-2013.csv": """\
        fields:
          title: title
          people: speakers
          date: date
          start: time
          kind: type
          topics: tags
          abstract: abstract
          slides: slides
          recording: [video, audio]
        always: {event: Access 2013}
        """,
    "csv/acl2020-demo-papers.csv": """\
        fields:
          title: title
          id: UID
          people: {name: authors, separator: "|", role: author}
          abstract: abstract
          topics: {column: keywords, separator: "|"}
          track: track
          kind: paper_type
          links: [pdf_url, demo_url]
        always: {event: ACL demos}
        """,
    "csv/eswc2016-keynotes-cr.csv": """\
        fields:
          title: title
          id: id
          abstract: description
          people: {first: first name, last: last name, affiliation: affiliation}
          date: {column: date, format: "%m/%d/%y"}
          start: start
          end: end
          room: location
          url: web site
        always: {event: ESWC keynotes}
        """,
    "json-flat/emf-2014.json": """\
        fields:
          title: title
          id: id
          people: speaker
          start: {path: start_date, format: "%Y-%m-%dT%H:%M:%SZ"}
          end: {path: end_date, format: "%Y-%m-%dT%H:%M:%SZ"}
          room: venue
          kind: type
          abstract: description
          url: {path: link, optional: true}
        always: {event: EMF}
        """,
    "indico-json/xdc-2021.json": """\
        records: results.contributions
        fields:
          title: title
          id: id
          abstract: description
          date: startDate.date
          start: startDate.time
          duration: duration
          zone: startDate.tz
          people:
            - {list: speakers, name: fullName, family_first: true, optional: true}
            - {list: primaryauthors, name: fullName, family_first: true, affiliation: affiliation}
            - {list: coauthors, name: fullName, family_first: true, affiliation: affiliation}
          event: ^title
        """,
}


# One person of the Indico export has the given name in both fields; its own reader knows that.
REPAIRED = {"Rajneesh Rajneesh Bhardwaj": "Rajneesh Bhardwaj"}


@pytest.mark.parametrize("name", REAL)
@needs_shared
def test_a_real_file_reads_as_by_its_own_reader(name: str) -> None:
    data = (Path(str(SHARED)) / "data" / name).read_bytes()
    native = read(data, ReadOptions(file=name, event="E"))
    programme = mapped(data, str(REAL[name]), event="E")

    def names_of(talk: Talk) -> list[str]:
        return [one.person.name for one in talk.appearances]

    def instant(at: Moment | None) -> Moment | None:
        """Write an instant in one zone: of the same moment the offsets may differ."""
        return at.astimezone(UTC) if isinstance(at, datetime) and at.tzinfo else at

    def facts(programme: Programme) -> list[object]:
        talks = [talk for event in programme.events for talk in event.talks]
        return sorted(
            (
                talk.title,
                talk.room or "",
                str(instant(talk.start)),
                talk.minutes or 0,
                sorted(
                    {REPAIRED.get(one.person.name, one.person.name) for one in talk.appearances}
                ),
            )
            for talk in talks
        )

    assert facts(programme) == facts(native)
    assert len(facts(native)) > 2


def test_records_of_one_talk_are_joined() -> None:
    text = (
        "Nr;Wat;Wie;Bij;Onderwerp;Zaal\n"
        "1;Kranen;Ana Lindqvist;Quay;havens;\n"
        "2;Sluizen;Cy Doe;;;K\n"
        "1;Kranen;Bo Chen;Tide;licht;Hal\n"
        "1;Kranen;Ana Lindqvist;Quay;havens;Hal\n"
        ";Dijken;Eva de Wit;;;\n"
        ";Duinen;Eva de Wit;;;\n"
    )
    mapping = """\
    join: id
    fields:
      {id: Nr, title: Wat, people: {name: Wie, affiliation: Bij}, topics: Onderwerp, room: Zaal}
    """
    programme = mapped(text, mapping, event="E")
    talks = only_event(programme).talks
    assert [talk.title for talk in talks] == ["Kranen", "Sluizen", "Dijken", "Duinen"]
    cranes = talks[0]
    assert [(one.person.name, one.affiliation) for one in cranes.appearances] == [
        ("Ana Lindqvist", "Quay"), ("Bo Chen", "Tide"),
    ]  # fmt: skip
    assert (cranes.topics, cranes.room, cranes.where) == (("havens", "licht"), "Hal", "line 2")
    assert programme.notices == ()
    error = refused(text, "join: idd\nfields: {title: Wat}")
    assert (error.where, error.what[:20]) == ("m.yaml, line 1", "join names 'idd', wh")
