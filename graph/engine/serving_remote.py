"""A site whose graph is on a SPARQL server: what the server holds, and how it gets it.

``remote.json`` in the site's folder says which generation the server has, and which graphs. While a
generation is sent it says none, and no query is answered: half of one is not to be seen.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from hallway.graph.engine.graph_store import GraphStore
from hallway.graph.engine.protocol import Dataset
from hallway.graph.engine.remote import RemoteEngine
from hallway.graph.errors import QueryError, SiteError
from hallway.graph.generations import Generation
from hallway.graph.settings import Settings

__all__ = ["FILE", "MERGE", "load_remote", "open_remote"]

FILE = "remote.json"
MERGE = "graph/merge"
"""Path of the graph that holds the triples of the default graph, under the base."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What a server holds: a generation, None while it changes; and digests by graph."""

    endpoint: str = ""
    generation: int | None = None
    graphs: dict[str, str] = field(default_factory=dict)


def load_remote(folder: Path, config: Settings, generation: Generation) -> bool:
    """Send a generation to the server, unless it has it: only graphs that changed are sent.

    Parameters
    ----------
    folder
        Of the site.

    Returns
    -------
    bool
        Whether anything had to be sent.

    Raises
    ------
    SiteError
        The server did not take it. Queries are told to come back until the next attempt.
    """
    before = _held(folder)
    if before.endpoint != config.remote.endpoint:
        before = _Held(config.remote.endpoint)  # whatever the other one has
    if before.generation == generation.number:
        return False
    merge = config.base + MERGE
    graphs = {**generation.manifest["graphs"], merge: generation.manifest["quads_sha256"]}
    same = {name for name, digest in before.graphs.items() if graphs.get(name) == digest}
    doubtful = {**{name: "" for name in graphs}, **{name: "" for name in before.graphs}}
    certain = {name: graphs[name] for name in same}
    _say(folder, _Held(before.endpoint, None, {**doubtful, **certain}))
    store = GraphStore(config.remote.graph_store, config.remote.user, config.remote.password)
    try:
        store.load(generation.folder / "quads.nq", merge, stale=doubtful, same=same)
    except SiteError as error:
        raise SiteError(
            f"generation {generation.number} is built, and not on the server: {error.what}",
            where=error.where,
            remedy=f"{error.remedy or 'look what the server says'}; then: hallway build",
        ) from error
    _say(folder, _Held(before.endpoint, generation.number, graphs))
    return True


def open_remote(folder: Path, config: Settings, generation: Generation) -> RemoteEngine:
    """Return the engine that asks the server; see `load_remote`.

    Notes
    -----
    It looks before and after each query whether the server has this generation.
    """

    def ready() -> None:
        held = _held(folder)
        if (held.endpoint, held.generation) != (config.remote.endpoint, generation.number):
            raise QueryError(
                "busy",
                "the server is being given another generation",
                remedy="try again in a moment; if it stays so: hallway build",
            )

    login = (config.remote.user, config.remote.password) if config.remote.protected else None
    return RemoteEngine(
        config.remote.endpoint,
        Dataset((config.base + MERGE,), tuple(sorted(generation.manifest["graphs"]))),
        config.query,
        login=login,
        workers=config.workers,
        ready=ready,
    )


def _held(folder: Path) -> _Held:
    path = folder / FILE
    try:
        return _Held(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return _Held()
    except (ValueError, TypeError) as error:
        raise SiteError(
            f"this does not say what the server holds: {error}",
            where=str(path),
            remedy="remove it; the next hallway build sends everything again",
        ) from error


def _say(folder: Path, held: _Held) -> None:
    waiting = folder / f"{FILE}.new"
    with open(waiting, "w", encoding="utf-8") as file:
        json.dump(asdict(held), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(waiting, folder / FILE)
