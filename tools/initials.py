"""Names cut to initials, as some programmes print them: a corpus with author ids tells who is who.

Half of the events of the corpus are taken to print "J. Lee". No gold record is looked at, and the
names of the gold and of `homonyms` are left out. By surname the people are parted in those that
the model of people learns from and those that it is tried on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any
from zlib import crc32

import distant
import homonyms
from intervals import interval

from hallway.graph.linking.people.clustering import resolve
from hallway.graph.linking.people.initials import is_abbreviated, short_form
from hallway.graph.linking.people.model import PeopleModel
from hallway.graph.linking.people.names import fold

__all__ = ["Known", "report", "shortened", "to_learn_from"]

Record = dict[str, Any]
_LEARNT, _TRIED = 0, 1
"""Parts of the people, by surname."""

Known = list[tuple[str, distant.Mention]]


def cut(name: str) -> str:
    """Cut all but the last word of a name to its first letter: "Jin-Ho Lee" is "J. Lee"."""
    *given, last = name.split() or [""]
    return " ".join([*(f"{word[0]}." for word in given), last])


def shortened(path: Path, without: Set[str], part: int) -> Known:
    """Return the mentions of one part, each with the id of its person.

    Parameters
    ----------
    path
        Papers with author ids.
    without
        Names that are left out, folded; so are those that several ids have.
    """
    found: dict[str, Known] = defaultdict(list)
    for paper in distant.read(path):
        for place, person in enumerate(paper.get("author_ids") or ()):
            name = " ".join(fold(paper["authors"][place]))
            if person and short_form(name) and name not in without and _part(name) == part:
                own = f"{paper['id']}#{place}"
                mention = distant.mention(paper, paper["authors"], place, own, text="")
                found[name].append((person, mention))
    return [
        (person, _as_printed(mention))
        for _, rows in sorted(found.items())
        if len({person for person, _ in rows}) == 1
        for person, mention in rows
    ]


def _part(name: str) -> int:
    return crc32(short_form(name).split()[1].encode()) % 2


def _as_printed(mention: distant.Mention) -> distant.Mention:
    if crc32(mention.event.encode()) % 2:
        return mention
    return replace(
        mention,
        name=cut(mention.name),
        co_speakers=tuple(map(cut, mention.co_speakers)),
    )


def to_learn_from(shared: Path, gold: list[Record]) -> Known | None:
    """Return the mentions that a model may be fitted to; None where the corpus is not there."""
    path = shared / homonyms.CORPUS
    return shortened(path, _names(gold), _LEARNT) if path.is_file() else None


def _names(gold: list[Record]) -> set[str]:
    return {" ".join(fold(row["name"])) for row in gold}


def report(shared: Path, gold: list[Record], model: PeopleModel) -> Iterator[str]:
    """Yield how a model tells these people apart, with intervals over surnames and initials."""
    path = shared / homonyms.CORPUS
    if not path.is_file():
        return
    rows = shortened(path, _names(gold), _TRIED)
    person_of = resolve([mention for _, mention in rows], model=model).person_of
    blocks: dict[str, Known] = defaultdict(list)
    for person, mention in rows:
        blocks[short_form(mention.name)].append((person, mention))
    yield (
        f"\nNames of which half of the events print initials alone, none of them in the gold set "
        f"or in training:\n{len(rows)} mentions; pairs, with 95 % intervals over names cut short"
    )
    for label, number in (("two names by initials", 2), ("initials and a full name", 1)):
        counts = [_counted(known, person_of, number) for known in blocks.values()]
        for figure, over in (("precision", "wrong"), ("recall", "missed"), ("F1", "")):
            value, low, high = interval(  # type: ignore[misc]
                counts, lambda some, over=over: homonyms.share(some, over)
            )
            yield f"  {label + ' ' + figure:36} {value:.3f}  ({low:.3f} to {high:.3f})"


def _counted(rows: Known, person_of: dict[str, str], number: int) -> Counter[str]:
    """Count the pairs in which so many of the two names are cut to initials."""
    counts: Counter[str] = Counter()
    for (one, left), (other, right) in combinations(rows, 2):
        if is_abbreviated(left.name) + is_abbreviated(right.name) == number:
            said = person_of[left.id] == person_of[right.id]
            if one == other or said:
                counts["missed" if not said else "right" if one == other else "wrong"] += 1
    return counts
