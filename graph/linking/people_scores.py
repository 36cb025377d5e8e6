"""How likely groups of mentions are one person, and the sentences that say why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from hallway.graph.cache import text_digest
from hallway.graph.linking.name_memory import matching_names
from hallway.graph.linking.names import NameMatch, fold
from hallway.graph.linking.people_features import (
    FEATURES,
    Common,
    Profile,
    in_common,
    name_features,
    profile,
)
from hallway.graph.linking.people_memory import (
    GroupDigests,
    PeopleMemory,
    Unit,
    recalled,
    unit_groups,
)
from hallway.graph.linking.people_model import PeopleModel
from hallway.graph.linking.people_pairs import components, group_pairs
from hallway.graph.linking.records import Mention

__all__ = ["Scores"]

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
        Of an earlier round or build, whose mentions and groups may have been others.

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
        memory: PeopleMemory | None = None,
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
        self._memory = None if keep_rows else memory
        self._keep_rows = keep_rows
        self._digest = GroupDigests(mentions, groups)
        self._name_digests: dict[str, str] = {}
        self._waiting: list[tuple[Unit, int, Pair, bool, tuple[float, ...]]] = []
        self._score()

    def _score(self) -> None:
        """Score one component of names after the other; the model takes many rows at once."""
        matches = self._matches()
        ties = [(a, b) for a, others in matches.items() for b, _ in others]
        shared: dict[int, list[str]] = defaultdict(list)
        for name, groups in self._bearers.items():
            for group in groups:
                shared[group].append(name)
        self._several = {group for group, names in shared.items() if len(names) > 1}
        ties += [(names[0], name) for names in shared.values() for name in names[1:]]
        done: list[list[Unit]] = []
        for names in components(self._bearers, ties):
            units = [
                unit for name in names if (unit := self._unit(name, matches.get(name, ())))
            ]  # fmt: skip
            if units:
                self._look_at(units)
                done.append(units)
            if len(self._waiting) >= _CHUNK:
                self._run_model()
                self._take(done)
                done = []
        self._run_model()
        self._take(done)

    def _unit(self, name: str, variants: Sequence[tuple[str, NameMatch]]) -> Unit | None:
        if len(self._bearers[name]) < 2 and not variants:
            return None
        unit = Unit([(name, name, None), *((name, other, match) for other, match in variants)])
        if self._memory:
            unit.key = text_digest(
                self._name_digest(name),
                *(
                    f"{self._name_digest(other)} {match.kind} {match.score}"
                    for other, match in variants
                ),
            )
            unit.known = self._memory.known(unit.key)
        return unit

    def _name_digest(self, name: str) -> str:
        """Digest all that the scores of a name depend on: its groups, and how it is printed."""
        found = self._name_digests.get(name)
        if found is None:
            groups = (
                f"{self._digest[group]}{'+' * (group in self._several)}"
                for group in self._bearers[name]
            )
            contested = str(name in self._contested)
            found = text_digest(name, self._printed[name], contested, *groups)
            self._name_digests[name] = found
        return found

    def _matches(self) -> dict[str, list[tuple[str, NameMatch]]]:
        """Return for each name the variants of it that follow in the alphabet of printed names."""
        if self._memory and self._memory.matches is not None:
            return self._memory.matches
        matches: dict[str, list[tuple[str, NameMatch]]] = defaultdict(list)
        printed = {self._printed[name]: name for name in self._bearers}
        cache = self._memory.cache if self._memory else None
        for one, other, match in matching_names(printed, cache):
            matches[printed[one]].append((printed[other], match))
        if self._memory:
            self._memory.matches = matches
        return matches

    def _look_at(self, units: Sequence[Unit]) -> None:
        """Work out the features of every pair of some units that nothing is known of."""
        profiles: dict[int, Profile] = {}

        def of(group: int) -> Profile:
            if group not in profiles:
                if len(profiles) >= _PROFILES:
                    profiles.clear()
                profiles[group] = self._profile(group)
            return profiles[group]

        for unit in units:
            if unit.known is None:
                for way in range(len(unit.compared)):
                    self._compare(unit, way, of)
                if len(self._waiting) >= _CHUNK:
                    self._run_model()

    def _compare(self, unit: Unit, way: int, of: Callable[[int], Profile]) -> None:
        a, b, match = unit.compared[way]
        if match is None and len(self._bearers[a]) < 2:
            return
        background = self._model.background
        columns = name_features(self._printed[a], self._printed[b], match, background)
        right = None if match is None else self._bearers[b]
        for pair in group_pairs(self._bearers[a], right, of):
            left_profile, right_profile = of(pair[0]), of(pair[1])
            if self._on_one_stage(a, b, match, left_profile, right_profile):
                continue
            common = in_common(left_profile, right_profile, background)
            row = (*columns, *common.values)
            if match and match.score < _DOUBTFUL and not common.speaks and row[_EVIDENCE] < _SOME:
                unit.found.append((way, pair, None, False))
                continue
            unproven = not self._proven(a, match, row, common)
            self._waiting.append((unit, way, pair, unproven, row))

    def _run_model(self) -> None:
        rows = [row for *_, row in self._waiting]
        scored = self._model.probabilities(rows).tolist()
        for (unit, way, pair, unproven, row), probability in zip(
            self._waiting, scored, strict=True
        ):
            if _share_a_co_speaker(row):
                probability = max(probability, _WITH_ONE)
            if self._keep_rows:
                self.rows.setdefault(pair, row)
            kept = probability if probability >= _LEAST else None
            unit.found.append((way, pair, kept, unproven))
        self._waiting.clear()

    def _take(self, components: Iterable[Sequence[Unit]]) -> None:
        """Take the scores of components whose pairs have all been looked at.

        Equal names come first: two groups that have a name in common are compared by that one.
        """
        for units in components:
            for unit in units:
                self._settle(unit)
            seen: set[Pair] = set()
            for equal in (True, False):
                for unit in units:
                    for way, pair, probability, unproven in unit.found:
                        if (way == 0) is not equal or pair in seen:
                            continue
                        seen.add(pair)
                        if probability is not None:
                            self.probability[pair] = probability
                            self._match[pair] = unit.compared[way]
                            if unproven:
                                self.unproven.add(pair)

    def _settle(self, unit: Unit) -> None:
        """Bring a unit's pairs into order, from memory or for it.

        What nobody is to be joined for is only worth knowing where groups have several names.
        """
        groups = unit_groups(unit, self._bearers)
        if unit.known is not None:
            unit.found = recalled(unit.known, groups)
            return
        unit.found = sorted(
            (
                found
                for found in unit.found
                if found[2] is not None or not self._several.isdisjoint(found[1])
            ),
            key=lambda found: found[:2],
        )
        if self._memory:
            self._memory.learn(unit.key, unit.found, groups)

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
        if not self._memory:
            return self._sentence(pair)
        a, b, match = self._match[pair]
        key = text_digest(
            *(self._digest[group] for group in pair),
            self._printed[a],
            self._printed[b],
            match.kind if match else "",
        )
        return self._memory.sentence(key, lambda: self._sentence(pair))

    def _sentence(self, pair: Pair) -> str:
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
