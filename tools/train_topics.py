#!/usr/bin/env python3
"""Fit the model of topics: ``.venv/bin/python tools/train_topics.py [--write]``.

Reads the programmes of the gold set of topic links in $GOLD (default: $HALLWAY_SHARED/gold) and
those in tests/graph/linking/topics/topic_programmes.jsonl. Prints precision, recall, F1 and
calibration of models that never saw the event they judge, with 95 % intervals over talks; --write
fits on all and writes graph/linking/topics/model.json. Without the extra ``hallway[embed]`` only
the model of words is fitted, and the numbers of the other one stay. --background CORPUS… counts
stems instead and writes graph/linking/topics/background.tsv from lists of talks, one JSON object a
line (gzip).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from intervals import calibration_error, interval, perfect_error
from numpy.typing import NDArray
from scipy.optimize import minimize

from hallway.graph.linking.normal import tokens
from hallway.graph.linking.records import TalkText
from hallway.graph.linking.topics.model import TopicModel
from hallway.graph.linking.topics.pairs import MEANING, WORDS, Topic, event_pairs
from hallway.graph.linking.topics.stopwords import STOPWORDS
from hallway.graph.linking.topics.vectors import Vectors, installed_encoder

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / "tests/graph/linking/topics/topic_programmes.jsonl"
MODEL = ROOT / "graph/linking/topics/model.json"
BACKGROUND = ROOT / "graph/linking/topics/background.tsv"
SOURCES = ("seed-hand", "programme-hand", "programme-own")
SPREAD = 0.3
"""Spread of the weights (of features of spread 1) that is expected."""

MODELS = {"words": ("topic-words-4", 0.5, 3), "meaning": ("topic-meaning-3", 0.45, 6)}
"""Name -> method, threshold, how many times the seed counts: no other programme is of its kind."""

SUGGESTED = 0.2

Record = dict[str, Any]
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A pair of a talk and a topic that is right, wrong, or neither (None)."""

    source: str
    event: str
    talk: str
    topic: str
    features: dict[str, float]
    right: bool | None


def main() -> int:
    """Fit, print and, if asked, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the model")
    parser.add_argument("--background", nargs="+", type=Path, metavar="CORPUS")
    options = parser.parse_args()
    if options.background:
        BACKGROUND.write_text("".join(background(options.background)), "utf-8")
        return 0
    records = list(gold())
    encoder = installed_encoder()
    shipped = json.loads(MODEL.read_text("utf-8"))["models"] if MODEL.exists() else {}
    for name, (method, threshold, times) in MODELS.items():
        if name == "meaning" and encoder is None:
            print("meaning: the extra hallway[embed] is not installed; its numbers stay")
            continue
        vectors = Vectors(encoder) if name == "meaning" and encoder is not None else None
        examples = list(compared(records, vectors))
        names = WORDS + (MEANING if vectors is not None else ())
        print(*report(name, examples, names, threshold, times), sep="\n")
        intercept, weights = fit(examples, names, times)
        shown = {one: round(weight, 3) for one, weight in zip(names, weights, strict=True)}
        shipped[name] = asdict(TopicModel(method, round(intercept, 3), shown, threshold, SUGGESTED))
    if options.write:
        MODEL.write_text(json.dumps({"models": shipped}, indent=1) + "\n", "utf-8")
    return 0


def gold() -> Iterator[Record]:
    """Yield the programmes labelled by hand."""
    shared = os.environ.get("HALLWAY_SHARED", "")
    folder = Path(os.environ.get("GOLD") or Path(shared) / "gold")
    given = sorted(folder.glob("topic_links.*jsonl"))
    if not given:
        print(f"{folder}: no gold set of topic links here; set GOLD or HALLWAY_SHARED")
    for path in (*given, OWN):
        rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
        yield from (row for row in rows if row["source"] in SOURCES)


def compared(records: Iterable[Record], vectors: Vectors | None) -> Iterator[Example]:
    """Yield every talk of every event with every topic of the event."""
    events: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in records:
        events[record["source"], record["event"]].append(record)
    for (source, event), own in sorted(events.items()):
        talks = [TalkText(row["id"], event, row["title"], row["text"]) for row in own]
        topics = [Topic(topic, (topic,)) for topic in sorted(own[0]["candidates"])]
        for pair in event_pairs(talks, topics, vectors, every=True):
            row, topic = own[pair.talk], topics[pair.topic].iri
            right = True if topic in row["gold"] else None if topic in row["ignore"] else False
            yield Example(source, event, row["id"], topic, pair.features, right)


def matrix(examples: Sequence[Example], names: Sequence[str]) -> Array:
    """Return the features, examples by names."""
    return np.array([[one.features[name] for name in names] for one in examples])


def fit(examples: Sequence[Example], names: Sequence[str], times: int) -> tuple[float, Array]:
    """Fit a logistic model with a Gaussian prior on its weights; return intercept and weights.

    Parameters
    ----------
    examples
        Those that are neither right nor wrong are left out.
    times
        How many times an example of the seed counts.
    """
    examples = [
        one
        for one in examples
        if one.right is not None
        for _ in range(times if one.source == "seed-hand" else 1)
    ]
    given = matrix(examples, names)
    right = np.array([bool(one.right) for one in examples])
    mean, scale = given.mean(axis=0), given.std(axis=0) + 1e-9
    columns = np.column_stack([np.ones(len(given)), (given - mean) / scale])
    sign = np.where(right, 1.0, -1.0)

    def loss(weights: Array) -> tuple[float, Array]:
        margin = sign * (columns @ weights)
        slope = -sign / (1.0 + np.exp(margin))
        prior = weights / SPREAD
        prior[0] = 0.0
        total = np.logaddexp(0.0, -margin).sum() + prior @ weights / 2
        return float(total), columns.T @ slope + prior

    found = minimize(loss, np.zeros(columns.shape[1]), jac=True, method="L-BFGS-B", tol=1e-10).x
    weights = found[1:] / scale
    return float(found[0] - weights @ mean), weights


def judged(examples: Sequence[Example], names: Sequence[str], times: int) -> Array:
    """Return the probability of each example by a model that has not seen its event."""
    found = np.zeros(len(examples))
    events = [(one.source, one.event) for one in examples]
    for event in sorted(set(events)):
        seen = [one for one, own in zip(examples, events, strict=True) if own != event]
        intercept, weights = fit(seen, names, times)
        own = [place for place, one in enumerate(events) if one == event]
        odds = intercept + matrix([examples[place] for place in own], names) @ weights
        found[own] = 1.0 / (1.0 + np.exp(-odds))
    return found


def report(
    name: str, examples: Sequence[Example], names: Sequence[str], threshold: float, times: int
) -> Iterator[str]:
    """Yield the lines of a model's figures."""
    scores = judged(examples, names, times)
    yield f"\n{name}: every event judged by a model that has not seen it, from {threshold} on"
    for source in (*SOURCES, "both programmes"):
        talks: dict[str, Counter[str]] = defaultdict(Counter)
        for one, score in zip(examples, scores, strict=True):
            if one.right is not None and (
                one.source == source
                or (source == "both programmes" and one.source.startswith("programme"))
            ):
                found = score >= threshold
                talks[one.talk]["right" if found else "missed"] += bool(one.right)
                talks[one.talk]["wrong"] += found and not one.right
        yield f"  {source:18} " + "  ".join(intervals([talks[talk] for talk in sorted(talks)]))
    said = [
        (float(score), one.right)
        for one, score in zip(examples, scores, strict=True)
        if one.right is not None
    ]
    yield f"  calibration error, ten bins: {calibration_error(said):.4f}"
    shown = [(score, right) for score, right in said if score >= SUGGESTED]
    usual, most = perfect_error(shown)
    yield f"    of the {len(shown)} that are derived or suggested: {calibration_error(shown):.4f}"
    yield f"    (chances that are right would show {usual:.4f}, in 19 of 20 cases up to {most:.4f})"


def intervals(counts: list[Counter[str]]) -> Iterator[str]:
    """Yield precision, recall and F1 with 95 % intervals over talks."""
    for place, name in enumerate(("P", "R", "F1")):
        figure = itemgetter(place)
        found, low, high = interval(counts, lambda drawn, at=figure: at(figures(drawn)))
        yield f"{name} {found:.3f} ({low:.3f} to {high:.3f})"


def figures(counts: Iterable[Counter[str]]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of all counts together."""
    total = sum(counts, Counter[str]())
    right, wrong, missed = total["right"], total["wrong"], total["missed"]
    precision = right / (right + wrong) if right + wrong else 1.0
    recall = right / (right + missed) if right + missed else 1.0
    return precision, recall, 2 * right / max(1, 2 * right + wrong + missed)


def background(corpora: Iterable[Path]) -> Iterator[str]:
    """Yield the lines of the table of stems: those of one talk in 2,500 or more."""
    counts: Counter[str] = Counter()
    total = 0
    for path in corpora:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                talk = json.loads(line)
                text = f"{talk.get('title')}. {talk.get('description') or talk.get('abstract')}"
                found = {token.stem for token in tokens(re.sub(r"https?:\S+", " ", text)[:600])}
                counts.update(
                    stem for stem in found - STOPWORDS if stem.isalpha() and len(stem) > 1
                )
                total += 1
    yield "# Stem, and in how many of 100,000 titles and descriptions of talks it stands.\n"
    yield "# Counted in pyvideo (CC0) and in lists of papers; made by tools/train_topics.py.\n"
    for stem, count in sorted(counts.items()):
        if count * 2_500 >= total:
            yield f"{stem}\t{round(count * 100_000 / total)}\n"


if __name__ == "__main__":
    sys.exit(main())
