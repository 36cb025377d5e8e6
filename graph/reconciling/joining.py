"""Which spellings of topics and organizations are one thing, over all sources of a site."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace

from hallway.graph.addresses import Addresses
from hallway.graph.building.cache import Cache, Memo
from hallway.graph.keys import concept_key
from hallway.graph.linking.concept_rules import Regrouped, regroup
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.organizations.naming import Organization, canonical, parent
from hallway.graph.linking.records import LinkRecord
from hallway.graph.linking.topics.broader_topics import broader_topics
from hallway.graph.linking.topics.same_topics import METHOD, SameTopics
from hallway.graph.reconciling.other_names import (
    ORGANIZATIONS,
    OtherName,
    of_organization,
    of_series,
)
from hallway.graph.spellings import Spelled, best
from hallway.graph.vocabulary import SCHEMA, SKOS

__all__ = ["Joined", "belonging", "join", "name_organizations", "narrowing"]

_NAME = "\x1f"
"""Tells what `canonical` says of a name from the key of a spelling, which may be equal."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What is one with what.

    Attributes
    ----------
    concepts
        (kind, key of a spelling) -> key of the thing, for spellings that are not a thing's own.
    spellings
        (kind, key of a spelling) -> how that spelling is printed.
    labels
        (kind, key of a thing) -> label to show, for things of several spellings.
    members
        Key of each topic -> its spellings, best first.
    organizations
        What `canonical` says of a name -> key of the organization.
    apart
        (kind, key, key) of things that decisions keep apart: keys of the things.
    others
        Why names that are not the shown one are a thing's too, as far as rules say so.
    conflicts
        Decisions that contradict one another, as sentences.
    """

    concepts: dict[tuple[str, str], str]
    spellings: dict[tuple[str, str], str]
    labels: dict[tuple[str, str], str]
    members: dict[str, tuple[str, ...]]
    organizations: dict[str, str]
    apart: list[tuple[str, str, str]] = field(default_factory=list)
    others: list[OtherName] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)

    @property
    def moved(self) -> dict[tuple[str, str], str]:
        """(kind, key) -> key of the thing that it is part of, for keys that are not their own."""
        organizations = {("organization", key): stays for key, stays in self.organizations.items()}
        return organizations | self.concepts


def join(
    spelled: Spelled,
    addresses: Addresses,
    decisions: Decisions | None = None,
    terms: Mapping[str, str] | None = None,
    aliases: Iterable[tuple[str, str, str]] = (),
    cache: Cache | None = None,
) -> Joined:
    """Join the topics, organizations and series that have several names.

    Topics that mean the same are one, affiliations that name one organization, and series that a
    source gives each other's names: `aliases` has a name, another one of that series, and the file.

    What a curator decided of them comes after every rule; `terms` says what the addresses in the
    decisions stand for. Of the keys that are joined the one that was first given an address stays;
    where none has one, that of a topic's most frequent spelling, and of an organization's name as
    `canonical` has it. So an address stays when a source adds a spelling. `cache` remembers what
    `canonical` says; the result does not depend on it.
    """
    joined = Joined({}, {}, {}, {}, {})
    rule = _Curator(decisions or Decisions(), terms or {}, joined)
    _join_topics(_counts(spelled, "topic"), addresses, joined, rule)
    memo = (cache or Cache(None, "")).memo("organization-names")
    _join_organizations(_counts(spelled, "organization"), addresses, joined, rule, memo)
    _join_series(_counts(spelled, "series"), aliases, addresses, joined, rule)
    moved = joined.moved
    joined.apart.extend(
        (kind, moved.get((kind, a), a), moved.get((kind, b), b)) for kind, a, b in rule.apart
    )
    return joined


@dataclass(frozen=True, slots=True)
class _Curator:
    """Regroups what the rules found; notes contradictions in `joined`, and what it keeps apart."""

    decisions: Decisions
    terms: Mapping[str, str]
    joined: Joined
    apart: list[tuple[str, str, str]] = field(default_factory=list)

    def regroup(
        self, kind: str, groups: Iterable[Sequence[str]], names: Iterable[str] = ()
    ) -> Iterable[Sequence[str]]:
        groups, names = list(groups), set(names)
        spelled = {key for group in groups for key in group}
        terms = {
            term: _NAME + key if key in names and key not in spelled else key
            for term, key in self.terms.items()
        }
        found: Regrouped = regroup(groups, self.decisions.rules(kind), terms)
        self.joined.conflicts.extend(found.conflicts)
        self.apart.extend(
            (kind, a.removeprefix(_NAME), b.removeprefix(_NAME)) for a, b in found.apart
        )
        return found.groups


def _counts(spelled: Spelled, kind: str) -> dict[str, Counter[str]]:
    return {key: counter for (of, key), counter in spelled.items() if of == kind and key}


def _join_topics(
    counts: Mapping[str, Counter[str]], addresses: Addresses, joined: Joined, rule: _Curator
) -> None:
    printed = {key: best(counter) for key, counter in counts.items()}
    groups: dict[str, list[str]] = defaultdict(list)
    same = SameTopics(printed)
    for key, first in same.first.items():
        groups[first].append(key)
    oldest = _oldest("topic", addresses)
    for together in rule.regroup("topic", groups.values()):
        keys = [key for key in together if key in counts]
        if not keys:
            continue
        ranked = _ranked(keys, counts)
        stays = oldest(keys) or ranked[0]
        joined.members[stays] = tuple(printed[key] for key in ranked)
        if len(keys) > 1:
            joined.labels["topic", stays] = printed[ranked[0]]
            joined.spellings.update((("topic", key), printed[key]) for key in keys)
        for key in ranked[1:]:
            if (why := same.because(key, ranked[0])) is not None:
                other = OtherName("topic", stays, printed[key], why.confidence, METHOD, why.text)
                joined.others.append(other)
        joined.concepts.update((("topic", key), stays) for key in together if key != stays)


def _join_organizations(
    counts: Mapping[str, Counter[str]],
    addresses: Addresses,
    joined: Joined,
    rule: _Curator,
    memo: Memo,
) -> None:
    named: dict[str, list[str]] = defaultdict(list)
    shown = {key: _canonical(best(counter), memo) for key, counter in counts.items()}
    for key in counts:
        named[shown[key].key].append(key)
    oldest = _oldest("organization", addresses)
    groups = ([*keys, _NAME + name] for name, keys in named.items())
    for together in rule.regroup("organization", groups, named):
        keys = [key for key in together if key in counts]
        names = [key.removeprefix(_NAME) for key in together if key not in counts]
        stays = oldest([*keys, *names]) or (names or _ranked(keys, counts))[0]
        joined.organizations.update((name, stays) for name in names)
        joined.concepts.update((("organization", key), stays) for key in keys if key != stays)
        labels: Counter[str] = Counter()
        for key in keys:
            labels[shown[key].label] += counts[key].total()
        if labels:
            label = joined.labels["organization", stays] = best(labels)
            meant = {shown[key].key for key in keys if shown[key].label == label}
            joined.others.extend(
                of_organization(stays, best(counts[key]), shown[key])
                for key in keys
                if shown[key].key in meant and key != concept_key(label)
            )


def _canonical(text: str, memo: Memo) -> Organization:
    """Return what `canonical` says of a name, from memory if it was asked before."""
    row = memo.get(text)
    if row is not None:
        return Organization(*row)
    found = canonical(text)
    memo.put(text, astuple(found))
    return found


def _join_series(
    counts: Mapping[str, Counter[str]],
    aliases: Iterable[tuple[str, str, str]],
    addresses: Addresses,
    joined: Joined,
    rule: _Curator,
) -> None:
    """Join series by the other names that sources give them; a name of two series joins none."""
    named: dict[str, set[str]] = defaultdict(set)
    stating: dict[str, str] = {}
    told: dict[str, tuple[str, str]] = defaultdict(lambda: ("", ""))
    for name, other, file in aliases:
        named[concept_key(other)].add(concept_key(name))
        stating.setdefault(concept_key(name), name)
        told.setdefault(concept_key(other), (name, file))
    group = {key: key for key in counts}
    for other, owners in sorted(named.items()):
        if other in counts and len(owners) == 1 and (owner := next(iter(owners))) in counts:
            old, new = group[other], group[owner]
            group = {key: new if first == old else first for key, first in group.items()}
    groups: dict[str, list[str]] = defaultdict(list)
    for key, first in group.items():
        groups[first].append(key)
    oldest = _oldest("series", addresses)
    for together in rule.regroup("series", groups.values()):
        keys = [key for key in together if key in counts]
        if not keys:
            continue
        ranked = sorted(keys, key=lambda key: (key not in stating, -counts[key].total(), key))
        stays = oldest(keys) or ranked[0]
        shown = best(counts[ranked[0]])
        joined.labels["series", stays] = stating.get(ranked[0], shown) if ranked[1:] else shown
        joined.concepts.update((("series", key), stays) for key in keys if key != stays)
        for key in ranked[1:]:
            # Its own name is another one's, or the other way round.
            for one in (key, *(one for one in ranked if concept_key(told[one][0]) == key)):
                stated, file = told[one]
                if concept_key(stated) in together:
                    printed = best(counts[key])
                    joined.others.append(of_series(stays, printed, best(counts[one]), stated, file))
                    break


def _oldest(kind: str, addresses: Addresses) -> Callable[[Iterable[str]], str | None]:
    """Return what chooses, of several keys, the one that was first given an address."""
    ages = {key: age for age, key in enumerate(addresses.ledger.given(kind).values())}
    return lambda keys: min(
        (key for key in keys if key in ages), key=ages.__getitem__, default=None
    )


def _ranked(keys: Iterable[str], counts: Mapping[str, Counter[str]]) -> list[str]:
    return sorted(keys, key=lambda key: (-counts[key].total(), key))


def narrowing(members: Mapping[str, Sequence[str]], addresses: Addresses) -> list[LinkRecord]:
    """Link topics to the broader ones of the site."""

    def iri(key: str) -> str:
        return addresses.thing("topic", key, members[key][0]).value

    return [
        LinkRecord(
            iri(one.narrower),
            SKOS.broader.value,
            iri(one.broader),
            one.confidence,
            METHOD,
            one.evidence,
        )
        for one in broader_topics(members)
    ]


def name_organizations(
    links: Sequence[LinkRecord], joined: Joined, addresses: Addresses
) -> tuple[list[LinkRecord], dict[str, str]]:
    """Give the organizations that links name a key, one for all names of an organization.

    Returns
    -------
    tuple[list[LinkRecord], dict[str, str]]
        The links, one of each talk and organization, the surest; and the keys of the
        organizations -> the label that the texts give.
    """
    heard: dict[str, Counter[str]] = defaultdict(Counter)
    for link in links:
        found = canonical(link.object)
        heard[found.key][found.label.strip(" _*")] += 1
    oldest = _oldest("organization", addresses)
    keys: dict[str, str] = {}
    for name, counter in heard.items():
        known = joined.organizations.get(name)
        key = known or oldest([name, *map(concept_key, sorted(counter))]) or name
        keys[name] = joined.organizations.get(key, key)
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for name, counter in heard.items():
        counted[keys[name]].update(counter)
    labels = {key: best(counter) for key, counter in counted.items()}
    surest: dict[tuple[str, str], LinkRecord] = {}
    for link in links:
        key = keys[canonical(link.object).key]
        other = surest.get((link.subject, key))
        if other is None or (other.confidence, other.evidence) < (link.confidence, link.evidence):
            surest[link.subject, key] = replace(link, object=key)
    return list(surest.values()), labels


def belonging(labels: Mapping[str, str], addresses: Addresses) -> list[LinkRecord]:
    """Link organizations to the ones of the site that they belong to.

    Parameters
    ----------
    labels
        Key of each organization of the site -> its name, as the shipped table has it.
    """
    keys = {canonical(label).key: key for key, label in sorted(labels.items())}
    links = []
    for key, label in sorted(labels.items()):
        above = parent(canonical(label).label)
        while above and canonical(above).key not in keys:
            above = parent(above)
        if above:
            whole = keys[canonical(above).key]
            links.append(
                LinkRecord(
                    addresses.thing("organization", key, label).value,
                    SCHEMA.parentOrganization.value,
                    addresses.thing("organization", whole, labels[whole]).value,
                    0.98,
                    ORGANIZATIONS,
                    f'The table of organizations has "{label}" as a part of "{above}".',
                )
            )
    return links
