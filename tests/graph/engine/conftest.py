"""A small generation, and each embedded back-end on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad, Store

from hallway.graph.engine import DiskEngine, InProcessEngine, Limits, MemoryEngine

TALKS = 1500
LIMITS = Limits(query_time_s=1.0, query_memory_mb=150, query_queue_s=0.5)


def quads() -> list[Quad]:
    """Talks in two graphs, and their merge in the default graph."""
    made = []
    name = NamedNode("https://schema.org/name")
    about = NamedNode("https://schema.org/about")
    for number in range(TALKS):
        talk = NamedNode(f"https://hallway.example/id/talk/{number}")
        graph = NamedNode(f"https://hallway.example/graph/source/{number % 2}")
        topic = NamedNode(f"https://hallway.example/id/topic/{number % 10}")
        title = Literal(f'Talk {number}, "Kräne"\nand more', language="de")
        for place in ([graph], []):
            made.append(Quad(talk, name, title, *place))
            made.append(Quad(talk, about, topic, *place))
    return made


@pytest.fixture(scope="session")
def generation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store that nothing writes to any more."""
    folder = tmp_path_factory.mktemp("generation")
    store = Store(str(folder / "store"))
    store.bulk_extend(quads())
    store.flush()
    return folder


@pytest.fixture(params=["memory", "disk"])
def engine(request: pytest.FixtureRequest, generation: Path) -> Iterator[MemoryEngine | DiskEngine]:
    """An engine with two workers and tight limits."""
    if sys.platform != "linux" and request.param == "memory":
        pytest.skip("workers share memory on Linux only")
    kind = MemoryEngine if request.param == "memory" else DiskEngine
    made = kind(generation / "store", 2, LIMITS)
    yield made
    made.close()


@pytest.fixture(scope="session")
def direct() -> InProcessEngine:
    """The same data in this process."""
    store = Store()
    store.bulk_extend(quads())
    return InProcessEngine(store)
