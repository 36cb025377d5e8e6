"""Frequent names that several author ids of one corpus have: real strangers, in plenty.

The gold sets have some fifty such names in a half; here are hundreds. No model is fitted to them:
`distant` leaves out every name that several ids have, and the gold's own names are left out here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import distant
from intervals import interval

from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.model import PeopleModel
from hallway.graph.linking.people.names import fold, is_crowded

__all__ = ["CORPUS", "blocks", "report", "share"]

Record = dict[str, Any]
CORPUS = "data/corpora/paperlists.jsonl.gz"


def blocks(path: Path, without: set[str]) -> dict[str, list[tuple[str, distant.Mention]]]:
    """Return the mentions of each name, each with the id of its person.

    Parameters
    ----------
    path
        Papers with author ids.
    without
        Names that are left out, folded.

    Names whose ids have a co-author in common are left out: that is one person with two profiles
    more often than two people.
    """
    found: dict[str, list[tuple[str, distant.Mention]]] = defaultdict(list)
    for paper in distant.read(path):
        for place, person in enumerate(paper.get("author_ids") or ()):
            name = " ".join(fold(paper["authors"][place]))
            if person and is_crowded(name) and name not in without:
                own = f"{paper['id']}#{place}"
                mention = distant.mention(paper, paper["authors"], place, own, text="")
                found[name].append((person, mention))
    return {name: rows for name, rows in sorted(found.items()) if _are_strangers(rows)}


def _are_strangers(rows: Sequence[tuple[str, distant.Mention]]) -> bool:
    if len({person for person, _ in rows}) < 2 or len(rows) < 3:
        return False
    met: dict[str, str] = {}
    return all(
        met.setdefault(" ".join(fold(other)), person) == person
        for person, mention in rows
        for other in mention.co_speakers
    )


def report(shared: Path, gold: list[Record], model: PeopleModel) -> Iterator[str]:
    """Yield how a model tells these people apart, with intervals over names."""
    path = shared / CORPUS
    if not path.is_file():
        return
    found = blocks(path, {" ".join(fold(row["name"])) for row in gold})
    mentions = [mention for rows in found.values() for _, mention in rows]
    person_of = resolve(mentions, model=model).person_of
    counts = [_counted(rows, person_of) for rows in found.values()]
    yield (
        f"\nNames that several author ids have, none of them in the gold set or in training: "
        f"{len(found)} names,\n{len(mentions)} mentions; pairs, with 95 % intervals over names"
    )
    for label, over in (("precision", "wrong"), ("recall", "missed"), ("F1", "")):
        value, low, high = interval(counts, lambda some, over=over: share(some, over))  # type: ignore[misc]
        yield f"  {label:30} {value:.3f}  ({low:.3f} to {high:.3f})"


def _counted(
    rows: Sequence[tuple[str, distant.Mention]], person_of: dict[str, str]
) -> Counter[str]:
    counts: Counter[str] = Counter()
    for (one, left), (other, right) in combinations(rows, 2):
        said = person_of[left.id] == person_of[right.id]
        if one == other or said:
            counts["missed" if not said else "right" if one == other else "wrong"] += 1
    return counts


def share(some: Sequence[Counter[str]], over: str) -> float:
    """Return precision (over the wrong), recall (over the missed), or F1 (over half of both)."""
    total: Counter[str] = Counter()
    for counts in some:
        total.update(counts)
    beside = total[over] if over else (total["wrong"] + total["missed"]) / 2
    return total["right"] / max(total["right"] + beside, 1)
