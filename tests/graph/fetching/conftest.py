"""Servers on this machine that tests of fetching ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.graph.fetching.raw_server import (
    OTHER_LOOPBACK,
    Server,
    reply,
    serving,
)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as one:
        yield one


@pytest.fixture
def inside() -> Iterator[Server]:
    """A server on an address that is not allowed: nothing may ever reach it."""
    with serving(OTHER_LOOPBACK) as one:
        one.answers["/secret"] = reply(200, b"secret")
        yield one
        assert one.requests == []
