"""Only fetching imports what opens connections."""

from __future__ import annotations

import ast
from pathlib import Path

CONNECTING = {
    "SPARQLWrapper", "asyncio", "ftplib", "http.client", "requests", "smtplib", "socket", "ssl",
    "urllib.request", "urllib3",
}  # fmt: skip
CONNECTS = {
    "graph/fetching/destinations.py": "resolves names for fetching",
    "graph/fetching/connecting.py": "connects for fetching",
    "graph/fetching/fetch.py": "fetches",
    "graph/engine/wire.py": "speaks with its own workers over a pair of sockets",
    "graph/engine/pool.py": "speaks with its own workers over a pair of sockets",
    "graph/engine/zygote.py": "speaks with its own workers over a pair of sockets",
    "graph/engine/remote.py": "asks the SPARQL endpoint that the operator names",
    "graph/engine/graph_store.py": "sends graphs to the server that the operator names",
}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{one.name}" for one in node.names}
    return names


def test_only_fetching_imports_what_opens_connections():
    root = Path(__file__).parents[3]
    found = {
        str(path.relative_to(root))
        for folder in ("graph", "hallway", "web")
        for path in (root / folder).rglob("*.py")
        if imported(path) & CONNECTING
    }
    assert found == set(CONNECTS)
