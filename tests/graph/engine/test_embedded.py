"""Both embedded engines: what they answer, and what they survive."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest
from lxml import etree
from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from hallway.graph.engine import (
    Dataset,
    DiskEngine,
    InProcessEngine,
    Limits,
    MemoryEngine,
    open_engine,
)
from hallway.graph.engine.protocol import Engine
from hallway.graph.engine.running import Running
from hallway.graph.engine.wire import QUERY, frame
from hallway.graph.errors import QueryError, SiteError
from tests.graph.engine.conftest import LIMITS, TALKS

Embedded = MemoryEngine | DiskEngine

EVERYTHING = "SELECT ?s ?p ?o { ?s ?p ?o }"
PRODUCT = "SELECT * { ?a ?b ?c . ?d ?e ?f }"
HOSTILE = {
    "time": "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }",
    "memory": "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i LIMIT 10",
}


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()]


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def cpu_ticks(pid: int) -> int:
    """Hundredths of a second that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def wait_until(condition: object, seconds: float = 5.0) -> bool:
    """Poll, since a process ends when the kernel gets to it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():  # type: ignore[operator]
            return True
        threading.Event().wait(0.01)
    return False


def test_both_give_the_solutions_that_the_same_process_gives(
    engine: Embedded, direct: InProcessEngine
) -> None:
    for query in (
        EVERYTHING,
        "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
        "SELECT ?x ?y { VALUES (?x ?y) { (1 UNDEF) ('a'@en <http://x.example/>) } }",
    ):
        ours, theirs = engine.select(query), direct.select(query)
        assert ours.variables == theirs.variables
        assert Counter(ours.rows) == Counter(theirs.rows)
    assert len(engine.select(EVERYTHING).rows) == 2 * TALKS


def test_ask_and_select_are_told_apart(engine: Embedded) -> None:
    assert engine.ask("ASK { ?s ?p ?o }") is True
    assert engine.ask("ASK { <http://x.example/> ?p ?o }") is False
    with pytest.raises(QueryError, match="no yes or no"):
        engine.ask("SELECT * {}")
    with pytest.raises(QueryError, match="no solutions"):
        engine.select("ASK {}")


def test_four_formats_carry_the_same_rows(engine: Embedded) -> None:
    query = (
        'SELECT ?l ?n ?u { VALUES (?l ?n ?u) { ("Kräne, \\"q\\"\\nzwei"@de 7 UNDEF)'
        ' ("<b>&</b>" -1 <http://x.example/>) } }'
    )

    def read(media_type: str) -> bytes:
        answer = engine.serialize(query, [media_type])
        assert answer.media_type == media_type
        assert answer.whole
        return b"".join(answer.chunks)

    expected = [['Kräne, "q"\nzwei', "7", ""], ["<b>&</b>", "-1", "http://x.example/"]]
    bindings = json.loads(read("application/sparql-results+json"))["results"]["bindings"]
    assert [[row.get(v, {}).get("value", "") for v in "lnu"] for row in bindings] == expected
    rows = list(csv.reader(io.StringIO(read("text/csv").decode(), newline="")))
    assert rows == [["l", "n", "u"], *expected]
    root = etree.fromstring(read("application/sparql-results+xml"))
    space = "{http://www.w3.org/2005/sparql-results#}"
    values = [
        {b.get("name"): b[0].text for b in row.iter(f"{space}binding")}
        for row in root.iter(f"{space}result")
    ]
    assert [[row.get(v, "") for v in "lnu"] for row in values] == expected
    lines = read("text/tab-separated-values").decode().splitlines()
    assert lines[0] == "?l\t?n\t?u"
    assert lines[1:] == [
        '"Kräne, \\"q\\"\\nzwei"@de\t7\t',
        '"<b>&</b>"\t-1\t<http://x.example/>',
    ]


@pytest.mark.parametrize(
    ("media_type", "syntax"),
    [
        ("text/turtle", RdfFormat.TURTLE),
        ("application/n-triples", RdfFormat.N_TRIPLES),
        ("application/rdf+xml", RdfFormat.RDF_XML),
        ("application/ld+json", RdfFormat.JSON_LD),
    ],
)
def test_a_graph_is_the_same_in_every_syntax(
    engine: Embedded, media_type: str, syntax: RdfFormat
) -> None:
    answer = engine.serialize("CONSTRUCT WHERE { ?s ?p ?o }", [media_type])
    triples = {(q.subject, q.predicate, q.object) for q in parse(b"".join(answer.chunks), syntax)}
    assert triples == set(engine.select(EVERYTHING).rows)


def test_the_same_graph_has_the_same_bytes_in_every_process(engine: Embedded) -> None:
    query = "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER(STRENDS(STR(?s), '7')) }"
    bodies = set()
    for _ in range(4):
        bodies.add(b"".join(engine.serialize(query, ["text/turtle"]).chunks))
        for child in children(engine.pid or 0):
            os.kill(child, signal.SIGKILL)
            assert wait_until(lambda child=child: not running(child))
    assert len(bodies) == 1
    assert bodies.pop().startswith(b"@prefix schema: ")


def test_the_first_media_type_that_fits_the_form_is_used(engine: Embedded) -> None:
    wanted = ["text/turtle", "text/csv"]
    assert engine.serialize("ASK {}", wanted).media_type == "text/csv"
    assert engine.serialize("DESCRIBE <http://x.example/>", wanted).media_type == "text/turtle"
    with pytest.raises(QueryError) as caught:
        engine.serialize("ASK {}", ["text/turtle"])
    assert caught.value.kind == "media-type"


def test_xml_results_hold_no_character_that_xml_cannot_carry(engine: Embedded) -> None:
    answer = engine.serialize('SELECT ("a\\u000bb" AS ?x) {}', ["application/sparql-results+xml"])
    assert "a\ufffdb" in "".join(etree.fromstring(b"".join(answer.chunks)).itertext())


def test_a_graph_is_named_by_an_absolute_iri(engine: Embedded) -> None:
    with pytest.raises(QueryError) as caught:
        engine.serialize(EVERYTHING, ["text/csv"], dataset=Dataset(("no iri",), ()))
    assert caught.value.kind == "parameter"


def test_a_dataset_of_the_request_replaces_from(engine: Embedded) -> None:
    graph = "https://hallway.example/graph/source/1"

    def count(query: str, dataset: Dataset | None) -> int:
        body = b"".join(engine.serialize(query, ["text/csv"], dataset=dataset).chunks)
        return int(body.split()[1])

    plain = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
    named = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }"
    assert count(plain, Dataset((graph,), ())) == TALKS
    assert count(plain, Dataset(("http://x.example/none",), ())) == 0
    assert count(plain, Dataset((), (graph,))) == 0  # no default graph was named
    assert count(named, Dataset((), (graph,))) == TALKS
    assert count(named, Dataset((graph,), ())) == 0
    assert count(plain.replace("{", f"FROM <{graph}> {{", 1), None) == TALKS
    assert count("SELECT (COUNT(*) AS ?n) FROM <file:///etc/passwd> { ?s ?p ?o }", None) == 0


@pytest.mark.parametrize("kind", ["time", "memory"])
def test_a_hostile_query_ends_within_its_limit_and_the_next_is_answered(
    engine: Embedded, kind: str
) -> None:
    begun = time.monotonic()
    limits = Limits(query_time_s=1.0 if kind == "time" else 20.0, query_memory_mb=150)
    with pytest.raises(QueryError) as caught:
        engine.select(HOSTILE[kind], limits=limits)
    assert caught.value.kind == kind
    assert caught.value.limit in {"query_time_s", "query_memory_mb"}
    assert time.monotonic() - begun < (3 if kind == "time" else 15)
    begun = time.monotonic()
    assert engine.ask("ASK {}")
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize(
    "media_type",
    [
        "application/sparql-results+json",
        "application/sparql-results+xml",
        "text/csv",
        "text/tab-separated-values",
    ],
)
def test_an_answer_has_at_most_its_rows_and_never_fewer(engine: Embedded, media_type: str) -> None:
    rows = 2 * TALKS
    exact = engine.serialize(EVERYTHING, [media_type], limits=Limits(result_rows=rows))
    assert b"".join(exact.chunks) == b"".join(engine.serialize(EVERYTHING, [media_type]).chunks)
    with pytest.raises(QueryError) as caught:
        b"".join(
            engine.serialize(EVERYTHING, [media_type], limits=Limits(result_rows=rows - 1)).chunks
        )
    assert (caught.value.kind, caught.value.limit) == ("rows", "result_rows")
    assert engine.ask("ASK {}")


def test_a_graph_has_at_most_its_triples(engine: Embedded) -> None:
    query = "CONSTRUCT WHERE { ?s ?p ?o }"
    with pytest.raises(QueryError) as caught:
        b"".join(
            engine.serialize(
                query, ["text/turtle"], limits=Limits(result_rows=2 * TALKS - 1)
            ).chunks
        )
    assert caught.value.kind == "rows"


def test_an_answer_has_at_most_its_bytes(engine: Embedded) -> None:
    answer = engine.serialize(PRODUCT, ["text/csv"], limits=Limits(result_bytes=300_000))
    assert not answer.whole
    received = 0
    with pytest.raises(QueryError) as caught:  # noqa: PT012
        for chunk in answer.chunks:
            received += len(chunk)
    assert (caught.value.kind, caught.value.limit) == ("bytes", "result_bytes")
    assert 65_536 <= received <= 300_000
    assert engine.ask("ASK {}")


def test_an_early_failure_raises_before_any_answer(engine: Embedded) -> None:
    with pytest.raises(QueryError) as caught:
        engine.serialize(EVERYTHING, ["text/csv"], limits=Limits(result_bytes=1000))
    assert caught.value.kind == "bytes"


def test_a_slow_reader_holds_no_worker(engine: Embedded) -> None:
    limits = Limits(query_time_s=1.0, query_queue_s=1.5)
    held = [engine.serialize(PRODUCT, ["text/csv"], limits=limits) for _ in range(2)]
    for answer in held:
        next(answer.chunks)
    assert engine.ask("ASK {}", limits=Limits(query_queue_s=5.0))
    for answer in held:
        answer.chunks.close()  # type: ignore[attr-defined]


def test_a_slow_reader_gets_all_of_a_long_answer(engine: Embedded) -> None:
    long = "SELECT * { ?a ?b ?c . ?d <https://schema.org/about> ?f } LIMIT 3000"
    answer = engine.serialize(long, ["text/csv"], limits=Limits(query_time_s=2.0))
    first = next(answer.chunks)
    threading.Event().wait(2.2)  # longer than the query may take
    assert (first + b"".join(answer.chunks)).count(b"\r\n") == 3001


def test_closing_an_answer_stops_the_work(engine: Embedded) -> None:
    answer = engine.serialize(PRODUCT, ["text/csv"], limits=Limits(query_time_s=60.0))
    next(answer.chunks)
    workers = set(children(engine.pid or 0))
    answer.chunks.close()  # type: ignore[attr-defined]
    assert wait_until(lambda: len(workers - set(children(engine.pid or 0))) == 1)
    assert list(answer.chunks) == []
    assert engine.ask("ASK {}")


def test_a_killed_worker_is_an_error_and_is_replaced(engine: Embedded) -> None:
    caught: list[QueryError] = []

    def ask() -> None:
        try:
            engine.select(HOSTILE["time"], limits=Limits(query_time_s=30.0))
        except QueryError as error:
            caught.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    assert wait_until(lambda: any(cpu_ticks(child) > 10 for child in children(engine.pid or 0)))
    for child in children(engine.pid or 0):
        os.kill(child, signal.SIGKILL)
    thread.join(5)
    assert [error.kind for error in caught] == ["engine"]
    assert engine.ask("ASK {}")


def test_a_worker_killed_at_rest_is_never_noticed(engine: Embedded) -> None:
    assert engine.ask("ASK {}")
    for child in children(engine.pid or 0):
        os.kill(child, signal.SIGKILL)
        assert wait_until(lambda child=child: not running(child))
    assert engine.ask("ASK {}")


def test_a_killed_zygote_is_started_again(engine: Embedded) -> None:
    assert engine.ask("ASK {}")
    workers = children(engine.pid or 0)
    os.kill(engine.pid or 0, signal.SIGKILL)
    assert wait_until(lambda: not any(map(running, workers)))
    assert engine.ask("ASK {}")


def test_more_strangers_than_workers_wait_and_then_are_told_busy(engine: Embedded) -> None:
    kinds: list[str] = []

    def ask() -> None:
        try:
            engine.serialize(HOSTILE["time"], ["text/csv"], limits=LIMITS, foreign=True)
        except QueryError as error:
            kinds.append(error.kind)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert wait_until(lambda: len(children(engine.pid or 0)) == 2)
    assert engine.ask("ASK {}")  # a third worker is the site's own
    for thread in threads:
        thread.join()
    assert sorted(kinds) == ["busy", "busy", "time", "time"]


def test_many_threads_share_the_workers(engine: Embedded) -> None:
    wrong: list[object] = []

    def ask(number: int) -> None:
        for turn in range(20):
            value = number * 100 + turn
            rows = engine.select(
                f"SELECT ({value} AS ?x) {{}}", limits=Limits(query_queue_s=20)
            ).rows
            if rows[0][0] is None or rows[0][0].value != str(value):
                wrong.append(rows)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_workers_die_with_the_process_that_asked_for_them(
    generation: Path, engine: Embedded
) -> None:
    kind = type(engine).__name__
    script = (
        "import sys, threading\n"
        f"from hallway.graph.engine import {kind}, Limits\n"
        "from pathlib import Path\n"
        f"engine = {kind}(Path(sys.argv[1]), 1, Limits(query_time_s=60))\n"
        "engine.ask('ASK {}')\n"
        "print(engine.pid, flush=True)\n"
        f"engine.select({HOSTILE['time']!r})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(generation / "store")], stdout=subprocess.PIPE, text=True
    ) as parent:
        zygote = int(parent.stdout.readline())  # type: ignore[union-attr]
        (worker,) = children(zygote)
        parent.kill()
    assert wait_until(lambda: not running(zygote) and not running(worker))


def test_close_ends_every_process(generation: Path) -> None:
    engine = DiskEngine(generation / "store", 2, LIMITS)
    assert engine.ask("ASK {}")
    zygote = engine.pid or 0
    workers = children(zygote)
    engine.close()
    assert not any(map(running, [zygote, *workers]))
    with pytest.raises(QueryError, match="closed"):
        engine.ask("ASK {}")


def test_close_lets_a_running_query_end(generation: Path) -> None:
    engine = DiskEngine(generation / "store", 2, LIMITS)
    answer = engine.serialize(EVERYTHING, ["text/csv"])
    assert not answer.whole
    zygote = engine.pid or 0
    engine.close()
    rows = list(csv.reader(io.StringIO(b"".join(answer.chunks).decode(), newline="")))
    assert len(rows) == 2 * TALKS + 1
    assert wait_until(lambda: not running(zygote))


def test_a_call_that_passed_the_guard_still_opens_nothing(generation: Path) -> None:
    """The guard is the first door; in memory the worker has no descriptor left for a second."""
    with (
        closing(MemoryEngine(generation / "store", 1, LIMITS)) as engine,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        listener.settimeout(0.3)
        port = listener.getsockname()[1]
        request = {
            "query": f"SELECT * {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }}",
            "accept": ["text/csv"],
            "default": [],
            "named": [],
            "limits": {"query_time_s": 1.0},
        }
        with pytest.raises(QueryError):
            list(Running(engine._pool, frame(QUERY, request), LIMITS).frames())
        with pytest.raises(TimeoutError):
            listener.accept()


def test_syntax_errors_have_a_place(engine: Embedded) -> None:
    with pytest.raises(QueryError) as caught:
        engine.ask("ASK {\n  ?s ?p }")
    assert (caught.value.kind, caught.value.line) == ("syntax", 2)
    with pytest.raises(QueryError, match="foo: is not declared"):
        engine.ask("ASK { foo:bar ?p ?o }")


def test_open_engine_picks_by_size_and_by_name(generation: Path) -> None:
    def kind(backend: str) -> str:
        engine: Engine = open_engine(generation, backend, workers=1)
        with closing(engine):
            return type(engine).__name__

    assert kind("disk") == "DiskEngine"
    if sys.platform == "linux":
        assert kind("auto") == "MemoryEngine"
    manifest = generation / "MANIFEST.json"
    manifest.write_text('{"counts": {"quads": 5000000}}')
    try:
        assert kind("auto") == "DiskEngine"
    finally:
        manifest.unlink()
    with pytest.raises(SiteError):
        open_engine(generation, "clay tablets")
    with pytest.raises(SiteError, match="no store"):
        open_engine(generation / "none")


def test_a_kept_dump_is_loaded_instead_of_the_store(generation: Path, tmp_path: Path) -> None:
    (tmp_path / "store").symlink_to(generation / "store")
    (tmp_path / "quads.nq").write_text('<http://x.example/a> <http://x.example/b> "c" .\n')
    with closing(MemoryEngine(tmp_path / "store", 1, LIMITS)) as engine:
        assert engine.select(EVERYTHING).rows == [
            (NamedNode("http://x.example/a"), NamedNode("http://x.example/b"), Literal("c"))
        ]


def test_a_damaged_store_is_a_site_error(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "quads.nq").write_text("this is no N-Quads\n")
    with pytest.raises(SiteError, match="cannot be loaded"), suppress(ResourceWarning):
        MemoryEngine(tmp_path / "store", 1, LIMITS)
