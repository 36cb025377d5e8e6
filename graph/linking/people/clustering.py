"""Who is who: which names in which talks are one person, and which might be.

Equal names of one event or series are one person, unless the name is a frequent one and something
speaks against it. All else is scored by a model and joined by average linkage; names that differ
are joined only if something besides the names speaks for it, or the names are very rare. A
source's own ids and the curator's decisions overrule all of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from hallway.graph.building.cache import Cache
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.lookup import Lookup
from hallway.graph.linking.people.certain import join_certain
from hallway.graph.linking.people.decided import Decided, apply_decisions
from hallway.graph.linking.people.keys import keyed
from hallway.graph.linking.people.linkage import average_linkage
from hallway.graph.linking.people.links import Joins, suggestions
from hallway.graph.linking.people.memory import PeopleMemory
from hallway.graph.linking.people.model import PeopleModel, shipped_model
from hallway.graph.linking.people.proof import Rivals
from hallway.graph.linking.people.roster import Roster, Said
from hallway.graph.linking.people.scores import Scores
from hallway.graph.linking.records import Mention, Resolution
from hallway.graph.linking.verdicts import PairRules

__all__ = ["resolve", "training_rows"]

_FIRST = 0.9
"""Average from which clusters are joined at first; what grew by it is scored again."""


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
    ordered = _in_order(mentions)
    model = model or shipped_model()
    rules = decisions.people() if decisions else PairRules()
    again = bool(rules.must or rules.cannot)
    memory = PeopleMemory(cache or Cache(None, "")) if again or cache else None
    decided = Decided()
    people = _People(ordered, model, memory)
    people.cluster()
    found = keyed(people.roster, decided.away, reserved)
    if again:
        lookup = Lookup(ordered, found, keys or {})
        known = -1
        # A decision may name a person that only another decision made.
        while known < (known := lookup.known(rules)):
            people = _People(ordered, model, memory)
            decided = apply_decisions(people.roster, lookup, rules)
            people.cluster()
            found = keyed(people.roster, decided.away, reserved)
            lookup.learn(found)
    return people.resolution(found, decided)


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
        members[people.roster.clusters.find(place)].append(mention.id)
    return [
        (members[people.roster.clusters.find(a)], members[people.roster.clusters.find(b)], row)
        for (a, b), row in people.score(people.roster.groups(), keep_rows=True).rows.items()
    ]


def _in_order(mentions: Iterable[Mention]) -> list[Mention]:
    """Return the mentions by their ids; of several with one id the first by all of it."""
    found: dict[str, Mention] = {}
    for mention in mentions:
        known = found.setdefault(mention.id, mention)
        if known is not mention and _order(mention) < _order(known):
            found[mention.id] = mention
    return [found[one] for one in sorted(found)]


def _order(mention: Mention) -> tuple[str, ...]:
    return (
        mention.id, mention.source, mention.event, mention.series, mention.name,
        mention.person_id or "", mention.title, mention.affiliation or "", mention.text,
        mention.talk, *mention.aliases, *(part for profile in mention.profiles for part in profile),
    )  # fmt: skip


class _People:
    """The people while they are worked out."""

    def __init__(
        self, mentions: Sequence[Mention], model: PeopleModel, memory: PeopleMemory | None
    ) -> None:
        self.roster = Roster.of(mentions)
        self._model = model
        self._memory = memory
        self._joins = Joins(self.roster)
        self._stated: list[Said] = []
        self._odd: list[Said] = []
        self._scores: Scores | None = None

    def begin(self) -> None:
        """Join what needs no score."""
        self._stated, self._odd = join_certain(self.roster, self._model.background)

    def cluster(self) -> None:
        """Join by the source's ids, then by name within events and series, then by score."""
        self.begin()
        groups = self.roster.groups()
        scores = self.score(groups)
        grown: list[int] = []
        thresholds = (_FIRST, self._model.join, self._model.join)
        for before, threshold in zip((1.0, *thresholds), thresholds, strict=False):
            if grown:
                scores.again(groups, grown)
            elif threshold == before:
                break
            # What is as it was when the threshold was the same is joined as far as it will be.
            pairs = scores.fresh if threshold == before else scores.probability
            average_linkage(
                pairs,
                {group: len(groups[group]) for pair in pairs for group in pair},
                threshold,
                _joiner(self.roster, groups, scores.rivals),
                scores.unproven,
            )
            self._joins.note(scores)
            smaller, groups = groups, self.roster.groups()
            grown = [group for group in groups if len(groups[group]) != len(smaller[group])]
        self._scores = scores

    def score(self, groups: Mapping[int, Sequence[int]], *, keep_rows: bool = False) -> Scores:
        """Score clusters, each named by its first mention's place."""
        roster = self.roster
        contested = (name for name, block in roster.blocks.items() if roster.contested(block))
        return Scores(
            roster.mentions,
            roster.names,
            groups,
            frozenset(contested),
            self._model,
            memory=self._memory,
            keep_rows=keep_rows,
        )

    def resolution(self, keys: Sequence[str], decided: Decided) -> Resolution:
        """Return what came of it."""
        assert self._scores is not None  # noqa: S101 # cluster() has run
        ids = (mention.id for mention in self.roster.mentions)
        return Resolution(
            person_of=dict(zip(ids, keys, strict=True)),
            suggestions=suggestions(
                self.roster, self._scores, self._odd, keys, join=self._model.join
            ),
            joined=self._joins.all(self._stated),
            conflicts=decided.conflicts,
            apart=decided.kept_apart(keys),
        )


def _joiner(
    roster: Roster, groups: Mapping[int, Sequence[int]], rivals: Rivals
) -> Callable[[int, int], bool]:
    """Return what joins two groups unless an id, a decision or their names forbid it."""
    called: dict[int, set[str]] = {}

    def names(group: int) -> set[str]:
        if group not in called:
            called[group] = {roster.names[place] for place in groups[group]}
        return called[group]

    def join(one: int, other: int) -> bool:
        left, right = names(one), names(other)
        if len(left) + len(right) > 2 and rivals.contradict(left, right):
            return False
        joined = roster.clusters.join(one, other)
        if joined:
            left |= right
        return joined

    return join
