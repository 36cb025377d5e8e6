"""Two real sites, built once a session and only read: a small one and all the samples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import lxml.html
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from hallway.graph.build import Request, build
from hallway.graph.site import Site
from hallway.web import create_app
from tests.web.browsing import chrome, chromium, home, visit  # noqa: F401  (fixtures)

BASE = "https://hallway.example/"
FIXTURE = Path(__file__).parent.parent / "cases" / "data" / "_fixture" / "programme.csv"
SAMPLES = files("hallway.samples")
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}

TOKEN = "a token that nobody guesses"  # noqa: S105  (of the tests' own sites)
ORIGIN = {"Origin": BASE.rstrip("/")}


def sample(name: str) -> Request:
    return Request((SAMPLES / name).read_bytes(), name)


def opened(folder: Path, requests: list[Request]) -> Site:
    site = Site(folder)
    site.config = replace(site.config, base=BASE, title="Hallway test", workers=1)
    report = build(site, requests)
    assert not [one for one in report.imports if one.error]
    return site


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The hostile fixture, the seed, and a conference with rooms and breaks."""
    requests = [
        Request(FIXTURE.read_bytes(), FIXTURE.name, event="Harbour Conf 2026"),
        sample("systems-at-scale-2024.txt"),
        sample("tideline-2025.ics"),
        sample("tideline-2026.xml"),
    ]
    with opened(tmp_path_factory.mktemp("small"), requests) as site:
        yield site


@pytest.fixture
def shortened_site(tmp_path: Path) -> Iterator[Site]:
    """A site whose one source was imported again without its last talk."""
    text = FIXTURE.read_text("utf-8")
    shorter = "".join(line for line in text.splitlines(keepends=True) if "R34" not in line)
    first, second = (
        Request(one.encode(), FIXTURE.name, event="Harbour Conf 2026") for one in (text, shorter)
    )
    with opened(tmp_path, [first]) as site:
        build(site, [second])
        yield site


@pytest.fixture(scope="session")
def app(small_site: Site) -> Flask:
    return create_app(small_site)


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    """A client that asks as a browser does."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT"] = BROWSER["Accept"]
    return client


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    """A client that sends no Accept header of its own."""
    return app.test_client()


# Curators -----------------------------------------------------------------------------------------


def visitor(app: Flask) -> FlaskClient:
    """Return a browser under the address of the site, with nobody signed in."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT"] = BROWSER["Accept"]
    client.environ_base["wsgi.url_scheme"] = "https"
    client.environ_base["HTTP_HOST"] = "hallway.example"
    return client


def get(client: FlaskClient, path: str = "/review") -> TestResponse:
    return client.get(path, base_url=BASE)


def post(client: FlaskClient, path: str, data: dict[str, object], **headers: str) -> TestResponse:
    """Send a form, from a page of the site unless headers say otherwise."""
    return client.post(path, base_url=BASE, data=data, headers=headers or ORIGIN)


def csrf(client: FlaskClient) -> str:
    """Return the secret that forms of this session carry."""
    found = re.search(r'name="csrf" value="([^"]+)"', get(client).text)
    assert found
    return found[1]


def enter(client: FlaskClient, token: str = TOKEN, **headers: str) -> TestResponse:
    """Sign in as ana."""
    data: dict[str, object] = {"csrf": csrf(client), "token": token, "who": "ana"}
    return post(client, "/review/enter", data, **headers)


@pytest.fixture
def curator(app: Flask) -> FlaskClient:
    """Return a browser with ana signed in; the app is that of the test's module."""
    client = visitor(app)
    assert enter(client).status_code == 303
    return client


def page(client: FlaskClient, path: str) -> lxml.html.HtmlElement:
    """Return a page that is for its reader alone."""
    answer = get(client, path)
    assert answer.status_code == 200, path
    assert answer.headers["Cache-Control"] == "private, no-store"
    return lxml.html.fromstring(answer.text)


def submit(client: FlaskClient, form: lxml.html.FormElement, **more: object) -> TestResponse:
    """Send a form as a browser without scripts does."""
    data: dict[str, object] = dict(form.form_values())
    return post(client, form.action, data | more)


def form(tree: lxml.html.HtmlElement, action: str) -> lxml.html.FormElement:
    """Return the form of a page that is sent to an address with this end."""
    return next(one for one in tree.forms if (one.action or "").endswith(action))
