"""The real server over the fixture, in a process of its own with two gigabytes."""

from __future__ import annotations

import http.client
import resource
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote, urlsplit

from hallway.graph.build import Request, build
from hallway.graph.site import Site

__all__ = ["BASE", "CaseServer", "Listener", "build_site"]

BASE = "https://hallway.example/"
EVENT = "Harbour Conf 2026"
_MEMORY_BYTES = 2 * 2**30
_SETTINGS = f"""
title = "Cases"
base = "{BASE}"
[query]
query_time_s = 3.0
"""
_ADDRESS = """PREFIX schema: <https://schema.org/>
SELECT ?thing { ?thing schema:name ?name VALUES ?name { %s } } ORDER BY ?thing LIMIT 1"""


def build_site(folder: Path, source: Path) -> Site:
    """Make a site of one file."""
    folder.mkdir()
    (folder / "hallway.toml").write_text(_SETTINGS, encoding="utf-8")
    site = Site(folder)
    build(site, [Request(source.read_bytes(), source.name, event=EVENT)])
    return site


class Listener:
    """A port of this machine that nothing may connect to; it counts who does."""

    def __init__(self) -> None:
        self.hits = 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            self.hits += 1
            connection.close()

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self._thread.join(5)


class CaseServer:
    """A server that is started again should a case end it."""

    def __init__(self, folder: Path, fixture: Path) -> None:
        self._folder = folder / "site"
        self.canary = folder / "canary.ttl"
        self.canary.write_text('<http://x.example/canary> <http://x.example/says> "canary" .\n')
        with build_site(self._folder, fixture) as site:
            self._addresses = self._find(site)
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process unless it runs, and wait until it answers."""
        if self._process is not None and self._process.poll() is None:
            return
        options = ["--site", str(self._folder), "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hallway", "serve", *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_bound_memory,
        )
        end = time.monotonic() + 30
        while not self.alive():
            assert self._process.poll() is None, "the server ended at its start"
            assert time.monotonic() < end, "the server does not answer"
            threading.Event().wait(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def alive(self) -> bool:
        """ASK { } answers true within two seconds."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/sparql?query=ASK%7B%7D")
            return b"true" in connection.getresponse().read()
        except OSError:
            return False
        finally:
            connection.close()

    def threads(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/task").iterdir()))

    def rss_mb(self) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1000

    def triples(self) -> bytes:
        """The number of triples, as the endpoint counts them."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        query = quote("SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }")
        connection.request("GET", f"/sparql?query={query}&format=csv")
        body = connection.getresponse().read()
        connection.close()
        return body

    def placeholders(self, listener: Listener) -> dict[str, str]:
        """What stands for what; a page that there is not has no entry."""
        return {
            "base_path": "",
            "home": "/",
            "sparql": "/sparql",
            "sparql_uri": f"{BASE}sparql",
            "search": "/search",
            "explore": "/explore",
            "dump_nq": "/dump.nq",
            "listener": listener.address,
            "canary_file": self.canary.as_uri(),
        } | self._addresses

    @staticmethod
    def _find(site: Site) -> dict[str, str]:
        names = {
            "talk_uri": "Kräne bei Nacht",
            "person_uri": "Ana Lindqvist",
            "person2_uri": "Ana Lindquist",
        }
        found = {}
        for placeholder, name in names.items():
            (address,) = site.sparql(_ADDRESS % f'"{name}"').rows[0]
            assert address is not None
            found[placeholder] = address.value
            found[placeholder.removesuffix("_uri")] = urlsplit(address.value).path
        # the title is whatever the importer made of it
        (third,) = site.sparql(
            "PREFIX schema: <https://schema.org/>"
            'SELECT ?t { ?t schema:startDate ?d . FILTER(CONTAINS(STR(?d), "2026-06-10T12:00")) }'
        ).rows[0]
        assert third is not None
        found["talk_xss"] = urlsplit(third.value).path
        return found


def _bound_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
