"""Pairs of appearances that a corpus tells apart by itself, to learn what evidence is worth.

No gold record is looked at. In papers with author ids, two papers of one id are of one person, and
two papers of two ids with frequent names are of two: the gold's homonyms differ in nothing else.
Names that several ids bear are left out. In talks without ids, a telling name is one person.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hallway.graph.linking.people.background import Background
from hallway.graph.linking.people.features import in_common, profile
from hallway.graph.linking.people.names import fold, is_common, is_telling
from hallway.graph.linking.records import Mention

Record = dict[str, Any]
PER_PERSON = 4
"""Pairs of one person at most."""

SIZES = (1, 1, 1, 1, 2, 2, 3, 5)
"""How many appearances a side of a pair has: clusters are compared as well."""

STRANGERS = 1.5
"""Pairs of two people for each pair of one."""

MOST = 6000
"""Pairs of one person from one corpus at most."""

Side = list[Mention]


def read(path: Path) -> Iterator[Record]:
    """Yield the talks or papers of a gzipped JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def cases(
    files: Sequence[Path], background: Background
) -> tuple[list[tuple[float, ...]], list[bool], list[float]]:
    """Return what two sets of appearances share, whether they are of one person, and weights."""
    rows: list[tuple[float, ...]] = []
    truth: list[bool] = []
    weights: list[float] = []
    for path in sorted(files):
        talks = list(read(path))
        named: dict[str, Side] = defaultdict(list)
        identified: dict[str, Side] = defaultdict(list)
        for person, one in _by_name(talks):
            named[person].append(one)
        for person, one in _by_id(talks):
            identified[person].append(one)
        common = sorted(one for one, found in identified.items() if is_common(found[0].name))
        for people, alike in ((named, sorted(named)), (identified, common)):
            chance = random.Random(1)  # noqa: S311 # no secret
            for a, b, same, weight in _pairs(people, alike, chance):
                one, other = (profile(_thinned(each, chance), background) for each in (a, b))
                rows.append(in_common(one, other, background).values)
                truth.append(same)
                weights.append(weight)
    return rows, truth, weights


def _pairs(
    people: Mapping[str, Side], alike: Sequence[str], chance: random.Random
) -> Iterator[tuple[Side, Side, bool, float]]:
    kept = 0
    for person in chance.sample(sorted(people), len(people)):
        mentions = people[person]
        number = min(PER_PERSON, len(mentions) - 1)
        for _ in range(number):
            mixed = chance.sample(mentions, len(mentions))
            cut = min(chance.choice(SIZES), len(mixed) - 1)
            yield mixed[:cut], mixed[cut:][: chance.choice(SIZES)], True, number**-0.5
        kept += max(0, number)
        if kept >= MOST:
            break
    left = int(kept * STRANGERS)
    productive = [one for one in alike if len(people[one]) > 1]
    while left:
        one, other = (chance.choice(chance.choice((alike, productive))) for _ in range(2))
        a, b = (
            chance.sample(people[each], min(chance.choice(SIZES), len(people[each])))
            for each in (one, other)
        )
        if one != other and not {m.title for m in a} & {m.title for m in b}:
            left -= 1
            yield a, b, False, 1.0


def _by_id(papers: list[Record]) -> Iterator[tuple[str, Mention]]:
    bearers: dict[str, set[str]] = defaultdict(set)
    signed = [paper for paper in papers if paper.get("author_ids")]
    for paper in signed:
        for name, person in zip(paper["authors"], paper["author_ids"], strict=True):
            bearers[" ".join(fold(name))].add(person or "")
    for paper in signed:
        for place, person in enumerate(paper["author_ids"]):
            if person and len(bearers[" ".join(fold(paper["authors"][place]))]) == 1:
                yield person, mention(paper, paper["authors"], place)


def _by_name(talks: list[Record]) -> Iterator[tuple[str, Mention]]:
    for talk in talks:
        names = talk.get("speakers") or talk.get("authors") or ()
        for place, name in enumerate(names):
            if is_telling(name):
                yield " ".join(fold(name)), mention(talk, names, place)


def mention(
    talk: Record, names: Sequence[str], place: int, own: str = "", text: str | None = None
) -> Mention:
    """Turn a talk of pyvideo, or a paper, into the appearance of one of its people.

    Parameters
    ----------
    own
        Id of the appearance.
    text
        Stands in place of the description or abstract.
    """
    series = talk.get("venue") or talk["event_slug"].rsplit("-", 1)[0]
    year = talk.get("year") or int((talk.get("recorded") or "0")[:4]) or None
    employers = talk["affiliations"][place] if talk.get("aligned") else ()
    return Mention(
        id=own,
        name=names[place],
        source="",
        event=talk.get("event_slug") or f"{series} {year}",
        series=series,
        year=year,
        co_speakers=(*names[:place], *names[place + 1 :]),
        affiliation="; ".join(employers) or None,
        topics=tuple(talk.get("keywords") or talk.get("tags") or ()),
        title=talk["title"] or "",
        text=(talk.get("abstract") or talk.get("description") or "")[:300]
        if text is None
        else text,
        language=talk.get("language") or "eng",
    )


def _thinned(mentions: Side, chance: random.Random) -> Side:
    """Leave out some of what other programmes do not state, in all appearances of one side."""
    if mentions[0].affiliation is not None:
        if chance.random() < 0.8:
            mentions = [replace(mention, text="") for mention in mentions]
        if chance.random() < 0.1:
            mentions = [replace(mention, affiliation=None) for mention in mentions]
    if chance.random() < 0.3:
        mentions = [replace(mention, topics=()) for mention in mentions]
    return mentions
