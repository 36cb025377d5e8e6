"""A server elsewhere gives what the engine here gives: Virtuoso, where it is installed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Store, parse, serialize

from hallway.graph.answers.questions import Question, questions
from hallway.graph.engine import Dataset, InProcessEngine, Limits, Term
from hallway.graph.engine.graph_store import GraphStore
from hallway.graph.engine.remote import RemoteEngine
from hallway.graph.errors import QueryError, SiteError
from hallway.graph.vocabulary import KINDS, RDF
from tests.graph.engine.conftest import TALKS, quads

MERGE = "https://hallway.example/graph/merge"
CONFIGURATION = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
NumberOfBuffers = 10000
MaxDirtyBuffers = 7000
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerThreads = 4
[SPARQL]
ResultSetMaxRows = 1000000
"""


@dataclass
class Server:
    """A running Virtuoso with our generation in it."""

    address: str
    store: GraphStore
    dataset: Dataset

    def engine(self, limits: Limits | None = None) -> RemoteEngine:
        return RemoteEngine(f"{self.address}/sparql", self.dataset, limits)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/sparql?query=ASK%7B%7D", timeout=2):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dump") / "quads.nq"
    serialize(quads(), str(path), RdfFormat.N_QUADS)
    return path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, dump: Path) -> Iterator[Server]:
    program = shutil.which("virtuoso-t")
    if program is None:
        pytest.skip("Virtuoso is not installed (Debian: virtuoso-opensource-7)")
    folder = tmp_path_factory.mktemp("virtuoso")
    http = free_port()
    (folder / "virtuoso.ini").write_text(CONFIGURATION.format(sql=free_port(), http=http))
    address = f"http://127.0.0.1:{http}"
    with subprocess.Popen(
        [program, "+foreground", "+configfile", "virtuoso.ini"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            for _ in range(600):
                if answers(address) or process.poll() is not None:
                    break
                threading.Event().wait(0.1)
            if process.poll() is not None:
                pytest.skip("Virtuoso does not start here")
            store = GraphStore(f"{address}/sparql-graph-crud-auth", "dba", "dba")
            yield Server(address, store, store.load(dump, MERGE))
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?s ?p ?o { ?s ?p ?o }",
        "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
        "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
        "SELECT ?o { <https://hallway.example/id/talk/7> <https://schema.org/name> ?o }",
    ],
)
def test_it_gives_the_same_solutions(server: Server, direct: InProcessEngine, query: str) -> None:
    theirs, ours = server.engine().select(query), direct.select(query)
    assert theirs.variables == ours.variables
    assert Counter(theirs.rows) == Counter(ours.rows)


@pytest.mark.slow
def test_it_gives_the_same_graph_and_the_same_booleans(
    server: Server, direct: InProcessEngine
) -> None:
    query = "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER(STRENDS(STR(?s), '77')) }"
    graphs = [
        {q.triple for q in parse(b"".join(answer.chunks), RdfFormat.TURTLE)}
        for answer in (
            engine.serialize(query, ["text/turtle"]) for engine in (server.engine(), direct)
        )
    ]
    assert graphs[0] == graphs[1] != set()
    for ask in ("ASK { ?s ?p ?o }", "ASK { ?s <http://x.example/none> ?o }"):
        assert server.engine().ask(ask) is direct.ask(ask)


@pytest.mark.slow
def test_limits_hold(server: Server) -> None:
    everything = "SELECT ?s ?p ?o { ?s ?p ?o }"
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    for limits, query, kinds in (
        (Limits(result_rows=2 * TALKS - 1), everything, {"rows"}),
        (Limits(result_bytes=10_000), everything, {"bytes"}),
        (Limits(query_time_s=1.0), endless, {"time", "engine"}),
        (Limits(), "SELECT {", {"syntax"}),
        (Limits(), "SELECT * { SERVICE <http://x.example/> {} }", {"refused"}),
    ):
        with pytest.raises(QueryError) as caught:
            server.engine(limits).select(query)
        assert caught.value.kind in kinds


@pytest.mark.slow
def test_loading_again_replaces_and_removes(server: Server, tmp_path: Path) -> None:
    graph = "https://hallway.example/graph/source/0"
    (tmp_path / "next.nq").write_text(
        f'<http://x.example/a> <http://x.example/b> "c" <{graph}/next> .\n'
        '<http://x.example/a> <http://x.example/b> "c" .\n'
    )
    merge = f"{MERGE}/2"
    dataset = server.store.load(tmp_path / "next.nq", merge, stale=[graph])
    assert dataset == Dataset((merge,), (f"{graph}/next",))
    engine = RemoteEngine(f"{server.address}/sparql", dataset)
    assert len(engine.select("SELECT * { ?s ?p ?o }").rows) == 1
    old = server.engine().select(f"SELECT * {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}")
    assert old.rows == []


@pytest.mark.slow
def test_a_wrong_password_is_a_site_error_that_does_not_tell_it(server: Server, dump: Path) -> None:
    store = GraphStore(server.store.address, "dba", "not-the-password")
    with pytest.raises(SiteError) as caught:
        store.load(dump, MERGE)
    assert "not-the-password" not in str(caught.value) + repr(store)


def test_a_server_that_is_not_there_is_an_engine_error() -> None:
    with pytest.raises(QueryError) as caught:
        RemoteEngine(f"http://127.0.0.1:{free_port()}/sparql").ask("ASK {}")
    assert caught.value.kind == "engine"


SMALL = Path(__file__).parents[2] / "queries" / "small.ttl"
"""The graph of hand-made programmes that every question is tested on."""

KNOWN = {
    "event-programme": "Virtuoso 7.2 gives true as 1",
    "topics-that-grow": "Virtuoso 7.2 counts talks that FILTER EXISTS leaves out",
}
"""Questions that Virtuoso 7.2 answers otherwise, each with the reason."""


@pytest.fixture(scope="module")
def small(server: Server, tmp_path_factory: pytest.TempPathFactory) -> tuple[Server, Store]:
    store = Store()
    store.bulk_load(path=str(SMALL), format=RdfFormat.TURTLE)
    path = tmp_path_factory.mktemp("small") / "small.nq"
    store.dump(str(path), RdfFormat.N_QUADS)
    dataset = server.store.load(path, f"{MERGE}/small")
    return Server(server.address, server.store, dataset), store


def bindings(question: Question, store: Store) -> dict[str, str]:
    """Bind each parameter to the thing of its kind that has most statements about it."""
    found = {}
    for parameter in question.parameters:
        kind = KINDS[parameter.kind]
        things = [quad.subject for quad in store.quads_for_pattern(None, RDF.type, kind, None)]
        most = max(
            things, key=lambda one: (len(list(store.quads_for_pattern(None, None, one))), str(one))
        )
        found[parameter.name] = most.value
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", questions())
def test_every_question_is_answered_as_here(small: tuple[Server, Store], name: str) -> None:
    if name in KNOWN:
        pytest.skip(KNOWN[name])
    remote, store = small
    query = questions()[name].bind(**bindings(questions()[name], store))
    theirs, ours = remote.engine().select(query), InProcessEngine(store).select(query)
    assert theirs.variables == ours.variables
    bound = [place for place in range(len(ours.variables)) if all(row[place] for row in ours.rows)]
    assert _values(theirs.rows, bound) == _values(ours.rows, bound)


def _values(rows: list[tuple[Term | None, ...]], places: list[int]) -> Counter[tuple[object, ...]]:
    """Count the rows by their values in columns that every row binds.

    What is unbound Virtuoso 7.2 fills now and then with a value of another row or with a date of
    the year 0, so a column that may be unbound says nothing about us.
    """
    return Counter(tuple(getattr(row[place], "value", None) for place in places) for row in rows)
