"""The tools for agents, over the protocol itself: in one process and as a command."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import TextContent

from hallway.agents import agent_server
from hallway.graph.answers import operations
from hallway.graph.answers.questions import questions
from hallway.graph.build import Request, build
from hallway.graph.site import Site

SEED = Path(__file__).parents[2] / "hallway" / "samples" / "systems-at-scale-2024.txt"
JULIE = "person/julie-bernauer"
T = TypeVar("T")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("agents")
    with Site(folder) as site:
        build(site, [Request(SEED.read_bytes(), SEED.name)])
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    with Site(folder) as site:
        yield site


def apart(run: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run in a thread of its own: the browser of other tests leaves a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()


def spoken(site: Site, talk: Callable[[Client], Awaitable[T]]) -> T:
    async def run() -> T:
        async with Client(agent_server(site)) as client:
            return await talk(client)

    return apart(run)


def call(site: Site, tool: str, /, **arguments: Any) -> Any:
    result = spoken(site, lambda client: client.call_tool(tool, arguments))
    return result.structured_content if not result.is_error else result


def test_few_tools_each_described_and_none_that_writes(site: Site):
    tools = spoken(site, lambda client: client.list_tools()).tools
    assert len(tools) <= 10
    for tool in tools:
        assert tool.description
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.output_schema is not None


def test_a_thing_is_found_described_and_connected(site: Site):
    found = call(site, "search", words="Bernaur", kind="person")
    assert found["items"][0]["label"] == "Julie Bernauer"
    assert found["complete"]
    thing = call(site, "describe", thing=found["items"][0]["iri"])
    assert thing == operations.describe(site, JULIE)
    ways = call(site, "connect", start=JULIE, end="event/systems-at-scale-2024")
    assert "Julie Bernauer" in ways["paths"][0]["words"][0]


def test_every_question_is_asked_like_everywhere_else(site: Site):
    listed = call(site, "list_questions")["items"]
    assert [one["name"] for one in listed] == list(questions())
    answer = call(site, "ask", question="topics-of-speaker", parameters={"person": JULIE})
    same = site.ask("topics-of-speaker", person=JULIE)
    assert [one["topic"] for one in answer["items"]] == [one["topic"] for one in same.dicts()]
    assert answer["complete"]


def test_names_are_matched(site: Site):
    (best, *_) = call(site, "match", name="BERNAUER, Julie", kind="person")["items"]
    assert best["sure"]
    assert best["iri"].endswith(JULIE)


def test_sparql_says_when_it_gives_only_a_part(site: Site):
    whole = call(site, "sparql", query="SELECT ?s { ?s a <https://w3id.org/hallway#Talk> }")
    assert (whole["total"], whole["complete"], len(whole["items"])) == (10, True, 10)
    part = call(site, "sparql", query="SELECT ?s ?p ?o { ?s ?p ?o }")
    assert (len(part["items"]), part["complete"]) == (200, False)
    assert part["total"] > 200


def test_the_schema_has_our_classes_and_prefixes(site: Site):
    found = call(site, "schema")
    terms = {one["term"]: one for one in found["items"]}
    assert terms["hw:Talk"]["is"] == "owl:Class"
    assert terms["hw:Talk"]["means"]
    assert found["prefixes"]["hw"] == "https://w3id.org/hallway#"


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("describe", {"thing": "person/nobody"}, "nothing here"),
        ("search", {"words": "a", "kind": "ship"}, "'kind' is one of"),
        ("ask", {"question": "nothing"}, "no question"),
        ("ask", {"question": "topics-of-speaker", "parameters": {"ship": "x"}}, "no parameter"),
        ("connect", {"start": JULIE, "end": JULIE}, "one thing"),
        ("match", {"name": "a", "known": {"shoe": "44"}}, "'property' is one of"),
        ("sparql", {"query": "DELETE WHERE { ?s ?p ?o }"}, "update"),
        ("sparql", {"query": "SELECT * { SERVICE <http://x.example/> { ?s ?p ?o } }"}, "SERVICE"),
    ],
)
def test_what_goes_wrong_is_told_in_words(site: Site, name, arguments, said):
    result = call(site, name, **arguments)
    assert result.is_error
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert said.casefold() in content.text.casefold()
    assert "Traceback" not in content.text


def test_the_command_speaks_over_its_standard_streams(folder: Path):
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "hallway", "mcp", "--site", str(folder)]
    )

    async def run() -> Any:
        async with Client(stdio_client(parameters)) as client:
            return await client.call_tool("search", {"words": "Bernauer"})

    found = apart(run)
    assert found.structured_content["items"][0]["label"] == "Julie Bernauer"
