"""The people of the gold sets: cross-validated predictions, intervals, bands and aliases."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import homonyms
import initials
import yaml
from intervals import Unit, calibration_error, interval, reliability
from train_people import FOLDS, Cases, digest, fold_of, mention

from hallway.graph.linking.people.certain import is_coined
from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.model import shipped_model
from hallway.graph.linking.people.names import compare
from hallway.graph.linking.people.shared_profiles import nicknamed
from hallway.graph.linking.people.variants import variant_pairs
from hallway.graph.linking.records import Mention, Resolution
from hallway.graph.reading.names import name_key

Record = dict[str, Any]
SAME_NAME = 0.45
"""Names this alike are called the same in the job name-pairs, which has no other evidence."""

ACCOUNTS = ("github", "twitter", "speakerdeck", "bluesky")
ALIASES = "data/yaml-rubyevents/speakers.yml"


def speakers(gold: list[Record]) -> Iterator[Record]:
    """Predict who is who; what the shipped model was fitted to, with models that have not seen it.

    One source at a time, as the gold compares them.
    """
    for resolution, rows in _resolutions(gold):
        for row in rows:
            yield {"id": row["id"], "cluster": resolution.person_of[row["id"]]}


def _resolutions(gold: list[Record]) -> Iterator[tuple[Resolution, list[Record]]]:
    """Yield what each model makes of each source, with the records that it is to be judged by."""
    seen = _seen(gold)
    models = gold_cases(gold).models() if seen else [shipped_model()]
    sources: dict[str, list[Record]] = defaultdict(list)
    for row in gold:
        sources[row["source"]].append(row)
    for _, rows in sorted(sources.items()):
        mentions = [mention(row) for row in rows]
        for part, model in enumerate(models):
            judged = [row for row in rows if not seen or fold_of(row["block"]) == part]
            yield resolve(mentions, model=model), judged


def gold_cases(gold: list[Record]) -> Cases:
    """Return the pairs to judge, with background and evidence of the shipped model."""
    shipped = shipped_model()
    known = initials.to_learn_from(_shared(), gold)
    return Cases(gold, shipped.background, shipped.evidence, known)


def _shared() -> Path:
    return Path(os.environ.get("HALLWAY_SHARED", ""))


def _seen(gold: list[Record]) -> bool:
    """Tell whether the shipped model was fitted to these records."""
    return digest(gold) == shipped_model().trained_on


def name_pairs(gold: list[Record]) -> Iterator[Record]:
    """Predict whether two names are one person's, from the names alone."""
    for row in gold:
        match = compare(row["a"], row["b"])
        score = match.score if match else 0.0
        yield {"id": row["id"], "pred": "same" if score >= SAME_NAME else "different"}


def report(gold: list[Record], predicted: list[Record]) -> Iterator[str]:
    """Yield the lines that say how sure the figures are, and what is joined and asked."""
    how = (
        f"cross-validated in {FOLDS} parts, since the shipped model was fitted to these records"
        if _seen(gold)
        else "by the shipped model, which was not fitted to these records"
    )
    yield f"\nPeople, {how};\nwith 95 % intervals over blocks of look-alike names"
    cluster = {row["id"]: row["cluster"] for row in predicted}
    for label, rows in (
        ("all", gold),
        ("openreview", [row for row in gold if row["source"] == "openreview"]),
    ):
        blocks = list(block_counts(rows, cluster).values())
        for name, figure in (("pairwise F1", pairwise_f1), ("B-cubed precision", bcubed_precision)):
            yield f"  {label + ' ' + name:30} {with_interval(blocks, figure)}"
    yield from _bands(gold)
    yield from _calibration(gold)
    for tried in (homonyms, initials):
        yield from tried.report(_shared(), gold, shipped_model())


def block_counts(gold: list[Record], cluster: dict[str, str]) -> dict[str, Counter[str]]:
    """Count for each block right, wrong and missed pairs and the B-cubed precision of mentions."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    sources: dict[str, list[Record]] = defaultdict(list)
    for row in gold:
        sources[row["source"]].append(row)
    for rows in sources.values():
        for a, b in combinations(rows, 2):
            truth = a["gold_person"] == b["gold_person"]
            said = cluster[a["id"]] == cluster[b["id"]]
            if truth or said:
                kind = "right" if truth and said else "missed" if truth else "wrong"
                found[a["block"]][kind] += 1
        people: dict[str, Counter[str]] = defaultdict(Counter)
        for row in rows:
            people[cluster[row["id"]]][row["gold_person"]] += 1
        for row in rows:
            members = people[cluster[row["id"]]]
            counts = found[row["block"]]
            counts["mentions"] += 1
            # In millionths, since a Counter adds whole numbers.
            counts["pure"] += 10**6 * members[row["gold_person"]] // members.total()
    return found


def pairwise_f1(blocks: Sequence[Counter[str]]) -> float:
    """Return F1 over all pairs of mentions; 0 where none is right."""
    counts = _sum(blocks)
    right = 2 * counts["right"]
    return right / (right + counts["wrong"] + counts["missed"]) if right else 0.0


def bcubed_precision(blocks: Sequence[Counter[str]]) -> float:
    """Return how pure the cluster of a mention is on average."""
    counts = _sum(blocks)
    return counts["pure"] / 10**6 / max(counts["mentions"], 1)


def with_interval(units: Sequence[Unit], figure: Callable[[Sequence[Unit]], float]) -> str:
    """Return a figure with its 95 % interval, as text."""
    value, low, high = interval(units, figure)
    return f"{value:.3f}  ({low:.3f} to {high:.3f})"


def _sum(blocks: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counts in blocks:
        total.update(counts)
    return total


def _bands(gold: list[Record]) -> Iterator[str]:
    """Tell of the pairs of names that blocks bring together how many are joined and asked."""
    persons: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in gold:
        persons[row["source"], name_key(row["name"])].add(row["gold_person"])
    compared = joined = right = asked = 0
    for resolution, rows in _resolutions(gold):
        source = rows[0]["source"] if rows else ""
        judged = {row["id"]: name_key(row["name"]) for row in rows}
        names = {row["name"] for row in rows}
        compared += sum(name_key(a) != name_key(b) for a, b in variant_pairs(names))
        named: dict[str, set[str]] = defaultdict(set)
        for one, name in judged.items():
            named[resolution.person_of[one]].add(name)
        for together in named.values():
            for a, b in combinations(sorted(together), 2):
                joined += 1
                right += bool(persons[source, a] & persons[source, b])
        asked += sum(
            bool(named[pair.a] and named[pair.b]) and not named[pair.a] & named[pair.b]
            for pair in resolution.suggestions
        )
    yield (
        f"  Of {compared} pairs of names {joined} are joined ({right / max(joined, 1):.1%} of them "
        f"one person) and {asked} proposed ({asked / max(compared, 1):.1%})"
    )


def _calibration(gold: list[Record]) -> Iterator[str]:
    """Tell how far the model's probabilities are from the share of pairs that are one person."""
    shipped = shipped_model()
    cases = gold_cases(gold)
    if not len(cases.rows):
        return
    seen = _seen(gold)
    said: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for part, model in enumerate(cases.models() if seen else [shipped]):
        judged = cases.fold == part if seen else cases.fold >= 0
        _, chances = model.scored([tuple(row) for row in cases.rows[judged].tolist()])
        for block, chance, truth in zip(
            cases.block[judged], chances.tolist(), cases.truth[judged].tolist(), strict=True
        ):
            said[block].append((chance, truth > 0))
    blocks = [said[block] for block in sorted(said)]
    error = with_interval(
        blocks, lambda drawn: calibration_error([one for each in drawn for one in each])
    )
    yield f"  {'calibration error (ECE)':30} {error}"
    rows = reliability([one for each in blocks for one in each])
    yield "  probability said, share true, pairs: " + "; ".join(
        f"{mean:.2f} {true:.2f} {count}" for count, mean, true in rows
    )


def pair_report(gold: list[Record], predicted: list[Record]) -> Iterator[str]:
    """Yield the figures of pairs of names with their intervals over pairs."""
    same = {row["id"]: row["pred"] == "same" for row in predicted}
    yield "\nPairs of names, from the names alone, with 95 % intervals over pairs"
    pairs = [(row["gold"] == "same", same[row["id"]]) for row in gold]
    for name, figure in (
        ("precision", lambda drawn: _share(drawn, said=True)),
        ("recall", lambda drawn: _share(drawn, said=False)),
        ("F1", _pair_f1),
    ):
        yield f"  {'same ' + name:30} {with_interval(pairs, figure)}"


def _share(pairs: Sequence[tuple[bool, bool]], *, said: bool) -> float:
    """Return how many of those said (or of those true) are both."""
    counted = [truth and found for truth, found in pairs if (found if said else truth)]
    return sum(counted) / max(len(counted), 1)


def _pair_f1(pairs: Sequence[tuple[bool, bool]]) -> float:
    right = 2 * sum(truth and found for truth, found in pairs)
    return right / max(sum(truth + found for truth, found in pairs), 1)


def aliases(shared: Path) -> Iterator[str]:
    """Yield how the comparison of names does on a list of speakers with hand-kept aliases."""
    path = shared / ALIASES
    if not path.is_file():
        return
    listed = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    names = [[row["name"], *(one["name"] for one in row.get("aliases") or ())] for row in listed]
    owner = {name_key(name): place for place, row in enumerate(names) for name in row}
    kept = sum(len(row) - 1 for row in names)
    found = sum(name_key(row[0]) == name_key(alias) for row in names for alias in row[1:])
    joined, asked, others = _accounts(listed, names)
    right = wrong = wrong_kept = apart = 0
    for a, b in variant_pairs(name for row in names for name in row):
        if not _alike(a, b):
            continue
        one, other = owner[name_key(a)], owner[name_key(b)]
        right += one == other
        found += one == other and names[one][0] in (a, b)
        wrong += one != other
        wrong_kept += one != other and len(names[one]) > 1 and len(names[other]) > 1
        apart += one != other and all(listed[place].get("github") for place in (one, other))
    yield (
        f"\n{kept} hand-kept aliases: {found} found by the names, recall {found / kept:.3f}; "
        f"{joined} more are\n  names of accounts, which are joined, {(found + joined) / kept:.3f}, "
        f"and {asked} such names that are asked about"
    )
    yield (
        f"  precision {right / (right + wrong_kept):.3f} among the people who have aliases, "
        f"{right / (right + apart):.3f} where two accounts may tell two people apart,\n"
        f"  {right / (right + wrong):.3f} among all {len(names)} (whom the list has not "
        f"compared with one another);\n"
        f"  names of accounts that are joined and stand as two people there: "
        f"{', '.join(others) or 'none'}"
    )


def _accounts(listed: list[Record], names: list[list[str]]) -> tuple[int, int, list[str]]:
    """Count aliases that are an account's name: joined, asked, and those of somebody else."""
    background = shipped_model().background
    mentions, owner = [], []
    for place, (row, own) in enumerate(zip(listed, names, strict=True)):
        profiles = tuple((site, str(row[site]).lower()) for site in ACCOUNTS if row.get(site))
        for name in own:
            one = len(mentions)
            stated = profiles if name == row["name"] else ()
            mentions.append(Mention(str(one), name, "", str(one), profiles=stated))
            owner.append(place)
    joined = asked = 0
    others = []
    for found in nicknamed(mentions):
        if len(found.owners) > 1:
            continue
        whose = owner[found.owners[0]]
        for place in found.places:
            name = mentions[place].name
            coined = is_coined(name, background)
            if owner[place] != whose:
                others += [f"{name} ({names[whose][0]})"] * coined
            elif not _alike(names[whose][0], name):
                joined += coined
                asked += not coined
    return joined, asked, others


def _alike(a: str, b: str) -> bool:
    match = compare(a, b)
    return match is not None and match.score >= SAME_NAME
