"""How likely groups of mentions are one person, and the sentences that say why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hallway.graph.linking.names import NameMatch, fold
from hallway.graph.linking.people_features import (
    FEATURES,
    Common,
    Profile,
    in_common,
    name_features,
    profile,
)
from hallway.graph.linking.people_model import PeopleModel
from hallway.graph.linking.people_pairs import components, group_pairs, name_pairs
from hallway.graph.linking.records import Mention

__all__ = ["Memory", "Scores"]

_LEAST = 0.05
"""Lower probabilities are as good as none and are not kept."""

_CHUNK = 20_000
"""Rows that the model scores at once."""

_PROFILES = 20_000
"""Profiles that are held: names of a hundred thousand people may hang together by variants."""

_ONE_NAME = ("accents", "script", "spacing", "order")
"""Kinds of variants that may stand in one talk and be one person all the same."""

_RARE = 8.5
"""Weight of shared words from which names speak for themselves: one in three hundred million."""

_DOUBTFUL = 0.5
_SOME = 0.5
"""Names less alike are strangers unless evidence of some weight speaks for one person."""

_UNCOMMON = 2.8
"""Weight from which affiliations and subjects count: J. Lee and Jin Lee may be colleagues."""

_WITH_ONE = 0.9
"""Least probability of equal names that a telling co-speaker ties together."""

_REASONS = {
    "accents": "differ in accents, punctuation or a title only",
    "script": "are one name in two scripts",
    "spacing": "differ in blanks or hyphens only",
    "order": "are the same words in another order",
    "initials": "differ in an initial",
    "nickname": "differ in a short form of the given name",
    "shortened": "differ in a word that one of them cuts short",
    "added": "differ in an added name",
    "spelling": "differ in a letter or two",
}

_EQUAL = FEATURES.index("equal")
_CO_SPEAKERS = FEATURES.index("co-speakers")
_EVIDENCE = FEATURES.index("evidence")
_AFFILIATION = FEATURES.index("affiliation")
_EVENT = FEATURES.index("event")
_WEIGHT = FEATURES.index("shared name words")

Pair = tuple[int, int]
NamePair = tuple[str, str, NameMatch | None]


Known = tuple[Pair, float, NamePair, bool]


@dataclass(slots=True)
class Memory:
    """What was found out about the same mentions before: which names match, and scores.

    Attributes
    ----------
    components
        The mentions of each group of a component of names -> its pairs.
    """

    matches: dict[str, list[tuple[str, NameMatch | None]]] | None = None
    components: dict[tuple[tuple[int, ...], ...], list[Known]] = field(default_factory=dict)


class Scores:
    """The probability of each pair of groups that is worth comparing.

    Parameters
    ----------
    mentions, names
        All of the site, each with its normalised name.
    groups
        Number of a group -> places of its mentions, in order.
    contested
        Names that some source gives to two people: an equal name is then no evidence.
    model
        Scores the pairs.
    memory
        Of an earlier round over the same mentions, whose groups may have been others.

    Attributes
    ----------
    probability
        For pairs of groups, the smaller number first.
    unproven
        Pairs that no evidence speaks for: their names alone must not join them.
    rows
        With `keep_rows`: the features of each pair, for training.
    """

    def __init__(
        self,
        mentions: Sequence[Mention],
        names: Sequence[str],
        groups: Mapping[int, Sequence[int]],
        contested: frozenset[str],
        model: PeopleModel,
        *,
        memory: Memory | None = None,
        keep_rows: bool = False,
    ) -> None:
        self._mentions = mentions
        self._groups = groups
        self._contested = contested
        self._model = model
        self._printed: dict[str, str] = {}
        self._bearers: dict[str, list[int]] = defaultdict(list)
        for group, places in sorted(groups.items()):
            for name in dict.fromkeys(names[place] for place in places):
                if name:
                    self._bearers[name].append(group)
        for place, name in enumerate(names):
            self._printed.setdefault(name, mentions[place].name)
        self._match: dict[Pair, NamePair] = {}
        self.probability: dict[Pair, float] = {}
        self.unproven: set[Pair] = set()
        self.rows: dict[Pair, tuple[float, ...]] = {}
        self._fresh: list[tuple[tuple[tuple[int, ...], ...], list[Pair]]] = []
        self._memory = memory
        self._score(keep_rows)

    def _score(self, keep_rows: bool) -> None:
        chunk: dict[Pair, tuple[float, ...]] = {}
        for pair, row in self._rows():
            chunk[pair] = row
            if len(chunk) >= _CHUNK:
                self._take(chunk)
                chunk = {}
            if keep_rows:
                self.rows[pair] = row
        self._take(chunk)
        for signature, pairs in self._fresh:
            assert self._memory is not None  # noqa: S101 # else nothing is fresh
            self._memory.components[signature] = [
                (pair, self.probability[pair], self._match[pair], pair in self.unproven)
                for pair in pairs
                if pair in self.probability
            ]

    def _take(self, chunk: Mapping[Pair, tuple[float, ...]]) -> None:
        scored = self._model.probabilities(list(chunk.values())).tolist()
        for pair, probability in zip(chunk, scored, strict=True):
            if _share_a_co_speaker(chunk[pair]):
                probability = max(probability, _WITH_ONE)
            if probability >= _LEAST:
                self.probability[pair] = probability
            else:
                self.unproven.discard(pair)
                del self._match[pair]

    def _rows(self) -> Iterator[tuple[Pair, tuple[float, ...]]]:
        """Yield the features of each pair once, one component of names after the other."""
        matches = self._matches()
        ties = [(a, b) for a, others in matches.items() for b, _ in others]
        shared: dict[int, list[str]] = defaultdict(list)
        for name, groups in self._bearers.items():
            for group in groups:
                shared[group].append(name)
        ties += [(names[0], name) for names in shared.values() for name in names[1:]]
        for names in components(self._bearers, ties):
            # Equal names first: two groups that have a name in common are compared by that one.
            compared = [(name, name, None) for name in names if len(self._bearers[name]) > 1]
            variants = [(a, b, match) for a in names for b, match in matches.get(a, ())]
            if not compared and not variants:
                continue
            if self._memory is None:
                yield from self._component([*compared, *variants])
                continue
            signature = tuple(
                tuple(self._groups[group]) for name in names for group in self._bearers[name]
            )
            if signature in self._memory.components:
                self._recall(self._memory.components[signature])
                continue
            rows = dict(self._component([*compared, *variants]))
            self._fresh.append((signature, list(rows)))
            yield from rows.items()

    def _matches(self) -> dict[str, list[tuple[str, NameMatch | None]]]:
        """Return for each name the variants of it that follow in the alphabet of printed names."""
        if self._memory and self._memory.matches is not None:
            return self._memory.matches
        matches: dict[str, list[tuple[str, NameMatch | None]]] = defaultdict(list)
        for a, b, match in name_pairs({self._printed[name]: name for name in self._bearers}):
            matches[a].append((b, match))
        if self._memory:
            self._memory.matches = matches
        return matches

    def _recall(self, known: Sequence[Known]) -> None:
        for pair, probability, match, unproven in known:
            self.probability[pair] = probability
            self._match[pair] = match
            if unproven:
                self.unproven.add(pair)

    def _component(self, compared: Sequence[NamePair]) -> Iterator[tuple[Pair, tuple[float, ...]]]:
        profiles: dict[int, Profile] = {}
        background = self._model.background

        def of(group: int) -> Profile:
            if group not in profiles:
                if len(profiles) >= _PROFILES:
                    profiles.clear()
                profiles[group] = self._profile(group)
            return profiles[group]

        seen: set[Pair] = set()
        for compared_by in compared:
            a, b, match = compared_by
            columns = name_features(self._printed[a], self._printed[b], match, background)
            right = None if match is None else self._bearers[b]
            for pair in group_pairs(self._bearers[a], right, of):
                left_profile, right_profile = of(pair[0]), of(pair[1])
                if pair in seen or self._on_one_stage(a, b, match, left_profile, right_profile):
                    continue
                seen.add(pair)
                common = in_common(left_profile, right_profile, background)
                row = (*columns, *common.values)
                speaks = common.speaks
                if match and match.score < _DOUBTFUL:
                    if not speaks and row[_EVIDENCE] < _SOME:
                        continue
                self._match[pair] = compared_by
                if not self._proven(a, match, row, common):
                    self.unproven.add(pair)
                yield pair, row

    def _profile(self, group: int) -> Profile:
        mentions = [self._mentions[place] for place in self._groups[group]]
        return profile(mentions, self._model.background)

    def _on_one_stage(
        self, a: str, b: str, match: NameMatch | None, left: Profile, right: Profile
    ) -> bool:
        """Tell whether the two names stand in one talk: two people, unless it is one name twice."""
        if match is None or match.kind in _ONE_NAME:
            return False
        spoke_with = left.co_speakers | right.co_speakers
        return any(" ".join(fold(self._printed[name])) in spoke_with for name in (a, b))

    def _proven(
        self, name: str, match: NameMatch | None, row: tuple[float, ...], common: Common
    ) -> bool:
        """Tell whether two groups may be joined for their own sake.

        Equal names may, unless a source has two people of that name. Others may if a co-speaker
        or a title speaks for it; if anything does and the words they share are not those of
        thousands; or if these are very rare, and not in one event, whose programme would hardly
        spell one person in two ways.
        """
        if common.speaks_loudly:
            return True
        if match is None:
            return name not in self._contested or common.speaks
        if common.speaks:
            return match.kind in _ONE_NAME or row[_WEIGHT] >= _UNCOMMON
        return not row[_EVENT] and row[_WEIGHT] >= _RARE

    def sentence(self, pair: Pair) -> str:
        """Say what speaks for one person: how the names differ, and what the two share."""
        a, b, match = self._match[pair]
        common = in_common(self._profile(pair[0]), self._profile(pair[1]), self._model.background)
        left, right = self._printed[a], self._printed[b]
        if match is None:
            start = f'Both are called "{left}"'
        else:
            start = f'"{left}" and "{right}" {_REASONS[match.kind]}'
        return "; ".join((start, *_shared(common))) + "."


def _share_a_co_speaker(row: tuple[float, ...]) -> bool:
    """Tell whether an equal name spoke with one other person, and no affiliation speaks against."""
    return row[_EQUAL] == 1 and row[_CO_SPEAKERS] >= 1 and row[_AFFILIATION] >= 0


def _shared(common: Common) -> Iterator[str]:
    """Yield what two profiles share, in words, at most three things of a kind."""
    for label, things in (
        ("both spoke with", common.co_speakers),
        ("both are of", common.affiliation),
        ("both gave", common.titles),
        ("both spoke on", common.topics),
        ("their talks say", common.words),
    ):
        if things:
            yield f"{label} " + ", ".join(f'"{thing}"' for thing in things[:3])
    if common.came_back:
        yield "in two events of one series"
