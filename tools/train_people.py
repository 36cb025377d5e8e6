#!/usr/bin/env python3
"""Fit the model of people to a gold set: ``.venv/bin/python tools/train_people.py``.

Reads speaker_mentions.*.jsonl in $GOLD (default: $HALLWAY_SHARED/gold) and writes
graph/linking/people/model.json; what names cut to initials tell is fitted to a corpus as well (see
`initials`). With --background FILE..., the frequencies of words are counted
anew, and what evidence is worth is fitted anew, in gzipped JSON Lines of talks (title, description
or abstract, speakers or authors); else those in the file stay. The same gold gives the same file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import distant
import initials
import numpy as np
from boosting import fit
from numpy.typing import NDArray

from hallway.graph.linking.organizations.evidence import affiliation_words
from hallway.graph.linking.people.background import Background, talk_words
from hallway.graph.linking.people.clustering import training_rows
from hallway.graph.linking.people.features import FEATURES, OF_TALKS, RISING
from hallway.graph.linking.people.initials import short_form
from hallway.graph.linking.people.model import COUNTS, METHOD, PeopleModel
from hallway.graph.linking.people.names import fold
from hallway.graph.linking.people.trees import Trees
from hallway.graph.linking.records import Mention

Record = dict[str, Any]
MODEL = Path(__file__).parent.parent / "graph/linking/people/model.json"
FOLDS = 5
TREES = 60
"""Trees that weigh the names; the evidence has more, since a corpus has more cases."""

OF_INITIALS = 80
"""Trees that correct the others where a name is cut to initials."""

INITIALS = 2.0
"""Weight of all pairs of such names of the corpus, for 1 of all of the gold."""

CUT = FEATURES.index("cut short")

NAMES = 6000
WORDS = 4000
EMPLOYERS = 1500
"""How many of the most frequent words are kept; rarer ones are all called rare."""


def gold_path() -> Path:
    """Return where the gold of this half stands."""
    folder = os.environ.get("GOLD") or Path(os.environ.get("HALLWAY_SHARED", "")) / "gold"
    found = sorted(Path(folder).glob("speaker_mentions.*jsonl"))
    return found[0] if found else Path(folder) / "speaker_mentions.jsonl"


def digest(gold: list[Record]) -> str:
    """Return a digest of gold records."""
    text = json.dumps(sorted(gold, key=lambda row: str(row["id"])), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def mention(row: Record) -> Mention:
    """Turn a gold record into a mention; the event's name without the year is its series."""
    return Mention(
        id=row["id"],
        name=row["name"],
        source=row["source"],
        event=row["event"],
        series=re.sub(r"[-\s]*\d{4}.*", "", row["event"]),
        year=row["year"],
        co_speakers=tuple(row["co_speakers"]),
        affiliation=row["affiliation"],
        topics=tuple(row["keywords"]),
        title=row["title"],
        text=row["description"],
        language=row["language"] or "",
    )


def fold_of(block: str) -> int:
    """Return the part of the gold that a block of look-alike names belongs to."""
    return hashlib.sha256(block.encode()).digest()[0] % FOLDS


class Cases:
    """The pairs that the linking scores on a gold set, with the truth.

    Parameters
    ----------
    known
        Mentions of a corpus with the ids of their people: their pairs teach what initials tell,
        beside the gold's, in all parts.
    """

    def __init__(
        self,
        gold: list[Record],
        background: Background,
        evidence: Trees,
        known: initials.Known | None = None,
    ) -> None:
        self.background = background
        self.evidence = evidence
        blank = PeopleModel(METHOD, background, evidence, Trees(0.0, []), Trees(0.0, []))
        person = {row["id"]: row["gold_person"] for row in gold}
        block = {row["id"]: row["block"] for row in gold}
        sources: dict[str, list[Mention]] = defaultdict(list)
        for row in gold:
            sources[row["source"]].append(mention(row))
        rows: list[tuple[float, ...]] = []
        truth: list[bool] = []
        blocks: list[str] = []
        for _, mentions in sorted(sources.items()):
            for left, right, row in training_rows(mentions, blank):
                one, other = ({person[each] for each in ids} for ids in (left, right))
                if len(one) == len(other) == 1:
                    rows.append(row)
                    truth.append(one == other)
                    blocks.append(block[left[0]])
        self.rows = np.array(rows, dtype=np.float64)
        self.start = blank.weighed(self.rows)
        self.truth = np.array(truth, dtype=np.float64)
        # A block of many mentions has many pairs that say the same.
        counts = Counter(blocks)
        weight = np.array([counts[one] ** -0.5 for one in blocks])
        self.weight = weight / weight.mean()
        self.block = np.array(blocks)
        self.fold = np.array([fold_of(one) for one in blocks])
        self._beside = _of_initials(known, blank) if known else None

    def numbers(self, *left_out: int) -> tuple[float, list[Any]]:
        """Fit trees to all cases but those of some parts, of names that are not cut."""
        kept = ~np.isin(self.fold, left_out) & (self.rows[:, CUT] == 0)
        return fit(
            self.rows[kept],
            self.truth[kept],
            self.weight[kept],
            _rising(FEATURES),
            self.start[kept],
            TREES,
        )

    def of_initials(self, trees: Trees, *left_out: int) -> tuple[float, list[Any]]:
        """Fit trees that correct others where a name is cut to initials."""
        kept = ~np.isin(self.fold, left_out) & (self.rows[:, CUT] > 0)
        rows, truth, weight = self.rows[kept], self.truth[kept], self.weight[kept]
        start = self.start[kept]
        if self._beside:
            others, told, light, begun = self._beside
            rows, truth = np.concatenate([rows, others]), np.concatenate([truth, told])
            start = np.concatenate([start, begun])
            weight = np.concatenate([weight, INITIALS * light * weight.sum() / light.sum()])
        start = start + trees.margins(rows)
        return fit(rows, truth, weight, _rising(FEATURES), start, OF_INITIALS)

    def model(self, *left_out: int) -> PeopleModel:
        """Return a model that has not seen some parts of the gold."""
        trees = Trees(*self.numbers(*left_out))
        corrected = Trees(*self.of_initials(trees, *left_out))
        return PeopleModel(METHOD, self.background, self.evidence, trees, corrected)

    def models(self) -> list[PeopleModel]:
        """Return for each part of the gold a model that has not seen it."""
        return [self.model(part) for part in range(FOLDS)]


def _of_initials(known: initials.Known, blank: PeopleModel) -> tuple[NDArray[np.float64], ...]:
    """Return rows, truths, weights and starting odds of pairs in which a name is cut."""
    person = {mention.id: one for one, mention in known}
    name = {mention.id: mention.name for _, mention in known}
    rows, truth, blocks = [], [], []
    for left, right, row in training_rows([mention for _, mention in known], blank):
        one, other = ({person[each] for each in ids} for ids in (left, right))
        if len(one) == len(other) == 1 and row[CUT]:
            rows.append(row)
            truth.append(one == other)
            blocks.append(short_form(name[left[0]]))
    counts = Counter(blocks)
    told = np.array(rows, dtype=np.float64)
    weight = np.array([counts[one] ** -0.5 for one in blocks])
    return told, np.array(truth, dtype=np.float64), weight, blank.weighed(told)


def _rising(names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([RISING.get(name, 0) for name in names], dtype=np.float64)


def evidence_of(files: list[Path], background: Background) -> Record:
    """Fit what evidence is worth to the appearances of a corpus."""
    rows, truth, weights = distant.cases(files, background)
    base, trees = fit(
        np.array(rows), np.array(truth, dtype=float), np.array(weights), _rising(OF_TALKS)
    )
    return {"evidence_base": base, "evidence": trees}


def background_of(files: list[Path]) -> Record:
    """Count in how many names, talks and affiliations the words of talks stand."""
    sizes = {path: sum(1 for _ in distant.read(path)) for path in files}
    names: set[str] = set()
    stated: Counter[str] = Counter()
    words: Counter[str] = Counter()
    talks = 0
    for path in files:
        for number, talk in enumerate(distant.read(path)):
            names.update(talk.get("speakers") or talk.get("authors") or ())
            if talk.get("aligned"):
                stated.update(
                    "; ".join(employers) for employers in talk["affiliations"] if employers
                )
            # Not more of one file than of another: papers have other words than talks have.
            if number % (sizes[path] // min(sizes.values())) == 0:
                text = talk.get("description") or talk.get("abstract") or ""
                words.update(set(talk_words(f"{talk['title'] or ''} {text[:400]}")))
                talks += 1
    of_names: Counter[str] = Counter()
    for name in names:
        of_names.update(set(fold(name)))
    of_employers: Counter[str] = Counter()
    for affiliation, times in stated.items():
        of_employers.update(dict.fromkeys(affiliation_words(affiliation), times))
    return {
        "name_total": len(names),
        "names": _most(of_names, NAMES),
        "word_total": talks,
        "words": _most(words, WORDS),
        "employer_total": stated.total(),
        "employers": _most(of_employers, EMPLOYERS),
    }


def _most(counts: Counter[str], kept: int) -> dict[str, int]:
    best = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:kept]
    return dict(sorted(best))


def main() -> int:
    """Count, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--background", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args()
    path = gold_path()
    if not path.is_file():
        print(f"{path}: no gold set here; set GOLD or HALLWAY_SHARED", file=sys.stderr)
        return 2
    gold = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    if options.background:
        counted = background_of(options.background)
        background = _background(counted)
        weighed = evidence_of(options.background, background)
    else:
        old = json.loads(MODEL.read_text("utf-8"))
        counted = {key: old[key] for key in COUNTS}
        background = _background(counted)
        weighed = {key: old[key] for key in ("evidence_base", "evidence")}
    known = initials.to_learn_from(Path(os.environ.get("HALLWAY_SHARED", "")), gold)
    if known is None:
        print(f"{initials.homonyms.CORPUS}: no such file; set HALLWAY_SHARED", file=sys.stderr)
        return 2
    evidence = Trees(weighed["evidence_base"], weighed["evidence"])
    cases = Cases(gold, background, evidence, known)
    base, trees = cases.numbers()
    initials_base, of_initials = cases.of_initials(Trees(base, trees))
    _write(
        {
            "method": METHOD, "trained_on": digest(gold), "features": list(FEATURES),
            **weighed, "base": base, "trees": trees,
            "initials_base": initials_base, "initials": of_initials, **counted,
        }
    )  # fmt: skip
    print(f"{len(cases.rows)} pairs, {int(cases.truth.sum())} of them one person; {MODEL.name}")
    return 0


def _background(counted: Record) -> Background:
    return Background(*(counted[key] for key in COUNTS))


def _write(numbers: Record) -> None:
    """Write JSON with one tree, and some twenty words, a line."""
    parts = []
    for key, value in numbers.items():
        text = json.dumps(value, ensure_ascii=False)
        if key in ("trees", "evidence", "initials"):
            text = "[\n" + ",\n".join(json.dumps(tree) for tree in value) + "\n]"
        elif isinstance(value, dict):
            text = re.sub(r"((?:[^,]*,){20}) ", r"\1\n", text)
        parts.append(f"{json.dumps(key)}: {text}")
    MODEL.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
