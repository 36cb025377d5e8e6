"""The page and the feed that say what changed in a source."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from hallway.graph.build import Request, build
from hallway.graph.site import Site
from hallway.web import create_app

BASE = "https://hallway.example/"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
HEADER = "id,title,speaker,date,start,end,room\n"
BOTH_DAYS = (
    "8,Opening of the harbour,Dag Moe,2026-06-10,09:00,09:30,Main\n"
    "9,Closing of the harbour,Eva Foss,2026-06-11,17:00,17:30,Main\n"
)
CRANES = "1,Cranes & <b>tides</b>,Ada Berg,2026-06-10,10:00,10:30,Main\n"
MOVED = "1,Cranes & <b>tides</b>,Ada Berg,2026-06-11,09:00,09:30,Side\n"
LOCKS = "3,Locks in winter,Cem Ito,2026-06-11,09:00,09:30,Main\n"
TOLD = "moved: «Cranes & tides» from Main, 10 June 10:00 to Side, 11 June 09:00"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Make a site with a source of three versions and one that was imported once."""
    with opened(tmp_path_factory.mktemp("changes")) as site:
        for rows in (CRANES, CRANES + LOCKS, MOVED + LOCKS):
            data = (HEADER + BOTH_DAYS + rows).encode()
            build(site, [Request(data, "harbour.csv", event="Harbour Conf 2026")])
        once = (HEADER + BOTH_DAYS).encode()
        build(site, [Request(once, "once.csv", event="Quay Days 2026")])
        yield site


@pytest.fixture
def copied(site: Site, tmp_path: Path) -> Iterator[Site]:
    """Make a copy of the site that a test may damage."""
    with opened(shutil.copytree(site.folder, tmp_path / "site")) as copy:
        yield copy


def opened(folder: Path) -> Site:
    site = Site(folder)
    site.config = replace(site.config, base=BASE, title="Harbour talks", workers=1)
    return site


@pytest.fixture
def client(site: Site) -> FlaskClient:
    return create_app(site).test_client()


def lines(html: str) -> list[str]:
    return [
        re.sub(r"&#39;", "'", one).replace("&amp;", "&")
        for one in re.findall(r'<li dir="auto">([^<]*)</li>', html)
    ]


def test_the_page_tells_each_version_newest_first(client: FlaskClient):
    with client.get("/source/harbour-csv/changes") as found:
        assert found.status_code == 200
        assert lines(found.text) == [TOLD, "added: «Locks in winter», Main, 11 June 09:00"]
        assert re.findall(r'id="(version-\d)">([^<]*)<', found.text) == [
            ("version-3", "Version 3: 1 change"),
            ("version-2", "Version 2: 1 change"),
        ]


def test_the_page_of_a_source_leads_there_and_it_leads_to_the_feed(client: FlaskClient):
    with client.get("/source/harbour-csv", headers={"Accept": "text/html"}) as found:
        assert 'href="/source/harbour-csv/changes"' in found.text
    with client.get("/source/harbour-csv/changes") as found:
        assert '<link rel="alternate" type="application/atom+xml"' in found.text


def test_the_feed_is_atom_with_an_entry_a_version(client: FlaskClient):
    with client.get("/source/harbour-csv/changes.atom") as found:
        assert found.content_type == "application/atom+xml; charset=utf-8"
        root = ET.fromstring(found.data)  # noqa: S314 (made by us)
    address = BASE + "source/harbour-csv/changes"
    assert root.findtext("a:id", namespaces=ATOM) == address
    assert root.findtext("a:author/a:name", namespaces=ATOM) == "Harbour talks"
    entries = root.findall("a:entry", ATOM)
    ids = [one.findtext("a:id", namespaces=ATOM) for one in entries]
    assert ids == [f"{address}#version-3", f"{address}#version-2"]
    content = entries[0].findtext("a:content", namespaces=ATOM)
    assert content == f"<ul><li>{TOLD.replace('&', '&amp;')}</li></ul>"
    for one in (root, *entries):  # RFC 4287, 4.1.1 and 4.1.2: each has exactly these
        for name in ("id", "title", "updated"):
            assert len(one.findall(f"a:{name}", ATOM)) == 1
        updated = one.findtext("a:updated", namespaces=ATOM) or ""
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", updated)


def test_a_feed_is_never_older_than_its_earlier_entries(copied: Site):
    (entry,) = (one for one in copied.current.sources if one.file == "harbour.csv")
    os.utime(copied.sources / entry.digest, (1_000_000_000, 1_000_000_000))
    with create_app(copied).test_client().get("/source/harbour-csv/changes.atom") as found:
        root = ET.fromstring(found.data)  # noqa: S314 (made by us)
    newest, older = (one.findtext("a:updated", "", ATOM) for one in root.findall("a:entry", ATOM))
    assert newest >= older > "2001-09-09"


def test_a_source_imported_once_has_a_page_and_an_empty_feed(client: FlaskClient):
    with client.get("/source/once-csv/changes") as found:
        assert "imported once" in found.text
    with client.get("/source/once-csv/changes.atom") as found:
        root = ET.fromstring(found.data)  # noqa: S314 (made by us)
        assert root.findall("a:entry", ATOM) == []


def test_an_unchanged_page_is_not_sent_again(client: FlaskClient):
    with client.get("/source/harbour-csv/changes") as found:
        tag = found.headers["ETag"]
    with client.get("/source/harbour-csv/changes", headers={"If-None-Match": tag}) as found:
        assert (found.status_code, found.data) == (304, b"")


def test_a_version_that_is_gone_is_told_and_the_others_are_compared(copied: Site):
    (entry,) = (one for one in copied.current.sources if one.file == "harbour.csv")
    (copied.sources / str(entry.versions[0]["digest"])).unlink()
    with create_app(copied).test_client().get("/source/harbour-csv/changes") as found:
        assert found.status_code == 200
        assert "Version 2: not compared" in found.text
        assert str(copied.folder) not in found.text
        assert lines(found.text) == [TOLD]


def test_a_source_that_is_not_there_is_missing(client: FlaskClient):
    for path in ("/source/nothing/changes", "/source/nothing/changes.atom"):
        with client.get(path) as found:
            assert found.status_code == 404
