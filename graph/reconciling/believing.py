"""Whom a curator believes about what."""

from __future__ import annotations

from hallway.graph.addresses import Addresses
from hallway.graph.linking.decisions import Decisions
from hallway.graph.reconciling.settling import PROPERTIES, with_it

__all__ = ["preferences", "property_word"]

_WORDS = {node.value: word for word, node in PROPERTIES.items()}


def property_word(predicate: str) -> str:
    """Return the word for a property that sources disagree about; empty for any other."""
    return "people" if predicate == "https://schema.org/performer" else _WORDS.get(predicate, "")


def preferences(decisions: Decisions, addresses: Addresses) -> dict[tuple[str, str], str]:
    """Return which graph holds about which property of which thing.

    What follows from a property goes with it, unless something is decided about that as well.

    Returns
    -------
    dict
        IRIs of thing and property -> IRI of the graph of a source.
    """
    found: dict[tuple[str, str], str] = {}
    chosen = decisions.preferred()
    for word in PROPERTIES:
        for (thing, predicate), source in sorted(chosen.items()):
            if _WORDS.get(predicate) == word:
                graph = addresses.graph(f"source/{source.rpartition('/')[2]}").value
                for one in with_it(word):
                    found.setdefault((thing, one.value), graph)
                found[thing, predicate] = graph
    return found
