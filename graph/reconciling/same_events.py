"""Which events of several sources are one: by name and year, acronym, series, dates and talks.

Two events of one source are never one, nor is one that was named at the import (``--event``)
joined to another name. What could be one is proposed, not joined.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations

from hallway.graph.keys import concept_key, year_in
from hallway.graph.programme import Event
from hallway.graph.reading.text import normalised
from hallway.graph.reconciling.likeness import TELLING_WORDS
from hallway.graph.reconciling.talk_titles import common_head, words

__all__ = ["Edition", "SameEvent", "join_events"]

SURE, ASK = 0.9, 0.5
MOST_SHARING = 50  # a title that more events have tells nothing
FEWEST_TALKS = 3
MANY_TALKS = 8
NEARLY_ALL, MOST_OF, HALF, SOME = 0.9, 0.7, 0.5, 0.3
ACRONYM = re.compile(r"[a-z][a-z0-9 ]{1,14}")
YEAR_WORD = re.compile(r"(?<![\w.])(?:(?:19|20)\d\d|'\d\d)(?!\w)")
BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
GENERIC = frozenset(
    "the a an conference conf days day annual international meeting summit and of for on in".split()
)


@dataclass(slots=True)
class Edition:
    """What the sources say of the events with one key.

    Attributes
    ----------
    key
        See `hallway.graph.keys.event_key`.
    sources
        Slugs of the sources that have it.
    explicit
        Every source has it only because its name was given at the import.
    """

    key: str
    sources: set[str] = field(default_factory=set)
    explicit: bool = True
    names: set[str] = field(default_factory=set)
    short: set[str] = field(default_factory=set)
    years: set[int] = field(default_factory=set)
    series: set[str] = field(default_factory=set)
    dates: list[tuple[date, date]] = field(default_factory=list)
    titles: set[str] = field(default_factory=set)

    def add(self, source: str, event: Event, *, explicit: bool) -> None:
        """Take in the event as a source has it."""
        self.named(source, event.name, event.year, explicit=explicit)
        for text in (event.acronym, event.key):
            word = _without_year(text)
            if ACRONYM.fullmatch(word):
                self.short.add(word)
        if event.series:
            self.series.add(concept_key(event.series.name))
        first, last = event.start or event.end, event.end or event.start
        if first and last:
            self.dates.append((min(first, last), max(first, last)))
        head = common_head([talk.title for talk in event.talks])
        for talk in event.talks:
            bare = BRACKET.sub("", talk.title.removeprefix(head))
            title = words(bare)
            if not talk.is_break and len(title.split()) >= TELLING_WORDS:
                self.titles.add(title)

    def named(self, source: str, name: str, year: int | None, *, explicit: bool = False) -> None:
        """Take in what a source calls it; of some editions it knows nothing else."""
        self.sources.add(source)
        self.explicit &= explicit
        self.names.add(_without_year(name))
        found = year_in(name) or year
        short = re.search(r"(?<![\w.])'(\d\d)(?!\w)", normalised(name))
        if found is None and short:
            found = 2000 + int(short[1])
        if found is not None:
            self.years.add(found)


@dataclass(frozen=True, slots=True)
class SameEvent:
    """Two event keys that are one event, or may be.

    Attributes
    ----------
    a, b
        The keys, in order.
    evidence
        Parts of a sentence.
    """

    a: str
    b: str
    confidence: float
    evidence: str


def join_events(
    editions: Sequence[Edition],
    apart: Callable[[str, str], bool],
    must: Sequence[tuple[str, str]] = (),
) -> tuple[dict[str, str], list[SameEvent], list[SameEvent]]:
    """Find which keys are one event.

    Parameters
    ----------
    editions
        In any order, each key once.
    apart
        Tells whether a curator keeps two keys apart.
    must
        Pairs that a curator joined.

    Returns
    -------
    tuple
        Key -> the first key of its event, for events of several keys; what joined them; and what
        is only proposed.
    """
    known = {one.key: one for one in sorted(editions, key=lambda one: one.key)}
    groups = _Groups(known, apart)
    for a, b in must:
        if a in known and b in known:
            low, high = sorted((a, b))
            groups.join(SameEvent(low, high, 1.0, "a curator joined them"), by_force=True)
    found = sorted(_compared(known), key=lambda one: (-one.confidence, one.a, one.b))
    rivals = _rivals(found, known)
    proposed = []
    for one in found:
        if groups.together(one.a, one.b) or apart(one.a, one.b):
            continue
        sure = one.confidence >= SURE and (one.a, one.b) not in rivals
        explicit = known[one.a].explicit or known[one.b].explicit
        if not sure or explicit or not groups.join(one):
            proposed.append(one)
    proposed = [one for one in proposed if not groups.together(one.a, one.b)]
    return groups.firsts(), groups.joins, proposed


class _Groups:
    """Keys joined so far."""

    def __init__(self, known: dict[str, Edition], apart: Callable[[str, str], bool]) -> None:
        self._known, self._apart = known, apart
        self._first = {key: key for key in known}
        self._members = {key: [key] for key in known}
        self.joins: list[SameEvent] = []

    def together(self, a: str, b: str) -> bool:
        return self._first[a] == self._first[b]

    def join(self, one: SameEvent, *, by_force: bool = False) -> bool:
        """Join two groups; False when they share a source, or a curator keeps them apart."""
        low, high = sorted((self._first[one.a], self._first[one.b]))
        if low == high:
            return True
        left, right = self._members[low], self._members[high]
        if not by_force and (
            self._sources(left) & self._sources(right)
            or any(self._apart(a, b) for a in left for b in right)
        ):
            return False
        self._first.update((key, low) for key in right)
        left += self._members.pop(high)
        self.joins.append(one)
        return True

    def _sources(self, keys: Iterable[str]) -> set[str]:
        return {source for key in keys for source in self._known[key].sources}

    def firsts(self) -> dict[str, str]:
        return {key: first for key, first in self._first.items() if len(self._members[first]) > 1}


def _without_year(name: str) -> str:
    """Return the words of a name without its year, however that is written.

    >>> _without_year("FOSDEM '24") == _without_year("FOSDEM 2024") == "fosdem"
    True
    >>> _without_year("emf2016")
    'emf'
    """
    text = YEAR_WORD.sub(" ", normalised(name))
    text = re.sub(r"(?<=[a-z])[ -]?(?:(?:19|20)\d\d|\d\d)$", " ", text.strip())
    return words(text)


def _rivals(found: Sequence[SameEvent], known: dict[str, Edition]) -> set[tuple[str, str]]:
    """Return the pairs of which one end has an equally sure pair with another event of a source."""
    beside: dict[tuple[str, float], list[SameEvent]] = defaultdict(list)
    for one in found:
        for end in (one.a, one.b):
            beside[end, one.confidence].append(one)
    rivals = set()
    for (end, _), pairs in beside.items():
        for first, second in combinations(pairs, 2):
            others = [known[one.b if one.a == end else one.a] for one in (first, second)]
            if others[0].sources & others[1].sources:
                rivals.update([(first.a, first.b), (second.a, second.b)])
    return rivals


def _compared(known: dict[str, Edition]) -> Iterator[SameEvent]:
    for a, b in sorted(_pairs(known)):
        one = _judged(known[a], known[b])
        if one is not None:
            yield one


def _pairs(known: dict[str, Edition]) -> set[tuple[str, str]]:
    """Return the pairs of keys of different sources that share something."""
    sharing: dict[Hashable, list[str]] = defaultdict(list)
    for key, one in known.items():
        for word in one.names | one.short | {"series " + name for name in one.series}:
            for year in one.years or {0}:
                sharing[word, year].append(key)
        for title in one.titles:
            sharing[title].append(key)
    counts = Counter(
        pair
        for mark, keys in sharing.items()
        if len(keys) > 1 and (isinstance(mark, tuple) or len(keys) <= MOST_SHARING)
        for pair in combinations(keys, 2)
        for _ in range(FEWEST_TALKS if isinstance(mark, tuple) else 1)
    )
    return {
        (a, b)
        for (a, b), count in counts.items()
        if count >= FEWEST_TALKS and not known[a].sources & known[b].sources
    }


def _judged(a: Edition, b: Edition) -> SameEvent | None:
    if a.years and b.years and not a.years & b.years:
        return None
    mine, theirs = _numbers(a), _numbers(b)
    if mine and theirs and not mine & theirs:  # "31C3" and "32C3"
        return None
    overlap = any(s <= t and u <= e for s, e in a.dates for u, t in b.dates)
    disjoint = bool(a.dates and b.dates) and not overlap
    reasons: list[tuple[float, str]] = []
    names = a.names & b.names
    if names and a.years & b.years:
        reasons.append((0.5 if disjoint else 0.97 if overlap else 0.93, "the same name and year"))
    if (a.short & (b.names | b.short)) | (b.short & a.names):
        reasons.append((0.0 if disjoint else 0.95 if overlap else 0.6, "name and acronym agree"))
    if a.series & b.series and set(a.dates) & set(b.dates) and not _elsewhere(a, b):
        reasons.append((0.95, "the same series on the same days"))
    reasons += _shared(a, b, overlap=overlap, disjoint=disjoint)
    confidence = max((sure for sure, _ in reasons), default=0.0)
    if confidence < ASK:
        return None
    said = [text for sure, text in reasons if sure >= ASK]
    said += ["overlapping dates"] * overlap + ["other dates"] * disjoint
    low, high = sorted((a.key, b.key))
    return SameEvent(low, high, confidence, ", ".join(said))


def _shared(
    a: Edition, b: Edition, *, overlap: bool, disjoint: bool
) -> Iterator[tuple[float, str]]:
    """Weigh the titles of talks that both have."""
    smaller = min(len(a.titles), len(b.titles))
    common = len(a.titles & b.titles)
    if common < FEWEST_TALKS or disjoint:
        return
    said = f"{common} of {smaller} titles of talks in both"
    share = common / smaller
    related = bool(_names(a) & _names(b))
    many = share >= NEARLY_ALL and smaller >= MANY_TALKS
    if share >= HALF and (overlap or many or (share >= MOST_OF and related)):
        yield 0.95 if overlap else 0.92, said
    elif share >= SOME:
        yield 0.6, said


def _names(one: Edition) -> set[str]:
    words = {word for name in one.names | one.short for word in name.split()}
    return words - GENERIC


def _numbers(one: Edition) -> set[int]:
    """Return the numbers in the names, years apart: those of the edition."""
    names = one.names | one.short
    return {int(digits) for name in names for digits in re.findall(r"\d{1,3}", name)}


def _elsewhere(a: Edition, b: Edition) -> bool:
    """Tell whether names set two events of a series apart ("… London" and "… Paris")."""
    of_series = {word for name in a.series | b.series for word in name.split()}
    mine, theirs = _names(a) - of_series, _names(b) - of_series
    return bool(mine) and bool(theirs) and not mine & theirs
