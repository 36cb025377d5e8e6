"""Every case of the folder that --cases names (tests/cases/data when it names none).

``pytest tests/cases --cases DIR`` runs another folder of the same format, described in its README.
A step that we have no page for, and a case that we have no reader for, are skipped with the
reason: a case with a skipped step is skipped, after its other steps have been checked.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cases.conftest import cases_folder
from tests.cases.exchange import MissingPage, Reply, perform
from tests.cases.expectations import Context, check
from tests.cases.import_checks import check_import
from tests.cases.importing import imported
from tests.cases.loading import Case
from tests.cases.serving import CaseServer, Listener

_AFTERWARDS = {
    "alive", "alive_during", "same_process", "store_unchanged", "listener_hits",
    "threads_back_to_start_within_s", "rss_growth_mb_at_most",
}  # fmt: skip


def test_an_import_gives_what_the_case_says(import_case: Case, tmp_path: Path) -> None:
    try:
        with imported(import_case, tmp_path) as result:
            check_import(import_case, result)
    except MissingPage as reason:
        pytest.skip(str(reason))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_server_answers_what_the_case_says(
    http_case: Case,
    servers: dict[str, CaseServer],
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    exchanges = http_case.request
    name = exchanges.get("fixture", "programme.csv")
    if name not in servers:
        fixture = cases_folder(request.config) / "_fixture" / name
        servers[name] = CaseServer(tmp_path_factory.mktemp("server"), fixture)
    server = servers[name]
    server.start()
    listener = Listener()
    after = http_case.expect.get("after", {})
    try:
        with _afterwards(after, server, listener):
            skipped = _run(http_case, exchanges["steps"], server, listener)
    finally:
        listener.close()
    skipped += [f"no check for after.{word}" for word in set(after) - _AFTERWARDS]
    if skipped:
        total = len(exchanges["steps"])
        pytest.skip(f"{total - len(skipped)} of {total} steps pass; " + "; ".join(skipped))


def _run(
    case: Case, steps: list[dict[str, Any]], server: CaseServer, listener: Listener
) -> list[str]:
    """Perform and check each step; return why steps were skipped."""
    placeholders = server.placeholders(listener)
    replies: list[Reply | None] = []
    skipped = []
    for number, (step, expected) in enumerate(zip(steps, case.expect["steps"], strict=True)):
        try:
            reply = perform(server.port, step, placeholders)
            replies.append(reply)
            check(expected, reply, Context(replies, placeholders))
        except MissingPage as reason:
            skipped.append(f"step {number}: {reason}")
            replies += [None] * (number + 1 - len(replies))
        except AssertionError as error:
            raise AssertionError(f"step {number}: {error}") from error
    return skipped


@contextmanager
def _afterwards(after: dict[str, Any], server: CaseServer, listener: Listener) -> Iterator[None]:
    """Hold what must hold of the server once the steps are through, and during them."""
    pid, threads, rss_mb = server.pid, server.threads(), server.rss_mb()
    triples = server.triples() if after.get("store_unchanged") else b""
    silent = threading.Event()
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.5):
            if not server.alive():
                silent.set()

    watcher = threading.Thread(target=watch) if after.get("alive_during") else None
    if watcher:
        watcher.start()
    try:
        yield
    finally:
        done.set()
        if watcher:
            watcher.join()
    assert not silent.is_set(), "the server was silent for two seconds"
    if after.get("same_process"):
        assert not server.ended()
        assert server.pid == pid
    if after.get("alive"):
        assert server.alive()
    if after.get("store_unchanged"):
        assert server.triples() == triples
    if "listener_hits" in after:
        assert listener.hits == after["listener_hits"]
    if "threads_back_to_start_within_s" in after:
        waits = int(after["threads_back_to_start_within_s"] * 10)
        assert any(server.threads() <= threads or threading.Event().wait(0.1) for _ in range(waits))
    if "rss_growth_mb_at_most" in after:
        assert server.rss_mb() - rss_mb <= after["rss_growth_mb_at_most"]
