"""Who is who: which names in which talks are one person, and which might be.

Equal names of one event or series are one person; across series an equal name needs evidence or
must be telling by itself. Names that differ are never joined, only proposed. A source's own ids
and the curator's decisions overrule all of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product

from hallway.graph.linking.clusters import Clusters
from hallway.graph.linking.decisions import Decisions, PeopleRules
from hallway.graph.linking.evidence import Shared, Traits, affiliation_words, shared_by
from hallway.graph.linking.lookup import Lookup
from hallway.graph.linking.names import compare, is_crowded, is_telling
from hallway.graph.linking.records import Mention, Resolution, SamePerson
from hallway.graph.linking.variants import suggest_variants
from hallway.graph.reading.names import name_key

__all__ = ["METHOD", "resolve"]

METHOD = "people-1"

_JOIN = 1.0
"""Evidence of this weight joins equal names of two series."""

_SAME_ID = 0.45
"""Names this alike under one id of a source are one person."""

_PER_NAME = 20
"""Suggestions for one name at most: a name that a hundred people bear is no news."""


def resolve(
    mentions: Sequence[Mention],
    decisions: Decisions | None = None,
    keys: Mapping[str, str] | None = None,
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
        Address -> person key, such as the ledger has it.

    Returns
    -------
    Resolution
        Every mention has a person. The result does not depend on the order of the input, and a
        source that shares no name with the others changes none of their keys.
    """
    ordered = list({m.id: m for m in sorted(mentions, key=_order, reverse=True)}.values())[::-1]
    people = _People(ordered)
    people.cluster()
    found = people.keyed()
    conflicts: list[str] = []
    rules = decisions.people() if decisions else PeopleRules()
    if rules.must or rules.cannot:
        lookup = Lookup(ordered, found, keys or {})
        known = -1
        # A decision may name a person that only another decision made.
        while known < (known := lookup.known(rules)):
            people = _People(ordered)
            conflicts = people.apply(lookup, rules)
            people.cluster()
            found = people.keyed()
            lookup.learn(found)
    return Resolution(
        person_of={m.id: key for m, key in zip(ordered, found, strict=True)},
        suggestions=people.suggestions(found),
        conflicts=tuple(conflicts),
    )


def _order(mention: Mention) -> tuple[str, ...]:
    return (
        mention.id, mention.source, mention.event, mention.series, mention.name,
        mention.person_id or "", mention.title, mention.affiliation or "", mention.text,
    )  # fmt: skip


def _scope(mention: Mention) -> str:
    return mention.series or mention.event


class _People:
    """The mentions and their clusters while they are worked out."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.mentions = mentions
        self.names = [name_key(mention.name) for mention in mentions]
        self.clusters = Clusters(
            [(m.source, m.person_id) if m.person_id is not None else None for m in mentions]
        )
        self.blocks: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self.names):
            if name:
                self.blocks[name].append(place)
        self._weak: list[tuple[int, int, Shared | None]] = []
        self._odd: list[tuple[int, int]] = []
        self.traits: Traits | None = None

    # Decisions ---------------------------------------------------------------------------------

    def apply(self, lookup: Lookup, rules: PeopleRules) -> list[str]:
        """Forbid and force what was decided; return what could not be, as sentences.

        What no decision takes apart stays as it was without decisions. Who is taken out of a
        person is not joined by a merge of that person.
        """
        apart, away = self._parts(lookup, rules)
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
        return conflicts

    def _parts(
        self, lookup: Lookup, rules: PeopleRules
    ) -> tuple[list[tuple[str, list[int], list[int]]], set[int]]:
        """Look up whom to keep apart, and join each part as it was without decisions."""
        apart: list[tuple[str, list[int], list[int]]] = []
        away: set[int] = set()
        sides: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, (a, b) in enumerate(rules.cannot):
            left, right = sorted(lookup.pair(a, b), key=len)
            if set(left) & set(right):
                away.update(left)
                right = [place for place in right if place not in set(left)]
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
        """Join by the source's ids, then by name within events and series, then by evidence."""
        self._join_ids()
        spread: list[tuple[str, list[int]]] = []
        for name, block in sorted(self.blocks.items()):
            if len(block) > 1:
                contested = self._contested(block)
                self._join_scopes(block)
                roots = self._roots(block)
                if len(roots) > 1 and not contested and is_telling(self.mentions[block[0]].name):
                    roots = self._join_all(roots)
                if len(roots) > 1:
                    spread.append((name, block))
        if spread:
            self.traits = Traits(self.mentions)
            for _, block in spread:
                self._join_evidence(block)

    def _join_ids(self) -> None:
        first: dict[tuple[str, str], int] = {}
        for place, mention in enumerate(self.mentions):
            if mention.person_id is None:
                continue
            start = first.setdefault((mention.source, mention.person_id), place)
            if start == place or self.names[start] == self.names[place]:
                self.clusters.join(start, place)
                continue
            match = compare(self.mentions[start].name, mention.name)
            if match and match.score >= _SAME_ID:
                self.clusters.join(start, place)
            else:
                self._odd.append((start, place))

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
        name is a crowded one and stands there with affiliations that have nothing in common.
        """
        crowded = is_crowded(self.mentions[block[0]].name)
        split_series: set[str] = set()
        for places in self._by(block, lambda m: m.event):
            if self._divided(places) or (crowded and self._affiliations_differ(places)):
                split_series.add(_scope(self.mentions[places[0]]))
            else:
                self._join_row(places)
        for places in self._by(block, _scope):
            scope = _scope(self.mentions[places[0]])
            if scope not in split_series and not self._divided(places):
                self._join_row(places)

    def _by(self, block: Sequence[int], key: Callable[[Mention], str]) -> list[list[int]]:
        groups: dict[str, list[int]] = defaultdict(list)
        for place in block:
            groups[key(self.mentions[place])].append(place)
        return [places for _, places in sorted(groups.items()) if len(places) > 1]

    def _join_row(self, places: Sequence[int], *, by_force: bool = False) -> None:
        for a, b in pairwise(places):
            self.clusters.join(a, b, by_force=by_force)

    def _affiliations_differ(self, places: Sequence[int]) -> bool:
        stated = {affiliation_words(self.mentions[place].affiliation) for place in places}
        sets = sorted((words for words in stated if words), key=sorted)[:_PER_NAME]
        return any(not a & b for a, b in combinations(sets, 2))

    def _divided(self, places: Sequence[int]) -> bool:
        """Tell whether some of the places cannot be one: then nobody knows where others belong."""
        roots = sorted({self.clusters.find(place) for place in places})
        if len(roots) == 1:
            return False
        return self._contested(places) or any(
            not self.clusters.may_join(roots[0], root) for root in roots[1:]
        )

    def _roots(self, block: Iterable[int]) -> list[int]:
        """Return the clusters of a block, the largest first, then by their first mention."""
        first: dict[int, int] = {}
        for place in block:
            first.setdefault(self.clusters.find(place), place)
        return sorted(first, key=lambda root: (-self.clusters.size(root), first[root]))

    def _join_all(self, roots: Sequence[int]) -> list[int]:
        for root in roots[1:]:
            self.clusters.join(roots[0], root)
        return self._roots(sorted(roots))

    def _join_evidence(self, block: Sequence[int]) -> None:
        """Join the strongest pairs first; what is left is weighed again as it then stands."""
        evidence = self._evidence(block)
        strong = [pair for pair, shared in evidence.items() if shared.weight >= _JOIN]
        for a, b in sorted(strong, key=lambda pair: (-evidence[pair].weight, pair)):
            self.clusters.join(a, b)
        roots = self._roots(block)
        best: dict[tuple[int, int], Shared] = {}
        for (a, b), shared in sorted(evidence.items()):
            pair = self.clusters.find(a), self.clusters.find(b)
            pair = (min(pair), max(pair))
            if pair not in best or best[pair].weight < shared.weight:
                best[pair] = shared
        for root in roots[1 : _PER_NAME + 1]:
            pair = (min(roots[0], root), max(roots[0], root))
            self._weak.append((*pair, best.get(pair)))

    def _evidence(self, block: Sequence[int]) -> dict[tuple[int, int], Shared]:
        groups: dict[int, list[Mention]] = defaultdict(list)
        lead: dict[int, int] = {}
        for place in block:
            root = self.clusters.find(place)
            groups[lead.setdefault(root, place)].append(self.mentions[place])
        assert self.traits is not None  # noqa: S101 # set by cluster() before any evidence
        return shared_by({place: self.traits.of(group) for place, group in groups.items()})

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
        for name, groups in namesakes.items():
            groups.sort(key=lambda places: (-len(places), places[0]))
            taken: set[str] = set()
            for places in groups:
                key = self._free_key(name, places, taken)
                taken.add(key)
                for place in places:
                    keys[place] = key
        return keys

    def _free_key(self, name: str, places: Sequence[int], taken: set[str]) -> str:
        """Return the shortest key of a name that no larger cluster of it has."""
        first = self.mentions[places[0]]
        key = f"name:{name}"
        for part in ("", _scope(first), first.person_id or "", first.id):
            key = f"{key}|{part}" if part else key
            if key not in taken and (name or part == first.id):
                return key
        return key

    # Suggestions -------------------------------------------------------------------------------

    def suggestions(self, keys: Sequence[str]) -> tuple[SamePerson, ...]:
        """Return the pairs for the curator, best first, one for each pair of people."""
        found: dict[tuple[str, str], SamePerson] = {}
        for pair in (*self._namesakes(keys), *self._odd_ids(keys), *self._variants(keys)):
            low, high = sorted((pair.a, pair.b))
            pair = replace(pair, a=low, b=high)
            known = found.get((low, high))
            if low != high and (known is None or known.confidence < pair.confidence):
                found[low, high] = pair
        return tuple(sorted(found.values(), key=lambda pair: (-pair.confidence, pair.a, pair.b)))

    def _namesakes(self, keys: Sequence[str]) -> Iterable[SamePerson]:
        for a, b, shared in self._weak:
            if not self.clusters.may_join(a, b):
                continue
            traits = _in_words(shared)
            yield SamePerson(
                keys[a],
                keys[b],
                round(0.4 + min(0.4, 0.4 * (shared.weight if shared else 0.0)), 4),
                METHOD,
                f'Both are called "{self.mentions[a].name}"; '
                + (f"they share {traits}." if traits else "nothing else speaks for one person."),
            )

    def _odd_ids(self, keys: Sequence[str]) -> Iterable[SamePerson]:
        for a, b in self._odd:
            if self.clusters.may_join(a, b):
                names = f'"{self.mentions[a].name}" and "{self.mentions[b].name}"'
                text = f"One source gives {names} the same id."
                yield SamePerson(keys[a], keys[b], 0.6, METHOD, text)

    def _variants(self, keys: Sequence[str]) -> Iterable[SamePerson]:
        for a, b, confidence, evidence in suggest_variants(self.mentions, self.names, keys):
            if self.clusters.may_join(a, b):
                yield SamePerson(keys[a], keys[b], confidence, METHOD, evidence)


def _in_words(shared: Shared | None) -> str:
    """Name the heaviest traits: ``co-speaker ann lee, topic slurm``."""
    if shared is None:
        return ""
    return ", ".join(f'the {t.split(" ", 1)[0]} "{t.split(" ", 1)[1]}"' for t in shared.traits[:3])
