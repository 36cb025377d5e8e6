"""A site: one folder that holds sources, decisions, the ledger and immutable generations."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from hallway.graph.engine import Engine, Solutions, open_engine
from hallway.graph.errors import SiteError
from hallway.graph.generations import Generation, open_generation, published
from hallway.graph.settings import Settings, load_settings

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

    from hallway.graph.full_text.search import SearchIndex

__all__ = ["Site"]

T = TypeVar("T")
DESCRIPTION = "CONSTRUCT { ?s ?p ?o } WHERE { VALUES ?s { UNDEF } ?s ?p ?o }"
GRACE_S = 30.0  # an old generation is answered for so long after a new one was published


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
        self._retired: list[threading.Timer] = []

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

    @property
    def cache(self) -> Path:
        """What builds remember to save work; can be deleted at any time."""
        return self.folder / "cache"

    # The published generation ------------------------------------------------------------------

    def published(self) -> int | None:
        """Return the number of the published generation; None before the first build."""
        return published(self.folder)

    @property
    def current(self) -> Generation:
        """The published generation, opened.

        Raises
        ------
        SiteError
            Nothing has been built yet, or the generation is damaged.
        """
        with self._guard:
            for _ in range(3):  # a generation may be pruned between the two looks at the disk
                number = self.published()
                if self._open is not None and self._open.number == number:
                    return self._open
                if number is None:
                    break
                try:
                    opened, lease = open_generation(self.folder, number)
                except FileNotFoundError:
                    continue
                self._retire()
                self._open, self._lease = opened, lease
                return opened
            raise SiteError(
                "nothing has been built here yet"
                if number is None
                else f"generation {number} is not there",
                where=str(self.folder),
                remedy=f"hallway build FILE… --site {self.folder}",
            )

    @property
    def generation(self) -> int:
        """The number of the published generation."""
        return self.current.number

    def _retire(self) -> None:
        """Let go of the open generation, after a while: whoever is asking it may go on."""
        engine, lease = self._engine, self._lease
        self._open = self._lease = self._engine = None
        self._cache = {}
        self._retired = [timer for timer in self._retired if timer.is_alive()]
        if engine is None:
            if lease is not None:
                lease.close()
            return
        timer = threading.Timer(GRACE_S, _release, (engine, lease))
        timer.daemon = True
        timer.start()
        self._retired.append(timer)

    def close(self) -> None:
        """End the engines and let go of the generations."""
        with self._guard:
            for timer in self._retired:
                timer.cancel()
                timer.join()
                _release(*timer.args)
            _release(self._engine, self._lease)
            self._open = self._lease = self._engine = None
            self._retired, self._cache = [], {}

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
            if self._engine is None and self.config.engine == "remote":
                from hallway.graph.engine.serving_remote import open_remote

                self._engine = open_remote(self.folder, self.config, generation)
            elif self._engine is None:
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
        from hallway.graph.answers.questions import questions

        chosen = questions().get(question)
        if chosen is None:
            raise SiteError(
                f"there is no question {question!r}",
                remedy="the questions are " + ", ".join(questions()),
            )
        return self.engine().select(chosen.bind(base=self.config.base, **parameters))

    def search_index(self) -> SearchIndex:
        """Return the full-text index of the published generation."""
        from hallway.graph.full_text.search import SearchIndex

        return self.cached("search", lambda: SearchIndex(self.current.folder / "search"))

    def network(self, kind: str, **filters: Any) -> nx.Graph[str]:
        """Return a network: ``speaker-topic``, ``co-speakers``, ``topics``, ``organization-topic``.

        See `hallway.graph.networks.network.network` for the attributes and the filters.
        """
        from hallway.graph.networks.network import network
        from hallway.graph.networks.picture import incidence_of

        return network(incidence_of(self), kind, **filters)

    def rdflib_graph(self, thing: str | None = None) -> rdflib.Graph:
        """Return what is said of a thing, or the whole default graph, as an rdflib graph.

        Parameters
        ----------
        thing
            ``kind/slug`` or an IRI; None for everything.
        """
        import rdflib

        from hallway.graph.answers.questions import iri_term

        term = "UNDEF" if thing is None else iri_term(thing, self.config.base)
        query = DESCRIPTION.replace("UNDEF", term)
        answer = self.engine().serialize(query, ["application/n-triples"])
        graph = rdflib.Graph()
        graph.parse(data=b"".join(answer.chunks), format="nt")
        return graph


def _release(engine: Engine | None, lease: IO[bytes] | None) -> None:
    if engine is not None:
        engine.close()
    if lease is not None:
        lease.close()
