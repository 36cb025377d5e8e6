"""What linking remembers from build to build gives what working it out anew gives."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from hallway.graph.building.cache import Cache
from hallway.graph.linking.decision import SAME_AS, Decision
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.organizations import presenting
from hallway.graph.linking.people import clustering
from hallway.graph.linking.people.name_memory import matching_names
from hallway.graph.linking.people.scores import Scores
from hallway.graph.linking.records import Mention, TalkText
from hallway.graph.linking.topics import linking as topics

GIVEN = "Ana Anna A. Bob Robert Wei W. Li Jin Jose José Maria Mary Rob Lena Tomas Thomas".split()
MIDDLE = ["", "", "", "B.", "Maria", "Q."]
FAMILY = (
    "Lindqvist Wang Zhang Li Haddad Tanaka Garcia García Smith Smyth Müller Mueller Lee".split()
)
WORDS = "cranes quays lighting mooring wind storage training agents graphs harbours".split()


def names(chance: random.Random, count: int) -> list[str]:
    parts = (GIVEN, MIDDLE, FAMILY)
    return [" ".join(filter(None, map(chance.choice, parts))) for _ in range(count)]


def mentions(chance: random.Random, source: str, count: int) -> list[Mention]:
    found = []
    for talk in range(count):
        speakers = names(chance, chance.choice([1, 1, 2, 3]))
        about = " ".join(chance.sample(WORDS, 3))
        for place, name in enumerate(speakers):
            found.append(
                Mention(
                    f"{source}/{talk:03}/{place}", name, source, f"{source} {talk % 2}", source[0],
                    2020 + talk % 5, None, tuple(speakers[:place] + speakers[place + 1 :]),
                    chance.choice([None, "Quay Labs", "University of Cranes"]), (about,), about,
                    f"We talk of {about}.", "en",
                )
            )  # fmt: skip
    return found


@pytest.mark.parametrize("seed", range(6))
def test_matching_names_do_not_depend_on_what_was_there_before(tmp_path: Path, seed: int):
    chance = random.Random(seed)  # noqa: S311
    everyone = sorted({*names(chance, 2500)})
    now: list[str] = []
    matched = 0
    for _ in range(5):
        now = [name for name in now if chance.random() < 0.9]
        now += chance.sample(everyone, chance.choice([3, 40, 400]))
        cache = Cache(tmp_path, "1")
        found = list(matching_names(set(now), cache))
        cache.save()
        assert found == list(matching_names(set(now)))
        matched += len(found)
    assert matched


@pytest.mark.parametrize("seed", range(4))
def test_who_is_who_does_not_depend_on_what_was_there_before(tmp_path: Path, seed: int):
    chance = random.Random(seed)  # noqa: S311
    sources = {name: mentions(chance, name, 25) for name in ("a1", "a2", "b1", "c1", "d1")}
    remembered = 0
    for _ in range(6):
        some = chance.sample(sorted(sources), chance.choice([2, 3, 5]))
        all_ = [mention for name in some for mention in sources[name]]
        decisions = None
        if chance.random() < 0.5:
            a, b = (chance.choice(all_).id for _ in "ab")
            action = chance.choice(["accept", "reject"])
            decisions = Decisions([Decision("https://x.example/d", action, a, SAME_AS, b)])
        cache = Cache(tmp_path, "1")
        found = clustering.resolve(all_, decisions, cache=cache)
        cache.save()
        assert found == clustering.resolve(all_, decisions)
        remembered += len(found.suggestions) + len(found.joined)
    assert remembered > 20


@pytest.mark.parametrize("seed", range(4))
def test_scoring_what_has_grown_gives_what_scoring_everything_anew_gives(
    monkeypatch: pytest.MonkeyPatch, seed: int
):
    chance = random.Random(seed)  # noqa: S311
    all_ = [each for name in ("a1", "a2", "b1", "c1", "d1") for each in mentions(chance, name, 30)]
    found = clustering.resolve(all_)
    grew = 0

    def anew(scores: Scores, groups: Mapping[int, Sequence[int]], grown: Sequence[int]) -> None:
        nonlocal grew
        grew += len(grown)
        Scores.__init__(  # type: ignore[misc]
            scores, scores._mentions, scores._names, groups, scores._contested, scores._model
        )

    monkeypatch.setattr(Scores, "again", anew)
    assert clustering.resolve(all_) == found
    assert grew


def talks(chance: random.Random, event: str, labels: list[str], count: int = 12) -> list[TalkText]:
    found = []
    for number in range(count):
        said = chance.sample([*WORDS, *labels], 4)
        stated = chance.sample(labels, chance.choice([0, 0, 1]))
        found.append(
            TalkText(
                f"https://x.example/{event}/{number}", event, " ".join(said[:2]).title(),
                f"At Quay Labs, we build {said[2]}. Adapting {said[3]}s dying 10k times.",
                chance.choice(["", "en", "de"]),
                tuple((f"https://x.example/t/{label}", label) for label in stated),
                tuple((f"https://x.example/t/{one}", one) for one in labels[:3] if event == "e0"),
                ("Quay Labs",) * (event == "e1"),
            )
        )  # fmt: skip
    return found


@pytest.mark.parametrize("seed", range(6))
def test_topics_and_organizations_do_not_depend_on_what_was_there_before(tmp_path: Path, seed: int):
    chance = random.Random(seed)  # noqa: S311
    labels = [*WORDS[:5], "wind storage", "adapter", "agent", "die", "10,000",
              "training agents", "dying stars"]  # fmt: skip
    linked = 0
    for _ in range(8):
        kept = chance.sample(labels, chance.choice([3, 6, 11]))
        same = random.Random(seed)  # noqa: S311 # the same texts again, with other topics stated
        all_ = [one for event in ("e0", "e1", "e2") for one in talks(same, event, labels)]
        all_ = [
            TalkText(
                one.iri, one.event, one.title, one.text, one.language,
                tuple(topic for topic in one.stated_topics if topic[1] in kept),
                one.event_topics, one.stated_organizations,
            )
            for one in all_
            if one.event != "e2" or chance.random() < 0.8
        ]  # fmt: skip
        cache = Cache(tmp_path, "1")
        about, presented = topics.link(all_, cache=cache), presenting.link(all_, (), cache)
        cache.save()
        assert about == topics.link(all_)
        assert presented == presenting.link(all_)
        linked += len(about) + len(presented)
    assert linked > 50
