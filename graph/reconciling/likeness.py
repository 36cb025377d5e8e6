"""How alike two talks are: by title, people and time. Knows neither keys nor sources."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from datetime import datetime

from rapidfuzz import fuzz

from hallway.graph.programme import Moment, Talk
from hallway.graph.reading.text import normalised

__all__ = [
    "LIKE_TITLE",
    "SAME_TITLE",
    "TELLING_WORDS",
    "candidates",
    "marks",
    "people_of",
    "same_moment",
    "shares_slot",
    "strangers",
    "title_likeness",
]

# Of 518 pairs of talks that one person gives at one event under two titles (FOSDEM 2017 and 2026,
# 31C3, pretalx and Sessionize programmes), 38 have titles at least 0.6 alike and 11 at least 0.9,
# of which all but one differ in a number only.
SAME_TITLE = 0.9  # one letter in ten: a typo, a comma, an article
LIKE_TITLE = 0.6
TELLING_WORDS = 3  # "Keynote" and "Lightning talks" are given by anybody
MOST_SHARING = 50  # a word, a name or a start that more of the talks share tells nothing
HALF = 0.5

NUMBER = re.compile(r"\d+|(?<!\w)[ivx]+(?!\w)")  # of normalised text: "part 2", "part ii"
WORD = re.compile(r"\w{4,}")


def people_of(talk: Talk) -> dict[str, str]:
    """Return the names of a talk's people by normalised name, in the order of the source."""
    return {normalised(one.person.name): one.person.name for one in talk.appearances}


def same_moment(a: Moment | None, b: Moment | None) -> bool:
    """Tell whether two moments are one: by instant, or by the clock where one has no offset."""
    if isinstance(a, datetime) and isinstance(b, datetime):
        if (a.tzinfo is None) == (b.tzinfo is None):
            return a == b
        return a.replace(tzinfo=None) == b.replace(tzinfo=None)
    return a == b and isinstance(a, datetime) == isinstance(b, datetime)


def shares_slot(a: Talk, b: Talk) -> bool:
    """Tell whether two talks, of which one has several slots, start at one moment once."""
    mine, theirs = ([slot.start for slot in one.every_slot] for one in (a, b))
    return len(mine) + len(theirs) > 2 and any(
        one is not None and same_moment(one, other) for one in mine for other in theirs
    )


def strangers(a: Talk, b: Talk) -> bool:
    """Tell whether both talks name people, and no one of them twice."""
    mine, theirs = people_of(a).keys(), people_of(b).keys()
    return bool(mine) and bool(theirs) and not mine & theirs


def title_likeness(first: str, second: str) -> float:
    """Return how alike two titles are, 0 to 1; another number makes them unlike ("part 2")."""
    a, b = normalised(first), normalised(second)
    likeness = max(fuzz.ratio(a, b), fuzz.token_sort_ratio(a, b)) / 100
    same_numbers = sorted(NUMBER.findall(a)) == sorted(NUMBER.findall(b))
    return likeness if same_numbers else min(likeness, HALF)


def candidates(
    mine: Sequence[Set[Hashable]], theirs: Sequence[Set[Hashable]]
) -> Iterator[tuple[int, int]]:
    """Give the positions of talks that share a mark which not too many have, see `marks`."""
    sharing: dict[Hashable, list[int]] = defaultdict(list)
    for at, found in enumerate(theirs):
        for mark in found:
            sharing[mark].append(at)
    for at, found in enumerate(mine):
        hits = [sharing.get(mark, []) for mark in found]
        for other in sorted({one for few in hits if len(few) <= MOST_SHARING for one in few}):
            yield at, other


def marks(title: str, people: Iterable[str], start: Moment | None) -> Set[Hashable]:
    """Return what a talk may share with itself: the title or a word of it, a person, the start."""
    found: set[Hashable] = {("title", title), ("start", str(start))}
    found.update(("person", name) for name in people)
    found.update(("word", word) for word in WORD.findall(title))
    return found
