"""A site: one folder that holds sources, decisions, the ledger and immutable generations."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from hallway.graph.engine import Engine, Solutions, open_engine
from hallway.graph.errors import SiteError
from hallway.graph.settings import Settings, load_settings

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

    from hallway.graph.search import SearchIndex

__all__ = ["Generation", "Site", "SourceEntry", "building"]

T = TypeVar("T")
DESCRIPTION = "CONSTRUCT { ?s ?p ?o } WHERE { VALUES ?s { UNDEF } ?s ?p ?o }"
KEEP = 2  # published generations that stay: the current one and the one readers may be leaving


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A source of a generation, as its manifest lists it.

    Attributes
    ----------
    digest
        SHA-256 of the bytes; the file is ``sources/{digest}``.
    file
        Name of the file as it came.
    slug
        Names the source's graph.
    format
        Name of the reader.
    options
        ``event``, ``series`` and ``zone`` as given at the import; absent when not given.
    counts
        ``events``, ``talks``, ``people``, ``notices``.
    events
        Keys of its events, sorted: a newer version of the source shares one.
    """

    digest: str
    file: str
    slug: str
    format: str
    options: dict[str, str]
    counts: dict[str, int]
    events: list[str]


@dataclass(frozen=True, slots=True)
class Generation:
    """One immutable published state.

    Attributes
    ----------
    number
        From 1, growing.
    folder
        Holds ``store/``, ``search/``, ``network.npz``, ``quads.nq`` and ``MANIFEST.json``.
    manifest
        Versions, counts, digest of the quads, sources.
    """

    number: int
    folder: Path
    manifest: dict[str, Any]

    @property
    def sources(self) -> list[SourceEntry]:
        """The sources, in the order of their slugs."""
        return [SourceEntry(**entry) for entry in self.manifest["sources"]]

    @property
    def counts(self) -> dict[str, int]:
        """Numbers of things by kind, and of quads."""
        return dict(self.manifest["counts"])


class Site:
    """A site's folder, read.

    Parameters
    ----------
    folder
        The site's folder. It need not exist before the first build.

    Notes
    -----
    Safe to use from several threads. A new generation is noticed at the next call; what was cached
    for the old one is dropped with its engine.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.config: Settings = load_settings(self.folder / "hallway.toml")
        self._guard = threading.RLock()
        self._open: Generation | None = None
        self._lease: IO[bytes] | None = None
        self._engine: Engine | None = None
        self._cache: dict[Hashable, Any] = {}

    # Paths -----------------------------------------------------------------------------------

    @property
    def sources(self) -> Path:
        """The folder of the stored source files."""
        return self.folder / "sources"

    @property
    def decisions(self) -> Path:
        """The curator's decisions."""
        return self.folder / "decisions.ttl"

    @property
    def ledger(self) -> Path:
        """Slugs ever given."""
        return self.folder / "ledger"

    @property
    def generations(self) -> Path:
        """The folder of the generations."""
        return self.folder / "generations"

    # The published generation ------------------------------------------------------------------

    def published(self) -> int | None:
        """Return the number of the published generation; None before the first build."""
        try:
            return int((self.folder / "CURRENT").read_text("ascii"))
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise SiteError(
                "CURRENT does not hold a number",
                where=str(self.folder),
                remedy="write the number of the newest folder under generations/ into it",
            ) from error

    @property
    def current(self) -> Generation:
        """The published generation, opened.

        Raises
        ------
        SiteError
            Nothing has been built yet, or the generation is damaged.
        """
        with self._guard:
            number = self.published()
            if number is None:
                raise SiteError(
                    "nothing has been built here yet",
                    where=str(self.folder),
                    remedy=f"hallway build FILE… --site {self.folder}",
                )
            if self._open is None or self._open.number != number:
                self._move_to(number)
            assert self._open is not None  # noqa: S101  (set by _move_to)
            return self._open

    @property
    def generation(self) -> int:
        """The number of the published generation."""
        return self.current.number

    def _move_to(self, number: int) -> None:
        folder = self.generations / f"{number:04}"
        lease = open(folder / "lease", "rb")
        fcntl.flock(lease, fcntl.LOCK_SH)
        manifest = json.loads((folder / "MANIFEST.json").read_text("utf-8"))
        self.close()
        self._open, self._lease = Generation(number, folder, manifest), lease

    def close(self) -> None:
        """End the engine and let go of the generation."""
        with self._guard:
            if self._engine is not None:
                self._engine.close()
            if self._lease is not None:
                self._lease.close()
            self._open = self._lease = self._engine = None
            self._cache = {}

    def __enter__(self) -> Site:
        """Return the site itself; leaving the block closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the site."""
        self.close()

    def cached(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` gives, made once for a key and generation."""
        with self._guard:
            _ = self.current
            cache = self._cache
            if key in cache:
                found: T = cache[key]
                return found
        made = make()
        with self._guard:
            if cache is self._cache:
                self._cache.setdefault(key, made)
        return made

    # Asking ------------------------------------------------------------------------------------

    def engine(self) -> Engine:
        """Return the engine of the published generation, started at the first call."""
        with self._guard:
            generation = self.current
            if self._engine is None:
                self._engine = open_engine(
                    generation.folder,
                    backend=self.config.engine,
                    workers=self.config.workers,
                    limits=self.config.query,
                )
            return self._engine

    def sparql(self, query: str) -> Solutions:
        """Run a SELECT over the published generation.

        Raises
        ------
        QueryError
            The query is wrong, refused, or went past a limit.
        """
        return self.engine().select(query)

    def ask(self, question: str, **parameters: str) -> Solutions:
        """Ask a stored question (``hallway ask --list`` names them).

        Parameters
        ----------
        question
            Name of the question, such as ``speakers-of-topic``.
        **parameters
            Its parameters: an IRI, or a ``kind/slug`` such as ``topic/liquid-cooling``.
        """
        from hallway.graph.questions import questions

        chosen = questions().get(question)
        if chosen is None:
            raise SiteError(
                f"there is no question {question!r}",
                remedy="the questions are " + ", ".join(questions()),
            )
        return self.engine().select(chosen.bind(base=self.config.base, **parameters))

    def search_index(self) -> SearchIndex:
        """Return the full-text index of the published generation."""
        from hallway.graph.search import SearchIndex

        return self.cached("search", lambda: SearchIndex(self.current.folder / "search"))

    def network(self, kind: str, **filters: Any) -> nx.Graph[str]:
        """Return a network: ``speaker-topic``, ``co-speakers``, ``topics``, ``organization-topic``.

        See `hallway.graph.network.network` for the attributes and the filters.
        """
        from hallway.graph.network import network
        from hallway.graph.picture import incidence_of

        return network(incidence_of(self), kind, **filters)

    def rdflib_graph(self, thing: str | None = None) -> rdflib.Graph:
        """Return what is said of a thing, or the whole default graph, as an rdflib graph.

        Parameters
        ----------
        thing
            ``kind/slug`` or an IRI; None for everything.
        """
        import rdflib

        from hallway.graph.questions import iri_term

        term = "UNDEF" if thing is None else iri_term(thing, self.config.base)
        query = DESCRIPTION.replace("UNDEF", term)
        answer = self.engine().serialize(query, ["application/n-triples"])
        graph = rdflib.Graph()
        graph.parse(data=b"".join(answer.chunks), format="nt")
        return graph


@contextmanager
def building(site: Site, wait_s: float = 30.0) -> Iterator[None]:
    """Hold the right to build a site.

    Raises
    ------
    SiteError
        Another build holds it for longer than `wait_s` seconds.
    """
    import time

    site.folder.mkdir(parents=True, exist_ok=True)
    with open(site.folder / "lock", "ab") as lock:
        deadline = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= deadline:
                    raise SiteError(
                        f"another build of this site is running (waited {wait_s:g} s)",
                        where=str(site.folder),
                        remedy="run this one again when it has ended",
                    ) from error
                time.sleep(0.1)
        yield


def publish(site: Site, number: int) -> None:
    """Make a finished generation the published one, at once and for all readers."""
    waiting = site.folder / "CURRENT.new"
    with open(waiting, "w", encoding="ascii") as file:
        file.write(f"{number}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(waiting, site.folder / "CURRENT")


def prune(site: Site) -> None:
    """Remove generations that are neither published nor read, and builds that were cut off."""
    number = site.published() or 0
    for folder in sorted(site.generations.iterdir()):
        if not folder.name.isdigit():
            shutil.rmtree(folder, ignore_errors=True)
        elif not number - KEEP < int(folder.name) <= number and not _is_read(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_read(folder: Path) -> bool:
    try:
        with open(folder / "lease", "rb") as lease:
            fcntl.flock(lease, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
