"""Tools for agents over the Model Context Protocol: `hallway.graph.answers.operations`.

Nothing is written. Needs the extra ``hallway[mcp]``.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

import hallway
from hallway.graph.answers import operations
from hallway.graph.errors import HallwayError
from hallway.graph.matching.properties import PROPERTIES
from hallway.graph.site import Site
from hallway.graph.vocabulary import KINDS

__all__ = ["agent_server"]

INSTRUCTIONS = (
    "A graph of conferences: talks, people, topics, organizations, events, series, audiences and "
    "places. Find a thing with search, look at it with describe, and name it as kind/slug or by "
    "its IRI. Prefer a stored question (list_questions, ask) to SPARQL of your own. Answers say "
    "whether they are complete and cite every thing by its IRI: give these as your sources. What "
    "linking only suggests is not stated."
)
ROWS = 200
READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Answer = dict[str, Any]


def agent_server(site: Site) -> MCPServer:
    """Return a server of a site's tools; ``run()`` speaks over stdin and stdout."""
    server = MCPServer(
        "hallway",
        title=site.config.title,
        version=hallway.__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
    )
    for tool in _tools(site):
        server.add_tool(_told(tool), annotations=READS, structured_output=True)
    return server


def _tools(site: Site) -> list[Any]:
    def search(
        words: str, kind: str = "", year: int | None = None, limit: int = 20, offset: int = 0
    ) -> Answer:
        return operations.search(site, words, kind, year, _most(limit), max(0, offset))

    search.__doc__ = (
        f"Find things by words; typing errors are forgiven. kind is one of {', '.join(KINDS)}."
    )

    def describe(thing: str) -> Answer:
        """Say all that the graph says of one thing, given as kind/slug or by its IRI."""
        return operations.describe(site, thing)

    def list_questions() -> Answer:
        """List the stored questions, with their parameters and columns."""
        return operations.list_questions()

    def ask(
        question: str, parameters: dict[str, str] | None = None, limit: int = 50, offset: int = 0
    ) -> Answer:
        """Ask a stored question; a parameter is kind/slug, an IRI, a slug or a name."""
        return operations.ask(site, question, parameters or {}, _most(limit), max(0, offset))

    def connect(start: str, end: str) -> Answer:
        """Say in words how two things are connected; each hop cites the talk that makes it."""
        return operations.connect(site, start, end)

    def match(name: str, kind: str = "", known: dict[str, str] | None = None) -> Answer:
        told = {own: [value] for own, value in (known or {}).items()}
        return operations.match(site, name, kind, told)

    match.__doc__ = (
        "Say which things a written name may mean and whether one of them is sure. kind is one of "
        f"{', '.join(operations.MATCHED)}; known may hold {', '.join(PROPERTIES)}."
    )

    def sparql(query: str) -> Answer:
        """Run a SPARQL 1.1 SELECT within limits; see schema for the prefixes and terms."""
        return operations.sparql(site, query, ROWS)

    def schema() -> Answer:
        """List the prefixes, the classes and the properties of the graph, with what they mean."""
        return operations.schema()

    return [search, describe, list_questions, ask, connect, match, sparql, schema]


def _most(limit: int) -> int:
    return min(max(1, limit), ROWS)


def _told(tool: Any) -> Any:
    """Let a tool's failure be told in words."""

    @wraps(tool)
    def told(*args: Any, **kwargs: Any) -> Answer:
        try:
            found: Answer = tool(*args, **kwargs)
        except HallwayError as error:
            raise ToolError(f"{error.what}. {error.remedy}".strip()) from error
        return found

    return told
