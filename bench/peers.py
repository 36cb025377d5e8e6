"""The peers, each asked the same query over the same quads: rdflib and the Oxigraph server."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import rdflib

__all__ = ["free_port", "http_get", "oxigraph_server", "rdflib_graph"]


def rdflib_graph(quads: Path) -> rdflib.Graph:
    """Load the default graph into rdflib's memory store."""
    graph = rdflib.Graph()
    with open(quads, encoding="utf-8") as lines:
        triples = "".join(line for line in lines if not _named(line))
    graph.parse(data=triples, format="nt")
    return graph


def _named(line: str) -> bool:
    """Tell a quad from a triple: the graph's IRI stands last, after the object's end."""
    head = line.rstrip().removesuffix(".").rstrip()
    graph = head.rsplit(" ", 1)[-1]
    return graph.startswith("<") and "/graph/" in graph


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def http_get(url: str, accept: str) -> bytes:
    """Fetch an address of this machine."""
    request = urllib.request.Request(url, headers={"Accept": accept})  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        return bytes(answer.read())


@contextmanager
def oxigraph_server(quads: Path, folder: Path) -> Iterator[Callable[[str], bytes]]:
    """Load the quads into the Oxigraph server and yield a function that asks it."""
    binary = Path(sys.executable).with_name("oxigraph")
    location = Path(tempfile.mkdtemp(dir=folder))
    load = [binary, "load", "--location", location, "--file", quads]
    subprocess.run([*map(str, load)], check=True, capture_output=True)
    port = free_port()
    serve = [binary, "serve-read-only", "--location", location, "--bind", f"127.0.0.1:{port}"]
    server = subprocess.Popen(
        [*map(str, serve)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )

    def ask(query: str) -> bytes:
        text = urllib.parse.quote(query)
        return http_get(
            f"http://127.0.0.1:{port}/query?query={text}", "application/sparql-results+json"
        )

    try:
        for _ in range(100):
            try:
                ask("ASK {}")
                break
            except OSError:
                time.sleep(0.05)
        yield ask
    finally:
        server.terminate()
        server.wait()
