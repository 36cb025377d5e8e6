"""The statements of each source's graph, written only when something that they hang on changed.

What a source's statements say depends on the source, and on what it looks up: who is who, how
things are called, which addresses they have. Each look-up is noted. While all of them still give
what they gave, the statements are those that were written before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pyoxigraph import NamedNode

from hallway.graph.addresses import Addresses, plain_key
from hallway.graph.building.cache import Cache, digest_of
from hallway.graph.building.graph_files import GraphFile, GraphFiles
from hallway.graph.keys import Identity
from hallway.graph.sources import Source
from hallway.graph.statements.events import programme_triples
from hallway.graph.statements.names import Names
from hallway.graph.statements.source import SourceRecord

__all__ = ["SourceGraphs"]

K = TypeVar("K")
KIND = "statements"

Notes = Mapping[str, tuple[dict[str, str], list[str]]]
"""Kind -> what a table gave by key, and the keys that it gave nothing for."""


class SourceGraphs:
    """The graphs of sources, once it is settled over all of them who is who and what is called how.

    Parameters
    ----------
    names, addresses
        Settled over all sources; the ledger grows.
    files
        Takes the statements.
    cache
        Remembers the look-ups.
    """

    def __init__(
        self, names: Names, addresses: Addresses, files: GraphFiles, cache: Cache | None
    ) -> None:
        self._names = names
        self._addresses = addresses
        self._files = files
        self._cache = cache
        given: dict[str, dict[str, str]] = defaultdict(dict)
        if cache is not None:
            for kind, key, slug in addresses.ledger.lines():
                given[kind][key] = slug
        self._known: dict[str, Mapping[str, Mapping[str, str]]] = {
            "people": {"": names.person_of},
            "labels": _by_kind(names.labels),
            "concepts": _by_kind(names.concepts),
            "spellings": _by_kind(names.spellings),
            "addresses": given,
        }

    def of(self, source: Source) -> GraphFile:
        """Return the statements of a source, written now or before.

        Parameters
        ----------
        source
            As `hallway.graph.reconciling.identity.identify` gives it.
        """
        graph = self._addresses.graph(f"source/{source.slug}").value
        if self._cache is None:
            triples = _triples(source, source.identity, self._names, self._addresses)
            return self._files.write(graph, triples)
        key = digest_of(
            graph, source.digest, source.file, source.programme.format,
            sorted(source.options.items()), source.versions,
        )  # fmt: skip
        known = self._cache.get(KIND, key)
        if known is not None and self._holds(known["notes"], source):
            found = self._files.find(graph, known["digest"])
            if found is not None:
                return found
        noted = _NotedAddresses(self._addresses)
        tables = {name: _Noted(table) for name, table in _tables(source, self._names).items()}
        made = self._files.write(
            graph,
            _triples(
                source,
                Identity(tables["events"], tables["talks"]),
                Names(tables["people"], tables["labels"], tables["concepts"], tables["spellings"]),
                noted,
            ),
        )
        notes = {name: _plain(table.notes) for name, table in tables.items()}
        notes["addresses"] = _plain(noted.notes)
        self._cache.put(KIND, key, {"digest": made.digest, "notes": notes})
        return made

    def _holds(self, notes: Mapping[str, Notes], source: Source) -> bool:
        """Tell whether every look-up still gives what it gave; all of a kind are compared at once.

        An address that only this build gave is none that was noted.
        """
        known = dict(self._known)
        known["events"] = {"": source.identity.events}
        known["talks"] = {"": source.identity.talks}
        for name, by_kind in notes.items():
            for kind, (found, absent) in by_kind.items():
                table = known[name].get(kind, {})
                if not (found.items() <= table.items() and table.keys().isdisjoint(absent)):
                    return False
        return True


def _by_kind(table: Mapping[tuple[str, str], str]) -> dict[str, dict[str, str]]:
    """Return a table of pairs of texts by the first, then by the second."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for (kind, key), value in table.items():
        found[kind][key] = value
    return found


def _triples(source: Source, identity: Identity, names: Names, addresses: Addresses) -> Any:
    record = SourceRecord(source.file, source.slug, source.digest, identity)
    return programme_triples(source.programme, record, addresses, names)


def _tables(source: Source, names: Names) -> dict[str, Mapping[Any, str]]:
    return {
        "people": names.person_of,
        "labels": names.labels,
        "concepts": names.concepts,
        "spellings": names.spellings,
        "events": source.identity.events,
        "talks": source.identity.talks,
    }


class _Noted(Mapping[K, str]):
    """A table that notes what is looked up, and what it gives: None for nothing."""

    def __init__(self, table: Mapping[K, str]) -> None:
        self._table = table
        self.notes: dict[K, str | None] = {}

    def __getitem__(self, key: K) -> str:
        found = self.notes[key] = self._table.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def get(self, key: K, default: Any = None) -> Any:
        found = self.notes[key] = self._table.get(key)
        return default if found is None else found

    def __iter__(self) -> Iterator[K]:
        raise TypeError("what depends on a whole table cannot be noted")

    def __len__(self) -> int:
        raise TypeError("what depends on a whole table cannot be noted")


class _NotedAddresses(Addresses):
    """Addresses that note which slugs were asked for."""

    def __init__(self, addresses: Addresses) -> None:
        super().__init__(addresses.base, addresses.ledger)
        self._all = addresses
        self.notes: dict[tuple[str, str], str | None] = {}

    def thing(self, kind: str, key: str, text: str) -> NamedNode:
        node = self._all.thing(kind, key, text)
        self.notes[kind, plain_key(key)] = node.value.rpartition("/")[2]
        return node


def _plain(notes: Mapping[Any, str | None]) -> Notes:
    """Return notes as JSON: those of pairs of texts by the first, then by the second."""
    found: dict[str, tuple[dict[str, str], list[str]]] = {}
    for noted, value in notes.items():
        kind, key = noted if isinstance(noted, tuple) else ("", noted)
        known, absent = found.setdefault(kind, ({}, []))
        if value is None:
            absent.append(key)
        else:
            known[key] = value
    return found
