"""A site whose engine is a SPARQL server: the Oxigraph server, over its two protocols."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hallway.graph.build import Request, build
from hallway.graph.engine import Limits
from hallway.graph.engine.remote import RemoteEngine
from hallway.graph.errors import QueryError, SiteError
from hallway.graph.settings import RemoteServer, load_settings
from hallway.graph.site import Site
from hallway.graph.suppression.forget import forget
from hallway.graph.suppression.planning import find_people
from hallway.web import create_app

TALKS = """event,title,speakers,start
Pier Conf 2026,Tides,Ana Lindqvist,2026-05-04 09:00
Pier Conf 2026,Cranes at night,Omar Haddad,2026-05-04 10:00
"""
MORE = TALKS + "Pier Conf 2026,Mooring,Mei Tanaka,2026-05-04 11:00\n"
COUNT = "SELECT ?g (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } } GROUP BY ?g"
SECRET = "a-password-of-some-length"  # noqa: S105


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = Path(sys.executable).with_name("oxigraph")
    if not program.exists():
        pytest.skip("the Oxigraph server is not installed")
    port, folder = free_port(), tmp_path_factory.mktemp("oxigraph")
    command = [program, "serve", "--location", folder, "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(
        [*map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                threading.Event().wait(0.05)
        yield f"http://127.0.0.1:{port}"
        process.terminate()


@pytest.fixture
def site(server: str, tmp_path: Path) -> Iterator[Site]:
    """A site of two talks on the server, under a base that no other test has."""
    (tmp_path / "hallway.toml").write_text(
        f'base = "http://{tmp_path.name.replace("_", "-")}.example/"\nengine = "remote"\n'
        f'[remote]\nendpoint = "{server}/query"\ngraph_store = "{server}/store"\n',
        encoding="utf-8",
    )
    with Site(tmp_path) as site:
        build(site, [Request(TALKS.encode(), "talks.csv")])
        yield site


def locally(site: Site) -> Site:
    other = Site(site.folder)
    other.config = replace(site.config, engine="disk")
    return other


def counts(site: Site) -> list[str]:
    """Return the number of statements of each graph, and of the default graph."""
    return sorted(map(str, site.sparql(COUNT).rows))


def test_it_answers_as_the_engine_here_does(site: Site):
    with locally(site) as here:
        assert isinstance(site.engine(), RemoteEngine)
        assert counts(site) == counts(here)
        assert len(counts(site)) == 1 + len(site.current.manifest["graphs"])


def test_pages_and_the_endpoint_are_served_from_it(site: Site):
    client = create_app(site).test_client()
    assert "Cranes at night" in client.get("/talk/cranes-at-night").text
    answer = client.get("/sparql?query=SELECT+?s+{?s+?p+?o}+LIMIT+3&format=csv")
    assert answer.status_code == 200
    assert answer.text.count("\r\n") == 4
    for query, status in (("SELECT * { SERVICE <http://x.example/> {} }", 403), ("SELECT {", 400)):
        assert client.get("/sparql", query_string={"query": query}).status_code == status


def test_a_newer_generation_sends_what_changed_and_removes_what_is_gone(site: Site):
    build(site, [Request(b"event,title,speakers\nDock Days 2026,Ropes,Ana Lindqvist\n", "d.csv")])
    build(site, [Request(MORE.encode(), "talks.csv")])
    with locally(site) as here:
        assert counts(site) == counts(here)
    build(site, remove=[one.slug for one in site.current.sources if one.file == "d.csv"])
    with locally(site) as here:
        assert counts(site) == counts(here)


def test_a_forgotten_person_is_gone_from_the_server(site: Site):
    ((iri, _),) = find_people(site, "Ana Lindqvist")
    forget(site, iri)
    everything = "SELECT ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"
    assert "indqvist" not in str(site.sparql(everything).rows)
    raw = RemoteEngine(site.config.remote.endpoint)  # all that the server has, whoever names it
    named = f"""SELECT ?g ?s ?o {{
        GRAPH ?g {{ ?s ?p ?o FILTER(CONTAINS(STR(?o), "Lindqvist")) }}
        FILTER(STRSTARTS(STR(?g), "{site.config.base}"))
    }}"""
    assert raw.select(named).rows == []
    assert raw.select(named.replace("Lindqvist", "Tides")).rows != []


def test_half_a_generation_is_never_seen(site: Site, server: str):
    """The server takes no graphs any more: the old answers are not given for new ones."""
    good = site.config
    site.config = replace(good, remote=replace(good.remote, graph_store=f"{server}/nothing"))
    with pytest.raises(SiteError) as caught:
        build(site, [Request(MORE.encode(), "talks.csv")])
    assert "hallway build" in caught.value.remedy
    with pytest.raises(QueryError) as refused:
        site.engine().ask("ASK {}")
    assert refused.value.kind == "busy"
    answer = create_app(site).test_client().get("/sparql?query=ASK{}")
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
    site.config = good
    assert not build(site).published  # nothing is new, and the server gets what it lacks
    assert "Mooring" in str(site.sparql("SELECT ?o { ?s ?p ?o }").rows)


def test_a_list_of_what_the_server_holds_that_is_damaged_is_an_error(site: Site):
    for text in ("{", "[]", '{"odd": 1}', "\x00"):
        (site.folder / "remote.json").write_text(text, encoding="utf-8")
        with pytest.raises(SiteError, match=r"remote\.json"):
            site.engine().ask("ASK {}")
    (site.folder / "remote.json").unlink()
    build(site)
    assert site.engine().ask("ASK { ?s ?p ?o }")


# Secrets -----------------------------------------------------------------------------------------


class Teller(BaseHTTPRequestHandler):
    """A server that fails, and tells in its error all that it was told."""

    def do_POST(self) -> None:
        self.server.logins.append(self.headers.get("Authorization"))  # type: ignore[attr-defined]
        user = base64.b64decode((self.headers.get("Authorization") or " ").partition(" ")[2])
        body = f"no such login {user.decode()} at {self.path}".encode()
        self.send_response(500)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_POST  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing on stderr."""


@pytest.fixture
def teller() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Teller) as one:
        one.logins = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=one.serve_forever, args=(0.02,))
        thread.start()
        yield one
        one.shutdown()
        thread.join()


def test_no_error_repeats_a_secret(teller: ThreadingHTTPServer, tmp_path: Path):
    address = f"http://127.0.0.1:{teller.server_port}"
    with Site(tmp_path) as site:
        asked, sent = f"{address}/q?key={SECRET}", f"{address}/s?k={SECRET}"
        remote = RemoteServer(asked, sent, "me", SECRET, protected=True)
        assert SECRET not in repr(remote)
        site.config = replace(site.config, engine="remote", remote=remote)
        with pytest.raises(SiteError) as caught:
            build(site, [Request(TALKS.encode(), "talks.csv")])
        assert SECRET not in str(caught.value)
        held = {"endpoint": remote.endpoint, "generation": 1}
        (tmp_path / "remote.json").write_text(json.dumps(held), encoding="utf-8")
        app = create_app(site)
        for path in ("/sparql?query=ASK{}", "/talk/tides", "/questions/topics.json", "/about"):
            answer = app.test_client().get(path)
            assert SECRET not in answer.text
            assert answer.status_code != 200 or path == "/about"
    assert any(teller.logins)  # type: ignore[attr-defined]


def test_a_login_is_sent_only_when_the_settings_say_so(teller: ThreadingHTTPServer):
    engine = RemoteEngine(f"http://127.0.0.1:{teller.server_port}/q")
    with pytest.raises(QueryError):
        engine.ask("ASK {}")
    assert teller.logins == [None]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text",
    ['engine = "remote"', 'engine = "remote"\n[remote]\nendpoint = "file:///etc/passwd"',
     f'engine = "remote"\n[remote]\npassword = ["{SECRET}"]'],
)  # fmt: skip
def test_settings_that_lead_to_no_server_are_refused(tmp_path: Path, text: str):
    (tmp_path / "hallway.toml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(SiteError) as caught:
        load_settings(tmp_path / "hallway.toml")
    assert SECRET not in str(caught.value)


def test_more_strangers_than_workers_wait_and_are_told():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}/query"
        limits = Limits(query_time_s=2.0, query_queue_s=0.2)
        engine = RemoteEngine(endpoint, limits=limits, workers=1)
        kinds: list[str] = []

        def ask() -> None:
            try:
                engine.serialize("ASK {}", ["text/csv"], foreign=True)
            except QueryError as error:
                kinds.append(error.kind)

        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(kinds) == ["busy", "busy", "time"]
