"""Which spellings of topics and organizations are one thing, over all sources of a site."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hallway.graph.addresses import Addresses
from hallway.graph.linking.records import LinkRecord
from hallway.graph.linking.topic_labels import METHOD, broader_topics, same_topics
from hallway.graph.spellings import Spelled, best
from hallway.graph.vocabulary import SKOS

__all__ = ["Joined", "join", "narrowing"]


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
    """

    concepts: dict[tuple[str, str], str]
    spellings: dict[tuple[str, str], str]
    labels: dict[tuple[str, str], str]
    members: dict[str, tuple[str, ...]]


def join(spelled: Spelled, addresses: Addresses) -> Joined:
    """Join the topics that mean the same.

    Of the keys that are joined the one that was first given an address stays; where none has one,
    that of the most frequent spelling. So an address stays when a source adds a spelling.
    """
    counts = {key: counter for (kind, key), counter in spelled.items() if kind == "topic" and key}
    printed = {key: best(counter) for key, counter in counts.items()}
    groups: dict[str, list[str]] = defaultdict(list)
    for key, first in same_topics(printed).items():
        groups[first].append(key)
    ages = {key: age for age, key in enumerate(addresses.ledger.given("topic").values())}
    joined = Joined({}, {}, {}, {})
    for keys in groups.values():
        ranked = _ranked(keys, counts)
        stays = min((key for key in keys if key in ages), key=ages.__getitem__, default=ranked[0])
        joined.members[stays] = tuple(printed[key] for key in ranked)
        if len(keys) > 1:
            joined.labels["topic", stays] = printed[ranked[0]]
            joined.spellings.update((("topic", key), printed[key]) for key in keys)
            joined.concepts.update((("topic", key), stays) for key in keys if key != stays)
    return joined


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
