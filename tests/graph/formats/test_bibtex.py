"""BibTeX of proceedings, whole and broken."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.formats.bibtex import FORMAT, read
from hallway.graph.formats.papers.bibtex_entries import people_of
from hallway.graph.programme import Programme

PROCEEDINGS = r"""@Proceedings{TIDE-2023,
    booktitle = {Proceedings of the Conference on Tides},
    name = {Conference on Tides},
    shortname = {TIDE},
    editor = {Quay, Ida and Berg, Jan van der},
    year = {2023},
    start = {2023-06-22},
    end = {2023-06-24},
    conference_url = {https://tide.example/},
    address = {Bergen, Norway},
    conference_number = {4},
}

@InProceedings{Quay23,
    title = {Conference on Tides 2023: Preface},
    author = {Quay, Ida and van der Berg, Jan},
}

%paper ID: 26
@InProceedings{Lind23,
    title = {\ours: On {Kr\"uger}'s $\beta$-Tides},
    author = {Lindqvist, Ana B. and N\'emeth, Zs\'ofia and others},
    pages = {1-5},
    section = {Oral},
    abstract = {Half of it (50%) is known.

It says ``more'' --- later.},
    keywords = {tides; moon, full},
    pdf = {https://tide.example/lind\_23.pdf},
    url = {https://tide.example/lind23},
    video = {https://www.youtube.com/watch?v=abc},
}
@article{x, title = {Not a talk}}
"""


def said(programme: Programme, *words: str) -> bool:
    return any(all(word in str(one) for word in words) for one in programme.notices)


def test_the_proceedings_are_the_event_of_papers_that_name_no_book() -> None:
    (event,) = read(PROCEEDINGS.encode(), ReadOptions()).events
    assert (event.name, event.acronym, event.place) == (
        "Conference on Tides",
        "TIDE 2023",
        "Bergen, Norway",
    )
    assert (event.start, event.end) == (date(2023, 6, 22), date(2023, 6, 24))
    assert event.url == "https://tide.example/"
    assert event.series is not None
    assert event.series.name == "Conference on Tides"
    assert [(one.person.name, one.role) for one in event.appearances] == [
        ("Ida Quay", "editor"),
        ("Jan van der Berg", "editor"),
    ]


def test_tex_is_text_and_names_are_turned_around() -> None:
    programme = read(PROCEEDINGS.encode(), ReadOptions())
    (paper,) = programme.events[0].talks
    assert paper.title == "\\ours: On Krüger's β-Tides"
    assert said(programme, "\\ours", "TeX")
    assert [one.person.name for one in paper.appearances] == ["Ana B. Lindqvist", "Zsófia Németh"]
    assert said(programme, "'others'")
    assert paper.abstract == "Half of it (50%) is known.\nIt says “more” — later."
    assert paper.topics == ("tides", "moon, full")
    assert (paper.track, paper.kind, paper.key) == ("Oral", "paper", "Lind23")
    assert paper.url == "https://tide.example/lind23"
    assert [one.url for one in paper.links] == ["https://tide.example/lind_23.pdf"]
    assert [one.url for one in paper.recordings] == ["https://www.youtube.com/watch?v=abc"]
    assert paper.where == "line 20"


def test_a_preface_and_other_types_are_left_out_and_counted() -> None:
    programme = read(PROCEEDINGS.encode(), ReadOptions())
    assert said(programme, "prefaces, indexes and the like (1)", "line 14")
    assert said(programme, "entries of type @article", "(1)")


def test_papers_without_proceedings_are_grouped_by_book_and_year() -> None:
    source = """
    @string{tw = {Proceedings of the 5th Tide Workshop (Volume 2: Short Papers)}}
    @inproceedings{a, title = "One", author = {Ana Quay}, booktitle = tw, year = 2020}
    @conference(b, title = {Two}, author = {Bo Ek}, booktitle = tw, year = {2020})
    @inproceedings{c, title = {Three}, booktitle = {Ebb Days}, year = {2021}, doi = {10.5555/c}}
    """
    first, second = read(source.encode(), ReadOptions()).events
    assert (first.name, first.start) == ("5th Tide Workshop 2020", None)
    assert first.series is not None
    assert first.series.name == "Tide Workshop"
    assert [(talk.title, talk.track) for talk in first.talks] == [
        ("One", "Short Papers"),
        ("Two", "Short Papers"),
    ]
    assert (second.name, second.talks[0].key) == ("Ebb Days 2021", "https://doi.org/10.5555/c")


def test_a_paper_may_refer_to_its_book() -> None:
    source = """@inproceedings{a, title = {One}, crossref = {p2}}
    @proceedings{p1, title = {Ebb Days}, year = {2020}}
    @proceedings{p2, title = {Flood Days}, year = {2021}}"""
    events = {event.name: event for event in read(source.encode(), ReadOptions()).events}
    assert [talk.title for talk in events["Flood Days 2021"].talks] == ["One"]
    assert not events["Ebb Days 2020"].talks


@pytest.mark.parametrize(
    "broken",
    [
        "@inproceedings{bad, title = {never {closed}, author = {A B}\n",
        '@inproceedings{bad, title = "never closed\n',
        "@inproceedings{bad title {x} author}\n",
        "@inproceedings{,,,}\n",
        "@inproceedings{bad, title = undefined # macro}\n",
        "@inproceedings{bad, author = {A B}}\n",
    ],
)
def test_a_bad_entry_costs_no_other(broken: str) -> None:
    good = "@inproceedings{%s, title = {%s}, booktitle = {Tide Days}, year = {2020}}\n"
    source = good % ("a", "One") + broken + good % ("b", "Two")
    programme = read(source.encode(), ReadOptions())
    titles = [talk.title for event in programme.events for talk in event.talks]
    assert [title for title in titles if title in ("One", "Two")] == ["One", "Two"]
    assert any(one.where == "line 2" for one in programme.notices)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Knuth, Donald E.", ["Donald E. Knuth"]),
        ("Donald E. Knuth and Ada King", ["Donald E. Knuth", "Ada King"]),
        ("van der Berg, Jan", ["Jan van der Berg"]),
        ("King, Jr., Martin", ["Martin King Jr."]),
        ("{The Crane and Quay Team}", ["The Crane and Quay Team"]),
        (r"Kr{\"a}henb{\"u}hl, Philipp", ["Philipp Krähenbühl"]),
        (r"{\'E}mile Zola And Zoë Quay", ["Émile Zola", "Zoë Quay"]),
        ("", []),
    ],
)
def test_people_are_taken_apart(cell: str, expected: list[str]) -> None:
    assert people_of(cell) == expected


def test_an_end_before_the_start_is_told() -> None:
    source = PROCEEDINGS.replace("end = {2023-06-24}", "end = {2022-06-24}")
    programme = read(source.encode(), ReadOptions())
    assert (programme.events[0].start, programme.events[0].end) == (date(2023, 6, 22), None)
    assert said(programme, "2022-06-24", "before it starts")


def test_without_papers_it_is_refused() -> None:
    with pytest.raises(SourceError, match="no paper"):
        read(b"@book{a, title = {x}}", ReadOptions())


def test_only_entries_at_the_start_are_recognised() -> None:
    for source in ("@InProceedings{a,", "\n% a comment\n@proceedings(x,", "@string{a = {b}}"):
        assert FORMAT.recognises(source.encode(), source.encode())
    for source in ("@prefix a: <b> .", "@context{", "title\n@article{a,", "@media {a", "user@x{"):
        assert not FORMAT.recognises(source.encode(), source.encode())


def test_braces_without_end_are_read_in_time() -> None:
    source = b"@inproceedings{a, title = " + b"{" * 50_000 + b"\n@inproceedings{b, title={x}}"
    begin = time.process_time()
    assert read(source + b"\n@inproceedings{c, title={{{" * 2000, ReadOptions()).talks() >= 1
    assert time.process_time() - begin < 10


@settings(max_examples=80, deadline=5000)
@given(st.text(alphabet='@{}(),="#\\$%ab \n', max_size=200))
def test_any_text_ends_in_a_programme_or_a_source_error(text: str) -> None:
    for source in (text, "@inproceedings{a, title={x}, author={" + text):
        FORMAT.recognises(source.encode(), source.encode())
        try:
            read(source.encode(), ReadOptions())
        except SourceError:
            pass


@settings(max_examples=80, deadline=5000)
@given(st.data())
def test_a_lost_doubled_or_swapped_line_costs_no_more(data: st.DataObject) -> None:
    lines = PROCEEDINGS.split("\n")
    at = data.draw(st.integers(0, len(lines) - 2))
    change = data.draw(st.sampled_from(("delete", "double", "swap")))
    if change == "delete":
        del lines[at]
    elif change == "double":
        lines.insert(at, lines[at])
    else:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    programme = read("\n".join(lines).encode(), ReadOptions())
    assert 0 <= programme.talks() <= 3
