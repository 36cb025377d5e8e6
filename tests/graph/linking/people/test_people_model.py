"""The numbers behind who is who: trees, average linkage, and what a joined pair says of itself."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.linking.decision import SAME_AS, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.people.background import Background
from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.features import (
    FEATURES,
    OF_TALKS,
    RISING,
    coincidence,
    in_common,
    profile,
)
from hallway.graph.linking.people.linkage import average_linkage
from hallway.graph.linking.people.model import PeopleModel, shipped_model
from hallway.graph.linking.people.pairs import components, group_pairs
from hallway.graph.linking.people.reasons import sentence
from hallway.graph.linking.people.trees import Trees
from hallway.graph.linking.records import Mention

SHARED = os.environ.get("HALLWAY_SHARED", "")


def mention(number: int, name: str, event: str, **more: object) -> Mention:
    plain = Mention(id=f"m{number:03}", name=name, source=f"source of {event}", event=event)
    return replace(plain, **more)  # type: ignore[arg-type]


def linked(
    scores: dict[tuple[int, int], float],
    sizes: dict[int, int] | None = None,
    unproven: frozenset[tuple[int, int]] = frozenset(),
    apart: frozenset[tuple[int, int]] = frozenset(),
) -> set[frozenset[int]]:
    """Return the clusters of three groups at a threshold of .8."""
    clusters = {group: {group} for group in (1, 2, 3)}

    def join(a: int, b: int) -> bool:
        left, right = clusters[a], clusters[b]
        if any((min(one, other), max(one, other)) in apart for one in left for other in right):
            return False
        left |= right
        clusters.update(dict.fromkeys(left, left))
        return True

    average_linkage(scores, sizes or {1: 1, 2: 1, 3: 1}, 0.8, join, unproven)
    return {frozenset(members) for members in clusters.values()}


# Average linkage -------------------------------------------------------------------------------


def test_a_chain_is_not_joined_when_its_ends_are_strangers() -> None:
    assert linked({(1, 2): 0.95, (2, 3): 0.9}) == {frozenset({1, 2}), frozenset({3})}
    assert linked({(1, 2): 0.95, (2, 3): 0.9, (1, 3): 0.7}) == {frozenset({1, 2, 3})}


def test_a_large_group_weighs_more_than_a_small_one() -> None:
    # 1 and 2 are joined first; to 3 the average is (9 x .9 + 1 x 0) / 10 = .81, or (0 + .9) / 2.
    scores = {(1, 2): 0.95, (1, 3): 0.9}
    assert linked(scores, {1: 9, 2: 1, 3: 1}) == {frozenset({1, 2, 3})}
    assert linked(scores, {1: 1, 2: 1, 3: 1}) == {frozenset({1, 2}), frozenset({3})}


def test_what_must_stay_apart_stays_apart_however_high_the_score() -> None:
    scores = {(1, 2): 0.99, (1, 3): 0.98, (2, 3): 0.97}
    found = linked(scores, apart=frozenset({(1, 2)}))
    assert found == {frozenset({1, 3}), frozenset({2})}


def test_an_unproven_pair_is_joined_only_by_way_of_a_proven_one() -> None:
    unproven = frozenset({(1, 2)})
    assert len(linked({(1, 2): 0.99}, unproven=unproven)) == 3
    scores = {(1, 2): 0.99, (2, 3): 0.9, (1, 3): 0.9}
    assert linked(scores, unproven=unproven) == {frozenset({1, 2, 3})}


def test_components_follow_links_and_nothing_else() -> None:
    assert components("abcde", [("d", "b"), ("b", "a")]) == [["a", "b", "d"], ["c"], ["e"]]


def test_a_thousand_groups_of_one_name_meet_only_over_what_they_share() -> None:
    background = shipped_model().background
    here = [mention(n, "Yang Liu", f"e{n}", affiliation=f"Lab{n // 2}") for n in range(1000)]
    pairs = group_pairs(range(1000), None, lambda n: profile([here[n]], background))
    assert pairs == [(n, n + 1) for n in range(0, 1000, 2)]


# The model -------------------------------------------------------------------------------------


def test_a_tree_is_read_from_the_root_and_values_above_go_right() -> None:
    tree = {"feature": [0, 1, 1], "above": [0.5, 10, 20], "leaf": [-2.0, -1.0, 1.0, 2.0]}
    rows = np.array([[0.5, 10.0], [0.5, 11.0], [0.6, 20.0], [1.0, 21.0]])
    assert Trees(0.25, [tree, tree]).margins(rows).tolist() == [-3.75, -1.75, 2.25, 4.25]
    assert Trees(0.0, []).probabilities(rows).tolist() == [0.5] * 4


_ROWS = st.tuples(*[st.floats(-1, 15, allow_nan=False, width=32) for _ in FEATURES])


@given(_ROWS, st.sampled_from(sorted(RISING)), st.floats(0, 10))
def test_more_evidence_never_speaks_against_one_person(
    row: tuple[float, ...], name: str, more: float
) -> None:
    place = FEATURES.index(name)
    richer = list(row)
    richer[place] += more
    for trees in (shipped_model().trees, shipped_model().of_initials):
        less, greater = trees.margins(np.array([row, richer]))
        assert (greater - less) * RISING[name] >= -1e-6


def test_numbers_for_other_features_are_refused() -> None:
    with pytest.raises(ValueError, match="train again"):
        PeopleModel.from_json({"features": ["height"]})


def test_a_word_weighs_the_power_of_ten_of_its_rarity() -> None:
    background = Background(
        {"ann": 100, "yotta": 3},
        1000,
        {"data": 10, "crane": 3},
        1000,
        {"college": 1, "quay": 3},
        10,
    )
    assert background.name_weight("ann") == pytest.approx(1)
    assert background.word_weight("data") == pytest.approx(2)
    assert background.name_weight("unheard") == pytest.approx(3)
    assert background.employer_weight("college") == pytest.approx(1)


def test_profiles_share_what_both_mentions_say_but_not_their_own_names() -> None:
    background = shipped_model().background
    one, other = (
        profile(
            [
                mention(
                    n, "Zoë Márquez", f"e{n}", series="s", year=2020 + 3 * n,
                    co_speakers=("Ömer Çelik", f"Other {n}"), affiliation="Acme Corp",
                    text=f"Zoë Márquez tells of gantries and of number {n}.",
                )
            ],
            background,
        )
        for n in (0, 1)
    )  # fmt: skip
    common = in_common(one, other, background)
    found = dict(zip(FEATURES[-len(common.values) :], common.values, strict=True))
    assert common.co_speakers == ("omer celik",)
    assert common.affiliation == ("acme",)
    assert "gantries" in common.words
    assert not {"zoë", "márquez"} & set(common.words)
    assert found["years apart"] == 3
    assert found["affiliation"] == 1
    assert found["series"] == 1
    assert found["event"] == 0
    assert common.came_back
    assert all(map(math.isfinite, common.values))


# What is joined --------------------------------------------------------------------------------


def variants(**more: object) -> list[Mention]:
    return [
        mention(1, "J. Bernauer", "e1", **more),
        mention(2, "Julie Bernauer", "e2", **more),
    ]


def test_a_variant_with_evidence_is_joined_and_says_why() -> None:
    evidence = {"co_speakers": ("Raymond Hettinger",), "affiliation": "Quay Labs"}
    found = resolve(variants(**evidence))
    assert len(set(found.person_of.values())) == 1
    (link,) = found.joined
    assert (link.a, link.b) == ("m001", "m002")
    assert 0.8 <= link.confidence <= 1
    assert '"J. Bernauer" and "Julie Bernauer" differ in an initial' in link.evidence
    assert 'both spoke with "raymond hettinger"' in link.evidence
    assert 'both are of "labs", "quay"' in link.evidence
    assert found.suggestions == ()


def test_a_variant_without_evidence_is_only_proposed() -> None:
    found = resolve(variants())
    assert len(set(found.person_of.values())) == 2
    assert found.joined == ()
    (pair,) = found.suggestions
    assert 0.2 <= pair.confidence < 0.8


def test_two_names_of_one_programme_stay_apart_with_one_employer_and_subject() -> None:
    people = [
        mention(n, name, "e1", affiliation="Quay Labs", topics=("cranes", "mooring"), year=2026)
        for n, name in enumerate(["Ana Lindqvist", "Ana Lindquist"])
    ]
    found = resolve(people)
    assert len(set(found.person_of.values())) == 2
    assert len(found.suggestions) == 1


@pytest.mark.parametrize(
    ("third", "people"), [(None, 1), ("Asim Munawar", 2), ("A. B. Munawar", 1)]
)
def test_an_initial_that_fits_two_people_makes_them_not_one(third: str | None, people: int) -> None:
    text = "A teleoperated surgical robot follows needle trajectories with haptic feedback."
    rows = [
        mention(
            n, name, f"e{n}", series="s", title=f"{title} surgical robots", text=text, year=2018
        )
        for n, (name, title) in enumerate(
            [("A. Munawar", "Simulating"), ("Adnan Munawar", "Teaching")]
            + ([(third, "Calibrating")] if third else [])
        )
    ]
    assert len(set(resolve(rows).person_of.values())) == people


def test_one_name_by_initials_in_one_event_is_two_people_unless_the_talks_say_otherwise() -> None:
    one = mention(
        1, "Y. Wang", "arm-2020", co_speakers=("A. Munawar", "R. Taylor"), title="Cranes",
        affiliation="Quay University", series="arm", year=2020,
    )  # fmt: skip
    other = mention(
        2, "Y. Wang", "arm-2020", co_speakers=("J. Novotny",), title="Tides of sand",
        affiliation="Dune Institute", series="arm", year=2020,
    )  # fmt: skip
    assert len(set(resolve([one, other]).person_of.values())) == 2
    again = replace(other, co_speakers=("A. Munawar", "R. Taylor"), affiliation="Quay University")
    assert len(set(resolve([one, again]).person_of.values())) == 1


def test_co_speakers_by_initials_are_those_with_full_names() -> None:
    background = shipped_model().background
    full = mention(1, "Ann Roe", "e1", co_speakers=("Adnan Munawar", "Russell H. Taylor"))
    cut = mention(2, "A. Roe", "e2", co_speakers=("A. Munawar", "R. Taylor", "B. Li"))
    common = in_common(profile([full], background), profile([cut], background), background)
    assert common.co_speakers == ("a munawar", "r taylor")
    # Each is counted once, and a full name tells more.
    both = in_common(profile([full, cut], background), profile([cut], background), background)
    assert both.co_speakers == ("a munawar", "b li", "r taylor")
    again = in_common(profile([full], background), profile([full], background), background)
    assert again.values[0] > common.values[0] > 0


def test_an_equal_name_elsewhere_says_why_it_is_one_person() -> None:
    """One link for each group that joins another; none inside a series, which is the rule."""
    people = [
        mention(n, "Ana Lindqvist", f"e{n}", series=series, co_speakers=("Omar Haddad",), year=2020)
        for n, series in enumerate(["docks", "docks", "cranes", "ropes"])
    ]
    found = resolve(people)
    assert len(set(found.person_of.values())) == 1
    assert [link.a for link in found.joined] == ["m002", "m003"]
    for link in found.joined:
        assert link.b < link.a
        assert link.evidence.startswith('Both are called "Ana Lindqvist"; both spoke with "omar')
        assert 0.8 <= link.confidence <= 1


def test_a_rare_name_alone_says_how_rare_it_is() -> None:
    words = {"xaver": 10, "chengelmaier": 20}
    background = Background(words, 1_000_000, {"data": 1}, 10, {"quay": 1}, 10)
    nothing = in_common(
        *[profile([mention(n, "X", f"e{n}")], background) for n in (1, 2)], background
    )
    name = "Xaver Chengelmaier"
    # 10 of a million names have the one word, 20 the other: 10^5 times 5 * 10^4.
    rarity = coincidence(name, name, None, background)
    assert sentence(name, name, None, nothing, rarity) == (
        'Both are called "Xaver Chengelmaier"; one name in 5,000,000,000 has these words by chance.'
    )
    assert sentence("Yang Liu", "Yang Liu", None, nothing, 3.0) == 'Both are called "Yang Liu".'


def test_a_country_alone_is_no_common_employer() -> None:
    background = shipped_model().background

    def overlap(a: str, b: str) -> float:
        left, right = (
            profile([mention(n, "Yue Wu", "e", affiliation=one)], background)
            for n, one in enumerate((a, b))
        )
        return in_common(left, right, background).values[OF_TALKS.index("affiliation")]

    assert (
        overlap("University of Science and Technology of China", "Renmin University of China") < 0
    )
    assert overlap("TU Wien, Institute of Computer Technology", "TU Wien") == 1
    assert overlap("Quay Labs", "") == 0


def test_a_romanised_name_is_one_person_less_surely_than_a_rare_name() -> None:
    """Two talks far apart, nothing in common: of such names many are one in Latin letters."""

    def people(name: str) -> int:
        rows = [
            mention(1, name, "e1", title="Whole-body control of legged robots", year=2022),
            mention(2, name, "e2", title="Intent detection in dialogue", year=2024),
        ]
        return len(set(resolve(rows).person_of.values()))

    assert people("Haoyue Zhang") == 2
    assert people("Xaver Chengelmaier") == 1


def test_frequent_words_in_common_need_more_than_one_employer() -> None:
    people = [
        mention(n, name, f"e{n}", series="s", affiliation="Quay Labs", year=2026)
        for n, name in enumerate(["J. Lee", "Jin Lee"])
    ]
    assert len(set(resolve(people).person_of.values())) == 2
    together = [replace(one, co_speakers=("Raymond Hettinger",)) for one in people]
    assert len(set(resolve(together).person_of.values())) == 1


def test_a_list_of_people_is_nobodys_variant() -> None:
    people = [mention(1, "Zoë Márquez, Ann Lee, Bob Ray", "e1"), mention(2, "Ann Lee", "e2")]
    assert resolve(people).suggestions == ()


def test_names_that_speak_together_are_two_people() -> None:
    people = [
        mention(1, "Anna Lindqvist", "e1", series="s", co_speakers=("Ana Lindqvist",)),
        mention(2, "Ana Lindqvist", "e1", series="s", co_speakers=("Anna Lindqvist",)),
        mention(3, "Ana Lindqvist", "e2", series="s"),
    ]
    found = resolve(people)
    assert found.person_of["m002"] == found.person_of["m003"] != found.person_of["m001"]
    assert found.suggestions == ()


def test_a_rejected_join_does_not_come_back() -> None:
    evidence = {"co_speakers": ("Raymond Hettinger",), "affiliation": "Quay Labs"}
    reject = Decision("http://example.org/id/decision/1", "reject", "m001", SAME_AS, "m002")
    found = resolve(variants(**evidence), Decisions([reject]))
    assert len(set(found.person_of.values())) == 2
    assert found.joined == found.suggestions == ()


def test_one_id_for_two_spellings_is_told_as_the_reason() -> None:
    people = [
        mention(1, "Zoë Márquez", "e1", person_id="7"),
        mention(2, "Zoe Marquez", "e1", person_id="7"),
    ]
    (link,) = resolve(people).joined
    assert link.confidence == 1
    assert "the same id" in link.evidence


@pytest.mark.slow
@pytest.mark.skipif(not SHARED, reason="HALLWAY_SHARED names no folder with gold sets")
def test_people_are_as_good_as_the_documentation_says() -> None:
    needs = {
        "speakers.pairwise.f1": 0.96,
        "speakers.bcubed.precision": 0.99,
        "speakers.different-name.precision": 0.99,
        "name-pairs.same.f1": 0.94,
    }
    tool = Path(__file__).parents[4] / "tools/score.py"
    wanted = [part for name, least in needs.items() for part in ("--require", f"{name}={least}")]
    run = subprocess.run(
        [sys.executable, str(tool), "speakers", "name-pairs", "--json", *wanted],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
