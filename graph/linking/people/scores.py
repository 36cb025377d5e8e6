"""How likely groups of mentions are one person, and the sentences that say why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from hallway.graph.building.cache import text_digest
from hallway.graph.linking.people.features import (
    FEATURES,
    ONE_NAME,
    Profile,
    coincidence,
    in_common,
    name_features,
    profile,
)
from hallway.graph.linking.people.memory import (
    GroupDigests,
    PeopleMemory,
    Unit,
    recalled,
    unit_groups,
)
from hallway.graph.linking.people.model import PeopleModel
from hallway.graph.linking.people.name_memory import matching_names
from hallway.graph.linking.people.names import NameMatch, fold
from hallway.graph.linking.people.pairs import group_pairs, tied
from hallway.graph.linking.people.proof import Proof, Rivals, proof_of
from hallway.graph.linking.people.reasons import sentence
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key

__all__ = ["Scores"]

_LEAST = 0.02
"""Lower probabilities are as good as none and are not kept."""

_CHUNK = 20_000
"""Rows that the model scores at once."""

_PROFILES = 20_000
"""Profiles that are held: names of a hundred thousand people may hang together by variants."""

_DOUBTFUL = 0.5
_SOME = 0.5
"""Names less alike are strangers unless evidence of some weight speaks for one person."""

_EQUAL = FEATURES.index("equal")
_EVIDENCE = FEATURES.index("evidence")

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
    fresh
        Of these, those that were worked out again by the last `again`; all before.
    unproven
        Pairs that no evidence speaks for: their names alone must not join them.
    rivals
        Which names fit several people.
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
        self._names = names
        self._contested = contested
        self._model = model
        self._printed: dict[str, str] = {}
        for place, name in enumerate(names):
            self._printed.setdefault(name, mentions[place].name)
        self._aliases = {
            place: [key for alias in mention.aliases if (key := name_key(alias))]
            for place, mention in enumerate(mentions)
            if mention.aliases
        }
        for mention in mentions:
            for alias in mention.aliases:
                self._printed.setdefault(name_key(alias), alias)
        self._match: dict[Pair, NamePair] = {}
        self.probability: dict[Pair, float] = {}
        self.unproven: set[Pair] = set()
        self.rows: dict[Pair, tuple[float, ...]] = {}
        self._memory = None if keep_rows else memory
        self._keep_rows = keep_rows
        self._waiting: list[tuple[Unit, int, Pair, bool, tuple[float, ...]]] = []
        self._groups = groups
        self._profiles: dict[int, Profile] = {}
        self._bearers: dict[str, list[int]] = defaultdict(list)
        for group, places in sorted(groups.items()):
            for name in self._names_of(places):
                self._bearers[name].append(group)
        self._units: dict[str, Unit] = {}
        self._digest = GroupDigests(mentions, groups)
        self._name_digests: dict[str, str] = {}
        self._matches = self._find_matches()
        self.rivals = Rivals(self._matches)
        self._components, self._several = tied(self._matches, self._bearers)
        self._score(self._components)
        self.fresh = self.probability

    def again(self, groups: Mapping[int, Sequence[int]], grown: Iterable[int]) -> None:
        """Score anew after joining: a cluster knows more of its person than its parts did.

        Parameters
        ----------
        groups
            As they are now, each named by its first mention's place.
        grown
            Those with new members; what hangs together with none of them keeps its scores.
        """
        self._groups = groups
        self._profiles.clear()
        self._digest.regrouped(groups)
        into = {place: group for group in grown for place in groups[group]}
        touched = {name for group in into.values() for name in self._names_of(groups[group])}
        for name in touched:
            bearers = {into.get(group, group) for group in self._bearers[name]}
            self._bearers[name] = sorted(bearers)
            self._name_digests.pop(name, None)
        self._several.difference_update(into)
        self._several.update(
            group for group in set(into.values()) if len(self._names_of(groups[group])) > 1
        )
        anew = [names for names in self._components if not touched.isdisjoint(names)]
        dropped = {name for names in anew for name in names}
        for pair in [pair for pair, match in self._match.items() if match[0] in dropped]:
            del self._match[pair], self.probability[pair]
            self.unproven.discard(pair)
        for name in dropped:
            unit = self._units.get(name)
            if unit and not touched.isdisjoint(other for _, other, _ in unit.compared):
                del self._units[name]
        self._score(anew)
        self.fresh = {
            pair: self.probability[pair]
            for pair, match in self._match.items()
            if match[0] in dropped
        }

    def _names_of(self, places: Sequence[int]) -> list[str]:
        """Return the names of some mentions and those their sources give beside."""
        found = dict.fromkeys(self._names[place] for place in places)
        if self._aliases:
            found |= dict.fromkeys(
                alias for place in places for alias in self._aliases.get(place, ())
            )
        return list(filter(None, found))

    def _score(self, components: Iterable[Sequence[str]]) -> None:
        """Score one component of names after the other; the model takes many rows at once."""
        done: list[list[Unit]] = []
        for names in components:
            units = [unit for name in names if (unit := self._unit_of(name))]
            if units:
                self._look_at(units)
                done.append(units)
            if len(self._waiting) >= _CHUNK:
                self._run_model()
                self._take(done)
                done = []
        self._run_model()
        self._take(done)

    def _unit_of(self, name: str) -> Unit | None:
        """Return what a name is compared with: as it was if nothing of it has grown."""
        known = self._units.get(name)
        if known is None and (made := self._unit(name, self._matches.get(name, ()))):
            known = self._units[name] = made
        return known

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

    def _find_matches(self) -> dict[str, list[tuple[str, NameMatch]]]:
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
        for unit in units:
            if unit.known is None and not unit.settled:
                for way in range(len(unit.compared)):
                    self._compare(unit, way)
                if len(self._waiting) >= _CHUNK:
                    self._run_model()

    def _compare(self, unit: Unit, way: int) -> None:
        a, b, match = unit.compared[way]
        if match is None and len(self._bearers[a]) < 2:
            return
        background = self._model.background
        columns = name_features(self._printed[a], self._printed[b], match, background)
        right = None if match is None else self._bearers[b]
        for pair in group_pairs(self._bearers[a], right, self._profile):
            left_profile, right_profile = self._profile(pair[0]), self._profile(pair[1])
            if self._on_one_stage(a, b, match, left_profile, right_profile):
                continue
            common = in_common(left_profile, right_profile, background)
            row = (*columns, *common.values)
            if match and match.score < _DOUBTFUL and not common.speaks and row[_EVIDENCE] < _SOME:
                unit.found.append((way, pair, None, Proof.NONE))
                continue
            # Equal names need no more than that, unless a source has two people of that name.
            alone = not common.speaks and (match is not None or a in self._contested)
            self._waiting.append((unit, way, pair, alone, row))

    def _run_model(self) -> None:
        rows = [row for *_, row in self._waiting]
        weighed, scored = self._model.scored(rows)
        for (unit, way, pair, alone, row), evidence, probability in zip(
            self._waiting, weighed.tolist(), scored.tolist(), strict=True
        ):
            if self._keep_rows:
                self.rows.setdefault(pair, row)
            kept = probability if probability >= _LEAST else None
            proof = proof_of(row, evidence, probability, alone=alone, sure=self._model.sure)
            unit.found.append((way, pair, kept, proof))
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
                    for way, pair, probability, proof in unit.found:
                        if (way == 0) is not equal or pair in seen:
                            continue
                        seen.add(pair)
                        if probability is not None:
                            self.probability[pair] = probability
                            self._match[pair] = unit.compared[way]
                            if self._is_unproven(unit.compared[way], proof):
                                self.unproven.add(pair)

    def _is_unproven(self, names: NamePair, proof: Proof) -> bool:
        if proof == Proof.PROBABILITY:
            return self.rivals.between(names[0], names[1])
        return proof == Proof.NONE

    def _settle(self, unit: Unit) -> None:
        """Bring a unit's pairs into order, from memory or for it.

        What nobody is to be joined for is only worth knowing where groups have several names.
        """
        if unit.settled:
            return
        unit.settled = True
        groups = unit_groups(unit, self._bearers)
        if unit.known is not None:
            unit.found, unit.known = recalled(unit.known, groups), None
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
        found = self._profiles.get(group)
        if found is None:
            if len(self._profiles) >= _PROFILES:
                self._profiles.clear()
            mentions = [self._mentions[place] for place in self._groups[group]]
            found = self._profiles[group] = profile(mentions, self._model.background)
        return found

    def _on_one_stage(
        self, a: str, b: str, match: NameMatch | None, left: Profile, right: Profile
    ) -> bool:
        """Tell whether the two names stand in one talk: two people, unless it is one name twice."""
        if match is None or match.kind in ONE_NAME:
            return False
        spoke_with = left.co_speakers | right.co_speakers
        return any(" ".join(fold(self._printed[name])) in spoke_with for name in (a, b))

    def sentence_of(self, pair: Pair) -> str:
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
        rarity = 0.0 if match else coincidence(left, right, None, self._model.background)
        return sentence(left, right, match, common, rarity)
