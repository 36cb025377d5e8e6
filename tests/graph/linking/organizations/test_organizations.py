"""Who presents a talk; above all: nobody, when its text does not say so."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hallway.graph.formats import ReadOptions, read
from hallway.graph.linking.organizations.presenting import DERIVED, PRESENTED_BY, SUGGESTED, link
from hallway.graph.linking.records import LinkRecord, TalkText


def derived(links: Sequence[LinkRecord]) -> set[tuple[str, str]]:
    return {(each.subject, each.object) for each in links if each.status == "derived"}


def presenters(text: str, title: str = "A talk", **more: tuple[str, ...]) -> set[str]:
    return {name for _, name in derived(link([TalkText("x", "e", title, text, **more)]))}  # type: ignore[arg-type]


def test_meta_presents_four_talks_of_the_sample_and_nobody_any_other() -> None:
    data = files("hallway.samples").joinpath("systems-at-scale-2024.txt").read_bytes()
    (event,) = read(data, ReadOptions()).events
    topics = tuple((topic, topic) for topic in event.topics)
    talks = [
        TalkText(str(number), "e", talk.title, talk.abstract, event_topics=topics)
        for number, talk in enumerate(event.talks, 1)
    ]
    links = link(talks)
    assert derived(links) == {(number, "Meta") for number in "2489"}
    assert len(links) == 4


def test_meta_presents_four_talks_of_the_seed_and_nobody_any_other() -> None:
    shared = os.environ.get("HALLWAY_SHARED")
    if not shared:
        pytest.skip("HALLWAY_SHARED names no folder with the gold sets")
    lines = Path(shared, "gold", "topic_links.dev.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["source"] == "seed-hand"]
    talks = [
        TalkText(str(number), "e", row["title"], row["text"]) for number, row in enumerate(rows, 1)
    ]
    assert derived(link(talks)) == {(number, "Meta") for number in "2489"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("At Lanternworks we build lighthouses out of spare lenses.", "Lanternworks"),
        ("Last year at Lanternworks, our team rebuilt its lamps.", "Lanternworks"),
        ("We at Lanternworks use mirrors.", "Lanternworks"),
        ("Ann recently joined Lanternworks as a keeper.", "Lanternworks"),
        ("She is a professor in the Department of Light at Lanternworks.", "Lanternworks"),
        ("Ann is a librarian at the Lamp Library of Norway.", "Lamp Library of Norway"),
        ("She is founder of a start-up called Lanternworks.", "Lanternworks"),
        ("In this session Pinterest shares how it shards its lamps.", "Pinterest"),
        ("Airbnb's data team rebuilt its lamps, and we tell how.", "Airbnb"),
        ("The talk is given by keepers from Bloomberg.", "Bloomberg"),
        ("メルカリでエンジニアをしています。", "メルカリ"),
        ("我在阿里巴巴担任工程师。", "阿里巴巴"),
        ("Boris работает в Google.", "Google"),
        ("Rose est chercheuse à l'Inria.", "Inria"),
        ("Trabalho na Lanternworks há dez anos.", "Lanternworks"),
        ("We tell how we use mirrors at Lanternworks to save oil.", "Lanternworks"),
        ("Ada is a lamp engineer at Lanternworks and likes tea.", "Lanternworks"),
        ("Ada is the CTO of Lanternworks.", "Lanternworks"),
        ("She works at Lanternworks as a keeper.", "Lanternworks"),
        (
            "Ada is a professor at the University of Northern Lights.",
            "University of Northern Lights",
        ),
        (
            "Authors: Ray, Ada, Lanternworks; Poe, Bo, University of Oslo Track: Lamps",
            "Lanternworks",
        ),
        ("Ada is an engineer\nat Lanternworks who writes.", "Lanternworks"),
        ("Lamp was developed as a side project at Lanternworks and went far.", "Lanternworks"),
        ("Ada is a lamp engineer for Lanternworks and likes tea.", "Lanternworks"),
        ("Wir reparieren unsere Lampen bei Lanternworks seit Jahren.", "Lanternworks"),
        ("Ada arbeitet seit 2012 bei Lanternworks.", "Lanternworks"),
        ("Ada è ingegnere presso Lanternworks e scrive.", "Lanternworks"),
        ("Ada werkt als ontwikkelaar bij Lanternworks.", "Lanternworks"),
        ("Ada jobbar som utvecklare på Lanternworks.", "Lanternworks"),
        ("Ada pracuje w firmie Lanternworks.", "Lanternworks"),
        ("Engineers from Lanternworks share how they grind lenses.", "Lanternworks"),
        ("Lanternworks's platform team will present its lamps.", "Lanternworks"),
        ("The lens team of Lanternworks presents what it ground.", "Lanternworks"),
        ("Join Ada Ray from Lanternworks as she lights a lamp.", "Lanternworks"),
        ("Ada joined Lanternworks in 2019 and now leads its lens group.", "Lanternworks"),
        ("Ada currently heads research at Lanternworks.", "Lanternworks"),
        ("I'm Ada, I work on lenses at Lanternworks and bake.", "Lanternworks"),
        ("Ada is a member of the technical staff at Lanternworks.", "Lanternworks"),
        ("Ada est développeuse senior chez Lanternworks.", "Lanternworks"),
        ("Chez Lanternworks, nous aimons les lampes.", "Lanternworks"),
        ("Ada trabaja como ingeniera en Lanternworks.", "Lanternworks"),
        ("Na Lanternworks, usamos lâmpadas.", "Lanternworks"),
        ("登壇者は株式会社メルカリのエンジニアです。", "メルカリ"),
    ],
)
def test_sentences_that_say_for_whom_somebody_speaks(text: str, name: str) -> None:
    assert name in presenters(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Python builds on decades of work. Django uses it. Kubernetes runs both.",
        "We meet at Google for a sprint.",
        "フロントエンドで働く人のための発表です。",
        "我在公司工作。",
        "Arctic is a 480B hybrid trained in three months. Arctic uses experts.",
        "Lanternlib replaces your logging and runs everywhere.",
        "We met at PyCon and at EuroPython 2019, and we had fun at FOSDEM.",
        "Ada was an engineer at Lanternworks before she took up painting.",
        "Previously she worked at Lanternworks.",
        "Formerly a researcher at Lanternworks, she now paints.",
        "We look at Lanterns and their history.",
        "The book was published by Lanternworks. Lanternworks is large.",
        "We'll describe some issues. I've built some lamps.",
        "On Monday at Noon we eat.",
        "at at at we we our At, we",
        "Markdown is used here. Originally built for lamps. Properly used, it shines.",
        "Ada antes trabajó en Lanternworks.",
        "Ada fue ingeniera en Lanternworks antes de pintar.",
        "Früher war Ada Entwicklerin bei Lanternworks.",
        "A professor at Lanternworks, who said: “We like lamps”.",
        "I show how Microsoft's open-source lamp works.",
        "Companies like Google, Amazon and Netflix have built lamps.",
        "Unless you work on lamps or at NASA, you will make mistakes.",
        "Ada joined Lanternworks in 2010 and left in 2015.",
        "Thanks to Anaconda for paying my travel.",
        "Meet us at the Google booth after the talk.",
        "Uber's lamp made the term popular; this talk starts there.",
        "The story of how lamps were made at night.",
    ],
)
def test_texts_that_name_no_presenting_organization_give_none(text: str) -> None:
    assert presenters(text) == set()


def test_a_name_behind_the_title_counts_where_it_is_known_and_no_service() -> None:
    for title in ("Lamps at night - Ada Ray (Netflix)", "Lamps at night | Netflix"):
        assert presenters("Bright.", title) == {"Netflix"}
    for title in ("Lamps at night | Lanternworks", "Lamps (Python)", "Lamps on air - YouTube"):
        assert presenters("Bright.", title) == set()


def test_who_stands_behind_the_speakers_names() -> None:
    text = "A talk - Ada Ray, Lamp Engineer, Lanternworks & Bo Poe, IBM Research Lamps are old."
    assert presenters(text) == {"Lanternworks", "IBM Research"}
    assert presenters(text, "Another title") == set()
    named = {"speakers": ("Ada Ray", "Bo Poe")}
    assert presenters("By Ada Ray, CTO, Lanternworks", **named) == {"Lanternworks"}
    assert presenters("By Ada Ray (Stanford University) and Bo Poe (IBM)", **named) == {
        "Stanford University",
        "IBM",
    }
    assert presenters("Ada Ray, Bo Poe, Cy Coe (http://example.org/)", **named) == set()
    assert presenters("Ada Ray, founder, Ontario", **named) == set()


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Python at Netflix", "Netflix"),
        ("How Spotify Scales its Lamps", "Spotify"),
        ("How Netflix tunes its lamps", "Netflix"),
        ("Lessons learned from Dropbox", "Dropbox"),
        ("How we build lamps at Quayworks", None),
        ("Lamp Support by Google", "Google"),
        ("Airbnb's journey to better lamps", "Airbnb"),
        ("Python at the Edge", None),
        ("How Docker Works", None),
        ("How Square Roots Work", None),
        ("Fun at EuroPython", None),
        ("Talk by Ada Ray at LinkedIn: Lamps", None),
        ("Apple pies at home", None),
    ],
)
def test_titles_that_name_whose_work_they_tell(title: str, name: str | None) -> None:
    assert presenters("", title) == ({name} if name else set())


def test_patterns_for_known_names_need_a_name_that_is_no_word() -> None:
    assert presenters("We look into Spotify's lamp engine.") == {"Spotify"}
    assert presenters("We look into Lanternworks's lamp engine.") == set()
    assert presenters("We look into Square's lamp engine.") == set()
    known = {"stated_organizations": ("Square Inc",)}
    assert presenters("We look into Square's lamp engine.", **known) == {"Square Inc"}


def test_what_the_talk_is_about_does_not_present_it() -> None:
    text = "Lanternscale describes a system of lamps. Lanternscale moved to mirrors."
    known = {"stated_organizations": ("Lanternscale Inc.",)}
    assert presenters(text, "Lanternscale: lamps for all", **known) == set()
    assert presenters(text, "Lamps for all", **known) == {"Lanternscale Inc."}


def test_a_name_that_several_talks_begin_with_is_surer() -> None:
    talks = [TalkText(str(n), "e", f"Lamps {n}", "Lanternworks runs a lamp.") for n in range(3)]
    (alone,) = link(talks[:1]) or [None]
    assert alone is None or alone.status == "suggested"
    assert derived(link(talks)) == {(str(n), "Lanternworks") for n in range(3)}


def test_a_known_spelling_is_taken() -> None:
    text = "At lanternworks we paint. At Lanternworks GmbH we paint."
    (found,) = link([TalkText("x", "e", "A talk", text)], known=["Lanternworks"])
    assert found.object == "Lanternworks"


def test_links_carry_what_a_reader_needs() -> None:
    text = "It is late. At Lanternworks we build lamps. Come!"
    (found,) = link([TalkText("x", "e", "A talk", text)])
    assert (found.subject, found.predicate, found.object_is_name) == ("x", PRESENTED_BY, True)
    assert found.quote == "At Lanternworks we build lamps."
    assert '"Lanternworks"' in found.evidence
    assert SUGGESTED <= DERIVED <= found.confidence <= 1


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.lists(
            st.sampled_from("At at we our Meta Lanternworks uses runs . , engineer of the".split()),
            max_size=12,
        ).map(" ".join),
        max_size=4,
    ),
    st.randoms(),
)
def test_the_order_of_the_talks_does_not_matter(texts: list[str], chance: object) -> None:
    talks = [TalkText(str(number), "e", "A talk", text) for number, text in enumerate(texts)]
    shuffled = list(talks)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    found = link(talks)
    assert link(shuffled) == found
    for each in found:
        assert each.quote in texts[int(each.subject)]


@pytest.mark.parametrize(
    "text",
    ["A " * 50_000, "we at " * 20_000, "At A at A " * 10_000, "engineer " * 10_000, "(" * 100_000],
)
def test_a_monstrous_text_takes_no_time(text: str) -> None:
    start = time.process_time()
    link([TalkText("x", "e", text[:1000], text)])
    assert time.process_time() - start < 1
