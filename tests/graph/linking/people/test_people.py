"""Who is who, and who is only proposed to be."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.linking.decision import SAME_AS, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.records import Mention, Resolution


def mention(number: int, name: str, event: str = "e1", **more: object) -> Mention:
    plain = Mention(id=f"m{number:03}", name=name, source=f"source of {event}", event=event)
    return replace(plain, **more)  # type: ignore[arg-type]


def decided(action: str, a: str, b: str, number: int = 1) -> Decision:
    predicate = SAME_AS if action in ("accept", "reject") else ""
    return Decision(f"http://example.org/id/decision/{number}", action, a, predicate, b)


def groups(found: Resolution) -> set[frozenset[str]]:
    people: dict[str, set[str]] = {}
    for one, key in found.person_of.items():
        people.setdefault(key, set()).add(one)
    return {frozenset(ids) for ids in people.values()}


def proposed(found: Resolution) -> set[frozenset[str]]:
    return {frozenset((pair.a, pair.b)) for pair in found.suggestions}


def test_spellings_that_only_a_computer_tells_apart_are_one_person() -> None:
    names = ["Zoë Márquez", "Zoe\u0308 Ma\u0301rquez", "Zoë\u00a0Márquez", "ZOË  MÁRQUEZ "]
    found = resolve([mention(number, name) for number, name in enumerate(names)])
    assert set(found.person_of.values()) == {"name:zoë márquez"}
    assert found.suggestions == ()


def test_a_spelling_without_accents_is_proposed_and_not_joined() -> None:
    found = resolve([mention(1, "Zoë Márquez"), mention(2, "Zoe Marquez")])
    assert found.person_of == {"m001": "name:zoë márquez", "m002": "name:zoe marquez"}
    (pair,) = found.suggestions
    assert {pair.a, pair.b} == {"name:zoë márquez", "name:zoe marquez"}
    assert 0.5 < pair.confidence < 1
    assert "accents" in pair.evidence


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("KR Kishore", "Kishore K R"),
        ("Ki-Hwan Kim", "Kihwan Kim"),
        ("Nick Kridler", "Nicholas Kridler"),
        ("J. Bernauer", "Julie Bernauer"),
        ("Bernauer Julie", "Julie Bernauer"),
        ("Андрей Солдатенко", "Andrey Soldatenko"),
        ("Melissa Weber Mendonça", "Melissa Mendonca"),
    ],
)
def test_a_variant_of_a_name_is_proposed_and_not_joined(a: str, b: str) -> None:
    found = resolve([mention(1, a), mention(2, b, "e2")])
    assert len(set(found.person_of.values())) == 2
    assert len(found.suggestions) == 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Lin Wang", "Lin Yang"),
        ("Juan Gomez", "Juanita Gomez"),
        ("Robin Battey", "Sumit Gupta"),
        ("Victor Perron", "Victor Terron"),
        ("Richard M. Murray", "Richard Moch"),
    ],
)
def test_names_of_strangers_are_not_proposed(a: str, b: str) -> None:
    assert resolve([mention(1, a), mention(2, b, "e2")]).suggestions == ()


def test_two_ids_for_one_name_in_one_source_are_two_people() -> None:
    found = resolve(
        [
            mention(1, "Alex Müller", person_id="a"),
            mention(2, "Alex Müller", person_id="b"),
            mention(3, "Alex Müller", person_id="a"),
        ]
    )
    assert groups(found) == {frozenset({"m001", "m003"}), frozenset({"m002"})}
    assert found.person_of["m001"] == "name:alex müller"
    assert found.suggestions == ()


def test_ids_of_two_sources_are_not_compared() -> None:
    found = resolve(
        [
            mention(1, "Julie Bernauer", person_id="7"),
            mention(2, "Julie Bernauer", "e2", person_id="8"),
        ]
    )
    assert len(groups(found)) == 1


def test_one_name_in_one_series_is_one_person() -> None:
    found = resolve(
        [mention(year, "Yang Liu", f"e{year}", series="systems at scale") for year in range(4)]
    )
    assert set(found.person_of.values()) == {"name:yang liu"}


def test_a_common_name_in_two_series_needs_evidence() -> None:
    here = mention(1, "Yang Liu", "e1", series="s1", title="Kernels for sparse matrices")
    there = mention(2, "Yang Liu", "e2", series="s2", title="Teaching children to code")
    apart = resolve([here, there])
    assert sorted(apart.person_of.values()) == ["name:yang liu", "name:yang liu|s2"]
    assert proposed(apart) == {frozenset({"name:yang liu", "name:yang liu|s2"})}

    for evidence in (
        {"co_speakers": ("Julie Bernauer",)},
        {"affiliation": "Tsinghua University, Beijing", "topics": ("sparse kernels",)},
        {"title": "Kernels for sparse matrices"},
    ):
        pair = [replace(one, **evidence) for one in (here, there)]  # type: ignore[arg-type]
        assert len(groups(resolve(pair))) == 1, evidence


def test_a_telling_name_in_two_series_is_one_person() -> None:
    found = resolve([mention(1, "Raymond Hettinger"), mention(2, "Raymond Hettinger", "e2")])
    assert len(groups(found)) == 1


def test_two_affiliations_of_a_crowded_name_at_one_event_are_two_people() -> None:
    found = resolve(
        [
            mention(1, "Yang Liu", affiliation="Tsinghua University", title="Grasping fruit"),
            mention(
                2,
                "Yang Liu",
                affiliation="Amazon",
                title="Answers to spoken questions",
                topics=("spoken dialogue",),
            ),
            mention(3, "Yang Liu", affiliation="Amazon Alexa", title="Turns in dialogue"),
            mention(
                4,
                "Yang Liu",
                affiliation="Amazon",
                title="Spoken questions",
                topics=("spoken dialogue",),
            ),
        ]
    )
    assert frozenset({"m002", "m004"}) <= next(g for g in groups(found) if "m002" in g)
    assert not any({"m001", "m002"} <= group for group in groups(found))


# Decisions -------------------------------------------------------------------------------------


def test_a_merge_joins_names_that_differ() -> None:
    people = [mention(1, "Zoë Márquez"), mention(2, "Zoe Marquez"), mention(3, "Zoë Márquez")]
    merge = decided("merge", "name:zoe marquez", "name:zoë márquez")
    found = resolve(people, Decisions([merge]))
    assert set(found.person_of.values()) == {"name:zoë márquez"}
    assert found.suggestions == ()


def test_a_merge_overrules_the_ids_of_a_source() -> None:
    people = [mention(1, "Ann Lee", person_id="a"), mention(2, "Ann Lee", person_id="b")]
    assert len(groups(resolve(people, Decisions([decided("merge", "m001", "m002")])))) == 1


def test_a_rejected_pair_is_neither_joined_nor_proposed_again() -> None:
    people = [mention(1, "Zoë Márquez"), mention(2, "Zoe Marquez")]
    reject = decided("reject", "name:zoe marquez", "name:zoë márquez")
    found = resolve(people, Decisions([reject]))
    assert len(groups(found)) == 2
    assert found.suggestions == ()


def test_a_split_takes_one_mention_out_and_leaves_the_rest_together() -> None:
    people = [mention(n, "Yang Liu", f"e{n}", series="s") for n in range(5)]
    for way_out in ("m003", "e3"):
        found = resolve(people, Decisions([decided("split", "name:yang liu", way_out)]))
        assert groups(found) == {frozenset({"m000", "m001", "m002", "m004"}), frozenset({"m003"})}
        assert found.suggestions == ()


def test_two_splits_and_a_merge_of_the_rest_hold_together() -> None:
    people = [mention(n, "Yang Liu", f"e{n}", series="s") for n in range(5)]
    people.append(mention(9, "Y. Liu", "e9"))
    found = resolve(
        people,
        Decisions(
            [
                decided("split", "name:yang liu", "m003", 1),
                decided("split", "name:yang liu", "m004", 2),
                decided("merge", "name:yang liu", "name:y. liu", 3),
            ]
        ),
    )
    rest = frozenset({"m000", "m001", "m002", "m009"})
    assert groups(found) == {rest, frozenset({"m003"}), frozenset({"m004"})}
    assert found.conflicts == ()


def test_a_person_that_a_split_made_can_be_merged_with_another() -> None:
    people = [mention(n, "Yang Liu", f"e{n}", series="s") for n in range(3)]
    people.append(mention(9, "Leo Liu", "e9"))
    split = decided("split", "name:yang liu", "m002", 1)
    made = resolve(people, Decisions([split])).person_of["m002"]
    found = resolve(people, Decisions([split, decided("merge", made, "name:leo liu", 2)]))
    assert groups(found) == {frozenset({"m000", "m001"}), frozenset({"m002", "m009"})}


def test_an_address_stands_for_the_key_that_the_ledger_gives() -> None:
    people = [mention(1, "Zoë Márquez"), mention(2, "Zoe Marquez")]
    addresses = {
        "http://example.org/id/person/zoe-marquez": "name:zoë márquez",
        "http://example.org/id/person/zoe-marquez-2": "name:zoe marquez",
    }
    found = resolve(people, Decisions([decided("accept", *addresses)]), addresses)
    assert len(groups(found)) == 1


def test_a_decision_about_nobody_changes_nothing() -> None:
    people = [mention(1, "Ann Lee"), mention(2, "Bob Ray")]
    odd = Decisions([decided("merge", "name:ann lee", "name:gone"), decided("split", "x", "y", 2)])
    assert resolve(people, odd) == resolve(people)


# Properties ------------------------------------------------------------------------------------

_NAMES = st.sampled_from(
    ["Yang Liu", "Y. Liu", "Liu Yang", "Zoë Márquez", "Zoe Marquez", "Ann Lee", "Anne Lee", "Ann"]
)
_PROFILES = [("orcid", "1"), ("orcid", "2"), ("github", "zm"), ("page", "annlee.dev")]
_MENTIONS = st.lists(
    st.builds(
        Mention,
        id=st.integers(0, 40).map("m{:02}".format),
        name=_NAMES,
        source=st.sampled_from(["s1", "s2"]),
        event=st.sampled_from(["e1", "e2", "e3"]),
        series=st.sampled_from(["", "a", "b"]),
        person_id=st.sampled_from([None, None, "1", "2"]),
        affiliation=st.sampled_from([None, "Meta", "University of Oslo"]),
        co_speakers=st.lists(_NAMES, max_size=2).map(tuple),
        title=st.sampled_from(["", "Sparse kernels in practice", "Keynote"]),
        aliases=st.sampled_from([(), (), ("zm",), ("Anne Lee",)]),
        profiles=st.lists(st.sampled_from(_PROFILES), max_size=2, unique=True).map(tuple),
    ),
    max_size=14,
    unique_by=lambda m: m.id,
)


@given(_MENTIONS, st.randoms())
def test_the_order_of_the_input_does_not_matter(people: list[Mention], chance: object) -> None:
    shuffled = list(people)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(shuffled) == resolve(people)


@given(_MENTIONS)
def test_an_unrelated_source_changes_no_key(people: list[Mention]) -> None:
    other = [
        mention(100, "Raymond Hettinger", "far", title="Transforming code into idioms"),
        mention(101, "Kim Min-jun", "far", title="Keynote about nothing at all"),
    ]
    alone, together = resolve(people), resolve([*other, *people])
    assert alone.person_of.items() <= together.person_of.items()


@given(_MENTIONS, st.data())
def test_no_decision_is_ever_violated(people: list[Mention], data: st.DataObject) -> None:
    ids = sorted(m.id for m in people)
    if len(ids) < 2:
        return
    pairs = data.draw(
        st.lists(st.tuples(*[st.sampled_from(ids)] * 2, st.sampled_from(["merge", "split"])))
    )
    decisions = Decisions(
        [decided(what, a, b, n) for n, (a, b, what) in enumerate(pairs) if a != b]
    )
    found = resolve(people, decisions)
    rules = decisions.people()
    for a, b in rules.must:
        assert found.person_of[a] == found.person_of[b]
    for a, b in rules.cannot:
        assert found.person_of[a] != found.person_of[b]
        assert frozenset((found.person_of[a], found.person_of[b])) not in proposed(found)
    assert found.conflicts == ()


@given(_MENTIONS)
def test_two_ids_of_one_source_are_never_one_person(people: list[Mention]) -> None:
    found = resolve(people)
    ids: dict[tuple[str, str], set[str]] = {}
    for one in people:
        if one.person_id is not None:
            ids.setdefault((found.person_of[one.id], one.source), set()).add(one.person_id)
    assert all(len(known) == 1 for known in ids.values())


@given(_MENTIONS)
def test_two_orcids_are_never_one_person(people: list[Mention]) -> None:
    # One mention may state two by mistake: then they are what one person has.
    people = [one for one in people if sum(scheme == "orcid" for scheme, _ in one.profiles) < 2]
    found = resolve(people)
    known: dict[str, set[str]] = {}
    for one in people:
        known.setdefault(found.person_of[one.id], set()).update(
            value for scheme, value in one.profiles if scheme == "orcid"
        )
    assert all(len(values) <= 1 for values in known.values())


# Adversaries -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a" * 100_000, "a " * 50_000, "-" * 100_000, "(" * 100_000, ""])
def test_a_monstrous_name_takes_no_time(name: str) -> None:
    start = time.process_time()
    found = resolve([mention(1, name), mention(2, name + "b", "e2"), mention(3, name, "e3")])
    assert len(found.person_of) == 3
    assert time.process_time() - start < 1


def test_thousands_of_namesakes_and_of_variants_take_seconds() -> None:
    people = [mention(n, "Yang Liu", f"e{n}", title=f"Talk {n % 7}") for n in range(3000)]
    people += [mention(10_000 + n, f"John S{n:04} Smith", f"f{n}") for n in range(2000)]
    start = time.process_time()
    found = resolve(people)
    assert len(found.person_of) == 5000
    assert time.process_time() - start < 5
