"""Spellings of names, words and sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.linking.clusters import Clusters
from hallway.graph.linking.normal import sentences, stems, tokens
from hallway.graph.linking.people.names import anchors, compare, fold, is_crowded, is_telling
from hallway.graph.linking.people.variants import variant_pairs


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Zoë Márquez", "Zoe Marquez", "accents"),
        ("Gabriel B. Margolis", "Gabriel B Margolis", "accents"),
        ("Андрей Солдатенко", "Andrei Soldatenko", "script"),
        ("Ki-Hwan Kim", "Kihwan Kim", "spacing"),
        ("Kim Hyung-tae", "Hyungtae Kim", "order"),
        ("J. Bernauer", "Julie Bernauer", "initials"),
        ("Nick Kridler", "Nicholas Kridler", "nickname"),
        ("Melissa Mendonca", "Melissa Weber Mendonça", "added"),
        ("Tatiana Al-Chueyr", "Tati Al-Chueyr", "nickname"),
        ("Ivana Kellyer", "Ivana Kellyerova", "shortened"),
        ("Dmitry Chaplinsky", "Dmitry Chaplinskyy", "spelling"),
        ("Yoichi Takai", "Peacock (Yoichi Takai)", "added"),
    ],
)
def test_variants_are_recognised_for_what_they_are(a: str, b: str, kind: str) -> None:
    match = compare(a, b)
    assert match is not None
    assert compare(b, a) == match
    if kind != "nickname":
        assert match.kind == kind


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Ann Lee", "ANN  LEE"),
        ("Ann Lee", "Bob Ray"),
        ("Lin Wang", "Lin Yang"),
        ("Angel Rivera", "Angela Rivera"),
        ("Ann", "Anne"),
        ("", "Ann Lee"),
        ("!!", "??"),
    ],
)
def test_equal_names_and_strangers_are_no_variants(a: str, b: str) -> None:
    assert compare(a, b) is None


_NAMES = st.lists(
    st.sampled_from("Ann Lee L. Kim Ki-Hwan Hwan José Jose (Joe) KR Dr. van Nick Nicholas".split()),
    max_size=4,
).map(" ".join)


@given(_NAMES, _NAMES)
def test_comparing_is_symmetric_and_bounded(a: str, b: str) -> None:
    match = compare(a, b)
    assert match == compare(b, a)
    assert match is None or 0 < match.score < 1


@given(st.lists(st.text(max_size=12), max_size=5))
def test_any_text_can_be_a_name(names: list[str]) -> None:
    for name in names:
        fold(name), anchors(name), is_telling(name), is_crowded(name)
    assert all(a < b for a, b in variant_pairs(names))


def test_titles_and_brackets_are_no_part_of_a_name() -> None:
    assert fold("Dr. Zoë Márquez (she/her)") == ("zoe", "marquez")


def test_what_tells_one_person_from_another() -> None:
    assert is_telling("Raymond Hettinger")
    assert not is_telling("Yang Liu")
    assert not is_telling("Madonna")
    assert is_crowded("Yang Liu")
    assert not is_crowded("Raymond Hettinger")


def test_numbers_are_written_out_and_plurals_of_abbreviations_folded() -> None:
    words = "10k+ GPUs on 24,000 LLMs, 3.5 trillion C++ RoCE-optimized 1.000.000 H100"
    assert [token.stem for token in tokens(words)] == [
        "10000", "gpu", "on", "24000", "llm", "3.5", "trillion", "c++", "roce", "optim", "1000000",
        "h100",
    ]  # fmt: skip


def test_words_of_one_kind_meet_in_one_stem() -> None:
    assert len({tuple(stems(word)) for word in ("autoscaling", "autoscaler")}) == 1
    assert stems("The training of the trainers") == ["train", "trainer"]


@given(st.text(max_size=200))
def test_sentences_are_parts_of_the_text_in_order(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


def test_a_decimal_point_ends_no_sentence_and_an_ellipsis_does() -> None:
    text = "It grew 3.5 times… Then it fell. At last!"
    assert [text[a:b] for a, b in sentences(text)] == [
        "It grew 3.5 times…",
        "Then it fell.",
        "At last!",
    ]


_ITEMS = st.integers(0, 7)


@given(
    st.lists(st.sampled_from([None, ("s", "1"), ("s", "2"), ("t", "1")]), min_size=8, max_size=8),
    st.lists(st.tuples(st.sampled_from(["join", "force", "forbid"]), _ITEMS, _ITEMS)),
)
def test_clusters_keep_apart_what_must_stay_apart(
    ids: list[tuple[str, str] | None], steps: list[tuple[str, int, int]]
) -> None:
    clusters = Clusters([[one] if one else [] for one in ids])
    forbidden: set[tuple[int, int]] = set()
    forced = False
    for step, a, b in steps:
        if step == "forbid":
            if clusters.find(a) != clusters.find(b):
                forbidden.add((a, b))
            clusters.forbid(a, b)
        else:
            forced = forced or step == "force"
            joined = clusters.join(a, b, by_force=step == "force")
            assert joined == (clusters.find(a) == clusters.find(b))
    assert all(clusters.find(a) != clusters.find(b) for a, b in forbidden)
    if not forced:
        seen: dict[tuple[int, str], str] = {}
        for item, identity in enumerate(ids):
            if identity:
                key = clusters.find(item), identity[0]
                assert seen.setdefault(key, identity[1]) == identity[1]
    sizes = [clusters.find(item) for item in range(8)]
    assert all(clusters.size(item) == sizes.count(clusters.find(item)) for item in range(8))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Yan Song", "Yangqiu Song"),
        ("Hao Peng", "Haoruo Peng"),
        ("Zhigang Chen", "Zhipeng Chen"),
        ("Chen Jia", "Jianshu Chen"),
    ],
)
def test_other_syllables_with_a_frequent_surname_are_another_name(a: str, b: str) -> None:
    assert compare(a, b) is None


def test_what_are_no_syllables_may_be_a_slip() -> None:
    assert compare("Yuanqing Wang", "Yuanqinq Wang")
    assert compare("Anima Anandkumar", "Animashree Anandkumar")


def test_two_scripts_are_compared_word_by_word() -> None:
    assert compare("Grigory Bakunov", "Григорий Бакунов")
    assert compare("Aleksandr Koshkin", "Александр Колесень") is None
