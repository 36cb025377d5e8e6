"""Topic labels and affiliations of the gold sets: predictions, and how sure the figures are."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from hallway.graph.linking.organizations.naming import canonical, organization_in
from hallway.graph.linking.organizations.table import Table as Organizations
from hallway.graph.linking.organizations.table import shipped
from hallway.graph.linking.topics import broader_topics as broader
from hallway.graph.linking.topics import label_parts
from hallway.graph.linking.topics.broader_topics import broader_topics
from hallway.graph.linking.topics.same_topics import same_topics
from hallway.graph.linking.topics.table import Table, table_of, topic_table
from hallway.graph.linking.topics.words import run_together, split_words

Record = dict[str, Any]
ROUNDS = 400
DRAWS = 8
KINDS = frozenset(["a_narrower_than_b", "a_broader_than_b"])
GROUPS = (("same", frozenset(["same"])), ("hierarchy", KINDS))


def topic_pairs(gold: list[Record]) -> Iterator[Record]:
    """Predict how two labels relate, as if a site had these two and no other."""
    for row in gold:
        yield {"id": row["id"], "pred": _relation(row["a"], row["b"])}


def _relation(a: str, b: str) -> str:
    if len(set(same_topics({"a": a, "b": b}).values())) == 1:
        return "same"
    for found in broader_topics({"a": [a], "b": [b]}):
        return "a_narrower_than_b" if found.narrower == "a" else "a_broader_than_b"
    return "different"


def org_strings(gold: list[Record]) -> Iterator[Record]:
    """Predict which affiliations name one organization, each from its text alone."""
    for row in gold:
        yield {"id": row["id"], "cluster": canonical(row["text"]).key}


def topic_report(gold: list[Record], predicted: list[Record]) -> Iterator[str]:
    """Yield the lines with 95 % intervals over pairs, also without what the table knows of them."""
    yield "\nTopic labels, with 95 % intervals over pairs"
    yield from _topic_lines(gold, predicted)
    table = _unknowing(gold)
    left_out = len(topic_table().entries) - len(table.entries)
    yield f"The same without the {left_out} rows of the table with a label of the gold set"
    yield from _topic_lines(gold, _predicted_with(table, gold))
    yield f"With half of these {left_out} rows, drawn at random: the mean of {DRAWS} draws"
    halves = [_predicted_with(half, gold) for half in _halves(table)]
    for name, group in GROUPS:
        found = [_figures(_counts(gold, half, group))[2] for half in halves]
        mean, least, most = sum(found) / DRAWS, min(found), max(found)
        yield f"  {name + ' F1':30} {mean:.3f}  ({least:.3f} to {most:.3f})"


def _halves(unknowing: Table) -> Iterator[Table]:
    """Yield the table with a random half of the rows that another one is without."""
    others = set(unknowing.entries)
    for draw in range(DRAWS):
        chance = random.Random(draw)  # noqa: S311 # no secret
        yield table_of(
            entry for entry in topic_table().entries if entry in others or chance.random() < 1 / 2
        )


def _unknowing(gold: list[Record]) -> Table:
    """Return the table without the rows that have a label of the gold set, alias or not."""
    labels = {label for row in gold for label in (row["a"], row["b"])}
    parts = {part for label in labels for part in (label, *re.split(r"[()]", label))}
    known = {run_together(split_words(part)) for part in parts}
    return table_of(
        entry
        for entry in topic_table().entries
        if known.isdisjoint(
            run_together(split_words(name.split(" (")[0])) for name in (entry.label, *entry.aliases)
        )
    )


def _predicted_with(table: Table, gold: list[Record]) -> list[Record]:
    modules = (label_parts, broader)
    for module in modules:
        module.topic_table = lambda: table  # type: ignore[attr-defined]
    label_parts.read_label.cache_clear()
    predicted = list(topic_pairs(gold))
    for module in modules:
        module.topic_table = topic_table  # type: ignore[attr-defined]
    label_parts.read_label.cache_clear()
    return predicted


def _topic_lines(gold: list[Record], predicted: list[Record]) -> Iterator[str]:
    for name, group in GROUPS:
        yield from _lines(name, _counts(gold, predicted, group))


def _counts(
    gold: list[Record], predicted: list[Record], group: frozenset[str]
) -> list[Counter[str]]:
    """Count for each pair what was said of it, if it is or was said to be of a group."""
    said = {row["id"]: row["pred"] for row in predicted}
    counts = []
    for row in gold:
        right = row["gold"] in group and said[row["id"]] == row["gold"]
        wrong = said[row["id"]] in group and not right
        missed = row["gold"] in group and not right
        counts.append(Counter(right=right, wrong=wrong, missed=missed))
    return counts


def org_report(gold: list[Record], predicted: list[Record]) -> Iterator[str]:
    """Yield the lines with 95 % intervals over organizations, and those without known names."""
    cluster = {row["id"]: row["cluster"] for row in predicted}
    yield "\nAffiliations, pairs of one organization, with 95 % intervals over organizations"
    yield from _pools(gold, cluster)
    yield "\nThe same, each organization of the tables that an affiliation here uses left out"
    used = {canonical(row["text"]).label for row in gold}
    table = shipped().without(used)
    yield from _pools(gold, _clusters(gold, table))
    yield f"The same, a random half of these {len(used)} left out: the mean of {DRAWS} draws"
    halves: dict[str, list[float]] = defaultdict(list)
    for draw in range(DRAWS):
        chance = random.Random(draw)  # noqa: S311 # no secret
        half = shipped().without({label for label in sorted(used) if chance.random() < 1 / 2})
        for pool, counts in _counts_of_pools(gold, _clusters(gold, half)):
            halves[pool].append(_figures(counts)[2])
    for pool, found in halves.items():
        mean, least, most = sum(found) / DRAWS, min(found), max(found)
        yield f"  {pool + ' F1':30} {mean:.3f}  ({least:.3f} to {most:.3f})"


def _clusters(gold: list[Record], table: Organizations) -> dict[str, str]:
    return {row["id"]: organization_in(row["text"], table).key for row in gold}


def _pools(gold: list[Record], cluster: dict[str, str]) -> Iterator[str]:
    for pool, counts in _counts_of_pools(gold, cluster):
        yield from _lines(pool, counts)


def _counts_of_pools(
    gold: list[Record], cluster: dict[str, str]
) -> Iterator[tuple[str, list[Counter[str]]]]:
    """Yield each pool with what was said of the pairs of each of its organizations."""
    for pool in sorted({row["pool"] for row in gold}):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for a, b in combinations([row for row in gold if row["pool"] == pool], 2):
            truth = a["gold_org"] == b["gold_org"]
            if truth or cluster[a["id"]] == cluster[b["id"]]:
                both = cluster[a["id"]] == cluster[b["id"]]
                kind = "right" if truth and both else "missed" if truth else "wrong"
                # A pair counts for both of its organizations, half each.
                counts[a["gold_org"]][kind] += 1
                counts[b["gold_org"]][kind] += 1
        yield pool, [counts[one] for one in sorted(counts)]


def _lines(name: str, counts: list[Counter[str]]) -> Iterator[str]:
    chance = random.Random(1)  # noqa: S311 # no secret
    drawn = [_figures(chance.choices(counts, k=len(counts))) for _ in range(ROUNDS)]
    for place, figure in enumerate(("precision", "recall", "F1")):
        column = sorted(one[place] for one in drawn)
        low, high = column[int(ROUNDS * 0.025)], column[int(ROUNDS * 0.975)]
        value = _figures(counts)[place]
        yield f"  {name + ' ' + figure:30} {value:.3f}  ({low:.3f} to {high:.3f})"


def _figures(counts: Iterable[Counter[str]]) -> tuple[float, float, float]:
    right = wrong = missed = 0
    for one in counts:
        right, wrong, missed = right + one["right"], wrong + one["wrong"], missed + one["missed"]
    precision = right / (right + wrong) if right + wrong else 1.0
    recall = right / (right + missed) if right + missed else 1.0
    return precision, recall, 2 * right / (2 * right + wrong + missed) if right else 0.0
