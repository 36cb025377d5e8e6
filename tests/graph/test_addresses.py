"""Addresses: readable, never given twice, kept for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyoxigraph import NamedNode, RdfFormat, parse

from hallway.graph.addresses import Addresses, Ledger, appearance_of, slug
from hallway.graph.errors import SiteError

NAMES = ["Suparna", "山田花", "佐藤光", "🦀", "ليلى منصور", "Ирина", "Peña", "Pena", "ทดสอบ"]


def test_nine_people_in_any_script_have_nine_addresses():
    addresses = Addresses("https://x.example/")
    nodes = {addresses.thing("person", f"name:{name}", name) for name in NAMES}
    assert len(nodes) == 9


def test_symbols_that_carry_meaning_are_spoken():
    assert [slug(text) for text in ("C", "C++", "C#")] == ["c", "c-plus-plus", "c-sharp"]


@given(st.text())
@example("\u8fbb\U000e0100")  # as some write a Japanese surname; no IRI may hold the second
def test_a_slug_is_one_path_segment_that_every_syntax_carries(text):
    made = slug(text)
    assert "/" not in made
    assert made == made.strip("-.")
    assert "--" not in made  # which holds the two slugs of an appearance apart
    line = f"<https://x.example/id/talk/{made}> <https://x.example/p> <https://x.example/o> .\n"
    (quad,) = parse(input=line.encode(), format=RdfFormat.N_TRIPLES)
    assert quad.subject == NamedNode(f"https://x.example/id/talk/{made}")


WORDS = st.lists(st.sampled_from(["a", "b", "2", "talk", "event"]), min_size=1, max_size=3)
APPEARING = st.tuples(
    st.sampled_from(["talk", "session", "event"]),
    WORDS.map("-".join),
    WORDS.map("-".join),
    st.integers(1, 3),
)


@given(st.lists(APPEARING, max_size=20, unique=True))
@example([("talk", "stop", "a-b", 1), ("talk", "stop-a", "b", 1)])
@example([("talk", "locks", "ann-2", 1), ("talk", "locks", "ann", 2)])
@example([("talk", "tides", "ann", 1), ("event", "tides", "ann", 1)])
def test_no_two_appearances_share_an_address(appearing):
    addresses = Addresses("https://x.example/")
    nodes = {
        one: addresses.appearance(
            NamedNode(f"https://x.example/id/{one[0]}/{one[1]}"),
            NamedNode(f"https://x.example/id/person/{one[2]}"),
            one[3],
        ).value
        for one in appearing
    }
    assert len(set(nodes.values())) == len(nodes)
    for one, node in nodes.items():
        assert appearance_of(node.rsplit("/", 1)[1]) == one[:3]


@given(st.lists(st.tuples(st.text(min_size=1), st.text()), max_size=30))
def test_different_keys_never_share_an_address(pairs):
    ledger = Ledger()
    given_slugs: dict[str, str] = {}
    for key, text in pairs:
        plain = " ".join(key.split()) or " "
        given_slugs.setdefault(plain, ledger.slug("talk", plain, text))
        assert ledger.slug("talk", plain, "another text") == given_slugs[plain]
    assert len(set(given_slugs.values())) == len(given_slugs)


def test_the_ledger_gives_the_same_slug_after_it_was_saved(tmp_path: Path):
    first = Ledger(tmp_path / "ledger")
    slugs = [first.slug("person", f"k{n}", "Ana Lindqvist") for n in range(3)]
    assert first.save() == 3
    again = Ledger(tmp_path / "ledger")
    assert [again.slug("person", f"k{n}", "Renamed") for n in range(3)] == slugs
    assert again.save() == 0


def test_a_line_cut_off_by_a_crash_is_dropped_and_overwritten(tmp_path: Path):
    path = tmp_path / "ledger"
    path.write_text("person\tk1\tana\nperson\tk2\tom", encoding="utf-8")
    ledger = Ledger(path)
    assert len(ledger) == 1
    assert ledger.slug("person", "k2", "Omar") == "omar"
    ledger.save()
    assert path.read_text("utf-8") == "person\tk1\tana\nperson\tk2\tomar\n"


def test_a_damaged_ledger_is_refused_by_line(tmp_path: Path):
    path = tmp_path / "ledger"
    path.write_text("person\tk1\tana\nnonsense\n", encoding="utf-8")
    with pytest.raises(SiteError, match="ledger:2"):
        Ledger(path)
