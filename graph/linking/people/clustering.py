"""Who is who: which names in which talks are one person, and which might be.

Equal names of one event or series are one person, unless the name is a frequent one and something
speaks against it. All else is scored by a model and joined by average linkage; names that differ
are joined only if something besides the names speaks for it, or the names are very rare. A
source's own ids and the curator's decisions overrule all of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product

from hallway.graph.building.cache import Cache
from hallway.graph.linking.clusters import Clusters
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.lookup import Lookup
from hallway.graph.linking.organizations.evidence import affiliation_words
from hallway.graph.linking.people.keys import person_keys, scope_of
from hallway.graph.linking.people.linkage import average_linkage
from hallway.graph.linking.people.memory import PeopleMemory
from hallway.graph.linking.people.model import PeopleModel, shipped_model
from hallway.graph.linking.people.names import compare, is_crowded
from hallway.graph.linking.people.proof import Rivals
from hallway.graph.linking.people.scores import Scores
from hallway.graph.linking.people.shared_profiles import identities, nicknamed, shared_profiles
from hallway.graph.linking.records import Mention, Resolution, SamePerson
from hallway.graph.linking.verdicts import PairRules
from hallway.graph.reading.names import name_key

__all__ = ["METHOD", "resolve", "training_rows"]

METHOD = "people-5"

_JOIN = 0.8
"""Clusters whose pairs are one person with this probability on average are joined."""

_ROUNDS = (0.9, _JOIN, _JOIN)
"""The same for one round after the other: each knows more of the clusters that grew before."""

_ASK = 0.2
"""Pairs of this probability are proposed; less likely ones are left."""

_ASK_EQUAL = 0.02
"""The same for equal names, which readers take for one person."""

_SAME_ID = 0.45
"""Names this alike under one id of a source are one person."""

_PER_NAME = 20
"""Suggestions for one name at most: a name that a hundred people bear is no news."""


def resolve(
    mentions: Sequence[Mention],
    decisions: Decisions | None = None,
    keys: Mapping[str, str] | None = None,
    *,
    model: PeopleModel | None = None,
    reserved: Callable[[str], bool] = lambda key: False,
    cache: Cache | None = None,
) -> Resolution:
    """Decide which mentions are one person.

    Parameters
    ----------
    mentions
        All of the site, in any order; of two with one id the first in the order of all their
        fields counts.
    decisions
        The curator's; ``merge`` and ``split`` (or accept and reject of owl:sameAs) name people by
        mention id, by person key as this function gives it without decisions, or by an address
        that `keys` knows.
    keys
        Address -> what it stands for, see `Lookup`.
    model
        Scores the pairs; the one that ships with the package when None.
    reserved
        Tells which person keys were somebody's who is not among the mentions any more, and go to
        nobody else: namesakes keep theirs.
    cache
        Remembers scores of the model that ships; what is returned does not depend on it.

    Returns
    -------
    Resolution
        Every mention has a person. The result does not depend on the order of the input, and a
        source that shares no name with the others changes none of their keys.
    """
    ordered = list({m.id: m for m in sorted(mentions, key=_order, reverse=True)}.values())[::-1]
    model = model or shipped_model()
    rules = decisions.people() if decisions else PairRules()
    decided = bool(rules.must or rules.cannot)
    memory = PeopleMemory(cache or Cache(None, "")) if decided or cache else None
    people = _People(ordered, model, memory, reserved)
    people.cluster()
    found = people.keyed()
    conflicts: list[str] = []
    if decided:
        lookup = Lookup(ordered, found, keys or {})
        known = -1
        # A decision may name a person that only another decision made.
        while known < (known := lookup.known(rules)):
            people = _People(ordered, model, memory, reserved)
            conflicts = people.apply(lookup, rules)
            people.cluster()
            found = people.keyed()
            lookup.learn(found)
    return Resolution(
        person_of={m.id: key for m, key in zip(ordered, found, strict=True)},
        suggestions=people.suggestions(found),
        joined=people.joined(),
        conflicts=tuple(conflicts),
        apart=people.apart(found),
    )


def training_rows(
    mentions: Sequence[Mention], model: PeopleModel
) -> list[tuple[list[str], list[str], tuple[float, ...]]]:
    """Return what `resolve` would have scored: two groups of mention ids and their features.

    Parameters
    ----------
    mentions
        As for `resolve`, each id once.
    model
        Its background weighs the words; its trees do not matter.
    """
    ordered = sorted(mentions, key=_order)
    people = _People(ordered, model, None)
    people.begin()
    members: dict[int, list[str]] = defaultdict(list)
    for place, mention in enumerate(ordered):
        members[people.clusters.find(place)].append(mention.id)
    return [
        (members[people.clusters.find(a)], members[people.clusters.find(b)], row)
        for (a, b), row in people.score(people.groups(), keep_rows=True).rows.items()
    ]


def _order(mention: Mention) -> tuple[str, ...]:
    return (
        mention.id, mention.source, mention.event, mention.series, mention.name,
        mention.person_id or "", mention.title, mention.affiliation or "", mention.text,
        *mention.aliases, *(part for profile in mention.profiles for part in profile),
    )  # fmt: skip


class _People:
    """The mentions and their clusters while they are worked out."""

    def __init__(
        self,
        mentions: Sequence[Mention],
        model: PeopleModel,
        memory: PeopleMemory | None,
        reserved: Callable[[str], bool] = lambda key: False,
    ) -> None:
        self.mentions = mentions
        self.memory = memory
        self.reserved = reserved
        self.model = model
        self.names = [name_key(mention.name) for mention in mentions]
        self.clusters = Clusters([identities(mention) for mention in mentions])
        self.blocks: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self.names):
            if name:
                self.blocks[name].append(place)
        self._by_id: list[tuple[int, int, str]] = []
        self._odd: list[tuple[int, int, str]] = []
        self._away: set[int] = set()
        self._apart: list[tuple[int, int]] = []
        self._why: dict[tuple[str, str], SamePerson] = {}
        self._scores: Scores | None = None

    # Decisions ---------------------------------------------------------------------------------

    def apply(self, lookup: Lookup, rules: PairRules) -> list[str]:
        """Forbid and force what was decided; return what could not be, as sentences.

        What no decision takes apart stays as it was without decisions. Who is taken out of a
        person is not joined by a merge of that person.
        """
        apart, away = self._parts(lookup, rules)
        self._away = away
        for a, b in rules.must:
            left, right = lookup.members(a), lookup.members(b)
            if left and right:
                members = [place for place in (*left, *right) if place not in away]
                self._join_row(members if len(members) > 1 else [*left, *right], by_force=True)
        conflicts: list[str] = []
        for names, left, right in apart:
            a_roots = {self.clusters.find(place) for place in left}
            b_roots = {self.clusters.find(place) for place in right}
            if a_roots & b_roots:
                conflicts.append(f"{names}: kept apart by one decision, joined by others")
                continue
            for one, other in product(sorted(a_roots), sorted(b_roots)):
                self.clusters.forbid(one, other)
            if left and right:
                self._apart.append((left[0], right[0]))
        return conflicts

    def _parts(
        self, lookup: Lookup, rules: PairRules
    ) -> tuple[list[tuple[str, list[int], list[int]]], set[int]]:
        """Look up whom to keep apart, and join each part as it was without decisions."""
        pairs = [(a, b, sorted(lookup.pair(a, b), key=len)) for a, b in rules.cannot]
        taken: dict[tuple[int, ...], set[int]] = defaultdict(set)
        away: set[int] = set()
        for a, b, (left, right) in pairs:
            if set(left) & set(right):
                taken[tuple(right)].update(left)
                away.update(left)
            for term in (a, b):
                away.update(lookup.members(term) if lookup.is_part(term) else ())
        apart: list[tuple[str, list[int], list[int]]] = []
        sides: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, (a, b, (left, right)) in enumerate(pairs):
            # What is taken out of a person is not that person; who else it is, others say.
            right = [place for place in right if place not in taken.get(tuple(right), ())]
            apart.append((f"{a} and {b}", left, right))
            for side, places in enumerate((left, right)):
                for place in places:
                    sides[place].append((number, side))
        parts: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
        for place, numbers in sorted(sides.items()):
            parts[tuple(numbers)].append(place)
        for places in parts.values():
            for part in lookup.same_before(places):
                self._join_row(part, by_force=True)
        return apart, away

    # Joining -----------------------------------------------------------------------------------

    def cluster(self) -> None:
        """Join by the source's ids, then by name within events and series, then by score."""
        self.begin()
        groups = self.groups()
        scores = self.score(groups)
        grown: list[int] = []
        for threshold in _ROUNDS:
            if grown:
                scores.again(groups, grown)
            average_linkage(
                scores.probability,
                {group: len(groups[group]) for pair in scores.probability for group in pair},
                threshold,
                self._joiner(groups, scores.rivals),
                scores.unproven,
            )
            self._note(scores)
            before, groups = groups, self.groups()
            grown = [group for group in groups if len(groups[group]) != len(before[group])]
        self._scores = scores

    def _joiner(
        self, groups: Mapping[int, Sequence[int]], rivals: Rivals
    ) -> Callable[[int, int], bool]:
        """Return what joins two groups unless an id, a decision or their names forbid it."""
        called: dict[int, set[str]] = {}

        def names(group: int) -> set[str]:
            if group not in called:
                called[group] = {self.names[place] for place in groups[group]}
            return called[group]

        def join(one: int, other: int) -> bool:
            left, right = names(one), names(other)
            if len(left) + len(right) > 2 and rivals.contradict(left, right):
                return False
            joined = self.clusters.join(one, other)
            if joined:
                left |= right
            return joined

        return join

    def groups(self) -> dict[int, list[int]]:
        """Return the clusters as they stand, each named by its first mention's place."""
        groups: dict[int, list[int]] = defaultdict(list)
        first: dict[int, int] = {}
        for place in range(len(self.mentions)):
            groups[first.setdefault(self.clusters.find(place), place)].append(place)
        return groups

    def _note(self, scores: Scores) -> None:
        """Note why mentions with different names were joined: the best for each two names."""
        best: dict[tuple[str, str], tuple[float, int, int]] = {}
        for (a, b), probability in scores.probability.items():
            one, other = sorted((self.names[a], self.names[b]))
            if one != other and self.clusters.find(a) == self.clusters.find(b):
                found = (-probability, a, b)
                best[one, other] = min(found, best.get((one, other), found))
        for names, (less, a, b) in best.items():
            if names not in self._why or -less > self._why[names].confidence:
                self._why[names] = self._link(a, b, -less, scores.sentence_of((a, b)))

    def begin(self) -> None:
        """Join what needs no score."""
        self._join_ids()
        self._join_profiles()
        for _, block in sorted(self.blocks.items()):
            if len(block) > 1:
                self._join_scopes(block)

    def score(self, groups: Mapping[int, Sequence[int]], *, keep_rows: bool = False) -> Scores:
        """Score clusters, each named by its first mention's place."""
        contested = frozenset(name for name, block in self.blocks.items() if self._contested(block))
        return Scores(
            self.mentions,
            self.names,
            groups,
            contested,
            self.model,
            memory=self.memory,
            keep_rows=keep_rows,
        )

    def _join_ids(self) -> None:
        first: dict[tuple[str, str], int] = {}
        for place, mention in enumerate(self.mentions):
            if mention.person_id is None:
                continue
            start = first.setdefault((mention.source, mention.person_id), place)
            if start == place or self.names[start] == self.names[place]:
                self.clusters.join(start, place)
                continue
            one, other = self.mentions[start].name, mention.name
            says = f'One source gives "{one}" and "{other}" the same id.'
            match = compare(one, other)
            if match and match.score >= _SAME_ID:
                self.clusters.join(start, place)
                self._by_id.append((start, place, says))
            else:
                self._odd.append((start, place, says))

    def _join_profiles(self) -> None:
        """Join those who have one profile, also in different sources; ask if names are unlike."""
        for shared in shared_profiles(self.mentions):
            start = shared.places[0]
            for place in shared.places[1:]:
                says = shared.says(self.mentions[start].name, self.mentions[place].name)
                if self.clusters.join(start, place) and self.names[start] != self.names[place]:
                    self._by_id.append((start, place, says))
            for one, other in shared.asked:
                says = shared.says(self.mentions[one].name, self.mentions[other].name)
                self._odd.append((one, other, says))
        for owner, place in nicknamed(self.mentions):
            account, person = self.mentions[place].name, self.mentions[owner].name
            says = f'"{account}" is the name of an account of "{person}".'
            self._odd.append((owner, place, says))

    def _contested(self, block: Sequence[int]) -> bool:
        """Tell whether a source gives this name to two of its people."""
        ids: dict[str, str] = {}
        for place in block:
            mention = self.mentions[place]
            if mention.person_id is not None:
                if ids.setdefault(mention.source, mention.person_id) != mention.person_id:
                    return True
        return False

    def _join_scopes(self, block: Sequence[int]) -> None:
        """Join a name within each event, then within each series none of whose events is divided.

        An event is divided for a name when a source gives it to two of its people, or when the
        name is a crowded one and stands there with something that may tell them apart.
        """
        crowded = is_crowded(self.mentions[block[0]].name)
        split_series: set[str] = set()
        for places in self._by(block, lambda m: m.event):
            if self._divided(places) or (crowded and self._may_differ(places)):
                split_series.add(scope_of(self.mentions[places[0]]))
            else:
                self._join_row(places)
        for places in self._by(block, scope_of):
            scope = scope_of(self.mentions[places[0]])
            if scope in split_series or self._divided(places):
                continue
            if not (crowded and self._may_differ(places)):
                self._join_row(places)

    def _by(self, block: Sequence[int], key: Callable[[Mention], str]) -> list[list[int]]:
        groups: dict[str, list[int]] = defaultdict(list)
        for place in block:
            groups[key(self.mentions[place])].append(place)
        return [places for _, places in sorted(groups.items()) if len(places) > 1]

    def _join_row(self, places: Sequence[int], *, by_force: bool = False) -> None:
        for a, b in pairwise(places):
            self.clusters.join(a, b, by_force=by_force)

    def _may_differ(self, places: Sequence[int]) -> bool:
        """Tell whether affiliations or co-speakers may show that these are several people."""
        mentions = [self.mentions[place] for place in places]
        stated = {affiliation_words(mention.affiliation) for mention in mentions}
        sets = sorted((words for words in stated if words), key=sorted)[:_PER_NAME]
        if any(not a & b for a, b in combinations(sets, 2)):
            return True
        return sum(bool(mention.co_speakers) for mention in mentions) > 1

    def _divided(self, places: Sequence[int]) -> bool:
        """Tell whether some of the places cannot be one: then nobody knows where others belong."""
        roots = sorted({self.clusters.find(place) for place in places})
        if len(roots) == 1:
            return False
        return self._contested(places) or any(
            not self.clusters.may_join(roots[0], root) for root in roots[1:]
        )

    # Keys --------------------------------------------------------------------------------------

    def keyed(self) -> list[str]:
        """Return each mention's person key."""
        members: dict[int, list[int]] = defaultdict(list)
        for place in range(len(self.mentions)):
            members[self.clusters.find(place)].append(place)
        namesakes: dict[str, list[list[int]]] = defaultdict(list)
        for places in members.values():
            counts = Counter(self.names[place] for place in places)
            namesakes[min(counts, key=lambda name: (-counts[name], name))].append(places)
        keys = [""] * len(self.mentions)
        staying = {name for place, name in enumerate(self.names) if place not in self._away}
        for name, groups in namesakes.items():
            # Whoever was taken out of a person leaves the address to the rest, also where the
            # rest goes by another name now.
            groups.sort(key=lambda places: (self._away.issuperset(places), -len(places), places[0]))
            taken: set[str] = set()
            for places in groups:
                if name in staying and self._away.issuperset(places):
                    taken.add(person_keys(name, self.mentions[places[0]])[0])
                key = self._free_key(name, places, taken)
                taken.add(key)
                for place in places:
                    keys[place] = key
        return keys

    def _free_key(self, name: str, places: Sequence[int], taken: set[str]) -> str:
        """Return the shortest key of a name that no larger cluster of it has."""
        first = self.mentions[places[0]]
        keys = person_keys(name, first)
        free = (key for key in keys if name and key not in taken and not self.reserved(key))
        return next(free, keys[-1])

    def apart(self, keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the pairs of people that decisions keep apart, sorted."""
        pairs = {(keys[a], keys[b]) for a, b in self._apart}
        return tuple(sorted((min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]))

    # Links -------------------------------------------------------------------------------------

    def joined(self) -> tuple[SamePerson, ...]:
        """Return why mentions with different names are one person, once for each two names."""
        links = list(self._why.values())
        told: set[tuple[str, str]] = set()
        for a, b, says in self._by_id:
            names = min(self.names[a], self.names[b]), max(self.names[a], self.names[b])
            if names not in told and self.clusters.find(a) == self.clusters.find(b):
                told.add(names)
                links.append(self._link(a, b, 1.0, says))
        return tuple(sorted(links, key=lambda link: (link.a, link.b, -link.confidence)))

    def _link(self, a: int, b: int, confidence: float, evidence: str) -> SamePerson:
        low, high = sorted((self.mentions[a].id, self.mentions[b].id))
        return SamePerson(low, high, confidence, METHOD, evidence)

    def suggestions(self, keys: Sequence[str]) -> tuple[SamePerson, ...]:
        """Return the pairs for the curator, best first, one for each pair of people."""
        found: dict[tuple[str, str], SamePerson] = {}
        for pair in (*self._undecided(keys), *self._odd_ids(keys)):
            low, high = sorted((pair.a, pair.b))
            pair = replace(pair, a=low, b=high)
            known = found.get((low, high))
            if low != high and (known is None or known.confidence < pair.confidence):
                found[low, high] = pair
        return tuple(sorted(found.values(), key=lambda pair: (-pair.confidence, pair.a, pair.b)))

    def _undecided(self, keys: Sequence[str]) -> Iterable[SamePerson]:
        """Yield the likeliest pair of each two clusters that are neither joined nor kept apart."""
        assert self._scores is not None  # noqa: S101 # cluster() has run
        best: dict[tuple[int, int], tuple[float, int, int]] = {}
        for (a, b), probability in self._scores.probability.items():
            equal = self.names[a] == self.names[b]
            if probability >= (_ASK_EQUAL if equal else _ASK):
                ends = sorted((self.clusters.find(a), self.clusters.find(b)))
                found = (-probability, a, b)
                best[ends[0], ends[1]] = min(found, best.get((ends[0], ends[1]), found))
        told: Counter[str] = Counter()
        for (one, other), (less, a, b) in sorted(best.items(), key=lambda item: item[1]):
            namesakes = self.names[a] if self.names[a] == self.names[b] else ""
            if one == other or not self.clusters.may_join(a, b) or told[namesakes] >= _PER_NAME:
                continue
            if namesakes:
                told[namesakes] += 1
            # What is only proposed is less sure than what is joined, whatever one pair says.
            confidence = min(-less, round(_JOIN - 0.01, 4))
            evidence = self._scores.sentence_of((a, b))
            yield SamePerson(keys[a], keys[b], confidence, METHOD, evidence)

    def _odd_ids(self, keys: Sequence[str]) -> Iterable[SamePerson]:
        for a, b, says in self._odd:
            if self.clusters.may_join(a, b):
                yield SamePerson(keys[a], keys[b], 0.6, METHOD, says)
