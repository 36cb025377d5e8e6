#!/usr/bin/env python3
"""Cross-validate people with the thresholds chosen inside: ``python tools/nested_people.py``.

For each fifth of the gold's look-alike names the thresholds are those that do best on the other
four, each of which is judged by a model that has seen neither it nor the fifth that is left out.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from score_people import bcubed_precision, block_counts, gold_cases, pairwise_f1, with_interval
from train_people import FOLDS, fold_of, gold_path, mention

from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.model import PeopleModel

Record = dict[str, Any]
Blocks = dict[str, Counter[str]]
JOIN = (0.7, 0.8, 0.9)
SURE = (0.95, 0.98, 2.0)
"""Thresholds to choose from; 2 is never."""

LEAST = 0.99
"""B-cubed precision that a choice must reach where one does."""


def judged(model: PeopleModel, gold: Sequence[Record], part: int) -> Blocks:
    """Count right and wrong pairs of the blocks of one part."""
    sources: dict[str, list[Record]] = defaultdict(list)
    for row in gold:
        sources[row["source"]].append(row)
    kept = [row for row in gold if fold_of(row["block"]) == part]
    cluster: dict[str, str] = {}
    for rows in sources.values():
        cluster.update(resolve([mention(row) for row in rows], model=model).person_of)
    return block_counts(kept, cluster)


def main() -> int:
    """Choose, judge and print."""
    gold = [json.loads(line) for line in gold_path().read_text("utf-8").splitlines()]
    all_cases = gold_cases(gold)
    found: Blocks = {}
    for part in range(FOLDS):
        tried: dict[tuple[float, float], list[Counter[str]]] = defaultdict(list)
        for inner in range(FOLDS):
            if inner == part:
                continue
            model = all_cases.model(part, inner)
            for join, sure in product(JOIN, SURE):
                one = replace(model, join=join, sure=sure)
                tried[join, sure].extend(judged(one, gold, inner).values())
        best = max(
            tried, key=lambda at: (bcubed_precision(tried[at]) >= LEAST, pairwise_f1(tried[at]), at)
        )
        print(
            f"part {part}: join {best[0]}, sure {best[1]}; inside F1 {pairwise_f1(tried[best]):.4f}"
        )
        chosen = replace(all_cases.model(part), join=best[0], sure=best[1])
        found |= judged(chosen, gold, part)
    homonyms = {row["block"] for row in gold if row["source"] == "openreview"}
    print(f"all pairwise F1         {with_interval(list(found.values()), pairwise_f1)}")
    print(f"all B-cubed precision   {with_interval(list(found.values()), bcubed_precision)}")
    some = [one for block, one in found.items() if block in homonyms]
    print(f"homonyms pairwise F1    {with_interval(some, pairwise_f1)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
