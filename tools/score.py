#!/usr/bin/env python3
"""Score what linking finds against the gold sets: ``.venv/bin/python tools/score.py``.

The gold sets stand in the folder $GOLD (default: $HALLWAY_SHARED/gold), each in a file named after
it with any suffix (``name_pairs.dev.jsonl``); a job without a file is left out. Each job is
predicted with the code of this checkout and scored by the score.py that stands there (else in
$HALLWAY_SHARED/gold); the table has precision, recall and F1. What a shipped model was fitted to is
judged by models that have not seen it, anything else by the shipped model. With --require
NAME=VALUE (JOB.FIGURE, as --json prints them) the exit status is 1 when a figure is lower.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import score_labels
import score_people
import score_topics

from hallway.graph.linking.organizations import presenting

Record = dict[str, Any]


def org_mentions(gold: list[Record]) -> Iterable[Record]:
    """Predict who presents talks; what is only suggested does not count."""
    found: dict[str, list[str]] = defaultdict(list)
    for link in presenting.link(score_topics.talks(gold)):
        if link.status == "derived":
            found[link.subject].append(link.object)
    return [{"id": talk, "presenting": names} for talk, names in found.items()]


JOBS: dict[str, tuple[str, Callable[[list[Record]], Iterable[Record]]]] = {
    "speakers": ("speaker_mentions", score_people.speakers),
    "name-pairs": ("name_pairs", score_people.name_pairs),
    "topic-links": ("topic_links", score_topics.topic_links),
    "org-mentions": ("org_mentions", org_mentions),
    "topic-pairs": ("topic_pairs", score_labels.topic_pairs),
    "org-strings": ("org_strings", score_labels.org_strings),
}
SHOWN = {
    "speakers": [
        "pairwise",
        "same-name",
        "bcubed",
        "pairwise[pyvideo-hand]",
        "pairwise[openreview]",
    ],
    "name-pairs": ["same"],
    "topic-links": ["micro[programme-hand]", "micro[seed-hand]", "micro[author-keywords]"],
    "org-mentions": ["presenting"],
    "topic-pairs": ["same", "hierarchy"],
    "org-strings": ["pairwise", "pairwise[hand]", "pairwise[ror]", "bcubed"],
}


def files(folder: Path, name: str) -> list[Path]:
    """Return the files of a gold set: ``name.jsonl``, ``name.dev.jsonl`` and the like."""
    return sorted(path for path in folder.glob("*.jsonl") if path.name.split(".")[0] == name)


def scorer(folder: Path) -> Path:
    """Return the scorer that stands beside the gold, else the one of the shared gold."""
    own = folder / "score.py"
    return own if own.is_file() else Path(os.environ.get("HALLWAY_SHARED", "")) / "gold/score.py"


def figures(folder: Path, job: str) -> tuple[dict[str, float], list[Record], list[Record]]:
    """Return a job's figures, its gold records and the predictions."""
    name, predict = JOBS[job]
    path = files(folder, name)[0]
    gold = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    predicted = list(predict(gold))
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in predicted)
        file.flush()
        command = [sys.executable, str(scorer(folder)), job, str(path), file.name, "--json"]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(answer.stdout), gold, predicted


def _seed(gold: list[Record], predicted: list[Record]) -> Iterable[str]:
    """Yield a line for each of the seed's talks with what was found of what is right."""
    found = {row["id"]: [link["topic"] for link in row["topics"]] for row in predicted}
    for row in gold:
        if row["source"] == "seed-hand":
            right = [topic for topic in found.get(row["id"], ()) if topic in row["gold"]]
            lost = [topic for topic in row["gold"] if topic not in right]
            wrong = [
                topic
                for topic in found.get(row["id"], ())
                if topic not in row["gold"] and topic not in row["ignore"]
            ]
            yield "  ".join(
                (
                    f"  {row['title'][:40]:40}",
                    f"found {right}" if right else "found nothing",
                    *([f"missed {lost}"] if lost else []),
                    *([f"wrong {wrong}"] if wrong else []),
                )
            )


def _presenters(gold: list[Record], predicted: list[Record], seed: set[str]) -> str:
    title = {row["id"]: row["title"] for row in gold}
    talks = [
        f"{', '.join(row['presenting'])}: {title[row['id']][:40]}"
        for row in predicted
        if title[row["id"]] in seed
    ]
    return "\n".join(f"  {talk}" for talk in sorted(talks))


def main() -> int:
    """Predict, score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("jobs", nargs="*", default=list(JOBS), metavar="JOB", help=", ".join(JOBS))
    parser.add_argument("--json", action="store_true", help="all figures as one JSON object")
    parser.add_argument("--require", action="append", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    shared = os.environ.get("HALLWAY_SHARED", "")
    folder = Path(os.environ.get("GOLD") or Path(shared) / "gold")
    if fault := _fault(folder, options.jobs):
        print(f"{folder}: {fault}; set GOLD or HALLWAY_SHARED", file=sys.stderr)
        return 2
    every: dict[str, float] = {}
    present = [job for job in options.jobs if files(folder, JOBS[job][0])]
    results = {job: figures(folder, job) for job in present}
    for job, (found, _, _) in results.items():
        every.update({f"{job}.{name}": value for name, value in found.items()})
    if options.json:
        print(json.dumps(every, sort_keys=True, indent=1))
    else:
        _print(results)
    low = [
        f"{name} is {every.get(name, 0):.4f}, below {value}"
        for name, value in (need.split("=", 1) for need in options.require)
        if every.get(name, 0) < float(value)
    ]
    print("\n".join(low), file=sys.stderr, end="\n" if low else "")
    return 1 if low else 0


def _fault(folder: Path, jobs: Iterable[str]) -> str:
    """Say why a folder cannot be scored; nothing when it can."""
    found = {job: files(folder, JOBS[job][0]) for job in jobs}
    if not any(found.values()):
        return "no gold sets here"
    for paths in found.values():
        if len(paths) > 1:
            return f"{paths[0].name} and {paths[1].name} are one gold set; keep one of them"
    return "" if scorer(folder).is_file() else "no score.py here"


def _print(results: dict[str, tuple[dict[str, float], list[Record], list[Record]]]) -> None:
    print(f"{'job':38} {'P':>6} {'R':>6} {'F1':>6}")
    for job, (found, _, _) in results.items():
        for name in SHOWN[job]:
            row = [found[f"{name}.{figure}"] for figure in ("precision", "recall", "f1")]
            print(f"{job + ' ' + name:38} " + " ".join(f"{value:6.3f}" for value in row))
    if "speakers" in results:
        _, gold, predicted = results["speakers"]
        print(*score_people.report(gold, predicted), sep="\n")
    if "name-pairs" in results:
        print(*score_people.pair_report(*results["name-pairs"][1:]), sep="\n")
        print(*score_people.aliases(Path(os.environ.get("HALLWAY_SHARED", ""))), sep="\n")
    if "topic-pairs" in results:
        print(*score_labels.topic_report(*results["topic-pairs"][1:]), sep="\n")
    if "org-strings" in results:
        print(*score_labels.org_report(*results["org-strings"][1:]), sep="\n")
    seed: set[str] = set()
    if "topic-links" in results:
        _, gold, predicted = results["topic-links"]
        print(*score_topics.report(gold), sep="\n")
        seed = {row["title"] for row in gold if row["source"] == "seed-hand"}
        print("\nThe seed's talks and their topics", *_seed(gold, predicted), sep="\n")
    if "org-mentions" in results:
        found, gold, predicted = results["org-mentions"]
        print(f"\nTexts without an organization kept empty: {found['empty-talks.kept_empty']:.3f}")
        print(
            "The seed's talks and who presents them", _presenters(gold, predicted, seed), sep="\n"
        )


if __name__ == "__main__":
    sys.exit(main())
