"""What the addresses that were once given stand for now: joined things, and terms of decisions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain

from pyoxigraph import NamedNode, Triple

from hallway.graph.addresses import Addresses, Ledger, appearance_of
from hallway.graph.linking.decisions import Decisions
from hallway.graph.linking.lookup import part_of
from hallway.graph.linking.people.keys import person_keys
from hallway.graph.linking.records import Mention
from hallway.graph.reading.names import name_key
from hallway.graph.vocabulary import DCTERMS

__all__ = ["KINDS", "addresses_of", "moved_people", "moved_triples", "part_known", "stands_for"]

KINDS = ("person", "topic", "organization", "series")
"""Kinds of thing that can be joined and parted."""


def stands_for(decisions: Decisions, addresses: Addresses) -> dict[str, str]:
    """Return what the addresses in decisions on pairs stand for.

    Returns
    -------
    dict[str, str]
        Address -> key of the thing; of an appearance what `part_of` gives.
    """
    terms = {
        term
        for kind in KINDS
        for pair in chain(decisions.rules(kind).must, decisions.rules(kind).cannot)
        for term in pair
    }
    start = f"{addresses.base}id/"
    found = {}
    for term in terms:
        kind, _, slug = term.removeprefix(start).partition("/")
        if not term.startswith(start):
            continue
        ledger = addresses.ledger
        key = _appearance(slug, ledger) if kind == "appearance" else ledger.key(kind, slug)
        if key is not None:
            found[term] = key
    return found


def part_known(appearance: str, addresses: Addresses) -> bool:
    """Tell whether the address of an appearance is of a person and an owner that have addresses."""
    slug = appearance.removeprefix(f"{addresses.base}id/appearance/")
    return _appearance(slug, addresses.ledger) is not None


def _appearance(slug: str, ledger: Ledger) -> str | None:
    """Return whose appearance an address was, as a key of a person in a talk, event or session."""
    parts = appearance_of(slug)
    if parts is None:
        return None
    kind, place, whose = parts
    person, owner = ledger.key("person", whose), ledger.key(kind, place)
    return None if person is None or owner is None else part_of(person, owner)


def moved_people(
    mentions: Iterable[Mention], person_of: Mapping[str, str], given: Iterable[str]
) -> dict[str, str]:
    """Return which person stands for each key that none has now.

    Parameters
    ----------
    mentions, person_of
        As `resolve` takes and gives them.
    given
        Keys that have an address.

    Returns
    -------
    dict[str, str]
        Key -> key of the one person who has all its mentions now. Whoever went to several is
        nobody's.
    """
    wanted = set(given) - set(person_of.values())
    now: dict[str, set[str]] = defaultdict(set)
    if wanted:
        for mention in mentions:
            for key in person_keys(name_key(mention.name), mention):
                if key in wanted:
                    now[key].add(person_of[mention.id])
    return {key: next(iter(people)) for key, people in now.items() if len(people) == 1}


def addresses_of(
    moved: Mapping[tuple[str, str], str],
    labels: Mapping[tuple[str, str], str],
    addresses: Addresses,
) -> dict[str, str]:
    """Return the same as addresses.

    Parameters
    ----------
    moved
        (kind, key that had an address) -> key of the thing that it is part of now.
    labels
        (kind, key) -> label.
    """
    found = {}
    for kind in KINDS:
        for slug, key in addresses.ledger.given(kind).items():
            stays = moved.get((kind, key), key)
            if stays != key:
                node = addresses.thing(kind, stays, labels.get((kind, stays), stays))
                found[f"{addresses.base}id/{kind}/{slug}"] = node.value
    return found


def moved_triples(where: Mapping[str, str], standing: Container[str]) -> Iterator[Triple]:
    """Yield where each address that was joined to another leads, if that one stands for something.

    Parameters
    ----------
    standing
        Addresses of all that is described.
    """
    for old, new in where.items():
        if new in standing:
            yield Triple(NamedNode(old), DCTERMS.isReplacedBy, NamedNode(new))
