"""The statements of each source's graph, written only when something that they hang on changed.

What a source's statements say depends on the source, and on what it looks up: who is who, how
things are called, which addresses they have. Each look-up is noted. While all of them still give
what they gave, the statements are those that were written before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from pyoxigraph import NamedNode

from hallway.graph.addresses import Addresses
from hallway.graph.building.cache import Cache, digest_of
from hallway.graph.building.graph_files import GraphFile, GraphFiles
from hallway.graph.keys import Identity
from hallway.graph.sources import Source
from hallway.graph.statements.events import programme_triples
from hallway.graph.statements.names import Names
from hallway.graph.statements.source import SourceRecord

__all__ = ["source_graph"]

K = TypeVar("K")
KIND = "statements"


def source_graph(
    source: Source, names: Names, addresses: Addresses, files: GraphFiles, cache: Cache | None
) -> GraphFile:
    """Return the statements of a source, written now or before.

    Parameters
    ----------
    source
        As `hallway.graph.reconciling.identity.identify` gives it.
    names, addresses
        Settled over all sources; the ledger grows.
    files
        Takes the statements.
    cache
        Remembers the look-ups.
    """
    graph = addresses.graph(f"source/{source.slug}").value
    if cache is None:
        return files.write(graph, _triples(source, source.identity, names, addresses))
    key = digest_of(
        graph, source.digest, source.file, source.programme.format,
        sorted(source.options.items()), source.versions,
    )  # fmt: skip
    known = cache.get(KIND, key)
    if known is not None and _holds(known["notes"], source, names, addresses):
        found = files.find(graph, known["digest"])
        if found is not None:
            return found
    noted = _NotedAddresses(addresses)
    tables = {name: _Noted(table) for name, table in _tables(source, names).items()}
    made = files.write(
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
    cache.put(KIND, key, {"digest": made.digest, "notes": notes})
    return made


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
        self.notes[kind, key] = node.value.rpartition("/")[2]
        return node


def _plain(notes: Mapping[Any, str | None]) -> dict[str, Any]:
    """Return notes as JSON: those of pairs of texts by the first, then by the second."""
    found: dict[str, Any] = defaultdict(dict)
    for key, value in notes.items():
        if isinstance(key, tuple):
            found[key[0]][key[1]] = value
        else:
            found[""][key] = value
    return dict(found)


def _holds(notes: Mapping[str, Any], source: Source, names: Names, addresses: Addresses) -> bool:
    """Tell whether every look-up still gives what it gave."""
    tables = _tables(source, names)
    gives: dict[str, Callable[[Any], str | None]] = {
        **{name: table.get for name, table in tables.items()},
        "addresses": lambda pair: addresses.ledger.known(*pair),
    }
    for name, by_kind in notes.items():
        look_up = gives[name]
        for kind, own in by_kind.items():
            for key, value in own.items():
                if look_up((kind, key) if kind else key) != value:
                    return False
    return True
