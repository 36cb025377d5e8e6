"""Questions of a site that is too large for them: asked once, told at once, answered ahead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from hallway.graph.build import Request, build
from hallway.graph.engine import Limits, Solutions
from hallway.graph.errors import QueryError
from hallway.graph.site import Site
from hallway.web import create_app
from hallway.web.panels import PATIENCE, ask_ahead
from tests.web.conftest import BROWSER, opened, sample


class Slow:
    """An engine whose queries over all talks take a minute, and answer if they have it."""

    def __init__(self, site: Site, kind: str = "time") -> None:
        self._engine, self._kind = site.engine(), kind
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    def select(self, query: str, *, limits: Limits | None = None) -> Solutions:
        if "# title: Topics" in query:
            self.asked.append(query)
            if limits is None or limits.query_time_s < 60:
                raise QueryError(
                    self._kind, "the query took longer than 10 s", limit="query_time_s"
                )
        return self._engine.select(query, limits=limits)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opened(tmp_path, [sample("systems-at-scale-2024.txt")]) as site:
        yield site


def slow(site: Site, monkeypatch: pytest.MonkeyPatch, kind: str = "time") -> tuple[Flask, Slow]:
    engine = Slow(site, kind)
    monkeypatch.setattr(site, "engine", lambda: engine)
    return create_app(site), engine


def page(app: Flask, path: str = "/topics") -> str:
    with app.test_client().get(path, headers=BROWSER) as answer:
        return answer.text


def test_a_question_that_takes_too_long_is_not_asked_again_by_every_reader(site, monkeypatch):
    app, engine = slow(site, monkeypatch)
    assert "took longer" in page(app)
    once = len(engine.asked)
    assert once >= 1
    assert "took longer" in page(app)
    assert len(engine.asked) == once


def test_it_is_answered_ahead_with_more_time_and_then_shown(site, monkeypatch):
    app, engine = slow(site, monkeypatch)
    assert "Liquid" not in page(app)
    with app.app_context():
        ask_ahead()
    asked = len(engine.asked)
    assert "Liquid" in page(app) or "liquid" in page(app)
    assert "took longer" not in page(app)
    assert len(engine.asked) == asked
    assert site.config.query.query_time_s * PATIENCE >= 60


def test_a_new_generation_is_asked_anew(site, monkeypatch):
    app, engine = slow(site, monkeypatch)
    page(app)
    before = len(engine.asked)
    build(site, [Request(b"title,speaker\nRopes,Ana Lindqvist\n", "b.csv", event="Rope Days 2025")])
    page(app)
    assert len(engine.asked) > before


def test_what_fails_for_another_reason_is_asked_again(site, monkeypatch):
    app, engine = slow(site, monkeypatch, kind="busy")
    page(app)
    before = len(engine.asked)
    page(app)
    assert len(engine.asked) > before
