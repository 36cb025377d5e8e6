"""A served site: its pages at first sight and again, and type-ahead."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.clock import first_and_again_ms
from bench.peers import http_get
from hallway.graph.site import Site
from hallway.graph.vocabulary import KINDS

__all__ = ["get", "measure_pages", "served"]

WORDS = ("ber", "pyth", "djan", "test", "dat", "machi", "as", "europ")


@contextmanager
def served(site: Site, port: int) -> Iterator[str]:
    """Serve a site whose base is at this port; yield its base."""
    command = [sys.executable, "-m", "hallway", "serve", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--site", str(site.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    base = f"http://127.0.0.1:{port}/"
    try:
        _wait(base + "healthz")
        yield base
    finally:
        server.terminate()
        server.wait()


def measure_pages(site: Site, base: str, limit_s: float = 120.0) -> None:
    """Print how long pages take at first sight, when nobody asked for them before, and again.

    Parameters
    ----------
    limit_s
        Most seconds for the pages of a kind; those that are left are not asked for.
    """
    http_get(base, "text/html")  # the server is awake
    print("| page | first sight: p50, ms | p95 | again: p50 | p95 |\n|---|---|---|---|---|")
    for kind in ("event", "talk", "person", "topic", "organization", "series"):
        _row(kind, _pages(site, base, kind), limit_s)
    _row("type-ahead", [get(f"{base}suggest?q={word}", "application/json") for word in WORDS], 20)
    print()


def get(url: str, accept: str = "text/html") -> Callable[[], bytes]:
    """Return what fetches an address."""
    return lambda: http_get(url, accept)


def _row(name: str, calls: list[Callable[[], bytes]], limit_s: float) -> None:
    cells = [cell for pair in first_and_again_ms(calls, limit_s) for cell in pair]
    print(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")


def _pages(site: Site, base: str, kind: str, count: int = 40) -> list[Callable[[], bytes]]:
    rows = site.sparql(f"SELECT ?s {{ ?s a {KINDS[kind]} }} ORDER BY ?s LIMIT 2000").rows
    step = max(1, len(rows) // count)
    things = [str(row[0].value) for row in rows[::step] if row[0] is not None][:count]
    paths = [one.removeprefix(site.config.base + "id/") for one in things]
    return [get(base + urllib.parse.quote(path)) for path in paths]


def _wait(url: str) -> None:
    for _ in range(1200):
        try:
            http_get(url, "*/*")
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nothing answers at {url}")
