"""What the default graph of a store says of things, looked up thing by thing and remembered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pyoxigraph import DefaultGraph, Literal, NamedNode, Store

__all__ = ["Lookup"]


class Lookup:
    """Asks a store once for a thing and once for what has it: finding it takes most of the time.

    Parameters
    ----------
    store
        Must not change meanwhile.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._said: dict[str, Mapping[str, Sequence[str]]] = {}

    def values(self, iri: str, predicate: NamedNode) -> Sequence[str]:
        """Return the values of a thing's property, IRIs and literals as plain texts."""
        said = self._said.get(iri)
        if said is None:
            said = self._said[iri] = self._of(iri)
        return said.get(predicate.value, ())

    def subjects(self, predicate: NamedNode, iri: str) -> list[str]:
        """Return the things of which a property has a thing as value; not remembered."""
        quads = self._store.quads_for_pattern(None, predicate, NamedNode(iri), DefaultGraph())
        return [one.subject.value for one in quads if isinstance(one.subject, NamedNode)]

    def _of(self, iri: str) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for quad in self._store.quads_for_pattern(NamedNode(iri), None, None, DefaultGraph()):
            value = quad.object
            if isinstance(value, NamedNode | Literal):
                found[quad.predicate.value].append(value.value)
        return dict(found)
