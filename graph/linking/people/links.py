"""Links between mentions and between people: why some are one, and which pairs to ask about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hallway.graph.linking.people.model import METHOD
from hallway.graph.linking.people.roster import Roster, Said
from hallway.graph.linking.people.scores import Scores
from hallway.graph.linking.records import SamePerson

__all__ = ["Joins", "suggestions"]

_ASK = 0.2
"""Pairs of this probability are proposed; less likely ones are left."""

_ASK_EQUAL = 0.02
"""The same for equal names, which readers take for one person."""

_PER_NAME = 20
"""Suggestions for one name at most: a name that a hundred people bear is no news."""

Best = tuple[float, int, int]
"""Less than nothing by its probability, and the groups of a pair: the smallest is the best."""


class Joins:
    """Remembers why mentions were joined, while clusters grow.

    Parameters
    ----------
    roster
        On which they are joined.
    """

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._differing: dict[tuple[str, str], SamePerson] = {}
        self._equal: dict[int, SamePerson] = {}

    def note(self, scores: Scores) -> None:
        """Note what a round of scores joined: the best pair for each two names.

        Of equal names, each group that joined an earlier one is noted with the likeliest of these.
        """
        names, clusters = self._roster.names, self._roster.clusters
        differing: dict[tuple[str, str], Best] = {}
        equal: dict[int, Best] = {}
        for (a, b), probability in scores.probability.items():
            if clusters.find(a) != clusters.find(b):
                continue
            found = (-probability, a, b)
            if names[a] != names[b]:
                both = self._roster.named(a, b)
                differing[both] = min(found, differing.get(both, found))
            elif b not in self._equal:
                equal[b] = min(found, equal.get(b, found))
        for both, (less, a, b) in differing.items():
            if both not in self._differing or -less > self._differing[both].confidence:
                self._differing[both] = self._link(a, b, -less, scores.sentence_of((a, b)))
        for later, (less, a, b) in equal.items():
            says = scores.sentence_of((a, b))
            mentions = self._roster.mentions
            self._equal[later] = SamePerson(mentions[b].id, mentions[a].id, -less, METHOD, says)

    def all(self, stated: Iterable[Said]) -> tuple[SamePerson, ...]:
        """Return all that was noted, and what needed no score, once for each two names."""
        roster = self._roster
        links = [*self._differing.values(), *self._equal.values()]
        told: set[tuple[str, str]] = set()
        for said in stated:
            names = roster.named(said.one, said.other)
            together = roster.clusters.find(said.one) == roster.clusters.find(said.other)
            if together and names not in told:
                told.add(names)
                links.append(self._link(said.one, said.other, said.confidence, said.says))
        return tuple(sorted(links, key=lambda link: (link.a, link.b, -link.confidence)))

    def _link(self, a: int, b: int, confidence: float, evidence: str) -> SamePerson:
        low, high = sorted((self._roster.mentions[a].id, self._roster.mentions[b].id))
        return SamePerson(low, high, confidence, METHOD, evidence)


def suggestions(
    roster: Roster, scores: Scores, odd: Iterable[Said], keys: Sequence[str], *, join: float
) -> tuple[SamePerson, ...]:
    """Return the pairs for the curator, best first, one for each pair of people.

    Parameters
    ----------
    scores
        Of the last round.
    odd
        What sources say that is worth asking about.
    keys
        Of the person of each mention.
    join
        The confidence that all of them stay below.
    """
    found: dict[tuple[str, str], SamePerson] = {}
    for pair in (*_undecided(roster, scores, keys, join), *_odd(roster, odd, keys)):
        low, high = sorted((pair.a, pair.b))
        pair = replace(pair, a=low, b=high)
        known = found.get((low, high))
        if low != high and (known is None or known.confidence < pair.confidence):
            found[low, high] = pair
    return tuple(sorted(found.values(), key=lambda pair: (-pair.confidence, pair.a, pair.b)))


def _undecided(
    roster: Roster, scores: Scores, keys: Sequence[str], join: float
) -> Iterable[SamePerson]:
    """Yield the likeliest pair of each two clusters that are neither joined nor kept apart."""
    names, clusters = roster.names, roster.clusters
    best: dict[tuple[int, int], Best] = {}
    for (a, b), probability in scores.probability.items():
        if probability >= (_ASK_EQUAL if names[a] == names[b] else _ASK):
            ends = sorted((clusters.find(a), clusters.find(b)))
            found = (-probability, a, b)
            best[ends[0], ends[1]] = min(found, best.get((ends[0], ends[1]), found))
    told: Counter[str] = Counter()
    for (one, other), (less, a, b) in sorted(best.items(), key=lambda item: item[1]):
        namesakes = names[a] if names[a] == names[b] else ""
        if one == other or not clusters.may_join(a, b) or told[namesakes] >= _PER_NAME:
            continue
        if namesakes:
            told[namesakes] += 1
        # What is only proposed is less sure than what is joined, whatever one pair says.
        confidence = min(-less, round(join - 0.01, 4))
        yield SamePerson(keys[a], keys[b], confidence, METHOD, scores.sentence_of((a, b)))


def _odd(roster: Roster, odd: Iterable[Said], keys: Sequence[str]) -> Iterable[SamePerson]:
    for said in odd:
        if roster.clusters.may_join(said.one, said.other):
            yield SamePerson(keys[said.one], keys[said.other], 0.6, METHOD, said.says)
