"""Schedule XML: its dialects, and what is wrong in real ones."""

from __future__ import annotations

import time
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions, recognise
from hallway.graph.formats.frab_xml import FORMAT, read
from hallway.graph.programme import Event, Programme, Talk

CASES = Path(__file__).parents[2] / "cases" / "data"


def schedule(events: str, *, head: str = "", day: str = 'date="2026-06-10"') -> bytes:
    """A schedule of one day and one room."""
    return (
        "<schedule><conference><title>Harbour Conf 2026</title>"
        f"<time_zone_name>Europe/Berlin</time_zone_name>{head}</conference>"
        f'<day {day}><room name="Main">{events}</room></day></schedule>'
    ).encode()


def event(inside: str, attributes: str = 'id="1"') -> str:
    return f"<event {attributes}><title>A talk</title>{inside}</event>"


def one(inside: str, **more: str) -> Talk:
    """The only talk of a schedule."""
    (talk,) = read(schedule(event(inside), **more), ReadOptions()).events[0].talks
    return talk


def case(name: str) -> Programme:
    return read((CASES / name / "input.xml").read_bytes(), ReadOptions(file="input.xml"))


def said(programme: Programme, *words: str) -> bool:
    return any(all(w.lower() in str(n).lower() for w in words) for n in programme.notices)


def titles(event_: Event) -> dict[str, Talk]:
    return {talk.title: talk for talk in event_.talks}


def test_the_root_element_tells_the_format_whatever_stands_before_it() -> None:
    document = b"\xef\xbb\xbf\n<?xml version='1.0'?><!-- hi --><schedule a='1'>\n<conference/>"
    assert [(one.name, why) for one, why in recognise(document)] == [
        ("frab-xml", "root element schedule with conference")
    ]
    for other in (b"<schedule><day><entry/></day></schedule>", b"<rss><conference/></rss>"):
        assert FORMAT.recognises(other, other) == ""


def test_three_parts_of_a_duration_are_days_hours_and_minutes() -> None:
    programme = case("02-days-in-a-duration")
    assert [talk.minutes for talk in programme.events[0].talks] == [
        45,
        (24 + 2) * 60 + 30,
        (694 * 24 + 10) * 60 + 40,
    ]
    assert said(programme, "line 31", "duration", "694:10:40")
    assert not any(n.level == "warning" and "line 21" in n.where for n in programme.notices)


@pytest.mark.parametrize(
    ("durations", "expected"),
    [
        (["00:45:00", "01:00:00"], [45, 60]),
        (["01:00:00"], [24 * 60]),
        (["694:10:40", "00:45:00"], [1_000_000, None]),
        (["0:20", "45", "PT1H", "soon"], [20, 45, 60, None]),
    ],
)
def test_seconds_are_told_from_minutes_where_one_duration_shows_it(
    durations: list[str], expected: list[int | None]
) -> None:
    told = (event(f"<duration>{one}</duration>", f'id="{n}"') for n, one in enumerate(durations))
    document = schedule("".join(told))
    talks = read(document, ReadOptions()).events[0].talks
    assert [talk.minutes for talk in talks] == expected


def test_the_night_belongs_to_the_next_date() -> None:
    talks = titles(case("03-after-midnight").events[0])
    hours_behind_utc = timedelta(hours=2)
    late = talks["Very late talk"].start
    assert isinstance(late, datetime)
    assert late.utcoffset() == hours_behind_utc
    assert late.replace(tzinfo=None) == datetime(2026, 6, 11, 1, 30)
    end = talks["Night hack"].end
    assert isinstance(end, datetime)
    assert end.replace(tzinfo=None) == datetime(2026, 6, 11, 1, 15)
    assert case("03-after-midnight").events[0].end == date(2026, 6, 10)


@pytest.mark.parametrize(
    ("start", "head", "expected"),
    [
        ("08:30", "<day_change>09:00:00</day_change>", date(2026, 6, 11)),
        ("09:00", "<day_change>09:00:00</day_change>", date(2026, 6, 10)),
        ("00:30", "", date(2026, 6, 11)),
        ("08:30", "", date(2026, 6, 10)),
    ],
)
def test_day_change_tells_when_the_day_begins(start: str, head: str, expected: date) -> None:
    first = event("<start>10:00</start>")
    document = schedule(first + event(f"<start>{start}</start>", 'id="2"'), head=head)
    moment = read(document, ReadOptions()).events[0].talks[1].start
    assert isinstance(moment, datetime)
    assert moment.date() == expected


def test_the_own_date_of_a_talk_wins_over_the_day_and_gets_the_offset_of_the_place() -> None:
    talk = one(
        "<date>2023-09-10T05:00:00+00:00</date><start>10:30</start>",
        head="<time_zone_name>Asia/Kolkata</time_zone_name>",
        day='date="2023-09-09"',
    )
    assert isinstance(talk.start, datetime)
    assert talk.start.isoformat() == "2023-09-10T10:30:00+05:30"


def test_a_broken_or_missing_time_leaves_the_start_unknown() -> None:
    programme = case("04-missing-and-broken-start")
    assert [talk.start is None for talk in programme.events[0].talks] == [False, True, True]
    assert said(programme, "line 21", "start")
    assert said(programme, "line 29", "25:99")


def test_times_without_a_zone_stay_local() -> None:
    document = schedule(event("<start>10:00</start>")).replace(b"Europe/Berlin", b"")
    programme = read(document, ReadOptions())
    assert programme.events[0].talks[0].start == datetime(2026, 6, 10, 10, 0)
    assert said(programme, "no zone")
    named = read(document, ReadOptions(zone="Europe/Lisbon")).events[0].talks[0].start
    assert isinstance(named, datetime)
    assert named.utcoffset() == timedelta(hours=1)


def test_guids_tell_talks_apart_where_ids_repeat() -> None:
    talks = case("05-same-id-other-guid").events[0].talks
    assert len({talk.key for talk in talks}) == 3
    assert all(talk.key.startswith("0b5c0d6e-1111") for talk in talks)


def test_a_repeated_guid_is_another_slot_of_a_title_and_still_gives_each_talk_a_key() -> None:
    twice = event("<start>10:00</start>", 'guid="g"') + event("<start>11:00</start>", 'guid="g"')
    other = '<event guid="g"><title>Another</title><start>12:00</start></event>'
    programme = read(schedule(twice + other), ReadOptions())
    talk, another = programme.events[0].talks
    assert [str(slot.start)[11:16] for slot in talk.every_slot] == ["10:00", "11:00"]
    assert (talk.key, another.title, another.slots) == ("g", "Another", ())
    assert another.key not in ("", "g")
    assert said(programme, "'g'", "again")


def test_an_id_inside_the_event_is_its_id() -> None:
    document = schedule("<event><id>5083</id><title>x</title><start>09:30</start></event>")
    assert read(document, ReadOptions()).events[0].talks[0].key == "5083"


def test_a_programme_before_its_first_talk_is_an_event_with_a_warning() -> None:
    programme = case("06-no-sessions-yet")
    assert programme.events[0].name == "Harbour Conf 2026"
    assert programme.talks() == 0
    assert said(programme, "no talks")


def test_markup_becomes_text() -> None:
    (talk,) = case("19-markup-in-text").events[0].talks
    assert talk.title == "Tom & Jerry live"
    assert "<" not in talk.abstract
    assert "alert" not in talk.abstract
    assert talk.abstract.split("\n")[:2] == ["First", "second"]
    assert [link.url for link in talk.links] == ["https://slides.harbour.example/1"]


def test_abstract_comes_before_description_and_a_repetition_once() -> None:
    assert one("<description>Long.</description><abstract>Short.</abstract>").abstract == (
        "Short.\nLong."
    )
    both = "<abstract>The same.</abstract><description>The same. And more.</description>"
    assert one(both).abstract == "The same. And more."


def test_a_document_type_is_refused_before_anything_expands() -> None:
    begin = time.process_time()
    with pytest.raises(SourceError, match="DTD"):
        case("20-entity-bomb")
    assert time.process_time() - begin < 2
    external = (
        b'<!DOCTYPE schedule SYSTEM "https://dtd.example/x.dtd"><schedule><conference/></schedule>'
    )
    with pytest.raises(SourceError, match="DTD"):
        read(external, ReadOptions())
    assert FORMAT.recognises(external, external)
    bomb = (CASES / "20-entity-bomb" / "input.xml").read_text("utf-8")
    with pytest.raises(SourceError, match="DTD"):
        read(bomb.replace("UTF-8", "UTF-16").encode("utf-16"), ReadOptions())


def test_links_are_repaired_or_told() -> None:
    programme = case("33-links-that-are-no-addresses")
    (talk,) = programme.events[0].talks
    urls = {link.url for link in talk.links} | {talk.url}
    assert {
        "https://talks.harbour.example/a%20b/ü?x=1%7C2",
        "https://www.harbour.example/slides",
        "mailto:ana@harbour.example",
    } <= urls
    assert not any(url and url.startswith(("javascript:", "data:")) for url in urls)
    assert said(programme, "javascript:")
    assert said(programme, "%zz")


def test_links_are_sorted_by_what_they_lead_to() -> None:
    talk = one(
        "<recording><license>CC BY 4.0</license><optout>false</optout></recording><links>"
        '<link href="https://video.example/1.webm">Video</link>'
        '<link href="https://media.ccc.de/v/x">recording</link>'
        '<link href="https://submission.example/feedback/1.php">Submit feedback</link>'
        '<link href="https://example.org/project">Project</link>'
        '<link href="https://example.org/1.pdf">Slides (PDF)</link></links>'
        '<attachments><attachment href="/2.pdf">Paper</attachment></attachments>',
        head="<base_url>https://conf.example/2026/</base_url>",
    )
    assert [(one.url, one.licence) for one in talk.recordings] == [
        ("https://video.example/1.webm", "CC BY 4.0"),
        ("https://media.ccc.de/v/x", "CC BY 4.0"),
    ]
    assert [link.url for link in talk.slides] == [
        "https://example.org/1.pdf",
        "https://conf.example/2.pdf",
    ]
    assert [link.url for link in talk.links] == ["https://example.org/project"]
    assert not talk.no_recording


def test_a_link_about_feedback_is_no_form_for_it() -> None:
    talk = one(
        '<links><link href="https://a.example/feedback-control.pdf">Feedback loops</link></links>'
    )
    assert [link.label for link in talk.links] == ["Feedback loops"]


@pytest.mark.parametrize("bad", ["&#8;", "&#0;", "\x0b", "&undefined;", "\ufffe"])
def test_characters_that_xml_forbids_cost_no_talk(bad: str) -> None:
    document = schedule(event(f"<abstract>a{bad}b</abstract>") + event("", 'id="2"'))
    programme = read(document, ReadOptions())
    assert len(programme.events[0].talks) == 2
    assert programme.notices


def test_opting_out_of_recording_is_kept() -> None:
    assert one("<recording><optout>true</optout></recording>").no_recording


def test_several_languages_may_stand_in_one_element() -> None:
    assert one("<language>de, en</language>").languages == ("de", "en")


def test_a_meal_that_nobody_gives_is_a_break_and_a_talk_about_coffee_is_none() -> None:
    def slot(title: str, person: str = "") -> str:
        persons = f"<persons><person>{person}</person></persons>" if person else ""
        return f"<event><title>{title}</title>{persons}</event>"

    document = schedule(
        slot("Lunch break") + slot("Coffee, a history") + slot("Dinner", "Ana Lindqvist")
    )
    talks = titles(read(document, ReadOptions()).events[0])
    assert [title for title, talk in talks.items() if talk.is_break] == ["Lunch break"]


def test_person_ids_count_only_where_one_name_goes_with_them() -> None:
    def talk(*people: tuple[str, str]) -> str:
        inside = "".join(f'<person id="{i}">{name}</person>' for i, name in people)
        return event(f"<persons>{inside}</persons>")

    shared = schedule(talk(("1", "Ana Lindqvist"), ("1", "Omar Haddad"), ("2", "Mei Tanaka")))
    people = [a.person for a in read(shared, ReadOptions()).events[0].talks[0].appearances]
    assert [(person.name, person.id) for person in people] == [
        ("Ana Lindqvist", None),
        ("Omar Haddad", None),
        ("Mei Tanaka", "2"),
    ]
    of_links = schedule(
        talk(("1", "Ana Lindqvist"), ("2", "Mei Tanaka")) + talk(("3", "Ana Lindqvist"))
    )
    talks = read(of_links, ReadOptions()).events[0].talks
    assert {a.person.id for t in talks for a in t.appearances} == {None}
    namesakes = schedule(
        talk(("1", "Ana Lindqvist"), ("2", "Ana Lindqvist")) + talk(("1", "Ana Lindqvist"))
    )
    first = read(namesakes, ReadOptions()).events[0].talks[0]
    assert [a.person.id for a in first.appearances] == ["1", "2"]
    once = schedule(talk(("1", "Ana Lindqvist"), ("2", "Ana Lindqvist")))
    (only,) = read(once, ReadOptions()).events[0].talks
    assert [a.person.id for a in only.appearances] == ["1", "2"]


def test_two_ids_of_a_full_name_are_one_person_and_of_a_single_word_may_be_two() -> None:
    def talk(id_: str, name: str) -> str:
        numbers.append("id")
        inside = f'<persons><person id="{id_}">{name}</person></persons>'
        return event(inside, f'id="{len(numbers)}"')

    numbers: list[str] = []

    document = schedule(
        talk("1", "Ana Lindqvist")
        + talk("2", "Ana Lindqvist")
        + talk("3", "anna")
        + talk("4", "Anna")
        + talk("4", "Anna")
    )
    talks = read(document, ReadOptions()).events[0].talks
    assert [t.appearances[0].person.id for t in talks] == [None, None, "3", "4", "4"]


def test_several_people_in_the_only_person_element_are_several_people() -> None:
    talk = one("<persons><person id='1'>Libby Quay, Richard Mole &amp; Jo Tide</person></persons>")
    assert [a.person.name for a in talk.appearances] == ["Libby Quay", "Richard Mole", "Jo Tide"]
    talk = one("<persons><person id='1'>Jen Quay, defendharbour</person></persons>")
    assert [(a.person.name, a.affiliation) for a in talk.appearances] == [
        ("Jen Quay", "defendharbour")
    ]


def test_a_word_in_brackets_is_a_nickname_and_placeholders_are_nobody() -> None:
    talk = one(
        "<persons><person>Ana Lindqvist (anchor)</person><person>TBA</person>"
        "<person>Omar Haddad (Quay Labs Institute)</person><person>Mei (she/her)</person></persons>"
    )
    assert [(a.person.name, a.person.alternate_names, a.affiliation) for a in talk.appearances] == [
        ("Ana Lindqvist", ("anchor",), None),
        ("Omar Haddad", (), "Quay Labs Institute"),
        ("Mei", (), None),
    ]


@pytest.mark.parametrize(
    ("start", "end", "days", "expected", "level"),
    [
        ("2020-07-24", "2020-07-26", "3", (date(2026, 6, 10), date(2026, 6, 10)), "warning"),
        ("2026-06-10", "2026-06-11", "1", (date(2026, 6, 10), date(2026, 6, 10)), "warning"),
        ("2026-06-09", "2026-06-11", "3", (date(2026, 6, 9), date(2026, 6, 11)), "note"),
    ],
)
def test_a_head_whose_dates_disagree_with_the_talks_is_told(
    start: str, end: str, days: str, expected: tuple[date, date], level: str
) -> None:
    head = f"<start>{start}</start><end>{end}</end><days>{days}</days>"
    programme = read(schedule(event("<start>10:00</start>"), head=head), ReadOptions())
    assert (programme.events[0].start, programme.events[0].end) == expected
    assert any(n.level == level and start in n.what for n in programme.notices)


@pytest.mark.parametrize(
    ("title", "acronym", "series"),
    [
        ("Harbour Conf 2026", "", "Harbour Conf"),
        ("31. Tide Congress", "31tc", "Tide Congress"),
        ("TideCon 23", "", "TideCon"),
        ("TideCon", "tidecon2013", "TideCon"),
        ("TideCon", "tidecon", None),
    ],
)
def test_the_series_is_the_title_without_year_or_number(
    title: str, acronym: str, series: str | None
) -> None:
    document = (
        f"<schedule><conference><title>{title}</title><acronym>{acronym}</acronym>"
        "</conference></schedule>"
    ).encode()
    found = read(document, ReadOptions()).events[0].series
    assert (found.name if found else None) == series


def test_a_file_cut_off_in_the_middle_keeps_what_is_before() -> None:
    whole = schedule(event("<start>10:00</start>") + event("<start>11:00</start>"))
    programme = read(whole[: whole.rindex(b"<event")], ReadOptions())
    assert len(programme.events[0].talks) == 1
    assert said(programme, "not well-formed")


@pytest.mark.parametrize("lead", ["", "\n\n\n", "\ufeff\n"])
def test_a_notice_names_the_line_where_the_event_begins(lead: str) -> None:
    lines = "\n" * 70_000 + event("<start>25:99</start>")
    body = schedule(lines).decode()
    document = f'{lead}<?xml version="1.0" encoding="UTF-8"?>\n{body}'
    expected = document[: document.index("<event")].count("\n") + 1
    assert said(read(document.encode(), ReadOptions()), f"line {expected}:", "25:99")


def test_events_may_stand_without_a_room_and_in_a_namespace() -> None:
    document = schedule(event("<start>10:00</start><room>Aula</room>"))
    bare = document.replace(b'<room name="Main">', b"").replace(b"</room></day>", b"</day>")
    spaced = bare.replace(b"<schedule>", b'<schedule xmlns="https://example.org/ns">')
    for variant in (bare, spaced):
        (talk,) = read(variant, ReadOptions()).events[0].talks
        assert talk.room == "Aula"


def test_limits_are_kept() -> None:
    document = schedule(event(f"<abstract>{'word ' * 100}</abstract>") + event(""))
    with pytest.raises(SourceError, match="max_records"):
        read(document, ReadOptions(max_records=1))
    programme = read(document, ReadOptions(max_field=20))
    assert len(programme.events[0].talks[0].abstract) <= 20
    assert programme.events[0].talks[0].truncated
    assert said(programme, "max_field")


SMALL = schedule(
    event(
        "<date>2026-06-10T10:00:00+02:00</date><start>10:00</start><duration>0:45</duration>"
        "<room>Main</room><persons><person id='1'>Ana Lindqvist</person></persons>"
        "<links><link href='https://a.example/'>a</link></links><language>en</language>"
        "<recording><license>CC0</license><optout>false</optout></recording>"
    )
    + event("<start>11:00</start><abstract>&lt;p&gt;x&lt;/p&gt;</abstract>", 'guid="b" id="2"'),
    head="<start>2026-06-10</start><end>2026-06-10</end><days>1</days>",
)


@given(st.integers(0, 60), st.sampled_from(["remove", "empty", "rename", "attributes"]))
def test_a_schedule_without_one_of_its_elements_is_still_read_or_refused(
    number: int, change: str
) -> None:
    root = etree.fromstring(SMALL)
    elements = list(root.iter())
    chosen = elements[number % len(elements)]
    parent = chosen.getparent()
    if change == "remove" and parent is not None:
        parent.remove(chosen)
    elif change == "empty":
        chosen.text = None
        for child in list(chosen):
            chosen.remove(child)
    elif change == "rename":
        chosen.tag = "other"
    else:
        chosen.attrib.clear()
    ends_well(etree.tostring(root))


@given(
    st.binary(max_size=200)
    | st.tuples(st.integers(0, len(SMALL)), st.binary(max_size=20)).map(
        lambda cut: SMALL[: cut[0]] + cut[1] + SMALL[cut[0] :]
    )
)
@settings(max_examples=200)
def test_any_bytes_end_in_a_programme_or_a_source_error(data: bytes) -> None:
    FORMAT.recognises(data, data)
    ends_well(data)


def ends_well(data: bytes) -> None:
    try:
        programme = read(data, ReadOptions())
    except SourceError:
        return
    assert len(programme.events) == 1


def test_a_licence_is_that_of_the_recordings_or_of_those_to_come() -> None:
    stated = "<recording><license>CC BY 4.0</license><optout>{}</optout></recording>"
    video = '<links><link href="https://media.example/v.mp4">Video</link></links>'
    assert one(stated.format("false")).licence == "CC BY 4.0"
    assert one(stated.format("true")).licence == ""
    recorded = one(stated.format("false") + video)
    assert (recorded.licence, recorded.recordings[0].licence) == ("", "CC BY 4.0")
