"""One talk of several sources: whose name is spelled in two ways, and who may be somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallway.graph.build import Request, build
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.same_talk import spelled_otherwise
from hallway.graph.linking.records import Mention
from hallway.graph.site import Site
from tests.graph.one_event import EVENT, FACTS, schedule, with_one

TALK = "talk"
LEFT = ("Ana Lindqvist", "A. Lindqvist", "Omar Haddad", "O. Haddad", "Bo Dahl")
RIGHT = ("Anna Lindqvist", "Omar Haddad", "Bo Dahl", "B. Dahl")


def listing(source: str, *names: str, talk: str = TALK) -> list[Mention]:
    """Return one source's speakers of a talk."""
    return [
        Mention(
            f"{source}/{talk}/{place}",
            name,
            source,
            "e",
            co_speakers=(*names[:place], *names[place + 1 :]),
            talk=talk,
        )
        for place, name in enumerate(names)
    ]


def found(*mentions: Mention) -> set[tuple[str, str, bool]]:
    return {
        (*sorted((mentions[a].name, mentions[b].name)), alike)  # type: ignore[misc]
        for a, b, alike in spelled_otherwise(mentions)
    }


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (["A. Lindqvist"], ["Ana Lindqvist"], {("A. Lindqvist", "Ana Lindqvist", True)}),
        (["Ana Lindqvist", "Omar Haddad"], ["Omar Haddad", "Anna Lindqvist"],
         {("Ana Lindqvist", "Anna Lindqvist", True)}),
        (["Zoë Márquez"], ["Zoe Marquez"], {("Zoe Marquez", "Zoë Márquez", True)}),
        # Two that resemble one, or one that resembles two: nobody can tell.
        (["A. Lee"], ["Ann Lee", "Amy Lee"], set()),
        # Unlike names are asked about where they are all that differs.
        (["Ann Lee"], ["Ann Jones"], {("Ann Jones", "Ann Lee", False)}),
        (["Ann Lee"], ["Bo Dahl", "Mei Tanaka"], set()),
        (["Ann Lee", "Bo Dahl"], ["Mei Tanaka", "Joost Meer"], set()),
        (["Ann Lee"], ["Ann Lee"], set()),
        # The second source has both of them: two people.
        (["A. Lindqvist"], ["Ana Lindqvist", "A. Lindqvist"], set()),
    ],
)  # fmt: skip
def test_names_that_both_sources_have_are_paired_off_first(
    left: Sequence[str], right: Sequence[str], expected: set[tuple[str, str, bool]]
) -> None:
    assert found(*listing("a", *left), *listing("b", *right)) == expected


def test_another_talk_or_the_same_source_tells_nothing() -> None:
    assert not found(*listing("a", "A. Lindqvist"), *listing("b", "Ana Lindqvist", talk="other"))
    assert not found(*listing("a", "A. Lindqvist", "Ana Lindqvist"))
    assert not found(
        *listing("a", "A. Lindqvist", talk=""), *listing("b", "Ana Lindqvist", talk="")
    )


@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(LEFT), unique=True, max_size=3),
    st.lists(st.sampled_from(RIGHT), unique=True, max_size=3),
)  # fmt: skip
def test_who_is_paired_does_not_depend_on_the_order(left: list[str], right: list[str]) -> None:
    everybody = [*listing("a", *left), *listing("b", *right)]
    first = resolve(everybody)
    assert first == resolve(everybody[::-1])
    for a, b, alike in spelled_otherwise(everybody):
        assert everybody[a].source != everybody[b].source
        if alike:
            assert first.person_of[everybody[a].id] == first.person_of[everybody[b].id]


def test_a_decision_or_two_identifiers_keep_them_apart() -> None:
    one, other = listing("a", "A. Lindqvist"), listing("b", "Ana Lindqvist")
    (joined,) = resolve([*one, *other]).joined
    assert joined.evidence == (
        'Two sources of one talk name its speaker "A. Lindqvist" and "Ana Lindqvist".'
    )
    assert joined.confidence == 1
    split = Decisions([Decision("https://x.example/d", "split", one[0].id, "", other[0].id)])
    assert len(set(resolve([*one, *other], split).person_of.values())) == 2


def test_the_site_says_of_two_sources_of_a_talk_that_their_spellings_are_one(
    tmp_path: Path,
) -> None:
    """The schedule has "Ana Lindqvist", the table "A. Lindqvist"."""
    lines = ["event,title,speakers,date"]
    for fact in with_one(FACTS, 2, people=("A. Lindqvist", "Omar Haddad")):
        lines.append(f'{EVENT},"{fact.title}","{"; ".join(fact.people)}",{fact.day}')
    table = Request("\n".join(lines).encode(), "videos.csv")
    with Site(tmp_path) as site:
        build(site, [schedule(), table])
        rows = site.sparql(
            """PREFIX hw: <https://w3id.org/hallway#> PREFIX schema: <https://schema.org/>
            SELECT ?name ?says WHERE { ?link a hw:Link ; hw:evidence ?says ; hw:status ?status .
            FILTER(CONTAINS(STR(?says), "Lindqvist")) }"""
        ).dicts()
        said = {row["says"] for row in rows}
        people = site.sparql(
            """PREFIX schema: <https://schema.org/>
            SELECT ?person ?name WHERE { ?person a schema:Person ; schema:name ?name .
            FILTER(CONTAINS(STR(?name), "Lindqvist")) }"""
        ).dicts()
        assert len({row["person"] for row in people}) == 1
    assert any(one.startswith("Two sources of one talk") for one in said)
